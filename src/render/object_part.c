// What stands on the ground, prepared: meshes, models, copies of models, chunks of blocks.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/part.h"

enum {
    MESH_COOKIE = 0x6d657368,
    MODEL_COOKIE = 0x6d6f6465,
    INSTANCES_COOKIE = 0x696e7374,
    BLOCKS_COOKIE = 0x626c6f63,
};

tr_render_mesh_def tr_default_render_mesh_def(void)
{
    return (tr_render_mesh_def){.cookie = MESH_COOKIE};
}

tr_render_model_def tr_default_render_model_def(void)
{
    return (tr_render_model_def){.cookie = MODEL_COOKIE};
}

tr_render_instances_def tr_default_render_instances_def(void)
{
    return (tr_render_instances_def){.cookie = INSTANCES_COOKIE};
}

tr_render_blocks_def tr_default_render_blocks_def(void)
{
    return (tr_render_blocks_def){.cookie = BLOCKS_COOKIE, .cell_m = 1};
}

// ---------------------------------------------------------------------------------------------------------
// Light

static bool check_light(const tr_render_light *light, tr_error *err)
{
    if (light->count < 0 || (light->count > 0 && !light->levels))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d levels of light were announced and none given",
                       (int)light->count);
    for (int32_t i = 0; i < light->count; i++) {
        if (!light->levels[i] || light->levels[i]->kind != TR_RENDER_GROUND)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "level %d of the light is not a part of kind ground",
                           (int)i);
    }
    return true;
}

// The light at a place: shares of the sun and of the sky, 0..255.
static void light_at(const tr_render_light *light, const double at_m[3], uint8_t out[2])
{
    const tr_lit_level *finest = NULL;
    for (int32_t i = 0; i < light->count; i++) {
        const tr_lit_level *level = &light->levels[i]->ground.lit;
        if (finest && finest->area.spacing_m <= level->area.spacing_m) continue;
        if (tr_level_is_over(&level->area, at_m)) finest = level;
    }
    out[0] = out[1] = 255;
    if (!finest) return;
    const tr_place_light here = tr_lit_level_at(finest, at_m);
    out[0] = (uint8_t)lrintf(255 * here.sun);
    out[1] = (uint8_t)lrintf(255 * here.sky);
}

// ---------------------------------------------------------------------------------------------------------
// Meshes

// `name`: which mesh it is, for messages.
static bool check_mesh(const tr_mesh *mesh, const char *name, tr_error *err)
{
    if (mesh->index_count % 3 != 0)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s has %zu indices; triangles have three each", name,
                       mesh->index_count);
    if (mesh->index_count > 0 && (!mesh->positions || !mesh->indices))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s has no positions or no indices", name);
    if (mesh->vertex_count > UINT32_MAX || mesh->index_count > INT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "%s has %zu vertices and %zu indices; allowed is %u and %d", name,
                       mesh->vertex_count, mesh->index_count, UINT32_MAX, INT32_MAX);
    for (size_t i = 0; i < mesh->index_count; i++) {
        if (mesh->indices[i] >= mesh->vertex_count)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "index %zu of %s is %u; it has %zu vertices", i, name,
                           (unsigned)mesh->indices[i], mesh->vertex_count);
    }
    bool finite = isfinite(mesh->origin[0]) && isfinite(mesh->origin[1]) && isfinite(mesh->origin[2]);
    for (size_t i = 0; mesh->index_count > 0 && i < 3 * mesh->vertex_count; i++)
        finite = finite && isfinite(mesh->positions[i]) && (!mesh->normals || isfinite(mesh->normals[i]));
    for (size_t i = 0; mesh->uvs && i < 2 * mesh->vertex_count; i++) finite = finite && isfinite(mesh->uvs[i]);
    return finite || tr_fail(err, TR_ERROR_NOT_FINITE, "%s is not made of finite numbers", name);
}

static void pack_normal(const tr_mesh *mesh, size_t i, int16_t out[3])
{
    for (size_t axis = 0; mesh->normals && axis < 3; axis++)
        out[axis] = (int16_t)lrintf(32767 * fminf(fmaxf(mesh->normals[3 * i + axis], -1), 1));
}

