// What the loops over rows of a tile have in common: places of samples from a record, and where results go.
#ifndef TR_CARVE_SAMPLE_CARVE_ROWS_H
#define TR_CARVE_SAMPLE_CARVE_ROWS_H

#include <string.h>

#include "carve/sample/carve_isa.h"
#include "carve/sample/carve_kernel.h"

// A difference of places that is out of any reach anyway may be anything as far away.
static inline int32_t clamped(int64_t units)
{
    const int64_t max = INT64_C(1) << 30;
    return (int32_t)(units > max ? max : units < -max ? -max : units);
}

// The entries that reach into a row.
static inline int32_t pick_row(const tr_carve_tile *tile, int32_t row)
{
    int32_t count = 0;
    for (int32_t k = 0; k < tile->entry_count; k++)
        if (tile->entries[k].j0 <= row && row <= tile->entries[k].j1) tile->row_entries[count++] = tile->entries[k];
    return count;
}

// Samples [begin, end) of a row.
static inline void fill_part(tr_carve_plane plane, int32_t row, int32_t begin, int32_t end, float value)
{
    if (!plane.samples) return;
    float *out = plane.samples + row * plane.row_stride;
    for (int32_t i = begin; i < end; i++) out[i] = value;
}

// What samples are where nothing is carved.
static inline void clear_part(const tr_carve_tile *tile, int32_t row, int32_t begin, int32_t end)
{
    fill_part(tile->height, row, begin, end, 0.0f);
    fill_part(tile->strength, row, begin, end, 0.0f);
    fill_part(tile->inclination, row, begin, end, 0.0f);
    fill_part(tile->distance, row, begin, end, 0.0f);
    fill_part(tile->water, row, begin, end, TR_NO_WATER);
    for (int32_t i = begin; tile->owner && i < end; i++) tile->owner[row * tile->owner_stride + i] = -1;
}

static inline __attribute__((always_inline)) void store(tr_carve_plane plane, int32_t row, int32_t i, int32_t count,
                                                        kf value)
{
    if (!plane.samples) return;
    float *out = plane.samples + row * plane.row_stride + i;
    if (count >= TR_LANES) {
        k_store(out, value);
        return;
    }
    float lanes[TR_LANES];
    k_store(lanes, value);
    memcpy(out, lanes, (size_t)count * sizeof *lanes);
}

static inline __attribute__((always_inline)) void carve_ground(const tr_carve_tile *tile, int32_t row, int32_t i,
                                                               int32_t count, tr_carve_state state)
{
    float lanes[TR_LANES] = {0};
    const float *ground = tile->ground.samples + row * tile->ground.row_stride + i;
    memcpy(lanes, ground, (size_t)(count < TR_LANES ? count : TR_LANES) * sizeof *lanes);
    store(tile->ground, row, i, count, tr_carve_ground(k_load(lanes), state.height, state.strength));
}

// The results of up to TR_LANES samples from `i` on.
static inline __attribute__((always_inline)) void store_state(const tr_carve_tile *tile, int32_t row, int32_t i,
                                                              tr_carve_state state)
{
    const int32_t count = tile->width - i;
    if (tile->ground.samples) carve_ground(tile, row, i, count, state);
    store(tile->height, row, i, count, state.height);
    store(tile->strength, row, i, count, state.strength);
    store(tile->inclination, row, i, count, state.inclination);
    store(tile->distance, row, i, count, state.distance);
    store(tile->water, row, i, count, state.water);
    if (!tile->owner) return;
    uint32_t owners[TR_LANES];
    k_store_u(owners, k_as_uint(state.owner));
    for (int32_t lane = 0; lane < TR_LANES && lane < count; lane++)
        tile->owner[row * tile->owner_stride + i + lane] = (int32_t)owners[lane];
}

#endif
