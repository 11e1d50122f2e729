#include "place/cells.h"

#include <string.h>

#include "base/integers.h"
#include "gpu/gpu.h"

// ---------------------------------------------------------------------------------------------------------
// Which cells

static int64_t ceil_div(int64_t a, int64_t b)
{
    return -tr_floor_div(-a, b);
}

static bool set_rectangle(const tr_ranked_set *set, tr_place_cells *cells, tr_error *err)
{
    const int64_t side = set->side * set->unit;
    const tr_fine_region *within = &cells->within;
    cells->x = tr_floor_div(within->x0, side);
    cells->z = tr_floor_div(within->z0, side);
    const int64_t columns = tr_floor_div(within->x1 - 1, side) + 1 - cells->x;
    const int64_t rows = tr_floor_div(within->z1 - 1, side) + 1 - cells->z;
    const int64_t max = INT32_MAX / set->side;
    if (columns > max || rows > max)
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "%s: a request of %lld x %lld cells; allowed are %lld along a side, which are %.0f m",
                       set->label, (long long)columns, (long long)rows, (long long)max,
                       (double)max * (double)side / TR_PLACE_FINE_PER_METRE);
    cells->columns = (int32_t)columns;
    cells->rows = (int32_t)rows;
    return true;
}

static bool take_memory(const tr_placer *placer, tr_place_cells *cells, tr_error *err)
{
    const size_t columns = (size_t)cells->columns, count = columns * (size_t)cells->rows;
    const size_t counts = (size_t)cells->rows * (size_t)placer->sets[cells->set].def.layer_count;
    const size_t per_cell = TR_PATTERN_SLOTS + sizeof *cells->cells;
    const size_t per_column = sizeof *cells->density_places + sizeof *cells->height_places;
    // Counted in cells, so that a product that cannot be addressed is noticed.
    const size_t more = (columns * per_column + counts * sizeof *cells->counts) / per_cell + 1;
    uint8_t *memory = tr_spares_take(placer->spares, count + more, per_cell, err);
    if (!memory) return false;
    cells->memory = memory;
    cells->layers = memory;
    cells->cells = (tr_place_cell *)(memory + count * TR_PATTERN_SLOTS);
    cells->density_places = (tr_block_place *)(cells->cells + count);
    cells->height_places = cells->density_places + columns;
    cells->counts = (int32_t *)(cells->height_places + columns);
    return true;
}

static bool set_blocks(const tr_placer *placer, tr_place_cells *cells, tr_error *err)
{
    const tr_ranked_set *set = &placer->sets[cells->set];
    if (!set->block.pairs) return tr_place_bands_open(placer, cells, err);
    cells->blocks = (tr_place_block *)&set->block;
    cells->block_count = 1;
    cells->rows_per_block = cells->rows;
    return true;
}

static void set_places(const tr_ranked_set *set, tr_place_cells *cells)
{
    const tr_place_block *block = &cells->blocks[0];
    for (int32_t column = 0; column < cells->columns; column++) {
        const int64_t corner = (cells->x + column) * set->side * set->unit;
        cells->density_places[column] = tr_block_axis_place(&block->x, corner);
        if (cells->wants_heights) cells->height_places[column] = tr_block_axis_place(&block->height_x, corner);
    }
}

// Kernels find the samples of a cell by a 32-bit number from the first.
static bool check_reach(const tr_ranked_set *set, const tr_place_cells *cells, tr_error *err)
{
    const tr_place_block *block = &cells->blocks[0];
    const double side = (double)set->side * (double)set->unit;
    const double words = (side / block->z.step + 3) * block->x.count * tr_max_i32(2, block->layer_count);
    const double floats =
        cells->wants_heights ? (side / block->height_z.step + 3) * (block->height_x.count + 1.0) * 2 : 0;
    if (words < INT32_MAX && floats < INT32_MAX) return true;
    return tr_fail(err, TR_ERROR_TOO_LARGE,
                   "%s: a row of cells has %.3g densities and %.3g heights; allowed are %d: ask for less at a time, or "
                   "for coarser samples",
                   set->label, words, floats, INT32_MAX);
}

