// Minecraft worlds: regions, sectors, limits. What is in the chunks is checked by their readers (tests/validators).
#include <stdio.h>
#include <string.h>

#include "block_samples.h"
#include "counting_directory.h"

enum { SECTOR = 4096 };

static uint32_t big(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static unsigned char bytes[1 << 22];

static long read_region(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/world/region/%s", dir.path, name);
    return read_whole_file(path, bytes, sizeof bytes);
}

// Chunks of a region, whose sectors must lie within the file and not overlap.
static int count_chunks(const char *name)
{
    const long size = read_region(name);
    assert_true(size >= 2 * SECTOR && size % SECTOR == 0);
    unsigned char used[1024] = {1, 1};
    int count = 0;
    for (int i = 0; i < 1024; i++) {
        const uint32_t location = big(bytes + 4 * i);
        if (!location) continue;
        count++;
        const uint32_t first = location >> 8, sectors = location & 255;
        assert_true((long)(first + sectors) * SECTOR <= size);
        for (uint32_t k = first; k < first + sectors; k++) assert_int_equal(used[k]++, 0);
        const uint32_t length = big(bytes + first * SECTOR);
        assert_in_range(length + 4, (sectors - 1) * SECTOR + 1, sectors * SECTOR);
        assert_int_equal(bytes[first * SECTOR + 4], 2);
    }
    return count;
}

static tr_anvil_def world_def(void)
{
    tr_anvil_def def = tr_default_anvil_def();
    def.directory = temp_dir_file(&dir, "world");
    return def;
}

static tr_blocks_report write_world(const tr_voxel_box *box, int32_t lower)
{
    const tr_voxel_source source = block_samples_source(context, NULL);
    tr_anvil_def def = world_def();
    def.lower = lower;
    tr_blocks_report report;
    tr_error err;
    assert_true(tr_anvil_write(&source, box, &def, NULL, &report, &err));
    return report;
}

static void regions_hold_whole_chunks(void **state)
{
    (void)state;
    const tr_blocks_report report = write_world(&(tr_voxel_box){.low = {-1, 0, 15}, .size = {2, 2, 2}}, 0);
    assert_int_equal(report.files, 5);
    assert_int_equal(report.cut_above + report.cut_below, 0);
    assert_int_equal(count_chunks("r.-1.0.mca"), 4);
    assert_int_equal(count_chunks("r.0.0.mca"), 4);
    assert_int_equal(count_chunks("r.-1.1.mca"), 4);
    assert_int_equal(count_chunks("r.0.1.mca"), 4);
}

static void what_is_too_low_or_too_high_is_counted(void **state)
{
    (void)state;
    // Of the chunk at y -96 .. -65 nothing fits; three blocks lower, three layers of stone of the next do not either.
    const tr_voxel_box box = {.low = {0, -3, 0}, .size = {1, 2, 1}};
    const tr_blocks_report report = write_world(&box, 3);
    assert_int_equal(report.cut_below, (32 + 3) * TR_VOXEL_LAYER);
    assert_int_equal(report.cut_above, 0);
    assert_int_equal(report.blocks + report.cut_below, 2 * TR_VOXEL_COUNT);
    temp_dir_remove(&dir);
    dir = temp_dir_make();
    // Moved up by 410, the topmost two of its layers do not fit.
    const tr_blocks_report up = write_world(&box, -(320 + 34));
    assert_int_equal(up.cut_above, 2 * TR_VOXEL_LAYER);
    assert_int_equal(up.cut_below, 0);
}

static void heights_of_a_data_pack_hold_more(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    const tr_voxel_box box = {.low = {0, -13, 0}, .size = {1, 15, 1}};
    tr_anvil_def def = world_def();
    tr_blocks_report report;
    assert_true(tr_anvil_write(&source, &box, &def, NULL, &report, NULL));
    assert_int_equal(report.files, 2);
    assert_int_equal(report.cut_below, (13 * 32 - 64) * TR_VOXEL_LAYER);
    assert_int_equal(temp_dir_entry_count(def.directory), 2);
    temp_dir_remove(&dir);
    dir = temp_dir_make();
    def = world_def();
    def.min_y = -416;
    def.height = 496;
    tr_blocks_report tall;
    assert_true(tr_anvil_write(&source, &box, &def, NULL, &tall, NULL));
    assert_int_equal(tall.files, 4);
    assert_int_equal(tall.cut_below + tall.cut_above, 0);
    assert_int_equal(tall.blocks, report.blocks + report.cut_below);
    char path[512], text[4096];
    snprintf(path, sizeof path, "%s/datapacks/terrane/data/minecraft/dimension_type/overworld.json", def.directory);
    const long size = read_whole_file(path, (unsigned char *)text, sizeof text - 1);
    assert_true(size > 0);
    text[size] = '\0';
    assert_non_null(strstr(text, "\"min_y\": -416,"));
    assert_non_null(strstr(text, "\"height\": 496,"));
    assert_non_null(strstr(text, "\"logical_height\": 496,"));
}

static void heights_that_no_game_has_are_refused(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    const tr_voxel_box box = {.size = {1, 1, 1}};
    static const int32_t heights[][2] = {{-63, 384}, {-64, 385}, {-64, 0}, {-2048, 384}, {1664, 384}, {-2032, 4080}};
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        tr_anvil_def def = world_def();
        def.min_y = heights[i][0];
        def.height = heights[i][1];
        tr_error err;
        assert_false(tr_anvil_write(&source, &box, &def, NULL, NULL, &err));
        assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(err.message, "allowed are multiples of 16 within -2032 .. 2031"));
        assert_int_equal(temp_dir_entry_count(dir.path), 0);
    }
}

