// Bytes of blocks to indices of a palette, compiled once per ISA.
#include "voxel/pack_isa.h"

#include "simd/byte_lanes.h"

// Vectors are compared with the one before, then with the kinds found so far; only one that holds another is looked at
// block by block.
static void find(const uint8_t blocks[TR_VOXEL_COUNT], bool occurs[TR_BYTE_VALUES])
{
    kb known[TR_PACK_COMPARED];
    int known_count = 0;
    kb before = (kb)~kb_load(blocks);
    for (int32_t i = 0; i < TR_VOXEL_COUNT; i += TR_BYTE_LANES) {
        const kb block = kb_load(blocks + i);
        if (kb_all(kb_equal(block, before))) continue;
        before = block;
        kbm all = kb_set(0);
        for (int k = 0; k < known_count; k++) all |= kb_equal(block, known[k]);
        if (kb_all(all)) continue;
        for (int lane = 0; lane < TR_BYTE_LANES; lane++) {
            const uint8_t kind = blocks[i + lane];
            if (!occurs[kind] && known_count < TR_PACK_COMPARED) known[known_count++] = kb_set((int8_t)kind);
            occurs[kind] = true;
        }
    }
}

// A lane counts down, as a mask is -1 where it holds, and is read before it overflows.
static int32_t count(const uint8_t blocks[TR_VOXEL_COUNT])
{
    enum { PIECE = 64 * TR_BYTE_LANES };
    _Static_assert(TR_VOXEL_COUNT % PIECE == 0, "a chunk is whole pieces");
    int32_t air = 0;
    for (int32_t begin = 0; begin < TR_VOXEL_COUNT; begin += PIECE) {
        kb lanes = kb_set(0);
        for (int32_t i = begin; i < begin + PIECE; i += TR_BYTE_LANES)
            lanes = (kb)(lanes + kb_equal(kb_load(blocks + i), kb_set(TR_BLOCK_AIR)));
        int8_t sums[TR_BYTE_LANES];
        kb_store(sums, lanes);
        for (int lane = 0; lane < TR_BYTE_LANES; lane++) air -= sums[lane];
    }
    return TR_VOXEL_COUNT - air;
}

// The place of a block is the number of entries after the first that it is not below. Kinds are compared as signed
// numbers, which have the order of unsigned ones after the highest bit is turned.
static void number(const uint8_t blocks[TR_VOXEL_COUNT], const uint8_t *palette, int32_t palette_count, uint8_t *out)
{
    kb entries[TR_PACK_COMPARED];
    for (int32_t k = 0; k < palette_count; k++) entries[k] = kb_set((int8_t)(palette[k] ^ 0x80));
    const kb turn = kb_set(-128), last = kb_set(palette_count - 1);
    for (int32_t i = 0; i < TR_VOXEL_COUNT; i += TR_BYTE_LANES) {
        const kb block = (kb)(kb_load(blocks + i) ^ turn);
        kb place = last;
        for (int32_t k = 1; k < palette_count; k++) place = (kb)(place + kb_less(block, entries[k]));
        kb_store(out + i, place);
    }
}

static void fold(const uint8_t *in, int32_t out_count, int bits, uint8_t *out)
{
    for (int32_t i = 0; i < out_count; i += TR_BYTE_LANES) kb_store(out + i, kb_fold(in + 2 * i, bits));
}

const tr_pack_table TR_ISA_NAME(tr_pack_table) = {find, count, number, fold};
