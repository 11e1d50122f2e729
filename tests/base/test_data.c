#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"

static void grids_are_packed(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_grid grid;
    assert_true(tr_grid_create(context, 5, 3, 2, &grid, NULL));
    assert_int_equal(grid.row_stride, 5);
    assert_int_equal(grid.plane_stride, 15);
    assert_int_equal(grid.width * 10000 + grid.height * 100 + grid.depth, 50302);
    for (int i = 0; i < 30; i++) grid.samples[i] = (float)i;
    tr_grid_destroy(context, &grid);
    assert_null(grid.samples);
    tr_grid_destroy(context, &grid);
    tr_context_destroy(context);
}

static void bad_grids_are_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_grid grid;
    memset(&grid, 0x5A, sizeof grid);
    static const int32_t sizes[][3] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {-1, 1, 1}, {INT32_MIN, INT32_MIN, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        tr_error error = {0};
        assert_false(tr_grid_create(context, sizes[i][0], sizes[i][1], sizes[i][2], &grid, &error));
        assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
        assert_null(grid.samples);
    }
    tr_error error = {0};
    assert_false(tr_grid_create(context, INT32_MAX, INT32_MAX, INT32_MAX, &grid, &error));
    assert_int_equal(error.code, TR_ERROR_TOO_LARGE);
    assert_false(tr_grid_create(context, INT32_MAX, 1, 1, &grid, &error));
    assert_int_equal(error.code, TR_ERROR_OVER_BUDGET);
    tr_grid_destroy(context, &grid);
    tr_context_destroy(context);
}

static void images_have_packed_rows(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    for (int channels = 1; channels <= 4; channels++) {
        for (int bits = 8; bits <= 16; bits += 8) {
            tr_image image;
            assert_true(tr_image_create(context, &(tr_image_shape){7, 3, channels, bits}, &image, NULL));
            assert_int_equal(image.row_bytes, 7 * channels * bits / 8);
            memset(image.pixels, 1, image.row_bytes * 3);
            tr_image_destroy(context, &image);
            assert_null(image.pixels);
        }
    }
    tr_context_destroy(context);
}

static void bad_images_are_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    static const int32_t cases[][4] = {{0, 1, 1, 8}, {1, -1, 1, 8}, {1, 1, 0, 8},
                                       {1, 1, 5, 8}, {1, 1, 1, 1},  {1, 1, 1, 32}};
    tr_image image;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_error error = {0};
        assert_false(tr_image_create(context, &(tr_image_shape){cases[i][0], cases[i][1], cases[i][2], cases[i][3]},
                                     &image, &error));
        assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
        assert_null(image.pixels);
    }
    tr_error error = {0};
    assert_false(tr_image_create(context, &(tr_image_shape){INT32_MAX, INT32_MAX, 4, 16}, &image, &error));
    assert_true(error.code == TR_ERROR_TOO_LARGE || error.code == TR_ERROR_OVER_BUDGET);
    tr_context_destroy(context);
}

static void points_may_be_none(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_points points;
    assert_true(tr_points_create(context, 0, &points, NULL));
    assert_non_null(points.x);
    tr_points_destroy(context, &points);
    assert_true(tr_points_create(context, 9, &points, NULL));
    for (size_t i = 0; i < 9; i++) points.x[i] = points.y[i] = points.z[i] = (double)i;
    assert_int_equal(points.count, 9);
    tr_points_destroy(context, &points);
    tr_error error = {0};
    assert_false(tr_points_create(context, SIZE_MAX / 4, &points, &error));
    assert_int_equal(error.code, TR_ERROR_TOO_LARGE);
    assert_int_equal(points.count, 0);
    tr_context_destroy(context);
}

static void meshes_have_what_was_asked_for(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    for (unsigned attributes = 0; attributes < 8; attributes++) {
        tr_mesh mesh;
        assert_true(tr_mesh_create(context, 4, 6, attributes, &mesh, NULL));
        assert_int_equal(mesh.vertex_count, 4);
        assert_int_equal(mesh.index_count, 6);
        assert_true(mesh.origin[0] == 0.0 && mesh.origin[1] == 0.0 && mesh.origin[2] == 0.0);
        memset(mesh.positions, 0, 12 * sizeof(float));
        memset(mesh.indices, 0, 6 * sizeof(uint32_t));
        assert_int_equal(mesh.normals != NULL, (attributes & TR_MESH_NORMALS) != 0);
        assert_int_equal(mesh.uvs != NULL, (attributes & TR_MESH_UVS) != 0);
        assert_int_equal(mesh.colors != NULL, (attributes & TR_MESH_COLORS) != 0);
        tr_mesh_destroy(context, &mesh);
        assert_null(mesh.positions);
    }
    tr_context_destroy(context);
}

static void bad_meshes_are_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_mesh mesh;
    tr_error error = {0};
    assert_false(tr_mesh_create(context, 3, 4, 0, &mesh, &error));
    assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_mesh_create(context, 3, 3, 8, &mesh, &error));
    assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_mesh_create(context, (size_t)UINT32_MAX + 2, 3, 0, &mesh, &error));
    assert_int_equal(error.code, TR_ERROR_TOO_LARGE);
    assert_false(tr_mesh_create(context, UINT32_MAX, 3, 0, &mesh, &error));
    assert_int_equal(error.code, TR_ERROR_OVER_BUDGET);
    assert_null(mesh.positions);
    tr_mesh_destroy(context, &mesh);
    tr_context_destroy(context);
}

TEST_GROUP(data)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_are_packed),        cmocka_unit_test(bad_grids_are_refused),
        cmocka_unit_test(images_have_packed_rows), cmocka_unit_test(bad_images_are_refused),
        cmocka_unit_test(points_may_be_none),      cmocka_unit_test(meshes_have_what_was_asked_for),
        cmocka_unit_test(bad_meshes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
