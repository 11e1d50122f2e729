// The inside of an area as rectangles: all of it that is far from the edge, and never anything outside.
#ifndef TR_CARVE_AREA_INSIDE_H
#define TR_CARVE_AREA_INSIDE_H

#include "carve/piece_pack.h"

typedef struct tr_area_inside {
    tr_box *rectangles;  // in units; they do not overlap
    int32_t count;
} tr_area_inside;

// Every place inside that is `far_m` or more from the edge lies in a rectangle. Their number follows the length of the
// edge over `far_m`, not the area.
bool tr_area_inside_create(tr_context *context, const tr_course *course, double far_m, const double scale_m[2],
                           tr_area_inside *out, tr_error *err);
void tr_area_inside_destroy(tr_context *context, tr_area_inside *inside);

#endif
