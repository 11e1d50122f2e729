// Task systems of a host: one with threads of its own, one that refuses, one that runs tasks late, one that
// runs them inside `run`.
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "test_gate.h"

enum { MAX_TASKS = 4096, HOST_THREADS = 3 };

typedef struct host_task {
    void (*task)(void *user);
    void *user;
    int priority;
} host_task;

typedef enum host_manner { HOST_REFUSES, HOST_RUNS_AT_ONCE, HOST_KEEPS } host_manner;

typedef struct host {
    host_manner manner;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    host_task tasks[MAX_TASKS];
    int task_count, taken_count;
    int offers;
    bool closing;
    pthread_t threads[HOST_THREADS];
} host;

static bool host_run(void *user, int priority, void (*task)(void *task_user), void *task_user)
{
    host *h = user;
    pthread_mutex_lock(&h->mutex);
    h->offers++;
    bool keeps = h->manner == HOST_KEEPS && h->task_count < MAX_TASKS;
    if (keeps) h->tasks[h->task_count++] = (host_task){task, task_user, priority};
    pthread_cond_signal(&h->changed);
    pthread_mutex_unlock(&h->mutex);
    if (h->manner == HOST_RUNS_AT_ONCE) task(task_user);
    return h->manner == HOST_RUNS_AT_ONCE || keeps;
}

static void host_init(host *h, host_manner manner)
{
    memset(h, 0, sizeof *h);
    h->manner = manner;
    pthread_mutex_init(&h->mutex, NULL);
    pthread_cond_init(&h->changed, NULL);
}

static void host_destroy(host *h)
{
    pthread_cond_destroy(&h->changed);
    pthread_mutex_destroy(&h->mutex);
}

// Runs the tasks there are, in order; with threads, until the host closes.
static void *host_work(void *user)
{
    host *h = user;
    pthread_mutex_lock(&h->mutex);
    while (h->taken_count < h->task_count || !h->closing) {
        if (h->taken_count == h->task_count) {
            pthread_cond_wait(&h->changed, &h->mutex);
            continue;
        }
        host_task mine = h->tasks[h->taken_count++];
        pthread_mutex_unlock(&h->mutex);
        mine.task(mine.user);
        pthread_mutex_lock(&h->mutex);
    }
    pthread_mutex_unlock(&h->mutex);
    return NULL;
}

static void host_start_threads(host *h)
{
    for (int i = 0; i < HOST_THREADS; i++) assert_int_equal(pthread_create(&h->threads[i], NULL, host_work, h), 0);
}

static void host_end_threads(host *h)
{
    pthread_mutex_lock(&h->mutex);
    h->closing = true;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->mutex);
    for (int i = 0; i < HOST_THREADS; i++) pthread_join(h->threads[i], NULL);
}

static tr_context *host_context(host *h, int threads, test_allocator *allocator)
{
    tr_context_def def = test_context_def(threads);
    test_allocator_init(allocator);
    def.allocator = test_allocator_hook(allocator);
    def.tasks = (tr_task_hook){host_run, h};
    tr_context *context = tr_context_create(&def, NULL);
    assert_non_null(context);
    return context;
}

// ---------------------------------------------------------------------------------------------------------
// The work: jobs whose bodies run a range in a range

enum { JOBS = 12, OUTER = 6, INNER = 10 };

typedef struct work {
    tr_context *context;
    _Atomic int64_t sum;
    atomic_int releases;
} work;

static bool add_items(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    for (int64_t i = begin; i < end; i++) atomic_fetch_add(&((work *)user)->sum, i + 1);
    return true;
}

static bool add_inner(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    work *w = user;
    for (int64_t i = begin; i < end; i++) {
        if (!tr_parallel_for(w->context, &(tr_range_work){INNER, 2, add_items, w}, NULL, err)) return false;
    }
    return true;
}

static bool add_outer(void *user, tr_job *job, tr_error *err)
{
    (void)job;
    return tr_parallel_for(((work *)user)->context, &(tr_range_work){OUTER, 1, add_inner, user}, NULL, err);
}

static void count_release(void *user)
{
    atomic_fetch_add(&((work *)user)->releases, 1);
}

static void do_the_work(tr_context *context)
{
    work w = {.context = context};
    tr_job *jobs[JOBS];
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = tr_job_start(context, &(tr_job_work){add_outer, count_release, &w, (tr_priority)(i % 3)}, NULL);
        assert_non_null(jobs[i]);
    }
    for (int i = 0; i < JOBS; i++) assert_true(tr_job_finish(jobs[i], NULL));
    assert_true(w.sum == (int64_t)JOBS * OUTER * (INNER * (INNER + 1) / 2));
    assert_int_equal(w.releases, JOBS);
}

