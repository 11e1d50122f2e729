// Packs the bytes of a chunk that was just made (stages.h).
#include <string.h>

#include "voxel/chunk.h"
#include "voxel/pack_isa.h"
#include "voxel/stages.h"

typedef struct kinds {
    uint8_t palette[TR_BYTE_VALUES];  // in ascending order
    int32_t count;
} kinds;

static kinds find_kinds(const tr_pack_table *table, const uint8_t blocks[TR_VOXEL_COUNT])
{
    bool occurs[TR_BYTE_VALUES] = {0};
    table->find(blocks, occurs);
    kinds found;
    found.count = 0;
    for (int kind = 0; kind < TR_BYTE_VALUES; kind++)
        if (occurs[kind]) found.palette[found.count++] = (uint8_t)kind;
    return found;
}

static void look_up(const uint8_t blocks[TR_VOXEL_COUNT], const kinds *found, uint8_t *out)
{
    uint8_t place[TR_BYTE_VALUES] = {0};
    for (int32_t k = 0; k < found->count; k++) place[found->palette[k]] = (uint8_t)k;
    for (size_t i = 0; i < TR_VOXEL_COUNT; i++) out[i] = place[blocks[i]];
}

// Bytes are folded, from one buffer to the other, until they hold as many indices as they can.
static void write_indices(const tr_pack_table *table, const uint8_t blocks[TR_VOXEL_COUNT], const kinds *found,
                          int bits, uint8_t *out)
{
    if (found->count > TR_PACK_COMPARED) {
        look_up(blocks, found, out);
        return;
    }
    uint8_t whole[TR_VOXEL_COUNT], half[TR_VOXEL_COUNT / 2];
    table->number(blocks, found->palette, found->count, whole);
    uint8_t *from = whole, *to = half;
    int32_t bytes = TR_VOXEL_COUNT / 2;
    int width = bits;
    for (; width < 4; width *= 2, bytes /= 2) {
        table->fold(from, bytes, width, to);
        uint8_t *swap = from;
        from = to;
        to = swap;
    }
    table->fold(from, bytes, width, out);
}

bool tr_voxel_pack_bytes(tr_context *context, tr_isa isa, const tr_voxel_at *at, const uint8_t blocks[TR_VOXEL_COUNT],
                         tr_voxel_chunk *out, tr_error *err)
{
    const tr_pack_table *table = TR_ISA_PICK(tr_pack_table, isa);
    const kinds found = find_kinds(table, blocks);
    if (found.count == 1) {
        *out = tr_voxel_chunk_uniform(at, found.palette[0]);
        return true;
    }
    tr_block *palette;
    uint8_t *indices;
    if (!tr_chunk_allocate(context, at, found.count, out, &palette, &indices, err)) return false;
    for (int32_t k = 0; k < found.count; k++) palette[k] = found.palette[k];
    write_indices(table, blocks, &found, out->bits, indices);
    out->filled = table->count(blocks);
    return true;
}
