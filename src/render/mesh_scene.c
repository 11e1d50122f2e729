#include "render/mesh_scene.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------
// Vertices

static tr_mesh_vertex vertex_of(const tr_mesh *mesh, size_t i, const double eye[3])
{
    tr_mesh_vertex vertex = {.color = {180, 180, 180, 255}, .light = {255, 255, 0, 0}};
    for (size_t axis = 0; axis < 3; axis++) {
        vertex.at[axis] = (float)(mesh->origin[axis] - eye[axis] + (double)mesh->positions[3 * i + axis]);
        if (mesh->normals)
            vertex.normal[axis] = (int16_t)lrintf(32767 * fminf(fmaxf(mesh->normals[3 * i + axis], -1), 1));
    }
    if (mesh->colors) memcpy(vertex.color, mesh->colors + 4 * i, 3);
    return vertex;
}

static void grow_box(const tr_mesh_vertex *vertex, tr_mesh_range *range)
{
    for (int axis = 0; axis < 3; axis++) {
        range->box_low[axis] = fminf(range->box_low[axis], vertex->at[axis]);
        range->box_high[axis] = fmaxf(range->box_high[axis], vertex->at[axis]);
    }
}

static float box_distance(const tr_mesh_range *range)
{
    float sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const float off = fmaxf(fmaxf(range->box_low[axis], -range->box_high[axis]), 0);
        sum += off * off;
    }
    return sqrtf(sum);
}

static void add_mesh(tr_mesh_scene *scene, const tr_mesh *mesh, const double eye[3])
{
    tr_mesh_range *range = &scene->ranges[scene->range_count++];
    const uint32_t first = (uint32_t)scene->vertex_count;
    *range = (tr_mesh_range){.first_index = (uint32_t)scene->index_count,
                             .index_count = (uint32_t)mesh->index_count,
                             .box_low = {INFINITY, INFINITY, INFINITY},
                             .box_high = {-INFINITY, -INFINITY, -INFINITY}};
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const tr_mesh_vertex vertex = vertex_of(mesh, i, eye);
        grow_box(&vertex, range);
        scene->vertices[scene->vertex_count++] = vertex;
    }
    for (size_t i = 0; i < mesh->index_count; i++) scene->indices[scene->index_count++] = first + mesh->indices[i];
    const float far_x = fmaxf(fabsf(range->box_low[0]), fabsf(range->box_high[0]));
    const float far_z = fmaxf(fabsf(range->box_low[2]), fabsf(range->box_high[2]));
    range->box_low[1] -=
        (float)tr_camera_earth_drop_m(sqrt((double)far_x * (double)far_x + (double)far_z * (double)far_z));
    scene->nearest_m = fminf(scene->nearest_m, box_distance(range));
}

// ---------------------------------------------------------------------------------------------------------
// The whole

bool tr_mesh_scene_create(tr_context *context, const tr_view_def *def, tr_mesh_scene *out, tr_error *err)
{
    *out = (tr_mesh_scene){.nearest_m = INFINITY};
    size_t vertex_count = 0, index_count = 0;
    for (int32_t i = 0; i < def->mesh_count; i++) {
        vertex_count += def->meshes[i].vertex_count;
        index_count += def->meshes[i].index_count;
    }
    if (index_count == 0) return true;
    if (vertex_count > UINT32_MAX || index_count > INT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the meshes have %zu vertices and %zu indices; allowed is %u and %d",
                       vertex_count, index_count, UINT32_MAX, INT32_MAX);
    out->vertices = tr_alloc_array(context, vertex_count, sizeof *out->vertices, err);
    if (out->vertices) out->indices = tr_alloc_array(context, index_count, sizeof *out->indices, err);
    if (out->indices) out->ranges = tr_alloc_array(context, (size_t)def->mesh_count, sizeof *out->ranges, err);
    if (!out->ranges) {
        tr_mesh_scene_destroy(context, out);
        return false;
    }
    for (int32_t i = 0; i < def->mesh_count; i++)
        if (def->meshes[i].index_count > 0) add_mesh(out, &def->meshes[i], def->eye_m);
    return true;
}

void tr_mesh_scene_destroy(tr_context *context, tr_mesh_scene *scene)
{
    tr_free(context, scene->vertices);
    tr_free(context, scene->indices);
    tr_free(context, scene->ranges);
    *scene = (tr_mesh_scene){0};
}

// ---------------------------------------------------------------------------------------------------------
// Light

void tr_mesh_scene_add_light(tr_mesh_scene *scene, const tr_view_def *def, const tr_view_level *level,
                             const tr_level_light *light)
{
    for (size_t i = 0; i < scene->vertex_count; i++) {
        tr_mesh_vertex *vertex = &scene->vertices[i];
        double at_m[3];
        for (int axis = 0; axis < 3; axis++) at_m[axis] = def->eye_m[axis] + (double)vertex->at[axis];
        if (!tr_level_is_over(&level->area, at_m)) continue;
        const tr_place_light here = tr_level_light_at(def, level, light, at_m);
        vertex->light[0] = (uint8_t)lrintf(255 * here.sun);
        vertex->light[1] = (uint8_t)lrintf(255 * here.sky);
    }
}
