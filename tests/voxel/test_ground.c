// The ground of the preset WORLD as blocks: where it ends, where water stands, what it is made of, and that it does not
// matter how it is asked for.
#include <math.h>
#include <string.h>

#include "cmocka_test.h"
#include "ground_scene.h"
#include "test_context.h"
#include "test_effort.h"
#include "voxel/generate/ground_blocks.h"
#include "voxel/generate/ground_window.h"

enum { SIDE = TR_VOXEL_SIDE };

static void the_highest_block_ends_next_to_the_height(void **state)
{
    (void)state;
    for (int i = -4000; i < 4000; i++) {
        const float height = (float)i / 16;
        const int32_t top = tr_block_below(height);
        assert_true((float)top + 0.5f < height && height <= (float)top + 1.5f);
    }
    assert_int_equal(tr_block_below(0), -1);
    assert_int_equal(tr_block_below(0.5f), -1);
    assert_int_equal(tr_block_below(0.5625f), 0);
}

// ---------------------------------------------------------------------------------------------------------
// However it is asked for

static void assert_same_column(const tr_column *a, const tr_column *b)
{
    assert_memory_equal(a->top, b->top, sizeof a->top);
    assert_memory_equal(a->water, b->water, sizeof a->water);
    assert_memory_equal(a->height, b->height, sizeof a->height);
    assert_memory_equal(a->biome, b->biome, sizeof a->biome);
    assert_memory_equal(a->surface, b->surface, sizeof a->surface);
    assert_memory_equal(a->under, b->under, sizeof a->under);
    assert_memory_equal(a->under_depth, b->under_depth, sizeof a->under_depth);
    assert_memory_equal(a->cover, b->cover, sizeof a->cover);
    assert_true(a->lowest == b->lowest && a->highest == b->highest && !a->bands == !b->bands);
    for (int cell = 0; cell < TR_COLUMN_CELLS && a->bands; cell++) {
        assert_int_equal(a->bands[cell].base, b->bands[cell].base);
        assert_true(a->bands[cell].solid == b->bands[cell].solid);
    }
}

static void any_grouping_gives_the_same_columns(void **state)
{
    (void)state;
    enum { ACROSS = 8 };
    tr_context *context = test_context(1);
    ground_scene scene;
    ground_scene_open(context, 3, &scene);
    tr_column **all = ground_scene_columns(&scene, -5, 40, ACROSS, ACROSS, 8);
    int leaning = 0;
    for (int group = 1; group <= 4; group++) {
        tr_column **others = ground_scene_columns(&scene, -5, 40, ACROSS, ACROSS, group);
        for (int i = 0; i < ACROSS * ACROSS; i++) {
            assert_same_column(all[i], others[i]);
            leaning += all[i]->bands != NULL;
        }
        ground_scene_release(&scene, others, ACROSS * ACROSS);
    }
    assert_true(leaning > 4);
    ground_scene_release(&scene, all, ACROSS * ACROSS);
    ground_scene_close(&scene);
    tr_context_destroy(context);
}

static void every_isa_gives_the_same_columns(void **state)
{
    (void)state;
    enum { ACROSS = 6 };
    tr_context *plain = test_context(1);
    ground_scene first;
    ground_scene_open(plain, 4, &first);
    tr_column **columns = ground_scene_columns(&first, 20, -9, ACROSS, ACROSS, 3);
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        tr_context_def def = test_context_def(1);
        def.isa = (tr_isa)isa;
        tr_context *context = tr_context_create(&def, NULL);
        if (!context) continue;
        ground_scene scene;
        ground_scene_open(context, 4, &scene);
        tr_column **others = ground_scene_columns(&scene, 20, -9, ACROSS, ACROSS, 3);
        for (int i = 0; i < ACROSS * ACROSS; i++) assert_same_column(columns[i], others[i]);
        ground_scene_release(&scene, others, ACROSS * ACROSS);
        ground_scene_close(&scene);
        tr_context_destroy(context);
    }
    ground_scene_release(&first, columns, ACROSS * ACROSS);
    ground_scene_close(&first);
    tr_context_destroy(plain);
}

// ---------------------------------------------------------------------------------------------------------
// Water

typedef struct column_map {
    tr_column **columns;
    int across;
} column_map;

