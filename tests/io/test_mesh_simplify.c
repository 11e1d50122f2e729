// Simplified meshes: fewer triangles of the same vertices, the border kept, memory within what is reserved.
#include "counting_context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <meshoptimizer.h>

#include "glb_samples.h"
#include "io/mesh_simplify.h"

enum { ALL = TR_MESH_NORMALS | TR_MESH_UVS | TR_MESH_COLORS };

static tr_mesh simplified(const tr_mesh *mesh, size_t target, float max_error_m)
{
    tr_mesh out;
    tr_error err = {0};
    if (!tr_mesh_simplify(context, mesh, target, max_error_m, &out, &err)) fail_msg("%s", err.message);
    return out;
}

// The vertex of `mesh` at the place of vertex `i` of `part`, or the number of its vertices.
static size_t find_vertex(const tr_mesh *mesh, const tr_mesh *part, size_t i)
{
    size_t at = 0;
    while (at < mesh->vertex_count && memcmp(mesh->positions + 3 * at, part->positions + 3 * i, 12) != 0) at++;
    return at;
}

static void a_hill_has_fewer_triangles_of_its_own_vertices(void **state)
{
    (void)state;
    tr_mesh hill = sample_hill(context, 65, ALL);
    hill.origin[0] = 1e6;
    tr_mesh out = simplified(&hill, hill.index_count / 8, 1.0f);
    assert_in_range(out.index_count, 3, hill.index_count / 8);
    assert_in_range(out.vertex_count, 3, hill.vertex_count / 4);
    assert_true(out.origin[0] == 1e6);
    for (size_t i = 0; i < out.vertex_count; i++) {
        const size_t at = find_vertex(&hill, &out, i);
        assert_true(at < hill.vertex_count);
        assert_memory_equal(out.normals + 3 * i, hill.normals + 3 * at, 12);
        assert_memory_equal(out.uvs + 2 * i, hill.uvs + 2 * at, 8);
        assert_memory_equal(out.colors + 4 * i, hill.colors + 4 * at, 4);
    }
    tr_mesh_destroy(context, &out);
    tr_mesh_destroy(context, &hill);
}

// Vertices stand in the order of their first use, and all are used.
static void vertices_are_in_the_order_of_their_use(void **state)
{
    (void)state;
    tr_mesh hill = sample_hill(context, 33, TR_MESH_UVS);
    tr_mesh out = simplified(&hill, 600, 10.0f);
    uint32_t next = 0;
    for (size_t i = 0; i < out.index_count; i++) {
        assert_true(out.indices[i] <= next);
        if (out.indices[i] == next) next++;
    }
    assert_int_equal(next, out.vertex_count);
    assert_null(out.normals);
    assert_null(out.colors);
    tr_mesh_destroy(context, &out);
    tr_mesh_destroy(context, &hill);
}

// Seen from above the triangles still fill the square exactly, none is turned over, and the whole border is there.
// (Some stand upright on the straight border, to keep all its vertices.)
static void the_border_is_kept(void **state)
{
    (void)state;
    const int side = 33;
    tr_mesh hill = sample_hill(context, side, 0);
    tr_mesh out = simplified(&hill, 0, 100.0f);
    int border = 0;
    for (size_t i = 0; i < out.vertex_count; i++) {
        const float x = out.positions[3 * i], z = out.positions[3 * i + 2];
        border += x == 0 || z == 0 || x == 100 || z == 100;
    }
    assert_int_equal(border, 4 * (side - 1));
    double area = 0;
    for (size_t i = 0; i < out.index_count; i += 3) {
        const float *a = out.positions + 3 * out.indices[i], *b = out.positions + 3 * out.indices[i + 1];
        const float *c = out.positions + 3 * out.indices[i + 2];
        const double doubled =
            (double)(b[2] - a[2]) * (double)(c[0] - a[0]) - (double)(b[0] - a[0]) * (double)(c[2] - a[2]);
        assert_true(doubled >= 0);
        area += doubled / 2;
    }
    assert_true(fabs(area - 10000) < 0.01);
    tr_mesh_destroy(context, &out);
    tr_mesh_destroy(context, &hill);
}

// The height of the mesh at (x, z), or NAN outside.
static double height_of(const tr_mesh *mesh, double x, double z)
{
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        double weight[3], height = 0;
        const float *corner[3];
        for (int k = 0; k < 3; k++) corner[k] = mesh->positions + 3 * mesh->indices[i + (size_t)k];
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            const float *b = corner[(k + 1) % 3], *c = corner[(k + 2) % 3];
            weight[k] = ((double)c[0] - x) * ((double)b[2] - z) - ((double)b[0] - x) * ((double)c[2] - z);
            sum += weight[k];
            height += weight[k] * (double)corner[k][1];
        }
        if (weight[0] >= -1e-6 && weight[1] >= -1e-6 && weight[2] >= -1e-6 && sum > 0) return height / sum;
    }
    return NAN;
}

