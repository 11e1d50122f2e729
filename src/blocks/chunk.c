// Chunks of 16-bit blocks: packing and reading (terrane/blocks.h).
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash_value.h"
#include "blocks/chunk.h"

int tr_chunk_bits(int32_t palette_count)
{
    int bits = 0;
    while (palette_count > 1 << bits) bits = bits ? 2 * bits : 1;
    return bits;
}

bool tr_chunk_allocate(tr_context *context, const tr_voxel_at *at, int32_t palette_count, tr_voxel_chunk *out,
                       tr_block **palette, uint8_t **indices, tr_error *err)
{
    const int bits = tr_chunk_bits(palette_count);
    const size_t index_bytes = (size_t)bits * TR_VOXEL_COUNT / 8;
    uint8_t *storage = tr_alloc(context, index_bytes + (size_t)palette_count * sizeof(tr_block), err);
    if (!storage) return false;
    *indices = storage;
    *palette = (tr_block *)(storage + index_bytes);
    *out = (tr_voxel_chunk){.at = *at,
                            .palette_count = palette_count,
                            .bits = bits,
                            .palette = *palette,
                            .indices = bits ? storage : NULL,
                            .storage = storage};
    return true;
}

// Every block that can be is a palette of its own for chunks without indices.
static const tr_block *single_block(tr_block block)
{
    static const tr_block kinds[TR_BLOCK_KIND_COUNT] = {
#define X(id, name, shape, top, side, light) TR_BLOCK_##id,
        TR_BLOCK_LIST(X)
#undef X
    };
#define LEVELS(kind)                                                                                              \
    {                                                                                                             \
        kind | 1 << TR_BLOCK_LEVEL_SHIFT, kind | 2 << TR_BLOCK_LEVEL_SHIFT, kind | 3 << TR_BLOCK_LEVEL_SHIFT,     \
            kind | 4 << TR_BLOCK_LEVEL_SHIFT, kind | 5 << TR_BLOCK_LEVEL_SHIFT, kind | 6 << TR_BLOCK_LEVEL_SHIFT, \
            kind | 7 << TR_BLOCK_LEVEL_SHIFT                                                                      \
    }
    static const tr_block water[] = LEVELS(TR_BLOCK_WATER), lava[] = LEVELS(TR_BLOCK_LAVA);
#undef LEVELS
    const unsigned kind = block & TR_BLOCK_KIND_MASK, level = block >> TR_BLOCK_LEVEL_SHIFT;
    if (level == 0) return &kinds[kind];
    return kind == TR_BLOCK_WATER ? &water[level - 1] : &lava[level - 1];
}

tr_voxel_chunk tr_voxel_chunk_uniform(const tr_voxel_at *at, tr_block block)
{
    return (tr_voxel_chunk){.at = *at,
                            .filled = block == TR_BLOCK_AIR ? 0 : TR_VOXEL_COUNT,
                            .palette_count = 1,
                            .palette = single_block(block)};
}

static void set_index(uint8_t *indices, int bits, size_t place, uint32_t index)
{
    if (bits == 16) {
        indices[2 * place] = (uint8_t)index;
        indices[2 * place + 1] = (uint8_t)(index >> 8);
    } else {
        const size_t bit = place * (size_t)bits;
        indices[bit / 8] = (uint8_t)(indices[bit / 8] | index << bit % 8);
    }
}

static uint32_t get_index(const tr_voxel_chunk *chunk, size_t place)
{
    if (chunk->bits == 0) return 0;
    if (chunk->bits == 16) return chunk->indices[2 * place] | (uint32_t)chunk->indices[2 * place + 1] << 8;
    const size_t bit = place * (size_t)chunk->bits;
    return (uint32_t)(chunk->indices[bit / 8] >> bit % 8) & ((1u << chunk->bits) - 1);
}

// The distinct blocks in ascending order, and for each block its number; 65536 entries each.
typedef struct distinct_blocks {
    uint16_t number[UINT16_MAX + 1];
    bool occurs[UINT16_MAX + 1];
} distinct_blocks;

static int32_t number_blocks(const tr_block *blocks, distinct_blocks *distinct)
{
    memset(distinct->occurs, 0, sizeof distinct->occurs);
    for (int i = 0; i < TR_VOXEL_COUNT; i++) distinct->occurs[blocks[i]] = true;
    int32_t count = 0;
    for (int block = 0; block <= UINT16_MAX; block++) {
        distinct->number[block] = (uint16_t)count;
        count += distinct->occurs[block];
    }
    return count;
}

