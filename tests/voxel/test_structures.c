// Structures: whole across borders of chunks, standing on the ground, where they may be and as often as they should.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block_flood.h"
#include "cmocka_test.h"
#include "decor_scene.h"
#include "test_context.h"
#include "test_effort.h"
#include "voxel/decorate/structure_canvas.h"
#include "voxel/decorate/structures.h"

static tr_context *context;

static tr_voxel_rules rules_of(uint64_t seed, double structures)
{
    tr_voxel_rules rules = {.context = context, .def = tr_default_voxel_def(), .seed = seed};
    rules.def.structures = structures;
    return rules;
}

static bool holds(uint8_t block)
{
    const tr_block_shape shape = tr_block_info_of(block)->shape;
    return shape == TR_SHAPE_CUBE || shape == TR_SHAPE_LEAVES;
}

// ---------------------------------------------------------------------------------------------------------
// One structure in a piece of its own, over level ground

enum { SIDE = 96, GROUND = 40 };

typedef void (*draw_fn)(const tr_build *build);

static const struct {
    draw_fn draw;
    int32_t half;
} drawers[TR_STRUCTURE_COUNT] = {{tr_structure_draw_ruin, 22},
                                 {tr_structure_draw_circle, 11},
                                 {tr_structure_draw_shrine, 7},
                                 {tr_structure_draw_pond, 9}};

// Draws chunk by chunk, on a lattice of chunks that is moved by `shift`.
static void draw_piece(int kind, uint64_t hash, int32_t rise, const int32_t shift[3], uint8_t *piece)
{
    static uint8_t chunk[TR_VOXEL_COUNT];
    for (int32_t i = 0; i < 4 * 4 * 4; i++) {
        const int32_t x0 = i % 4 * 32 - shift[0], y0 = i / 4 % 4 * 32 - shift[1], z0 = i / 16 * 32 - shift[2];
        for (int32_t k = 0; k < TR_VOXEL_COUNT; k++) chunk[k] = y0 + k / 1024 < GROUND ? TR_BLOCK_DIRT : TR_BLOCK_AIR;
        const tr_build build = {.blocks = chunk,
                                .x = SIDE / 2 - x0,
                                .y = GROUND + rise - y0,
                                .z = SIDE / 2 - z0,
                                .half = drawers[kind].half,
                                .hash = hash,
                                .ground = TR_BLOCK_GRASS,
                                .soil = TR_BLOCK_DIRT};
        drawers[kind].draw(&build);
        for (int32_t k = 0; k < TR_VOXEL_COUNT; k++) {
            const int32_t x = x0 + k % 32, y = y0 + k / 1024, z = z0 + k / 32 % 32;
            if (x >= 0 && y >= 0 && z >= 0 && x < SIDE && y < SIDE && z < SIDE)
                piece[x + SIDE * (z + SIDE * y)] = chunk[k];
        }
    }
}

static void structures_do_not_see_chunks(void **state)
{
    (void)state;
    static uint8_t one[SIDE * SIDE * SIDE], other[SIDE * SIDE * SIDE];
    for (int kind = 0; kind < TR_STRUCTURE_COUNT; kind++) {
        for (int64_t i = 0; i < test_effort(12, 100); i++) {
            const uint64_t hash = tr_hash_identity(3, (uint64_t)kind, i, 0, 0);
            const int32_t shift[3] = {(int32_t)(hash % 31) + 1, (int32_t)(hash / 31 % 31) + 1,
                                      (int32_t)(hash / 961 % 31) + 1};
            draw_piece(kind, hash, (int32_t)(i % 5) - 2, (int32_t[]){0, 0, 0}, one);
            draw_piece(kind, hash, (int32_t)(i % 5) - 2, shift, other);
            assert_memory_equal(one, other, sizeof one);
        }
    }
}

static bool is_lowest(const block_piece *piece, int32_t x, int32_t y, int32_t z)
{
    (void)piece;
    (void)x;
    (void)z;
    return y == 0;
}

static bool is_masonry(uint8_t block)
{
    return block == TR_BLOCK_BRICKS || block == TR_BLOCK_MOSSY_BRICKS || block == TR_BLOCK_CRACKED_BRICKS ||
           block == TR_BLOCK_COBBLE || block == TR_BLOCK_MOSSY_COBBLE || block == TR_BLOCK_STONE;
}

// Whether a row of blocks at this height, along one axis, ends on both sides above something that carries it.
static bool is_carried(const uint8_t *piece, int32_t at, int32_t step)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        int32_t k = 1;
        while (k <= 5 && holds(piece[at + sign * k * step]) && !holds(piece[at + sign * k * step - SIDE * SIDE])) k++;
        if (k > 5 || !holds(piece[at + sign * k * step])) return false;
    }
    return true;
}

