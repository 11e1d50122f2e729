// Saves whose process is killed: a child writes random edits, some of them while it packs, and tells through a pipe
// what it handed over and what is on disk; the parent kills it at a random moment and looks at what is left.
//
// Call n of a child changes a random number of blocks of a stream of edits. What must be there: every call up to the
// last that was acknowledged; what may be there: whole calls up to the last that was handed over; and nothing else.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/os.h"
#include "cmocka_test.h"
#include "save_fixture.h"
#include "temp_dir.h"
#include "test_context.h"
#include "test_effort.h"

enum { MAX_EDITS = 300, MAX_CALLS = 1 << 16, MAX_MS = 250, PACK_EVERY = 64 };

// What a child tells: the number of calls handed over (before each of them) or acknowledged.
typedef struct test_message {
    uint32_t is_acknowledged;
    uint32_t calls;
} test_message;

static tr_voxel_at low = {-2, -1, -2};

// The edits of a call. They are random, so that a call that is there in part is no state that calls lead to.
static size_t make_call(const save_model *model, uint64_t seed, uint32_t call, tr_block_edit *out)
{
    const size_t count = 1 + (size_t)(tr_hash_identity(seed, 9, call, 0, 0) % (MAX_EDITS - 1));
    for (size_t i = 0; i < count; i++) out[i] = random_edit(model, seed, (uint64_t)call * MAX_EDITS + i);
    return count;
}

static void tell(int pipe_end, bool is_acknowledged, uint32_t calls)
{
    const test_message message = {is_acknowledged, calls};
    if (write(pipe_end, &message, sizeof message) != sizeof message) _exit(3);
}

// Never returns: it writes until it is killed.
static void run_child(const char *path, uint64_t seed, int pipe_end)
{
    plain_world plain = {test_context(1), 5, 1};
    const tr_voxel_save_world world = plain_world_as_save(&plain);
    save_model *model = save_model_create(low);
    tr_voxel_save *save = tr_voxel_save_open_world(&world, path, TR_VOXEL_SAVE_CREATE, NULL);
    if (!save) _exit(2);
    uint64_t ticket = 0;
    for (uint32_t call = 0; call < MAX_CALLS; call++) {
        tr_block_edit edits[MAX_EDITS];
        const size_t count = make_call(model, seed, call, edits);
        tell(pipe_end, false, call + 1);
        if (!tr_voxel_save_write(save, edits, count, &ticket, NULL)) _exit(4);
        const uint64_t way = tr_hash_identity(seed, 10, call, 0, 0);
        if (way % PACK_EVERY == 0 && !tr_voxel_save_pack(save, NULL, NULL, NULL, NULL)) _exit(5);
        if (way % 4 != 0) continue;
        if (!tr_voxel_save_wait(save, ticket, -1, NULL)) _exit(6);
        tell(pipe_end, true, call + 1);
    }
    _exit(0);
}

// Takes the next message; false when there is none any more.
static bool hear(int pipe_end, uint32_t *handed_over, uint32_t *acknowledged)
{
    test_message message;
    if (read(pipe_end, &message, sizeof message) != sizeof message) return false;
    *(message.is_acknowledged ? acknowledged : handed_over) = message.calls;
    return true;
}

// The edits of a save that packing may drop: those that are what is generated.
static void drop_generated(const plain_world *plain, save_model *model)
{
    for (int i = 0; i < SAVE_CHUNKS; i++) {
        for (int j = 0; j < TR_VOXEL_COUNT; j++) {
            const tr_voxel_at chunk = save_model_chunk(model, i),
                              at = {chunk.x * 32 + j % 32, chunk.y * 32 + j / 1024, chunk.z * 32 + j / 32 % 32};
            if (model->blocks[i][j] == plain_world_block(plain, &at)) model->blocks[i][j] = -1;
        }
    }
}

// What the save holds, as a model without what is generated anyway.
static save_model *read_model(const plain_world *plain, tr_voxel_save *save)
{
    save_model *model = save_model_create(low);
    for (int i = 0; i < SAVE_CHUNKS; i++) {
        const tr_voxel_at at = save_model_chunk(model, i);
        tr_chunk_edits edits;
        tr_error err = {0};
        if (!tr_voxel_save_read(save, &at, &edits, &err)) fail_msg("%s", err.message);
        for (size_t j = 0; j < edits.count; j++) model->blocks[i][edits.places[j]] = edits.blocks[j];
        tr_chunk_edits_destroy(save->context, &edits);
    }
    drop_generated(plain, model);
    return model;
}

