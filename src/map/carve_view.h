// The part of a raster that a picture of carving shows, in its pixels: before, after, and what is water.
#ifndef TR_MAP_CARVE_VIEW_H
#define TR_MAP_CARVE_VIEW_H

#include "terrane/map.h"

typedef struct tr_carve_view {
    double spacing_m;  // of the picture's pixels
    tr_grid before, after;
    tr_grid change;  // after - before, interpolated so that it keeps its sign
    tr_grid wet;     // share of water, 0..1
    tr_grid known;   // share of pixels that have a value, 0..1
} tr_carve_view;

// What is carved and a margin around it, at most as large as the definition says.
bool tr_carve_view_create(tr_context *context, const tr_map_carving_def *def, tr_carve_view *out, tr_error *err);
void tr_carve_view_destroy(tr_context *context, tr_carve_view *view);

#endif
