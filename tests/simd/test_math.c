// The elementary functions of math_kernel.h against long double: worst errors, special points, and the same bits from
// every instruction set.
//
// Every float of two or more binades of each function of one argument is tried, and numbers spread over its whole
// domain. The default run takes a share of them; TERRANE_LONG_TESTS=1 takes all. What is found is printed; the
// bounds asserted here are the ones that math_kernel.h and docs/determinism.md state.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "simd/math_batch.h"
#include "test_context.h"
#include "simd/math_samples.h"
#include "test_effort.h"

// How an error is measured. ULP: units in the last place of the result. ABSOLUTE: in units of 2^-24, half the distance
// between floats at 1 (a sine near a zero other than 0 has no relative precision). POWER: ulp over 2 + |b log2 a|.
typedef enum measure { MEASURE_ULP, MEASURE_ABSOLUTE, MEASURE_POWER } measure;

typedef struct test_function {
    long double (*exact)(long double a, long double b);
    measure measure;
    double bound;           // what the kernel header states
    int exponent, binades;  // all floats in [2^exponent, 2^(exponent + binades)) are tried
    bool both_signs;
    int share;  // the default run takes every share-th of them: long double functions are slow
} test_function;

// clang-format off
static long double exact_rcp(long double a, long double b) { return (void)b, 1.0L / a; }
static long double exact_div(long double a, long double b) { return a / b; }
static long double exact_rsqrt(long double a, long double b) { return (void)b, 1.0L / sqrtl(a); }
static long double exact_sqrt(long double a, long double b) { return (void)b, sqrtl(a); }
static long double exact_cbrt(long double a, long double b) { return (void)b, cbrtl(a); }
static long double exact_exp2(long double a, long double b) { return (void)b, exp2l(a); }
static long double exact_log2(long double a, long double b) { return (void)b, log2l(a); }
static long double exact_sin(long double a, long double b) { return (void)b, sinl(a); }
static long double exact_cos(long double a, long double b) { return (void)b, cosl(a); }
static long double exact_acos(long double a, long double b) { return (void)b, acosl(a); }
// clang-format on

static const test_function functions[TR_MATH_COUNT] = {
    [TR_MATH_RCP] = {exact_rcp, MEASURE_ULP, 1.5, 0, 2, true, 4},
    [TR_MATH_DIV] = {exact_div, MEASURE_ULP, 1.5, 0, 2, false, 4},
    [TR_MATH_RSQRT] = {exact_rsqrt, MEASURE_ULP, 1.25, 0, 2, false, 2},
    [TR_MATH_SQRT] = {exact_sqrt, MEASURE_ULP, 1.0, 0, 2, false, 2},
    [TR_MATH_CBRT] = {exact_cbrt, MEASURE_ULP, 1.0, 0, 3, true, 16},
    [TR_MATH_EXP2] = {exact_exp2, MEASURE_ULP, 1.25, -2, 3, true, 32},
    [TR_MATH_LOG2] = {exact_log2, MEASURE_ULP, 1.75, -1, 2, false, 16},
    [TR_MATH_POW] = {powl, MEASURE_POWER, 1.5, -1, 2, false, 64},
    [TR_MATH_SIN] = {exact_sin, MEASURE_ABSOLUTE, 1.75, -1, 3, true, 32},
    [TR_MATH_COS] = {exact_cos, MEASURE_ABSOLUTE, 1.75, -1, 3, false, 32},
    [TR_MATH_ACOS] = {exact_acos, MEASURE_ULP, 1.75, -2, 2, true, 32},
    [TR_MATH_ATAN2] = {atan2l, MEASURE_ULP, 2.5, -1, 2, false, 16},
};

// ---------------------------------------------------------------------------------------------------------
// Errors

typedef struct finding {
    double worst;
    float a, b;  // where
    int64_t count;
} finding;

// The distance between neighbouring floats at `exact`; of normal floats only, which is all that results may be.
static double ulp_of(long double exact)
{
    int exponent;
    (void)frexp((double)exact, &exponent);
    return ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
}

static double error_of(const test_function *test, float a, float b, float found)
{
    const long double exact = test->exact((long double)a, (long double)b);
    const double error = fabs((double)((long double)found - exact));
    double in_ulp = error / ulp_of(exact);
    if (test->measure == MEASURE_ABSOLUTE) in_ulp = error * 0x1p24;
    if (test->measure == MEASURE_POWER) in_ulp /= 2.0 + fabs((double)b * log2((double)a));
    return isfinite(found) ? in_ulp : INFINITY;
}

