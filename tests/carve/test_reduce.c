// Quadratic pieces against the cubics they stand for.
#include "carve/course/course.h"
#include "carve/course/reduce.h"
#include "carve_fixture.h"
#include "counting_context.h"
#include "test_effort.h"

#define TOLERANCE_M 0.02

static tr_piece_list pieces;

static tr_reduction reduce(const tr_cubic *cubic)
{
    pieces.count = 0;
    tr_reduction reduction = {.context = context, .out = &pieces, .tolerance_m = TOLERANCE_M, .min_radius_m = INFINITY};
    tr_error err;
    assert_true(tr_reduce_cubic(&reduction, cubic, 7, &err));
    return reduction;
}

static int forget_pieces(void **state)
{
    tr_piece_list_destroy(context, &pieces);
    return tear_down(state);
}

// The distance of a place from a piece, by looking at many parameters and then around the best.
static double distance_to_piece(const tr_piece *piece, double x, double z)
{
    enum { STEPS = 64 };
    double best = INFINITY, at = 0;
    for (double width = 1; width > 1e-9; width *= 3.0 / STEPS) {
        const double middle = at;
        for (int i = 0; i <= STEPS; i++) {
            const double t =
                fmin(fmax(width == 1 ? (double)i / STEPS : middle + width * ((double)i / STEPS - 0.5), 0), 1);
            double place[3];
            tr_piece_at(piece, t, place);
            const double distance = hypot(place[0] - x, place[2] - z);
            if (distance >= best) continue;
            best = distance;
            at = t;
        }
    }
    return best;
}

static double distance_to_pieces(double x, double z)
{
    double best = INFINITY;
    for (int i = 0; i < pieces.count; i++) best = fmin(best, distance_to_piece(&pieces.items[i], x, z));
    return best;
}

static double deviation_of(const tr_cubic *cubic, int samples)
{
    double max = 0;
    for (int i = 0; i <= samples; i++) {
        const double t = (double)i / samples;
        max = fmax(max, distance_to_pieces(tr_bezier3(cubic->x, t), tr_bezier3(cubic->z, t)));
    }
    return max;
}

// Pieces follow each other from the first to the last control without a gap, and cover the whole parameter.
static void assert_chain(const tr_cubic *cubic)
{
    assert_true(pieces.count > 0);
    const tr_piece *first = &pieces.items[0], *last = &pieces.items[pieces.count - 1];
    assert_true(first->x_m[0] == cubic->x[0] && first->z_m[0] == cubic->z[0]);
    assert_true(last->x_m[2] == cubic->x[3] && last->z_m[2] == cubic->z[3]);
    for (int i = 0; i < pieces.count; i++) {
        const tr_piece *piece = &pieces.items[i];
        assert_int_equal(piece->curve, 7);
        assert_true(piece->curve_t[0] < piece->curve_t[1]);
        assert_true(tr_piece_speed(piece, 0) > 0 && tr_piece_speed(piece, 1) > 0);
        if (i == 0) continue;
        assert_true(piece->x_m[0] == piece[-1].x_m[2] && piece->z_m[0] == piece[-1].z_m[2]);
    }
}

// Of the angles between pieces; where the cubic has a cusp, up to a small share of the tolerance, there is no direction
// to keep.
static double max_kink(void)
{
    double max = 0;
    for (int i = 1; i < pieces.count; i++) {
        const double shorter_m = fmin(tr_piece_length(&pieces.items[i - 1], 1), tr_piece_length(&pieces.items[i], 1));
        if (shorter_m < TOLERANCE_M / 64) continue;
        double a[2], b[2];
        tr_piece_tangent(&pieces.items[i - 1], 1, a);
        tr_piece_tangent(&pieces.items[i], 0, b);
        max = fmax(max, fabs(atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])));
    }
    return max;
}

static tr_cubic random_cubic(int64_t index, double size_m, double origin_m)
{
    tr_cubic cubic = {{0}, {0}, {0}};
    for (int k = 0; k < 4; k++) {
        cubic.x[k] = origin_m + test_random(3, 8 * index + k, -size_m, size_m);
        cubic.z[k] = -origin_m + test_random(3, 8 * index + 4 + k, -size_m, size_m);
    }
    return cubic;
}

