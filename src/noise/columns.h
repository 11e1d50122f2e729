// The lattice columns beside a tile and the lattice rows beside a row of samples: what the two files of the column way
// share (columns_isa.c, cellular_columns_isa.c), compiled once per ISA.
#ifndef TR_NOISE_COLUMNS_H
#define TR_NOISE_COLUMNS_H

#include "noise/source_rows.h"

// The columns beside a tile: index 0 is the column of the tile's first sample, less what comes before it.
typedef struct column_span {
    const tr_axis_table *x;
    const uint32_t *word;
    const int32_t *column;  // per sample of the tile, relative to index 0
    int32_t first, count;
} column_span;

static inline column_span span_columns(const tr_source_task *task, const tr_octave_tables *tables)
{
    const tr_axis_table *x = &tables->axis[0];
    int32_t first = x->column[task->x0], last = x->column[task->x0 + task->width - 1];
    column_span span = {x, x->word + first, x->column + task->x0, first, last - first + 2 + 2 * x->columns_before};
    return span;
}

// What a sample reads of a column array: p[relative], relative in [0, TR_LANES).
#if TR_LANES == 8 && defined(__AVX2__)
static inline kf pick(const float *p, ki relative)
{
    return (kf)_mm256_permutevar8x32_ps(_mm256_loadu_ps(p), (__m256i)relative);
}
#elif TR_LANES == 1
static inline kf pick(const float *p, ki relative)
{
    return p[relative];
}
#else
static inline kf pick(const float *p, ki relative)
{
    if (relative[0] == relative[TR_LANES - 1]) return k_set(p[relative[0]]);
    kf result = {0};
    for (int lane = 0; lane < TR_LANES; lane++) result[lane] = p[relative[lane]];
    return result;
}
#endif

// The row's place along y or z: the words of the lattice points around, the offset and its weight.
typedef struct row_axis {
    uint32_t word[3];  // before, near, far
    float t, fade;
} row_axis;

static inline row_axis row_axis_of(const tr_octave_tables *tables, int axis, int32_t index)
{
    const tr_axis_table *y = &tables->axis[axis];
    row_axis at = {{y->row_word[0][index], y->row_word[1][index], y->row_word[2][index]}, y->t[index], y->fade[index]};
    return at;
}

// The lattice rows whose columns are in the scratch arrays, to know when they must be made again.
typedef struct row_cell {
    bool known;
    uint32_t lo_y, high_y;
} row_cell;

static inline bool enter_cell(row_cell *cell, const tr_octave_tables *tables, int32_t y)
{
    const tr_axis_table *table = &tables->axis[1];
    if (cell->known && cell->lo_y == table->lo[y] && cell->high_y == table->high[y]) return false;
    *cell = (row_cell){.known = true, .lo_y = table->lo[y], .high_y = table->high[y]};
    return true;
}

#endif