enum { BATCH = 4096 };

static void measure_batch(tr_math_fn fn, const float *a, const float *b, size_t count, finding *worst)
{
    float found[BATCH];
    tr_math_batch(TR_ISA_SCALAR, fn, a, b, found, count);
    for (size_t i = 0; i < count; i++) {
        const double error = error_of(&functions[fn], a[i], b[i], found[i]);
        worst->count++;
        if (error <= worst->worst) continue;
        worst->worst = error;
        worst->a = a[i];
        worst->b = b[i];
    }
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// All floats of the binades of `fn`, or every stride-th, with b fixed.
static void measure_binades(tr_math_fn fn, float b, uint32_t stride, bool negative, finding *worst)
{
    const test_function *test = &functions[fn];
    const uint32_t first = (uint32_t)(test->exponent + 127) << 23, end = first + ((uint32_t)test->binades << 23);
    float as[BATCH], bs[BATCH];
    size_t filled = 0;
    for (uint32_t bits = first; bits < end; bits += stride) {
        as[filled] = float_of_bits(negative ? bits | 0x80000000u : bits);
        bs[filled++] = b;
        if (filled == BATCH || bits >= end - stride) {
            measure_batch(fn, as, bs, filled, worst);
            filled = 0;
        }
    }
}

static void measure_spread(tr_math_fn fn, int64_t count, finding *worst)
{
    float a[BATCH], b[BATCH];
    for (int64_t done = 0; done < count; done += BATCH) {
        tr_math_samples(fn, (uint64_t)done, a, b, BATCH);
        measure_batch(fn, a, b, BATCH, worst);
    }
}

// Second arguments: for division and atan2 the ratio matters, for pow roots, powers and what lies between.
static const float second_arguments[] = {1.0f, 3.0f, 1.9999999f, 0.5f, -0.7f, 0.33333334f, 7.25f, -2.0f};

static void measure_function(tr_math_fn fn, finding *worst)
{
    const test_function *test = &functions[fn];
    const bool two = tr_math_fn_arguments(fn) == 2;
    const uint32_t stride = test_is_long() ? 1 : (uint32_t)(test->share * TEST_SLOWDOWN);
    const size_t seconds = two ? sizeof second_arguments / sizeof *second_arguments : 1;
    for (size_t i = 0; i < seconds; i++) {
        measure_binades(fn, second_arguments[i], two ? stride * 8 : stride, false, worst);
        if (test->both_signs) measure_binades(fn, second_arguments[i], stride, true, worst);
    }
    measure_spread(fn, test_effort(1 << 20, 1 << 24), worst);
}

static void no_error_is_above_the_stated_bound(void **state)
{
    (void)state;
    static const char *const units[] = {"ulp", "times 2^-24", "ulp per (2 + |b log2 a|)"};
    for (int fn = 0; fn < TR_MATH_COUNT; fn++) {
        const test_function *test = &functions[fn];
        finding worst = {0};
        measure_function((tr_math_fn)fn, &worst);
        printf("%-6s worst error %.3f %s at %.9g, %.9g; stated %.2f; %lld tried\n", tr_math_fn_name((tr_math_fn)fn),
               worst.worst, units[test->measure], (double)worst.a, (double)worst.b, test->bound,
               (long long)worst.count);
        if (worst.worst > test->bound) fail_msg("%s is worse than stated", tr_math_fn_name((tr_math_fn)fn));
    }
}

// ---------------------------------------------------------------------------------------------------------
// Special points

static float value_of(tr_math_fn fn, float a, float b)
{
    float result;
    tr_math_batch(TR_ISA_SCALAR, fn, &a, &b, &result, 1);
    return result;
}

// Ends of domains, both sides of where a formula changes, and numbers next to powers of two.
static void the_bounds_hold_at_special_points(void **state)
{
    (void)state;
    static const float ends[][2] = {
        [TR_MATH_RCP] = {0x1p-125f, 0x1p125f},   [TR_MATH_DIV] = {0x1p-125f, 0x1p125f},
        [TR_MATH_RSQRT] = {0x1p-125f, 0x1p125f}, [TR_MATH_SQRT] = {0x1p-125f, 0x1p125f},
        [TR_MATH_CBRT] = {0x1p-120f, 0x1p120f},  [TR_MATH_EXP2] = {-126.0f, 127.0f},
        [TR_MATH_LOG2] = {0x1p-126f, FLT_MAX},   [TR_MATH_POW] = {0x1p-126f, 0x1p125f},
        [TR_MATH_SIN] = {-8192.0f, 8192.0f},     [TR_MATH_COS] = {-8192.0f, 8192.0f},
        [TR_MATH_ACOS] = {-1.0f, 1.0f},          [TR_MATH_ATAN2] = {0x1p-60f, 0x1p60f},
    };
    for (int fn = 0; fn < TR_MATH_COUNT; fn++) {
        const float low = ends[fn][0], high = ends[fn][1];
        const float a[] = {low,
                           nextafterf(low, INFINITY),
                           high,
                           nextafterf(high, -INFINITY),
                           1.0f,
                           0x1.fffffep-1f,
                           0x1.000002p0f,
                           0.5f,
                           0x1.000002p-1f,
                           0x1.fffffep-2f};
        for (size_t i = 0; i < sizeof a / sizeof *a; i++) {
            const float result = value_of((tr_math_fn)fn, a[i], 1.0f);
            const double error = error_of(&functions[fn], a[i], 1.0f, result);
            if (error > functions[fn].bound)
                fail_msg("%s(%a) is %a, %.2f ulp off", tr_math_fn_name((tr_math_fn)fn), (double)a[i], (double)result,
                         error);
        }
    }
}

// The smallest over the largest argument, in every quadrant.
static void atan2_holds_at_the_ends_of_its_domain(void **state)
{
    (void)state;
    const float sizes[] = {0x1p-60f, -0x1p-60f, 0x1.5p-60f, 1.0f, -1.0f, 0x1.5p59f, 0x1p60f, -0x1p60f};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            const float found = value_of(TR_MATH_ATAN2, sizes[i], sizes[k]);
            const double error = error_of(&functions[TR_MATH_ATAN2], sizes[i], sizes[k], found);
            if (error > functions[TR_MATH_ATAN2].bound)
                fail_msg("atan2(%a, %a) is %a, %.2f ulp off", (double)sizes[i], (double)sizes[k], (double)found, error);
        }
    }
}

