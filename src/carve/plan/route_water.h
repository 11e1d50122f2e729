// What water does to the price of a way.
#ifndef TR_CARVE_PLAN_ROUTE_WATER_H
#define TR_CARVE_PLAN_ROUTE_WATER_H

#include "carve/plan/route_ground.h"

// Sets the water of all nodes: the sea, and the rivers and lakes of `water` (may be NULL).
bool tr_route_water_fill(tr_context *context, tr_route_ground *ground, const tr_plan_ground *plan,
                         const tr_plan_paths *water, tr_error *err);

#endif
