// A chunk with one layer of cells around it, unpacked for the mesher.
#ifndef TR_VOXEL_MESH_MESH_CELLS_H
#define TR_VOXEL_MESH_MESH_CELLS_H

#include "terrane/voxel.h"
#include "voxel/mesh/mesh_code.h"

enum {
    TR_MESH_CELLS = TR_VOXEL_SIDE + 2,  // of a row: those of the chunk and one of the neighbour on either side
    TR_MESH_ROW = 48,                   // what a row takes; codes behind its cells are 0
    TR_MESH_ROWS = TR_MESH_CELLS * TR_MESH_CELLS,
    TR_MESH_LAYER = TR_MESH_CELLS,  // rows from one y to the next
    TR_FULL_DAYLIGHT = TR_LIGHT_MAX << TR_LIGHT_SKY_SHIFT,
};

// Cell (x, y, z) of the chunk, -1..32 each, is at x + 1 of row tr_mesh_row(y, z); in a word it is bit x + 1.
typedef struct tr_mesh_cells {
    uint8_t codes[TR_MESH_ROWS][TR_MESH_ROW];
    tr_light lights[TR_MESH_ROWS][TR_MESH_ROW];  // only where `shadowed`
    uint64_t opaque[TR_MESH_ROWS];
    uint64_t closing[TR_MESH_ROWS];  // what darkens the corners of faces: opaque cubes and leaves
    uint64_t liquid[TR_MESH_ROWS], sprite[TR_MESH_ROWS];
    uint64_t translucent[TR_MESH_ROWS];  // liquids and clear cubes
    uint64_t unlike_full[TR_MESH_ROWS];  // not opaque, and its light is not full daylight; only where `shadowed`
    uint64_t unlike_dark[TR_MESH_ROWS];  // not opaque, and there is light; only where `shadowed`
    bool shadowed;                       // not all of it lies in full daylight
    uint64_t any_leaves, any_liquid, any_translucent, any_sprite;  // of all rows together
} tr_mesh_cells;

static inline int tr_mesh_row(int y, int z)
{
    return (y + 1) * TR_MESH_LAYER + z + 1;
}

struct tr_mesh_table;

void tr_mesh_cells_read(tr_mesh_cells *cells, const tr_mesh_codes *codes, const struct tr_mesh_table *table,
                        const tr_voxel_around *around);

#endif