bool tr_place_cells_open(const tr_placer *placer, int32_t set, const tr_fine_region *within, bool wants_heights,
                         tr_place_cells *out, tr_error *err)
{
    const tr_ranked_set *ranked_set = &placer->sets[set];
    *out = (tr_place_cells){.set = set, .within = *within, .wants_heights = wants_heights, .are_counted = true};
    if (!set_rectangle(ranked_set, out, err) || !take_memory(placer, out, err) || !set_blocks(placer, out, err) ||
        !check_reach(ranked_set, out, err))
        return false;
    set_places(ranked_set, out);
    return true;
}

void tr_place_cells_close(const tr_placer *placer, tr_place_cells *cells)
{
    if (cells->owns_blocks) {
        for (int32_t band = 0; band < cells->block_count; band++)
            tr_place_block_destroy(placer->context, &cells->blocks[band]);
        tr_free(placer->context, cells->blocks);
    }
    tr_gpu_request_release(cells->layers_on_device);
    tr_spares_give(placer->spares, cells->memory);
    *cells = (tr_place_cells){.memory = NULL};
}

// ---------------------------------------------------------------------------------------------------------
// Which candidates

tr_unit_region tr_place_units_within(const tr_ranked_set *set, const tr_place_cells *cells,
                                     const tr_fine_region *region)
{
    const int64_t x = cells->x * set->side * set->unit, z = cells->z * set->side * set->unit;
    const int64_t columns = cells->columns * set->side, rows = cells->rows * set->side;
    return (tr_unit_region){
        (int32_t)tr_max_i64(0, tr_min_i64(columns, ceil_div(region->x0 - x, set->unit))),
        (int32_t)tr_max_i64(0, tr_min_i64(rows, ceil_div(region->z0 - z, set->unit))),
        (int32_t)tr_max_i64(0, tr_min_i64(columns, ceil_div(region->x1 - x, set->unit))),
        (int32_t)tr_max_i64(0, tr_min_i64(rows, ceil_div(region->z1 - z, set->unit))),
    };
}

int64_t tr_place_rows_per_piece(const tr_placer *placer, const tr_place_cells *cells)
{
    enum { MIN_CELLS = 256, MAX_CELLS = 4096, PIECES_PER_THREAD = 4 };
    const int64_t pieces = (int64_t)PIECES_PER_THREAD * tr_context_threads(placer->context);
    const int64_t wanted = (int64_t)cells->rows * cells->columns / pieces;
    return tr_max_i64(1, tr_max_i64(MIN_CELLS, tr_min_i64(MAX_CELLS, wanted)) / cells->columns);
}

tr_place_scale tr_place_scale_of(const tr_ranked_set *set, const tr_block_axis *x, const tr_block_axis *z)
{
    const double unit = (double)set->unit, steps = 128.0 * TR_PLACE_FINE_PER_METRE;
    return (tr_place_scale){(float)(unit / x->step), (float)(unit / z->step), (float)(steps / x->step),
                            (float)(steps / z->step)};
}

static void trim_cell(const tr_pattern *pattern, tr_place_cell cell, const tr_unit_region *region, uint8_t *layers)
{
    const uint32_t *places = pattern->places + (size_t)cell.tile * TR_PATTERN_SLOTS;
    for (int slot = 0; slot < TR_PATTERN_SLOTS; slot++) {
        const int32_t x = (int32_t)(places[slot] & 0xffffu), z = (int32_t)(places[slot] >> 16);
        if (x < region->x0 || x >= region->x1 || z < region->z0 || z >= region->z1) layers[slot] = TR_PLACE_NONE;
    }
}

void tr_place_cells_trim(const tr_placer *placer, tr_place_cells *cells, const tr_fine_region *region)
{
    const tr_ranked_set *set = &placer->sets[cells->set];
    const int32_t side = (int32_t)set->side;
    const tr_unit_region all = tr_place_units_within(set, cells, region);
    for (int32_t row = 0; row < cells->rows; row++)
        for (int32_t column = 0; column < cells->columns; column++) {
            const int32_t x = column * side, z = row * side;
            if (x >= all.x0 && x + (side - 1) < all.x1 && z >= all.z0 && z + (side - 1) < all.z1) continue;
            const tr_unit_region own = {all.x0 - x, all.z0 - z, all.x1 - x, all.z1 - z};
            const int64_t number = (int64_t)row * cells->columns + column;
            trim_cell(set->def.pattern, cells->cells[number], &own, cells->layers + number * TR_PATTERN_SLOTS);
        }
    cells->within = *region;
    cells->are_counted = false;
}
