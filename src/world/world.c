// Worlds: creation, identity, place (terrane/world.h).
#include "world/world.h"

#include <assert.h>

#include "base/hash_value.h"

#include "world/paths.h"
#include "world/placement.h"
#include "world/voxels.h"
#include "description/world_def.h"
#include "description/world_path.h"
#include "description/world_place_set.h"

// The description and, of an elevation file, what was read from it: its bytes do not tell, because its name, files
// beside it
// (.tfw, .prj, .aux.xml) or files it refers to (.vrt) may hold the place or the heights. The same goes for files of
// paths.
static uint64_t hash_world(const tr_world *world, const tr_world_def *def)
{
    const uint64_t hash = tr_heights_hash_elevation(world->heights, tr_world_def_hash(def));
    return world->carving ? tr_hash_word(tr_carving_hash(world->carving), hash) : hash;
}

static bool copy_def(tr_world *world, const tr_world_def *def, tr_error *err)
{
    if (!tr_world_def_copy(world->context, def, &world->def, &world->texts, err) ||
        !tr_world_paths_copy(world->context, def->paths, def->path_count, &world->paths, err) ||
        !tr_world_place_sets_copy(world->context, def->place_sets, def->place_set_count, &world->place_sets, err))
        return false;
    world->def.paths = world->paths;
    world->def.path_count = def->path_count;
    world->def.place_sets = world->place_sets;
    world->def.place_set_count = def->place_set_count;
    return true;
}

tr_world *tr_world_make(tr_context *context, const tr_world_def *def, tr_world_culprit *culprit, tr_error *err)
{
    assert(context);
    tr_world_def_assert(def);
    *culprit = (tr_world_culprit){-1, -1};
    if (!tr_world_def_check(def, err)) return NULL;
    tr_world *world = tr_alloc(context, sizeof *world, err);
    if (!world) return NULL;
    *world = (tr_world){.context = context};
    if (copy_def(world, def, err))
        world->heights = tr_heights_create(context, &def->terrain, def->seed, def->sea_level_m, err);
    if (world->heights)
        world->climate = tr_climate_create(context, &def->climate, def->seed, def->sea_level_m, world->heights, err);
    if (world->climate && tr_world_make_carving(world, &culprit->path, err))
        world->cache = tr_cache_create(context, tr_world_fill_chunk, world, err);
    if (world->cache && tr_world_make_placement(world, &culprit->set, err) && tr_world_make_blocks(world, err)) {
        world->hash = hash_world(world, def);
        return world;
    }
    tr_world_destroy(world);
    return NULL;
}

tr_world *tr_world_create(tr_context *context, const tr_world_def *def, tr_error *err)
{
    tr_world_culprit culprit;
    tr_error problem;
    tr_world *world = tr_world_make(context, def, &culprit, &problem);
    if (world) return world;
    if (culprit.path >= 0)
        tr_fail(err, problem.code, "paths[%d]: %s", (int)culprit.path, problem.message);
    else if (culprit.set >= 0)
        tr_fail(err, problem.code, "placement[%d]: %s", (int)culprit.set, problem.message);
    else
        tr_fail(err, problem.code, "%s", problem.message);
    return NULL;
}

void tr_world_destroy(tr_world *world)
{
    if (!world) return;
    tr_world_destroy_blocks(world);
    tr_world_destroy_placement(world);
    tr_cache_destroy(world->cache);
    tr_bridge_decks_destroy(world->context, &world->decks);
    tr_carving_destroy(world->carving);
    tr_climate_destroy(world->climate);
    tr_heights_destroy(world->heights);
    tr_free(world->context, world->texts);
    tr_free(world->context, world->paths);
    tr_free(world->context, world->place_sets);
    tr_free(world->context, world);
}

const tr_world_def *tr_world_def_of(const tr_world *world)
{
    return &world->def;
}

tr_context *tr_world_context(const tr_world *world)
{
    return world->context;
}

uint64_t tr_world_hash(const tr_world *world)
{
    return world->hash;
}

const tr_carving *tr_world_carving(const tr_world *world)
{
    return world->carving;
}

const tr_placer *tr_world_placer(const tr_world *world)
{
    return world->placer;
}

tr_region tr_world_home(const tr_world *world)
{
    enum { AROUND_M = 8000 };
    tr_region covered;
    if (world->def.has_bounds) return world->def.bounds_m;
    if (tr_heights_covered(world->heights, &covered)) return covered;
    return (tr_region){-AROUND_M, -AROUND_M, AROUND_M, AROUND_M};
}

void tr_world_georeference(const tr_world *world, const char **wkt, double origin[2])
{
    const tr_georeference *place = tr_heights_place(world->heights);
    *wkt = place ? place->wkt : NULL;
    origin[0] = place ? place->west - world->def.terrain.elevation.at_x_m : 0;
    origin[1] = place ? place->north + world->def.terrain.elevation.at_z_m : 0;
}

tr_world_cache_stats tr_world_cache(const tr_world *world)
{
    return tr_cache_stats(world->cache);
}

void tr_world_cache_clear(tr_world *world)
{
    tr_cache_clear(world->cache);
}

void tr_world_cache_limit(tr_world *world, uint64_t bytes)
{
    tr_cache_set_limit(world->cache, bytes);
}
