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

static tr_blocks_report write_world(const tr_voxel_box *box, int32_t lower)
{
    const tr_voxel_source source = block_samples_source(context, NULL);
    tr_anvil_def def = tr_default_anvil_def();
    def.lower = lower;
    tr_blocks_report report;
    tr_error err;
    assert_true(tr_anvil_write(&source, temp_dir_file(&dir, "world"), box, &def, &report, NULL, &err));
    return report;
}

static void regions_hold_whole_chunks(void **state)
{
    (void)state;
    const tr_blocks_report report = write_world(&(tr_voxel_box){.low = {-1, 0, 15}, .size = {2, 2, 2}}, 0);
    assert_int_equal(report.files, 5);
    assert_int_equal(report.left_out, 0);
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
    assert_int_equal(report.left_out, (32 + 3) * TR_VOXEL_LAYER);
    assert_int_equal(report.blocks + report.left_out, 2 * TR_VOXEL_COUNT);
}

static void a_world_that_is_there_is_kept(void **state)
{
    (void)state;
    const tr_voxel_box box = {.size = {1, 1, 1}};
    write_world(&box, 0);
    const tr_voxel_source source = block_samples_source(context, NULL);
    const tr_anvil_def def = tr_default_anvil_def();
    tr_error err;
    assert_false(tr_anvil_write(&source, temp_dir_file(&dir, "world"), &box, &def, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_OPEN);
    assert_non_null(strstr(err.message, "holds a world already"));
}

static void what_lies_beyond_the_format_is_refused(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    const tr_anvil_def def = tr_default_anvil_def();
    const tr_voxel_box box = {.low = {1 << 20, 0, 0}, .size = {1, 1, 1}};
    tr_error err;
    assert_false(tr_anvil_write(&source, temp_dir_file(&dir, "world"), &box, &def, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(regions_hold_whole_chunks, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(what_is_too_low_or_too_high_is_counted, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(a_world_that_is_there_is_kept, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(what_lies_beyond_the_format_is_refused, set_up_directory, tear_down_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
