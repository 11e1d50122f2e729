// Blocks, boxes and the packing of chunks.
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/blocks.h"
#include "test_context.h"

static const tr_voxel_at far_place = {-(INT64_C(1) << 40), -7, (INT64_C(1) << 40) - 1};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void every_kind_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int kind = 0; kind < TR_BLOCK_KIND_COUNT; kind++) {
        tr_block_kind found = TR_BLOCK_KIND_COUNT;
        assert_true(tr_block_from_name(tr_block_name((tr_block_kind)kind), &found));
        assert_int_equal(found, kind);
        assert_string_equal(tr_block_info_of((tr_block)kind)->name, tr_block_name((tr_block_kind)kind));
    }
    tr_block_kind found;
    assert_false(tr_block_from_name("", &found));
    assert_false(tr_block_from_name("Stone", &found));
}

static void what_is_no_block_has_no_info(void **state)
{
    (void)state;
    assert_null(tr_block_info_of(TR_BLOCK_KIND_COUNT));
    assert_null(tr_block_info_of(TR_BLOCK_STONE | 1 << TR_BLOCK_LEVEL_SHIFT));
    assert_null(tr_block_info_of(TR_BLOCK_WATER | 8 << TR_BLOCK_LEVEL_SHIFT));
    assert_non_null(tr_block_info_of(TR_BLOCK_WATER | 7 << TR_BLOCK_LEVEL_SHIFT));
    assert_int_equal(tr_block_info_of(TR_BLOCK_LAVA)->light[0], 15);
    assert_int_equal(tr_block_info_of(TR_BLOCK_GRASS)->top_color[0], 0x86);
}

static void boxes_are_checked_and_counted(void **state)
{
    (void)state;
    tr_error err;
    tr_voxel_box box = {{-3, 5, 10}, {2, 3, 4}};
    assert_true(tr_voxel_box_check(&box, &err));
    assert_int_equal(tr_voxel_box_count(&box), 24);
    const tr_voxel_at first = tr_voxel_box_at(&box, 0), second_row = tr_voxel_box_at(&box, 2),
                      second_layer = tr_voxel_box_at(&box, 8), last = tr_voxel_box_at(&box, 23);
    assert_true(first.x == -3 && first.y == 5 && first.z == 10);
    assert_true(second_row.x == -3 && second_row.y == 5 && second_row.z == 11);
    assert_true(second_layer.x == -3 && second_layer.y == 6 && second_layer.z == 10);
    assert_true(last.x == -2 && last.y == 7 && last.z == 13);
    box.size[1] = 0;
    assert_false(tr_voxel_box_check(&box, &err));
    assert_non_null(strstr(err.message, "0 chunks along y"));
    box = (tr_voxel_box){far_place, {1, 1, 1}};
    assert_true(tr_voxel_box_check(&box, &err));
    box.size[2] = 2;
    assert_false(tr_voxel_box_check(&box, &err));
    box = (tr_voxel_box){{0, 32768, 0}, {1, 1, 1}};
    assert_false(tr_voxel_box_check(&box, &err));
}

// Blocks of `kinds` different kinds and levels in random places, each at least once.
static void scatter(tr_block *blocks, int kinds, uint32_t seed)
{
    tr_block all[TR_BLOCK_KIND_COUNT + 14];
    for (int i = 0; i < TR_BLOCK_KIND_COUNT; i++) all[i] = (tr_block)i;
    for (int i = 0; i < 14; i++)
        all[TR_BLOCK_KIND_COUNT + i] =
            (tr_block)((i % 2 ? TR_BLOCK_WATER : TR_BLOCK_LAVA) | (i / 2 + 1) << TR_BLOCK_LEVEL_SHIFT);
    for (int i = 0; i < TR_VOXEL_COUNT; i++)
        blocks[i] = all[i < kinds ? (uint32_t)i : next_random(&seed) % (uint32_t)kinds];
}

