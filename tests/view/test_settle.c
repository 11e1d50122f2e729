// Views: what they show does not depend on the way there, they keep to their budgets, and they survive being cancelled
// and running out of memory.
#include <math.h>
#include <stdio.h>

#include "world_fixture.h"

// ---------------------------------------------------------------------------------------------------------
// Pictures

static tr_image settled_picture(const world_fixture *fixture, tr_render_api api, const tr_view_def *def,
                                const tr_camera_def *camera, double way_m)
{
    tr_error err = {0};
    tr_renderer *renderer = fixture_renderer(fixture->context, api);
    tr_view *view = tr_view_create(fixture->world, renderer, def, &err);
    assert_done(view, err);
    // Comes from somewhere else, with whatever was finished there.
    for (int i = 0; i < 40 && way_m > 0; i++) {
        const tr_camera_def before = fixture_camera(fixture->world, -way_m + way_m * i / 40);
        const bool updated = tr_view_update(view, &before, &err);
        assert_done(updated, err);
        tr_image image = fixture_draw(renderer, &before);
        tr_image_destroy(fixture->context, &image);
    }
    if (way_m > 0) {
        const tr_camera_def before = fixture_camera(fixture->world, -way_m / 3);
        const bool caught_up = tr_view_catch_up(view, &before, NULL, &err);
        assert_done(caught_up, err);
    }
    const bool settled = tr_view_settle(view, camera, NULL, &err);
    assert_done(settled, err);
    assert_int_equal(tr_view_statistics(view).missing, 0);
    assert_int_equal(tr_view_statistics(view).running, 0);
    assert_int_equal(tr_view_statistics(view).repeats, 0);
    const tr_image image = fixture_draw(renderer, camera);
    tr_view_destroy(view);
    assert_int_equal(tr_renderer_statistics(renderer).resources, 0);
    tr_renderer_destroy(renderer);
    return image;
}

static void settled_views_show_the_same_whatever_way_the_camera_came(void **state)
{
    (void)state;
    world_fixture fixture;
    world_fixture_open(&fixture, 2);
    const tr_view_def def = fixture_view_def();
    const tr_camera_def camera = fixture_camera(fixture.world, 0);
    tr_image first = settled_picture(&fixture, TR_RENDER_API_AUTO, &def, &camera, 0);
    tr_image second = settled_picture(&fixture, TR_RENDER_API_AUTO, &def, &camera, 0);
    tr_image third = settled_picture(&fixture, TR_RENDER_API_AUTO, &def, &camera, 700);
    assert_true(fixture_difference(&first, &second) == 0);
    assert_true(fixture_difference(&first, &third) == 0);
    const tr_camera_def elsewhere = fixture_camera(fixture.world, 400);
    tr_image other = settled_picture(&fixture, TR_RENDER_API_AUTO, &def, &elsewhere, 0);
    assert_true(fixture_difference(&first, &other) > 2);
    tr_image_destroy(fixture.context, &first);
    tr_image_destroy(fixture.context, &second);
    tr_image_destroy(fixture.context, &third);
    tr_image_destroy(fixture.context, &other);
    world_fixture_close(&fixture);
}

static void gl_and_gles_show_nearly_the_same(void **state)
{
    (void)state;
    world_fixture fixture;
    world_fixture_open(&fixture, 2);
    const tr_view_def def = fixture_view_def();
    const tr_camera_def camera = fixture_camera(fixture.world, 0);
    tr_image gl = settled_picture(&fixture, TR_RENDER_API_GL33, &def, &camera, 0);
    tr_image gles = settled_picture(&fixture, TR_RENDER_API_GLES3, &def, &camera, 0);
    assert_true(fixture_difference(&gl, &gles) < 1);
    tr_image_destroy(fixture.context, &gl);
    tr_image_destroy(fixture.context, &gles);
    world_fixture_close(&fixture);
}

