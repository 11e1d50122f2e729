// Meshes in a view: seen where they are and hidden where ground hides them, lit, throwing shadows, and checked.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view_fixture.h"

static const double origin[2] = {0, 0};

// A box of one colour without normals, from the inside of which nothing is seen.
typedef struct test_box {
    float positions[24];
    uint8_t colors[32];
    uint32_t indices[36];
    tr_mesh mesh;
} test_box;

static void fill_box(test_box *box, double x_m, double y_m, double z_m, double half_m, const uint8_t rgb[3])
{
    static const uint32_t corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (int i = 0; i < 8; i++) {
        box->positions[3 * i] = (float)(i & 1 ? half_m : -half_m);
        box->positions[3 * i + 1] = (float)(i & 2 ? half_m : -half_m);
        box->positions[3 * i + 2] = (float)(i & 4 ? half_m : -half_m);
        memcpy(box->colors + 4 * i, rgb, 3);
        box->colors[4 * i + 3] = 255;
    }
    memcpy(box->indices, corners, sizeof corners);
    box->mesh = (tr_mesh){.origin = {x_m, y_m, z_m},
                          .vertex_count = 8,
                          .index_count = 36,
                          .positions = box->positions,
                          .colors = box->colors,
                          .indices = box->indices};
}

static bool is_red(const tr_image *image, int x, int y)
{
    const uint8_t *pixel = view_pixel(image, x, y);
    return pixel[0] > 2 * pixel[1] && pixel[0] > 2 * pixel[2];
}

static int count_red(const tr_image *image)
{
    int count = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) count += is_red(image, x, y);
    return count;
}

static const uint8_t red[3] = {220, 20, 20};

static view_fixture open_plain(const test_box *box)
{
    view_fixture fixture = view_fixture_open(view_plain, origin);
    const double eye[3] = {0, 60, 100}, target[3] = {0, 10, 0};
    view_fixture_look(&fixture, origin, eye, target);
    fixture.meshes = &box->mesh;
    fixture.mesh_count = 1;
    return fixture;
}

// Two metres beside the middle of a pixel nothing changes.
static void a_box_is_where_it_is(void **state)
{
    (void)state;
    test_box box;
    fill_box(&box, 0, 20, 0, 10, red);
    view_fixture fixture = open_plain(&box);
    fixture.environment.sun_elevation_deg = -10;  // no shadows
    tr_image with = view_fixture_draw(&fixture);
    fixture.mesh_count = 0;
    tr_image without = view_fixture_draw(&fixture);
    assert_true(is_red(&with, 80, 45));
    // It is 20 m wide at a distance of about 112 m.
    const int count = count_red(&with);
    if (count < 300 || count > 1200) fail_msg("%d pixels of the box", count);
    for (int y = 0; y < with.height; y++)
        for (int x = 0; x < with.width; x++)
            if (x < 55 || x > 105) assert_memory_equal(view_pixel(&with, x, y), view_pixel(&without, x, y), 3);
    tr_image_destroy(fixture.context, &with);
    tr_image_destroy(fixture.context, &without);
    view_fixture_close(&fixture);
}

static void ground_hides_what_lies_below_it(void **state)
{
    (void)state;
    test_box box;
    fill_box(&box, 0, -2, 0, 10, red);
    view_fixture fixture = open_plain(&box);
    tr_image image = view_fixture_draw(&fixture);
    assert_int_equal(count_red(&image), 0);
    tr_image_destroy(fixture.context, &image);
    view_fixture_close(&fixture);
}

// With the sun in the west the ground east of a box is dark, and west of it as bright as without.
static void it_throws_a_shadow(void **state)
{
    (void)state;
    test_box box;
    fill_box(&box, 0, 20, 0, 10, red);
    view_fixture fixture = open_plain(&box);
    fixture.environment.sun_azimuth_deg = 270;
    fixture.environment.sun_elevation_deg = 40;
    tr_image with = view_fixture_draw(&fixture);
    fixture.mesh_count = 0;
    tr_image without = view_fixture_draw(&fixture);
    // 15 m to the east and to the west of the middle.
    const int east = 80 + 16, west = 80 - 16, row = 45;
    const int shaded = view_brightness(&with, east, row), lit = view_brightness(&without, east, row);
    if (shaded * 4 > lit * 3) fail_msg("%d in the shadow, %d without it", shaded, lit);
    assert_true(abs(view_brightness(&with, west, row) - view_brightness(&without, west, row)) <= 3);
    tr_image_destroy(fixture.context, &with);
    tr_image_destroy(fixture.context, &without);
    view_fixture_close(&fixture);
}

static void places_far_from_the_origin_look_the_same(void **state)
{
    (void)state;
    tr_image images[2];
    view_fixture fixtures[2];
    for (int i = 0; i < 2; i++) {
        const double middle[2] = {i * 1099511627776.0, i * -1099511627776.0};
        const double eye[3] = {0, 60, 100}, target[3] = {0, 10, 0};
        test_box box;
        fill_box(&box, middle[0], 20, middle[1], 10, red);
        fixtures[i] = view_fixture_open(view_plain, middle);
        view_fixture_look(&fixtures[i], middle, eye, target);
        fixtures[i].meshes = &box.mesh;
        fixtures[i].mesh_count = 1;
        images[i] = view_fixture_draw(&fixtures[i]);
    }
    assert_true(view_difference(&images[0], &images[1]) <= 2);
    for (int i = 0; i < 2; i++) {
        tr_image_destroy(fixtures[i].context, &images[i]);
        view_fixture_close(&fixtures[i]);
    }
}

static void expect_refusal(tr_context *context, const tr_mesh *mesh, tr_error_code code, const char *part)
{
    tr_error err = {0};
    tr_render_mesh_def def = tr_default_render_mesh_def();
    def.mesh = mesh;
    assert_null(tr_render_part_mesh(context, &def, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.message, part)) fail_msg("'%s' does not hold '%s'", err.message, part);
}

static void wrong_meshes_are_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    test_box box;
    fill_box(&box, 0, 20, 0, 10, red);
    box.indices[35] = 8;
    expect_refusal(context, &box.mesh, TR_ERROR_INVALID_ARGUMENT, "index 35 of the mesh is 8; it has 8 vertices");
    box.indices[35] = 5;
    box.mesh.index_count = 35;
    expect_refusal(context, &box.mesh, TR_ERROR_INVALID_ARGUMENT, "has 35 indices");
    box.mesh.index_count = 36;
    box.positions[7] = NAN;
    expect_refusal(context, &box.mesh, TR_ERROR_NOT_FINITE, "the mesh");
    box.positions[7] = 0;
    box.mesh.positions = NULL;
    expect_refusal(context, &box.mesh, TR_ERROR_INVALID_ARGUMENT, "no positions");
    tr_context_destroy(context);
}

TEST_GROUP(mesh)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_where_it_is),     cmocka_unit_test(ground_hides_what_lies_below_it),
        cmocka_unit_test(it_throws_a_shadow),       cmocka_unit_test(places_far_from_the_origin_look_the_same),
        cmocka_unit_test(wrong_meshes_are_refused),
    };
    return cmocka_run_group_tests_name("mesh", tests, NULL, NULL);
}
