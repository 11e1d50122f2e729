#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // pthread_setattr_default_np
#endif

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "cmocka_test.h"
#include "test_context.h"
#include "test_gate.h"

enum { MS = 1000000 };

// What the bodies below share: two gates and counters.
typedef struct scene {
    tr_context *context;
    test_gate started, go;
    atomic_int bodies, releases;
    tr_error_code fail_with;
    bool met[2];
} scene;

static void scene_open(scene *s, int threads)
{
    memset(s, 0, sizeof *s);
    s->context = test_context(threads);
    test_gate_init(&s->started);
    test_gate_init(&s->go);
}

static void scene_close(scene *s)
{
    tr_context_destroy(s->context);
    test_gate_destroy(&s->started);
    test_gate_destroy(&s->go);
}

static void count_release(void *user)
{
    atomic_fetch_add(&((scene *)user)->releases, 1);
}

static bool count_body(void *user, tr_job *job, tr_error *err)
{
    (void)job;
    scene *s = user;
    atomic_fetch_add(&s->bodies, 1);
    return s->fail_with == TR_ERROR_NONE || tr_fail(err, s->fail_with, "the body failed");
}

static bool wait_for_go(void *user, tr_job *job, tr_error *err)
{
    scene *s = user;
    atomic_fetch_add(&s->bodies, 1);
    test_gate_arrive(&s->started);
    if (!test_gate_wait(&s->go, 1)) return tr_fail(err, TR_ERROR_TIMEOUT, "nobody opened the gate");
    if (tr_job_should_stop(job)) return tr_fail(err, TR_ERROR_CANCELLED, "stopped");
    return true;
}

static tr_job *start(scene *s, tr_job_fn body, tr_priority priority)
{
    tr_error error;
    tr_job *job = tr_job_start(s->context, &(tr_job_work){body, count_release, s, priority}, &error);
    if (!job) fail_msg("%s", error.message);
    return job;
}

// Starts a job that holds the worker of a context until `go`.
static tr_job *start_blocker(scene *s)
{
    tr_job *job = start(s, wait_for_go, TR_PRIORITY_HIGH);
    assert_true(test_gate_wait(&s->started, 1));
    return job;
}

// ---------------------------------------------------------------------------------------------------------

static void jobs_end_done_failed_or_cancelled(void **state)
{
    (void)state;
    static const struct {
        tr_error_code code;
        tr_job_state end;
    } cases[] = {
        {TR_ERROR_NONE, TR_JOB_DONE}, {TR_ERROR_FORMAT, TR_JOB_FAILED}, {TR_ERROR_CANCELLED, TR_JOB_CANCELLED}};
    for (size_t i = 0; i < 3; i++) {
        scene s;
        scene_open(&s, 2);
        s.fail_with = cases[i].code;
        tr_job *job = start(&s, count_body, TR_PRIORITY_NORMAL);
        assert_true(tr_job_wait(job, -1));
        assert_true(tr_job_ready(job));
        assert_int_equal(tr_job_state_of(job), cases[i].end);
        assert_int_equal(s.releases, 1);
        tr_error error = {0};
        assert_int_equal(tr_job_finish(job, &error), cases[i].end == TR_JOB_DONE);
        assert_int_equal(error.code, cases[i].code);
        if (error.code != TR_ERROR_NONE) assert_string_equal(error.message, "the body failed");
        assert_int_equal(s.bodies, 1);
        assert_int_equal(s.releases, 1);
        scene_close(&s);
    }
}

static void a_job_runs_without_anybody_waiting(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 1);
    tr_job *job = start(&s, count_body, TR_PRIORITY_LOW);
    const int64_t deadline_ns = tr_os_now_ns() + INT64_C(10000) * MS;
    while (!tr_job_ready(job) && tr_os_now_ns() < deadline_ns) sched_yield();
    assert_true(tr_job_ready(job));
    assert_true(tr_job_finish(job, NULL));
    scene_close(&s);
}

