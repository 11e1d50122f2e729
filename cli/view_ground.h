// The colour of the ground without light: biomes, rock where it is steep, and unevenness at every size.
#ifndef CLI_VIEW_GROUND_H
#define CLI_VIEW_GROUND_H

#include "view_deck_map.h"
#include "view_woods.h"

// What lies on the ground of a view.
typedef struct view_ground {
    const tr_world *world;
    const tr_view_def *def;
    const view_woods *woods;  // NULL: none
} view_ground;

// Paints the colours of a level, which exist already as its heights and its water do. Under the ends of decks ways are
// not painted.
bool view_ground_paint(const view_ground *ground, const view_deck_map *decks, tr_view_level *level, tr_error *err);

#endif
