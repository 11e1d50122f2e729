#include "place/compact.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "place/compact_isa.h"
#include "place/place_gl.h"

typedef struct compaction {
    const tr_ranked_set *set;
    const tr_place_cells *cells;
    const tr_compact_table *table;
    int32_t layer_count;
    int64_t *firsts;  // [row][layer]: the number of the first record
    tr_place_record *records;
} compaction;

static bool count_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const compaction *it = user;
    (void)worker;
    (void)err;
    for (int64_t row = begin; row < end; row++) {
        int32_t *counts = it->cells->counts + row * it->layer_count;
        memset(counts, 0, (size_t)it->layer_count * sizeof *counts);
        it->table->count(it->cells->layers + row * it->cells->columns * TR_PATTERN_SLOTS, it->cells->columns,
                         it->layer_count, counts);
    }
    return true;
}

// From the counts of rows to the numbers of their first records.
static void sum_counts(const compaction *it, tr_placed_set *out)
{
    int64_t next = 0;
    for (int32_t layer = 0; layer <= TR_PLACE_MAX_LAYERS; layer++) {
        out->starts[layer] = next;
        if (layer >= it->layer_count) continue;
        for (int64_t row = 0; row < it->cells->rows; row++) {
            it->firsts[row * it->layer_count + layer] = next;
            next += it->cells->counts[row * it->layer_count + layer];
        }
    }
}

// What all rows of a block have in common.
static tr_compact_row row_in(const compaction *it, const tr_place_block *block)
{
    const tr_place_cells *cells = it->cells;
    const tr_place_scale scale = tr_place_scale_of(it->set, &block->height_x, &block->height_z);
    const double widest = 0.99 * fmin(block->height_x.step, block->height_z.step);
    return (tr_compact_row){
        .pattern = it->set->def.pattern,
        .block = block,
        .places = cells->height_places,
        .units_to_samples_x = scale.units_to_samples_x,
        .units_to_samples_z = scale.units_to_samples_z,
        .span_x = tr_block_axis_span(&block->height_x, it->set->side * it->set->unit),
        .span_z = tr_block_axis_span(&block->height_z, it->set->side * it->set->unit),
        .is_near = (double)(it->set->side * it->set->unit) < widest,
        .leans = it->set->leans,
        .steps_per_metre_x = scale.steps_per_rise_x,
        .steps_per_metre_z = scale.steps_per_rise_z,
        .columns = cells->columns,
    };
}

static bool write_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const compaction *it = user;
    (void)worker;
    (void)err;
    const tr_place_cells *cells = it->cells;
    tr_place_record *next[TR_PLACE_MAX_LAYERS], *limits[TR_PLACE_MAX_LAYERS];
    tr_compact_row row = {.block = NULL};
    for (int64_t number = begin; number < end; number++) {
        const tr_place_block *block = &cells->blocks[number / cells->rows_per_block];
        const int64_t first = number * cells->columns;
        if (row.block != block) row = row_in(it, block);
        row.place = tr_block_axis_place(&block->height_z, tr_place_row_corner(it->set, cells, number));
        row.z = (int32_t)(number * it->set->side);
        row.cells = cells->cells + first;
        row.layers = cells->layers + first * TR_PATTERN_SLOTS;
        for (int32_t layer = 0; layer < it->layer_count; layer++) {
            next[layer] = it->records + it->firsts[number * it->layer_count + layer];
            limits[layer] = next[layer] + cells->counts[number * it->layer_count + layer];
        }
        row.next = next;
        row.limits = limits;
        it->table->write(&row);
    }
    return true;
}

static bool compact_on_cpu(const tr_placer *placer, const tr_place_cells *cells, const tr_progress *progress,
                           tr_placed_set *out, tr_error *err)
{
    tr_context *context = placer->context;
    compaction it = {.set = &placer->sets[cells->set],
                     .cells = cells,
                     .table = TR_ISA_PICK(tr_compact_table, tr_context_isa(context)),
                     .layer_count = placer->sets[cells->set].def.layer_count};
    const int64_t grain = tr_place_rows_per_piece(placer, cells);
    it.firsts = tr_spares_take(placer->spares, (size_t)cells->rows * (size_t)it.layer_count, sizeof *it.firsts, err);
    if (!it.firsts) return false;
    bool ok = cells->are_counted || tr_parallel_for(context, cells->rows, grain, count_rows, &it, NULL, err);
    if (ok) {
        sum_counts(&it, out);
        const int64_t total = out->starts[TR_PLACE_MAX_LAYERS];
        if (total > 0) {
            it.records = tr_spares_take(placer->spares, (size_t)total, sizeof *it.records, err);
            ok = it.records && tr_parallel_for(context, cells->rows, grain, write_rows, &it, progress, err);
            out->records = it.records;
        }
    }
    tr_spares_give(placer->spares, it.firsts);
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
