// Intervals that no value of a program leaves.
//
// Computed in double from the formulas and widened outward by more than the rounding of the float kernels. The
// peak is the largest magnitude on the way to a value: the compiler refuses programs where it could leave the
// floats, so that kernels never meet an infinity.
#ifndef TR_NOISE_RANGE_H
#define TR_NOISE_RANGE_H

#include "noise/program.h"

typedef struct tr_range {
    double low, high;
    double peak;
} tr_range;

// The range of an instruction that reads registers, from those of its inputs. `same` says that the first two are
// one value, whose square is never negative. `curve` is read by CURVE only.
tr_range tr_range_of_op(const tr_instruction *instruction, const tr_range in[3], bool same, const tr_curve *curve);

tr_range tr_range_of_constant(float value);
tr_range tr_range_of_source(const tr_source *source);
// `displacement` may be NULL.
tr_range tr_range_of_coordinate(const tr_coordinate *coordinate, const tr_range *displacement);

// As floats, rounded outward.
void tr_range_to_floats(tr_range range, float *low, float *high);

#endif
