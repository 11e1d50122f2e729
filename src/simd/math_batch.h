// The elementary functions of math_kernel.h over arrays: for tests, `verify` and the conformance probe.
#ifndef TR_SIMD_MATH_BATCH_H
#define TR_SIMD_MATH_BATCH_H

#include "terrane/base.h"
#include "terrane/math.h"

// The functions as GLSL, with `float tr_math_apply(int fn, float a, float b)` over the tr_math_fn numbers.
extern const char tr_glsl_math[];

// out[i] = fn(a[i], b[i]); b is read for functions of two arguments only. `isa` is available, not AUTO.
void tr_math_batch(tr_isa isa, tr_math_fn fn, const float *a, const float *b, float *out, size_t count);

#endif
