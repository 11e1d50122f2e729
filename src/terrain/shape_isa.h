// The ground over one tile of samples, from the lattice of the large shape to the finished height: one table per ISA.
#ifndef TR_TERRAIN_SHAPE_ISA_H
#define TR_TERRAIN_SHAPE_ISA_H

#include "base/isa.h"
#include "terrain/shape.h"

// Samples of a tile, and the lattice columns beside them at most.
enum { TR_SHAPE_TILE_WIDTH = 256, TR_SHAPE_TILE_ROWS = 32 };

// The points of the gully cells around one cell, kept while samples lie in it.
typedef struct tr_kept_cell {
    bool valid;
    uint32_t x, z;
    float point_x[9], point_z[9];
} tr_kept_cell;

// What a row of samples knows of each lattice column beside it: height, and slope and bend along z.
enum { TR_SHAPE_HEIGHT, TR_SHAPE_SLOPE, TR_SHAPE_BEND, TR_SHAPE_PARTS };

// Working memory of one worker: lattice columns that one row of samples lies beside.
enum { TR_SHAPE_COLUMNS = 4 * TR_SHAPE_TILE_WIDTH + 8, TR_SHAPE_COLUMN_PAD = 16 };
typedef struct tr_shape_scratch {
    float along_z[TR_SHAPE_PARTS][TR_SHAPE_COLUMNS + TR_SHAPE_COLUMN_PAD];
    tr_kept_cell kept[TR_MAX_GULLY_OCTAVES];
    float spline[TR_SHAPE_LAYERS][4 * TR_SHAPE_PARTS][TR_SHAPE_COLUMNS + TR_SHAPE_COLUMN_PAD];
} tr_shape_scratch;

// The samples [x0, x0 + width) of the rows [z0, z0 + rows) of a block.
typedef struct tr_shape_task {
    const tr_shape_block *block;
    int32_t x0, width, z0, rows;
    tr_shape_scratch *scratch;
} tr_shape_task;

typedef struct tr_shape_table {
    void (*run)(const tr_shape_task *task);
} tr_shape_table;

TR_ISA_DECLARE(tr_shape_table, tr_shape_table);

#endif
