// Profiles: heights of vertices, ground and pins; grades, rivers, areas.
#include "carve/course/course.h"
#include "carve/course/curve.h"
#include "carve/course/pieces.h"
#include "carve/course/anchors.h"
#include "carve/course/stations.h"
#include "carve_fixture.h"
#include "counting_context.h"
#include "test_effort.h"

#define TOLERANCE_M 0.02

static tr_course build(const tr_path_def *def, test_ground *ground, const tr_pin *pins, int32_t pin_count)
{
    tr_course course;
    const tr_ground hook = test_ground_hook(ground);
    tr_error err = {0};
    if (!tr_course_build(context, def, TOLERANCE_M, NULL, &course, &err)) fail_msg("%s", err.message);
    if (!tr_course_set_profile(context, def, &hook, pins, pin_count, &course, &err)) fail_msg("%s", err.message);
    return course;
}

static double height_at(const tr_course *course, double at_m)
{
    double t, place[3];
    const int32_t piece = tr_course_locate(course, at_m, &t);
    tr_piece_at(&course->pieces[piece], t, place);
    return place[1];
}

// Rise over run between places of a piece, by differences of what is carved.
static double steepest_of(const tr_course *course)
{
    enum { STEPS = 40 };
    double steepest = 0;
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        if (piece->to_m - piece->from_m < 2) continue;  // floats are too coarse for the grade of less
        double before[3];
        tr_piece_at(piece, 0, before);
        for (int k = 1; k <= STEPS; k++) {
            double at[3];
            tr_piece_at(piece, (double)k / STEPS, at);
            steepest = fmax(steepest, fabs(at[1] - before[1]) / hypot(at[0] - before[0], at[2] - before[2]));
            memcpy(before, at, sizeof before);
        }
    }
    return steepest;
}

static double grade_at(const tr_piece *piece, double t)
{
    const double y[4] = {(double)piece->y_m[0], (double)piece->y_m[1], (double)piece->y_m[2], (double)piece->y_m[3]};
    return tr_bezier3_d(y, t) / tr_piece_speed(piece, t);
}

// Heights meet exactly at joints, and so do grades as far as floats can tell.
static void assert_smooth(const tr_course *course)
{
    for (int32_t i = 1; i < course->piece_count; i++) {
        const tr_piece *a = &course->pieces[i - 1], *b = &course->pieces[i];
        assert_true(a->y_m[3] == b->y_m[0]);
        const double shorter_m = fmin(a->to_m - a->from_m, b->to_m - b->from_m);
        assert_near(grade_at(a, 1), grade_at(b, 0), 2e-4 / fmin(shorter_m, 1));
    }
}

static void wind(uint64_t seed, int32_t count, tr_path_vertex *out)
{
    for (int32_t i = 0; i < count; i++) {
        out[i] = tr_path_vertex_at(90 * i + test_random(seed, i, -25, 25), test_random(seed, i + 500, -70, 70));
    }
}

// ---------------------------------------------------------------------------------------------------------
// Stations

enum { STATIONS = 200 };

static tr_stations random_stations(uint64_t seed, double step_m)
{
    tr_stations s;
    assert_true(tr_stations_create(context, STATIONS, &s, NULL));
    for (int i = 0; i < STATIONS; i++) {
        s.at_m[i] = i == 0 ? 0 : s.at_m[i - 1] + test_random(seed, i, 0.1 * step_m, step_m);
        s.height_m[i] = test_random(seed, i + 1000, 0, 30);
    }
    return s;
}

static void grades_are_the_mean_of_both_envelopes(void **state)
{
    (void)state;
    tr_stations s = random_stations(1, 20);
    const double grade = 0.08;
    double wanted[STATIONS];
    for (int i = 0; i < STATIONS; i++) {
        double upper = INFINITY, lower = -INFINITY;
        for (int j = 0; j < STATIONS; j++) {
            upper = fmin(upper, s.height_m[j] + grade * fabs(s.at_m[i] - s.at_m[j]));
            lower = fmax(lower, s.height_m[j] - grade * fabs(s.at_m[i] - s.at_m[j]));
        }
        wanted[i] = 0.5 * (upper + lower);
    }
    assert_true(tr_stations_limit_grade(&s, grade, false));
    for (int i = 0; i < STATIONS; i++) assert_near(s.height_m[i], wanted[i], 1e-9);
    tr_stations_destroy(context, &s);
}

