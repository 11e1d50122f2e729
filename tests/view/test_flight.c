// A flight of 600 frames: after the first one nothing is compiled, no file is opened, no update waits for the world,
// memory stays within the budget, and no part is uploaded twice.
//
// This program's open() and fopen() stand before the C library's and count.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world_fixture.h"

static atomic_int opened;
static char last_opened[256];

static void note_file(const char *path)
{
    atomic_fetch_add(&opened, 1);
    snprintf(last_opened, sizeof last_opened, "%s", path);
}

int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, ...);
    void *symbol = dlsym(RTLD_NEXT, "open");
    memcpy(&real, &symbol, sizeof real);
    va_list rest;
    va_start(rest, flags);
    const int mode = (flags & O_CREAT) ? va_arg(rest, int) : 0;
    va_end(rest);
    note_file(path);
    return real(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *);
    void *symbol = dlsym(RTLD_NEXT, "fopen");
    memcpy(&real, &symbol, sizeof real);
    note_file(path);
    return real(path, mode);
}

enum { FRAMES = 600 };

static void nothing_but_drawing_happens_in_a_flight(void **state)
{
    (void)state;
    world_fixture fixture;
    world_fixture_open(&fixture, 2);
    tr_renderer *renderer = fixture_renderer(fixture.context, TR_RENDER_API_AUTO);
    tr_view_def def = fixture_view_def();
    def.budget_bytes = UINT64_C(96) << 20;
    tr_error err = {0};
    tr_view *view = tr_view_create(fixture.world, renderer, &def, &err);
    assert_done(view, err);
    tr_camera_def cameras[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        // The bridge is seen from the first frame on.
        cameras[i] = fixture_camera(fixture.world, -300 + 2.0 * i);
    }
    const bool settled = tr_view_settle(view, &cameras[0], NULL, &err);
    assert_done(settled, err);
    tr_image image = fixture_draw(renderer, &cameras[0]);
    tr_image_destroy(fixture.context, &image);
    const tr_renderer_stats first = tr_renderer_statistics(renderer);
    const tr_view_stats before = tr_view_statistics(view);
    const int opened_before = opened;
    tr_render_target_def target = tr_default_render_target_def();
    target.width = def.width;
    target.height = def.height;
    for (int i = 1; i < FRAMES; i++) {
        const bool done =
            tr_view_update(view, &cameras[i], &err) && tr_renderer_draw(renderer, &cameras[i], &target, i / 60.0, &err);
        assert_done(done, err);
        const tr_view_stats stats = tr_view_statistics(view);
        assert_true(stats.host_bytes + stats.device_bytes <= def.budget_bytes);
    }
    const bool caught_up = tr_view_catch_up(view, &cameras[FRAMES - 1], NULL, &err);
    assert_done(caught_up, err);
    const tr_renderer_stats last = tr_renderer_statistics(renderer);
    const tr_view_stats stats = tr_view_statistics(view);
    print_message("uploads %d, drops %d, longest update %.3f ms, longest wait %.3f ms\n", (int)stats.uploads,
                  (int)stats.drops, 1e3 * stats.max_update_s, 1e3 * stats.max_wait_s);
    if (opened != opened_before) {
        fail_msg("%d files were opened, the last one %s", opened - opened_before, last_opened);
    }
    assert_int_equal(last.programs_compiled, first.programs_compiled);
    assert_true(stats.max_wait_s < 0.002);
    assert_int_equal(stats.repeats, 0);
    assert_int_equal(stats.failures, 0);
    assert_int_equal(stats.missing, 0);
    assert_true(stats.uploads > before.uploads && stats.drops > 0);
    tr_view_destroy(view);
    tr_renderer_destroy(renderer);
    world_fixture_close(&fixture);
}

TEST_GROUP(flight)
{
    // The driver's own store of compiled code is no file of ours.
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_but_drawing_happens_in_a_flight)};
    return cmocka_run_group_tests_name("flight", tests, NULL, NULL);
}
