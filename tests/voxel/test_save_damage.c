// Saves that were cut short or had bits flipped: what is damaged is refused with a message, the rest is read, and what
// is read is right.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmocka_test.h"
#include "save_fixture.h"
#include "temp_dir.h"
#include "test_context.h"
#include "test_effort.h"
#include "voxel/save/save_edits.h"

enum { MODEL_COUNT = 16, MAX = 4 << 20 };

static temp_dir dir;
static test_allocator allocator;
static tr_context *context;
static plain_world plain;
static tr_voxel_save_world world;
static save_model *models[MODEL_COUNT];            // side by side along x
static uint64_t hashes[MODEL_COUNT][SAVE_CHUNKS];  // of the edits of their chunks
static char path[512];
static unsigned char *bytes;  // of the whole save
static long size;

static uint64_t hash_edits(const tr_chunk_edits *edits)
{
    return tr_hash_bytes(edits->blocks, edits->count * sizeof *edits->blocks,
                         tr_hash_bytes(edits->places, edits->count * sizeof *edits->places, edits->count));
}

// Reads the save once, and compares it with the models block by block.
static void take_hashes(tr_voxel_save *save)
{
    for (int i = 0; i < MODEL_COUNT; i++) {
        for (int j = 0; j < SAVE_CHUNKS; j++) {
            const tr_voxel_at at = save_model_chunk(models[i], j);
            tr_chunk_edits edits;
            assert_true(tr_voxel_save_read(save, &at, &edits, NULL));
            assert_true(is_chunk_of_model(&edits, models[i], j));
            hashes[i][j] = hash_edits(&edits);
            tr_chunk_edits_destroy(context, &edits);
        }
    }
}

// A save of some hundred pages: chunks of one edit to thousands, some over several pages.
static void make_save(void)
{
    static tr_block_edit edits[1 << 16];
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    for (int i = 0; i < MODEL_COUNT; i++) {
        models[i] = save_model_create((tr_voxel_at){SAVE_SIDE * i - 32, -1, -2});
        const size_t count = i == 0 ? 40000 : i == 1 ? 20 : 1500;
        for (size_t j = 0; j < count; j++) edits[j] = random_edit(models[i], (uint64_t)i, j);
        assert_true(tr_voxel_save_write(save, edits, count, NULL, NULL));
        save_model_write(models[i], edits, count);
    }
    take_hashes(save);
    close_save(save);
}

static int set_up(void **state)
{
    (void)state;
    dir = temp_dir_make();
    context = test_context_counting(1, &allocator);
    plain = (plain_world){context, 5, 1};
    world = plain_world_as_save(&plain);
    snprintf(path, sizeof path, "%s/world.sqlite", dir.path);
    make_save();
    bytes = malloc(MAX);
    size = read_whole_file(path, bytes, MAX);
    assert_in_range(size, 50 * 4096, MAX - 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < MODEL_COUNT; i++) save_model_destroy(models[i]);
    free(bytes);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    temp_dir_remove(&dir);
    return 0;
}

// ---------------------------------------------------------------------------------------------------------

typedef struct test_outcome {
    bool opened;
    int right, refused, missing;  // chunks that have edits
    uint64_t bad_count;
} test_outcome;

static void look_at_chunk(tr_voxel_save *save, int model, int index, test_outcome *outcome)
{
    const tr_voxel_at at = save_model_chunk(models[model], index);
    tr_chunk_edits edits;
    tr_error err = {0};
    char name[96];
    snprintf(name, sizeof name, "chunk %lld, %lld, %lld", (long long)at.x, (long long)at.y, (long long)at.z);
    if (!tr_voxel_save_read(save, &at, &edits, &err)) {
        if (err.code != TR_ERROR_FORMAT || !strstr(err.message, name)) fail_msg("the message is: %s", err.message);
        outcome->refused++;
        return;
    }
    if (hash_edits(&edits) == hashes[model][index])
        outcome->right++;
    else if (edits.count == 0)
        outcome->missing++;
    else
        fail_msg("%s has edits that are not its own", name);
    tr_chunk_edits_destroy(context, &edits);
}

