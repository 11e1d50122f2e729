// What the pieces around a sample make of it: docs/carve.md, "A sample".
//
// A state machine over the records (tr_carve_piece) in their order: tr_carve_begin, tr_carve_add for each,
// tr_carve_end. A record that is out of reach of all lanes leaves the state as it is, so it makes no difference whether
// it was added at all.
#ifndef TR_CARVE_SAMPLE_CARVE_KERNEL_H
#define TR_CARVE_SAMPLE_CARVE_KERNEL_H

#include "carve/sample/distance_kernel.h"

// What a record is, as bits of `flags`.
#define TR_RECORD_WATER 1
#define TR_RECORD_BANKED 2
#define TR_RECORD_RING 4  // of the edge of an area, inside to the left
#define TR_RECORD_INSIDE \
    8  // a rectangle that lies inside of an area: middle_x, middle_z, chord_x, chord_z its half sizes
#define TR_RECORD_FOLLOWS 16     // begins where the record before ends
#define TR_RECORD_FREE_START 32  // no record ends where this one begins
#define TR_RECORD_FREE_END 64
#define TR_RECORD_VARIES 128     // width or smoothing change along it
#define TR_RECORD_CUT_START 256  // clearly behind its start the record before is nearer, and this one does nothing
#define TR_RECORD_CUT_END 512    // likewise beyond its end

// Values along a piece are polynomials in tau. Metres.
K_STRUCT(tr_carve_piece, ui flags; ui path; /* its id */
         ui priority; ui number;            /* position among the records of its path */
         tr_plan_curve plan; uf_member y_0; uf_member y_1; uf_member y_2; uf_member y_3; uf_member inclination_0;
         uf_member inclination_1; uf_member inclination_2; uf_member half_0; uf_member half_1; uf_member fade_0;
         uf_member fade_1; uf_member inverse_fade; uf_member depth_0; uf_member depth_1; uf_member strength_0;
         uf_member strength_1; uf_member start_rate; /* length of the piece in widths of the path, where it begins */
         uf_member end_rate;                         /* and where it ends */
         uf_member reach2;                           /* beyond this squared distance it does nothing */
         uf_member start_cut;     /* nor this far behind its start, times the length of the tangent there */
         uf_member end_cut;       /* nor this far beyond its end */
         uf_member far_level;     /* of an area: far inside, the level of the water or the ground */
         uf_member far_bed;       /* its ground */
         uf_member far_distance;) /* and how far that is from its edge */

// The full width of water over the width of its surface: where the bed has risen to the freeboard of an eighth of the
// depth.
#define TR_WATER_FULL 1.06066017f
#define TR_FREEBOARD 0.125f
// Of pieces that follow each other the one whose foot is their joint counts this little.
#define TR_JOINT_SHARE 1e-6f
#define TR_NO_LEVEL -1e30f
#define TR_FAR_DISTANCE2 1e30f

// In this order: what lower priorities have made; the layer of the current priority; the last piece of the current
// path, which waits for the one that follows it; the current area.
K_STRUCT(tr_carve_state, mf height; mf strength; mf water_strength; mf water;
         mf share; /* of the path that is strongest */
         mf inclination; mf distance; mi owner;
         /* layer */
         mf base; mf weight; mf lift; /* height = base + lift / weight */
         mf layer_strength; mf layer_water_strength; mf layer_edge; mf layer_inclination; mf layer_distance;
         mi layer_owner;
         /* piece that waits */
         mf piece_weight; mf piece_height; mf piece_end; mf level; mf level_away;
         /* area */
         mf ring_distance2; mf ring_lateral; mf ring_side; mf ring_y; mf ring_fade; mf ring_inside; uf_member far_level;
         uf_member far_bed; uf_member far_distance; ui flags; ui path; ui priority; ui number;)

K_FN(kf) tr_smootherstep(kf x)
{
    kf result = x * x * x * (x * (x * 6.0f - 15.0f) + 10.0f);
    // Just before 1 rounding could lead beyond it.
    return k_min(result, k_set(1.0f));
}

