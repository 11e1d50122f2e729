// Names of cities on a map.
#ifndef TR_MAP_NAMES_H
#define TR_MAP_NAMES_H

#include "terrane/world.h"

// Writes the name of every city that has one and whose middle lies in the area into the map (an image of its pixels
// alone).
void tr_map_names_draw(const tr_image *map, const tr_world *world, const tr_sample_area *area, float unit_px);

#endif
