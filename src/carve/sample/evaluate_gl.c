// Evaluations on the GL backend (evaluate.h): tiles that records reach into go to the device in batches, with those
// records.
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "carve/sample/evaluate.h"
#include "gpu/gpu.h"

#define TR_LANES 1
#include "carve/sample/carve_layout.h"
#include "carve/sample/carve_rows.h"

extern const char tr_glsl_carve[];
extern const char tr_glsl_carve_edge[];

enum {
    TILE_SAMPLES = TR_CARVE_GL_TILE * TR_CARVE_GL_TILE,
    BATCH_TILES = 512,
    BATCH_ENTRIES = 1 << 15,  // more only when one tile has more
    BATCHES_IN_FLIGHT = 2,
    CHANNELS = 7,
    // The tiles of earthwork and of most edits are smaller. Workers make many of these at once, each in less time than
    // it takes to reach a device and return.
    MIN_SAMPLES = 4096,
};
_Static_assert(TR_CARVE_GL_SQUARE *TR_CARVE_GL_SQUARE == TR_GPU_LOCAL_SIZE, "a work group makes a square");

// A batch that the device works on.
typedef struct flight {
    tr_gpu_request *request;
    int32_t tile_count;
    int64_t tiles[BATCH_TILES];  // their numbers
} flight;

// The batch that is being filled, and what comes back.
typedef struct gl_run {
    const tr_evaluation *evaluation;
    tr_context *context;
    tr_carve_gl_call call;
    int64_t tiles[BATCH_TILES];
    tr_carve_gl_tile heads[BATCH_TILES];
    int32_t tile_count, entry_count, entry_space;
    tr_carve_gl_entry *entries;  // their records are numbers in the index until the batch is sent
    int32_t *numbers;            // space of tr_evaluation_entries(), then the records of the batch
    tr_carve_entry *found;
    float *ground;  // of the batch, when it is carved
    flight flights[BATCHES_IN_FLIGHT];
    int64_t sent, taken;  // batches
} gl_run;

// ---------------------------------------------------------------------------------------------------------
// Results

// The planes of a tile in the order of the shader's results; those that are not wanted have no samples.
static void list_planes(const tr_carve_tile *tile, tr_carve_plane out[CHANNELS])
{
    const tr_carve_plane owner = {(float *)(void *)tile->owner, tile->owner_stride};
    const tr_carve_plane planes[CHANNELS] = {tile->height, tile->strength, tile->inclination, tile->distance,
                                             tile->water,  owner,          tile->ground};
    memcpy(out, planes, sizeof planes);
    if (tile->edge.samples) out[0] = tile->edge;
}

static int wanted_of(const tr_carve_tile *tile)
{
    tr_carve_plane planes[CHANNELS];
    list_planes(tile, planes);
    int wanted = 0;
    for (int c = 0; c < CHANNELS; c++)
        if (planes[c].samples) wanted |= 1 << c;
    return wanted;
}

static void store_tile(const gl_run *run, const flight *from, int32_t at, const uint32_t *words)
{
    const tr_carve_tile tile = tr_evaluation_tile(run->evaluation, from->tiles[at]);
    tr_carve_plane planes[CHANNELS];
    list_planes(&tile, planes);
    words += (size_t)at * TILE_SAMPLES;
    for (int c = 0; c < CHANNELS; c++) {
        if (!planes[c].samples) continue;
        for (int32_t row = 0; row < tile.rows; row++)
            memcpy(planes[c].samples + row * planes[c].row_stride, words + (size_t)row * TR_CARVE_GL_TILE,
                   (size_t)tile.width * sizeof *words);
        words += (size_t)from->tile_count * TILE_SAMPLES;
    }
}

// What a tile is that no record reaches into.
static void clear_tile(const tr_carve_tile *tile)
{
    for (int32_t row = 0; row < tile->rows; row++) {
        clear_part(tile, row, 0, tile->width);
        fill_part(tile->edge, row, 0, tile->width, tile->limit_m);
    }
}

