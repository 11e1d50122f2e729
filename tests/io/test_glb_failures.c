// GLB files that cannot be written: an error that names the file and the mesh, no leak, nothing left behind.
#include "cmocka_test.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "test_context.h"
#include "glb_samples.h"
#include "temp_dir.h"

static const double no_origin[3];
static temp_dir dir;
static test_allocator allocator;
static tr_context *context;
// A good mesh with a texture and two levels that each test spoils.
static tr_mesh levels[2];
static tr_image texture;
static tr_glb_mesh mesh;

static int set_up(void **state)
{
    (void)state;
    dir = temp_dir_make();
    context = test_context_counting(1, &allocator);
    levels[0] = sample_hill(context, 9, TR_MESH_NORMALS | TR_MESH_UVS | TR_MESH_COLORS);
    levels[1] = sample_hill(context, 4, TR_MESH_NORMALS | TR_MESH_UVS | TR_MESH_COLORS);
    texture = sample_texture(context, 24);
    mesh = (tr_glb_mesh){.name = "spoilt", .levels = levels, .level_count = 2, .texture = &texture, .roughness = 1};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) tr_mesh_destroy(context, &levels[i]);
    tr_image_destroy(context, &texture);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    temp_dir_remove(&dir);
    return 0;
}

static void assert_refused(tr_error_code code, const char *part)
{
    const char *path = temp_dir_file(&dir, "a.glb");
    tr_error err;
    assert_false(tr_glb_write(context, path, &mesh, 1, no_origin, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.message, path)) fail_msg("no file in: %s", err.message);
    if (!strstr(err.message, part)) fail_msg("no '%s' in: %s", part, err.message);
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

static void the_good_mesh_is_written(void **state)
{
    (void)state;
    tr_error err;
    assert_true(tr_glb_write(context, temp_dir_file(&dir, "a.glb"), &mesh, 1, no_origin, &err));
}

static void no_meshes_are_refused(void **state)
{
    (void)state;
    tr_error err;
    const char *path = temp_dir_file(&dir, "a.glb");
    assert_false(tr_glb_write(context, path, &mesh, 0, no_origin, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_glb_write(context, path, NULL, 1, no_origin, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

static void bad_levels_are_refused(void **state)
{
    (void)state;
    mesh.level_count = 0;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "mesh 'spoilt' has 0 levels");
    mesh.level_count = 1;
    mesh.levels = NULL;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "mesh 'spoilt'");
}

static void empty_meshes_are_refused(void **state)
{
    (void)state;
    const tr_mesh good = levels[1];
    levels[1].vertex_count = 0;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "mesh 'spoilt', level 1 has no vertices");
    levels[1] = good;
    levels[1].index_count = 0;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "0 indices");
    levels[1].index_count = 4;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "4 indices");
    levels[1] = good;
}

static void indices_out_of_range_are_refused(void **state)
{
    (void)state;
    levels[1].indices[7] = 16;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "index 16 of triangle 2 is out of range; there are 16 vertices");
    levels[1].indices[7] = UINT32_MAX;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "mesh 'spoilt', level 1");
}

static void numbers_that_are_not_finite_are_refused(void **state)
{
    (void)state;
    levels[1].uvs[31] = NAN;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "level 1: vertex 15 has a uv that is not finite");
    levels[1].normals[4] = -INFINITY;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "level 1: vertex 1 has a normal without a direction");
    levels[0].positions[3 * 80 + 1] = NAN;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "level 0: vertex 80 has a position that is not finite");
    levels[0].origin[2] = NAN;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "the origin of mesh 'spoilt', level 0 is not finite");
}

static void normals_of_no_length_are_refused(void **state)
{
    (void)state;
    memset(levels[0].normals + 3 * 5, 0, 12);
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "vertex 5 has a normal without a direction");
}

