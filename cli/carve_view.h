// The part of a raster that a picture of carving shows, in its pixels: before, after, and what is water.
#ifndef CLI_CARVE_VIEW_H
#define CLI_CARVE_VIEW_H

#include "carve_input.h"

typedef struct carve_view {
    double spacing_m;  // of the picture's pixels
    tr_grid before, after;
    tr_grid change;  // after - before, interpolated so that it keeps its sign
    tr_grid wet;     // share of water, 0..1
    tr_grid known;   // share of pixels that have a value, 0..1
} carve_view;

// What is carved and a margin around it, at most `width_px` x `height_px` large.
// @param carved  heights in metres, of the size of the raster
// @param water   levels as tr_carving_apply() gives them
bool carve_view_create(tr_context *context, const carve_dem *dem, const tr_carving *carving, const tr_grid *carved,
                       const tr_grid *water, int32_t width_px, int32_t height_px, carve_view *out, tr_error *err);
void carve_view_destroy(tr_context *context, carve_view *view);

#endif
