#include <pthread.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"

enum { MIB = 1 << 20 };

static void blocks_are_aligned_and_separate(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    static const size_t sizes[] = {0, 1, 63, 64, 65, 4096, 100001};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    unsigned char *blocks[COUNT];
    for (int i = 0; i < COUNT; i++) {
        blocks[i] = tr_alloc(context, sizes[i], NULL);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 64, 0);
        memset(blocks[i], i, sizes[i]);
    }
    for (int i = 0; i < COUNT; i++) {
        for (size_t at = 0; at < sizes[i]; at++) assert_int_equal(blocks[i][at], i);
    }
    for (int i = 0; i < COUNT; i++) tr_free(context, blocks[i]);
    tr_free(context, NULL);
    tr_context_destroy(context);
}

static void statistics_follow_use(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    const tr_memory_stats empty = tr_context_memory(context);
    assert_int_equal(empty.used_bytes, allocator.live_bytes);
    assert_int_equal(empty.allocation_count, allocator.allocations);
    void *a = tr_alloc(context, MIB, NULL);
    void *b = tr_alloc(context, 2 * MIB, NULL);
    tr_free(context, a);
    const tr_memory_stats stats = tr_context_memory(context);
    assert_int_equal(stats.used_bytes, allocator.live_bytes);
    assert_true(stats.used_bytes >= empty.used_bytes + 2 * MIB);
    assert_true(stats.peak_bytes >= empty.used_bytes + 3 * MIB);
    assert_int_equal(stats.allocation_count, empty.allocation_count + 2);
    tr_free(context, b);
    assert_int_equal(tr_context_memory(context).used_bytes, empty.used_bytes);
    assert_int_equal(tr_context_memory(context).peak_bytes, stats.peak_bytes);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

static void the_budget_holds_and_the_message_has_the_numbers(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(1);
    def.memory_budget_bytes = 4 * MIB;
    tr_context *context = tr_context_create(&def, NULL);
    assert_non_null(context);
    tr_error error = {0};
    void *block = tr_alloc(context, 3 * MIB, &error);
    assert_non_null(block);
    assert_null(tr_alloc(context, MIB, &error));
    assert_int_equal(error.code, TR_ERROR_OVER_BUDGET);
    assert_non_null(strstr(error.message, "1.000 MiB are needed"));
    assert_non_null(strstr(error.message, "4.000 MiB"));
    assert_int_equal(tr_context_memory(context).budget_bytes, 4 * MIB);
    tr_free(context, block);
    block = tr_alloc(context, MIB, &error);
    assert_non_null(block);
    tr_free(context, block);
    tr_context_destroy(context);
}

static void a_budget_too_small_for_the_context_is_an_error(void **state)
{
    (void)state;
    test_allocator allocator;
    test_allocator_init(&allocator);
    tr_context_def def = test_context_def(1);
    def.allocator = test_allocator_hook(&allocator);
    static const uint64_t budgets[] = {0, 1, 1500};
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        def.memory_budget_bytes = budgets[i];
        tr_error error = {0};
        assert_null(tr_context_create(&def, &error));
        assert_int_equal(error.code, TR_ERROR_OVER_BUDGET);
        assert_int_equal(allocator.live_blocks, 0);
    }
}

static void sizes_that_cannot_be_addressed_are_too_large(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(1);
    def.memory_budget_bytes = UINT64_MAX;
    tr_context *context = tr_context_create(&def, NULL);
    tr_error error = {0};
    assert_null(tr_alloc_array(context, SIZE_MAX / 8 + 1, 8, &error));
    assert_int_equal(error.code, TR_ERROR_TOO_LARGE);
    error.code = TR_ERROR_NONE;
    assert_null(tr_alloc_array(context, SIZE_MAX, SIZE_MAX, &error));
    assert_int_equal(error.code, TR_ERROR_TOO_LARGE);
    error.code = TR_ERROR_NONE;
    assert_null(tr_alloc(context, SIZE_MAX, &error));
    assert_int_equal(error.code, TR_ERROR_TOO_LARGE);
    void *none = tr_alloc_array(context, 0, SIZE_MAX, &error);
    assert_non_null(none);
    tr_free(context, none);
    none = tr_alloc_array(context, SIZE_MAX, 0, &error);
    assert_non_null(none);
    tr_free(context, none);
    tr_context_destroy(context);
}

