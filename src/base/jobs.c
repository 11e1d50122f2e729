// Jobs: work that runs on its own while the caller goes on.
//
// A job is touched by other threads only until its last state is set under the pool's lock; tr_job_finish()
// looks under the same lock, so the memory can go right after.
#include "base/jobs.h"

#include <assert.h>

#include "base/thread.h"
#include "base/context.h"
#include "base/os.h"

static void enqueue(tr_pool *pool, tr_job *job)
{
    tr_job_queue *queue = &pool->jobs[job->scope.priority];
    job->queued = true;
    job->next = NULL;
    job->previous = queue->last;
    if (queue->last)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
}

static void dequeue(tr_pool *pool, tr_job *job)
{
    tr_job_queue *queue = &pool->jobs[job->scope.priority];
    if (job->previous)
        job->previous->next = job->next;
    else
        queue->first = job->next;
    if (job->next)
        job->next->previous = job->previous;
    else
        queue->last = job->previous;
    job->queued = false;
}

// Releases the user data, then makes the end known. Called without the lock, and returns with it.
static void end_job(tr_pool *pool, tr_job *job, tr_job_state state)
{
    if (job->def.release) job->def.release(job->def.user);
    if (state == TR_JOB_DONE) atomic_store(&job->share, 1.0);
    tr_mutex_lock(&pool->lock);
    atomic_store(&job->state, (int)state);
    tr_pool_wake_waiters_of(pool, &job->scope);
}

void tr_job_run(tr_pool *pool, tr_job *job)
{
    dequeue(pool, job);
    // A job that its waiter runs itself is part of what those around the waiter wait for.
    job->scope.parent = tr_scope_current();
    atomic_store(&job->state, (int)TR_JOB_RUNNING);
    tr_mutex_unlock(&pool->lock);

    const tr_scope *before = tr_scope_enter(&job->scope);
    bool ok = job->def.body(job->def.user, job, &job->error);
    tr_scope_leave(before);
    tr_job_state end = TR_JOB_DONE;
    if (!ok) {
        if (job->error.code == TR_ERROR_NONE) {
            tr_fail(&job->error, TR_ERROR_INTERNAL, "a job failed and gave no reason");
        }
        end = job->error.code == TR_ERROR_CANCELLED ? TR_JOB_CANCELLED : TR_JOB_FAILED;
    }
    end_job(pool, job, end);
}

// Has the host run the job, or runs it here when the host refuses.
static void start_on_host(tr_pool *pool, tr_job *job)
{
    tr_mutex_lock(&pool->lock);
    enqueue(pool, job);
    tr_mutex_unlock(&pool->lock);
    if (tr_pool_ask_host_for_job(pool, job->scope.priority)) return;
    tr_mutex_lock(&pool->lock);
    if (job->queued) tr_job_run(pool, job);
    tr_mutex_unlock(&pool->lock);
}

// Has an own worker run the job. False when there is none and the system starts none.
static bool start_on_worker(tr_context *context, tr_job *job)
{
    tr_pool *pool = context->pool;
    tr_mutex_lock(&pool->lock);
    bool refused = !tr_pool_summon(pool, 1);
    bool ok = pool->worker_count > 0;
    if (ok) enqueue(pool, job);
    tr_mutex_unlock(&pool->lock);
    if (ok && refused) tr_pool_log_refused_thread(context);
    return ok;
}

tr_job *tr_job_start(tr_context *context, const tr_job_work *def, tr_error *err)
{
    assert(context && def && def->body && (unsigned)def->priority < TR_PRIORITY_COUNT);
    tr_job *job = tr_alloc(context, sizeof *job, err);
    if (!job) return NULL;
    job->scope = (tr_scope){.parent = NULL, .priority = def->priority};
    job->context = context;
    job->def = *def;
    atomic_init(&job->state, (int)TR_JOB_WAITING);
    atomic_init(&job->stop, false);
    atomic_init(&job->share, 0.0);
    job->error.code = TR_ERROR_NONE;
    job->error.message[0] = '\0';

    if (context->pool->hook.run) {
        start_on_host(context->pool, job);
    } else if (!start_on_worker(context, job)) {
        tr_free(context, job);
        tr_fail(err, TR_ERROR_THREADS, "the system refused to start a thread for a job");
        return NULL;
    }
    return job;
}

tr_job_state tr_job_state_of(const tr_job *job)
{
    return (tr_job_state)atomic_load(&job->state);
}

bool tr_job_ready(const tr_job *job)
{
    return atomic_load(&job->state) >= (int)TR_JOB_DONE;
}

static int64_t deadline_after(int64_t timeout_ns)
{
    int64_t now_ns = tr_os_now_ns();
    return timeout_ns < 0 || timeout_ns > INT64_MAX - now_ns ? INT64_MAX : now_ns + timeout_ns;
}

// Runs the job itself when it waits for a thread, or helps with a range that is open in it. False when there is
// nothing to do. With the lock held, but not meanwhile.
static bool take_part(tr_pool *pool, tr_job *job)
{
    if (job->queued) {
        tr_job_run(pool, job);
        return true;
    }
    tr_range *range = tr_range_find_within(pool, &job->scope);
    if (range) tr_range_help(pool, range);
    return range != NULL;
}

bool tr_job_wait(tr_job *job, int64_t timeout_ns)
{
    if (timeout_ns == 0) return tr_job_ready(job);
    assert(!tr_scope_is_within(tr_scope_current(), &job->scope) && "a job cannot wait for itself");
    tr_pool *pool = job->context->pool;
    const int64_t deadline_ns = deadline_after(timeout_ns);
    // Taking part may take longer than the timeout allows, so only those do who have none, and those whose
    // thread the job might need: a body that sleeps here could hold the only worker.
    const bool takes_part = timeout_ns < 0 || tr_scope_current();
    bool in_time = true;
    tr_mutex_lock(&pool->lock);
    while (!tr_job_ready(job) && in_time) {
        if (takes_part && take_part(pool, job)) continue;
        in_time = tr_pool_sleep(pool, &job->scope, deadline_ns);
    }
    bool ready = tr_job_ready(job);
    tr_mutex_unlock(&pool->lock);
    return ready;
}

void tr_job_cancel(tr_job *job)
{
    tr_pool *pool = job->context->pool;
    atomic_store(&job->stop, true);
    tr_mutex_lock(&pool->lock);
    if (job->queued) {
        dequeue(pool, job);
        tr_mutex_unlock(&pool->lock);
        tr_fail(&job->error, TR_ERROR_CANCELLED, "the job was cancelled before it started");
        end_job(pool, job, TR_JOB_CANCELLED);
    }
    tr_mutex_unlock(&pool->lock);
}

bool tr_job_should_stop(const tr_job *job)
{
    return atomic_load(&job->stop);
}

double tr_job_share(const tr_job *job)
{
    return atomic_load(&job->share);
}

void tr_job_set_share(tr_job *job, double share)
{
    assert(share >= 0.0 && share <= 1.0);
    atomic_store(&job->share, share);
}

bool tr_job_finish(tr_job *job, tr_error *err)
{
    assert(job);
    tr_job_wait(job, -1);
    bool ok = tr_job_state_of(job) == TR_JOB_DONE;
    if (!ok && err) *err = job->error;
    tr_free(job->context, job);
    return ok;
}
