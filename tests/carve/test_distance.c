// The nearest point of a curve against brute force: 100 000 places of each curve, in double.
#include <math.h>
#include <stdio.h>

#include "carve/sample/piece_pack.h"
#include "cmocka_test.h"
#include "test_effort.h"

#define TR_LANES 1
#include "carve/sample/distance_kernel.h"

typedef struct test_curve {
    double x[3], z[3];
} test_curve;

static double unit_random(uint64_t what, int64_t a, int64_t b)
{
    return tr_unit_from_hash(tr_hash_identity(0xd157, what, a, b, 0));
}

// ---------------------------------------------------------------------------------------------------------
// Brute force

// All places of a curve, in groups with a box each: a group that cannot hold the nearest one is not looked into.
enum { PLACES = 100000, GROUP = 250, GROUPS = PLACES / GROUP };

typedef struct test_brute {
    double x[PLACES + 1], z[PLACES + 1];
    double x0[GROUPS], z0[GROUPS], x1[GROUPS], z1[GROUPS];
} test_brute;

static double bezier(const double p[3], double t)
{
    return (1 - t) * (1 - t) * p[0] + 2 * t * (1 - t) * p[1] + t * t * p[2];
}

static void make_brute(const test_curve *curve, test_brute *out)
{
    for (int i = 0; i <= PLACES; i++) {
        const double t = (double)i / PLACES;
        out->x[i] = bezier(curve->x, t);
        out->z[i] = bezier(curve->z, t);
    }
    for (int g = 0; g < GROUPS; g++) {
        out->x0[g] = out->z0[g] = INFINITY;
        out->x1[g] = out->z1[g] = -INFINITY;
        for (int i = g * GROUP; i <= (g + 1) * GROUP; i++) {
            out->x0[g] = fmin(out->x0[g], out->x[i]), out->x1[g] = fmax(out->x1[g], out->x[i]);
            out->z0[g] = fmin(out->z0[g], out->z[i]), out->z1[g] = fmax(out->z1[g], out->z[i]);
        }
    }
}

// The distance to the nearest place; infinite when all are farther than `max`.
static double brute_distance(const test_brute *brute, double x, double z, double max)
{
    double best = max * max;
    bool found = false;
    for (int g = 0; g < GROUPS; g++) {
        const double off_x = fmax(fmax(brute->x0[g] - x, x - brute->x1[g]), 0);
        const double off_z = fmax(fmax(brute->z0[g] - z, z - brute->z1[g]), 0);
        if (off_x * off_x + off_z * off_z > best) continue;
        for (int i = g * GROUP; i <= (g + 1) * GROUP; i++) {
            const double d2 = (brute->x[i] - x) * (brute->x[i] - x) + (brute->z[i] - z) * (brute->z[i] - z);
            if (d2 <= best) best = d2, found = true;
        }
    }
    return found ? sqrt(best) : INFINITY;
}

// ---------------------------------------------------------------------------------------------------------
// Curves

enum { FAMILIES = 14 };

static const char *const family_names[FAMILIES] = {
    "random",
    "straight",
    "straight, uneven",
    "nearly straight",
    "gentle",
    "on the limit",
    "zero length",
    "closed",
    "doubled back",
    "nearly doubled back",
    "cusp",
    "end on the middle",
    "vertex at the end",
    "vertex in the middle",
};

static double tiny(uint64_t what, int64_t a, int64_t b)
{
    return exp2(-4 - 30 * unit_random(what, a, b));
}

// P1 from the middle of the chord by shares of the chord along and across.
static void bend(test_curve *curve, double along, double across)
{
    const double dx = curve->x[2] - curve->x[0], dz = curve->z[2] - curve->z[0];
    curve->x[1] = curve->x[0] + (0.5 + along) * dx - across * dz;
    curve->z[1] = curve->z[0] + (0.5 + along) * dz + across * dx;
}

static test_curve make_curve(int family, int64_t n)
{
    test_curve curve;
    const double size = exp2(12 * unit_random(1, n, family) - 4);
    for (int k = 0; k < 3; k++) {
        curve.x[k] = size * (unit_random(2, n, 10 * family + k) - 0.5);
        curve.z[k] = size * (unit_random(3, n, 10 * family + k) - 0.5);
    }
    const double u = 2 * unit_random(4, n, family) - 1;
    switch (family) {
    case 1: bend(&curve, 0, 0); break;
    case 2: bend(&curve, 0.5 * u, 0); break;
    case 3: bend(&curve, u * tiny(5, n, 0), tiny(6, n, 0)); break;
    case 4: bend(&curve, 0.02 * u, 0.01 * unit_random(7, n, 0)); break;
    case 5: bend(&curve, 0.5 / 32 * sin((double)n), 0.5 / 32 * cos((double)n)); break;
    case 6:
        for (int k = 1; k < 3; k++) curve.x[k] = curve.x[0], curve.z[k] = curve.z[0];
        break;
    case 7: curve.x[2] = curve.x[0], curve.z[2] = curve.z[0]; break;
    case 8: bend(&curve, 2 * u, 0); break;
    case 9: bend(&curve, 2 * u, tiny(8, n, 0)); break;
    case 10: bend(&curve, tiny(9, n, 0), 20 + 100 * unit_random(10, n, 0)); break;
    case 11: curve.x[1] = curve.x[2 * (n % 2)], curve.z[1] = curve.z[2 * (n % 2)]; break;
    case 12: bend(&curve, -0.5, u); break;
    case 13: bend(&curve, 0, u); break;
    default: break;
    }
    return curve;
}