K_STRUCT_FN(tr_carve_state) tr_carve_clear_layer(tr_carve_state state)
{
    kf zero = k_set(0.0f);
    state.base = zero;
    state.weight = zero;
    state.lift = zero;
    state.layer_strength = zero;
    state.layer_water_strength = zero;
    state.layer_edge = zero;
    state.layer_inclination = zero;
    state.layer_distance = zero;
    state.layer_owner = k_as_int(k_set_u(0xffffffffu));
    return state;
}

K_STRUCT_FN(tr_carve_state) tr_carve_clear_path(tr_carve_state state)
{
    kf zero = k_set(0.0f);
    state.piece_weight = zero;
    state.piece_height = zero;
    state.piece_end = zero;
    state.level = k_set(TR_NO_LEVEL);
    state.level_away = k_set(TR_FAR_DISTANCE2);
    state.ring_distance2 = k_set(TR_FAR_DISTANCE2);
    state.ring_lateral = zero;
    state.ring_side = zero;
    state.ring_y = zero;
    state.ring_fade = k_set(1.0f);
    state.ring_inside = zero;
    return state;
}

K_STRUCT_FN(tr_carve_state) tr_carve_begin(void)
{
    tr_carve_state state;
    kf zero = k_set(0.0f);
    state.height = zero;
    state.strength = zero;
    state.water_strength = zero;
    state.water = k_set(TR_NO_LEVEL);
    state.share = zero;
    state.inclination = zero;
    state.distance = zero;
    state.owner = k_as_int(k_set_u(0xffffffffu));
    state.far_level = 0.0f;
    state.far_bed = 0.0f;
    state.far_distance = 0.0f;
    state.flags = 0;
    state.path = -1;
    state.priority = -1;
    state.number = -2;
    state = tr_carve_clear_layer(state);
    return tr_carve_clear_path(state);
}

// A part of the layer; where `weight` is 0 nothing changes.
K_STRUCT_FN(tr_carve_state) tr_carve_mix(tr_carve_state state, kf weight, kf height)
{
    km first = state.weight == k_set(0.0f);
    kf base = k_select(first, height, state.base);
    kf part = weight * (height - base);
    kf lift = state.lift + part;
    kf sum = state.weight + weight;
    km some = weight > k_set(0.0f);
    state.base = k_select(some, base, state.base);
    state.lift = k_select(some, lift, state.lift);
    state.weight = k_select(some, sum, state.weight);
    return state;
}

// How much a strength counts in a layer: where one is full it is alone.
K_FN(kf) tr_carve_weight(kf strength)
{
    kf rest = 1.0f - strength + 1e-6f;
    kf weight = strength * tr_rcp(rest);
    return weight;
}

// Of waters the deeper bed counts more. `offset`: of the bed above the level.
K_FN(kf) tr_carve_water_factor(kf offset)
{
    kf exponent = tr_clamp(-8.0f * offset, k_set(-12.0f), k_set(12.0f));
    return tr_exp2(exponent);
}

// Water never raises the bed of water of a lower priority.
K_FN(kf) tr_carve_keep_bed(tr_carve_state state, kf height)
{
    kf above = k_max(height - state.height, k_set(0.0f));
    kf result = height - above * state.water_strength;
    return result;
}

// The strongest of a layer, and of equal ones that whose edge is farther out, gives the channels.
K_STRUCT_FN(tr_carve_state) tr_carve_claim(tr_carve_state state, kf strength, kf edge, kf distance, kf inclination)
{
    km stronger = strength > state.layer_strength;
    km deeper = k_both(strength == state.layer_strength, edge < state.layer_edge);
    km better = k_both(strength > k_set(0.0f), k_either(stronger, deeper));
    ki path = k_as_int(k_set_u(k_uniform_u(state.path)));
    state.layer_edge = k_select(better, edge, state.layer_edge);
    state.layer_distance = k_select(better, distance, state.layer_distance);
    state.layer_inclination = k_select(better, inclination, state.layer_inclination);
    state.layer_owner = k_select_i(better, path, state.layer_owner);
    state.layer_strength = k_max(strength, state.layer_strength);
    if ((state.flags & TR_RECORD_WATER) != 0) state.layer_water_strength = k_max(strength, state.layer_water_strength);
    return state;
}

// ---------------------------------------------------------------------------------------------------------
// Areas

