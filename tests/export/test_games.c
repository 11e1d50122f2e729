// Worlds of games: where they are taken from, where players begin, and that failures leave nothing.
#include <stdio.h>
#include <string.h>

#include "counting_context.h"
#include "export/game_spawn.h"
#include "temp_dir.h"

#include "terrane/export.h"

enum { SIDE = TR_VOXEL_SIDE };

static temp_dir dir;
static tr_error err;

static int set_up_files(void **state)
{
    dir = temp_dir_make();
    return set_up(state);
}

static int tear_down_files(void **state)
{
    const int result = tear_down(state);
    temp_dir_remove(&dir);
    return result;
}

static tr_world *load(const char *description)
{
    tr_world *world = tr_world_load_text(context, "games.yaml", description, strlen(description), NULL, &err);
    if (!world) {
        fail_msg("%s", err.message);
    }
    return world;
}

// The share of the columns of a box that are dry.
static double land_of(const tr_world *world, const tr_voxel_box *box)
{
    static tr_voxel_surface surfaces[16 * 16 * TR_VOXEL_LAYER];
    const tr_region columns = {box->low.x * SIDE, box->low.z * SIDE, (box->low.x + box->size[0]) * SIDE,
                               (box->low.z + box->size[2]) * SIDE};
    const size_t count = (size_t)box->size[0] * (size_t)box->size[2] * TR_VOXEL_LAYER;
    size_t dry = 0;
    assert_true(tr_voxels_surface(tr_world_voxels(world, NULL), &columns, surfaces, &err));
    for (size_t i = 0; i < count; i++) {
        dry += surfaces[i].water < surfaces[i].top;
    }
    return (double)dry / (double)count;
}

static void the_place_that_is_taken_has_land(void **state)
{
    (void)state;
    static const char sea[] = "seed: %d\nterrain: {landform: {land_share: 15 %%, continent_size: 4 km}}\n";
    int wet_middles = 0;
    for (int seed = 1; seed <= 4; seed++) {
        char text[256];
        snprintf(text, sizeof text, sea, seed);
        tr_world *world = load(text);
        tr_voxel_box middle, taken;
        assert_true(tr_export_middle_box(world, 16, &middle, &err));
        assert_true(tr_export_default_box(world, 16, &taken, &err));
        assert_int_equal(taken.size[0], 16);
        assert_int_equal(taken.size[2], 16);
        wet_middles += land_of(world, &middle) < 0.4;
        assert_true(land_of(world, &taken) >= 0.4);
        tr_world_destroy(world);
    }
    assert_true(wet_middles > 0);
}

// A river, a road and as many trees as there can be.
static const char wood[] =
    "seed: 11\n"
    "terrain: {graph: {nodes: {level: {type: constant, value: 60}}, output: level}, rivers: {width: 0 m}}\n"
    "voxels: {decorations: 4}\n"
    "paths:\n"
    "  - {kind: river, line: [[-500, 40, 60], [500, 40, 58]], width: 30 m}\n";

static tr_block block_of(const tr_world *world, int64_t x, int64_t y, int64_t z)
{
    const tr_voxel_at at = {x >> 5, y >> 5, z >> 5};
    tr_voxel_chunk chunk;
    assert_true(tr_voxels_generate(tr_world_voxels(world, NULL), &at, 1, NULL, &chunk, &err));
    const tr_block block = tr_voxel_chunk_block(&chunk, (int)(x & 31), (int)(y & 31), (int)(z & 31));
    tr_voxel_chunk_destroy(context, &chunk);
    return block;
}

static void players_begin_on_dry_ground_outside_of_trees(void **state)
{
    (void)state;
    tr_world *world = load(wood);
    const tr_voxels *voxels = tr_world_voxels(world, &err);
    const tr_voxel_source source = tr_voxels_source(voxels);
    // The middle of the first box lies in the river.
    const tr_voxel_box boxes[] = {{{-2, 0, -1}, {4, 4, 4}}, {{-8, 0, -12}, {4, 4, 4}}, {{3, 0, 2}, {2, 4, 2}}};
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++) {
        tr_game_spawn spawn;
        assert_true(tr_game_spawn_find(voxels, &source, &boxes[i], &spawn, &err));
        assert_true(spawn.dry);
        const tr_voxel_at *at = &spawn.at;
        assert_int_equal(tr_block_info_of(block_of(world, at->x, at->y - 1, at->z))->shape, TR_SHAPE_CUBE);
        assert_int_equal(block_of(world, at->x, at->y, at->z), TR_BLOCK_AIR);
        for (int k = 0; k < 25; k++) {
            for (int64_t y = at->y; y < 4 * SIDE; y++) {
                const tr_block above = block_of(world, at->x + k % 5 - 2, y + 1, at->z + k / 5 - 2);
                const tr_block_shape shape = tr_block_info_of(above)->shape;
                assert_true(shape == TR_SHAPE_EMPTY || shape == TR_SHAPE_SPRITE);
            }
        }
    }
    tr_world_destroy(world);
}

