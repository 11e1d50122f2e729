// Gradient noise: a random direction per lattice point, the dot products with the offsets interpolated.
//
// Gradients lie on the L1 sphere |x| + |y| + |z| = 1: a continuum of directions, with equal second moments
// along all axes (they add nothing to the slight preference of a square lattice for its axes, as
// tests/noise/test_spectrum.c measures), cheap from one hash, and they fill the range well. In 2D the number a is
// uniform in [-1, 1] and the gradient (a, +-(1 - |a|)); in 3D the gaps that two uniform numbers cut from [0, 1] are
// uniform on the simplex.
//
// In the factorised form a lattice column beside a row is a slope S and a constant K; a sample at offset t
// between the columns is l = S0 t + K0, r = S1 (t - 1) + K1, l + u (r - l). That is the definition of the
// value, so a grid may compute a column once for all samples of a row beside it.
//
// In 2D the derivatives come along: the derivative of a column along y is a column too, because a sample is linear in
// its columns, and the one of a sample along x needs the columns and the slope of the weight only.
//
// The scale brings the largest sum of weight * max(|dx|, |dy|, |dz|) over a cell (1/2 in 1D, 0.53528 in 2D,
// 0.56291 in 3D) to just below 1.
#ifndef TR_NOISE_GRADIENT_KERNEL_H
#define TR_NOISE_GRADIENT_KERNEL_H

#include "noise/lattice_kernel.h"

// 2, 1.868 and 1.776 times 2^-31, as literals: how a shader compiler rounds a product of constants is its own choice.
#define TR_GRADIENT_SCALE1 9.313226e-10f
#define TR_GRADIENT_SCALE2 8.698553e-10f
#define TR_GRADIENT_SCALE3 8.2701446e-10f

// Components in units of 2^-31, as are the numbers of a column.
K_STRUCT(tr_gradient_2d, mf x; mf y;)
K_STRUCT(tr_gradient_3d, mf x; mf y; mf z;)

K_STRUCT(tr_gradient_column, mf slope; mf constant;)

// A column and its derivative along y.
K_STRUCT(tr_sloped_column, tr_gradient_column at; tr_gradient_column along_y;)

// A value in [-1, 1], and its derivatives per lattice cell in units of TR_GRADIENT_SCALE2: what reads them scales a
// square of both once.
K_STRUCT(tr_sloped_noise, mf value; mf along_x; mf along_y;)

// The signs come from the uppermost bits: the lower a bit of the hash, the less it is worth.
K_STRUCT_FN(tr_gradient_2d) tr_hash_gradient2(ku h)
{
    kf a = tr_hash_number(h << 1);
    kf rest = TR_HASH_SPAN - k_abs(a);
    tr_gradient_2d g;
    g.x = a;
    g.y = k_from_bits(k_bits(rest) ^ (h & 0x80000000u));
    return g;
}

K_STRUCT_FN(tr_gradient_3d) tr_hash_gradient3(ku h)
{
    ku upper = h << 1;
    ku middle = h << 12;
    kf first = tr_bits_number(upper & 0x7fffff00u);
    kf second = tr_bits_number(middle & 0x7fffffffu);
    kf smaller = k_min(first, second);
    kf larger = k_max(first, second);
    kf between = larger - smaller;
    kf beyond = TR_HASH_SPAN - larger;
    tr_gradient_3d g;
    g.x = k_from_bits(k_bits(smaller) ^ (h & 0x80000000u));
    g.y = k_from_bits(k_bits(between) ^ (middle & 0x80000000u));
    g.z = k_from_bits(k_bits(beyond) ^ (upper & 0x80000000u));
    return g;
}

// In 1D a column has no constant; adding a zero instead would leave the sign of zero to the compiler.
K_FN(kf) tr_gradient_slope1(ku h)
{
    kf slope = tr_hash_number(h) * TR_GRADIENT_SCALE1;
    return slope;
}

K_FN(kf) tr_gradient_sample1(kf left_slope, kf right_slope, kf t, kf u)
{
    kf l = left_slope * t;
    kf r = right_slope * (t - 1.0f);
    return tr_lerp(l, r, u);
}

// g0 and g1: the gradients at y and y + 1; ty: the offset along y, v its weight.
K_STRUCT_FN(tr_gradient_column) tr_gradient_column2(tr_gradient_2d g0, tr_gradient_2d g1, kf ty, kf v)
{
    kf slope = tr_lerp(g0.x, g1.x, v);
    kf d0 = g0.y * ty;
    kf d1 = g1.y * (ty - 1.0f);
    kf constant = tr_lerp(d0, d1, v);
    tr_gradient_column column;
    column.slope = slope;
    column.constant = constant;
    return column;
}

