// A carving on a ground of the test, and what tests ask of it.
#ifndef TR_TEST_CARVING_FIXTURE_H
#define TR_TEST_CARVING_FIXTURE_H

#include <stdlib.h>

#include "carve/edit/carving.h"
#include "carve/course/course.h"
#include "carve/course/piece_measure.h"
#include "carve_fixture.h"

static inline tr_carving *test_carving(tr_context *context, test_ground *ground)
{
    tr_carving_def def = tr_default_carving_def();
    tr_error error;
    def.ground = test_ground_hook(ground);
    tr_carving *carving = tr_carving_create(context, &def, &error);
    if (!carving) fail_msg("%s", error.message);
    return carving;
}

static inline tr_path_id test_add(tr_carving *carving, const tr_path_def *def)
{
    tr_path_id id = 0;
    tr_error error;
    if (!tr_carving_add(carving, def, &id, &error)) fail_msg("%s", error.message);
    return id;
}

static inline void test_commit(tr_carving *carving)
{
    tr_error error;
    if (!tr_carving_commit(carving, NULL, &error)) fail_msg("%s", error.message);
}

static inline const tr_course *test_course(const tr_carving *carving, tr_path_id id)
{
    const int32_t at = tr_carving_find(carving, id);
    assert_true(at >= 0);
    return &carving->paths[at]->course;
}

// The height of a path where it is nearest to a place.
static inline double test_path_height(const tr_carving *carving, tr_path_id id, double x_m, double z_m)
{
    const tr_course *course = test_course(carving, id);
    double best_m = INFINITY, height_m = 0;
    for (int32_t i = 0; i < course->piece_count; i++) {
        double distance_m, at[3];
        const double t = tr_piece_nearest(&course->pieces[i], x_m, z_m, &distance_m);
        if (distance_m >= best_m) continue;
        best_m = distance_m;
        tr_piece_at(&course->pieces[i], t, at);
        height_m = at[1];
    }
    return height_m;
}

// All channels of an area, one after the other.
enum { TEST_CHANNELS = 5 };
static inline float *test_evaluate(const tr_carving *carving, const tr_sample_area *area)
{
    const size_t count = (size_t)area->width * (size_t)area->height;
    float *samples = calloc(TEST_CHANNELS * count, sizeof *samples);
    tr_grid grids[TEST_CHANNELS];
    tr_error error;
    for (int i = 0; i < TEST_CHANNELS; i++) {
        grids[i] = (tr_grid){samples + (size_t)i * count,        area->width, area->height, 1, area->width,
                             (int64_t)area->width * area->height};
    }
    const tr_carve_channels channels = {grids[0], grids[1], grids[2], grids[3], grids[4]};
    if (!tr_carving_evaluate(carving, area, NULL, &channels, &error)) fail_msg("%s", error.message);
    return samples;
}

// The ground of a test after carving, at one place (a multiple of 1/4 m), and the water there.
static inline float test_carved(const tr_carving *carving, const test_ground *ground, double x_m, double z_m,
                                float *water_m)
{
    const tr_sample_area area = {(int64_t)(4 * x_m), (int64_t)(4 * z_m), 1, 1, 0.25};
    float height_m = (float)test_ground_at(ground, x_m, z_m), level_m = 0;
    const tr_grid heights = {&height_m, 1, 1, 1, 1, 1}, water = {&level_m, 1, 1, 1, 1, 1};
    tr_error error;
    if (!tr_carving_apply(carving, &area, NULL, &heights, &water, &error)) fail_msg("%s", error.message);
    if (water_m) *water_m = level_m;
    return height_m;
}

#endif
