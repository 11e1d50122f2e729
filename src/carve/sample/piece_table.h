// The inside of a piece index: runs of records, and the cells that find them.
#ifndef TR_CARVE_SAMPLE_PIECE_TABLE_H
#define TR_CARVE_SAMPLE_PIECE_TABLE_H

#include "carve/sample/path_records.h"

// Records [begin, end) of a path, and the number of the first among all.
typedef struct tr_record_run {
    tr_box box;
    const tr_path_records *path;
    int32_t begin, end;
    int32_t first;
} tr_record_run;

// A cell that runs reach into. Slots with count 0 are free.
typedef struct tr_piece_cell {
    int64_t x, z;
    int32_t start, count;  // in `entries`
} tr_piece_cell;

// Cells are squares of 2^cell_shift units. Only those that are occupied are kept, in a hash table: memory follows the
// number of runs, whatever lies between them.
struct tr_piece_index {
    tr_context *context;
    double scale_m[2];
    float unit_m[2];          // metres per unit
    tr_path_records **paths;  // by priority, then in the order of the paths
    int32_t path_count;
    tr_record_run *runs;  // of all paths in this order
    int32_t run_count;
    int32_t count;  // of records
    tr_box bounds;
    int cell_shift;
    uint32_t slot_mask;
    tr_piece_cell *cells;
    int32_t *entries;
};

// Slot of a cell or of the free place where it would be.
uint32_t tr_piece_cell_slot(const tr_piece_index *index, int64_t x, int64_t z);

// The run of a record by its number among all.
const tr_record_run *tr_record_run_of(const tr_piece_index *index, int32_t number);

// The runs whose boxes meet `box`, in their order.
// @param out  space for as many as tr_piece_index_max() says of a box around this one
// @return how many
int32_t tr_piece_index_list(const tr_piece_index *index, const tr_box *box, int32_t *out);
// How many that can be at most.
int32_t tr_piece_index_max(const tr_piece_index *index, const tr_box *box);

#endif
