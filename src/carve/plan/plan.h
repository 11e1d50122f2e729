// Rivers, lakes and roads found on coarse terrain: the plan of a world. Pure functions of the heights they are given.
#ifndef TR_CARVE_PLAN_PLAN_H
#define TR_CARVE_PLAN_PLAN_H

#include "terrane/carve.h"

// Heights on a coarse lattice: sample (i, j) lies at (x_m + i spacing_m, z_m + j spacing_m).
typedef struct tr_plan_ground {
    tr_grid height;
    double x_m, z_m, spacing_m;
    double sea_level_m;
} tr_plan_ground;

// Paths that a plan makes, with storage of their own.
typedef struct tr_plan_paths {
    tr_path_def *paths;
    int32_t count, capacity;
} tr_plan_paths;
void tr_plan_paths_destroy(tr_context *context, tr_plan_paths *paths);
// Appends a copy of a path and of all it points to.
bool tr_plan_paths_add(tr_context *context, tr_plan_paths *paths, const tr_path_def *def, tr_error *err);

// Rivers wherever at least `drain_m2` drains through a place. Depressions are filled; those that are deep and large
// enough become lakes, the others are cut through. Rivers end in the sea, in a lake, in another river or at the border.
// Widths and depths grow with the square root of the drained area.
typedef struct tr_plan_rivers_def {
    tr_path_def river;  // what the rivers are like at `drain_m2`; kind, smoothing, ...
    double drain_m2;
    double max_width_m;
    bool lakes;
    double min_lake_m2;
    double min_lake_depth_m;
} tr_plan_rivers_def;
bool tr_plan_rivers(tr_context *context, const tr_plan_ground *ground, const tr_plan_rivers_def *def,
                    tr_plan_paths *out, const tr_progress *progress, tr_error *err);

// A road through given places (the vertices of `def`), by the cheapest way over the ground: length, grade, earthwork,
// crossing water at right angles and rarely, bends no sharper than the kind allows. `water` are the rivers and lakes.
bool tr_plan_road(tr_context *context, const tr_plan_ground *ground, const tr_path_def *def, const tr_plan_paths *water,
                  tr_plan_paths *out, const tr_progress *progress, tr_error *err);

#endif
