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
    case TR_OP_POWER_OF: EACH(tr_op_power_of(a, B, k[0], k[1]));
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

// The bits of positive floats order as integers do, with infinity and NaN above all numbers: a difference that turns
// negative marks what lies beyond the limit.
static bool all_within(const float *numbers, float limit, size_t count)
{
    const ku limit_bits = k_bits(k_set(limit));
    ku differences = k_set_u(0u);
    size_t i = 0;
    for (; i + TR_LANES <= count; i += TR_LANES)
        differences = differences | (limit_bits - (k_bits(k_load(numbers + i)) & 0x7fffffffu));
    for (; i < count; i++)
        if (!(numbers[i] >= -limit && numbers[i] <= limit)) return false;
    return !k_any((differences & 0x80000000u) != k_set_u(0u));
}

const tr_ops_table TR_ISA_NAME(tr_ops_table) = {run, add_scaled, all_within};
