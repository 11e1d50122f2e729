// What queries of a world promise besides purity: weights, colours, reach, and what happens when memory ends.
#include <string.h>

#include "cmocka_test.h"
#include "terrane/world.h"
#include "test_context.h"

static test_allocator allocator;
static tr_context *context;
static tr_world *world;

// Without gullies and rivers: the rest is made in a fraction of the time.
static int set_up(void **state)
{
    (void)state;
    tr_world_def def = tr_default_world_def();
    def.seed = 3;
    def.terrain.erosion.strength = 0;
    def.terrain.rivers.width_m = 0;
    context = test_context_counting(1, &allocator);
    tr_error err = {0};
    world = tr_world_create(context, &def, &err);
    if (!world) fail_msg("%s", err.message);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_world_destroy(world);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    return 0;
}

static tr_grid make_grid(const tr_sample_area *area, int32_t planes)
{
    tr_grid grid;
    assert_true(tr_grid_create(context, area->width, area->height, planes, &grid, NULL));
    return grid;
}

static tr_grid query(tr_field field, const tr_sample_area *area)
{
    tr_grid grid = make_grid(area, tr_field_planes(field));
    tr_error err = {0};
    if (!tr_world_query(world, field, area, NULL, &grid, &err)) fail_msg("%s", err.message);
    return grid;
}

// ---------------------------------------------------------------------------------------------------------

// Coarse enough to see sea, land and mountains.
static const tr_sample_area wide_area = {-150, -90, 300, 180, 512};

static void weights_add_up_and_the_largest_is_the_biome(void **state)
{
    (void)state;
    tr_grid weights = make_grid(&wide_area, TR_BIOME_COUNT), biome = query(TR_FIELD_BIOME, &wide_area);
    assert_true(tr_world_biome_weights(world, &wide_area, NULL, &weights, NULL));
    for (int32_t j = 0; j < wide_area.height; j++)
        for (int32_t i = 0; i < wide_area.width; i++) {
            const float *weight = weights.samples + j * weights.row_stride + i;
            const float own = weight[(int64_t)biome.samples[j * biome.row_stride + i] * weights.plane_stride];
            double sum = 0;
            for (int b = 0; b < TR_BIOME_COUNT; b++) {
                const float share = weight[b * weights.plane_stride];
                assert_true(share >= 0 && share <= 1 && share <= own);
                sum += (double)share;
            }
            assert_true(sum > 1 - 1e-5 && sum < 1 + 1e-5);
        }
    tr_grid_destroy(context, &weights);
    tr_grid_destroy(context, &biome);
}

static double mixed_light(const tr_grid *weights, int32_t i, int32_t j, int channel)
{
    double light = 0;
    for (int b = 0; b < TR_BIOME_COUNT; b++) {
        const double share = (double)tr_world_def_of(world)->biomes[b].color[channel] / 255;
        light += (double)weights->samples[b * weights->plane_stride + j * weights->row_stride + i] * share * share;
    }
    return light;
}

// A byte is the square root of light.
static double light_of(int byte)
{
    return byte < 0 ? 0 : (double)byte * byte / (255.0 * 255.0);
}

static void colors_mix_as_light_and_darken_under_water(void **state)
{
    (void)state;
    tr_image image;
    assert_true(tr_image_create(context, &(tr_image_shape){wide_area.width, wide_area.height, 3, 8}, &image, NULL));
    tr_grid weights = make_grid(&wide_area, TR_BIOME_COUNT), water = query(TR_FIELD_WATER, &wide_area);
    assert_true(tr_world_biome_weights(world, &wide_area, NULL, &weights, NULL));
    tr_error err = {0};
    if (!tr_world_colors(world, &wide_area, true, NULL, &image, &err)) fail_msg("%s", err.message);
    int wet = 0, dry = 0;
    for (int32_t j = 0; j < wide_area.height; j++)
        for (int32_t i = 0; i < wide_area.width; i++)
            for (int c = 0; c < 3; c++) {
                const int byte = ((uint8_t *)image.pixels)[(size_t)j * image.row_bytes + (size_t)(3 * i + c)];
                const double water_m = (double)water.samples[j * water.row_stride + i];
                const double light = mixed_light(&weights, i, j, c) * (0.35 + 0.65 * 40 / (40 + water_m));
                assert_true(light > light_of(byte - 1) && light < light_of(byte + 1));
                water_m > 0 ? wet++ : dry++;
            }
    assert_true(wet > 1000 && dry > 1000);
    tr_grid_destroy(context, &weights);
    tr_grid_destroy(context, &water);
    tr_image_destroy(context, &image);
}

