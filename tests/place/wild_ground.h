// A ground of hills and patches, made of plain functions, and sets that stand on it: tall trees, rocks, bushes and
// herbs.
#ifndef TEST_WILD_GROUND_H
#define TEST_WILD_GROUND_H

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "cmocka_test.h"
#include "terrane/place.h"
#include "test_effort.h"

enum { WILD_SETS = 4, WILD_LAYERS = 2 };

typedef struct wild_ground {
    atomic_int height_calls, density_calls;
    atomic_bool fails;
} wild_ground;

static inline bool wild_heights(void *user, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    wild_ground *ground = user;
    atomic_fetch_add(&ground->height_calls, 1);
    if (atomic_load(&ground->fails)) return tr_fail(err, TR_ERROR_FILE_READ, "the ground has no heights today");
    for (int32_t j = 0; j < area->height; j++) {
        for (int32_t i = 0; i < area->width; i++) {
            const double x_m = (double)(area->x + i) * area->spacing_m, z_m = (double)(area->z + j) * area->spacing_m;
            out->samples[j * out->row_stride + i] = (float)(40 + 20 * sin(x_m / 61) * cos(z_m / 83));
        }
    }
    return true;
}

static inline bool wild_densities(void *user, int32_t set, const tr_sample_area *area, const tr_grid *out,
                                  tr_error *err)
{
    wild_ground *ground = user;
    atomic_fetch_add(&ground->density_calls, 1);
    if (atomic_load(&ground->fails)) return tr_fail(err, TR_ERROR_FILE_READ, "the ground has no densities today");
    for (int32_t layer = 0; layer < out->depth; layer++) {
        for (int32_t j = 0; j < area->height; j++) {
            for (int32_t i = 0; i < area->width; i++) {
                const double x_m = (double)(area->x + i) * area->spacing_m;
                const double z_m = (double)(area->z + j) * area->spacing_m;
                const double patch = sin(x_m / (17 + set) + layer) * cos(z_m / 23 + set);
                out->samples[layer * out->plane_stride + j * out->row_stride + i] = (float)fmax(0, 0.2 + 0.3 * patch);
            }
        }
    }
    return true;
}

// The first `set_count` of the sets, all but the first one giving way to others: discs of 2, 1.2, 0.75 and 0.1 m. NULL
// when it failed.
static inline tr_placer *wild_placer(tr_context *context, wild_ground *ground, int32_t set_count, uint64_t seed,
                                     tr_error *err)
{
    const double footprints_m[WILD_SETS] = {1.5, 6, 3, 0.75};
    const double radii_m[WILD_SETS] = {0.75, 2, 1.2, 0.1};
    tr_place_layer_def layers[WILD_LAYERS] = {tr_default_place_layer_def(), tr_default_place_layer_def()};
    layers[0].tilt_limit_deg = 12;
    layers[1].variants = 5;
    layers[1].sink_m = 0.2;
    // Building all tiles takes a sanitizer many seconds.
    tr_pattern_def pattern_def = tr_default_pattern_def();
    if (TEST_SLOWDOWN > 1) pattern_def.colors = 1;
    tr_pattern *pattern = tr_pattern_create(context, &pattern_def, err);
    if (!pattern) return NULL;
    tr_place_set_def sets[WILD_SETS];
    for (int32_t i = 0; i < WILD_SETS; i++) {
        sets[i] = tr_default_place_set_def();
        sets[i].footprint_m = footprints_m[i];
        sets[i].radius_m = radii_m[i];
        sets[i].spacing_m = 2;
        sets[i].pattern = pattern;
        sets[i].layers = layers;
        sets[i].layer_count = WILD_LAYERS;
    }
    tr_placer_def def = tr_default_placer_def();
    def.seed = seed;
    def.sets = sets;
    def.set_count = set_count;
    def.ground = (tr_place_ground){ground, wild_heights, wild_densities};
    tr_placer *placer = tr_placer_create(context, &def, err);
    tr_pattern_destroy(pattern);
    return placer;
}

// All objects of a set; the caller frees them.
static inline tr_object *wild_objects(const tr_placement *placement, int32_t set, int64_t *count)
{
    *count = tr_placement_count(placement, set, -1);
    tr_object *objects = malloc(((size_t)*count + 1) * sizeof *objects);
    tr_placement_objects(placement, set, -1, 0, *count, objects);
    return objects;
}

static inline tr_placement *wild_place(const tr_placer *placer, tr_region region_m, uint32_t sets, bool alone)
{
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = region_m;
    request.sets = sets;
    request.alone = alone;
    tr_error err = {0};
    tr_placement *placement = tr_place(placer, &request, NULL, &err);
    if (!placement) fail_msg("%s", err.message);
    return placement;
}

#endif
