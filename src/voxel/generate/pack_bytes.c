// Packs the bytes of a chunk that was just made (stages.h).
#include "blocks/chunk.h"
#include "voxel/generate/pack_isa.h"
#include "voxel/generate/stages.h"

typedef struct kinds {
    uint8_t palette[TR_BLOCK_KIND_COUNT];  // in ascending order
    int32_t count;
} kinds;

static kinds list_kinds(uint64_t bits)
{
    kinds found;
    found.count = 0;
    for (; bits; bits &= bits - 1) found.palette[found.count++] = (uint8_t)__builtin_ctzll(bits);
    return found;
}

bool tr_voxel_pack_bytes(tr_context *context, tr_isa isa, const tr_voxel_at *at, const uint8_t blocks[TR_VOXEL_COUNT],
                         tr_voxel_chunk *out, tr_error *err)
{
    const tr_pack_table *table = TR_ISA_PICK(tr_pack_table, isa);
    int32_t filled;
    const kinds found = list_kinds(table->find(blocks, &filled));
    if (found.count == 1) {
        *out = tr_voxel_chunk_uniform(at, found.palette[0]);
        return true;
    }
    tr_block *palette;
    uint8_t *indices;
    if (!tr_chunk_allocate(context, at, found.count, out, &palette, &indices, err)) return false;
    for (int32_t k = 0; k < found.count; k++) palette[k] = found.palette[k];
    table->write(blocks, found.palette, found.count, out->bits, indices);
    out->filled = filled;
    return true;
}
