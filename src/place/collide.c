// Sets against each other: an object whose disc meets one of a larger set loses its place.
//
// Centres are compared in whole 2^-20 m, so the outcome is exact anywhere. Objects of the larger set are settled, and
// those of one set never meet, so every object can be decided by itself, in any order and on any thread.
//
// Work is cut into blocks of cells. The objects of the larger set that can reach a block are sorted into bins about as
// wide as the reach, and each object of the block looks into the few bins around it. Where the cells of the smaller
// discs are much larger than those of the other set (far between, but thin), each object looks into the cells around
// it.
#include <assert.h>
#include <string.h>

#include "base/array.h"
#include "base/integers.h"
#include "place/reach.h"

#ifndef __SIZEOF_INT128__
#error "The compiler has no 128-bit product: write the 64 by 64 bit product for it"
#endif
__extension__ typedef __int128 int128;

enum {
    MAX_BINS = 64,   // of a block along each axis
    BLOCK_CELLS = 8  // of a block along each axis, at most
};

// A set against another one.
typedef struct meeting {
    const tr_placer *placer;
    tr_place_cells *cells;
    const tr_place_cells *others;
    const tr_ranked_set *set, *other;
    int64_t reach;  // centres nearer than this meet
    int128 reach_squared;
    int32_t block_cells;  // along each axis; 0: no blocks
} meeting;

typedef struct disc_centre {
    int64_t x, z;
} disc_centre;

typedef struct found_object {
    disc_centre at;
    int32_t bin;
} found_object;

// The objects of the other set that reach a block, by bin.
typedef struct bin_grid {
    tr_context *context;
    int64_t x0, z0;  // of the first bin
    int shift;       // bins are squares of 2^shift
    int32_t columns, rows;
    found_object *found;
    int32_t count, found_capacity, sorted_capacity;
    disc_centre *sorted;
    int32_t ends[MAX_BINS * MAX_BINS + 1];  // of each bin among `sorted`, from the second entry on
} bin_grid;

// Corner of a cell in 2^-20 m.
static int64_t corner(const tr_ranked_set *set, int64_t cell)
{
    return cell * set->side * set->unit;
}

static int64_t cell_size(const tr_ranked_set *set)
{
    return set->side * set->unit;
}

static const uint32_t *places_of(const tr_ranked_set *set, const tr_place_cells *cells, size_t cell)
{
    return set->def.pattern->places + (size_t)cells->cells[cell].tile * TR_PATTERN_SLOTS;
}

static int64_t place_x(const tr_ranked_set *set, uint32_t place)
{
    return (int64_t)(place & 0xffff) * set->unit;
}

static int64_t place_z(const tr_ranked_set *set, uint32_t place)
{
    return (int64_t)(place >> 16) * set->unit;
}

// Which slots of a cell have a layer, a bit each. NONE alone has the highest bit of its byte.
static uint64_t slots_with_layer(const uint8_t layers[TR_PATTERN_SLOTS])
{
    uint64_t slots = 0;
    for (int i = 0; i < TR_PATTERN_SLOTS; i += 8) {
        uint64_t bytes = 0;
        for (int j = 0; j < 8; j++) bytes |= (uint64_t)layers[i + j] << 8 * j;
        // The product brings bit 7 of each byte to the topmost byte, in order.
        const uint64_t highest = (~bytes & UINT64_C(0x8080808080808080)) >> 7;
        slots |= highest * UINT64_C(0x0102040810204080) >> 56 << i;
    }
    return slots;
}

// Takes the first slot out of a set of them, which is not empty.
static int32_t next_slot(uint64_t *slots)
{
    const int32_t slot = __builtin_ctzll(*slots);
    *slots &= *slots - 1;
    return slot;
}

static bool is_near(const meeting *at, int64_t dx, int64_t dz)
{
    return (int128)dx * dx + (int128)dz * dz < at->reach_squared;
}

