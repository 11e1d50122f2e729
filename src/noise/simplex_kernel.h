// Simplex noise: radial bumps with random slopes at the corners of the simplex around a sample.
//
// Positions come on the skewed lattice, s = p + (sum of p) F, computed in fixed point like any lattice position;
// its cells are cut into 2 triangles or 6 tetrahedra by the order of the offsets. Bumps are (1/2 - r^2)^4, zero
// at the far side of every simplex they touch, so the noise and its first three derivatives are continuous.
// Gradients are those of gradient noise. The scale brings the largest sum of bump * max(|dx|, |dy|, |dz|) over a
// simplex (1/102.34 in 2D, 1/108.23 in 3D) to just below 1.
#ifndef TR_NOISE_SIMPLEX_KERNEL_H
#define TR_NOISE_SIMPLEX_KERNEL_H

#include "noise/gradient_kernel.h"

#define TR_SIMPLEX_F2 0.366025403784438647
#define TR_SIMPLEX_F3 0.333333333333333333
#define TR_SIMPLEX_G2 2.1132487e-01f
#define TR_SIMPLEX_G3 1.6666667e-01f
// What a corner's offset differs by from the first one's: along an axis that stays, and along one that steps.
#define TR_SIMPLEX_STAY2 2.1132487e-01f
#define TR_SIMPLEX_STEP2 -7.886751e-01f
#define TR_SIMPLEX_LAST2 -5.7735026e-01f
#define TR_SIMPLEX_STAY3 1.6666667e-01f
#define TR_SIMPLEX_STEP3 -8.333333e-01f
#define TR_SIMPLEX_SECOND_STAY3 3.3333334e-01f
#define TR_SIMPLEX_SECOND_STEP3 -6.666667e-01f

// 102.3 and 108.2 times 2^-31.
#define TR_SIMPLEX_SCALE2 4.763715e-08f
#define TR_SIMPLEX_SCALE3 5.038455e-08f

// A term of a skewed position in fixed point: a 64-bit cell (hi times B in `high`) and 30 bits of fraction, so that
// three terms add up without a carry out of the fraction.
K_STRUCT(tr_skew_term, mu lo; mu high; mu fraction;)

K_STRUCT_FN(tr_skew_term) tr_skew_add(tr_skew_term a, tr_skew_term b, ui wraps)
{
    tr_skew_term sum;
    sum.lo = a.lo + b.lo;
    sum.high = a.high;
    if (wraps != 0) sum.high = a.high + b.high + k_select_u(sum.lo < a.lo, k_set_u(TR_AXIS_B), k_set_u(0u));
    sum.fraction = a.fraction + b.fraction;
    return sum;
}

K_STRUCT_FN(tr_axis_position) tr_skew_position(tr_skew_term sum, ui wraps)
{
    tr_axis_position p;
    p.lo = sum.lo + (sum.fraction >> 30);
    p.high = sum.high;
    if (wraps != 0) p.high = sum.high + k_select_u(p.lo < sum.lo, k_set_u(TR_AXIS_B), k_set_u(0u));
    kf t = k_float(k_as_int((sum.fraction & 0x3fffffffu) >> 6)) * 5.96046448e-8f;
    p.t = t;
    return p;
}

K_FN(kf) tr_simplex_bump(kf r2)
{
    kf reach = k_max(0.5f - r2, k_set(0.0f));
    kf squared = reach * reach;
    kf bump = squared * squared;
    return bump;
}

// What a triangle or tetrahedron is made of: the gradients at its corners, and how far the middle corners lie from the
// first. Corner 0 is the lattice point below the sample, the last one steps along every axis.
K_STRUCT(tr_simplex_2d, tr_gradient_2d g[3]; mf step_x; mf step_y;)
K_STRUCT(tr_simplex_3d, tr_gradient_3d g[4]; mf first_x; mf first_y; mf first_z; mf second_x; mf second_y; mf second_z;)

