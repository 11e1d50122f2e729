#include "block_samples.h"

enum { GROUND = 40 };

// Hills whose ground is made of lumps of everything.
tr_block block_samples_at(int64_t x, int64_t y, int64_t z)
{
    const int64_t height = GROUND + (x * x / 50 + z * 3 / 7 + x) % 17;
    if (y > height) return TR_BLOCK_AIR;
    if (y < -GROUND) return TR_BLOCK_DEEP_STONE;
    const uint64_t hash = tr_hash_identity(1, 2, x >> 1, y >> 1, z >> 2);
    if (hash % 4) return TR_BLOCK_STONE;
    const unsigned kind = (unsigned)(hash >> 8) % TR_BLOCK_KIND_COUNT;
    const bool liquid = tr_block_info_of((tr_block)kind)->shape == TR_SHAPE_LIQUID;
    return (tr_block)(kind | (liquid ? (hash >> 40) % 8 : 0) << TR_BLOCK_LEVEL_SHIFT);
}

typedef struct samples {
    tr_context *context;
    int *reads_left;
} samples;

static bool read_chunks(void *user, const tr_voxel_at *chunks, size_t count, tr_voxel_chunk *out, tr_error *err)
{
    const samples here = *(const samples *)user;
    for (size_t n = 0; n < count; n++) {
        if (here.reads_left && (*here.reads_left)-- == 0) {
            for (size_t i = 0; i < n; i++) tr_voxel_chunk_destroy(here.context, &out[i]);
            return tr_fail(err, TR_ERROR_NOT_FOUND, "no more chunks");
        }
        static tr_block blocks[TR_VOXEL_COUNT];
        for (int i = 0; i < TR_VOXEL_COUNT; i++)
            blocks[i] = block_samples_at(chunks[n].x * TR_VOXEL_SIDE + i % TR_VOXEL_SIDE,
                                         chunks[n].y * TR_VOXEL_SIDE + i / TR_VOXEL_LAYER,
                                         chunks[n].z * TR_VOXEL_SIDE + i / TR_VOXEL_SIDE % TR_VOXEL_SIDE);
        if (tr_voxel_chunk_pack(here.context, &chunks[n], blocks, &out[n], err)) continue;
        for (size_t i = 0; i < n; i++) tr_voxel_chunk_destroy(here.context, &out[i]);
        return false;
    }
    return true;
}

tr_voxel_source block_samples_source(tr_context *context, int *reads_left)
{
    static samples all;
    all = (samples){context, reads_left};
    return (tr_voxel_source){.user = &all, .read = read_chunks, .context = context};
}
