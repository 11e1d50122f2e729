// Rings of an area: which way they turn, and whether they cross.
#ifndef TR_CARVE_POLYGON_H
#define TR_CARVE_POLYGON_H

#include "carve/anchors.h"

// Fails with INVALID_ARGUMENT and the place when a ring crosses, touches or doubles back over itself, or crosses
// another one. Rings may touch each other. The time grows like n log n for outlines as they occur.
bool tr_polygon_check(tr_context *context, const tr_path_def *def, const tr_anchors *anchors, tr_error *err);

// Turns the rings so that the inside of the area (even-odd) lies to the left of each.
bool tr_polygon_turn(tr_context *context, tr_anchors *anchors, tr_error *err);

// Whether a ring that was turned is a hole.
bool tr_polygon_ring_is_hole(const tr_anchors *anchors, int32_t ring);

// The anchors of a path as its course uses them: rings are turned.
bool tr_path_anchors(tr_context *context, const tr_path_def *def, tr_anchors *out, tr_error *err);

#endif
