// Pointwise instructions over registers, compiled once per ISA.
#include "noise/ops_isa.h"

#include "noise/lattice_kernel.h"
#include "noise/ops_kernel.h"

static inline kf curve_at(const tr_curve *curve, kf a)
{
    kf value = k_set(curve->first);
    for (int s = 0; s < curve->segment_count; s++) {
        const float *c = curve->c[s];
        value = tr_op_curve_segment(value, a, curve->start[s], c[0], c[1], c[2], c[3]);
    }
    return value;
}

#define EACH(expression)                            \
    for (int32_t i = 0; i < count; i += TR_LANES) { \
        kf a = k_load(in_a + i);                    \
        k_store(out + i, expression);               \
    }                                               \
    break

#define B k_load(in_b + i)
#define C k_load(in_c + i)

static void run(const tr_instruction *instruction, const tr_curve *curve, const float *in_a, const float *in_b,
                const float *in_c, float *out, int32_t count)
{
    const float *k = instruction->k;
    switch (instruction->op) {
    case TR_OP_FILL:
        for (int32_t i = 0; i < count; i++) out[i] = k[0];
        break;
    case TR_OP_ADD: EACH(a + B);
    case TR_OP_SUBTRACT: EACH(a - B);
    case TR_OP_MULTIPLY: EACH(tr_op_multiply(a, B));
    case TR_OP_MIN: EACH(k_min(a, B));
    case TR_OP_MAX: EACH(k_max(a, B));
    case TR_OP_LINEAR: EACH(tr_op_linear(a, k[0], k[1]));
    case TR_OP_ABS: EACH(k_abs(a));
    case TR_OP_POWER: EACH(tr_op_power(a, k[0]));
    case TR_OP_CLAMP: EACH(tr_clamp(a, k_set(k[0]), k_set(k[1])));
    case TR_OP_SMOOTHSTEP: EACH(tr_op_smoothstep(a, k[0], k[1]));
    case TR_OP_CURVE: EACH(curve_at(curve, a));
    case TR_OP_TERRACE: EACH(tr_op_terrace(a, k[0], k[1], k[2]));
    case TR_OP_BLEND: EACH(tr_op_blend(a, B, C));
    case TR_OP_SELECT: EACH(tr_op_select(a, B, C, k[0], k[1]));
    case TR_OP_COORDINATE:
    case TR_OP_SOURCE: break;  // not pointwise
    }
}

static void add_scaled(const float *sum, const float *displacement, float factor, float *out, int32_t count)
{
    for (int32_t i = 0; i < count; i += TR_LANES)
        k_store(out + i, tr_add_cells(k_load(sum + i), k_load(displacement + i), factor));
}

static bool all_within(const float *numbers, float limit, size_t count)
{
    ki outside = k_trunc(k_set(0.0f));
    size_t i = 0;
    for (; i + TR_LANES <= count; i += TR_LANES) {
        km inside = k_abs(k_load(numbers + i)) <= k_set(limit);
        outside = k_select_i(inside, outside, k_trunc(k_set(1.0f)));
    }
    for (; i < count; i++)
        if (!(numbers[i] >= -limit && numbers[i] <= limit)) return false;
    return !k_any(outside != 0);
}

const tr_ops_table TR_ISA_NAME(tr_ops_table) = {run, add_scaled, all_within};
