// Models: every kind, variant and level is a sound mesh of about its size and within its number of triangles, looks
// like the finest level from afar, and has the same bytes everywhere.
#include "counting_context.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "terrane/model.h"

// What is wrong with any of them, all of it: one message is of little use when a shape is changed.
static int fault_count;

static void fault(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fault_count++;
}

static tr_mesh make(tr_model_kind kind, int32_t variant, int32_t level)
{
    tr_mesh mesh;
    tr_error err = {0};
    if (!tr_model_make(context, kind, variant, level, &mesh, &err)) fail_msg("%s", err.message);
    return mesh;
}

typedef void (*mesh_check)(const char *name, tr_model_kind kind, int32_t level, const tr_mesh *mesh);

static void check_all(mesh_check check)
{
    fault_count = 0;
    for (int kind = 0; kind < TR_MODEL_COUNT; kind++)
        for (int32_t variant = 0; variant < tr_model_variants((tr_model_kind)kind); variant++)
            for (int32_t level = 0; level < TR_MODEL_LEVELS; level++) {
                char name[64];
                snprintf(name, sizeof name, "%s %d level %d", tr_model_name((tr_model_kind)kind), (int)variant,
                         (int)level);
                tr_mesh mesh = make((tr_model_kind)kind, variant, level);
                check(name, (tr_model_kind)kind, level, &mesh);
                tr_mesh_destroy(context, &mesh);
            }
    assert_int_equal(fault_count, 0);
}

// ---------------------------------------------------------------------------------------------------------
// Sound meshes