static void colors_need_a_fitting_image(void **state)
{
    (void)state;
    tr_image image;
    tr_error err = {0};
    assert_true(tr_image_create(context, &(tr_image_shape){8, 8, 4, 8}, &image, NULL));
    assert_false(tr_world_colors(world, &(tr_sample_area){0, 0, 8, 8, 4}, true, NULL, &image, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_image_destroy(context, &image);
}

// ---------------------------------------------------------------------------------------------------------

static void reach_is_what_a_field_looks_at(void **state)
{
    (void)state;
    const double spacing_m = 16;
    static const int32_t near_reach[TR_FIELD_COUNT] = {
        [TR_FIELD_SLOPE] = 1,  [TR_FIELD_ASPECT] = 1, [TR_FIELD_CURVATURE] = 1,
        [TR_FIELD_NORMAL] = 1, [TR_FIELD_FLOW] = -1,  [TR_FIELD_WATER_DISTANCE] = TR_WATER_REACH};
    for (int field = 0; field < TR_FIELD_COUNT; field++) {
        const int32_t reach = tr_world_reach(world, (tr_field)field, spacing_m);
        if (field == TR_FIELD_HUMIDITY || field == TR_FIELD_BIOME) {
            const double reach_m = tr_world_def_of(world)->climate.reach_m;
            assert_true(reach * spacing_m >= reach_m && reach * spacing_m < 4 * reach_m);
            const int32_t coarse = tr_world_reach(world, (tr_field)field, 2 * spacing_m);
            assert_true(coarse >= reach / 2 && coarse <= reach / 2 + 2);
        } else {
            assert_int_equal(reach, near_reach[field]);
        }
    }
    assert_true(tr_world_reach(world, TR_FIELD_HUMIDITY, 1.0 / 256) > 100000);
}

static void grids_of_another_size_are_refused(void **state)
{
    (void)state;
    const tr_sample_area area = {0, 0, 8, 8, 4};
    tr_grid grid = make_grid(&area, 1);
    for (int field = 0; field < TR_FIELD_COUNT; field++) {
        const tr_sample_area wider = {0, 0, 9, 8, 4};
        tr_error err = {0};
        assert_false(tr_world_query(world, (tr_field)field, &wider, NULL, &grid, &err));
        assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
        assert_null(tr_world_query_start(world, (tr_field)field, &wider, TR_PRIORITY_NORMAL, &grid, &err));
    }
    tr_error err = {0};
    assert_false(tr_world_biome_weights(world, &area, NULL, &grid, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_grid_destroy(context, &grid);
}

// ---------------------------------------------------------------------------------------------------------

// Asks with the memory ending at every allocation in turn, with a cold cache, until it suffices.
static void survive_failures(tr_field field, const tr_sample_area *area, const tr_grid *expected)
{
    tr_grid out = make_grid(area, tr_field_planes(field));
    const size_t bytes = (size_t)(out.depth * out.plane_stride) * sizeof *out.samples;
    tr_world_cache_clear(world);
    const int64_t live = allocator.live_blocks;
    allocator.fail_after = true;
    for (int64_t allowed = 0;; allowed++) {
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + allowed;
        const bool ok = tr_world_query(world, field, area, NULL, &out, &err);
        allocator.fail_at = -1;
        tr_world_cache_clear(world);
        assert_int_equal(allocator.live_blocks, live);
        if (ok) break;
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_true(allowed < 2000);
    }
    allocator.fail_after = false;
    assert_memory_equal(out.samples, expected->samples, bytes);
    tr_grid_destroy(context, &out);
}

static void every_failed_allocation_of_a_query_is_reported(void **state)
{
    (void)state;
    const tr_sample_area area = {7, 9, 5, 4, 8};
    for (int field = 0; field < TR_FIELD_COUNT; field++) {
        tr_grid expected = query((tr_field)field, &area);
        survive_failures((tr_field)field, &area, &expected);
        tr_grid_destroy(context, &expected);
    }
}

TEST_GROUP(fields)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(weights_add_up_and_the_largest_is_the_biome),
        TEST(colors_mix_as_light_and_darken_under_water),
        TEST(colors_need_a_fitting_image),
        TEST(reach_is_what_a_field_looks_at),
        TEST(grids_of_another_size_are_refused),
        TEST(every_failed_allocation_of_a_query_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
