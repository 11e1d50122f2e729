// The keys that an item of `placement` may have, and those of its nodes, terms and layers: one table behind the reader,
// the checks, the hash, the help and the docs.
#ifndef TR_WORLD_PLACE_KEYS_H
#define TR_WORLD_PLACE_KEYS_H

#include "world/description_keys.h"

// What a key belongs to, and the struct that its offset is in.
typedef enum tr_place_level {
    TR_PLACE_SET_KEY,    // tr_world_place_set
    TR_PLACE_NODE_KEY,   // tr_ecotope_node
    TR_PLACE_TERM_KEY,   // tr_density_term
    TR_PLACE_LAYER_KEY,  // tr_world_place_layer
    TR_PLACE_LEVEL_COUNT
} tr_place_level;

typedef struct tr_place_key {
    tr_key key;  // its path is "placement[].nodes[].op"
    tr_place_level level;
    unsigned terms;  // of terms: a sum of 1 << TR_TERM_..., what it goes with
} tr_place_key;

int tr_place_key_count(void);
const tr_place_key *tr_place_key_at(int index);
// The key of a name such as "op", or NULL.
const tr_place_key *tr_place_key_find(tr_place_level level, const char *name);
// What a description calls it.
const char *tr_place_key_name(const tr_place_key *key);
// The names of a level, in the order of the table; `out` has space for TR_PLACE_MOST_KEYS.
enum { TR_PLACE_MOST_KEYS = 16 };
int tr_place_key_names(tr_place_level level, const char *out[TR_PLACE_MOST_KEYS]);

// How x of the curve of a term is written: in the units of its field; plain for other kinds.
tr_doc_measure tr_place_curve_measure(tr_term_kind kind, tr_field field);

// What the default of a key is, as a description would say it; "" for none.
void tr_place_key_standard(const tr_place_key *key, char *out, size_t size);

#endif
