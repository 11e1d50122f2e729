#include "place/place_gl.h"

#include <string.h>

#include "base/context.h"
#include "base/integers.h"
#include "gpu/gpu.h"

#define TR_LANES 1
#include "place/place_layout.h"

extern const char tr_glsl_place_choose[];
extern const char tr_glsl_place_count[];
extern const char tr_glsl_place_copy[];
extern const char tr_glsl_place_keep[];

enum {
    MAX_GROUPS = 65535,
    KEEP_GROUPS = 1024,
    // An invocation counts in a 64th of the cells, twice, word by word; Mesa's software driver ends an invocation
    // without a word after 65535 steps of its loops.
    MAX_COUNTED_CELLS = 1 << 16,
};
_Static_assert(TR_PLACE_GL_SLOTS == TR_PATTERN_SLOTS, "a work group has a cell");
_Static_assert(TR_PLACE_GL_SLOTS == TR_PLACE_MAX_LAYERS, "totals of layers are as many as invocations");

static tr_gpu *device_of(const tr_placer *placer)
{
    return placer->context->gpu;
}

// ---------------------------------------------------------------------------------------------------------
// What stays on the device

static size_t pair_bytes(const tr_place_block *block)
{
    return (size_t)tr_place_block_pair_count(block) * sizeof *block->pairs;
}

static size_t height_bytes(const tr_place_block *block)
{
    return (size_t)tr_place_block_height_count(block) * sizeof *block->heights;
}

static tr_gpu_request *keep(const tr_placer *placer, const void *data, size_t size, tr_error *err)
{
    const tr_gpu_request_def def = {
        .source = tr_glsl_place_keep,
        .inputs = {{data, size}},
        .input_count = 1,
        .output_size = size,
        .groups = {KEEP_GROUPS, 1, 1},
    };
    return tr_gpu_submit(device_of(placer), &def, err);
}

bool tr_place_gl_open(tr_placer *placer, tr_error *err)
{
    const size_t max = tr_gpu_max_buffer_size(device_of(placer));
    for (int32_t i = 0; i < placer->def.set_count; i++) {
        tr_ranked_set *set = &placer->sets[i];
        const tr_place_block *block = &set->block;
        if (!block->pairs || pair_bytes(block) > max || height_bytes(block) > max) continue;
        set->pairs_on_device = keep(placer, block->pairs, pair_bytes(block), err);
        if (!set->pairs_on_device) return false;
        set->heights_on_device = keep(placer, block->heights, height_bytes(block), err);
        if (!set->heights_on_device) return false;
    }
    return true;
}

void tr_place_gl_close(tr_placer *placer)
{
    for (int32_t i = 0; i < placer->def.set_count; i++) {
        tr_gpu_request_release(placer->sets[i].pairs_on_device);
        tr_gpu_request_release(placer->sets[i].heights_on_device);
    }
}

// ---------------------------------------------------------------------------------------------------------
// What every shader is given

typedef struct gl_run {
    const tr_placer *placer;
    const tr_ranked_set *set;
    const tr_place_cells *cells;
    const tr_place_block *block;
    int32_t first_row, rows;
    tr_place_gl_call call;
    tr_place_gl_line *lines;
} gl_run;

static tr_place_gl_call call_of(const gl_run *run)
{
    const tr_ranked_set *set = run->set;
    const tr_place_block *block = run->block;
    const tr_unit_region within = tr_place_units_within(set, run->cells, &run->cells->within);
    const int32_t z = (int32_t)(run->first_row * set->side);
    const tr_place_scale densities = tr_place_scale_of(set, &block->x, &block->z);
    const tr_place_scale heights = tr_place_scale_of(set, &block->height_x, &block->height_z);
    return (tr_place_gl_call){
        .columns = run->cells->columns,
        .rows = run->rows,
        .layer_count = block->layer_count,
        .side = (int32_t)set->side,
        .x0 = within.x0,
        .z0 = within.z0 - z,
        .x1 = within.x1,
        .z1 = within.z1 - z,
        .samples_x = block->x.count,
        .samples_z = block->z.count,
        .heights_x = block->height_x.count,
        .heights_z = block->height_z.count,
        .units_to_samples_x = densities.units_to_samples_x,
        .units_to_samples_z = densities.units_to_samples_z,
        .units_to_heights_x = heights.units_to_samples_x,
        .units_to_heights_z = heights.units_to_samples_z,
        .steps_per_rise_x = heights.steps_per_rise_x,
        .steps_per_rise_z = heights.steps_per_rise_z,
        .leans = set->leans,
    };
}

