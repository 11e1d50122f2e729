// Placement straight from docs/place.md: one candidate at a time, one layer after the other, no blocks, no vectors.
#ifndef TR_PLACE_REFERENCE_H
#define TR_PLACE_REFERENCE_H

#include "terrane/place.h"

// What a set stands on. Samples are asked for by their number on the lattice of an axis; beyond the last ones the edge
// goes on.
typedef struct reference_axis {
    int64_t origin;    // of sample 0, in 2^-20 m
    double step;       // in 2^-20 m
    int64_t min, max;  // samples that there are
} reference_axis;

typedef struct place_reference {
    const tr_pattern *pattern;
    uint64_t seed;  // of the set
    double footprint_m;
    int32_t layer_count;
    bool leans;  // a layer may tilt: keys have rises
    reference_axis x, z, height_x, height_z;
    void *user;
    double (*density)(void *user, int32_t layer, int64_t x, int64_t z);
    float (*height)(void *user, int64_t x, int64_t z);
} place_reference;

typedef struct reference_result {
    tr_place_frame frame;
    int64_t starts[TR_PLACE_MAX_LAYERS + 1];
    tr_place_record *records;  // free() it
} reference_result;

reference_result place_reference_run(const place_reference *reference, const tr_region *region_m);

#endif