static void count_bad(void *user, const tr_voxel_at *chunk, const char *message)
{
    (void)chunk;
    uint64_t *count = user;
    assert_true(message && message[0]);
    (*count)++;
}

// Opens what is at the path, and looks at everything.
static test_outcome look_at(const char *file)
{
    test_outcome outcome = {0};
    tr_error err = {0};
    tr_voxel_save *save = tr_voxel_save_open_world(&world, file, TR_VOXEL_SAVE_READ, &err);
    if (!save) {
        if (err.code != TR_ERROR_FORMAT || !strstr(err.message, file)) fail_msg("the message is: %s", err.message);
        return outcome;
    }
    outcome.opened = true;
    for (int i = 0; i < MODEL_COUNT; i++)
        for (int j = 0; j < SAVE_CHUNKS; j++) look_at_chunk(save, i, j, &outcome);
    uint64_t reported = 0;
    const tr_voxel_save_damage_hook hook = {count_bad, &reported};
    tr_voxel_save_stats stats = {0};
    if (!tr_voxel_save_verify(save, &hook, NULL, &stats, &err)) fail_msg("%s", err.message);
    assert_int_equal(reported, stats.bad_count);
    outcome.bad_count = stats.bad_count;
    close_save(save);
    return outcome;
}

static test_outcome look(void)
{
    return look_at(path);
}

static int chunk_count(void)
{
    int count = 0;
    for (int i = 0; i < MODEL_COUNT; i++) {
        for (int j = 0; j < SAVE_CHUNKS; j++) {
            bool has_edits = false;
            for (int k = 0; k < TR_VOXEL_COUNT; k++) has_edits = has_edits || models[i]->blocks[j][k] >= 0;
            count += has_edits;
        }
    }
    return count;
}

static void write_file(const unsigned char *contents, long length)
{
    unlink(path);
    assert_true(write_whole_file(path, contents, (size_t)length));
}

// ---------------------------------------------------------------------------------------------------------

static void a_whole_save_is_whole(void **state)
{
    (void)state;
    const test_outcome outcome = look();
    assert_true(outcome.opened);
    assert_int_equal(outcome.bad_count + (uint64_t)(outcome.refused + outcome.missing), 0);
    assert_int_equal(outcome.right, MODEL_COUNT * SAVE_CHUNKS);
}

static void what_a_cut_leaves_is_read(void **state)
{
    (void)state;
    const int64_t cuts = test_effort(120, 2000);
    int opened = 0, max = 0;
    for (int64_t i = 0; i < cuts; i++) {
        // Half of them at the end of a page, as a disk would.
        long length = (long)(tr_hash_identity(1, 0, i, 0, 0) % (uint64_t)size);
        if (i % 2 == 0) length = length / 4096 * 4096;
        write_file(bytes, length);
        const test_outcome outcome = look();
        if (!outcome.opened) continue;
        opened++;
        // Without the pages behind the cut no edit may be taken for one that was never made.
        if (outcome.missing != 0) fail_msg("%d chunks are not seen after a cut at %ld", outcome.missing, length);
        assert_true(outcome.refused > 0 && outcome.bad_count > 0);
        max = outcome.right > max ? outcome.right : max;
        tr_error err = {0};
        assert_null(tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_OPEN, &err));
        assert_int_equal(err.code, TR_ERROR_FORMAT);
    }
    print_message("%d of %lld cut saves opened; the best had %d of %d chunks\n", opened, (long long)cuts, max,
                  MODEL_COUNT * SAVE_CHUNKS);
    assert_true(opened > cuts / 2 && max > MODEL_COUNT * SAVE_CHUNKS / 2);
}

static void every_small_size_is_refused(void **state)
{
    (void)state;
    for (long length = 0; length <= 4096; length += length < 128 ? 1 : 61) {
        write_file(bytes, length);
        const test_outcome outcome = look();
        assert_int_equal(outcome.right, 0);
    }
}