K_FN(kf) tr_simplex_corner2(tr_gradient_2d g, kf x, kf y)
{
    kf r2 = x * x + y * y;
    kf corner = tr_simplex_bump(r2) * (g.x * x + g.y * y);
    return corner;
}

// The last corner's part, from the offsets to the first one.
K_FN(kf) tr_simplex_last2(tr_gradient_2d g, kf x, kf y)
{
    kf last_x = x + TR_SIMPLEX_LAST2;
    kf last_y = y + TR_SIMPLEX_LAST2;
    return tr_simplex_corner2(g, last_x, last_y);
}

// What brings offsets on the skewed lattice to those from the first corner.
K_FN(kf) tr_simplex_unskew2(kf tx, kf ty)
{
    kf unskew = (tx + ty) * TR_SIMPLEX_G2;
    return unskew;
}

K_FN(kf) tr_simplex_sum2(kf c0, kf c1, kf c2)
{
    kf result = (c0 + c1 + c2) * TR_SIMPLEX_SCALE2;
    return result;
}

// From the words of the lattice points around. `below`: tx > ty.
K_STRUCT_FN(tr_simplex_2d) tr_simplex_of2(tr_axis_words wx, tr_axis_words wy, km below)
{
    ku middle = k_select_u(below, wx.far_word + wy.near_word, wx.near_word + wy.far_word);
    tr_simplex_2d s;
    s.g[0] = tr_hash_gradient2(tr_upper_hash(wx.near_word + wy.near_word));
    s.g[1] = tr_hash_gradient2(tr_upper_hash(middle));
    s.g[2] = tr_hash_gradient2(tr_upper_hash(wx.far_word + wy.far_word));
    s.step_x = k_select(below, k_set(TR_SIMPLEX_STEP2), k_set(TR_SIMPLEX_STAY2));
    s.step_y = k_select(below, k_set(TR_SIMPLEX_STAY2), k_set(TR_SIMPLEX_STEP2));
    return s;
}

// At the offsets on the skewed lattice.
K_FN(kf) tr_simplex_at2(tr_simplex_2d s, kf tx, kf ty)
{
    kf unskew = tr_simplex_unskew2(tx, ty);
    kf x = tx - unskew;
    kf y = ty - unskew;
    kf x1 = x + s.step_x;
    kf y1 = y + s.step_y;
    return tr_simplex_sum2(tr_simplex_corner2(s.g[0], x, y), tr_simplex_corner2(s.g[1], x1, y1),
                           tr_simplex_last2(s.g[2], x, y));
}

K_FN(kf) tr_simplex_words2(tr_axis_words wx, tr_axis_words wy, kf tx, kf ty)
{
    return tr_simplex_at2(tr_simplex_of2(wx, wy, tx > ty), tx, ty);
}

K_FN(kf) tr_simplex_corner3(tr_gradient_3d g, kf x, kf y, kf z)
{
    kf r2 = x * x + y * y + z * z;
    kf corner = tr_simplex_bump(r2) * (g.x * x + g.y * y + g.z * z);
    return corner;
}

K_FN(kf) tr_simplex_last3(tr_gradient_3d g, kf x, kf y, kf z)
{
    kf last_x = x - 0.5f;
    kf last_y = y - 0.5f;
    kf last_z = z - 0.5f;
    return tr_simplex_corner3(g, last_x, last_y, last_z);
}

K_FN(kf) tr_simplex_unskew3(kf tx, kf ty, kf tz)
{
    kf unskew = (tx + ty + tz) * TR_SIMPLEX_G3;
    return unskew;
}

K_FN(kf) tr_simplex_sum3(kf c0, kf c1, kf c2, kf c3)
{
    kf result = (c0 + c1 + c2 + c3) * TR_SIMPLEX_SCALE3;
    return result;
}

