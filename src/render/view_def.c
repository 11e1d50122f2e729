#include "render/view_def.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

enum { VIEW_DEF_COOKIE = 0x76696577 };

tr_view_def tr_default_view_def(void)
{
    return (tr_view_def){
        .cookie = VIEW_DEF_COOKIE,
        .width = 1280,
        .height = 720,
        .eye_m = {0, 500, 0},
        .target_m = {0, 0, -1000},
        .fov_deg = 45,
        .sun_azimuth_deg = 225,
        .sun_elevation_deg = 30,
        .visibility_m = 45000,
        .water = true,
        .samples = 4,
    };
}

// ---------------------------------------------------------------------------------------------------------
// Numbers

typedef struct limited_number {
    const char *name;
    double value, low, high;
} limited_number;

static bool check_number(const limited_number *number, tr_error *err)
{
    if (!isfinite(number->value)) return tr_fail(err, TR_ERROR_NOT_FINITE, "%s is not a finite number", number->name);
    if (number->value < number->low || number->value > number->high) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %.9g; allowed is %.9g to %.9g", number->name,
                       number->value, number->low, number->high);
    }
    return true;
}

static bool check_numbers(const tr_view_def *def, tr_error *err)
{
    // Positions: what an area can reach, 2^62 units of 1/256 m. Heights: far above every mountain.
    const double far_m = 1.8e16, high_m = 1e6;
    const limited_number numbers[] = {
        {"the width of the view", def->width, 16, 8192},
        {"the height of the view", def->height, 16, 8192},
        {"x of the eye", def->eye_m[0], -far_m, far_m},
        {"y of the eye", def->eye_m[1], -high_m, high_m},
        {"z of the eye", def->eye_m[2], -far_m, far_m},
        {"x of the target", def->target_m[0], -far_m, far_m},
        {"y of the target", def->target_m[1], -high_m, high_m},
        {"z of the target", def->target_m[2], -far_m, far_m},
        {"the field of view", def->fov_deg, 10, 120},
        {"the azimuth of the sun", def->sun_azimuth_deg, -360, 360},
        {"the elevation of the sun", def->sun_elevation_deg, -10, 90},
        {"the visibility", def->visibility_m, 100, 1e7},
        {"the sea level", def->sea_level_m, -high_m, high_m},
        {"the number of samples", def->samples, 1, 8},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!check_number(&numbers[i], err)) return false;
    }
    const double x = def->target_m[0] - def->eye_m[0], y = def->target_m[1] - def->eye_m[1],
                 z = def->target_m[2] - def->eye_m[2];
    if (x * x + y * y + z * z < 1e-6) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the eye and what it looks at are the same point");
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Levels

static bool check_level(const tr_view_level *level, int index, tr_error *err)
{
    enum { MIN_SIDE = 8, MAX_SIDE = 8192 };
    const tr_area *area = &level->area;
    if (!tr_area_check(area, err)) return false;
    if (area->width < MIN_SIDE || area->height < MIN_SIDE || area->width > MAX_SIDE || area->height > MAX_SIDE) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "level %d has %d x %d samples; allowed is %d to %d each", index,
                       (int)area->width, (int)area->height, MIN_SIDE, MAX_SIDE);
    }
    if (!level->height.samples || level->height.width != area->width || level->height.height != area->height) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the heights of level %d are not of the size of its area",
                       index);
    }
    const tr_image *color = &level->color;
    if (!color->pixels || color->width != area->width || color->height != area->height || color->channels != 3 ||
        color->bits != 8) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the colours of level %d are not RGB with 8 bits of the size of its area", index);
    }
    const tr_grid *water = &level->water;
    if (water->samples && (water->width != area->width || water->height != area->height)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the water of level %d is not of the size of its area", index);
    }
    return true;
}

static bool is_inside(int64_t first, int32_t size, int64_t outer_first, int32_t outer_size, int64_t ratio)
{
    return first >= outer_first * ratio && first + size - 1 <= (outer_first + outer_size - 1) * ratio;
}

static bool check_nesting(const tr_view_level *fine, const tr_view_level *coarse, int index, tr_error *err)
{
    const double ratio = coarse->area.spacing_m / fine->area.spacing_m;
    if (ratio < 2 || ratio > 16 || ratio != floor(ratio)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "level %d has %.9g times the spacing of the one before; allowed is 2 to 16, whole", index,
                       ratio);
    }
    const int64_t step = (int64_t)ratio;
    if (!is_inside(fine->area.x, fine->area.width, coarse->area.x, coarse->area.width, step) ||
        !is_inside(fine->area.z, fine->area.height, coarse->area.z, coarse->area.height, step)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "level %d does not contain the one before", index);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Meshes

enum { NAME_BYTES = 64 };

// `name`: which mesh it is, for messages.
static bool check_mesh(const tr_mesh *mesh, const char *name, tr_error *err)
{
    if (mesh->index_count % 3 != 0)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s has %zu indices; triangles have three each", name,
                       mesh->index_count);
    if (mesh->index_count > 0 && (!mesh->positions || !mesh->indices))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s has no positions or no indices", name);
    for (size_t i = 0; i < mesh->index_count; i++) {
        if (mesh->indices[i] >= mesh->vertex_count)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "index %zu of %s is %u; it has %zu vertices", i, name,
                           (unsigned)mesh->indices[i], mesh->vertex_count);
    }
    bool finite = isfinite(mesh->origin[0]) && isfinite(mesh->origin[1]) && isfinite(mesh->origin[2]);
    for (size_t i = 0; mesh->index_count > 0 && i < 3 * mesh->vertex_count; i++)
        finite = finite && isfinite(mesh->positions[i]) && (!mesh->normals || isfinite(mesh->normals[i]));
    return finite || tr_fail(err, TR_ERROR_NOT_FINITE, "%s is not made of finite numbers", name);
}

