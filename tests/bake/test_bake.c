// Bakes inside one process: cancelled and taken up again, two at once, and memory that ends.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "cmocka_test.h"
#include "temp_dir.h"
#include "terrane/bake.h"
#include "test_context.h"
#include "test_effort.h"

static temp_dir dir;
static test_allocator allocator;
static tr_context *context;
static tr_world *world;

static int set_up(void **state)
{
    (void)state;
    tr_world_def def = tr_default_world_def();
    def.seed = 3;
    def.terrain.erosion.strength = 0;
    def.terrain.rivers.width_m = 0;
    dir = temp_dir_make();
    context = test_context_counting(1, &allocator);
    tr_error err = {0};
    world = tr_world_create(context, &def, &err);
    if (!world) fail_msg("%s", err.message);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_world_destroy(world);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    temp_dir_remove(&dir);
    return 0;
}

// Tiles of 32 samples at 8 m, `tiles` along a side.
static tr_bake_def make_def(const char *name, int tiles)
{
    tr_bake_def def = tr_default_bake_def();
    def.directory = temp_dir_file(&dir, name);
    def.region_m = (tr_region){0, 0, tiles * 256, tiles * 256};
    def.spacing_m = 8;
    def.tile = 32;
    return def;
}

static tr_bake_report bake(const tr_bake_def *def)
{
    tr_bake_report report;
    tr_error err = {0};
    if (!tr_world_bake(world, def, NULL, &report, &err)) fail_msg("%s", err.message);
    return report;
}

static void assert_refused(const tr_bake_def *def, const char *part_of_message)
{
    tr_error err = {0};
    assert_false(tr_world_bake(world, def, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(err.message, part_of_message));
}

// ---------------------------------------------------------------------------------------------------------

static bool stop_after(void *user, double share)
{
    const double *limit = user;
    return share < *limit;
}

static void assert_same_file(const char *name)
{
    static unsigned char a[1 << 20], b[1 << 20];
    char path_a[512], path_b[512];
    snprintf(path_a, sizeof path_a, "%s/a/%s", dir.path, name);
    snprintf(path_b, sizeof path_b, "%s/b/%s", dir.path, name);
    const long size = read_whole_file(path_a, a, sizeof a);
    assert_true(size > 0 && size < (long)sizeof a);
    assert_int_equal(read_whole_file(path_b, b, sizeof b), size);
    assert_memory_equal(a, b, (size_t)size);
}

static void assert_same_level(void)
{
    const char *level = temp_dir_file(&dir, "a/level0");
    DIR *handle = opendir(level);
    assert_non_null(handle);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(handle));) {
        if (entry->d_name[0] == '.') continue;
        char name[300];
        snprintf(name, sizeof name, "level0/%s", entry->d_name);
        assert_same_file(name);
        count++;
    }
    closedir(handle);
    assert_true(count > 0);
    assert_int_equal(temp_dir_entry_count(temp_dir_file(&dir, "b/level0")), count);
}

static void a_cancelled_bake_is_taken_up_again(void **state)
{
    (void)state;
    double limit = 0.6;
    const tr_progress progress = {stop_after, &limit};
    const tr_bake_def whole = make_def("a", 3), broken = make_def("b", 3);
    const tr_bake_report at_once = bake(&whole);
    tr_error err = {0};
    assert_false(tr_world_bake(world, &broken, &progress, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
    assert_int_equal(tr_os_file_size(temp_dir_file(&dir, "b/manifest.json")), -1);

    const tr_bake_report rest = bake(&broken);
    assert_int_equal(rest.tile_count, 9);
    assert_in_range(rest.tiles_kept, 1, 8);
    assert_true(rest.bytes == at_once.bytes && rest.low_m == at_once.low_m && rest.high_m == at_once.high_m);
    assert_same_level();
    assert_same_file("manifest.json");
    assert_same_file("overview.glb");
    assert_int_equal(bake(&broken).tiles_kept, 9);
}

static void a_tile_that_was_lost_is_baked_again(void **state)
{
    (void)state;
    const tr_bake_def whole = make_def("a", 2), other = make_def("b", 2);
    bake(&whole);
    bake(&other);
    assert_int_equal(unlink(temp_dir_file(&dir, "b/level0/height_x0001_z0000.r16")), 0);
    assert_int_equal(bake(&other).tiles_kept, 3);
    assert_same_level();
}

static void another_bake_is_not_overwritten(void **state)
{
    (void)state;
    tr_bake_def def = make_def("a", 1);
    bake(&def);
    def.region_m.x1 = 512;
    assert_refused(&def, "holds another bake");
    def.start_over = true;
    assert_int_equal(bake(&def).tiles_kept, 0);
}

static void one_bake_at_a_time_has_a_directory(void **state)
{
    (void)state;
    tr_bake_def def = make_def("a", 1);
    bake(&def);
    const int file = open(temp_dir_file(&dir, "a/.bake_journal"), O_RDWR | O_CLOEXEC);
    assert_true(file >= 0 && tr_os_lock_file(file));
    assert_refused(&def, "another process");
    close(file);
    assert_int_equal(bake(&def).tiles_kept, 1);
}

// ---------------------------------------------------------------------------------------------------------

static void every_failed_allocation_of_a_bake_is_reported(void **state)
{
    (void)state;
    const int64_t stride = test_is_long() ? 1 : 5;
    tr_bake_def def = make_def("b", 1);
    def.formats &= ~(1u << TR_BAKE_TIFF);  // GDAL has memory of its own
    def.start_over = true;
    tr_bake_def plain = def;
    plain.directory = temp_dir_file(&dir, "a");
    bake(&plain);
    tr_world_cache_clear(world);
    const int64_t live = allocator.live_blocks;
    allocator.fail_after = true;
    for (int64_t allowed = 0;; allowed += stride) {
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + allowed;
        const bool ok = tr_world_bake(world, &def, NULL, NULL, &err);
        allocator.fail_at = -1;
        tr_world_cache_clear(world);
        assert_int_equal(allocator.live_blocks, live);
        if (ok) break;
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_true(allowed < 20000);
    }
    allocator.fail_after = false;
    assert_same_level();
    assert_same_file("manifest.json");
}

TEST_GROUP(bake)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_cancelled_bake_is_taken_up_again),
        TEST(a_tile_that_was_lost_is_baked_again),
        TEST(another_bake_is_not_overwritten),
        TEST(one_bake_at_a_time_has_a_directory),
        TEST(every_failed_allocation_of_a_bake_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
