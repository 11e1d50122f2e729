// The surface of rivers and lakes as heights over all of a level.
//
// A surface has the level of the water where there is some and lies below the ground everywhere else, so that it can be
// drawn as one mesh with the triangles of the ground: what stands out of the ground is water. It never stands out of
// ground that is dry, on no level, however few samples of a narrow river a coarse level has.
#ifndef TR_RENDER_WATER_SURFACE_H
#define TR_RENDER_WATER_SURFACE_H

#include "terrane/render.h"

// Whether a level has any water.
bool tr_water_surface_is_seen(const tr_view_level *level);

// A grid of the level's size; release with tr_grid_destroy().
bool tr_water_surface_create(tr_context *context, const tr_view_level *level, tr_grid *out, tr_error *err);

#endif
