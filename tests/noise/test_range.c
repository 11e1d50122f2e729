// Ranges against what the pointwise kernels give for inputs from all over their intervals.
#include <float.h>
#include <math.h>
#include <string.h>

#include "cmocka_test.h"
#include "noise/curve.h"
#include "noise/nodes.h"
#include "noise/range.h"

#define TR_LANES 1
#include "noise/ops_kernel.h"

static uint64_t draws;

static double random_unit(void)
{
    return tr_unit_from_hash(tr_hash_identity(3, 4, (int64_t)draws++, 0, 0));
}

static float evaluate(const tr_instruction *instruction, const float in[3], const tr_curve *curve)
{
    const float *k = instruction->k;
    switch (instruction->op) {
    case TR_OP_ADD: return in[0] + in[1];
    case TR_OP_SUBTRACT: return in[0] - in[1];
    case TR_OP_MULTIPLY: return in[0] * in[1];
    case TR_OP_MIN: return k_min(in[0], in[1]);
    case TR_OP_MAX: return k_max(in[0], in[1]);
    case TR_OP_LINEAR: return tr_op_linear(in[0], k[0], k[1]);
    case TR_OP_ABS: return k_abs(in[0]);
    case TR_OP_POWER: return tr_op_power(in[0], k[0]);
    case TR_OP_POWER_OF: return tr_op_power_of(in[0], in[1], k[0], k[1]);
    case TR_OP_CLAMP: return tr_clamp(in[0], k[0], k[1]);
    case TR_OP_SMOOTHSTEP: return tr_op_smoothstep(in[0], k[0], k[1]);
    case TR_OP_TERRACE: return tr_op_terrace(in[0], k[0], k[1], k[2]);
    case TR_OP_BLEND: return tr_lerp(in[0], in[1], in[2]);
    case TR_OP_SELECT: return tr_op_select(in[0], in[1], in[2], k[0], k[1]);
    case TR_OP_CURVE: {
        float value = curve->first;
        for (int i = 0; i < curve->segment_count; i++) {
            const float *c = curve->c[i];
            value = tr_op_curve_segment(value, in[0], curve->start[i], c[0], c[1], c[2], c[3]);
        }
        return value;
    }
    default: return 0.0f;
    }
}

// Ends and magnitudes of all sizes, often 0 or equal.
static float random_end(void)
{
    if (random_unit() < 0.15) return 0.0f;
    if (random_unit() < 0.3) return (float)(2.0 * random_unit() - 1.0);
    double size = exp2(20.0 * random_unit() - 10.0);
    return (float)(random_unit() < 0.5 ? size : -size);
}

static tr_range random_interval(void)
{
    float a = random_end(), b = random_unit() < 0.1 ? a : random_end();
    double low = a < b ? a : b, high = a < b ? b : a;
    return (tr_range){low, high, fmax(fabs(low), fabs(high))};
}

static float pick(tr_range range, int draw)
{
    if (draw % 5 == 0) return (float)range.low;
    if (draw % 5 == 1) return (float)range.high;
    float value = (float)(range.low + (range.high - range.low) * random_unit());
    return fminf(fmaxf(value, (float)range.low), (float)range.high);
}

static void set_random_constants(tr_instruction *instruction)
{
    float *k = instruction->k;
    switch (instruction->op) {
    case TR_OP_LINEAR:
        k[0] = random_end();
        k[1] = random_end();
        break;
    case TR_OP_POWER: k[0] = (float)(0.01 + 8.0 * random_unit() * random_unit()); break;
    case TR_OP_POWER_OF:
        k[0] = (float)TR_MIN_EXPONENT;
        k[1] = (float)TR_MAX_EXPONENT;
        break;
    case TR_OP_CLAMP: {
        tr_range range = random_interval();
        k[0] = (float)range.low;
        k[1] = (float)range.high;
        break;
    }
    case TR_OP_SMOOTHSTEP:
    case TR_OP_SELECT:
        k[0] = random_end();
        k[1] = (float)exp2(30.0 * random_unit() - 10.0);
        break;
    case TR_OP_TERRACE:
        k[0] = (float)(1 + (int)(20.0 * random_unit()));
        k[1] = 1.0f / k[0];
        k[2] = (float)exp2(20.0 * random_unit());
        break;
    default: break;
    }
}

static void check_sample(const tr_instruction *instruction, tr_range range, const float in[3], const tr_curve *curve)
{
    float value = evaluate(instruction, in, curve);
    float low, high;
    tr_range_to_floats(range, &low, &high);
    if (value >= low && value <= high) return;
    fail_msg("op %d of %.9g, %.9g, %.9g with %.9g, %.9g, %.9g gives %.9g outside %.9g to %.9g", (int)instruction->op,
             in[0], in[1], in[2], instruction->k[0], instruction->k[1], instruction->k[2], value, low, high);
}

