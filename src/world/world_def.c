// Definitions of a world: defaults, checks, copies. The YAML form has the same defaults: description.c reads them from
// here.
#include "world/world_def.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "voxel/voxel_def.h"
#include "voxel/voxels.h"
#include "world/description_keys.h"
#include "world/world.h"
#include "world/world_path.h"
#include "world/world_place_set.h"

enum { WORLD_DEF_COOKIE = 0x776f726c };

static const uint32_t biome_colors[TR_BIOME_COUNT] = {
#define X(id, name, color, text) color,
    TR_BIOME_LIST(X)
#undef X
};

static tr_terrain_def default_terrain(void)
{
    return (tr_terrain_def){
        .landform = {.continent_size_m = 24000,
                     .continent_height_m = 250,
                     .land_share = 0.6,
                     .hill_size_m = 2400,
                     .hill_height_m = 180,
                     .mountain_size_m = 9000,
                     .mountain_height_m = 1600,
                     .mountain_share = 0.35,
                     .ruggedness = 0.5},
        .erosion = {.strength = 0.5, .size_m = 1200, .octaves = 6},
        .rivers = {.spacing_m = 9000, .width_m = 120, .valley_width_m = 900, .depth_m = 4},
        .beaches = {.height_m = 3, .width = 3},
        .terraces = {.height_m = 0, .flatness = 0.7},
        .elevation = {.vertical_scale = 1, .detail = 0.5, .beyond = TR_BEYOND_GENERATED, .blend_m = 500},
    };
}

static tr_climate_def default_climate(void)
{
    return (tr_climate_def){
        .latitude_deg = 45,
        .metres_per_degree = 111200,
        .equator_degC = 28,
        .pole_degC = -22,
        .lapse_degC_per_km = 6.5,
        .variation_degC = 3,
        .variation_size_m = 15000,
        .humidity = 0.5,
        .humidity_variation = 0.25,
        .wind_deg = 270,
        .reach_m = 20000,
        .sea_humidity = 0.35,
        .rain_shadow = 0.5,
    };
}

tr_world_def tr_default_world_def(void)
{
    tr_world_def def = {.cookie = WORLD_DEF_COOKIE,
                        .seed = 1,
                        .terrain = default_terrain(),
                        .climate = default_climate(),
                        .voxels = tr_default_voxel_def()};
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        def.biomes[i].color[0] = (uint8_t)(biome_colors[i] >> 16);
        def.biomes[i].color[1] = (uint8_t)(biome_colors[i] >> 8);
        def.biomes[i].color[2] = (uint8_t)biome_colors[i];
    }
    return def;
}

void tr_world_def_assert(const tr_world_def *def)
{
    assert(def && def->cookie == WORLD_DEF_COOKIE);
    (void)def;
}

// ---------------------------------------------------------------------------------------------------------
// Checks

static bool check_number(const tr_key *key, double value, tr_error *err)
{
    if (!isfinite(value)) {
        return tr_fail(err, TR_ERROR_NOT_FINITE, "%s is not finite; a number is expected", key->path);
    }
    if (value >= key->low && value <= key->high) return true;
    const char *unit = key->units[0].name;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %.10g; allowed is %.10g to %.10g%s%s", key->path, value,
                   key->low, key->high, *unit ? " " : "", unit);
}

static bool check_bounds(const tr_key *key, const tr_world_def *def, tr_error *err)
{
    const int64_t corners[4] = {def->bounds_m.x0, def->bounds_m.z0, def->bounds_m.x1, def->bounds_m.z1};
    for (int i = 0; i < 4 && def->bounded; i++) {
        if (!check_number(key, (double)corners[i], err)) return false;
    }
    return true;
}