// Inside, the bed leaves the level at the shore and is even from 3 depths + lambda on; outside it goes on at the same
// slope up to the freeboard.
K_STRUCT_FN(tr_carve_state) tr_carve_finish_area(tr_carve_state state)
{
    kf zero = k_set(0.0f);
    kf one = k_set(1.0f);
    uf depth = state.far_level - state.far_bed;
    km near_ring = state.ring_distance2 < k_set(TR_FAR_DISTANCE2);
    kf away = k_select(near_ring, tr_sqrt(k_select(near_ring, state.ring_distance2, one)), k_set(state.far_distance));
    km beside = k_both(near_ring, state.ring_side >= zero);
    km enclosed = k_both(k_not(near_ring), state.ring_inside > zero);
    km inside = k_either(beside, enclosed);
    kf y = k_select(near_ring, state.ring_y, k_set(state.far_level));
    kf shore = 3.0f * depth + state.ring_fade;
    kf inverse = tr_rcp(shore);
    kf in_raw = 1.0f - away * inverse;
    kf in_share = k_select(near_ring, k_max(in_raw, zero), zero);
    kf in_rest = in_share * in_share;
    kf out_raw = 1.0f - 8.0f * away * inverse;
    kf out_rest = k_max(out_raw, zero);
    kf bed_inside = state.far_bed - (state.far_bed - y) * in_rest;
    kf bed_outside = y + TR_FREEBOARD * depth * (1.0f - out_rest * out_rest);
    kf height = k_select(inside, bed_inside, bed_outside);
    kf psi_raw = (state.ring_fade - away) * tr_rcp(state.ring_fade);
    kf psi = tr_clamp(psi_raw, zero, one);
    kf fading = tr_smootherstep(psi);
    kf outside_strength = k_select(k_both(near_ring, fading > k_set(1e-12f)), fading, zero);
    kf strength = k_select(inside, one, outside_strength);
    kf weight = tr_carve_weight(strength);
    if ((state.flags & TR_RECORD_WATER) != 0) {
        kf level = state.far_level - (state.far_level - y) * in_rest;
        km wet = k_both(inside, level > state.water);
        state.water = k_select(wet, level, state.water);
        kf offset = height - k_select(inside, level, y);
        weight = weight * tr_carve_water_factor(offset);
        height = tr_carve_keep_bed(state, height);
    }
    kf distance = k_select(inside, away, -away);
    state = tr_carve_claim(state, strength, -distance, distance, zero);
    return tr_carve_mix(state, weight, height);
}

// At a corner two pieces are equally near; the one that the sample lies beside rather than ahead of knows its side.
K_STRUCT_FN(tr_carve_state) tr_carve_take_ring(tr_carve_state state, tr_carve_piece piece, tr_foot foot)
{
    kf tangent_x = piece.plan.chord_x + 2.0f * foot.tau * piece.plan.bend_x;
    kf tangent_z = piece.plan.chord_z + 2.0f * foot.tau * piece.plan.bend_z;
    kf side = foot.away_x * tangent_z - foot.away_z * tangent_x;
    kf tangent2 = tangent_x * tangent_x + tangent_z * tangent_z;
    kf lateral = k_abs(side) * tr_rsqrt(k_max(tangent2, k_set(1e-12f)));
    kf tie_low = state.ring_distance2 * 0.99999f;
    kf tie_high = state.ring_distance2 * 1.00001f;
    km nearer = foot.distance2 < tie_low;
    km beside = k_both(foot.distance2 <= tie_high, lateral > state.ring_lateral);
    km better = k_both(foot.distance2 < k_set(piece.reach2), k_either(nearer, beside));
    kf y = ((piece.y_3 * foot.tau + piece.y_2) * foot.tau + piece.y_1) * foot.tau + piece.y_0;
    kf fade = piece.fade_0 + foot.tau * piece.fade_1;
    state.ring_distance2 = k_select(better, foot.distance2, state.ring_distance2);
    state.ring_lateral = k_select(better, lateral, state.ring_lateral);
    state.ring_side = k_select(better, side, state.ring_side);
    state.ring_y = k_select(better, y, state.ring_y);
    state.ring_fade = k_select(better, fade, state.ring_fade);
    return state;
}

// ---------------------------------------------------------------------------------------------------------
// From path to path and from priority to priority

