// Evaluations on the GL backend (evaluate.h): tiles that records reach into go to the device in batches, with those
// records.
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "carve/evaluate.h"
#include "gpu/gpu.h"

#define TR_LANES 1
#include "carve/carve_layout.h"
#include "carve/carve_rows.h"

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
    LEAST_SAMPLES = 4096,
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

static void store_tile(const gl_run *it, const flight *from, int32_t at, const uint32_t *words)
{
    const tr_carve_tile tile = tr_evaluation_tile(it->evaluation, from->tiles[at]);
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
static bool take_batch(gl_run *it, tr_error *err)
{
    flight *from = &it->flights[it->taken++ % BATCHES_IN_FLIGHT];
    const uint32_t *words = tr_gpu_request_wait(from->request, -1, err);
    for (int32_t i = 0; words && i < from->tile_count; i++) store_tile(it, from, i, words);
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
static int32_t list_records(const gl_run *it, int32_t *numbers)
{
    for (int32_t k = 0; k < it->entry_count; k++) numbers[k] = it->entries[k].record;
    qsort(numbers, (size_t)it->entry_count, sizeof *numbers, compare_numbers);
    int32_t count = 0;
    for (int32_t k = 0; k < it->entry_count; k++)
        if (k == 0 || numbers[k] != numbers[k - 1]) numbers[count++] = numbers[k];
    return count;
}

// The records of the batch; its entries then count in them.
static tr_carve_piece *pack_records(gl_run *it, int32_t *count, tr_error *err)
{
    *count = list_records(it, it->numbers);
    tr_carve_piece *records = tr_alloc_array(it->context, (size_t)*count, sizeof *records, err);
    if (!records) return NULL;
    for (int32_t i = 0; i < *count; i++) {
        const tr_record_run *run = tr_record_run_of(it->evaluation->index, it->numbers[i]);
        records[i] = run->path->records[run->begin + it->numbers[i] - run->first];
    }
    for (int32_t k = 0; k < it->entry_count; k++) {
        const int32_t *at =
            bsearch(&it->entries[k].record, it->numbers, (size_t)*count, sizeof *it->numbers, compare_numbers);
        it->entries[k].record = (int32_t)(at - it->numbers);
    }
    return records;
}

static tr_gpu_request *submit(gl_run *it, tr_error *err)
{
    static const float nothing = 0;
    int32_t record_count;
    tr_carve_piece *records = pack_records(it, &record_count, err);
    if (!records) return NULL;
    const size_t plane_bytes = (size_t)it->tile_count * TILE_SAMPLES * sizeof(float);
    enum { SQUARES = TILE_SAMPLES / TR_GPU_LOCAL_SIZE };
    it->call.tile_count = it->tile_count;
    const tr_gpu_request_def def = {
        .source = it->evaluation->edges ? tr_glsl_carve_edge : tr_glsl_carve,
        .inputs = {{&it->call, sizeof it->call},
                   {it->heads, (size_t)it->tile_count * sizeof *it->heads},
                   {it->entries, (size_t)it->entry_count * sizeof *it->entries},
                   {records, (size_t)record_count * sizeof *records},
                   {it->ground ? it->ground : &nothing, it->ground ? plane_bytes : sizeof nothing}},
        .input_count = 5,
        .output_size = (size_t)__builtin_popcount((unsigned)it->call.wanted) * plane_bytes,
        .groups = {SQUARES, (uint32_t)it->tile_count, 1},
    };
    tr_gpu_request *request = tr_gpu_submit(it->context->gpu, &def, err);
    tr_free(it->context, records);
    return request;
}

static bool send_batch(gl_run *it, tr_error *err)
{
    if (it->tile_count == 0) return true;
    if (it->sent - it->taken == BATCHES_IN_FLIGHT && !take_batch(it, err)) return false;
    flight *to = &it->flights[it->sent % BATCHES_IN_FLIGHT];
    to->request = submit(it, err);
    if (!to->request) return false;
    to->tile_count = it->tile_count;
    memcpy(to->tiles, it->tiles, (size_t)it->tile_count * sizeof *to->tiles);
    it->sent++;
    it->tile_count = it->entry_count = 0;
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

static void pack_ground(gl_run *it, const tr_carve_tile *tile)
{
    float *to = it->ground + (size_t)it->tile_count * TILE_SAMPLES;
    for (int32_t row = 0; row < tile->rows; row++)
        memcpy(to + (size_t)row * TR_CARVE_GL_TILE, tile->ground.samples + row * tile->ground.row_stride,
               (size_t)tile->width * sizeof *to);
}

static bool add_tile(gl_run *it, int64_t number, tr_error *err)
{
    const tr_carve_tile tile = tr_evaluation_tile(it->evaluation, number);
    const int32_t count = tr_evaluation_entries(it->evaluation, &tile, it->numbers, it->found);
    if (count == 0) {
        clear_tile(&tile);
        return true;
    }
    if ((it->tile_count == BATCH_TILES || it->entry_count + count > it->entry_space) && !send_batch(it, err))
        return false;
    for (int32_t k = 0; k < count; k++) it->entries[it->entry_count + k] = entry_of(&tile, &it->found[k]);
    if (it->ground) pack_ground(it, &tile);
    it->heads[it->tile_count] = (tr_carve_gl_tile){tile.width, tile.rows, it->entry_count, count};
    it->tiles[it->tile_count++] = number;
    it->entry_count += count;
    return true;
}

static bool run_tiles(gl_run *it, const tr_progress *progress, tr_error *err)
{
    enum { REPORT_TILES = 256 };
    const int64_t count = tr_evaluation_tile_count(it->evaluation);
    for (int64_t number = 0; number < count; number++) {
        if (!add_tile(it, number, err)) return false;
        const bool report = number % REPORT_TILES == REPORT_TILES - 1 && number + 1 < count;
        if (report && progress && progress->report &&
            !progress->report(progress->user, (double)(number + 1) / (double)count))
            return tr_fail(err, TR_ERROR_CANCELLED, "the carving was cancelled");
    }
    if (!send_batch(it, err)) return false;
    while (it->taken < it->sent)
        if (!take_batch(it, err)) return false;
    if (progress && progress->report && !progress->report(progress->user, 1))
        return tr_fail(err, TR_ERROR_CANCELLED, "the carving was cancelled");
    return true;
}

// ---------------------------------------------------------------------------------------------------------

// A batch has at most all records, and their entries are smaller. What is focused is an edit, of which little is
// evaluated.
bool tr_evaluation_fits_gl(const tr_evaluation *it)
{
    const size_t most = tr_gpu_max_buffer_size(it->index->context->gpu);
    return !it->focus && wanted_of(&it->whole) != 0 && tr_evaluation_sample_count(it) >= LEAST_SAMPLES &&
           (size_t)it->index->count <= most / sizeof(tr_carve_piece);
}

static void close_run(gl_run *it)
{
    for (; it->taken < it->sent; it->taken++)
        tr_gpu_request_release(it->flights[it->taken % BATCHES_IN_FLIGHT].request);
    tr_free(it->context, it->ground);
    tr_free(it->context, it->found);
    tr_free(it->context, it->numbers);
    tr_free(it->context, it->entries);
    tr_free(it->context, it);
}

static bool open_arrays(gl_run *it, tr_error *err)
{
    const tr_evaluation *evaluation = it->evaluation;
    const int32_t records = evaluation->index->count;
    it->entry_space = records > BATCH_ENTRIES ? records : BATCH_ENTRIES;
    it->entries = tr_alloc_array(it->context, (size_t)it->entry_space, sizeof *it->entries, err);
    it->numbers = tr_alloc_array(it->context, (size_t)it->entry_space, sizeof *it->numbers, err);
    it->found =
        tr_alloc_array(it->context, (size_t)evaluation->index->run_count * TR_RUN_RECORDS, sizeof *it->found, err);
    if (!it->entries || !it->numbers || !it->found) return false;
    if (!evaluation->whole.ground.samples) return true;
    it->ground = tr_alloc_array(it->context, (size_t)BATCH_TILES * TILE_SAMPLES, sizeof *it->ground, err);
    if (it->ground) memset(it->ground, 0, (size_t)BATCH_TILES * TILE_SAMPLES * sizeof *it->ground);
    return it->ground != NULL;
}

static gl_run *open_run(const tr_evaluation *evaluation, tr_error *err)
{
    const int64_t most_step = INT64_C(1) << 24;  // no record reaches two samples that are farther apart
    tr_context *context = evaluation->index->context;
    gl_run *it = tr_alloc(context, sizeof *it, err);
    if (!it) return NULL;
    memset(it, 0, sizeof *it);
    it->evaluation = evaluation;
    it->context = context;
    it->call = (tr_carve_gl_call){
        .wanted = wanted_of(&evaluation->whole),
        .step = (int32_t)(evaluation->whole.step < most_step ? evaluation->whole.step : most_step),
        .unit_x = evaluation->index->unit_m[0],
        .unit_z = evaluation->index->unit_m[1],
        .limit = evaluation->whole.limit_m,
    };
    if (open_arrays(it, err)) return it;
    close_run(it);
    return NULL;
}

bool tr_evaluation_run_gl(tr_evaluation *evaluation, const tr_progress *progress, tr_error *err)
{
    evaluation->tile_width = evaluation->tile_rows = TR_CARVE_GL_TILE;
    evaluation->exact = true;
    gl_run *it = open_run(evaluation, err);
    if (!it) return false;
    const bool ok = run_tiles(it, progress, err);
    close_run(it);
    return ok;
}
