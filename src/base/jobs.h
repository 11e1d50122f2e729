// Threads, parallel ranges and jobs of a context: what pool.c, parallel_for.c and jobs.c share.
//
// One lock guards the lists of the pool. Everything that runs is a scope: a job, or a range (one call of
// tr_parallel_for). A scope knows the scope in which it was opened, so a thread that waits for one can tell
// which open ranges its wait depends on, and helps with those and no others. docs/base.md says why this cannot
// deadlock.
#ifndef TR_BASE_JOBS_H
#define TR_BASE_JOBS_H

#include <stdatomic.h>

#include "terrane/base.h"
#include "base/thread.h"

typedef struct tr_pool tr_pool;
typedef struct tr_range tr_range;
typedef struct tr_waiter tr_waiter;

typedef struct tr_scope {
    const struct tr_scope *parent;  // NULL at the root; outlives this scope
    tr_priority priority;
} tr_scope;

struct tr_job {
    tr_scope scope;
    tr_context *context;
    tr_job_work def;
    atomic_int state;  // tr_job_state
    atomic_bool stop;
    _Atomic double share;
    // Guarded by the lock of the pool.
    bool queued;
    tr_job *next, *previous;
    tr_error error;
};

typedef struct tr_job_queue {
    tr_job *first, *last;
} tr_job_queue;

typedef struct tr_range_list {
    tr_range *first, *last;
} tr_range_list;

struct tr_pool {
    tr_allocator allocator;
    tr_task_hook hook;      // `run` is NULL: own workers
    int threads;            // of the context: callers and workers in one range
    int worker_limit;       // own workers at most: threads - 1, but one for jobs in any case
    int64_t spin_ns;        // how long a thread looks for work, or for the end of it, before it sleeps
    atomic_int references;  // the context, and every task the host has accepted and not ended
    tr_mutex lock;
    tr_condition work;  // signalled with `wakes`
    // Guarded by `lock`.
    bool closing;
    bool start_failed;  // the system refused a thread; it is not asked again
    int worker_count;
    int idle_count;  // workers that sleep and were not yet given a wake
    _Atomic int wakes;
    int promised_helpers;  // helpers the host accepted and has not started
    tr_job_queue jobs[TR_PRIORITY_COUNT];
    tr_range_list ranges[TR_PRIORITY_COUNT];
    tr_waiter *waiters;
    tr_thread workers[TR_MAX_THREADS];
};

// --- pool.c

bool tr_pool_create(tr_context *context, tr_error *err);
// Ends the workers. Tasks that the host has accepted and not yet run keep the pool's memory until they ran.
void tr_pool_destroy(tr_context *context);

// The scope in which the calling thread runs, NULL outside of all.
const tr_scope *tr_scope_current(void);
// Enters a scope and returns the one before, for tr_scope_leave().
const tr_scope *tr_scope_enter(const tr_scope *scope);
void tr_scope_leave(const tr_scope *before);
bool tr_scope_is_within(const tr_scope *inner, const tr_scope *outer);

// The following are called with the lock held.

// Sleeps until something about `scope` changed: it ended, or a range was opened within. Spurious returns
// happen. INT64_MAX is no deadline. False when the deadline has passed.
bool tr_pool_sleep(tr_pool *pool, const tr_scope *scope, int64_t deadline_ns);
// Wakes those who wait for `scope` itself, or for any scope that it is within.
void tr_pool_wake_waiters_of(tr_pool *pool, const tr_scope *scope);
void tr_pool_wake_waiters_around(tr_pool *pool, const tr_scope *scope);
// Looks at `number` until it is zero (`until_zero`) or is not, for at most pool->spin_ns. Without the lock: a hint
// only.
void tr_pool_spin(const tr_pool *pool, const _Atomic int *number, bool until_zero);

// Gets own workers for `count` new pieces of work: wakes idle ones, then starts more up to the limit. False
// when the system refused a thread for the first time, which the caller logs after unlocking.
bool tr_pool_summon(tr_pool *pool, int count);

// And this one without the lock.
void tr_pool_log_refused_thread(const tr_context *context);

// The host's side of tr_pool_summon(), called without the lock: helpers for open ranges, or a task that runs one
// queued job. The latter is false when the host refuses.
void tr_pool_ask_host_for_helpers(tr_pool *pool, tr_priority priority, int count);
bool tr_pool_ask_host_for_job(tr_pool *pool, tr_priority priority);

// --- parallel_for.c, called with the lock held

// The first open range of a priority that can use another thread, or NULL.
tr_range *tr_range_find(tr_pool *pool, tr_priority priority);
// The same for ranges within a scope, of all priorities.
tr_range *tr_range_find_within(tr_pool *pool, const tr_scope *scope);
// Runs pieces until none is left, without the lock meanwhile. The range may be gone afterwards.
void tr_range_help(tr_pool *pool, tr_range *range);

// --- jobs.c, called with the lock held

// Takes a queued job off its queue and runs it, without the lock meanwhile. The job may be gone afterwards.
void tr_job_run(tr_pool *pool, tr_job *job);

#endif
