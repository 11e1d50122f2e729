// Cubic curves through the anchors of a path (docs/carve.md, "Cubics").
#ifndef TR_CARVE_COURSE_CURVE_H
#define TR_CARVE_COURSE_CURVE_H

#include "carve/course/anchors.h"

typedef struct tr_cubic {
    double x[4], y[4], z[4];  // Bezier controls; y is 0 unless every anchor has a height
} tr_cubic;

// @param out  tr_anchors_curve_count() cubics
bool tr_cubics_make(tr_context *context, const tr_anchors *anchors, tr_curve_mode mode, double smoothness,
                    tr_cubic *out, tr_error *err);

// A Bezier cubic of one coordinate: value, first and second derivative. Exact at 0 and 1.
double tr_bezier3(const double p[4], double t);
double tr_bezier3_d(const double p[4], double t);
double tr_bezier3_dd(const double p[4], double t);
// The controls of its part from t0 to t1. Parts that share a parameter share the control there, bit for bit.
void tr_bezier3_part(const double p[4], double t0, double t1, double out[4]);

// The parameter step of the spline between two anchors: centripetal, the square root of their distance.
double tr_spline_step(const tr_path_vertex *a, const tr_path_vertex *b);

#endif
