// Decorations against a plain reference, and what must hold of them wherever they stand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block_flood.h"
#include "cmocka_test.h"
#include "decor_scene.h"
#include "decorations_reference.h"
#include "test_context.h"
#include "test_effort.h"
#include "voxel/decorate/decoration_biomes.h"
#include "voxel/decorate/decorations.h"

static tr_context *context;

static tr_voxel_rules rules_of(tr_voxel_preset preset, uint64_t seed)
{
    tr_voxel_rules rules = {.context = context, .def = tr_default_voxel_def(), .seed = seed};
    rules.def.preset = preset;
    rules.def.structures = 0;
    return rules;
}

static decor_scene scene_of(tr_voxel_preset preset, uint64_t seed, decor_ground ground, int biome, int32_t side)
{
    decor_scene scene = {.rules = rules_of(preset, seed),
                         .ground = ground,
                         .biome = biome,
                         .x = -3,
                         .z = 17,
                         .side = side,
                         .low = 0,
                         .high = 3};
    if (preset == TR_VOXEL_CLASSIC) scene.rules.def.decorations = 4;
    decor_scene_make(&scene);
    return scene;
}

static block_piece piece_of(const decor_scene *scene)
{
    return (block_piece){scene->blocks, scene->width, scene->width, scene->height};
}

// ---------------------------------------------------------------------------------------------------------

static uint8_t *reference_of(const decor_scene *scene)
{
    uint8_t *blocks = malloc((size_t)scene->width * (size_t)scene->width * (size_t)scene->height);
    for (int32_t i = 0; i < scene->width * scene->width * scene->height; i++) {
        const int32_t x = i % scene->width, z = i / scene->width % scene->width;
        const int32_t y = i / scene->width / scene->width + scene->low * TR_VOXEL_SIDE;
        const tr_column *column = &scene->columns[x / 32 + 1 + scene->side * (z / 32 + 1)];
        const int32_t cell = x % 32 + 32 * (z % 32), top = column->top[cell];
        blocks[i] = y < top                    ? TR_BLOCK_STONE
                    : y == top                 ? column->surface[cell]
                    : y <= column->water[cell] ? TR_BLOCK_WATER
                                               : TR_BLOCK_AIR;
    }
    const decorations_reference reference = {scene->columns, scene->side,   scene->low,
                                             scene->width,   scene->height, blocks};
    decorations_reference_put(&reference);
    return blocks;
}

static void compare_chunk(const decor_scene *scene, const uint8_t *whole, int32_t x, int32_t y, int32_t z)
{
    static uint8_t blocks[TR_VOXEL_COUNT];
    decor_scene_chunk(scene, x, scene->low + y, z, false, blocks);
    for (int32_t row = 0; row < TR_VOXEL_LAYER; row++) {
        const size_t line = (size_t)(z * 32 + row % 32) + (size_t)scene->width * (size_t)(y * 32 + row / 32);
        assert_memory_equal(&blocks[row * 32], &whole[(size_t)(x * 32) + (size_t)scene->width * line], 32);
    }
}

static void chunks_in_any_order_are_parts_of_one_piece(void **state)
{
    (void)state;
    int64_t found = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)test_effort(2, 20); seed++) {
        for (int variant = 0; variant < TR_VOXEL_PRESET_COUNT * DECOR_GROUND_COUNT; variant++) {
            decor_scene scene = scene_of((tr_voxel_preset)(variant % 2), seed, (decor_ground)(variant / 2), -1, 5);
            uint8_t *whole = reference_of(&scene);
            const int32_t count = 3 * 3 * 4;
            for (int32_t i = 0; i < count; i++) {
                const int32_t at = (int32_t)((uint32_t)i * 23 + (uint32_t)seed) % count;  // 23 is prime to the count
                compare_chunk(&scene, whole, at % 3, at / 9, at / 3 % 3);
            }
            for (int32_t i = 0; i < 25; i++) found += scene.columns[i].decoration_count;
            free(whole);
            decor_scene_destroy(&scene);
        }
    }
    assert_true(found > 100);
}

// ---------------------------------------------------------------------------------------------------------

static bool is_log(uint8_t block)
{
    return block == TR_BLOCK_OAK_LOG || block == TR_BLOCK_BIRCH_LOG || block == TR_BLOCK_PINE_LOG ||
           block == TR_BLOCK_JUNGLE_LOG || block == TR_BLOCK_ACACIA_LOG || block == TR_BLOCK_PALM_LOG;
}

