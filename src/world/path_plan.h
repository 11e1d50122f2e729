// Routes and rivers of a world, found on coarse ground.
#ifndef TR_WORLD_PATH_PLAN_H
#define TR_WORLD_PATH_PLAN_H

#include "carve/plan/plan.h"
#include "terrain/heights.h"
#include "terrane/world.h"

// What is planned on: heights before carving. A region and some more around it, so that rivers come in from beyond its
// border and none ends in sight.
typedef struct tr_path_plan {
    tr_context *context;
    const tr_heights *heights;
    double sea_level_m;
    tr_region region_m;     // of `ground`, when it has samples
    tr_plan_ground ground;  // of the last region that was asked for
} tr_path_plan;

void tr_path_plan_destroy(tr_path_plan *plan);

// Adds what is found to `out`. `path` is a route or a drain, and was checked.
// @param water  rivers and lakes that a route has to cross
bool tr_path_plan_find(tr_path_plan *plan, const tr_world_path_def *path, const tr_region *region_m,
                       const tr_plan_paths *water, tr_plan_paths *out, tr_error *err);

#endif