// A flip in the tree of pages can hide rows; then at least a verification must see it.
static void a_flipped_bit_costs_little(void **state)
{
    (void)state;
    const int64_t flips = test_effort(300, 20000);
    int closed = 0, harmless = 0, unseen = 0;
    int64_t lost = 0;
    for (int64_t i = 0; i < flips; i++) {
        const uint64_t hash = tr_hash_identity(2, 0, i, 0, 0);
        // Every fourth in the first bytes of a page, where the trees are.
        const long at = i % 4 == 0 ? (long)(hash % (uint64_t)(size / 4096)) * 4096 + (long)(hash >> 40) % 24
                                   : (long)(hash % (uint64_t)size);
        const unsigned char flip = (unsigned char)(1 << (hash >> 32 & 7));
        bytes[at] ^= flip;
        write_file(bytes, size);
        const test_outcome outcome = look();
        bytes[at] ^= flip;
        const int not_right = outcome.refused + outcome.missing;
        closed += !outcome.opened;
        harmless += outcome.opened && not_right == 0;
        lost += outcome.opened ? not_right : 0;
        if (outcome.opened && not_right > 0 && outcome.bad_count == 0) unseen++;
        // Outside of the first page, which says what the file is, a save always opens.
        if (at >= 4096 && !outcome.opened) fail_msg("a flip at %ld closed the save", at);
    }
    print_message("%lld flips: %d closed the save, %d changed nothing, the others cost %.1f chunks each of %d\n",
                  (long long)flips, closed, harmless, (double)lost / (double)(flips - closed - harmless),
                  chunk_count());
    assert_int_equal(unseen, 0);
}

static void many_flipped_bits_do_no_harm(void **state)
{
    (void)state;
    const int64_t rounds = test_effort(40, 1000);
    unsigned char *copy = malloc((size_t)size);
    assert_non_null(copy);
    for (int64_t i = 0; i < rounds; i++) {
        memcpy(copy, bytes, (size_t)size);
        for (int64_t j = 0; j < 200; j++) {
            const uint64_t hash = tr_hash_identity(3, 0, i, j, 0);
            const uint64_t page = hash % (uint64_t)(size / 4096 - 1) + 1;
            const uint64_t byte = j % 2 == 0 ? hash >> 32 & 15 : hash >> 32 & 4095;
            copy[page * 4096 + byte] ^= (unsigned char)(1 << (hash >> 60 & 7));
        }
        write_file(copy, size);
        const test_outcome outcome = look();
        assert_true(outcome.bad_count > 0);
    }
    free(copy);
}

// Whether the block of the last edit of its place is what a save has there.
static bool is_saved(tr_voxel_save *save, const tr_block_edit *edits, int count, int index)
{
    const tr_voxel_at *at = &edits[index].at, chunk = {at->x >> 5, at->y >> 5, at->z >> 5};
    for (int i = index + 1; i < count; i++)
        if (memcmp(&edits[i].at, at, sizeof *at) == 0) return true;
    const uint16_t place = (uint16_t)((at->x & 31) + 32 * (at->z & 31) + 1024 * (at->y & 31));
    tr_chunk_edits found;
    bool saved = false;
    if (!tr_voxel_save_read(save, &chunk, &found, NULL)) return false;
    for (size_t i = 0; i < found.count; i++)
        saved = saved || (found.places[i] == place && found.blocks[i] == edits[index].block);
    tr_chunk_edits_destroy(context, &found);
    return saved;
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

// The bit that a round flips: every other one in the first bytes of a page, where the trees are.
static void flip_bit(int64_t round)
{
    const uint64_t hash = tr_hash_identity(4, 0, round, 0, 0);
    const uint64_t at =
        round % 2 == 0 ? hash % (uint64_t)(size / 4096) * 4096 + (hash >> 40) % 100 : hash % (uint64_t)size;
    bytes[at] ^= (unsigned char)(1 << (hash >> 32 & 7));
}

// Edits that were acknowledged are there, and those of before that were sound; a save that cannot promise that takes
// none.
static void acknowledged_edits_are_there_or_none_are_taken(void **state)
{
    (void)state;
    const int64_t flips = test_effort(300, 6000);
    int written = 0, refused = 0;
    for (int64_t i = 0; i < flips; i++) {
        flip_bit(i);
        write_file(bytes, size);
        flip_bit(i);
        tr_error err = {0};
        tr_voxel_save *save = tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_OPEN, &err);
        if (!save) {
            assert_true(err.message[0]);
            refused++;
            continue;
        }
        tr_block_edit edits[200];
        for (uint64_t j = 0; j < 200; j++) edits[j] = random_edit(models[j % MODEL_COUNT], (uint64_t)(100 + i), j);
        uint64_t ticket;
        assert_true(tr_voxel_save_write(save, edits, 200, &ticket, NULL));
        const bool on_disk = tr_voxel_save_wait(save, ticket, -1, &err);
        assert_true(on_disk || err.message[0]);
        const bool closed = tr_voxel_save_close(save, &err);
        assert_true(closed || !on_disk);
        if (!closed) continue;
        written++;
        save = tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_READ, &err);
        if (!save) fail_msg("flip %lld: %s", (long long)i, err.message);
        for (int j = 0; j < 200; j++)
            if (!is_saved(save, edits, 200, j))
                fail_msg("flip %lld: edit %d was acknowledged and is lost", (long long)i, j);
        close_save(save);
    }
    print_message("%lld flips: %d saves refused, %d written\n", (long long)flips, refused, written);
    assert_true(written > flips / 4 && refused > flips / 20);
}

