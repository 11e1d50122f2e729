// Bytes of blocks to indices of a palette, compiled once per ISA.
#include "voxel/generate/pack_isa.h"

#include "simd/byte_lanes.h"

enum { LANES = TR_BYTE_LANES };

// ---------------------------------------------------------------------------------------------------------
// Kinds

typedef struct kinds {
    uint64_t bits;
    kb_members members;
} kinds;

static void add_kinds(const uint8_t blocks[LANES], kinds *to)
{
    for (;;) {
        const kbm known = kb_equal(kb_strangers(&to->members, kb_load(blocks)), kb_set(0));
        if (kb_all(known)) return;
        const uint8_t kind = blocks[kb_first((kbm)~known)];
        to->bits |= UINT64_C(1) << kind;
        kb_members_add(&to->members, kind);
    }
}

static int32_t sum_of(kb lanes)
{
    int8_t each[LANES];
    kb_store(each, lanes);
    int32_t sum = 0;
    for (int lane = 0; lane < LANES; lane++) sum += each[lane];
    return sum;
}

enum { STEP = 4, PIECE = 64 };  // vectors that are looked at together, and over which air is counted in lanes

K_FN(kbm) is_all(const uint8_t blocks[STEP * LANES], kb of)
{
    kbm same = kb_equal(kb_load(blocks), of);
    for (int i = 1; i < STEP; i++) same &= kb_equal(kb_load(blocks + i * LANES), of);
    return same;
}

// Returns the air of each lane, counted downwards, as a mask is -1 where it holds.
K_FN(kb) look_at(const uint8_t blocks[STEP * LANES], kinds *found)
{
    kb air = kb_set(0), strangers = kb_set(0);
    for (int i = 0; i < STEP; i++) {
        const kb block = kb_load(blocks + i * LANES);
        air = (kb)(air + kb_equal(block, kb_set(TR_BLOCK_AIR)));
        strangers |= kb_strangers(&found->members, block);
    }
    if (kb_all(kb_equal(strangers, kb_set(0)))) return air;
    for (int i = 0; i < STEP; i++) add_kinds(blocks + i * LANES, found);
    return air;
}

// Vectors are looked at where they differ from the one before. Lanes are read before they overflow.
static uint64_t find(const uint8_t blocks[TR_VOXEL_COUNT], int32_t *filled)
{
    _Static_assert(TR_VOXEL_COUNT % (PIECE * LANES) == 0, "a chunk is whole pieces");
    kinds found = {0};
    kb before = (kb)~kb_load(blocks), air_before = kb_set(0);
    *filled = TR_VOXEL_COUNT;
    for (int32_t begin = 0; begin < TR_VOXEL_COUNT; begin += PIECE * LANES) {
        kb air = kb_set(0);
        for (int32_t at = begin; at < begin + PIECE * LANES; at += STEP * LANES) {
            if (kb_all(is_all(blocks + at, before))) {
                air = (kb)(air + air_before);
                continue;
            }
            air = (kb)(air + look_at(blocks + at, &found));
            before = kb_load(blocks + at + (STEP - 1) * LANES);
            air_before = (kb)(kb_equal(before, kb_set(TR_BLOCK_AIR)) & kb_set(-STEP));
        }
        *filled += sum_of(air);
    }
    return found.bits;
}

// ---------------------------------------------------------------------------------------------------------
// Indices: folded in pairs until bytes hold as many as they can

K_FN(kb) place_of(const kb_places *places, const uint8_t *blocks)
{
    return kb_place(places, kb_load(blocks));
}

K_FN(kb) pairs_of(const kb_places *places, const uint8_t *blocks, int bits)
{
    return kb_fold(place_of(places, blocks), place_of(places, blocks + LANES), bits);
}

K_FN(kb) fours_of(const kb_places *places, const uint8_t *blocks, int bits)
{
    return kb_fold(pairs_of(places, blocks, bits), pairs_of(places, blocks + 2 * LANES, bits), 2 * bits);
}

K_FN(kb) eights_of(const kb_places *places, const uint8_t *blocks)
{
    return kb_fold(fours_of(places, blocks, 1), fours_of(places, blocks + 4 * LANES, 1), 4);
}

static void write(const uint8_t blocks[TR_VOXEL_COUNT], const uint8_t *palette, int32_t palette_count, int bits,
                  uint8_t *out)
{
    const kb_places places = kb_places_of(palette, palette_count);
    const uint8_t *end = blocks + TR_VOXEL_COUNT;
    switch (bits) {
    case 1:
        for (; blocks < end; blocks += 8 * LANES, out += LANES) kb_store(out, eights_of(&places, blocks));
        break;
    case 2:
        for (; blocks < end; blocks += 4 * LANES, out += LANES) kb_store(out, fours_of(&places, blocks, 2));
        break;
    case 4:
        for (; blocks < end; blocks += 2 * LANES, out += LANES) kb_store(out, pairs_of(&places, blocks, 4));
        break;
    default:
        for (; blocks < end; blocks += LANES, out += LANES) kb_store(out, place_of(&places, blocks));
    }
}

const tr_pack_table TR_ISA_NAME(tr_pack_table) = {find, write};
