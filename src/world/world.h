// A world: the rooms of the terrain put together.
#ifndef TR_WORLD_WORLD_H
#define TR_WORLD_WORLD_H

#include "terrain/climate.h"
#include "terrain/heights.h"
#include "terrane/world.h"
#include "world/bridge_decks.h"
#include "world/cache.h"

struct tr_world {
    tr_context *context;
    tr_world_def def;      // with texts of its own
    char *texts;           // storage of def's texts
    tr_world_path *paths;  // def.paths
    uint64_t hash;
    tr_heights *heights;
    tr_carving *carving;    // NULL: no paths
    tr_bridge_decks decks;  // of its bridges
    tr_climate *climate;
    tr_cache *cache;
};

// The same as tr_world_create(), whose message begins with "paths[2]: " for a path that could not be made; here it does not, and
// `bad_path` has its index, -1 for other problems.
tr_world *tr_world_make(tr_context *context, const tr_world_def *def, int32_t *bad_path, tr_error *err);

// Asserts that the definition came from tr_default_world_def().
void tr_world_def_assert(const tr_world_def *def);
// Fails with INVALID_ARGUMENT or NOT_FINITE naming the field as a description spells it, what was found and what is allowed.
bool tr_world_def_check(const tr_world_def *def, tr_error *err);

// Makes a chunk of heights for the cache; `user` is the world.
bool tr_world_fill_chunk(void *user, const tr_chunk_key *key, float *samples, tr_error *err);
// Heights of an area, chunk by chunk through the cache.
bool tr_world_heights(const tr_world *world, const tr_area *area, const tr_grid *out, const tr_progress *progress,
                      tr_error *err);

#endif