// Adds calls to what was there before until the result is what the save holds. Returns how many, or -1.
static int64_t find_calls(const plain_world *plain, save_model *expected, const save_model *found, uint64_t seed,
                          uint32_t acknowledged, uint32_t handed_over)
{
    save_model *plain_expected = save_model_create(low);
    int64_t result = -1;
    for (uint32_t call = 0; call <= handed_over && result < 0; call++) {
        if (call >= acknowledged) {
            memcpy(plain_expected->blocks, expected->blocks, sizeof expected->blocks);
            drop_generated(plain, plain_expected);
            if (memcmp(plain_expected->blocks, found->blocks, sizeof found->blocks) == 0) result = call;
        }
        tr_block_edit edits[MAX_EDITS];
        if (result < 0) save_model_write(expected, edits, make_call(expected, seed, call, edits));
    }
    save_model_destroy(plain_expected);
    return result;
}

typedef struct tally {
    int64_t acknowledged, kept_beyond;
    int with_nothing;
} tally;

static void kill_once(const char *path, uint64_t seed, save_model *expected, tally *sum)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        run_child(path, seed, ends[1]);
    }
    close(ends[1]);
    // Every fifth may not even have made its save; the others have begun to write.
    uint32_t handed_over = 0, acknowledged = 0;
    if (seed % 5 != 0) hear(ends[0], &handed_over, &acknowledged);
    usleep((useconds_t)(1000 * (tr_hash_identity(seed, 11, 0, 0, 0) % (MAX_MS * TEST_SLOWDOWN))));
    kill(child, SIGKILL);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status)) fail_msg("the child ended by itself with %d", WEXITSTATUS(status));
    while (hear(ends[0], &handed_over, &acknowledged)) continue;
    close(ends[0]);

    tr_context *context = test_context(1);
    plain_world plain = {context, 5, 1};
    const tr_voxel_save_world world = plain_world_as_save(&plain);
    tr_voxel_save *save = open_save(&world, path, TR_VOXEL_SAVE_CREATE);
    tr_voxel_save_stats stats;
    assert_true(tr_voxel_save_verify(save, NULL, NULL, &stats, NULL));
    assert_int_equal(stats.bad_count, 0);
    save_model *found = read_model(&plain, save);
    const int64_t calls = find_calls(&plain, expected, found, seed, acknowledged, handed_over);
    if (calls < 0)
        fail_msg("seed %llu: %u calls were acknowledged, %u handed over, and none of that is in the save",
                 (unsigned long long)seed, acknowledged, handed_over);
    sum->acknowledged += acknowledged;
    sum->kept_beyond += calls - acknowledged;
    sum->with_nothing += handed_over == 0;
    save_model_destroy(found);
    close_save(save);
    tr_context_destroy(context);
}

// The same save goes through all of it.
static void nothing_acknowledged_is_lost(void **state)
{
    (void)state;
    const int64_t kills = test_is_long() ? 200 : 20;
    const temp_dir dir = temp_dir_make();
    const char *path = temp_dir_file(&dir, "world.sqlite");
    char name[512];
    snprintf(name, sizeof name, "%s", path);
    save_model *expected = save_model_create(low);
    tally sum = {0};
    const char *start = getenv("TERRANE_KILL_SEED");
    const uint64_t seed = start ? strtoull(start, NULL, 10) : (uint64_t)tr_os_now_ns();
    for (int64_t i = 0; i < kills; i++) kill_once(name, seed + (uint64_t)i, expected, &sum);
    print_message("%lld kills from TERRANE_KILL_SEED=%llu on: %lld calls acknowledged, all there; %lld more there; %d "
                  "before the first call\n",
                  (long long)kills, (unsigned long long)seed, (long long)sum.acknowledged, (long long)sum.kept_beyond,
                  sum.with_nothing);
    assert_true(sum.acknowledged > 0 && sum.with_nothing < kills);
    save_model_destroy(expected);
    temp_dir_remove(&dir);
}

TEST_GROUP(save_kill)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_acknowledged_is_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
