// Definitions of a world: defaults, checks, copies. The YAML form has the same defaults: description.c reads them from
// here.
#include "description/world_def.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "voxel/generate/voxel_def.h"
#include "voxel/generate/voxels.h"
#include "description/world_schema.h"
#include "description/world_path.h"
#include "description/world_place_set.h"

enum { WORLD_DEF_COOKIE = 0x776f726c };

tr_world_def tr_default_world_def(void)
{
    tr_world_def def = {.cookie = WORLD_DEF_COOKIE, .voxels = tr_default_voxel_def()};
    tr_schema_defaults(tr_world_schema(), &def);
    return def;
}

void tr_world_def_assert(const tr_world_def *def)
{
    assert(def && def->cookie == WORLD_DEF_COOKIE);
    (void)def;
}

// ---------------------------------------------------------------------------------------------------------
// Checks

static bool check_extent(const tr_world_def *def, tr_world_def_problem *problem)
{
    const tr_region *bounds = &def->bounds_m;
    if (!def->has_bounds || (bounds->x0 < bounds->x1 && bounds->z0 < bounds->z1)) return true;
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
    const tr_river_settings *rivers = &def->terrain.rivers;
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
    if (tr_voxel_def_check_together(&def->voxels, &problem->path, &err)) return true;
    snprintf(problem->message, sizeof problem->message, "%.255s", err.message);
    return false;
}

bool tr_world_def_check_together(const tr_world_def *def, tr_world_def_problem *problem)
{
    return check_extent(def, problem) && check_rivers(def, problem) && check_voxels(def, problem);
}

bool tr_world_def_check(const tr_world_def *def, tr_error *err)
{
    if (!tr_schema_check(tr_world_schema(), def, ~0u, "", err)) return false;
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
    const char **const fields[] = {&out->name, &out->terrain.graph_name, &out->terrain.elevation.path};
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
