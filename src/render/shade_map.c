// Shadows that meshes, instances and blocks throw: depths along the rays of the sun, in squares around a place ahead of
// the eye.
#include <epoxy/gl.h>
#include <math.h>

#include "render/renderer.h"

bool tr_shade_open(tr_renderer *renderer, tr_error *err)
{
    tr_shade_map *shade = &renderer->shade;
    const bool any = renderer->limits.shade_squares > 0;
    const tr_texture_def def = {.format = TR_FORMAT_DEPTH32F,
                                .width = any ? renderer->limits.shade_side : 1,
                                .height = any ? renderer->limits.shade_side : 1,
                                .layers = any ? renderer->limits.shade_squares : 1,
                                .filter = TR_FILTER_LINEAR,
                                // Depth grows towards the sun: a place is lit when it lies at least as far that way as
                                // what the map has.
                                .compare = true};
    if (!tr_device_has_room(&renderer->device, tr_texture_bytes(&def), err)) return false;
    shade->map = tr_texture_create(&renderer->device, &def);
    if (!any) return true;
    const GLenum nothing = GL_NONE;
    shade->framebuffer = tr_framebuffer_create(&renderer->device);
    glBindFramebuffer(GL_FRAMEBUFFER, shade->framebuffer);
    glDrawBuffers(1, &nothing);
    glReadBuffer(GL_NONE);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, shade->map.name, 0, 0);
    return tr_framebuffer_check("shadows", err);
}

void tr_shade_close(tr_renderer *renderer)
{
    tr_texture_destroy(&renderer->device, &renderer->shade.map);
    glDeleteFramebuffers(1, &renderer->shade.framebuffer);
}

float tr_shade_radius_m(const tr_shade_map *shade, int square)
{
    float radius_m = shade->first_radius_m;
    for (int i = 0; i < square; i++) radius_m *= (float)TR_SHADE_GROWTH;
    return radius_m;
}

// A frame differs from the one before by whole texels of the first square, and by half doublings of its size: else
// borders of shadows would crawl as the camera moves.
static void steady(const tr_frame *frame, tr_view_block *block, float texel_m)
{
    const float *axes[2] = {block->shade_right, block->shade_up};
    for (int i = 0; i < 2; i++) {
        double at_m = 0;
        for (int axis = 0; axis < 3; axis++)
            at_m += (double)axes[i][axis] * (frame->camera.eye[axis] + (double)block->shade_middle[axis]);
        const double off_m = at_m - floor(at_m / (double)texel_m) * (double)texel_m;
        for (int axis = 0; axis < 3; axis++) block->shade_middle[axis] -= (float)off_m * axes[i][axis];
    }
}

// Squares across the rays of the sun. The first one holds what is seen around the distance of the nearest thing.
static void set_squares(tr_frame *frame, float nearest_m)
{
    tr_renderer *renderer = frame->renderer;
    tr_shade_map *shade = &renderer->shade;
    tr_view_block *block = &frame->block;
    const bool still = renderer->def.quality == TR_QUALITY_PICTURE;
    const float min_m = 40;
    float distance_m = fmaxf(nearest_m, min_m);
    if (!still && isfinite(distance_m)) distance_m = exp2f(ceilf(2 * log2f(distance_m)) / 2);
    const float *sun = block->sun;
    const float level = sqrtf(sun[0] * sun[0] + sun[2] * sun[2]);
    const float right[3] = {level > 1e-3f ? -sun[2] / level : 1, 0, level > 1e-3f ? sun[0] / level : 0};
    shade->square_count = isfinite(nearest_m) && sun[1] > 0.01f ? renderer->limits.shade_squares : 0;
    const bool any = shade->square_count > 0;
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        block->shade_right[i] = right[i];
        block->shade_middle[i] = any ? 1.15f * distance_m * block->forward[i] : 0;
        block->shade_up[i] = sun[next] * right[last] - sun[last] * right[next];
    }
    shade->first_radius_m = any ? 0.85f * distance_m : 1;
    if (any && !still) steady(frame, block, 2 * shade->first_radius_m / (float)renderer->limits.shade_side);
    block->shade_right[3] = any ? shade->first_radius_m : 0;
    block->shade_up[3] = (float)shade->square_count;
    block->shade_middle[3] = (float)(any ? renderer->limits.shade_side : 1);
}

static void begin_square(const tr_frame *frame, int square)
{
    const float nothing = 0;
    const tr_shade_map *shade = &frame->renderer->shade;
    const int side = frame->renderer->limits.shade_side;
    glBindFramebuffer(GL_FRAMEBUFFER, shade->framebuffer);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, shade->map.name, 0, square);
    glViewport(0, 0, side, side);
    glClearBufferfv(GL_DEPTH, 0, &nothing);
    glEnable(GL_DEPTH_TEST);
}

void tr_shade_draw(tr_frame *frame)
{
    float nearest_m = INFINITY;
    if (frame->renderer->limits.shade_squares > 0)
        nearest_m = fminf(fminf(tr_mesh_nearest_m(frame), tr_instances_nearest_m(frame)), tr_blocks_nearest_m(frame));
    set_squares(frame, nearest_m);
    tr_frame_send_block(frame);
    const tr_shade_map *shade = &frame->renderer->shade;
    for (int i = 0; i < shade->square_count; i++) {
        begin_square(frame, i);
        tr_mesh_draw_shade(frame, tr_shade_radius_m(shade, i));
        tr_instances_draw_shade(frame, i);
        tr_blocks_draw_shade(frame, tr_shade_radius_m(shade, i));
    }
    tr_texture_bind(TR_UNIT_SHADE, &shade->map);
}
