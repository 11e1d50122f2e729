// Coarser levels: a cell stands for a cube of 2^level blocks.
#ifndef TR_VOXEL_GENERATE_LEVEL_H
#define TR_VOXEL_GENERATE_LEVEL_H

#include "voxel/generate/stages.h"

enum {
    TR_LEVEL_MAX = 8,
    TR_LEVEL_MARGIN = 2,
    TR_LEVEL_WIDE = TR_VOXEL_SIDE + 2 * TR_LEVEL_MARGIN,  // cells of a column with some around
    TR_LEVEL_CELLS = TR_LEVEL_WIDE * TR_LEVEL_WIDE,
};

// What a column of cells is made of. Heights are counted in cells.
typedef struct tr_level_cell {
    int32_t top, water;  // as in tr_column
    uint8_t surface, under, under_depth;
    uint8_t biome;
    bool grows;  // whether woods may stand here
} tr_level_cell;

// Where cell (x, z) of a column is, from one margin before the first on.
static inline int tr_level_index(int x, int z)
{
    return x + TR_LEVEL_MARGIN + TR_LEVEL_WIDE * (z + TR_LEVEL_MARGIN);
}

// The ground of column (x, z) of chunks of a level; the outermost cells lack what
// others around them do to them.
bool tr_level_ground(const tr_voxel_rules *rules, int32_t level, int64_t x, int64_t z,
                     tr_level_cell cells[TR_LEVEL_CELLS], tr_error *err);

// Trees of a column, as cells: what stands in it and how high it may reach.
typedef struct tr_level_woods {
    struct {
        uint8_t leaves;  // TR_BLOCK_AIR: nothing
        uint8_t height;  // cells; 0: the ground itself is green
    } trees[TR_LEVEL_CELLS];
    int32_t highest;  // cells above the ground that any may reach
} tr_level_woods;
void tr_level_woods_make(const tr_voxel_rules *rules, int32_t level, int64_t x, int64_t z,
                         tr_level_cell cells[TR_LEVEL_CELLS], tr_level_woods *out);
void tr_level_woods_put(const tr_level_woods *woods, int32_t level, const tr_level_cell cells[TR_LEVEL_CELLS],
                        int32_t chunk_y, uint8_t blocks[TR_VOXEL_COUNT]);

#endif
