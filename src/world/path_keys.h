// The keys that an item of `paths` may have: one table behind the reader, the checks, the hash, the help and the docs.
#ifndef TR_WORLD_PATH_KEYS_H
#define TR_WORLD_PATH_KEYS_H

#include "world/description_keys.h"

typedef struct tr_path_key {
    tr_key key;        // its path is "paths[].name", its offset that in tr_world_path
    unsigned sources;  // a sum of 1 << TR_PATH_SOURCE_...: what it goes with
} tr_path_key;

int tr_path_key_count(void);
const tr_path_key *tr_path_key_at(int index);
// The key of a name such as "width", or NULL.
const tr_path_key *tr_path_key_find(const char *name);
// What an item calls it.
const char *tr_path_key_name(const tr_path_key *key);

// The kinds that a source can have, as a sum of 1 << TR_PATH_...
unsigned tr_path_source_kinds(tr_path_source source);
#endif
