// Positions on an integer lattice, and the hash of a lattice point.
//
// A position along one axis is a 64-bit cell and the offset inside it, 0 <= t <= 1. The hash of a lattice point is
// built from one word per axis, so that a grid computes those words once per column and row:
//   axis word    a = m(lo * A_axis + high),  high = hi * B + seed_axis,  m(t) = (t ^ t >> 15) * M
//   point hash   h = f(a_x + a_y + a_z),     f(s) = (s ^ s >> 16) * P, then xorshift 15 where low bits are used
// lo and hi are the halves of cell + 2^31. m makes the words of neighbouring cells unrelated; without it the sum
// would repeat along some lattice vector. Each axis has a multiplier of its own, so that no two axes see the same
// sequence.
//
// `wraps` is uniform: 0 promises that lo does not run over in any step or displacement of the query, which is
// known beforehand nearly everywhere (the bias of 2^31 keeps the origin away from such a place).
#ifndef TR_NOISE_LATTICE_KERNEL_H
#define TR_NOISE_LATTICE_KERNEL_H

#include "simd/math_kernel.h"

#define TR_AXIS_A0 0x9e3779b1u
#define TR_AXIS_A1 0x85ebca77u
#define TR_AXIS_A2 0xc2b2ae3du
#define TR_AXIS_B 0x27d4eb2fu
#define TR_AXIS_M 0x7feb352du
#define TR_POINT_M 0x846ca68bu

// A hash read as a signed number spans [-2^31, 2^31]; this brings it to [-1, 1].
#define TR_HASH_TO_UNIT 4.65661287e-10f
#define TR_HASH_SPAN 2147483648.0f

K_STRUCT(tr_axis_position, mu lo; mu high; mf t;)

// The words of a lattice point and of its successor along one axis.
K_STRUCT(tr_axis_words, mu near_word; mu far_word;)

// A displacement in lattice cells, and the sum of two.
K_FN(kf) tr_cells(kf displacement, uf frequency)
{
    kf cells = displacement * frequency;
    return cells;
}

K_FN(kf) tr_add_cells(kf cells, kf displacement, uf frequency)
{
    kf sum = cells + displacement * frequency;
    return sum;
}

// Moves a position by a displacement in lattice cells.
K_STRUCT_FN(tr_axis_position) tr_displace(tr_axis_position p, kf cells, ui wraps)
{
    kf sum = p.t + cells;
    // Less than 2^-40 of a cell is nothing: the powers of such an offset would be denormals.
    kf q = k_select(k_abs(sum) < k_set(9.09494702e-13f), k_set(0.0f), sum);
    kf whole = k_floor(q);
    ki steps = k_trunc(whole);
    tr_axis_position moved;
    moved.lo = p.lo + k_as_uint(steps);
    moved.high = p.high;
    if (wraps != 0) {
        ku up = k_select_u(moved.lo < p.lo, k_set_u(TR_AXIS_B), k_set_u(0u));
        ku down = k_as_uint(steps >> 31) & TR_AXIS_B;
        moved.high = moved.high + up - down;
    }
    kf t = q - whole;
    moved.t = t;
    return moved;
}

K_FN(ku) tr_axis_mix(ku linear)
{
    ku folded = linear ^ (linear >> 15);
    ku word = folded * TR_AXIS_M;
    return word;
}

K_FN(ku) tr_axis_word(ku lo, ku high, uu multiplier)
{
    ku linear = lo * multiplier + high;
    return tr_axis_mix(linear);
}

// The word of the cell `offset` cells further; the offset is small.
K_FN(ku) tr_axis_word_at(tr_axis_position p, ui offset, uu multiplier, ui wraps)
{
    ku lo = p.lo + k_uniform_u(offset);
    ku high = p.high;
    if (wraps != 0 && offset > 0) high = high + k_select_u(lo < p.lo, k_set_u(TR_AXIS_B), k_set_u(0u));
    if (wraps != 0 && offset < 0) high = high - k_select_u(p.lo < lo, k_set_u(TR_AXIS_B), k_set_u(0u));
    return tr_axis_word(lo, high, multiplier);
}

K_STRUCT_FN(tr_axis_words) tr_axis_word_pair(tr_axis_position p, uu multiplier, ui wraps)
{
    ku linear = p.lo * multiplier + p.high;
    ku next = linear + multiplier;
    if (wraps != 0) next = next + k_select_u(p.lo == k_set_u(0xffffffffu), k_set_u(TR_AXIS_B), k_set_u(0u));
    tr_axis_words words;
    words.near_word = tr_axis_mix(linear);
    words.far_word = tr_axis_mix(next);
    return words;
}

// A hash whose upper bits are good and whose lowest few are not.
K_FN(ku) tr_upper_hash(ku word_sum)
{
    ku h = (word_sum ^ (word_sum >> 16)) * TR_POINT_M;
    return h;
}

// A hash whose bits are all good.
K_FN(ku) tr_point_hash(ku word_sum)
{
    ku upper = tr_upper_hash(word_sum);
    ku h = upper ^ (upper >> 15);
    return h;
}

// Bits read as a signed number in [-2^31, 2^31]. At most 24 of them may be in use, so that the conversion is exact:
// how GLSL rounds one that is not is left open.
K_FN(kf) tr_bits_number(ku bits)
{
    return k_float(k_as_int(bits));
}

K_FN(kf) tr_hash_number(ku h)
{
    return tr_bits_number(h & 0xffffff00u);
}

// The interpolation weights of value and gradient noise. Nearest keeps the value of the cell.
#define TR_FADE_NEAREST 0
#define TR_FADE_LINEAR 1
#define TR_FADE_SMOOTHSTEP 2
#define TR_FADE_SMOOTHERSTEP 3

K_FN(kf) tr_fade_smoothstep(kf t)
{
    kf weight = t * t * (3.0f - 2.0f * t);
    return weight;
}

K_FN(kf) tr_fade_smootherstep(kf t)
{
    kf weight = t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
    return weight;
}

// Its derivative, 30 t^2 (1 - t)^2.
K_FN(kf) tr_fade_smootherstep_slope(kf t)
{
    kf s = t * (t - 1.0f);
    kf slope = 30.0f * s * s;
    return slope;
}

K_FN(kf) tr_fade(ui kind, kf t)
{
    if (kind == TR_FADE_NEAREST) return k_set(0.0f);
    if (kind == TR_FADE_LINEAR) return t;
    if (kind == TR_FADE_SMOOTHSTEP) return tr_fade_smoothstep(t);
    return tr_fade_smootherstep(t);
}

#endif
