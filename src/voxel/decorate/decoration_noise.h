// Slow noise over the cells of a column: patches of plants, groves and clearings.
#ifndef TR_VOXEL_DECORATE_DECORATION_NOISE_H
#define TR_VOXEL_DECORATE_DECORATION_NOISE_H

#include "voxel/generate/column.h"

enum { TR_SLOW_CORNERS = 5 };

// Value noise on an absolute lattice of 2^log2 blocks, as much of it as a column of chunks needs.
typedef struct tr_slow_noise {
    int32_t log2;  // 3 or more
    int32_t x, z;  // of the column's first block within its lattice cell
    float corners[TR_SLOW_CORNERS * TR_SLOW_CORNERS];
} tr_slow_noise;

void tr_slow_noise_make(tr_slow_noise *noise, uint64_t seed, uint64_t what, const tr_column *column, int32_t log2);
// In 0..1, for a cell of the column.
float tr_slow_noise_at(const tr_slow_noise *noise, int32_t x, int32_t z);

#endif
