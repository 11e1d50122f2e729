#include "render/mesh_draw.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stddef.h>

#include "render/gl_program.h"

extern const char tr_glsl_mesh_vertex[], tr_glsl_mesh_fragment[], tr_glsl_mesh_shade_vertex[], tr_glsl_water_fragment[];

// ---------------------------------------------------------------------------------------------------------
// Buffers

static void add_attribute(GLuint array, GLuint index, GLint size, GLenum type, bool scaled, size_t offset)
{
    glEnableVertexArrayAttrib(array, index);
    glVertexArrayAttribFormat(array, index, size, type, scaled, (GLuint)offset);
    glVertexArrayAttribBinding(array, index, 0);
}

static void create_buffers(tr_mesh_draw *draw)
{
    const tr_mesh_scene *scene = draw->scene;
    glCreateBuffers(1, &draw->vertex_buffer);
    glNamedBufferStorage(draw->vertex_buffer, (GLsizeiptr)(scene->vertex_count * sizeof *scene->vertices),
                         scene->vertices, 0);
    glCreateBuffers(1, &draw->index_buffer);
    glNamedBufferStorage(draw->index_buffer, (GLsizeiptr)(scene->index_count * sizeof *scene->indices), scene->indices,
                         0);
    glCreateVertexArrays(1, &draw->vertex_array);
    glVertexArrayElementBuffer(draw->vertex_array, draw->index_buffer);
    glVertexArrayVertexBuffer(draw->vertex_array, 0, draw->vertex_buffer, 0, sizeof *scene->vertices);
    add_attribute(draw->vertex_array, TR_AT_MESH_POSITION, 3, GL_FLOAT, false, offsetof(tr_mesh_vertex, at));
    add_attribute(draw->vertex_array, TR_AT_MESH_NORMAL, 3, GL_SHORT, true, offsetof(tr_mesh_vertex, normal));
    add_attribute(draw->vertex_array, TR_AT_MESH_COLOR, 3, GL_UNSIGNED_BYTE, true, offsetof(tr_mesh_vertex, color));
    add_attribute(draw->vertex_array, TR_AT_MESH_LIGHT, 2, GL_UNSIGNED_BYTE, true, offsetof(tr_mesh_vertex, light));
}

// ---------------------------------------------------------------------------------------------------------
// Shadows

// Squares across the rays of the sun. The first one holds what is seen around the distance of the nearest mesh.
static void set_squares(const tr_mesh_scene *scene, tr_view_block *block, tr_mesh_draw *draw)
{
    const float least_m = 40, nearest_m = fmaxf(scene->nearest_m, least_m);
    const float *sun = block->sun;
    const float level = sqrtf(sun[0] * sun[0] + sun[2] * sun[2]);
    const float right[3] = {level > 1e-3f ? -sun[2] / level : 1, 0, level > 1e-3f ? sun[0] / level : 0};
    draw->square_count = scene->index_count > 0 && sun[1] > 0.01f ? TR_SHADE_SQUARES : 0;
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        block->shade_right[i] = right[i];
        block->shade_middle[i] = draw->square_count > 0 ? 1.15f * nearest_m * block->forward[i] : 0;
        block->shade_up[i] = sun[next] * right[last] - sun[last] * right[next];
    }
    block->shade_right[3] = 0.85f * nearest_m;
    block->shade_up[3] = (float)draw->square_count;
}

