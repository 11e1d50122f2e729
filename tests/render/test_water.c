// Rivers and lakes: seen where they are, nowhere else, on every level.
#include <math.h>
#include <string.h>

#include "view_fixture.h"

static const double origin[2] = {0, 0};

// A bowl 200 m wide and 8 m deep in the plain.
static float bowl(double x_m, double z_m)
{
    return 10 - (float)fmax(8 - 8e-4 * (x_m * x_m + z_m * z_m), 0);
}

static float lake_level(double x_m, double z_m)
{
    return bowl(x_m, z_m) < 8 ? 8 : TR_NO_WATER;
}

static float flood_level(double x_m, double z_m)
{
    (void)x_m, (void)z_m;
    return 14;
}

static void fill_water(view_fixture *fixture, view_shape level_at)
{
    for (int i = 0; i < VIEW_LEVELS; i++) {
        view_level *level = &fixture->levels[i];
        const tr_sample_area *area = &level->area;
        assert_true(tr_grid_create(fixture->context, area->width, area->height, 1, &level->water, NULL));
        for (int32_t z = 0; z < area->height; z++) {
            for (int32_t x = 0; x < area->width; x++) {
                level->water.samples[z * level->water.row_stride + x] =
                    level_at((double)(area->x + x) * area->spacing_m, (double)(area->z + z) * area->spacing_m);
            }
        }
    }
}

static void a_lake_is_seen_and_its_shore_is_not_changed(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(bowl, origin);
    const double eye[3] = {0, 300, 300}, target[3] = {0, 10, 0};
    view_fixture_look(&fixture, origin, eye, target);
    tr_image dry = view_fixture_draw(&fixture);
    fill_water(&fixture, lake_level);
    tr_image wet = view_fixture_draw(&fixture);
    const uint8_t *water = view_pixel(&wet, 80, 45), *floor = view_pixel(&dry, 80, 45);
    if (water[2] - water[0] < floor[2] - floor[0] + 10)
        fail_msg("the lake is %d %d %d, its floor %d %d %d", water[0], water[1], water[2], floor[0], floor[1],
                 floor[2]);
    for (int x = 0; x < wet.width; x++) {
        assert_memory_equal(view_pixel(&wet, x, 2), view_pixel(&dry, x, 2), 3);
        assert_memory_equal(view_pixel(&wet, x, wet.height - 3), view_pixel(&dry, x, wet.height - 3), 3);
    }
    tr_image_destroy(fixture.context, &wet);
    tr_image_destroy(fixture.context, &dry);
    view_fixture_close(&fixture);
}

// Water over everything: no border of a level may be seen, and no ground through a crack.
static void levels_of_water_join(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(view_plain, origin);
    fixture.target.width = 320;
    fixture.target.height = 180;
    fixture.environment.visibility_m = 1e7;
    const double eye[3] = {0, 900, 0}, target[3] = {0, 0, -1};
    view_fixture_look(&fixture, origin, eye, target);
    fill_water(&fixture, flood_level);
    tr_image image = view_fixture_draw(&fixture);
    for (int y = 1; y < image.height; y++) {
        long sum = 0;
        for (int x = 0; x < image.width; x++) {
            sum += view_brightness(&image, x, y) - view_brightness(&image, x, y - 1);
            const uint8_t *pixel = view_pixel(&image, x, y);
            if (pixel[2] <= pixel[0]) fail_msg("ground at pixel %d, %d", x, y);
        }
        const double step = (double)sum / image.width;
        if (fabs(step) > 12) fail_msg("row %d differs from the one above by %.1f of 765", y, step);
    }
    tr_image_destroy(fixture.context, &image);
    view_fixture_close(&fixture);
}

// A few wet samples on ground without any order, as a coarse level has of a narrow river.
static void the_surface_lies_below_dry_ground(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(view_rough, origin);
    view_level *level = &fixture.levels[0];
    tr_render_ground_def def = tr_default_render_ground_def();
    assert_true(tr_grid_create(fixture.context, VIEW_SIDE, VIEW_SIDE, 1, &level->water, NULL));
    int wet = 0;
    for (int32_t i = 0; i < VIEW_SIDE * VIEW_SIDE; i++) {
        const bool is_wet = tr_hash_identity(5, 6, i % VIEW_SIDE, 0, i / VIEW_SIDE) % 9 == 0;
        level->water.samples[i] = is_wet ? level->height.samples[i] + 2 : TR_NO_WATER;
        wet += is_wet;
    }
    assert_true(wet > 1000);
    def.area = level->area;
    def.height = level->height;
    def.color = level->color;
    def.water = level->water;
    tr_render_part *part = tr_render_part_ground(fixture.context, &def, NULL);
    assert_non_null(part);
    for (int32_t i = 0; i < VIEW_SIDE * VIEW_SIDE; i++) {
        const float over = part->ground.surface.samples[i] - level->height.samples[i];
        if (level->water.samples[i] > TR_NO_WATER)
            assert_float_equal(over, 2, 1e-4);
        else
            assert_true(over < -0.04f);
    }
    tr_render_part_destroy(part);
    view_fixture_close(&fixture);
}

static void water_of_another_size_is_refused(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(bowl, origin);
    fill_water(&fixture, lake_level);
    tr_render_ground_def def = tr_default_render_ground_def();
    def.area = fixture.levels[2].area;
    def.height = fixture.levels[2].height;
    def.color = fixture.levels[2].color;
    def.water = fixture.levels[2].water;
    def.water.width--;
    tr_error err = {0};
    assert_null(tr_render_part_ground(fixture.context, &def, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_string_equal(err.message, "the water of the level is not of the size of its area");
    view_fixture_close(&fixture);
}

TEST_GROUP(water)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lake_is_seen_and_its_shore_is_not_changed),
        cmocka_unit_test(levels_of_water_join),
        cmocka_unit_test(the_surface_lies_below_dry_ground),
        cmocka_unit_test(water_of_another_size_is_refused),
    };
    return cmocka_run_group_tests_name("water", tests, NULL, NULL);
}