static void grades_keep_to_bounds(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        tr_stations s = random_stations(seed, 20);
        // Bounds that a line of half the grade meets.
        for (int i = 0; i < STATIONS; i += 17) {
            s.low_m[i] = 0.04 * s.at_m[i];
            s.high_m[i] = s.low_m[i] + (i % 2 ? 2 : 0);
        }
        assert_true(tr_stations_limit_grade(&s, 0.08, false));
        for (int i = 0; i < STATIONS; i++) {
            assert_true(s.height_m[i] >= s.low_m[i] - 1e-9 && s.height_m[i] <= s.high_m[i] + 1e-9);
            if (i > 0)
                assert_true(fabs(s.height_m[i] - s.height_m[i - 1]) <= 0.08 * (s.at_m[i] - s.at_m[i - 1]) + 1e-9);
        }
        s.low_m[0] = s.high_m[0] = 500;
        assert_false(tr_stations_limit_grade(&s, 0.08, false));
        tr_stations_destroy(context, &s);
    }
}

static void smoothing_keeps_lines_ends_and_order(void **state)
{
    (void)state;
    tr_stations s = random_stations(4, 20);
    const double first = s.height_m[0], last = s.height_m[STATIONS - 1];
    double rough = 0, smooth = 0;
    for (int i = 1; i < STATIONS; i++) rough = fmax(rough, fabs(s.height_m[i] - s.height_m[i - 1]));
    tr_stations_smooth(&s, 40);
    for (int i = 1; i < STATIONS; i++) smooth = fmax(smooth, fabs(s.height_m[i] - s.height_m[i - 1]));
    assert_true(s.height_m[0] == first && s.height_m[STATIONS - 1] == last && smooth < 0.25 * rough);
    for (int i = 0; i < STATIONS; i++) s.height_m[i] = 7 - 0.03 * s.at_m[i];
    tr_stations_smooth(&s, 40);
    for (int i = 0; i < STATIONS; i++) assert_near(s.height_m[i], 7 - 0.03 * s.at_m[i], 1e-9);
    for (int i = 0; i < STATIONS; i++) s.height_m[i] = i < 90 ? 50 : 10;
    tr_stations_smooth(&s, 40);
    for (int i = 1; i < STATIONS; i++) assert_true(s.height_m[i] <= s.height_m[i - 1] + 1e-9);
    tr_stations_destroy(context, &s);
}

static void bends_meet_bounds_and_leave_the_rest(void **state)
{
    (void)state;
    tr_stations s = random_stations(5, 20);
    double before[STATIONS];
    memcpy(before, s.height_m, sizeof before);
    s.low_m[50] = s.high_m[50] = 90;
    s.low_m[53] = s.high_m[53] = 80;
    s.low_m[120] = -100;  // met already
    tr_stations_bend(&s, 60);
    assert_true(s.height_m[50] == 90 && s.height_m[53] == 80);
    for (int i = 0; i < STATIONS; i++) {
        const double away_m = fmin(fabs(s.at_m[i] - s.at_m[50]), fabs(s.at_m[i] - s.at_m[53]));
        if (away_m >= 60) assert_true(s.height_m[i] == before[i]);
    }
    assert_true(s.height_m[49] > before[49]);
    tr_stations_destroy(context, &s);
}

// ---------------------------------------------------------------------------------------------------------
// Lines

