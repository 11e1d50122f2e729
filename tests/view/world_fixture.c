#include "world_fixture.h"

#include <stdlib.h>
#include <string.h>

void world_fixture_open(world_fixture *fixture, int threads)
{
    static const char text[] =
        "name: view\n"
        "seed: 3\n"
        "extent: {width: 4 km, depth: 4 km}\n"
        "terrain:\n"
        "  landform: {continent_height: 90 m, land_share: 100 %, hill_height: 60 m, mountain_share: 10 %}\n"
        "placement: standard\n"
        "paths:\n"
        "  - {kind: river, line: [[0, -900], [40, 0], [0, 900]], width: 14 m, depth: 2 m}\n"
        "  - {kind: road, name: Road, line: [[-900, 30], [900, 30]]}\n";
    tr_error err = {0};
    fixture->context = test_context_counting(threads, &fixture->allocator);
    fixture->world = tr_world_load_text(fixture->context, "view.yaml", text, strlen(text), NULL, &err);
    assert_done(fixture->world, err);
}

void world_fixture_close(world_fixture *fixture)
{
    tr_world_destroy(fixture->world);
    tr_context_destroy(fixture->context);
    assert_int_equal(fixture->allocator.live_blocks, 0);
}

tr_renderer *fixture_renderer(tr_context *context, tr_render_api api)
{
    tr_renderer_def def = tr_default_renderer_def();
    def.quality = TR_QUALITY_LOW;
    def.api = api;
    tr_error err = {0};
    tr_renderer *renderer = tr_renderer_create(context, &def, &err);
    if (!renderer && err.code == TR_ERROR_GPU_UNAVAILABLE) {
        print_message("SKIPPED: %s\n", err.message);
        skip();
    }
    assert_done(renderer, err);
    return renderer;
}

tr_view_def fixture_view_def(void)
{
    tr_view_def def = tr_view_def_of_quality(TR_QUALITY_LOW);
    def.width = 96;
    def.height = 64;
    def.finest_m = 2;
    def.plant_range = 0.1;
    def.farthest_m = 20000;
    return def;
}

tr_camera_def fixture_camera(const tr_world *world, double east_m)
{
    tr_camera_request_def request = tr_default_camera_request_def();
    request.eye_m[0] = -200 + east_m;
    request.eye_m[2] = 90;
    request.above_m = 60;
    request.look_at_m[0] = 300 + east_m;
    request.look_at_m[2] = 0;
    tr_camera_def camera;
    tr_error err = {0};
    const bool found = tr_view_find_camera(world, &request, &camera, &err);
    assert_done(found, err);
    return camera;
}

tr_image fixture_draw(tr_renderer *renderer, const tr_camera_def *camera)
{
    tr_render_target_def target = tr_default_render_target_def();
    target.width = 96;
    target.height = 64;
    tr_image image;
    tr_error err = {0};
    const bool drawn = tr_renderer_draw(renderer, camera, &target, 0, &err) && tr_renderer_read(renderer, &image, &err);
    assert_done(drawn, err);
    return image;
}

double fixture_difference(const tr_image *a, const tr_image *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    int64_t sum = 0;
    for (int32_t y = 0; y < a->height; y++) {
        const uint8_t *one = (const uint8_t *)a->pixels + (size_t)y * a->row_bytes;
        const uint8_t *other = (const uint8_t *)b->pixels + (size_t)y * b->row_bytes;
        for (int32_t i = 0; i < 3 * a->width; i++) {
            sum += abs(one[i] - other[i]);
        }
    }
    return (double)sum / (3.0 * a->width * a->height);
}
