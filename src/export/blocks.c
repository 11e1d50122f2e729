#include "export/blocks.h"

// So many chunks are asked for at a time: enough to share columns, few enough that the progress moves.
enum { BATCH = 4096 };

static bool read_batch(const tr_voxel_source *source, tr_voxel_blocks *out, size_t first, size_t count, tr_error *err)
{
    tr_voxel_at places[BATCH];
    for (size_t i = 0; i < count; i++) {
        places[i] = tr_voxel_box_at(&out->box, first + i);
    }
    return source->read(source->user, places, count, out->chunks + first, err);
}

static bool read_all(const tr_voxel_source *source, const tr_progress *progress, tr_voxel_blocks *out, tr_error *err)
{
    const size_t count = tr_voxel_box_count(&out->box);
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at at = tr_voxel_box_at(&out->box, i);
        out->chunks[i] = tr_voxel_chunk_uniform(&at, TR_BLOCK_AIR);
    }
    for (size_t first = 0; first < count; first += BATCH) {
        const size_t left = count - first;
        if (!read_batch(source, out, first, left < BATCH ? left : BATCH, err)) {
            return false;
        }
        if (progress && !progress->report(progress->user, (double)first / (double)count)) {
            return tr_fail(err, TR_ERROR_CANCELLED, "cancelled");
        }
    }
    return true;
}

bool tr_voxel_blocks_read(const tr_voxel_source *source, const tr_voxel_box *box, const tr_progress *progress,
                          tr_voxel_blocks *out, tr_error *err)
{
    *out = (tr_voxel_blocks){.context = source->context, .box = *box};
    if (!tr_voxel_box_check(box, err)) {
        return false;
    }
    out->chunks = tr_alloc_array(source->context, tr_voxel_box_count(box), sizeof *out->chunks, err);
    if (out->chunks && read_all(source, progress, out, err)) {
        return true;
    }
    tr_voxel_blocks_destroy(out);
    return false;
}

void tr_voxel_blocks_destroy(tr_voxel_blocks *blocks)
{
    for (size_t i = 0; blocks->chunks && i < tr_voxel_box_count(&blocks->box); i++) {
        tr_voxel_chunk_destroy(blocks->context, &blocks->chunks[i]);
    }
    if (blocks->context) {
        tr_free(blocks->context, blocks->chunks);
    }
    *blocks = (tr_voxel_blocks){0};
}

const tr_voxel_chunk *tr_voxel_blocks_chunk(const tr_voxel_blocks *blocks, int64_t x, int64_t y, int64_t z)
{
    const int32_t *size = blocks->box.size;
    if (x < 0 || y < 0 || z < 0 || x >= size[0] || y >= size[1] || z >= size[2]) {
        return NULL;
    }
    return &blocks->chunks[x + size[0] * (z + size[2] * y)];
}

tr_block tr_voxel_blocks_at(const tr_voxel_blocks *blocks, int64_t x, int64_t y, int64_t z)
{
    const tr_voxel_chunk *chunk = tr_voxel_blocks_chunk(blocks, x >> 5, y >> 5, z >> 5);
    return chunk ? tr_voxel_chunk_block(chunk, (int)(x & 31), (int)(y & 31), (int)(z & 31)) : TR_BLOCK_AIR;
}

int64_t tr_voxel_blocks_size(const tr_voxel_blocks *blocks, int axis)
{
    return (int64_t)blocks->box.size[axis] * TR_VOXEL_SIDE;
}
