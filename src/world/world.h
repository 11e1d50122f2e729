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
    tr_world_def def;                    // with texts of its own
    char *texts;                         // storage of def's texts
    tr_world_path_def *paths;            // def.paths
    tr_world_place_set_def *place_sets;  // def.place_sets
    uint64_t hash;
    tr_heights *heights;
    tr_carving *carving;    // NULL: no paths
    unsigned path_kinds;    // a sum of 1u << TR_PATH_...: what is carved
    tr_bridge_decks decks;  // of its bridges
    tr_climate *climate;
    tr_cache *cache;
    struct tr_world_set *sets;       // what the placer asks, one for each set
    tr_placer *placer;               // NULL: nothing is placed
    struct tr_world_blocks *blocks;  // the world as blocks, made when it is first asked for
};

// What could not be made: an item of a list by its index; -1: none such.
typedef struct tr_world_culprit {
    int32_t path, set;
} tr_world_culprit;

// The same as tr_world_create(), whose message begins with "paths[2]: " or "placement[2]: " for an item that could not
// be made; here it does not, and `culprit` has its index.
tr_world *tr_world_make(tr_context *context, const tr_world_def *def, tr_world_culprit *culprit, tr_error *err);

// Makes a chunk of heights for the cache; `user` is the world.
bool tr_world_fill_chunk(void *user, const tr_chunk_key *key, float *samples, tr_error *err);
// Heights of an area, made here and now. `water` gets the level of rivers and lakes that are carved, where there are
// paths; NULL: not wanted.
bool tr_world_heights_anew(const tr_world *world, const tr_sample_area *area, const tr_grid *out, const tr_grid *water,
                           tr_error *err);
// Heights of an area, chunk by chunk through the cache.
bool tr_world_heights(const tr_world *world, const tr_sample_area *area, const tr_grid *out,
                      const tr_progress *progress, tr_error *err);

#endif
