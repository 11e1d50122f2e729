// tr_parallel_for: threads share one counter of pieces, so the cost of a call does not grow with its items.
//
// Pieces are claimed in rising order. When piece k fails, every piece below k has been claimed and will run to
// its end; the lowest piece that fails is therefore always among those that ran, whatever the timing.
#include <assert.h>

#include "base/context.h"
#include "base/thread.h"
#include "base/jobs.h"

enum { WORKER_WORD_BITS = 64 };

// Lives on the stack of the call.
struct tr_range {
    tr_scope scope;
    tr_range_fn fn;
    void *user;
    int64_t count, grain, piece_count;
    const tr_progress *progress;
    int threads;
    _Atomic int64_t next_piece;
    _Atomic int64_t failed_piece;  // the lowest that failed; piece_count when none did
    _Atomic int64_t done_items;    // counted only for the progress
    atomic_bool cancelled;
    atomic_flag reporting;
    double reported_share;  // guarded by `reporting`
    // Changed under the lock of the pool.
    _Atomic int helper_count;
    uint64_t busy_workers[TR_MAX_THREADS / WORKER_WORD_BITS];  // one bit per worker index; 0 is the caller's
    tr_error error;                                            // of failed_piece
    tr_range *next, *previous;
};

// ---------------------------------------------------------------------------------------------------------
// Pieces

static bool is_stopped(const tr_range *range)
{
    return atomic_load(&range->cancelled) || atomic_load(&range->failed_piece) < range->piece_count;
}

static void record_failure(tr_pool *pool, tr_range *range, int64_t piece, const tr_error *error)
{
    tr_mutex_lock(&pool->lock);
    if (piece < atomic_load(&range->failed_piece)) {
        range->error = *error;
        if (error->code == TR_ERROR_NONE) {
            tr_fail(&range->error, TR_ERROR_INTERNAL, "a piece of work failed and gave no reason");
        }
        atomic_store(&range->failed_piece, piece);
    }
    tr_mutex_unlock(&pool->lock);
}

// Reports the share done so far, unless another thread is reporting: work does not queue up behind a slow
// callback. The last report, of 1, is left to the caller's thread.
static void report_progress(tr_range *range, int64_t items)
{
    const tr_progress *progress = range->progress;
    if (!progress || !progress->report) return;
    atomic_fetch_add(&range->done_items, items);
    if (atomic_flag_test_and_set(&range->reporting)) return;
    double share = (double)atomic_load(&range->done_items) / (double)range->count;
    if (share > range->reported_share && share < 1.0 && !is_stopped(range)) {
        range->reported_share = share;
        if (!progress->report(progress->user, share)) atomic_store(&range->cancelled, true);
    }
    atomic_flag_clear(&range->reporting);
}

static void run_piece(tr_pool *pool, tr_range *range, int64_t piece, int worker)
{
    int64_t begin = piece * range->grain;
    int64_t end = range->grain < range->count - begin ? begin + range->grain : range->count;
    tr_error error;
    error.code = TR_ERROR_NONE;
    error.message[0] = '\0';
    if (range->fn(range->user, begin, end, worker, &error))
        report_progress(range, end - begin);
    else
        record_failure(pool, range, piece, &error);
}

static void run_pieces(tr_pool *pool, tr_range *range, int worker)
{
    const tr_scope *before = tr_scope_enter(&range->scope);
    while (!is_stopped(range)) {
        int64_t piece = atomic_fetch_add(&range->next_piece, 1);
        if (piece >= range->piece_count) break;
        run_piece(pool, range, piece, worker);
    }
    tr_scope_leave(before);
}

// ---------------------------------------------------------------------------------------------------------
// Helpers (with the lock held)

static bool can_use_help(const tr_range *range)
{
    return range->helper_count < range->threads - 1 && !is_stopped(range) &&
           atomic_load(&range->next_piece) < range->piece_count;
}

tr_range *tr_range_find(tr_pool *pool, tr_priority priority)
{
    tr_range *range = pool->ranges[priority].first;
    while (range && !can_use_help(range)) range = range->next;
    return range;
}

tr_range *tr_range_find_within(tr_pool *pool, const tr_scope *scope)
{
    for (int priority = 0; priority < TR_PRIORITY_COUNT; priority++) {
        for (tr_range *range = pool->ranges[priority].first; range; range = range->next) {
            if (can_use_help(range) && tr_scope_is_within(&range->scope, scope)) return range;
        }
    }
    return NULL;
}

// The lowest free worker index; there is one, because helper_count is below threads - 1.
static int take_worker(tr_range *range)
{
    int word = 0;
    while (range->busy_workers[word] == UINT64_MAX) word++;
    int bit = __builtin_ctzll(~range->busy_workers[word]);
    range->busy_workers[word] |= UINT64_C(1) << bit;
    return word * WORKER_WORD_BITS + bit;
}

