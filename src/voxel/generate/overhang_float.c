// Ground that would hang in the air (overhang.h).
//
// A piece of at most TR_FLOAT_SIDE blocks along each axis that has a block in a column of chunks lies within
// TR_FLOAT_SIDE - 1 columns of it. So the columns around it, TR_FLOAT_SIDE to each side, decide: what reaches their
// border is larger. Below the bands all is ground, so that what hangs together with the lowest block of a band, or
// lies beside what is below a neighbour's band, is ground.
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/overhang.h"

enum { SIDE = TR_VOXEL_SIDE + 2 * TR_FLOAT_SIDE, CELLS = SIDE * SIDE };

typedef struct float_work {
    int32_t base[CELLS];
    uint64_t solid[CELLS];
    uint64_t held[CELLS];   // hangs together with the ground
    uint64_t loose[CELLS];  // does not, as far as can be seen from here
    uint64_t piece[CELLS];  // of which one piece
    int16_t loose_cells[CELLS], waiting[CELLS], members[CELLS];
    bool is_waiting[CELLS], is_member[CELLS];
    int32_t loose_count;
} float_work;

// What of a mask hangs together with some of its bits.
static uint64_t grow(uint64_t bits, uint64_t mask)
{
    uint64_t up = bits & mask, down = up, up_mask = mask, down_mask = mask;
    for (int step = 1; step < 64; step *= 2) {
        up |= up_mask & up << step;
        up_mask &= up_mask << step;
        down |= down_mask & down >> step;
        down_mask &= down_mask >> step;
    }
    return up | down;
}

// A mask of another column in the bits of a column that begins `higher` blocks above it; what is below it is `below`.
static uint64_t seen_from(uint64_t mask, int32_t higher, bool below)
{
    if (higher >= 64) return 0;
    if (higher >= 0) return mask >> higher;
    if (higher <= -64) return below ? UINT64_MAX : 0;
    return mask << -higher | (below ? (UINT64_C(1) << -higher) - 1 : 0);
}

// The cells beside a cell; returns how many there are.
static int cells_beside(int cell, int out[4])
{
    const int x = cell % SIDE, z = cell / SIDE;
    int count = 0;
    if (x > 0) out[count++] = cell - 1;
    if (x < SIDE - 1) out[count++] = cell + 1;
    if (z > 0) out[count++] = cell - SIDE;
    if (z < SIDE - 1) out[count++] = cell + SIDE;
    return count;
}

// ---------------------------------------------------------------------------------------------------------
// What the ground holds

static void begin(float_work *work, const tr_band_field *field, int32_t x, int32_t z)
{
    work->loose_count = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        const tr_column_band *band =
            &field
                 ->bands[(ptrdiff_t)(z - TR_FLOAT_SIDE + cell / SIDE) * field->width + x - TR_FLOAT_SIDE + cell % SIDE];
        const uint64_t gaps = ~band->solid;
        work->base[cell] = band->base;
        work->solid[cell] = band->solid;
        work->held[cell] = gaps ? (gaps & -gaps) - 1 : UINT64_MAX;
        if (work->held[cell] != band->solid) work->loose_cells[work->loose_count++] = (int16_t)cell;
    }
}

static bool hold(float_work *work, int cell)
{
    const uint64_t before = work->held[cell];
    int beside[4];
    const int count = cells_beside(cell, beside);
    uint64_t bits = before;
    for (int i = 0; i < count; i++)
        bits |= seen_from(work->held[beside[i]], work->base[cell] - work->base[beside[i]], true);
    work->held[cell] = grow(bits, work->solid[cell]);
    return work->held[cell] != before;
}

static void hold_all(float_work *work)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < work->loose_count; i++) changed |= hold(work, work->loose_cells[i]);
        for (int i = work->loose_count; i-- > 0;) changed |= hold(work, work->loose_cells[i]);
    }
    memset(work->loose, 0, sizeof work->loose);
    for (int i = 0; i < work->loose_count; i++) {
        const int cell = work->loose_cells[i];
        work->loose[cell] = work->solid[cell] & ~work->held[cell];
    }
}

