// A column of chunks: what its blocks follow from, made once and shared by its chunks and, for decorations that reach
// over borders, by those around it. Immutable once it is made.
#ifndef TR_VOXEL_GENERATE_COLUMN_H
#define TR_VOXEL_GENERATE_COLUMN_H

#include "terrane/voxel.h"

enum {
    TR_COLUMN_CELLS = TR_VOXEL_LAYER,  // block columns, x + 32 z
    TR_COLUMN_DRY = -(1 << 24),
    TR_CAVE_LEVELS = 26,
    // How far decorations reach from their root, sideways: less than the side of a chunk, so that only the columns
    // around a chunk matter.
    TR_DECORATION_REACH = 12,
};

// Something that grows or lies on the ground: where it stands and which one it is. What it looks like follows from
// these alone.
typedef struct tr_decoration {
    int32_t x, z;  // in blocks from the column's first
    int32_t y;     // of the lowest block that it puts: the one above the ground
    uint16_t kind;
    uint16_t height;   // blocks above y that it may reach
    uint32_t variant;  // hash of its place
} tr_decoration;

// Ground that is not a single height: of the 64 blocks from `base` up, which are solid. Below all are, above none is.
typedef struct tr_column_band {
    int32_t base;
    uint64_t solid;
} tr_column_band;

// A bridge over a cell: which block its way has, and where; `part` as in tr_ground_span.
typedef struct tr_column_span {
    int32_t y;
    uint8_t part, surface;
    bool pier;
} tr_column_span;

typedef struct tr_column {
    int64_t x, z;                    // of the chunks
    int32_t top[TR_COLUMN_CELLS];    // y of the highest solid block
    int32_t water[TR_COLUMN_CELLS];  // y of the highest block of water; TR_COLUMN_DRY where it is dry
    float height[TR_COLUMN_CELLS];   // of the ground in blocks
    uint8_t biome[TR_COLUMN_CELLS];  // tr_biome
    uint8_t surface[TR_COLUMN_CELLS],
        under[TR_COLUMN_CELLS];            // tr_block_kind of the highest block and of those below it
    uint8_t under_depth[TR_COLUMN_CELLS];  // how many blocks below the highest are `under`; below that is stone
    uint8_t cover[TR_COLUMN_CELLS];        // tr_ground_cover: nothing grows but on bare ground
    uint8_t open[TR_COLUMN_CELLS];         // 1: caves may break through here, and nothing grows
    const tr_column_band *bands;           // TR_COLUMN_CELLS of them; NULL: `top` says it all
    tr_column_span *spans;                 // TR_COLUMN_CELLS of them; NULL: there is no bridge
    int32_t spans_highest;                 // block that those may reach
    // Water in caves: y of the highest of each region, the first being dry ground; which region a cell is of, and up to
    // the water of which stone stays as a wall between regions.
    int32_t cave_levels[TR_CAVE_LEVELS];
    int32_t cave_level_count;  // 1: all is dry
    uint8_t cave_region[TR_COLUMN_CELLS], cave_wall[TR_COLUMN_CELLS];
    int32_t lowest, highest;     // over the cells: of the lowest block that is not plain stone (less the `under`s), of
                                 // the highest block of ground and water
    tr_decoration *decorations;  // rooted in this column, in a fixed order
    int32_t decoration_count;
    int32_t decorated_highest;  // highest block that these may reach; `highest` without any
    size_t bytes;               // of all of this
} tr_column;

#endif
