// Value noise: a random number in [-1, 1] per lattice point, interpolated.
//
// In the factorised form a lattice column (all lattice points with the same x next to a row) is one number,
// interpolated along y and z first; a sample lies between two columns. That is the definition of the value,
// so a grid may compute a column once for all samples of a row beside it.
#ifndef TR_NOISE_VALUE_KERNEL_H
#define TR_NOISE_VALUE_KERNEL_H

#include "noise/lattice_kernel.h"

K_FN(kf) tr_value_column1(ku h)
{
    kf column = tr_hash_number(h) * TR_HASH_TO_UNIT;
    return column;
}

// h0 and h1: the hashes at y and y + 1; v: the weight along y.
K_FN(kf) tr_value_column2(ku h0, ku h1, kf v)
{
    kf column = tr_lerp(tr_hash_number(h0), tr_hash_number(h1), v) * TR_HASH_TO_UNIT;
    return column;
}

// hYZ: the hashes at (y, z), (y + 1, z), (y, z + 1), (y + 1, z + 1); v, w: the weights along y and z.
K_FN(kf) tr_value_column3(ku h00, ku h10, ku h01, ku h11, kf v, kf w)
{
    kf near_z = tr_lerp(tr_hash_number(h00), tr_hash_number(h10), v);
    kf far_z = tr_lerp(tr_hash_number(h01), tr_hash_number(h11), v);
    kf column = tr_lerp(near_z, far_z, w) * TR_HASH_TO_UNIT;
    return column;
}

K_FN(kf) tr_value_sample(kf left, kf right, kf u)
{
    return tr_lerp(left, right, u);
}

// From the words of the lattice points around, and the weights of the farther ones along x, y and z.
K_FN(kf) tr_value_words1(tr_axis_words wx, kf u)
{
    kf left = tr_value_column1(tr_upper_hash(wx.near_word));
    kf right = tr_value_column1(tr_upper_hash(wx.far_word));
    return tr_value_sample(left, right, u);
}

K_FN(kf) tr_value_words2(tr_axis_words wx, tr_axis_words wy, kf u, kf v)
{
    kf left =
        tr_value_column2(tr_upper_hash(wx.near_word + wy.near_word), tr_upper_hash(wx.near_word + wy.far_word), v);
    kf right = tr_value_column2(tr_upper_hash(wx.far_word + wy.near_word), tr_upper_hash(wx.far_word + wy.far_word), v);
    return tr_value_sample(left, right, u);
}

K_FN(kf) tr_value_words3(tr_axis_words wx, tr_axis_words wy, tr_axis_words wz, kf u, kf v, kf w)
{
    ku s00 = wy.near_word + wz.near_word;
    ku s10 = wy.far_word + wz.near_word;
    ku s01 = wy.near_word + wz.far_word;
    ku s11 = wy.far_word + wz.far_word;
    kf left = tr_value_column3(tr_upper_hash(wx.near_word + s00), tr_upper_hash(wx.near_word + s10),
                               tr_upper_hash(wx.near_word + s01), tr_upper_hash(wx.near_word + s11), v, w);
    kf right = tr_value_column3(tr_upper_hash(wx.far_word + s00), tr_upper_hash(wx.far_word + s10),
                                tr_upper_hash(wx.far_word + s01), tr_upper_hash(wx.far_word + s11), v, w);
    return tr_value_sample(left, right, u);
}

K_FN(kf) tr_value1(tr_axis_position x, ui wraps, ui fade)
{
    return tr_value_words1(tr_axis_word_pair(x, TR_AXIS_A0, wraps), tr_fade(fade, x.t));
}

K_FN(kf) tr_value2(tr_axis_position x, tr_axis_position y, ui wraps, ui fade)
{
    return tr_value_words2(tr_axis_word_pair(x, TR_AXIS_A0, wraps), tr_axis_word_pair(y, TR_AXIS_A1, wraps),
                           tr_fade(fade, x.t), tr_fade(fade, y.t));
}

K_FN(kf) tr_value3(tr_axis_position x, tr_axis_position y, tr_axis_position z, ui wraps, ui fade)
{
    return tr_value_words3(tr_axis_word_pair(x, TR_AXIS_A0, wraps), tr_axis_word_pair(y, TR_AXIS_A1, wraps),
                           tr_axis_word_pair(z, TR_AXIS_A2, wraps), tr_fade(fade, x.t), tr_fade(fade, y.t),
                           tr_fade(fade, z.t));
}

#endif