static void check_op(tr_op op, bool same)
{
    for (int round = 0; round < 2000; round++) {
        tr_instruction instruction = {.op = op};
        set_random_constants(&instruction);
        tr_range in[3] = {random_interval(), random_interval(), random_interval()};
        if (same) in[1] = in[0];
        tr_range range = tr_range_of_op(&instruction, in, same, NULL);
        for (int s = 0; s < 125; s++) {
            float sample[3] = {pick(in[0], s), pick(in[1], s / 5), pick(in[2], s / 25)};
            if (same) sample[1] = sample[0];
            check_sample(&instruction, range, sample, NULL);
        }
    }
}

static void pointwise_operations_stay_in_their_ranges(void **state)
{
    (void)state;
    static const tr_op ops[] = {TR_OP_ADD,     TR_OP_SUBTRACT, TR_OP_MULTIPLY, TR_OP_MIN,     TR_OP_MAX,
                                TR_OP_LINEAR,  TR_OP_ABS,      TR_OP_POWER,    TR_OP_CLAMP,   TR_OP_SMOOTHSTEP,
                                TR_OP_TERRACE, TR_OP_BLEND,    TR_OP_SELECT,   TR_OP_POWER_OF};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) check_op(ops[i], false);
    check_op(TR_OP_MULTIPLY, true);
}

