// Saves when memory ends, the disk is full, or nothing may be written.
#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/os.h"
#include "save_rig.h"
#include "test_effort.h"

static int set_up(void **state)
{
    (void)state;
    return save_rig_open(1);
}

enum { CALL_EDITS = 2000 };

static bool write_call(tr_voxel_save *save, uint64_t number, uint64_t *ticket, tr_error *err)
{
    tr_block_edit edits[CALL_EDITS];
    for (uint64_t i = 0; i < CALL_EDITS; i++) edits[i] = random_edit(model, 1, number * CALL_EDITS + i);
    if (!tr_voxel_save_write(save, edits, CALL_EDITS, ticket, err)) return false;
    save_model_write(model, edits, CALL_EDITS);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Memory

static bool read_some_chunks(tr_voxel_save *save, tr_error *err)
{
    tr_voxel_at places[4];
    tr_voxel_chunk chunks[4];
    for (int i = 0; i < 4; i++) places[i] = save_model_chunk(model, i);
    const tr_voxel_source source = tr_voxel_save_source(save);
    if (!source.read(source.user, places, 4, chunks, err)) return false;
    for (int i = 0; i < 4; i++) tr_voxel_chunk_destroy(context, &chunks[i]);
    return true;
}

// Everything that a save can do, once.
static bool do_everything(tr_error *err)
{
    tr_voxel_save *save = tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_CREATE, err);
    if (!save) return false;
    const tr_voxel_at at = save_model_chunk(model, 0);
    tr_voxel_save_stats stats;
    uint64_t ticket;
    tr_chunk_edits edits = {0};
    const bool ok = write_call(save, 0, &ticket, err) && tr_voxel_save_read(save, &at, &edits, err) &&
                    tr_voxel_save_wait(save, ticket, -1, err) && read_some_chunks(save, err) &&
                    tr_voxel_save_verify(save, NULL, NULL, &stats, err) &&
                    tr_voxel_save_pack(save, NULL, NULL, NULL, err);
    tr_chunk_edits_destroy(context, &edits);
    return tr_voxel_save_close(save, ok ? err : NULL) && ok;
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    const int64_t stride = test_is_long() ? 1 : 7 * TEST_SLOWDOWN;
    const int64_t live = allocator.live_blocks;
    tr_error err = {0};
    if (!do_everything(&err)) fail_msg("%s", err.message);
    allocator.fail_after = true;
    bool done = false;
    for (int64_t allowed = 0; !done; allowed += stride) {
        unlink(path);
        err = (tr_error){0};
        allocator.fail_at = allocator.allocations + allowed;
        done = do_everything(&err);
        allocator.fail_at = -1;
        assert_int_equal(allocator.live_blocks, live);
        if (!done && (err.code != TR_ERROR_OUT_OF_MEMORY || !err.message[0])) fail_msg("%s", err.message);
        assert_int_equal(temp_dir_entry_count(dir.path), tr_os_file_size(path) >= 0 ? 1 : 0);
    }
}

// Memory that comes back in time loses nothing.
static void edits_wait_in_memory_until_there_is_some_again(void **state)
{
    (void)state;
    tr_error err = {0};
    uint64_t ticket;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    assert_true(write_call(save, 0, &ticket, NULL));
    allocator.fail_after = true;
    allocator.fail_at = allocator.allocations;
    assert_false(tr_voxel_save_wait(save, ticket, -1, &err));
    assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
    allocator.fail_at = -1;
    assert_save_is_model(save, model);
    assert_true(tr_voxel_save_wait(save, ticket, -1, NULL));
    close_save(save);
    save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    assert_save_is_model(save, model);
    close_save(save);
}

// ---------------------------------------------------------------------------------------------------------
// Disk

// SQLite allows no limit below what the file has.
static void set_page_limit(tr_voxel_save *save, int pages)
{
    char sql[64];
    tr_voxel_save_encoder *encoder;
    tr_voxel_save_file *file = tr_voxel_save_writer_borrow(save->writer, &encoder);
    snprintf(sql, sizeof sql, "PRAGMA max_page_count = %d", pages);
    assert_int_equal(sqlite3_exec(file->db, sql, NULL, NULL, NULL), SQLITE_OK);
    tr_voxel_save_writer_give_back(save->writer);
}

