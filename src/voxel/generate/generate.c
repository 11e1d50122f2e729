// Batches of chunks (terrane/voxel.h): square by square of columns, so that neighbours share theirs and the memory of a
// batch does not grow with it. Of a square first the columns are made, with one around, then its chunks.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/integers.h"
#include "blocks/box.h"
#include "voxel/generate/generator.h"

enum {
    SQUARE_LOG2 = 4,  // columns along a side of a square
    SQUARE = 1 << SQUARE_LOG2,
    WIDE = SQUARE + 2,  // with one around
    GROUP_CPU = 4,      // chunks that one thread makes at a time
    GROUP_GL = 128,
};

typedef struct wanted {
    int64_t square_x, square_z;
    tr_voxel_at at;
    size_t index;  // in the request
} wanted;

// The chunks of one square, and its columns: cell (x + 1) + WIDE (z + 1).
typedef struct chunk_square {
    const tr_voxels *voxels;
    const wanted *chunks;
    tr_voxel_chunk *out;
    const tr_column *columns[WIDE * WIDE];
    tr_column_view views[WIDE * WIDE];  // of columns that have chunks to be made
    bool has_view[WIDE * WIDE];
    int32_t cells[SQUARE * SQUARE];  // those
} chunk_square;

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_wanted(const void *left, const void *right)
{
    const wanted *a = left, *b = right;
    int order = compare(a->square_z, b->square_z);
    if (!order) order = compare(a->square_x, b->square_x);
    if (!order) order = compare(a->at.z, b->at.z);
    if (!order) order = compare(a->at.x, b->at.x);
    return order ? order : compare(a->at.y, b->at.y);
}

static int cell_of(const wanted *chunk)
{
    return (int)(chunk->at.x & (SQUARE - 1)) + 1 + WIDE * ((int)(chunk->at.z & (SQUARE - 1)) + 1);
}

// ---------------------------------------------------------------------------------------------------------
// Chunks of a square, some at a time: on GL filling many of them is one dispatch

static const tr_column_view *view_of(const chunk_square *square, const wanted *chunk)
{
    return &square->views[cell_of(chunk)];
}

// A chunk that is known without being filled: air, the middle of a sea, and, as `CLASSIC` has nothing in it, rock.
static bool is_uniform(const chunk_square *square, const wanted *chunk, tr_block *block)
{
    const tr_column_view *view = view_of(square, chunk);
    const int64_t low = chunk->at.y * TR_VOXEL_SIDE, end = low + TR_VOXEL_SIDE;
    const bool is_classic = square->voxels->rules.def.preset == TR_VOXEL_CLASSIC;
    *block = low >= view->extent.mixed_high ? TR_BLOCK_AIR
             : end <= view->lowest_water    ? TR_BLOCK_WATER
                                            : TR_BLOCK_STONE;
    if (*block == TR_BLOCK_AIR) return true;
    if (*block == TR_BLOCK_WATER && low > view->highest_ground) return view->is_bare;
    *block = TR_BLOCK_STONE;
    return is_classic && end <= view->extent.mixed_low;
}

// Everything that changes the ground of a filled chunk.
static bool finish_blocks(const tr_voxels *voxels, const tr_column_view *view, const tr_voxel_at *at, uint8_t *blocks,
                          tr_error *err)
{
    const tr_voxel_rules *rules = &voxels->rules;
    const int32_t y = (int32_t)at->y;
    const bool has_ground = y * TR_VOXEL_SIDE <= view->highest_ground;
    if (rules->caves && has_ground && !tr_caves_cut(rules, view->around, y, blocks, err)) return false;
    if (rules->ores && has_ground) tr_ores_put(rules, view->around[4], y, blocks);
    if (rules->def.decorations > 0) tr_decorations_put(rules, view->around, y, blocks);
    if (view->around[4]->spans) tr_bridges_put(view->around[4], y, blocks);
    return !view->has_structures ||
           tr_structures_put(rules, at->x, y, at->z, tr_voxels_surface_at, (void *)voxels, blocks, err);
}