static bool is_leaf(uint8_t block)
{
    return tr_block_info_of(block)->shape == TR_SHAPE_LEAVES;
}

static bool is_sprite(uint8_t block)
{
    return tr_block_info_of(block)->shape == TR_SHAPE_SPRITE;
}

static bool holds(uint8_t block)
{
    return block != TR_BLOCK_AIR && block != TR_BLOCK_WATER && !is_sprite(block);
}

static bool is_source_log(const block_piece *piece, int32_t x, int32_t y, int32_t z)
{
    return is_log(piece->blocks[x + piece->width * (z + piece->depth * y)]);
}

static bool is_lowest(const block_piece *piece, int32_t x, int32_t y, int32_t z)
{
    (void)x;
    (void)z;
    (void)piece;
    return y == 0;
}

enum { SHAPE_SIDE = 96, NEAR = 25, NEAR_HEIGHT = 40, MAX_STEPS = 6 };

// The part of a shape around its root: the root lies at (12, 4, 12).
static block_piece crop(const uint8_t *blocks, uint8_t *near)
{
    for (int32_t i = 0; i < NEAR * NEAR * NEAR_HEIGHT; i++) {
        const int32_t x = i % NEAR + 20, z = i / NEAR % NEAR + 20, y = i / NEAR / NEAR + 28;
        near[i] = blocks[x + SHAPE_SIDE * (z + SHAPE_SIDE * y)];
    }
    return (block_piece){near, NEAR, NEAR, NEAR_HEIGHT};
}

static bool is_root(const block_piece *piece, int32_t x, int32_t y, int32_t z)
{
    (void)piece;
    return x == 12 && y == 4 && z == 12;
}

// A trunk that lies has the ground below each of its blocks.
static bool is_on_ground(const block_piece *piece, int32_t x, int32_t y, int32_t z)
{
    return y == 4 && piece->blocks[x + piece->width * (z + piece->depth * y)] != TR_BLOCK_AIR;
}

static void check_connected(uint16_t kind, uint32_t variant, const block_piece *piece)
{
    bool along_x;
    const bool lies = tr_decoration_length(kind, variant, &along_x) > 0;
    int32_t *ground = block_flood(piece, lies ? is_on_ground : is_root, holds);
    int32_t *logs = block_flood(piece, is_source_log, is_leaf);
    for (int32_t i = 0; i < NEAR * NEAR * NEAR_HEIGHT; i++) {
        const uint8_t block = piece->blocks[i];
        if (block == TR_BLOCK_AIR) continue;
        if (ground[i] < 0 || (is_leaf(block) && (logs[i] < 0 || logs[i] > MAX_STEPS)))
            fail_msg("kind %d, variant %u: block %d at %d %d %d, %d steps from the root, %d from a log", kind, variant,
                     block, i % NEAR - 12, i / NEAR / NEAR - 4, i / NEAR % NEAR - 12, ground[i], logs[i]);
    }
    free(ground);
    free(logs);
}

static void check_shape(uint16_t kind, uint32_t variant, int32_t *highest)
{
    static uint8_t blocks[SHAPE_SIDE * SHAPE_SIDE * SHAPE_SIDE], near[NEAR * NEAR * NEAR_HEIGHT];
    decorations_reference_shape(kind, variant, blocks);
    const int32_t reach = tr_decoration_reach(kind), height = tr_decoration_height(kind, variant);
    for (int32_t i = 0; i < SHAPE_SIDE * SHAPE_SIDE * SHAPE_SIDE; i++) {
        if (blocks[i] == TR_BLOCK_AIR) continue;
        const int32_t x = i % SHAPE_SIDE - 32, z = i / SHAPE_SIDE % SHAPE_SIDE - 32,
                      y = i / SHAPE_SIDE / SHAPE_SIDE - 32;
        if (x < -reach || x > reach || z < -reach || z > reach || y > height)
            fail_msg("kind %d, variant %u: block %d at %d %d %d", kind, variant, blocks[i], x, y, z);
        if (y > *highest) *highest = y;
    }
    const block_piece piece = crop(blocks, near);
    check_connected(kind, variant, &piece);
}

static void shapes_hang_together_within_their_reach(void **state)
{
    (void)state;
    for (uint16_t kind = 0; kind < TR_DECORATION_SHAPES; kind++) {
        int32_t highest = 0;
        const int64_t count = test_effort(60, 3000);
        for (int64_t i = 0; i < count; i++) check_shape(kind, (uint32_t)tr_hash_identity(kind, 5, i, 0, 0), &highest);
        // Heights are not merely large enough.
        assert_true(highest >= 1);
    }
}