// A layer over those of lower priorities.
K_STRUCT_FN(tr_carve_state) tr_carve_compose(tr_carve_state state)
{
    kf strength = state.layer_strength;
    km some = strength > k_set(0.0f);
    kf divisor = k_select(some, state.weight, k_set(1.0f));
    kf height = state.base + state.lift * tr_rcp(divisor);
    kf rest = 1.0f - strength;
    kf below = state.strength * rest;
    kf both = below + strength;
    kf keep = below * tr_rcp(k_select(some, both, k_set(1.0f)));
    kf mixed = height - (height - state.height) * keep;
    kf water_strength = state.water_strength * rest + state.layer_water_strength;
    kf share = state.share * rest;
    km stronger = k_both(some, strength >= share);
    state.height = k_select(some, mixed, state.height);
    state.strength = k_select(some, both, state.strength);
    state.water_strength = k_select(some, water_strength, state.water_strength);
    state.inclination = k_select(stronger, state.layer_inclination, state.inclination);
    state.distance = k_select(stronger, state.layer_distance, state.distance);
    state.owner = k_select_i(stronger, state.layer_owner, state.owner);
    state.share = k_select(some, k_max(strength, share), state.share);
    return tr_carve_clear_layer(state);
}

K_STRUCT_FN(tr_carve_state) tr_carve_leave_path(tr_carve_state state)
{
    if ((state.flags & (TR_RECORD_RING | TR_RECORD_INSIDE)) != 0) {
        state = tr_carve_finish_area(state);
    } else {
        state = tr_carve_mix(state, state.piece_weight, state.piece_height);
        state.water = k_max(state.water, state.level);
    }
    return tr_carve_clear_path(state);
}

K_STRUCT_FN(tr_carve_state) tr_carve_enter(tr_carve_state state, tr_carve_piece piece)
{
    if (piece.path != state.path) {
        if (state.path >= 0) state = tr_carve_leave_path(state);
        if (piece.priority != state.priority && state.priority >= 0) state = tr_carve_compose(state);
        state.number = -2;
    }
    state.flags = piece.flags;
    state.path = piece.path;
    state.priority = piece.priority;
    state.far_level = piece.far_level;
    state.far_bed = piece.far_bed;
    state.far_distance = piece.far_distance;
    return state;
}

// ---------------------------------------------------------------------------------------------------------
// Pieces of lines

// What one piece wants of a sample.
K_STRUCT(tr_carve_target, mf strength; mf height; mf level; mf offset; mf distance; mf half_width; mf inclination;)

// Across a free end the sides swap while the distance stays, so there the tilt follows the distance from the prolonged
// axis.
K_FN(kf) tr_carve_tilt_arm(tr_carve_piece piece, tr_foot foot, kf distance, kf side, kf tangent2)
{
    km at_start = foot.tau == k_set(-0.5f);
    km at_end = foot.tau == k_set(0.5f);
    kf lateral = side * tr_rsqrt(k_max(tangent2, k_set(1e-12f)));
    kf arm = distance;
    if ((piece.flags & TR_RECORD_FREE_START) != 0) arm = k_select(at_start, lateral, arm);
    if ((piece.flags & TR_RECORD_FREE_END) != 0) arm = k_select(at_end, lateral, arm);
    return arm;
}

