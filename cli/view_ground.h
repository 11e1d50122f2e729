// The colour of the ground without light: biomes, rock where it is steep, and unevenness at every size.
#ifndef CLI_VIEW_GROUND_H
#define CLI_VIEW_GROUND_H

#include "terrane/world.h"

// Paints every sample of an area; `heights` and `out` (RGB, 8 bits) have its size.
bool view_ground_paint(const tr_world *world, const tr_area *area, const tr_grid *heights, const tr_image *out,
                       tr_error *err);

#endif