static void waiting_times_out(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 1);
    tr_job *blocker = start_blocker(&s);
    tr_job *queued = start(&s, count_body, TR_PRIORITY_NORMAL);
    assert_int_equal(tr_job_state_of(blocker), TR_JOB_RUNNING);
    assert_int_equal(tr_job_state_of(queued), TR_JOB_WAITING);
    assert_false(tr_job_wait(blocker, 0));
    const int64_t before_ns = tr_os_now_ns();
    assert_false(tr_job_wait(blocker, 5 * MS));
    assert_false(tr_job_wait(queued, 5 * MS));
    assert_true(tr_os_now_ns() - before_ns >= 10 * MS);
    // Without a limit the waiting thread runs the queued job itself, past the blocked worker.
    assert_true(tr_job_wait(queued, -1));
    assert_false(tr_job_ready(blocker));
    test_gate_arrive(&s.go);
    assert_true(tr_job_wait(blocker, INT64_MAX));
    assert_true(tr_job_wait(blocker, 0));
    assert_true(tr_job_finish(blocker, NULL));
    assert_true(tr_job_finish(queued, NULL));
    assert_int_equal(s.releases, 2);
    scene_close(&s);
}

static void cancelling_before_the_start_skips_the_body(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 1);
    tr_job *blocker = start_blocker(&s);
    tr_job *first = start(&s, count_body, TR_PRIORITY_NORMAL);
    tr_job *second = start(&s, count_body, TR_PRIORITY_NORMAL);
    tr_job_cancel(first);
    assert_int_equal(tr_job_state_of(first), TR_JOB_CANCELLED);
    assert_int_equal(s.releases, 1);
    tr_job_cancel(first);
    assert_int_equal(s.releases, 1);
    test_gate_arrive(&s.go);
    tr_error error = {0};
    assert_false(tr_job_finish(first, &error));
    assert_int_equal(error.code, TR_ERROR_CANCELLED);
    assert_true(tr_job_finish(second, NULL));
    assert_true(tr_job_finish(blocker, NULL));
    assert_int_equal(s.bodies, 2);
    assert_int_equal(s.releases, 3);
    scene_close(&s);
}

static void cancelling_a_running_body_asks_it_to_stop(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 2);
    tr_job *job = start_blocker(&s);
    assert_false(tr_job_should_stop(job));
    tr_job_cancel(job);
    assert_true(tr_job_should_stop(job));
    assert_int_equal(tr_job_state_of(job), TR_JOB_RUNNING);
    assert_int_equal(s.releases, 0);
    test_gate_arrive(&s.go);
    tr_error error = {0};
    assert_false(tr_job_finish(job, &error));
    assert_int_equal(error.code, TR_ERROR_CANCELLED);
    assert_string_equal(error.message, "stopped");
    assert_int_equal(s.releases, 1);
    scene_close(&s);
}

static bool report_half(void *user, tr_job *job, tr_error *err)
{
    tr_job_set_share(job, 0.5);
    return wait_for_go(user, job, err);
}

static void the_share_is_what_the_body_reports(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 2);
    tr_job *job = start(&s, report_half, TR_PRIORITY_NORMAL);
    assert_true(test_gate_wait(&s.started, 1));
    assert_true(tr_job_share(job) == 0.5);
    test_gate_arrive(&s.go);
    assert_true(tr_job_wait(job, -1));
    assert_true(tr_job_share(job) == 1.0);
    assert_true(tr_job_finish(job, NULL));
    scene_close(&s);
}

// ---------------------------------------------------------------------------------------------------------
// Order

enum { ORDERED = 9 };

typedef struct ordered_job {
    int number;
    atomic_int *next;
    int *order;
} ordered_job;

static bool note_order(void *user, tr_job *job, tr_error *err)
{
    (void)job;
    (void)err;
    ordered_job *mine = user;
    mine->order[atomic_fetch_add(mine->next, 1)] = mine->number;
    return true;
}

