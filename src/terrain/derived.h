// Fields that follow from the heights alone. `height` has `halo` samples more on each side than `out`.
#ifndef TR_TERRAIN_DERIVED_H
#define TR_TERRAIN_DERIVED_H

#include "terrane/terrain.h"

enum { TR_DERIVED_HALO = 1 };

// SLOPE, ASPECT, CURVATURE or NORMAL, from heights with TR_DERIVED_HALO samples around.
bool tr_derived_evaluate(tr_context *context, tr_field field, double spacing_m, const tr_grid *height,
                         const tr_grid *out, tr_error *err);

// Exact Euclidean distance between samples. `height` has 1 .. TR_WATER_REACH samples more on each side: so far is
// looked, and distances are cut there.
bool tr_water_distance(tr_context *context, double spacing_m, double sea_level_m, const tr_grid *height,
                       const tr_grid *out, tr_error *err);

// Upstream area, from heights of the area alone: depressions are filled so that all water leaves at the border or
// into the sea, and each sample drains to its neighbours in proportion to the slope towards them.
bool tr_flow_accumulation(tr_context *context, double spacing_m, double sea_level_m, const tr_grid *height,
                          const tr_grid *out, tr_error *err);

#endif