static void check_standing(decor_scene *scene, bool measure_leaves)
{
    decor_scene_assemble(scene, false);
    const block_piece piece = piece_of(scene);
    int32_t *ground = block_flood(&piece, is_lowest, holds), *logs = block_flood(&piece, is_source_log, is_leaf);
    for (int32_t y = 1; y < scene->height; y++) {
        for (int32_t z = TR_DECORATION_REACH; z < scene->width - TR_DECORATION_REACH; z++) {
            for (int32_t x = TR_DECORATION_REACH; x < scene->width - TR_DECORATION_REACH; x++) {
                const int32_t at = x + scene->width * (z + scene->width * y);
                const uint8_t block = scene->blocks[at], below = decor_scene_at(scene, x, y - 1, z);
                if (holds(block) && ground[at] < 0) fail_msg("block %d floats at %d %d %d", block, x, y, z);
                if (is_sprite(block)) assert_true(below == block || holds(below));
                if (measure_leaves && is_leaf(block)) assert_in_range(logs[at], 1, MAX_STEPS);
            }
        }
    }
    free(ground);
    free(logs);
}

static void nothing_floats(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (uint64_t)test_effort(8, 60); seed++) {
        const decor_ground ground = (decor_ground)(seed % DECOR_GROUND_COUNT);
        decor_scene scene = scene_of((tr_voxel_preset)(seed / 3 % 2), seed, ground, -1, 8);
        check_standing(&scene, ground == DECOR_FLAT);
        decor_scene_destroy(&scene);
    }
}

// ---------------------------------------------------------------------------------------------------------

static void trunks_keep_their_distance(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        decor_scene scene = scene_of(TR_VOXEL_WORLD, seed, DECOR_FLAT, -1, 16);
        const int32_t width = scene.side * TR_VOXEL_SIDE;
        uint8_t *taken = calloc((size_t)width, (size_t)width);
        int32_t count = 0;
        for (int32_t i = 0; i < scene.side * scene.side; i++) {
            const tr_column *column = &scene.columns[i];
            for (int32_t k = 0; k < column->decoration_count && column->decorations[k].kind < TR_DECORATION_PLANT;
                 k++) {
                const int32_t x = i % scene.side * 32 + column->decorations[k].x,
                              z = i / scene.side * 32 + column->decorations[k].z;
                for (int32_t dz = -3; dz <= 3; dz++) {
                    for (int32_t dx = -3; dx <= 3; dx++) {
                        const int32_t px = x + dx, pz = z + dz;
                        if (dx * dx + dz * dz >= 12 || px < 0 || pz < 0 || px >= width || pz >= width) continue;
                        assert_false(taken[px + width * pz]);
                    }
                }
                taken[x + width * z] = 1;
                count++;
            }
        }
        assert_true(count > 500);
        free(taken);
        decor_scene_destroy(&scene);
    }
}

static void nothing_grows_where_it_must_not(void **state)
{
    (void)state;
    decor_scene scene = {.rules = rules_of(TR_VOXEL_WORLD, 5), .ground = DECOR_FLAT, .biome = -1, .side = 6, .high = 3};
    decor_scene_make(&scene);
    for (int preset = 0; preset < TR_VOXEL_PRESET_COUNT; preset++) {
        scene.rules.def.preset = (tr_voxel_preset)preset;
        scene.rules.def.decorations = 4;
        for (int32_t i = 0; i < scene.side * scene.side; i++) {
            tr_column *column = &scene.columns[i];
            for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++) {
                column->cover[cell] = cell % 32 / 4 % 4 == 0 ? TR_GROUND_ROAD : TR_GROUND_BARE;
                column->open[cell] = cell / 32 / 4 % 4 == 0;
                if (cell / 32 / 4 % 4 == 2) column->water[cell] = column->top[cell] + 1;
                if (cell % 32 / 4 % 4 == 2) column->surface[cell] = TR_BLOCK_STONE;
            }
            tr_free(context, column->decorations);
            assert_true(tr_decorations_root(&scene.rules, column, NULL));
            for (int32_t k = 0; k < column->decoration_count; k++) {
                const tr_decoration *decoration = &column->decorations[k];
                const int32_t cell = decoration->x + 32 * decoration->z;
                assert_int_equal(column->cover[cell], TR_GROUND_BARE);
                assert_int_equal(column->open[cell], 0);
                assert_true(column->water[cell] < column->top[cell]);
                assert_int_equal(decoration->y, column->top[cell] + 1);
                if (preset == TR_VOXEL_WORLD) assert_true(column->surface[cell] != TR_BLOCK_STONE);
            }
        }
    }
    decor_scene_destroy(&scene);
}

