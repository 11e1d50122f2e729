// The cells that an update of light goes through: chunks are looked up once, and know their neighbours.
#ifndef TR_VOXEL_LIGHT_LIGHT_CELLS_H
#define TR_VOXEL_LIGHT_LIGHT_CELLS_H

#include "voxel/light/light.h"

// A cell: the slot of its chunk and its place in it.
typedef struct tr_cell {
    int32_t slot;  // negative: there is none
    uint16_t place;
} tr_cell;

enum { TR_NO_SLOT = -1, TR_UNKNOWN_SLOT = -2 };

typedef struct tr_light_slot {
    tr_voxel_at at;
    tr_light_cell cell;
    int32_t neighbours[6];  // by tr_voxel_face
    unsigned faces;         // at which cells were changed, bits 1 << face
    bool writable;
} tr_light_slot;

typedef struct tr_light_cells {
    tr_context *context;
    const tr_light_field *field;
    tr_light_slot *slots;
    int32_t count, capacity;
    tr_error *err;
    bool failed;  // for want of memory, with `err` set: everything from then on does nothing
    bool cut;     // a neighbour was asked for that is missing
} tr_light_cells;

void tr_light_cells_destroy(tr_light_cells *cells);
// The cell of a block, with slot TR_NO_SLOT where its chunk is missing.
tr_cell tr_light_cells_find(tr_light_cells *cells, const tr_voxel_at *block);
tr_cell tr_light_cells_next(tr_light_cells *cells, tr_cell cell, tr_voxel_face face);
// Whether the column of a cell is open above its chunk; only for cells whose chunk has none above.
bool tr_light_cells_is_open(const tr_light_cells *cells, tr_cell cell);

tr_block tr_light_cells_block(const tr_light_cells *cells, tr_cell cell);
int tr_light_cells_at(const tr_light_cells *cells, tr_cell cell, int shift);
void tr_light_cells_set(tr_light_cells *cells, tr_cell cell, int shift, int value);

#endif
