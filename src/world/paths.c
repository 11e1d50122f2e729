#include "world/paths.h"

#include <math.h>
#include <string.h>

#include "carve/plan/plan.h"
#include "world/path_ground.h"
#include "world/path_plan.h"
#include "description/world_path.h"

// What an item of the definition stands for.
typedef struct item_paths {
    const tr_path_def *paths;
    int32_t count;
    tr_path_list read;      // of a file
    tr_plan_paths planned;  // of a route or a drain
} item_paths;

typedef struct path_work {
    tr_world *world;
    tr_context *context;
    item_paths *items;  // one for each path of the definition
    tr_path_plan plan;
    int32_t *bad_path;
} path_work;

static bool read_file(path_work *work, const tr_world_path_def *path, item_paths *out, tr_error *err)
{
    tr_path_file_def def = tr_default_path_file_def(path->path.kind);
    def.layer = path->layer;
    def.kind_field = path->kind_field;
    def.defaults = path->path;
    tr_world_georeference(work->world, &def.wkt, def.origin);
    if (!tr_path_list_read(work->context, path->file, &def, &out->read, NULL, err)) return false;
    out->paths = out->read.paths;
    out->count = out->read.count;
    return true;
}

// All water that is known so far, as tr_plan_road() wants it; only the array is its own.
static bool list_water(const path_work *work, tr_plan_paths *out, tr_error *err)
{
    const int32_t item_count = work->world->def.path_count;
    *out = (tr_plan_paths){0};
    for (int32_t i = 0; i < item_count; i++) out->capacity += work->items[i].count;
    if (out->capacity == 0) return true;
    out->paths = tr_alloc_array(work->context, (size_t)out->capacity, sizeof *out->paths, err);
    if (!out->paths) return false;
    for (int32_t i = 0; i < item_count; i++) {
        for (int32_t k = 0; k < work->items[i].count; k++) {
            const tr_path_def *path = &work->items[i].paths[k];
            if (tr_path_kind_is_water(path->kind)) out->paths[out->count++] = *path;
        }
    }
    return true;
}

static bool find_paths(path_work *work, const tr_world_path_def *path, item_paths *out, tr_error *err)
{
    tr_region region;
    tr_world_path_region(&work->world->def, path, &region);
    tr_plan_paths water;
    if (!list_water(work, &water, err)) return false;
    const bool found = tr_path_plan_find(&work->plan, path, &region, &water, &out->planned, err);
    tr_free(work->context, water.paths);
    out->paths = out->planned.paths;
    out->count = out->planned.count;
    return found;
}

static bool make_item(path_work *work, const tr_world_path_def *path, item_paths *out, tr_error *err)
{
    switch (path->source) {
    case TR_PATH_SOURCE_FILE: return read_file(work, path, out, err);
    case TR_PATH_SOURCE_ROUTE:
    case TR_PATH_SOURCE_DRAIN: return find_paths(work, path, out, err);
    default:
        out->paths = &path->path;
        out->count = 1;
        return true;
    }
}

// Rivers are looked for when all that is given is known, and routes when all rivers are.
static bool make_items(path_work *work, tr_error *err)
{
    static const unsigned passes[3] = {1u << TR_PATH_SOURCE_LINE | 1u << TR_PATH_SOURCE_AREA |
                                           1u << TR_PATH_SOURCE_FILE,
                                       1u << TR_PATH_SOURCE_DRAIN, 1u << TR_PATH_SOURCE_ROUTE};
    const tr_world_def *def = &work->world->def;
    for (int pass = 0; pass < 3; pass++) {
        for (int32_t i = 0; i < def->path_count; i++) {
            if (!(passes[pass] & 1u << def->paths[i].source)) continue;
            *work->bad_path = i;
            if (!make_item(work, &def->paths[i], &work->items[i], err)) return false;
        }
    }
    return true;
}

static unsigned kinds_of(const tr_carving *carving)
{
    unsigned kinds = 0;
    for (int32_t i = 0; i < tr_carving_path_count(carving); i++)
        kinds |= 1u << tr_carving_path(carving, tr_carving_path_at(carving, i))->kind;
    return kinds;
}

// Nobody builds under water: a city whose ground would lie below the sea is filled up to a metre above it. A level that
// is given stays.
static bool raise_cities(tr_world *world, tr_error *err)
{
    const double min_m = world->def.sea_level_m + 1;
    bool raised = false;
    for (int32_t i = 0; i < tr_carving_path_count(world->carving); i++) {
        const tr_path_id id = tr_carving_path_at(world->carving, i);
        const tr_path_def *path = tr_carving_path(world->carving, id);
        tr_path_info info;
        if (path->kind != TR_PATH_CITY || !isnan(path->level_m)) continue;
        if (!tr_carving_path_info(world->carving, id, &info, err)) return false;
        if (info.low_m >= min_m) continue;
        tr_path_def dry = *path;
        dry.level_m = min_m;
        if (!tr_carving_replace(world->carving, id, &dry, err)) return false;
        raised = true;
    }
    return !raised || tr_carving_commit(world->carving, NULL, err);
}

static bool carve_items(path_work *work, tr_error *err)
{
    tr_world *world = work->world;
    tr_carving_def def = tr_default_carving_def();
    def.ground = tr_path_ground(world->heights);
    *work->bad_path = -1;
    world->carving = tr_carving_create(work->context, &def, err);
    if (!world->carving) return false;
    for (int32_t i = 0; i < world->def.path_count; i++) {
        *work->bad_path = i;
        for (int32_t k = 0; k < work->items[i].count; k++) {
            tr_path_id id;
            if (!tr_carving_add(world->carving, &work->items[i].paths[k], &id, err)) return false;
        }
    }
    *work->bad_path = -1;
    if (!tr_carving_commit(world->carving, NULL, err) || !raise_cities(world, err)) return false;
    world->path_kinds = kinds_of(world->carving);
    return tr_bridge_decks_create(work->context, world->carving, &world->decks, err);
}

bool tr_world_make_carving(tr_world *world, int32_t *bad_path, tr_error *err)
{
    *bad_path = -1;
    const int32_t count = world->def.path_count;
    if (count == 0) return true;
    path_work work = {
        .world = world,
        .context = world->context,
        .plan = {.context = world->context, .heights = world->heights, .sea_level_m = world->def.sea_level_m},
        .bad_path = bad_path};
    work.items = tr_alloc_array(world->context, (size_t)count, sizeof *work.items, err);
    if (!work.items) return false;
    memset(work.items, 0, (size_t)count * sizeof *work.items);
    const bool done = make_items(&work, err) && carve_items(&work, err);
    for (int32_t i = 0; i < count; i++) {
        tr_path_list_destroy(world->context, &work.items[i].read);
        tr_plan_paths_destroy(world->context, &work.items[i].planned);
    }
    tr_free(world->context, work.items);
    tr_path_plan_destroy(&work.plan);
    return done;
}
