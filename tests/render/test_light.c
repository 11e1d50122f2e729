// Light before it is drawn: shadows against rays that are marched step by step, and the colours of the sky.
#include <math.h>

#include "render/atmosphere.h"
#include "render/camera.h"
#include "render/level_light.h"
#include "view_fixture.h"

static const double origin[2] = {0, 0};

// A wall of 60 m that runs from north to south, east of the middle.
static float wall(double x_m, double z_m)
{
    (void)z_m;
    return x_m > 40 && x_m < 60 ? 60 : 0;
}

// A half float between 0 and 1.
static float from_half(uint16_t half)
{
    const int exponent = half >> 10;
    return exponent == 0 ? ldexpf((float)half, -24) : ldexpf((float)(1024 + (half & 1023)), exponent - 25);
}

static float sun_of(const tr_lit_level *light, int32_t x, int32_t z)
{
    return from_half(light->texels[4 * (z * VIEW_SIDE + x) + 2]);
}

static void make_lights(view_fixture *fixture, tr_lit_level *lights)
{
    const tr_environment_def *environment = &fixture->environment;
    for (int i = VIEW_LEVELS - 1; i >= 0; i--) {
        const view_level *level = &fixture->levels[i];
        lights[i] = (tr_lit_level){.area = level->area, .height = level->height, .sea_m = -1e30f};
        tr_camera_sky_direction(environment->sun_azimuth_deg, environment->sun_elevation_deg, lights[i].sun);
        assert_true(
            tr_lit_level_compute(fixture->context, &lights[i], i + 1 == VIEW_LEVELS ? NULL : &lights[i + 1], NULL));
    }
}

static void free_lights(view_fixture *fixture, tr_lit_level *lights)
{
    for (int i = 0; i < VIEW_LEVELS; i++) {
        lights[i].height = (tr_grid){0};  // the fixture's
        tr_lit_level_destroy(fixture->context, &lights[i]);
    }
}

static void shadow_is_as_long_as_the_sun_says(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(wall, origin);
    fixture.environment.sun_azimuth_deg = 90;
    fixture.environment.sun_elevation_deg = 30;
    tr_lit_level lights[VIEW_LEVELS];
    make_lights(&fixture, lights);
    const double length_m = 60 / tan(30 * 3.14159265358979 / 180);
    for (int32_t x = 0; x < VIEW_SIDE; x++) {
        const double x_m = (double)(fixture.levels[0].area.x + x) * 4, from_wall_m = 44 - x_m;
        if (from_wall_m < 8 || fabs(from_wall_m - length_m) < 14) continue;
        const float sun = sun_of(&lights[0], x, VIEW_SIDE / 2);
        if (from_wall_m < length_m ? sun > 0.1f : sun < 0.9f) {
            fail_msg("%g m from the wall %g of the sun is seen; the shadow is %g m long", from_wall_m, (double)sun,
                     length_m);
        }
    }
    free_lights(&fixture, lights);
    view_fixture_close(&fixture);
}

// Reference: marches a ray over the function itself.
static bool sees_sun(view_shape shape, double x_m, double z_m, const float sun[3])
{
    const double start = (double)shape(x_m, z_m) + 0.5;
    for (double at = 2; at < 3000; at += 2) {
        const double x = x_m + (double)sun[0] * at, z = z_m + (double)sun[2] * at;
        if ((double)shape(x, z) > start + (double)sun[1] * at) return false;
    }
    return true;
}

static float hills(double x_m, double z_m)
{
    return (float)(60 * sin(x_m / 90) * cos(z_m / 70) + 40 * cos(x_m / 210 + z_m / 170));
}

static void shadows_are_those_of_rays(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(hills, origin);
    fixture.environment.sun_elevation_deg = 14;
    for (int n = 0; n < 8; n++) {
        fixture.environment.sun_azimuth_deg = 45 * n + 17;
        float sun[3];
        tr_camera_sky_direction(fixture.environment.sun_azimuth_deg, fixture.environment.sun_elevation_deg, sun);
        tr_lit_level lights[VIEW_LEVELS];
        make_lights(&fixture, lights);
        int wrong = 0;
        for (int32_t z = 0; z < VIEW_SIDE; z++) {
            for (int32_t x = 0; x < VIEW_SIDE; x++) {
                const double x_m = (double)(fixture.levels[0].area.x + x) * 4;
                const double z_m = (double)(fixture.levels[0].area.z + z) * 4;
                wrong += sees_sun(hills, x_m, z_m, sun) != (sun_of(&lights[0], x, z) > 0.5f);
            }
        }
        // Edges of shadows lie a sample or two beside.
        if (wrong > VIEW_SIDE * VIEW_SIDE * 6 / 100)
            fail_msg("%d samples differ with the sun at %d", wrong, 45 * n + 17);
        free_lights(&fixture, lights);
    }
    view_fixture_close(&fixture);
}