static void set_file_limit(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

typedef enum fullness { PAGE_LIMIT, FILE_LIMIT } fullness;

static void fill_disk(tr_voxel_save *save, fullness kind, bool is_full)
{
    if (kind == PAGE_LIMIT)
        set_page_limit(save, is_full ? 1 : 1 << 30);
    else
        set_file_limit(is_full ? 8192 : RLIM_INFINITY);
}

static void a_full_disk_loses_nothing_that_was_taken(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    for (int kind = PAGE_LIMIT; kind <= FILE_LIMIT; kind++) {
        const int first = kind == PAGE_LIMIT ? 0 : 10;
        tr_error err = {0};
        uint64_t ticket;
        tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
        fill_disk(save, (fullness)kind, true);
        assert_true(write_call(save, (uint64_t)first, &ticket, NULL));
        assert_false(tr_voxel_save_wait(save, ticket, -1, &err));
        if (err.code != TR_ERROR_FILE_WRITE || !strstr(err.message, path)) fail_msg("%s", err.message);
        // No more is taken, and what was taken is seen.
        assert_false(write_call(save, 99, NULL, &err));
        assert_int_equal(err.code, TR_ERROR_FILE_WRITE);
        assert_save_is_model(save, model);
        tr_voxel_save_stats stats;
        assert_false(tr_voxel_save_verify(save, NULL, NULL, &stats, &err));
        fill_disk(save, (fullness)kind, false);
        if (!tr_voxel_save_wait(save, ticket, -1, &err)) fail_msg("%s", err.message);
        assert_true(write_call(save, (uint64_t)first + 1, NULL, NULL));
        close_save(save);
        save = open_save(&world, path, TR_VOXEL_SAVE_READ);
        assert_save_is_model(save, model);
        assert_true(tr_voxel_save_verify(save, NULL, NULL, &stats, NULL));
        assert_int_equal(stats.bad_count, 0);
        close_save(save);
    }
}

// Closed while it is full: what was on disk is still there, and the failure is told.
static void closing_on_a_full_disk_tells_that_edits_are_lost(void **state)
{
    (void)state;
    tr_error err = {0};
    uint64_t ticket;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    assert_true(write_call(save, 0, &ticket, NULL));
    assert_true(tr_voxel_save_wait(save, ticket, -1, NULL));
    set_page_limit(save, 1);
    save_model *before = save_model_create(model->low);
    memcpy(before->blocks, model->blocks, sizeof model->blocks);
    assert_true(write_call(save, 1, NULL, NULL));
    assert_false(tr_voxel_save_close(save, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_WRITE);
    save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    assert_save_is_model(save, before);
    close_save(save);
    save_model_destroy(before);
}

// ---------------------------------------------------------------------------------------------------------
// Permissions

// What a user without rights sees; the tests may run as root. Returns the number of the check that failed, or 0.
static int look_without_rights(void)
{
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return 99;
    tr_error err = {0};
    char missing[600];
    snprintf(missing, sizeof missing, "%s/new.sqlite", dir.path);
    if (tr_voxel_save_open_world(&world, missing, TR_VOXEL_SAVE_CREATE, &err) || err.code != TR_ERROR_FILE_OPEN)
        return 1;
    err = (tr_error){0};
    if (tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_OPEN, &err) || err.code != TR_ERROR_FILE_OPEN) return 2;
    tr_voxel_save *save = tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_READ, &err);
    if (!save) {
        fprintf(stderr, "%s\n", err.message);
        return 3;
    }
    for (int i = 0; i < SAVE_CHUNKS; i++) {
        const tr_voxel_at at = save_model_chunk(model, i);
        tr_chunk_edits edits;
        if (!tr_voxel_save_read(save, &at, &edits, NULL)) return 4;
        if (!is_chunk_of_model(&edits, model, i)) return 5;
        tr_chunk_edits_destroy(context, &edits);
    }
    return tr_voxel_save_close(save, NULL) ? 0 : 6;
}

static void a_folder_that_cannot_be_written_can_be_read(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    assert_true(write_call(save, 0, NULL, NULL));
    close_save(save);
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(dir.path, 0555), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(look_without_rights());
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(dir.path, 0755), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(temp_dir_entry_count(dir.path), 1);
}

// The budget counts what SQLite and zstd keep.
static void the_budget_covers_the_caches(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(1);
    def.memory_budget_bytes = 6 << 20;
    tr_context *small = tr_context_create(&def, NULL);
    assert_non_null(small);
    plain_world of_small = {small, 5, 1};
    const tr_voxel_save_world small_world = plain_world_as_save(&of_small);
    const uint64_t used = tr_context_memory(small).used_bytes;
    tr_error err = {0};
    assert_null(tr_voxel_save_open_world(&small_world, path, TR_VOXEL_SAVE_CREATE, &err));
    assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
    assert_int_equal(tr_context_memory(small).used_bytes, used);
    tr_context_destroy(small);
}

TEST_GROUP(save_failures)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_failed_allocation_is_reported, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(edits_wait_in_memory_until_there_is_some_again, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(a_full_disk_loses_nothing_that_was_taken, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(closing_on_a_full_disk_tells_that_edits_are_lost, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_written_can_be_read, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(the_budget_covers_the_caches, set_up, save_rig_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
