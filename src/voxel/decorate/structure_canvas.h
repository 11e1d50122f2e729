// Drawing a structure into a chunk: places are counted from the middle of its site, y from its floor (0 is the first
// block above it). Everything is a rule for a single block, so that any chunk may ask for its part alone.
#ifndef TR_VOXEL_DECORATE_STRUCTURE_CANVAS_H
#define TR_VOXEL_DECORATE_STRUCTURE_CANVAS_H

#include "voxel/decorate/decoration_shape.h"
#include "voxel/decorate/structures.h"

typedef struct tr_build {
    uint8_t *blocks;
    int32_t x, y, z;  // of the middle of the site, from the chunk's first block
    int32_t half;
    uint64_t hash;
    tr_block_kind ground, soil;  // the highest block of the site, and those below
    bool is_snowy, is_dry;       // what grows there
} tr_build;

// Puts a block whatever was there.
static inline void tr_build_put(const tr_build *build, int32_t x, int32_t y, int32_t z, tr_block_kind block)
{
    const int32_t cx = build->x + x, cy = build->y + y, cz = build->z + z;
    if ((uint32_t)(cx | cy | cz) >= TR_VOXEL_SIDE) return;
    build->blocks[cx + TR_VOXEL_SIDE * cz + TR_VOXEL_LAYER * cy] = (uint8_t)block;
}

// Puts it where there is no solid ground: foundations.
static inline void tr_build_fill(const tr_build *build, int32_t x, int32_t y, int32_t z, tr_block_kind block)
{
    const int32_t cx = build->x + x, cy = build->y + y, cz = build->z + z;
    if ((uint32_t)(cx | cy | cz) >= TR_VOXEL_SIDE) return;
    uint8_t *const at = &build->blocks[cx + TR_VOXEL_SIDE * cz + TR_VOXEL_LAYER * cy];
    if (tr_block_ranks[*at] < TR_RANK_CUBE || *at == TR_BLOCK_WATER || *at == TR_BLOCK_LAVA) *at = (uint8_t)block;
}

// A random number of a place of the structure.
static inline uint32_t tr_build_hash(const tr_build *build, uint32_t what, int32_t x, int32_t y, int32_t z)
{
    const uint32_t place = (uint32_t)x * 0x9e3779b1u + (uint32_t)y * 0x85ebca77u + (uint32_t)z * 0xc2b2ae3du;
    return tr_mix32(tr_mix32((uint32_t)build->hash + what * 0x27d4eb2fu) ^ place);
}

// Value noise of places on the level, in 0..1, with cells of `size` blocks.
float tr_build_noise(const tr_build *build, uint32_t what, int32_t x, int32_t z, int32_t size);
// Old masonry: bricks, cracked and mossy ones; more moss near the ground.
tr_block_kind tr_build_masonry(const tr_build *build, int32_t x, int32_t y, int32_t z);
// The rectangle of the site that lies in the chunk.
typedef struct tr_build_area {
    int32_t x0, z0, x1, z1;  // inclusive
} tr_build_area;
tr_build_area tr_build_clip(const tr_build *build, int32_t half);
// Makes a cell level: `below` fills it from TR_BUILD_DEEP up, `floor` lies on top, TR_BUILD_CLEAR blocks above are
// free.
void tr_build_level(const tr_build *build, int32_t x, int32_t z, tr_block_kind floor, tr_block_kind below);
// The floor of a cell as the ground around is, with what grows on it.
void tr_build_turf(const tr_build *build, int32_t x, int32_t z);

// How far below and above its floor a structure is cut into the ground.
enum { TR_BUILD_DEEP = 8, TR_BUILD_CLEAR = 8 };

void tr_structure_draw_ruin(const tr_build *build);
void tr_structure_draw_circle(const tr_build *build);
void tr_structure_draw_shrine(const tr_build *build);
void tr_structure_draw_pond(const tr_build *build);

#endif
