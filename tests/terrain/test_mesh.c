// Terrain as triangles: where vertices lie, which way triangles face, how quads are cut, the skirt.
#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test_context.h"
#include "terrain/derived.h"
#include "terrain/mesh.h"

static test_allocator allocator;
static tr_context *context;

static int set_up(void **state)
{
    (void)state;
    context = test_context_counting(2, &allocator);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    return 0;
}

// Rough heights, as a function of the place in the world; with the halo.
static tr_grid rough_heights(const tr_sample_area *area)
{
    tr_grid grid;
    tr_error err;
    assert_true(tr_grid_create(context, area->width + 2, area->height + 2, 1, &grid, &err));
    for (int32_t row = 0; row < grid.height; row++) {
        for (int32_t column = 0; column < grid.width; column++) {
            const uint64_t hash = tr_hash_identity(5, 6, area->x + column - 1, 0, area->z + row - 1);
            grid.samples[row * grid.row_stride + column] = (float)(20 * tr_unit_from_hash(hash) - 3);
        }
    }
    return grid;
}

static tr_mesh make_mesh(const tr_sample_area *area, const tr_grid *height, double skirt_m)
{
    const tr_terrain_mesh_def def = {.area = *area, .height = height, .skirt_m = skirt_m};
    tr_mesh mesh;
    tr_error err = {0};
    if (!tr_terrain_mesh_create(context, &def, &mesh, &err)) fail_msg("%s", err.message);
    return mesh;
}

static float height_at(const tr_grid *grid, int32_t column, int32_t row)
{
    return grid->samples[(row + 1) * grid->row_stride + column + 1];
}

static void cross(const tr_mesh *mesh, size_t triangle, double out[3])
{
    double edge[2][3];
    const uint32_t *index = mesh->indices + 3 * triangle;
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < 2; i++) {
            edge[i][axis] = (double)mesh->positions[3 * index[i + 1] + (size_t)axis] -
                            (double)mesh->positions[3 * index[0] + (size_t)axis];
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        out[axis] = edge[0][next] * edge[1][last] - edge[0][last] * edge[1][next];
    }
}

static void vertices_lie_on_the_lattice(void **state)
{
    (void)state;
    const tr_sample_area area = {.x = -1000000007, .z = 12, .width = 7, .height = 5, .spacing_m = 2.5};
    tr_grid height = rough_heights(&area);
    tr_mesh mesh = make_mesh(&area, &height, 0);
    assert_int_equal(mesh.vertex_count, 35);
    assert_int_equal(mesh.index_count, 6 * 6 * 4);
    assert_true(mesh.origin[0] == -2500000017.5 && mesh.origin[1] == 0 && mesh.origin[2] == 30);
    for (int32_t row = 0; row < 5; row++) {
        for (int32_t column = 0; column < 7; column++) {
            const int32_t vertex = row * 7 + column;
            assert_true(mesh.positions[3 * vertex] == 2.5f * (float)column);
            assert_true(mesh.positions[3 * vertex + 1] == height_at(&height, column, row));
            assert_true(mesh.positions[3 * vertex + 2] == 2.5f * (float)row);
            assert_true(mesh.uvs[2 * vertex] == (float)(column / 6.0));
            assert_true(mesh.uvs[2 * vertex + 1] == (float)(row / 4.0));
        }
    }
    tr_mesh_destroy(context, &mesh);
    tr_grid_destroy(context, &height);
}

static void normals_are_those_of_a_plane(void **state)
{
    (void)state;
    const tr_sample_area area = {.width = 4, .height = 3, .spacing_m = 0.5};
    tr_grid height;
    tr_error err;
    assert_true(tr_grid_create(context, 6, 5, 1, &height, &err));
    // Rises by 2 m per metre to the east and falls by 1 to the south.
    for (int i = 0; i < 30; i++) height.samples[i] = 2 * 0.5f * (float)(i % 6) - 0.5f * (float)(i / 6);
    tr_mesh mesh = make_mesh(&area, &height, 0);
    for (size_t i = 0; i < mesh.vertex_count; i++) {
        assert_true(fabs((double)mesh.normals[3 * i] + 2 / sqrt(6)) < 1e-6);
        assert_true(fabs((double)mesh.normals[3 * i + 1] - 1 / sqrt(6)) < 1e-6);
        assert_true(fabs((double)mesh.normals[3 * i + 2] - 1 / sqrt(6)) < 1e-6);
    }
    tr_mesh_destroy(context, &mesh);
    tr_grid_destroy(context, &height);
}

