// Walks a row of samples with the nine heights around each: whole vectors in place, the ragged end through a copy.
#ifndef TR_TERRAIN_WINDOW_ROWS_H
#define TR_TERRAIN_WINDOW_ROWS_H

#include "terrain/derived_kernel.h"

// Three rows of heights; sample i of the output lies at i + 1.
typedef struct tr_window_rows {
    const float *north, *middle, *south;
} tr_window_rows;

static inline __attribute__((always_inline)) tr_window load_window(const tr_window_rows *rows, int32_t i)
{
    return (tr_window){k_load(rows->north + i),  k_load(rows->north + i + 1),  k_load(rows->north + i + 2),
                       k_load(rows->middle + i), k_load(rows->middle + i + 1), k_load(rows->middle + i + 2),
                       k_load(rows->south + i),  k_load(rows->south + i + 1),  k_load(rows->south + i + 2)};
}

// Copies of the last samples, long enough for a vector.
typedef struct tr_window_tail {
    float north[TR_LANES + 2], middle[TR_LANES + 2], south[TR_LANES + 2];
} tr_window_tail;

static inline tr_window_rows tail_of(const tr_window_rows *rows, int32_t i, int32_t width, tr_window_tail *tail)
{
    const size_t bytes = (size_t)(width - i + 2) * sizeof(float);
    memset(tail, 0, sizeof *tail);
    memcpy(tail->north, rows->north + i, bytes);
    memcpy(tail->middle, rows->middle + i, bytes);
    memcpy(tail->south, rows->south + i, bytes);
    return (tr_window_rows){tail->north, tail->middle, tail->south};
}

#endif