// ---------------------------------------------------------------------------------------------------------
// Pieces

typedef struct piece_extent {
    int low[2], high[2];  // of the cells, x and z
    int32_t bottom, top;
    int member_count;
} piece_extent;

static void add_to_piece(float_work *work, int cell, uint64_t bits, piece_extent *extent, int *waiting)
{
    const int at[2] = {cell % SIDE, cell / SIDE};
    for (int axis = 0; axis < 2; axis++) {
        extent->low[axis] = tr_min_i32(extent->low[axis], at[axis]);
        extent->high[axis] = tr_max_i32(extent->high[axis], at[axis]);
    }
    extent->bottom = tr_min_i32(extent->bottom, work->base[cell] + __builtin_ctzll(bits));
    extent->top = tr_max_i32(extent->top, work->base[cell] + 63 - __builtin_clzll(bits));
    work->piece[cell] |= bits;
    work->loose[cell] &= ~bits;
    if (!work->is_member[cell]) work->members[extent->member_count++] = (int16_t)cell;
    if (!work->is_waiting[cell]) work->waiting[(*waiting)++] = (int16_t)cell;
    work->is_member[cell] = work->is_waiting[cell] = true;
}

static piece_extent follow_piece(float_work *work, int cell)
{
    piece_extent extent = {{SIDE, SIDE}, {0, 0}, INT32_MAX, INT32_MIN, 0};
    const uint64_t loose = work->loose[cell];
    int waiting = 0;
    add_to_piece(work, cell, grow(loose & -loose, loose), &extent, &waiting);
    while (waiting > 0) {
        const int from = work->waiting[--waiting];
        work->is_waiting[from] = false;
        int beside[4];
        const int count = cells_beside(from, beside);
        for (int i = 0; i < count; i++) {
            const int to = beside[i];
            const uint64_t seen = seen_from(work->piece[from], work->base[to] - work->base[from], false);
            const uint64_t bits = grow(seen & work->loose[to], work->loose[to]);
            if (bits) add_to_piece(work, to, bits, &extent, &waiting);
        }
    }
    return extent;
}

static bool floats(const piece_extent *extent)
{
    for (int axis = 0; axis < 2; axis++) {
        if (extent->low[axis] == 0 || extent->high[axis] == SIDE - 1) return false;
        if (extent->high[axis] - extent->low[axis] >= TR_FLOAT_SIDE) return false;
    }
    return extent->top - extent->bottom < TR_FLOAT_SIDE;
}

static void take_away(float_work *work, const piece_extent *extent, tr_column_band *out)
{
    const bool away = floats(extent);
    for (int i = 0; i < extent->member_count; i++) {
        const int cell = work->members[i], x = cell % SIDE - TR_FLOAT_SIDE, z = cell / SIDE - TR_FLOAT_SIDE;
        const bool own = x >= 0 && x < TR_VOXEL_SIDE && z >= 0 && z < TR_VOXEL_SIDE;
        if (away && own) out[z * TR_VOXEL_SIDE + x].solid &= ~work->piece[cell];
        work->piece[cell] = 0;
        work->is_member[cell] = false;
    }
}

bool tr_float_remove(tr_context *context, const tr_band_field *field, int32_t x, int32_t z, tr_column_band *out,
                     tr_error *err)
{
    float_work *work = tr_alloc(context, sizeof *work, err);
    if (!work) return false;
    begin(work, field, x, z);
    if (work->loose_count > 0) {
        hold_all(work);
        memset(work->piece, 0, sizeof work->piece);
        memset(work->is_waiting, 0, sizeof work->is_waiting);
        memset(work->is_member, 0, sizeof work->is_member);
        for (int i = 0; i < work->loose_count; i++) {
            const int cell = work->loose_cells[i];
            while (work->loose[cell]) {
                const piece_extent extent = follow_piece(work, cell);
                take_away(work, &extent, out);
            }
        }
    }
    tr_free(context, work);
    return true;
}