static void given_heights_are_the_cubic_itself(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    tr_path_vertex vertices[COUNT];
    wind(1, COUNT, vertices);
    for (int i = 0; i < COUNT; i++) vertices[i].height_m = (float)test_random(2, i, 100, 103);
    for (int mode = 0; mode < TR_CURVE_COUNT; mode++) {
        tr_path_def def = test_path(TR_PATH_ROAD, vertices, COUNT);
        def.mode = (tr_curve_mode)mode;
        test_ground ground = {.base_m = 1e4};
        tr_course course = build(&def, &ground, NULL, 0);
        assert_int_equal(ground.asked, 0);
        assert_true(course.grade_met);
        tr_anchors anchors;
        tr_cubic cubics[COUNT - 1];
        assert_true(tr_path_anchors(context, &def, &anchors, NULL));
        assert_true(tr_cubics_make(context, &anchors, def.mode, def.smoothness, cubics, NULL));
        for (int32_t i = 0; i < course.piece_count; i++) {
            const tr_piece *piece = &course.pieces[i];
            if (piece->curve_t[0] == 0) assert_true(piece->y_m[0] == vertices[piece->curve].height_m);
            for (int k = 0; k <= 8; k++) {
                const double t = k / 8.0, of_curve = piece->curve_t[0] + t * (piece->curve_t[1] - piece->curve_t[0]);
                double at[3];
                tr_piece_at(piece, t, at);
                assert_near(at[1], tr_bezier3(cubics[piece->curve].y, of_curve), 2e-5);
            }
        }
        tr_anchors_destroy(context, &anchors);
        tr_course_destroy(context, &course);
    }
}

static void a_road_on_a_plane_lies_in_it(void **state)
{
    (void)state;
    const tr_path_vertex vertices[2] = {tr_path_vertex_at(-300, 100), tr_path_vertex_at(500, -500)};
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, 2);
    test_ground ground = {.base_m = 40, .slope_x = 0.05, .slope_z = -0.02};
    tr_course course = build(&def, &ground, NULL, 0);
    for (double at_m = 0; at_m <= course.length_m; at_m += 3) {
        double t, at[3];
        const int32_t piece = tr_course_locate(&course, at_m, &t);
        tr_piece_at(&course.pieces[piece], t, at);
        assert_near(at[1], test_ground_at(&ground, at[0], at[2]), 1e-4);
    }
    assert_near(course.max_grade, 0.05 * 0.8 + 0.02 * 0.6, 1e-6);
    assert_near(course.low_m, 40 - 15 - 2, 1e-4);
    assert_near(course.high_m, 40 + 25 + 10, 1e-4);
    tr_course_destroy(context, &course);
}

static void grades_are_met_on_any_ground(void **state)
{
    (void)state;
    enum { COUNT = 30 };
    const tr_path_kind kinds[3] = {TR_PATH_TRACK, TR_PATH_ROAD, TR_PATH_RAIL};
    const int64_t seeds = test_effort(20, 200);
    for (int64_t seed = 0; seed < seeds; seed++) {
        tr_path_vertex vertices[COUNT];
        wind((uint64_t)seed, COUNT, vertices);
        const tr_path_def def = test_path(kinds[seed % 3], vertices, COUNT);
        test_ground ground = {
            .base_m = 100, .slope_x = 0.01, .wave_m = 30, .wave_length_m = test_random(3, seed, 20, 200)};
        tr_course course = build(&def, &ground, NULL, 0);
        assert_true(course.grade_met && course.max_grade <= def.max_grade * (1 + 1e-6));
        assert_true(steepest_of(&course) <= def.max_grade * 1.005);
        assert_smooth(&course);
        tr_course_destroy(context, &course);
    }
}

// One high station among level ones is no bump but a gentle rise.
static bool spike(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m, tr_error *err)
{
    (void)user, (void)z_m, (void)err;
    for (int32_t i = 0; i < count; i++) out_m[i] = fabs(x_m[i] - 500) < 5 ? 8 : 0;
    return true;
}

