// The threads of a context, own or the host's, and the waiting on their work.
#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "base/context.h"
#include "base/thread.h"
#include "base/jobs.h"
#include "base/os.h"

// A thread that sleeps until something about a scope changes. Each has a condition of its own, so that a change
// wakes only those it concerns.
struct tr_waiter {
    const tr_scope *scope;
    tr_condition wake;
    tr_waiter *next, *previous;
};

// ---------------------------------------------------------------------------------------------------------
// Scopes

// The only state of the library outside of contexts: what the calling thread is in the middle of. It is set by
// the library's own frames on the stack and restored when they return.
static _Thread_local const tr_scope *current_scope;

const tr_scope *tr_scope_current(void)
{
    return current_scope;
}

const tr_scope *tr_scope_enter(const tr_scope *scope)
{
    const tr_scope *before = current_scope;
    current_scope = scope;
    return before;
}

void tr_scope_leave(const tr_scope *before)
{
    current_scope = before;
}

bool tr_scope_is_within(const tr_scope *inner, const tr_scope *outer)
{
    while (inner && inner != outer) inner = inner->parent;
    return inner != NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Waiting

bool tr_pool_sleep(tr_pool *pool, const tr_scope *scope, int64_t deadline_ns)
{
    tr_waiter waiter = {.scope = scope, .next = pool->waiters};
    bool ready = tr_condition_init(&waiter.wake);
    assert(ready);
    (void)ready;
    if (waiter.next) waiter.next->previous = &waiter;
    pool->waiters = &waiter;

    bool in_time = true;
    if (deadline_ns == INT64_MAX)
        tr_condition_wait(&waiter.wake, &pool->lock);
    else
        in_time = tr_condition_wait_until(&waiter.wake, &pool->lock, deadline_ns);

    if (waiter.next) waiter.next->previous = waiter.previous;
    if (waiter.previous)
        waiter.previous->next = waiter.next;
    else
        pool->waiters = waiter.next;
    tr_condition_destroy(&waiter.wake);
    return in_time;
}

void tr_pool_wake_waiters_of(tr_pool *pool, const tr_scope *scope)
{
    for (tr_waiter *waiter = pool->waiters; waiter; waiter = waiter->next) {
        if (waiter->scope == scope) tr_condition_signal(&waiter->wake);
    }
}

void tr_pool_wake_waiters_around(tr_pool *pool, const tr_scope *scope)
{
    for (tr_waiter *waiter = pool->waiters; waiter; waiter = waiter->next) {
        if (tr_scope_is_within(scope, waiter->scope)) tr_condition_signal(&waiter->wake);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Own workers

// Sleeping and waking cost some ten microseconds, as much as a small range; work that comes in a row is caught here,
// with what its caller does between two ranges (a batch of blocks on two threads: 1.92 times as fast as on one, 1.86
// with 30 microseconds). Where there are more threads than cores, spinning would only take the core from those that
// work.
enum { SPIN_NS = 200000 };

void tr_pool_spin(const tr_pool *pool, const _Atomic int *number, bool until_zero)
{
    if (pool->spin_ns == 0) return;
    int64_t deadline_ns = tr_os_now_ns() + pool->spin_ns;
    while ((atomic_load(number) == 0) != until_zero && tr_os_now_ns() < deadline_ns) {
        for (int i = 0; i < 16; i++) tr_os_relax();
    }
}

// Runs the most urgent thing there is; at equal priority, ranges first: their callers already wait.
static bool run_most_urgent(tr_pool *pool)
{
    for (int priority = 0; priority < TR_PRIORITY_COUNT; priority++) {
        tr_range *range = tr_range_find(pool, (tr_priority)priority);
        if (range) {
            tr_range_help(pool, range);
            return true;
        }
        if (pool->jobs[priority].first) {
            tr_job_run(pool, pool->jobs[priority].first);
            return true;
        }
    }
    return false;
}

static void *worker_main(void *user)
{
    tr_pool *pool = user;
    tr_mutex_lock(&pool->lock);
    while (!pool->closing) {
        if (run_most_urgent(pool)) continue;
        pool->idle_count++;
        tr_mutex_unlock(&pool->lock);
        tr_pool_spin(pool, &pool->wakes, false);
        tr_mutex_lock(&pool->lock);
        while (pool->wakes == 0 && !pool->closing) tr_condition_wait(&pool->work, &pool->lock);
        if (pool->wakes > 0) pool->wakes--;
    }
    tr_mutex_unlock(&pool->lock);
    return NULL;
}

bool tr_pool_summon(tr_pool *pool, int count)
{
    // A worker that was given a wake is no longer idle, although it may still sleep: the next caller must not
    // count on it.
    for (; count > 0 && pool->idle_count > 0; count--) {
        pool->idle_count--;
        pool->wakes++;
        tr_condition_signal(&pool->work);
    }
    for (; count > 0 && pool->worker_count < pool->worker_limit && !pool->start_failed; count--) {
        if (!tr_thread_start(&pool->workers[pool->worker_count], worker_main, pool)) {
            pool->start_failed = true;
            return false;
        }
        pool->worker_count++;
    }
    return true;
}

void tr_pool_log_refused_thread(const tr_context *context)
{
    tr_log(context, TR_LOG_WARNING, "the system refused to start a thread; work goes on with fewer than %d",
           context->def.threads);
}

// ---------------------------------------------------------------------------------------------------------
// The host's tasks

// Called after the lock was released, so that nobody is inside the lock when it is destroyed.
static void release_reference(tr_pool *pool)
{
    if (atomic_fetch_sub(&pool->references, 1) != 1) return;
    tr_condition_destroy(&pool->work);
    tr_mutex_destroy(&pool->lock);
    const tr_allocator allocator = pool->allocator;
    allocator.free(allocator.user, pool, sizeof *pool, alignof(tr_pool));
}

// The range that a helper should join. A host may run a task on a thread that is in the middle of a body or a
// piece; there, only what that one waits for is safe to run.
static tr_range *find_range_for_helper(tr_pool *pool)
{
    const tr_scope *scope = tr_scope_current();
    if (scope) return tr_range_find_within(pool, scope);
    tr_range *range = NULL;
    for (int priority = 0; priority < TR_PRIORITY_COUNT && !range; priority++) {
        range = tr_range_find(pool, (tr_priority)priority);
    }
    return range;
}

// A helper is not bound to a range: it may start so late that the range it was asked for is over.
static void host_helper_task(void *user)
{
    tr_pool *pool = user;
    tr_mutex_lock(&pool->lock);
    pool->promised_helpers--;
    for (tr_range *range; (range = find_range_for_helper(pool)) != NULL;) tr_range_help(pool, range);
    tr_mutex_unlock(&pool->lock);
    release_reference(pool);
}

// Every job in the queue has one task at the host, so each task takes one job: the most urgent then.
static void host_job_task(void *user)
{
    tr_pool *pool = user;
    tr_mutex_lock(&pool->lock);
    for (int priority = 0; priority < TR_PRIORITY_COUNT; priority++) {
        tr_job *job = pool->jobs[priority].first;
        if (!job) continue;
        tr_job_run(pool, job);
        break;
    }
    tr_mutex_unlock(&pool->lock);
    release_reference(pool);
}

// The host may run the task before this returns. A refused task drops its reference again; the caller's context
// holds another, so the pool lives on.
static bool give_to_host(tr_pool *pool, tr_priority priority, void (*task)(void *user))
{
    atomic_fetch_add(&pool->references, 1);
    if (pool->hook.run(pool->hook.user, (int)priority, task, pool)) return true;
    atomic_fetch_sub(&pool->references, 1);
    return false;
}

void tr_pool_ask_host_for_helpers(tr_pool *pool, tr_priority priority, int count)
{
    // Helpers that were promised and have not come yet will find this range too. Asking only for the rest keeps
    // the host's queue from growing with every call.
    tr_mutex_lock(&pool->lock);
    int missing = count - pool->promised_helpers;
    if (missing > 0) pool->promised_helpers += missing;
    tr_mutex_unlock(&pool->lock);
    int refused = 0;
    for (; missing > 0; missing--) {
        if (!give_to_host(pool, priority, host_helper_task)) refused++;
    }
    if (refused == 0) return;
    tr_mutex_lock(&pool->lock);
    pool->promised_helpers -= refused;
    tr_mutex_unlock(&pool->lock);
}

bool tr_pool_ask_host_for_job(tr_pool *pool, tr_priority priority)
{
    return give_to_host(pool, priority, host_job_task);
}

// ---------------------------------------------------------------------------------------------------------
// Life

static bool init_lock(tr_pool *pool)
{
    if (!tr_mutex_init(&pool->lock)) return false;
    if (tr_condition_init(&pool->work)) return true;
    tr_mutex_destroy(&pool->lock);
    return false;
}

bool tr_pool_create(tr_context *context, tr_error *err)
{
    // Not by tr_alloc(): a late task of the host may end the pool after the context.
    const tr_allocator *allocator = &context->def.allocator;
    if (!tr_memory_reserve(context, sizeof(tr_pool), err)) return false;
    tr_pool *pool = allocator->alloc(allocator->user, sizeof *pool, alignof(tr_pool));
    if (!pool) {
        return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "the allocator returned no memory for the threads (%zu bytes)",
                       sizeof *pool);
    }
    memset(pool, 0, sizeof *pool);
    pool->allocator = *allocator;
    pool->hook = context->def.tasks;
    pool->threads = context->def.threads;
    pool->worker_limit = pool->threads > 1 ? pool->threads - 1 : 1;
    pool->spin_ns = pool->threads <= tr_os_core_count() ? SPIN_NS : 0;
    atomic_init(&pool->references, 1);
    if (!init_lock(pool)) {
        allocator->free(allocator->user, pool, sizeof *pool, alignof(tr_pool));
        return tr_fail(err, TR_ERROR_THREADS, "the system has no lock for the threads of a context");
    }
    atomic_fetch_add(&context->allocation_count, 1);
    context->pool = pool;
    return true;
}

void tr_pool_destroy(tr_context *context)
{
    tr_pool *pool = context->pool;
    if (!pool) return;
    context->pool = NULL;
    tr_mutex_lock(&pool->lock);
    for (int i = 0; i < TR_PRIORITY_COUNT; i++) assert(!pool->jobs[i].first && !pool->ranges[i].first);
    pool->closing = true;
    tr_condition_broadcast(&pool->work);
    tr_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->worker_count; i++) tr_thread_join(pool->workers[i]);
    release_reference(pool);
}