static void normals_are_those_of_the_field(void **state)
{
    (void)state;
    const tr_sample_area area = {.x = 3, .z = 4, .width = 9, .height = 6, .spacing_m = 3};
    tr_grid height = rough_heights(&area), field;
    tr_mesh mesh = make_mesh(&area, &height, 0);
    assert_true(tr_grid_create(context, 9, 6, 3, &field, NULL));
    assert_true(tr_derived_evaluate(context, TR_FIELD_NORMAL, 3, &height, &field, NULL));
    for (int axis = 0; axis < 3; axis++)
        for (int64_t i = 0; i < 54; i++)
            assert_true(mesh.normals[3 * i + axis] ==
                        field.samples[axis * field.plane_stride + i / 9 * field.row_stride + i % 9]);
    tr_grid_destroy(context, &field);
    tr_mesh_destroy(context, &mesh);
    tr_grid_destroy(context, &height);
}

// Every triangle faces up, every inner edge has its opposite in the neighbour, and the area is that of the square.
static void triangles_face_up_and_fill_the_area(void **state)
{
    (void)state;
    const tr_sample_area area = {.width = 12, .height = 9, .spacing_m = 4};
    tr_grid height = rough_heights(&area);
    tr_mesh mesh = make_mesh(&area, &height, 0);
    double sum = 0;
    for (size_t triangle = 0; triangle < mesh.index_count / 3; triangle++) {
        double normal[3];
        cross(&mesh, triangle, normal);
        assert_true(normal[1] == 16);
        sum += normal[1] / 2;
    }
    assert_true(sum == 11 * 8 * 16);
    tr_mesh_destroy(context, &mesh);
    tr_grid_destroy(context, &height);
}

static bool has_edge(const uint32_t *corners, uint32_t a, uint32_t b)
{
    int found = 0;
    for (int i = 0; i < 3; i++) found += corners[i] == a || corners[i] == b;
    return found == 2;
}

static void quads_are_cut_along_the_flatter_diagonal(void **state)
{
    (void)state;
    const tr_sample_area area = {.width = 20, .height = 20, .spacing_m = 1};
    tr_grid height = rough_heights(&area);
    // And a level quad: the diagonal from north-west to south-east.
    for (int i = 0; i < 4; i++) height.samples[(1 + i / 2) * height.row_stride + 1 + i % 2] = 1;
    tr_mesh mesh = make_mesh(&area, &height, 0);
    int falling_count = 0;
    for (uint32_t quad = 0; quad < 19 * 19; quad++) {
        const uint32_t column = quad % 19, row = quad / 19, nw = row * 20 + column, sw = nw + 20;
        const float *y = mesh.positions + 1;
        const float falling = fabsf(y[3 * nw] - y[3 * (sw + 1)]), rising = fabsf(y[3 * (nw + 1)] - y[3 * sw]);
        const uint32_t *first = mesh.indices + 6 * quad, *second = first + 3;
        const bool along_falling = has_edge(first, nw, sw + 1) && has_edge(second, nw, sw + 1);
        const bool along_rising = has_edge(first, nw + 1, sw) && has_edge(second, nw + 1, sw);
        assert_true(along_falling == (falling <= rising));
        assert_true(along_rising == !along_falling);
        falling_count += along_falling;
    }
    assert_in_range(falling_count, 100, 261);
    tr_mesh_destroy(context, &mesh);
    tr_grid_destroy(context, &height);
}

