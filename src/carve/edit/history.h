// Steps of undo, and edits that are not committed: definitions of before and after, of changed paths only.
#ifndef TR_CARVE_EDIT_HISTORY_H
#define TR_CARVE_EDIT_HISTORY_H

#include "carve/edit/carving.h"
#include "carve/edit/path_copy.h"

// NULL: the path is not there.
typedef struct tr_path_change {
    tr_path_id id;
    tr_path_copy *before, *after;
} tr_path_change;

// Changes by rising id, each path once.
typedef struct tr_path_changes {
    tr_path_change *items;
    int32_t count, capacity;
} tr_path_changes;

typedef struct tr_carve_history {
    tr_path_changes *steps;  // the first `done` are in effect, the others can be redone
    int32_t step_count, step_capacity;
    int32_t done;
    tr_path_changes pending;
    tr_path_id last_id;  // ids are never given twice
} tr_carve_history;

tr_carve_history *tr_history_create(tr_context *context, tr_error *err);
void tr_history_destroy(tr_context *context, tr_carve_history *history);  // NULL allowed

// The definition that an edit starts from: with the edits so far. NULL when the path is not there.
tr_path_copy *tr_history_definition(const tr_carving *carving, tr_path_id id);
// Notes an edit; takes over the reference to `after` (NULL: removed), also when it fails.
bool tr_history_edit(tr_carving *carving, tr_path_id id, tr_path_copy *after, tr_error *err);

#endif
