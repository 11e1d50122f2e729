// First the math functions, then the scenes of noise, then those of terrain, then the rooms above it.
#include "scenes/verify_systems.h"

#include "scenes/carve_scenes.h"
#include "scenes/noise_scenes.h"
#include "scenes/terrain_scenes.h"
#include "scenes/verify_place.h"
#include "scenes/verify_voxel.h"
#include "simd/math_samples.h"

#include "terrane/math.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MATH_SAMPLES = 1 << 16, GRID_WIDTH = 133, POINTS = 1001 };

// Systems of one hash each.
static const struct {
    const char *name;
    bool (*hash)(tr_context *context, uint64_t *hash, tr_error *err);
} rooms[] = {
    {"carve all kinds", carve_scene_hash},   {"place patterns", verify_place_patterns},
    {"place sets", verify_place_sets},       {"model all kinds", verify_place_models},
    {"voxel classic", verify_voxel_classic}, {"voxel world", verify_voxel_world},
    {"voxel meshes", verify_voxel_meshes},
};
enum { ROOM_COUNT = sizeof rooms / sizeof *rooms };

static int first_room(void)
{
    return TR_MATH_COUNT + noise_scene_count + terrain_scene_count;
}

int verify_system_count(void)
{
    const int count = first_room() + ROOM_COUNT;
    assert(count <= VERIFY_MAX_SYSTEMS);
    return count;
}

const char *verify_system_name(int system, char out[VERIFY_NAME_SIZE])
{
    if (system < TR_MATH_COUNT) {
        snprintf(out, VERIFY_NAME_SIZE, "math %s", tr_math_fn_name((tr_math_fn)system));
    } else if (system < TR_MATH_COUNT + noise_scene_count) {
        snprintf(out, VERIFY_NAME_SIZE, "noise %s", noise_scenes[system - TR_MATH_COUNT].name);
    } else if (system < first_room()) {
        snprintf(out, VERIFY_NAME_SIZE, "terrain %s", terrain_scenes[system - TR_MATH_COUNT - noise_scene_count].name);
    } else {
        snprintf(out, VERIFY_NAME_SIZE, "%s", rooms[system - first_room()].name);
    }
    return out;
}

// ---------------------------------------------------------------------------------------------------------
// Hashes

static bool hash_math(tr_context *context, tr_math_fn fn, uint64_t seed, uint64_t *hash, tr_error *err)
{
    float *numbers = tr_alloc_array(context, 3 * MATH_SAMPLES, sizeof *numbers, err);
    if (!numbers) {
        return false;
    }
    float *a = numbers, *b = a + MATH_SAMPLES, *out = b + MATH_SAMPLES;
    tr_math_samples(fn, seed, a, b, MATH_SAMPLES);
    const bool ok = tr_math_eval(context, fn, &(tr_math_arguments){a, b, MATH_SAMPLES}, out, err);
    *hash = tr_hash_bytes(out, MATH_SAMPLES * sizeof *out, 0);
    tr_free(context, numbers);
    return ok;
}

// A grid of odd size, in one call.
static bool hash_grid(tr_context *context, const tr_noise *noise, const tr_noise_query *query, uint64_t *hash,
                      tr_error *err)
{
    tr_grid grid;
    if (!tr_grid_create(context, query->size[0], query->size[1], query->size[2], &grid, err)) {
        return false;
    }
    const bool ok = tr_noise_grid(noise, query, NULL, &grid, err);
    const size_t samples = (size_t)grid.width * (size_t)grid.height * (size_t)grid.depth;
    *hash = tr_hash_bytes(grid.samples, samples * sizeof(float), *hash);
    tr_grid_destroy(context, &grid);
    return ok;
}

static bool hash_points(tr_context *context, const tr_noise *noise, uint64_t seed, uint64_t *hash, tr_error *err)
{
    float *numbers = tr_alloc_array(context, 4 * POINTS, sizeof *numbers, err);
    if (!numbers) {
        return false;
    }
    for (int i = 0; i < 3 * POINTS; i++) {
        numbers[i] = (float)(tr_unit_from_hash(tr_hash_identity(seed, 7, i, 0, 0)) * 2000.0 - 1000.0);
    }
    const tr_noise_point_query query = {.seed = seed,
                                        .origin = {1000000, -77, 5},
                                        .x = numbers,
                                        .y = numbers + POINTS,
                                        .z = numbers + 2 * POINTS,
                                        .count = POINTS};
    float *out = numbers + 3 * POINTS;
    const bool ok = tr_noise_points(noise, &query, NULL, out, err);
    *hash = tr_hash_bytes(out, POINTS * sizeof *out, *hash);
    tr_free(context, numbers);
    return ok;
}

// Around the origin, 10^12 units away, across a place where the lower half of a cell runs over, with a step,
// and as points.
static bool hash_scene(tr_context *context, const noise_scene *scene, uint64_t seed, uint64_t *hash, tr_error *err)
{
    tr_noise *noise = noise_scene_compile(context, scene, err);
    if (!noise) {
        return false;
    }
    const int64_t origins[][3] = {
        {-60, -20, -3}, {1000000000000, -1000000000000, 999999999999}, {107374182400 - 50, 2147483648, 0}};
    const int64_t steps[] = {1, 1, 1, 7};
    const int32_t heights[] = {1, 37, 5}, depths[] = {1, 1, 7};
    bool ok = true;
    *hash = 0;
    for (int i = 0; ok && i < 4; i++) {
        tr_noise_query query = tr_default_noise_query();
        query.seed = seed;
        query.size[0] = GRID_WIDTH;
        query.size[1] = heights[scene->dims - 1];
        query.size[2] = depths[scene->dims - 1];
        memcpy(query.origin, origins[i % 3], sizeof query.origin);
        for (int axis = 0; axis < 3; axis++) {
            query.step[axis] = steps[i];
        }
        ok = hash_grid(context, noise, &query, hash, err);
    }
    ok = ok && hash_points(context, noise, seed, hash, err);
    tr_noise_destroy(noise);
    return ok;
}

bool verify_system_hash(tr_context *context, int system, uint64_t seed, uint64_t *hash, tr_error *err)
{
    if (system < TR_MATH_COUNT) {
        return hash_math(context, (tr_math_fn)system, seed, hash, err);
    }
    const int scene = system - TR_MATH_COUNT;
    if (scene < noise_scene_count) {
        return hash_scene(context, &noise_scenes[scene], seed, hash, err);
    }
    if (system < first_room()) {
        return terrain_scene_hash(context, &terrain_scenes[scene - noise_scene_count], seed, hash, err);
    }
    return rooms[system - first_room()].hash(context, hash, err);
}
