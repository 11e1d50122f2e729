// Ear clipping: triangles fill the polygon and nothing else, for smooth, rough, thin, touching and degenerate outlines.
#include "counting_context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "geometry/triangulate.h"
#include "test_effort.h"

typedef struct test_outline {
    tr_lattice_point *points;
    int32_t point_count, point_capacity;
    int32_t ring_end[20000];
    int32_t ring_count;
} test_outline;

static test_outline *new_outline(int32_t capacity)
{
    test_outline *outline = calloc(1, sizeof *outline);
    outline->points = calloc((size_t)capacity, sizeof *outline->points);
    outline->point_capacity = capacity;
    return outline;
}

static void free_outline(test_outline *outline)
{
    free(outline->points);
    free(outline);
}

static void put(test_outline *outline, double x, double z)
{
    assert_true(outline->point_count < outline->point_capacity);
    outline->points[outline->point_count++] = (tr_lattice_point){(int32_t)lround(x), (int32_t)lround(z)};
}

static void end_ring(test_outline *outline)
{
    outline->ring_end[outline->ring_count++] = outline->point_count;
}

static double ring_area(const test_outline *outline, int32_t ring)
{
    const int32_t begin = ring > 0 ? outline->ring_end[ring - 1] : 0, end = outline->ring_end[ring];
    double sum = 0;
    for (int32_t i = begin; i < end; i++) {
        const tr_lattice_point a = outline->points[i], b = outline->points[i + 1 < end ? i + 1 : begin];
        sum += (double)a.x * b.z - (double)a.z * b.x;
    }
    return fabs(sum);
}

static bool inside_or_on(const test_outline *outline, double x, double z)
{
    bool inside = false;
    for (int32_t ring = 0; ring < outline->ring_count; ring++) {
        const int32_t begin = ring > 0 ? outline->ring_end[ring - 1] : 0, end = outline->ring_end[ring];
        for (int32_t i = begin; i < end; i++) {
            const tr_lattice_point a = outline->points[i], b = outline->points[i + 1 < end ? i + 1 : begin];
            if ((a.z > z) != (b.z > z) && x < a.x + (z - a.z) / ((double)b.z - a.z) * ((double)b.x - a.x))
                inside = !inside;
        }
    }
    return inside;
}

// Every triangle turns left, their areas add up to the polygon's, and `middles` of them are inside.
static void check_cover(const test_outline *outline, bool middles)
{
    tr_triangles triangles;
    tr_error err;
    assert_true(tr_triangulate(context, outline->points, outline->ring_end, outline->ring_count, &triangles, &err));
    double sum = 0, expected = ring_area(outline, 0);
    for (int32_t ring = 1; ring < outline->ring_count; ring++) expected -= ring_area(outline, ring);
    for (size_t i = 0; i < triangles.index_count; i += 3) {
        tr_lattice_point corner[3];
        for (int k = 0; k < 3; k++) {
            assert_true(triangles.indices[i + (size_t)k] < (uint32_t)outline->point_count);
            corner[k] = outline->points[triangles.indices[i + (size_t)k]];
        }
        const int64_t turn = tr_lattice_turn(corner[0], corner[1], corner[2]);
        assert_true(turn > 0);
        sum += (double)turn;
        if (middles)
            assert_true(inside_or_on(outline, ((double)corner[0].x + corner[1].x + corner[2].x) / 3,
                                     ((double)corner[0].z + corner[1].z + corner[2].z) / 3));
    }
    assert_true(fabs(sum - expected) <= 1e-12 * expected);
    tr_free(context, triangles.indices);
}

static double unit(uint64_t seed, int64_t i)
{
    return tr_unit_from_hash(tr_hash_identity(seed, 77, i, 0, 0));
}

static void put_star(test_outline *outline, double x, double z, double radius, double rough, int32_t count,
                     uint64_t seed)
{
    for (int32_t i = 0; i < count; i++) {
        const double angle = 2 * M_PI * i / count, r = radius * (1 - rough * unit(seed, i));
        put(outline, x + r * cos(angle), z + r * sin(angle));
    }
    end_ring(outline);
}

static void a_square_faces_up(void **state)
{
    (void)state;
    test_outline *outline = new_outline(4);
    put(outline, 0, 0), put(outline, 10, 0), put(outline, 10, 10), put(outline, 0, 10);
    end_ring(outline);
    tr_triangles triangles;
    assert_true(tr_triangulate(context, outline->points, outline->ring_end, 1, &triangles, NULL));
    assert_int_equal(triangles.index_count, 6);
    tr_free(context, triangles.indices);
    check_cover(outline, true);
    // North-west, south-west, south-east: counter-clockwise seen from above, as the terrain's own triangles.
    assert_true(tr_lattice_turn((tr_lattice_point){0, 0}, (tr_lattice_point){0, 1}, (tr_lattice_point){1, 1}) > 0);
    free_outline(outline);
}

static void stars_with_holes_are_filled(void **state)
{
    (void)state;
    const int64_t rounds = test_effort(400, 20000);
    for (int64_t round = 0; round < rounds; round++) {
        test_outline *outline = new_outline(2000);
        const uint64_t seed = (uint64_t)round;
        const int32_t corners = 3 + (int32_t)(unit(seed, -1) * 60);
        put_star(outline, 0, 0, 100000, round % 3 == 0 ? 0 : 0.4, corners, seed);
        // Holes on a lattice, inside of the smallest circle that the corners leave.
        const double inner = corners < 12 ? 0 : 55000;
        const int32_t side = (int32_t)(unit(seed, -2) * 6);
        for (int32_t k = 0; k < side * side && inner > 0; k++) {
            const double size = inner / side, x = (k % side - (side - 1) / 2.0) * size;
            const double z = (k / side - (side - 1) / 2.0) * size;
            put_star(outline, x, z, 0.48 * size, 0.7 * unit(seed, -3), 3 + (int32_t)(unit(seed, k + 9) * 9),
                     seed + (uint64_t)k);
        }
        check_cover(outline, true);
        free_outline(outline);
    }
}