// ---------------------------------------------------------------------------------------------------------

static void a_host_with_threads_does_the_work(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        host *h = malloc(sizeof *h);
        host_init(h, HOST_KEEPS);
        host_start_threads(h);
        test_allocator allocator;
        tr_context *context = host_context(h, threads, &allocator);
        do_the_work(context);
        assert_true(h->offers > 0);
        tr_context_destroy(context);
        host_end_threads(h);
        assert_int_equal(allocator.live_blocks, 0);
        host_destroy(h);
        free(h);
    }
}

static void a_host_that_refuses_leaves_the_work_to_the_library(void **state)
{
    (void)state;
    host *h = malloc(sizeof *h);
    host_init(h, HOST_REFUSES);
    test_allocator allocator;
    tr_context *context = host_context(h, 3, &allocator);
    do_the_work(context);
    work w = {.context = context};
    tr_job *job = tr_job_start(context, &(tr_job_work){add_outer, count_release, &w, TR_PRIORITY_LOW}, NULL);
    assert_true(tr_job_ready(job));
    assert_true(tr_job_finish(job, NULL));
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    host_destroy(h);
    free(h);
}

static void a_host_may_run_tasks_at_once(void **state)
{
    (void)state;
    host *h = malloc(sizeof *h);
    host_init(h, HOST_RUNS_AT_ONCE);
    test_allocator allocator;
    tr_context *context = host_context(h, 3, &allocator);
    do_the_work(context);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    host_destroy(h);
    free(h);
}

// Nothing of the host runs until the context is gone: the callers do all the work, and the late tasks find
// nothing to do and release what they need.
static void a_host_may_run_tasks_after_the_context_is_gone(void **state)
{
    (void)state;
    host *h = malloc(sizeof *h);
    host_init(h, HOST_KEEPS);
    test_allocator allocator;
    tr_context *context = host_context(h, 3, &allocator);
    do_the_work(context);
    tr_context_destroy(context);
    assert_true(h->task_count > 0);
    h->closing = true;
    host_work(h);
    assert_int_equal(allocator.live_blocks, 0);
    host_destroy(h);
    free(h);
}

static void helpers_do_not_pile_up_at_a_slow_host(void **state)
{
    (void)state;
    host *h = malloc(sizeof *h);
    host_init(h, HOST_KEEPS);
    test_allocator allocator;
    tr_context *context = host_context(h, 4, &allocator);
    work w = {.context = context};
    for (int i = 0; i < 100; i++)
        assert_true(tr_parallel_for(context, &(tr_range_work){50, 1, add_items, &w}, NULL, NULL));
    assert_int_equal(h->task_count, 3);
    tr_context_destroy(context);
    h->closing = true;
    host_work(h);
    assert_int_equal(allocator.live_blocks, 0);
    host_destroy(h);
    free(h);
}

static void the_host_sees_the_priorities(void **state)
{
    (void)state;
    host *h = malloc(sizeof *h);
    host_init(h, HOST_KEEPS);
    test_allocator allocator;
    tr_context *context = host_context(h, 1, &allocator);
    work w = {.context = context};
    tr_job *jobs[TR_PRIORITY_COUNT];
    for (int i = 0; i < TR_PRIORITY_COUNT; i++) {
        jobs[i] = tr_job_start(context, &(tr_job_work){add_outer, count_release, &w, (tr_priority)i}, NULL);
        assert_int_equal(tr_job_state_of(jobs[i]), TR_JOB_WAITING);
        assert_int_equal(h->tasks[i].priority, i);
    }
    // Cancelled before the host came to it.
    tr_job_cancel(jobs[1]);
    h->closing = true;
    host_work(h);
    assert_int_equal(w.releases, 3);
    assert_true(tr_job_ready(jobs[0]) && tr_job_ready(jobs[2]));
    assert_true(tr_job_finish(jobs[0], NULL));
    assert_false(tr_job_finish(jobs[1], NULL));
    assert_true(tr_job_finish(jobs[2], NULL));
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    host_destroy(h);
    free(h);
}

TEST_GROUP(host_tasks)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_with_threads_does_the_work),
        cmocka_unit_test(a_host_that_refuses_leaves_the_work_to_the_library),
        cmocka_unit_test(a_host_may_run_tasks_at_once),
        cmocka_unit_test(a_host_may_run_tasks_after_the_context_is_gone),
        cmocka_unit_test(helpers_do_not_pile_up_at_a_slow_host),
        cmocka_unit_test(the_host_sees_the_priorities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