static bool create_shade_map(tr_mesh_draw *draw, tr_error *err)
{
    const GLsizei side = draw->square_count > 0 ? TR_SHADE_SIDE : 1,
                  layers = draw->square_count > 0 ? TR_SHADE_SQUARES : 1;
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &draw->shade_map);
    glTextureStorage3D(draw->shade_map, 1, GL_DEPTH_COMPONENT32F, side, side, layers);
    glTextureParameteri(draw->shade_map, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(draw->shade_map, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(draw->shade_map, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(draw->shade_map, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    // Depth grows towards the sun: a place is lit when it lies at least as far that way as what the map has.
    glTextureParameteri(draw->shade_map, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTextureParameteri(draw->shade_map, GL_TEXTURE_COMPARE_FUNC, GL_GEQUAL);
    if (draw->square_count == 0) return true;
    glCreateFramebuffers(1, &draw->shade_framebuffer);
    glNamedFramebufferDrawBuffer(draw->shade_framebuffer, GL_NONE);
    glNamedFramebufferTextureLayer(draw->shade_framebuffer, GL_DEPTH_ATTACHMENT, draw->shade_map, 0, 0);
    const GLenum state = glCheckNamedFramebufferStatus(draw->shade_framebuffer, GL_DRAW_FRAMEBUFFER);
    return state == GL_FRAMEBUFFER_COMPLETE ||
           tr_fail(err, TR_ERROR_GPU_FAILED, "the driver does not draw shadows of meshes (status 0x%04x)", state);
}

void tr_mesh_draw_shadows(const tr_mesh_draw *draw)
{
    const float nothing = 0;
    glUseProgram(draw->shade_program);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_DEPTH_CLAMP);
    float radius_m = draw->first_radius_m;
    for (int i = 0; i < draw->square_count; i++, radius_m *= (float)TR_SHADE_GROWTH) {
        glNamedFramebufferTextureLayer(draw->shade_framebuffer, GL_DEPTH_ATTACHMENT, draw->shade_map, 0, i);
        glBindFramebuffer(GL_FRAMEBUFFER, draw->shade_framebuffer);
        glViewport(0, 0, TR_SHADE_SIDE, TR_SHADE_SIDE);
        glClearNamedFramebufferfv(draw->shade_framebuffer, GL_DEPTH, 0, &nothing);
        glProgramUniform1f(draw->shade_program, TR_AT_SHADE_RADIUS, radius_m);
        glBindVertexArray(draw->vertex_array);
        glDrawElements(GL_TRIANGLES, (GLsizei)draw->scene->index_count, GL_UNSIGNED_INT, NULL);
    }
    glDisable(GL_DEPTH_CLAMP);
    glBindTextureUnit(TR_UNIT_MESH_SHADE, draw->shade_map);
}

// ---------------------------------------------------------------------------------------------------------

bool tr_mesh_draw_create(const tr_mesh_scene *scene, tr_view_block *block, tr_mesh_draw *out, tr_error *err)
{
    *out = (tr_mesh_draw){.scene = scene};
    set_squares(scene, block, out);
    out->first_radius_m = block->shade_right[3];
    if (!create_shade_map(out, err)) return false;
    if (scene->index_count == 0) return true;
    out->program = tr_gl_program_create("meshes", tr_glsl_mesh_vertex, tr_glsl_mesh_fragment, err);
    if (!out->program) return false;
    out->shade_program = tr_gl_program_create("shadows", tr_glsl_mesh_shade_vertex, tr_glsl_water_fragment, err);
    if (!out->shade_program) return false;
    create_buffers(out);
    return true;
}

void tr_mesh_draw_destroy(tr_mesh_draw *draw)
{
    glDeleteProgram(draw->program);
    glDeleteProgram(draw->shade_program);
    const GLuint buffers[2] = {draw->vertex_buffer, draw->index_buffer};
    glDeleteBuffers(2, buffers);
    glDeleteVertexArrays(1, &draw->vertex_array);
    glDeleteTextures(1, &draw->shade_map);
    glDeleteFramebuffers(1, &draw->shade_framebuffer);
    *draw = (tr_mesh_draw){0};
}

void tr_mesh_draw_all(const tr_mesh_draw *draw, const tr_camera_frustum *frustum)
{
    if (draw->scene->index_count == 0) return;
    glUseProgram(draw->program);
    glBindVertexArray(draw->vertex_array);
    for (int i = 0; i < draw->scene->range_count; i++) {
        const tr_mesh_range *range = &draw->scene->ranges[i];
        if (frustum && !tr_camera_sees_box(frustum, range->box_low, range->box_high)) continue;
        glDrawElements(GL_TRIANGLES, (GLsizei)range->index_count, GL_UNSIGNED_INT,
                       (const void *)((uintptr_t)range->first_index * sizeof(uint32_t)));
    }
}