static double max_difference(const tr_mesh *mesh, const tr_mesh *out)
{
    double max = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const float *at = mesh->positions + 3 * i;
        const double difference = fabs(height_of(out, (double)at[0], (double)at[2]) - (double)at[1]);
        assert_true(difference < 1e9);
        max = fmax(max, difference);
    }
    return max;
}

// The error of quadrics is a mean and not a limit of the distance, but it is in metres.
static void a_smaller_error_stays_closer(void **state)
{
    (void)state;
    tr_mesh hill = sample_hill(context, 65, 0);
    size_t triangles = hill.index_count / 3 + 1;
    const float errors_m[] = {0.02f, 0.1f, 0.5f};
    for (int i = 0; i < 3; i++) {
        tr_mesh out = simplified(&hill, 0, errors_m[i]);
        print_message("%g m: %zu of %zu triangles, off by %.3f m\n", (double)errors_m[i], out.index_count / 3,
                      hill.index_count / 3, max_difference(&hill, &out));
        assert_true(max_difference(&hill, &out) < 5 * (double)errors_m[i]);
        assert_true(out.index_count / 3 < triangles);
        triangles = out.index_count / 3;
        tr_mesh_destroy(context, &out);
    }
    tr_mesh_destroy(context, &hill);
}

static void a_target_above_the_mesh_keeps_its_triangles(void **state)
{
    (void)state;
    tr_mesh hill = sample_hill(context, 9, 0);
    tr_mesh out = simplified(&hill, SIZE_MAX, INFINITY);
    assert_int_equal(out.index_count, hill.index_count);
    assert_int_equal(out.vertex_count, hill.vertex_count);
    tr_mesh_destroy(context, &out);
    tr_mesh_destroy(context, &hill);
}

static void the_same_mesh_gives_the_same_bits(void **state)
{
    (void)state;
    tr_mesh first = {0};
    for (int run = 0; run < 3; run++) {
        tr_mesh hill = sample_hill(context, 50, ALL);
        tr_mesh out = simplified(&hill, 1500, 5.0f);
        if (run == 0) {
            first = out;
        } else {
            assert_int_equal(out.index_count, first.index_count);
            assert_int_equal(out.vertex_count, first.vertex_count);
            assert_memory_equal(out.indices, first.indices, 4 * out.index_count);
            assert_memory_equal(out.positions, first.positions, 12 * out.vertex_count);
            tr_mesh_destroy(context, &out);
        }
        tr_mesh_destroy(context, &hill);
    }
    tr_mesh_destroy(context, &first);
}

static void degenerate_meshes_do_no_harm(void **state)
{
    (void)state;
    const float scales[] = {0, 1e-40f, 1e36f};
    for (int i = 0; i < 3; i++) {
        tr_mesh hill = sample_hill(context, 9, 0);
        for (size_t k = 0; k < 3 * hill.vertex_count; k++) hill.positions[k] *= scales[i];
        tr_mesh out = simplified(&hill, 12, 1.0f);
        for (size_t k = 0; k < out.index_count; k++) assert_true(out.indices[k] < out.vertex_count);
        tr_mesh_destroy(context, &out);
        tr_mesh_destroy(context, &hill);
    }
    tr_mesh twice = sample_hill(context, 5, 0);
    for (size_t i = 0; i < twice.index_count; i++) twice.indices[i] = (uint32_t)(i / 6 % 2);
    tr_mesh out = simplified(&twice, 0, 1.0f);
    tr_mesh_destroy(context, &out);
    tr_mesh_destroy(context, &twice);
}