// @param blocks  room for `count` chunks, at most GROUP_GL
static bool make_group(const chunk_square *square, const wanted *chunks, int64_t count, uint8_t *blocks, tr_error *err)
{
    const tr_voxel_rules *rules = &square->voxels->rules;
    tr_voxel_fill_request requests[GROUP_GL];
    const wanted *filled[GROUP_GL];
    size_t filled_count = 0;
    for (int64_t i = 0; i < count; i++) {
        const wanted *chunk = &chunks[i];
        tr_block block;
        if (is_uniform(square, chunk, &block)) {
            square->out[chunk->index] = tr_voxel_chunk_uniform(&chunk->at, block);
            continue;
        }
        filled[filled_count] = chunk;
        requests[filled_count] = (tr_voxel_fill_request){.column = view_of(square, chunk)->around[4],
                                                         .chunk_y = (int32_t)chunk->at.y,
                                                         .blocks = blocks + filled_count * TR_VOXEL_COUNT};
        filled_count++;
    }
    if (!tr_voxel_fill_many(rules, requests, filled_count, err)) return false;
    for (size_t i = 0; i < filled_count; i++) {
        const tr_voxel_at *at = &filled[i]->at;
        if (!finish_blocks(square->voxels, view_of(square, filled[i]), at, requests[i].blocks, err) ||
            !tr_voxel_pack_bytes(rules->context, rules->context->isa, at, requests[i].blocks,
                                 &square->out[filled[i]->index], err))
            return false;
    }
    return true;
}

static bool make_chunks_cpu(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const chunk_square *square = user;
    _Alignas(64) uint8_t blocks[GROUP_CPU * TR_VOXEL_COUNT];
    (void)worker;
    return make_group(square, square->chunks + begin, end - begin, blocks, err);
}

static bool make_chunks_gl(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const chunk_square *square = user;
    tr_context *context = square->voxels->rules.context;
    uint8_t *blocks = tr_alloc_array(context, (size_t)(end - begin), TR_VOXEL_COUNT, err);
    (void)worker;
    const bool done = blocks && make_group(square, square->chunks + begin, end - begin, blocks, err);
    tr_free(context, blocks);
    return done;
}

static bool make_chunks(chunk_square *square, size_t count, tr_error *err)
{
    tr_context *context = square->voxels->rules.context;
    return context->backend == TR_BACKEND_GL
               ? tr_parallel_for(context, &(tr_range_work){(int64_t)count, GROUP_GL, make_chunks_gl, square}, NULL, err)
               : tr_parallel_for(context, &(tr_range_work){(int64_t)count, GROUP_CPU, make_chunks_cpu, square}, NULL,
                                 err);
}

// ---------------------------------------------------------------------------------------------------------
// One square

static bool make_views(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    chunk_square *square = user;
    (void)worker;
    for (int64_t i = begin; i < end; i++) {
        const int32_t cell = square->cells[i];
        const tr_column *around[9];
        for (int k = 0; k < 9; k++) around[k] = square->columns[cell + k % 3 - 1 + WIDE * (k / 3 - 1)];
        if (!tr_column_view_make(square->voxels, around, &square->views[cell], err)) return false;
    }
    return true;
}

// Whether blocks of a chunk follow from columns around its own.
static bool reads_around(const tr_voxel_rules *rules)
{
    return rules->caves || rules->def.decorations > 0;
}

// Lists the columns that the chunks need, themselves and those around; returns how many. `cells` gets where they
// belong.
static size_t list_columns(chunk_square *square, size_t count, tr_column_place *places, int32_t *cells,
                           int32_t *view_count)
{
    bool needed[WIDE * WIDE] = {0};
    const bool around = reads_around(&square->voxels->rules);
    *view_count = 0;
    memset(square->has_view, 0, sizeof square->has_view);
    for (size_t i = 0; i < count; i++) {
        const int cell = cell_of(&square->chunks[i]);
        if (square->has_view[cell]) continue;
        square->has_view[cell] = true;
        square->cells[(*view_count)++] = cell;
        needed[cell] = true;
        for (int k = 0; k < 9 && around; k++) needed[cell + k % 3 - 1 + WIDE * (k / 3 - 1)] = true;
    }
    const int64_t x0 = square->chunks->square_x * SQUARE - 1, z0 = square->chunks->square_z * SQUARE - 1;
    size_t place_count = 0;
    for (int32_t cell = 0; cell < WIDE * WIDE; cell++) {
        if (!needed[cell]) continue;
        cells[place_count] = cell;
        places[place_count++] = (tr_column_place){x0 + cell % WIDE, z0 + cell / WIDE};
    }
    return place_count;
}