// Cells from the first to the last of each axis.
typedef struct cell_range {
    int32_t column0, column1, row0, row1;
} cell_range;

// The cells of the other set with places in `box`.
static cell_range other_cells(const meeting *at, const tr_fine_region *box)
{
    const tr_place_cells *others = at->others;
    const int64_t size = cell_size(at->other);
    return (cell_range){(int32_t)tr_max_i64(tr_floor_div(box->x0, size) - others->x, 0),
                        (int32_t)tr_min_i64(tr_floor_div(box->x1 - 1, size) - others->x, others->columns - 1),
                        (int32_t)tr_max_i64(tr_floor_div(box->z0, size) - others->z, 0),
                        (int32_t)tr_min_i64(tr_floor_div(box->z1 - 1, size) - others->z, others->rows - 1)};
}

// A cell of either set: where it lies and what it holds.
typedef struct cell_view {
    int64_t x0, z0;
    const uint32_t *places;
    uint8_t *layers;
} cell_view;

static cell_view view_cell(const tr_ranked_set *set, const tr_place_cells *cells, int64_t column, int64_t row)
{
    const size_t cell = (size_t)row * (size_t)cells->columns + (size_t)column;
    return (cell_view){corner(set, cells->x + column), corner(set, cells->z + row), places_of(set, cells, cell),
                       cells->layers + cell * TR_PATTERN_SLOTS};
}

static disc_centre centre_of(const tr_ranked_set *set, const cell_view *cell, int32_t slot)
{
    const uint32_t place = cell->places[slot];
    return (disc_centre){cell->x0 + place_x(set, place), cell->z0 + place_z(set, place)};
}

// ---------------------------------------------------------------------------------------------------------
// Bins

// Lays empty bins over a rectangle.
static void lay_bins(bin_grid *bins, const tr_fine_region *box, int64_t reach)
{
    const int64_t width = box->x1 - box->x0 - 1, height = box->z1 - box->z0 - 1;
    bins->x0 = box->x0;
    bins->z0 = box->z0;
    bins->shift = 0;
    while (INT64_C(1) << bins->shift < reach || tr_max_i64(width, height) >> bins->shift >= MAX_BINS) bins->shift++;
    bins->columns = (int32_t)(width >> bins->shift) + 1;
    bins->rows = (int32_t)(height >> bins->shift) + 1;
    bins->count = 0;
}

// Notes an object that was found.
static bool note(bin_grid *bins, const disc_centre *centre, tr_error *err)
{
    found_object *found =
        tr_array_reserve(bins->context, bins->found, bins->count, &bins->found_capacity, sizeof *bins->found, err);
    if (!found) return false;
    const int64_t column = (centre->x - bins->x0) >> bins->shift, row = (centre->z - bins->z0) >> bins->shift;
    bins->found = found;
    found[bins->count++] = (found_object){*centre, (int32_t)row * bins->columns + (int32_t)column};
    return true;
}

// Sorts what was found by bin, by counting.
static bool sort_bins(bin_grid *bins, tr_error *err)
{
    if (bins->sorted_capacity < bins->found_capacity) {
        tr_free(bins->context, bins->sorted);
        bins->sorted_capacity = 0;
        bins->sorted = tr_alloc_array(bins->context, (size_t)bins->found_capacity, sizeof *bins->sorted, err);
        if (!bins->sorted) return false;
        bins->sorted_capacity = bins->found_capacity;
    }
    const int32_t bin_count = bins->columns * bins->rows;
    int32_t *starts = bins->ends + 1;
    memset(bins->ends, 0, ((size_t)bin_count + 1) * sizeof *bins->ends);
    for (int32_t i = 0; i < bins->count; i++) starts[bins->found[i].bin]++;
    int32_t sum = 0;
    for (int32_t i = 0; i < bin_count; i++) {
        const int32_t here = starts[i];
        starts[i] = sum;
        sum += here;
    }
    // Each start moves to its end, which is the start of the next bin.
    for (int32_t i = 0; i < bins->count; i++) bins->sorted[starts[bins->found[i].bin]++] = bins->found[i].at;
    return true;
}

