// Curves through points: straight lines or a monotone cubic, constant beyond the first and the last point.
#ifndef TR_NOISE_CURVE_H
#define TR_NOISE_CURVE_H

#include "noise/program.h"

// The segments of a CURVE definition whose points ascend. Fails with INVALID_ARGUMENT where two points are so
// close that a coefficient would leave the range of kernels.
bool tr_curve_make(const tr_node_def *def, tr_curve *out, tr_error *err);

// The value at `in`, computed in double; for the range of a curve.
double tr_curve_at(const tr_curve *curve, double in);

#endif