// Takes the oldest batch that is under way.
static bool take_batch(gl_run *run, tr_error *err)
{
    flight *from = &run->flights[run->taken++ % BATCHES_IN_FLIGHT];
    const uint32_t *words = tr_gpu_request_wait(from->request, -1, err);
    for (int32_t i = 0; words && i < from->tile_count; i++) store_tile(run, from, i, words);
    tr_gpu_request_release(from->request);
    return words != NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Batches

static int compare_numbers(const void *a, const void *b)
{
    const int32_t first = *(const int32_t *)a, second = *(const int32_t *)b;
    return (first > second) - (first < second);
}

// The numbers of the records that the entries of the batch have, each once and in order.
// @return how many
static int32_t list_records(const gl_run *run, int32_t *numbers)
{
    for (int32_t k = 0; k < run->entry_count; k++) numbers[k] = run->entries[k].record;
    qsort(numbers, (size_t)run->entry_count, sizeof *numbers, compare_numbers);
    int32_t count = 0;
    for (int32_t k = 0; k < run->entry_count; k++)
        if (k == 0 || numbers[k] != numbers[k - 1]) numbers[count++] = numbers[k];
    return count;
}

// The records of the batch; its entries then count in them.
static tr_carve_piece *pack_records(gl_run *gl, int32_t *count, tr_error *err)
{
    *count = list_records(gl, gl->numbers);
    tr_carve_piece *records = tr_alloc_array(gl->context, (size_t)*count, sizeof *records, err);
    if (!records) return NULL;
    for (int32_t i = 0; i < *count; i++) {
        const tr_record_run *run = tr_record_run_of(gl->evaluation->index, gl->numbers[i]);
        records[i] = run->path->records[run->begin + gl->numbers[i] - run->first];
    }
    for (int32_t k = 0; k < gl->entry_count; k++) {
        const int32_t *at =
            bsearch(&gl->entries[k].record, gl->numbers, (size_t)*count, sizeof *gl->numbers, compare_numbers);
        gl->entries[k].record = (int32_t)(at - gl->numbers);
    }
    return records;
}

static tr_gpu_request *submit(gl_run *run, tr_error *err)
{
    static const float nothing = 0;
    int32_t record_count;
    tr_carve_piece *records = pack_records(run, &record_count, err);
    if (!records) return NULL;
    const size_t plane_bytes = (size_t)run->tile_count * TILE_SAMPLES * sizeof(float);
    enum { SQUARES = TILE_SAMPLES / TR_GPU_LOCAL_SIZE };
    run->call.tile_count = run->tile_count;
    const tr_gpu_request_def def = {
        .source = run->evaluation->edges ? tr_glsl_carve_edge : tr_glsl_carve,
        .inputs = {{&run->call, sizeof run->call},
                   {run->heads, (size_t)run->tile_count * sizeof *run->heads},
                   {run->entries, (size_t)run->entry_count * sizeof *run->entries},
                   {records, (size_t)record_count * sizeof *records},
                   {run->ground ? run->ground : &nothing, run->ground ? plane_bytes : sizeof nothing}},
        .input_count = 5,
        .output_size = (size_t)__builtin_popcount((unsigned)run->call.wanted) * plane_bytes,
        .groups = {SQUARES, (uint32_t)run->tile_count, 1},
    };
    tr_gpu_request *request = tr_gpu_submit(run->context->gpu, &def, err);
    tr_free(run->context, records);
    return request;
}

static bool send_batch(gl_run *run, tr_error *err)
{
    if (run->tile_count == 0) return true;
    if (run->sent - run->taken == BATCHES_IN_FLIGHT && !take_batch(run, err)) return false;
    flight *to = &run->flights[run->sent % BATCHES_IN_FLIGHT];
    to->request = submit(run, err);
    if (!to->request) return false;
    to->tile_count = run->tile_count;
    memcpy(to->tiles, run->tiles, (size_t)run->tile_count * sizeof *to->tiles);
    run->sent++;
    run->tile_count = run->entry_count = 0;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Tiles

static tr_carve_gl_entry entry_of(const tr_carve_tile *tile, const tr_carve_entry *from)
{
    const tr_record_place *origin = from->place;
    return (tr_carve_gl_entry){
        .samples = (uint32_t)(from->i0 | from->j0 << 8 | from->i1 << 16) | (uint32_t)from->j1 << 24,
        .record = from->number,
        .x = (int32_t)(tile->x + from->i0 * tile->step - origin->x),
        .z = (int32_t)(tile->z + from->j0 * tile->step - origin->z),
    };
}

static void pack_ground(gl_run *run, const tr_carve_tile *tile)
{
    float *to = run->ground + (size_t)run->tile_count * TILE_SAMPLES;
    for (int32_t row = 0; row < tile->rows; row++)
        memcpy(to + (size_t)row * TR_CARVE_GL_TILE, tile->ground.samples + row * tile->ground.row_stride,
               (size_t)tile->width * sizeof *to);
}

static bool add_tile(gl_run *run, int64_t number, tr_error *err)
{
    const tr_carve_tile tile = tr_evaluation_tile(run->evaluation, number);
    const int32_t count = tr_evaluation_entries(run->evaluation, &tile, run->numbers, run->found);
    if (count == 0) {
        clear_tile(&tile);
        return true;
    }
    if ((run->tile_count == BATCH_TILES || run->entry_count + count > run->entry_space) && !send_batch(run, err))
        return false;
    for (int32_t k = 0; k < count; k++) run->entries[run->entry_count + k] = entry_of(&tile, &run->found[k]);
    if (run->ground) pack_ground(run, &tile);
    run->heads[run->tile_count] = (tr_carve_gl_tile){tile.width, tile.rows, run->entry_count, count};
    run->tiles[run->tile_count++] = number;
    run->entry_count += count;
    return true;
}

static bool run_tiles(gl_run *run, const tr_progress *progress, tr_error *err)
{
    enum { REPORT_TILES = 256 };
    const int64_t count = tr_evaluation_tile_count(run->evaluation);
    for (int64_t number = 0; number < count; number++) {
        if (!add_tile(run, number, err)) return false;
        const bool report = number % REPORT_TILES == REPORT_TILES - 1 && number + 1 < count;
        if (report && progress && progress->report &&
            !progress->report(progress->user, (double)(number + 1) / (double)count))
            return tr_fail(err, TR_ERROR_CANCELLED, "the carving was cancelled");
    }
    if (!send_batch(run, err)) return false;
    while (run->taken < run->sent)
        if (!take_batch(run, err)) return false;
    if (progress && progress->report && !progress->report(progress->user, 1))
        return tr_fail(err, TR_ERROR_CANCELLED, "the carving was cancelled");
    return true;
}

// ---------------------------------------------------------------------------------------------------------

// A batch has at most all records, and their entries are smaller. What is focused is an edit, of which little is
// evaluated.
bool tr_evaluation_fits_gl(const tr_evaluation *evaluation)
{
    const size_t max = tr_gpu_max_buffer_size(evaluation->index->context->gpu);
    return !evaluation->focus && wanted_of(&evaluation->whole) != 0 &&
           tr_evaluation_sample_count(evaluation) >= MIN_SAMPLES &&
           (size_t)evaluation->index->count <= max / sizeof(tr_carve_piece);
}

static void close_run(gl_run *run)
{
    for (; run->taken < run->sent; run->taken++)
        tr_gpu_request_release(run->flights[run->taken % BATCHES_IN_FLIGHT].request);
    tr_free(run->context, run->ground);
    tr_free(run->context, run->found);
    tr_free(run->context, run->numbers);
    tr_free(run->context, run->entries);
    tr_free(run->context, run);
}

static bool open_arrays(gl_run *run, tr_error *err)
{
    const tr_evaluation *evaluation = run->evaluation;
    const int32_t records = evaluation->index->count;
    run->entry_space = records > BATCH_ENTRIES ? records : BATCH_ENTRIES;
    run->entries = tr_alloc_array(run->context, (size_t)run->entry_space, sizeof *run->entries, err);
    run->numbers = tr_alloc_array(run->context, (size_t)run->entry_space, sizeof *run->numbers, err);
    run->found =
        tr_alloc_array(run->context, (size_t)evaluation->index->run_count * TR_RUN_RECORDS, sizeof *run->found, err);
    if (!run->entries || !run->numbers || !run->found) return false;
    if (!evaluation->whole.ground.samples) return true;
    run->ground = tr_alloc_array(run->context, (size_t)BATCH_TILES * TILE_SAMPLES, sizeof *run->ground, err);
    if (run->ground) memset(run->ground, 0, (size_t)BATCH_TILES * TILE_SAMPLES * sizeof *run->ground);
    return run->ground != NULL;
}

static gl_run *open_run(const tr_evaluation *evaluation, tr_error *err)
{
    const int64_t max_step = INT64_C(1) << 24;  // no record reaches two samples that are farther apart
    tr_context *context = evaluation->index->context;
    gl_run *run = tr_alloc(context, sizeof *run, err);
    if (!run) return NULL;
    memset(run, 0, sizeof *run);
    run->evaluation = evaluation;
    run->context = context;
    run->call = (tr_carve_gl_call){
        .wanted = wanted_of(&evaluation->whole),
        .step = (int32_t)(evaluation->whole.step < max_step ? evaluation->whole.step : max_step),
        .unit_x = evaluation->index->unit_m[0],
        .unit_z = evaluation->index->unit_m[1],
        .limit = evaluation->whole.limit_m,
    };
    if (open_arrays(run, err)) return run;
    close_run(run);
    return NULL;
}

bool tr_evaluation_run_gl(tr_evaluation *evaluation, const tr_progress *progress, tr_error *err)
{
    evaluation->tile_width = evaluation->tile_rows = TR_CARVE_GL_TILE;
    evaluation->exact = true;
    gl_run *run = open_run(evaluation, err);
    if (!run) return false;
    const bool ok = run_tiles(run, progress, err);
    close_run(run);
    return ok;
}