static void packing_keeps_every_block(void **state)
{
    tr_context *context = *state;
    tr_block *blocks = malloc(2 * TR_VOXEL_COUNT * sizeof *blocks), *again = blocks + TR_VOXEL_COUNT;
    const int counts[] = {1, 2, 3, 4, 5, 16, 17, TR_BLOCK_KIND_COUNT + 14};
    const int bits[] = {0, 1, 2, 2, 4, 4, 8, 8};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        scatter(blocks, counts[k], 7 + (uint32_t)k);
        tr_voxel_chunk chunk;
        assert_true(tr_voxel_chunk_pack(context, &far_place, blocks, &chunk, NULL));
        assert_int_equal(chunk.palette_count, counts[k]);
        assert_int_equal(chunk.bits, bits[k]);
        int32_t filled = 0;
        for (int i = 0; i < TR_VOXEL_COUNT; i++) filled += blocks[i] != TR_BLOCK_AIR;
        assert_int_equal(chunk.filled, filled);
        tr_voxel_chunk_unpack(&chunk, again);
        assert_memory_equal(blocks, again, TR_VOXEL_COUNT * sizeof *blocks);
        for (int i = 0; i < TR_VOXEL_COUNT; i += 97)
            assert_int_equal(tr_voxel_chunk_block(&chunk, i % 32, i / 1024, i / 32 % 32), blocks[i]);
        tr_voxel_chunk_destroy(context, &chunk);
    }
    free(blocks);
}

static void a_uniform_chunk_takes_no_memory(void **state)
{
    tr_context *context = *state;
    const tr_block kinds[] = {TR_BLOCK_AIR, TR_BLOCK_STONE, TR_BLOCK_WATER | 3 << TR_BLOCK_LEVEL_SHIFT};
    const uint64_t before = tr_context_memory(context).used_bytes;
    for (int k = 0; k < 3; k++) {
        tr_voxel_chunk chunk = tr_voxel_chunk_uniform(&far_place, kinds[k]);
        assert_int_equal(tr_voxel_chunk_block(&chunk, 31, 0, 5), kinds[k]);
        assert_int_equal(chunk.filled, k ? TR_VOXEL_COUNT : 0);
        assert_int_equal(tr_voxel_chunk_bytes(&chunk), 0);
        tr_voxel_chunk_destroy(context, &chunk);
    }
    assert_int_equal(tr_context_memory(context).used_bytes, before);
}

static void what_is_no_block_is_refused(void **state)
{
    tr_context *context = *state;
    static tr_block blocks[TR_VOXEL_COUNT];
    blocks[20000] = TR_BLOCK_KIND_COUNT;
    tr_voxel_chunk chunk;
    tr_error err;
    assert_false(tr_voxel_chunk_pack(context, &far_place, blocks, &chunk, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
}

static void the_hash_follows_place_and_blocks(void **state)
{
    tr_context *context = *state;
    tr_block *blocks = calloc(TR_VOXEL_COUNT, sizeof *blocks);
    tr_voxel_chunk chunk;
    uint64_t hashes[4];
    for (int k = 0; k < 4; k++) {
        const tr_voxel_at at = {k == 1, 0, 0};
        blocks[5] = k == 2 ? TR_BLOCK_SAND : TR_BLOCK_DIRT;
        blocks[6] = k == 3 ? TR_BLOCK_DIRT : TR_BLOCK_AIR;
        assert_true(tr_voxel_chunk_pack(context, &at, blocks, &chunk, NULL));
        hashes[k] = tr_voxel_chunk_hash(&chunk);
        for (int i = 0; i < k; i++) assert_true(hashes[i] != hashes[k]);
        tr_voxel_chunk_destroy(context, &chunk);
    }
    free(blocks);
}

static int create_context(void **state)
{
    *state = test_context(1);
    return 0;
}

static int destroy_context(void **state)
{
    tr_context_destroy(*state);
    return 0;
}

TEST_GROUP(blocks)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_a_name_of_its_own),  cmocka_unit_test(what_is_no_block_has_no_info),
        cmocka_unit_test(boxes_are_checked_and_counted),     cmocka_unit_test(packing_keeps_every_block),
        cmocka_unit_test(a_uniform_chunk_takes_no_memory),   cmocka_unit_test(what_is_no_block_is_refused),
        cmocka_unit_test(the_hash_follows_place_and_blocks),
    };
    return cmocka_run_group_tests(tests, create_context, destroy_context);
}
