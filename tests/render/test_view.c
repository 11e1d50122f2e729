// What a view shows: sky above, sea below, light and shade, the same picture anywhere in the world.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view_fixture.h"

static const double origin[2] = {0, 0};

static view_fixture island_from_south(const double middle_m[2])
{
    view_fixture fixture = view_fixture_open(view_island, middle_m);
    const double eye[3] = {0, 160, 1900}, target[3] = {0, 120, 0};
    view_fixture_look(&fixture, middle_m, eye, target);
    return fixture;
}

static void sky_is_blue_and_sea_is_dark(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    tr_image image = view_fixture_draw(&fixture);
    for (int x = 0; x < image.width; x++) {
        const uint8_t *sky = view_pixel(&image, x, 2), *sea = view_pixel(&image, x, image.height - 2);
        assert_true(sky[2] > sky[0] + 10);
        assert_true(sea[2] > sea[0]);
        assert_true(view_brightness(&image, x, image.height - 2) < view_brightness(&image, x, 2));
    }
    tr_image_destroy(fixture.context, &image);
    view_fixture_close(&fixture);
}

// Steps of 8 bits in a smooth sky are hidden by noise no larger than they are.
static void sky_is_smooth(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    tr_image image = view_fixture_draw(&fixture);
    for (int y = 0; y < 20; y++) {
        for (int x = 1; x < image.width; x++) {
            for (int k = 0; k < 3; k++) {
                assert_true(abs(view_pixel(&image, x, y)[k] - view_pixel(&image, x - 1, y)[k]) <= 4);
            }
        }
    }
    tr_image_destroy(fixture.context, &image);
    view_fixture_close(&fixture);
}

static void sunny_side_is_brighter(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    // The island is round, so that its halves differ by the sun alone.
    for (int side = -1; side <= 1; side += 2) {
        fixture.environment.sun_azimuth_deg = 90 * side;
        fixture.environment.sun_elevation_deg = 20;
        tr_image image = view_fixture_draw(&fixture);
        const int middle = image.width / 2;
        for (int off = 8; off < 18; off++) {
            const int lit = view_brightness(&image, middle + side * off, 45);
            const int shaded = view_brightness(&image, middle - side * off, 45);
            if (lit < shaded + 60) fail_msg("at %d pixels from the middle: %d, %d in the shade", off, lit, shaded);
            assert_true(shaded > 60);  // the sky lights it
        }
        tr_image_destroy(fixture.context, &image);
    }
    view_fixture_close(&fixture);
}

static void picture_is_the_same_far_from_the_origin(void **state)
{
    (void)state;
    const double far_m[2] = {1e12, -1e12};
    view_fixture here = island_from_south(origin), there = island_from_south(far_m);
    tr_image a = view_fixture_draw(&here), b = view_fixture_draw(&there);
    const int difference = view_difference(&a, &b);
    if (difference > 2) fail_msg("the pictures differ by %d", difference);
    tr_image_destroy(here.context, &a);
    tr_image_destroy(there.context, &b);
    view_fixture_close(&here);
    view_fixture_close(&there);
}

static void tiles_do_not_show(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    fixture.environment.sea = false;  // its mirror is drawn at half the size, whose pixels tiles move
    tr_image whole = view_fixture_draw(&fixture), tiled;
    fixture.marks.max_tile_px = 100;
    tiled = view_fixture_draw(&fixture);
    const int difference = view_difference(&whole, &tiled);
    if (difference > 2) fail_msg("the pictures differ by %d", difference);
    tr_image_destroy(fixture.context, &whole);
    tr_image_destroy(fixture.context, &tiled);
    view_fixture_close(&fixture);
}

static void sea_can_be_left_out(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    tr_image wet = view_fixture_draw(&fixture);
    fixture.environment.sea = false;
    tr_image dry = view_fixture_draw(&fixture);
    const uint8_t *sea = view_pixel(&wet, 80, 88), *floor = view_pixel(&dry, 80, 88);
    assert_true(sea[2] - sea[0] > floor[2] - floor[0] + 10);
    tr_image_destroy(fixture.context, &wet);
    tr_image_destroy(fixture.context, &dry);
    view_fixture_close(&fixture);
}

static void haze_hides_what_is_far(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    fixture.environment.visibility_m = 250;
    tr_image image = view_fixture_draw(&fixture);
    const int island = view_brightness(&image, 80, 44), beside = view_brightness(&image, 4, 44);
    assert_true(abs(island - beside) < 30);
    tr_image_destroy(fixture.context, &image);
    view_fixture_close(&fixture);
}

static void every_number_of_samples_draws(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    fixture.target.width = 33;
    fixture.target.height = 17;
    for (int samples = 1; samples <= 8; samples++) {
        fixture.renderer.samples = samples;
        tr_image image = view_fixture_draw(&fixture);
        assert_int_equal(image.width, 33);
        assert_true(view_brightness(&image, 16, 1) > view_brightness(&image, 16, 16));
        tr_image_destroy(fixture.context, &image);
    }
    view_fixture_close(&fixture);
}