K_STRUCT_FN(tr_carve_target) tr_carve_target_of(tr_carve_piece piece, tr_foot foot)
{
    tr_carve_target request;
    kf zero = k_set(0.0f);
    kf tau = foot.tau;
    kf tangent_x = piece.plan.chord_x + 2.0f * tau * piece.plan.bend_x;
    kf tangent_z = piece.plan.chord_z + 2.0f * tau * piece.plan.bend_z;
    kf side = foot.away_x * tangent_z - foot.away_z * tangent_x;
    kf distance2 = k_select(foot.distance2 < k_set(1e-18f), zero, foot.distance2);
    kf away = tr_sqrt(distance2);
    kf distance = tr_copy_sign(away, side);
    kf half_width = k_set(piece.half_0);
    kf fade = k_set(piece.fade_0);
    kf inverse_fade = k_set(piece.inverse_fade);
    if ((piece.flags & TR_RECORD_VARIES) != 0) {
        half_width = piece.half_0 + tau * piece.half_1;
        fade = piece.fade_0 + tau * piece.fade_1;
        inverse_fade = tr_rcp(fade);
    }
    kf full = half_width;
    kf offset = zero;
    if ((piece.flags & TR_RECORD_WATER) != 0) {
        kf depth = piece.depth_0 + tau * piece.depth_1;
        kf half2 = half_width * half_width;
        kf rise = distance2 * tr_rcp(k_max(half2, k_set(1e-12f))) - 1.0f;
        offset = depth * k_min(rise, k_set(TR_FREEBOARD));
        full = half_width * TR_WATER_FULL;
    }
    kf psi_raw = (full + fade - away) * inverse_fade;
    kf psi = tr_clamp(psi_raw, zero, k_set(1.0f));
    kf along_raw = piece.strength_0 + tau * piece.strength_1;
    kf along = tr_clamp(along_raw, zero, k_set(1.0f));
    kf strength = tr_smootherstep(psi) * along;
    strength = k_select(strength < k_set(1e-12f), zero, strength);
    kf level = ((piece.y_3 * tau + piece.y_2) * tau + piece.y_1) * tau + piece.y_0;
    kf height = level + offset;
    kf inclination = zero;
    if ((piece.flags & TR_RECORD_BANKED) != 0) {
        inclination = (piece.inclination_2 * tau + piece.inclination_1) * tau + piece.inclination_0;
        kf tangent2 = tangent_x * tangent_x + tangent_z * tangent_z;
        kf arm = tr_carve_tilt_arm(piece, foot, distance, side, tangent2);
        kf length2 = inclination * inclination + 1.0f;
        height = height + strength * (inclination * arm * tr_rsqrt(length2));
    }
    request.strength = strength;
    request.height = height;
    request.level = level;
    request.offset = offset;
    request.distance = distance;
    request.half_width = half_width;
    request.inclination = inclination;
    return request;
}

// Beyond the centre of curvature a foot is no longer the nearest place around: towards there it counts less, so that it
// has no weight when it vanishes. `2 A.away / |tangent|^2` is the distance over the radius of curvature.
K_FN(kf) tr_carve_hold(tr_carve_piece piece, tr_foot foot)
{
    kf tangent_x = piece.plan.chord_x + 2.0f * foot.tau * piece.plan.bend_x;
    kf tangent_z = piece.plan.chord_z + 2.0f * foot.tau * piece.plan.bend_z;
    kf tangent2 = tangent_x * tangent_x + tangent_z * tangent_z;
    kf inward = foot.away_x * piece.plan.bend_x + foot.away_z * piece.plan.bend_z;
    kf hold = 2.0f - 4.0f * inward * tr_rcp(k_max(tangent2, k_set(1e-12f)));
    return tr_clamp(hold, k_set(1e-4f), k_set(1.0f));
}

// Of two pieces that follow each other, the one whose foot is nearer to their joint counts less: not at all on a
// straight path, where it is the joint. Where both feet are far from it, on the inside of a bend, both count.
K_STRUCT_FN(tr_carve_state) tr_carve_take_piece(tr_carve_state state, tr_carve_piece piece, tr_foot foot)
{
    tr_carve_target request = tr_carve_target_of(piece, foot);
    kf away = k_abs(request.distance);
    kf edge = away - request.half_width;
    kf weight = tr_carve_weight(request.strength);
    kf height = request.height;
    if (piece.plan.shape != TR_CURVE_STRAIGHT) weight = weight * tr_carve_hold(piece, foot);
    if ((piece.flags & TR_RECORD_WATER) != 0) {
        weight = weight * tr_carve_water_factor(request.offset);
        height = tr_carve_keep_bed(state, height);
        km wet = k_both(request.strength > k_set(0.0f), edge <= k_set(0.0f));
        km nearer = k_both(wet, away < state.level_away);
        state.level = k_select(nearer, request.level, state.level);
        state.level_away = k_select(nearer, away, state.level_away);
    }
    if ((piece.flags & TR_RECORD_FOLLOWS) != 0 && state.number + 1 == piece.number) {
        kf from_start = (foot.tau + 0.5f) * piece.start_rate;
        kf later = k_min(from_start, k_set(1.0f)) + TR_JOINT_SHARE;
        kf earlier = state.piece_end + TR_JOINT_SHARE;
        kf inverse = tr_rcp(k_max(later, earlier));
        km both = k_both(state.piece_weight > k_set(0.0f), weight > k_set(0.0f));
        kf less_earlier = state.piece_weight * (earlier * inverse);
        kf less_later = weight * (later * inverse);
        state.piece_weight = k_select(both, less_earlier, state.piece_weight);
        weight = k_select(both, less_later, weight);
    }
    state = tr_carve_mix(state, state.piece_weight, state.piece_height);
    kf to_end = (0.5f - foot.tau) * piece.end_rate;
    state.piece_weight = weight;
    state.piece_height = height;
    state.piece_end = k_min(to_end, k_set(1.0f));
    state.number = piece.number;
    return tr_carve_claim(state, request.strength, edge, request.distance, request.inclination);
}

