// What a commit works on: the paths as they will be, each with what it was.
#ifndef TR_CARVE_EDIT_COMMIT_WORK_H
#define TR_CARVE_EDIT_COMMIT_WORK_H

#include "carve/edit/built_path.h"
#include "carve/edit/commit.h"

typedef struct tr_commit_path {
    tr_path_id id;
    tr_path_copy *copy;     // not owned
    tr_built_path *before;  // not owned; NULL: it is new
    tr_layout *layout;
    tr_resolved_path *resolved;
    tr_built_path *built;
    int32_t pair_begin, pair_end;  // those it is the lesser of
    bool open;                     // other pairs than before
    bool moved;                    // another course than before
} tr_commit_path;

typedef struct tr_commit_work {
    tr_context *context;
    const tr_carving *carving;
    tr_commit_path *paths;  // by id
    int32_t path_count;
    tr_built_path **gone;  // paths that will not be there; not owned
    int32_t gone_count;
    tr_pair **pairs;
    int32_t pair_count;
    tr_crossing *crossings;
    int32_t crossing_count;
    tr_carve_change change;
} tr_commit_work;

// Whether the plan of a path is not what it was.
static inline bool tr_commit_path_is_new(const tr_commit_path *path)
{
    return !path->before || path->before->resolved->layout != path->layout;
}

// The path of an id among those of the work.
tr_commit_path *tr_commit_find(const tr_commit_work *work, tr_path_id id);

// Tells of a share of the work, 0 to 1; false when it is cancelled.
bool tr_commit_report(const tr_progress *progress, double share, tr_error *err);

// The pairs of all paths: those of unchanged layouts as they are, the others found anew (commit_pairs.c).
bool tr_commit_pairs(tr_commit_work *work, tr_error *err);
// Heights in their order, then spans and crossings (commit_resolve.c).
bool tr_commit_resolve(tr_commit_work *work, const tr_progress *progress, tr_error *err);
// The boxes of what differs (commit_boxes.c).
bool tr_commit_boxes(tr_commit_work *work, tr_error *err);

#endif
