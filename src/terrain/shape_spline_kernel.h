// A smooth surface through the values of a square lattice: the uniform cubic B-spline, with its slope.
//
// Four values p0..p3 in a row give a polynomial in t, the offset 0 <= t < 1 between p1 and p2. Its second derivative is
// continuous across lattice points, so that no shading shows the lattice. A surface is the spline along z of four
// lattice columns, then the spline along x of what they give.
#ifndef TR_TERRAIN_SHAPE_SPLINE_KERNEL_H
#define TR_TERRAIN_SHAPE_SPLINE_KERNEL_H

#include "simd/math_kernel.h"

K_STRUCT(tr_spline, mf c0; mf c1; mf c2; mf c3;)

K_STRUCT_FN(tr_spline) tr_spline_through(kf p0, kf p1, kf p2, kf p3)
{
    kf ends = p0 + p2;
    kf c0 = (ends + 4.0f * p1) * 0.166666667f;
    kf c1 = (p2 - p0) * 0.5f;
    kf c2 = ends * 0.5f - p1;
    kf c3 = (p3 - p0 + 3.0f * (p1 - p2)) * 0.166666667f;
    tr_spline spline;
    spline.c0 = c0;
    spline.c1 = c1;
    spline.c2 = c2;
    spline.c3 = c3;
    return spline;
}

K_FN(kf) tr_spline_value(tr_spline spline, kf t)
{
    kf value = spline.c0 + t * (spline.c1 + t * (spline.c2 + t * spline.c3));
    return value;
}

// Per lattice cell.
K_FN(kf) tr_spline_slope(tr_spline spline, kf t)
{
    kf slope = spline.c1 + t * (2.0f * spline.c2 + t * (3.0f * spline.c3));
    return slope;
}

// Per lattice cell, squared.
K_FN(kf) tr_spline_bend(tr_spline spline, kf t)
{
    kf bend = 2.0f * spline.c2 + t * (6.0f * spline.c3);
    return bend;
}

// A point of the surface: its height and its slope along x and z, per lattice cell.
K_STRUCT(tr_surface, mf height; mf slope_x; mf slope_z;)

// `along` and `across`: splines along x of the heights, and of the slopes along z, of the four columns.
K_STRUCT_FN(tr_surface) tr_surface_at(tr_spline along, tr_spline across, kf t)
{
    kf height = tr_spline_value(along, t);
    kf slope_x = tr_spline_slope(along, t);
    kf slope_z = tr_spline_value(across, t);
    tr_surface surface;
    surface.height = height;
    surface.slope_x = slope_x;
    surface.slope_z = slope_z;
    return surface;
}

// The square of how much the slope changes, per metre: the sum of the squares of all second derivatives. `along` and
// `across` as before; `bends`: the spline along x of the second derivatives along z of the four columns.
K_FN(kf) tr_surface_bend2(tr_spline along, tr_spline across, tr_spline bends, kf t, uf cells_per_metre)
{
    kf xx = tr_spline_bend(along, t) * cells_per_metre * cells_per_metre;
    kf xz = tr_spline_slope(across, t) * cells_per_metre * cells_per_metre;
    kf zz = tr_spline_value(bends, t) * cells_per_metre * cells_per_metre;
    kf bend2 = xx * xx + 2.0f * xz * xz + zz * zz;
    return bend2;
}

K_STRUCT_FN(tr_surface) tr_surface_in_metres(tr_surface surface, uf cells_per_metre)
{
    kf slope_x = surface.slope_x * cells_per_metre;
    kf slope_z = surface.slope_z * cells_per_metre;
    tr_surface metric;
    metric.height = surface.height;
    metric.slope_x = slope_x;
    metric.slope_z = slope_z;
    return metric;
}

#endif
