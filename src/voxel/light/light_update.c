// Light that follows edits, by two queues for each channel: what was lit through a changed block goes dark, as far as
// nothing else lights it; then all that is still lit around the dark spreads into it again.
#include <string.h>

#include "base/array.h"
#include "voxel/light/light_cells.h"
#include "voxel/light/light_masks.h"

typedef struct kind_light {
    tr_block_shape shape;
    unsigned glow;  // 0xRGB
} kind_light;

static const kind_light kinds[TR_BLOCK_KIND_COUNT] = {
#define X(id, name, shape, top, side, light) {TR_SHAPE_##shape, light},
    TR_BLOCK_LIST(X)
#undef X
};

typedef struct lit_cell {
    tr_cell cell;
    int32_t level;
} lit_cell;

typedef struct cell_queue {
    lit_cell *cells;
    int32_t head, count, capacity;
} cell_queue;

typedef struct update {
    tr_light_cells cells;
    int shift;  // of the channel
    cell_queue dark, lit;
} update;

static bool is_sky(const update *u)
{
    return u->shift == TR_LIGHT_SKY_SHIFT;
}

static void push(update *u, cell_queue *queue, tr_cell cell, int level)
{
    lit_cell *cells = tr_array_reserve(u->cells.context, queue->cells, queue->count, &queue->capacity,
                                       sizeof *queue->cells, u->cells.err);
    if (!cells) {
        u->cells.failed = true;
        return;
    }
    queue->cells = cells;
    queue->cells[queue->count++] = (lit_cell){cell, level};
}

static bool pop(update *u, cell_queue *queue, lit_cell *out)
{
    if (u->cells.failed || queue->head == queue->count) {
        queue->head = queue->count = 0;
        return false;
    }
    *out = queue->cells[queue->head++];
    return true;
}

static kind_light kind_at(const update *u, tr_cell cell)
{
    return kinds[tr_light_cells_block(&u->cells, cell) & TR_BLOCK_KIND_MASK];
}

// What a cell has by itself: its glow, or the sky where nothing above it is in memory.
static int own_light(update *u, tr_cell cell, kind_light kind)
{
    if (!is_sky(u)) return (int)(kind.glow >> u->shift & TR_LIGHT_MAX);
    const bool highest = cell.place >= TR_VOXEL_COUNT - TR_VOXEL_LAYER;
    if (!highest || !tr_light_falls(kind.shape)) return 0;
    const bool cut = u->cells.cut;
    const tr_cell above = tr_light_cells_next(&u->cells, cell, TR_FACE_UP);
    u->cells.cut = cut;
    return above.slot == TR_NO_SLOT && tr_light_cells_is_open(&u->cells, cell) ? TR_LIGHT_MAX : 0;
}

static void light_up(update *u, tr_cell cell, int level)
{
    if (level <= tr_light_cells_at(&u->cells, cell, u->shift)) return;
    tr_light_cells_set(&u->cells, cell, u->shift, level);
    push(u, &u->lit, cell, level);
}

static void darken(update *u, tr_cell cell, int level)
{
    if (level == 0) return;
    tr_light_cells_set(&u->cells, cell, u->shift, 0);
    push(u, &u->dark, cell, level);
}

// Light that came from a cell that has gone dark goes, too; other light is to spread again.
static void darken_neighbour(update *u, const lit_cell *from, tr_voxel_face face)
{
    const tr_cell cell = tr_light_cells_next(&u->cells, from->cell, face);
    if (cell.slot == TR_NO_SLOT) return;
    const int level = tr_light_cells_at(&u->cells, cell, u->shift);
    if (level == 0) return;
    const bool fell = is_sky(u) && face == TR_FACE_DOWN && from->level == TR_LIGHT_MAX && level == TR_LIGHT_MAX;
    if (level < from->level || fell)
        darken(u, cell, level);
    else
        push(u, &u->lit, cell, level);
}