static void a_damaged_database_is_named_when_it_is_opened_to_write(void **state)
{
    (void)state;
    bytes[4096 * 2 + 3] ^= 8;  // how many cells a page has
    write_file(bytes, size);
    bytes[4096 * 2 + 3] ^= 8;
    tr_error err = {0};
    assert_null(tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_OPEN, &err));
    assert_int_equal(err.code, TR_ERROR_FORMAT);
    assert_non_null(strstr(err.message, "its database is damaged"));
    assert_non_null(strstr(err.message, "repair"));
    tr_voxel_save *save = tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_READ, &err);
    if (!save) fail_msg("%s", err.message);
    close_save(save);
}

// ---------------------------------------------------------------------------------------------------------
// Repairing

// Fails unless the file is what was written into it.
static void assert_untouched(void)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    unsigned char *now = malloc((size_t)size + 1);
    assert_non_null(now);
    assert_int_equal(fread(now, 1, (size_t)size + 1, file), (size_t)size);
    assert_memory_equal(now, bytes, (size_t)size);
    free(now);
    fclose(file);
}

// The copy has every chunk that the damaged save shows, is sound, and takes edits.
static void check_copy(const char *copy, const test_outcome *outcome)
{
    const test_outcome of_copy = look_at(copy);
    assert_true(of_copy.opened);
    assert_int_equal(of_copy.bad_count + (uint64_t)of_copy.refused, 0);
    if (of_copy.right < outcome->right) fail_msg("%d of %d chunks were kept", of_copy.right, outcome->right);
    tr_voxel_save *save = open_save(&world, copy, TR_VOXEL_SAVE_OPEN);
    const tr_block_edit edit = {{5, 5, 5}, TR_BLOCK_LAMP};
    uint64_t ticket;
    assert_true(tr_voxel_save_write(save, &edit, 1, &ticket, NULL));
    assert_true(tr_voxel_save_wait(save, ticket, -1, NULL));
    assert_true(is_saved(save, &edit, 1, 0));
    close_save(save);
    unlink(copy);
}

static void repairing_keeps_what_is_sound(void **state)
{
    (void)state;
    const int64_t flips = test_effort(60, 2000);
    char copy[sizeof path + 8];
    snprintf(copy, sizeof copy, "%s.copy", path);
    int repaired = 0;
    for (int64_t i = 0; i < flips; i++) {
        flip_bit(i);
        write_file(bytes, size);
        const test_outcome outcome = look();
        if (outcome.opened) {
            uint64_t reported = 0;
            const tr_voxel_save_damage_hook hook = {count_bad, &reported};
            tr_voxel_save_stats stats;
            tr_error err = {0};
            tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_READ);
            if (!tr_voxel_save_repair(save, copy, &hook, NULL, &stats, &err))
                fail_msg("flip %lld: %s", (long long)i, err.message);
            close_save(save);
            assert_int_equal(reported, outcome.bad_count);
            assert_untouched();
            check_copy(copy, &outcome);
            repaired++;
        }
        flip_bit(i);
    }
    print_message("%d of %lld damaged saves repaired\n", repaired, (long long)flips);
    assert_true(repaired > flips / 2);
}

