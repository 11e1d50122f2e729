// Files of blocks that cannot be written: an error, no leak, nothing left behind.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "block_samples.h"
#include "counting_directory.h"

static const tr_voxel_box small = {.low = {-1, 1, 0}, .size = {2, 1, 1}};

typedef struct format {
    const char *name;
    bool (*write)(const tr_voxel_source *source, const char *path, const tr_voxel_box *box, const tr_progress *progress,
                  tr_error *err);
} format;

static bool write_vox(const tr_voxel_source *source, const char *path, const tr_voxel_box *box,
                      const tr_progress *progress, tr_error *err)
{
    return tr_vox_write(source, path, box, progress, NULL, err);
}

static bool write_anvil(const tr_voxel_source *source, const char *path, const tr_voxel_box *box,
                        const tr_progress *progress, tr_error *err)
{
    tr_anvil_def def = tr_default_anvil_def();
    def.directory = path;
    return tr_anvil_write(source, box, &def, progress, NULL, err);
}

// With a data pack.
static bool write_tall_anvil(const tr_voxel_source *source, const char *path, const tr_voxel_box *box,
                             const tr_progress *progress, tr_error *err)
{
    tr_anvil_def def = tr_default_anvil_def();
    def.directory = path;
    def.height = 400;
    return tr_anvil_write(source, box, &def, progress, NULL, err);
}

static bool write_luanti_world(const tr_voxel_source *source, const char *path, const tr_voxel_box *box,
                               const tr_progress *progress, tr_error *err)
{
    tr_luanti_def def = tr_default_luanti_def();
    def.directory = path;
    return tr_luanti_world_write(source, box, &def, progress, NULL, err);
}

static bool write_luanti(const tr_voxel_source *source, const char *path, const tr_voxel_box *box,
                         const tr_progress *progress, tr_error *err)
{
    return tr_luanti_write(source, path, box, progress, NULL, err);
}

static const format formats[] = {
    {"a.vox", write_vox},
#ifdef TR_HAVE_ZLIB
    {"world", write_anvil},       {"tall", write_tall_anvil},
#endif
#if defined(TR_HAVE_SQLITE) && defined(TR_HAVE_ZSTD)
    {"map.sqlite", write_luanti}, {"luanti", write_luanti_world},
#endif
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

static void assert_nothing_left(void)
{
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

static void clean(void)
{
    temp_dir_remove(&dir);
    dir = temp_dir_make();
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMATS; i++) {
        const int64_t live = allocator.live_blocks;
        bool done = false;
        for (int64_t fail_at = 0; !done; fail_at++) {
            const tr_voxel_source source = block_samples_source(context, NULL);
            tr_error err;
            allocator.fail_at = allocator.allocations + fail_at;
            done = formats[i].write(&source, temp_dir_file(&dir, formats[i].name), &small, NULL, &err);
            allocator.fail_at = -1;
            assert_int_equal(allocator.live_blocks, live);
            if (!done) {
                assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
                assert_nothing_left();
            }
            assert_true(fail_at < 1000);
        }
        clean();
    }
}

static void a_source_that_fails_ends_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMATS; i++) {
        int reads_left = 1;
        const tr_voxel_source source = block_samples_source(context, &reads_left);
        tr_error err;
        assert_false(formats[i].write(&source, temp_dir_file(&dir, formats[i].name), &small, NULL, &err));
        assert_int_equal(err.code, TR_ERROR_NOT_FOUND);
        assert_nothing_left();
        clean();
    }
}

static bool never(void *user, double share)
{
    (void)user;
    (void)share;
    return false;
}

static void cancelling_leaves_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMATS; i++) {
        const tr_voxel_source source = block_samples_source(context, NULL);
        tr_error err;
        assert_false(formats[i].write(&source, temp_dir_file(&dir, formats[i].name), &small,
                                      &(tr_progress){.report = never}, &err));
        assert_int_equal(err.code, TR_ERROR_CANCELLED);
        assert_nothing_left();
        clean();
    }
}

static void a_place_that_cannot_be_written_is_named(void **state)
{
    (void)state;
    // A file where a directory should be.
    assert_true(write_whole_file(temp_dir_file(&dir, "file"), "x", 1));
    for (size_t i = 0; i < FORMATS; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/file/%s", dir.path, formats[i].name);
        const tr_voxel_source source = block_samples_source(context, NULL);
        tr_error err;
        assert_false(formats[i].write(&source, path, &small, NULL, &err));
        assert_true(err.code == TR_ERROR_FILE_OPEN || err.code == TR_ERROR_FILE_WRITE);
        assert_non_null(strstr(err.message, dir.path));
    }
    assert_int_equal(temp_dir_entry_count(dir.path), 1);
}

// A limit on the size of files stops a write in the middle, as a full disk does.
static void a_full_disk_is_reported(void **state)
{
    (void)state;
    struct rlimit old_limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    const struct rlimit limit = {.rlim_cur = 8192, .rlim_max = old_limit.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < FORMATS; i++) {
        const tr_voxel_source source = block_samples_source(context, NULL);
        tr_error err;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        const bool done = formats[i].write(&source, temp_dir_file(&dir, formats[i].name), &small, NULL, &err);
        setrlimit(RLIMIT_FSIZE, &old_limit);
        assert_false(done);
        assert_int_equal(err.code, TR_ERROR_FILE_WRITE);
        assert_nothing_left();
        clean();
    }
}

TEST_GROUP(block_failures)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_failed_allocation_is_reported, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(a_source_that_fails_ends_it, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(cancelling_leaves_nothing, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(a_place_that_cannot_be_written_is_named, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(a_full_disk_is_reported, set_up_directory, tear_down_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