static void bad_materials_are_refused(void **state)
{
    (void)state;
    mesh.roughness = 1.5f;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "mesh 'spoilt' has a roughness of 1.5");
    mesh.roughness = NAN;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "roughness");
    mesh.roughness = 0;
    float *uvs = levels[1].uvs;
    levels[1].uvs = NULL;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "mesh 'spoilt', level 1 has a texture but no uvs");
    levels[1].uvs = uvs;
    texture.channels = 1;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "its texture has 1 channels of 8 bits");
    texture.channels = 3;
    texture.row_bytes = 3;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "rows of the image");
}

// The arrays are never looked at: there are no such arrays.
static void files_beyond_four_gigabytes_are_refused(void **state)
{
    (void)state;
    const tr_mesh good = levels[1];
    levels[1].vertex_count = (size_t)1 << 27;
    assert_refused(TR_ERROR_TOO_LARGE, "GiB");
    levels[1].vertex_count = SIZE_MAX / 2;
    assert_refused(TR_ERROR_TOO_LARGE, "mesh 'spoilt', level 1");
    levels[1] = good;
    levels[1].index_count = 3 * ((size_t)1 << 30);
    assert_refused(TR_ERROR_TOO_LARGE, "GiB");
    levels[1] = good;
}

static void unwritable_places_are_named(void **state)
{
    (void)state;
    tr_error err;
    const char *missing = temp_dir_file(&dir, "missing/a.glb");
    assert_false(tr_glb_write(context, missing, &mesh, 1, no_origin, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_OPEN);
    assert_non_null(strstr(err.message, missing));
    assert_false(tr_glb_write(context, "/dev/full", &mesh, 1, no_origin, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_WRITE);
}

// A limit on the size of files stops a write at any place, as a full disk does.
static void a_write_that_stops_keeps_the_old_file(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "a.glb");
    assert_true(write_whole_file(path, "old", 3));
    // Larger than the buffer of the stream, so that writes fail in the middle as well as at the end.
    tr_mesh large = sample_hill(context, 64, 7);
    const tr_glb_mesh meshes[2] = {mesh, {.name = "large", .levels = &large, .level_count = 1}};
    struct rlimit old_limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    signal(SIGXFSZ, SIG_IGN);
    const size_t whole = 64 * 64 * 36;
    for (size_t size = 0; size < whole; size += 7001) {
        const struct rlimit limit = {.rlim_cur = size, .rlim_max = old_limit.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        tr_error err;
        const bool written = tr_glb_write(context, path, meshes, 2, no_origin, &err);
        setrlimit(RLIMIT_FSIZE, &old_limit);
        assert_false(written);
        assert_int_equal(err.code, TR_ERROR_FILE_WRITE);
        unsigned char contents[8];
        assert_int_equal(read_whole_file(path, contents, sizeof contents), 3);
        assert_int_equal(temp_dir_entry_count(dir.path), 1);
    }
    tr_mesh_destroy(context, &large);
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "a.glb");
    bool written = false;
    for (int allowed = 0; !written; allowed++) {
        assert_in_range(allowed, 0, 1000);
        const int64_t live = allocator.live_blocks;
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + allowed;
        written = tr_glb_write(context, path, &mesh, 1, no_origin, &err);
        allocator.fail_at = -1;
        assert_int_equal(allocator.live_blocks, live);
        if (!written) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(temp_dir_entry_count(dir.path), written ? 1 : 0);
    }
}

TEST_GROUP(glb_failures)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_good_mesh_is_written),
        TEST(no_meshes_are_refused),
        TEST(bad_levels_are_refused),
        TEST(empty_meshes_are_refused),
        TEST(indices_out_of_range_are_refused),
        TEST(numbers_that_are_not_finite_are_refused),
        TEST(normals_of_no_length_are_refused),
        TEST(bad_materials_are_refused),
        TEST(files_beyond_four_gigabytes_are_refused),
        TEST(unwritable_places_are_named),
        TEST(a_write_that_stops_keeps_the_old_file),
        TEST(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