static void the_skirt_hangs_on_the_border_and_faces_outward(void **state)
{
    (void)state;
    const tr_sample_area area = {.width = 6, .height = 4, .spacing_m = 2};
    tr_grid height = rough_heights(&area);
    tr_mesh plain = make_mesh(&area, &height, 0), mesh = make_mesh(&area, &height, 7.5);
    const size_t border = 2 * (6 + 4) - 4;
    assert_int_equal(mesh.vertex_count, plain.vertex_count + border);
    assert_int_equal(mesh.index_count, plain.index_count + 6 * border);
    assert_memory_equal(mesh.positions, plain.positions, 12 * plain.vertex_count);
    assert_memory_equal(mesh.indices, plain.indices, 4 * plain.index_count);
    for (size_t i = plain.vertex_count; i < mesh.vertex_count; i++) {
        const float *position = mesh.positions + 3 * i;
        assert_true(position[0] == 0 || position[0] == 10 || position[2] == 0 || position[2] == 6);
        const size_t above = (size_t)(position[2] / 2) * 6 + (size_t)(position[0] / 2);
        assert_true(position[1] == (float)((double)plain.positions[3 * above + 1] - 7.5));
        assert_memory_equal(mesh.normals + 3 * i, plain.normals + 3 * above, 12);
        assert_memory_equal(mesh.uvs + 2 * i, plain.uvs + 2 * above, 8);
    }
    double wall[3] = {0};
    for (size_t triangle = plain.index_count / 3; triangle < mesh.index_count / 3; triangle++) {
        double normal[3];
        cross(&mesh, triangle, normal);
        assert_true(normal[1] == 0);
        const float *corner = mesh.positions + 3 * mesh.indices[3 * triangle + 1];
        const double outward = normal[0] * ((double)corner[0] - 5) + normal[2] * ((double)corner[2] - 3);
        assert_true(outward > 0);
        for (int axis = 0; axis < 3; axis++) wall[axis] += fabs(normal[axis]) / 2;
    }
    assert_true(fabs(wall[0] - 2 * 6 * 7.5) < 1e-4 && fabs(wall[2] - 2 * 10 * 7.5) < 1e-4);
    tr_mesh_destroy(context, &mesh);
    tr_mesh_destroy(context, &plain);
    tr_grid_destroy(context, &height);
}

// Every edge of a mesh with a skirt has its opposite, but for the lower rim.
static void the_skirt_closes_the_mesh(void **state)
{
    (void)state;
    const tr_sample_area area = {.width = 5, .height = 7, .spacing_m = 1};
    tr_grid height = rough_heights(&area);
    tr_mesh mesh = make_mesh(&area, &height, 1);
    size_t open = 0;
    for (size_t i = 0; i < mesh.index_count; i++) {
        const uint32_t a = mesh.indices[i], b = mesh.indices[i % 3 == 2 ? i - 2 : i + 1];
        int same = 0, opposite = 0;
        for (size_t k = 0; k < mesh.index_count; k++) {
            const uint32_t c = mesh.indices[k], d = mesh.indices[k % 3 == 2 ? k - 2 : k + 1];
            same += a == c && b == d;
            opposite += a == d && b == c;
        }
        assert_int_equal(same, 1);
        if (opposite == 0) {
            open++;
            assert_true(a >= 35 && b >= 35);
        }
    }
    assert_int_equal(open, 2 * (5 + 7) - 4);
    tr_mesh_destroy(context, &mesh);
    tr_grid_destroy(context, &height);
}

// One mesh, or two that share a line of samples: the same positions and normals there, and the same triangles.
static void neighbours_agree_at_their_border(void **state)
{
    (void)state;
    const tr_sample_area west = {.x = -9, .z = 2, .width = 6, .height = 5, .spacing_m = 2};
    tr_sample_area east = west;
    east.x += 5;
    tr_grid west_height = rough_heights(&west), east_height = rough_heights(&east);
    tr_mesh a = make_mesh(&west, &west_height, 0), b = make_mesh(&east, &east_height, 0);
    for (size_t row = 0; row < 5; row++) {
        const size_t last = row * 6 + 5, first = row * 6;
        assert_true(a.origin[0] + (double)a.positions[3 * last] == b.origin[0] + (double)b.positions[3 * first]);
        assert_memory_equal(a.positions + 3 * last + 1, b.positions + 3 * first + 1, 8);
        assert_memory_equal(a.normals + 3 * last, b.normals + 3 * first, 12);
    }
    tr_mesh_destroy(context, &a);
    tr_mesh_destroy(context, &b);
    tr_grid_destroy(context, &west_height);
    tr_grid_destroy(context, &east_height);
}

static uint64_t hash_mesh(const tr_mesh *mesh)
{
    uint64_t hash = tr_hash_bytes(mesh->positions, 12 * mesh->vertex_count, 0);
    hash = tr_hash_bytes(mesh->normals, 12 * mesh->vertex_count, hash);
    hash = tr_hash_bytes(mesh->uvs, 8 * mesh->vertex_count, hash);
    return tr_hash_bytes(mesh->indices, 4 * mesh->index_count, hash);
}