static void grow_box(const float at[3], float radius, float low[3], float high[3])
{
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = fminf(low[axis], at[axis] - radius);
        high[axis] = fmaxf(high[axis], at[axis] + radius);
    }
}

static void empty_box(float low[3], float high[3])
{
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = INFINITY;
        high[axis] = -INFINITY;
    }
}

static void fill_mesh(const tr_render_mesh_def *def, tr_mesh_part *part)
{
    const tr_mesh *mesh = def->mesh;
    memcpy(part->origin_m, mesh->origin, sizeof part->origin_m);
    empty_box(part->low, part->high);
    for (size_t i = 0; i < part->vertex_count; i++) {
        tr_mesh_vertex vertex = {.color = {180, 180, 180, 255}};
        double at_m[3];
        memcpy(vertex.at, mesh->positions + 3 * i, sizeof vertex.at);
        for (int axis = 0; axis < 3; axis++) at_m[axis] = mesh->origin[axis] + (double)vertex.at[axis];
        pack_normal(mesh, i, vertex.normal);
        if (mesh->colors) memcpy(vertex.color, mesh->colors + 4 * i, 3);
        // An image brings colours of its own.
        if (!mesh->colors && part->uvs) memset(vertex.color, 255, 3);
        light_at(&def->light, at_m, vertex.light);
        grow_box(vertex.at, 0, part->low, part->high);
        part->vertices[i] = vertex;
    }
    if (part->index_count > 0) memcpy(part->indices, mesh->indices, part->index_count * sizeof *part->indices);
    if (part->uvs && mesh->uvs) memcpy(part->uvs, mesh->uvs, 2 * part->vertex_count * sizeof *part->uvs);
}

tr_render_part *tr_render_part_mesh(tr_context *context, const tr_render_mesh_def *def, tr_error *err)
{
    assert(def && def->cookie == MESH_COOKIE && def->mesh);
    const tr_limited_number alpha = {"the least alpha of a mesh", (double)def->min_alpha, 0, 1};
    if (!check_mesh(def->mesh, "the mesh", err) || !check_light(&def->light, err) || !tr_check_numbers(&alpha, 1, err))
        return NULL;
    if (def->image.id && def->mesh->index_count > 0 && !def->mesh->uvs) {
        tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the mesh has an image and no texture coordinates");
        return NULL;
    }
    tr_render_part *part = tr_render_part_new(context, TR_RENDER_MESH, err);
    if (!part) return NULL;
    tr_mesh_part *mesh = &part->mesh;
    *mesh = (tr_mesh_part){.image = def->image, .min_alpha = def->min_alpha, .index_count = def->mesh->index_count};
    mesh->vertex_count = mesh->index_count > 0 ? def->mesh->vertex_count : 0;
    mesh->vertices = tr_render_part_alloc(part, mesh->vertex_count, sizeof *mesh->vertices, err);
    if (mesh->vertices) mesh->indices = tr_render_part_alloc(part, mesh->index_count, sizeof *mesh->indices, err);
    bool ready = mesh->indices != NULL;
    if (ready && def->image.id) {
        mesh->uvs = tr_render_part_alloc(part, mesh->vertex_count, 2 * sizeof *mesh->uvs, err);
        ready = mesh->uvs != NULL;
    }
    if (ready) {
        fill_mesh(def, mesh);
        return part;
    }
    tr_render_part_destroy(part);
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Models

static void add_level(const tr_mesh *mesh, tr_model_part *part)
{
    const uint32_t first = (uint32_t)part->vertex_count;
    part->first_index[part->level_count] = (uint32_t)part->index_count;
    part->level_indices[part->level_count++] = (uint32_t)mesh->index_count;
    for (size_t i = 0; mesh->index_count > 0 && i < mesh->vertex_count; i++) {
        tr_model_vertex vertex = {.color = {180, 180, 180, 255}};
        for (size_t axis = 0; axis < 3; axis++)
            vertex.at[axis] = (float)(mesh->origin[axis] + (double)mesh->positions[3 * i + axis]);
        pack_normal(mesh, i, vertex.normal);
        if (mesh->colors) memcpy(vertex.color, mesh->colors + 4 * i, 3);
        part->vertices[part->vertex_count++] = vertex;
    }
    for (size_t i = 0; i < mesh->index_count; i++) part->indices[part->index_count++] = first + mesh->indices[i];
}

// The middle of the box around all vertices, and how far they are from it.
static tr_model_ball find_ball(const tr_model_part *part)
{
    tr_model_ball ball = {0};
    float low[3], high[3], radius2 = 0;
    empty_box(low, high);
    for (size_t i = 0; i < part->vertex_count; i++) grow_box(part->vertices[i].at, 0, low, high);
    for (int axis = 0; part->vertex_count > 0 && axis < 3; axis++)
        ball.middle_m[axis] = 0.5f * (low[axis] + high[axis]);
    for (size_t i = 0; i < part->vertex_count; i++) {
        float sum = 0;
        for (int axis = 0; axis < 3; axis++) {
            const float off = part->vertices[i].at[axis] - ball.middle_m[axis];
            sum += off * off;
        }
        radius2 = fmaxf(radius2, sum);
    }
    ball.radius_m = sqrtf(radius2);
    return ball;
}

static bool check_model(const tr_render_model_def *def, tr_error *err)
{
    if (def->level_count < 1 || def->level_count > TR_RENDER_MAX_MODEL_LEVELS || !def->levels)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the model has %d levels; allowed is 1 to %d",
                       (int)def->level_count, TR_RENDER_MAX_MODEL_LEVELS);
    for (int32_t i = 0; i < def->level_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "level %d of the model", (int)i);
        if (!check_mesh(&def->levels[i], name, err)) return false;
    }
    return true;
}

