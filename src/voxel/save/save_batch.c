#include "voxel/save/save_batch.h"

#include <stdlib.h>
#include <string.h>

#include "voxel/save/save_edits.h"

enum { FIRST_CAPACITY = 64, NONE = -1 };

// ---------------------------------------------------------------------------------------------------------
// Finding chunks

// The slot that holds a chunk, or the free one where it would go.
static int32_t *slot_of(const tr_voxel_save_batch *batch, const tr_voxel_at *at)
{
    const uint32_t mask = (uint32_t)batch->slot_count - 1;
    uint32_t slot = (uint32_t)tr_hash_identity(0, 0, at->x, at->y, at->z) & mask;
    while (batch->slots[slot] != NONE && tr_voxel_at_compare(&batch->chunks[batch->slots[slot]].at, at) != 0)
        slot = (slot + 1) & mask;
    return &batch->slots[slot];
}

static const tr_batch_chunk *find_chunk(const tr_voxel_save_batch *batch, const tr_voxel_at *at)
{
    const int32_t index = batch->slot_count > 0 ? *slot_of(batch, at) : NONE;
    return index == NONE ? NULL : &batch->chunks[index];
}

static tr_batch_chunk *find_or_add_chunk(tr_voxel_save_batch *batch, const tr_voxel_at *at)
{
    int32_t *slot = slot_of(batch, at);
    if (*slot == NONE) {
        *slot = batch->chunk_count++;
        batch->chunks[*slot] = (tr_batch_chunk){.at = *at, .last = NONE};
    }
    return &batch->chunks[*slot];
}

// ---------------------------------------------------------------------------------------------------------
// Growing

// The next capacity that has room for `count`: a power of two times FIRST_CAPACITY; 0 when there is none.
static int32_t capacity_for(int32_t capacity, uint64_t count)
{
    uint64_t larger = capacity > FIRST_CAPACITY ? (uint64_t)capacity : FIRST_CAPACITY;
    while (larger < count) larger *= 2;
    return larger <= INT32_MAX / 4 ? (int32_t)larger : 0;
}

static bool reserve(tr_context *context, void **array, int32_t used, int32_t *capacity, uint64_t count,
                    size_t element_size, tr_error *err)
{
    if (count <= (uint64_t)*capacity) return true;
    const int32_t larger = capacity_for(*capacity, count);
    if (larger == 0) return tr_fail(err, TR_ERROR_TOO_LARGE, "more edits than can wait to be written");
    void *copy = tr_alloc_array(context, (size_t)larger, element_size, err);
    if (!copy) return false;
    if (used > 0) memcpy(copy, *array, (size_t)used * element_size);
    tr_free(context, *array);
    *array = copy;
    *capacity = larger;
    return true;
}

static bool reserve_slots(tr_voxel_save_batch *batch, uint64_t chunk_count, tr_error *err)
{
    if (2 * chunk_count <= (uint64_t)batch->slot_count) return true;
    const int32_t count = capacity_for(batch->slot_count, 2 * chunk_count);
    if (count == 0) return tr_fail(err, TR_ERROR_TOO_LARGE, "more changed chunks than can wait to be written");
    int32_t *slots = tr_alloc_array(batch->context, (size_t)count, sizeof *slots, err);
    if (!slots) return false;
    tr_free(batch->context, batch->slots);
    batch->slots = slots;
    batch->slot_count = count;
    for (int32_t i = 0; i < count; i++) slots[i] = NONE;
    for (int32_t i = 0; i < batch->chunk_count; i++) *slot_of(batch, &batch->chunks[i].at) = i;
    return true;
}

// ---------------------------------------------------------------------------------------------------------

// At most so many chunks are new: runs of edits of one chunk count once.
static uint64_t count_runs(const tr_block_edit *edits, size_t count)
{
    uint64_t runs = 0;
    tr_voxel_at before = {0};
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at chunk = tr_chunk_of_block(&edits[i].at);
        if (i == 0 || tr_voxel_at_compare(&chunk, &before) != 0) runs++;
        before = chunk;
    }
    return runs;
}

bool tr_voxel_save_batch_add(tr_voxel_save_batch *batch, const tr_block_edit *edits, size_t count, tr_error *err)
{
    const uint64_t chunk_count = (uint64_t)batch->chunk_count + count_runs(edits, count);
    void *list = batch->edits, *chunks = batch->chunks;
    bool ok = reserve(batch->context, &list, batch->edit_count, &batch->edit_capacity,
                      (uint64_t)batch->edit_count + count, sizeof *batch->edits, err);
    batch->edits = list;
    ok = ok && reserve(batch->context, &chunks, batch->chunk_count, &batch->chunk_capacity, chunk_count,
                       sizeof *batch->chunks, err);
    batch->chunks = chunks;
    if (!ok || !reserve_slots(batch, chunk_count, err)) return false;
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at at = tr_chunk_of_block(&edits[i].at);
        tr_batch_chunk *chunk = find_or_add_chunk(batch, &at);
        batch->edits[batch->edit_count] =
            (tr_batch_edit){.previous = chunk->last, .place = tr_place_of_block(&edits[i].at), .block = edits[i].block};
        chunk->last = batch->edit_count++;
    }
    return true;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Keys that sort by place, then the latest first: place, age, block.
static void write_keys(const tr_voxel_save_batch *batch, const tr_batch_chunk *chunk, uint64_t *keys)
{
    uint64_t age = 0;
    for (int32_t i = chunk->last; i != NONE; i = batch->edits[i].previous, age++)
        keys[age] = (uint64_t)batch->edits[i].place << 48 | age << 16 | batch->edits[i].block;
}

bool tr_voxel_save_batch_collect(const tr_voxel_save_batch *batch, const tr_voxel_at *at, tr_chunk_edits *out,
                                 tr_error *err)
{
    *out = (tr_chunk_edits){0};
    const tr_batch_chunk *chunk = find_chunk(batch, at);
    if (!chunk) return true;
    size_t count = 0;
    for (int32_t i = chunk->last; i != NONE; i = batch->edits[i].previous) count++;
    uint64_t *keys = tr_alloc_array(batch->context, count, sizeof *keys, err);
    const bool ok = keys && tr_chunk_edits_create(batch->context, count, out, err);
    if (ok) {
        write_keys(batch, chunk, keys);
        qsort(keys, count, sizeof *keys, compare_keys);
        out->count = 0;
        for (size_t i = 0; i < count; i++) {
            const uint16_t place = (uint16_t)(keys[i] >> 48);
            if (out->count > 0 && out->places[out->count - 1] == place) continue;
            out->places[out->count] = place;
            out->blocks[out->count++] = (tr_block)keys[i];
        }
    }
    tr_free(batch->context, keys);
    return ok;
}

void tr_voxel_save_batch_clear(tr_voxel_save_batch *batch)
{
    tr_free(batch->context, batch->edits);
    tr_free(batch->context, batch->chunks);
    tr_free(batch->context, batch->slots);
    *batch = (tr_voxel_save_batch){.context = batch->context};
}
