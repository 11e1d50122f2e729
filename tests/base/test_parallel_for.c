#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "test_gate.h"

static const int thread_counts[] = {1, 2, 3, 8};
enum { THREAD_COUNTS = sizeof thread_counts / sizeof *thread_counts };

// ---------------------------------------------------------------------------------------------------------
// Coverage and worker indices

enum { ITEMS = 1000 };

typedef struct coverage {
    int threads;
    int64_t grain;
    atomic_int visits[ITEMS];
    atomic_int in_use[TR_MAX_THREADS];
    atomic_int mistakes;
} coverage;

static bool visit(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)err;
    coverage *c = user;
    bool good =
        worker >= 0 && worker < c->threads && begin >= 0 && begin < end && end <= ITEMS && end - begin <= c->grain;
    if (!good || atomic_fetch_add(&c->in_use[worker], 1) != 0) atomic_fetch_add(&c->mistakes, 1);
    for (int64_t i = begin; i < end; i++) atomic_fetch_add(&c->visits[i], 1);
    if (begin % 7 == 0) sched_yield();
    if (good) atomic_fetch_sub(&c->in_use[worker], 1);
    return true;
}

static void every_item_is_visited_once_by_unique_workers(void **state)
{
    (void)state;
    static const int64_t grains[] = {1, 3, 64, 999, 1000, 5000, INT64_MAX};
    for (int t = 0; t < THREAD_COUNTS; t++) {
        tr_context *context = test_context(thread_counts[t]);
        for (size_t g = 0; g < sizeof grains / sizeof *grains; g++) {
            static coverage c;
            memset(&c, 0, sizeof c);
            c.threads = thread_counts[t];
            c.grain = grains[g];
            assert_true(tr_parallel_for(context, &(tr_range_work){ITEMS, grains[g], visit, &c}, NULL, NULL));
            assert_int_equal(c.mistakes, 0);
            for (int i = 0; i < ITEMS; i++) assert_int_equal(c.visits[i], 1);
        }
        tr_context_destroy(context);
    }
}

static bool add_length(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    atomic_fetch_add((_Atomic int64_t *)user, end - begin);
    return true;
}

static void the_longest_range_does_not_overflow(void **state)
{
    (void)state;
    tr_context *context = test_context(3);
    _Atomic int64_t total = 0;
    assert_true(tr_parallel_for(context, &(tr_range_work){INT64_MAX, INT64_MAX / 5, add_length, &total}, NULL, NULL));
    assert_true(total == INT64_MAX);
    total = 0;
    assert_true(tr_parallel_for(context, &(tr_range_work){0, 1, add_length, &total}, NULL, NULL));
    assert_true(total == 0);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Nesting

typedef struct nest {
    tr_context *context;
    int depth;
    _Atomic int64_t *sum;
} nest;

enum { NEST_ITEMS = 12 };

static bool add_nested(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    const nest *outer = user;
    for (int64_t i = begin; i < end; i++) {
        if (outer->depth == 0) {
            atomic_fetch_add(outer->sum, i + 1);
            continue;
        }
        nest inner = {outer->context, outer->depth - 1, outer->sum};
        if (!tr_parallel_for(outer->context, &(tr_range_work){NEST_ITEMS, 1 + i % 3, add_nested, &inner}, NULL, err))
            return false;
    }
    return true;
}

static void nested_sums_are_exact(void **state)
{
    (void)state;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        tr_context *context = test_context(thread_counts[t]);
        for (int repeat = 0; repeat < 10; repeat++) {
            _Atomic int64_t sum = 0;
            nest outer = {context, 2, &sum};
            assert_true(tr_parallel_for(context, &(tr_range_work){NEST_ITEMS, 1, add_nested, &outer}, NULL, NULL));
            assert_true(sum == (int64_t)NEST_ITEMS * NEST_ITEMS * (NEST_ITEMS * (NEST_ITEMS + 1) / 2));
        }
        tr_context_destroy(context);
    }
}

// The piece 0 ends at once. The piece 1 opens a range whose two pieces wait for each other, so with two threads
// the first must come to help: it has nothing left to do but to wait.
typedef struct meeting {
    tr_context *context;
    test_gate gate;
    bool met[2];
} meeting;

static bool meet(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)end;
    (void)worker;
    (void)err;
    meeting *m = user;
    test_gate_arrive(&m->gate);
    m->met[begin] = test_gate_wait(&m->gate, 2);
    return true;
}

static bool meet_in_second_piece(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)end;
    (void)worker;
    meeting *m = user;
    return begin == 0 || tr_parallel_for(m->context, &(tr_range_work){2, 1, meet, m}, NULL, err);
}

static void a_waiting_caller_helps_the_ranges_within(void **state)
{
    (void)state;
    for (int repeat = 0; repeat < 20; repeat++) {
        meeting m = {.context = test_context(2)};
        test_gate_init(&m.gate);
        assert_true(tr_parallel_for(m.context, &(tr_range_work){2, 1, meet_in_second_piece, &m}, NULL, NULL));
        assert_true(m.met[0] && m.met[1]);
        test_gate_destroy(&m.gate);
        tr_context_destroy(m.context);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Errors

static bool fail_some(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)end;
    (void)worker;
    const uint64_t round = *(const uint64_t *)user;
    const bool late = tr_hash_identity(round, 0, begin, 0, 0) & 1;
    for (int i = 0; late && i < 20; i++) sched_yield();
    if (begin == 11 || begin == 12 || begin == 30 || begin == 63) {
        return tr_fail(err, TR_ERROR_FORMAT, "piece %d", (int)begin);
    }
    return true;
}

static void the_lowest_failing_piece_is_reported(void **state)
{
    (void)state;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        tr_context *context = test_context(thread_counts[t]);
        for (uint64_t round = 0; round < 100; round++) {
            tr_error error = {0};
            assert_false(tr_parallel_for(context, &(tr_range_work){64, 1, fail_some, &round}, NULL, &error));
            assert_int_equal(error.code, TR_ERROR_FORMAT);
            assert_string_equal(error.message, "piece 11");
        }
        tr_context_destroy(context);
    }
}