static const tr_column *column_at(const column_map *map, int x, int z, int *cell)
{
    *cell = z % SIDE * SIDE + x % SIDE;
    return map->columns[z / SIDE * map->across + x / SIDE];
}

static void water_is_held_on_all_sides(void **state)
{
    (void)state;
    enum { ACROSS = 16 };
    tr_context *context = test_context(1);
    ground_scene scene;
    ground_scene_open(context, 3, &scene);
    const column_map map = {ground_scene_columns(&scene, 8, 8, ACROSS, ACROSS, 4), ACROSS};
    int64_t wet = 0, raised = 0;
    for (int z = 1; z < ACROSS * SIDE - 1; z++) {
        for (int x = 1; x < ACROSS * SIDE - 1; x++) {
            int cell, beside;
            const tr_column *column = column_at(&map, x, z, &cell);
            if (column->water[cell] == TR_COLUMN_DRY) continue;
            wet++;
            assert_true(column->top[cell] < column->water[cell]);
            for (int side = 0; side < 4; side++) {
                const tr_column *other =
                    column_at(&map, x + (side == 0) - (side == 1), z + (side == 2) - (side == 3), &beside);
                if (other->water[beside] != TR_COLUMN_DRY) continue;
                assert_true(other->top[beside] >= column->water[cell]);
                raised += (float)(other->top[beside] + 1) - other->height[beside] > 0.5f;
            }
        }
    }
    if (!(wet > 5000 && raised > 0 && raised * 50 < wet)) fail_msg("wet %d, raised %d", (int)wet, (int)raised);
    ground_scene_release(&scene, map.columns, ACROSS * ACROSS);
    ground_scene_close(&scene);
    tr_context_destroy(context);
}

// Tops that are neither moved by the noise nor by water are those of the heights.
static void tops_are_those_of_the_heights(void **state)
{
    (void)state;
    enum { ACROSS = 12 };
    tr_context *context = test_context(1);
    ground_scene scene;
    ground_scene_open(context, 3, &scene);
    tr_column **columns = ground_scene_columns(&scene, 8, 8, ACROSS, ACROSS, 4);
    int64_t plain = 0;
    for (int i = 0; i < ACROSS * ACROSS; i++) {
        for (int cell = 0; cell < TR_COLUMN_CELLS; cell++) {
            const float away = (float)(columns[i]->top[cell] + 1) - columns[i]->height[cell];
            if (columns[i]->bands) {
                assert_true(fabsf(away) <= 15);
            } else if (columns[i]->water[cell] != TR_COLUMN_DRY) {
                assert_true(away <= 0.5f && away > -1.5f);
            } else {
                plain += fabsf(away) <= 0.5f;
            }
        }
    }
    if (!(plain > 2000)) fail_msg("%d plain columns", (int)plain);
    ground_scene_release(&scene, columns, ACROSS * ACROSS);
    ground_scene_close(&scene);
    tr_context_destroy(context);
}