// `slope_v`: the derivative of v.
K_STRUCT_FN(tr_sloped_column)
tr_sloped_column2(tr_gradient_2d g0, tr_gradient_2d g1, kf ty, kf v, kf slope_v)
{
    kf d0 = g0.y * ty;
    kf d1 = g1.y * (ty - 1.0f);
    kf slope = slope_v * (g1.x - g0.x);
    kf constant = tr_lerp(g0.y, g1.y, v) + slope_v * (d1 - d0);
    tr_sloped_column column;
    column.at = tr_gradient_column2(g0, g1, ty, v);
    column.along_y.slope = slope;
    column.along_y.constant = constant;
    return column;
}

// gYZ: the gradients at (y, z), (y + 1, z), (y, z + 1), (y + 1, z + 1).
K_STRUCT_FN(tr_gradient_column)
tr_gradient_column3(tr_gradient_3d g00, tr_gradient_3d g10, tr_gradient_3d g01, tr_gradient_3d g11, kf ty, kf tz, kf v,
                    kf w)
{
    kf slope = tr_lerp(tr_lerp(g00.x, g10.x, v), tr_lerp(g01.x, g11.x, v), w);
    kf sy = ty - 1.0f;
    kf sz = tz - 1.0f;
    kf d00 = g00.y * ty + g00.z * tz;
    kf d10 = g10.y * sy + g10.z * tz;
    kf d01 = g01.y * ty + g01.z * sz;
    kf d11 = g11.y * sy + g11.z * sz;
    kf constant = tr_lerp(tr_lerp(d00, d10, v), tr_lerp(d01, d11, v), w);
    tr_gradient_column column;
    column.slope = slope;
    column.constant = constant;
    return column;
}

// What a column says about a sample at the offset t from it.
K_FN(kf) tr_gradient_beside(tr_gradient_column column, kf t)
{
    kf value = column.slope * t + column.constant;
    return value;
}

// In units of the columns.
K_FN(kf) tr_gradient_between(tr_gradient_column left, tr_gradient_column right, kf t, kf u)
{
    kf l = tr_gradient_beside(left, t);
    kf r = tr_gradient_beside(right, t - 1.0f);
    return tr_lerp(l, r, u);
}

K_FN(kf) tr_gradient_sample(tr_gradient_column left, tr_gradient_column right, kf t, kf u, uf scale)
{
    kf sample_value = tr_gradient_between(left, right, t, u) * scale;
    return sample_value;
}

// `slope_u`: the derivative of u. The value has the bits of tr_gradient_sample().
K_STRUCT_FN(tr_sloped_noise)
tr_sloped_sample2(tr_sloped_column left, tr_sloped_column right, kf t, kf u, kf slope_u)
{
    kf l = tr_gradient_beside(left.at, t);
    kf r = tr_gradient_beside(right.at, t - 1.0f);
    kf along_x = tr_lerp(left.at.slope, right.at.slope, u) + slope_u * (r - l);
    tr_sloped_noise noise;
    noise.value = tr_gradient_sample(left.at, right.at, t, u, TR_GRADIENT_SCALE2);
    noise.along_x = along_x;
    noise.along_y = tr_gradient_between(left.along_y, right.along_y, t, u);
    return noise;
}

// From the words of the lattice points around, the offsets along x, y and z and the weights of the farther points.
K_FN(kf) tr_gradient_words1(tr_axis_words wx, kf tx, kf u)
{
    kf left = tr_gradient_slope1(tr_upper_hash(wx.near_word));
    kf right = tr_gradient_slope1(tr_upper_hash(wx.far_word));
    return tr_gradient_sample1(left, right, tx, u);
}

// The gradients at the corners of a cell: for the column before and the one after along x, at y and y + 1 (and at z,
// then at z + 1).
K_STRUCT(tr_gradient_cell2, tr_gradient_2d corner[4];)
K_STRUCT(tr_gradient_cell3, tr_gradient_3d corner[8];)

K_STRUCT_FN(tr_gradient_cell2) tr_gradient_corners2(tr_axis_words wx, tr_axis_words wy)
{
    tr_gradient_cell2 cell;
    cell.corner[0] = tr_hash_gradient2(tr_upper_hash(wx.near_word + wy.near_word));
    cell.corner[1] = tr_hash_gradient2(tr_upper_hash(wx.near_word + wy.far_word));
    cell.corner[2] = tr_hash_gradient2(tr_upper_hash(wx.far_word + wy.near_word));
    cell.corner[3] = tr_hash_gradient2(tr_upper_hash(wx.far_word + wy.far_word));
    return cell;
}

