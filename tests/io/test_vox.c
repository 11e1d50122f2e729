// MagicaVoxel scenes, byte by byte.
#include <stdlib.h>
#include <string.h>

#include "block_samples.h"
#include "counting_directory.h"

static uint32_t word_at(const unsigned char *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

typedef struct scene {
    int models, nodes;
    uint64_t voxels;
    bool palette;
} scene;

// Walks the chunks of a file, which must fill it exactly.
static scene read_scene(const unsigned char *bytes, size_t size)
{
    scene found = {0};
    assert_memory_equal(bytes, "VOX ", 4);
    assert_int_equal(word_at(bytes + 4), 150);
    assert_memory_equal(bytes + 8, "MAIN", 4);
    assert_int_equal(word_at(bytes + 12), 0);
    assert_int_equal(word_at(bytes + 16), size - 20);
    size_t at = 20;
    while (at < size) {
        assert_true(at + 12 <= size);
        const unsigned char *chunk = bytes + at;
        const size_t content = word_at(chunk + 4);
        assert_int_equal(word_at(chunk + 8), 0);
        if (memcmp(chunk, "SIZE", 4) == 0) {
            found.models++;
            for (int axis = 0; axis < 3; axis++) assert_in_range(word_at(chunk + 12 + 4 * axis), 1, 256);
        } else if (memcmp(chunk, "XYZI", 4) == 0) {
            assert_int_equal(content, 4 + 4 * word_at(chunk + 12));
            found.voxels += word_at(chunk + 12);
        } else if (memcmp(chunk, "RGBA", 4) == 0) {
            assert_int_equal(content, 1024);
            assert_memory_equal(chunk + 12 + 4 * (TR_BLOCK_STONE - 1), "\x85\x82\x7d\xff", 4);
            found.palette = true;
        } else {
            found.nodes++;
        }
        at += 12 + content;
    }
    assert_int_equal(at, size);
    return found;
}

static uint64_t count_blocks(const tr_voxel_box *box)
{
    uint64_t count = 0;
    for (int64_t y = 0; y < box->size[1] * 32; y++)
        for (int64_t z = 0; z < box->size[2] * 32; z++)
            for (int64_t x = 0; x < box->size[0] * 32; x++)
                count +=
                    block_samples_at(box->low.x * 32 + x, box->low.y * 32 + y, box->low.z * 32 + z) != TR_BLOCK_AIR;
    return count;
}

static void check(const tr_voxel_box *box, int models)
{
    const tr_voxel_source source = block_samples_source(context, NULL);
    const char *path = temp_dir_file(&dir, "a.vox");
    tr_blocks_report report;
    assert_true(tr_vox_write(&source, path, box, NULL, &report, NULL));
    const size_t capacity = (size_t)report.bytes + 1;
    unsigned char *bytes = malloc(capacity);
    assert_non_null(bytes);
    assert_int_equal(read_whole_file(path, bytes, capacity), report.bytes);
    const scene found = read_scene(bytes, (size_t)report.bytes);
    free(bytes);
    assert_int_equal(found.models, models);
    assert_int_equal(found.nodes, 2 + 2 * models);
    assert_true(found.palette);
    assert_int_equal(found.voxels, report.blocks);
    assert_int_equal(found.voxels, count_blocks(box));
    assert_int_equal(report.files, 1);
    assert_int_equal(report.cut_above + report.cut_below, 0);
}

static void scenes_hold_every_block(void **state)
{
    (void)state;
    check(&(tr_voxel_box){.low = {0, 1, -1}, .size = {1, 1, 1}}, 1);
    check(&(tr_voxel_box){.low = {-4, 1, 3}, .size = {9, 1, 1}}, 2);
}

static void a_scene_of_air_is_refused(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    const tr_voxel_box box = {.low = {0, 20, 0}, .size = {1, 1, 1}};
    tr_error err;
    assert_false(tr_vox_write(&source, temp_dir_file(&dir, "a.vox"), &box, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(err.message, "nothing but air"));
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

static void too_large_a_scene_is_refused(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    const tr_voxel_box box = {.size = {1, 1, 63}};
    tr_error err;
    assert_false(tr_vox_write(&source, temp_dir_file(&dir, "a.vox"), &box, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

TEST_GROUP(vox)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(scenes_hold_every_block, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(a_scene_of_air_is_refused, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(too_large_a_scene_is_refused, set_up_directory, tear_down_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