static void face_of(const tr_mesh *mesh, size_t triangle, double out[3])
{
    const float *a = mesh->positions + 3 * (size_t)mesh->indices[3 * triangle];
    const float *b = mesh->positions + 3 * (size_t)mesh->indices[3 * triangle + 1];
    const float *c = mesh->positions + 3 * (size_t)mesh->indices[3 * triangle + 2];
    double u[3], v[3];
    for (int i = 0; i < 3; i++) {
        u[i] = (double)b[i] - (double)a[i];
        v[i] = (double)c[i] - (double)a[i];
    }
    for (int i = 0; i < 3; i++) out[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
}

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void check_sound(const char *name, tr_model_kind kind, int32_t level, const tr_mesh *mesh)
{
    (void)kind, (void)level;
    bool used[8192] = {false};
    assert_true(mesh->vertex_count > 0 && mesh->vertex_count < 8192 && mesh->index_count > 0);
    assert_non_null(mesh->normals);
    assert_non_null(mesh->colors);
    for (size_t i = 0; i < mesh->index_count; i++) {
        if (mesh->indices[i] >= mesh->vertex_count)
            fail_msg("%s: index %u of %zu", name, mesh->indices[i], mesh->vertex_count);
        used[mesh->indices[i]] = true;
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        if (!used[i]) fail_msg("%s: vertex %zu is in no triangle", name, i);
        double squared = 0;
        for (size_t k = 0; k < 3; k++) {
            if (!isfinite(mesh->positions[3 * i + k]) || !isfinite(mesh->normals[3 * i + k]))
                fail_msg("%s: vertex %zu is not finite", name, i);
            squared += (double)mesh->normals[3 * i + k] * (double)mesh->normals[3 * i + k];
        }
        if (fabs(squared - 1) > 1e-5) fail_msg("%s: normal %zu has the length %g", name, i, sqrt(squared));
        assert_int_equal(mesh->colors[4 * i + 3], 255);
    }
}

static void meshes_are_sound(void **state)
{
    (void)state;
    check_all(check_sound);
}

// Triangles show the side that their normals look to; soft normals of leaves may differ from them, but not turn them
// over.
static void check_facing(const char *name, tr_model_kind kind, int32_t level, const tr_mesh *mesh)
{
    (void)level;
    size_t turned = 0;
    for (size_t i = 0; i < mesh->index_count / 3; i++) {
        double face[3], sum = 0;
        face_of(mesh, i, face);
        const double area = 0.5 * length_of(face);
        double height_m, width_m;
        tr_model_size(kind, &height_m, &width_m);
        if (!(area > 1e-8 * height_m * width_m)) fault("%s: triangle %zu has no area", name, i);
        for (size_t k = 0; k < 3; k++) {
            const float *normal = mesh->normals + 3 * (size_t)mesh->indices[3 * i + k];
            for (int axis = 0; axis < 3; axis++) sum += face[axis] * (double)normal[axis];
        }
        turned += sum <= 0;
    }
    if (turned > 0) fault("%s: %zu of %zu triangles are turned over", name, turned, mesh->index_count / 3);
}

static void triangles_face_as_their_normals(void **state)
{
    (void)state;
    check_all(check_facing);
}

// Facets of stones are flat (all three normals are that of the face) and look away from the middle.
static void stones_have_flat_facets(void **state)
{
    (void)state;
    for (int32_t i = 0; i < TR_MODEL_LEVELS * tr_model_variants(TR_MODEL_ROCK); i++) {
        const int32_t variant = i / TR_MODEL_LEVELS;
        tr_mesh mesh = make(TR_MODEL_ROCK, variant, i % TR_MODEL_LEVELS);
        for (size_t triangle = 0; triangle < mesh.index_count / 3; triangle++) {
            double face[3], outward = 0;
            face_of(&mesh, triangle, face);
            const float *corner = mesh.positions + 3 * (size_t)mesh.indices[3 * triangle];
            for (int axis = 0; axis < 3; axis++)
                outward += face[axis] * ((double)corner[axis] - (axis == 1 ? 0.08 : 0));
            if (outward <= 0) fail_msg("rock %d: facet %zu looks inward", variant, triangle);
            for (size_t k = 0; k < 3; k++)
                for (size_t axis = 0; axis < 3; axis++) {
                    const float normal = mesh.normals[3 * (size_t)mesh.indices[3 * triangle + k] + axis];
                    assert_true(fabs((double)normal - face[axis] / length_of(face)) < 1e-3);
                }
        }
        tr_mesh_destroy(context, &mesh);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Sizes

static void check_size(const char *name, tr_model_kind kind, int32_t level, const tr_mesh *mesh)
{
    (void)level;
    double height_m, width_m, low = 0, high = 0, left = 0, right = 0, front = 0, back = 0;
    tr_model_size(kind, &height_m, &width_m);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const float *at = mesh->positions + 3 * i;
        left = fmin(left, (double)at[0]), right = fmax(right, (double)at[0]);
        low = fmin(low, (double)at[1]), high = fmax(high, (double)at[1]);
        front = fmin(front, (double)at[2]), back = fmax(back, (double)at[2]);
    }
    const double wide = fmax(right - left, back - front);
    if (high < 0.75 * height_m || high > 1.25 * height_m) fault("%s: %.3g m high, not %.3g", name, high, height_m);
    if (wide < 0.6 * width_m || wide > 1.4 * width_m) fault("%s: %.3g m wide, not %.3g", name, wide, width_m);
    // It stands in the ground, so that it does not float on a slope, but not deep.
    if (low > -0.015 * height_m || low < -0.5 * height_m) fault("%s: its foot is at %.3g m", name, low);
    for (int axis = 0; axis < 3; axis++) assert_true(mesh->origin[axis] == 0);
}

static void they_have_their_size_and_stand_in_the_ground(void **state)
{
    (void)state;
    check_all(check_size);
}

typedef struct budget {
    size_t max[TR_MODEL_LEVELS];
} budget;

static budget budget_of(tr_model_kind kind)
{
    switch (kind) {
    case TR_MODEL_GRASS: return (budget){{60, 30, 8}};
    case TR_MODEL_FLOWERS: return (budget){{130, 40, 8}};
    case TR_MODEL_REEDS: return (budget){{260, 70, 8}};
    case TR_MODEL_FERN: return (budget){{260, 80, 14}};
    case TR_MODEL_ROCK: return (budget){{120, 30, 12}};
    case TR_MODEL_BOULDER: return (budget){{440, 120, 20}};
    case TR_MODEL_BUSH: return (budget){{600, 170, 24}};
    default: return (budget){{900, 270, 40}};
    }
}

static void levels_have_fewer_triangles(void **state)
{
    (void)state;
    fault_count = 0;
    for (int i = 0; i < TR_MODEL_COUNT; i++) {
        const tr_model_kind kind = (tr_model_kind)i;
        const budget max = budget_of(kind);
        for (int32_t variant = 0; variant < tr_model_variants(kind); variant++) {
            size_t before = SIZE_MAX;
            for (int32_t level = 0; level < TR_MODEL_LEVELS; level++) {
                tr_mesh mesh = make(kind, variant, level);
                const size_t count = mesh.index_count / 3;
                tr_mesh_destroy(context, &mesh);
                if (count > max.max[level] || (level > 0 && count * 2 > before))
                    fault("%s %d level %d has %zu triangles after %zu; allowed is %zu", tr_model_name(kind), variant,
                          level, count, before, max.max[level]);
                before = count;
            }
        }
    }
    assert_int_equal(fault_count, 0);
}

// ---------------------------------------------------------------------------------------------------------
// Levels look alike

enum { VIEW_PX = 96 };

typedef struct seen {
    double area_m2, mean[3];
} seen;

// What is seen above the ground from a direction between those that levels are fitted from, pixel by pixel.
static seen look_at(const tr_mesh *mesh, double pixel_m)
{
    static double depth[VIEW_PX][VIEW_PX], tone[VIEW_PX][VIEW_PX][3];
    const double along = 0.92387953251, across = 0.38268343236;  // an eighth of a half turn
    for (int y = 0; y < VIEW_PX; y++)
        for (int x = 0; x < VIEW_PX; x++) depth[y][x] = -INFINITY;
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        double x[3], y[3], z[3];
        const uint8_t *color[3];
        for (size_t k = 0; k < 3; k++) {
            const float *at = mesh->positions + 3 * (size_t)mesh->indices[i + k];
            x[k] = (along * (double)at[0] + across * (double)at[2]) / pixel_m + VIEW_PX / 2.0;
            y[k] = (double)at[1] / pixel_m;
            z[k] = along * (double)at[2] - across * (double)at[0];
            color[k] = mesh->colors + 4 * (size_t)mesh->indices[i + k];
        }
        const double whole = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
        for (int row = 0; row < VIEW_PX && whole != 0; row++) {
            for (int column = 0; column < VIEW_PX; column++) {
                const double px = column + 0.5, py = row + 0.5;
                const double v = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) / whole;
                const double w = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) / whole;
                const double u = 1 - v - w, near = u * z[0] + v * z[1] + w * z[2];
                if (u < 0 || v < 0 || w < 0 || near <= depth[row][column]) continue;
                depth[row][column] = near;
                for (int c = 0; c < 3; c++) tone[row][column][c] = u * color[0][c] + v * color[1][c] + w * color[2][c];
            }
        }
    }
    seen sum = {0};
    int count = 0;
    for (int y = 0; y < VIEW_PX; y++)
        for (int x = 0; x < VIEW_PX; x++) {
            if (isinf(depth[y][x])) continue;
            for (int c = 0; c < 3; c++) sum.mean[c] += tone[y][x][c];
            count++;
        }
    for (int c = 0; c < 3; c++) sum.mean[c] /= count > 0 ? count : 1;
    sum.area_m2 = count * pixel_m * pixel_m;
    return sum;
}

