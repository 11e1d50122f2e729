// Ores against a plain reference, and how much of them there is at which depth.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../reference/ores_reference.h"
#include "cave_scene.h"
#include "cmocka_test.h"
#include "test_effort.h"

static tr_context *context_of(void)
{
    const tr_context_def def = tr_default_context_def();
    tr_context *context = tr_context_create(&def, NULL);
    assert_non_null(context);
    return context;
}

static void compare_chunk(const tr_voxel_rules *rules, const tr_voxel_at *at)
{
    const ores_reference reference = {rules->seed, (float)rules->def.ores, rules->def.bottom, 0.0f};
    tr_column *column = malloc(sizeof *column);
    uint8_t *ground = malloc(TR_VOXEL_COUNT), *blocks = malloc(TR_VOXEL_COUNT);
    cave_scene_column(rules, at->x, at->z, column);
    cave_scene_fill(rules, column, (int32_t)at->y, ground);
    memcpy(blocks, ground, TR_VOXEL_COUNT);
    tr_ores_put(rules, column, (int32_t)at->y, blocks);
    for (int i = 0; i < TR_VOXEL_COUNT; i++) {
        const int64_t x = at->x * 32 + i % 32, y = at->y * 32 + i / 1024, z = at->z * 32 + i / 32 % 32;
        const uint8_t expected = ores_reference_block(&reference, x, y, z, column->top[i % 1024], ground[i]);
        if (blocks[i] != expected)
            fail_msg("block %lld %lld %lld is %s, the reference has %s", (long long)x, (long long)y, (long long)z,
                     tr_block_name(blocks[i]), tr_block_name(expected));
    }
    free(blocks);
    free(ground);
    free(column);
}

static void chunks_are_those_of_the_reference(void **state)
{
    (void)state;
    tr_context *context = context_of();
    for (int64_t k = 0; k < test_effort(40, 400); k++) {
        tr_voxel_rules rules = cave_scene_rules(context, (uint64_t)k % 7);
        rules.def.ores = k % 3 == 2 ? 3.5 : 1.0;
        rules.def.bottom = k % 5 == 4 ? 0 : -256;
        const int64_t offset = k % 4 == 3 ? INT64_C(1) << 39 : -20;
        assert_true(tr_ores_make(&rules, NULL));
        compare_chunk(&rules, &(tr_voxel_at){offset + 7 * k, k % 11 - 8, -3 * k});
        tr_ores_destroy(&rules);
    }
    tr_context_destroy(context);
}

// Shares of a kind of block of the stone of layers of chunks.
typedef struct test_shares {
    double of[TR_BLOCK_KIND_COUNT];
} test_shares;

static test_shares measure(tr_context *context, double factor, int64_t x, int32_t chunk_y)
{
    tr_voxel_rules rules = cave_scene_rules(context, 3);
    rules.def.ores = factor;
    assert_true(tr_ores_make(&rules, NULL));
    const tr_voxel_box box = {{x, chunk_y, 5}, {8, 1, 8}};
    cave_scene_box with = cave_scene_make_box(&rules, &box, true), without = cave_scene_make_box(&rules, &box, false);
    int64_t counts[TR_BLOCK_KIND_COUNT] = {0}, stone = 0;
    const size_t count = (size_t)with.size[0] * (size_t)with.size[1] * (size_t)with.size[2];
    for (size_t i = 0; i < count; i++) {
        const bool was_stone = without.blocks[i] == TR_BLOCK_STONE || without.blocks[i] == TR_BLOCK_DEEP_STONE;
        if (!was_stone) assert_int_equal(with.blocks[i], without.blocks[i]);
        stone += was_stone;
        if (was_stone) counts[with.blocks[i]]++;
    }
    test_shares out;
    for (int i = 0; i < TR_BLOCK_KIND_COUNT; i++) out.of[i] = stone ? (double)counts[i] / (double)stone : 0;
    cave_scene_destroy_box(&with);
    cave_scene_destroy_box(&without);
    tr_ores_destroy(&rules);
    return out;
}

static void print(const char *what, const test_shares *shares)
{
    printf("%-10s coal %.4f copper %.4f iron %.4f gold %.4f diamond %.4f dirt %.4f gravel %.4f clay %.4f\n", what,
           shares->of[TR_BLOCK_COAL_ORE], shares->of[TR_BLOCK_COPPER_ORE], shares->of[TR_BLOCK_IRON_ORE],
           shares->of[TR_BLOCK_GOLD_ORE], shares->of[TR_BLOCK_DIAMOND_ORE], shares->of[TR_BLOCK_DIRT],
           shares->of[TR_BLOCK_GRAVEL], shares->of[TR_BLOCK_CLAY]);
}

static void ores_lie_at_their_depths(void **state)
{
    (void)state;
    tr_context *context = context_of();
    const test_shares high = measure(context, 1.0, 0, 0), middle = measure(context, 1.0, 0, -4),
                      deep = measure(context, 1.0, 0, -8);
    print("y 0", &high);
    print("y -128", &middle);
    print("y -256", &deep);
    assert_true(high.of[TR_BLOCK_COAL_ORE] > 0.004 && high.of[TR_BLOCK_COAL_ORE] < 0.03);
    assert_true(middle.of[TR_BLOCK_IRON_ORE] > 0.002 && middle.of[TR_BLOCK_IRON_ORE] < 0.02);
    assert_true(deep.of[TR_BLOCK_GOLD_ORE] > 0.0005 && deep.of[TR_BLOCK_GOLD_ORE] < 0.01);
    assert_true(deep.of[TR_BLOCK_DIAMOND_ORE] > 0.0002 && deep.of[TR_BLOCK_DIAMOND_ORE] < 0.004);
    assert_true(high.of[TR_BLOCK_DIAMOND_ORE] == 0 && high.of[TR_BLOCK_GOLD_ORE] == 0);
    assert_true(deep.of[TR_BLOCK_COAL_ORE] == 0 && deep.of[TR_BLOCK_DIRT] == 0 && deep.of[TR_BLOCK_CLAY] == 0);
    assert_true(high.of[TR_BLOCK_DIRT] > 0.002 && high.of[TR_BLOCK_GRAVEL] > 0.002 && high.of[TR_BLOCK_CLAY] > 0.0005);
    tr_context_destroy(context);
}

static void ores_scale_and_are_the_same_far_away(void **state)
{
    (void)state;
    tr_context *context = context_of();
    const test_shares one = measure(context, 1.0, 0, -4), four = measure(context, 4.0, 0, -4),
                      far = measure(context, 1.0, INT64_C(1) << 39, -4);
    print("factor 4", &four);
    print("far", &far);
    const double iron = one.of[TR_BLOCK_IRON_ORE];
    assert_true(four.of[TR_BLOCK_IRON_ORE] > 3.2 * iron && four.of[TR_BLOCK_IRON_ORE] < 4.8 * iron);
    assert_true(far.of[TR_BLOCK_IRON_ORE] > 0.7 * iron && far.of[TR_BLOCK_IRON_ORE] < 1.4 * iron);
    tr_context_destroy(context);
}

TEST_GROUP(ores)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_are_those_of_the_reference),
        cmocka_unit_test(ores_lie_at_their_depths),
        cmocka_unit_test(ores_scale_and_are_the_same_far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
