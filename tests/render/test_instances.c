// Instances: seen where they stand, hidden behind hills, at the level of their size, throwing shadows, and
// checked.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test_allocator.h"
#include "view_fixture.h"

static const double origin[2] = {0, 0};

// ---------------------------------------------------------------------------------------------------------
// A model: a cone 10 m high and 6 m wide, of one colour at each level

enum { SIDES = 12, CONE_VERTICES = SIDES + 1, CONE_INDICES = 3 * SIDES, MODEL_LEVELS = 3 };

typedef struct test_cone {
    float positions[3 * CONE_VERTICES];
    uint8_t colors[4 * CONE_VERTICES];
    uint32_t indices[CONE_INDICES];
} test_cone;

typedef struct cone_model {
    test_cone cones[MODEL_LEVELS];
    tr_mesh levels[MODEL_LEVELS];
} cone_model;

static void fill_cone(test_cone *cone, const uint8_t rgb[3], tr_mesh *mesh)
{
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < CONE_VERTICES; i++) {
        const bool top = i == SIDES;
        cone->positions[3 * i] = top ? 0 : (float)(3 * sin(2 * pi * i / SIDES));
        cone->positions[3 * i + 1] = top ? 10 : 0;
        cone->positions[3 * i + 2] = top ? 0 : (float)(3 * cos(2 * pi * i / SIDES));
        memcpy(cone->colors + 4 * i, rgb, 3);
    }
    for (uint32_t i = 0; i < SIDES; i++) {
        const uint32_t triangle[3] = {i, (i + 1) % SIDES, SIDES};
        memcpy(cone->indices + 3 * i, triangle, sizeof triangle);
    }
    *mesh = (tr_mesh){.vertex_count = CONE_VERTICES,
                      .index_count = CONE_INDICES,
                      .positions = cone->positions,
                      .colors = cone->colors,
                      .indices = cone->indices};
}

static void fill_model(cone_model *model)
{
    static const uint8_t colors[MODEL_LEVELS][3] = {{20, 220, 20}, {20, 220, 20}, {20, 20, 220}};
    memset(model, 0, sizeof *model);
    for (int i = 0; i < MODEL_LEVELS; i++) fill_cone(&model->cones[i], colors[i], &model->levels[i]);
}

static tr_render_instance standing_at(double x_m, double y_m, double z_m)
{
    return (tr_render_instance){
        .position_m = {x_m, y_m, z_m}, .rotation = {0, 0, 0, 1}, .scale = 1, .tint = {255, 255, 255, 255}};
}

// ---------------------------------------------------------------------------------------------------------

enum { GREEN = 1 };

static bool is_of(const tr_image *image, int x, int y, int channel)
{
    const uint8_t *pixel = view_pixel(image, x, y);
    return pixel[channel] > 3 * pixel[(channel + 1) % 3] / 2 && pixel[channel] > 3 * pixel[(channel + 2) % 3] / 2 &&
           pixel[channel] > 40;
}

// How many pixels of a colour there are, and their box.
typedef struct test_found {
    int count, left, right, top, bottom;
} test_found;

static test_found find_color(const tr_image *image, int channel)
{
    test_found found = {.left = image->width, .right = -1, .top = image->height, .bottom = -1};
    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++) {
            if (!is_of(image, x, y, channel)) continue;
            found.count++;
            found.left = x < found.left ? x : found.left;
            found.right = x > found.right ? x : found.right;
            found.top = y < found.top ? y : found.top;
            found.bottom = y > found.bottom ? y : found.bottom;
        }
    }
    return found;
}

typedef struct test_stage {
    view_fixture fixture;
    cone_model model;
    view_group instances;
} test_stage;

// The plain from 100 m to the south and 50 m above it; a pixel is 0.9 m wide at the middle.
static void open_stage(test_stage *stage, const tr_render_instance *instances, size_t count)
{
    fill_model(&stage->model);
    stage->fixture = view_fixture_open(view_plain, origin);
    const double eye[3] = {0, 60, 100}, target[3] = {0, 10, 0};
    view_fixture_look(&stage->fixture, origin, eye, target);
    stage->instances = (view_group){
        .levels = stage->model.levels, .level_count = MODEL_LEVELS, .instances = instances, .count = count};
    stage->fixture.groups = &stage->instances;
    stage->fixture.group_count = 1;
    stage->fixture.environment.sun_elevation_deg = 35;
}