// ---------------------------------------------------------------------------------------------------------
// Refusals

static void expect_refusal(view_fixture *fixture, tr_error_code code, const char *part)
{
    tr_image image;
    tr_error err = {0};
    assert_false(view_fixture_try(fixture, fixture->context, &image, &err));
    if (err.code == TR_ERROR_GPU_UNAVAILABLE) skip();
    if (err.code != code) fail_msg("%s instead of %s: %s", tr_error_name(err.code), tr_error_name(code), err.message);
    if (!strstr(err.message, part)) fail_msg("no \"%s\" in: %s", part, err.message);
}

static void wrong_frames_are_refused(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    const view_fixture good = fixture;
    memcpy(fixture.camera.target_m, fixture.camera.eye_m, sizeof good.camera.eye_m);
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "same point");
    fixture.camera = good.camera;
    fixture.camera.eye_m[2] = (double)NAN;
    expect_refusal(&fixture, TR_ERROR_NOT_FINITE, "z of the eye");
    fixture.camera = good.camera;
    fixture.target.width = 15;
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "16 to 8192");
    fixture.target = good.target;
    fixture.target.host_framebuffer = true;
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "framebuffer of a host");
    fixture.target = good.target;
    fixture.renderer.samples = 9;
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "1 to 8");
    fixture.renderer = good.renderer;
    fixture.renderer.host_context = true;
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "host's context");
    fixture.renderer = good.renderer;
    fixture.camera.fov_deg = 121;
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "10 to 120");
    fixture.camera = good.camera;
    fixture.environment.visibility_m = 1;
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "the visibility is 1");
    view_fixture_close(&fixture);
}

static void wrong_levels_are_refused(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    fixture.levels[1].area.spacing_m = 6;
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "times the spacing; allowed is 2 to 16");
    fixture.levels[1].area.spacing_m = 8;
    fixture.levels[2].color.channels = 4;
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "the colours of the level");
    fixture.levels[2].color.channels = 3;
    fixture.levels[1].height.width--;
    expect_refusal(&fixture, TR_ERROR_INVALID_ARGUMENT, "the heights of the level");
    fixture.levels[1].height.width++;
    fixture.levels[0].height.samples[7] = NAN;
    expect_refusal(&fixture, TR_ERROR_NOT_FINITE, "sample 7,0");
    view_fixture_close(&fixture);
}

static void a_budget_is_kept(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    fixture.renderer.budget_bytes = 70 << 20;  // shadows alone have 64 MiB
    fixture.target.width = fixture.target.height = 2048;
    expect_refusal(&fixture, TR_ERROR_OVER_BUDGET, "the renderer's budget is 73400320");
    view_fixture_close(&fixture);
}

static bool stop(void *user, double share)
{
    (void)user, (void)share;
    return false;
}

static void progress_cancels(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    const tr_progress progress = {stop, NULL};
    fixture.target.progress = &progress;
    expect_refusal(&fixture, TR_ERROR_CANCELLED, "cancelled");
    view_fixture_close(&fixture);
}

// Every allocation fails once: an error each time, and nothing is left.
static void memory_runs_out(void **state)
{
    (void)state;
    view_fixture fixture = island_from_south(origin);
    fixture.target.width = fixture.target.height = 16;
    fixture.renderer.quality = TR_QUALITY_LOW;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    const int64_t blocks = allocator.live_blocks;
    bool drawn = false;
    for (int64_t n = 0; !drawn && n < 200; n++) {
        allocator.fail_at = allocator.allocations + n;
        tr_image image;
        tr_error err = {0};
        drawn = view_fixture_try(&fixture, context, &image, &err);
        if (drawn) tr_image_destroy(context, &image);
        if (!drawn && err.code == TR_ERROR_GPU_UNAVAILABLE) break;
        if (!drawn) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, blocks);
    }
    allocator.fail_at = -1;
    tr_context_destroy(context);
    view_fixture_close(&fixture);
}

TEST_GROUP(view)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sky_is_blue_and_sea_is_dark),
        cmocka_unit_test(sky_is_smooth),
        cmocka_unit_test(sunny_side_is_brighter),
        cmocka_unit_test(picture_is_the_same_far_from_the_origin),
        cmocka_unit_test(tiles_do_not_show),
        cmocka_unit_test(sea_can_be_left_out),
        cmocka_unit_test(haze_hides_what_is_far),
        cmocka_unit_test(every_number_of_samples_draws),
        cmocka_unit_test(wrong_frames_are_refused),
        cmocka_unit_test(wrong_levels_are_refused),
        cmocka_unit_test(a_budget_is_kept),
        cmocka_unit_test(progress_cancels),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
