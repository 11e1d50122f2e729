// One table of the array functions per ISA.
#ifndef TR_SIMD_MATH_ISA_H
#define TR_SIMD_MATH_ISA_H

#include "base/isa.h"
#include "terrane/math.h"

typedef struct tr_math_table {
    void (*run)(tr_math_fn fn, const float *a, const float *b, float *out, size_t count);
} tr_math_table;

TR_ISA_DECLARE(tr_math_table, tr_math_table);

#endif