static void a_world_of_which_nothing_is_left_is_refused(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    const struct {
        tr_voxel_box box;
        int32_t lower;
        const char *message;
    } cases[] = {{{.size = {1, 1, 1}}, 500, ": 0 blocks lie above the heights of the file and "},
                 {{.size = {1, 1, 1}}, -320, " blocks lie above the heights of the file and 0 below"},
                 {{.low = {0, 8, 0}, .size = {1, 1, 1}}, 0, "nothing but air"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_anvil_def def = world_def();
        def.lower = cases[i].lower;
        tr_error err;
        assert_false(tr_anvil_write(&source, &cases[i].box, &def, NULL, NULL, &err));
        assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(err.message, cases[i].message));
        assert_int_equal(temp_dir_entry_count(dir.path), 0);
    }
}

static void a_world_that_is_there_is_kept(void **state)
{
    (void)state;
    const tr_voxel_box box = {.size = {1, 1, 1}};
    write_world(&box, 0);
    const tr_voxel_source source = block_samples_source(context, NULL);
    tr_anvil_def def = tr_default_anvil_def();
    def.directory = temp_dir_file(&dir, "world");
    tr_error err;
    assert_false(tr_anvil_write(&source, &box, &def, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_OPEN);
    assert_non_null(strstr(err.message, "holds a world already"));
}

static void what_lies_beyond_the_format_is_refused(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    tr_anvil_def def = tr_default_anvil_def();
    def.directory = temp_dir_file(&dir, "world");
    const tr_voxel_box box = {.low = {1 << 20, 0, 0}, .size = {1, 1, 1}};
    tr_error err;
    assert_false(tr_anvil_write(&source, &box, &def, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

TEST_GROUP(anvil)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(regions_hold_whole_chunks, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(what_is_too_low_or_too_high_is_counted, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(heights_of_a_data_pack_hold_more, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(heights_that_no_game_has_are_refused, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(a_world_of_which_nothing_is_left_is_refused, set_up_directory,
                                        tear_down_directory),
        cmocka_unit_test_setup_teardown(a_world_that_is_there_is_kept, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(what_lies_beyond_the_format_is_refused, set_up_directory, tear_down_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
