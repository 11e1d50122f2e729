// Grounds and definitions for tests of plans. Only + - * / and hashes, so that a plan has the same bits on every
// machine.
#ifndef TR_TEST_PLAN_FIXTURE_H
#define TR_TEST_PLAN_FIXTURE_H

#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash_value.h"
#include "carve/plan/plan.h"
#include "test_context.h"

typedef double (*ground_fn)(double i, double j, int32_t width, int32_t height);

// Heights of f at the samples, at (100, -300) m.
static inline tr_plan_ground ground_of(tr_context *context, ground_fn f, int32_t width, int32_t height,
                                       double spacing_m)
{
    tr_plan_ground ground = {.x_m = 100, .z_m = -300, .spacing_m = spacing_m, .sea_level_m = 0};
    tr_error error;
    if (!tr_grid_create(context, width, height, 1, &ground.height, &error)) fail_msg("%s", error.message);
    for (int32_t j = 0; j < height; j++)
        for (int32_t i = 0; i < width; i++)
            ground.height.samples[j * ground.height.row_stride + i] = (float)f(i, j, width, height);
    return ground;
}

static inline double corner_noise(int octave, double x, double z)
{
    return tr_unit_from_hash(tr_hash_identity(5, (uint64_t)octave, (int64_t)x, 0, (int64_t)z));
}

static inline double smooth_noise(int octave, double x, double z)
{
    const double i = floor(x), j = floor(z), u = x - i, v = z - j;
    const double s = u * u * (3 - 2 * u), t = v * v * (3 - 2 * v);
    return (corner_noise(octave, i, j) * (1 - s) + corner_noise(octave, i + 1, j) * s) * (1 - t) +
           (corner_noise(octave, i, j + 1) * (1 - s) + corner_noise(octave, i + 1, j + 1) * s) * t;
}

// Hills of 120 m with hollows of all sizes, and the sea where they are lowest.
static inline double hills(double i, double j, int32_t width, int32_t height)
{
    (void)width, (void)height;
    double sum = -45, size = 1.0 / 64, high = 120;
    for (int octave = 0; octave < 5; octave++, size *= 2, high *= 0.45)
        sum += high * smooth_noise(octave, i * size, j * size);
    return sum;
}

static inline double level_ground(double i, double j, int32_t width, int32_t height)
{
    (void)i, (void)j, (void)width, (void)height;
    return 12;
}

static inline double open_sea(double i, double j, int32_t width, int32_t height)
{
    (void)width, (void)height;
    return -20 - 0.1 * i - 0.05 * j;
}

// The height of the ground between the samples.
static inline double height_of(const tr_plan_ground *ground, double x_m, double z_m)
{
    const double x = fmin(fmax((x_m - ground->x_m) / ground->spacing_m, 0), ground->height.width - 1);
    const double z = fmin(fmax((z_m - ground->z_m) / ground->spacing_m, 0), ground->height.height - 1);
    const int32_t i = (int32_t)fmin(x, ground->height.width - 2), j = (int32_t)fmin(z, ground->height.height - 2);
    const float *at = ground->height.samples + j * ground->height.row_stride + i;
    const double u = x - i, v = z - j;
    return ((double)at[0] * (1 - u) + (double)at[1] * u) * (1 - v) +
           ((double)at[ground->height.row_stride] * (1 - u) + (double)at[ground->height.row_stride + 1] * u) * v;
}

static inline double distance_of(const tr_path_vertex *a, const tr_path_vertex *b)
{
    return sqrt((a->x_m - b->x_m) * (a->x_m - b->x_m) + (a->z_m - b->z_m) * (a->z_m - b->z_m));
}

static inline bool is_inside(const tr_path_def *area, double x_m, double z_m)
{
    bool inside = false;
    for (int32_t ring = 0, begin = 0; ring < area->ring_count; begin = area->ring_end[ring++])
        for (int32_t i = begin; i < area->ring_end[ring]; i++) {
            const tr_path_vertex *a = &area->vertices[i],
                                 *b = &area->vertices[i + 1 < area->ring_end[ring] ? i + 1 : begin];
            if ((a->z_m > z_m) != (b->z_m > z_m) &&
                x_m < a->x_m + (z_m - a->z_m) / (b->z_m - a->z_m) * (b->x_m - a->x_m))
                inside = !inside;
        }
    return inside;
}

static inline uint64_t hash_paths(const tr_plan_paths *paths)
{
    uint64_t hash = tr_hash_word((uint64_t)paths->count, 1);
    for (int32_t i = 0; i < paths->count; i++) {
        const tr_path_def *path = &paths->paths[i];
        hash = tr_hash_word((uint64_t)path->kind, hash);
        hash = tr_hash_word((uint64_t)path->vertex_count, hash);
        hash = tr_hash_double(isnan(path->level_m) ? 0 : path->level_m, hash);
        for (int32_t k = 0; k < path->vertex_count; k++) {
            const tr_path_vertex *vertex = &path->vertices[k];
            hash = tr_hash_double(vertex->x_m, hash);
            hash = tr_hash_double(vertex->z_m, hash);
            if (!isnan(vertex->height_m)) hash = tr_hash_double((double)vertex->height_m, hash);
            if (!isnan(vertex->width_m)) hash = tr_hash_double((double)vertex->width_m, hash);
        }
    }
    return hash;
}

static inline tr_plan_rivers_def rivers_def(void)
{
    tr_plan_rivers_def def = {
        .drain_m2 = 20000, .max_width_m = 30, .lakes = true, .min_lake_m2 = 2000, .min_lake_depth_m = 1};
    def.river.kind = TR_PATH_RIVER;
    def.river.smoothness = 1;
    def.river.width_m = 3;
    def.river.depth_m = 0.5;
    def.river.smoothing_m = 6;
    return def;
}

static inline tr_path_vertex place_at(double x_m, double z_m)
{
    return (tr_path_vertex){x_m, z_m, TR_NOT_GIVEN, TR_NOT_GIVEN, TR_NOT_GIVEN, TR_NOT_GIVEN, TR_NOT_GIVEN};
}

static inline tr_path_def way_def(tr_path_kind kind, const tr_path_vertex *vertices, int32_t count)
{
    tr_path_def def = {.kind = kind, .vertices = vertices, .vertex_count = count, .smoothness = 1, .width_m = 7};
    def.max_grade = kind == TR_PATH_RAIL ? 0.025 : kind == TR_PATH_ROAD ? 0.09 : 0.18;
    return def;
}

// How tests cancel: after `left` reports.
static inline bool count_down(void *user, double share)
{
    (void)share;
    int *left = user;
    return (*left)-- > 0;
}

#endif
