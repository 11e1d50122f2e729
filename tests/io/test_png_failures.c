// PNG files that cannot be read or written: an error with the name of the file, no leak, nothing left behind.
#include "counting_directory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/png.h"

// An image whose pixels do not compress, so that its size in the file is known to be large enough.
static tr_image make_image(int32_t width, int32_t height)
{
    tr_image image;
    tr_error err;
    assert_true(tr_image_create(context, &(tr_image_shape){width, height, 3, 8}, &image, &err));
    for (size_t i = 0; i < image.row_bytes * (size_t)height; i++) {
        ((unsigned char *)image.pixels)[i] = (unsigned char)tr_hash_identity(1, 2, (int64_t)i, 0, 0);
    }
    return image;
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "whole.png");
    tr_image image = make_image(7, 5);
    tr_error err;
    assert_true(tr_png_write(context, path, &image, &err));
    tr_image_destroy(context, &image);
    unsigned char bytes[1024];
    const long size = read_whole_file(path, bytes, sizeof bytes);
    assert_in_range(size, 100, 1000);

    const int64_t live = allocator.live_blocks;
    for (long length = 0; length < size; length++) {
        // A block of exactly this size, so that a sanitizer sees a read beyond it.
        unsigned char *prefix = malloc((size_t)length + (length == 0));
        memcpy(prefix, bytes, (size_t)length);
        tr_image out;
        assert_false(tr_png_read_bytes(context, "cut.png", prefix, (size_t)length, &out, &err));
        assert_int_equal(err.code, TR_ERROR_FORMAT);
        assert_null(out.pixels);
        assert_non_null(strstr(err.message, "cut.png"));
        assert_int_equal(allocator.live_blocks, live);
        free(prefix);
    }
}

static void every_flipped_byte_is_safe(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "whole.png");
    tr_image image = make_image(7, 5);
    tr_error err;
    assert_true(tr_png_write(context, path, &image, &err));
    tr_image_destroy(context, &image);
    unsigned char bytes[1024];
    const long size = read_whole_file(path, bytes, sizeof bytes);
    const int64_t live = allocator.live_blocks;
    for (long i = 0; i < size; i++) {
        bytes[i] ^= 0xFF;
        tr_image out;
        if (tr_png_read_bytes(context, "flipped.png", bytes, (size_t)size, &out, &err)) {
            tr_image_destroy(context, &out);
        }
        assert_int_equal(allocator.live_blocks, live);
        bytes[i] ^= 0xFF;
    }
}

static void assert_read_fails(const char *path, tr_error_code code)
{
    tr_error err;
    tr_image out;
    assert_false(tr_png_read(context, path, &out, &err));
    assert_int_equal(err.code, code);
    assert_non_null(strstr(err.message, path));
}

static void unreadable_files_are_named(void **state)
{
    (void)state;
    assert_read_fails(temp_dir_file(&dir, "missing.png"), TR_ERROR_FILE_OPEN);
    assert_read_fails(dir.path, TR_ERROR_FILE_READ);
    const char *text = temp_dir_file(&dir, "text.png");
    assert_true(write_whole_file(text, "this is no picture", 18));
    assert_read_fails(text, TR_ERROR_FORMAT);
}

static void an_image_larger_than_the_budget_is_refused(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "large.png");
    tr_image image = make_image(600, 600);
    tr_error err;
    assert_true(tr_png_write(context, path, &image, &err));
    tr_image_destroy(context, &image);

    tr_context_def def = tr_default_context_def();
    def.threads = 1;
    def.backend = TR_BACKEND_CPU;
    def.memory_budget_bytes = 800 * 1024;
    tr_context *small = tr_context_create(&def, &err);
    assert_non_null(small);
    tr_image out;
    assert_false(tr_png_read(small, path, &out, &err));
    assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
    assert_non_null(strstr(err.message, "600 x 600"));
    assert_int_equal(tr_context_memory(small).used_bytes > 800 * 1024, 0);
    tr_context_destroy(small);
}

