// Rings in plan: whether they cross, which way they turn, which are holes.
#ifndef TR_GEOMETRY_POLYGON_H
#define TR_GEOMETRY_POLYGON_H

#include "terrane/base.h"

// Rings one after another, each closed from its last place to its first. Coordinates may be members of larger structs.
typedef struct tr_plan_rings {
    const double *x_m, *z_m;  // of the first place
    size_t stride_bytes;      // from one place to the next
    const int32_t *ring_end;  // one past the last place of each ring
    int32_t ring_count;
} tr_plan_rings;

// The first place of a ring.
static inline int32_t tr_ring_begin(const tr_plan_rings *rings, int32_t ring)
{
    return ring == 0 ? 0 : rings->ring_end[ring - 1];
}
// Places of all rings.
static inline int32_t tr_rings_count(const tr_plan_rings *rings)
{
    return tr_ring_begin(rings, rings->ring_count);
}

// Two edges that cross; edges are counted within their rings.
typedef struct tr_ring_conflict {
    bool found;
    double x_m, z_m;  // about where
    int32_t ring[2], edge[2];
} tr_ring_conflict;

// Looks for a place where a ring crosses, touches or doubles back over itself, or crosses another one. Rings may touch
// each other. The time grows like n log n for any outline, and decisions are exact.
bool tr_rings_find_conflict(tr_context *context, const tr_plan_rings *rings, tr_ring_conflict *out, tr_error *err);

// Twice the area of a ring: negative when its inside lies to the left (x east, z south).
double tr_ring_area(const tr_plan_rings *rings, int32_t ring);

// Which rings have to be reversed so that the inside of the polygon (even-odd) lies to the left of each. Of rings with
// a conflict each has its own inside there. n log n.
// @param out  one for each ring
bool tr_rings_find_reversed(tr_context *context, const tr_plan_rings *rings, bool *out, tr_error *err);

#endif
