// Evaluation of one source over one tile of samples: one table per ISA.
#ifndef TR_NOISE_SOURCE_ISA_H
#define TR_NOISE_SOURCE_ISA_H

#include "noise/lattice.h"
#include "base/isa.h"

// A tile is at most this wide and has at most this many samples: what keeps its rows and columns in cache.
enum { TR_TILE_WIDTH = 512, TR_TILE_SAMPLES = 8192, TR_TILE_COLUMNS = TR_TILE_WIDTH + 32, TR_COLUMN_ARRAYS = 45 };

// Where a run of samples lies along one axis: the words of the lattice points around, the offset and its weight.
enum { TR_RUN = 128 };
typedef struct tr_axis_run {
    uint32_t near_word[TR_RUN], far_word[TR_RUN];
    float t[TR_RUN], fade[TR_RUN];
} tr_axis_run;

// Working memory of one worker.
typedef struct tr_source_scratch {
    tr_axis_run run[3];
    float row[TR_TILE_WIDTH + TR_TABLE_PAD];
    float divisor[TR_TILE_WIDTH + TR_TABLE_PAD];         // DAMPED: of the row
    float carry[TR_TILE_SAMPLES + TR_TABLE_PAD];         // RIDGED
    float slope_sum[2][TR_TILE_SAMPLES + TR_TABLE_PAD];  // DAMPED: along x and y, rows of whole vectors
    float columns[TR_COLUMN_ARRAYS][TR_TILE_COLUMNS];
} tr_source_scratch;

// The samples [x0, x0 + width) of the rows [y0, y0 + rows) at z. Displacements and the output have one row after
// the other at their strides. The tile of a point list is any number of rows; all are at the tables' origin.
typedef struct tr_source_task {
    const tr_source *source;
    const tr_octave_tables *octaves;
    int32_t x0, width, y0, rows, z;
    bool points;
    const float *point[3];         // point lists: displacement in units of the query, NULL where an axis has none
    const float *displacement[3];  // warps: in units of the domain; TR_TABLE_PAD readable floats after each row
    int64_t displacement_stride;
    float *out;
    int64_t out_stride;
    tr_source_scratch *scratch;
} tr_source_task;

typedef struct tr_source_table {
    void (*run)(const tr_source_task *task);
} tr_source_table;

TR_ISA_DECLARE(tr_source_table, tr_source_table);

#endif
