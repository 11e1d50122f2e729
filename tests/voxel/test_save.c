// Saves that nothing bad happens to.
#include <inttypes.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "save_rig.h"
#include "test_effort.h"

static int set_up(void **state)
{
    (void)state;
    return save_rig_open(2);
}

// Hands over edits [begin, end) of the stream `seed` in one call, to the save and to the model.
static uint64_t write_edits(tr_voxel_save *save, uint64_t seed, uint64_t begin, uint64_t end)
{
    enum { MAX = 4096 };
    static tr_block_edit edits[MAX];
    const size_t count = (size_t)(end - begin);
    assert_in_range(count, 0, MAX);
    for (size_t i = 0; i < count; i++) edits[i] = random_edit(model, seed, begin + i);
    uint64_t ticket = 0;
    tr_error err = {0};
    if (!tr_voxel_save_write(save, edits, count, &ticket, &err)) fail_msg("%s", err.message);
    save_model_write(model, edits, count);
    return ticket;
}

static void wait_for(tr_voxel_save *save, uint64_t ticket)
{
    tr_error err = {0};
    if (!tr_voxel_save_wait(save, ticket, -1, &err)) fail_msg("%s", err.message);
}

static void assert_refused(const tr_voxel_save_world *of, tr_voxel_save_mode mode, tr_error_code code,
                           const char *part_of_message)
{
    tr_error err = {0};
    assert_null(tr_voxel_save_open_world(of, path, mode, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.message, part_of_message)) fail_msg("the message is: %s", err.message);
}

