// Where courses cross, against polylines of many points.
#include <stdlib.h>

#include "carve/course/course.h"
#include "carve/course/crossing.h"
#include "carve_fixture.h"
#include "counting_context.h"
#include "test_effort.h"

static tr_course build(const tr_path_def *def)
{
    tr_course course;
    tr_error error;
    if (!tr_course_build(context, def, 0.02, NULL, &course, &error)) fail_msg("%s", error.message);
    return course;
}

static tr_course build_line(const tr_path_vertex *vertices, int32_t count)
{
    tr_path_def def = test_path(TR_PATH_ROAD, vertices, count);
    return build(&def);
}

static tr_course_crossings cross(const tr_course *a, const tr_course *b)
{
    tr_course_crossings found;
    tr_error error;
    if (!tr_course_cross(context, a, b, &found, &error)) fail_msg("%s", error.message);
    return found;
}

static double distance(double x0, double z0, double x1, double z1)
{
    return sqrt((x1 - x0) * (x1 - x0) + (z1 - z0) * (z1 - z0));
}

static void place_at(const tr_course *course, double at_m, double out[3])
{
    double t;
    const int32_t piece = tr_course_locate(course, at_m, &t);
    tr_piece_at(&course->pieces[piece], t, out);
}

// A crossing lies on both courses at the arc lengths it gives.
static void check_crossing(const tr_course *a, const tr_course *b, const tr_course_crossing *crossing)
{
    double on_a[3], on_b[3];
    place_at(a, crossing->a_m, on_a);
    place_at(b, crossing->b_m, on_b);
    assert_true(distance(on_a[0], on_a[2], crossing->x_m, crossing->z_m) < 2e-4);
    assert_true(distance(on_b[0], on_b[2], crossing->x_m, crossing->z_m) < 2e-4);
    assert_true(crossing->sine >= 0 && crossing->sine <= 1);
}

// ---------------------------------------------------------------------------------------------------------
// Against brute force

enum { STEPS = 48 };

typedef struct polyline {
    double *x, *z;
    int32_t count;
} polyline;

static polyline flatten(const tr_course *course)
{
    const size_t count = (size_t)course->piece_count * STEPS + 1;
    polyline line = {malloc(count * sizeof(double)), malloc(count * sizeof(double)), (int32_t)count};
    for (int32_t i = 0; i < line.count; i++) {
        const int32_t piece = i == line.count - 1 ? course->piece_count - 1 : i / STEPS;
        double at[3];
        tr_piece_at(&course->pieces[piece], (double)(i - piece * STEPS) / STEPS, at);
        line.x[i] = at[0];
        line.z[i] = at[2];
    }
    return line;
}

static void free_polyline(polyline *line)
{
    free(line->x);
    free(line->z);
}

static double side(double ax, double az, double bx, double bz, double px, double pz)
{
    return (bx - ax) * (pz - az) - (bz - az) * (px - ax);
}

// Calls of two segments that cross properly: both ends of each on different sides of the other.
static bool segments_cross(const polyline *a, int32_t i, const polyline *b, int32_t j, double place[2], double *sine)
{
    const double ax = a->x[i], az = a->z[i], dx = a->x[i + 1] - ax, dz = a->z[i + 1] - az;
    const double bx = b->x[j], bz = b->z[j], ex = b->x[j + 1] - bx, ez = b->z[j + 1] - bz;
    const double s0 = side(ax, az, ax + dx, az + dz, bx, bz), s1 = side(ax, az, ax + dx, az + dz, bx + ex, bz + ez);
    const double r0 = side(bx, bz, bx + ex, bz + ez, ax, az), r1 = side(bx, bz, bx + ex, bz + ez, ax + dx, az + dz);
    if ((s0 > 0) == (s1 > 0) || (r0 > 0) == (r1 > 0)) return false;
    const double t = r0 / (r0 - r1);
    place[0] = ax + t * dx;
    place[1] = az + t * dz;
    *sine = fabs(dx * ez - dz * ex) / sqrt((dx * dx + dz * dz) * (ex * ex + ez * ez));
    return true;
}

