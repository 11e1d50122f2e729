// Courses: chains of pieces, rings, arc lengths, spans, values along the path.
#include <stdlib.h>

#include "carve/course/course.h"
#include "carve/course/pieces.h"
#include "carve_fixture.h"
#include "counting_context.h"
#include "test_effort.h"

#define TOLERANCE_M 0.02
#define PI 3.141592653589793

static tr_course build(const tr_path_def *def)
{
    tr_course course;
    tr_error err = {0};
    if (!tr_course_build(context, def, TOLERANCE_M, NULL, &course, &err)) fail_msg("%s", err.message);
    return course;
}

static tr_course build_with_profile(const tr_path_def *def, test_ground *ground)
{
    tr_course course = build(def);
    const tr_ground hook = test_ground_hook(ground);
    tr_error err = {0};
    if (!tr_course_set_profile(context, def, &hook, NULL, 0, &course, &err)) fail_msg("%s", err.message);
    return course;
}

static double kink_between(const tr_piece *first, const tr_piece *second)
{
    double a[2], b[2];
    tr_piece_tangent(first, 1, a);
    tr_piece_tangent(second, 0, b);
    return fabs(atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]));
}

static void a_course_is_a_chain_through_its_vertices(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    tr_path_vertex vertices[COUNT];
    for (int mode = 0; mode < TR_CURVE_COUNT; mode++) {
        for (int i = 0; i < COUNT; i++) {
            vertices[i] = tr_path_vertex_at(60 * i + test_random(8, i, -20, 20), test_random(9, i, -80, 80));
        }
        tr_path_def def = test_path(TR_PATH_ROAD, vertices, COUNT);
        def.mode = (tr_curve_mode)mode;
        tr_course course = build(&def);
        int found = 0;
        for (int32_t i = 0; i < course.piece_count; i++) {
            const tr_piece *piece = &course.pieces[i];
            assert_true(piece->to_m - piece->from_m <= def.station_m * (1 + 1e-9));
            if (piece->curve_t[0] == 0) {
                assert_true(piece->x_m[0] == vertices[found].x_m && piece->z_m[0] == vertices[found].z_m);
                found++;
            }
            if (i == 0) continue;
            assert_true(piece->x_m[0] == piece[-1].x_m[2] && piece->z_m[0] == piece[-1].z_m[2]);
            assert_true(piece->from_m == piece[-1].to_m);
            assert_true(kink_between(piece - 1, piece) < 1e-5);
        }
        assert_int_equal(found, COUNT - 1);
        assert_true(course.max_deviation_m > 0 && course.max_deviation_m <= TOLERANCE_M);
        tr_course_destroy(context, &course);
    }
}

static void assert_same_course(const tr_course *a, const tr_course *b)
{
    assert_int_equal(a->piece_count, b->piece_count);
    assert_memory_equal(a->pieces, b->pieces, (size_t)a->piece_count * sizeof *a->pieces);
    assert_true(a->length_m == b->length_m && a->max_deviation_m == b->max_deviation_m);
    assert_true(a->min_radius_m == b->min_radius_m);
}

// Vertices that are moved, put in and taken out one after the other: each course from the one before it, and from
// nothing.
static void courses_take_over_what_is_the_same(void **state)
{
    (void)state;
    enum { MAX = 40, STEPS = 200 };
    for (int mode = 0; mode < TR_CURVE_COUNT; mode++) {
        tr_path_vertex vertices[MAX];
        int32_t count = 20;
        for (int32_t i = 0; i < count; i++) vertices[i] = tr_path_vertex_at(45 * i, test_random(21, i, -60, 60));
        tr_path_def def = test_path(TR_PATH_ROAD, vertices, count);
        def.mode = (tr_curve_mode)mode;
        tr_course before = build(&def);
        for (int step = 0; step < STEPS; step++) {
            const int32_t at = (int32_t)test_random(22, step, 0, count), what = (int32_t)test_random(23, step, 0, 4);
            if (what == 0 && count < MAX) {
                memmove(vertices + at + 1, vertices + at, (size_t)(count++ - at) * sizeof *vertices);
                vertices[at].z_m += 15;
            } else if (what == 1 && count > 3) {
                memmove(vertices + at, vertices + at + 1, (size_t)(--count - at) * sizeof *vertices);
            } else {
                vertices[at].x_m += test_random(24, step, -20, 20);
            }
            def.vertex_count = count;
            if (step % 50 == 49) def.station_m += 3;
            tr_course fresh = build(&def), course;
            assert_true(tr_course_build(context, &def, TOLERANCE_M, &before, &course, NULL));
            assert_same_course(&course, &fresh);
            tr_course_destroy(context, &fresh);
            tr_course_destroy(context, &before);
            before = course;
        }
        tr_course_destroy(context, &before);
    }
}

