// From definitions to what is carved, all or nothing.
#ifndef TR_CARVE_EDIT_COMMIT_H
#define TR_CARVE_EDIT_COMMIT_H

#include "carve/edit/history.h"

// Brings every path that `changes` names to its definition of after (or of before), and with it everything that
// follows: courses, crossings, profiles, spans, index and the log of changes. On failure nothing has changed.
bool tr_carving_change(tr_carving *carving, const tr_path_changes *changes, bool forward, const tr_progress *progress,
                       tr_error *err);
// Gives back what a carving has built.
void tr_carving_release_built(tr_carving *carving);

#endif