static double size_of(const test_curve *curve)
{
    const double x =
        fmax(curve->x[0], fmax(curve->x[1], curve->x[2])) - fmin(curve->x[0], fmin(curve->x[1], curve->x[2]));
    const double z =
        fmax(curve->z[0], fmax(curve->z[1], curve->z[2])) - fmin(curve->z[0], fmin(curve->z[1], curve->z[2]));
    return fmax(x, z);
}

// Near the curve, on it, on its evolute where the nearest places swap, and all around.
static void make_point(const test_curve *curve, double size, int64_t n, int64_t i, double *x, double *z)
{
    const double t = unit_random(20, n, i), spread = size + 1e-3;
    const double ax = curve->x[0] - 2 * curve->x[1] + curve->x[2], az = curve->z[0] - 2 * curve->z[1] + curve->z[2];
    const double tx = 2 * (curve->x[1] - curve->x[0]) + 2 * t * ax, tz = 2 * (curve->z[1] - curve->z[0]) + 2 * t * az;
    const double turn = tx * az - tz * ax, speed2 = tx * tx + tz * tz;
    double away_x = 0, away_z = 0;
    if (i % 4 == 0) {
        const double reach = exp2(6 * unit_random(23, n, i) - 4) * spread;
        away_x = reach * (unit_random(21, n, i) - 0.5), away_z = reach * (unit_random(22, n, i) - 0.5);
    } else if (i % 4 == 1) {
        away_x = 4 * spread * (unit_random(21, n, i) - 0.5), away_z = 4 * spread * (unit_random(22, n, i) - 0.5);
    } else if (i % 4 == 2 && turn != 0) {
        const double radius = speed2 / (2 * turn) * (0.9 + 0.2 * unit_random(24, n, i));
        const double limit = 20 * spread / (sqrt(speed2) + 1e-300);
        const double share = fmax(fmin(radius, limit), -limit);
        away_x = -tz * share, away_z = tx * share;
    }
    *x = bezier(curve->x, t) + away_x;
    *z = bezier(curve->z, t) + away_z;
}

// The largest error over the curve's size, after taking off what a float distance cannot hold.
static double check_curve(int family, int64_t n, int64_t points, test_brute *places)
{
    const test_curve curve = make_curve(family, n);
    const double size = size_of(&curve);
    make_brute(&curve, places);
    tr_plan_curve plan;
    tr_plan_curve_of(curve.x, curve.z, &plan);
    double worst = 0;
    for (int64_t i = 0; i < points; i++) {
        double x, z;
        make_point(&curve, size, n * FAMILIES + family, i, &x, &z);
        const float fx = (float)x, fz = (float)z;
        const tr_foot foot = tr_nearest_foot(plan, fx, fz);
        const double found = sqrt((double)foot.distance2);
        const double rounding = 1e-6 * (found + fabs(x) + fabs(z)), allowed = 1e-4 * size + rounding;
        const double expected = brute_distance(places, (double)fx, (double)fz, found + allowed);
        const double error = fabs(found - expected);
        if (!(error <= allowed))
            fail_msg("%s, curve %d: (%.9g, %.9g) is %.9g from (%.9g %.9g) (%.9g %.9g) (%.9g %.9g), not %.9g",
                     family_names[family], (int)n, x, z, expected, curve.x[0], curve.z[0], curve.x[1], curve.z[1],
                     curve.x[2], curve.z[2], found);
        if (!(foot.tau >= -0.5f && foot.tau <= 0.5f)) fail_msg("tau is %g", (double)foot.tau);
        if (size > 0) worst = fmax(worst, (error - rounding) / size);
    }
    return worst;
}

static void the_nearest_point_is_that_of_brute_force(void **state)
{
    (void)state;
    const int64_t points = test_effort(1000000, 10000000), curves = test_effort(40, 400) * FAMILIES;
    test_brute *places = test_malloc(sizeof *places);
    double worst[FAMILIES] = {0};
    for (int64_t n = 0; n < curves; n++) {
        const int family = (int)(n % FAMILIES);
        worst[family] = fmax(worst[family], check_curve(family, n / FAMILIES, points / curves + 1, places));
    }
    for (int f = 0; f < FAMILIES; f++) printf("%-22s largest error %.2g of its size\n", family_names[f], worst[f]);
    test_free(places);
}

// The curve that is found is the curve that was given.
static void feet_lie_on_the_curve(void **state)
{
    (void)state;
    for (int64_t n = 0; n < 20 * FAMILIES; n++) {
        const test_curve curve = make_curve((int)(n % FAMILIES), n);
        const double size = size_of(&curve);
        tr_plan_curve plan;
        tr_plan_curve_of(curve.x, curve.z, &plan);
        for (int64_t i = 0; i < 50; i++) {
            double x, z;
            make_point(&curve, size, n, i, &x, &z);
            const tr_foot foot = tr_nearest_foot(plan, (float)x, (float)z);
            const double t = (double)foot.tau + 0.5, tolerance = 1e-5 * size + 1e-6 * (fabs(x) + fabs(z)) + 1e-5;
            assert_true(fabs(x - (double)foot.away_x - bezier(curve.x, t)) < tolerance);
            assert_true(fabs(z - (double)foot.away_z - bezier(curve.z, t)) < tolerance);
        }
    }
}

TEST_GROUP(distance)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_point_is_that_of_brute_force),
        cmocka_unit_test(feet_lie_on_the_curve),
    };
    return cmocka_run_group_tests_name("distance", tests, NULL, NULL);
}
