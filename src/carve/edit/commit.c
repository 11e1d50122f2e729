#include "carve/edit/commit.h"

#include "carve/edit/change_log.h"
#include "carve/edit/commit_work.h"

// ---------------------------------------------------------------------------------------------------------
// The paths of a commit

tr_commit_path *tr_commit_find(const tr_commit_work *work, tr_path_id id)
{
    int32_t low = 0, high = work->path_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (work->paths[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < work->path_count && work->paths[low].id == id ? &work->paths[low] : NULL;
}

static void add_kept(tr_commit_work *work, tr_built_path *built)
{
    tr_layout *layout = built->resolved->layout;
    work->paths[work->path_count++] = (tr_commit_path){
        .id = built->path.id, .copy = layout->copy, .before = built, .layout = tr_layout_share(layout)};
}

static void add_changed(tr_commit_work *work, tr_path_id id, tr_path_copy *copy, tr_built_path *before)
{
    if (copy) {
        work->paths[work->path_count++] = (tr_commit_path){.id = id, .copy = copy, .before = before};
    } else if (before) {
        work->gone[work->gone_count++] = before;
    }
}

// Merges the paths that are there with the changes, both by id.
static bool list_paths(tr_commit_work *work, const tr_path_changes *changes, bool forward, tr_error *err)
{
    const tr_carving *carving = work->carving;
    const size_t max = (size_t)carving->path_count + (size_t)changes->count;
    work->paths = tr_alloc_array(work->context, max, sizeof *work->paths, err);
    work->gone = tr_alloc_array(work->context, (size_t)changes->count, sizeof *work->gone, err);
    if (!work->paths || !work->gone) return false;
    int32_t at = 0;
    for (int32_t i = 0; i < changes->count; i++) {
        const tr_path_change *change = &changes->items[i];
        while (at < carving->path_count && carving->paths[at]->id < change->id) {
            add_kept(work, (tr_built_path *)carving->paths[at++]);
        }
        const bool there = at < carving->path_count && carving->paths[at]->id == change->id;
        tr_built_path *before = there ? (tr_built_path *)carving->paths[at++] : NULL;
        add_changed(work, change->id, forward ? change->after : change->before, before);
    }
    while (at < carving->path_count) add_kept(work, (tr_built_path *)carving->paths[at++]);
    return true;
}

static bool build_layouts(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    tr_commit_work *work = user;
    for (int64_t i = begin; i < end; i++) {
        tr_commit_path *path = &work->paths[i];
        if (path->layout) continue;
        const tr_layout *before = path->before ? path->before->resolved->layout : NULL;
        path->layout = tr_layout_create(work->context, path->copy, work->carving->def.tolerance_m, before, err);
        if (!path->layout) return false;
    }
    return true;
}

static void destroy_work(tr_commit_work *work)
{
    tr_context *context = work->context;
    for (int32_t i = 0; i < work->path_count; i++) {
        tr_layout_release(context, work->paths[i].layout);
        tr_resolved_path_release(context, work->paths[i].resolved);
        tr_built_path_release(context, work->paths[i].built);
    }
    for (int32_t i = 0; i < work->pair_count; i++) tr_pair_release(context, work->pairs[i]);
    tr_free(context, work->paths);
    tr_free(context, work->gone);
    tr_free(context, work->pairs);
    tr_free(context, work->crossings);
    tr_free(context, work->change.boxes);
    tr_free(context, work->change.places);
}

// ---------------------------------------------------------------------------------------------------------
// What a carving keeps of it

void tr_carving_release_built(tr_carving *carving)
{
    tr_context *context = carving->context;
    for (int32_t i = 0; i < carving->path_count; i++) {
        tr_built_path_release(context, (tr_built_path *)carving->paths[i]);
    }
    for (int32_t i = 0; i < carving->pair_count; i++) tr_pair_release(context, carving->pairs[i]);
    tr_free(context, carving->paths);
    tr_free(context, carving->pairs);
    tr_free(context, carving->crossings);
    tr_piece_index_destroy(carving->index);
}

// Swaps what the carving has for what the work made; nothing here can fail.
static void adopt(tr_carving *carving, tr_commit_work *work, tr_carve_path **paths, tr_piece_index *index)
{
    tr_carving_release_built(carving);
    for (int32_t i = 0; i < work->path_count; i++) {
        paths[i] = &work->paths[i].built->path;
        work->paths[i].built = NULL;
    }
    carving->paths = paths;
    carving->path_count = work->path_count;
    carving->pairs = work->pairs;
    carving->pair_count = work->pair_count;
    carving->crossings = work->crossings;
    carving->crossing_count = work->crossing_count;
    carving->index = index;
    carving->version = work->change.version;
    work->pairs = NULL;
    work->pair_count = 0;
    work->crossings = NULL;
    work->change = (tr_carve_change){0};
}

static tr_piece_index *create_index(const tr_carving *carving, const tr_commit_work *work, tr_error *err)
{
    tr_context *context = carving->context;
    tr_path_records **records = tr_alloc_array(context, (size_t)work->path_count, sizeof(tr_path_records *), err);
    if (!records) return NULL;
    for (int32_t i = 0; i < work->path_count; i++) records[i] = work->paths[i].built->records;
    tr_piece_index *index = tr_piece_index_create_of(context, records, work->path_count, carving->def.scale_m, err);
    tr_free(context, records);
    return index;
}

// Makes everything that the carving will hold, then swaps.
static bool finish(tr_carving *carving, tr_commit_work *work, tr_error *err)
{
    tr_context *context = carving->context;
    tr_carve_path **paths = tr_alloc_array(context, (size_t)work->path_count, sizeof *paths, err);
    tr_change_log log = {0};
    tr_piece_index *index = NULL;
    if (paths && tr_change_log_extend(context, carving, &work->change, &log, err))
        index = create_index(carving, work, err);
    if (!index) {
        tr_change_log_discard(context, &log);
        tr_free(context, paths);
        return false;
    }
    tr_change_log_adopt(carving, &log);
    adopt(carving, work, paths, index);
    return true;
}

// A part of the work that lies between two shares of the whole.
typedef struct progress_part {
    const tr_progress *whole;
    double from, to;
} progress_part;

static bool report_part(void *user, double share)
{
    const progress_part *part = user;
    return part->whole->report(part->whole->user, part->from + (part->to - part->from) * share);
}

static bool build_all_layouts(tr_commit_work *work, const tr_progress *progress, tr_error *err)
{
    progress_part part = {progress, 0, 0.2};
    const tr_progress hook = {report_part, &part};
    const bool is_told = progress && progress->report;
    return tr_parallel_for(work->context, &(tr_range_work){work->path_count, 1, build_layouts, work},
                           is_told ? &hook : NULL, err);
}

bool tr_commit_report(const tr_progress *progress, double share, tr_error *err)
{
    if (!progress || !progress->report || progress->report(progress->user, share)) return true;
    return tr_fail(err, TR_ERROR_CANCELLED, "the commit was cancelled");
}

bool tr_carving_change(tr_carving *carving, const tr_path_changes *changes, bool forward, const tr_progress *progress,
                       tr_error *err)
{
    tr_commit_work work = {.context = carving->context, .carving = carving};
    const bool ok = list_paths(&work, changes, forward, err) && build_all_layouts(&work, progress, err) &&
                    tr_commit_pairs(&work, err) && tr_commit_report(progress, 0.3, err) &&
                    tr_commit_resolve(&work, progress, err) && tr_commit_boxes(&work, err) &&
                    tr_commit_report(progress, 0.98, err) && finish(carving, &work, err);
    destroy_work(&work);
    return ok;
}