static bool check_key(const tr_key *key, const tr_world_def *def, tr_error *err)
{
    const void *field = tr_key_const_field(key, def);
    const double *numbers = field;
    switch (key->type) {
    case TR_KEY_NUMBER: return check_number(key, *numbers, err);
    case TR_KEY_POINT: return check_number(key, numbers[0], err) && check_number(key, numbers[1], err);
    case TR_KEY_INTEGER: return check_number(key, *(const int32_t *)field, err);
    case TR_KEY_EXTENT: return check_bounds(key, def, err);
    case TR_KEY_CHOICE: {
        const int32_t choice = *(const int32_t *)field;
        if (choice >= 0 && choice < key->choice_count) return true;
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %" PRId32 "; allowed is 0 (%s) to %d (%s)", key->path,
                       choice, key->choices[0], key->choice_count - 1, key->choices[key->choice_count - 1]);
    }
    default: return true;
    }
}

static bool check_extent(const tr_world_def *def, tr_world_def_problem *problem)
{
    const tr_region *bounds = &def->bounds_m;
    if (!def->bounded || (bounds->x0 < bounds->x1 && bounds->z0 < bounds->z1)) return true;
    const bool along_x = bounds->x0 >= bounds->x1;
    problem->path = "extent";
    snprintf(problem->message, sizeof problem->message,
             "the extent is empty: %s0 is %" PRId64 " and %s1 is %" PRId64 " m; %s1 must be greater",
             along_x ? "x" : "z", along_x ? bounds->x0 : bounds->z0, along_x ? "x" : "z",
             along_x ? bounds->x1 : bounds->z1, along_x ? "x" : "z");
    return false;
}

// Valleys that overlap would leave no land between them.
static bool check_rivers(const tr_world_def *def, tr_world_def_problem *problem)
{
    const tr_river_def *rivers = &def->terrain.rivers;
    const double whole_m = rivers->width_m + 2 * rivers->valley_width_m;
    if (rivers->width_m <= 0 || whole_m <= rivers->spacing_m) return true;
    problem->path = rivers->width_m > rivers->spacing_m ? "terrain.rivers.width" : "terrain.rivers.valley_width";
    snprintf(
        problem->message, sizeof problem->message,
        "the rivers are too wide: width and valley_width on both sides are %.10g m together; allowed is the spacing, "
        "%.10g m",
        whole_m, rivers->spacing_m);
    return false;
}

// The rules of the room itself: what of them is a range has been checked by its key.
static bool check_voxels(const tr_world_def *def, tr_world_def_problem *problem)
{
    tr_error err;
    if (tr_voxel_def_check_at(&def->voxels, &problem->path, &err)) return true;
    snprintf(problem->message, sizeof problem->message, "%.255s", err.message);
    return false;
}

bool tr_world_def_check_together(const tr_world_def *def, tr_world_def_problem *problem)
{
    return check_extent(def, problem) && check_rivers(def, problem) && check_voxels(def, problem);
}

bool tr_world_def_check(const tr_world_def *def, tr_error *err)
{
    for (int i = 0; i < tr_key_count(); i++) {
        if (!check_key(tr_key_at(i), def, err)) return false;
    }
    if (!tr_voxel_def_check(&def->voxels, err)) return false;
    tr_world_def_problem problem;
    if (!tr_world_def_check_together(def, &problem))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s", problem.path, problem.message);
    return tr_world_paths_check(def, err) && tr_world_place_sets_check(def, err);
}

// ---------------------------------------------------------------------------------------------------------
// Copies

bool tr_world_def_copy(tr_context *context, const tr_world_def *def, tr_world_def *out, char **texts, tr_error *err)
{
    *out = *def;
    out->terrain.graph = NULL;
    out->paths = NULL;
    out->path_count = 0;
    out->place_sets = NULL;
    out->place_set_count = 0;
    const char **const fields[] = {&out->name, &out->graph_name, &out->terrain.elevation.path};
    enum { FIELD_COUNT = sizeof fields / sizeof *fields };
    size_t size = 0;
    for (int i = 0; i < FIELD_COUNT; i++) size += *fields[i] ? strlen(*fields[i]) + 1 : 0;
    char *at = *texts = tr_alloc(context, size, err);
    if (!at) return false;
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (!*fields[i]) continue;
        const size_t length = strlen(*fields[i]) + 1;
        memcpy(at, *fields[i], length);
        *fields[i] = at;
        at += length;
    }
    return true;
}
