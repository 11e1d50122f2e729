// Cellular noise: one feature point per lattice cell; distances to the nearest and second nearest.
//
// The value is the minimum over the 5^dims cells around a sample's own. With full jitter that holds the nearest
// and the second nearest point for every metric (in 3D Manhattan: all but never). The search takes the 3^dims
// near cells first and the outer ring only where the distance found is not below what the ring can offer, with
// a margin far above rounding, so that skipping it never changes a bit. Order of the search: z, y, x
// ascending, near cells before the ring; of equal distances the first wins.
//
// Distances are in lattice cells. The distance to a point is join(one(dx), rest), where rest holds the axes
// other than x, so that a grid computes it once per cell and row.
#ifndef TR_NOISE_CELLULAR_KERNEL_H
#define TR_NOISE_CELLULAR_KERNEL_H

#include "noise/lattice_kernel.h"

// The numbers of tr_metric and tr_cellular_result.
#define TR_METRIC_K_EUCLIDEAN 0
#define TR_METRIC_K_SQUARED 1
#define TR_METRIC_K_MANHATTAN 2
#define TR_METRIC_K_CHEBYSHEV 3
#define TR_CELLULAR_K_F1 0
#define TR_CELLULAR_K_F2 1
#define TR_CELLULAR_K_F2_MINUS_F1 2
#define TR_CELLULAR_K_CELL 3

// What a cellular source is: metric and result as above; spread is jitter / 2^32, guard the least distance from
// a near cell's face to a point of the outer ring.
K_STRUCT(tr_cellular_params, ui metric; ui result; uf_member spread; uf_member guard;)

K_STRUCT(tr_cellular_best, mf f1; mf f2; mu cell;)

// Which bits of a point's hash give its coordinates.
#define TR_CELLULAR_X(h) ((h)&0xffffff00u)
#define TR_CELLULAR_Y2(h) ((h) << 16)
#define TR_CELLULAR_Y3(h) ((h) << 11)
#define TR_CELLULAR_Z3(h) ((h) << 22)

// The coordinate of a feature point in its cell, from bits of its hash (TR_CELLULAR_X and so on).
K_FN(kf) tr_cellular_feature(ku bits, uf spread)
{
    kf coordinate = 0.5f + tr_bits_number(bits) * spread;
    return coordinate;
}

K_FN(kf) tr_cellular_one(ui metric, kf difference)
{
    kf result = metric <= TR_METRIC_K_SQUARED ? difference * difference : k_abs(difference);
    return result;
}

K_FN(kf) tr_cellular_join(ui metric, kf a, kf b)
{
    kf result = metric == TR_METRIC_K_CHEBYSHEV ? k_max(a, b) : a + b;
    return result;
}

K_STRUCT_FN(tr_cellular_best) tr_cellular_start(void)
{
    tr_cellular_best best;
    best.f1 = k_set(1e9f);
    best.f2 = k_set(1e9f);
    best.cell = k_set_u(0u);
    return best;
}

K_STRUCT_FN(tr_cellular_best) tr_cellular_keep(tr_cellular_best best, kf distance, ku h)
{
    tr_cellular_best next;
    next.f2 = k_min(best.f2, k_max(best.f1, distance));
    next.cell = k_select_u(distance < best.f1, h, best.cell);
    next.f1 = k_min(best.f1, distance);
    return next;
}

// Whether the outer ring may hold a point nearer than what was found. `inset` is the distance of the sample to
// the nearest face of its own cell.
K_FN(km) tr_cellular_needs_ring(tr_cellular_params params, tr_cellular_best best, kf inset)
{
    kf reach = (inset + params.guard) * 0.999f;
    kf limit = tr_cellular_one(params.metric, reach);
    if (params.result == TR_CELLULAR_K_F1 || params.result == TR_CELLULAR_K_CELL) return best.f1 > limit;
    return best.f2 > limit;
}

K_FN(kf) tr_cellular_finish(tr_cellular_params params, tr_cellular_best best)
{
    if (params.result == TR_CELLULAR_K_CELL) {
        kf value = tr_hash_number(best.cell * TR_AXIS_M) * TR_HASH_TO_UNIT;
        return value;
    }
    kf f1 = best.f1;
    kf f2 = best.f2;
    if (params.metric == TR_METRIC_K_EUCLIDEAN) {
        if (params.result != TR_CELLULAR_K_F2) f1 = tr_sqrt(f1);
        if (params.result != TR_CELLULAR_K_F1) f2 = tr_sqrt(f2);
    }
    if (params.result == TR_CELLULAR_K_F1) return f1;
    if (params.result == TR_CELLULAR_K_F2) return f2;
    kf difference = f2 - f1;
    return difference;
}

K_FN(kf) tr_cellular_inset(kf t)
{
    kf other = 1.0f - t;
    return k_min(t, other);
}

// The parts of a distance that do not depend on x. The offsets t are from the lower face of the point's cell.
K_FN(kf) tr_cellular_rest2(tr_cellular_params params, kf feature_y, kf ty)
{
    kf dy = feature_y - ty;
    return tr_cellular_one(params.metric, dy);
}

K_FN(kf) tr_cellular_rest3(tr_cellular_params params, kf feature_y, kf feature_z, kf ty, kf tz)
{
    kf dy = feature_y - ty;
    kf dz = feature_z - tz;
    return tr_cellular_join(params.metric, tr_cellular_one(params.metric, dy), tr_cellular_one(params.metric, dz));
}

K_FN(kf) tr_cellular_distance(tr_cellular_params params, kf feature_x, kf tx, kf rest)
{
    kf dx = feature_x - tx;
    return tr_cellular_join(params.metric, tr_cellular_one(params.metric, dx), rest);
}