tr_render_part *tr_render_part_model(tr_context *context, const tr_render_model_def *def, tr_error *err)
{
    assert(def && def->cookie == MODEL_COOKIE);
    if (!check_model(def, err)) return NULL;
    size_t vertex_count = 0, index_count = 0;
    for (int32_t i = 0; i < def->level_count; i++) {
        vertex_count += def->levels[i].vertex_count;
        index_count += def->levels[i].index_count;
    }
    tr_render_part *part = tr_render_part_new(context, TR_RENDER_MODEL, err);
    if (!part) return NULL;
    tr_model_part *model = &part->model;
    model->vertices = tr_render_part_alloc(part, vertex_count, sizeof *model->vertices, err);
    if (model->vertices) model->indices = tr_render_part_alloc(part, index_count, sizeof *model->indices, err);
    if (!model->indices) {
        model->vertex_count = vertex_count;
        tr_render_part_destroy(part);
        return NULL;
    }
    for (int32_t i = 0; i < def->level_count; i++) add_level(&def->levels[i], model);
    model->ball = find_ball(model);
    return part;
}

// ---------------------------------------------------------------------------------------------------------
// Instances

static void rotate(const int16_t quaternion[4], const float v[3], float out[3])
{
    float q[4], inner[3];
    for (int i = 0; i < 4; i++) q[i] = (float)quaternion[i] / 32767;
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        inner[i] = q[next] * v[last] - q[last] * v[next] + q[3] * v[i];
    }
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        out[i] = v[i] + 2 * (q[next] * inner[last] - q[last] * inner[next]);
    }
}

void tr_instance_middle(const tr_model_ball *ball, const tr_instance_place *place, float middle[3])
{
    float offset[3];
    rotate(place->rotation, ball->middle_m, offset);
    for (int axis = 0; axis < 3; axis++) middle[axis] = place->at[axis] + place->scale * offset[axis];
}

