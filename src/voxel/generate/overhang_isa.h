// Where the ground is solid along columns of blocks: one table per ISA.
#ifndef TR_VOXEL_GENERATE_OVERHANG_ISA_H
#define TR_VOXEL_GENERATE_OVERHANG_ISA_H

#include "base/isa.h"

enum {
    TR_OVERHANG_CELL = 4,                                       // blocks from a point of the noise to the next
    TR_OVERHANG_CELLS = 8,                                      // along a column
    TR_OVERHANG_BLOCKS = TR_OVERHANG_CELL * TR_OVERHANG_CELLS,  // whose solidity is looked at: 32, the bits of a word
};

// A column: the noise at the points above its four corners (TR_OVERHANG_CELLS + 1 each), and where it lies between
// them.
typedef struct tr_overhang_column {
    const float *corner[4];  // north-west, north-east, south-west, south-east
    float east, south;       // 0 .. 1
    float height;            // of the ground above the first block
    float amplitude, max;    // of what moves the surface, and where it is cut
} tr_overhang_column;

typedef struct tr_overhang_table {
    // A bit per block, the lowest first.
    uint32_t (*solid)(const tr_overhang_column *column);
} tr_overhang_table;

TR_ISA_DECLARE(tr_overhang_table, tr_overhang_table);

#endif