static void hollows_see_less_sky(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(hills, origin);
    tr_lit_level lights[VIEW_LEVELS];
    make_lights(&fixture, lights);
    double low = 0, high = 0;
    int low_count = 0, high_count = 0;
    for (int i = 0; i < VIEW_SIDE * VIEW_SIDE; i++) {
        const float height = fixture.levels[0].height.samples[i];
        const double sky = (double)from_half(lights[0].texels[4 * i + 3]);
        assert_true(sky > 0 && sky <= 1);
        if (height < -50) low += sky, low_count++;
        if (height > 50) high += sky, high_count++;
    }
    assert_true(low_count > 0 && high_count > 0);
    assert_true(low / low_count < high / high_count - 0.05);
    free_lights(&fixture, lights);
    view_fixture_close(&fixture);
}

static tr_sky *sky_at(tr_sky *sky, double elevation_deg)
{
    tr_environment_def def = tr_default_environment_def();
    def.sun_elevation_deg = elevation_deg;
    tr_sky_compute(&def, sky);
    return sky;
}

static void sky_has_the_colours_of_the_day(void **state)
{
    (void)state;
    static tr_sky noon, evening, night;
    sky_at(&noon, 60);
    sky_at(&evening, 2);
    sky_at(&night, -10);
    const float *zenith = noon.rayleigh[TR_SKY_HEIGHT - 1][0];
    assert_true(zenith[2] > 2 * zenith[0]);
    assert_true(evening.sun[0] > 2 * evening.sun[2]);
    assert_true(noon.sun[0] < 1.5f * noon.sun[2]);
    print_message("sky on level ground: %g noon, %g evening, %g night\n", (double)noon.ambient[1],
                  (double)evening.ambient[1], (double)night.ambient[1]);
    assert_true(noon.ambient[1] > 2 * evening.ambient[1] && evening.ambient[1] > 3 * night.ambient[1]);
    assert_true(night.sun[1] == 0 && night.ambient[1] > 0);
    const float north[3] = {0, 0, -1};
    const tr_environment_def def = tr_default_environment_def();
    assert_true(tr_sky_exposure(&def, &evening, north) > tr_sky_exposure(&def, &noon, north));
}

static void half_of_the_light_is_left_at_the_visibility(void **state)
{
    (void)state;
    static tr_sky sky;
    for (double visibility_m = 500; visibility_m < 1e6; visibility_m *= 3) {
        tr_environment_def def = tr_default_environment_def();
        def.visibility_m = visibility_m;
        tr_sky_compute(&def, &sky);
        const double left = exp(-visibility_m * (double)(sky.fog_air[1] + sky.fog_haze));
        assert_true(fabs(left - 0.5) < 1e-3);
        assert_true(sky.fog_air[2] >= sky.fog_air[0]);
    }
}

static void boxes_are_culled_by_what_is_seen(void **state)
{
    (void)state;
    const tr_camera_def def = tr_default_camera_def();
    const tr_camera camera = tr_camera_of(&def, 1280, 720);
    const tr_tile_place place = {0, 0, 1280, 720, 1280, 720};
    const tr_camera_tile tile = tr_camera_tile_of(&place);
    const tr_camera_frustum frustum = tr_camera_frustum_of(&camera, &tile);
    const struct {
        float low[3], high[3];
        bool seen;
    } boxes[] = {
        {{-10, -510, -1010}, {10, -490, -990}, true},        // the target
        {{-10, -510, 990}, {10, -490, 1010}, false},         // behind
        {{-5000, -510, -1010}, {-4000, -490, -990}, false},  // far to the left
        {{-5000, -5000, -5000}, {5000, 5000, 5000}, true},   // all around
        {{-10, 3000, -1010}, {10, 3100, -990}, false},       // above
    };
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        assert_int_equal(tr_camera_sees_box(&frustum, boxes[i].low, boxes[i].high), boxes[i].seen);
    }
}

TEST_GROUP(light)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shadow_is_as_long_as_the_sun_says),
        cmocka_unit_test(shadows_are_those_of_rays),
        cmocka_unit_test(hollows_see_less_sky),
        cmocka_unit_test(sky_has_the_colours_of_the_day),
        cmocka_unit_test(half_of_the_light_is_left_at_the_visibility),
        cmocka_unit_test(boxes_are_culled_by_what_is_seen),
    };
    return cmocka_run_group_tests_name("light", tests, NULL, NULL);
}