// ---------------------------------------------------------------------------------------------------------
// Samples

// A foot on a joint is not the nearest place of the path when the sample lies behind the joint: then it is out of
// reach.
K_STRUCT_FN(tr_foot) tr_carve_cut(tr_carve_piece piece, tr_foot foot)
{
    kf far = k_set(TR_FAR_DISTANCE2);
    if ((piece.flags & TR_RECORD_CUT_START) != 0) {
        uf tangent_x = piece.plan.chord_x - piece.plan.bend_x;
        uf tangent_z = piece.plan.chord_z - piece.plan.bend_z;
        kf along = foot.away_x * tangent_x + foot.away_z * tangent_z;
        km behind = k_both(foot.tau == k_set(-0.5f), along < k_set(-piece.start_cut));
        foot.distance2 = k_select(behind, far, foot.distance2);
    }
    if ((piece.flags & TR_RECORD_CUT_END) != 0) {
        uf tangent_x = piece.plan.chord_x + piece.plan.bend_x;
        uf tangent_z = piece.plan.chord_z + piece.plan.bend_z;
        kf along = foot.away_x * tangent_x + foot.away_z * tangent_z;
        km beyond = k_both(foot.tau == k_set(0.5f), along > k_set(piece.end_cut));
        foot.distance2 = k_select(beyond, far, foot.distance2);
    }
    return foot;
}

// A record whose nearest point is known.
K_STRUCT_FN(tr_carve_state) tr_carve_add_foot(tr_carve_state state, tr_carve_piece piece, tr_foot foot)
{
    state = tr_carve_enter(state, piece);
    if ((piece.flags & TR_RECORD_RING) != 0) return tr_carve_take_ring(state, piece, foot);
    return tr_carve_take_piece(state, piece, foot);
}

K_STRUCT_FN(tr_carve_state) tr_carve_add_inside(tr_carve_state state, tr_carve_piece piece, kf x, kf z)
{
    kf off_x = k_abs(x - piece.plan.middle_x);
    kf off_z = k_abs(z - piece.plan.middle_z);
    km inside = k_both(off_x <= k_set(piece.plan.chord_x), off_z <= k_set(piece.plan.chord_z));
    if (k_any(inside)) {
        state = tr_carve_enter(state, piece);
        state.ring_inside = k_select(inside, k_set(1.0f), state.ring_inside);
    }
    return state;
}

// `x`, `z`: the sample in metres from the record's origin.
K_STRUCT_FN(tr_carve_state) tr_carve_add(tr_carve_state state, tr_carve_piece piece, kf x, kf z)
{
    if ((piece.flags & TR_RECORD_INSIDE) != 0) return tr_carve_add_inside(state, piece, x, z);
    tr_foot foot = tr_carve_cut(piece, tr_nearest_foot(piece.plan, x, z));
    if (k_any(foot.distance2 < k_set(piece.reach2))) state = tr_carve_add_foot(state, piece, foot);
    return state;
}

K_STRUCT_FN(tr_carve_state) tr_carve_end(tr_carve_state state)
{
    if (state.path >= 0) {
        state = tr_carve_leave_path(state);
        state = tr_carve_compose(state);
    }
    return state;
}

// The ground after carving; where the strength is 0 it keeps its bits, where it is 1 it is the height.
K_FN(kf) tr_carve_ground(kf ground, kf height, kf strength)
{
    kf rest = (height - ground) * (1.0f - strength);
    kf carved = height - rest;
    return k_select(strength > k_set(0.0f), carved, ground);
}

#endif