// Runs SQL on the file, as another program would.
static void run_sql(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

// ---------------------------------------------------------------------------------------------------------
// Edits

static void edits_are_read_back_at_once_and_after_reopening(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    uint64_t next = 0;
    for (int round = 0; round < 40; round++) {
        const uint64_t count = tr_hash_identity(1, 0, round, 0, 0) % 400;
        const uint64_t ticket = write_edits(save, 1, next, next + count);
        next += count;
        if (round % 8 == 3) wait_for(save, ticket);
        if (round % 5 == 0) assert_save_is_model(save, model);
        if (round % 10 == 9) {
            close_save(save);
            // A closed save is one file.
            assert_int_equal(temp_dir_entry_count(dir.path), 1);
            save = open_save(&world, path, TR_VOXEL_SAVE_OPEN);
            assert_save_is_model(save, model);
        }
    }
    close_save(save);
    save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    assert_save_is_model(save, model);
    close_save(save);
    assert_int_equal(temp_dir_entry_count(dir.path), 1);
}

static void the_last_of_several_edits_of_a_block_wins(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    for (int round = 0; round < 3; round++) {
        tr_block_edit edits[1000];
        for (int i = 0; i < 1000; i++)
            edits[i] = (tr_block_edit){.at = {i % 7, 0, 0}, .block = (tr_block)((i + round) % TR_BLOCK_KIND_COUNT)};
        assert_true(tr_voxel_save_write(save, edits, 1000, NULL, NULL));
        save_model_write(model, edits, 1000);
        assert_save_is_model(save, model);
        if (round == 1) wait_for(save, 2);
    }
    close_save(save);
    save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    assert_save_is_model(save, model);
    close_save(save);
}

static void a_ticket_means_that_others_see_it(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    tr_voxel_save *other = open_save(&world, path, TR_VOXEL_SAVE_READ);
    for (uint64_t round = 0; round < 10; round++) {
        wait_for(save, write_edits(save, 2, 100 * round, 100 * round + 100));
        assert_save_is_model(other, model);
    }
    close_save(other);
    close_save(save);
}

static void edits_reach_the_disk_without_being_waited_for(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    tr_voxel_save *other = open_save(&world, path, TR_VOXEL_SAVE_READ);
    const tr_block_edit edit = {.at = {1, 2, 3}, .block = TR_BLOCK_LAMP};
    const tr_voxel_at chunk = {0, 0, 0};
    assert_true(tr_voxel_save_write(save, &edit, 1, NULL, NULL));
    size_t count = 0;
    while (count == 0) {
        tr_chunk_edits edits;
        assert_true(tr_voxel_save_read(other, &chunk, &edits, NULL));
        count = edits.count;
        tr_chunk_edits_destroy(context, &edits);
        usleep(10000);
    }
    close_save(other);
    close_save(save);
}

static void waiting_ends_by_time_or_ticket(void **state)
{
    (void)state;
    tr_error err = {0};
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    assert_true(tr_voxel_save_wait(save, 0, -1, NULL));
    const uint64_t ticket = write_edits(save, 3, 0, 4000);
    assert_false(tr_voxel_save_wait(save, ticket, 0, &err));
    assert_int_equal(err.code, TR_ERROR_TIMEOUT);
    assert_false(tr_voxel_save_wait(save, ticket + 1, -1, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_true(tr_voxel_save_wait(save, ticket, INT64_MAX, NULL));
    assert_true(tr_voxel_save_wait(save, ticket, 0, NULL));
    assert_int_equal(write_edits(save, 3, 0, 0), ticket);
    close_save(save);
}

static void wrong_edits_are_refused_with_their_whole_call(void **state)
{
    (void)state;
    const int64_t far = INT64_C(1) << TR_VOXEL_FAR_LOG2;
    const tr_block_edit wrong[] = {
        {{far, 0, 0}, TR_BLOCK_AIR},
        {{0, 0, -far}, TR_BLOCK_AIR},
        {{INT64_MIN, 0, 0}, TR_BLOCK_AIR},
        {{0, world.top, 0}, TR_BLOCK_AIR},
        {{0, world.bottom - 1, 0}, TR_BLOCK_AIR},
        {{0, 0, 0}, TR_BLOCK_KIND_COUNT},
        {{0, 0, 0}, TR_BLOCK_STONE | 1 << TR_BLOCK_LEVEL_SHIFT},
        {{0, 0, 0}, TR_BLOCK_WATER | 8 << TR_BLOCK_LEVEL_SHIFT},
    };
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const tr_block_edit edits[] = {{{1, 1, 1}, TR_BLOCK_LAMP}, wrong[i]};
        tr_error err = {0};
        assert_false(tr_voxel_save_write(save, edits, 2, NULL, &err));
        assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    }
    assert_save_is_model(save, model);
    close_save(save);
    save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    assert_save_is_model(save, model);
    const tr_block_edit right = {{1, 1, 1}, TR_BLOCK_LAMP};
    tr_error err = {0};
    assert_false(tr_voxel_save_write(save, &right, 1, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_voxel_save_pack(save, NULL, NULL, NULL, &err));
    close_save(save);
}

// Around 2^31 and 10^12 blocks, and at the very edge.
static void far_places_are_kept_apart(void **state)
{
    (void)state;
    const int64_t far[] = {INT64_C(1) << 26,    INT64_C(1000000000000) / 32,  (INT64_C(1) << 40) - SAVE_SIDE,
                           -(INT64_C(1) << 26), -INT64_C(1000000000000) / 32, -(INT64_C(1) << 40) + 1};
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    save_model *models[6];
    for (int i = 0; i < 6; i++) {
        save_model_destroy(model);
        model = models[i] = save_model_create((tr_voxel_at){far[i], -1, -far[i] - (far[i] < 0 ? SAVE_SIDE : 0)});
        write_edits(save, 4 + (uint64_t)i, 0, 2000);
        model = save_model_create((tr_voxel_at){0, 0, 0});
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 6; i++) assert_save_is_model(save, models[i]);
        close_save(save);
        save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    }
    tr_voxel_save_stats stats;
    assert_true(tr_voxel_save_verify(save, NULL, NULL, &stats, NULL));
    assert_int_equal(stats.bad_count, 0);
    assert_int_equal(stats.bounds.size[0], INT32_MAX);
    assert_int_equal(stats.bounds.size[1], SAVE_TALL);
    for (int i = 0; i < 6; i++) save_model_destroy(models[i]);
    close_save(save);
}

// ---------------------------------------------------------------------------------------------------------
// Files

static void a_save_of_another_world_is_refused(void **state)
{
    (void)state;
    close_save(open_save(&world, path, TR_VOXEL_SAVE_CREATE));
    plain_world another = {context, 6, 1};
    const tr_voxel_save_world of_another = plain_world_as_save(&another);
    assert_refused(&of_another, TR_VOXEL_SAVE_OPEN, TR_ERROR_FORMAT, "another world");
    assert_refused(&of_another, TR_VOXEL_SAVE_CREATE, TR_ERROR_FORMAT, "another world");
    assert_refused(&of_another, TR_VOXEL_SAVE_READ, TR_ERROR_FORMAT, "another world");
    close_save(open_save(&world, path, TR_VOXEL_SAVE_OPEN));
}

static void edits_of_an_older_generator_are_replayed(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    write_edits(save, 7, 0, 3000);
    close_save(save);
    plain_world later = {context, 5, 2};
    const tr_voxel_save_world of_later = plain_world_as_save(&later);
    save = open_save(&of_later, path, TR_VOXEL_SAVE_OPEN);
    assert_save_is_model(save, model);
    const tr_voxel_at chunk = {0, 0, 0};
    tr_chunk_edits edits;
    for (int pass = 0; pass < 3; pass++) {
        assert_true(tr_voxel_save_read(save, &chunk, &edits, NULL));
        const tr_voxel_save_world *of = pass == 0 ? &world : &of_later;
        assert_int_equal(edits.generator, of->identity.generator_hash);
        tr_chunk_edits_destroy(context, &edits);
        const tr_block_edit edit = {{4, 5, 6}, TR_BLOCK_LAMP};
        uint64_t ticket;
        assert_true(tr_voxel_save_write(save, &edit, 1, &ticket, NULL));
        if (pass == 1) wait_for(save, ticket);
        save_model_write(model, &edit, 1);
    }
    assert_save_is_model(save, model);
    tr_voxel_save_stats stats;
    assert_true(tr_voxel_save_verify(save, NULL, NULL, &stats, NULL));
    assert_int_equal(stats.bad_count, 0);
    close_save(save);
}

static void a_newer_format_is_refused(void **state)
{
    (void)state;
    close_save(open_save(&world, path, TR_VOXEL_SAVE_CREATE));
    run_sql("PRAGMA user_version = 2");
    assert_refused(&world, TR_VOXEL_SAVE_OPEN, TR_ERROR_FORMAT, "newer version");
    assert_refused(&world, TR_VOXEL_SAVE_READ, TR_ERROR_FORMAT, "newer version");
}

static void other_files_are_refused_and_stay_as_they_are(void **state)
{
    (void)state;
    static unsigned char before[1 << 16], after[1 << 16];
    assert_refused(&world, TR_VOXEL_SAVE_OPEN, TR_ERROR_FILE_OPEN, "no such file");
    assert_refused(&world, TR_VOXEL_SAVE_READ, TR_ERROR_FILE_OPEN, "no such file");
    for (int kind = 0; kind < 3; kind++) {
        if (kind == 0) assert_true(write_whole_file(path, "", 0));
        if (kind == 1) assert_true(write_whole_file(path, "a text, long enough to be a header\n", 35));
        if (kind == 2) {
            unlink(path);
            run_sql("CREATE TABLE chunks (x, y, z); PRAGMA journal_mode = DELETE");
        }
        const long size = read_whole_file(path, before, sizeof before);
        for (int mode = TR_VOXEL_SAVE_OPEN; mode <= TR_VOXEL_SAVE_READ; mode++)
            assert_refused(&world, (tr_voxel_save_mode)mode, TR_ERROR_FORMAT, "is no save");
        assert_int_equal(read_whole_file(path, after, sizeof after), size);
        assert_memory_equal(before, after, (size_t)size);
        assert_int_equal(temp_dir_entry_count(dir.path), 1);
    }
    snprintf(path, sizeof path, "%s", dir.path);
    assert_refused(&world, TR_VOXEL_SAVE_READ, TR_ERROR_FILE_OPEN, "no such file");
    snprintf(path, sizeof path, "%s/none/world.sqlite", dir.path);
    assert_refused(&world, TR_VOXEL_SAVE_CREATE, TR_ERROR_FILE_OPEN, "none/world.sqlite");
}

static void one_at_a_time_may_write(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    assert_refused(&world, TR_VOXEL_SAVE_OPEN, TR_ERROR_FILE_OPEN, "open for writing elsewhere");
    assert_refused(&world, TR_VOXEL_SAVE_CREATE, TR_ERROR_FILE_OPEN, "open for writing elsewhere");
    wait_for(save, write_edits(save, 8, 0, 100));
    close_save(save);
    save = open_save(&world, path, TR_VOXEL_SAVE_OPEN);
    assert_save_is_model(save, model);
    close_save(save);
}

// ---------------------------------------------------------------------------------------------------------
// Chunks

static void the_source_gives_generated_chunks_with_the_edits(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    wait_for(save, write_edits(save, 9, 0, 2000));
    write_edits(save, 9, 2000, 3000);
    tr_voxel_at places[SAVE_CHUNKS + 1];
    for (int i = 0; i < SAVE_CHUNKS; i++) places[i] = save_model_chunk(model, i);
    places[SAVE_CHUNKS] = (tr_voxel_at){1000, 0, 0};  // without edits
    tr_voxel_chunk chunks[SAVE_CHUNKS + 1];
    const tr_voxel_source source = tr_voxel_save_source(save);
    tr_error err = {0};
    if (!source.read(source.user, places, SAVE_CHUNKS + 1, chunks, &err)) fail_msg("%s", err.message);
    for (int i = 0; i <= SAVE_CHUNKS; i++) {
        static tr_block blocks[TR_VOXEL_COUNT];
        tr_voxel_chunk_unpack(&chunks[i], blocks);
        for (int j = 0; j < TR_VOXEL_COUNT; j++) {
            const tr_voxel_at at = {places[i].x * 32 + j % 32, places[i].y * 32 + j / 1024,
                                    places[i].z * 32 + j / 32 % 32};
            const int32_t edit = i < SAVE_CHUNKS ? model->blocks[i][j] : -1;
            if (blocks[j] != (edit >= 0 ? edit : plain_world_block(&plain, &at))) fail_msg("chunk %d, block %d", i, j);
        }
        tr_voxel_chunk_destroy(context, &chunks[i]);
    }
    close_save(save);
}

static void packing_drops_what_is_generated_anyway(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    for (uint64_t i = 0; i < 10; i++) write_edits(save, 10, 3000 * i, 3000 * i + 3000);
    // A chunk of which every edit is what it was, and one of which half are.
    for (int i = 0; i < 400; i++) {
        const tr_voxel_at at[] = {{1000 + i % 20, 3, i / 20}, {i % 20, 3, i / 20}};
        tr_block_edit edits[] = {{at[0], plain_world_block(&plain, &at[0])},
                                 {at[1], plain_world_block(&plain, &at[1])}};
        assert_true(tr_voxel_save_write(save, edits, 2, NULL, NULL));
        save_model_write(model, &edits[1], 1);
    }
    tr_voxel_save_stats before, after, verified;
    tr_error err = {0};
    if (!tr_voxel_save_pack(save, NULL, &before, &after, &err)) fail_msg("%s", err.message);
    uint64_t expected = 0;
    for (int i = 0; i < SAVE_CHUNKS; i++) {
        for (int j = 0; j < TR_VOXEL_COUNT; j++) {
            const tr_voxel_at chunk = save_model_chunk(model, i),
                              at = {chunk.x * 32 + j % 32, chunk.y * 32 + j / 1024, chunk.z * 32 + j / 32 % 32};
            if (model->blocks[i][j] == plain_world_block(&plain, &at)) model->blocks[i][j] = -1;
            expected += model->blocks[i][j] >= 0;
        }
    }
    assert_save_is_model(save, model);
    assert_int_equal(before.chunk_count, SAVE_CHUNKS + 1);
    assert_int_equal(after.chunk_count, SAVE_CHUNKS);
    assert_int_equal(after.edit_count, expected);
    assert_true(before.edit_count > expected + 400 && after.file_bytes < before.file_bytes);
    assert_true(tr_voxel_save_verify(save, NULL, NULL, &verified, NULL));
    assert_int_equal(verified.bad_count, 0);
    assert_int_equal(verified.edit_count, expected);
    assert_int_equal(verified.world_hash, world.identity.world_hash);
    assert_int_equal(verified.bounds.low.x, model->low.x);
    assert_int_equal(verified.bounds.size[2], SAVE_SIDE);
    write_edits(save, 11, 0, 500);
    close_save(save);
    save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    assert_save_is_model(save, model);
    close_save(save);
}

static bool stop_after(void *user, double share)
{
    const double *limit = user;
    return share < *limit;
}

static void packing_that_is_cancelled_changes_nothing(void **state)
{
    (void)state;
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    write_edits(save, 12, 0, 3000);
    double limit = 0.5;
    const tr_progress progress = {stop_after, &limit};
    tr_error err = {0};
    assert_false(tr_voxel_save_pack(save, &progress, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
    tr_voxel_save_stats stats;
    assert_false(tr_voxel_save_verify(save, NULL, &progress, &stats, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
    write_edits(save, 12, 3000, 4000);
    assert_save_is_model(save, model);
    close_save(save);
    save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    assert_save_is_model(save, model);
    close_save(save);
}

// ---------------------------------------------------------------------------------------------------------
// Threads

enum { TOGETHER = 200 };  // blocks that each transaction changes all of

typedef struct test_crowd {
    tr_voxel_save *save;
    atomic_bool stop;
    atomic_int torn;
} test_crowd;

// All blocks of a wall to one kind.
static bool write_wall(tr_voxel_save *save, int round, uint64_t *ticket)
{
    tr_block_edit edits[TOGETHER];
    for (int i = 0; i < TOGETHER; i++) edits[i] = (tr_block_edit){{i % 20, i / 20, 0}, (tr_block)(1 + round % 50)};
    return tr_voxel_save_write(save, edits, TOGETHER, ticket, NULL);
}

static void *write_together(void *user)
{
    test_crowd *crowd = user;
    uint64_t ticket;
    for (int round = 0; !crowd->stop && write_wall(crowd->save, round, &ticket); round++)
        if (round % 3 == 0) tr_voxel_save_wait(crowd->save, ticket, -1, NULL);
    return NULL;
}

static void *read_together(void *user)
{
    test_crowd *crowd = user;
    const tr_voxel_at chunk = {0, 0, 0};
    while (!crowd->stop) {
        tr_chunk_edits edits;
        if (!tr_voxel_save_read(crowd->save, &chunk, &edits, NULL)) break;
        if (edits.count != TOGETHER) crowd->torn++;
        for (size_t i = 1; i < edits.count; i++) crowd->torn += edits.blocks[i] != edits.blocks[0];
        tr_chunk_edits_destroy(context, &edits);
    }
    return NULL;
}

static void readers_see_whole_transactions(void **state)
{
    (void)state;
    test_crowd crowd = {.save = open_save(&world, path, TR_VOXEL_SAVE_CREATE)};
    test_crowd other = {.save = open_save(&world, path, TR_VOXEL_SAVE_READ)};
    uint64_t ticket;
    assert_true(write_wall(crowd.save, 0, &ticket));
    wait_for(crowd.save, ticket);
    pthread_t writers[2], readers[2], outside;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&writers[i], NULL, write_together, &crowd), 0);
        assert_int_equal(pthread_create(&readers[i], NULL, read_together, &crowd), 0);
    }
    assert_int_equal(pthread_create(&outside, NULL, read_together, &other), 0);
    usleep(700000);
    crowd.stop = other.stop = true;
    for (int i = 0; i < 2; i++) {
        pthread_join(writers[i], NULL);
        pthread_join(readers[i], NULL);
    }
    pthread_join(outside, NULL);
    assert_int_equal(crowd.torn, 0);
    assert_int_equal(other.torn, 0);
    close_save(other.save);
    close_save(crowd.save);
}

TEST_GROUP(save)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(edits_are_read_back_at_once_and_after_reopening, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(the_last_of_several_edits_of_a_block_wins, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(a_ticket_means_that_others_see_it, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(edits_reach_the_disk_without_being_waited_for, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(waiting_ends_by_time_or_ticket, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(wrong_edits_are_refused_with_their_whole_call, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(far_places_are_kept_apart, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(a_save_of_another_world_is_refused, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(edits_of_an_older_generator_are_replayed, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(a_newer_format_is_refused, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(other_files_are_refused_and_stay_as_they_are, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(one_at_a_time_may_write, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(the_source_gives_generated_chunks_with_the_edits, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(packing_drops_what_is_generated_anyway, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(packing_that_is_cancelled_changes_nothing, set_up, save_rig_close),
        cmocka_unit_test_setup_teardown(readers_see_whole_transactions, set_up, save_rig_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
