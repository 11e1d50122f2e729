// Chunks of coarser levels (terrane/voxel.h): column by column of chunks, whose ground is made once.
#include "voxel/generate/level.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/integers.h"
#include "blocks/box.h"
#include "voxel/generate/fill.h"
#include "voxel/generate/generator.h"

typedef struct wanted {
    tr_voxel_at at;
    size_t index;  // in the request
} wanted;

typedef struct level_call {
    const tr_voxels *voxels;
    int32_t level;
    wanted *chunks;    // by column
    int64_t *columns;  // the first chunk of each, and the end
    tr_voxel_chunk *out;
} level_call;

// A column of chunks while its chunks are made.
typedef struct level_work {
    tr_voxel_rules rules;  // with heights in cells
    tr_level_cell cells[TR_LEVEL_CELLS];
    tr_level_woods woods;
    tr_column column;
    uint8_t blocks[TR_VOXEL_COUNT];
} level_work;

static void copy_cell(const tr_level_cell *from, int cell, tr_column *to)
{
    to->top[cell] = from->top;
    to->water[cell] = from->water;
    to->biome[cell] = from->biome;
    to->surface[cell] = from->surface;
    to->under[cell] = from->under;
    to->under_depth[cell] = from->under_depth;
    to->lowest = tr_min_i32(to->lowest, from->top - from->under_depth);
    to->highest = tr_max_i32(to->highest, tr_max_i32(from->top, from->water));
}

static void make_column(level_work *work, int64_t x, int64_t z)
{
    tr_column *column = &work->column;
    memset(column, 0, sizeof *column);
    column->x = x;
    column->z = z;
    column->lowest = INT32_MAX;
    column->highest = INT32_MIN;
    for (int cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        copy_cell(&work->cells[tr_level_index(cell % TR_VOXEL_SIDE, cell / TR_VOXEL_SIDE)], cell, column);
    }
}

static bool begin_column(const level_call *call, int64_t x, int64_t z, level_work *work, tr_error *err)
{
    const tr_voxel_rules *rules = &call->voxels->rules;
    if (!tr_level_ground(rules, call->level, x, z, work->cells, err)) return false;
    work->woods.highest = 0;
    memset(work->woods.trees, 0, sizeof work->woods.trees);
    if (rules->def.decorations > 0) tr_level_woods_make(rules, call->level, x, z, work->cells, &work->woods);
    make_column(work, x, z);
    work->rules = *rules;
    work->rules.def.bottom = (int32_t)tr_floor_div(rules->def.bottom, 1 << call->level);
    return true;
}

// Whether woods may reach into a chunk: those of the cells around too.
static bool has_woods(const level_work *work, int32_t chunk_y)
{
    if (work->woods.highest == 0) return false;
    int32_t highest = INT32_MIN;
    for (int i = 0; i < TR_LEVEL_CELLS; i++) highest = tr_max_i32(highest, work->cells[i].top);
    return chunk_y * TR_VOXEL_SIDE <= highest + work->woods.highest;
}

static bool make_chunk(const level_call *call, level_work *work, const tr_voxel_at *at, tr_voxel_chunk *out,
                       tr_error *err)
{
    const tr_voxel_rules *rules = &work->rules;
    const int32_t y = (int32_t)at->y, below = rules->def.bottom - y * TR_VOXEL_SIDE;
    uint8_t kind;
    const bool woods = has_woods(work, y);
    if (below >= TR_VOXEL_SIDE) {
        *out = tr_voxel_chunk_uniform(at, TR_BLOCK_AIR);
        return true;
    }
    if (below <= 0 && !woods && tr_voxel_fill_uniform(rules, &work->column, y, &kind)) {
        *out = tr_voxel_chunk_uniform(at, kind);
        return true;
    }
    tr_voxel_fill(rules, &work->column, y, work->blocks);
    if (below > 0) memset(work->blocks, TR_BLOCK_AIR, (size_t)below * TR_VOXEL_LAYER);
    if (woods) tr_level_woods_put(&work->woods, call->level, work->cells, y, work->blocks);
    return tr_voxel_pack_bytes(rules->context, tr_context_isa(rules->context), at, work->blocks, out, err);
}