static void assert_write_fails(const char *path, const tr_image *image, tr_error_code code)
{
    tr_error err;
    assert_false(tr_png_write(context, path, image, &err));
    assert_int_equal(err.code, code);
    assert_non_null(strstr(err.message, path));
}

static void impossible_images_are_refused(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "a.png");
    unsigned char pixels[64] = {0};
    const tr_image good = {.pixels = pixels, .width = 2, .height = 2, .channels = 1, .bits = 8, .row_bytes = 2};
    tr_image bad[8] = {good, good, good, good, good, good, good, good};
    bad[0].width = 0;
    bad[1].height = -1;
    bad[2].channels = 5;
    bad[3].channels = 0;
    bad[4].bits = 12;
    bad[5].row_bytes = 1;
    bad[6].pixels = NULL;
    bad[7].width = INT32_MAX;
    for (int i = 0; i < 8; i++) {
        assert_write_fails(path, &bad[i], TR_ERROR_INVALID_ARGUMENT);
    }
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

static void unwritable_places_are_named(void **state)
{
    (void)state;
    tr_image image = make_image(4, 4);
    assert_write_fails(temp_dir_file(&dir, "missing/a.png"), &image, TR_ERROR_FILE_OPEN);
    assert_write_fails(dir.path, &image, TR_ERROR_FILE_OPEN);
    assert_write_fails("/dev/full", &image, TR_ERROR_FILE_WRITE);
    if (geteuid() == 0) {
        print_message("note: root may write everywhere; a directory without write permission is not tested\n");
    } else {
        assert_int_equal(chmod(dir.path, 0500), 0);
        assert_write_fails(temp_dir_file(&dir, "a.png"), &image, TR_ERROR_FILE_OPEN);
        assert_int_equal(chmod(dir.path, 0700), 0);
    }
    tr_image_destroy(context, &image);
}

// A limit on the size of files stops a write in the middle, as a full disk does.
static void a_write_that_stops_keeps_the_old_file(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "a.png");
    assert_true(write_whole_file(path, "old", 3));
    tr_image image = make_image(100, 100);
    struct rlimit old_limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    const struct rlimit limit = {.rlim_cur = 8192, .rlim_max = old_limit.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    tr_error err;
    const bool written = tr_png_write(context, path, &image, &err);
    setrlimit(RLIMIT_FSIZE, &old_limit);
    assert_false(written);
    assert_int_equal(err.code, TR_ERROR_FILE_WRITE);
    tr_image_destroy(context, &image);

    unsigned char contents[8];
    assert_int_equal(read_whole_file(path, contents, sizeof contents), 3);
    assert_memory_equal(contents, "old", 3);
    assert_int_equal(temp_dir_entry_count(dir.path), 1);
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "a.png");
    tr_image image = make_image(9, 9);
    tr_error err;
    bool written = false;
    bool read = false;
    for (int allowed = 0; !written || !read; allowed++) {
        assert_in_range(allowed, 0, 1000);
        const int64_t live = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + allowed;
        tr_image out = {0};
        const bool done = written ? tr_png_read(context, path, &out, &err) : tr_png_write(context, path, &image, &err);
        allocator.fail_at = -1;
        tr_image_destroy(context, &out);
        assert_int_equal(allocator.live_blocks, live);
        if (!done) {
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        } else if (!written) {
            written = true;
            allowed = -1;
        } else {
            read = true;
        }
    }
    tr_image_destroy(context, &image);
    assert_int_equal(temp_dir_entry_count(dir.path), 1);
}

TEST_GROUP(png_failures)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_directory, tear_down_directory)
    const struct CMUnitTest tests[] = {
        TEST(every_truncation_is_refused),
        TEST(every_flipped_byte_is_safe),
        TEST(unreadable_files_are_named),
        TEST(an_image_larger_than_the_budget_is_refused),
        TEST(impossible_images_are_refused),
        TEST(unwritable_places_are_named),
        TEST(a_write_that_stops_keeps_the_old_file),
        TEST(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