// Either sign of a zero or of an argument: what callers rely on beyond the error bound.
static void special_points_have_their_exact_values(void **state)
{
    (void)state;
    static const struct {
        tr_math_fn fn;
        float a, b, expected;
    } points[] = {
        {TR_MATH_SQRT, 0.0f, 0, 0.0f},
        {TR_MATH_SQRT, 1.0f, 0, 1.0f},
        {TR_MATH_CBRT, 0.0f, 0, 0.0f},
        {TR_MATH_CBRT, 1.0f, 0, 1.0f},
        {TR_MATH_CBRT, -1.0f, 0, -1.0f},
        {TR_MATH_RCP, 1.0f, 0, 1.0f},
        {TR_MATH_RCP, -1.0f, 0, -1.0f},
        {TR_MATH_RCP, 2.0f, 0, 0.5f},
        {TR_MATH_DIV, 6.0f, 3.0f, 2.0f},
        {TR_MATH_DIV, 0.0f, 3.0f, 0.0f},
        {TR_MATH_EXP2, 0.0f, 0, 1.0f},
        {TR_MATH_EXP2, 1.0f, 0, 2.0f},
        {TR_MATH_EXP2, -1.0f, 0, 0.5f},
        {TR_MATH_EXP2, -126.0f, 0, FLT_MIN},
        {TR_MATH_EXP2, -1000.0f, 0, FLT_MIN},
        {TR_MATH_EXP2, 127.0f, 0, 0x1p127f},
        {TR_MATH_EXP2, 1000.0f, 0, 0x1p127f},
        {TR_MATH_LOG2, 1.0f, 0, 0.0f},
        {TR_MATH_LOG2, 2.0f, 0, 1.0f},
        {TR_MATH_LOG2, 0x1p-126f, 0, -126.0f},
        {TR_MATH_POW, 0.0f, 2.0f, 0.0f},
        {TR_MATH_POW, 1.0f, 99.0f, 1.0f},
        {TR_MATH_POW, 2.0f, 3.0f, 8.0f},
        {TR_MATH_POW, 7.0f, 0.0f, 1.0f},
        {TR_MATH_SIN, 0.0f, 0, 0.0f},
        {TR_MATH_COS, 0.0f, 0, 1.0f},
        {TR_MATH_ACOS, 1.0f, 0, 0.0f},
        {TR_MATH_ACOS, 1.5f, 0, 0.0f},
        {TR_MATH_ACOS, -1.0f, 0, 3.14159265f},
        {TR_MATH_ACOS, -1.5f, 0, 3.14159265f},
        {TR_MATH_ACOS, 0.0f, 0, 1.57079633f},
        {TR_MATH_ATAN2, 0.0f, 0.0f, 0.0f},
        {TR_MATH_ATAN2, 0.0f, 1.0f, 0.0f},
        {TR_MATH_ATAN2, 0.0f, -1.0f, 3.14159265f},
        {TR_MATH_ATAN2, 1.0f, 0.0f, 1.57079633f},
        {TR_MATH_ATAN2, -1.0f, 0.0f, -1.57079633f},
        {TR_MATH_ATAN2, -0.0f, -1.0f, -3.14159265f},
    };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        const float found = value_of(points[i].fn, points[i].a, points[i].b);
        if (found != points[i].expected)
            fail_msg("%s(%g, %g) is %.9g, not %.9g", tr_math_fn_name(points[i].fn), (double)points[i].a,
                     (double)points[i].b, (double)found, (double)points[i].expected);
    }
}

