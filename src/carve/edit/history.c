#include "carve/edit/history.h"

#include <string.h>

#include "carve/edit/built_path.h"
#include "carve/edit/commit.h"

tr_carve_history *tr_history_create(tr_context *context, tr_error *err)
{
    tr_carve_history *history = tr_alloc(context, sizeof *history, err);
    if (history) *history = (tr_carve_history){0};
    return history;
}

static void destroy_changes(tr_context *context, tr_path_changes *changes)
{
    for (int32_t i = 0; i < changes->count; i++) {
        tr_path_copy_release(context, changes->items[i].before);
        tr_path_copy_release(context, changes->items[i].after);
    }
    tr_free(context, changes->items);
    *changes = (tr_path_changes){0};
}

void tr_history_destroy(tr_context *context, tr_carve_history *history)
{
    if (!history) return;
    for (int32_t i = 0; i < history->step_count; i++) destroy_changes(context, &history->steps[i]);
    destroy_changes(context, &history->pending);
    tr_free(context, history->steps);
    tr_free(context, history);
}

// ---------------------------------------------------------------------------------------------------------
// Edits

// Where a path is among the changes, or would be.
static int32_t lower_bound(const tr_path_changes *changes, tr_path_id id)
{
    int32_t low = 0, high = changes->count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (changes->items[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static tr_path_copy *committed(const tr_carving *carving, tr_path_id id)
{
    const int32_t at = tr_carving_find(carving, id);
    return at < 0 ? NULL : ((const tr_built_path *)carving->paths[at])->resolved->layout->copy;
}

tr_path_copy *tr_history_definition(const tr_carving *carving, tr_path_id id)
{
    const tr_path_changes *pending = &carving->history->pending;
    const int32_t at = lower_bound(pending, id);
    if (at < pending->count && pending->items[at].id == id) return pending->items[at].after;
    return committed(carving, id);
}

// Room for one more element of `size` bytes behind `count`.
static bool reserve(tr_context *context, void **items, int32_t count, int32_t *capacity, size_t size, tr_error *err)
{
    if (count < *capacity) return true;
    const int32_t larger = 2 * *capacity + 4;
    void *copy = tr_alloc_array(context, (size_t)larger, size, err);
    if (!copy) return false;
    if (count > 0) memcpy(copy, *items, (size_t)count * size);
    tr_free(context, *items);
    *items = copy;
    *capacity = larger;
    return true;
}

static bool reserve_change(tr_context *context, tr_path_changes *changes, tr_error *err)
{
    void *items = changes->items;
    const bool ok = reserve(context, &items, changes->count, &changes->capacity, sizeof *changes->items, err);
    changes->items = items;
    return ok;
}

bool tr_history_edit(tr_carving *carving, tr_path_id id, tr_path_copy *after, tr_error *err)
{
    tr_context *context = carving->context;
    tr_path_changes *pending = &carving->history->pending;
    const int32_t at = lower_bound(pending, id);
    if (at < pending->count && pending->items[at].id == id) {
        tr_path_copy_release(context, pending->items[at].after);
        pending->items[at].after = after;
        return true;
    }
    if (!reserve_change(context, pending, err)) {
        tr_path_copy_release(context, after);
        return false;
    }
    memmove(pending->items + at + 1, pending->items + at, (size_t)(pending->count - at) * sizeof *pending->items);
    pending->items[at] = (tr_path_change){id, tr_path_copy_share(committed(carving, id)), after};
    pending->count++;
    return true;
}

void tr_carving_revert(tr_carving *carving)
{
    destroy_changes(carving->context, &carving->history->pending);
}

// ---------------------------------------------------------------------------------------------------------
// Steps

// A path that was added and removed again within one step was never there.
static void drop_empty(tr_context *context, tr_path_changes *changes)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < changes->count; i++) {
        if (changes->items[i].before || changes->items[i].after) changes->items[kept++] = changes->items[i];
    }
    changes->count = kept;
    if (kept == 0) destroy_changes(context, changes);
}

static bool reserve_step(tr_context *context, tr_carve_history *history, tr_error *err)
{
    void *steps = history->steps;
    const bool ok = reserve(context, &steps, history->step_count, &history->step_capacity, sizeof *history->steps, err);
    history->steps = steps;
    return ok;
}

static bool commit_pending(tr_carving *carving, const tr_progress *progress, tr_error *err)
{
    tr_context *context = carving->context;
    tr_carve_history *history = carving->history;
    if (!reserve_step(context, history, err)) return false;
    if (!tr_carving_change(carving, &history->pending, true, progress, err)) return false;
    for (int32_t i = history->done; i < history->step_count; i++) destroy_changes(context, &history->steps[i]);
    history->steps[history->done++] = history->pending;
    history->step_count = history->done;
    history->pending = (tr_path_changes){0};
    return true;
}

bool tr_carving_commit(tr_carving *carving, const tr_progress *progress, tr_error *err)
{
    drop_empty(carving->context, &carving->history->pending);
    const bool ok = carving->history->pending.count == 0 || commit_pending(carving, progress, err);
    tr_carving_revert(carving);
    return ok;
}

bool tr_carving_undo(tr_carving *carving, tr_error *err)
{
    tr_carve_history *history = carving->history;
    tr_carving_revert(carving);
    if (history->done == 0) return tr_fail(err, TR_ERROR_NOT_FOUND, "there is nothing to undo");
    if (!tr_carving_change(carving, &history->steps[history->done - 1], false, NULL, err)) return false;
    history->done--;
    return true;
}

bool tr_carving_redo(tr_carving *carving, tr_error *err)
{
    tr_carve_history *history = carving->history;
    tr_carving_revert(carving);
    if (history->done == history->step_count) return tr_fail(err, TR_ERROR_NOT_FOUND, "there is nothing to redo");
    if (!tr_carving_change(carving, &history->steps[history->done], true, NULL, err)) return false;
    history->done++;
    return true;
}

int32_t tr_carving_undo_count(const tr_carving *carving)
{
    return carving->history->done;
}

int32_t tr_carving_redo_count(const tr_carving *carving)
{
    return carving->history->step_count - carving->history->done;
}
