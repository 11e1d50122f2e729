// Things found by their place on a lattice: a hash table with open addressing.
#ifndef TR_GEOMETRY_TILE_MAP_H
#define TR_GEOMETRY_TILE_MAP_H

#include "terrane/base.h"

typedef struct tr_tile_slot {
    int64_t x, z;
    void *value;  // NULL: empty
} tr_tile_slot;

typedef struct tr_tile_map {
    tr_tile_slot *slots;
    uint64_t capacity;  // a power of two, or 0
    uint64_t count;
} tr_tile_map;

// Makes room for `count` things altogether; after that, so many can be put without failure.
bool tr_tile_map_reserve(tr_context *context, tr_tile_map *map, uint64_t count, tr_error *err);
void tr_tile_map_destroy(tr_context *context, tr_tile_map *map);

void *tr_tile_map_find(const tr_tile_map *map, int64_t x, int64_t z);
// Puts a thing, or another in its place; room must have been reserved.
void tr_tile_map_put(tr_tile_map *map, int64_t x, int64_t z, void *value);
// Nothing happens when there is none.
void tr_tile_map_remove(tr_tile_map *map, int64_t x, int64_t z);

#endif
