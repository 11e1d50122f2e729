// Polygons that cross themselves, and their valid form.
#ifndef TR_IO_VECTOR_REPAIR_H
#define TR_IO_VECTOR_REPAIR_H

#include <ogr_api.h>

#include "terrane/base.h"

// How often a polygon may cross itself, and how many of its edges may lie side by side (pairs whose boxes meet), to be
// repaired: GEOS takes memory that no budget sees, and time that grows with their squares.
enum { TR_MAX_REPAIR_CROSSINGS = 1000, TR_MAX_REPAIR_PAIRS = 2000000 };

typedef struct tr_vector_repair {
    OGRGeometryH valid;  // to be destroyed; NULL when the geometry needs no repair, or GDAL has no GEOS to tell
    char refusal[200];   // what is wrong, when it cannot be repaired within the limits; else empty
} tr_vector_repair;

// The valid form of a geometry of polygons: what a ring encloses twice is outside, by the even-odd rule. Others are
// left alone. The time is n log n and what the limits allow. False for want of memory only.
bool tr_vector_repair_make(tr_context *context, OGRGeometryH geometry, tr_vector_repair *out, tr_error *err);

#endif