// Coordinates of few values: corners on lines, at equal latitudes, touching holes.
static void lattice_shapes_are_filled(void **state)
{
    (void)state;
    const int64_t rounds = test_effort(400, 10000);
    for (int64_t round = 0; round < rounds; round++) {
        test_outline *outline = new_outline(4000);
        const int32_t size = 12;
        for (int32_t i = 0; i < size; i++) put(outline, 0, i);
        for (int32_t i = 0; i < size; i++) put(outline, i, size);
        for (int32_t i = 0; i < size; i++) put(outline, size, size - i);
        for (int32_t i = 0; i < size; i++) put(outline, size - i, 0);
        end_ring(outline);
        // Unit squares and diamonds at odd places; neighbours touch at corners.
        for (int32_t z = 1; z + 1 < size; z++) {
            for (int32_t x = 1 + z % 2; x + 1 < size; x += 2) {
                if (unit((uint64_t)round, z * 100 + x) < 0.6) continue;
                put(outline, x, z), put(outline, x + 1, z), put(outline, x + 1, z + 1), put(outline, x, z + 1);
                end_ring(outline);
            }
        }
        check_cover(outline, true);
        free_outline(outline);
    }
}

static void combs_and_spirals_are_filled(void **state)
{
    (void)state;
    test_outline *comb = new_outline(4010);
    for (int32_t i = 0; i < 1000; i++) put(comb, i * 10, 0), put(comb, i * 10 + 1, 100000 + i % 7);
    put(comb, 10000, -50), put(comb, -10, -50);
    end_ring(comb);
    check_cover(comb, true);
    free_outline(comb);
    test_outline *spiral = new_outline(8000);
    for (int32_t i = 0; i < 3000; i++) put(spiral, (100 + i) * 30 * cos(i * 0.05), (100 + i) * 30 * sin(i * 0.05));
    for (int32_t i = 2999; i >= 0; i--) put(spiral, (130 + i) * 30 * cos(i * 0.05), (130 + i) * 30 * sin(i * 0.05));
    end_ring(spiral);
    check_cover(spiral, true);
    free_outline(spiral);
}

static void degenerate_outlines_are_harmless(void **state)
{
    (void)state;
    const double shapes[][12] = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},  // one place
        {0, 0, 5, 0, 9, 0, 7, 0, 3, 0, 1, 0},  // a line
        {0, 0, 9, 9, 0, 9, 9, 0, 4, 0, 2, 0},  // crosses itself
        {0, 0, 9, 0, 9, 9, 9, 0, 9, 9, 0, 9},  // runs back and forth on an edge
        {0, 0, 9, 0, 5, 5, 9, 9, 0, 9, 5, 5},  // touches itself
    };
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        test_outline *outline = new_outline(6);
        for (int i = 0; i < 6; i++) put(outline, shapes[k][2 * i], shapes[k][2 * i + 1]);
        end_ring(outline);
        tr_triangles triangles;
        assert_true(tr_triangulate(context, outline->points, outline->ring_end, 1, &triangles, NULL));
        assert_true(triangles.index_count <= 12);
        tr_free(context, triangles.indices);
        free_outline(outline);
    }
}

static double cover_seconds(int32_t corners, int32_t side)
{
    test_outline *outline = new_outline(corners + side * side * 8);
    put_star(outline, 0, 0, 400e6, 0.02, corners, 5);
    for (int32_t k = 0; k < side * side; k++) {
        const double size = 500e6 / side;
        put_star(outline, (k % side - (side - 1) / 2.0) * size, (k / side - (side - 1) / 2.0) * size, 0.45 * size, 0.3,
                 8, (uint64_t)k);
    }
    const clock_t start = clock();
    check_cover(outline, false);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    free_outline(outline);
    return seconds;
}

// A hundred thousand corners, with and without thousands of holes. Eight times as many do not take sixty-four times as
// long.
static void many_corners_are_not_quadratic(void **state)
{
    (void)state;
    const int32_t scale = TEST_SLOWDOWN;
    for (int holes = 0; holes < 2; holes++) {
        const double small = cover_seconds(12500 / scale, holes ? 35 : 0),
                     large = cover_seconds(100000 / scale, holes ? 100 : 0);
        print_message("%d corners: %.3f s, an eighth: %.3f s\n", 100000 / scale, large, small);
        assert_true(large < 40 * (small + 0.005));
    }
}

static void a_failing_allocator_leaves_nothing(void **state)
{
    (void)state;
    test_outline *outline = new_outline(200);
    put_star(outline, 0, 0, 1000, 0.1, 60, 1);
    put_star(outline, 0, 0, 300, 0.1, 20, 2);
    const int64_t first = allocator.allocations;
    tr_triangles triangles;
    assert_true(tr_triangulate(context, outline->points, outline->ring_end, 2, &triangles, NULL));
    tr_free(context, triangles.indices);
    const int64_t count = allocator.allocations - first, live = allocator.live_blocks;
    for (int64_t i = 0; i < count; i++) {
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + i;
        assert_false(tr_triangulate(context, outline->points, outline->ring_end, 2, &triangles, &err));
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, live);
    }
    allocator.fail_at = -1;
    free_outline(outline);
}

TEST_GROUP(triangulate)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_square_faces_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stars_with_holes_are_filled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lattice_shapes_are_filled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(combs_and_spirals_are_filled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(degenerate_outlines_are_harmless, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_corners_are_not_quadratic, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_leaves_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