static void light_neighbour(update *u, const lit_cell *from, tr_voxel_face face)
{
    const tr_cell cell = tr_light_cells_next(&u->cells, from->cell, face);
    if (cell.slot == TR_NO_SLOT) return;
    const bool falls = is_sky(u) && face == TR_FACE_DOWN && from->level == TR_LIGHT_MAX;
    if (tr_light_cells_at(&u->cells, cell, u->shift) >= from->level - !falls) return;
    const kind_light kind = kind_at(u, cell);
    if (!tr_light_passes(kind.shape)) return;
    light_up(u, cell, from->level - !(falls && tr_light_falls(kind.shape)));
}

// What is dark now may glow by itself.
static void darken_all(update *u)
{
    lit_cell from;
    while (pop(u, &u->dark, &from)) {
        for (int face = 0; face < 6; face++) darken_neighbour(u, &from, (tr_voxel_face)face);
        const int own = own_light(u, from.cell, kind_at(u, from.cell));
        if (own > 0) push(u, &u->lit, from.cell, -own);
    }
}

// A negative level is that of a source that has gone dark with others: it is set once nothing else goes dark.
static void light_all(update *u)
{
    lit_cell from;
    while (pop(u, &u->lit, &from)) {
        if (from.level < 0) {
            light_up(u, from.cell, -from.level);
            continue;
        }
        from.level = tr_light_cells_at(&u->cells, from.cell, u->shift);
        if (from.level < 2) continue;
        for (int face = 0; face < 6; face++) light_neighbour(u, &from, (tr_voxel_face)face);
    }
}

static bool matters(const update *u, const tr_light_change *change)
{
    const kind_light before = kinds[change->before & TR_BLOCK_KIND_MASK];
    const kind_light after = kinds[change->after & TR_BLOCK_KIND_MASK];
    if (tr_light_passes(before.shape) != tr_light_passes(after.shape)) return true;
    if (is_sky(u)) return tr_light_falls(before.shape) != tr_light_falls(after.shape);
    return ((before.glow ^ after.glow) >> u->shift & TR_LIGHT_MAX) != 0;
}

static void update_channel(update *u, const tr_light_change *changes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!matters(u, &changes[i])) continue;
        const tr_cell cell = tr_light_cells_find(&u->cells, &changes[i].at);
        u->cells.cut |= cell.slot == TR_NO_SLOT;
        if (cell.slot == TR_NO_SLOT) continue;
        darken(u, cell, tr_light_cells_at(&u->cells, cell, u->shift));
    }
    darken_all(u);
    for (size_t i = 0; i < count && !u->cells.failed; i++) {
        if (!matters(u, &changes[i])) continue;
        const tr_cell cell = tr_light_cells_find(&u->cells, &changes[i].at);
        if (cell.slot == TR_NO_SLOT) continue;
        const kind_light kind = kind_at(u, cell);
        light_up(u, cell, own_light(u, cell, kind));
        for (int face = 0; face < 6 && tr_light_passes(kind.shape); face++) {
            const tr_cell next = tr_light_cells_next(&u->cells, cell, (tr_voxel_face)face);
            if (next.slot != TR_NO_SLOT) push(u, &u->lit, next, tr_light_cells_at(&u->cells, next, u->shift));
        }
    }
    light_all(u);
}

bool tr_light_update(tr_context *context, const tr_light_field *field, const tr_light_change *changes, size_t count,
                     bool *cut, tr_error *err)
{
    update u = {.cells = {.context = context, .field = field, .err = err}};
    for (int shift = 0; shift <= TR_LIGHT_SKY_SHIFT && !u.cells.failed; shift += 4) {
        u.shift = shift;
        update_channel(&u, changes, count);
    }
    *cut = u.cells.cut;
    for (int32_t i = 0; i < u.cells.count && field->changed; i++)
        if (u.cells.slots[i].writable) field->changed(field->user, &u.cells.slots[i].at, u.cells.slots[i].faces);
    tr_light_cells_destroy(&u.cells);
    tr_free(context, u.dark.cells);
    tr_free(context, u.lit.cells);
    return !u.cells.failed;
}
