// The distance to the nearest edge of paths, negative within: lines by their widths, areas by their rings.
#ifndef TR_CARVE_SAMPLE_EDGE_KERNEL_H
#define TR_CARVE_SAMPLE_EDGE_KERNEL_H

#include "carve/sample/carve_kernel.h"

// Where an area is far inside, it is `limit` from its edge.
K_FN(kf) tr_edge_of_area(tr_carve_state state, kf nearest, uf limit)
{
    km near_ring = state.ring_distance2 < k_set(TR_FAR_DISTANCE2);
    kf away = tr_sqrt(k_select(near_ring, state.ring_distance2, k_set(1.0f)));
    kf beside = k_select(state.ring_side >= k_set(0.0f), -away, away);
    kf enclosed = k_select(state.ring_inside > k_set(0.0f), k_set(-limit), k_set(limit));
    return k_min(nearest, k_select(near_ring, beside, enclosed));
}

K_FN(kf) tr_edge_of_piece(tr_carve_piece piece, tr_foot foot, kf nearest)
{
    kf half_width = piece.half_0 + foot.tau * piece.half_1;
    kf distance2 = k_select(foot.distance2 < k_set(1e-18f), k_set(0.0f), foot.distance2);
    kf edge = tr_sqrt(distance2) - half_width;
    return k_min(nearest, edge);
}

// Nearest edges so far, and the area that is not finished.
K_STRUCT(tr_edge_state, mf nearest; tr_carve_state ring;)

K_STRUCT_FN(tr_edge_state) tr_edge_begin(uf limit)
{
    tr_edge_state state;
    state.nearest = k_set(limit);
    state.ring = tr_carve_begin();
    return state;
}

K_STRUCT_FN(tr_edge_state) tr_edge_leave_area(tr_edge_state state, uf limit)
{
    if (state.ring.path >= 0) state.nearest = tr_edge_of_area(state.ring, state.nearest, limit);
    state.ring = tr_carve_begin();
    return state;
}

// `x`, `z`: the sample in metres from the record's origin.
K_STRUCT_FN(tr_edge_state) tr_edge_add(tr_edge_state state, tr_carve_piece piece, kf x, kf z, uf limit)
{
    if (state.ring.path != piece.path) state = tr_edge_leave_area(state, limit);
    if ((piece.flags & TR_RECORD_INSIDE) != 0) {
        state.ring = tr_carve_add_inside(state.ring, piece, x, z);
        return state;
    }
    tr_foot foot = tr_nearest_foot(piece.plan, x, z);
    if ((piece.flags & TR_RECORD_RING) != 0) {
        uf limit2 = limit * limit;
        if (piece.reach2 < limit2) piece.reach2 = limit2;
        state.ring.path = piece.path;
        state.ring = tr_carve_take_ring(state.ring, piece, foot);
    } else {
        state.nearest = tr_edge_of_piece(piece, foot, state.nearest);
    }
    return state;
}

K_FN(kf) tr_edge_end(tr_edge_state state, uf limit)
{
    tr_edge_state last = tr_edge_leave_area(state, limit);
    uf min_value = -limit;
    return k_max(last.nearest, k_set(min_value));
}

#endif
