// What follows from the nine heights around a sample: gradient, slope, aspect, curvature, normal.
//
// The gradient is Horn's (B. K. P. Horn, Hill shading and the reflectance map, 1981): central differences of the three
// rows or columns, the middle one counted twice. It is exact on planes and on quadratics, and less noisy than two
// neighbours alone.
#ifndef TR_TERRAIN_DERIVED_KERNEL_H
#define TR_TERRAIN_DERIVED_KERNEL_H

#include "noise/ops_kernel.h"

// Heights by compass: z points south, so the row before is the northern one.
K_STRUCT(tr_window, mf nw; mf n; mf ne; mf w; mf at; mf e; mf sw; mf s; mf se;)

// Rise over run towards the east and towards the south.
K_STRUCT(tr_gradient, mf east; mf south;)

// No ground is steeper; it keeps squares and quotients of any heights finite.
#define TR_STEEPEST 1e9f

// Differences that are next to nothing are nothing: squares must not be denormals.
K_FN(kf) tr_gradient_part(kf difference, uf inverse_8_spacing)
{
    kf part = tr_flush(tr_clamp(difference, k_set(-1e18f), k_set(1e18f))) * inverse_8_spacing;
    kf result = tr_flush(tr_clamp(part, k_set(-TR_STEEPEST), k_set(TR_STEEPEST)));
    return result;
}

K_STRUCT_FN(tr_gradient) tr_horn_gradient(tr_window h, uf inverse_8_spacing)
{
    kf east = ((h.ne - h.nw) + (h.se - h.sw)) + 2.0f * (h.e - h.w);
    kf south = ((h.sw - h.nw) + (h.se - h.ne)) + 2.0f * (h.s - h.n);
    tr_gradient g;
    g.east = tr_gradient_part(east, inverse_8_spacing);
    g.south = tr_gradient_part(south, inverse_8_spacing);
    return g;
}

K_FN(kf) tr_slope_of(tr_gradient g)
{
    kf squared = g.east * g.east + g.south * g.south;
    return tr_sqrt(squared);
}

// The direction that the ground falls to, 0 <= degrees < 360 clockwise from north; -1 on level ground.
K_FN(kf) tr_aspect_of(tr_gradient g)
{
    kf fall_east = 0.0f - g.east;
    kf degrees = tr_atan2(fall_east, g.south) * 57.2957795f;
    kf turned = degrees + 360.0f;
    kf positive = k_select(degrees < k_set(0.0f), turned, degrees);
    kf wrapped = k_select(positive >= k_set(360.0f), k_set(0.0f), positive);
    km level = k_both(g.east == k_set(0.0f), g.south == k_set(0.0f));
    kf result = k_select(level, k_set(-1.0f), wrapped);
    return result;
}

// The five-point Laplacian.
K_FN(kf) tr_curvature_of(tr_window h, uf inverse_squared_spacing)
{
    kf sum = ((h.e - h.at) + (h.w - h.at)) + ((h.n - h.at) + (h.s - h.at));
    kf result = tr_flush(sum) * inverse_squared_spacing;
    return result;
}

// 1 over the length of (-east, 1, -south), which is the y of the unit normal.
K_FN(kf) tr_normal_up(tr_gradient g)
{
    kf squared = (g.east * g.east + g.south * g.south) + 1.0f;
    return tr_rsqrt(squared);
}

K_FN(kf) tr_normal_side(kf gradient, kf up)
{
    kf result = (0.0f - gradient) * up;
    return result;
}

#endif
