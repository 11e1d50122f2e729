// Copies of meshes in GLB files: as EXT_mesh_gpu_instancing and as plain nodes, read back; what is refused; nothing is
// left behind.
#include "counting_directory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "glb_reader.h"
#include "glb_samples.h"

// More than one batch of the writer, and not a multiple.
enum { COUNT = 2500 };
static double positions_m[3 * COUNT];
static float rotations[4 * COUNT], scales[COUNT];
// A good scene that each test changes: a ground that stands once, a mesh of two levels with copies, and one that stands
// once, too.
static tr_mesh hills[4];
static tr_glb_mesh meshes[3];
static tr_glb_instances instances[2];
static tr_glb_scene scene;

static int set_up_scene(void **state)
{
    set_up_directory(state);
    sample_poses(COUNT, positions_m, rotations, scales);
    for (int i = 0; i < 4; i++) hills[i] = sample_hill(context, 3 + i, TR_MESH_NORMALS | TR_MESH_COLORS);
    meshes[0] = (tr_glb_mesh){.name = "ground", .levels = &hills[3], .level_count = 1, .roughness = 1};
    meshes[1] = (tr_glb_mesh){.name = "tree", .levels = &hills[0], .level_count = 2, .roughness = 1};
    meshes[2] = (tr_glb_mesh){.name = "house", .levels = &hills[2], .level_count = 1, .roughness = 1};
    instances[0] = (tr_glb_instances){.name = "forest",
                                      .mesh = 1,
                                      .positions_m = positions_m,
                                      .rotations = rotations,
                                      .scales = scales,
                                      .count = COUNT};
    instances[1] = (tr_glb_instances){.mesh = 1, .positions_m = positions_m, .count = 1};
    scene = (tr_glb_scene){
        .meshes = meshes, .mesh_count = 3, .instances = instances, .instance_count = 2, .origin = {1000, -5, 0.125}};
    return 0;
}

static int tear_down_scene(void **state)
{
    for (int i = 0; i < 4; i++) tr_mesh_destroy(context, &hills[i]);
    return tear_down_directory(state);
}

static glb_file write_and_read(void)
{
    const char *path = temp_dir_file(&dir, "a.glb");
    tr_error err = {0};
    if (!tr_glb_scene_write(context, path, &scene, &err)) fail_msg("%s", err.message);
    assert_int_equal(temp_dir_entry_count(dir.path), 1);
    return glb_read(context, path);
}

static int accessor_of(const glb_file *file, int node, const char *attribute)
{
    char path[120];
    snprintf(path, sizeof path, "nodes/%d/extensions/EXT_mesh_gpu_instancing/attributes/%s", node, attribute);
    return glb_find(file, path) ? (int)glb_number(file, path) : -1;
}

static void extensions_are_named(void **state)
{
    (void)state;
    glb_file file = write_and_read();
    assert_int_equal(glb_count(&file, "extensionsUsed"), 2);
    assert_string_equal(glb_text(&file, "extensionsUsed/0"), "MSFT_lod");
    assert_string_equal(glb_text(&file, "extensionsUsed/1"), "EXT_mesh_gpu_instancing");
    assert_int_equal(glb_count(&file, "extensionsRequired"), 1);
    assert_string_equal(glb_text(&file, "extensionsRequired/0"), "EXT_mesh_gpu_instancing");
    glb_close(&file);
    scene.instance_count = 0;
    file = write_and_read();
    assert_int_equal(glb_count(&file, "extensionsUsed"), 1);
    assert_null(glb_find(&file, "extensionsRequired"));
    glb_close(&file);
}

// Nodes: ground, house, two levels of the forest, two levels of the single copy.
static void copied_meshes_do_not_stand_by_themselves(void **state)
{
    (void)state;
    glb_file file = write_and_read();
    assert_int_equal(glb_count(&file, "scenes/0/nodes"), 4);
    assert_int_equal(glb_number(&file, "scenes/0/nodes/1"), 1);
    assert_int_equal(glb_number(&file, "scenes/0/nodes/2"), 2);
    assert_int_equal(glb_number(&file, "scenes/0/nodes/3"), 4);
    assert_int_equal(glb_count(&file, "nodes"), 6);
    assert_int_equal(glb_count(&file, "meshes"), 4);
    assert_string_equal(glb_text(&file, "nodes/1/name"), "house");
    assert_int_equal(glb_number(&file, "nodes/1/mesh"), 3);
    assert_true(glb_number(&file, "nodes/1/translation/0") == -1000);
    assert_string_equal(glb_text(&file, "nodes/2/name"), "forest");
    assert_int_equal(glb_number(&file, "nodes/2/mesh"), 1);
    assert_null(glb_find(&file, "nodes/2/translation"));
    assert_int_equal(glb_number(&file, "nodes/2/extensions/MSFT_lod/ids/0"), 3);
    assert_int_equal(glb_number(&file, "nodes/3/mesh"), 2);
    assert_int_equal(accessor_of(&file, 3, "TRANSLATION"), accessor_of(&file, 2, "TRANSLATION"));
    assert_string_equal(glb_text(&file, "nodes/4/name"), "copies 1");
    glb_close(&file);
}

