// Cubics in plan as quadratic pieces (docs/carve.md, "Quadratics").
#ifndef TR_CARVE_COURSE_REDUCE_H
#define TR_CARVE_COURSE_REDUCE_H

#include "carve/course/curve.h"
#include "carve/course/pieces.h"

typedef struct tr_reduction {
    tr_context *context;
    tr_piece_list *out;
    double tolerance_m;
    double max_deviation_m;  // of all that was reduced so far
    double min_radius_m;     // likewise; start with INFINITY
} tr_reduction;

// Adds the pieces of a cubic, with their places, `curve` and `curve_t`; all else 0.
bool tr_reduce_cubic(tr_reduction *reduction, const tr_cubic *cubic, uint32_t curve, tr_error *err);

// Parameters in (0, 1) where a cubic bends the other way in plan, rising; at most two.
int tr_cubic_inflections(const tr_cubic *cubic, double out[2]);

#endif
