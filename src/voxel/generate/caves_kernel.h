// Where caves are, from five fields that are interpolated between the points of a coarse lattice.
//
// On the sheet where `sheet` is zero lie the lines where one of two others is zero too: tunnels run along these lines,
// and because both kinds of line lie on one sheet they cross and branch. A hall is where a fourth noise is large near
// that sheet, so that tunnels lead into it; it also makes tunnels wider on their way there. `rough` is a random number
// of the lattice point: walls are not smooth.
#ifndef TR_VOXEL_GENERATE_CAVES_KERNEL_H
#define TR_VOXEL_GENERATE_CAVES_KERNEL_H

#include "noise/gradient_kernel.h"

// How flat halls are: their height shrinks with the distance from the sheet.
#define TR_CAVE_HALL_FLATNESS 3.0f

// A lattice point's random number in [-1, 1].
K_FN(kf) tr_cave_rough(ku word_sum)
{
    kf rough = tr_hash_number(tr_upper_hash(word_sum)) * TR_HASH_TO_UNIT;
    return rough;
}

// The square of how far from the line a tunnel reaches, in units of the noises.
K_FN(kf) tr_cave_reach(kf hall, kf rough, uf radius)
{
    kf factor = k_max(1.0f + 0.9f * hall + 0.28f * rough, k_set(0.3f));
    kf reach = radius * factor;
    kf squared = reach * reach;
    return squared;
}

// Positive within halls, on the sheet.
K_FN(kf) tr_cave_chamber(kf hall, kf rough, uf threshold)
{
    kf chamber = hall + 0.035f * rough - threshold;
    return chamber;
}

K_STRUCT(tr_cave_fields, mf sheet; mf line; mf branch; mf reach; mf chamber;)

K_FN(km) tr_cave_is_hall(tr_cave_fields at)
{
    kf apart = at.sheet * at.sheet * TR_CAVE_HALL_FLATNESS;
    km hall = at.chamber > apart;
    return hall;
}

K_FN(km) tr_cave_is_tunnel(tr_cave_fields at)
{
    kf apart = at.sheet * at.sheet + k_min(at.line * at.line, at.branch * at.branch);
    km tunnel = apart < at.reach;
    return tunnel;
}

// The least magnitude between two values, less what interpolation may round.
K_FN(kf) tr_cave_min(kf low, kf high)
{
    kf min_value = k_max(k_max(low, 0.0f - high) - 0.00001f, k_set(0.0f));
    return min_value;
}

#endif