static void levels_look_alike_from_afar(void **state)
{
    (void)state;
    fault_count = 0;
    for (int i = 0; i < TR_MODEL_COUNT; i++) {
        const tr_model_kind kind = (tr_model_kind)i;
        double height_m, width_m;
        tr_model_size(kind, &height_m, &width_m);
        const double pixel_m = 1.4 * fmax(height_m, width_m) / VIEW_PX;
        for (int32_t variant = 0; variant < tr_model_variants(kind); variant++) {
            seen finest = {0};
            for (int32_t level = 0; level < TR_MODEL_LEVELS; level++) {
                tr_mesh mesh = make(kind, variant, level);
                const seen here = look_at(&mesh, pixel_m);
                tr_mesh_destroy(context, &mesh);
                if (level == 0) finest = here;
                const double area = here.area_m2 / finest.area_m2;
                // From a single direction single blades count.
                const double max = height_m < 2 ? 1.6 : 1.3;
                if (area > max || area < 1 / max)
                    fault("%s %d level %d covers %.2f of the finest", tr_model_name(kind), variant, level, area);
                for (int c = 0; c < 3; c++)
                    if (fabs(here.mean[c] - finest.mean[c]) > 16)
                        fault("%s %d level %d: channel %d is %.0f, not %.0f", tr_model_name(kind), variant, level, c,
                              here.mean[c], finest.mean[c]);
            }
        }
    }
    assert_int_equal(fault_count, 0);
}

