#include "place/choose.h"

#include <string.h>

#include "base/integers.h"
#include "place/choose_isa.h"
#include "place/place_gl.h"

typedef struct choosing_work {
    const tr_ranked_set *set;
    tr_place_cells *cells;
    const tr_place_block *block;
    int32_t first_row;
    tr_choose_row row;  // what all rows have in common
    const tr_choose_table *table;
} choosing_work;

static bool choose_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const choosing_work *choosing = user;
    const tr_place_cells *cells = choosing->cells;
    tr_choose_row row = choosing->row;
    (void)worker;
    (void)err;
    for (int64_t i = choosing->first_row + begin; i < choosing->first_row + end; i++) {
        const int64_t first = i * cells->columns;
        tr_pattern_row(row.pattern, choosing->set->seed, cells->x, cells->z + i, cells->columns, cells->cells + first);
        row.cells = cells->cells + first;
        row.layers = cells->layers + first * TR_PATTERN_SLOTS;
        row.counts = cells->counts + i * choosing->block->layer_count;
        memset(row.counts, 0, (size_t)choosing->block->layer_count * sizeof *row.counts);
        row.place = tr_block_axis_place(&choosing->block->z, tr_place_row_corner(choosing->set, cells, i));
        row.within.z0 = choosing->row.within.z0 - (int32_t)(i * choosing->set->side);
        row.within.z1 = choosing->row.within.z1 - (int32_t)(i * choosing->set->side);
        choosing->table->row(&row);
    }
    return true;
}

static bool choose_on_cpu(const tr_placer *placer, tr_place_cells *cells, int32_t band, const tr_progress *progress,
                          tr_error *err)
{
    const tr_ranked_set *set = &placer->sets[cells->set];
    const tr_place_block *block = &cells->blocks[band];
    choosing_work choosing = {.set = set,
                              .cells = cells,
                              .block = block,
                              .first_row = band * cells->rows_per_block,
                              .table = TR_ISA_PICK(tr_choose_table, tr_context_isa(placer->context))};
    const tr_place_scale scale = tr_place_scale_of(set, &block->x, &block->z);
    choosing.row = (tr_choose_row){
        .pattern = set->def.pattern,
        .block = block,
        .places = cells->density_places,
        .units_to_samples_x = scale.units_to_samples_x,
        .units_to_samples_z = scale.units_to_samples_z,
        .span_x = tr_block_axis_span(&block->x, set->side * set->unit),
        .span_z = tr_block_axis_span(&block->z, set->side * set->unit),
        .within = tr_place_units_within(set, cells, &cells->within),
        .columns = cells->columns,
    };
    const int64_t rows = tr_min_i64(cells->rows_per_block, cells->rows - choosing.first_row);
    return tr_parallel_for(placer->context,
                           &(tr_range_work){rows, tr_place_rows_per_piece(placer, cells), choose_rows, &choosing},
                           progress, err);
}

static void pick_tiles(const tr_placer *placer, tr_place_cells *cells, int32_t band)
{
    const tr_ranked_set *set = &placer->sets[cells->set];
    const int64_t first = (int64_t)band * cells->rows_per_block;
    const int64_t end = tr_min_i64(first + cells->rows_per_block, cells->rows);
    for (int64_t row = first; row < end; row++)
        tr_pattern_row(set->def.pattern, set->seed, cells->x, cells->z + row, cells->columns,
                       cells->cells + row * cells->columns);
}

bool tr_place_choose(const tr_placer *placer, tr_place_cells *cells, int32_t band, bool stays,
                     const tr_progress *progress, tr_error *err)
{
    const bool on_gl =
        tr_context_backend(placer->context) == TR_BACKEND_GL && tr_place_gl_can_choose(placer, cells, band);
    cells->are_counted &= !on_gl;
    if (!on_gl) return choose_on_cpu(placer, cells, band, progress, err);
    pick_tiles(placer, cells, band);
    return tr_place_gl_choose(placer, cells, band, stays && tr_place_gl_can_compact(placer, cells), err);
}
