// Voids are filled from around: every value is kept, nothing leaves the range, and simple shapes go on through a void.
#include "counting_context.h"

#include <math.h>
#include <string.h>

#include "io/elevation_fill.h"

static tr_grid make_plane(int32_t width, int32_t height, float a, float b, float c)
{
    tr_grid grid;
    assert_true(tr_grid_create(context, width, height, 1, &grid, NULL));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) grid.samples[y * width + x] = a + b * (float)x + c * (float)y;
    return grid;
}

static bool in_disc(int32_t x, int32_t y, int32_t cx, int32_t cy, int32_t radius)
{
    return (x - cx) * (x - cx) + (y - cy) * (y - cy) < radius * radius;
}

static void level_ground_goes_on_exactly(void **state)
{
    (void)state;
    tr_grid grid = make_plane(61, 47, 372.5f, 0, 0);
    for (int32_t i = 0; i < 61 * 47; i++)
        if (in_disc(i % 61, i / 61, 30, 20, 15) || i % 61 > 50) grid.samples[i] = NAN;
    int64_t count;
    assert_true(tr_elevation_fill(context, &grid, &count, NULL));
    assert_true(count > 900);
    for (int32_t i = 0; i < 61 * 47; i++) assert_true(grid.samples[i] == 372.5f);
    tr_grid_destroy(context, &grid);
}

// A plane is harmonic, so the membrane over a hole in it is the plane.
static void a_slope_goes_on_through_a_hole(void **state)
{
    (void)state;
    tr_grid grid = make_plane(130, 100, 1000, 3, -2);
    for (int32_t i = 0; i < 130 * 100; i++)
        if (in_disc(i % 130, i / 130, 60, 50, 30)) grid.samples[i] = NAN;
    int64_t count;
    assert_true(tr_elevation_fill(context, &grid, &count, NULL));
    double worst = 0;
    for (int32_t i = 0; i < 130 * 100; i++)
        worst = fmax(worst, fabs(grid.samples[i] - (1000.0 + 3 * (i % 130) - 2 * (i / 130))));
    // Of a hole across which the ground rises by 210.
    assert_true(worst < 6);
    tr_grid_destroy(context, &grid);
}

static void values_are_kept_and_the_range_too(void **state)
{
    (void)state;
    tr_grid grid = make_plane(97, 101, 0, 0, 0), before = make_plane(97, 101, 0, 0, 0);
    int64_t expected = 0;
    for (int32_t i = 0; i < 97 * 101; i++) {
        const bool is_void = tr_hash_identity(1, 2, i, 0, 0) % 10 < 7;
        const float value = (float)(tr_hash_identity(3, 4, i, 0, 0) % 1000) - 200;
        before.samples[i] = grid.samples[i] = is_void ? NAN : value;
        expected += is_void;
    }
    int64_t count;
    assert_true(tr_elevation_fill(context, &grid, &count, NULL));
    assert_int_equal(count, expected);
    for (int32_t i = 0; i < 97 * 101; i++) {
        assert_true(grid.samples[i] >= -200.001f && grid.samples[i] <= 799.001f);
        if (!isnan(before.samples[i])) assert_true(grid.samples[i] == before.samples[i]);
    }
    // The same again is the same bits.
    int64_t again;
    tr_grid copy = make_plane(97, 101, 0, 0, 0);
    memcpy(copy.samples, before.samples, 97 * 101 * sizeof(float));
    assert_true(tr_elevation_fill(context, &copy, &again, NULL));
    assert_memory_equal(copy.samples, grid.samples, 97 * 101 * sizeof(float));
    tr_grid_destroy(context, &copy);
    tr_grid_destroy(context, &before);
    tr_grid_destroy(context, &grid);
}

// Neighbours across the border of a hole and inside it differ no more than the ground around does, about.
static void a_hole_has_no_step(void **state)
{
    (void)state;
    enum { SIZE = 200 };
    tr_grid grid = make_plane(SIZE, SIZE, 0, 0, 0);
    for (int32_t i = 0; i < SIZE * SIZE; i++) {
        const double x = i % SIZE, y = i / SIZE;
        grid.samples[i] = (float)(100 * sin(x / 20) * cos(y / 25));
        if (in_disc(i % SIZE, i / SIZE, 90, 110, 60)) grid.samples[i] = NAN;
    }
    int64_t count;
    assert_true(tr_elevation_fill(context, &grid, &count, NULL));
    double worst = 0;
    for (int32_t y = 0; y < SIZE; y++)
        for (int32_t x = 1; x < SIZE; x++)
            worst = fmax(worst, fabs(grid.samples[y * SIZE + x] - grid.samples[y * SIZE + x - 1]));
    assert_true(worst < 8);  // the ground itself: 5
    tr_grid_destroy(context, &grid);
}

static void one_value_fills_everything(void **state)
{
    (void)state;
    for (int32_t size = 1; size < 20; size++) {
        tr_grid grid = make_plane(size, 21 - size, NAN, 0, 0);
        grid.samples[0] = 42;
        int64_t count;
        assert_true(tr_elevation_fill(context, &grid, &count, NULL));
        for (int32_t i = 0; i < size * (21 - size); i++) assert_true(grid.samples[i] == 42);
        tr_grid_destroy(context, &grid);
    }
}

static void nothing_but_voids_is_refused(void **state)
{
    (void)state;
    tr_grid grid = make_plane(5, 4, NAN, 0, 0);
    int64_t count;
    tr_error err;
    assert_false(tr_elevation_fill(context, &grid, &count, &err));
    assert_int_equal(err.code, TR_ERROR_FORMAT);
    assert_int_equal(count, 20);
    tr_grid_destroy(context, &grid);
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    tr_grid grid = make_plane(16, 16, 1, 0, 0);
    bool done = false;
    for (int allowed = 0; !done; allowed++) {
        assert_in_range(allowed, 0, 100);
        grid.samples[40] = NAN;
        const int64_t live = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + allowed;
        int64_t count;
        tr_error err;
        done = tr_elevation_fill(context, &grid, &count, &err);
        allocator.fail_at = -1;
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, live);
    }
    tr_grid_destroy(context, &grid);
}

TEST_GROUP(elevation_fill)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(level_ground_goes_on_exactly),        TEST(a_slope_goes_on_through_a_hole),
        TEST(values_are_kept_and_the_range_too),   TEST(a_hole_has_no_step),
        TEST(one_value_fills_everything),          TEST(nothing_but_voids_is_refused),
        TEST(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