static bool is_found(const tr_course_crossings *found, double x, double z, double near_m)
{
    for (int32_t i = 0; i < found->count; i++) {
        if (distance(found->items[i].x_m, found->items[i].z_m, x, z) <= near_m) return true;
    }
    return false;
}

// Every crossing of the polylines that is not nearly along is found, and there are not more than those.
static void compare_with_polylines(const tr_course *a, const tr_course *b)
{
    polyline line_a = flatten(a), line_b = flatten(b);
    tr_course_crossings found = cross(a, b);
    int32_t plain = 0;
    for (int32_t i = 0; i + 1 < line_a.count; i++) {
        for (int32_t j = 0; j + 1 < line_b.count; j++) {
            double place[2], sine;
            if (!segments_cross(&line_a, i, &line_b, j, place, &sine)) continue;
            plain++;
            if (sine > 0.05 && !is_found(&found, place[0], place[1], 0.02 / sine))
                fail_msg("the crossing at %.6f %.6f (sine %.4f) is missing", place[0], place[1], sine);
        }
    }
    int32_t clear = 0;
    for (int32_t i = 0; i < found.count; i++) {
        check_crossing(a, b, &found.items[i]);
        clear += found.items[i].sine > 0.05;
        if (i > 0) assert_true(found.items[i].a_m >= found.items[i - 1].a_m);
    }
    if (clear > plain) fail_msg("%d crossings, but the polylines have %d", clear, plain);
    tr_course_crossings_destroy(context, &found);
    free_polyline(&line_a);
    free_polyline(&line_b);
}

static tr_course random_course(uint64_t seed, tr_curve_mode mode)
{
    enum { VERTICES = 8 };
    tr_path_vertex vertices[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        vertices[i] = tr_path_vertex_at(test_random(seed, 2 * i, -80, 80), test_random(seed, 2 * i + 1, -80, 80));
    }
    tr_path_def def = test_path(TR_PATH_ROAD, vertices, VERTICES);
    def.mode = mode;
    return build(&def);
}

