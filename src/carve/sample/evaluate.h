// An evaluation of the samples of an area, by tiles: what both backends do.
#ifndef TR_CARVE_SAMPLE_EVALUATE_H
#define TR_CARVE_SAMPLE_EVALUATE_H

#include "carve/sample/carve_isa.h"

typedef struct tr_evaluation {
    const tr_piece_index *index;
    bool all;                // every record for every sample
    bool exact;              // that is near enough for its place from the record to be an exact float
    bool iterative;          // by segments instead of analytically
    bool edges;              // distances to edges, else carved samples
    unsigned kinds;          // whose records count
    int64_t more_x, more_z;  // units that boxes are grown by
    tr_carve_tile whole;     // the area as one tile; of a list its first
    int32_t tile_width, tile_rows;
    const tr_carve_tile *list;  // tiles that are given instead, or NULL
    int64_t list_count;
    const tr_carve_entry *focus;  // the tiles of a list are focused on these (samples are 0); NULL: they are not
    int32_t focus_count;
} tr_evaluation;

int64_t tr_evaluation_tile_count(const tr_evaluation *evaluation);
// How many samples there are.
int64_t tr_evaluation_sample_count(const tr_evaluation *evaluation);
// A tile by its number, with no entries yet.
tr_carve_tile tr_evaluation_tile(const tr_evaluation *evaluation, int64_t number);
// The records that reach into a tile, with their samples.
// @param numbers  space for tr_evaluation_max()
// @param out      space for TR_RUN_RECORDS times as many
int32_t tr_evaluation_entries(const tr_evaluation *evaluation, const tr_carve_tile *tile, int32_t *numbers,
                              tr_carve_entry *out);

// The records of the focus that reach into a tile.
int32_t tr_evaluation_focus(const tr_evaluation *evaluation, const tr_carve_tile *tile, tr_carve_entry *out);

// How many runs of records a tile can meet at most. Small areas are asked for often: their memory must not follow the
// number of all records.
int32_t tr_evaluation_max(const tr_evaluation *evaluation);

// Tiles with their places, sizes and planes, at most TR_CARVE_GL_TILE samples along each axis and all of one step.
// @param focus  when not NULL, samples out of reach of all these records may keep what they have: elsewhere nothing has
// changed
bool tr_piece_index_evaluate_tiles(const tr_piece_index *index, tr_piece_search search, const tr_carve_tile *tiles,
                                   int64_t tile_count, const tr_carve_entry *focus, int32_t focus_count, tr_error *err);

// Whether the device of a context with the GL backend can do it.
bool tr_evaluation_fits_gl(const tr_evaluation *evaluation);
// Sets the size of tiles as well.
bool tr_evaluation_run_gl(tr_evaluation *evaluation, const tr_progress *progress, tr_error *err);

#endif
