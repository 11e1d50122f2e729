// The colour of the ground without light: biomes, rock where it is steep, and unevenness at every size.
#ifndef TR_VIEW_VIEW_GROUND_H
#define TR_VIEW_VIEW_GROUND_H

#include "view/view_bridges.h"
#include "view/view_woods.h"

// One level of the ground: heights on an area, rivers and lakes, and colours.
typedef struct tr_view_patch {
    tr_sample_area area;
    tr_grid height;  // metres
    tr_image color;  // RGB, 8 bits
    tr_grid water;   // levels of rivers and lakes, TR_NO_WATER elsewhere; without samples: none
} tr_view_patch;

// Below this spacing every wet sample is drawn as water.
#define TR_VIEW_WATER_FINE_M 2.0

// What lies on the ground of a view.
typedef struct tr_view_ground {
    const tr_world *world;
    const tr_view_shot *shot;
    const tr_view_woods *woods;  // NULL: none
    bool bridges;                // as meshes, for which the ground gives way
} tr_view_ground;

// Paints the colours of a patch, which exist already as its heights and its water do. Under the ends of decks ways are
// not painted.
bool tr_view_ground_paint(const tr_view_ground *ground, const tr_view_deck_map *decks, tr_view_patch *patch,
                          tr_error *err);

#endif