static void give_worker_back(tr_range *range, int worker)
{
    range->busy_workers[worker / WORKER_WORD_BITS] &= ~(UINT64_C(1) << worker % WORKER_WORD_BITS);
}

void tr_range_help(tr_pool *pool, tr_range *range)
{
    int worker = take_worker(range);
    range->helper_count++;
    tr_mutex_unlock(&pool->lock);
    run_pieces(pool, range, worker);
    tr_mutex_lock(&pool->lock);
    give_worker_back(range, worker);
    if (--range->helper_count == 0) tr_pool_wake_waiters_of(pool, &range->scope);
}

// ---------------------------------------------------------------------------------------------------------
// The call

static void init_range(tr_range *range, int threads, const tr_progress *progress)
{
    // Work inside a job has the job's priority. A caller outside of all jobs is waiting right now.
    const tr_scope *parent = tr_scope_current();
    range->scope = (tr_scope){.parent = parent, .priority = parent ? parent->priority : TR_PRIORITY_HIGH};
    range->progress = progress;
    range->threads = threads;
    atomic_init(&range->next_piece, 0);
    atomic_init(&range->failed_piece, range->piece_count);
    atomic_init(&range->done_items, 0);
    atomic_init(&range->cancelled, false);
    atomic_flag_clear(&range->reporting);
    range->reported_share = 0.0;
    atomic_init(&range->helper_count, 0);
    for (int i = 0; i < TR_MAX_THREADS / WORKER_WORD_BITS; i++) range->busy_workers[i] = 0;
    range->busy_workers[0] = 1;
    range->next = range->previous = NULL;
}

static void open_range(tr_context *context, tr_range *range, int helpers)
{
    tr_pool *pool = context->pool;
    tr_mutex_lock(&pool->lock);
    tr_range_list *list = &pool->ranges[range->scope.priority];
    range->previous = list->last;
    if (list->last)
        list->last->next = range;
    else
        list->first = range;
    list->last = range;
    tr_pool_wake_waiters_around(pool, &range->scope);
    bool started = pool->hook.run || tr_pool_summon(pool, helpers);
    tr_mutex_unlock(&pool->lock);
    if (!started) tr_pool_log_refused_thread(context);
    if (pool->hook.run) tr_pool_ask_host_for_helpers(pool, range->scope.priority, helpers);
}

// Returns when no helper is inside. Every piece is claimed by then, so the wait is only for pieces that run on
// other threads, and the ranges opened within those can be helped along.
static void close_range(tr_pool *pool, tr_range *range)
{
    tr_mutex_lock(&pool->lock);
    tr_range_list *list = &pool->ranges[range->scope.priority];
    if (range->previous)
        range->previous->next = range->next;
    else
        list->first = range->next;
    if (range->next)
        range->next->previous = range->previous;
    else
        list->last = range->previous;
    tr_mutex_unlock(&pool->lock);
    tr_pool_spin(pool, &range->helper_count, true);
    tr_mutex_lock(&pool->lock);
    while (range->helper_count > 0) {
        tr_range *inner = tr_range_find_within(pool, &range->scope);
        if (inner)
            tr_range_help(pool, inner);
        else
            tr_pool_sleep(pool, &range->scope, INT64_MAX);
    }
    tr_mutex_unlock(&pool->lock);
}

static bool conclude(tr_range *range, tr_error *err)
{
    const tr_progress *progress = range->progress;
    if (!is_stopped(range) && progress && progress->report && !progress->report(progress->user, 1.0)) {
        atomic_store(&range->cancelled, true);
    }
    if (atomic_load(&range->cancelled)) return tr_fail(err, TR_ERROR_CANCELLED, "the work was cancelled");
    if (atomic_load(&range->failed_piece) == range->piece_count) return true;
    if (err) *err = range->error;
    return false;
}

bool tr_parallel_for(tr_context *context, const tr_range_work *work, const tr_progress *progress, tr_error *err)
{
    assert(context && work->fn && work->count >= 0 && work->grain >= 1);
    tr_range range;
    range.fn = work->fn;
    range.user = work->user;
    range.count = work->count;
    range.grain = work->grain;
    range.piece_count = work->count / work->grain + (work->count % work->grain != 0);
    init_range(&range, context->def.threads, progress);

    int64_t helpers = range.piece_count - 1;
    if (helpers > range.threads - 1) helpers = range.threads - 1;
    if (helpers > 0) open_range(context, &range, (int)helpers);
    run_pieces(context->pool, &range, 0);
    if (helpers > 0) close_range(context->pool, &range);
    return conclude(&range, err);
}