static void cacti_touch_nothing(void **state)
{
    (void)state;
    int32_t count = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)test_effort(16, 40); seed++) {
        decor_scene scene = scene_of(TR_VOXEL_WORLD, seed, (decor_ground)(seed % 3), TR_BIOME_DESERT, 10);
        decor_scene_assemble(&scene, false);
        for (int32_t y = 1; y < scene.height; y++) {
            for (int32_t z = 12; z < scene.width - 12; z++) {
                for (int32_t x = 12; x < scene.width - 12; x++) {
                    if (decor_scene_at(&scene, x, y, z) != TR_BLOCK_CACTUS) continue;
                    const uint8_t beside[4] = {decor_scene_at(&scene, x - 1, y, z), decor_scene_at(&scene, x + 1, y, z),
                                               decor_scene_at(&scene, x, y, z - 1),
                                               decor_scene_at(&scene, x, y, z + 1)};
                    for (int i = 0; i < 4; i++) assert_true(beside[i] == TR_BLOCK_CACTUS || !holds(beside[i]));
                    count++;
                }
            }
        }
        decor_scene_destroy(&scene);
    }
    assert_true(count > 5);
}

// ---------------------------------------------------------------------------------------------------------

typedef struct tally {
    double trees, flowers, grass, shrubs, cells;
} tally;

static tally count_classic(int biome, int64_t columns)
{
    tally sum = {.cells = (double)columns * TR_COLUMN_CELLS};
    tr_voxel_rules rules = rules_of(TR_VOXEL_CLASSIC, 77);
    static tr_column column;
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i++) {
        column.top[i] = 10;
        column.water[i] = TR_COLUMN_DRY;
        column.biome[i] = (uint8_t)biome;
        column.surface[i] = TR_BLOCK_GRASS;
    }
    for (int64_t i = 0; i < columns; i++) {
        column.x = i % 1000 - 500;
        column.z = i / 1000;
        assert_true(tr_decorations_root(&rules, &column, NULL));
        for (int32_t k = 0; k < column.decoration_count; k++) {
            const uint16_t kind = column.decorations[k].kind;
            if (kind < TR_DECORATION_SHAPES)
                sum.trees++;
            else if (kind == TR_DECORATION_PLANT + TR_BLOCK_TALL_GRASS)
                sum.grass++;
            else if (kind == TR_DECORATION_PLANT + TR_BLOCK_SHRUB)
                sum.shrubs++;
            else
                sum.flowers++;
        }
        tr_free(context, column.decorations);
    }
    return sum;
}

static void check_count(int biome, const char *what, double found, double cells, double chance)
{
    const double wanted = cells * chance;
    if (chance == 0 ? found != 0 : found < 0.98 * wanted || found > 1.02 * wanted)
        fail_msg("%s has %.0f %s in %.0f columns, expected %.0f", tr_biome_name((tr_biome)biome), found, what, cells,
                 wanted);
}

// The chances of the spec, written out once more.
static void classic_counts_are_those_of_the_spec(void **state)
{
    (void)state;
    static const struct {
        int biome;
        double tree, flowers, grass, shrub;
    } rows[] = {{TR_BIOME_DESERT, 0, 0, 0, .005},
                {TR_BIOME_SAVANNA, .001, .001, .005, 0},
                {TR_BIOME_JUNGLE, .01, .001, .01, 0},
                {TR_BIOME_GRASSLAND, .0005, .003, .02, 0},
                {TR_BIOME_WOODLAND, .007, .003, .008, 0},
                {TR_BIOME_FOREST, .009, .003, .008, 0},
                {TR_BIOME_RAINFOREST, .009, .003, .008, 0},
                {TR_BIOME_TAIGA, .006, .001, .008, 0},
                {TR_BIOME_TUNDRA, .0005, 0, 0, 0},
                {TR_BIOME_MOUNTAIN, 0, 0, 0, 0},
                {TR_BIOME_OCEAN, 0, 0, 0, 0},
                {TR_BIOME_ICE, 0, 0, 0, 0}};
    if (TEST_SLOWDOWN > 1) skip();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        // Two percent are four deviations of the rarest.
        double rarest = 1;
        const double chances[] = {rows[i].tree, rows[i].flowers, rows[i].grass, rows[i].shrub};
        for (int k = 0; k < 4; k++)
            if (chances[k] > 0 && chances[k] < rarest) rarest = chances[k];
        const tally sum = count_classic(rows[i].biome, (int64_t)(40000 / rarest / TR_COLUMN_CELLS) + 1);
        check_count(rows[i].biome, "trees", sum.trees, sum.cells, rows[i].tree);
        check_count(rows[i].biome, "flowers", sum.flowers, sum.cells, rows[i].flowers);
        check_count(rows[i].biome, "grass", sum.grass, sum.cells, rows[i].grass);
        check_count(rows[i].biome, "shrubs", sum.shrubs, sum.cells, rows[i].shrub);
    }
}