static void repairing_never_writes_over_a_file(void **state)
{
    (void)state;
    tr_error err = {0};
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    assert_false(tr_voxel_save_repair(save, path, NULL, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_OPEN);
    close_save(save);
    assert_untouched();
    save = open_save(&world, path, TR_VOXEL_SAVE_OPEN);
    assert_false(tr_voxel_save_repair(save, "elsewhere", NULL, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    close_save(save);
}

static void a_save_with_nothing_sound_is_not_repaired(void **state)
{
    (void)state;
    char copy[sizeof path + 8];
    snprintf(copy, sizeof copy, "%s.copy", path);
    run_sql("UPDATE chunks SET checksum = checksum + 1");
    tr_error err = {0};
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_READ);
    assert_false(tr_voxel_save_repair(save, copy, NULL, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_FORMAT);
    close_save(save);
    assert_int_equal(access(copy, F_OK), -1);
}

// ---------------------------------------------------------------------------------------------------------
// One row

// Each is one chunk (or two) that is refused, and nothing else.
static void rows_that_were_tampered_with_are_refused(void **state)
{
    (void)state;
#define THERE " WHERE x = -30 AND y = -1 AND z = -2"
    static const char *const changes[] = {
        "UPDATE chunks SET data = zeroblob(100)" THERE,
        "UPDATE chunks SET data = x''" THERE,
        "UPDATE chunks SET data = 'a text'" THERE,
        "UPDATE chunks SET data = 7" THERE,
        "UPDATE chunks SET data = data || x'00'" THERE,
        "UPDATE chunks SET checksum = checksum + 1" THERE,
        "UPDATE chunks SET checksum = 1.5" THERE,
        "UPDATE chunks SET generator = generator + 1" THERE,
        "UPDATE chunks SET edits = edits + 1" THERE,
        "UPDATE chunks SET edits = -1" THERE,
        "UPDATE chunks SET edits = 'many'" THERE,
        "UPDATE chunks SET data = zeroblob(900000)" THERE,
        // The row of a neighbour in its place.
        "UPDATE chunks SET (generator, edits, checksum, data) = (SELECT generator, edits, checksum, data FROM chunks"
        " WHERE x = -29 AND y = -1 AND z = -2)" THERE,
    };
#undef THERE
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        write_file(bytes, size);
        run_sql(changes[i]);
        const test_outcome outcome = look();
        assert_true(outcome.opened);
        assert_int_equal(outcome.missing, 0);
        if (outcome.refused != 1 || outcome.bad_count < 1) fail_msg("%s", changes[i]);
    }
}

static void a_row_in_an_impossible_place_is_reported(void **state)
{
    (void)state;
    run_sql("UPDATE chunks SET x = 9223372036854775807 WHERE x = -30 AND y = -1 AND z = -2");
    const test_outcome outcome = look();
    assert_int_equal(outcome.missing, 1);
    assert_int_equal(outcome.refused, 0);
    assert_int_equal(outcome.bad_count, 1);
}

static void a_damaged_chunk_is_set_aside_when_it_is_changed(void **state)
{
    (void)state;
    const tr_voxel_at at = {-30, -1, -2};
    run_sql("UPDATE chunks SET checksum = checksum + 1 WHERE x = -30 AND y = -1 AND z = -2");
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_OPEN);
    tr_chunk_edits edits;
    assert_false(tr_voxel_save_read(save, &at, &edits, NULL));
    // As it was generated, with the others as they are.
    tr_voxel_chunk chunks[2];
    const tr_voxel_at places[] = {at, {-29, -1, -2}};
    const tr_voxel_source source = tr_voxel_save_source(save);
    assert_true(source.read(source.user, places, 2, chunks, NULL));
    for (int i = 0; i < 2; i++) {
        int changed = 0;
        for (int j = 0; j < TR_VOXEL_COUNT; j++) {
            const tr_voxel_at block = {places[i].x * 32 + j % 32, places[i].y * 32 + j / 1024,
                                       places[i].z * 32 + j / 32 % 32};
            changed +=
                tr_voxel_chunk_block(&chunks[i], j % 32, j / 1024, j / 32 % 32) != plain_world_block(&plain, &block);
        }
        assert_true(i == 0 ? changed == 0 : changed > 10);
        tr_voxel_chunk_destroy(context, &chunks[i]);
    }
    const tr_block_edit edit = {{-30 * 32 + 1, -32, -64}, TR_BLOCK_LAMP};
    uint64_t ticket;
    assert_true(tr_voxel_save_write(save, &edit, 1, &ticket, NULL));
    assert_true(tr_voxel_save_wait(save, ticket, -1, NULL));
    assert_true(tr_voxel_save_read(save, &at, &edits, NULL));
    assert_int_equal(edits.count, 1);
    tr_chunk_edits_destroy(context, &edits);
    tr_voxel_save_stats stats;
    assert_true(tr_voxel_save_pack(save, NULL, NULL, &stats, NULL));
    close_save(save);
    run_sql("CREATE TABLE kept AS SELECT 1 / (count(*) = 1) FROM damaged WHERE x = -30");
}

static void packing_leaves_damaged_chunks_alone(void **state)
{
    (void)state;
    run_sql("UPDATE chunks SET checksum = checksum + 1 WHERE x = -30 AND y = -1 AND z = -2");
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_OPEN);
    tr_voxel_save_stats before, after;
    tr_error err = {0};
    if (!tr_voxel_save_pack(save, NULL, &before, &after, &err)) fail_msg("%s", err.message);
    assert_in_range(after.chunk_count, before.chunk_count - 10, before.chunk_count);
    assert_true(tr_voxel_save_verify(save, NULL, NULL, &after, NULL));
    assert_int_equal(after.bad_count, 1);
    close_save(save);
    run_sql("UPDATE chunks SET checksum = checksum - 1 WHERE x = -30 AND y = -1 AND z = -2");
    save = open_save(&world, path, TR_VOXEL_SAVE_OPEN);
    assert_true(tr_voxel_save_verify(save, NULL, NULL, &after, NULL));
    assert_int_equal(after.bad_count, 0);
    close_save(save);
}

