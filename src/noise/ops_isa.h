// The pointwise instructions over registers: one table per ISA.
#ifndef TR_NOISE_OPS_ISA_H
#define TR_NOISE_OPS_ISA_H

#include "noise/program.h"
#include "base/isa.h"

typedef struct tr_ops_table {
    // out[i] = op(a[i], b[i], c[i]) for i in [0, count); arrays may be touched up to the next multiple of 8.
    void (*run)(const tr_instruction *instruction, const tr_curve *curve, const float *a, const float *b,
                const float *c, float *out, int32_t count);
    // out[i] = sum[i] + displacement[i] * factor
    void (*add_scaled)(const float *sum, const float *displacement, float factor, float *out, int32_t count);
    // Whether all numbers lie in [-limit, limit]; NaN does not. Reads no more than `count`.
    bool (*all_within)(const float *numbers, float limit, size_t count);
} tr_ops_table;

TR_ISA_DECLARE(tr_ops_table, tr_ops_table);

#endif