static void a_world_without_land_says_so(void **state)
{
    (void)state;
    tr_world *world =
        load("terrain: {graph: {nodes: {level: {type: constant, value: -20}}, output: level}, rivers: {width: 0 m}}\n");
    const tr_voxels *voxels = tr_world_voxels(world, &err);
    const tr_voxel_source source = tr_voxels_source(voxels);
    const tr_voxel_box box = {{0, -2, 0}, {2, 3, 2}};
    tr_game_spawn spawn;
    assert_true(tr_game_spawn_find(voxels, &source, &box, &spawn, &err));
    assert_false(spawn.dry);
    assert_int_equal(block_of(world, spawn.at.x, spawn.at.y, spawn.at.z), TR_BLOCK_AIR);
    assert_int_equal(block_of(world, spawn.at.x, spawn.at.y - 1, spawn.at.z), TR_BLOCK_WATER);
    tr_world_destroy(world);
}

#if defined(TR_HAVE_ZLIB) && defined(TR_HAVE_SQLITE) && defined(TR_HAVE_ZSTD)
static void high_ground_is_moved_into_the_game(void **state)
{
    (void)state;
    // Where the box begins in the world decides, unless the sea is in it: that comes to lie at 62.
    static const struct {
        int height, first_chunk;
        int32_t lower;
    } cases[] = {{1500, 44, 44 * SIDE + 64}, {60, 1, SIDE + 64}, {2, -1, -63}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(
            text, sizeof text,
            "terrain: {graph: {nodes: {level: {type: constant, value: %d}}, output: level}, rivers: {width: 0 m}}\n",
            cases[i].height);
        tr_world *world = load(text);
        tr_export_game_def def = tr_default_export_game_def();
        def.directory = temp_dir_file(&dir, "game");
        def.box = (tr_voxel_box){{0, cases[i].first_chunk, 0}, {1, 6, 1}};
        tr_export_game_report report;
        if (!tr_export_minecraft(world, &def, NULL, &report, &err)) {
            fail_msg("%s", err.message);
        }
        assert_int_equal(report.lower, cases[i].lower);
        assert_int_equal(report.blocks.cut_above + report.blocks.cut_below, 0);
        assert_false(report.has_pack);
        assert_true(report.spawn_dry && report.blocks.blocks > 0);
        tr_world_destroy(world);
        temp_dir_remove(&dir);
        dir = temp_dir_make();
    }
}

// Every failing allocation of the first ones, then fewer of them: most are of the generator, which has tests of its
// own.
static void failures_leave_nothing(void **state)
{
    (void)state;
    for (int game = 0; game < 2; game++) {
        bool done = false;
        for (int64_t fail_at = 0; !done; fail_at += 1 + fail_at / 8) {
            tr_world *world = load("terrain: {graph: {nodes: {level: {type: constant, value: 9}}, output: level}, "
                                   "rivers: {width: 0 m}}\n");
            assert_non_null(tr_world_voxels(world, &err));
            tr_export_game_def def = tr_default_export_game_def();
            def.directory = temp_dir_file(&dir, "game");
            def.box = (tr_voxel_box){{0, 0, 0}, {1, 1, 1}};
            allocator.fail_at = allocator.allocations + fail_at;
            done = game ? tr_export_luanti(world, &def, NULL, NULL, &err)
                        : tr_export_minecraft(world, &def, NULL, NULL, &err);
            allocator.fail_at = -1;
            if (!done) {
                if (err.code != TR_ERROR_OUT_OF_MEMORY) {
                    fail_msg("%s", err.message);
                }
                assert_int_equal(temp_dir_entry_count(dir.path), 0);
            }
            tr_world_destroy(world);
        }
        temp_dir_remove(&dir);
        dir = temp_dir_make();
    }
}
#endif

TEST_GROUP(games)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_place_that_is_taken_has_land, set_up_files, tear_down_files),
        cmocka_unit_test_setup_teardown(players_begin_on_dry_ground_outside_of_trees, set_up_files, tear_down_files),
        cmocka_unit_test_setup_teardown(a_world_without_land_says_so, set_up_files, tear_down_files),
#if defined(TR_HAVE_ZLIB) && defined(TR_HAVE_SQLITE) && defined(TR_HAVE_ZSTD)
        cmocka_unit_test_setup_teardown(high_ground_is_moved_into_the_game, set_up_files, tear_down_files),
        cmocka_unit_test_setup_teardown(failures_leave_nothing, set_up_files, tear_down_files),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