// Notes those objects of a cell of the other set that lie in `box`.
static bool gather_cell(const meeting *at, const cell_view *cell, const tr_fine_region *box, bin_grid *bins,
                        tr_error *err)
{
    for (uint64_t slots = slots_with_layer(cell->layers); slots;) {
        const disc_centre centre = centre_of(at->other, cell, next_slot(&slots));
        if (centre.x < box->x0 || centre.x >= box->x1 || centre.z < box->z0 || centre.z >= box->z1) continue;
        if (!note(bins, &centre, err)) return false;
    }
    return true;
}

// Centres that can be nearer than the reach to one in `box`.
static tr_fine_region within_reach(const meeting *at, const tr_fine_region *box)
{
    const int64_t max = at->reach - 1;
    return (tr_fine_region){box->x0 - max, box->z0 - max, box->x1 + max, box->z1 + max};
}

// The objects of the other set whose discs can reach centres in `box`.
static bool gather(const meeting *at, const tr_fine_region *box, bin_grid *bins, tr_error *err)
{
    const tr_fine_region wide = within_reach(at, box);
    const cell_range range = other_cells(at, &wide);
    lay_bins(bins, &wide, at->reach);
    for (int32_t row = range.row0; row <= range.row1; row++) {
        for (int32_t column = range.column0; column <= range.column1; column++) {
            const cell_view cell = view_cell(at->other, at->others, column, row);
            if (!gather_cell(at, &cell, &wide, bins, err)) return false;
        }
    }
    return bins->count == 0 || sort_bins(bins, err);
}