K_FN(kf) tr_gradient_in_cell2(tr_gradient_cell2 cell, kf tx, kf ty, kf u, kf v)
{
    tr_gradient_column left = tr_gradient_column2(cell.corner[0], cell.corner[1], ty, v);
    tr_gradient_column right = tr_gradient_column2(cell.corner[2], cell.corner[3], ty, v);
    return tr_gradient_sample(left, right, tx, u, TR_GRADIENT_SCALE2);
}

K_STRUCT_FN(tr_sloped_noise) tr_sloped_in_cell2(tr_gradient_cell2 cell, kf tx, kf ty, kf u, kf v)
{
    kf slope_v = tr_fade_smootherstep_slope(ty);
    tr_sloped_column left = tr_sloped_column2(cell.corner[0], cell.corner[1], ty, v, slope_v);
    tr_sloped_column right = tr_sloped_column2(cell.corner[2], cell.corner[3], ty, v, slope_v);
    return tr_sloped_sample2(left, right, tx, u, tr_fade_smootherstep_slope(tx));
}

K_STRUCT_FN(tr_gradient_cell3) tr_gradient_corners3(tr_axis_words wx, tr_axis_words wy, tr_axis_words wz)
{
    ku s00 = wy.near_word + wz.near_word;
    ku s10 = wy.far_word + wz.near_word;
    ku s01 = wy.near_word + wz.far_word;
    ku s11 = wy.far_word + wz.far_word;
    tr_gradient_cell3 cell;
    cell.corner[0] = tr_hash_gradient3(tr_upper_hash(wx.near_word + s00));
    cell.corner[1] = tr_hash_gradient3(tr_upper_hash(wx.near_word + s10));
    cell.corner[2] = tr_hash_gradient3(tr_upper_hash(wx.near_word + s01));
    cell.corner[3] = tr_hash_gradient3(tr_upper_hash(wx.near_word + s11));
    cell.corner[4] = tr_hash_gradient3(tr_upper_hash(wx.far_word + s00));
    cell.corner[5] = tr_hash_gradient3(tr_upper_hash(wx.far_word + s10));
    cell.corner[6] = tr_hash_gradient3(tr_upper_hash(wx.far_word + s01));
    cell.corner[7] = tr_hash_gradient3(tr_upper_hash(wx.far_word + s11));
    return cell;
}

K_FN(kf) tr_gradient_in_cell3(tr_gradient_cell3 cell, kf tx, kf ty, kf tz, kf u, kf v, kf w)
{
    tr_gradient_column left =
        tr_gradient_column3(cell.corner[0], cell.corner[1], cell.corner[2], cell.corner[3], ty, tz, v, w);
    tr_gradient_column right =
        tr_gradient_column3(cell.corner[4], cell.corner[5], cell.corner[6], cell.corner[7], ty, tz, v, w);
    return tr_gradient_sample(left, right, tx, u, TR_GRADIENT_SCALE3);
}

K_FN(kf) tr_gradient1(tr_axis_position x, ui wraps)
{
    return tr_gradient_words1(tr_axis_word_pair(x, TR_AXIS_A0, wraps), x.t, tr_fade_smootherstep(x.t));
}

K_FN(kf) tr_gradient2(tr_axis_position x, tr_axis_position y, ui wraps)
{
    tr_gradient_cell2 cell =
        tr_gradient_corners2(tr_axis_word_pair(x, TR_AXIS_A0, wraps), tr_axis_word_pair(y, TR_AXIS_A1, wraps));
    return tr_gradient_in_cell2(cell, x.t, y.t, tr_fade_smootherstep(x.t), tr_fade_smootherstep(y.t));
}

K_STRUCT_FN(tr_sloped_noise) tr_sloped_gradient2(tr_axis_position x, tr_axis_position y, ui wraps)
{
    tr_gradient_cell2 cell =
        tr_gradient_corners2(tr_axis_word_pair(x, TR_AXIS_A0, wraps), tr_axis_word_pair(y, TR_AXIS_A1, wraps));
    return tr_sloped_in_cell2(cell, x.t, y.t, tr_fade_smootherstep(x.t), tr_fade_smootherstep(y.t));
}

K_FN(kf) tr_gradient3(tr_axis_position x, tr_axis_position y, tr_axis_position z, ui wraps)
{
    tr_gradient_cell3 cell =
        tr_gradient_corners3(tr_axis_word_pair(x, TR_AXIS_A0, wraps), tr_axis_word_pair(y, TR_AXIS_A1, wraps),
                             tr_axis_word_pair(z, TR_AXIS_A2, wraps));
    return tr_gradient_in_cell3(cell, x.t, y.t, z.t, tr_fade_smootherstep(x.t), tr_fade_smootherstep(y.t),
                                tr_fade_smootherstep(z.t));
}

#endif
