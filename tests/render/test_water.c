// Rivers and lakes in a view: seen where they are, nowhere else, on every level.
#include "render/water_surface.h"

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
        tr_view_level *level = &fixture->levels[i];
        const tr_area *area = &level->area;
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
    fixture.def.width = 320;
    fixture.def.height = 180;
    fixture.def.visibility_m = 1e7;
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
    tr_context *context = test_context(1);
    const tr_area area = {0, 0, 48, 40, 64};
    tr_view_level level = {.area = area};
    tr_grid surface;
    assert_true(tr_grid_create(context, area.width, area.height, 1, &level.height, NULL));
    assert_true(tr_grid_create(context, area.width, area.height, 1, &level.water, NULL));
    int wet = 0;
    for (int32_t z = 0; z < area.height; z++) {
        for (int32_t x = 0; x < area.width; x++) {
            const int64_t at = z * level.height.row_stride + x;
            level.height.samples[at] = view_rough(x, z);
            const bool is_wet = tr_hash_identity(5, 6, x, 0, z) % 9 == 0;
            level.water.samples[at] = is_wet ? level.height.samples[at] + 2 : TR_NO_WATER;
            wet += is_wet;
        }
    }
    assert_true(wet > 100 && tr_water_surface_is_seen(&level));
    assert_true(tr_water_surface_create(context, &level, &surface, NULL));
    for (int32_t z = 0; z < area.height; z++) {
        for (int32_t x = 0; x < area.width; x++) {
            const int64_t at = z * level.height.row_stride + x;
            const float over = surface.samples[z * surface.row_stride + x] - level.height.samples[at];
            if (level.water.samples[at] > TR_NO_WATER)
                assert_float_equal(over, 2, 1e-4);
            else
                assert_true(over < -0.04f);
        }
    }
    tr_grid_destroy(context, &surface);
    tr_grid_destroy(context, &level.water);
    tr_grid_destroy(context, &level.height);
    tr_context_destroy(context);
}

static void water_of_another_size_is_refused(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(bowl, origin);
    const double eye[3] = {0, 300, 300}, target[3] = {0, 10, 0};
    view_fixture_look(&fixture, origin, eye, target);
    fill_water(&fixture, lake_level);
    fixture.levels[2].water.width--;
    tr_image image;
    tr_error err = {0};
    assert_false(tr_render_view(fixture.context, &fixture.def, fixture.levels, VIEW_LEVELS, NULL, &image, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_string_equal(err.message, "the water of level 2 is not of the size of its area");
    fixture.levels[2].water.width++;
    view_fixture_close(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lake_is_seen_and_its_shore_is_not_changed),
        cmocka_unit_test(levels_of_water_join),
        cmocka_unit_test(the_surface_lies_below_dry_ground),
        cmocka_unit_test(water_of_another_size_is_refused),
    };
    return cmocka_run_group_tests_name("water", tests, NULL, NULL);
}
