// Made-up ground for tests of the renderer: levels around a place, with heights from a function, and what stands on it.
#ifndef TR_TESTS_VIEW_FIXTURE_H
#define TR_TESTS_VIEW_FIXTURE_H

#include "cmocka_test.h"
#include "render/renderer.h"
#include "test_context.h"

enum { VIEW_LEVELS = 4, VIEW_SIDE = 129 };

// The height at x, z metres from the middle of the levels.
typedef float (*view_shape)(double x_m, double z_m);

float view_island(double x_m, double z_m);  // a cone of 300 m in a sea 40 m deep
float view_rough(double x_m, double z_m);   // every sample another height: levels do not agree anywhere
float view_plain(double x_m, double z_m);   // level, 10 m above the sea

// Copies of a model.
typedef struct view_group {
    const tr_mesh *levels;
    int32_t level_count;
    const tr_render_instance *instances;
    size_t count;
} view_group;

typedef struct view_level {
    tr_sample_area area;
    tr_grid height, water;
    tr_image color;
} view_level;

// What is drawn, and how.
typedef struct view_fixture {
    tr_context *context;
    view_level levels[VIEW_LEVELS];
    tr_renderer_def renderer;  // quality PICTURE, 4 samples; the API by TERRANE_TEST_RENDER_API (gl33, gles3)
    tr_render_marks marks;
    tr_environment_def environment;
    tr_camera_def camera;
    tr_render_target_def target;  // 160 x 90
    const tr_mesh *meshes;
    int mesh_count;
    const view_group *groups;
    int group_count;
    tr_renderer_stats stats;     // of the last picture
    uint64_t used_bytes_before;  // of the context, before the levels
} view_fixture;

// Levels of VIEW_SIDE^2 samples with spacings of 4, 8, 16 and 32 m around a place, of one grey-green colour.
view_fixture view_fixture_open(view_shape shape, const double middle_m[2]);
void view_fixture_close(view_fixture *fixture);

// Places the camera relative to the middle.
void view_fixture_look(view_fixture *fixture, const double middle_m[2], const double eye_m[3],
                       const double target_m[3]);

// A renderer as the fixture says; skips the test, with the reason, where there is no GL driver.
tr_renderer *view_fixture_renderer(view_fixture *fixture);
// Prepares and adds everything. `ids` (may be NULL) receives the handles of the levels.
void view_fixture_fill(view_fixture *fixture, tr_renderer *renderer, tr_render_id *ids);
// The same with a context of the caller's, from the beginning to a picture.
bool view_fixture_try(view_fixture *fixture, tr_context *context, tr_image *out, tr_error *err);

// Draws; skips the test, with the reason, where there is no GL driver.
tr_image view_fixture_draw(view_fixture *fixture);
// The same with ground green and everything else magenta.
tr_image view_fixture_draw_coverage(view_fixture *fixture);

const uint8_t *view_pixel(const tr_image *image, int x, int y);
int view_brightness(const tr_image *image, int x, int y);  // the sum of the channels
// The largest difference of any channel of any pixel.
int view_difference(const tr_image *a, const tr_image *b);

#endif
