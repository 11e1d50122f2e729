// The ground from the large shape on: where erosion acts, rivers, beaches, real elevations, terraces. One sample at a
// time.
#ifndef TR_TERRAIN_SHAPE_KERNEL_H
#define TR_TERRAIN_SHAPE_KERNEL_H

#include "noise/ops_kernel.h"
#include "terrain/erosion_kernel.h"
#include "terrain/shape_spline_kernel.h"

// Which steps there are.
#define TR_SHAPE_RIVERS 1
#define TR_SHAPE_BEACHES 2
#define TR_SHAPE_TERRACES 4
#define TR_SHAPE_BASE 8        // the large shape is given for each sample; the lattice only steers erosion
#define TR_SHAPE_DETAIL 16     // a noise is given for each sample: what is too small for the lattice
#define TR_SHAPE_ELEVATION 32  // real elevations and their weights are given

// Heights and lengths in metres.
K_STRUCT(tr_shape_params, uf_member sea; uf_member cells_per_metre; /* of the lattice of the large shape */
         uf_member gully_strength; uf_member coast_span; /* 1 / height above the sea from which on erosion is full */
         uf_member detail_plain;                         /* height of the detail on low ground */
         uf_member detail_mountain;                      /* and what is added to it on the mountains */
         uf_member detail_span;                          /* 1 / height of the mountains */
         uf_member river_half_width; uf_member river_inverse_valley; /* 1 / width of the flank */
         uf_member river_calm2;                                      /* square of a gentle slope of the line's noise */
         uf_member river_floor;                                      /* height of the floor */
         uf_member river_depth;        /* the river cuts at most this deep into the ground */
         uf_member river_low;          /* up to this height it cuts as deep as it can */
         uf_member river_inverse_span; /* 1 / further height at which it does not cut at all */
         uf_member beach_slope;        /* of the beach against the slope without */
         uf_member beach_low;          /* distance from the sea level up to which it has that slope */
         uf_member beach_inverse_span; uf_member terrace_steps; /* per metre */
         uf_member terrace_height; uf_member terrace_steepness;)

// How strongly gullies cut: fully on land, less towards the sea, so that they do not dig below it, and not at all
// further down.
K_FN(kf) tr_shape_gully_strength(kf height, tr_shape_params p)
{
    kf ramp = (height - p.sea) * p.coast_span + 0.15f;
    kf share = tr_clamp(ramp, k_set(0.0f), k_set(1.0f));
    kf strength = share * p.gully_strength;
    return strength;
}

// The detail of the ground: more where it is high.
K_FN(kf) tr_shape_detail(kf height, kf detail, kf large, tr_shape_params p)
{
    kf ramp = (large - p.sea) * p.detail_span;
    kf high = tr_clamp(ramp, k_set(0.0f), k_set(1.0f));
    kf result = height + detail * (p.detail_plain + high * p.detail_mountain);
    return result;
}

// `line`: a noise that is 0 along the river; its value over its slope is the distance. Where the slope becomes gentle
// that would jump away, and the flank stand as a wall: there the river widens. `large`: the land without detail. Low
// land is cut down to the floor; where it is higher the valley goes on, as deep as it may be, and fades in the
// mountains.
K_FN(kf) tr_shape_river(kf height, kf large, tr_surface line, tr_shape_params p)
{
    kf steepness2 = line.slope_x * line.slope_x + line.slope_z * line.slope_z;
    kf away = k_abs(line.height) * tr_rsqrt(steepness2 + p.river_calm2);
    kf ramp = (away - p.river_half_width) * p.river_inverse_valley;
    kf flank = tr_clamp(ramp, k_set(0.0f), k_set(1.0f));
    kf rise = tr_fade_smoothstep(tr_flush(flank));
    kf cut = 1.0f - tr_op_smoothstep(large, p.river_low, p.river_inverse_span);
    kf deepest = height - p.river_depth;
    kf low = k_max(k_min(height, k_set(p.river_floor)), deepest);
    kf bed = tr_op_blend(height, low, cut);
    return tr_op_blend(bed, height, rise);
}

// Flattens what is near the sea level; further away everything stays. Heights keep their order.
K_FN(kf) tr_shape_beach(kf height, tr_shape_params p)
{
    kf difference = height - p.sea;
    kf above = tr_flush(difference);
    kf inland = tr_op_smoothstep(k_abs(above), p.beach_low, p.beach_inverse_span);
    kf keep = p.beach_slope + (1.0f - p.beach_slope) * inland;
    kf sand = p.sea + above * keep;
    return k_select(inland < k_set(1.0f), sand, height);
}

// Real elevations count as they are where their weight is 1.
K_FN(kf) tr_shape_blend(kf height, kf elevation, kf weight)
{
    kf blended = tr_op_blend(height, elevation, weight);
    return k_select(weight >= k_set(1.0f), elevation, blended);
}

// All after erosion. `elevation` and `weight` count only with TR_SHAPE_ELEVATION.
K_FN(kf) tr_shape_finish(kf eroded, kf large, tr_surface river, kf elevation, kf weight, tr_shape_params p, ui steps)
{
    kf height = eroded;
    if ((steps & TR_SHAPE_RIVERS) != 0) height = tr_shape_river(height, large, river, p);
    if ((steps & TR_SHAPE_BEACHES) != 0) height = tr_shape_beach(height, p);
    if ((steps & TR_SHAPE_ELEVATION) != 0) height = tr_shape_blend(height, elevation, weight);
    if ((steps & TR_SHAPE_TERRACES) != 0) {
        kf above = height - p.sea;
        height = tr_op_terrace(above, p.terrace_steps, p.terrace_height, p.terrace_steepness) + p.sea;
    }
    return height;
}

#endif
