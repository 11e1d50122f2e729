// A number for each column of blocks, cheap along a row: dithering.
#ifndef TR_VOXEL_GENERATE_CELL_HASH_H
#define TR_VOXEL_GENERATE_CELL_HASH_H

#include "terrane/base.h"

// What the columns of a row share.
static inline uint64_t tr_row_hash(uint64_t seed, uint64_t what, int64_t z)
{
    return tr_hash_identity(seed, what, 0, 0, z);
}

// The upper half is the better one.
static inline uint64_t tr_cell_hash(uint64_t row_hash, int64_t x)
{
    uint64_t word = row_hash + (uint64_t)x * UINT64_C(0xd1342543de82ef95);
    word = (word ^ (word >> 31)) * UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ (word >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    return word ^ (word >> 32);
}

// 0 <= share < 1, from 16 bits of a hash at `shift`.
static inline float tr_cell_share(uint64_t hash, int shift)
{
    return (float)(int32_t)(hash >> shift & 0xffff) * (1.0f / 65536.0f);
}

#endif