static void still_view_starts_over_for_another_camera(void **state)
{
    (void)state;
    world_fixture fixture;
    world_fixture_open(&fixture, 2);
    tr_view_def def = fixture_view_def();
    def.still = true;
    def.plant_range = 0.2;
    tr_error err = {0};
    const tr_camera_def cameras[2] = {fixture_camera(fixture.world, 0), fixture_camera(fixture.world, 300)};
    tr_image fresh = settled_picture(&fixture, TR_RENDER_API_AUTO, &def, &cameras[1], 0);
    tr_renderer *renderer = fixture_renderer(fixture.context, TR_RENDER_API_AUTO);
    tr_view *view = tr_view_create(fixture.world, renderer, &def, &err);
    assert_done(view, err);
    for (int i = 0; i < 2; i++) {
        const bool settled = tr_view_settle(view, &cameras[i], NULL, &err);
        assert_done(settled, err);
    }
    const tr_view_stats stats = tr_view_statistics(view);
    if (stats.levels <= 3 || stats.plants <= 100 || stats.bridges != 1) {
        fail_msg("%d levels, %d plants, %d bridges", (int)stats.levels, (int)stats.plants, (int)stats.bridges);
    }
    // The same camera once more is nothing to do.
    const bool settled = tr_view_settle(view, &cameras[1], NULL, &err);
    assert_done(settled, err);
    assert_int_equal(tr_view_statistics(view).requests, stats.requests);
    tr_image again = fixture_draw(renderer, &cameras[1]);
    assert_true(fixture_difference(&fresh, &again) == 0);
    tr_image_destroy(fixture.context, &fresh);
    tr_image_destroy(fixture.context, &again);
    tr_view_destroy(view);
    tr_renderer_destroy(renderer);
    world_fixture_close(&fixture);
}

// ---------------------------------------------------------------------------------------------------------
// Blocks

static void blocks_follow_the_eye(void **state)
{
    (void)state;
    world_fixture fixture;
    world_fixture_open(&fixture, 2);
    tr_view_def def = fixture_view_def();
    def.form = TR_VIEW_BLOCKS;
    def.near_chunks = 2;
    def.far_chunks = 4;
    tr_error err = {0};
    tr_renderer *renderer = fixture_renderer(fixture.context, TR_RENDER_API_AUTO);
    tr_view *view = tr_view_create(fixture.world, renderer, &def, &err);
    assert_done(view, err);
    tr_camera_def camera = fixture_camera(fixture.world, 0);
    const bool settled = tr_view_settle(view, &camera, NULL, &err);
    assert_done(settled, err);
    tr_view_stats stats = tr_view_statistics(view);
    assert_true(stats.chunks > 10 && stats.quads > 1000 && stats.shown > 10);
    assert_int_equal(stats.missing, 0);
    assert_int_equal(stats.shown, tr_renderer_statistics(renderer).resources);
    tr_image image = fixture_draw(renderer, &camera);
    tr_image_destroy(fixture.context, &image);
    for (int i = 0; i < 60; i++) {
        camera = fixture_camera(fixture.world, 3 * i);
        const bool updated = tr_view_update(view, &camera, &err);
        assert_done(updated, err);
    }
    const bool caught_up = tr_view_catch_up(view, &camera, NULL, &err);
    assert_done(caught_up, err);
    stats = tr_view_statistics(view);
    assert_int_equal(stats.missing, 0);
    assert_true(stats.drops > 0);
    assert_int_equal(stats.uploads - stats.drops >= stats.shown, true);
    tr_view_destroy(view);
    assert_int_equal(tr_renderer_statistics(renderer).resources, 0);
    tr_renderer_destroy(renderer);
    world_fixture_close(&fixture);
}

// ---------------------------------------------------------------------------------------------------------
// Ending early

static bool stop_half_way(void *user, double share)
{
    int *calls = user;
    (void)share;
    return ++*calls < 6;
}

static void views_end_in_the_middle(void **state)
{
    (void)state;
    world_fixture fixture;
    world_fixture_open(&fixture, 2);
    const tr_view_def def = fixture_view_def();
    const tr_camera_def camera = fixture_camera(fixture.world, 0);
    tr_renderer *renderer = fixture_renderer(fixture.context, TR_RENDER_API_AUTO);
    for (int updates = 0; updates < 30; updates += 6) {
        tr_error err = {0};
        int calls = 0;
        const tr_progress progress = {stop_half_way, &calls};
        tr_view *view = tr_view_create(fixture.world, renderer, &def, &err);
        assert_done(view, err);
        assert_false(tr_view_settle(view, &camera, &progress, &err));
        assert_int_equal(err.code, TR_ERROR_CANCELLED);
        for (int i = 0; i < updates; i++) {
            const tr_camera_def next = fixture_camera(fixture.world, 40 * i);
            const bool updated = tr_view_update(view, &next, &err);
            assert_done(updated, err);
        }
        tr_view_destroy(view);
        assert_int_equal(tr_renderer_statistics(renderer).resources, 0);
    }
    tr_renderer_destroy(renderer);
    world_fixture_close(&fixture);
}