static void curves_stay_in_their_ranges(void **state)
{
    (void)state;
    for (int round = 0; round < 1000; round++) {
        tr_node_def def = tr_default_node_def(TR_NODE_CURVE);
        def.smooth = round % 2 != 0;
        def.point_count = 2 + (int)(random_unit() * (TR_CURVE_MAX_POINTS - 1));
        double in = random_end();
        for (int i = 0; i < def.point_count; i++) {
            in += 0.001 + exp2(8.0 * random_unit() - 4.0);
            def.points[i][0] = in;
            def.points[i][1] = random_end();
        }
        tr_curve curve;
        tr_error err;
        if (!tr_curve_make(&def, &curve, &err)) fail_msg("%s", err.message);
        const tr_instruction instruction = {.op = TR_OP_CURVE};
        tr_range ranges[3] = {random_interval(), {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        tr_range range = tr_range_of_op(&instruction, ranges, false, &curve);
        for (int s = 0; s < 200; s++) {
            const float sample[3] = {pick(ranges[0], s), 0.0f, 0.0f};
            check_sample(&instruction, range, sample, &curve);
        }
    }
}

// Kernels take a power below 2^-62 as 0, which is outside an interval that ends at the power itself.
static void tiny_powers_are_zero(void **state)
{
    (void)state;
    const tr_range in[3] = {{0x1p-30, 0x1p-28, 0x1p-28}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const tr_range negative[3] = {{-0x1p-28, -0x1p-30, 0x1p-28}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const tr_instruction instruction = {.op = TR_OP_POWER, .k = {2.125f}};
    for (int i = 0; i < 5; i++) {
        check_sample(&instruction, tr_range_of_op(&instruction, in, false, NULL), (float[3]){pick(in[0], i)}, NULL);
        check_sample(&instruction, tr_range_of_op(&instruction, negative, false, NULL),
                     (float[3]){pick(negative[0], i)}, NULL);
    }
    assert_true(tr_op_power(0x1p-30f, 2.125f) == 0.0f && tr_op_power(0x1p-28f, 2.125f) > 0.0f);
}

// The claim that lets a smoothstep's range end at exactly 0 and 1.
static void smoothstep_never_rounds_above_one(void **state)
{
    (void)state;
    for (float t = 0.5f; t < 1.0f; t = nextafterf(t, 2.0f)) {
        if (tr_op_smoothstep(t, 0.0f, 1.0f) > 1.0f) fail_msg("at %.9g", t);
    }
}

static void ranges_are_not_wider_than_they_must_be(void **state)
{
    (void)state;
    const tr_range unit = {-1.0, 1.0, 1.0};
    const tr_range in[3] = {unit, unit, {0.0, 1.0, 1.0}};
    const struct {
        tr_instruction instruction;
        bool same;
        double low, high;
    } cases[] = {
        {{.op = TR_OP_ADD}, false, -2.0, 2.0},
        {{.op = TR_OP_MULTIPLY}, false, -1.0, 1.0},
        {{.op = TR_OP_MULTIPLY}, true, 0.0, 1.0},
        {{.op = TR_OP_ABS}, false, 0.0, 1.0},
        {{.op = TR_OP_LINEAR, .k = {-2.0f, 1.0f}}, false, -1.0, 3.0},
        {{.op = TR_OP_POWER, .k = {3.0f}}, false, -1.0, 1.0},
        {{.op = TR_OP_POWER_OF, .k = {0.01f, 64.0f}}, false, -1.0, 1.0},
        {{.op = TR_OP_CLAMP, .k = {-0.5f, 2.0f}}, false, -0.5, 1.0},
        {{.op = TR_OP_SMOOTHSTEP, .k = {0.0f, 1.0f}}, false, 0.0, 1.0},
        {{.op = TR_OP_SMOOTHSTEP, .k = {-3.0f, 1.0f}}, false, 1.0, 1.0},
        {{.op = TR_OP_TERRACE, .k = {4.0f, 0.25f, 2.0f}}, false, -1.0, 1.0},
        {{.op = TR_OP_BLEND}, false, -1.0, 1.0},
        {{.op = TR_OP_SELECT, .k = {0.0f, 1.0f}}, false, -1.0, 1.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_range range = tr_range_of_op(&cases[i].instruction, in, cases[i].same, NULL);
        if (fabs(range.low - cases[i].low) > 1e-5 || fabs(range.high - cases[i].high) > 1e-5) {
            fail_msg("case %zu: %.9g to %.9g", i, range.low, range.high);
        }
    }
}

static void sources_have_documented_ranges(void **state)
{
    (void)state;
    const struct {
        tr_source source;
        double low, high;
    } cases[] = {
        {{.kind = TR_NODE_GRADIENT, .dims = 2}, -1.0, 1.0},
        {{.kind = TR_NODE_VALUE, .dims = 3, .fractal = TR_FRACTAL_FBM}, -1.0, 1.0},
        {{.kind = TR_NODE_GRADIENT, .dims = 2, .fractal = TR_FRACTAL_DAMPED}, -1.0, 1.0},
        {{.kind = TR_NODE_SIMPLEX, .dims = 2, .fractal = TR_FRACTAL_BILLOW}, -1.0, 1.0},
        {{.kind = TR_NODE_SIMPLEX, .dims = 3, .fractal = TR_FRACTAL_RIDGED}, -1.0, 1.0},
        {{.kind = TR_NODE_CELLULAR, .dims = 2}, 0.0, 1.41422},
        {{.kind = TR_NODE_CELLULAR, .dims = 2, .result = TR_CELLULAR_F2}, 0.0, 1.5812},
        {{.kind = TR_NODE_CELLULAR, .dims = 3, .result = TR_CELLULAR_F2_MINUS_F1}, 0.0, 1.7321},
        {{.kind = TR_NODE_CELLULAR, .dims = 3, .result = TR_CELLULAR_CELL}, -1.0, 1.0},
        {{.kind = TR_NODE_CELLULAR, .dims = 3, .metric = TR_METRIC_MANHATTAN}, 0.0, 3.0},
        {{.kind = TR_NODE_CELLULAR, .dims = 1, .metric = TR_METRIC_CHEBYSHEV, .result = TR_CELLULAR_F2}, 0.0, 1.5},
        {{.kind = TR_NODE_CELLULAR, .dims = 3, .metric = TR_METRIC_MANHATTAN, .fractal = TR_FRACTAL_RIDGED}, -1.0, 7.0},
        {{.kind = TR_NODE_CELLULAR, .dims = 2, .metric = TR_METRIC_SQUARED, .fractal = TR_FRACTAL_BILLOW}, -1.0, 3.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_range range = tr_range_of_source(&cases[i].source);
        if (fabs(range.low - cases[i].low) > 5e-5 || fabs(range.high - cases[i].high) > 5e-5) {
            fail_msg("case %zu: %.9g to %.9g", i, range.low, range.high);
        }
    }
}

static void floats_are_rounded_outward(void **state)
{
    (void)state;
    float low, high;
    tr_range_to_floats((tr_range){0.1, 0.1, 0.1}, &low, &high);
    assert_true((double)low <= 0.1 && (double)high >= 0.1 && low < high);
    tr_range_to_floats((tr_range){-1e60, 1e60, 1e60}, &low, &high);
    assert_true(low == -FLT_MAX && high == FLT_MAX);
}

TEST_GROUP(range)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointwise_operations_stay_in_their_ranges),
        cmocka_unit_test(curves_stay_in_their_ranges),
        cmocka_unit_test(tiny_powers_are_zero),
        cmocka_unit_test(smoothstep_never_rounds_above_one),
        cmocka_unit_test(ranges_are_not_wider_than_they_must_be),
        cmocka_unit_test(sources_have_documented_ranges),
        cmocka_unit_test(floats_are_rounded_outward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
