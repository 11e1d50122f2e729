// Records of a row of cells in order: one table per ISA.
#ifndef TR_PLACE_COMPACT_ISA_H
#define TR_PLACE_COMPACT_ISA_H

#include "place/cells.h"
#include "base/isa.h"

typedef struct tr_compact_row {
    const tr_pattern *pattern;
    const tr_place_block *block;
    const tr_block_place *places;  // of the columns among the heights
    tr_block_place place;          // of the row
    float units_to_samples_x, units_to_samples_z;
    int32_t span_x, span_z;                      // samples from the corner's that a cell may touch
    bool is_near;                                // samples are farther apart than a cell is wide
    bool leans;                                  // records have rises
    float steps_per_metre_x, steps_per_metre_z;  // of tr_place_rise()
    int32_t z;                                   // of the row, in units from the first one
    const tr_place_cell *cells;
    const uint8_t *layers;
    int32_t columns;
    tr_place_record **next;          // by layer: where its next record goes; moves on
    tr_place_record *const *limits;  // by layer: where the row's records end
} tr_compact_row;

typedef struct tr_compact_table {
    // Adds how many candidates of `columns` cells have each layer; `counts` has TR_PLACE_MAX_LAYERS.
    void (*count)(const uint8_t *layers, int32_t columns, int32_t layer_count, int32_t *counts);
    void (*write)(const tr_compact_row *row);
} tr_compact_table;

TR_ISA_DECLARE(tr_compact_table, tr_compact_table);

#endif
