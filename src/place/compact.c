#include "place/compact.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "place/compact_isa.h"
#include "place/place_gl.h"

typedef struct compaction_work {
    const tr_ranked_set *set;
    const tr_place_cells *cells;
    const tr_compact_table *table;
    int32_t layer_count;
    int64_t *firsts;  // [row][layer]: the number of the first record
    tr_place_record *records;
} compaction_work;

static bool count_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const compaction_work *compaction = user;
    (void)worker;
    (void)err;
    for (int64_t row = begin; row < end; row++) {
        int32_t *counts = compaction->cells->counts + row * compaction->layer_count;
        memset(counts, 0, (size_t)compaction->layer_count * sizeof *counts);
        compaction->table->count(compaction->cells->layers + row * compaction->cells->columns * TR_PATTERN_SLOTS,
                                 compaction->cells->columns, compaction->layer_count, counts);
    }
    return true;
}

// From the counts of rows to the numbers of their first records.
static void sum_counts(const compaction_work *compaction, tr_placed_set *out)
{
    int64_t next = 0;
    for (int32_t layer = 0; layer <= TR_PLACE_MAX_LAYERS; layer++) {
        out->starts[layer] = next;
        if (layer >= compaction->layer_count) continue;
        for (int64_t row = 0; row < compaction->cells->rows; row++) {
            compaction->firsts[row * compaction->layer_count + layer] = next;
            next += compaction->cells->counts[row * compaction->layer_count + layer];
        }
    }
}

// What all rows of a block have in common.
static tr_compact_row row_in(const compaction_work *compaction, const tr_place_block *block)
{
    const tr_place_cells *cells = compaction->cells;
    const tr_place_scale scale = tr_place_scale_of(compaction->set, &block->height_x, &block->height_z);
    const double max_width = 0.99 * fmin(block->height_x.step, block->height_z.step);
    return (tr_compact_row){
        .pattern = compaction->set->def.pattern,
        .block = block,
        .places = cells->height_places,
        .units_to_samples_x = scale.units_to_samples_x,
        .units_to_samples_z = scale.units_to_samples_z,
        .span_x = tr_block_axis_span(&block->height_x, compaction->set->side * compaction->set->unit),
        .span_z = tr_block_axis_span(&block->height_z, compaction->set->side * compaction->set->unit),
        .is_near = (double)(compaction->set->side * compaction->set->unit) < max_width,
        .leans = compaction->set->leans,
        .steps_per_metre_x = scale.steps_per_rise_x,
        .steps_per_metre_z = scale.steps_per_rise_z,
        .columns = cells->columns,
    };
}

static bool write_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const compaction_work *compaction = user;
    (void)worker;
    (void)err;
    const tr_place_cells *cells = compaction->cells;
    tr_place_record *next[TR_PLACE_MAX_LAYERS], *limits[TR_PLACE_MAX_LAYERS];
    tr_compact_row row = {.block = NULL};
    for (int64_t number = begin; number < end; number++) {
        const tr_place_block *block = &cells->blocks[number / cells->rows_per_block];
        const int64_t first = number * cells->columns;
        if (row.block != block) row = row_in(compaction, block);
        row.place = tr_block_axis_place(&block->height_z, tr_place_row_corner(compaction->set, cells, number));
        row.z = (int32_t)(number * compaction->set->side);
        row.cells = cells->cells + first;
        row.layers = cells->layers + first * TR_PATTERN_SLOTS;
        for (int32_t layer = 0; layer < compaction->layer_count; layer++) {
            next[layer] = compaction->records + compaction->firsts[number * compaction->layer_count + layer];
            limits[layer] = next[layer] + cells->counts[number * compaction->layer_count + layer];
        }
        row.next = next;
        row.limits = limits;
        compaction->table->write(&row);
    }
    return true;
}

static bool compact_on_cpu(const tr_placer *placer, const tr_place_cells *cells, const tr_progress *progress,
                           tr_placed_set *out, tr_error *err)
{
    tr_context *context = placer->context;
    compaction_work compaction = {.set = &placer->sets[cells->set],
                                  .cells = cells,
                                  .table = TR_ISA_PICK(tr_compact_table, tr_context_isa(context)),
                                  .layer_count = placer->sets[cells->set].def.layer_count};
    const int64_t grain = tr_place_rows_per_piece(placer, cells);
    compaction.firsts = tr_spares_take(placer->spares, (size_t)cells->rows * (size_t)compaction.layer_count,
                                       sizeof *compaction.firsts, err);
    if (!compaction.firsts) return false;
    bool ok = cells->are_counted ||
              tr_parallel_for(context, &(tr_range_work){cells->rows, grain, count_rows, &compaction}, NULL, err);
    if (ok) {
        sum_counts(&compaction, out);
        const int64_t total = out->starts[TR_PLACE_MAX_LAYERS];
        if (total > 0) {
            compaction.records = tr_spares_take(placer->spares, (size_t)total, sizeof *compaction.records, err);
            ok = compaction.records &&
                 tr_parallel_for(context, &(tr_range_work){cells->rows, grain, write_rows, &compaction}, progress, err);
            out->records = compaction.records;
        }
    }
    tr_spares_give(placer->spares, compaction.firsts);
    return ok;
}

bool tr_place_compact(const tr_placer *placer, const tr_place_cells *cells, bool to_gl, const tr_progress *progress,
                      tr_placed_set *out, tr_error *err)
{
    const int64_t side = placer->sets[cells->set].side;
    out->frame.origin_x = cells->x * side;
    out->frame.origin_z = cells->z * side;
    if (tr_context_backend(placer->context) == TR_BACKEND_GL && tr_place_gl_can_compact(placer, cells))
        return tr_place_gl_compact(placer, cells, to_gl, out, err);
    return compact_on_cpu(placer, cells, progress, out, err) && (!to_gl || tr_place_gl_upload(placer, out, err));
}