static tr_image draw(test_stage *stage)
{
    return view_fixture_draw(&stage->fixture);
}

static void finish(test_stage *stage, tr_image *image)
{
    tr_image_destroy(stage->fixture.context, image);
}

// ---------------------------------------------------------------------------------------------------------

// 160 x 90 pixels: the cone is about 11 pixels wide, so it is a picture of its first level; 5 times larger it is a
// mesh.
static void a_model_stands_where_it_is_put(void **state)
{
    (void)state;
    for (int large = 0; large < 2; large++) {
        tr_render_instance instance = standing_at(0, 10, 0);
        test_stage stage;
        open_stage(&stage, &instance, 1);
        if (large) stage.fixture.camera.fov_deg = 10;
        tr_image image = draw(&stage);
        const test_found seen = find_color(&image, GREEN);
        // The foot is in the middle of the picture, and the cone is as high as wide, seen from above.
        const double px_per_m = (large ? 514.4 : 108.6) / 111.8;
        assert_true(abs(seen.left + seen.right - 159) <= 2);
        assert_true(fabs(seen.right - seen.left + 1 - 6 * px_per_m) <= 0.12 * 6 * px_per_m + 1.5);
        const double top_px = 45 - 10 * 0.894 * px_per_m * 111.8 / 107.3;
        assert_true(fabs(seen.top - top_px) <= 2 + 0.05 * (45 - top_px));
        assert_true(fabs(seen.bottom - (45 + 3 * 0.447 * px_per_m)) <= 2.5);
        finish(&stage, &image);
        view_fixture_close(&stage.fixture);
    }
}

// Large ones are of the first level, smaller ones of the second, and the smallest are pictures; none is drawn behind
// the eye.
static void levels_follow_the_size(void **state)
{
    (void)state;
    static const double fovs[3] = {10, 10, 45}, distances[3] = {30, 78, 110};
    for (int i = 0; i < 3; i++) {
        const tr_render_instance instances[2] = {standing_at(0, 10, 0), standing_at(0, 10, 400)};
        test_stage stage;
        open_stage(&stage, instances, 2);
        stage.fixture.camera.fov_deg = fovs[i];
        const double eye[3] = {0, 15, distances[i]}, target[3] = {0, 15, 0};
        view_fixture_look(&stage.fixture, origin, eye, target);
        tr_image image = draw(&stage);
        for (int level = 0; level < MODEL_LEVELS; level++)
            assert_int_equal(stage.fixture.stats.instances_as_meshes[level], level == i && i < 2);
        assert_int_equal(stage.fixture.stats.instances_as_pictures, i == 2);
        finish(&stage, &image);
        view_fixture_close(&stage.fixture);
    }
}

static float view_wall(double x_m, double z_m)
{
    (void)x_m;
    return z_m > 20 && z_m < 60 ? 40.0f : 10.0f;
}

static void swap_levels(view_fixture *a, view_fixture *b)
{
    for (int i = 0; i < VIEW_LEVELS; i++) {
        const view_level level = a->levels[i];
        a->levels[i] = b->levels[i];
        b->levels[i] = level;
    }
}

static void a_hill_hides_what_stands_behind(void **state)
{
    (void)state;
    tr_render_instance instance = standing_at(0, 10, 0);
    test_stage stage;
    open_stage(&stage, &instance, 1);
    view_fixture behind = view_fixture_open(view_wall, origin);
    const double eye[3] = {0, 20, 150}, target[3] = {0, 15, 0};
    view_fixture_look(&stage.fixture, origin, eye, target);
    tr_image open = draw(&stage);
    assert_true(find_color(&open, GREEN).count > 5);
    swap_levels(&stage.fixture, &behind);
    tr_image hidden = draw(&stage);
    assert_int_equal(find_color(&hidden, GREEN).count, 0);
    finish(&stage, &open);
    finish(&stage, &hidden);
    swap_levels(&stage.fixture, &behind);
    view_fixture_close(&stage.fixture);
    view_fixture_close(&behind);
}

