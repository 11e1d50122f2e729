// Veins of ore as lists of rows of blocks: some variants of each kind, made once.
#ifndef TR_VOXEL_GENERATE_ORE_SHAPES_H
#define TR_VOXEL_GENERATE_ORE_SHAPES_H

#include "terrane/base.h"

enum {
    TR_ORE_KINDS = 8,
    TR_ORE_VARIANTS_LOG2 = 6,
    TR_ORE_VARIANTS = 1 << TR_ORE_VARIANTS_LOG2,
    TR_ORE_MAX_LENGTH = 11,  // blocks of a vein along an axis, at most
};

// A kind of vein. Depths are shares of the way from sea level down to the bottom of the world: negative ones lie above
// the sea. A kind is as frequent as said at its best depth, and less on the way to both ends.
typedef struct tr_ore_kind {
    uint8_t block;
    bool pocket;  // near the surface only
    float tries;  // of a cell, at the factor 1
    float shallow, best, deep;
    int32_t radius, spread;  // of a ball, and between balls, in sixteenths of a block
} tr_ore_kind;

extern const tr_ore_kind tr_ore_kinds[TR_ORE_KINDS];

// Blocks along x.
typedef struct tr_ore_row {
    uint16_t offset;  // of its first block from the first corner of a vein, in blocks of a chunk: x + 32 z + 1024 y
    uint16_t count;
} tr_ore_row;

typedef struct tr_ore_shape {
    uint32_t first, count;  // of `rows`
    int32_t size[3];        // blocks of the box around it, from its first corner
} tr_ore_shape;

typedef struct tr_ore_shapes {
    tr_ore_shape of[TR_ORE_KINDS][TR_ORE_VARIANTS];
    tr_ore_row rows[];
} tr_ore_shapes;

#endif
