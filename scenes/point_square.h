// Points of a square, in footprints from its corner.
#ifndef TR_SCENES_POINT_SQUARE_H
#define TR_SCENES_POINT_SQUARE_H

#include "terrane/place.h"

typedef struct point_square {
    double side;
    size_t count;
    double *x, *z;
} point_square;

// Room for as many points as keep a footprint between them.
bool point_square_create(tr_context *context, double side, point_square *out, tr_error *err);
void point_square_destroy(tr_context *context, point_square *square);

// Points beyond the square are left out.
void point_square_add(point_square *square, double x, double z);
// The candidates of a pattern from the corner of cell (0, 0) on.
void point_square_add_pattern(point_square *square, const tr_pattern *pattern, uint64_t seed);

// @param picture  as of tr_spectrum_measure(); may be NULL
bool point_square_measure(tr_context *context, const point_square *square, tr_spectrum *out, tr_image *picture,
                          tr_error *err);

#endif
