// Chunks of coarser levels (terrane/voxel.h): column by column of chunks, whose ground is made once.
#include "voxel/level.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/integers.h"
#include "voxel/box.h"
#include "voxel/fill.h"
#include "voxel/generator.h"

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

static bool begin_column(const level_call *it, int64_t x, int64_t z, level_work *work, tr_error *err)
{
    const tr_voxel_rules *rules = &it->voxels->rules;
    if (!tr_level_ground(rules, it->level, x, z, work->cells, err)) return false;
    work->woods.highest = 0;
    memset(work->woods.trees, 0, sizeof work->woods.trees);
    if (rules->def.decorations > 0) tr_level_woods_make(rules, it->level, x, z, work->cells, &work->woods);
    make_column(work, x, z);
    work->rules = *rules;
    work->rules.def.bottom = (int32_t)tr_floor_div(rules->def.bottom, 1 << it->level);
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

static bool make_chunk(const level_call *it, level_work *work, const tr_voxel_at *at, tr_voxel_chunk *out,
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
    if (woods) tr_level_woods_put(&work->woods, it->level, work->cells, y, work->blocks);
    return tr_voxel_pack_bytes(rules->context, tr_context_isa(rules->context), at, work->blocks, out, err);
}

static bool make_columns(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const level_call *it = user;
    (void)worker;
    level_work *work = tr_alloc(it->voxels->rules.context, sizeof *work, err);
    if (!work) return false;
    bool done = true;
    for (int64_t column = begin; column < end && done; column++) {
        const wanted *first = &it->chunks[it->columns[column]], *last = &it->chunks[it->columns[column + 1]];
        done = begin_column(it, first->at.x, first->at.z, work, err);
        for (const wanted *chunk = first; chunk < last && done; chunk++)
            done = make_chunk(it, work, &chunk->at, &it->out[chunk->index], err);
    }
    tr_free(it->voxels->rules.context, work);
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
    if (level < 0 || level > TR_LEVEL_MOST)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "level is %d; allowed is 0 to %d", (int)level, TR_LEVEL_MOST);
    const int64_t most = INT64_MAX >> TR_LEVEL_MOST;
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at *at = &chunks[i];
        const bool far =
            at->x < -most || at->x > most || at->y < -most || at->y > most || at->z < -most || at->z > most;
        const int64_t scale = far ? 1 : INT64_C(1) << level;
        const tr_voxel_at blocks = {at->x * scale, at->y * scale, at->z * scale};
        if (!tr_voxel_at_check(&blocks, err)) return false;
    }
    return true;
}

static int64_t list_columns(const tr_voxel_at *chunks, size_t count, level_call *it)
{
    for (size_t i = 0; i < count; i++) {
        it->chunks[i] = (wanted){chunks[i], i};
        it->out[i] = tr_voxel_chunk_uniform(&chunks[i], TR_BLOCK_AIR);
    }
    qsort(it->chunks, count, sizeof *it->chunks, compare_wanted);
    int64_t columns = 0;
    for (size_t i = 0; i < count; i++) {
        const bool same =
            i > 0 && it->chunks[i].at.x == it->chunks[i - 1].at.x && it->chunks[i].at.z == it->chunks[i - 1].at.z;
        if (!same) it->columns[columns++] = (int64_t)i;
    }
    it->columns[columns] = (int64_t)count;
    return columns;
}

bool tr_voxels_generate_level(const tr_voxels *voxels, int32_t level, const tr_voxel_at *chunks, size_t count,
                              tr_voxel_chunk *out, const tr_progress *progress, tr_error *err)
{
    assert(voxels && (count == 0 || (chunks && out)));
    if (!check(level, chunks, count, err)) return false;
    if (level == 0) return tr_voxels_generate(voxels, chunks, count, out, progress, err);
    tr_context *context = voxels->rules.context;
    level_call it = {voxels, level, tr_alloc_array(context, count, sizeof *it.chunks, err), NULL, out};
    if (it.chunks) it.columns = tr_alloc_array(context, count + 1, sizeof *it.columns, err);
    bool done = it.columns != NULL;
    if (done) {
        const int64_t columns = list_columns(chunks, count, &it);
        done = tr_parallel_for(context, columns, 1, make_columns, &it, progress, err);
        for (size_t i = 0; i < count && !done; i++) tr_voxel_chunk_destroy(context, &out[i]);
    }
    tr_free(context, it.columns);
    tr_free(context, it.chunks);
    return done;
}
