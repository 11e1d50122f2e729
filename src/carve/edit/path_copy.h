// Definitions of paths with storage of their own, shared by whoever needs them: a carving, its steps of undo, edits.
#ifndef TR_CARVE_EDIT_PATH_COPY_H
#define TR_CARVE_EDIT_PATH_COPY_H

#include "terrane/carve.h"

// Immutable. References are counted without atomics: only edits and commits change them, and those run alone.
typedef struct tr_path_copy {
    tr_path_def def;
    int32_t references;
} tr_path_copy;

// With one reference.
tr_path_copy *tr_path_copy_create(tr_context *context, const tr_path_def *def, tr_error *err);
tr_path_copy *tr_path_copy_share(tr_path_copy *copy);  // one more reference; NULL allowed
void tr_path_copy_release(tr_context *context, tr_path_copy *copy);

// Of everything the values depend on: all but the name.
uint64_t tr_path_def_hash(const tr_path_def *def);

#endif