static bool check_instance(const tr_render_instance *instance, size_t index, tr_error *err)
{
    const double length_error = 1e-3;
    double length2 = 0;
    bool finite = isfinite(instance->scale);
    for (int i = 0; i < 4; i++) {
        length2 += (double)instance->rotation[i] * (double)instance->rotation[i];
        finite = finite && isfinite(instance->rotation[i]) && (i == 3 || isfinite(instance->position_m[i]));
    }
    if (!finite) return tr_fail(err, TR_ERROR_NOT_FINITE, "instance %zu is not made of finite numbers", index);
    if (fabs(length2 - 1) > length_error)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the rotation of instance %zu has a length of %.6g; allowed is 1", index, sqrt(length2));
    if (!(instance->scale > 0) || instance->scale > 1e6f)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the scale of instance %zu is %.9g; allowed is above 0 to 1e6",
                       index, (double)instance->scale);
    for (int axis = 0; axis < 3; axis++) {
        if (fabs(instance->position_m[axis]) > TR_RENDER_FAR_M)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "instance %zu is at %.9g m; allowed is up to %.9g", index,
                           instance->position_m[axis], TR_RENDER_FAR_M);
    }
    return true;
}

static bool check_instances(const tr_render_instances_def *def, tr_error *err)
{
    if (!def->model || def->model->kind != TR_RENDER_MODEL)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "instances need a part of kind model");
    if (def->count > INT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "there are %zu instances; allowed is %d", def->count, INT32_MAX);
    if (def->count > 0 && !def->instances)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%zu instances were announced and none given", def->count);
    for (size_t i = 0; i < def->count; i++)
        if (!check_instance(&def->instances[i], i, err)) return false;
    return check_light(&def->light, err);
}

static tr_instance_place place_of(const tr_render_instance *instance, const double origin_m[3])
{
    tr_instance_place place = {.scale = instance->scale};
    for (int axis = 0; axis < 3; axis++) place.at[axis] = (float)(instance->position_m[axis] - origin_m[axis]);
    for (int i = 0; i < 4; i++) place.rotation[i] = (int16_t)lrintf(32767 * fminf(fmaxf(instance->rotation[i], -1), 1));
    memcpy(place.tint, instance->tint, sizeof place.tint);
    return place;
}

// The middle of the box around all of them.
static void find_origin(const tr_render_instances_def *def, double out[3])
{
    for (int axis = 0; axis < 3; axis++) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (size_t i = 0; i < def->count; i++) {
            low = fmin(low, def->instances[i].position_m[axis]);
            high = fmax(high, def->instances[i].position_m[axis]);
        }
        out[axis] = def->count > 0 ? 0.5 * low + 0.5 * high : 0;
    }
}

typedef struct instance_job {
    const tr_render_instances_def *def;
    tr_instances_part *part;
} instance_job;

static bool fill_places(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    const instance_job *job = user;
    for (int64_t i = begin; i < end; i++) {
        tr_instance_place *place = &job->part->places[i];
        *place = place_of(&job->def->instances[i], job->part->origin_m);
        float middle[3];
        double at_m[3];
        tr_instance_middle(&job->part->ball, place, middle);
        for (int axis = 0; axis < 3; axis++) at_m[axis] = job->part->origin_m[axis] + (double)middle[axis];
        light_at(&job->def->light, at_m, place->light);
    }
    return true;
}