static void assert_refused(const tr_mesh *mesh, float max_error_m, const char *part)
{
    tr_mesh out;
    tr_error err;
    assert_false(tr_mesh_simplify(context, mesh, 12, max_error_m, &out, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    if (!strstr(err.message, part)) fail_msg("no '%s' in: %s", part, err.message);
    assert_null(out.positions);
}

static void bad_meshes_are_refused(void **state)
{
    (void)state;
    tr_mesh hill = sample_hill(context, 9, 0);
    const tr_mesh good = hill;
    assert_refused(&hill, -1, "-1 m");
    assert_refused(&hill, NAN, "nan m");
    hill.vertex_count = 0;
    assert_refused(&hill, 1, "0 vertices");
    hill.vertex_count = good.vertex_count;
    hill.index_count = 7;
    assert_refused(&hill, 1, "7 indices");
    hill.index_count = 0;
    assert_refused(&hill, 1, "0 indices");
    hill.index_count = good.index_count;
    hill.indices[4] = 81;
    assert_refused(&hill, 1, "index 81 of triangle 1 is out of range; there are 81 vertices");
    hill.indices[4] = 80;
    hill.positions[31] = NAN;
    assert_refused(&hill, 1, "vertex 10 is not finite");
    tr_mesh_destroy(context, &hill);
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    tr_mesh hill = sample_hill(context, 17, ALL);
    bool done = false;
    for (int allowed = 0; !done; allowed++) {
        assert_in_range(allowed, 0, 100);
        const int64_t live = allocator.live_blocks;
        const uint64_t used = tr_context_memory(context).used_bytes;
        tr_error err = {0};
        tr_mesh out;
        allocator.fail_at = allocator.allocations + allowed;
        done = tr_mesh_simplify(context, &hill, 300, 1, &out, &err);
        allocator.fail_at = -1;
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        tr_mesh_destroy(context, &out);
        assert_int_equal(allocator.live_blocks, live);
        assert_int_equal(tr_context_memory(context).used_bytes, used);
    }
    tr_mesh_destroy(context, &hill);
}

// --- what meshoptimizer takes for itself

static size_t taken, max_taken;

enum { NOTE_SIZE = 32 };

static void *count_alloc(size_t size)
{
    char *block = malloc(size + NOTE_SIZE);
    memcpy(block, &size, sizeof size);
    taken += size;
    max_taken = taken > max_taken ? taken : max_taken;
    return block + NOTE_SIZE;
}

static void count_free(void *block)
{
    if (!block) return;
    size_t size;
    memcpy(&size, (char *)block - NOTE_SIZE, sizeof size);
    taken -= size;
    free((char *)block - NOTE_SIZE);
}

static void its_memory_is_within_the_bound(void **state)
{
    (void)state;
    meshopt_setAllocator(count_alloc, count_free);
    // The hash table of positions has a power of two of places: sides around one give its best and its worst.
    const int sides[] = {2, 3, 9, 57, 58, 114, 115, 128, 229, 230};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        tr_mesh hill = sample_hill(context, sides[i], ALL);
        max_taken = 0;
        tr_mesh out = simplified(&hill, 0, 100.0f);
        const uint64_t bound = tr_mesh_simplify_bound(hill.vertex_count, hill.index_count);
        print_message("%d x %d: %zu of %llu bytes\n", sides[i], sides[i], max_taken, (unsigned long long)bound);
        assert_in_range(max_taken, 1, bound);
        tr_mesh_destroy(context, &out);
        // Many triangles on few vertices, and many vertices for one triangle.
        hill.vertex_count = hill.vertex_count < 9 ? hill.vertex_count : 9;
        for (size_t k = 0; k < hill.index_count; k++) hill.indices[k] %= (uint32_t)hill.vertex_count;
        max_taken = 0;
        out = simplified(&hill, 0, 100.0f);
        assert_in_range(max_taken, 1, tr_mesh_simplify_bound(hill.vertex_count, hill.index_count));
        tr_mesh_destroy(context, &out);
        hill.vertex_count = (size_t)sides[i] * (size_t)sides[i];
        hill.index_count = 3;
        max_taken = 0;
        out = simplified(&hill, 0, 100.0f);
        assert_in_range(max_taken, 1, tr_mesh_simplify_bound(hill.vertex_count, hill.index_count));
        tr_mesh_destroy(context, &out);
        tr_mesh_destroy(context, &hill);
    }
    assert_int_equal(taken, 0);
}

static void a_budget_that_is_too_small_is_kept(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(1);
    def.memory_budget_bytes = 4 * 1024 * 1024;
    tr_error err;
    tr_context *small = tr_context_create(&def, &err);
    assert_non_null(small);
    tr_mesh hill = sample_hill(small, 150, 0), out;
    assert_false(tr_mesh_simplify(small, &hill, 300, 1, &out, &err));
    assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
    tr_mesh_destroy(small, &hill);
    assert_int_equal(tr_context_memory(small).used_bytes < 100 * 1024, 1);
    tr_context_destroy(small);
}

TEST_GROUP(mesh_simplify)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_hill_has_fewer_triangles_of_its_own_vertices),
        TEST(vertices_are_in_the_order_of_their_use),
        TEST(the_border_is_kept),
        TEST(a_smaller_error_stays_closer),
        TEST(a_target_above_the_mesh_keeps_its_triangles),
        TEST(the_same_mesh_gives_the_same_bits),
        TEST(degenerate_meshes_do_no_harm),
        TEST(bad_meshes_are_refused),
        TEST(every_failed_allocation_is_reported),
        TEST(its_memory_is_within_the_bound),
        TEST(a_budget_that_is_too_small_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