static void urgent_jobs_start_first_and_equal_ones_in_order(void **state)
{
    (void)state;
    scene s;
    scene_open(&s, 1);
    tr_job *blocker = start_blocker(&s);
    static const tr_priority priorities[3] = {TR_PRIORITY_LOW, TR_PRIORITY_HIGH, TR_PRIORITY_NORMAL};
    ordered_job data[ORDERED];
    tr_job *jobs[ORDERED];
    atomic_int next = 0;
    int order[ORDERED];
    for (int i = 0; i < ORDERED; i++) {
        data[i] = (ordered_job){i, &next, order};
        jobs[i] = tr_job_start(s.context, &(tr_job_work){note_order, NULL, &data[i], priorities[i % 3]}, NULL);
        assert_non_null(jobs[i]);
    }
    test_gate_arrive(&s.go);
    // With a limit, the waiting thread leaves the jobs to the worker, which takes them in order.
    for (int i = 0; i < ORDERED; i++) assert_true(tr_job_wait(jobs[i], INT64_C(10000) * MS));
    static const int expected[ORDERED] = {1, 4, 7, 2, 5, 8, 0, 3, 6};
    assert_memory_equal(order, expected, sizeof expected);
    for (int i = 0; i < ORDERED; i++) assert_true(tr_job_finish(jobs[i], NULL));
    assert_true(tr_job_finish(blocker, NULL));
    scene_close(&s);
}

// ---------------------------------------------------------------------------------------------------------
// Jobs within jobs, and ranges within jobs

static bool wait_for_inner(void *user, tr_job *job, tr_error *err)
{
    (void)job;
    scene *s = user;
    tr_job *inner = tr_job_start(s->context, &(tr_job_work){count_body, count_release, s, TR_PRIORITY_LOW}, err);
    return inner && tr_job_finish(inner, err);
}

static bool wait_for_inner_in_steps(void *user, tr_job *job, tr_error *err)
{
    (void)job;
    scene *s = user;
    tr_job *inner = tr_job_start(s->context, &(tr_job_work){count_body, count_release, s, TR_PRIORITY_LOW}, err);
    if (!inner) return false;
    while (!tr_job_wait(inner, MS)) {
    }
    return tr_job_finish(inner, err);
}

static void a_body_may_wait_for_a_job_it_started(void **state)
{
    (void)state;
    static const tr_job_fn bodies[] = {wait_for_inner, wait_for_inner_in_steps};
    for (int threads = 1; threads <= 3; threads++) {
        for (int b = 0; b < 2; b++) {
            scene s;
            scene_open(&s, threads);
            tr_job *jobs[6];
            for (int i = 0; i < 6; i++) jobs[i] = start(&s, bodies[b], TR_PRIORITY_NORMAL);
            for (int i = 0; i < 6; i++) assert_true(tr_job_finish(jobs[i], NULL));
            assert_int_equal(s.bodies, 6);
            assert_int_equal(s.releases, 12);
            scene_close(&s);
        }
    }
}

static bool meet(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)end;
    (void)worker;
    (void)err;
    scene *s = user;
    test_gate_arrive(&s->go);
    s->met[begin] = test_gate_wait(&s->go, 2);
    return true;
}

static bool meet_in_range(void *user, tr_job *job, tr_error *err)
{
    (void)job;
    scene *s = user;
    test_gate_arrive(&s->started);
    return tr_parallel_for(s->context, &(tr_range_work){2, 1, meet, s}, NULL, err);
}