static void single_stations_make_no_bumps(void **state)
{
    (void)state;
    const tr_path_vertex vertices[2] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(1000, 0)};
    tr_path_def def = test_path(TR_PATH_ROAD, vertices, 2);
    def.max_grade = 0;
    const tr_ground ground = {spike, NULL};
    tr_course course;
    assert_true(tr_course_build(context, &def, TOLERANCE_M, NULL, &course, NULL));
    assert_true(tr_course_set_profile(context, &def, &ground, NULL, 0, &course, NULL));
    assert_true(course.high_m > 0.5f && course.high_m < 4);
    assert_true(height_at(&course, 460) > 0.2);
    assert_true(course.max_grade < 0.1);
    assert_smooth(&course);
    tr_course_destroy(context, &course);
}

static void given_vertices_among_others_are_exact(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    tr_path_vertex vertices[COUNT];
    wind(6, COUNT, vertices);
    vertices[4].height_m = 103;
    vertices[9].height_m = 96.5f;
    vertices[10].height_m = 98;
    tr_path_def def = test_path(TR_PATH_ROAD, vertices, COUNT);
    test_ground ground = {.base_m = 100, .wave_m = 6, .wave_length_m = 90};
    tr_course course = build(&def, &ground, NULL, 0);
    for (int32_t i = 0; i < course.piece_count; i++) {
        const tr_piece *piece = &course.pieces[i];
        const float given_m = vertices[piece->curve].height_m;
        if (piece->curve_t[0] == 0 && !isnan(given_m)) assert_true(piece->y_m[0] == given_m);
    }
    assert_true(course.grade_met);
    assert_smooth(&course);
    tr_course_destroy(context, &course);
    vertices[10].height_m = 140;
    course = build(&def, &ground, NULL, 0);
    assert_false(course.grade_met);
    assert_true(course.max_grade > def.max_grade);
    bool found = false;
    for (int32_t i = 0; i < course.piece_count; i++) {
        const tr_piece *piece = &course.pieces[i];
        if (piece->curve == 10 && piece->curve_t[0] == 0) found = piece->y_m[0] == 140;
        // Far from the steep part nothing becomes steeper.
        if (piece->curve < 3 || piece->curve > 15) assert_true(fabs(grade_at(piece, 0.5)) <= def.max_grade * 1.001);
    }
    assert_true(found);
    tr_course_destroy(context, &course);
}

static void pins_hold_all_along(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    tr_path_vertex vertices[COUNT];
    wind(7, COUNT, vertices);
    test_ground ground = {.base_m = 100, .wave_m = 6, .wave_length_m = 90};
    const tr_pin pins[4] = {
        {300, 312, 104, 104}, {700, 730, 107, INFINITY}, {1100, 1100, -INFINITY, 95}, {1400, 1410, 99, 101}};
    for (int kind = TR_PATH_TRACK; kind <= TR_PATH_ROAD; kind++) {
        const tr_path_def def = test_path((tr_path_kind)kind, vertices, COUNT);
        tr_course course = build(&def, &ground, pins, 4);
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k <= 20; k++) {
                const double at_m = pins[i].from_m + (pins[i].to_m - pins[i].from_m) * k / 20;
                const double height_m = height_at(&course, at_m);
                assert_true(height_m >= (double)pins[i].low_m - 1e-4 && height_m <= (double)pins[i].high_m + 1e-4);
            }
        }
        assert_true(course.grade_met);
        assert_smooth(&course);
        tr_course_destroy(context, &course);
    }
    const tr_pin apart[2] = {{300, 300, 100, 100}, {400, 400, 150, 150}};
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, COUNT);
    tr_course course = build(&def, &ground, apart, 2);
    assert_false(course.grade_met);
    assert_near(height_at(&course, 300), 100, 1e-4);
    assert_near(height_at(&course, 400), 150, 1e-4);
    tr_course_destroy(context, &course);
}

