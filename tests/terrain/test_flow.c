// Flow accumulation: all rain leaves at outlets, streams are where they must be, and a plain reference agrees bit for
// bit.
#include "field_fixture.h"

#include <stdlib.h>

#include "flow_reference.h"
#include "terrain/derived.h"

typedef float (*ground_fn)(int32_t i, int32_t j, int32_t size);

static tr_grid make_ground(tr_context *context, ground_fn f, int32_t size)
{
    tr_grid grid = make_grid(context, size, size, 1);
    for (int32_t j = 0; j < size; j++)
        for (int32_t i = 0; i < size; i++) *sample_at(&grid, i, j) = f(i, j, size);
    return grid;
}

static tr_grid accumulate(tr_context *context, double spacing_m, double sea_level_m, const tr_grid *ground)
{
    tr_error error;
    tr_grid flow = make_grid(context, ground->width, ground->height, 1);
    if (!tr_flow_accumulation(context, spacing_m, sea_level_m, ground, &flow, &error)) fail_msg("%s", error.message);
    return flow;
}

static bool is_outlet(const tr_grid *ground, int32_t i, int32_t j, float sea)
{
    return i == 0 || j == 0 || i == ground->width - 1 || j == ground->height - 1 || *sample_at(ground, i, j) < sea;
}

// What arrives at the border and in the sea is what fell, and every sample has at least its own area.
static void assert_all_rain_leaves(const tr_grid *ground, const tr_grid *flow, double spacing_m, double sea_level_m)
{
    double sum = 0;
    for (int32_t j = 0; j < ground->height; j++)
        for (int32_t i = 0; i < ground->width; i++) {
            assert_true((double)*sample_at(flow, i, j) >= spacing_m * spacing_m * (1 - 1e-6));
            if (is_outlet(ground, i, j, (float)sea_level_m)) sum += (double)*sample_at(flow, i, j);
        }
    const double fell = spacing_m * spacing_m * ground->width * ground->height;
    if (!(fabs(sum - fell) <= 1e-6 * fell)) fail_msg("%.9g fell and %.9g left", fell, sum);
}

static float random_ground(int32_t i, int32_t j, int32_t size)
{
    return (float)(20 * random_unit(11, (int64_t)j * size + i) - 2);
}

// Many samples of equal height, in hollows, on terraces and in the sea.
static float stepped_ground(int32_t i, int32_t j, int32_t size)
{
    const double wave = sin(i * 0.37 + 1) * cos(j * 0.23) * 4 + random_unit(12, (int64_t)j * size + i);
    return (float)floor(wave);
}

static float level_ground(int32_t i, int32_t j, int32_t size)
{
    (void)i, (void)j, (void)size;
    return 3.0f;
}

static float hollow(int32_t i, int32_t j, int32_t size)
{
    const int32_t x = i - size / 2, z = j - size / 2;
    return (float)(x * x + z * z);
}

static float valley(int32_t i, int32_t j, int32_t size)
{
    return (float)(5 * abs(i - size / 2) + (size - j));
}

static float slope_south(int32_t i, int32_t j, int32_t size)
{
    (void)i;
    return (float)(size - j);
}

static void a_plain_reference_agrees_to_the_bit(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    const ground_fn grounds[] = {random_ground, stepped_ground, level_ground, hollow, valley, slope_south};
    static const int32_t sizes[] = {1, 2, 3, 17, 48};
    for (int g = 0; g < 6; g++)
        for (int s = 0; s < 5; s++) {
            tr_grid ground = make_ground(context, grounds[g], sizes[s]);
            tr_grid found = accumulate(context, 1.5, 0.25, &ground);
            tr_grid expected = make_grid(context, sizes[s], sizes[s], 1);
            flow_reference(1.5, 0.25, &ground, &expected);
            assert_same_bits("flow", &found, &expected);
            assert_all_rain_leaves(&ground, &found, 1.5, 0.25);
            tr_grid_destroy(context, &ground);
            tr_grid_destroy(context, &found);
            tr_grid_destroy(context, &expected);
        }
    tr_context_destroy(context);
}

static void all_rain_leaves_a_large_rough_ground(void **state)
{
    (void)state;
    tr_context *context = context_of(2, TR_ISA_AUTO);
    tr_grid ground = make_ground(context, random_ground, 500);
    tr_grid flow = accumulate(context, 8.0, 0.0, &ground);
    assert_all_rain_leaves(&ground, &flow, 8.0, 0.0);
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &flow);
    tr_context_destroy(context);
}

static void a_plane_drains_along_itself(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_grid ground = make_ground(context, slope_south, 61);
    tr_grid flow = accumulate(context, 1.0, -100.0, &ground);
    // Far from the sides, as much comes from the side as goes there.
    for (int32_t j = 1; j < 20; j++) assert_float_equal(*sample_at(&flow, 30, j), (float)j, 1e-4f);
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &flow);
    tr_context_destroy(context);
}

static void a_valley_gathers_its_slopes(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    const int32_t size = 61, middle = 30;
    tr_grid ground = make_ground(context, valley, size);
    tr_grid flow = accumulate(context, 1.0, -100.0, &ground);
    const double at_mouth = (double)*sample_at(&flow, middle, size - 2);
    assert_true(at_mouth > 0.6 * size * size);
    for (int32_t j = 2; j < size - 1; j++) {
        assert_true(*sample_at(&flow, middle, j) > *sample_at(&flow, middle, j - 1));
        assert_true(j < 15 || *sample_at(&flow, middle, j) > 4 * *sample_at(&flow, middle - 5, j));
    }
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &flow);
    tr_context_destroy(context);
}

// A bowl with one notch in its rim, and beyond it a fall to the border.
static float notched_bowl(int32_t i, int32_t j, int32_t size)
{
    const int32_t x = i - size / 2, z = j - size / 2, radius = size / 3;
    if (x * x + z * z < radius * radius) return (float)sqrt((double)(x * x + z * z));
    if (x > 0 && z == 0) return (float)(radius + 5 - 0.1 * x);
    return 1000.0f - 0.1f * (float)(abs(x) > abs(z) ? abs(x) : abs(z));
}

static void a_hollow_runs_over_at_its_lowest_point(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    const int32_t size = 61;
    tr_grid ground = make_ground(context, notched_bowl, size);
    tr_grid flow = accumulate(context, 1.0, -100.0, &ground);
    const double radius = size / 3, bowl = 3.14159 * radius * radius;
    assert_true((double)*sample_at(&flow, size - 1, size / 2) > 0.95 * bowl);
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &flow);
    tr_context_destroy(context);
}

static void short_memory_is_an_error(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    tr_error error;
    tr_grid ground = make_ground(context, random_ground, 20), flow = make_grid(context, 20, 20, 1);
    const int64_t before = allocator.live_blocks;
    int failures = 0;
    for (bool done = false; !done; failures += !done) {
        allocator.fail_at = allocator.allocations + failures;
        done = tr_flow_accumulation(context, 1.0, 0.0, &ground, &flow, &error);
        assert_int_equal(allocator.live_blocks, before);
        if (!done) assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
    }
    assert_int_equal(failures, 3);
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &flow);
    tr_context_destroy(context);
}

TEST_GROUP(flow)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_reference_agrees_to_the_bit),
        cmocka_unit_test(all_rain_leaves_a_large_rough_ground),
        cmocka_unit_test(a_plane_drains_along_itself),
        cmocka_unit_test(a_valley_gathers_its_slopes),
        cmocka_unit_test(a_hollow_runs_over_at_its_lowest_point),
        cmocka_unit_test(short_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
