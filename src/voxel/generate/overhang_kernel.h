// The noise between its points, and whether a block lies below the surface that it moves (overhang.h).
#ifndef TR_VOXEL_GENERATE_OVERHANG_KERNEL_H
#define TR_VOXEL_GENERATE_OVERHANG_KERNEL_H

#include "noise/ops_kernel.h"

// Between the four corners of a cell, at one level.
K_FN(kf) tr_overhang_level(kf nw, kf ne, kf sw, kf se, uf east, uf south)
{
    kf north = nw + (ne - nw) * east;
    kf far_side = sw + (se - sw) * east;
    kf result = north + (far_side - north) * south;
    return result;
}

// `middle` is that of the block above the first, in blocks.
K_FN(km) tr_overhang_solid(kf below, kf above, uf share, kf middle, uf height, uf amplitude, uf max_value)
{
    kf noise = below + (above - below) * share;
    kf moved = tr_clamp(noise * amplitude, k_set(0.0f - max_value), k_set(max_value));
    kf surface = moved + height;
    return middle < surface;
}

#endif
