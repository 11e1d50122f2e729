// A path ready to be carved: settled, with its spans left out.
#ifndef TR_CARVE_EDIT_BUILT_PATH_H
#define TR_CARVE_EDIT_BUILT_PATH_H

#include "carve/sample/path_records.h"
#include "carve/edit/resolved_path.h"

// Immutable; shared like definitions (path_copy.h).
typedef struct tr_built_path {
    tr_carve_path path;  // first, so that a carving's paths are these; `def` is that of the layout's copy
    int32_t references;
    tr_resolved_path *resolved;
    tr_span *spans;  // none overlap, along the path
    int32_t span_count;
    tr_path_records *records;
} tr_built_path;

typedef struct tr_built_def {
    tr_path_id id;
    tr_resolved_path *resolved;
    const tr_span *spans;  // are copied
    int32_t span_count;
    const double *scale_m;        // of the carving
    const tr_built_path *before;  // the path as it was, or NULL: records that are the same are taken over
} tr_built_def;
tr_built_path *tr_built_path_create(tr_context *context, const tr_built_def *def, tr_error *err);
tr_built_path *tr_built_path_share(tr_built_path *built);
void tr_built_path_release(tr_context *context, tr_built_path *built);  // NULL allowed

// Whether it was made of these.
bool tr_built_path_is_of(const tr_built_path *built, const tr_resolved_path *resolved, const tr_span *spans,
                         int32_t span_count);
// The span that a place of the path lies on, or NULL.
const tr_span *tr_built_path_span_at(const tr_built_path *built, double at_m);

// Sorts spans along their path and joins those between which it would not come back to full strength; returns how many
// are left.
int32_t tr_spans_join(tr_span *spans, int32_t count);

#endif
