// Blocks of ground functions. All samples lie on the lattice of the set's spacing, a power of two, so that a
// candidate's place among them is the same float whatever band it is asked for in.
#include <stdint.h>

#include "base/integers.h"
#include "place/cells.h"

// The words of densities that a band may have, unless a single row of cells has more.
enum { BAND_WORDS = 1 << 22, BAND_SAMPLES = 1 << 20 };
// Samples around the region: a rounded place may be one sample off, and the next one has a part in it.
enum { SAMPLES_BEFORE = 1, SAMPLES_AFTER = 2 };

static int64_t step_of(const tr_ranked_set *set)
{
    return (int64_t)(set->def.spacing_m * TR_PLACE_FINE_PER_METRE);
}

// Samples from `first` on that cover [from, to).
static int64_t cover(int64_t from, int64_t to, int64_t step, int64_t *first)
{
    *first = tr_floor_div(from, step) - SAMPLES_BEFORE;
    return tr_floor_div(to - 1, step) + SAMPLES_AFTER + 1 - *first;
}

bool tr_place_bands_open(const tr_placer *placer, tr_place_cells *cells, tr_error *err)
{
    const tr_ranked_set *set = &placer->sets[cells->set];
    const int64_t step = step_of(set), layers = set->def.layer_count;
    int64_t first_x, first_z;
    const int64_t width = cover(cells->within.x0, cells->within.x1, step, &first_x);
    const int64_t height = cover(cells->within.z0, cells->within.z1, step, &first_z);
    const int64_t row_samples = tr_min_i64(height, set->side * set->unit / step + 4) * width;
    if (width > INT32_MAX / 2 || row_samples > INT32_MAX / layers)
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "%s: a row of cells has %lld samples; allowed are %lld: ask for less at a time, or for a larger "
                       "spacing",
                       set->label, (long long)row_samples, (long long)(INT32_MAX / layers));
    const int64_t max = tr_min_i64(BAND_SAMPLES, BAND_WORDS / layers);
    cells->rows_per_block = (int32_t)tr_max_i64(1, tr_min_i64(cells->rows, max / row_samples));
    cells->block_count = (cells->rows - 1) / cells->rows_per_block + 1;
    cells->blocks = tr_alloc_array(placer->context, (size_t)cells->block_count, sizeof *cells->blocks, err);
    if (!cells->blocks) return false;
    cells->owns_blocks = true;
    for (int32_t band = 0; band < cells->block_count; band++) {
        const int64_t row = (int64_t)band * cells->rows_per_block;
        const int64_t end = tr_min_i64(cells->rows, row + cells->rows_per_block);
        const int64_t rows = cover(tr_max_i64(cells->within.z0, tr_place_row_corner(set, cells, row)),
                                   tr_min_i64(cells->within.z1, tr_place_row_corner(set, cells, end)), step, &first_z);
        const tr_block_axis x = {first_x * step, (double)step, (int32_t)width};
        const tr_block_axis z = {first_z * step, (double)step, (int32_t)rows};
        cells->blocks[band] = (tr_place_block){.x = x, .z = z, .height_x = x, .height_z = z};
        cells->blocks[band].layer_count = (int32_t)layers;
        cells->blocks[band].bound_shift = tr_block_bound_shift(&x, &z, set->side * set->unit);
    }
    return true;
}

bool tr_place_band_fill(const tr_placer *placer, tr_place_cells *cells, int32_t band, tr_error *err)
{
    tr_context *context = placer->context;
    const tr_ranked_set *set = &placer->sets[cells->set];
    const tr_place_ground *ground = &placer->def.ground;
    tr_place_block *block = &cells->blocks[band];
    const int64_t step = step_of(set);
    const tr_sample_area area = {block->x.origin / step, block->z.origin / step, block->x.count, block->z.count,
                                 set->def.spacing_m};
    // One grid for both, as heights are asked for when the densities have been packed.
    tr_grid grid = {NULL, area.width, area.height, block->layer_count, area.width, (int64_t)area.width * area.height};
    grid.samples = tr_spares_take(placer->spares, (size_t)(grid.plane_stride * grid.depth), sizeof *grid.samples, err);
    if (!grid.samples) return false;
    bool ok = ground->densities(ground->user, cells->set, &area, &grid, err) &&
              tr_place_block_pack(context, set->label, &grid, block, err);
    if (ok && cells->wants_heights) {
        grid.depth = 1;
        ok = ground->heights(ground->user, &area, &grid, err) &&
             tr_place_block_pack_heights(context, set->label, &grid, block, err);
    }
    tr_spares_give(placer->spares, grid.samples);
    return ok;
}
