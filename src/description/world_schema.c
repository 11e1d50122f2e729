// The table of keys of a world: those of the rooms, and the lists that the description reads itself.
#include "description/world_schema.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "description/world_def.h"
#include "description/world_path.h"
#include "description/world_place_set.h"
#include "terrain/terrain_schema.h"
#include "voxel/generate/voxel_def.h"

static void write_count(int32_t count, char *out, size_t size)
{
    if (count > 0)
        snprintf(out, size, "%" PRId32 " %s", count, count == 1 ? "item" : "items");
    else
        snprintf(out, size, "%s", "");
}

static void get_paths(const tr_key *key, const void *owner, char *out, size_t size)
{
    (void)key;
    write_count(((const tr_world_def *)owner)->path_count, out, size);
}

static uint64_t hash_paths(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    return tr_world_paths_hash(owner, hash);
}

static void get_placement(const tr_key *key, const void *owner, char *out, size_t size)
{
    (void)key;
    write_count(((const tr_world_def *)owner)->place_set_count, out, size);
}

static uint64_t hash_placement(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    return tr_world_place_sets_hash(owner, hash);
}

const tr_key_form tr_paths_form = {.name = "list", .get = get_paths, .hash = hash_paths};
const tr_key_form tr_placement_form = {.name = "standard or list", .get = get_placement, .hash = hash_placement};
const tr_key_form tr_later_form = {.name = "mapping or list"};
const tr_key_form tr_file_form = {.name = "file"};
static const tr_key_form extent_form = {.name = "endless or lengths"};

// Of keys that heights, water, climate and biomes do not depend on.
enum { NOT_GROUND = TR_KEY_FIRST_FREE };

#define AT(field) offsetof(tr_world_def, field)
static const tr_key keys[] = {
    {"name", TR_KEY_TEXT, AT(name), "for titles", .flags = TR_KEY_UNHASHED},
    {"seed", TR_KEY_SEED, AT(seed), "a number or any text: another seed is another world", .initial = "1"},
    {"extent", TR_KEY_REGION, AT(bounds_m),
     "`endless`, `{width, depth}` around the origin, or `[x0, z0, x1, z1]`; x points east, z south", "endless",
     TR_WITHIN(-TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, tr_lengths), .given = AT(has_bounds), .absent = "endless",
     .form = &extent_form},
    {"sea_level", TR_KEY_DOUBLE, AT(sea_level_m), "height of the water above the datum", "0",
     TR_WITHIN(-10000, 10000, tr_lengths)},
    {"terrain", TR_KEY_TABLE, AT(terrain), .table = &tr_terrain_schema},
    {"climate", TR_KEY_TABLE, AT(climate), .table = &tr_climate_schema},
    {"biomes", TR_KEY_TABLE, AT(biomes), .table = &tr_biomes_schema, .flags = NOT_GROUND},
    {"voxels", TR_KEY_TABLE, AT(voxels), .table = &tr_voxel_schema, .flags = NOT_GROUND},
    {"paths", TR_KEY_OTHER, AT(paths), "roads, rivers and lakes that are carved into the terrain: a list of items",
     .form = &tr_paths_form},
    {"paths[]", TR_KEY_ITEMS, .table = &tr_world_path_schema},
    {"placement", TR_KEY_OTHER, AT(place_sets),
     "vegetation, rocks and other objects: `standard` for all sets that come with the program, or a list of items",
     .form = &tr_placement_form, .flags = NOT_GROUND},
    {"placement[]", TR_KEY_ITEMS, .table = &tr_place_set_schema},
    {"city", TR_KEY_OTHER, 0, "cities: not read yet", .form = &tr_later_form},
    {"sandbox", TR_KEY_OTHER, 0, "2D worlds: not read yet", .form = &tr_later_form},
};

static const tr_schema world_schema = {"key of a world", TR_SCHEMA_KEYS(keys)};

const tr_schema *tr_world_schema(void)
{
    return &world_schema;
}

bool tr_world_def_set(tr_world_def *def, const char *path, const char *text, tr_error *err)
{
    tr_world_def_assert(def);
    return tr_schema_set(&world_schema, def, path, text, err);
}

bool tr_world_def_get(const tr_world_def *def, const char *path, char *out, size_t size, tr_error *err)
{
    tr_world_def_assert(def);
    assert(out && size > 0);
    return tr_schema_get(&world_schema, def, path, out, size, err);
}

uint64_t tr_world_def_hash(const tr_world_def *def)
{
    return tr_schema_hash(&world_schema, def, ~0u, 0, TR_WORLD_VERSION);
}

uint64_t tr_world_def_ground_hash(const tr_world_def *def)
{
    return tr_schema_hash(&world_schema, def, ~0u, NOT_GROUND, TR_WORLD_VERSION);
}
