#include "blocks/chunk_edit.h"

#include <string.h>

#include "blocks/chunk.h"

// The place of a block in a palette, or -1.
static int32_t entry_of(const tr_voxel_chunk *chunk, tr_block block)
{
    int32_t low = 0, high = chunk->palette_count;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (chunk->palette[middle] < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low < chunk->palette_count && chunk->palette[low] == block ? low : -1;
}

static bool has_all(const tr_voxel_chunk *chunk, const tr_placed_block *edits, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (entry_of(chunk, edits[i].block) < 0) return false;
    return true;
}

static void set_index(const tr_voxel_chunk *chunk, uint8_t *indices, size_t place, unsigned index)
{
    const size_t bits = (size_t)chunk->bits, bit = place * bits;
    const unsigned mask = (1u << bits) - 1;
    uint8_t *byte = &indices[bit / 8];
    *byte = (uint8_t)((*byte & ~(mask << bit % 8)) | index << bit % 8);
}

// There are fewer than 256 blocks, so indices have at most a byte.
static bool copy_with(tr_context *context, const tr_voxel_chunk *chunk, const tr_placed_block *edits, size_t count,
                      tr_voxel_chunk *out, tr_error *err)
{
    tr_block *palette;
    uint8_t *indices;
    if (!tr_chunk_allocate(context, &chunk->at, chunk->palette_count, out, &palette, &indices, err)) return false;
    memcpy(palette, chunk->palette, (size_t)chunk->palette_count * sizeof *palette);
    memcpy(indices, chunk->indices, (size_t)chunk->bits * TR_VOXEL_COUNT / 8);
    out->filled = chunk->filled;
    for (size_t i = 0; i < count; i++) {
        const int place = edits[i].place;
        const tr_block before = tr_voxel_chunk_block(out, place % TR_VOXEL_SIDE, place / TR_VOXEL_LAYER,
                                                     place / TR_VOXEL_SIDE % TR_VOXEL_SIDE);
        out->filled += (edits[i].block != TR_BLOCK_AIR) - (before != TR_BLOCK_AIR);
        set_index(out, indices, edits[i].place, (unsigned)entry_of(chunk, edits[i].block));
    }
    return true;
}

bool tr_chunk_with_edits(tr_context *context, const tr_voxel_chunk *chunk, const tr_placed_block *edits, size_t count,
                         tr_voxel_chunk *out, tr_error *err)
{
    if (chunk->bits > 0 && has_all(chunk, edits, count)) return copy_with(context, chunk, edits, count, out, err);
    tr_block *blocks = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *blocks, err);
    if (!blocks) return false;
    tr_voxel_chunk_unpack(chunk, blocks);
    for (size_t i = 0; i < count; i++) blocks[edits[i].place] = edits[i].block;
    const bool done = tr_voxel_chunk_pack(context, &chunk->at, blocks, out, err);
    tr_free(context, blocks);
    return done;
}