// Whether an object within the box that the bins were gathered for meets any of them. Bins of a row are neighbours in
// the order, and nothing branches on a distance, because that could not be foretold.
static bool meets(const meeting *at, const bin_grid *bins, const disc_centre *centre)
{
    const int64_t x0 = centre->x - at->reach + 1 - bins->x0, x1 = centre->x + at->reach - 1 - bins->x0;
    const int64_t z0 = centre->z - at->reach + 1 - bins->z0, z1 = centre->z + at->reach - 1 - bins->z0;
    bool met = false;
    for (int64_t row = z0 >> bins->shift; row <= z1 >> bins->shift; row++) {
        const int32_t *ends = bins->ends + row * bins->columns;
        const int32_t end = ends[(x1 >> bins->shift) + 1];
        for (int32_t i = ends[x0 >> bins->shift]; i < end; i++)
            met |= is_near(at, bins->sorted[i].x - centre->x, bins->sorted[i].z - centre->z);
    }
    return met;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks

static void collide_cell(const meeting *at, const cell_view *cell, const bin_grid *bins)
{
    for (uint64_t slots = slots_with_layer(cell->layers); slots;) {
        const int32_t slot = next_slot(&slots);
        const disc_centre centre = centre_of(at->set, cell, slot);
        if (meets(at, bins, &centre)) cell->layers[slot] = TR_PLACE_NONE;
    }
}

static bool collide_block(const meeting *at, int64_t column, int64_t row, bin_grid *bins, tr_error *err)
{
    const tr_place_cells *cells = at->cells;
    const int64_t column1 = tr_min_i64(column + at->block_cells, cells->columns);
    const int64_t row1 = tr_min_i64(row + at->block_cells, cells->rows);
    const tr_fine_region box = {corner(at->set, cells->x + column), corner(at->set, cells->z + row),
                                corner(at->set, cells->x + column1), corner(at->set, cells->z + row1)};
    if (!gather(at, &box, bins, err)) return false;
    if (bins->count == 0) return true;
    for (int64_t z = row; z < row1; z++) {
        for (int64_t x = column; x < column1; x++) {
            const cell_view cell = view_cell(at->set, cells, x, z);
            collide_cell(at, &cell, bins);
        }
    }
    return true;
}

static bool cell_has_one_near(const meeting *at, const cell_view *cell, const disc_centre *centre)
{
    bool met = false;
    for (uint64_t slots = slots_with_layer(cell->layers); slots;) {
        const disc_centre other = centre_of(at->other, cell, next_slot(&slots));
        met |= is_near(at, other.x - centre->x, other.z - centre->z);
    }
    return met;
}

static bool meets_in_cells(const meeting *at, const disc_centre *centre)
{
    const tr_fine_region wide = within_reach(at, &(tr_fine_region){centre->x, centre->z, centre->x + 1, centre->z + 1});
    const cell_range range = other_cells(at, &wide);
    for (int32_t row = range.row0; row <= range.row1; row++) {
        for (int32_t column = range.column0; column <= range.column1; column++) {
            const cell_view cell = view_cell(at->other, at->others, column, row);
            if (cell_has_one_near(at, &cell, centre)) return true;
        }
    }
    return false;
}

static void collide_thin_cell(const meeting *at, const cell_view *cell)
{
    for (uint64_t slots = slots_with_layer(cell->layers); slots;) {
        const int32_t slot = next_slot(&slots);
        const disc_centre centre = centre_of(at->set, cell, slot);
        if (meets_in_cells(at, &centre)) cell->layers[slot] = TR_PLACE_NONE;
    }
}

static bool collide_row(const meeting *at, int64_t row, bin_grid *bins, tr_error *err)
{
    if (at->block_cells > 0) {
        for (int64_t column = 0; column < at->cells->columns; column += at->block_cells) {
            if (!collide_block(at, column, row * at->block_cells, bins, err)) return false;
        }
        return true;
    }
    for (int64_t column = 0; column < at->cells->columns; column++) {
        const cell_view cell = view_cell(at->set, at->cells, column, row);
        collide_thin_cell(at, &cell);
    }
    return true;
}

static bool collide_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    const meeting *at = user;
    bin_grid bins;
    bins.context = at->placer->context;
    bins.found = NULL;
    bins.sorted = NULL;
    bins.found_capacity = bins.sorted_capacity = 0;
    bool ok = true;
    for (int64_t row = begin; ok && row < end; row++) ok = collide_row(at, row, &bins, err);
    tr_free(bins.context, bins.found);
    tr_free(bins.context, bins.sorted);
    return ok;
}

// Blocks about as large as what can reach them from one cell of the other set, so that neither side is looked at many
// times over.
static int32_t choose_block_cells(const meeting *at)
{
    const int64_t own = cell_size(at->set), wide = cell_size(at->other) + 2 * at->reach;
    if (own > 2 * wide) return 0;
    return (int32_t)tr_min_i64(2 * wide / own + 1, BLOCK_CELLS);
}

static bool collide_with(const tr_placer *placer, tr_place_cells *cells, const tr_place_cells *others, tr_error *err)
{
    meeting at = {.placer = placer,
                  .cells = cells,
                  .others = others,
                  .set = &placer->sets[cells->set],
                  .other = &placer->sets[others->set]};
    assert(at.other->rank < at.set->rank);
    at.reach = tr_place_reach(at.set, at.other);
    if (at.reach == 0) return true;
    at.reach_squared = (int128)at.reach * at.reach;
    at.block_cells = choose_block_cells(&at);
    const int64_t rows = at.block_cells > 0 ? (cells->rows + at.block_cells - 1) / at.block_cells : cells->rows;
    return tr_parallel_for(placer->context, &(tr_range_work){rows, 1, collide_rows, &at}, NULL, err);
}

bool tr_place_collide(const tr_placer *placer, tr_place_cells *cells, const tr_place_cells *others, int32_t other_count,
                      tr_error *err)
{
    for (int32_t i = 0; i < other_count; i++) {
        if (!collide_with(placer, cells, &others[i], err)) return false;
    }
    cells->are_counted = false;
    return true;
}