// ---------------------------------------------------------------------------------------------------------
// Bytes

static uint64_t hash_mesh(const tr_mesh *mesh, uint64_t seed)
{
    seed = tr_hash_bytes(mesh->positions, 12 * mesh->vertex_count, seed);
    seed = tr_hash_bytes(mesh->normals, 12 * mesh->vertex_count, seed);
    seed = tr_hash_bytes(mesh->colors, 4 * mesh->vertex_count, seed);
    return tr_hash_bytes(mesh->indices, 4 * mesh->index_count, seed);
}

static uint64_t hash_of_kind(tr_model_kind kind)
{
    uint64_t hash = 0;
    for (int32_t variant = 0; variant < tr_model_variants(kind); variant++)
        for (int32_t level = 0; level < TR_MODEL_LEVELS; level++) {
            tr_mesh mesh = make(kind, variant, level);
            hash = hash_mesh(&mesh, hash);
            tr_mesh_destroy(context, &mesh);
        }
    return hash;
}

// Of all variants and levels; they change only when a model is meant to look different.
static const uint64_t golden[TR_MODEL_COUNT] = {
    [TR_MODEL_BROADLEAF] = 0xdef8fb8fe31cff11ull, [TR_MODEL_BIRCH] = 0x765065dfb4d1d287ull,
    [TR_MODEL_CONIFER] = 0x47ad3a1cd823214aull,   [TR_MODEL_PINE] = 0xaa2eb801e432d90cull,
    [TR_MODEL_PALM] = 0x6b70f7291130cce9ull,      [TR_MODEL_ACACIA] = 0xbc2ab22f2cf21cffull,
    [TR_MODEL_DEAD_TREE] = 0x26e6b5a99b962b8bull, [TR_MODEL_CACTUS] = 0xf39c911d33d7fd8bull,
    [TR_MODEL_BUSH] = 0xbf321ad2638510beull,      [TR_MODEL_FERN] = 0x33d3d258d517d2c3ull,
    [TR_MODEL_GRASS] = 0xb1e15a2a51404d46ull,     [TR_MODEL_FLOWERS] = 0xc23b6f0152004910ull,
    [TR_MODEL_REEDS] = 0x19e7d8c99aeedd51ull,     [TR_MODEL_ROCK] = 0x5857542f3ff89c81ull,
    [TR_MODEL_BOULDER] = 0xc36b8d7fec37e7f9ull,
};

