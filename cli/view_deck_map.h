// Where bridges stand over the samples of a level.
#ifndef CLI_VIEW_DECK_MAP_H
#define CLI_VIEW_DECK_MAP_H

#include "view_bridges.h"

// The height of the lowest face of a bridge that looks up, by samples of a level; INFINITY elsewhere. Without samples:
// no bridge is near.
typedef struct view_deck_map {
    tr_grid above;   // exactly where bridges are
    tr_grid around;  // and a little beyond
} view_deck_map;

bool view_deck_map_create(tr_context *context, const bridge_meshes *bridges, const tr_area *area, view_deck_map *out,
                          tr_error *err);
void view_deck_map_destroy(tr_context *context, view_deck_map *map);

// Takes away ground that stands out of a deck: at its ends, where both are nearly one plane, and where the land beside
// the water is higher than the way.
void view_deck_map_clear(const view_deck_map *map, const tr_grid *heights);

#endif