static bool check_meshes(const tr_view_def *def, tr_error *err)
{
    if (def->mesh_count < 0 || (def->mesh_count > 0 && !def->meshes))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d meshes were announced and none given", (int)def->mesh_count);
    for (int32_t i = 0; i < def->mesh_count; i++) {
        char name[NAME_BYTES];
        snprintf(name, sizeof name, "mesh %d", (int)i);
        if (!check_mesh(&def->meshes[i], name, err)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Instances

static bool check_instance(const tr_view_instance *instance, size_t index, int group, tr_error *err)
{
    const double far_m = 1.8e16, length_error = 1e-3;
    double length2 = 0;
    bool finite = isfinite(instance->scale);
    for (int i = 0; i < 4; i++) {
        length2 += (double)instance->rotation[i] * (double)instance->rotation[i];
        finite = finite && isfinite(instance->rotation[i]) && (i == 3 || isfinite(instance->position_m[i]));
    }
    if (!finite)
        return tr_fail(err, TR_ERROR_NOT_FINITE, "instance %zu of model %d is not made of finite numbers", index,
                       group);
    if (fabs(length2 - 1) > length_error)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the rotation of instance %zu of model %d has a length of %.6g; allowed is 1", index, group,
                       sqrt(length2));
    if (!(instance->scale > 0) || instance->scale > 1e6f)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the scale of instance %zu of model %d is %.9g; allowed is above 0 to 1e6", index, group,
                       (double)instance->scale);
    for (int axis = 0; axis < 3; axis++) {
        if (fabs(instance->position_m[axis]) > far_m)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "instance %zu of model %d is at %.9g m; allowed is up to %.9g", index, group,
                           instance->position_m[axis], far_m);
    }
    return true;
}

static bool check_group(const tr_view_instances *instances, int group, tr_error *err)
{
    if (instances->level_count < 1 || instances->level_count > TR_VIEW_MAX_MODEL_LEVELS || !instances->levels)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "model %d has %d levels; allowed is 1 to %d", group,
                       (int)instances->level_count, TR_VIEW_MAX_MODEL_LEVELS);
    for (int32_t i = 0; i < instances->level_count; i++) {
        char name[NAME_BYTES];
        snprintf(name, sizeof name, "level %d of model %d", (int)i, group);
        if (!check_mesh(&instances->levels[i], name, err)) return false;
    }
    if (instances->count > 0 && !instances->instances)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%zu instances of model %d were announced and none given",
                       instances->count, group);
    for (size_t i = 0; i < instances->count; i++)
        if (!check_instance(&instances->instances[i], i, group, err)) return false;
    return true;
}

static bool check_instances(const tr_view_def *def, tr_error *err)
{
    if (def->instances_count < 0 || def->instances_count > TR_VIEW_MAX_INSTANCES)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d models have instances; allowed is 0 to %d",
                       (int)def->instances_count, TR_VIEW_MAX_INSTANCES);
    if (def->instances_count > 0 && !def->instances)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d models with instances were announced and none given",
                       (int)def->instances_count);
    for (int32_t i = 0; i < def->instances_count; i++)
        if (!check_group(&def->instances[i], (int)i, err)) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks

static bool check_blocks(const tr_view_def *def, tr_error *err)
{
    const double far_m = 1.8e16;
    if (def->blocks_count < 0 || (def->blocks_count > 0 && !def->blocks))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d chunks of blocks were announced and none given",
                       (int)def->blocks_count);
    for (int32_t i = 0; i < def->blocks_count; i++) {
        const tr_view_blocks *blocks = &def->blocks[i];
        if (!(blocks->cell_m > 0 && blocks->cell_m <= 1e6))
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "cells of chunk %d are %.9g m; allowed is above 0 to 1e6",
                           (int)i, blocks->cell_m);
        for (int axis = 0; axis < 3; axis++) {
            if (fabs(blocks->origin_m[axis]) <= far_m) continue;
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "chunk %d is at %.9g m; allowed is up to %.9g", (int)i,
                           blocks->origin_m[axis], far_m);
        }
    }
    return true;
}

bool tr_view_check(const tr_view_def *def, const tr_view_level *levels, int level_count, tr_error *err)
{
    assert(def && def->cookie == VIEW_DEF_COOKIE);
    if (!check_numbers(def, err) || !check_meshes(def, err) || !check_instances(def, err) || !check_blocks(def, err))
        return false;
    const int least = def->blocks_count > 0 ? 0 : 1;
    if (level_count < least || level_count > TR_VIEW_MAX_LEVELS) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d levels were given; allowed is %d to %d", level_count, least,
                       TR_VIEW_MAX_LEVELS);
    }
    for (int i = 0; i < level_count; i++) {
        if (!check_level(&levels[i], i, err)) return false;
        if (i > 0 && !check_nesting(&levels[i - 1], &levels[i], i, err)) return false;
    }
    return true;
}