static bool make_square(chunk_square *square, size_t count, tr_error *err)
{
    tr_context *context = square->voxels->rules.context;
    tr_column_place places[WIDE * WIDE];
    const tr_column *columns[WIDE * WIDE];
    int32_t cells[WIDE * WIDE], view_count;
    const size_t column_count = list_columns(square, count, places, cells, &view_count);
    if (!tr_column_cache_acquire(square->voxels->columns, places, column_count, columns, err)) return false;
    memset(square->columns, 0, sizeof square->columns);
    for (size_t i = 0; i < column_count; i++) square->columns[cells[i]] = columns[i];
    const bool done = tr_parallel_for(context, &(tr_range_work){view_count, 16, make_views, square}, NULL, err) &&
                      make_chunks(square, count, err);
    tr_column_cache_release(square->voxels->columns, columns, column_count);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// A batch

// Sorts the chunks that are to be made into squares; those outside of the heights of the world are air at once.
static size_t list_wanted(const tr_voxels *voxels, const tr_voxel_at *chunks, size_t count, wanted *list,
                          tr_voxel_chunk *out)
{
    const tr_voxel_def *def = &voxels->rules.def;
    size_t wanted_count = 0;
    for (size_t i = 0; i < count; i++) {
        out[i] = tr_voxel_chunk_uniform(&chunks[i], TR_BLOCK_AIR);
        const int64_t low = chunks[i].y * TR_VOXEL_SIDE;
        if (low < def->bottom || low >= def->top) continue;
        list[wanted_count++] = (wanted){chunks[i].x >> SQUARE_LOG2, chunks[i].z >> SQUARE_LOG2, chunks[i], i};
    }
    qsort(list, wanted_count, sizeof *list, compare_wanted);
    return wanted_count;
}

static size_t square_end(const wanted *list, size_t begin, size_t count)
{
    size_t end = begin + 1;
    while (end < count && list[end].square_x == list[begin].square_x && list[end].square_z == list[begin].square_z)
        end++;
    return end;
}

static bool make_squares(chunk_square *square, const wanted *list, size_t count, const tr_progress *progress,
                         tr_error *err)
{
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = square_end(list, begin, count);
        square->chunks = list + begin;
        if (!make_square(square, end - begin, err)) return false;
        if (progress && progress->report && !progress->report(progress->user, (double)end / (double)count))
            return tr_fail(err, TR_ERROR_CANCELLED, "cancelled after %zu of %zu chunks", end, count);
    }
    return true;
}

bool tr_voxels_generate(const tr_voxels *voxels, const tr_voxel_at *chunks, size_t count, const tr_progress *progress,
                        tr_voxel_chunk *out, tr_error *err)
{
    assert(voxels && (count == 0 || (chunks && out)));
    tr_context *context = voxels->rules.context;
    for (size_t i = 0; i < count; i++)
        if (!tr_voxel_at_check(&chunks[i], err)) return false;
    wanted *list = tr_alloc_array(context, count, sizeof *list, err);
    chunk_square *square = tr_alloc(context, sizeof *square, err);
    bool done = list && square;
    if (done) {
        square->voxels = voxels;
        square->out = out;
        const size_t wanted_count = list_wanted(voxels, chunks, count, list, out);
        done = make_squares(square, list, wanted_count, progress, err);
        for (size_t i = 0; i < count && !done; i++) tr_voxel_chunk_destroy(context, &out[i]);
    }
    tr_free(context, square);
    tr_free(context, list);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// As a job

typedef struct generation_work {
    const tr_voxels *voxels;
    tr_voxel_chunk *out;
    size_t count;
    tr_voxel_at chunks[];
} generation_work;

static bool report_share(void *user, double share)
{
    tr_job_set_share(user, share);
    return !tr_job_should_stop(user);
}

static bool run_generation(void *user, tr_job *job, tr_error *err)
{
    const generation_work *generation = user;
    const tr_progress progress = {report_share, job};
    return tr_voxels_generate(generation->voxels, generation->chunks, generation->count, &progress, generation->out,
                              err);
}

static void release_generation(void *user)
{
    generation_work *generation = user;
    tr_free(generation->voxels->rules.context, generation);
}

tr_job *tr_voxels_generate_start(const tr_voxels *voxels, const tr_voxel_at *chunks, size_t count, tr_priority priority,
                                 tr_voxel_chunk *out, tr_error *err)
{
    tr_context *context = voxels->rules.context;
    if (count > (SIZE_MAX - sizeof(generation_work)) / sizeof *chunks) {
        tr_fail(err, TR_ERROR_TOO_LARGE, "%zu chunks are too many for one request", count);
        return NULL;
    }
    generation_work *generation = tr_alloc(context, sizeof *generation + count * sizeof *chunks, err);
    if (!generation) return NULL;
    *generation = (generation_work){voxels, out, count};
    if (count) memcpy(generation->chunks, chunks, count * sizeof *chunks);
    const tr_job_work def = {run_generation, release_generation, generation, priority};
    tr_job *job = tr_job_start(context, &def, err);
    if (!job) release_generation(generation);
    return job;
}