static void equal_vertices_count_once(void **state)
{
    (void)state;
    tr_path_vertex vertices[7] = {tr_path_vertex_at(0, 0),   tr_path_vertex_at(0, 0),   tr_path_vertex_at(100, 0),
                                  tr_path_vertex_at(100, 0), tr_path_vertex_at(100, 0), tr_path_vertex_at(180, 60),
                                  tr_path_vertex_at(180, 60)};
    const tr_path_vertex once[3] = {vertices[0], vertices[2], vertices[5]};
    const tr_path_def many = test_path(TR_PATH_ROAD, vertices, 7), few = test_path(TR_PATH_ROAD, once, 3);
    tr_course a = build(&many), b = build(&few);
    assert_int_equal(a.piece_count, b.piece_count);
    for (int32_t i = 0; i < a.piece_count; i++) {
        assert_memory_equal(a.pieces[i].x_m, b.pieces[i].x_m, sizeof a.pieces[i].x_m);
        assert_memory_equal(a.pieces[i].z_m, b.pieces[i].z_m, sizeof a.pieces[i].z_m);
    }
    tr_course_destroy(context, &a);
    tr_course_destroy(context, &b);
}

static void a_path_of_one_place_is_refused(void **state)
{
    (void)state;
    const tr_path_vertex vertices[3] = {tr_path_vertex_at(1, 2), tr_path_vertex_at(1, 2), tr_path_vertex_at(1, 2)};
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, 3);
    tr_course course;
    tr_error err = {0};
    assert_false(tr_course_build(context, &def, TOLERANCE_M, NULL, &course, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(err.message, "(1.000, 2.000)"));
}

// The area to the left of all pieces of a ring, by the trapezoids of many chords: positive when the inside is to the
// left.
static double area_to_the_left(const tr_course *course, int32_t first, int32_t end)
{
    double sum = 0;
    for (int32_t i = first; i < end; i++) {
        for (int k = 0; k < 8; k++) {
            double a[3], b[3];
            tr_piece_at(&course->pieces[i], k / 8.0, a);
            tr_piece_at(&course->pieces[i], (k + 1) / 8.0, b);
            sum -= 0.5 * (a[0] * b[2] - a[2] * b[0]);
        }
    }
    return sum;
}

static int32_t circle(double radius_m, bool backwards, int32_t count, tr_path_vertex *out)
{
    for (int32_t i = 0; i < count; i++) {
        const double turn = (backwards ? -2 : 2) * PI * i / count;
        out[i] = tr_path_vertex_at(radius_m * cos(turn), radius_m * sin(turn));
    }
    return count;
}

static void rings_have_the_inside_to_their_left(void **state)
{
    (void)state;
    enum { COUNT = 24 };
    for (int variant = 0; variant < 4; variant++) {
        tr_path_vertex vertices[2 * COUNT];
        circle(200, variant & 1, COUNT, vertices);
        circle(80, variant & 2, COUNT, vertices + COUNT);
        const int32_t ends[2] = {COUNT, 2 * COUNT};
        tr_path_def def = test_path(TR_PATH_LAKE, vertices, 2 * COUNT);
        def.ring_end = ends;
        def.ring_count = 2;
        tr_course course = build(&def);
        int32_t hole = 0;
        while (course.pieces[hole].curve < COUNT) hole++;
        assert_near(area_to_the_left(&course, 0, hole), PI * 200 * 200, 600);
        assert_near(area_to_the_left(&course, hole, course.piece_count), -PI * 80 * 80, 100);
        assert_near(course.length_m, 2 * PI * 280, 3);
        const tr_piece *last = &course.pieces[hole - 1];
        assert_true(last->x_m[2] == course.pieces[0].x_m[0] && last->z_m[2] == course.pieces[0].z_m[0]);
        assert_true(kink_between(last, &course.pieces[0]) < 1e-5);
        tr_course_destroy(context, &course);
    }
}

