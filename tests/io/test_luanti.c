// Luanti maps: rows of the database and bytes of map blocks. Servers read them in tests/validators.
#include <sqlite3.h>
#include <string.h>
#include <zstd.h>

#include "block_samples.h"
#include "counting_directory.h"
#include "io/luanti_block.h"
#include "io/luanti_nodes.h"

enum { SIDE = TR_LUANTI_SIDE };

static unsigned number(const unsigned char *bytes)
{
    return (unsigned)bytes[0] << 8 | bytes[1];
}

// Compares a map block with the world; it lies at bx, by, bz of the map.
static void check_block(const unsigned char *data, size_t size, int64_t bx, int64_t by, int64_t bz)
{
    static unsigned char contents[1 << 16];
    const char *names[256] = {NULL};
    size_t lengths[256];
    assert_int_equal(data[0], 29);
    const size_t got = ZSTD_decompress(contents, sizeof contents, data + 1, size - 1);
    assert_false(ZSTD_isError(got));
    assert_int_equal(contents[0], 0);
    const unsigned count = number(contents + 8);
    const unsigned char *next = contents + 10;
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(number(next), i);
        lengths[i] = number(next + 2);
        names[i] = (const char *)next + 4;
        next += 4 + lengths[i];
    }
    assert_int_equal(next[0], 2);
    assert_int_equal(next[1], 2);
    next += 2;
    for (int i = 0; i < TR_LUANTI_COUNT; i++) {
        const int64_t x = bx * SIDE + i % SIDE, y = by * SIDE + i / SIDE % SIDE, z = bz * SIDE + i / SIDE / SIDE;
        const tr_block block = block_samples_at(x, y, -1 - z);
        const char *name = tr_luanti_node(block);
        const unsigned id = number(next + 2 * i);
        assert_true(id < count && lengths[id] == strlen(name) && memcmp(names[id], name, lengths[id]) == 0);
        assert_int_equal(next[3 * TR_LUANTI_COUNT + i], block >> TR_BLOCK_LEVEL_SHIFT);
    }
    static const unsigned char end[] = {0, 0, 0, 0, 10, 0, 0};
    assert_int_equal((size_t)(next - contents) + 4 * TR_LUANTI_COUNT + sizeof end, got);
    assert_memory_equal(next + 4 * TR_LUANTI_COUNT, end, sizeof end);
}

static void maps_have_every_node(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    const tr_voxel_box box = {.low = {-1, 0, 1}, .size = {2, 2, 1}};
    const char *path = temp_dir_file(&dir, "map.sqlite");
    tr_blocks_report report;
    assert_true(tr_luanti_write(&source, path, &box, NULL, &report, NULL));
    assert_int_equal(temp_dir_entry_count(dir.path), 1);
    sqlite3 *database;
    sqlite3_stmt *rows;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, "SELECT pos, data FROM blocks", -1, &rows, NULL), SQLITE_OK);
    int count = 0;
    for (; sqlite3_step(rows) == SQLITE_ROW; count++) {
        // The inverse of the key, as the server has it.
        int64_t key = sqlite3_column_int64(rows, 0), places[3];
        for (int axis = 0; axis < 3; axis++) {
            places[axis] = ((key + 2048) & 4095) - 2048;
            key = (key - places[axis]) / 4096;
        }
        assert_in_range(places[0] + 2, 0, 3);
        assert_in_range(places[1], 0, 3);
        assert_in_range(places[2] + 4, 0, 1);
        check_block(sqlite3_column_blob(rows, 1), (size_t)sqlite3_column_bytes(rows, 1), places[0], places[1],
                    places[2]);
    }
    assert_int_equal(count, 8 * 4);
    sqlite3_finalize(rows);
    sqlite3_close(database);
    assert_true(report.blocks > 0 && report.bytes > 0);
}

static void what_lies_beyond_the_map_is_refused(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    const tr_voxel_box box = {.low = {0, 0, 966}, .size = {1, 1, 1}};
    tr_error err;
    assert_false(tr_luanti_write(&source, temp_dir_file(&dir, "map.sqlite"), &box, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

static void worlds_are_folders_that_are_kept(void **state)
{
    (void)state;
    const tr_voxel_source source = block_samples_source(context, NULL);
    const tr_voxel_box box = {.size = {1, 1, 1}}, sky = {.low = {0, 8, 0}, .size = {1, 1, 1}};
    tr_luanti_def def = tr_default_luanti_def();
    def.directory = temp_dir_file(&dir, "world");
    tr_blocks_report report;
    tr_error err;
    assert_false(tr_luanti_world_write(&source, &sky, &def, NULL, NULL, &err));
    assert_non_null(strstr(err.message, "nothing but air"));
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
    assert_true(tr_luanti_world_write(&source, &box, &def, NULL, &report, NULL));
    assert_int_equal(report.files, 5);
    assert_int_equal(temp_dir_entry_count(def.directory), 4);
    assert_false(tr_luanti_world_write(&source, &box, &def, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_OPEN);
    assert_non_null(strstr(err.message, "holds a world already"));
    assert_int_equal(temp_dir_entry_count(def.directory), 4);
    def.name = "two\nlines";
    assert_false(tr_luanti_world_write(&source, &box, &def, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
}

TEST_GROUP(luanti)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(maps_have_every_node, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(what_lies_beyond_the_map_is_refused, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(worlds_are_folders_that_are_kept, set_up_directory, tear_down_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
