// The formulas of placement (docs/place.md): where a candidate lies among samples, the accumulated density there, the
// ground under it.
//
// Densities are integers all the way: samples of 14 bits, weights of 8 bits along each axis, sums of at most 2^30, so
// that nothing is ever rounded but the place of a candidate among the samples, which has its own fixed order of
// operations.
#ifndef TR_PLACE_PLACE_KERNEL_H
#define TR_PLACE_PLACE_KERNEL_H

#include "simd/lanes.h"

// Where candidates lie along an axis: the sample at or before them, counted from the one at or before the corner of the
// cell, and how far they are on the way to the next one, 0..1.
K_STRUCT(tr_place_spot, mi first; mf share;)

// @param units             of the candidate from the corner, 0..65535
// @param offset            of the corner from its sample, 0..1
// @param min_value, max_value  the first and the last sample of the block, counted as `first` is: beyond them the edge
// goes on
K_STRUCT_FN(tr_place_spot) tr_place_along(ki units, uf offset, uf units_to_samples, uf min_value, uf max_value)
{
    kf way = k_float(units) * units_to_samples;
    kf at = way + offset;
    at = k_max(at, k_set(min_value));
    at = k_min(at, k_set(max_value));
    tr_place_spot spot;
    spot.first = k_trunc(at);
    spot.share = at - k_float(spot.first);
    return spot;
}

// The same where `min` and `max` are known not to matter.
K_STRUCT_FN(tr_place_spot) tr_place_along_inside(ki units, uf offset, uf units_to_samples)
{
    kf way = k_float(units) * units_to_samples;
    kf at = way + offset;
    tr_place_spot spot;
    spot.first = k_trunc(at);
    spot.share = at - k_float(spot.first);
    return spot;
}

// The weight of the next sample, 0..255.
K_FN(ki) tr_place_weight(kf share)
{
    kf scaled = share * 256.0f;
    return k_trunc(scaled);
}

// The weights of two samples along an axis, for tr_place_density().
K_FN(ku) tr_place_weights(ki weight)
{
    // Without a sign, as lanes that nobody looks at may hold anything.
    ku next = k_as_uint(weight);
    ku both = (256u - next) | (next << 16);
    return both;
}

// The accumulated density between four samples, 0..TR_PLACE_ONE.
// @param top, bottom  packed words (block.h) of the row at or before the candidate and the next one
// @param weights_x    tr_place_weights() along x
// @param weight_z     tr_place_weight() along z
K_FN(ki) tr_place_density(ku top, ku bottom, ku weights_x, ki weight_z)
{
    // Without a sign, as lanes that nobody looks at may hold anything.
    ku upper = k_as_uint(k_dot_pair(top, weights_x));
    ku lower = k_as_uint(k_dot_pair(bottom, weights_x));
    ku density = upper * 256u + (lower - upper) * k_as_uint(weight_z);
    return k_as_int(density);
}

// Whether a density is above the threshold of a slot plus the jitter of its cell. The jitter is taken off instead,
// because a slot that is not there has the largest threshold of all.
K_FN(km) tr_place_exceeds(ki density, ki threshold, ki jitter)
{
    ki over = density - jitter;
    km result = over > threshold;
    return result;
}

// The ground between four samples: its height and how much it rises from sample to sample.
K_STRUCT(tr_place_relief, mf height; mf rise_x; mf rise_z;)

// @param h00, h10, h01, h11  heights at the sample, the next one along x, the next one along z, and both
K_STRUCT_FN(tr_place_relief) tr_place_relief_at(kf h00, kf h10, kf h01, kf h11, kf share_x, kf share_z)
{
    kf upper_rise = h10 - h00;
    kf lower_rise = h11 - h01;
    kf upper_part = upper_rise * share_x;
    kf lower_part = lower_rise * share_x;
    kf upper = h00 + upper_part;
    kf lower = h01 + lower_part;
    kf rise_z = lower - upper;
    kf down = rise_z * share_z;
    kf twist = lower_rise - upper_rise;
    kf twisted = twist * share_z;
    tr_place_relief relief;
    relief.height = upper + down;
    relief.rise_x = upper_rise + twisted;
    relief.rise_z = rise_z;
    return relief;
}

// A rise in 1/128, as the key of a record has it: ten bits, signed.
// @param steps_per_metre  128 / the distance of samples in metres
K_FN(ku) tr_place_rise(kf rise, uf steps_per_metre)
{
    kf scaled = rise * steps_per_metre;
    scaled = k_min(scaled, k_set(511.0f));
    scaled = k_max(scaled, k_set(-512.0f));
    kf shifted = scaled + 0.5f;
    ki steps = k_trunc(k_floor(shifted));
    ku bits = k_as_uint(steps) & 1023u;
    return bits;
}

// The key of a record (tr_place_record).
K_FN(ku) tr_place_key(ku slot, ku layer, ku rise_x, ku rise_z)
{
    ku key = slot | (layer << 6) | (rise_x << 12) | (rise_z << 22);
    return key;
}

#endif
