// Heights of a commit, in their order: each path from those settled before it. A path whose layout and inputs are the
// same as before keeps what it has.
#include <math.h>
#include <stdlib.h>

#include "carve/edit/commit_work.h"

typedef struct resolve_order {
    const tr_layout *layout;
    int32_t path;
} resolve_order;

static int in_order(const void *left, const void *right)
{
    const resolve_order *a = left, *b = right;
    const int order = tr_layout_compare(a->layout, b->layout);
    return order ? order : (a->path > b->path) - (a->path < b->path);
}

static resolve_order *order_paths(const tr_commit_work *work, tr_error *err)
{
    resolve_order *order = tr_alloc_array(work->context, (size_t)work->path_count + 1, sizeof *order, err);
    if (!order) return NULL;
    for (int32_t i = 0; i < work->path_count; i++) order[i] = (resolve_order){work->paths[i].layout, i};
    qsort(order, (size_t)work->path_count, sizeof *order, in_order);
    return order;
}

// ---------------------------------------------------------------------------------------------------------
// One path

static bool needs_settling(const tr_commit_work *work, const tr_commit_path *path)
{
    if (tr_commit_path_is_new(path) || path->open) return true;
    for (int32_t i = path->pair_begin; i < path->pair_end; i++) {
        if (tr_commit_find(work, work->pairs[i]->greater)->moved) return true;
    }
    return false;
}

static tr_contact_input *list_inputs(const tr_commit_work *work, const tr_commit_path *path, int32_t *count,
                                     tr_error *err)
{
    int32_t all = 0;
    for (int32_t i = path->pair_begin; i < path->pair_end; i++) all += work->pairs[i]->meeting_count;
    tr_contact_input *inputs = tr_alloc_array(work->context, (size_t)all + 1, sizeof *inputs, err);
    if (!inputs) return NULL;
    *count = 0;
    for (int32_t i = path->pair_begin; i < path->pair_end; i++) {
        const tr_pair *pair = work->pairs[i];
        const tr_resolved_path *other = tr_commit_find(work, pair->greater)->resolved;
        for (int32_t j = 0; j < pair->meeting_count; j++) {
            inputs[(*count)++] =
                tr_contact_input_of(&pair->meetings[j], pair->greater, &other->layout->copy->def, &other->course);
        }
    }
    return inputs;
}

static bool resolve_path(tr_commit_work *work, tr_commit_path *path, tr_error *err)
{
    tr_resolved_path *before = path->before ? path->before->resolved : NULL;
    if (!needs_settling(work, path)) {
        path->resolved = tr_resolved_path_share(before);
        return true;
    }
    int32_t count;
    tr_contact_input *inputs = list_inputs(work, path, &count, err);
    if (!inputs) return false;
    if (before && tr_resolved_path_is_of(before, path->layout, inputs, count)) {
        path->resolved = tr_resolved_path_share(before);
    } else {
        path->resolved = tr_resolved_path_create(work->context, path->layout, inputs, count, &work->carving->def.ground,
                                                 before, err);
    }
    tr_free(work->context, inputs);
    path->moved = path->resolved && !(before && tr_resolved_path_same_course(before, path->resolved));
    return path->resolved != NULL;
}

