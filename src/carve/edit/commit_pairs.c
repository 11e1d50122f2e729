// Which paths of a commit meet: pairs of unchanged paths are kept, the others are looked for among boxes that overlap.
#include <stdlib.h>
#include <string.h>

#include "carve/edit/commit_work.h"

typedef struct candidate {
    int32_t lesser, greater;  // positions among the paths
    tr_pair *pair;
} candidate;

typedef struct candidates {
    candidate *items;
    int32_t count, capacity;
} candidates;

// The box of a path with its width, and where the path is.
typedef struct path_box {
    tr_plan_box box;
    int32_t path;
} path_box;

typedef struct pair_search {
    const tr_commit_work *work;
    path_box *boxes;
    candidates found;
} pair_search;

static bool append(tr_context *context, candidates *found, const candidate *item, tr_error *err)
{
    if (found->count == found->capacity) {
        const int32_t larger = 2 * found->capacity + 16;
        candidate *copy = tr_alloc_array(context, (size_t)larger, sizeof *copy, err);
        if (!copy) return false;
        if (found->count > 0) memcpy(copy, found->items, (size_t)found->count * sizeof *copy);
        tr_free(context, found->items);
        found->items = copy;
        found->capacity = larger;
    }
    found->items[found->count++] = *item;
    return true;
}

static bool consider(pair_search *search, const path_box *a, const path_box *b, tr_error *err)
{
    if (!tr_plan_box_near(&a->box, &b->box, TR_TOUCH_M)) return true;
    const tr_commit_path *paths = search->work->paths;
    const int order = tr_layout_compare(paths[a->path].layout, paths[b->path].layout);
    const bool a_first = order < 0 || (order == 0 && a->path < b->path);
    const candidate item = {.lesser = a_first ? b->path : a->path, .greater = a_first ? a->path : b->path};
    return append(search->work->context, &search->found, &item, err);
}

static int by_west(const void *left, const void *right)
{
    const path_box *a = left, *b = right;
    if (a->box.x0 != b->box.x0) return a->box.x0 < b->box.x0 ? -1 : 1;
    return (a->path > b->path) - (a->path < b->path);
}

// Many new paths: from west to east, each with those that begin before it ends.
static bool sweep(pair_search *search, tr_error *err)
{
    const tr_commit_work *work = search->work;
    qsort(search->boxes, (size_t)work->path_count, sizeof *search->boxes, by_west);
    for (int32_t i = 0; i < work->path_count; i++) {
        const path_box *a = &search->boxes[i];
        const bool is_new = tr_commit_path_is_new(&work->paths[a->path]);
        for (int32_t j = i + 1; j < work->path_count; j++) {
            const path_box *b = &search->boxes[j];
            if (b->box.x0 > a->box.x1 + TR_TOUCH_M) break;
            if ((is_new || tr_commit_path_is_new(&work->paths[b->path])) && !consider(search, a, b, err)) return false;
        }
    }
    return true;
}

// Few new paths: each with all others.
static bool scan(pair_search *search, tr_error *err)
{
    const tr_commit_work *work = search->work;
    for (int32_t i = 0; i < work->path_count; i++) {
        if (!tr_commit_path_is_new(&work->paths[i])) continue;
        for (int32_t j = 0; j < work->path_count; j++) {
            if (j == i || (j < i && tr_commit_path_is_new(&work->paths[j]))) continue;
            if (!consider(search, &search->boxes[i], &search->boxes[j], err)) return false;
        }
    }
    return true;
}

static bool find_candidates(pair_search *search, tr_error *err)
{
    enum { FEW = 16 };
    const tr_commit_work *work = search->work;
    int32_t new_count = 0;
    for (int32_t i = 0; i < work->path_count; i++) {
        const tr_layout *layout = work->paths[i].layout;
        tr_plan_box box = layout->tree.boxes[TR_TREE_ROOT];
        box.x0 -= layout->max_half_m;
        box.z0 -= layout->max_half_m;
        box.x1 += layout->max_half_m;
        box.z1 += layout->max_half_m;
        search->boxes[i] = (path_box){box, i};
        new_count += tr_commit_path_is_new(&work->paths[i]);
    }
    return new_count <= FEW ? scan(search, err) : sweep(search, err);
}