static void random_curves_stay_within_the_tolerance(void **state)
{
    (void)state;
    const int64_t count = test_effort(120, 1000);
    for (int64_t i = 0; i < count; i++) {
        const double size_m = i % 3 == 0 ? 1 : i % 3 == 1 ? 30 : 300;
        const tr_cubic cubic = random_cubic(i, size_m, i % 2 ? 0 : 1e5);
        const tr_reduction reduction = reduce(&cubic);
        assert_chain(&cubic);
        const double deviation = deviation_of(&cubic, 200);
        assert_true(deviation <= TOLERANCE_M);
        assert_true(reduction.max_deviation_m <= TOLERANCE_M);
        // What is reported is what there is.
        assert_true(deviation <= 1.01 * reduction.max_deviation_m + 1e-9);
        assert_true(max_kink() < 1e-5);
    }
}

static void curves_are_cut_at_their_inflections(void **state)
{
    (void)state;
    const tr_cubic wave = {{0, 40, 60, 100}, {0}, {0, 60, -60, 0}};
    double at[2];
    assert_int_equal(tr_cubic_inflections(&wave, at), 1);
    assert_near(at[0], 0.5, 1e-12);
    const tr_reduction reduction = reduce(&wave);
    bool found = false;
    for (int i = 0; i < pieces.count; i++) found = found || pieces.items[i].curve_t[0] == at[0];
    assert_true(found);
    assert_true(reduction.max_deviation_m <= TOLERANCE_M);
    const tr_cubic arc = {{0, 0, 40, 100}, {0}, {0, 60, 100, 100}};
    assert_int_equal(tr_cubic_inflections(&arc, at), 0);
    reduce(&arc);
    found = false;
    for (int i = 0; i < pieces.count; i++) found = found || pieces.items[i].curve_t[0] == 0.5;
    assert_true(found);
}

static void straight_curves_are_one_straight_piece(void **state)
{
    (void)state;
    const tr_cubic lines[] = {
        {{0, 25, 75, 100}, {0}, {0, 12.5, 37.5, 50}},  // even
        {{0, 0, 100, 100}, {0}, {0, 0, 50, 50}},       // handles without length
        {{0, 80, 90, 100}, {0}, {0, 40, 45, 50}},      // uneven
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const tr_reduction reduction = reduce(&lines[i]);
        assert_int_equal(pieces.count, 1);
        assert_true(pieces.items[0].x_m[1] == 50 && pieces.items[0].z_m[1] == 25);
        assert_true(isinf(reduction.min_radius_m));
        assert_true(reduction.max_deviation_m < 1e-9);
    }
}

static void odd_curves_stay_within_the_tolerance(void **state)
{
    (void)state;
    const tr_cubic odd[] = {
        {{0, 100, 0, 100}, {0}, {0, 100, 100, 0}},          // a cusp
        {{0, 100, 1e-4, 100}, {0}, {0, 100, 100, 0}},       // nearly
        {{0, 150, -50, 100}, {0}, {0, 100, 100, 0}},        // a loop
        {{0, 0, 100, 100}, {0}, {0, 100, 100, 0}},          // parallel handles, the same way round
        {{0, 0, 100, 100}, {0}, {0, 50, -50, 0}},           // parallel handles, against each other
        {{0, 130, -30, 100}, {0}, {0, 0, 0, 0}},            // doubled back on a line
        {{0, 200, 200, 0.5}, {0}, {0, 0, 0, 0}},            // there and back
        {{0, 50, 50, 0}, {0}, {0, 80, -80, 0}},             // closed
        {{0, 0, 0, 100}, {0}, {0, 0, 0, 30}},               // three equal controls
        {{0, 0, 60, 100}, {0}, {0, 0, 90, 30}},             // two equal controls
        {{0, 1e-7, 100, 100}, {0}, {0, 1e-7, 1e-7, 2e-7}},  // nearly straight, tiny handle
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        const tr_reduction reduction = reduce(&odd[i]);
        assert_chain(&odd[i]);
        const double deviation = deviation_of(&odd[i], 1000);
        if (deviation > TOLERANCE_M || reduction.max_deviation_m > TOLERANCE_M || pieces.count > 200) {
            fail_msg("curve %d: %d pieces, off by %g, reported %g", (int)i, pieces.count, deviation,
                     reduction.max_deviation_m);
        }
    }
}

