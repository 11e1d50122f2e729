#include "render/block_draw.h"

#include <epoxy/gl.h>
#include <stddef.h>

#include "render/block_texture.h"
#include "render/gl_program.h"
#include "render/view_block.h"

extern const char tr_glsl_block_vertex[], tr_glsl_block_fragment[], tr_glsl_block_shade_vertex[],
    tr_glsl_block_water_vertex[], tr_glsl_water_fragment[];

enum { VERTICES_OF_QUAD = 6 };

// ---------------------------------------------------------------------------------------------------------
// Buffers

static void add_attribute(GLuint array, GLuint index, GLint size, GLenum type, size_t offset)
{
    glEnableVertexArrayAttrib(array, index);
    glVertexArrayAttribIFormat(array, index, size, type, (GLuint)offset);
    glVertexArrayAttribBinding(array, index, 0);
}

static void create_buffers(tr_block_draw *draw)
{
    const tr_block_scene *scene = draw->scene;
    glCreateBuffers(1, &draw->quad_buffer);
    glNamedBufferStorage(draw->quad_buffer, (GLsizeiptr)(scene->count * sizeof *scene->quads), scene->quads, 0);
    glCreateVertexArrays(1, &draw->vertex_array);
    glVertexArrayVertexBuffer(draw->vertex_array, 0, draw->quad_buffer, 0, sizeof *scene->quads);
    glVertexArrayBindingDivisor(draw->vertex_array, 0, 1);
    add_attribute(draw->vertex_array, TR_AT_QUAD_PLACE, 4, GL_UNSIGNED_BYTE, offsetof(tr_voxel_quad, x));
    add_attribute(draw->vertex_array, TR_AT_QUAD_SIZE, 4, GL_UNSIGNED_BYTE, offsetof(tr_voxel_quad, width));
    add_attribute(draw->vertex_array, TR_AT_QUAD_SHADE, 2, GL_UNSIGNED_BYTE, offsetof(tr_voxel_quad, occlusion));
    add_attribute(draw->vertex_array, TR_AT_QUAD_LIGHT, 4, GL_UNSIGNED_SHORT, offsetof(tr_voxel_quad, light));
}

static bool create_texture(tr_context *context, tr_block_draw *draw, tr_error *err)
{
    uint8_t *texels = tr_alloc(context, TR_BLOCK_TEXTURE_BYTES, err);
    if (!texels) return false;
    tr_block_texture_fill(texels);
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &draw->texture);
    glTextureStorage3D(draw->texture, TR_BLOCK_TEXTURE_MIPS, GL_SRGB8_ALPHA8, TR_BLOCK_TEXTURE_SIDE,
                       TR_BLOCK_TEXTURE_SIDE, TR_BLOCK_TEXTURE_LAYERS);
    glTextureSubImage3D(draw->texture, 0, 0, 0, 0, TR_BLOCK_TEXTURE_SIDE, TR_BLOCK_TEXTURE_SIDE,
                        TR_BLOCK_TEXTURE_LAYERS, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glGenerateTextureMipmap(draw->texture);
    glTextureParameteri(draw->texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTextureParameteri(draw->texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    tr_free(context, texels);
    return true;
}

bool tr_block_draw_create(tr_context *context, const tr_block_scene *scene, tr_block_draw *out, tr_error *err)
{
    *out = (tr_block_draw){.scene = scene};
    if (scene->count == 0) return true;
    out->program = tr_gl_program_create("blocks", tr_glsl_block_vertex, tr_glsl_block_fragment, err);
    if (!out->program) return false;
    out->shade_program =
        tr_gl_program_create("shadows of blocks", tr_glsl_block_shade_vertex, tr_glsl_water_fragment, err);
    if (!out->shade_program) return false;
    out->water_program =
        tr_gl_program_create("water of blocks", tr_glsl_block_water_vertex, tr_glsl_water_fragment, err);
    if (!out->water_program) return false;
    create_buffers(out);
    return create_texture(context, out, err);
}

void tr_block_draw_destroy(tr_block_draw *draw)
{
    glDeleteProgram(draw->program);
    glDeleteProgram(draw->shade_program);
    glDeleteProgram(draw->water_program);
    glDeleteBuffers(1, &draw->quad_buffer);
    glDeleteVertexArrays(1, &draw->vertex_array);
    glDeleteTextures(1, &draw->texture);
    *draw = (tr_block_draw){0};
}

// ---------------------------------------------------------------------------------------------------------
// Drawing

static void draw_range(const tr_block_part *part, uint32_t first, uint32_t count)
{
    if (count == 0) return;
    glUniform4f(TR_AT_BLOCK_ORIGIN, part->origin[0], part->origin[1], part->origin[2], part->cell_m);
    glDrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, VERTICES_OF_QUAD, (GLsizei)count, first);
}

static bool is_seen(const tr_block_part *part, const tr_camera_frustum *frustum)
{
    return !frustum || tr_camera_sees_box(frustum, part->box_low, part->box_high);
}

void tr_block_draw_solid(const tr_block_draw *draw, const tr_camera_frustum *frustum)
{
    if (draw->scene->count == 0) return;
    glUseProgram(draw->program);
    glBindVertexArray(draw->vertex_array);
    glBindTextureUnit(TR_UNIT_BLOCKS, draw->texture);
    for (int i = 0; i < draw->scene->part_count; i++) {
        const tr_block_part *part = &draw->scene->parts[i];
        if (!is_seen(part, frustum)) continue;
        glUniform1f(TR_AT_BLOCK_SALT, (float)part->salt);
        // Ice and glass follow the solid quads directly: they are drawn as if they were opaque.
        draw_range(part, part->solid_first, part->solid_count + part->clear_count);
    }
}

void tr_block_draw_water(const tr_block_draw *draw, const tr_camera_frustum *frustum)
{
    if (!draw->scene->has_water) return;
    glUseProgram(draw->water_program);
    glBindVertexArray(draw->vertex_array);
    for (int i = 0; i < draw->scene->part_count; i++) {
        const tr_block_part *part = &draw->scene->parts[i];
        if (is_seen(part, frustum)) draw_range(part, part->water_first, part->water_count);
    }
}

void tr_block_draw_shade(const tr_block_draw *draw, float radius_m)
{
    if (draw->scene->count == 0) return;
    glUseProgram(draw->shade_program);
    glUniform1f(TR_AT_SHADE_RADIUS, radius_m);
    glBindVertexArray(draw->vertex_array);
    for (int i = 0; i < draw->scene->part_count; i++) {
        const tr_block_part *part = &draw->scene->parts[i];
        draw_range(part, part->solid_first, part->opaque_count);
    }
}