static bool fail_without_reason(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)user;
    (void)begin;
    (void)end;
    (void)worker;
    (void)err;
    return false;
}

static void a_failure_without_reason_still_has_a_code(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    tr_error error = {0};
    assert_false(tr_parallel_for(context, &(tr_range_work){4, 1, fail_without_reason, NULL}, NULL, &error));
    assert_int_equal(error.code, TR_ERROR_INTERNAL);
    assert_false(tr_parallel_for(context, &(tr_range_work){4, 1, fail_without_reason, NULL}, NULL, NULL));
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Progress

typedef struct progress_log {
    atomic_int inside;
    int overlaps;
    int falls;
    int calls;
    double last;
    double cancel_at;
} progress_log;

static bool log_progress(void *user, double share)
{
    progress_log *log = user;
    if (atomic_fetch_add(&log->inside, 1) != 0) log->overlaps++;
    if (share < log->last || share < 0.0 || share > 1.0) log->falls++;
    log->last = share;
    log->calls++;
    sched_yield();
    atomic_fetch_sub(&log->inside, 1);
    return share < log->cancel_at;
}

static void progress_rises_to_one_without_overlap(void **state)
{
    (void)state;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        tr_context *context = test_context(thread_counts[t]);
        progress_log log = {.cancel_at = 2.0};
        const tr_progress progress = {log_progress, &log};
        _Atomic int64_t total = 0;
        assert_true(tr_parallel_for(context, &(tr_range_work){500, 1, add_length, &total}, &progress, NULL));
        assert_int_equal(log.overlaps, 0);
        assert_int_equal(log.falls, 0);
        assert_true(log.calls >= 1);
        assert_true(log.last == 1.0);
        const tr_progress silent = {NULL, NULL};
        assert_true(tr_parallel_for(context, &(tr_range_work){500, 1, add_length, &total}, &silent, NULL));
        assert_true(total == 1000);
        tr_context_destroy(context);
    }
}

static void progress_can_cancel(void **state)
{
    (void)state;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        tr_context *context = test_context(thread_counts[t]);
        progress_log log = {.cancel_at = 0.2};
        const tr_progress progress = {log_progress, &log};
        _Atomic int64_t total = 0;
        tr_error error = {0};
        assert_false(tr_parallel_for(context, &(tr_range_work){100000, 1, add_length, &total}, &progress, &error));
        assert_int_equal(error.code, TR_ERROR_CANCELLED);
        if (thread_counts[t] == 1) assert_int_equal(total, 20000);
        // The last report counts as well.
        log = (progress_log){.cancel_at = 1.0};
        assert_false(tr_parallel_for(context, &(tr_range_work){10, 1, add_length, &total}, &progress, &error));
        assert_int_equal(error.code, TR_ERROR_CANCELLED);
        assert_true(log.last == 1.0);
        tr_context_destroy(context);
    }
}

// ---------------------------------------------------------------------------------------------------------

static void no_memory_is_taken(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(4, &allocator);
    allocator.fail_at = 0;
    allocator.fail_after = true;
    _Atomic int64_t sum = 0;
    nest outer = {context, 1, &sum};
    assert_true(tr_parallel_for(context, &(tr_range_work){NEST_ITEMS, 1, add_nested, &outer}, NULL, NULL));
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

static void *run_nested(void *user)
{
    _Atomic int64_t sum = 0;
    nest outer = {user, 1, &sum};
    for (int i = 0; i < 20; i++) {
        if (!tr_parallel_for(user, &(tr_range_work){NEST_ITEMS, 1, add_nested, &outer}, NULL, NULL)) return NULL;
    }
    return sum == (int64_t)20 * NEST_ITEMS * (NEST_ITEMS * (NEST_ITEMS + 1) / 2) ? user : NULL;
}

static void many_callers_share_one_context(void **state)
{
    (void)state;
    enum { CALLERS = 5 };
    tr_context *context = test_context(3);
    pthread_t callers[CALLERS];
    for (int i = 0; i < CALLERS; i++) assert_int_equal(pthread_create(&callers[i], NULL, run_nested, context), 0);
    for (int i = 0; i < CALLERS; i++) {
        void *result;
        pthread_join(callers[i], &result);
        assert_ptr_equal(result, context);
    }
    tr_context_destroy(context);
}

TEST_GROUP(parallel_for)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_visited_once_by_unique_workers),
        cmocka_unit_test(the_longest_range_does_not_overflow),
        cmocka_unit_test(nested_sums_are_exact),
        cmocka_unit_test(a_waiting_caller_helps_the_ranges_within),
        cmocka_unit_test(the_lowest_failing_piece_is_reported),
        cmocka_unit_test(a_failure_without_reason_still_has_a_code),
        cmocka_unit_test(progress_rises_to_one_without_overlap),
        cmocka_unit_test(progress_can_cancel),
        cmocka_unit_test(no_memory_is_taken),
        cmocka_unit_test(many_callers_share_one_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