static void assert_polygon_refused(const tr_path_vertex *vertices, int32_t count, const char *place)
{
    const tr_path_def def = test_path(TR_PATH_LAKE, vertices, count);
    tr_course course;
    tr_error err = {0};
    assert_false(tr_course_build(context, &def, TOLERANCE_M, NULL, &course, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    if (!strstr(err.message, place)) fail_msg("'%s' does not name %s", err.message, place);
}

static void polygons_that_cross_themselves_are_refused(void **state)
{
    (void)state;
    const tr_path_vertex bow[4] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(100, 100), tr_path_vertex_at(100, 0),
                                   tr_path_vertex_at(0, 100)};
    assert_polygon_refused(bow, 4, "(50.000, 50.000)");
    const tr_path_vertex spike[5] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(100, 0), tr_path_vertex_at(150, 0),
                                     tr_path_vertex_at(100, 0), tr_path_vertex_at(50, 80)};
    assert_polygon_refused(spike, 5, "(1");
    const tr_path_vertex touch[6] = {tr_path_vertex_at(0, 0),    tr_path_vertex_at(50, 50), tr_path_vertex_at(100, 0),
                                     tr_path_vertex_at(100, 90), tr_path_vertex_at(50, 50), tr_path_vertex_at(0, 90)};
    assert_polygon_refused(touch, 6, "(50.000, 50.000)");
    const tr_path_vertex flat[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(50, 0), tr_path_vertex_at(100, 0)};
    assert_polygon_refused(flat, 3, "");
}

static void one_crossing_among_many_edges_is_found(void **state)
{
    (void)state;
    const int32_t count = (int32_t)test_effort(20000, 100000);
    tr_path_vertex *vertices = malloc((size_t)count * sizeof *vertices);
    for (int32_t i = 0; i < count; i++) {
        const double turn = 2 * PI * i / count, radius = 5000 + 100 * sin(40 * turn);
        vertices[i] = tr_path_vertex_at(radius * cos(turn), radius * sin(turn));
    }
    const tr_path_def def = test_path(TR_PATH_LAKE, vertices, count);
    tr_course course = build(&def);
    assert_int_equal(course.pieces[course.piece_count - 1].curve, count - 1);
    tr_course_destroy(context, &course);
    const tr_path_vertex other = vertices[count / 3];
    vertices[count / 3] = vertices[count / 3 + 2];
    vertices[count / 3 + 2] = other;
    tr_error err = {0};
    assert_false(tr_course_build(context, &def, TOLERANCE_M, NULL, &course, &err));
    assert_non_null(strstr(err.message, "crosses"));
    free(vertices);
}

// A comb of long oblique teeth: every box of an edge overlaps all others.
static void a_comb_is_no_quadratic_matter(void **state)
{
    (void)state;
    const int32_t teeth = (int32_t)test_effort(10000, 50000), count = 2 * teeth + 2;
    tr_path_vertex *vertices = malloc((size_t)count * sizeof *vertices);
    for (int32_t i = 0; i < teeth; i++) {
        vertices[2 * i] = tr_path_vertex_at(10.0 * i, -10.0 * i);
        vertices[2 * i + 1] = tr_path_vertex_at(10.0 * i + 4000, -10.0 * i + 3995);
    }
    vertices[2 * teeth] = tr_path_vertex_at(10.0 * teeth, -10.0 * teeth - 500);
    vertices[2 * teeth + 1] = tr_path_vertex_at(-1000, -500);
    tr_path_def def = test_path(TR_PATH_LEVEL, vertices, count);
    tr_course course = build(&def);
    assert_int_equal(course.piece_count, count);
    tr_course_destroy(context, &course);
    free(vertices);
}

static void a_path_that_turns_back_has_no_radius(void **state)
{
    (void)state;
    const tr_path_vertex bend[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(300, 10), tr_path_vertex_at(600, 0)};
    tr_path_def def = test_path(TR_PATH_ROAD, bend, 3);
    tr_course course = build(&def);
    assert_true(course.min_radius_m > 100);
    tr_course_destroy(context, &course);
    const tr_path_vertex back[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(300, 0), tr_path_vertex_at(10, 0)};
    def = test_path(TR_PATH_ROAD, back, 3);
    course = build(&def);
    assert_true(course.min_radius_m == 0);
    tr_course_destroy(context, &course);
}