static bool open_run(gl_run *run, const tr_placer *placer, const tr_place_cells *cells, int32_t band, tr_error *err)
{
    const int32_t first_row = band * cells->rows_per_block;
    *run = (gl_run){
        .placer = placer,
        .set = &placer->sets[cells->set],
        .cells = cells,
        .block = &cells->blocks[band],
        .first_row = first_row,
        .rows = (int32_t)tr_min_i64(cells->rows_per_block, cells->rows - first_row),
    };
    const size_t count = (size_t)cells->columns + (size_t)run->rows;
    run->lines = tr_alloc_array(placer->context, count, sizeof *run->lines, err);
    if (!run->lines) return false;
    run->call = call_of(run);
    for (int32_t column = 0; column < cells->columns; column++) {
        const tr_block_place at = cells->density_places[column];
        const tr_block_place height = cells->wants_heights ? cells->height_places[column] : at;
        run->lines[column] = (tr_place_gl_line){at.sample, at.offset, height.sample, height.offset};
    }
    for (int32_t row = 0; row < run->rows; row++) {
        const int64_t corner = tr_place_row_corner(run->set, cells, first_row + row);
        const tr_block_place at = tr_block_axis_place(&run->block->z, corner);
        const tr_block_place height = tr_block_axis_place(&run->block->height_z, corner);
        run->lines[cells->columns + row] = (tr_place_gl_line){at.sample, at.offset, height.sample, height.offset};
    }
    return true;
}

static void close_run(gl_run *run)
{
    tr_free(run->placer->context, run->lines);
}

static size_t cell_count(const gl_run *run)
{
    return (size_t)run->cells->columns * (size_t)run->rows;
}

// The first inputs of the shaders that know cells.
static tr_gpu_request_def cells_def(const gl_run *run, const char *source)
{
    const tr_pattern *pattern = run->set->def.pattern;
    const size_t table = (size_t)pattern->tile_count * TR_PATTERN_SLOTS * sizeof *pattern->places;
    const size_t line_count = (size_t)run->cells->columns + (size_t)run->rows;
    return (tr_gpu_request_def){
        .source = source,
        .inputs = {{&run->call, sizeof run->call},
                   {run->lines, line_count * sizeof *run->lines},
                   {run->cells->cells + (int64_t)run->first_row * run->cells->columns,
                    cell_count(run) * sizeof *run->cells->cells},
                   {pattern->places, table}},
        .input_count = 4,
        .groups = {(uint32_t)run->cells->columns, (uint32_t)run->rows, 1},
    };
}

static void add_input(tr_gpu_request_def *def, tr_gpu_request *from, const void *data, size_t size)
{
    const int i = def->input_count++;
    def->from[i] = from;
    def->inputs[i].data = data;
    def->inputs[i].size = size;
}

// ---------------------------------------------------------------------------------------------------------
// Choosing

static bool groups_fit(const tr_place_cells *cells, int64_t rows)
{
    return cells->columns <= MAX_GROUPS && rows <= MAX_GROUPS;
}

bool tr_place_gl_can_choose(const tr_placer *placer, const tr_place_cells *cells, int32_t band)
{
    const size_t max = tr_gpu_max_buffer_size(device_of(placer));
    const int64_t rows = tr_min_i64(cells->rows_per_block, cells->rows - (int64_t)band * cells->rows_per_block);
    return groups_fit(cells, rows) && (size_t)(rows * cells->columns) <= max / TR_PATTERN_SLOTS &&
           pair_bytes(&cells->blocks[band]) <= max;
}