// Whether a cell of the scan was seen by the scan of reach 1 before it.
#define TR_CELLULAR_SEEN(o) ((o) > -2 && (o) < 2)

// Scans the cells up to `reach` away: 1 takes the near cells, 2 the ring around them.
K_STRUCT_FN(tr_cellular_best)
tr_cellular_scan1(tr_cellular_params params, tr_cellular_best best, ui reach, tr_axis_position x, ui wraps)
{
    for (ui ox = -reach; ox <= reach; ox++) {
        if (reach == 2 && TR_CELLULAR_SEEN(ox)) continue;
        ku h = tr_point_hash(tr_axis_word_at(x, ox, TR_AXIS_A0, wraps));
        kf tx = x.t - k_uniform_f(ox);
        kf dx = tr_cellular_feature(TR_CELLULAR_X(h), params.spread) - tx;
        best = tr_cellular_keep(best, tr_cellular_one(params.metric, dx), h);
    }
    return best;
}

K_STRUCT_FN(tr_cellular_best)
tr_cellular_scan2(tr_cellular_params params, tr_cellular_best best, ui reach, tr_axis_position x, tr_axis_position y,
                  ui wraps)
{
    for (ui oy = -reach; oy <= reach; oy++) {
        ku word_y = tr_axis_word_at(y, oy, TR_AXIS_A1, wraps);
        kf ty = y.t - k_uniform_f(oy);
        for (ui ox = -reach; ox <= reach; ox++) {
            if (reach == 2 && TR_CELLULAR_SEEN(ox) && TR_CELLULAR_SEEN(oy)) continue;
            ku h = tr_point_hash(tr_axis_word_at(x, ox, TR_AXIS_A0, wraps) + word_y);
            kf tx = x.t - k_uniform_f(ox);
            kf rest = tr_cellular_rest2(params, tr_cellular_feature(TR_CELLULAR_Y2(h), params.spread), ty);
            kf distance = tr_cellular_distance(params, tr_cellular_feature(TR_CELLULAR_X(h), params.spread), tx, rest);
            best = tr_cellular_keep(best, distance, h);
        }
    }
    return best;
}

K_STRUCT_FN(tr_cellular_best)
tr_cellular_scan3(tr_cellular_params params, tr_cellular_best best, ui reach, tr_axis_position x, tr_axis_position y,
                  tr_axis_position z, ui wraps)
{
    ku words_x[5];
    for (ui ox = -reach; ox <= reach; ox++) words_x[ox + 2] = tr_axis_word_at(x, ox, TR_AXIS_A0, wraps);
    for (ui oz = -reach; oz <= reach; oz++) {
        ku word_z = tr_axis_word_at(z, oz, TR_AXIS_A2, wraps);
        kf tz = z.t - k_uniform_f(oz);
        for (ui oy = -reach; oy <= reach; oy++) {
            ku word_yz = tr_axis_word_at(y, oy, TR_AXIS_A1, wraps) + word_z;
            kf ty = y.t - k_uniform_f(oy);
            for (ui ox = -reach; ox <= reach; ox++) {
                if (reach == 2 && TR_CELLULAR_SEEN(ox) && TR_CELLULAR_SEEN(oy) && TR_CELLULAR_SEEN(oz)) continue;
                ku h = tr_point_hash(words_x[ox + 2] + word_yz);
                kf tx = x.t - k_uniform_f(ox);
                kf rest = tr_cellular_rest3(params, tr_cellular_feature(TR_CELLULAR_Y3(h), params.spread),
                                            tr_cellular_feature(TR_CELLULAR_Z3(h), params.spread), ty, tz);
                kf distance =
                    tr_cellular_distance(params, tr_cellular_feature(TR_CELLULAR_X(h), params.spread), tx, rest);
                best = tr_cellular_keep(best, distance, h);
            }
        }
    }
    return best;
}

K_FN(kf) tr_cellular1(tr_cellular_params params, tr_axis_position x, ui wraps)
{
    tr_cellular_best best = tr_cellular_scan1(params, tr_cellular_start(), 1, x, wraps);
    km wanting = tr_cellular_needs_ring(params, best, tr_cellular_inset(x.t));
    if (k_any(wanting)) best = tr_cellular_scan1(params, best, 2, x, wraps);
    return tr_cellular_finish(params, best);
}

K_FN(kf) tr_cellular2(tr_cellular_params params, tr_axis_position x, tr_axis_position y, ui wraps)
{
    tr_cellular_best best = tr_cellular_scan2(params, tr_cellular_start(), 1, x, y, wraps);
    kf inset = k_min(tr_cellular_inset(x.t), tr_cellular_inset(y.t));
    km wanting = tr_cellular_needs_ring(params, best, inset);
    if (k_any(wanting)) best = tr_cellular_scan2(params, best, 2, x, y, wraps);
    return tr_cellular_finish(params, best);
}

K_FN(kf) tr_cellular3(tr_cellular_params params, tr_axis_position x, tr_axis_position y, tr_axis_position z, ui wraps)
{
    tr_cellular_best best = tr_cellular_scan3(params, tr_cellular_start(), 1, x, y, z, wraps);
    kf inset = k_min(k_min(tr_cellular_inset(x.t), tr_cellular_inset(y.t)), tr_cellular_inset(z.t));
    km wanting = tr_cellular_needs_ring(params, best, inset);
    if (k_any(wanting)) best = tr_cellular_scan3(params, best, 2, x, y, z, wraps);
    return tr_cellular_finish(params, best);
}

#endif