// Rows of a larger grid, and any number of threads.
static void strides_and_threads_do_not_matter(void **state)
{
    (void)state;
    const tr_sample_area area = {.width = 300, .height = 301, .spacing_m = 1};
    tr_grid height = rough_heights(&area), wide;
    tr_mesh mesh = make_mesh(&area, &height, 3);
    const uint64_t expected = hash_mesh(&mesh);
    tr_mesh_destroy(context, &mesh);
    tr_error err;
    assert_true(tr_grid_create(context, height.width + 13, height.height, 1, &wide, &err));
    for (int32_t row = 0; row < height.height; row++) {
        memcpy(wide.samples + row * wide.row_stride, height.samples + row * height.row_stride,
               4 * (size_t)height.width);
    }
    wide.width = height.width;
    for (int threads = 1; threads <= 8; threads *= 2) {
        tr_context *other = test_context(threads);
        const tr_terrain_mesh_def def = {.area = area, .height = &wide, .skirt_m = 3};
        assert_true(tr_terrain_mesh_create(other, &def, &mesh, &err));
        assert_true(hash_mesh(&mesh) == expected);
        tr_mesh_destroy(other, &mesh);
        tr_context_destroy(other);
    }
    tr_grid_destroy(context, &height);
    tr_grid_destroy(context, &wide);
}

static void assert_refused(const tr_sample_area *area, const tr_grid *height, double skirt_m, tr_error_code code,
                           const char *part)
{
    const tr_terrain_mesh_def def = {.area = *area, .height = height, .skirt_m = skirt_m};
    tr_mesh mesh;
    tr_error err;
    assert_false(tr_terrain_mesh_create(context, &def, &mesh, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.message, part)) fail_msg("no '%s' in: %s", part, err.message);
    assert_null(mesh.positions);
}

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    const tr_sample_area area = {.width = 5, .height = 4, .spacing_m = 1};
    tr_grid height = rough_heights(&area);
    tr_sample_area other = area;
    other.width = 1;
    assert_refused(&other, &height, 0, TR_ERROR_INVALID_ARGUMENT, "1 x 4 samples");
    other.width = 6;
    assert_refused(&other, &height, 0, TR_ERROR_INVALID_ARGUMENT, "not a grid of 7 x 6");
    other = area;
    other.spacing_m = 0;
    assert_refused(&other, &height, 0, TR_ERROR_INVALID_ARGUMENT, "spacing");
    assert_refused(&area, &height, -1, TR_ERROR_INVALID_ARGUMENT, "-1 m");
    assert_refused(&area, &height, NAN, TR_ERROR_INVALID_ARGUMENT, "nan m");
    assert_refused(&area, &height, INFINITY, TR_ERROR_INVALID_ARGUMENT, "inf m");
    const float good = height.samples[height.row_stride * 3 + 2];
    height.samples[height.row_stride * 3 + 2] = NAN;
    assert_refused(&area, &height, 0, TR_ERROR_NOT_FINITE, "sample 1, 2");
    height.samples[height.row_stride * 3 + 2] = good;
    height.samples[height.row_stride * 2] = INFINITY;
    assert_refused(&area, &height, 0, TR_ERROR_NOT_FINITE, "sample -1, 1");
    tr_grid_destroy(context, &height);
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    const tr_sample_area area = {.width = 9, .height = 9, .spacing_m = 1};
    tr_grid height = rough_heights(&area);
    const tr_terrain_mesh_def def = {.area = area, .height = &height, .skirt_m = 1};
    bool done = false;
    for (int allowed = 0; !done; allowed++) {
        assert_in_range(allowed, 0, 100);
        const int64_t live = allocator.live_blocks;
        tr_error err = {0};
        tr_mesh mesh;
        allocator.fail_at = allocator.allocations + allowed;
        done = tr_terrain_mesh_create(context, &def, &mesh, &err);
        allocator.fail_at = -1;
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        tr_mesh_destroy(context, &mesh);
        assert_int_equal(allocator.live_blocks, live);
    }
    tr_grid_destroy(context, &height);
}

TEST_GROUP(mesh)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(vertices_lie_on_the_lattice),
        TEST(normals_are_those_of_a_plane),
        TEST(normals_are_those_of_the_field),
        TEST(triangles_face_up_and_fill_the_area),
        TEST(quads_are_cut_along_the_flatter_diagonal),
        TEST(the_skirt_hangs_on_the_border_and_faces_outward),
        TEST(the_skirt_closes_the_mesh),
        TEST(neighbours_agree_at_their_border),
        TEST(strides_and_threads_do_not_matter),
        TEST(bad_definitions_are_refused),
        TEST(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