// The floats around every multiple of pi/4 up to 8192: where quadrants change and where sine or cosine vanish.
static void sine_and_cosine_hold_at_quadrant_borders(void **state)
{
    (void)state;
    const long double eighth_turn = acosl(-1.0L) / 4.0L;
    finding worst = {0};
    for (int k = -10430; k <= 10430; k++) {
        const float middle = (float)(eighth_turn * k);
        if (fabsf(middle) > 8191.0f) continue;
        float a[5] = {middle};
        a[1] = nextafterf(middle, -INFINITY), a[2] = nextafterf(middle, INFINITY);
        a[3] = nextafterf(a[1], -INFINITY), a[4] = nextafterf(a[2], INFINITY);
        for (int i = 0; i < 5; i++) a[i] = fabsf(a[i]) < FLT_MIN ? 0.0f : a[i];
        measure_batch(TR_MATH_SIN, a, a, 5, &worst);
        measure_batch(TR_MATH_COS, a, a, 5, &worst);
    }
    printf("sin and cos at quadrant borders: worst error %.3f times 2^-24 at %.9g\n", worst.worst, (double)worst.a);
    assert_true(worst.worst <= functions[TR_MATH_SIN].bound);
}

// Up to an eighth of a turn nothing is subtracted, and the relative precision is kept.
static void sine_and_cosine_are_precise_below_an_eighth_turn(void **state)
{
    (void)state;
    static const test_function relative[2] = {{exact_sin, MEASURE_ULP, 1.25, 0, 0, true, 0},
                                              {exact_cos, MEASURE_ULP, 1.25, 0, 0, true, 0}};
    const uint32_t stride = test_is_long() ? 1 : 64 * TEST_SLOWDOWN, first = 0x3c000000u, last = 0x3f490fdau;
    double worst[2] = {0.0, 0.0};
    for (uint32_t bits = first; bits <= last; bits += stride) {
        const float angle = float_of_bits(bits);
        for (int i = 0; i < 2; i++) {
            const float found = value_of(i == 0 ? TR_MATH_SIN : TR_MATH_COS, angle, 0.0f);
            worst[i] = fmax(worst[i], error_of(&relative[i], angle, 0.0f, found));
        }
    }
    printf("up to pi/4: sin %.3f ulp, cos %.3f ulp; stated %.2f\n", worst[0], worst[1], relative[0].bound);
    assert_true(worst[0] <= relative[0].bound && worst[1] <= relative[1].bound);
}

// Near zero sine keeps its relative precision: a tiny angle is its own sine.
static void the_sine_of_a_tiny_angle_is_the_angle(void **state)
{
    (void)state;
    for (int exponent = -60; exponent < -12; exponent++) {
        const float angle = ldexpf(1.2345678f, exponent);
        assert_true(value_of(TR_MATH_SIN, angle, 0.0f) == angle);
        assert_true(value_of(TR_MATH_SIN, -angle, 0.0f) == -angle);
    }
}

// ---------------------------------------------------------------------------------------------------------
// The same bits everywhere

static void check_same(const char *where, tr_math_fn fn, const float *a, const float *b, const float *found,
                       const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&found[i], &expected[i], sizeof *found) == 0) continue;
        fail_msg("%s: %s(%a, %a), number %zu of %zu, is %a and not %a as in scalar", where, tr_math_fn_name(fn),
                 (double)a[i], (double)b[i], i, count, (double)found[i], (double)expected[i]);
    }
}

