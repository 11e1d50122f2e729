// Files that appear complete or not at all.
#include "cmocka_test.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test_context.h"
#include "base/atomic_file.h"
#include "temp_dir.h"

typedef struct fixture {
    temp_dir dir;
    test_allocator allocator;
    tr_context *context;
    int64_t live_at_start;
} fixture;

static fixture at;

static int set_up(void **state)
{
    (void)state;
    at.dir = temp_dir_make();
    at.context = test_context_counting(1, &at.allocator);
    at.live_at_start = at.allocator.live_blocks;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(at.allocator.live_blocks, at.live_at_start);
    tr_context_destroy(at.context);
    temp_dir_remove(&at.dir);
    return 0;
}

static void assert_contents(const char *path, const char *expected)
{
    unsigned char buffer[64];
    const long size = read_whole_file(path, buffer, sizeof buffer);
    assert_int_equal(size, (long)strlen(expected));
    assert_memory_equal(buffer, expected, strlen(expected));
}

static void write_text(const char *path, const char *text)
{
    tr_atomic_file file;
    tr_error err;
    assert_true(tr_atomic_file_open(&file, at.context, path, &err));
    assert_true(tr_atomic_file_write(&file, text, strlen(text), &err));
    assert_true(tr_atomic_file_commit(&file, &err));
}

static void commit_replaces_and_leaves_nothing_else(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&at.dir, "a");
    write_text(path, "first");
    write_text(path, "second");
    assert_contents(path, "second");
    assert_int_equal(temp_dir_entry_count(at.dir.path), 1);
}

static void abort_keeps_the_old_file(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&at.dir, "a");
    write_text(path, "old");
    tr_atomic_file file;
    tr_error err;
    assert_true(tr_atomic_file_open(&file, at.context, path, &err));
    assert_true(tr_atomic_file_write(&file, "new", 3, &err));
    tr_atomic_file_abort(&file);
    assert_contents(path, "old");
    assert_int_equal(temp_dir_entry_count(at.dir.path), 1);
}

static void permissions_are_kept(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&at.dir, "a");
    write_text(path, "old");
    assert_int_equal(chmod(path, 0640), 0);
    write_text(path, "new");
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
}

static void a_link_still_points_to_its_file(void **state)
{
    (void)state;
    const char *target = temp_dir_file(&at.dir, "target");
    const char *link = temp_dir_file(&at.dir, "link");
    write_text(target, "old");
    assert_int_equal(symlink(target, link), 0);
    write_text(link, "new");
    assert_contents(target, "new");
    struct stat info;
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
}

// As root, a rename onto /dev/null would replace the device of the whole machine.
static void a_device_is_written_in_place(void **state)
{
    (void)state;
    write_text("/dev/null", "text");
    struct stat info;
    assert_int_equal(stat("/dev/null", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
}

static void a_full_disk_is_reported(void **state)
{
    (void)state;
    tr_atomic_file file;
    tr_error err;
    assert_true(tr_atomic_file_open(&file, at.context, "/dev/full", &err));
    assert_true(tr_atomic_file_write(&file, "text", 4, &err));  // still in the buffer
    assert_false(tr_atomic_file_commit(&file, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_WRITE);
    assert_string_equal(err.message, "/dev/full: cannot be written: No space left on device");
}

static void a_missing_directory_is_reported(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&at.dir, "missing/a");
    tr_atomic_file file;
    tr_error err;
    assert_false(tr_atomic_file_open(&file, at.context, path, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_OPEN);
    assert_non_null(strstr(err.message, path));
    assert_int_equal(temp_dir_entry_count(at.dir.path), 0);
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&at.dir, "a");
    bool done = false;
    int failures = 0;
    for (int allowed = 0; !done; allowed++) {
        tr_atomic_file file;
        tr_error err;
        at.allocator.fail_at = at.allocator.allocations + allowed;
        done = tr_atomic_file_open(&file, at.context, path, &err);
        at.allocator.fail_at = -1;
        if (done) {
            tr_atomic_file_abort(&file);
        } else {
            failures++;
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        }
    }
    assert_true(failures > 0);
    assert_int_equal(temp_dir_entry_count(at.dir.path), 0);
}

TEST_GROUP(atomic_file)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(commit_replaces_and_leaves_nothing_else),
        TEST(abort_keeps_the_old_file),
        TEST(permissions_are_kept),
        TEST(a_link_still_points_to_its_file),
        TEST(a_device_is_written_in_place),
        TEST(a_full_disk_is_reported),
        TEST(a_missing_directory_is_reported),
        TEST(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