// What the save says of its world is damaged: it can be read, and not written.
static void the_chunks_prove_their_world_themselves(void **state)
{
    (void)state;
    run_sql("UPDATE meta SET value = value + 1 WHERE name = 'world'");
    const test_outcome outcome = look();
    assert_true(outcome.opened);
    assert_int_equal(outcome.right, MODEL_COUNT * SAVE_CHUNKS);
    tr_error err = {0};
    assert_null(tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_OPEN, &err));
    assert_int_equal(err.code, TR_ERROR_FORMAT);
    plain_world another = {context, 6, 1};
    const tr_voxel_save_world of_another = plain_world_as_save(&another);
    tr_voxel_save *save = open_save(&of_another, path, TR_VOXEL_SAVE_READ);
    tr_voxel_save_stats stats;
    assert_true(tr_voxel_save_verify(save, NULL, NULL, &stats, NULL));
    assert_int_equal(stats.chunk_count, 0);
    assert_int_equal(stats.bad_count, chunk_count());
    close_save(save);
}

TEST_GROUP(save_damage)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_whole_save_is_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_a_cut_leaves_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_small_size_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_flipped_bit_costs_little, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_flipped_bits_do_no_harm, set_up, tear_down),
        cmocka_unit_test_setup_teardown(acknowledged_edits_are_there_or_none_are_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_database_is_named_when_it_is_opened_to_write, set_up, tear_down),
        cmocka_unit_test_setup_teardown(repairing_keeps_what_is_sound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(repairing_never_writes_over_a_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_save_with_nothing_sound_is_not_repaired, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_that_were_tampered_with_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_row_in_an_impossible_place_is_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_chunk_is_set_aside_when_it_is_changed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(packing_leaves_damaged_chunks_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_chunks_prove_their_world_themselves, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