static bool resolve_all(tr_commit_work *work, const tr_progress *progress, tr_error *err)
{
    resolve_order *order = order_paths(work, err);
    bool ok = order != NULL;
    for (int32_t i = 0; ok && i < work->path_count; i++) {
        ok = resolve_path(work, &work->paths[order[i].path], err) &&
             tr_commit_report(progress, 0.3 + 0.4 * (i + 1) / work->path_count, err);
    }
    tr_free(work->context, order);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Spans

// Where the spans of each path begin among all of them, and all of them.
typedef struct span_table {
    int32_t *begin;  // one more than there are paths
    tr_span *spans;
} span_table;

// Counts a span of a path, or with `spans` puts it in its place.
static void visit_span(span_table *table, int32_t path, const tr_span *span)
{
    if (table->spans)
        table->spans[table->begin[path]++] = *span;
    else
        table->begin[path + 1]++;
}

// Those of every contact and of every mouth.
static void visit_spans(const tr_commit_work *work, span_table *table)
{
    for (int32_t i = 0; i < work->path_count; i++) {
        const tr_resolved_path *resolved = work->paths[i].resolved;
        const double length_m = resolved->course.length_m, mouth_m = resolved->layout->copy->def.mouth_m;
        if (mouth_m > 0 && !resolved->layout->copy->def.area)
            visit_span(table, i, &(tr_span){length_m, length_m, mouth_m});
        for (int32_t j = 0; j < resolved->contact_count; j++) {
            const tr_contact *contact = &resolved->contacts[j];
            if (contact->relation == TR_RELATION_MEETS) continue;
            const tr_commit_path *other = tr_commit_find(work, contact->in.other);
            tr_span span;
            bool of_other;
            if (!tr_contact_span(contact, resolved->course.length_m, other->resolved->course.length_m, &span,
                                 &of_other))
                continue;
            const int32_t path = of_other ? (int32_t)(other - work->paths) : i;
            visit_span(table, path, &span);
        }
    }
}

static bool list_spans(const tr_commit_work *work, span_table *table, tr_error *err)
{
    const int32_t count = work->path_count;
    table->begin = tr_alloc_array(work->context, (size_t)count + 1, sizeof *table->begin, err);
    if (!table->begin) return false;
    for (int32_t i = 0; i <= count; i++) table->begin[i] = 0;
    visit_spans(work, table);
    for (int32_t i = 0; i < count; i++) table->begin[i + 1] += table->begin[i];
    table->spans = tr_alloc_array(work->context, (size_t)table->begin[count] + 1, sizeof *table->spans, err);
    if (!table->spans) return false;
    visit_spans(work, table);
    // Each beginning has moved to its end, which is the next one's beginning.
    for (int32_t i = count; i > 0; i--) table->begin[i] = table->begin[i - 1];
    table->begin[0] = 0;
    return true;
}

static bool build_path(const tr_commit_work *work, tr_commit_path *path, tr_span *spans, int32_t count, tr_error *err)
{
    count = tr_spans_join(spans, count);
    if (path->before && tr_built_path_is_of(path->before, path->resolved, spans, count)) {
        path->built = tr_built_path_share(path->before);
        return true;
    }
    const tr_built_def def = {path->id, path->resolved, spans, count, work->carving->def.scale_m, path->before};
    path->built = tr_built_path_create(work->context, &def, err);
    return path->built != NULL;
}

static bool build_all(tr_commit_work *work, const tr_progress *progress, tr_error *err)
{
    span_table table = {0};
    bool ok = list_spans(work, &table, err);
    for (int32_t i = 0; ok && i < work->path_count; i++) {
        ok =
            build_path(work, &work->paths[i], table.spans + table.begin[i], table.begin[i + 1] - table.begin[i], err) &&
            tr_commit_report(progress, 0.7 + 0.25 * (i + 1) / work->path_count, err);
    }
    tr_free(work->context, table.spans);
    tr_free(work->context, table.begin);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Crossings

static tr_crossing crossing_of(const tr_commit_path *path, const tr_commit_path *other, const tr_contact *contact)
{
    const tr_meeting *meeting = &contact->in.meeting;
    const int32_t priority = path->copy->def.priority, other_priority = other->copy->def.priority;
    const bool bridge = contact->relation == TR_RELATION_OVER || contact->relation == TR_RELATION_UNDER;
    const bool above = bridge ? contact->relation == TR_RELATION_OVER : priority >= other_priority;
    tr_crossing crossing = {.x_m = meeting->x_m,
                            .z_m = meeting->z_m,
                            .upper = above ? path->id : other->id,
                            .lower = above ? other->id : path->id,
                            .upper_m = above ? contact->height_m : contact->other_height_m,
                            .lower_m = above ? contact->other_height_m : contact->height_m,
                            .bridge = bridge};
    if (!bridge) return crossing;
    const double at_m = above ? 0.5 * (meeting->at_m[0] + meeting->at_m[1]) : meeting->other_m[0];
    const tr_built_path *upper = above ? path->built : other->built;
    const tr_span *span = tr_built_path_span_at(upper, at_m);
    if (span) {
        const double fade_m = tr_span_fade_m(span);
        crossing.from_m = span->from_m;
        crossing.to_m = span->to_m;
        crossing.deck_from_m = fmax(span->from_m - fade_m, 0);
        crossing.deck_to_m = fmin(span->to_m + fade_m, upper->path.course.length_m);
    }
    return crossing;
}

static bool list_crossings(tr_commit_work *work, tr_error *err)
{
    size_t count = 0;
    for (int32_t i = 0; i < work->path_count; i++) count += (size_t)work->paths[i].resolved->contact_count;
    if (count > INT32_MAX) return tr_fail(err, TR_ERROR_TOO_LARGE, "paths cross more than %d times", INT32_MAX);
    work->crossings = tr_alloc_array(work->context, count, sizeof *work->crossings, err);
    if (!work->crossings) return false;
    for (int32_t i = 0; i < work->path_count; i++) {
        const tr_commit_path *path = &work->paths[i];
        for (int32_t j = 0; j < path->resolved->contact_count; j++) {
            const tr_contact *contact = &path->resolved->contacts[j];
            const tr_commit_path *other = tr_commit_find(work, contact->in.other);
            work->crossings[work->crossing_count++] = crossing_of(path, other, contact);
        }
    }
    return true;
}

bool tr_commit_resolve(tr_commit_work *work, const tr_progress *progress, tr_error *err)
{
    return resolve_all(work, progress, err) && build_all(work, progress, err) && list_crossings(work, err);
}
