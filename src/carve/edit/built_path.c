#include "carve/edit/built_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The course with its spans left out, and its records.
static bool build(tr_context *context, const tr_built_def *def, tr_built_path *built, tr_error *err)
{
    const tr_course *course = &def->resolved->course;
    if (def->span_count == 0) {
        built->path.course = *course;  // shared; not destroyed with this
    } else {
        const size_t bytes = (size_t)def->span_count * sizeof *built->spans;
        built->spans = tr_alloc(context, bytes, err);
        if (!built->spans) return false;
        memcpy(built->spans, def->spans, bytes);
        if (!tr_course_copy(context, course, &built->path.course, err) ||
            !tr_course_set_spans(context, built->spans, def->span_count, &built->path.course, err))
            return false;
    }
    const tr_built_path *before = def->before;
    built->records = tr_path_records_create(context, &built->path, def->scale_m, before ? before->records : NULL,
                                            before ? &before->path.course : NULL, err);
    return built->records != NULL;
}

tr_built_path *tr_built_path_create(tr_context *context, const tr_built_def *def, tr_error *err)
{
    tr_built_path *built = tr_alloc(context, sizeof *built, err);
    if (!built) return NULL;
    *built = (tr_built_path){
        .references = 1, .resolved = tr_resolved_path_share(def->resolved), .span_count = def->span_count};
    built->path.id = def->id;
    built->path.def = def->resolved->layout->copy->def;
    if (build(context, def, built, err)) return built;
    tr_built_path_release(context, built);
    return NULL;
}

tr_built_path *tr_built_path_share(tr_built_path *built)
{
    built->references++;
    return built;
}

void tr_built_path_release(tr_context *context, tr_built_path *built)
{
    if (!built || --built->references > 0) return;
    if (built->span_count > 0) tr_course_destroy(context, &built->path.course);
    tr_free(context, built->spans);
    tr_path_records_release(context, built->records);
    tr_resolved_path_release(context, built->resolved);
    tr_free(context, built);
}

bool tr_built_path_is_of(const tr_built_path *built, const tr_resolved_path *resolved, const tr_span *spans,
                         int32_t span_count)
{
    if (built->resolved != resolved || built->span_count != span_count) return false;
    for (int32_t i = 0; i < span_count; i++) {
        const tr_span *a = &built->spans[i], *b = &spans[i];
        if (a->from_m != b->from_m || a->to_m != b->to_m || a->fade_m != b->fade_m) return false;
    }
    return true;
}

const tr_span *tr_built_path_span_at(const tr_built_path *built, double at_m)
{
    int32_t low = 0, high = built->span_count;  // the first span that ends at or after `at_m`
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (built->spans[middle].to_m < at_m)
            low = middle + 1;
        else
            high = middle;
    }
    return low < built->span_count && built->spans[low].from_m <= at_m ? &built->spans[low] : NULL;
}

static int along_path(const void *left, const void *right)
{
    const tr_span *a = left, *b = right;
    if (a->from_m != b->from_m) return a->from_m < b->from_m ? -1 : 1;
    if (a->to_m != b->to_m) return a->to_m < b->to_m ? -1 : 1;
    return (a->fade_m > b->fade_m) - (a->fade_m < b->fade_m);
}

int32_t tr_spans_join(tr_span *spans, int32_t count)
{
    if (count == 0) return 0;
    qsort(spans, (size_t)count, sizeof *spans, along_path);
    int32_t kept = 1;
    for (int32_t i = 1; i < count; i++) {
        tr_span *last = &spans[kept - 1];
        const tr_span span = spans[i];
        if (span.from_m - span.fade_m <= last->to_m + last->fade_m) {
            last->to_m = fmax(last->to_m, span.to_m);
            last->fade_m = fmax(last->fade_m, span.fade_m);
        } else {
            spans[kept++] = span;
        }
    }
    return kept;
}