// With the sun in the west the ground east of a cone is dark, and west of it as bright as without. Drawn as a mesh and
// as a picture.
static void it_throws_a_shadow(void **state)
{
    (void)state;
    for (int large = 0; large < 2; large++) {
        tr_render_instance instance = standing_at(0, 10, 0);
        instance.scale = large ? 4 : 1;
        const double size = (double)instance.scale;
        test_stage stage;
        open_stage(&stage, &instance, 1);
        const double eye[3] = {0, 10 + 50 * size, 100 * size}, target[3] = {0, 10, 0};
        view_fixture_look(&stage.fixture, origin, eye, target);
        stage.fixture.camera.fov_deg = 20;
        stage.fixture.environment.sun_azimuth_deg = 270;
        stage.fixture.environment.sun_elevation_deg = 40;
        tr_image with = draw(&stage);
        stage.fixture.group_count = 0;
        tr_image without = draw(&stage);
        const int off = (int)lrint(6 * 255.2 / 111.8), row = 44;
        const int shaded = view_brightness(&with, 80 + off, row), lit = view_brightness(&without, 80 + off, row);
        if (shaded * 4 > lit * 3) fail_msg("%d in the shadow, %d without it", shaded, lit);
        assert_true(abs(view_brightness(&with, 80 - off, row) - view_brightness(&without, 80 - off, row)) <= 4);
        finish(&stage, &with);
        finish(&stage, &without);
        view_fixture_close(&stage.fixture);
    }
}

static void a_tint_colours_each(void **state)
{
    (void)state;
    tr_render_instance instances[2] = {standing_at(-20, 10, 0), standing_at(20, 10, 0)};
    memcpy(instances[1].tint, "\x20\x20\x20\xff", 4);
    test_stage stage;
    open_stage(&stage, instances, 2);
    tr_image image = draw(&stage);
    assert_true(is_of(&image, 61, 42, GREEN));
    assert_false(is_of(&image, 99, 42, GREEN));
    finish(&stage, &image);
    view_fixture_close(&stage.fixture);
}

// A turn by a quarter about the axis of view lays a cone on its side.
static void a_rotation_turns_it(void **state)
{
    (void)state;
    tr_render_instance instance = standing_at(0, 20, 0);
    const float half = 0.70710678f;
    memcpy(instance.rotation, (float[4]){0, 0, half, half}, sizeof instance.rotation);
    test_stage stage;
    open_stage(&stage, &instance, 1);
    const double eye[3] = {0, 20, 60}, target[3] = {0, 20, 0};
    view_fixture_look(&stage.fixture, origin, eye, target);
    tr_image image = draw(&stage);
    const test_found seen = find_color(&image, GREEN);
    // x goes to y, y to -x: its top points to the left.
    assert_true(seen.count > 20);
    assert_true(seen.right <= 82 && seen.left < 66);
    finish(&stage, &image);
    view_fixture_close(&stage.fixture);
}

static void the_same_twice_and_far_from_the_origin(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    tr_image images[3];
    test_stage stages[3];
    tr_render_instance instances[3][COUNT];
    for (int i = 0; i < 3; i++) {
        const double far_m = i == 2 ? 1099511627776.0 : 0;
        const double middle[2] = {far_m, -far_m}, eye[3] = {0, 60, 100}, target[3] = {0, 10, 0};
        for (int k = 0; k < COUNT; k++)
            instances[i][k] = standing_at(middle[0] + 4 * (k % 20) - 40, 10, middle[1] + 8 * (k / 20.0) - 60);
        fill_model(&stages[i].model);
        stages[i].fixture = view_fixture_open(view_plain, middle);
        view_fixture_look(&stages[i].fixture, middle, eye, target);
        stages[i].instances = (view_group){stages[i].model.levels, MODEL_LEVELS, instances[i], COUNT};
        stages[i].fixture.groups = &stages[i].instances;
        stages[i].fixture.group_count = 1;
        images[i] = draw(&stages[i]);
    }
    assert_int_equal(view_difference(&images[0], &images[1]), 0);
    assert_true(view_difference(&images[0], &images[2]) <= 3);
    for (int i = 0; i < 3; i++) {
        finish(&stages[i], &images[i]);
        view_fixture_close(&stages[i].fixture);
    }
}

// ---------------------------------------------------------------------------------------------------------
// What is refused

