// The identity of a world as one number (world_def.h).
#include <string.h>

#include "base/hash_value.h"
#include "noise/graph.h"
#include "world/description_keys.h"
#include "world/world_def.h"
#include "world/world_path.h"
#include "world/world_place_set.h"

static uint64_t hash_extent(const tr_world_def *def, uint64_t hash)
{
    hash = tr_hash_word(def->bounded, hash);
    if (!def->bounded) return hash;
    const int64_t corners[4] = {def->bounds_m.x0, def->bounds_m.z0, def->bounds_m.x1, def->bounds_m.z1};
    for (int i = 0; i < 4; i++) hash = tr_hash_word((uint64_t)corners[i], hash);
    return hash;
}

static uint64_t hash_key(const tr_key *key, const tr_world_def *def, uint64_t hash)
{
    const void *field = tr_key_const_field(key, def);
    const double *numbers = field;
    switch (key->type) {
    case TR_KEY_NUMBER: return tr_hash_double(*numbers, hash);
    case TR_KEY_POINT: return tr_hash_double(numbers[1], tr_hash_double(numbers[0], hash));
    case TR_KEY_INTEGER:
    case TR_KEY_CHOICE: return tr_hash_word((uint64_t) * (const int32_t *)field, hash);
    case TR_KEY_SEED: return tr_hash_word(*(const uint64_t *)field, hash);
    case TR_KEY_EXTENT: return hash_extent(def, hash);
    case TR_KEY_COLOR: return tr_hash_bytes(field, sizeof def->biomes[0].color, hash);
    case TR_KEY_GRAPH: return tr_hash_word(def->terrain.graph ? tr_noise_graph_hash(def->terrain.graph) : 0, hash);
    case TR_KEY_FILE: return tr_hash_word(def->terrain.elevation.path != NULL, hash);
    case TR_KEY_PATHS: return tr_world_paths_hash(def, hash);
    case TR_KEY_PLACEMENT: return tr_world_place_sets_hash(def, hash);
    // A world does not change with its name, nor yet with what other rooms will read.
    default: return hash;
    }
}

uint64_t tr_world_def_ground_hash(const tr_world_def *def)
{
    uint64_t hash = TR_WORLD_VERSION;
    for (int i = 0; i < tr_key_count(); i++) {
        const tr_key *key = tr_key_at(i);
        const bool other = key->type == TR_KEY_COLOR || key->type == TR_KEY_PLACEMENT;
        if (!other && strncmp(key->path, "voxels.", strlen("voxels.")) != 0) hash = hash_key(key, def, hash);
    }
    return hash;
}

uint64_t tr_world_def_hash(const tr_world_def *def)
{
    uint64_t hash = TR_WORLD_VERSION;
    for (int i = 0; i < tr_key_count(); i++) hash = hash_key(tr_key_at(i), def, hash);
    return hash;
}
