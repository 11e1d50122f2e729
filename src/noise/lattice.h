// Tables of lattice positions: for one octave and one axis, where each sample of a query lies.
//
// The position of sample i is (origin + i * step) * frequency in fixed point with 40 fractional bits, computed
// exactly in 128 bits, so that it depends on the sample's coordinate alone and never loses precision.
#ifndef TR_NOISE_LATTICE_H
#define TR_NOISE_LATTICE_H

#include "noise/program.h"

// Arrays are padded by TR_TABLE_PAD readable elements.
enum { TR_TABLE_PAD = 16 };

typedef struct tr_axis_table {
    int32_t count;
    uint32_t *lo, *high;  // cell of each sample as the kernels take it (lattice_kernel.h)
    float *t;             // offset in the cell, multiples of 2^-24
    float *fade;          // weight of the next lattice point
    // Lattice sources other than simplex, x axis, and only where the samples advance by at most one cell each:
    bool contiguous;
    int32_t *column;  // cell of each sample relative to the first one's
    uint32_t *word;   // axis words of the columns from `columns_before` before the first on
    int32_t columns_before, column_count;
    // Lattice sources other than simplex, y and z axes:
    uint32_t *row_word[3];  // axis words of the cell before, the cell and the cell after
    // Simplex:
    uint32_t *fraction;                                // 30 bits, instead of t
    uint32_t *minor_lo, *minor_high, *minor_fraction;  // the term this axis adds to the others
} tr_axis_table;

// Displacements of a query stay below this many cells, for points and for warps each.
#define TR_MAX_DISPLACEMENT_CELLS 4194304.0

typedef struct tr_octave_tables {
    tr_octave_seed seed;
    int32_t wraps;  // 0 where no position can run over the lower half of its cell (lattice_kernel.h)
    tr_axis_table axis[3];
} tr_octave_tables;

// The tables of every octave of every source of a program for one query, in one block of memory.
typedef struct tr_query_tables {
    tr_octave_tables *octaves;  // source 0's octaves, then source 1's, ...
    int *first_octave;          // per source
    float *(*coordinates);      // per coordinate: its value for each sample along its axis
    void *memory;
} tr_query_tables;

bool tr_query_tables_create(const tr_noise *noise, const tr_noise_query *query, tr_query_tables *out, tr_error *err);
void tr_query_tables_destroy(const tr_noise *noise, tr_query_tables *tables);

#endif
