// Edges of rings, seen by a line that sweeps over them.
#ifndef TR_GEOMETRY_RING_SWEEP_H
#define TR_GEOMETRY_RING_SWEEP_H

#include "geometry/polygon.h"

typedef struct tr_ring_edge {
    double at[2][2];                  // x, z of its start and of its end
    int32_t ring, index, ring_edges;  // index within the ring
} tr_ring_edge;

// The edges of all rings, in their order.
tr_ring_edge *tr_ring_edges_create(tr_context *context, const tr_plan_rings *rings, tr_error *err);

// Whether two edges cross, or touch and are of one ring; of edges that follow each other, whether they double back.
bool tr_ring_edges_conflict(const tr_ring_edge *a, const tr_ring_edge *b);

// What the sweep saw.
typedef struct tr_ring_sweep {
    const tr_ring_edge *found[2];  // two edges that are in conflict, or NULL
    bool *inside_left;             // of each ring, whether the inside (even-odd) lies to the left of it; may be NULL.
                                   // Not set when there is a conflict.
} tr_ring_sweep;

// n log n for any edges: it ends at the first conflict (M. I. Shamos, D. Hoey, "Geometric intersection problems").
bool tr_ring_sweep_run(tr_context *context, const tr_ring_edge *edges, int32_t count, tr_ring_sweep *out,
                       tr_error *err);

#endif