static void expect_model_refusal(test_stage *stage, const char *part)
{
    tr_error err = {0};
    tr_render_model_def def = tr_default_render_model_def();
    def.levels = stage->instances.levels;
    def.level_count = stage->instances.level_count;
    assert_null(tr_render_part_model(stage->fixture.context, &def, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    if (!strstr(err.message, part)) fail_msg("'%s' does not hold '%s'", err.message, part);
}

static void expect_refusal(test_stage *stage, tr_error_code code, const char *part)
{
    tr_error err = {0};
    tr_render_model_def model_def = tr_default_render_model_def();
    model_def.levels = stage->instances.levels;
    model_def.level_count = stage->instances.level_count;
    tr_render_part *model = tr_render_part_model(stage->fixture.context, &model_def, NULL);
    tr_render_instances_def def = tr_default_render_instances_def();
    def.model = model;
    def.instances = stage->instances.instances;
    def.count = stage->instances.count;
    assert_null(tr_render_part_instances(stage->fixture.context, &def, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.message, part)) fail_msg("'%s' does not hold '%s'", err.message, part);
    tr_render_part_destroy(model);
}

static void wrong_instances_are_refused(void **state)
{
    (void)state;
    tr_render_instance instances[2] = {standing_at(0, 10, 0), standing_at(5, 10, 0)};
    test_stage stage;
    open_stage(&stage, instances, 2);
    instances[1].rotation[3] = 0.5f;
    expect_refusal(&stage, TR_ERROR_INVALID_ARGUMENT, "the rotation of instance 1 has a length of 0.5");
    instances[1] = standing_at(0, (double)NAN, 0);
    expect_refusal(&stage, TR_ERROR_NOT_FINITE, "instance 1");
    instances[1] = standing_at(0, 10, 0);
    instances[1].scale = 0;
    expect_refusal(&stage, TR_ERROR_INVALID_ARGUMENT, "the scale of instance 1 is 0");
    instances[1].scale = INFINITY;
    expect_refusal(&stage, TR_ERROR_NOT_FINITE, "instance 1");
    instances[1] = standing_at(1e17, 10, 0);
    expect_refusal(&stage, TR_ERROR_INVALID_ARGUMENT, "is at 1e+17 m");
    stage.instances.instances = NULL;
    expect_refusal(&stage, TR_ERROR_INVALID_ARGUMENT, "2 instances were announced");
    stage.model.cones[1].indices[4] = CONE_VERTICES;
    expect_model_refusal(&stage, "index 4 of level 1 of the model");
    stage.model.cones[1].indices[4] = 0;
    stage.instances.level_count = 5;
    expect_model_refusal(&stage, "the model has 5 levels; allowed is 1 to 4");
    view_fixture_close(&stage.fixture);
}

// Every allocation fails once: an error each time, and nothing is left.
static void memory_runs_out(void **state)
{
    (void)state;
    const tr_render_instance instances[2] = {standing_at(0, 10, 0), standing_at(5, 10, 0)};
    test_stage stage;
    open_stage(&stage, instances, 2);
    stage.fixture.target.width = stage.fixture.target.height = 16;
    stage.fixture.renderer.quality = TR_QUALITY_LOW;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    const int64_t blocks = allocator.live_blocks;
    bool drawn = false;
    int64_t n = 0;
    for (; !drawn && n < 200; n++) {
        allocator.fail_at = allocator.allocations + n;
        tr_image image;
        tr_error err = {0};
        drawn = view_fixture_try(&stage.fixture, context, &image, &err);
        if (drawn) tr_image_destroy(context, &image);
        if (!drawn && err.code == TR_ERROR_GPU_UNAVAILABLE) break;
        if (!drawn) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, blocks);
    }
    assert_true(n > 8);
    allocator.fail_at = -1;
    tr_context_destroy(context);
    view_fixture_close(&stage.fixture);
}

TEST_GROUP(instances)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_stands_where_it_is_put),
        cmocka_unit_test(levels_follow_the_size),
        cmocka_unit_test(a_hill_hides_what_stands_behind),
        cmocka_unit_test(it_throws_a_shadow),
        cmocka_unit_test(a_tint_colours_each),
        cmocka_unit_test(a_rotation_turns_it),
        cmocka_unit_test(the_same_twice_and_far_from_the_origin),
        cmocka_unit_test(wrong_instances_are_refused),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("instances", tests, NULL, NULL);
}
