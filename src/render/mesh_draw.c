#include "render/mesh_draw.h"

#include <epoxy/gl.h>
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

bool tr_mesh_draw_create(const tr_mesh_scene *scene, tr_mesh_draw *out, tr_error *err)
{
    *out = (tr_mesh_draw){.scene = scene};
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

void tr_mesh_draw_shade(const tr_mesh_draw *draw, float radius_m)
{
    if (draw->scene->index_count == 0) return;
    glUseProgram(draw->shade_program);
    glProgramUniform1f(draw->shade_program, TR_AT_SHADE_RADIUS, radius_m);
    glBindVertexArray(draw->vertex_array);
    glDrawElements(GL_TRIANGLES, (GLsizei)draw->scene->index_count, GL_UNSIGNED_INT, NULL);
}