static void vertices_come_before_pins_but_not_before_bridges(void **state)
{
    (void)state;
    tr_path_vertex vertices[3] = {test_vertex(0, 10, 0), test_vertex(500, 12, 0), test_vertex(1000, 10, 0)};
    tr_path_def def = test_path(TR_PATH_ROAD, vertices, 3);
    test_ground ground = {0};
    const tr_pin meets = {495, 505, 20, 20}, lifts = {495, 505, 20, INFINITY};
    tr_course course = build(&def, &ground, &meets, 1);
    assert_near(height_at(&course, 500), 12, 0);
    tr_course_destroy(context, &course);
    course = build(&def, &ground, &lifts, 1);
    for (double at_m = 495; at_m <= 505; at_m++) assert_true(height_at(&course, at_m) >= 20 - 1e-4);
    assert_near(height_at(&course, 0), 10, 0);
    assert_true(course.grade_met);
    tr_course_destroy(context, &course);
}

static void rivers_never_rise_and_lie_in_the_land(void **state)
{
    (void)state;
    enum { COUNT = 30 };
    const int64_t seeds = test_effort(20, 200);
    for (int64_t seed = 0; seed < seeds; seed++) {
        tr_path_vertex vertices[COUNT];
        wind((uint64_t)seed + 100, COUNT, vertices);
        if (seed % 3 == 1) vertices[12].height_m = 70;
        tr_path_def def = test_path(seed % 2 ? TR_PATH_RIVER : TR_PATH_STREAM, vertices, COUNT);
        if (seed % 4 == 2) def.max_grade = 0.05;
        test_ground ground = {
            .base_m = 100, .slope_x = -0.01, .wave_m = 8, .wave_length_m = test_random(5, seed, 30, 300)};
        tr_course course = build(&def, &ground, NULL, 0);
        for (int32_t i = 0; i < course.piece_count; i++) {
            const tr_piece *piece = &course.pieces[i];
            const float *y = piece->y_m;
            assert_true(y[0] >= y[1] && y[1] >= y[2] && y[2] >= y[3]);
            const double ground_m = test_ground_at(&ground, piece->x_m[0], piece->z_m[0]);
            assert_true((double)y[0] <= ground_m - 0.9 * def.depth_m / 8);
        }
        assert_smooth(&course);
        tr_course_destroy(context, &course);
    }
}

static void a_river_that_was_given_rising_heights_falls(void **state)
{
    (void)state;
    const tr_path_vertex vertices[3] = {test_vertex(0, 10, 0), test_vertex(200, 30, 0), test_vertex(400, 5, 0)};
    const tr_path_def def = test_path(TR_PATH_RIVER, vertices, 3);
    test_ground ground = {0};
    tr_course course = build(&def, &ground, NULL, 0);
    assert_near(course.high_m, 10, 0);
    assert_near(height_at(&course, course.length_m), 5, 0);
    for (int32_t i = 0; i < course.piece_count; i++) assert_true(course.pieces[i].y_m[0] >= course.pieces[i].y_m[3]);
    tr_course_destroy(context, &course);
}

// ---------------------------------------------------------------------------------------------------------
// Areas

static void lakes_and_levels_are_flat(void **state)
{
    (void)state;
    const tr_path_vertex square[4] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(0, 100), tr_path_vertex_at(100, 100),
                                      tr_path_vertex_at(100, 0)};
    test_ground ground = {.base_m = 50, .slope_x = 0.1};
    tr_path_def def = test_path(TR_PATH_LAKE, square, 4);
    def.smoothness = 0;
    tr_course course = build(&def, &ground, NULL, 0);
    assert_near(course.level_m, 50, 0);
    tr_course_destroy(context, &course);
    def = test_path(TR_PATH_LEVEL, square, 4);
    course = build(&def, &ground, NULL, 0);
    assert_near(course.level_m, 55, 1e-3);
    for (int32_t i = 0; i < course.piece_count; i++) {
        for (int k = 0; k < 4; k++) assert_true(course.pieces[i].y_m[k] == course.level_m);
        assert_true(course.pieces[i].half_m[0] == 0 && course.pieces[i].depth_m[1] == 0);
    }
    tr_course_destroy(context, &course);
    def.level_m = -3;
    ground.asked = 0;
    course = build(&def, &ground, NULL, 0);
    assert_near(course.level_m, -3, 0);
    assert_int_equal(ground.asked, 0);
    assert_true(course.low_m == -3 && course.high_m == -3 && course.max_grade == 0);
    tr_course_destroy(context, &course);
}