static void walls_stand_on_something(void **state)
{
    (void)state;
    static uint8_t piece[SIDE * SIDE * SIDE];
    int32_t lamps = 0, arches = 0;
    for (int64_t i = 0; i < test_effort(60, 1000); i++) {
        const int kind = i % 4 == 3 ? TR_STRUCTURE_CIRCLE : TR_STRUCTURE_RUIN;
        draw_piece(kind, tr_hash_identity(9, 1, i, 0, 0), (int32_t)(i % 5) - 2, (int32_t[]){0, 0, 0}, piece);
        for (int32_t y = GROUND - 8; y < SIDE; y++) {
            for (int32_t k = SIDE; k < SIDE * SIDE - SIDE; k++) {
                const int32_t at = k + SIDE * SIDE * y;
                lamps += piece[at] == TR_BLOCK_LAMP;
                if (y < GROUND + 3 || !is_masonry(piece[at]) || holds(piece[at - SIDE * SIDE])) continue;
                // What has nothing below it is the lowest row of an arch.
                if (!is_carried(piece, at, 1) && !is_carried(piece, at, SIDE))
                    fail_msg("structure %d: block %d hangs at %d %d %d", (int)i, piece[at], k % SIDE, y, k / SIDE);
                arches++;
            }
        }
    }
    assert_true(lamps > 0 && arches > 0);
}

static void all_of_a_structure_hangs_together(void **state)
{
    (void)state;
    static uint8_t piece[SIDE * SIDE * SIDE];
    const block_piece whole = {piece, SIDE, SIDE, SIDE};
    for (int64_t i = 0; i < test_effort(24, 400); i++) {
        draw_piece((int)(i % TR_STRUCTURE_COUNT), tr_hash_identity(4, 1, i, 0, 0), (int32_t)(i % 5) - 2,
                   (int32_t[]){0, 0, 0}, piece);
        int32_t *steps = block_flood(&whole, is_lowest, holds);
        for (int32_t k = SIDE * SIDE; k < SIDE * SIDE * SIDE; k++) {
            const tr_block_shape shape = tr_block_info_of(piece[k])->shape;
            if (holds(piece[k]) && steps[k] < 0) fail_msg("structure %d: block %d floats", (int)i, piece[k]);
            if (shape == TR_SHAPE_SPRITE)
                assert_true(holds(piece[k - SIDE * SIDE]) || piece[k - SIDE * SIDE] == piece[k]);
        }
        free(steps);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Sites

static void sites_are_as_frequent_as_they_should(void **state)
{
    (void)state;
    for (int factor = 1; factor <= 4; factor *= 2) {
        const tr_voxel_rules rules = rules_of(11, factor);
        int64_t sites = 0, ponds = 0;
        const int32_t side = 1200;  // 100 squares of 384 blocks
        for (int32_t i = 0; i < side * side; i++) {
            tr_site found[TR_MAX_SITES];
            const int64_t x = i % side - 600, z = i / side - 600;
            const int32_t count = tr_structures_sites(&rules, x, z, 0, found);
            for (int32_t k = 0; k < count; k++) {
                assert_true(found[k].x + found[k].half >= x * 32 && found[k].x - found[k].half < x * 32 + 32);
                if (found[k].x >> 5 != x || found[k].z >> 5 != z) continue;
                sites += found[k].kind != TR_STRUCTURE_POND;
                ponds += found[k].kind == TR_STRUCTURE_POND;
            }
        }
        assert_in_range(sites, 9500 * factor, 10500 * factor);
        assert_true(ponds > 0);
    }
    const tr_voxel_rules none = rules_of(11, 0);
    tr_site found[TR_MAX_SITES];
    for (int32_t i = 0; i < 10000; i++) assert_int_equal(tr_structures_sites(&none, i % 100, i / 100, 12, found), 0);
}

typedef struct test_altered {
    decor_scene *scene;
    int what;  // 0 dry and free, 1 water, 2 road, 3 fails
} test_altered;

static bool altered_surface(void *user, int64_t x, int64_t z, tr_voxel_surface *out, tr_error *err)
{
    const test_altered *altered = user;
    if (altered->what == 3) {
        if (err) err->code = TR_ERROR_OUT_OF_MEMORY;
        return false;
    }
    if (!decor_scene_surface(altered->scene, x, z, out, err)) return false;
    // A strip of eight blocks across every site.
    if (altered->what == 1 && (x & 15) < 8) out->water = out->top + 1;
    if (altered->what == 2 && (x & 15) < 8) out->block = TR_BLOCK_ROAD;
    return true;
}

static void sites_that_do_not_fit_stay_empty(void **state)
{
    (void)state;
    decor_scene scene = {.rules = rules_of(2, 4), .ground = DECOR_FLAT, .biome = TR_BIOME_FOREST};
    int32_t built = 0;
    for (int32_t i = 0; i < 3600; i++) {
        tr_site sites[TR_MAX_SITES];
        if (tr_structures_sites(&scene.rules, i % 60, i / 60, 0, sites) == 0) continue;
        for (int what = 0; what < 4; what++) {
            test_altered altered = {&scene, what};
            int32_t low, high;
            bool any;
            tr_error error = {0};
            const bool done = tr_structures_extent(&scene.rules, i % 60, i / 60, altered_surface, &altered, &low, &high,
                                                   &any, &error);
            assert_int_equal(done, what < 3);
            if (what == 3) assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
            if (what < 3) assert_int_equal(any, what == 0);
            built += what == 0;
        }
    }
    assert_true(built > 100);
}

// ---------------------------------------------------------------------------------------------------------
// In a landscape

static decor_scene landscape(uint64_t seed, decor_ground ground)
{
    decor_scene scene = {.rules = rules_of(seed, 4), .ground = ground, .biome = TR_BIOME_FOREST, .side = 14, .high = 3};
    decor_scene_make(&scene);
    return scene;
}

static void changes_lie_within_the_extent(void **state)
{
    (void)state;
    static uint8_t before[TR_VOXEL_COUNT], after[TR_VOXEL_COUNT];
    int32_t changed = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)test_effort(4, 20); seed++) {
        decor_scene scene = landscape(seed, seed % 2 ? DECOR_FLAT : DECOR_HILLS);
        for (int32_t i = 0; i < 12 * 12 * 4; i++) {
            const int32_t x = i % 12, z = i / 12 % 12, y = i / 144;
            decor_scene_chunk(&scene, x, y, z, false, before);
            decor_scene_chunk(&scene, x, y, z, true, after);
            int32_t low = 0, high = -1;
            bool any;
            const tr_column *column = &scene.columns[x + 1 + scene.side * (z + 1)];
            assert_true(tr_structures_extent(&scene.rules, column->x, column->z, decor_scene_surface, &scene, &low,
                                             &high, &any, NULL));
            for (int32_t k = 0; k < TR_VOXEL_COUNT; k++) {
                if (before[k] == after[k]) continue;
                const int32_t at = y * 32 + k / 1024;
                assert_true(any && at >= low && at <= high);
                changed++;
            }
        }
        decor_scene_destroy(&scene);
    }
    assert_true(changed > 1000);
}

