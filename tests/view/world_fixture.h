// A small world, a renderer and a camera for tests of views.
#ifndef TR_TESTS_WORLD_FIXTURE_H
#define TR_TESTS_WORLD_FIXTURE_H

#include "cmocka_test.h"
#include "terrane/view.h"
#include "test_context.h"

typedef struct world_fixture {
    test_allocator allocator;
    tr_context *context;
    tr_world *world;
} world_fixture;

// Hills with woods, a river and a road over it.
void world_fixture_open(world_fixture *fixture, int threads);
// Everything that was allocated must have been freed.
void world_fixture_close(world_fixture *fixture);

// A renderer of quality LOW; skips the test, with the reason, where there is no GL driver.
tr_renderer *fixture_renderer(tr_context *context, tr_render_api api);

// A small view for a moving eye: 96 x 64 pixels, coarse, plants seen near by only.
tr_view_def fixture_view_def(void);
// 60 m over the ground in the middle of the world, looking east, and so many metres farther east.
tr_camera_def fixture_camera(const tr_world *world, double east_m);

// Draws a frame and reads it back.
tr_image fixture_draw(tr_renderer *renderer, const tr_camera_def *camera);
// The mean difference of all channels of two pictures.
double fixture_difference(const tr_image *a, const tr_image *b);

// Fails the test with the message.
#define assert_done(done, err)                                                     \
    do {                                                                           \
        if (!(done)) fail_msg("%s: %s", tr_error_name((err).code), (err).message); \
    } while (0)

#endif