// ---------------------------------------------------------------------------------------------------------
// New pairs, and all in order

static bool make_pairs(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    pair_search *search = user;
    const tr_commit_path *paths = search->work->paths;
    for (int64_t i = begin; i < end; i++) {
        candidate *item = &search->found.items[i];
        const tr_commit_path *lesser = &paths[item->lesser], *greater = &paths[item->greater];
        if (!tr_pair_create(search->work->context, lesser->layout, greater->layout, &item->pair, err)) return false;
        if (!item->pair) continue;
        item->pair->lesser = lesser->id;
        item->pair->greater = greater->id;
    }
    return true;
}

static int compare_pairs(const tr_pair *a, const tr_pair *b)
{
    if (a->lesser != b->lesser) return a->lesser < b->lesser ? -1 : 1;
    return (a->greater > b->greater) - (a->greater < b->greater);
}

static int by_ids(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    return compare_pairs(a->pair, b->pair);
}

// Drops candidates that came to nothing, and sorts the others.
static void resolve_candidates(candidates *found)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < found->count; i++) {
        if (found->items[i].pair) found->items[kept++] = found->items[i];
    }
    found->count = kept;
    if (kept > 1) qsort(found->items, (size_t)kept, sizeof *found->items, by_ids);
}

static bool is_kept(const tr_commit_work *work, const tr_pair *pair)
{
    tr_commit_path *lesser = tr_commit_find(work, pair->lesser), *greater = tr_commit_find(work, pair->greater);
    const bool kept = lesser && greater && !tr_commit_path_is_new(lesser) && !tr_commit_path_is_new(greater);
    if (!kept && lesser) lesser->open = true;
    return kept;
}

static bool merge_pairs(tr_commit_work *work, candidates *found, tr_error *err)
{
    const tr_carving *carving = work->carving;
    work->pairs =
        tr_alloc_array(work->context, (size_t)carving->pair_count + (size_t)found->count + 1, sizeof *work->pairs, err);
    if (!work->pairs) return false;
    int32_t next = 0;
    for (int32_t i = 0; i < carving->pair_count; i++) {
        tr_pair *old = carving->pairs[i];
        if (!is_kept(work, old)) continue;
        while (next < found->count && compare_pairs(found->items[next].pair, old) < 0) {
            work->pairs[work->pair_count++] = tr_pair_share(found->items[next++].pair);
        }
        work->pairs[work->pair_count++] = tr_pair_share(old);
    }
    while (next < found->count) work->pairs[work->pair_count++] = tr_pair_share(found->items[next++].pair);
    for (int32_t i = 0; i < found->count; i++) tr_commit_find(work, found->items[i].pair->lesser)->open = true;
    return true;
}

// Both pairs and paths are in the order of ids.
static void set_ranges(tr_commit_work *work)
{
    int32_t next = 0;
    for (int32_t i = 0; i < work->path_count; i++) {
        tr_commit_path *path = &work->paths[i];
        path->pair_begin = next;
        while (next < work->pair_count && work->pairs[next]->lesser == path->id) next++;
        path->pair_end = next;
    }
}

bool tr_commit_pairs(tr_commit_work *work, tr_error *err)
{
    enum { GRAIN = 16 };
    tr_context *context = work->context;
    pair_search search = {.work = work};
    search.boxes = tr_alloc_array(context, (size_t)work->path_count + 1, sizeof *search.boxes, err);
    bool ok = search.boxes && find_candidates(&search, err) &&
              tr_parallel_for(context, &(tr_range_work){search.found.count, GRAIN, make_pairs, &search}, NULL, err);
    resolve_candidates(&search.found);
    ok = ok && merge_pairs(work, &search.found, err);
    for (int32_t i = 0; i < search.found.count; i++) tr_pair_release(context, search.found.items[i].pair);
    tr_free(context, search.found.items);
    tr_free(context, search.boxes);
    if (ok) set_ranges(work);
    return ok;
}
