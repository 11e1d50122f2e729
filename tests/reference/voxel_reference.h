// The preset CLASSIC column by column and chunks block by block, straight from the formulas of docs/voxel.md: what all
// backends must equal bit for bit. Nothing of the room's kernels; elementary functions are those of the library.
#ifndef TR_VOXEL_REFERENCE_H
#define TR_VOXEL_REFERENCE_H

#include "voxel/generate/column.h"

typedef struct ref_classic_surface {
    float height;  // smoothed
    tr_biome biome;
    int32_t top, water;
    tr_block_kind surface, under;
} ref_classic_surface;

// A column of blocks of the preset CLASSIC.
ref_classic_surface ref_classic_surface_at(uint64_t seed, int64_t x, int64_t z);

// The block of ground or water at height y of a cell of a column, for either preset.
tr_block_kind ref_fill_block(const tr_voxel_def *def, const tr_column *column, int32_t cell, int32_t y);

#endif
