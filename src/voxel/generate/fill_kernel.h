// Which block of ground or water lies at a place of a column of blocks.
#ifndef TR_VOXEL_GENERATE_FILL_KERNEL_H
#define TR_VOXEL_GENERATE_FILL_KERNEL_H

#include "simd/byte_lanes.h"

// tr_block_kind, for GLSL; fill.c checks that they are the same.
#define TR_FILL_AIR 0
#define TR_FILL_ICE 14
#define TR_FILL_WATER 16

// All y are counted from the lowest layer of the chunk; `y` is 0..31, the others -1 (below) .. 32 (above). Solid up to
// `top`, whose block is `surface`; `rock` below `stone`, between them `under`; then water up to `water`, of which the
// block at `ice` is frozen; then air.
K_FN(kb) tr_fill_block(kb y, kb top, kb stone, kb water, kb ice, kb surface, kb under, kb rock)
{
    kb ground = kb_select(kb_less(y, stone), rock, under);
    ground = kb_select(kb_equal(y, top), surface, ground);
    kb wet = kb_select(kb_equal(y, ice), kb_set(TR_FILL_ICE), kb_set(TR_FILL_WATER));
    kb above = kb_select(kb_less(water, y), kb_set(TR_FILL_AIR), wet);
    return kb_select(kb_less(top, y), above, ground);
}

#endif