static void places_are_found_by_their_length(void **state)
{
    (void)state;
    tr_path_vertex vertices[9];
    for (int i = 0; i < 9; i++) vertices[i] = tr_path_vertex_at(70 * i, 90 * sin(2.0 * i));
    const tr_path_def def = test_path(TR_PATH_RIVER, vertices, 9);
    tr_course course = build(&def);
    double walked_m = 0, before[3] = {0, 0, 0};
    for (int i = 0; i <= 20000; i++) {
        double t, at[3];
        const int32_t piece = tr_course_locate(&course, course.length_m * i / 20000, &t);
        tr_piece_at(&course.pieces[piece], t, at);
        if (i > 0) walked_m += hypot(at[0] - before[0], at[2] - before[2]);
        memcpy(before, at, sizeof before);
        assert_near(walked_m, course.length_m * i / 20000, 1e-3);
    }
    double t;
    assert_int_equal(tr_course_locate(&course, -5, &t), 0);
    assert_true(t == 0);
    assert_int_equal(tr_course_locate(&course, 1e9, &t), course.piece_count - 1);
    assert_true(t == 1);
    tr_course copy;
    assert_true(tr_course_copy(context, &course, &copy, NULL));
    assert_memory_equal(copy.pieces, course.pieces, (size_t)course.piece_count * sizeof *copy.pieces);
    tr_course_destroy(context, &course);
    tr_course_destroy(context, &copy);
}

static void values_run_from_vertex_to_vertex(void **state)
{
    (void)state;
    tr_path_vertex vertices[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(200, 0), tr_path_vertex_at(400, 0)};
    vertices[0].width_m = 10;
    vertices[2].smoothing_m = 40;
    vertices[1].inclination = 0.04f;
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, 3);
    test_ground ground = {.base_m = 5};
    tr_course course = build_with_profile(&def, &ground);
    for (int32_t i = 0; i < course.piece_count; i++) {
        const tr_piece *piece = &course.pieces[i];
        const double from_m = piece->from_m;
        assert_near(piece->half_m[0], from_m < 200 ? 5 - 1.5 * from_m / 200 : 3.5, 1e-5);
        assert_near(piece->fade_m[0], from_m < 200 ? 10 : 10 + 30 * (from_m - 200) / 200, 1e-5);
        assert_near(piece->inclination[0], 0.04 * (1 - fabs(from_m - 200) / 200), 1e-6);
        assert_true(piece->depth_m[0] == 0 && piece->strength[0] == 1 && piece->strength[1] == 1);
        if (i > 0) assert_true(piece->half_m[0] == piece[-1].half_m[1] && piece->fade_m[0] == piece[-1].fade_m[1]);
    }
    tr_course_destroy(context, &course);
}

// A circle of 200 m to the left: the outside is the right, so it rises to the right.
static void bends_lean_to_the_inside(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    for (int side = -1; side <= 1; side += 2) {
        tr_path_vertex vertices[COUNT];
        for (int i = 0; i < COUNT; i++) {
            // With z south, falling angles from the east turn to the left.
            const double turn = -side * 0.05 * i;
            vertices[i] = test_vertex(200 * cos(turn), 0, 200 * sin(turn));
        }
        tr_path_def def = test_path(TR_PATH_ROAD, vertices, COUNT);
        test_ground ground = {0};
        tr_course course = build_with_profile(&def, &ground);
        const tr_piece *middle = &course.pieces[course.piece_count / 2];
        assert_near(middle->inclination[1], -side * def.banking / 200, 2e-4);
        assert_near(middle->inclination[0], middle[-1].inclination[2], 0);
        tr_course_destroy(context, &course);
        def.banking = 1000;
        course = build_with_profile(&def, &ground);
        assert_near(course.pieces[course.piece_count / 2].inclination[1], -side * def.max_inclination, 1e-6);
        tr_course_destroy(context, &course);
    }
}

static void spans_take_the_strength_away(void **state)
{
    (void)state;
    tr_path_vertex vertices[3] = {test_vertex(0, 10, 0), test_vertex(200, 14, 30), test_vertex(400, 11, 0)};
    tr_path_def def = test_path(TR_PATH_ROAD, vertices, 3);
    test_ground ground = {0};
    tr_course course = build_with_profile(&def, &ground), whole;
    assert_true(tr_course_copy(context, &course, &whole, NULL));
    const tr_span spans[2] = {{103, 141, 12}, {250, 250.5, 3}};
    assert_true(tr_course_set_spans(context, spans, 2, &course, NULL));
    for (double at_m = 0; at_m <= course.length_m; at_m += 0.25) {
        double t, t_whole, place[3], wanted[3];
        const tr_piece *piece = &course.pieces[tr_course_locate(&course, at_m, &t)];
        const tr_piece *before = &whole.pieces[tr_course_locate(&whole, at_m, &t_whole)];
        tr_piece_at(piece, t, place);
        tr_piece_at(before, t_whole, wanted);
        for (int k = 0; k < 3; k++) assert_near(place[k], wanted[k], 1e-4);
        double strength = 1;
        for (int i = 0; i < 2; i++) {
            const double away_m = fmax(spans[i].from_m - at_m, at_m - spans[i].to_m);
            strength = fmin(strength, fmin(fmax(away_m / spans[i].fade_m, 0), 1));
        }
        const double has = (1 - t) * (double)piece->strength[0] + t * (double)piece->strength[1];
        assert_near(has, strength, 0.05);  // linear in the parameter, not in length
        if (strength == 0) assert_true(has == 0);
    }
    assert_true(tr_course_set_spans(context, NULL, 0, &course, NULL));
    for (int32_t i = 0; i < course.piece_count; i++) assert_true(course.pieces[i].strength[0] == 1);
    tr_course_destroy(context, &course);
    tr_course_destroy(context, &whole);
}

