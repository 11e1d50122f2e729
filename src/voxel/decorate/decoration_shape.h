// Drawing shapes of blocks into a chunk.
//
// A shape is drawn whole for every chunk that it reaches into; what lies outside is left out. What a block becomes
// where several shapes meet does not depend on the chunk: the higher rank stays, and of one rank the first drawn.
// Shapes are drawn in one order everywhere.
#ifndef TR_VOXEL_DECORATE_DECORATION_SHAPE_H
#define TR_VOXEL_DECORATE_DECORATION_SHAPE_H

#include "voxel/decorate/decorations.h"

// Shapes replace only what has a lower rank: plants give way to leaves, leaves to wood; ground and water stay.
enum { TR_RANK_EMPTY, TR_RANK_SPRITE, TR_RANK_LEAVES, TR_RANK_CUBE, TR_RANK_CLEAR = 3, TR_RANK_LIQUID = 3 };
extern const uint8_t tr_block_ranks[256];

// A chunk with a shape in it. Places are counted in blocks from the first of the chunk.
typedef struct tr_canvas {
    uint8_t *blocks;     // TR_VOXEL_COUNT
    const int32_t *top;  // y of the ground of the chunk's column; x + 32 z
    int32_t base;        // y of the chunk's first block
    int32_t x, y, z;     // of the root
    uint32_t variant;
} tr_canvas;

static inline uint32_t tr_mix32(uint32_t x)
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

// Random numbers of a shape: number `what` of its own.
static inline uint32_t tr_shape_random(uint32_t variant, uint32_t what)
{
    return tr_mix32(variant + what * 0x9e3779b9u);
}

// One of low .. high.
static inline int32_t tr_shape_between(uint32_t variant, uint32_t what, int32_t low, int32_t high)
{
    return low + (int32_t)((uint64_t)tr_shape_random(variant, what) * (uint32_t)(high - low + 1) >> 32);
}

// In [low, high).
static inline float tr_shape_range(uint32_t variant, uint32_t what, float low, float high)
{
    return low + (float)(tr_shape_random(variant, what) >> 8) * 0x1p-24f * (high - low);
}

// Puts a block at (x, y, z) from the root.
static inline void tr_canvas_put(const tr_canvas *canvas, int32_t x, int32_t y, int32_t z, tr_block_kind block)
{
    const int32_t cx = canvas->x + x, cy = canvas->y + y, cz = canvas->z + z;
    if ((uint32_t)(cx | cy | cz) >= TR_VOXEL_SIDE) return;
    uint8_t *const at = &canvas->blocks[cx + TR_VOXEL_SIDE * cz + TR_VOXEL_LAYER * cy];
    if (tr_block_ranks[*at] < tr_block_ranks[block]) *at = (uint8_t)block;
}

// An upright row of blocks from `low` to `high`.
void tr_canvas_post(const tr_canvas *canvas, int32_t x, int32_t low, int32_t high, int32_t z, tr_block_kind block);
// The same from the ground, or from `deepest` where that lies higher, up to `high`; nothing where the ground is above.
void tr_canvas_foot(const tr_canvas *canvas, int32_t x, int32_t deepest, int32_t high, int32_t z, tr_block_kind block);
// A row of blocks from one place to another, each face to face with the next. Starts behind the first place.
void tr_canvas_branch(const tr_canvas *canvas, const int32_t from[3], const int32_t to[3], tr_block_kind block);

// A ragged ellipsoid.
typedef struct tr_lump {
    float x, y, z;     // of its centre, from the root; whole numbers are the middles of blocks
    float rx, ry, rz;  // radii
    float rough;       // 0..1: how much of (distance / radius)^2 is lost at random
    tr_block_kind block;
} tr_lump;

void tr_canvas_lump(const tr_canvas *canvas, const tr_lump *lump);
// A ragged disc of one layer.
void tr_canvas_disc(const tr_canvas *canvas, int32_t x, int32_t y, int32_t z, float radius, float rough,
                    tr_block_kind block);
// Whether a block of the shape is left out, with this chance; a hash of the place from the root.
bool tr_canvas_is_missing(const tr_canvas *canvas, int32_t x, int32_t y, int32_t z, float chance);

// Eight ways on the level, by turns of 45 degrees: even ones along an axis.
extern const int8_t tr_ways[8][2];

// --- The families. `height` is known without a canvas: how many blocks above the root the shape may reach.
#define TR_DECORATION_FAMILY(family)                                    \
    void tr_decoration_draw_##family(const tr_canvas *, uint16_t kind); \
    int32_t tr_decoration_height_##family(uint16_t kind, uint32_t variant);
TR_DECORATION_FAMILY(broadleaf)
TR_DECORATION_FAMILY(conifer)
TR_DECORATION_FAMILY(palm)
TR_DECORATION_FAMILY(deadwood)
TR_DECORATION_FAMILY(boulder)

#endif