static bool make_columns(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const level_call *call = user;
    (void)worker;
    level_work *work = tr_alloc(call->voxels->rules.context, sizeof *work, err);
    if (!work) return false;
    bool done = true;
    for (int64_t column = begin; column < end && done; column++) {
        const wanted *first = &call->chunks[call->columns[column]], *last = &call->chunks[call->columns[column + 1]];
        done = begin_column(call, first->at.x, first->at.z, work, err);
        for (const wanted *chunk = first; chunk < last && done; chunk++)
            done = make_chunk(call, work, &chunk->at, &call->out[chunk->index], err);
    }
    tr_free(call->voxels->rules.context, work);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Requests

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_wanted(const void *left, const void *right)
{
    const wanted *a = left, *b = right;
    int order = compare(a->at.z, b->at.z);
    if (!order) order = compare(a->at.x, b->at.x);
    return order ? order : compare(a->at.y, b->at.y);
}

// Fails where the blocks that a chunk stands for have no place in a world.
static bool check(int32_t level, const tr_voxel_at *chunks, size_t count, tr_error *err)
{
    if (level < 0 || level > TR_LEVEL_MAX)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "level is %d; allowed is 0 to %d", (int)level, TR_LEVEL_MAX);
    const int64_t max = INT64_MAX >> TR_LEVEL_MAX;
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at *at = &chunks[i];
        const bool far = at->x < -max || at->x > max || at->y < -max || at->y > max || at->z < -max || at->z > max;
        const int64_t scale = far ? 1 : INT64_C(1) << level;
        const tr_voxel_at blocks = {at->x * scale, at->y * scale, at->z * scale};
        if (!tr_voxel_at_check(&blocks, err)) return false;
    }
    return true;
}

static int64_t list_columns(const tr_voxel_at *chunks, size_t count, level_call *call)
{
    for (size_t i = 0; i < count; i++) {
        call->chunks[i] = (wanted){chunks[i], i};
        call->out[i] = tr_voxel_chunk_uniform(&chunks[i], TR_BLOCK_AIR);
    }
    qsort(call->chunks, count, sizeof *call->chunks, compare_wanted);
    int64_t columns = 0;
    for (size_t i = 0; i < count; i++) {
        const bool same = i > 0 && call->chunks[i].at.x == call->chunks[i - 1].at.x &&
                          call->chunks[i].at.z == call->chunks[i - 1].at.z;
        if (!same) call->columns[columns++] = (int64_t)i;
    }
    call->columns[columns] = (int64_t)count;
    return columns;
}

bool tr_voxels_generate_level(const tr_voxels *voxels, const tr_voxel_batch *batch, const tr_progress *progress,
                              tr_voxel_chunk *out, tr_error *err)
{
    assert(voxels && (batch->count == 0 || (batch->chunks && out)));
    if (!check(batch->level, batch->chunks, batch->count, err)) return false;
    if (batch->level == 0) return tr_voxels_generate(voxels, batch->chunks, batch->count, progress, out, err);
    tr_context *context = voxels->rules.context;
    level_call call = {voxels, batch->level, tr_alloc_array(context, batch->count, sizeof *call.chunks, err), NULL,
                       out};
    if (call.chunks) call.columns = tr_alloc_array(context, batch->count + 1, sizeof *call.columns, err);
    bool done = call.columns != NULL;
    if (done) {
        const int64_t columns = list_columns(batch->chunks, batch->count, &call);
        done = tr_parallel_for(context, &(tr_range_work){columns, 1, make_columns, &call}, progress, err);
        for (size_t i = 0; i < batch->count && !done; i++) tr_voxel_chunk_destroy(context, &out[i]);
    }
    tr_free(context, call.columns);
    tr_free(context, call.chunks);
    return done;
}
