// Carving over tiles of samples: one table per ISA.
#ifndef TR_CARVE_SAMPLE_CARVE_ISA_H
#define TR_CARVE_SAMPLE_CARVE_ISA_H

#include "carve/sample/piece_table.h"
#include "base/isa.h"

// A record and the samples of a tile that its box holds: columns [i0, i1] of rows [j0, j1].
typedef struct tr_carve_entry {
    const struct tr_carve_piece *record;
    const tr_record_place *place;
    int32_t number;  // among all records
    int32_t i0, j0, i1, j1;
    float min_m;  // of an entry that was picked for a block: no sample of it is nearer (carve_block.h)
} tr_carve_entry;

// Where samples of a channel go; NULL: not wanted.
typedef struct tr_carve_plane {
    float *samples;
    int64_t row_stride;
} tr_carve_plane;

// The samples of a tile. What a row or a block needs of `entries` is picked into `row_entries`.
typedef struct tr_carve_tile {
    const tr_piece_index *index;
    int64_t x, z;  // of the first sample, in units
    int64_t step;  // units from sample to sample
    int32_t width, rows;
    const tr_carve_entry *entries;  // in the order of the records
    int32_t entry_count;
    bool every;    // do not leave out what is out of reach
    bool focused;  // samples out of reach of all records of `focus` keep what they have
    const tr_carve_entry *focus;
    int32_t focus_count;
    tr_carve_entry *row_entries;  // space for as many
    tr_carve_plane height, strength, inclination, distance, water;
    int32_t *owner;
    int64_t owner_stride;
    tr_carve_plane ground;  // is carved, when given
    tr_carve_plane edge;    // of tr_carve_table.edges
    float limit_m;
} tr_carve_tile;

typedef struct tr_carve_table {
    // Fills the channels of a tile, or carves its ground. Where no record reaches, channels get what "nothing" is.
    void (*samples)(const tr_carve_tile *tile);
    // Distances to the edges of the entries.
    void (*edges)(const tr_carve_tile *tile);
} tr_carve_table;

TR_ISA_DECLARE(tr_carve_table, tr_carve_table);

// The same samples one by one, with the nearest of 32 straight segments of each curve instead of its nearest point: how
// the source measured others, for the bench.
void tr_carve_samples_iterative(const tr_carve_tile *tile);

#endif
