// Packing bytes gives what packing the same blocks of 16 bits gives, to the byte, on every instruction set.
#include "cmocka_test.h"
#include "counting_context.h"
#include "test_effort.h"
#include "blocks/chunk.h"
#include "voxel/generate/stages.h"

static const tr_isa isas[] = {TR_ISA_SCALAR, TR_ISA_BASELINE, TR_ISA_AVX2};
static const tr_voxel_at place = {-5, 3, 1000000007};

static uint32_t random_below(uint64_t *seed, uint32_t limit)
{
    return (uint32_t)(tr_hash_identity((*seed)++, 7, 0, 0, 0) >> 33) % limit;
}

// Blocks of `kind_count` kinds, in runs of up to `run` of them, each kind at least once.
static void make_blocks(uint64_t seed, uint32_t kind_count, uint32_t run, uint8_t *blocks)
{
    uint8_t kinds[TR_BLOCK_KIND_COUNT];
    for (uint32_t i = 0; i < TR_BLOCK_KIND_COUNT; i++) kinds[i] = (uint8_t)i;
    for (uint32_t i = 0; i < kind_count; i++) {
        const uint32_t other = i + random_below(&seed, TR_BLOCK_KIND_COUNT - i);
        const uint8_t kind = kinds[i];
        kinds[i] = kinds[other], kinds[other] = kind;
    }
    uint32_t left = 0;
    uint8_t kind = 0;
    for (uint32_t i = 0; i < TR_VOXEL_COUNT; i++, left--) {
        if (left == 0) {
            left = 1 + random_below(&seed, run);
            kind = kinds[random_below(&seed, kind_count)];
        }
        blocks[i] = kind;
    }
    for (uint32_t i = 0; i < kind_count; i++) blocks[random_below(&seed, 400) * 70 + i] = kinds[i];
}

static void assert_packs_as_words_do(const uint8_t *blocks)
{
    static tr_block words[TR_VOXEL_COUNT];
    for (int i = 0; i < TR_VOXEL_COUNT; i++) words[i] = blocks[i];
    tr_error err;
    tr_voxel_chunk expected, found;
    assert_true(tr_voxel_chunk_pack(context, &place, words, &expected, &err));
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        if (!tr_isa_available(isas[i])) continue;
        assert_true(tr_voxel_pack_bytes(context, isas[i], &place, blocks, &found, &err));
        assert_memory_equal(&found.at, &expected.at, sizeof found.at);
        assert_int_equal(found.filled, expected.filled);
        assert_int_equal(found.palette_count, expected.palette_count);
        assert_int_equal(found.bits, expected.bits);
        assert_memory_equal(found.palette, expected.palette, (size_t)found.palette_count * sizeof *found.palette);
        if (found.bits) assert_memory_equal(found.indices, expected.indices, (size_t)found.bits * TR_VOXEL_COUNT / 8);
        assert_int_equal(found.storage == NULL, expected.storage == NULL);
        tr_voxel_chunk_destroy(context, &found);
    }
    tr_voxel_chunk_destroy(context, &expected);
}

static void bytes_pack_as_words_do(void **state)
{
    (void)state;
    static uint8_t blocks[TR_VOXEL_COUNT];
    const uint32_t runs[] = {1, 9, 700};
    const uint32_t step = (uint32_t)TEST_SLOWDOWN;
    for (uint32_t kinds = 1; kinds <= TR_BLOCK_KIND_COUNT; kinds += kinds < 18 ? 1 : step) {
        for (int r = 0; r < 3; r++) {
            make_blocks(kinds * 1000003u + (uint32_t)r, kinds, runs[r], blocks);
            assert_packs_as_words_do(blocks);
        }
    }
}

// The only block of another kind, at either end and in the middle of a vector.
static void a_single_other_block_is_seen(void **state)
{
    (void)state;
    static uint8_t blocks[TR_VOXEL_COUNT];
    const int places[] = {0, 1, 15, 16, 31, 32, 12345, TR_VOXEL_COUNT - 33, TR_VOXEL_COUNT - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        memset(blocks, i % 2 ? TR_BLOCK_STONE : TR_BLOCK_AIR, sizeof blocks);
        blocks[places[i]] = TR_BLOCK_LAMP;
        assert_packs_as_words_do(blocks);
    }
}

static void want_of_memory_is_told(void **state)
{
    (void)state;
    static uint8_t blocks[TR_VOXEL_COUNT];
    make_blocks(1, 5, 3, blocks);
    allocator.fail_at = atomic_load(&allocator.allocations);
    tr_error err;
    tr_voxel_chunk chunk;
    assert_false(tr_voxel_pack_bytes(context, TR_ISA_SCALAR, &place, blocks, &chunk, &err));
    assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
}

TEST_GROUP(pack_bytes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bytes_pack_as_words_do, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_single_other_block_is_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(want_of_memory_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
