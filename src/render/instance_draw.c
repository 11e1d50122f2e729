#include "render/instance_draw.h"

#include <epoxy/gl.h>
#include <stddef.h>

#include "render/gl_program.h"

extern const char tr_glsl_instance_vertex[], tr_glsl_instance_fragment[], tr_glsl_instance_shade_vertex[];
extern const char tr_glsl_impostor_vertex[], tr_glsl_impostor_fragment[];
extern const char tr_glsl_impostor_shade_vertex[], tr_glsl_impostor_shade_fragment[], tr_glsl_water_fragment[];

enum { FROM_VERTICES, FROM_PLACES };  // bindings of vertex arrays

// ---------------------------------------------------------------------------------------------------------
// Buffers

static void add_attribute(GLuint array, GLuint binding, GLuint index, GLint size, GLenum type, bool scaled,
                          size_t offset)
{
    glEnableVertexArrayAttrib(array, index);
    glVertexArrayAttribFormat(array, index, size, type, scaled, (GLuint)offset);
    glVertexArrayAttribBinding(array, index, binding);
}

static void add_places(GLuint array, GLuint buffer)
{
    glVertexArrayVertexBuffer(array, FROM_PLACES, buffer, 0, sizeof(tr_instance_place));
    glVertexArrayBindingDivisor(array, FROM_PLACES, 1);
    add_attribute(array, FROM_PLACES, TR_AT_INSTANCE_PLACE, 4, GL_FLOAT, false, offsetof(tr_instance_place, at));
    add_attribute(array, FROM_PLACES, TR_AT_INSTANCE_TURN, 4, GL_SHORT, true, offsetof(tr_instance_place, rotation));
    add_attribute(array, FROM_PLACES, TR_AT_INSTANCE_TINT, 3, GL_UNSIGNED_BYTE, true,
                  offsetof(tr_instance_place, tint));
    add_attribute(array, FROM_PLACES, TR_AT_INSTANCE_LIGHT, 2, GL_UNSIGNED_BYTE, true,
                  offsetof(tr_instance_place, light));
}

static void create_mesh_array(tr_instance_draw *draw)
{
    glCreateVertexArrays(1, &draw->vertex_array);
    const GLuint array = draw->vertex_array;
    glVertexArrayElementBuffer(array, draw->index_buffer);
    glVertexArrayVertexBuffer(array, FROM_VERTICES, draw->vertex_buffer, 0, sizeof(tr_model_vertex));
    add_attribute(array, FROM_VERTICES, TR_AT_MESH_POSITION, 3, GL_FLOAT, false, offsetof(tr_model_vertex, at));
    add_attribute(array, FROM_VERTICES, TR_AT_MESH_NORMAL, 3, GL_SHORT, true, offsetof(tr_model_vertex, normal));
    add_attribute(array, FROM_VERTICES, TR_AT_MESH_COLOR, 3, GL_UNSIGNED_BYTE, true, offsetof(tr_model_vertex, color));
    add_places(array, draw->place_buffer);
}

static void create_picture_array(tr_instance_draw *draw)
{
    glCreateVertexArrays(1, &draw->picture_array);
    const GLuint array = draw->picture_array;
    add_places(array, draw->place_buffer);
    glEnableVertexArrayAttrib(array, TR_AT_INSTANCE_GROUP);
    glVertexArrayAttribIFormat(array, TR_AT_INSTANCE_GROUP, 1, GL_UNSIGNED_SHORT, offsetof(tr_instance_place, group));
    glVertexArrayAttribBinding(array, TR_AT_INSTANCE_GROUP, FROM_PLACES);
}

static bool create_balls(tr_instance_draw *draw, tr_error *err)
{
    const tr_instance_scene *scene = draw->scene;
    float(*balls)[4] = tr_alloc_array(draw->context, (size_t)scene->group_count, sizeof *balls, err);
    if (!balls) return false;
    for (int i = 0; i < scene->group_count; i++) {
        for (int axis = 0; axis < 3; axis++) balls[i][axis] = scene->groups[i].middle_m[axis];
        balls[i][3] = scene->groups[i].radius_m;
    }
    glCreateBuffers(1, &draw->ball_buffer);
    glNamedBufferStorage(draw->ball_buffer, (GLsizeiptr)((size_t)scene->group_count * sizeof *balls), balls, 0);
    tr_free(draw->context, balls);
    return true;
}

static bool create_buffers(tr_instance_draw *draw, tr_error *err)
{
    const tr_instance_scene *scene = draw->scene;
    glCreateBuffers(1, &draw->vertex_buffer);
    glNamedBufferStorage(draw->vertex_buffer, (GLsizeiptr)(scene->vertex_count * sizeof *scene->vertices),
                         scene->vertices, 0);
    glCreateBuffers(1, &draw->index_buffer);
    glNamedBufferStorage(draw->index_buffer, (GLsizeiptr)(scene->index_count * sizeof *scene->indices), scene->indices,
                         0);
    glCreateBuffers(1, &draw->place_buffer);
    create_mesh_array(draw);
    create_picture_array(draw);
    return create_balls(draw, err);
}