static void a_failing_allocator_is_reported_and_nothing_stays_reserved(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    const uint64_t used_bytes = tr_context_memory(context).used_bytes;
    allocator.fail_at = allocator.allocations;
    tr_error error = {0};
    assert_null(tr_alloc(context, 100, &error));
    assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
    assert_int_equal(tr_context_memory(context).used_bytes, used_bytes);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

static bool nothing(void *user, tr_job *job, tr_error *err)
{
    (void)user;
    (void)job;
    (void)err;
    return true;
}

// Creates a context, starts a job and makes one of each kind of data.
static bool use_everything(test_allocator *allocator, tr_error *err)
{
    tr_context_def def = test_context_def(2);
    def.allocator = test_allocator_hook(allocator);
    tr_context *context = tr_context_create(&def, err);
    if (!context) return false;
    tr_grid grid = {0};
    tr_image image = {0};
    tr_points points = {0};
    tr_mesh mesh = {0};
    tr_job *job = tr_job_start(context, &(tr_job_work){.body = nothing}, err);
    bool ok = job && tr_grid_create(context, 4, 4, 1, &grid, err) &&
              tr_image_create(context, &(tr_image_shape){4, 4, 4, 8}, &image, err) &&
              tr_points_create(context, 5, &points, err) &&
              tr_mesh_create(context, 3, 3, TR_MESH_NORMALS | TR_MESH_UVS | TR_MESH_COLORS, &mesh, err);
    if (job) tr_job_finish(job, NULL);
    tr_grid_destroy(context, &grid);
    tr_image_destroy(context, &image);
    tr_points_destroy(context, &points);
    tr_mesh_destroy(context, &mesh);
    tr_context_destroy(context);
    return ok;
}

static void every_allocation_in_turn_fails_cleanly(void **state)
{
    (void)state;
    for (int mode = 0; mode < 2; mode++) {
        test_allocator allocator;
        bool ok = false;
        int64_t fail_at = 0;
        for (; !ok; fail_at++) {
            test_allocator_init(&allocator);
            allocator.fail_at = fail_at;
            allocator.fail_after = mode == 1;
            tr_error error = {0};
            ok = use_everything(&allocator, &error);
            assert_int_equal(allocator.live_blocks, 0);
            assert_int_equal(allocator.live_bytes, 0);
            assert_int_equal(error.code, ok ? TR_ERROR_NONE : TR_ERROR_OUT_OF_MEMORY);
        }
        // Context, pool, job, grid, image, three of the points, five of the mesh, and the run that succeeds.
        assert_int_equal(fail_at, 14);
    }
}

enum { CROWD = 4, ROUNDS = 500 };

static void *allocate_often(void *user)
{
    tr_context *context = user;
    for (int i = 0; i < ROUNDS; i++) {
        void *block = tr_alloc(context, 64 * 1024, NULL);
        if (block) memset(block, i, 64 * 1024);
        tr_free(context, block);
    }
    return NULL;
}

static void the_budget_holds_among_threads(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(1);
    test_allocator allocator;
    test_allocator_init(&allocator);
    def.allocator = test_allocator_hook(&allocator);
    def.memory_budget_bytes = 160 * 1024;  // two blocks at a time
    tr_context *context = tr_context_create(&def, NULL);
    const uint64_t used_bytes = tr_context_memory(context).used_bytes;
    pthread_t threads[CROWD];
    for (int i = 0; i < CROWD; i++) assert_int_equal(pthread_create(&threads[i], NULL, allocate_often, context), 0);
    for (int i = 0; i < CROWD; i++) pthread_join(threads[i], NULL);
    const tr_memory_stats stats = tr_context_memory(context);
    assert_true(stats.peak_bytes <= stats.budget_bytes);
    assert_int_equal(stats.used_bytes, used_bytes);
    assert_int_equal(stats.allocation_count, allocator.allocations);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

TEST_GROUP(memory)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_and_separate),
        cmocka_unit_test(statistics_follow_use),
        cmocka_unit_test(the_budget_holds_and_the_message_has_the_numbers),
        cmocka_unit_test(a_budget_too_small_for_the_context_is_an_error),
        cmocka_unit_test(sizes_that_cannot_be_addressed_are_too_large),
        cmocka_unit_test(a_failing_allocator_is_reported_and_nothing_stays_reserved),
        cmocka_unit_test(every_allocation_in_turn_fails_cleanly),
        cmocka_unit_test(the_budget_holds_among_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
