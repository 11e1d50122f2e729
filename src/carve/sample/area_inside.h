// The inside of an area as rectangles: all of it that is far from the edge, and never anything outside.
#ifndef TR_CARVE_SAMPLE_AREA_INSIDE_H
#define TR_CARVE_SAMPLE_AREA_INSIDE_H

#include "carve/sample/piece_pack.h"

typedef struct tr_area_inside {
    tr_box *rectangles;  // in units; they do not overlap
    int32_t count;
} tr_area_inside;

// Every place inside that is `far_m` or more from the edge lies in a rectangle. Their number follows the length of the
// edge over `far_m`, and where it is wider than 8192 units the area: more than TR_MAX_INSIDE_PARTS are refused.
// The course must lie within TR_MAX_UNITS (path_records.h).
enum { TR_MAX_INSIDE_PARTS = 1 << 26 };
bool tr_area_inside_create(tr_context *context, const tr_course *course, double far_m, const double scale_m[2],
                           tr_area_inside *out, tr_error *err);
void tr_area_inside_destroy(tr_context *context, tr_area_inside *inside);

#endif
