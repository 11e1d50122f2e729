// Rivers and lakes of a level of a view.
#ifndef CLI_VIEW_WATER_H
#define CLI_VIEW_WATER_H

#include "terrane/render.h"
#include "terrane/world.h"

// Creates the levels of the water; leaves the grid without samples where the world has no paths. A level that is too
// coarse for a river has none of it: a few wet samples would look like a row of ponds. The ground is painted there.
bool view_water_create(const tr_world *world, const tr_area *area, tr_grid *out, tr_error *err);

// Below this spacing every wet sample is drawn.
#define VIEW_WATER_FINE_M 2.0

#endif