static bool pack(tr_context *context, const tr_voxel_at *at, const tr_block *blocks, distinct_blocks *distinct,
                 tr_voxel_chunk *out, tr_error *err)
{
    const int32_t count = number_blocks(blocks, distinct);
    for (int block = 0; block <= UINT16_MAX; block++) {
        if (distinct->occurs[block] && !tr_block_info_of((tr_block)block))
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "chunk %" PRId64 ", %" PRId64 ", %" PRId64 " holds %d, which is no block", at->x, at->y,
                           at->z, block);
    }
    if (count == 1) {
        *out = tr_voxel_chunk_uniform(at, blocks[0]);
        return true;
    }
    tr_block *palette;
    uint8_t *indices;
    if (!tr_chunk_allocate(context, at, count, out, &palette, &indices, err)) return false;
    for (int block = 0; block <= UINT16_MAX; block++)
        if (distinct->occurs[block]) palette[distinct->number[block]] = (tr_block)block;
    memset(indices, 0, (size_t)out->bits * TR_VOXEL_COUNT / 8);
    for (size_t i = 0; i < TR_VOXEL_COUNT; i++) {
        set_index(indices, out->bits, i, distinct->number[blocks[i]]);
        out->filled += blocks[i] != TR_BLOCK_AIR;
    }
    return true;
}

bool tr_voxel_chunk_pack(tr_context *context, const tr_voxel_at *at, const tr_block *blocks, tr_voxel_chunk *out,
                         tr_error *err)
{
    distinct_blocks *distinct = tr_alloc(context, sizeof *distinct, err);
    if (!distinct) return false;
    const bool done = pack(context, at, blocks, distinct, out, err);
    tr_free(context, distinct);
    return done;
}

// Indices of less than a byte, a byte at a time.
static void unpack_small(const tr_voxel_chunk *chunk, tr_block *out)
{
    const int bits = chunk->bits, per_byte = 8 / bits;
    const unsigned mask = (1u << bits) - 1;
    for (size_t i = 0; i < TR_VOXEL_COUNT / (size_t)per_byte; i++) {
        unsigned byte = chunk->indices[i];
        for (int k = 0; k < per_byte; k++, byte >>= bits) *out++ = chunk->palette[byte & mask];
    }
}

void tr_voxel_chunk_unpack(const tr_voxel_chunk *chunk, tr_block out[TR_VOXEL_COUNT])
{
    if (chunk->bits == 0)
        for (int i = 0; i < TR_VOXEL_COUNT; i++) out[i] = chunk->palette[0];
    else if (chunk->bits <= 8)
        unpack_small(chunk, out);
    else
        for (size_t i = 0; i < TR_VOXEL_COUNT; i++) out[i] = chunk->palette[get_index(chunk, i)];
}

tr_block tr_voxel_chunk_block(const tr_voxel_chunk *chunk, int x, int y, int z)
{
    const int index = x + TR_VOXEL_SIDE * z + TR_VOXEL_LAYER * y;
    return chunk->palette[get_index(chunk, (size_t)index)];
}

void tr_voxel_chunk_destroy(tr_context *context, tr_voxel_chunk *chunk)
{
    tr_free(context, chunk->storage);
    *chunk = tr_voxel_chunk_uniform(&chunk->at, TR_BLOCK_AIR);
}

size_t tr_voxel_chunk_bytes(const tr_voxel_chunk *chunk)
{
    const size_t indices = (size_t)chunk->bits * TR_VOXEL_COUNT / 8;
    return chunk->storage ? indices + (size_t)chunk->palette_count * sizeof(tr_block) : 0;
}

uint64_t tr_voxel_chunk_hash(const tr_voxel_chunk *chunk)
{
    uint64_t hash = tr_hash_identity((uint64_t)chunk->palette_count, 0, chunk->at.x, chunk->at.y, chunk->at.z);
    for (int32_t i = 0; i < chunk->palette_count; i++) hash = tr_hash_word(chunk->palette[i], hash);
    return tr_hash_bytes(chunk->indices, (size_t)chunk->bits * TR_VOXEL_COUNT / 8, hash);
}
