// Values that change slowly: known at every fourth column of blocks, at fixed places of the world, and linear in
// between.
#ifndef TR_VOXEL_GENERATE_COARSE_ROWS_H
#define TR_VOXEL_GENERATE_COARSE_ROWS_H

#include "base/integers.h"
#include "terrane/noise.h"

enum { TR_COARSE_LOG2 = 2, TR_COARSE = 1 << TR_COARSE_LOG2 };

// Columns x .. x + width of the row z. `north` and `south` are the points of the lattice before z and after it, from
// the one before x on. Columns share the points of their cell, so a row is walked cell by cell.
static inline void tr_coarse_row(const float *north, const float *south, int64_t x, int64_t z, int32_t width,
                                 float *out)
{
    const float t = (float)(z & (TR_COARSE - 1)) * (1.0f / TR_COARSE);
    const int32_t phase = (int32_t)(x & (TR_COARSE - 1));
    float west = north[0] + (south[0] - north[0]) * t;
    for (int32_t i = 0, cell = 0; i < width; cell++) {
        const float east = north[cell + 1] + (south[cell + 1] - north[cell + 1]) * t;
        const float rise = (east - west) * (1.0f / TR_COARSE);
        const int32_t first = cell == 0 ? phase : 0, end = tr_min_i32(TR_COARSE, first + width - i);
        if (end - first == TR_COARSE) {
            for (int32_t k = 0; k < TR_COARSE; k++) out[i + k] = west + rise * (float)k;
        } else {
            for (int32_t k = first; k < end; k++) out[i + k - first] = west + rise * (float)k;
        }
        i += end - first;
        west = east;
    }
}

// A noise of two dimensions, in blocks, over a rectangle of columns.
bool tr_coarse_noise(tr_context *context, const tr_noise *noise, uint64_t seed, const tr_region *columns, float *out,
                     tr_error *err);

#endif
