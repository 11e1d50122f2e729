// Blocks as the mesher sees them: a byte whose highest set bit is the shape, so that the shapes of a row are bit masks.
#ifndef TR_VOXEL_MESH_MESH_CODE_H
#define TR_VOXEL_MESH_MESH_CODE_H

#include "terrane/blocks.h"

// Opaque cubes have the highest bit; below that come liquids (two bits of kind, one that says whether the cell is full
// up to the next, three of level), leaves, clear cubes, and what is left but 0 (air) are sprites.
enum {
    TR_CODE_CUBE = 0x80,
    TR_CODE_LIQUID = 0x40,
    TR_CODE_LEAVES = 0x20,
    TR_CODE_CLEAR = 0x10,
    TR_CODE_SPRITE = 0x01,
    TR_CODE_LIQUID_KIND = 0xf0,  // mask: equal for cells of the same liquid
    TR_CODE_LIQUID_FULL = 0x08,
    TR_CODE_LIQUID_LEVEL = 0x07,
    TR_CODE_COUNT = 256
};

typedef struct tr_mesh_codes {
    uint8_t of_kind[TR_BLOCK_KIND_COUNT];
    tr_block block[TR_CODE_COUNT];  // of a code without regard to TR_CODE_LIQUID_FULL
} tr_mesh_codes;

void tr_mesh_codes_make(tr_mesh_codes *out);

static inline uint8_t tr_mesh_code(const tr_mesh_codes *codes, tr_block block)
{
    return (uint8_t)(codes->of_kind[block & TR_BLOCK_KIND_MASK] | block >> TR_BLOCK_LEVEL_SHIFT);
}

static inline bool tr_code_is_liquid(uint8_t code)
{
    return (code & (TR_CODE_CUBE | TR_CODE_LIQUID)) == TR_CODE_LIQUID;
}

// How high a liquid stands in its cell, in eighths.
static inline int tr_code_eighths(uint8_t code)
{
    if (code & TR_CODE_LIQUID_FULL) return 8;
    const int level = code & TR_CODE_LIQUID_LEVEL;
    return level ? level : 7;
}

#endif