tr_render_part *tr_render_part_instances(tr_context *context, const tr_render_instances_def *def, tr_error *err)
{
    enum { GRAIN = 4096 };
    assert(def && def->cookie == INSTANCES_COOKIE);
    if (!check_instances(def, err)) return NULL;
    tr_render_part *part = tr_render_part_new(context, TR_RENDER_INSTANCES, err);
    if (!part) return NULL;
    tr_instances_part *instances = &part->instances;
    *instances = (tr_instances_part){.ball = def->model->model.ball, .model_id = def->model_id, .count = def->count};
    instances->places = tr_render_part_alloc(part, def->count, sizeof *instances->places, err);
    find_origin(def, instances->origin_m);
    instance_job job = {def, instances};
    if (!instances->places ||
        !tr_parallel_for(context, &(tr_range_work){(int64_t)def->count, GRAIN, fill_places, &job}, NULL, err)) {
        tr_render_part_destroy(part);
        return NULL;
    }
    empty_box(instances->low, instances->high);
    for (size_t i = 0; i < def->count; i++) {
        float middle[3];
        tr_instance_middle(&instances->ball, &instances->places[i], middle);
        grow_box(middle, instances->places[i].scale * instances->ball.radius_m, instances->low, instances->high);
    }
    return part;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks

static bool is_water(const tr_voxel_quad *quad)
{
    return (quad->block & TR_BLOCK_KIND_MASK) == TR_BLOCK_WATER;
}

// Around the quads, not around the chunk, of which most may be empty.
static void grow_by_quad(const tr_voxel_quad *quad, tr_blocks_part *part)
{
    // Which axes the two sizes of a quad lie along, by face.
    static const int8_t first[TR_FACE_COUNT] = {1, 1, 0, 0, 0, 0, 0, 0},
                        second[TR_FACE_COUNT] = {2, 2, 2, 2, 1, 1, 2, 2};
    const uint8_t at[3] = {quad->x, quad->y, quad->z};
    for (int axis = 0; axis < 3; axis++) {
        const int size = axis == first[quad->face] ? quad->width : axis == second[quad->face] ? quad->height : 1;
        const float low = part->cell_m * (float)at[axis];
        part->low[axis] = fminf(part->low[axis], low);
        part->high[axis] = fmaxf(part->high[axis], low + part->cell_m * (float)size);
    }
}

static void add_quads(const tr_voxel_quad *quads, size_t count, bool water, tr_blocks_part *part)
{
    for (size_t i = 0; i < count; i++)
        if (is_water(&quads[i]) == water) part->quads[part->quad_count++] = quads[i];
}

static void fill_blocks(const tr_render_blocks_def *def, tr_blocks_part *part)
{
    const tr_voxel_mesh *mesh = def->mesh;
    const size_t solid = mesh->pass_end[TR_PASS_SPRITE];
    part->opaque_count = (uint32_t)mesh->pass_end[TR_PASS_OPAQUE];
    if (solid > 0) memcpy(part->quads, mesh->quads, solid * sizeof *mesh->quads);
    part->quad_count = (uint32_t)solid;
    // Of the translucent quads first those that are not water: it is drawn apart.
    add_quads(mesh->quads + solid, mesh->count - solid, false, part);
    part->dry_count = part->quad_count;
    add_quads(mesh->quads + solid, mesh->count - solid, true, part);
    int64_t at[3];
    for (int axis = 0; axis < 3; axis++) at[axis] = (int64_t)floor(def->origin_m[axis] / (TR_VOXEL_SIDE * def->cell_m));
    part->salt = (uint32_t)tr_hash_identity(0, 0, at[0], at[1], at[2]) & 0xffff;
    empty_box(part->low, part->high);
    for (size_t i = 0; i < mesh->count; i++) grow_by_quad(&mesh->quads[i], part);
}

tr_render_part *tr_render_part_blocks(tr_context *context, const tr_render_blocks_def *def, tr_error *err)
{
    assert(def && def->cookie == BLOCKS_COOKIE && def->mesh);
    if (!(def->cell_m > 0 && def->cell_m <= 1e6)) {
        tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "cells of the chunk are %.9g m; allowed is above 0 to 1e6",
                def->cell_m);
        return NULL;
    }
    const tr_limited_number numbers[] = {{"x of the chunk", def->origin_m[0], -TR_RENDER_FAR_M, TR_RENDER_FAR_M},
                                         {"y of the chunk", def->origin_m[1], -TR_RENDER_FAR_M, TR_RENDER_FAR_M},
                                         {"z of the chunk", def->origin_m[2], -TR_RENDER_FAR_M, TR_RENDER_FAR_M},
                                         {"the number of quads", (double)def->mesh->count, 0, INT32_MAX}};
    if (!tr_check_numbers(numbers, sizeof numbers / sizeof *numbers, err)) return NULL;
    tr_render_part *part = tr_render_part_new(context, TR_RENDER_BLOCKS, err);
    if (!part) return NULL;
    part->blocks.cell_m = (float)def->cell_m;
    memcpy(part->blocks.origin_m, def->origin_m, sizeof def->origin_m);
    part->blocks.quads = tr_render_part_alloc(part, def->mesh->count, sizeof *part->blocks.quads, err);
    if (part->blocks.quads) {
        fill_blocks(def, &part->blocks);
        return part;
    }
    tr_render_part_destroy(part);
    return NULL;
}