static void bytes_are_the_same_everywhere(void **state)
{
    (void)state;
    int wrong = 0;
    for (int kind = 0; kind < TR_MODEL_COUNT; kind++) {
        const uint64_t hash = hash_of_kind((tr_model_kind)kind);
        if (hash == golden[kind]) continue;
        printf("[TR_MODEL_%s] = 0x%016llx,\n", tr_model_name((tr_model_kind)kind), (unsigned long long)hash);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void variants_differ(void **state)
{
    (void)state;
    for (int i = 0; i < TR_MODEL_COUNT; i++) {
        const tr_model_kind kind = (tr_model_kind)i;
        uint64_t hashes[16];
        for (int32_t variant = 0; variant < tr_model_variants(kind); variant++) {
            tr_mesh mesh = make(kind, variant, 0);
            hashes[variant] = hash_mesh(&mesh, 0);
            tr_mesh_destroy(context, &mesh);
            for (int32_t other = 0; other < variant; other++) assert_true(hashes[other] != hashes[variant]);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Failures

static void names_are_found_again(void **state)
{
    (void)state;
    for (int i = 0; i < TR_MODEL_COUNT; i++) {
        tr_model_kind kind = TR_MODEL_COUNT;
        assert_true(tr_model_from_name(tr_model_name((tr_model_kind)i), &kind));
        assert_int_equal(kind, i);
    }
    tr_model_kind kind = TR_MODEL_PINE;
    assert_false(tr_model_from_name("oak", &kind));
    assert_false(tr_model_from_name("", &kind));
    assert_int_equal(kind, TR_MODEL_PINE);
}

static void expect_refusal(int kind, int32_t variant, int32_t level, const char *part)
{
    tr_error err = {0};
    tr_mesh mesh;
    memset(&mesh, 0x5a, sizeof mesh);
    const tr_mesh before = mesh;
    assert_false(tr_model_make(context, (tr_model_kind)kind, variant, level, &mesh, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    if (!strstr(err.message, part)) fail_msg("'%s' does not say '%s'", err.message, part);
    assert_memory_equal(&mesh, &before, sizeof mesh);
    assert_false(tr_model_make(context, (tr_model_kind)kind, variant, level, &mesh, NULL));
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    expect_refusal(TR_MODEL_COUNT, 0, 0, "15 is not a kind of model");
    expect_refusal(-1, 0, 0, "-1 is not a kind of model");
    expect_refusal(TR_MODEL_BIRCH, 4, 0, "variant 4 of birch; allowed is 0 to 3");
    expect_refusal(TR_MODEL_BIRCH, -1, 0, "variant -1");
    expect_refusal(TR_MODEL_BIRCH, 0, TR_MODEL_LEVELS, "level 3 of birch; allowed is 0 to 2");
    expect_refusal(TR_MODEL_BIRCH, 0, -1, "level -1");
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    for (int kind = 0; kind < TR_MODEL_COUNT; kind++) {
        for (int32_t level = 0; level < 2; level++) {
            const int64_t live = allocator.live_blocks;
            bool done = false;
            for (int64_t fail_at = 0; !done; fail_at++) {
                assert_true(fail_at < 100);
                allocator.fail_at = allocator.allocations + fail_at;
                tr_mesh mesh;
                tr_error err = {0};
                done = tr_model_make(context, (tr_model_kind)kind, 0, level, &mesh, &err);
                allocator.fail_at = -1;
                if (done)
                    tr_mesh_destroy(context, &mesh);
                else
                    assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
                assert_int_equal(allocator.live_blocks, live);
            }
        }
    }
}

TEST_GROUP(model)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(meshes_are_sound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(triangles_face_as_their_normals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stones_have_flat_facets, set_up, tear_down),
        cmocka_unit_test_setup_teardown(they_have_their_size_and_stand_in_the_ground, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levels_have_fewer_triangles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levels_look_alike_from_afar, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_are_the_same_everywhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(variants_differ, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_are_found_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_arguments_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_failing_allocation_is_reported, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
