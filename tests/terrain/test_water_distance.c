// The distance to water against the nearest of all samples under water, and the same bits on any number of threads.
#include "field_fixture.h"

#include "terrain/derived.h"

enum { REACH = TR_WATER_REACH };

// Land at 10 m, with `count` samples of water at random.
static tr_grid scatter_water(tr_context *context, int32_t width, int32_t height, int count, uint64_t seed, int32_t *at)
{
    tr_grid ground = make_grid(context, width + 2 * REACH, height + 2 * REACH, 1);
    for (int64_t i = 0; i < ground.plane_stride; i++) ground.samples[i] = 10.0f;
    for (int k = 0; k < count; k++) {
        at[2 * k] = (int32_t)(random_unit(seed, 2 * k) * ground.width);
        at[2 * k + 1] = (int32_t)(random_unit(seed, 2 * k + 1) * ground.height);
        *sample_at(&ground, at[2 * k], at[2 * k + 1]) = 1.0f;
    }
    return ground;
}

static float nearest(const int32_t *at, int count, int32_t i, int32_t j, double spacing_m)
{
    int64_t best = (int64_t)REACH * REACH;
    for (int k = 0; k < count; k++) {
        const int64_t dx = at[2 * k] - (i + REACH), dz = at[2 * k + 1] - (j + REACH);
        if (dx * dx + dz * dz < best) best = dx * dx + dz * dz;
    }
    return (float)(sqrt((double)best) * spacing_m);
}

static void check(tr_context *context, int32_t width, int32_t height, int count, uint64_t seed)
{
    enum { MAX = 4000 };
    static int32_t at[2 * MAX];
    assert_true(count <= MAX);
    const double spacing_m = 2.5;
    tr_error error;
    tr_grid ground = scatter_water(context, width, height, count, seed, at), out = make_grid(context, width, height, 1);
    if (!tr_water_distance(context, spacing_m, 5.0, &ground, &out, &error)) fail_msg("%s", error.message);
    for (int32_t j = 0; j < height; j++)
        for (int32_t i = 0; i < width; i++) {
            const float expected = nearest(at, count, i, j, spacing_m);
            if (*sample_at(&out, i, j) != expected)
                fail_msg("%d x %d with %d: (%d, %d) is %.9g and not %.9g", width, height, count, i, j,
                         (double)*sample_at(&out, i, j), (double)expected);
        }
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &out);
}

static void distances_are_exact(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    static const int32_t sizes[][2] = {{1, 1}, {17, 9}, {64, 40}, {3, 100}, {120, 2}};
    static const int counts[] = {0, 1, 2, 7, 60, 900, 4000};
    for (int s = 0; s < 5; s++)
        for (int c = 0; c < 7; c++) check(context, sizes[s][0], sizes[s][1], counts[c], (uint64_t)(100 * s + c));
    tr_context_destroy(context);
}

static void tiles_do_not_show(void **state)
{
    (void)state;
    tr_context *context = context_of(3, TR_ISA_AUTO);
    check(context, 2100, 530, 25, 7);
    check(context, 1025, 1030, 11, 8);
    tr_context_destroy(context);
}

static void water_is_below_the_sea_level(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_error error;
    tr_grid ground = make_grid(context, 3 + 2 * REACH, 1 + 2 * REACH, 1), out = make_grid(context, 3, 1, 1);
    for (int64_t i = 0; i < ground.plane_stride; i++) ground.samples[i] = 5.0f;
    assert_true(tr_water_distance(context, 1.0, 5.0, &ground, &out, &error));
    assert_true(out.samples[0] == REACH && out.samples[2] == REACH);
    for (int64_t i = 0; i < ground.plane_stride; i++) ground.samples[i] = nextafterf(5.0f, 0.0f);
    assert_true(tr_water_distance(context, 1.0, 5.0, &ground, &out, &error));
    assert_true(out.samples[0] == 0.0f && out.samples[2] == 0.0f);
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &out);
    tr_context_destroy(context);
}

static void short_memory_is_an_error(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    tr_error error;
    tr_grid ground = make_grid(context, 4 + 2 * REACH, 4 + 2 * REACH, 1), out = make_grid(context, 4, 4, 1);
    const int64_t before = allocator.live_blocks;
    allocator.fail_at = allocator.allocations;
    assert_false(tr_water_distance(context, 1.0, 0.0, &ground, &out, &error));
    assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
    assert_int_equal(allocator.live_blocks, before);
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &out);
    tr_context_destroy(context);
}

TEST_GROUP(water_distance)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_exact),
        cmocka_unit_test(tiles_do_not_show),
        cmocka_unit_test(water_is_below_the_sea_level),
        cmocka_unit_test(short_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
