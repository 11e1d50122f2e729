#include "voxel/light/light_cells.h"

#include "base/array.h"

enum { X_MASK = 31, Z_SHIFT = 5, Y_SHIFT = 10 };

void tr_light_cells_destroy(tr_light_cells *cells)
{
    tr_free(cells->context, cells->slots);
}

static int32_t add_slot(tr_light_cells *cells, const tr_voxel_at *at, const tr_light_cell *cell)
{
    tr_light_slot *slots = tr_array_reserve(cells->context, cells->slots, cells->count, &cells->capacity,
                                            sizeof *cells->slots, cells->err);
    if (!slots) {
        cells->failed = true;
        return TR_NO_SLOT;
    }
    cells->slots = slots;
    slots[cells->count] = (tr_light_slot){.at = *at, .cell = *cell};
    for (int face = 0; face < 6; face++) slots[cells->count].neighbours[face] = TR_UNKNOWN_SLOT;
    return cells->count++;
}

static int32_t slot_of(tr_light_cells *cells, const tr_voxel_at *at)
{
    for (int32_t i = 0; i < cells->count; i++) {
        const tr_voxel_at *have = &cells->slots[i].at;
        if (have->x == at->x && have->y == at->y && have->z == at->z) return i;
    }
    tr_light_cell cell;
    if (!cells->field->find(cells->field->user, at, &cell)) return TR_NO_SLOT;
    return add_slot(cells, at, &cell);
}

tr_cell tr_light_cells_find(tr_light_cells *cells, const tr_voxel_at *block)
{
    const tr_voxel_at at = {block->x >> 5, block->y >> 5, block->z >> 5};
    const int place =
        (int)(block->x & X_MASK) | (int)(block->z & X_MASK) << Z_SHIFT | (int)(block->y & X_MASK) << Y_SHIFT;
    return (tr_cell){slot_of(cells, &at), (uint16_t)place};
}

static int32_t neighbour_slot(tr_light_cells *cells, int32_t slot, tr_voxel_face face)
{
    const int32_t known = cells->slots[slot].neighbours[face];
    if (known != TR_UNKNOWN_SLOT) return known;
    const int64_t step = face % 2 ? 1 : -1;
    tr_voxel_at at = cells->slots[slot].at;
    *(face < TR_FACE_DOWN ? &at.x : face < TR_FACE_NORTH ? &at.y : &at.z) += step;
    const int32_t found = slot_of(cells, &at);
    cells->slots[slot].neighbours[face] = found;
    return found;
}

tr_cell tr_light_cells_next(tr_light_cells *cells, tr_cell cell, tr_voxel_face face)
{
    static const int shifts[6] = {0, 0, Y_SHIFT, Y_SHIFT, Z_SHIFT, Z_SHIFT};
    const int shift = shifts[face], along = cell.place >> shift & X_MASK;
    const bool inside = face % 2 ? along < X_MASK : along > 0;
    if (inside)
        return (tr_cell){cell.slot, (uint16_t)(face % 2 ? cell.place + (1 << shift) : cell.place - (1 << shift))};
    const int32_t slot = neighbour_slot(cells, cell.slot, face);
    cells->cut |= slot == TR_NO_SLOT;
    return (tr_cell){slot, (uint16_t)(cell.place ^ X_MASK << shift)};
}

bool tr_light_cells_is_open(const tr_light_cells *cells, tr_cell cell)
{
    return cells->slots[cell.slot].cell.sky->rows[cell.place >> Z_SHIFT & X_MASK] >> (cell.place & X_MASK) & 1;
}

tr_block tr_light_cells_block(const tr_light_cells *cells, tr_cell cell)
{
    return tr_voxel_chunk_block(cells->slots[cell.slot].cell.chunk, cell.place & X_MASK, cell.place >> Y_SHIFT,
                                cell.place >> Z_SHIFT & X_MASK);
}

int tr_light_cells_at(const tr_light_cells *cells, tr_cell cell, int shift)
{
    const tr_voxel_light *light = cells->slots[cell.slot].cell.light;
    return (light->values ? light->values[cell.place] : light->uniform) >> shift & TR_LIGHT_MAX;
}

// The faces of its chunk that a cell lies at.
static unsigned faces_of(int place)
{
    const int x = place & X_MASK, z = place >> Z_SHIFT & X_MASK, y = place >> Y_SHIFT;
    return (unsigned)(x == 0) << TR_FACE_WEST | (unsigned)(x == X_MASK) << TR_FACE_EAST |
           (unsigned)(y == 0) << TR_FACE_DOWN | (unsigned)(y == X_MASK) << TR_FACE_UP |
           (unsigned)(z == 0) << TR_FACE_NORTH | (unsigned)(z == X_MASK) << TR_FACE_SOUTH;
}

void tr_light_cells_set(tr_light_cells *cells, tr_cell cell, int shift, int value)
{
    tr_light_slot *slot = &cells->slots[cell.slot];
    if (!slot->writable && !cells->field->change(cells->field->user, &slot->at, &slot->cell, cells->err)) {
        cells->failed = true;
        return;
    }
    slot->writable = true;
    slot->faces |= faces_of(cell.place);
    tr_light *light = &slot->cell.light->values[cell.place];
    *light = (tr_light)((*light & ~(TR_LIGHT_MAX << shift)) | value << shift);
}