bool tr_place_gl_choose(const tr_placer *placer, tr_place_cells *cells, int32_t band, bool stays, tr_error *err)
{
    gl_run run;
    if (!open_run(&run, placer, cells, band, err)) return false;
    const tr_pattern *pattern = run.set->def.pattern;
    tr_gpu_request_def def = cells_def(&run, tr_glsl_place_choose);
    add_input(&def, NULL, pattern->thresholds, TR_PATTERN_SLOTS * sizeof *pattern->thresholds);
    add_input(&def, run.set->pairs_on_device, run.block->pairs, pair_bytes(run.block));
    def.output_size = cell_count(&run) * TR_PATTERN_SLOTS;
    tr_gpu_request *request = tr_gpu_submit(device_of(placer), &def, err);
    close_run(&run);
    if (!request || stays) {
        cells->layers_on_device = request;
        return request != NULL;
    }
    const void *layers = tr_gpu_request_wait(request, -1, err);
    if (layers)
        memcpy(cells->layers + (int64_t)run.first_row * cells->columns * TR_PATTERN_SLOTS, layers, def.output_size);
    tr_gpu_request_release(request);
    return layers != NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Records

static size_t count_words(const tr_place_cells *cells, int32_t layer_count)
{
    return TR_PLACE_GL_SLOTS + (size_t)cells->columns * (size_t)cells->rows * (size_t)layer_count;
}

bool tr_place_gl_can_compact(const tr_placer *placer, const tr_place_cells *cells)
{
    const size_t max = tr_gpu_max_buffer_size(device_of(placer));
    const int64_t count = (int64_t)cells->columns * cells->rows;
    return cells->block_count == 1 && groups_fit(cells, cells->rows) && count <= MAX_COUNTED_CELLS &&
           (size_t)count * TR_PATTERN_SLOTS <= max / sizeof(tr_place_record) &&
           count_words(cells, cells->blocks[0].layer_count) <= max / sizeof(uint32_t) &&
           height_bytes(&cells->blocks[0]) <= max;
}

static tr_gpu_request *count(const gl_run *run, tr_error *err)
{
    tr_gpu_request_def def = {
        .source = tr_glsl_place_count,
        .inputs = {{&run->call, sizeof run->call}},
        .input_count = 1,
        .output_size = count_words(run->cells, run->block->layer_count) * sizeof(uint32_t),
        .groups = {(uint32_t)run->block->layer_count, 1, 1},
    };
    add_input(&def, run->cells->layers_on_device, run->cells->layers, cell_count(run) * TR_PATTERN_SLOTS);
    return tr_gpu_submit(device_of(run->placer), &def, err);
}

static int64_t sum_totals(const uint32_t *totals, int32_t layer_count, int64_t *starts)
{
    int64_t next = 0;
    for (int32_t layer = 0; layer <= TR_PLACE_MAX_LAYERS; layer++) {
        starts[layer] = next;
        if (layer < layer_count) next += totals[layer];
    }
    return next;
}

static tr_gpu_request *copy(const gl_run *run, tr_gpu_request *counts, int64_t total, tr_error *err)
{
    tr_gpu_request_def def = cells_def(run, tr_glsl_place_copy);
    add_input(&def, run->cells->layers_on_device, run->cells->layers, cell_count(run) * TR_PATTERN_SLOTS);
    add_input(&def, counts, NULL, 0);
    add_input(&def, run->set->heights_on_device, run->block->heights, height_bytes(run->block));
    def.output_size = (size_t)total * sizeof(tr_place_record);
    return tr_gpu_submit(device_of(run->placer), &def, err);
}

// Waits for records and says where they are.
static bool take_records(tr_gpu_request *request, bool to_gl, tr_placed_set *out, tr_error *err)
{
    const void *records = tr_gpu_request_wait(request, -1, err);
    if (!records) {
        tr_gpu_request_release(request);
        return false;
    }
    out->on_device = request;
    if (to_gl)
        out->gl = tr_gpu_request_buffer(request);
    else
        out->records = records;
    return true;
}

bool tr_place_gl_compact(const tr_placer *placer, const tr_place_cells *cells, bool to_gl, tr_placed_set *out,
                         tr_error *err)
{
    gl_run run;
    if (!open_run(&run, placer, cells, 0, err)) return false;
    bool ok = false;
    tr_gpu_request *counts = count(&run, err);
    const uint32_t *totals = counts ? tr_gpu_request_wait(counts, -1, err) : NULL;
    if (totals) {
        const int64_t total = sum_totals(totals, run.block->layer_count, out->starts);
        tr_gpu_request *records = total > 0 ? copy(&run, counts, total, err) : NULL;
        ok = total == 0 || (records && take_records(records, to_gl, out, err));
    }
    tr_gpu_request_release(counts);
    close_run(&run);
    return ok;
}

bool tr_place_gl_upload(const tr_placer *placer, tr_placed_set *out, tr_error *err)
{
    if (!out->records) return true;
    tr_placed_set uploaded = *out;
    const size_t size = (size_t)out->starts[TR_PLACE_MAX_LAYERS] * sizeof *out->records;
    tr_gpu_request *request = keep(placer, out->records, size, err);
    if (!request || !take_records(request, true, &uploaded, err)) return false;
    tr_spares_give(placer->spares, (void *)out->records);
    uploaded.records = NULL;
    *out = uploaded;
    return true;
}