static bool create_programs(tr_instance_draw *draw, tr_error *err)
{
    draw->seen.mesh = tr_gl_program_create("instances", tr_glsl_instance_vertex, tr_glsl_instance_fragment, err);
    if (!draw->seen.mesh) return false;
    draw->seen.picture =
        tr_gl_program_create("pictures of instances", tr_glsl_impostor_vertex, tr_glsl_impostor_fragment, err);
    if (!draw->seen.picture) return false;
    draw->shade.mesh =
        tr_gl_program_create("shadows of instances", tr_glsl_instance_shade_vertex, tr_glsl_water_fragment, err);
    if (!draw->shade.mesh) return false;
    draw->shade.picture = tr_gl_program_create("shadows of pictures", tr_glsl_impostor_shade_vertex,
                                               tr_glsl_impostor_shade_fragment, err);
    return draw->shade.picture != 0;
}

bool tr_instance_draw_create(tr_context *context, const tr_instance_scene *scene, tr_instance_draw *out, tr_error *err)
{
    *out = (tr_instance_draw){.context = context, .scene = scene};
    if (scene->place_count == 0) return true;
    return create_programs(out, err) && tr_instance_picks_create(context, scene, &out->picks, err) &&
           create_buffers(out, err) && tr_impostor_bake(scene, out->vertex_array, &out->pictures, err);
}

void tr_instance_draw_destroy(tr_instance_draw *draw)
{
    glDeleteProgram(draw->seen.mesh);
    glDeleteProgram(draw->seen.picture);
    glDeleteProgram(draw->shade.mesh);
    glDeleteProgram(draw->shade.picture);
    const GLuint buffers[4] = {draw->vertex_buffer, draw->index_buffer, draw->place_buffer, draw->ball_buffer};
    glDeleteBuffers(4, buffers);
    const GLuint arrays[2] = {draw->vertex_array, draw->picture_array};
    glDeleteVertexArrays(2, arrays);
    tr_impostor_destroy(&draw->pictures);
    if (draw->context) tr_instance_picks_destroy(draw->context, &draw->picks);
    *draw = (tr_instance_draw){0};
}

// ---------------------------------------------------------------------------------------------------------
// Drawing

static void draw_meshes(const tr_instance_draw *draw)
{
    glBindVertexArray(draw->vertex_array);
    for (int i = 0; i < draw->scene->group_count; i++) {
        const tr_instance_group *group = &draw->scene->groups[i];
        for (int level = 0; level < group->level_count; level++) {
            const tr_instance_range *range = &draw->picks.meshes[i * TR_VIEW_MAX_MODEL_LEVELS + level];
            if (range->count == 0 || group->index_count[level] == 0) continue;
            glDrawElementsInstancedBaseInstance(GL_TRIANGLES, (GLsizei)group->index_count[level], GL_UNSIGNED_INT,
                                                (const void *)((uintptr_t)group->first_index[level] * sizeof(uint32_t)),
                                                (GLsizei)range->count, range->first);
        }
    }
}

static void draw_picks(const tr_instance_draw *draw, const tr_instance_programs *programs)
{
    const tr_instance_picks *picks = &draw->picks;
    if (picks->count == 0) return;
    glNamedBufferData(draw->place_buffer, (GLsizeiptr)(picks->count * sizeof *picks->places), picks->places,
                      GL_STREAM_DRAW);
    glUseProgram(programs->mesh);
    draw_meshes(draw);
    if (picks->pictures.count == 0) return;
    glUseProgram(programs->picture);
    glBindVertexArray(draw->picture_array);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TR_INSTANCE_BALLS_BINDING, draw->ball_buffer);
    glBindTextureUnit(TR_UNIT_IMPOSTOR_COLOR, draw->pictures.color);
    glBindTextureUnit(TR_UNIT_IMPOSTOR_NORMAL, draw->pictures.normal);
    glDrawArraysInstancedBaseInstance(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)picks->pictures.count, picks->pictures.first);
}

void tr_instance_draw_shade(tr_instance_draw *draw, const tr_view_block *block, const tr_shade_map *shade, int square)
{
    if (draw->scene->place_count == 0) return;
    const float radius_m = tr_shade_map_radius_m(shade, square);
    tr_instance_pick_square(draw->scene, block, radius_m, square > 0 ? tr_shade_map_radius_m(shade, square - 1) : 0,
                            &draw->picks);
    glProgramUniform1f(draw->shade.mesh, TR_AT_SHADE_RADIUS, radius_m);
    glProgramUniform1f(draw->shade.picture, TR_AT_SHADE_RADIUS, radius_m);
    draw_picks(draw, &draw->shade);
}

void tr_instance_draw_all(tr_instance_draw *draw, const tr_camera_frustum *frustum, float px_per_radian, float mirror_m)
{
    if (draw->scene->place_count == 0) return;
    tr_instance_pick_view(draw->scene, frustum, px_per_radian, mirror_m, &draw->picks);
    draw_picks(draw, &draw->seen);
}