// Every allocation fails once; nothing leaks and nothing crashes.
static void failing_memory_is_reported(void **state)
{
    (void)state;
    enum { COUNT = 24 };
    tr_path_vertex ring[2 * COUNT];
    circle(300, false, COUNT, ring);
    circle(100, false, COUNT, ring + COUNT);
    const int32_t ends[2] = {COUNT, 2 * COUNT};
    const tr_path_kind kinds[3] = {TR_PATH_ROAD, TR_PATH_LAKE, TR_PATH_RIVER};
    for (int variant = 0; variant < 6; variant++) {
        tr_path_def def = test_path(kinds[variant % 3], ring, 2 * COUNT);
        def.mode = variant < 3 ? TR_CURVE_LOCAL : TR_CURVE_SPLINE;
        def.area = variant % 3 != 0;
        def.ring_end = def.area ? ends : NULL;
        def.ring_count = def.area ? 2 : 0;
        test_ground ground = {.base_m = 50, .wave_m = 5, .wave_length_m = 40};
        const tr_ground hook = test_ground_hook(&ground);
        const tr_span span = {100, 120, 10};
        bool done = false;
        for (int64_t at = 0; !done; at++) {
            allocator.fail_at = allocator.allocations + at;
            tr_course course;
            tr_error err = {0};
            done = tr_course_build(context, &def, TOLERANCE_M, NULL, &course, &err);
            if (!done) {
                assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
                continue;
            }
            done = tr_course_set_profile(context, &def, &hook, NULL, 0, &course, &err) &&
                   tr_course_set_spans(context, &span, 1, &course, &err);
            if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
            tr_course_destroy(context, &course);
        }
        allocator.fail_at = -1;
    }
}

static void a_failing_ground_is_reported(void **state)
{
    (void)state;
    const tr_path_vertex vertices[2] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(100, 0)};
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, 2);
    tr_course course = build(&def);
    test_ground ground = {.fails = true};
    tr_ground hook = test_ground_hook(&ground);
    tr_error err = {0};
    assert_false(tr_course_set_profile(context, &def, &hook, NULL, 0, &course, &err));
    assert_int_equal(err.code, TR_ERROR_INTERNAL);
    ground = (test_ground){.base_m = NAN};
    assert_false(tr_course_set_profile(context, &def, &hook, NULL, 0, &course, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    tr_course_destroy(context, &course);
}

static void a_hundred_thousand_vertices_are_built(void **state)
{
    (void)state;
    const int32_t count = (int32_t)test_effort(100000, 100000);
    tr_path_vertex *vertices = malloc((size_t)count * sizeof *vertices);
    for (int32_t i = 0; i < count; i++) vertices[i] = tr_path_vertex_at(10.0 * i, 200 * sin(0.05 * i) + (i % 7));
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, count);
    test_ground ground = {.base_m = 50, .wave_m = 5, .wave_length_m = 300};
    tr_course course = build_with_profile(&def, &ground);
    assert_true(course.grade_met && course.piece_count >= count);
    tr_course_destroy(context, &course);
    free(vertices);
}

TEST_GROUP(course)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_course_is_a_chain_through_its_vertices, set_up, tear_down),
        cmocka_unit_test_setup_teardown(courses_take_over_what_is_the_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_vertices_count_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_path_of_one_place_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rings_have_the_inside_to_their_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(polygons_that_cross_themselves_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_crossing_among_many_edges_is_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_comb_is_no_quadratic_matter, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_path_that_turns_back_has_no_radius, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places_are_found_by_their_length, set_up, tear_down),
        cmocka_unit_test_setup_teardown(values_run_from_vertex_to_vertex, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bends_lean_to_the_inside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(spans_take_the_strength_away, set_up, tear_down),
        cmocka_unit_test_setup_teardown(failing_memory_is_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_ground_is_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_hundred_thousand_vertices_are_built, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