// `xy`: tx >= ty, and so on. The second corner steps along the axis of the largest offset, the third not along the
// smallest's.
K_STRUCT_FN(tr_simplex_3d)
tr_simplex_of3(tr_axis_words wx, tr_axis_words wy, tr_axis_words wz, km xy, km xz, km yz)
{
    km max_x = k_both(xy, xz);
    km max_y = k_both(k_not(xy), yz);
    km max_z = k_not(k_either(max_x, max_y));
    km upper_x = k_either(xy, xz);
    km upper_y = k_either(k_not(xy), yz);
    km upper_z = k_not(k_both(xz, yz));
    ku first = k_select_u(max_x, wx.far_word, wx.near_word) + k_select_u(max_y, wy.far_word, wy.near_word) +
               k_select_u(max_z, wz.far_word, wz.near_word);
    ku second = k_select_u(upper_x, wx.far_word, wx.near_word) + k_select_u(upper_y, wy.far_word, wy.near_word) +
                k_select_u(upper_z, wz.far_word, wz.near_word);
    tr_simplex_3d s;
    s.g[0] = tr_hash_gradient3(tr_upper_hash(wx.near_word + wy.near_word + wz.near_word));
    s.g[1] = tr_hash_gradient3(tr_upper_hash(first));
    s.g[2] = tr_hash_gradient3(tr_upper_hash(second));
    s.g[3] = tr_hash_gradient3(tr_upper_hash(wx.far_word + wy.far_word + wz.far_word));
    kf stay1 = k_set(TR_SIMPLEX_STAY3);
    kf step1 = k_set(TR_SIMPLEX_STEP3);
    s.first_x = k_select(max_x, step1, stay1);
    s.first_y = k_select(max_y, step1, stay1);
    s.first_z = k_select(max_z, step1, stay1);
    kf stay2 = k_set(TR_SIMPLEX_SECOND_STAY3);
    kf step2 = k_set(TR_SIMPLEX_SECOND_STEP3);
    s.second_x = k_select(upper_x, step2, stay2);
    s.second_y = k_select(upper_y, step2, stay2);
    s.second_z = k_select(upper_z, step2, stay2);
    return s;
}

K_FN(kf) tr_simplex_at3(tr_simplex_3d s, kf tx, kf ty, kf tz)
{
    kf unskew = tr_simplex_unskew3(tx, ty, tz);
    kf x = tx - unskew;
    kf y = ty - unskew;
    kf z = tz - unskew;
    kf x1 = x + s.first_x;
    kf y1 = y + s.first_y;
    kf z1 = z + s.first_z;
    kf x2 = x + s.second_x;
    kf y2 = y + s.second_y;
    kf z2 = z + s.second_z;
    return tr_simplex_sum3(tr_simplex_corner3(s.g[0], x, y, z), tr_simplex_corner3(s.g[1], x1, y1, z1),
                           tr_simplex_corner3(s.g[2], x2, y2, z2), tr_simplex_last3(s.g[3], x, y, z));
}

K_FN(kf) tr_simplex_words3(tr_axis_words wx, tr_axis_words wy, tr_axis_words wz, kf tx, kf ty, kf tz)
{
    return tr_simplex_at3(tr_simplex_of3(wx, wy, wz, tx >= ty, tx >= tz, ty >= tz), tx, ty, tz);
}

K_FN(kf) tr_simplex2(tr_axis_position x, tr_axis_position y, ui wraps)
{
    return tr_simplex_words2(tr_axis_word_pair(x, TR_AXIS_A0, wraps), tr_axis_word_pair(y, TR_AXIS_A1, wraps), x.t,
                             y.t);
}

K_FN(kf) tr_simplex3(tr_axis_position x, tr_axis_position y, tr_axis_position z, ui wraps)
{
    return tr_simplex_words3(tr_axis_word_pair(x, TR_AXIS_A0, wraps), tr_axis_word_pair(y, TR_AXIS_A1, wraps),
                             tr_axis_word_pair(z, TR_AXIS_A2, wraps), x.t, y.t, z.t);
}

#endif
