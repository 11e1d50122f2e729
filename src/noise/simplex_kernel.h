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

K_FN(kf) tr_simplex_corner2(ku h, kf x, kf y)
{
    tr_gradient_2d g = tr_hash_gradient2(h);
    kf r2 = x * x + y * y;
    kf corner = tr_simplex_bump(r2) * (g.x * x + g.y * y);
    return corner;
}

// From the words of the lattice points around and the offsets on the skewed lattice.
K_FN(kf) tr_simplex_words2(tr_axis_words wx, tr_axis_words wy, kf tx, kf ty)
{
    kf unskew = (tx + ty) * TR_SIMPLEX_G2;
    kf x0 = tx - unskew;
    kf y0 = ty - unskew;
    kf x2 = x0 + TR_SIMPLEX_LAST2;
    kf y2 = y0 + TR_SIMPLEX_LAST2;
    km below = tx > ty;
    ku middle = k_select_u(below, wx.far_word + wy.near_word, wx.near_word + wy.far_word);
    kf x1 = x0 + k_select(below, k_set(TR_SIMPLEX_STEP2), k_set(TR_SIMPLEX_STAY2));
    kf y1 = y0 + k_select(below, k_set(TR_SIMPLEX_STAY2), k_set(TR_SIMPLEX_STEP2));
    kf c0 = tr_simplex_corner2(tr_upper_hash(wx.near_word + wy.near_word), x0, y0);
    kf c1 = tr_simplex_corner2(tr_upper_hash(middle), x1, y1);
    kf c2 = tr_simplex_corner2(tr_upper_hash(wx.far_word + wy.far_word), x2, y2);
    kf result = (c0 + c1 + c2) * TR_SIMPLEX_SCALE2;
    return result;
}

K_FN(kf) tr_simplex_corner3(ku h, kf x, kf y, kf z)
{
    tr_gradient_3d g = tr_hash_gradient3(h);
    kf r2 = x * x + y * y + z * z;
    kf corner = tr_simplex_bump(r2) * (g.x * x + g.y * y + g.z * z);
    return corner;
}

K_FN(kf) tr_simplex_words3(tr_axis_words wx, tr_axis_words wy, tr_axis_words wz, kf tx, kf ty, kf tz)
{
    kf unskew = (tx + ty + tz) * TR_SIMPLEX_G3;
    kf x0 = tx - unskew;
    kf y0 = ty - unskew;
    kf z0 = tz - unskew;
    // The second corner steps along the axis of the largest offset, the third not along the smallest's.
    km xy = tx >= ty;
    km yz = ty >= tz;
    km xz = tx >= tz;
    km largest_x = k_both(xy, xz);
    km largest_y = k_both(k_not(xy), yz);
    km largest_z = k_not(k_either(largest_x, largest_y));
    km upper_x = k_either(xy, xz);
    km upper_y = k_either(k_not(xy), yz);
    km upper_z = k_not(k_both(xz, yz));
    ku hash1 = k_select_u(largest_x, wx.far_word, wx.near_word) + k_select_u(largest_y, wy.far_word, wy.near_word) +
               k_select_u(largest_z, wz.far_word, wz.near_word);
    ku hash2 = k_select_u(upper_x, wx.far_word, wx.near_word) + k_select_u(upper_y, wy.far_word, wy.near_word) +
               k_select_u(upper_z, wz.far_word, wz.near_word);
    kf stay1 = k_set(TR_SIMPLEX_STAY3);
    kf step1 = k_set(TR_SIMPLEX_STEP3);
    kf x1 = x0 + k_select(largest_x, step1, stay1);
    kf y1 = y0 + k_select(largest_y, step1, stay1);
    kf z1 = z0 + k_select(largest_z, step1, stay1);
    kf stay2 = k_set(TR_SIMPLEX_SECOND_STAY3);
    kf step2 = k_set(TR_SIMPLEX_SECOND_STEP3);
    kf x2 = x0 + k_select(upper_x, step2, stay2);
    kf y2 = y0 + k_select(upper_y, step2, stay2);
    kf z2 = z0 + k_select(upper_z, step2, stay2);
    kf x3 = x0 - 0.5f;
    kf y3 = y0 - 0.5f;
    kf z3 = z0 - 0.5f;
    kf c0 = tr_simplex_corner3(tr_upper_hash(wx.near_word + wy.near_word + wz.near_word), x0, y0, z0);
    kf c1 = tr_simplex_corner3(tr_upper_hash(hash1), x1, y1, z1);
    kf c2 = tr_simplex_corner3(tr_upper_hash(hash2), x2, y2, z2);
    kf c3 = tr_simplex_corner3(tr_upper_hash(wx.far_word + wy.far_word + wz.far_word), x3, y3, z3);
    kf result = (c0 + c1 + c2 + c3) * TR_SIMPLEX_SCALE3;
    return result;
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
