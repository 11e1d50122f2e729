#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "base/thread.h"
#include "cmocka_test.h"

static void the_clock_never_goes_back(void **state)
{
    (void)state;
    int64_t before_ns = tr_os_now_ns();
    for (int i = 0; i < 1000; i++) {
        int64_t now_ns = tr_os_now_ns();
        assert_true(now_ns >= before_ns);
        before_ns = now_ns;
    }
    assert_true(tr_os_core_count() >= 1);
}

static void a_condition_times_out(void **state)
{
    (void)state;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t cond;
    assert_true(tr_condition_init(&cond));
    const int64_t deadline_ns = tr_os_now_ns() + 5000000;
    pthread_mutex_lock(&mutex);
    while (tr_condition_wait_until(&cond, &mutex, deadline_ns)) {
    }
    assert_true(tr_os_now_ns() >= deadline_ns);
    assert_false(tr_condition_wait_until(&cond, &mutex, tr_os_now_ns() - 1));
    pthread_mutex_unlock(&mutex);
    pthread_cond_destroy(&cond);
}

static void numbers_ignore_the_locale(void **state)
{
    (void)state;
    // Where such a locale is installed, its decimal comma must not matter.
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) setlocale(LC_NUMERIC, "fr_FR.UTF-8");
    char *end;
    assert_true(tr_os_parse_double("2.5e1", &end) == 25.0);
    assert_int_equal(*end, '\0');
    setlocale(LC_NUMERIC, "C");
}

static void suffixes_differ(void **state)
{
    (void)state;
    char a[TR_OS_SUFFIX_SIZE], b[TR_OS_SUFFIX_SIZE];
    tr_os_unique_suffix(a);
    tr_os_unique_suffix(b);
    assert_int_equal(strlen(a), TR_OS_SUFFIX_SIZE - 1);
    assert_memory_equal(a, ".tmp-", 5);
    assert_string_not_equal(a, b);
}

static void files_are_replaced_and_flushed(void **state)
{
    (void)state;
    char folder[] = "/tmp/terrane_test_os_XXXXXX";
    assert_non_null(mkdtemp(folder));
    char from[64], to[64];
    snprintf(from, sizeof from, "%s/from", folder);
    snprintf(to, sizeof to, "%s/to", folder);
    const char *const paths[] = {to, from};
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(paths[i], "w");
        assert_non_null(file);
        assert_true(fputs(paths[i], file) >= 0);
        assert_int_equal(fclose(file), 0);
    }
    tr_error error = {0};
    assert_true(tr_os_fsync_path(from, &error));
    assert_true(tr_os_rename_over(from, to, &error));
    assert_true(tr_os_fsync_path(folder, &error));
    char content[64] = "";
    FILE *file = fopen(to, "r");
    assert_non_null(fgets(content, sizeof content, file));
    fclose(file);
    assert_string_equal(content, from);

    assert_false(tr_os_rename_over(from, to, &error));
    assert_int_equal(error.code, TR_ERROR_FILE_WRITE);
    assert_non_null(strstr(error.message, from));
    assert_false(tr_os_fsync_path(from, &error));
    assert_int_equal(error.code, TR_ERROR_FILE_OPEN);
    assert_int_equal(unlink(to), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void directories_are_made_with_those_above(void **state)
{
    (void)state;
    char folder[] = "/tmp/terrane_test_os_XXXXXX";
    assert_non_null(mkdtemp(folder));
    char outer[64], inner[64], file[64], below[80];
    snprintf(outer, sizeof outer, "%s/a", folder);
    snprintf(inner, sizeof inner, "%s/a/b//c/", folder);
    snprintf(file, sizeof file, "%s/a/file", folder);
    snprintf(below, sizeof below, "%s/no", file);
    tr_error error = {0};
    assert_true(tr_os_make_directories(inner, &error));
    assert_true(tr_os_make_directories(inner, &error));
    assert_int_equal(access(inner, W_OK), 0);

    FILE *stream = fopen(file, "w");
    assert_non_null(stream);
    assert_true(fputs("12345", stream) >= 0);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(tr_os_file_size(file), 5);
    assert_int_equal(tr_os_file_size(outer), -1);
    assert_int_equal(tr_os_file_size(below), -1);
    const char *const not_directories[] = {file, below};
    for (int i = 0; i < 2; i++) {
        assert_false(tr_os_make_directories(not_directories[i], &error));
        assert_int_equal(error.code, TR_ERROR_FILE_OPEN);
        assert_non_null(strstr(error.message, file));
    }
    assert_int_equal(unlink(file), 0);
    static const char *const made[] = {"/a/b/c", "/a/b", "/a", ""};
    for (int i = 0; i < 4; i++) {
        snprintf(inner, sizeof inner, "%s%s", folder, made[i]);
        assert_int_equal(rmdir(inner), 0);
    }
}

static void one_at_a_time_locks_a_file(void **state)
{
    (void)state;
    char path[] = "/tmp/terrane_test_os_XXXXXX";
    const int first = mkstemp(path), second = open(path, O_RDWR | O_CLOEXEC);
    assert_true(first >= 0 && second >= 0);
    assert_true(tr_os_lock_file(first));
    assert_false(tr_os_lock_file(second));
    assert_int_equal(close(first), 0);
    assert_true(tr_os_lock_file(second));
    assert_int_equal(close(second), 0);
    assert_int_equal(unlink(path), 0);
}

TEST_GROUP(os)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_never_goes_back),      cmocka_unit_test(a_condition_times_out),
        cmocka_unit_test(numbers_ignore_the_locale),      cmocka_unit_test(suffixes_differ),
        cmocka_unit_test(files_are_replaced_and_flushed), cmocka_unit_test(directories_are_made_with_those_above),
        cmocka_unit_test(one_at_a_time_locks_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