// With two threads there is one worker, which runs the job. The two pieces of its range wait for each other, so
// the thread that waits for the job must take one.
static void a_waiting_thread_helps_the_ranges_of_the_job(void **state)
{
    (void)state;
    for (int repeat = 0; repeat < 20; repeat++) {
        scene s;
        scene_open(&s, 2);
        tr_job *job = start(&s, meet_in_range, TR_PRIORITY_NORMAL);
        assert_true(test_gate_wait(&s.started, 1));
        assert_true(tr_job_finish(job, NULL));
        assert_true(s.met[0] && s.met[1]);
        scene_close(&s);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Crowds and failures

enum { STARTERS = 4, JOBS_EACH = 60, WINDOW = 6 };

static void *start_many(void *user)
{
    scene *s = user;
    tr_job *jobs[WINDOW] = {0};
    int cancelled = 0;
    for (int i = 0; i < JOBS_EACH + WINDOW; i++) {
        tr_job **slot = &jobs[i % WINDOW];
        if (*slot && !tr_job_finish(*slot, NULL)) cancelled++;
        *slot = NULL;
        if (i >= JOBS_EACH) continue;
        *slot = tr_job_start(s->context, &(tr_job_work){count_body, count_release, s, (tr_priority)(i % 3)}, NULL);
        if (i % 10 == 9) tr_job_cancel(*slot);
    }
    return (void *)(intptr_t)cancelled;
}

static void many_threads_start_many_jobs(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads += 3) {
        scene s;
        scene_open(&s, threads);
        pthread_t starters[STARTERS];
        for (int i = 0; i < STARTERS; i++) assert_int_equal(pthread_create(&starters[i], NULL, start_many, &s), 0);
        intptr_t cancelled = 0;
        for (int i = 0; i < STARTERS; i++) {
            void *result;
            pthread_join(starters[i], &result);
            cancelled += (intptr_t)result;
        }
        assert_int_equal(s.bodies + cancelled, STARTERS * JOBS_EACH);
        assert_int_equal(s.releases, STARTERS * JOBS_EACH);
        scene_close(&s);
    }
}

static void a_job_that_cannot_start_releases_nothing(void **state)
{
    (void)state;
    scene s;
    memset(&s, 0, sizeof s);
    test_allocator allocator;
    tr_context *context = test_context_counting(2, &allocator);
    allocator.fail_at = allocator.allocations;
    tr_error error = {0};
    assert_null(tr_job_start(context, &(tr_job_work){count_body, count_release, &s, TR_PRIORITY_NORMAL}, &error));
    assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
    assert_int_equal(s.releases, 0);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

static bool count_items(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    atomic_fetch_add(&((scene *)user)->bodies, (int)(end - begin));
    return true;
}

static void count_warning(void *user, tr_log_level level, const char *message)
{
    (void)message;
    if (level == TR_LOG_WARNING) atomic_fetch_add((atomic_int *)user, 1);
}

#ifdef __linux__
// A stack as large as the address space makes the system refuse every thread.
static void without_threads_ranges_run_and_jobs_fail(void **state)
{
    (void)state;
    scene s;
    memset(&s, 0, sizeof s);
    atomic_int warnings = 0;
    tr_context_def def = test_context_def(4);
    def.log = (tr_log_hook){count_warning, &warnings};
    tr_context *context = tr_context_create(&def, NULL);
    pthread_attr_t usual, huge;
    assert_int_equal(pthread_getattr_default_np(&usual), 0);
    assert_int_equal(pthread_attr_init(&huge), 0);
    assert_int_equal(pthread_attr_setstacksize(&huge, (size_t)1 << 47), 0);
    assert_int_equal(pthread_setattr_default_np(&huge), 0);

    assert_true(tr_parallel_for(context, &(tr_range_work){100, 1, count_items, &s}, NULL, NULL));
    assert_true(tr_parallel_for(context, &(tr_range_work){100, 1, count_items, &s}, NULL, NULL));
    assert_int_equal(s.bodies, 200);
    assert_int_equal(warnings, 1);
    tr_error error = {0};
    assert_null(tr_job_start(context, &(tr_job_work){count_body, count_release, &s, TR_PRIORITY_NORMAL}, &error));
    assert_int_equal(error.code, TR_ERROR_THREADS);
    assert_int_equal(s.releases, 0);

    assert_int_equal(pthread_setattr_default_np(&usual), 0);
    pthread_attr_destroy(&huge);
    pthread_attr_destroy(&usual);
    tr_context_destroy(context);
}
#endif

TEST_GROUP(jobs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_end_done_failed_or_cancelled),
        cmocka_unit_test(a_job_runs_without_anybody_waiting),
        cmocka_unit_test(waiting_times_out),
        cmocka_unit_test(cancelling_before_the_start_skips_the_body),
        cmocka_unit_test(cancelling_a_running_body_asks_it_to_stop),
        cmocka_unit_test(the_share_is_what_the_body_reports),
        cmocka_unit_test(urgent_jobs_start_first_and_equal_ones_in_order),
        cmocka_unit_test(a_body_may_wait_for_a_job_it_started),
        cmocka_unit_test(a_waiting_thread_helps_the_ranges_of_the_job),
        cmocka_unit_test(many_threads_start_many_jobs),
        cmocka_unit_test(a_job_that_cannot_start_releases_nothing),
#ifdef __linux__
        cmocka_unit_test(without_threads_ranges_run_and_jobs_fail),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
