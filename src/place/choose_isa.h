// Layers of the candidates of a row of cells: one table per ISA.
#ifndef TR_PLACE_CHOOSE_ISA_H
#define TR_PLACE_CHOOSE_ISA_H

#include "place/cells.h"
#include "base/isa.h"

typedef struct tr_choose_row {
    const tr_pattern *pattern;
    const tr_place_block *block;
    const tr_block_place *places;  // of the columns
    tr_block_place place;          // of the row
    float units_to_samples_x, units_to_samples_z;
    int32_t span_x, span_z;  // samples from the corner's that a cell may touch
    tr_unit_region within;   // from the corner of the first cell of this row
    const tr_place_cell *cells;
    uint8_t *layers;
    int32_t *counts;  // by layer: how many of the row's candidates it has
    int32_t columns;
} tr_choose_row;

typedef struct tr_choose_table {
    void (*row)(const tr_choose_row *row);
} tr_choose_table;

TR_ISA_DECLARE(tr_choose_table, tr_choose_table);

#endif
