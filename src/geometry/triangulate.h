// Polygons with holes as triangles, on an integer lattice: every decision is exact.
#ifndef TR_GEOMETRY_TRIANGULATE_H
#define TR_GEOMETRY_TRIANGULATE_H

#include "terrane/base.h"

// Coordinates are within +-TR_LATTICE_LIMIT, so that the area of any triangle fits 64 bits.
typedef struct tr_lattice_point {
    int32_t x, z;
} tr_lattice_point;

#define TR_LATTICE_LIMIT ((int32_t)1 << 29)

// Twice the area of a triangle, positive when it is counter-clockwise seen from above (x east, z south, y up).
int64_t tr_lattice_turn(tr_lattice_point a, tr_lattice_point b, tr_lattice_point c);

typedef struct tr_triangles {
    uint32_t *indices;  // three per triangle, counter-clockwise seen from above
    size_t index_count;
} tr_triangles;

// Ear clipping. The first ring is the outside, the others are its holes, in any direction of turn. Rings that touch
// themselves or each other are allowed; where they cross, the result is some cover of the polygon.
// @param ring_end  one past the last point of each ring
// @param out       release with tr_free(context, out->indices)
bool tr_triangulate(tr_context *context, const tr_lattice_point *points, const int32_t *ring_end, int32_t ring_count,
                    tr_triangles *out, tr_error *err);

#endif
