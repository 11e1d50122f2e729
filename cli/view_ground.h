// The colour of the ground without light: biomes, rock where it is steep, and unevenness at every size.
#ifndef CLI_VIEW_GROUND_H
#define CLI_VIEW_GROUND_H

#include "view_deck_map.h"

// Paints the colours of a level, which exist already as its heights and its water do. Under the ends of decks ways are not painted.
bool view_ground_paint(const tr_world *world, const view_deck_map *decks, tr_view_level *level, tr_error *err);

#endif