static bool is_tree(uint16_t kind)
{
    return kind <= TR_DECORATION_PALM && kind != TR_DECORATION_BUSH;
}

// Woods from far away are as dense as woods from nearby.
static void densities_are_those_found(void **state)
{
    (void)state;
    static const int biomes[] = {TR_BIOME_FOREST, TR_BIOME_TAIGA, TR_BIOME_JUNGLE, TR_BIOME_WOODLAND, TR_BIOME_SAVANNA};
    for (size_t b = 0; b < sizeof biomes / sizeof biomes[0]; b++) {
        double trees = 0, covered = 0, cells = 0;
        const uint64_t seeds = (uint64_t)test_effort(16, 100);
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            decor_scene scene = scene_of(TR_VOXEL_WORLD, seed, DECOR_FLAT, biomes[b], 10);
            decor_scene_assemble(&scene, false);
            for (int32_t i = 0; i < scene.side * scene.side; i++)
                for (int32_t k = 0; k < scene.columns[i].decoration_count; k++)
                    trees += is_tree(scene.columns[i].decorations[k].kind) ? 64.0 / 100.0 : 0;
            for (int32_t i = 0; i < scene.width * scene.width; i++) {
                bool leaf = false;
                for (int32_t y = 43; y < scene.height && !leaf; y++)
                    leaf = is_leaf(scene.blocks[i + scene.width * scene.width * y]);
                covered += leaf;
            }
            cells += scene.width * scene.width;
            decor_scene_destroy(&scene);
        }
        const tr_woods woods = tr_decorations_density(TR_VOXEL_WORLD, (tr_biome)biomes[b], 1);
        printf("%s: %.4f trees, %.2f covered; the table says %.4f, %.2f\n", tr_biome_name((tr_biome)biomes[b]),
               trees / cells, covered / cells, (double)woods.trees, (double)woods.cover);
        if (TEST_SLOWDOWN > 1) continue;
        assert_true(trees / cells > 0.75 * woods.trees && trees / cells < 1.3 * woods.trees);
        assert_true(covered / cells > woods.cover - 0.12 && covered / cells < woods.cover + 0.12);
    }
}

static void failing_memory_is_reported(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *counting = test_context_counting(1, &allocator);
    decor_scene scene = {
        .rules = rules_of(TR_VOXEL_WORLD, 5), .ground = DECOR_FLAT, .biome = TR_BIOME_FOREST, .side = 3, .high = 3};
    decor_scene_make(&scene);
    tr_voxel_rules rules = scene.rules;
    rules.context = counting;
    static tr_column column;
    column = scene.columns[4];
    const int64_t live = allocator.live_blocks;
    allocator.fail_at = allocator.allocations;
    tr_error error = {0};
    assert_false(tr_decorations_root(&rules, &column, &error));
    assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
    assert_int_equal(column.decoration_count, 0);
    assert_int_equal(allocator.live_blocks, live);
    allocator.fail_at = -1;
    assert_true(tr_decorations_root(&rules, &column, &error));
    assert_int_equal(column.decoration_count, scene.columns[4].decoration_count);
    assert_memory_equal(column.decorations, scene.columns[4].decorations,
                        (size_t)column.decoration_count * sizeof *column.decorations);
    tr_free(counting, column.decorations);
    decor_scene_destroy(&scene);
    tr_context_destroy(counting);
}

static int set_up(void **state)
{
    (void)state;
    context = test_context(1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    return 0;
}

TEST_GROUP(decorations)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_in_any_order_are_parts_of_one_piece),
        cmocka_unit_test(shapes_hang_together_within_their_reach),
        cmocka_unit_test(nothing_floats),
        cmocka_unit_test(trunks_keep_their_distance),
        cmocka_unit_test(nothing_grows_where_it_must_not),
        cmocka_unit_test(cacti_touch_nothing),
        cmocka_unit_test(classic_counts_are_those_of_the_spec),
        cmocka_unit_test(densities_are_those_found),
        cmocka_unit_test(failing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