static void assert_pose(const float *translation, const float *rotation, const float *scale, int i)
{
    for (int axis = 0; axis < 3; axis++) {
        assert_true(translation[axis] == (float)(positions_m[3 * i + axis] - scene.origin[axis]));
        assert_true(scale[axis] == scales[i]);
    }
    for (int k = 0; k < 4; k++) assert_true(fabs((double)rotation[k] - (double)rotations[4 * i + k]) < 2e-7);
}

static void copies_come_back(void **state)
{
    (void)state;
    glb_file file = write_and_read();
    size_t counts[3];
    const float *translation = glb_accessor(&file, accessor_of(&file, 2, "TRANSLATION"), 12, &counts[0]);
    const float *rotation = glb_accessor(&file, accessor_of(&file, 2, "ROTATION"), 16, &counts[1]);
    const float *scale = glb_accessor(&file, accessor_of(&file, 2, "SCALE"), 12, &counts[2]);
    for (int i = 0; i < 3; i++) assert_int_equal(counts[i], COUNT);
    for (int i = 0; i < COUNT; i++) assert_pose(translation + 3 * i, rotation + 4 * i, scale + 3 * i, i);
    // What is not given is not written.
    assert_int_equal(accessor_of(&file, 4, "ROTATION"), -1);
    assert_int_equal(accessor_of(&file, 4, "SCALE"), -1);
    glb_accessor(&file, accessor_of(&file, 4, "TRANSLATION"), 12, &counts[0]);
    assert_int_equal(counts[0], 1);
    glb_close(&file);
}

static void read_floats(const glb_file *file, int node, const char *key, int count, float *out)
{
    for (int i = 0; i < count; i++) {
        char path[64];
        snprintf(path, sizeof path, "nodes/%d/%s/%d", node, key, i);
        out[i] = (float)glb_number(file, path);
    }
}

// Nodes: ground, house, the forest with two for each copy, the single copy's holder and its two.
static void plain_nodes_hold_the_same(void **state)
{
    (void)state;
    enum { FEW = 60 };
    scene.plain_nodes = true;
    instances[0].count = FEW;
    glb_file file = write_and_read();
    assert_int_equal(glb_count(&file, "extensionsUsed"), 1);
    assert_null(glb_find(&file, "extensionsRequired"));
    assert_int_equal(glb_count(&file, "nodes"), 2 + 1 + 2 * FEW + 1 + 2);
    assert_int_equal(glb_count(&file, "scenes/0/nodes"), 4);
    assert_int_equal(glb_number(&file, "scenes/0/nodes/3"), 3 + 2 * FEW);
    assert_string_equal(glb_text(&file, "nodes/2/name"), "forest");
    assert_int_equal(glb_count(&file, "nodes/2/children"), FEW);
    for (int i = 0; i < FEW; i++) {
        char path[64];
        snprintf(path, sizeof path, "nodes/2/children/%d", i);
        const int node = (int)glb_number(&file, path);
        assert_int_equal(node, 3 + 2 * i);
        float translation[3], rotation[4], scale[3];
        for (int level = 0; level < 2; level++) {
            snprintf(path, sizeof path, "nodes/%d/mesh", node + level);
            assert_int_equal(glb_number(&file, path), 1 + level);
            read_floats(&file, node + level, "translation", 3, translation);
            read_floats(&file, node + level, "rotation", 4, rotation);
            read_floats(&file, node + level, "scale", 3, scale);
            assert_pose(translation, rotation, scale, i);
        }
        snprintf(path, sizeof path, "nodes/%d/extensions/MSFT_lod/ids/0", node);
        assert_int_equal(glb_number(&file, path), node + 1);
    }
    glb_close(&file);
}

static void quaternions_are_written_with_unit_length(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * COUNT; i++) rotations[i] *= 1.0003f;
    glb_file file = write_and_read();
    size_t count;
    const float *rotation = glb_accessor(&file, accessor_of(&file, 2, "ROTATION"), 16, &count);
    for (size_t i = 0; i < count; i++) {
        double square = 0;
        for (int k = 0; k < 4; k++) square += (double)rotation[4 * i + (size_t)k] * (double)rotation[4 * i + (size_t)k];
        assert_true(fabs(square - 1) < 1e-6);
    }
    glb_close(&file);
}