static void random_courses_cross_where_their_polylines_do(void **state)
{
    (void)state;
    const int64_t pairs = test_effort(24, 3000);
    for (int64_t i = 0; i < pairs; i++) {
        tr_course a = random_course((uint64_t)(2 * i), i % 2 ? TR_CURVE_LOCAL : TR_CURVE_SPLINE);
        tr_course b = random_course((uint64_t)(2 * i + 1), TR_CURVE_LOCAL);
        compare_with_polylines(&a, &b);
        tr_course_destroy(context, &a);
        tr_course_destroy(context, &b);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Cases with a known answer

static void a_cross_is_found_once_where_it_is(void **state)
{
    (void)state;
    const tr_path_vertex west[] = {tr_path_vertex_at(-100, 0), tr_path_vertex_at(100, 0)};
    const tr_path_vertex north[] = {tr_path_vertex_at(30, -50), tr_path_vertex_at(30, 50)};
    tr_course a = build_line(west, 2), b = build_line(north, 2);
    tr_course_crossings found = cross(&a, &b);
    assert_int_equal(found.count, 1);
    assert_true(fabs(found.items[0].x_m - 30) < 1e-9 && fabs(found.items[0].z_m) < 1e-9);
    assert_true(fabs(found.items[0].a_m - 130) < 1e-6 && fabs(found.items[0].b_m - 50) < 1e-6);
    assert_true(fabs(found.items[0].sine - 1) < 1e-12);
    tr_course_crossings_destroy(context, &found);
    tr_course_destroy(context, &a);
    tr_course_destroy(context, &b);
}

// At 2^40 m a double is a tenth of a millimetre coarse: as much as what touches.
static void a_cross_is_found_at_the_end_of_the_world(void **state)
{
    (void)state;
    const double far_m = exp2(40) - 1000;
    for (int sign = -1; sign <= 1; sign++) {
        const double x = sign * far_m, z = -sign * far_m;
        const tr_path_vertex first[] = {tr_path_vertex_at(x - 100, z + 5), tr_path_vertex_at(x - 7, z - 20),
                                        tr_path_vertex_at(x + 31, z + 23), tr_path_vertex_at(x + 90, z - 20)};
        const tr_path_vertex second[] = {tr_path_vertex_at(x - 80, z - 60), tr_path_vertex_at(x + 13, z + 7),
                                         tr_path_vertex_at(x - 20, z + 80)};
        tr_course a = build_line(first, 4), b = build_line(second, 3);
        tr_course_crossings found = cross(&a, &b);
        assert_int_equal(found.count, 1);
        for (int32_t i = 0; i < found.count; i++) {
            double on_a[3], on_b[3];
            place_at(&a, found.items[i].a_m, on_a);
            place_at(&b, found.items[i].b_m, on_b);
            assert_true(distance(on_a[0], on_a[2], found.items[i].x_m, found.items[i].z_m) < 1e-3);
            assert_true(distance(on_b[0], on_b[2], found.items[i].x_m, found.items[i].z_m) < 1e-3);
        }
        tr_course_crossings_destroy(context, &found);
        tr_course_destroy(context, &a);
        tr_course_destroy(context, &b);
    }
}

static void a_crossing_at_vertices_of_both_counts_once(void **state)
{
    (void)state;
    const tr_path_vertex first[] = {tr_path_vertex_at(-100, 10), tr_path_vertex_at(0, 0), tr_path_vertex_at(90, 20)};
    const tr_path_vertex second[] = {tr_path_vertex_at(20, -90), tr_path_vertex_at(0, 0), tr_path_vertex_at(-10, 80)};
    tr_course a = build_line(first, 3), b = build_line(second, 3);
    tr_course_crossings found = cross(&a, &b);
    assert_int_equal(found.count, 1);
    assert_true(distance(found.items[0].x_m, found.items[0].z_m, 0, 0) < 1e-4);
    tr_course_crossings_destroy(context, &found);
    tr_course_destroy(context, &a);
    tr_course_destroy(context, &b);
}

static void an_end_that_touches_counts(void **state)
{
    (void)state;
    const tr_path_vertex line[] = {tr_path_vertex_at(-100, 0), tr_path_vertex_at(100, 0)};
    const tr_path_vertex side_road[] = {tr_path_vertex_at(13, 70), tr_path_vertex_at(13, 0)};
    tr_course a = build_line(line, 2), b = build_line(side_road, 2);
    tr_course_crossings found = cross(&a, &b);
    assert_int_equal(found.count, 1);
    assert_true(fabs(found.items[0].b_m - 70) < 1e-6);
    tr_course_crossings_destroy(context, &found);
    tr_course_destroy(context, &a);
    tr_course_destroy(context, &b);
}

static tr_course one_piece(double x0, double z0, double x1, double z1, double x2, double z2)
{
    tr_course course = {.piece_count = 1};
    course.pieces = tr_alloc(context, sizeof *course.pieces, NULL);
    course.pieces[0] = (tr_piece){.x_m = {x0, x1, x2}, .z_m = {z0, z1, z2}};
    course.length_m = course.pieces[0].to_m = 20.5;  // any: only places are looked at
    return course;
}

// A parabola with its vertex on a line: it touches, and half a millimetre up it does not; half a millimetre down it
// crosses twice.
static void a_tangent_touches_once_or_crosses_twice(void **state)
{
    (void)state;
    tr_course line = one_piece(-10, 0, 0, 0, 10, 0);
    const double lift_m[] = {0, 5e-4, -5e-4, 0.05, -0.05};
    const int32_t min[] = {1, 0, 2, 0, 2}, max[] = {2, 0, 2, 0, 2};
    for (int i = 0; i < 5; i++) {
        tr_course arch = one_piece(-10, 5 + lift_m[i], 0, -5 + lift_m[i], 10, 5 + lift_m[i]);
        tr_course_crossings found = cross(&line, &arch);
        assert_in_range(found.count, min[i], max[i]);
        for (int32_t k = 0; k < found.count; k++) {
            const double away_m = lift_m[i] < 0 ? sqrt(-20 * lift_m[i]) : 0;
            assert_true(fabs(fabs(found.items[k].x_m) - away_m) < 0.06);
        }
        tr_course_crossings_destroy(context, &found);
        tr_course_destroy(context, &arch);
    }
    tr_course_destroy(context, &line);
}

// Two quadratics may cross four times.
static void two_parabolas_cross_four_times(void **state)
{
    (void)state;
    tr_course a = one_piece(-20, 31, 0, -49, 20, 31), b = one_piece(31, -20, -49, 0, 31, 20);
    tr_course_crossings found = cross(&a, &b);
    assert_int_equal(found.count, 4);
    for (int32_t i = 0; i < 4; i++) {
        const double x = found.items[i].x_m, z = found.items[i].z_m;
        assert_true(fabs(z - (x * x / 10 - 9)) < 1e-6 && fabs(x - (z * z / 10 - 9)) < 1e-6);
    }
    tr_course_crossings_destroy(context, &found);
    tr_course_destroy(context, &a);
    tr_course_destroy(context, &b);
}

// The same course twice: the ends of all pieces, and not thousands of places between.
static void a_course_meets_itself_at_its_joints(void **state)
{
    (void)state;
    tr_course a = random_course(99, TR_CURVE_LOCAL);
    tr_course_crossings found = cross(&a, &a);
    assert_true(found.count >= a.piece_count + 1 && found.count <= 4 * a.piece_count);
    for (int32_t i = 0; i < found.count; i++) check_crossing(&a, &a, &found.items[i]);
    for (int32_t i = 0; i < a.piece_count; i++) {
        assert_true(is_found(&found, a.pieces[i].x_m[0], a.pieces[i].z_m[0], 0.05));
    }
    tr_course_crossings_destroy(context, &found);
    tr_course_destroy(context, &a);
}

static void far_courses_do_not_meet(void **state)
{
    (void)state;
    const tr_path_vertex near_line[] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(50, 20), tr_path_vertex_at(90, 0)};
    const tr_path_vertex far_line[] = {tr_path_vertex_at(4e6, 0), tr_path_vertex_at(4e6 + 9, 5)};
    tr_course a = build_line(near_line, 3), b = build_line(far_line, 2);
    tr_course_crossings found = cross(&a, &b);
    assert_int_equal(found.count, 0);
    tr_course_crossings_destroy(context, &found);
    tr_course_destroy(context, &a);
    tr_course_destroy(context, &b);
}

// ---------------------------------------------------------------------------------------------------------
// Inside and nearest

static bool polyline_contains(const polyline *line, double x, double z)
{
    bool inside = false;
    for (int32_t i = 0; i + 1 < line->count; i++) {
        if ((line->z[i] > z) == (line->z[i + 1] > z)) continue;
        const double t = (z - line->z[i]) / (line->z[i + 1] - line->z[i]);
        if (line->x[i] + t * (line->x[i + 1] - line->x[i]) > x) inside = !inside;
    }
    return inside;
}

static double polyline_distance(const polyline *line, double x, double z)
{
    double best = INFINITY;
    for (int32_t i = 0; i < line->count; i++) best = fmin(best, distance(line->x[i], line->z[i], x, z));
    return best;
}

static tr_course round_area(void)
{
    enum { VERTICES = 9 };
    // A star with deep bays: not convex, and no two radii alike.
    static const double cosine[VERTICES] = {1, 0.766, 0.174, -0.5, -0.940, -0.940, -0.5, 0.174, 0.766};
    static const double sine[VERTICES] = {0, 0.643, 0.985, 0.866, 0.342, -0.342, -0.866, -0.985, -0.643};
    tr_path_vertex vertices[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        const double radius_m = i % 2 ? 40 + i : 90 + 2 * i;
        vertices[i] = tr_path_vertex_at(radius_m * cosine[i], radius_m * sine[i]);
    }
    tr_path_def def = test_path(TR_PATH_LAKE, vertices, VERTICES);
    def.area = true;
    return build(&def);
}

static void inside_is_what_the_polygon_says(void **state)
{
    (void)state;
    tr_course area = round_area();
    polyline line = flatten(&area);
    int inside = 0;
    for (int i = 0; i < 4000; i++) {
        double x = test_random(7, 2 * i, -130, 130), z = test_random(7, 2 * i + 1, -130, 130);
        if (i % 4 == 0) z = area.pieces[i % area.piece_count].z_m[0];  // the ray goes through a joint
        if (polyline_distance(&line, x, z) < 0.6) continue;
        const bool expected = polyline_contains(&line, x, z);
        assert_int_equal(tr_course_contains(&area, x, z), expected);
        inside += expected;
    }
    assert_true(inside > 500 && inside < 3000);
    free_polyline(&line);
    tr_course_destroy(context, &area);
}

static void the_nearest_place_is_that_of_the_polyline(void **state)
{
    (void)state;
    tr_course course = random_course(5, TR_CURVE_SPLINE);
    polyline line = flatten(&course);
    tr_course_tree tree;
    assert_true(tr_course_tree_create(context, &course, &tree, NULL));
    int within = 0;
    for (int i = 0; i < 2000; i++) {
        const double x = test_random(8, 2 * i, -120, 120), z = test_random(8, 2 * i + 1, -120, 120);
        const double expected = polyline_distance(&line, x, z), limit_m = 15;
        tr_course_place place;
        const bool found = tr_course_nearest(&course, &tree, x, z, limit_m, &place);
        if (fabs(expected - limit_m) > 0.1) assert_int_equal(found, expected < limit_m);
        if (!found) continue;
        within++;
        double at[3];
        place_at(&course, place.at_m, at);
        assert_true(place.distance_m <= expected + 1e-9 && place.distance_m > expected - 0.3);
        assert_true(distance(at[0], at[2], place.x_m, place.z_m) < 1e-6);
        assert_true(fabs(distance(x, z, place.x_m, place.z_m) - place.distance_m) < 1e-9);
    }
    assert_true(within > 200);
    tr_course_tree_destroy(context, &tree);
    free_polyline(&line);
    tr_course_destroy(context, &course);
}

static void a_failing_allocator_leaves_nothing_behind(void **state)
{
    (void)state;
    tr_course a = random_course(1, TR_CURVE_LOCAL), b = random_course(2, TR_CURVE_LOCAL);
    bool ok = false;
    for (int64_t fail = 0; !ok; fail++) {
        tr_course_crossings found;
        tr_error error;
        const int64_t live = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + fail;
        ok = tr_course_cross(context, &a, &b, &found, &error);
        allocator.fail_at = -1;
        if (ok)
            tr_course_crossings_destroy(context, &found);
        else
            assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, live);
        assert_true(fail < 100);
    }
    tr_course_destroy(context, &a);
    tr_course_destroy(context, &b);
}

TEST_GROUP(crossing)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(random_courses_cross_where_their_polylines_do, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_cross_is_found_once_where_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_cross_is_found_at_the_end_of_the_world, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_crossing_at_vertices_of_both_counts_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_end_that_touches_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_tangent_touches_once_or_crosses_twice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_parabolas_cross_four_times, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_course_meets_itself_at_its_joints, set_up, tear_down),
        cmocka_unit_test_setup_teardown(far_courses_do_not_meet, set_up, tear_down),
        cmocka_unit_test_setup_teardown(inside_is_what_the_polygon_says, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_nearest_place_is_that_of_the_polyline, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_leaves_nothing_behind, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
