// Samples of an area by tiles, each by one worker (piece_index.h), or on the GL backend (evaluate_gl.c).
#include "carve/sample/evaluate.h"

#include <assert.h>
#include <math.h>

#include "base/area.h"

enum { TILE_WIDTH = 128, TILE_ROWS = 32 };

typedef struct cpu_run {
    const tr_evaluation *evaluation;
    void (*run)(const tr_carve_tile *tile);
    int64_t max;              // runs that a tile can meet
    int32_t *numbers;         // per worker, `max` each
    tr_carve_entry *entries;  // per worker twice as many records, and the focus
} cpu_run;

static int64_t entry_space(const cpu_run *cpu)
{
    return 2 * TR_RUN_RECORDS * cpu->max + cpu->evaluation->focus_count;
}

static bool run_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const cpu_run *cpu = user;
    const int64_t count = TR_RUN_RECORDS * cpu->max;
    tr_carve_entry *entries = cpu->entries + entry_space(cpu) * worker, *focus = entries + 2 * count;
    (void)err;
    for (int64_t number = begin; number < end; number++) {
        tr_carve_tile tile = tr_evaluation_tile(cpu->evaluation, number);
        tile.focused = cpu->evaluation->focus != NULL;
        tile.focus = focus;
        tile.focus_count = tr_evaluation_focus(cpu->evaluation, &tile, focus);
        if (tile.focused && tile.focus_count == 0) continue;
        tile.entry_count = tr_evaluation_entries(cpu->evaluation, &tile, cpu->numbers + cpu->max * worker, entries);
        tile.entries = entries;
        tile.row_entries = entries + count;
        cpu->run(&tile);
    }
    return true;
}

static bool run_cpu(tr_evaluation *evaluation, void (*run)(const tr_carve_tile *tile), const tr_progress *progress,
                    tr_error *err)
{
    tr_context *context = evaluation->index->context;
    cpu_run cpu = {.evaluation = evaluation, .run = run, .max = tr_evaluation_max(evaluation)};
    evaluation->tile_width = TILE_WIDTH;
    evaluation->tile_rows = TILE_ROWS;
    const int64_t grain = 4, tiles = tr_evaluation_tile_count(evaluation);
    // One piece of work is the caller's own.
    const int workers = tiles > grain ? tr_context_threads(context) : 1;
    cpu.numbers = tr_alloc_array(context, (size_t)(workers * cpu.max), sizeof *cpu.numbers, err);
    if (cpu.numbers)
        cpu.entries = tr_alloc_array(context, (size_t)(workers * entry_space(&cpu)), sizeof *cpu.entries, err);
    const bool ok =
        cpu.entries && tr_parallel_for(context, &(tr_range_work){tiles, grain, run_tiles, &cpu}, progress, err);
    tr_free(context, cpu.entries);
    tr_free(context, cpu.numbers);
    return ok;
}

static bool set_area(tr_evaluation *evaluation, const tr_sample_area *area, tr_error *err)
{
    if (!tr_sample_area_check(area, err)) return false;
    const int64_t step = tr_area_units(area);
    evaluation->whole.index = evaluation->index;
    evaluation->whole.x = area->x * step;
    evaluation->whole.z = area->z * step;
    evaluation->whole.step = step;
    evaluation->whole.width = area->width;
    evaluation->whole.rows = area->height;
    evaluation->whole.owner_stride = area->width;
    evaluation->whole.every = evaluation->all;
    return true;
}

// By the backend of the context.
static bool run_backend(tr_evaluation *evaluation, const tr_progress *progress, tr_error *err)
{
    tr_context *context = evaluation->index->context;
    if (evaluation->iterative) return run_cpu(evaluation, tr_carve_samples_iterative, progress, err);
    if (tr_context_backend(context) == TR_BACKEND_GL && tr_evaluation_fits_gl(evaluation))
        return tr_evaluation_run_gl(evaluation, progress, err);
    const tr_carve_table *table = TR_ISA_PICK(tr_carve_table, tr_context_isa(context));
    return run_cpu(evaluation, evaluation->edges ? table->edges : table->samples, progress, err);
}

static bool run(tr_evaluation *evaluation, const tr_sample_area *area, const tr_progress *progress, tr_error *err)
{
    return set_area(evaluation, area, err) && run_backend(evaluation, progress, err);
}

bool tr_piece_index_evaluate_tiles(const tr_piece_index *index, tr_piece_search search, const tr_carve_tile *tiles,
                                   int64_t tile_count, const tr_carve_entry *focus, int32_t focus_count, tr_error *err)
{
    if (tile_count == 0) return true;
    tr_evaluation evaluation = {.index = index,
                                .all = search == TR_SEARCH_ALL,
                                .iterative = search == TR_SEARCH_ITERATIVE,
                                .kinds = ~0u,
                                .whole = tiles[0],
                                .list = tiles,
                                .list_count = tile_count,
                                .focus = focus,
                                .focus_count = focus_count};
    return run_backend(&evaluation, NULL, err);
}

static tr_carve_plane plane_of(const tr_grid *grid, const tr_sample_area *area)
{
    if (!grid || !grid->samples) return (tr_carve_plane){NULL, 0};
    assert(grid->width == area->width && grid->height == area->height);
    (void)area;
    return (tr_carve_plane){grid->samples, grid->row_stride};
}

bool tr_piece_index_evaluate(const tr_piece_index *index, tr_piece_search search, const tr_sample_area *area,
                             const tr_carve_channels *out, int32_t *owner, const tr_progress *progress, tr_error *err)
{
    tr_evaluation evaluation = {
        .index = index, .all = search == TR_SEARCH_ALL, .iterative = search == TR_SEARCH_ITERATIVE, .kinds = ~0u};
    evaluation.whole.height = plane_of(&out->height, area);
    evaluation.whole.strength = plane_of(&out->strength, area);
    evaluation.whole.inclination = plane_of(&out->inclination, area);
    evaluation.whole.distance = plane_of(&out->distance, area);
    evaluation.whole.water = plane_of(&out->water, area);
    evaluation.whole.owner = owner;
    return run(&evaluation, area, progress, err);
}

bool tr_piece_index_apply(const tr_piece_index *index, const tr_sample_area *area, const tr_grid *ground,
                          const tr_grid *water, const tr_progress *progress, tr_error *err)
{
    tr_evaluation evaluation = {.index = index, .kinds = ~0u};
    evaluation.whole.ground = plane_of(ground, area);
    evaluation.whole.water = plane_of(water, area);
    return run(&evaluation, area, progress, err);
}

bool tr_piece_index_edge_distance(const tr_piece_index *index, unsigned kinds, double limit_m,
                                  const tr_sample_area *area, const tr_grid *out, const tr_progress *progress,
                                  tr_error *err)
{
    const double max_m =
        0.5 * (double)TR_MAX_BOX_HALF * fmin(index->scale_m[0], index->scale_m[1]) / TR_UNITS_PER_METRE;
    if (!(limit_m > 0 && limit_m <= max_m))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the limit of a distance is %g m; allowed is more than 0 up to %g m", limit_m, max_m);
    tr_evaluation evaluation = {.index = index, .edges = true, .kinds = kinds};
    evaluation.whole.edge = plane_of(out, area);
    evaluation.whole.limit_m = (float)limit_m;
    evaluation.more_x = (int64_t)ceil(limit_m * TR_UNITS_PER_METRE / index->scale_m[0]) + 1;
    evaluation.more_z = (int64_t)ceil(limit_m * TR_UNITS_PER_METRE / index->scale_m[1]) + 1;
    return run(&evaluation, area, progress, err);
}
