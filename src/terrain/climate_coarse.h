// What the climate takes from the ground far around, on a coarse lattice whose cells lie at fixed places of the world,
// interpolated to samples by a cubic B-spline.
#ifndef TR_TERRAIN_CLIMATE_COARSE_H
#define TR_TERRAIN_CLIMATE_COARSE_H

#include "terrain/climate_isa.h"
#include "terrain/heights.h"

typedef struct tr_coarse {
    tr_context *context;
    const tr_heights *heights;
    const tr_climate_table *table;
    tr_wind wind;
    float sea_level_m, sea_humidity, rain_shadow;
} tr_coarse;

// HUMIDITY: what the sea upwind gives less what mountains upwind take. SEA: how much of the ground around is sea, 0..1.
typedef enum tr_coarse_kind { TR_COARSE_HUMIDITY, TR_COARSE_SEA } tr_coarse_kind;

// Receives the values of a run of samples of row j, from any thread. TR_CLIMATE_PAD more may be read.
typedef void (*tr_coarse_sink)(void *user, int32_t i, int32_t j, const float *values, int32_t count);

bool tr_coarse_evaluate(const tr_coarse *coarse, tr_coarse_kind kind, const tr_sample_area *area, tr_coarse_sink sink,
                        void *user, tr_error *err);

// How far around a sample the lattice reads heights, in cells along x and z.
int32_t tr_coarse_reach_cells(const tr_coarse *coarse);

#endif