static void a_curve_without_length_makes_no_piece(void **state)
{
    (void)state;
    const tr_cubic point = {{5, 5, 5, 5}, {0}, {6, 6, 6, 6}};
    const tr_reduction reduction = reduce(&point);
    assert_int_equal(pieces.count, 0);
    assert_true(reduction.max_deviation_m == 0);
}

static void the_radius_of_an_arc_is_found(void **state)
{
    (void)state;
    const double k = 55.22847498307936;  // a quarter of a circle of 100 m, within 27 mm
    const tr_cubic arc = {{100, 100, k, 0}, {0}, {0, k, 100, 100}};
    const tr_reduction reduction = reduce(&arc);
    assert_near(reduction.min_radius_m, 100, 1);
    double length_m = 0;
    for (int i = 0; i < pieces.count; i++) length_m += tr_piece_length(&pieces.items[i], 1);
    assert_near(length_m, 157.0796, 0.05);
}

// Closed form: the parabola x = t, z = t^2 has the length (2 sqrt 5 + ln(2 + sqrt 5)) / 4 from 0 to 1.
static void lengths_of_a_parabola_are_exact(void **state)
{
    (void)state;
    const tr_piece parabola = {.x_m = {0, 0.5, 1}, .z_m = {0, 0, 1}, .to_m = 1.4789428575445975};
    assert_near(tr_piece_length(&parabola, 1), 1.4789428575445975, 1e-10);
    for (int i = 0; i <= 10; i++) {
        const double t = tr_piece_invert(&parabola, parabola.to_m * i / 10);
        assert_near(tr_piece_length(&parabola, t), parabola.to_m * i / 10, 1e-9);
    }
}

static void cutting_keeps_everything(void **state)
{
    (void)state;
    const tr_piece whole = {.x_m = {0, 50, 90},
                            .z_m = {0, 10, 60},
                            .y_m = {10, 14, 9, 20},
                            .inclination = {0.01f, -0.03f, 0.04f},
                            .half_m = {3, 5},
                            .fade_m = {10, 20},
                            .strength = {1, 0},
                            .to_m = 110,
                            .curve_t = {0, 1}};
    tr_piece a, b;
    tr_piece_cut(&whole, 0.3, 33, &a, &b);
    assert_true(a.to_m == 33 && b.from_m == 33 && a.y_m[3] == b.y_m[0] && a.x_m[2] == b.x_m[0]);
    for (int i = 0; i <= 10; i++) {
        const double share = i / 10.0, ta = 0.3 * share, tb = 0.3 + 0.7 * share;
        double part[3], of_whole[3];
        tr_piece_at(&a, share, part);
        tr_piece_at(&whole, ta, of_whole);
        for (int k = 0; k < 3; k++) assert_near(part[k], of_whole[k], 1e-5);
        tr_piece_at(&b, share, part);
        tr_piece_at(&whole, tb, of_whole);
        for (int k = 0; k < 3; k++) assert_near(part[k], of_whole[k], 1e-5);
        assert_near(tr_piece_half_at(&b, share), tr_piece_half_at(&whole, tb), 1e-6);
        assert_near(tr_piece_inclination_at(&a, share), tr_piece_inclination_at(&whole, ta), 1e-7);
        assert_near(tr_piece_inclination_at(&b, share), tr_piece_inclination_at(&whole, tb), 1e-7);
    }
}

TEST_GROUP(reduce)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(random_curves_stay_within_the_tolerance, set_up, forget_pieces),
        cmocka_unit_test_setup_teardown(curves_are_cut_at_their_inflections, set_up, forget_pieces),
        cmocka_unit_test_setup_teardown(straight_curves_are_one_straight_piece, set_up, forget_pieces),
        cmocka_unit_test_setup_teardown(odd_curves_stay_within_the_tolerance, set_up, forget_pieces),
        cmocka_unit_test_setup_teardown(a_curve_without_length_makes_no_piece, set_up, forget_pieces),
        cmocka_unit_test_setup_teardown(the_radius_of_an_arc_is_found, set_up, forget_pieces),
        cmocka_unit_test(lengths_of_a_parabola_are_exact),
        cmocka_unit_test(cutting_keeps_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
