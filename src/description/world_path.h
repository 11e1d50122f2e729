// Paths of a definition: checks, copies, and their part of the hash.
#ifndef TR_DESCRIPTION_WORLD_PATH_H
#define TR_DESCRIPTION_WORLD_PATH_H

#include "terrane/description.h"

// A rule that a path breaks, and the key of the item that it is about; "" for the item as a whole.
typedef struct tr_world_path_problem {
    const char *key;
    char message[320];
} tr_world_path_problem;

// What the values of a path must keep together with its kind, its source and the world; each number alone is within its
// range.
bool tr_world_path_check_together(const tr_world_def *def, const tr_world_path_def *path,
                                  tr_world_path_problem *problem);

// The places of a line, an area or a route.
bool tr_world_path_check_shape(const tr_world_path_def *path, tr_error *err);

// Everything, for definitions that come as structs. Messages begin with "paths[2].width", or "paths[2]".
bool tr_world_paths_check(const tr_world_def *def, tr_error *err);

// One block (tr_free) with the paths and all they point to; NULL with count 0.
bool tr_world_paths_copy(tr_context *context, const tr_world_path_def *paths, int32_t count, tr_world_path_def **out,
                         tr_error *err);

// Every value that carving depends on; not the names of paths and files, nor the contents of these.
uint64_t tr_world_paths_hash(const tr_world_def *def, uint64_t hash);

// Where a route or rivers are looked for; false where neither the path nor the world says it.
bool tr_world_path_region(const tr_world_def *def, const tr_world_path_def *path, tr_region *out);

#endif