// A band along x on ground that falls to the east, with an island.
static void a_river_that_is_an_area_falls_along_its_banks(void **state)
{
    (void)state;
    enum { SIDE = 20, COUNT = 2 * SIDE + 4 };
    tr_path_vertex vertices[COUNT];
    for (int i = 0; i < SIDE; i++) {
        vertices[i] = tr_path_vertex_at(50 * i, 10 * sin(0.7 * i));
        vertices[2 * SIDE - 1 - i] = tr_path_vertex_at(50 * i, 60 + 10 * sin(0.7 * i));
    }
    const double island[4][2] = {{480, 25}, {500, 20}, {520, 28}, {500, 35}};
    for (int i = 0; i < 4; i++) vertices[2 * SIDE + i] = tr_path_vertex_at(island[i][0], island[i][1]);
    const int32_t ends[2] = {2 * SIDE, COUNT};
    tr_path_def def = test_path(TR_PATH_RIVER, vertices, COUNT);
    def.area = true;
    def.ring_end = ends;
    def.ring_count = 2;
    test_ground ground = {.base_m = 100, .slope_x = -0.02, .slope_z = 0.001, .wave_m = 0.3, .wave_length_m = 40};
    tr_course course = build(&def, &ground, NULL, 0);
    for (int32_t i = 0; i < course.piece_count; i++) {
        const tr_piece *piece = &course.pieces[i];
        // Within a metre of the plane, and equal at equal places of both banks.
        assert_near(piece->y_m[0], 100 - 0.02 * piece->x_m[0], 1.5);
        const double ground_m = test_ground_at(&ground, piece->x_m[0], piece->z_m[0]);
        if (piece->curve < 2 * SIDE) assert_true((double)piece->y_m[0] <= ground_m + 0.05);
        if (i > 0 && piece->curve != 2 * SIDE) assert_true(piece->y_m[0] == piece[-1].y_m[3]);
    }
    assert_true(course.high_m > course.level_m && course.level_m > course.low_m);
    tr_course_destroy(context, &course);
}

static void profiles_do_not_depend_on_the_calls_before(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    tr_path_vertex vertices[COUNT];
    wind(11, COUNT, vertices);
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, COUNT);
    test_ground ground = {.base_m = 100, .wave_m = 6, .wave_length_m = 90};
    const tr_ground hook = test_ground_hook(&ground);
    const tr_pin pin = {300, 312, 104, 104};
    tr_course fresh = build(&def, &ground, NULL, 0), used = build(&def, &ground, &pin, 1);
    assert_true(tr_course_set_profile(context, &def, &hook, NULL, 0, &used, NULL));
    assert_int_equal(fresh.piece_count, used.piece_count);
    for (int32_t i = 0; i < fresh.piece_count; i++) {
        assert_memory_equal(fresh.pieces[i].y_m, used.pieces[i].y_m, sizeof fresh.pieces[i].y_m);
    }
    tr_course_destroy(context, &fresh);
    tr_course_destroy(context, &used);
}

TEST_GROUP(profile)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(grades_are_the_mean_of_both_envelopes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(grades_keep_to_bounds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(smoothing_keeps_lines_ends_and_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bends_meet_bounds_and_leave_the_rest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(given_heights_are_the_cubic_itself, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_road_on_a_plane_lies_in_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(grades_are_met_on_any_ground, set_up, tear_down),
        cmocka_unit_test_setup_teardown(single_stations_make_no_bumps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(given_vertices_among_others_are_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pins_hold_all_along, set_up, tear_down),
        cmocka_unit_test_setup_teardown(vertices_come_before_pins_but_not_before_bridges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rivers_never_rise_and_lie_in_the_land, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_river_that_was_given_rising_heights_falls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lakes_and_levels_are_flat, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_river_that_is_an_area_falls_along_its_banks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(profiles_do_not_depend_on_the_calls_before, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
