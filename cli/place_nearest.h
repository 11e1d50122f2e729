// Distances of points from their nearest neighbours.
#ifndef CLI_PLACE_NEAREST_H
#define CLI_PLACE_NEAREST_H

#include "terrane/place.h"

enum { PLACE_NEAREST_BINS = 12 };
#define PLACE_NEAREST_STEP 0.2  // of the histogram, in footprints, from 0.8; the last bin has all beyond

typedef struct place_nearest {
    int64_t count;  // of objects that have a neighbour
    double least_m, mean_m;
    int64_t bins[PLACE_NEAREST_BINS];
} place_nearest;

// Where a bin begins, in footprints.
double place_nearest_bin_start(int bin);

// Of all objects among themselves, on the plane. Time follows their number.
bool place_nearest_measure(tr_context *context, const tr_object *objects, int64_t count, double footprint_m,
                           place_nearest *out, tr_error *err);

#endif
