#include "render/shade_map.h"

#include <epoxy/gl.h>
#include <math.h>

// Squares across the rays of the sun. The first one holds what is seen around the distance of the nearest thing.
static void set_squares(float nearest_m, tr_view_block *block, tr_shade_map *shade)
{
    const float least_m = 40, distance_m = fmaxf(nearest_m, least_m);
    const float *sun = block->sun;
    const float level = sqrtf(sun[0] * sun[0] + sun[2] * sun[2]);
    const float right[3] = {level > 1e-3f ? -sun[2] / level : 1, 0, level > 1e-3f ? sun[0] / level : 0};
    shade->square_count = isfinite(nearest_m) && sun[1] > 0.01f ? TR_SHADE_SQUARES : 0;
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        block->shade_right[i] = right[i];
        block->shade_middle[i] = shade->square_count > 0 ? 1.15f * distance_m * block->forward[i] : 0;
        block->shade_up[i] = sun[next] * right[last] - sun[last] * right[next];
    }
    shade->first_radius_m = 0.85f * distance_m;
    block->shade_right[3] = shade->square_count > 0 ? shade->first_radius_m : 0;
    block->shade_up[3] = (float)shade->square_count;
}

bool tr_shade_map_create(float nearest_m, tr_view_block *block, tr_shade_map *out, tr_error *err)
{
    *out = (tr_shade_map){0};
    set_squares(nearest_m, block, out);
    const GLsizei side = out->square_count > 0 ? TR_SHADE_SIDE : 1,
                  layers = out->square_count > 0 ? out->square_count : 1;
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &out->map);
    glTextureStorage3D(out->map, 1, GL_DEPTH_COMPONENT32F, side, side, layers);
    glTextureParameteri(out->map, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(out->map, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(out->map, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(out->map, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    // Depth grows towards the sun: a place is lit when it lies at least as far that way as what the map has.
    glTextureParameteri(out->map, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTextureParameteri(out->map, GL_TEXTURE_COMPARE_FUNC, GL_GEQUAL);
    if (out->square_count == 0) return true;
    glCreateFramebuffers(1, &out->framebuffer);
    glNamedFramebufferDrawBuffer(out->framebuffer, GL_NONE);
    glNamedFramebufferTextureLayer(out->framebuffer, GL_DEPTH_ATTACHMENT, out->map, 0, 0);
    const GLenum state = glCheckNamedFramebufferStatus(out->framebuffer, GL_DRAW_FRAMEBUFFER);
    return state == GL_FRAMEBUFFER_COMPLETE ||
           tr_fail(err, TR_ERROR_GPU_FAILED, "the driver does not draw shadows (status 0x%04x)", state);
}

void tr_shade_map_destroy(tr_shade_map *shade)
{
    glDeleteTextures(1, &shade->map);
    glDeleteFramebuffers(1, &shade->framebuffer);
    *shade = (tr_shade_map){0};
}

float tr_shade_map_radius_m(const tr_shade_map *shade, int square)
{
    float radius_m = shade->first_radius_m;
    for (int i = 0; i < square; i++) radius_m *= (float)TR_SHADE_GROWTH;
    return radius_m;
}

void tr_shade_map_begin(const tr_shade_map *shade, int square)
{
    const float nothing = 0;
    glNamedFramebufferTextureLayer(shade->framebuffer, GL_DEPTH_ATTACHMENT, shade->map, 0, square);
    glBindFramebuffer(GL_FRAMEBUFFER, shade->framebuffer);
    glViewport(0, 0, TR_SHADE_SIDE, TR_SHADE_SIDE);
    glClearNamedFramebufferfv(shade->framebuffer, GL_DEPTH, 0, &nothing);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_DEPTH_CLAMP);
}

void tr_shade_map_bind(const tr_shade_map *shade)
{
    glDisable(GL_DEPTH_CLAMP);
    glBindTextureUnit(TR_UNIT_MESH_SHADE, shade->map);
}
