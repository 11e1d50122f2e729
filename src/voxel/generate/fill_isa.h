// Chunks of ground and water: what a chunk needs of its column, and its blocks; one table per ISA.
#ifndef TR_VOXEL_GENERATE_FILL_ISA_H
#define TR_VOXEL_GENERATE_FILL_ISA_H

#include "base/isa.h"
#include "voxel/generate/column.h"

// Whether the highest block of water of a cell is ice.
static inline bool tr_column_is_frozen(const tr_column *column, int32_t cell)
{
    // Not ||: loops over cells are to become vectors.
    return (column->surface[cell] == TR_BLOCK_SNOW) | (column->biome[cell] == TR_BIOME_ICE);
}

// A column seen from a chunk, as bytes (fill_kernel.h). The shader has it as words.
typedef struct tr_fill_plan {
    int8_t top[TR_COLUMN_CELLS], stone[TR_COLUMN_CELLS], water[TR_COLUMN_CELLS], ice[TR_COLUMN_CELLS];
    uint8_t surface[TR_COLUMN_CELLS], under[TR_COLUMN_CELLS];
    uint8_t rock[TR_VOXEL_SIDE];  // by layer
} tr_fill_plan;

typedef struct tr_fill_table {
    // Everything but `rock`. `low` is the y of the chunk's lowest layer.
    void (*plan)(const tr_column *column, int32_t low, tr_fill_plan *out);
    // Returns how many blocks are not air.
    int32_t (*fill)(const tr_fill_plan *plan, uint8_t blocks[TR_VOXEL_COUNT]);
} tr_fill_table;

TR_ISA_DECLARE(tr_fill_table, tr_fill_table);

#endif
