// Curves: they pass through their points, never overshoot, and stay constant beyond the ends.
#include <math.h>
#include <string.h>

#include "cmocka_test.h"
#include "noise/curve.h"

#define TR_LANES 1
#include "noise/ops_kernel.h"

// As kernels evaluate it.
static float kernel_at(const tr_curve *curve, float in)
{
    float value = curve->first;
    for (int i = 0; i < curve->segment_count; i++) {
        const float *c = curve->c[i];
        value = tr_op_curve_segment(value, in, curve->start[i], c[0], c[1], c[2], c[3]);
    }
    return value;
}

static tr_node_def curve_def(const double points[][2], int count, bool smooth)
{
    tr_node_def def = tr_default_node_def(TR_NODE_CURVE);
    def.smooth = smooth;
    def.point_count = count;
    memcpy(def.points, points, sizeof(double[2]) * (size_t)count);
    return def;
}

static const double sample_points[][2] = {{-1.0, 0.0}, {-0.6, 0.05}, {-0.2, 0.05},
                                          {0.3, 0.6},  {0.35, 0.9},  {1.0, -2.0}};
enum { SAMPLE_COUNT = sizeof sample_points / sizeof *sample_points };

static double max_out(const tr_node_def *def)
{
    double max = 0.0;
    for (int i = 0; i < def->point_count; i++) max = fmax(max, fabs(def->points[i][1]));
    return max;
}

// Between two points the value lies between theirs and never turns back by more than rounding.
static void check_segments(const tr_node_def *def, const tr_curve *curve)
{
    const double slack = 4e-6 * max_out(def);
    for (int i = 0; i + 1 < def->point_count; i++) {
        const double from = def->points[i][1], to = def->points[i + 1][1];
        const double run = def->points[i + 1][0] - def->points[i][0];
        double before = from;
        for (int s = 0; s < 1000; s++) {
            double value = kernel_at(curve, (float)(def->points[i][0] + run * s / 1000.0));
            assert_true(value >= fmin(from, to) - slack && value <= fmax(from, to) + slack);
            if (to >= from)
                assert_true(value >= before - slack);
            else
                assert_true(value <= before + slack);
            before = value;
        }
    }
}

static void check_curve(const tr_node_def *def)
{
    tr_curve curve;
    tr_error err;
    assert_true(tr_curve_make(def, &curve, &err));
    assert_int_equal(curve.segment_count, def->point_count);
    const int last = def->point_count - 1;
    for (int i = 0; i <= last; i++) {
        assert_true(kernel_at(&curve, (float)def->points[i][0]) == (float)def->points[i][1]);
        // From the left a segment ends at the next point, up to rounding and its slope, at most three secants.
        if (i == 0) continue;
        float just_before = nextafterf((float)def->points[i][0], -INFINITY);
        double secant = (def->points[i][1] - def->points[i - 1][1]) / (def->points[i][0] - def->points[i - 1][0]);
        double step = 3.0 * fabs(secant) * (def->points[i][0] - (double)just_before);
        assert_true(fabs((double)kernel_at(&curve, just_before) - def->points[i][1]) <=
                    step + 1e-5 * fmax(1.0, max_out(def)));
    }
    assert_true(kernel_at(&curve, (float)def->points[0][0] - 5.0f) == (float)def->points[0][1]);
    assert_true(kernel_at(&curve, (float)def->points[last][0] + 5.0f) == (float)def->points[last][1]);
    check_segments(def, &curve);
}

static void straight_lines(void **state)
{
    (void)state;
    tr_node_def def = curve_def(sample_points, SAMPLE_COUNT, false);
    check_curve(&def);
    tr_curve curve;
    assert_true(tr_curve_make(&def, &curve, NULL));
    assert_true(fabs(kernel_at(&curve, 0.05f) - (0.05 + 0.55 * 0.5)) < 1e-6);
}

static void monotone_cubics(void **state)
{
    (void)state;
    tr_node_def def = curve_def(sample_points, SAMPLE_COUNT, true);
    check_curve(&def);
    // Slopes agree on both sides of an inner point.
    tr_curve curve;
    assert_true(tr_curve_make(&def, &curve, NULL));
    for (int i = 1; i + 1 < SAMPLE_COUNT; i++) {
        const float *c = curve.c[i - 1];
        double s = (double)curve.start[i] - (double)curve.start[i - 1];
        double left = c[1] + s * (2.0 * c[2] + 3.0 * s * c[3]);
        assert_true(fabs(left - (double)curve.c[i][1]) < 1e-3);
    }
}

// A small generator of its own: tests give the same points everywhere.
static double random_unit(uint64_t *at)
{
    return tr_unit_from_hash(tr_hash_identity(1, 2, (int64_t)(*at)++, 0, 0));
}

static void random_curves(void **state)
{
    (void)state;
    uint64_t at = 0;
    for (int round = 0; round < 300; round++) {
        double points[TR_CURVE_MAX_POINTS][2];
        int count = 2 + (int)(random_unit(&at) * (TR_CURVE_MAX_POINTS - 1));
        double in = -2.0;
        for (int i = 0; i < count; i++) {
            in += 0.01 + random_unit(&at);
            points[i][0] = (double)(float)in;
            points[i][1] =
                (double)(float)(random_unit(&at) < 0.2 && i > 0 ? points[i - 1][1] : 4.0 * random_unit(&at) - 2.0);
        }
        tr_node_def def = curve_def(points, count, round % 4 != 0);
        check_curve(&def);
    }
}

static void two_points_make_a_line(void **state)
{
    (void)state;
    const double points[][2] = {{0.0, 1.0}, {2.0, 5.0}};
    tr_node_def def = curve_def(points, 2, true);
    tr_curve curve;
    assert_true(tr_curve_make(&def, &curve, NULL));
    assert_true(curve.c[0][0] == 1.0f && curve.c[0][1] == 2.0f && curve.c[0][2] == 0.0f && curve.c[0][3] == 0.0f);
    assert_true(tr_curve_at(&curve, 1.5) == 4.0 && tr_curve_at(&curve, -1.0) == 1.0 && tr_curve_at(&curve, 9.0) == 5.0);
}

TEST_GROUP(curve)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_lines),
        cmocka_unit_test(monotone_cubics),
        cmocka_unit_test(random_curves),
        cmocka_unit_test(two_points_make_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