// Fails the allocation of a number, and then works again: everything must be there in the end.
static void views_survive_failing_allocations(void **state)
{
    (void)state;
    world_fixture fixture;
    world_fixture_open(&fixture, 1);
    const tr_view_def def = fixture_view_def();
    const tr_camera_def camera = fixture_camera(fixture.world, 0);
    tr_renderer *renderer = fixture_renderer(fixture.context, TR_RENDER_API_AUTO);
    int failures = 0;
    for (int64_t number = 0; number < 4000; number = number * 3 / 2 + 1) {
        tr_error err = {0};
        fixture.allocator.fail_at = fixture.allocator.allocations + number;
        tr_view *view = tr_view_create(fixture.world, renderer, &def, &err);
        if (!view) {
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
            failures++;
            continue;
        }
        if (!tr_view_settle(view, &camera, NULL, &err)) {
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
            assert_true(tr_view_statistics(view).failures > 0);
            failures++;
        }
        const bool settled = tr_view_settle(view, &camera, NULL, &err);
        assert_done(settled, err);
        tr_view_destroy(view);
        assert_int_equal(tr_renderer_statistics(renderer).resources, 0);
    }
    fixture.allocator.fail_at = -1;
    assert_true(failures > 5);
    tr_renderer_destroy(renderer);
    world_fixture_close(&fixture);
}

static void what_does_not_fit_the_budget_is_left_out(void **state)
{
    (void)state;
    world_fixture fixture;
    world_fixture_open(&fixture, 2);
    tr_view_def def = fixture_view_def();
    const tr_camera_def camera = fixture_camera(fixture.world, 0);
    tr_error err = {0};
    uint64_t needed = 0;
    tr_renderer *renderer = fixture_renderer(fixture.context, TR_RENDER_API_AUTO);
    for (int i = 0; i < 2; i++) {
        tr_view *view = tr_view_create(fixture.world, renderer, &def, &err);
        assert_done(view, err);
        const bool settled = tr_view_settle(view, &camera, NULL, &err);
        assert_int_equal(settled, i == 0);
        assert_true(i == 0 || err.code == TR_ERROR_OVER_BUDGET);
        const tr_view_stats stats = tr_view_statistics(view);
        assert_true(stats.host_bytes + stats.device_bytes <= def.budget_bytes);
        assert_true(i == 0 || (stats.missing > 0 && stats.plants > 0));
        needed = stats.host_bytes + stats.device_bytes;
        def.budget_bytes = needed - needed / 50;
        tr_view_destroy(view);
    }
    tr_renderer_destroy(renderer);
    world_fixture_close(&fixture);
}

// ---------------------------------------------------------------------------------------------------------
// Wrong input

static void definitions_are_checked(void **state)
{
    (void)state;
    world_fixture fixture;
    world_fixture_open(&fixture, 1);
    tr_renderer *renderer = fixture_renderer(fixture.context, TR_RENDER_API_AUTO);
    tr_error err = {0};
    tr_view_def defs[6];
    for (int i = 0; i < 6; i++) {
        defs[i] = fixture_view_def();
    }
    defs[0].width = 15;
    defs[1].finest_m = 3;
    defs[2].sample_px = (double)NAN;
    defs[3].max_jobs = 17;
    defs[4].form = TR_VIEW_FORM_COUNT;
    defs[5].plant_range = 0;
    for (int i = 0; i < 6; i++) {
        assert_null(tr_view_create(fixture.world, renderer, &defs[i], &err));
        assert_int_equal(err.code, i == 2 ? TR_ERROR_NOT_FINITE : TR_ERROR_INVALID_ARGUMENT);
    }
    const tr_view_def def = fixture_view_def();
    tr_view *view = tr_view_create(fixture.world, renderer, &def, &err);
    assert_done(view, err);
    tr_camera_def camera = fixture_camera(fixture.world, 0);
    camera.fov_deg = 5;
    assert_false(tr_view_update(view, &camera, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    camera = fixture_camera(fixture.world, 0);
    camera.eye_m[1] = (double)INFINITY;
    assert_false(tr_view_settle(view, &camera, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    tr_view_destroy(view);
    tr_renderer_destroy(renderer);
    world_fixture_close(&fixture);
}

TEST_GROUP(settle)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settled_views_show_the_same_whatever_way_the_camera_came),
        cmocka_unit_test(gl_and_gles_show_nearly_the_same),
        cmocka_unit_test(still_view_starts_over_for_another_camera),
        cmocka_unit_test(blocks_follow_the_eye),
        cmocka_unit_test(views_end_in_the_middle),
        cmocka_unit_test(views_survive_failing_allocations),
        cmocka_unit_test(what_does_not_fit_the_budget_is_left_out),
        cmocka_unit_test(definitions_are_checked),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
