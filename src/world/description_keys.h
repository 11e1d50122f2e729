// The keys of a world description: one table behind the reader, the checks, the defaults, the hash, the help and the
// docs.
#ifndef TR_WORLD_DESCRIPTION_KEYS_H
#define TR_WORLD_DESCRIPTION_KEYS_H

#include "base/doc.h"
#include "terrane/world.h"

typedef enum tr_key_type {
    TR_KEY_NUMBER,     // double
    TR_KEY_INTEGER,    // int32_t
    TR_KEY_CHOICE,     // an enumeration by name
    TR_KEY_TEXT,       // const char *
    TR_KEY_FILE,       // const char *: a file that is looked for beside the description
    TR_KEY_SEED,       // uint64_t
    TR_KEY_EXTENT,     // bounded and bounds_m
    TR_KEY_POINT,      // two doubles, x and z
    TR_KEY_COLOR,      // uint8_t[3]
    TR_KEY_GRAPH,      // terrain.graph and graph_name
    TR_KEY_PATHS,      // paths and path_count
    TR_KEY_PLACEMENT,  // place_sets and place_set_count
    TR_KEY_LATER,      // a place for another room: accepted, not read
    // Of items of paths: offsets are in tr_world_path.
    TR_KEY_SWITCH,  // bool
    TR_KEY_PLACES,  // path.vertices
    TR_KEY_RINGS,   // path.vertices and path.ring_end
    TR_KEY_REGION,  // has_within and within_m; of terms texture_m
    // Of items of placement and what is in them: place_keys.h.
    TR_KEY_STANDARD,  // a set of the standard library
    TR_KEY_NODES,     // nodes of a set, children of a node
    TR_KEY_TERMS,     // terms and term_count
    TR_KEY_LAYER,     // a mapping
    TR_KEY_FIELD,     // tr_field by name
    TR_KEY_BIOMES,    // a sum of 1 << TR_BIOME_...
    TR_KEY_CURVE,     // from, to and point_count
    TR_KEY_TEXTURE,   // a picture as tr_grid
    TR_KEY_RANGE,     // two doubles, low and high
    TR_KEY_TYPE_COUNT
} tr_key_type;

typedef struct tr_key {
    const char *path;
    tr_key_type type;
    const tr_doc_unit *units;  // the first is what a plain number means
    int unit_count;
    size_t offset;     // in tr_world_def
    double low, high;  // of each number of the value
    const char *const *choices;
    int choice_count;
    const char *help;
} tr_key;

int tr_key_count(void);
const tr_key *tr_key_at(int index);
// The key of a path, or NULL.
const tr_key *tr_key_find(const char *path);

// Where a definition holds the value of a key.
void *tr_key_field(const tr_key *key, tr_world_def *def);
const void *tr_key_const_field(const tr_key *key, const tr_world_def *def);

// What the reader of a quantity needs.
tr_doc_measure tr_key_measure(const tr_key *key);

// Coordinates of the extent and of an elevation file, in metres: far beyond any use, and samples there still have exact
// places.
#define TR_WORLD_LIMIT_M 1e12

#endif