static void the_same_scene_gives_the_same_bytes(void **state)
{
    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        uint64_t hashes[2];
        scene.plain_nodes = plain;
        for (int run = 0; run < 2; run++) {
            glb_file file = write_and_read();
            hashes[run] = tr_hash_bytes(file.bytes, file.size, 0);
            glb_close(&file);
        }
        assert_true(hashes[0] == hashes[1]);
    }
}

static void copies_cost_no_memory(void **state)
{
    (void)state;
    const uint64_t before = tr_context_memory(context).peak_bytes;
    assert_true(tr_glb_scene_write(context, temp_dir_file(&dir, "a.glb"), &scene, NULL));
    assert_in_range(tr_context_memory(context).peak_bytes - before, 1, 32 * 1024);
}

static void assert_refused(tr_error_code code, const char *part)
{
    const char *path = temp_dir_file(&dir, "a.glb");
    tr_error err = {0};
    assert_false(tr_glb_scene_write(context, path, &scene, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.message, path)) fail_msg("no file in: %s", err.message);
    if (!strstr(err.message, part)) fail_msg("no '%s' in: %s", part, err.message);
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

static void bad_lists_are_refused(void **state)
{
    (void)state;
    instances[1].mesh = 3;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "copies 1 are of mesh 3; the scene has meshes 0 to 2");
    instances[1].mesh = -1;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "mesh -1");
    instances[1].mesh = 0;
    instances[0].count = 0;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "copies 'forest': there is none");
    instances[0].count = COUNT;
    instances[0].positions_m = NULL;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "copies 'forest': there is none");
    scene.instance_count = -1;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "-1 lists");
    scene.instance_count = 2;
    scene.instances = NULL;
    assert_refused(TR_ERROR_INVALID_ARGUMENT, "2 lists");
}

static void bad_poses_are_refused(void **state)
{
    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        scene.plain_nodes = plain;
        positions_m[3 * 7 + 2] = NAN;
        assert_refused(TR_ERROR_INVALID_ARGUMENT, "copies 'forest': copy 7 has a position that is not finite");
        positions_m[3 * 7 + 2] = 1e39;
        assert_refused(TR_ERROR_INVALID_ARGUMENT, "copy 7 has a position");
        positions_m[3 * 7 + 2] = 0;
        rotations[4 * 9] += 0.2f;
        assert_refused(TR_ERROR_INVALID_ARGUMENT, "copy 9 is turned by (");
        rotations[4 * 9] = NAN;
        assert_refused(TR_ERROR_INVALID_ARGUMENT, "a quaternion must have length 1");
        memset(rotations + 4 * 9, 0, 16);
        assert_refused(TR_ERROR_INVALID_ARGUMENT, "copy 9 is turned by (0, 0, 0, 0)");
        rotations[4 * 9] = 1;
        const float bad_scales[] = {0, -1, NAN, INFINITY};
        for (int i = 0; i < 4; i++) {
            scales[11] = bad_scales[i];
            assert_refused(TR_ERROR_INVALID_ARGUMENT, "copy 11 has a scale of");
        }
        scales[11] = 1;
    }
}

// The arrays are never looked at: there are no such arrays.
static void files_beyond_four_gigabytes_are_refused(void **state)
{
    (void)state;
    instances[0].count = (size_t)1 << 27;
    assert_refused(TR_ERROR_TOO_LARGE, "GiB");
    instances[0].count = (size_t)1 << 40;
    assert_refused(TR_ERROR_TOO_LARGE, "copies 'forest': there are 1099511627776");
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    instances[0].count = 20;
    for (int plain = 0; plain < 2; plain++) {
        const char *path = temp_dir_file(&dir, plain ? "plain.glb" : "a.glb");
        const int before = temp_dir_entry_count(dir.path);
        scene.plain_nodes = plain;
        bool written = false;
        for (int allowed = 0; !written; allowed++) {
            assert_in_range(allowed, 0, 1000);
            const int64_t live = allocator.live_blocks;
            tr_error err = {0};
            allocator.fail_at = allocator.allocations + allowed;
            written = tr_glb_scene_write(context, path, &scene, &err);
            allocator.fail_at = -1;
            assert_int_equal(allocator.live_blocks, live);
            if (!written) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
            assert_int_equal(temp_dir_entry_count(dir.path), before + (written ? 1 : 0));
        }
    }
}

TEST_GROUP(glb_instances)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_scene, tear_down_scene)
    const struct CMUnitTest tests[] = {
        TEST(extensions_are_named),
        TEST(copied_meshes_do_not_stand_by_themselves),
        TEST(copies_come_back),
        TEST(plain_nodes_hold_the_same),
        TEST(quaternions_are_written_with_unit_length),
        TEST(the_same_scene_gives_the_same_bytes),
        TEST(copies_cost_no_memory),
        TEST(bad_lists_are_refused),
        TEST(bad_poses_are_refused),
        TEST(files_beyond_four_gigabytes_are_refused),
        TEST(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