static void blocks_stay_within_the_world(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    ground_scene scene;
    ground_scene_open(context, 3, &scene);
    scene.rules.def.bottom = -32;
    scene.rules.def.top = 64;
    tr_column **columns = ground_scene_columns(&scene, 0, 0, 8, 8, 4);
    bool high = false, low = false;
    for (int i = 0; i < 64; i++) {
        for (int cell = 0; cell < TR_COLUMN_CELLS; cell++) {
            const int32_t top = columns[i]->top[cell];
            assert_true(top >= -32 && top < 64 && columns[i]->water[cell] < 64);
            high |= top == 63;
            low |= top == -32;
        }
    }
    assert_true(high && low);
    ground_scene_release(&scene, columns, 64);
    ground_scene_close(&scene);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Soil

static tr_ground_cell place_of(tr_biome biome, uint64_t salt)
{
    const float patch = (float)tr_unit_from_hash(tr_hash_identity(salt, 1, 0, 0, 0)) * 1.2f - 0.6f;
    return (tr_ground_cell){.biome = (uint8_t)biome,
                            .degC = 15,
                            .humidity = 0.5f,
                            .patch = patch,
                            .hash = tr_hash_identity(salt, 2, 0, 0, 0)};
}

// How many of a thousand places have a block on top.
static int count_of(const tr_ground_cell *like, tr_block_kind kind)
{
    int count = 0;
    for (uint64_t salt = 0; salt < 1000; salt++) {
        tr_ground_cell cell = *like;
        const tr_ground_cell place = place_of((tr_biome)like->biome, salt);
        cell.patch = place.patch;
        cell.hash = place.hash;
        const tr_ground_soil soil = tr_ground_soil_of(&cell);
        const tr_block_info *info = tr_block_info_of(soil.surface);
        assert_true(info && info->shape == TR_SHAPE_CUBE && tr_block_info_of(soil.under)->shape == TR_SHAPE_CUBE);
        assert_true(soil.depth <= 8);
        count += soil.surface == kind;
    }
    return count;
}

static void soils_follow_biome_slope_cold_and_ways(void **state)
{
    (void)state;
    tr_ground_cell cell = place_of(TR_BIOME_DESERT, 1);
    assert_true(count_of(&cell, TR_BLOCK_SAND) > 700);
    cell.biome = TR_BIOME_PLAINS;
    assert_true(count_of(&cell, TR_BLOCK_GRASS) > 900);
    cell.slope = 2.5f;
    assert_int_equal(count_of(&cell, TR_BLOCK_STONE), 1000);
    cell.slope = 1.2f;
    const int stony = count_of(&cell, TR_BLOCK_STONE);
    assert_true(stony > 100 && stony < 900);
    cell.slope = 0;
    cell.degC = -15;
    assert_int_equal(count_of(&cell, TR_BLOCK_SNOW), 1000);
    cell.degC = -1;
    const int snowy = count_of(&cell, TR_BLOCK_SNOW);
    assert_true(snowy > 200 && snowy < 800);
    cell.cover = TR_GROUND_ROAD;
    assert_int_equal(count_of(&cell, TR_BLOCK_ROAD), 1000);
    cell.cover = TR_GROUND_RAIL;
    assert_int_equal(count_of(&cell, TR_BLOCK_BALLAST), 1000);
    cell.cover = TR_GROUND_TRACK;
    assert_true(count_of(&cell, TR_BLOCK_PATH) > 800);
    cell.cover = TR_GROUND_CITY;
    assert_true(count_of(&cell, TR_BLOCK_PATH) > 800);
    cell = place_of(TR_BIOME_OCEAN, 1);
    cell.depth = 100;
    assert_int_equal(count_of(&cell, TR_BLOCK_GRAVEL), 1000);
    cell.depth = 3;
    assert_true(count_of(&cell, TR_BLOCK_SAND) > 500);
    for (int biome = 0; biome < TR_BIOME_COUNT; biome++) {
        cell = place_of((tr_biome)biome, 2);
        count_of(&cell, TR_BLOCK_AIR);
    }
}

// ---------------------------------------------------------------------------------------------------------

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    bool done = false;
    for (int64_t fail_at = 0; !done; fail_at++) {
        test_allocator allocator;
        tr_context *context = test_context_counting(1, &allocator);
        ground_scene scene;
        ground_scene_open(context, 3, &scene);
        tr_column *column = test_calloc(1, sizeof *column);
        for (column->x = 0;; column->x++) {
            assert_true(tr_ground_columns(&scene.rules, &column, 1, NULL));
            if (column->bands) break;
        }
        tr_free(context, (void *)column->bands);
        column->bands = NULL;
        allocator.fail_at = allocator.allocations + fail_at;
        tr_error err = {0};
        done = tr_ground_columns(&scene.rules, &column, 1, &err);
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        tr_free(context, (void *)column->bands);
        test_free(column);
        ground_scene_close(&scene);
        tr_context_destroy(context);
        assert_int_equal(allocator.live_blocks, 0);
        assert_true(fail_at < 1000);
    }
}

TEST_GROUP(ground)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_block_ends_next_to_the_height),
        cmocka_unit_test(any_grouping_gives_the_same_columns),
        cmocka_unit_test(every_isa_gives_the_same_columns),
        cmocka_unit_test(water_is_held_on_all_sides),
        cmocka_unit_test(tops_are_those_of_the_heights),
        cmocka_unit_test(blocks_stay_within_the_world),
        cmocka_unit_test(soils_follow_biome_slope_cold_and_ways),
        cmocka_unit_test(every_failing_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