// A count that is no multiple of the lanes must neither change a bit nor touch what follows.
static void compare_counts(tr_isa isa, tr_math_fn fn, const float *a, const float *b, size_t max)
{
    float *scalar = test_malloc(max * sizeof *scalar), *found = test_malloc((max + 8) * sizeof *found);
    tr_math_batch(TR_ISA_SCALAR, fn, a, b, scalar, max);
    for (size_t count = 0; count <= max; count = count < 40 ? count + 1 : count + (max - count + 1) / 2 + 1) {
        for (size_t i = 0; i < max + 8; i++) found[i] = 77.0f;
        tr_math_batch(isa, fn, a, b, found, count);
        check_same(tr_isa_name(isa), fn, a, b, found, scalar, count);
        for (size_t i = count; i < count + 8; i++) assert_true(found[i] == 77.0f);
    }
    test_free(scalar);
    test_free(found);
}

static void every_isa_gives_the_same_bits_for_any_count(void **state)
{
    (void)state;
    const size_t max = (size_t)test_effort(100003, 3000017) | 1;
    float *a = test_malloc(max * sizeof *a), *b = test_malloc(max * sizeof *b);
    for (int isa = TR_ISA_BASELINE; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available((tr_isa)isa)) {
            printf("SKIPPED %s: this build or machine does not have it\n", tr_isa_name((tr_isa)isa));
            continue;
        }
        for (int fn = 0; fn < TR_MATH_COUNT; fn++) {
            tr_math_samples((tr_math_fn)fn, 99, a, b, max);
            compare_counts((tr_isa)isa, (tr_math_fn)fn, a, b, max);
        }
    }
    test_free(a);
    test_free(b);
}

static void compare_context(tr_context *context, const char *where)
{
    const size_t count = (size_t)test_effort(50001, 1000001) | 1;
    float *a = test_malloc(count * sizeof *a), *b = test_malloc(count * sizeof *b);
    float *scalar = test_malloc(count * sizeof *scalar), *found = test_malloc(count * sizeof *found);
    for (int fn = 0; fn < TR_MATH_COUNT; fn++) {
        tr_error err;
        tr_math_samples((tr_math_fn)fn, 5, a, b, count);
        tr_math_batch(TR_ISA_SCALAR, (tr_math_fn)fn, a, b, scalar, count);
        const float *second = tr_math_fn_arguments((tr_math_fn)fn) == 2 ? b : NULL;
        if (!tr_math_eval(context, (tr_math_fn)fn, &(tr_math_arguments){a, second, count}, found, &err))
            fail_msg("%s", err.message);
        check_same(where, (tr_math_fn)fn, a, b, found, scalar, count);
        // In place over the first argument.
        memcpy(found, a, count * sizeof *a);
        if (!tr_math_eval(context, (tr_math_fn)fn, &(tr_math_arguments){found, second, count}, found, &err))
            fail_msg("%s", err.message);
        check_same(where, (tr_math_fn)fn, a, b, found, scalar, count);
    }
    test_free(a);
    test_free(b);
    test_free(scalar);
    test_free(found);
}

static void threads_give_the_same_bits(void **state)
{
    (void)state;
    tr_context *context = test_context(3);
    compare_context(context, "three threads");
    tr_context_destroy(context);
}

static void gl_gives_the_same_bits(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(1);
    def.backend = TR_BACKEND_GL;
    tr_error err;
    tr_context *context = tr_context_create(&def, &err);
    if (!context) {
        printf("SKIPPED gl: %s\n", err.message);
        skip();
    }
    compare_context(context, "gl");
    tr_context_destroy(context);
}

TEST_GROUP(math)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_error_is_above_the_stated_bound),
        cmocka_unit_test(the_bounds_hold_at_special_points),
        cmocka_unit_test(atan2_holds_at_the_ends_of_its_domain),
        cmocka_unit_test(special_points_have_their_exact_values),
        cmocka_unit_test(sine_and_cosine_hold_at_quadrant_borders),
        cmocka_unit_test(sine_and_cosine_are_precise_below_an_eighth_turn),
        cmocka_unit_test(the_sine_of_a_tiny_angle_is_the_angle),
        cmocka_unit_test(every_isa_gives_the_same_bits_for_any_count),
        cmocka_unit_test(threads_give_the_same_bits),
        cmocka_unit_test(gl_gives_the_same_bits),
    };
    return cmocka_run_group_tests_name("math", tests, NULL, NULL);
}
