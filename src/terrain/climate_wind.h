// Where a cell of the coarse lattice looks upwind: rings of cells across a sector around the wind, one ring per cell of
// distance, and what each counts.
#ifndef TR_TERRAIN_CLIMATE_WIND_H
#define TR_TERRAIN_CLIMATE_WIND_H

#include "terrane/terrain.h"

enum { TR_WIND_MAX_RINGS = 33, TR_WIND_MAX_TAPS = 2048 };

// A cell upwind; the weights of a ring add up to 1.
typedef struct tr_wind_tap {
    int32_t dx, dz;
    float weight;
} tr_wind_tap;

typedef struct tr_wind_ring {
    int32_t first, count;  // of its taps
    float sea_weight;      // of its sea; those of all rings and of the place itself add up to 1
    float fade;            // of its barrier: 1 near by, 0 at the reach
} tr_wind_ring;

typedef struct tr_wind {
    int spacing_log2;         // of the lattice, in units of 1/256 m
    float own_sea_weight;     // of the place itself
    int32_t low[2], high[2];  // bounds of all dx, dz, with 0
    int32_t ring_count, tap_count;
    tr_wind_ring rings[TR_WIND_MAX_RINGS];
    tr_wind_tap taps[TR_WIND_MAX_TAPS];
} tr_wind;

void tr_wind_init(tr_wind *wind, double wind_deg, double reach_m);

#endif
