// The bridges that a view shows, and where they stand over the samples of a level.
#ifndef TR_VIEW_VIEW_BRIDGES_H
#define TR_VIEW_VIEW_BRIDGES_H

#include "world/bridge_meshes.h"

#include "view/view_shot.h"

// On levels up to this spacing bridges are seen as meshes; on coarser ones their decks are painted on the ground, as on
// a map.
#define VIEW_BRIDGES_FINE_M 4.0

// How far a deck stands above the ground where it begins, which else would flicker through it.
#define VIEW_BRIDGES_LIFT_M 0.015

// How far away a deck is seen: farther away it is less than a pixel wide, and the colour of the ground shows it
// (view_ground.c).
double tr_view_bridges_reach_m(const tr_view_shot *shot);
// Whether it is nearer than that, or at most `more_m` farther away.
bool tr_view_bridge_is_near(const tr_view_shot *shot, const tr_crossing *crossing, double more_m);

// The height of the lowest face of a bridge that looks up, by samples of a level; INFINITY elsewhere. Without samples:
// no bridge is near.
typedef struct tr_view_deck_map {
    tr_grid above;   // exactly where bridges are
    tr_grid around;  // and a little beyond
} tr_view_deck_map;

// Of the bridges over an area; none on levels that are too coarse for meshes.
bool tr_view_deck_map_create(const tr_world *world, const tr_sample_area *area, tr_view_deck_map *out, tr_error *err);
void tr_view_deck_map_destroy(tr_context *context, tr_view_deck_map *map);

// Takes away ground that stands out of a deck: at its ends, where both are nearly one plane, and where the land beside
// the water is higher than the way.
void tr_view_deck_map_clear(const tr_view_deck_map *map, const tr_grid *heights);

#endif