// Trees keep off: none is cut, nothing of one floats. Water of ponds stays.
static void landscapes_with_structures_are_sound(void **state)
{
    (void)state;
    int32_t wet = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)test_effort(4, 30); seed++) {
        decor_scene scene = landscape(seed, seed % 2 ? DECOR_FLAT : DECOR_HILLS);
        decor_scene_assemble(&scene, true);
        const block_piece piece = {scene.blocks, scene.width, scene.width, scene.height};
        int32_t *steps = block_flood(&piece, is_lowest, holds);
        for (int32_t y = 1; y < scene.height - 1; y++) {
            for (int32_t z = 12; z < scene.width - 12; z++) {
                for (int32_t x = 12; x < scene.width - 12; x++) {
                    const uint8_t block = decor_scene_at(&scene, x, y, z), below = decor_scene_at(&scene, x, y - 1, z);
                    if (holds(block) && steps[x + scene.width * (z + scene.width * y)] < 0)
                        fail_msg("seed %d: block %d floats at %d %d %d", (int)seed, block, x, y, z);
                    if (tr_block_info_of(block)->shape == TR_SHAPE_SPRITE) assert_true(below == block || holds(below));
                    if (block != TR_BLOCK_WATER) continue;
                    wet++;
                    const uint8_t beside[5] = {below, decor_scene_at(&scene, x - 1, y, z),
                                               decor_scene_at(&scene, x + 1, y, z), decor_scene_at(&scene, x, y, z - 1),
                                               decor_scene_at(&scene, x, y, z + 1)};
                    for (int i = 0; i < 5; i++) assert_true(beside[i] == TR_BLOCK_WATER || holds(beside[i]));
                }
            }
        }
        free(steps);
        decor_scene_destroy(&scene);
    }
    assert_true(wet > 100);
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

TEST_GROUP(structures)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structures_do_not_see_chunks),         cmocka_unit_test(walls_stand_on_something),
        cmocka_unit_test(all_of_a_structure_hangs_together),    cmocka_unit_test(sites_are_as_frequent_as_they_should),
        cmocka_unit_test(sites_that_do_not_fit_stay_empty),     cmocka_unit_test(changes_lie_within_the_extent),
        cmocka_unit_test(landscapes_with_structures_are_sound),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
