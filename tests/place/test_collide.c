// Margins and collisions on cells made by hand, against a plain reference (tests/reference/collide_reference.c).
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "cmocka_test.h"
#include "collide_reference.h"
#include "place/placer.h"
#include "test_context.h"
#include "test_effort.h"

enum { TILES = 4, MAX_SETS = 4, METRE = TR_PLACE_FINE_PER_METRE };

typedef struct hand_scene {
    struct tr_placer placer;
    tr_ranked_set sets[MAX_SETS];
    struct tr_pattern patterns[MAX_SETS];
    uint32_t places[MAX_SETS][TILES * TR_PATTERN_SLOTS];
    double share;
} hand_scene;

typedef struct scene_set {
    int64_t unit, side;  // as in tr_ranked_set
    int64_t radius;
} scene_set;

static tr_context *context;

// Sets by rank. Points of tiles lie anywhere: sets need no footprint to collide.
static void make_scene(hand_scene *scene, uint64_t seed, const scene_set *sets, int32_t count, double share)
{
    *scene = (hand_scene){.placer = {.context = context, .sets = scene->sets}, .share = share};
    scene->placer.def.set_count = count;
    scene->placer.def.seed = seed;
    for (int32_t s = 0; s < count; s++) {
        for (int32_t i = 0; i < TILES * TR_PATTERN_SLOTS; i++) {
            const uint64_t hash = tr_hash_identity(seed, 1, s, i, 0);
            const uint32_t x = (uint32_t)tr_index_from_hash(hash, (uint64_t)sets[s].side);
            const uint32_t z = (uint32_t)tr_index_from_hash(tr_hash_identity(seed, 2, s, i, 0), (uint64_t)sets[s].side);
            scene->places[s][i] = x | z << 16;
        }
        scene->patterns[s] = (struct tr_pattern){.context = context,
                                                 .side = (uint32_t)sets[s].side,
                                                 .slot_count = TR_PATTERN_SLOTS,
                                                 .tile_count = TILES,
                                                 .places = scene->places[s]};
        scene->sets[s] =
            (tr_ranked_set){.unit = sets[s].unit, .side = sets[s].side, .radius = sets[s].radius, .rank = s};
        scene->sets[s].def.pattern = &scene->patterns[s];
        scene->placer.by_rank[s] = s;
    }
}

static tr_fine_region widened(const tr_fine_region *region, int64_t margin)
{
    return (tr_fine_region){region->x0 - margin, region->z0 - margin, region->x1 + margin, region->z1 + margin};
}

// The cells of a set over a region, as a request makes them.
static tr_place_cells make_cells(const hand_scene *scene, int32_t set, const tr_fine_region *region)
{
    const tr_ranked_set *of = &scene->sets[set];
    const int64_t size = of->unit * of->side;
    tr_place_cells cells = {
        .set = set, .x = tr_floor_div(region->x0, size), .z = tr_floor_div(region->z0, size), .within = *region};
    cells.columns = (int32_t)(tr_floor_div(region->x1 - 1, size) - cells.x + 1);
    cells.rows = (int32_t)(tr_floor_div(region->z1 - 1, size) - cells.z + 1);
    const size_t count = (size_t)cells.columns * (size_t)cells.rows;
    cells.cells = malloc(count * sizeof *cells.cells);
    cells.layers = malloc(count * TR_PATTERN_SLOTS);
    for (size_t i = 0; i < count; i++) {
        const int64_t cell_x = cells.x + (int64_t)(i % (size_t)cells.columns);
        const int64_t cell_z = cells.z + (int64_t)(i / (size_t)cells.columns);
        const uint64_t seed = scene->placer.def.seed;
        cells.cells[i].tile = (uint32_t)tr_index_from_hash(tr_hash_identity(seed, 3, set, cell_x, cell_z), TILES);
        const uint32_t *places = of->def.pattern->places + cells.cells[i].tile * TR_PATTERN_SLOTS;
        const uint64_t identity = tr_hash_identity(seed, 4, set, cell_x, cell_z);
        for (int32_t slot = 0; slot < TR_PATTERN_SLOTS; slot++) {
            const uint64_t hash = tr_hash_identity(identity, (uint64_t)slot, 0, 0, 0);
            const int64_t x = cell_x * size + (places[slot] & 0xffff) * of->unit;
            const int64_t z = cell_z * size + (places[slot] >> 16) * of->unit;
            const bool inside = x >= region->x0 && x < region->x1 && z >= region->z0 && z < region->z1;
            const bool there = inside && tr_unit_from_hash(hash) < scene->share;
            cells.layers[i * TR_PATTERN_SLOTS + (size_t)slot] = there ? (uint8_t)(hash & 7) : TR_PLACE_NONE;
        }
    }
    return cells;
}

static void free_cells(tr_place_cells *cells)
{
    free(cells->cells);
    free(cells->layers);
}

// Adds the objects of cells to the discs; `number` is their slot in `layers`.
static size_t add_discs(const hand_scene *scene, const tr_place_cells *cells, reference_disc *discs, size_t count)
{
    const tr_ranked_set *of = &scene->sets[cells->set];
    const size_t slots = (size_t)cells->columns * (size_t)cells->rows * TR_PATTERN_SLOTS;
    for (size_t i = 0; i < slots; i++) {
        if (cells->layers[i] == TR_PLACE_NONE) continue;
        const size_t cell = i / TR_PATTERN_SLOTS;
        const uint32_t place =
            of->def.pattern->places[cells->cells[cell].tile * TR_PATTERN_SLOTS + i % TR_PATTERN_SLOTS];
        const int64_t cell_x = cells->x + (int64_t)(cell % (size_t)cells->columns);
        const int64_t cell_z = cells->z + (int64_t)(cell / (size_t)cells->columns);
        discs[count++] = (reference_disc){.x = (cell_x * of->side + (place & 0xffff)) * of->unit,
                                          .z = (cell_z * of->side + (place >> 16)) * of->unit,
                                          .radius = of->radius,
                                          .rank = of->rank,
                                          .number = i};
    }
    return count;
}

static size_t max_discs(const tr_place_cells *cells, int32_t count)
{
    size_t max = 1;
    for (int32_t s = 0; s < count; s++) max += (size_t)cells[s].columns * (size_t)cells[s].rows * TR_PATTERN_SLOTS;
    return max;
}

// Collides the cells of all sets, by rank, and compares every object with the reference. How many were dropped.
static size_t check_against_reference(hand_scene *scene, const tr_fine_region *region)
{
    const int32_t count = scene->placer.def.set_count;
    tr_place_request_def request = {.sets = (1u << count) - 1};
    int64_t margins[TR_PLACE_MAX_SETS];
    tr_place_margins(&scene->placer, &request, margins);
    tr_place_cells cells[MAX_SETS];
    for (int32_t s = 0; s < count; s++) {
        const tr_fine_region wide = widened(region, margins[s]);
        cells[s] = make_cells(scene, s, &wide);
    }
    reference_disc *discs = malloc(max_discs(cells, count) * sizeof *discs);
    size_t disc_count = 0;
    for (int32_t s = 0; s < count; s++) disc_count = add_discs(scene, &cells[s], discs, disc_count);
    collide_reference(discs, disc_count);
    for (int32_t s = 0; s < count; s++) assert_true(tr_place_collide(&scene->placer, &cells[s], cells, s, NULL));
    size_t dropped = 0;
    for (size_t i = 0; i < disc_count; i++) {
        const bool stands = cells[discs[i].rank].layers[discs[i].number] != TR_PLACE_NONE;
        assert_int_equal(stands, discs[i].stands);
        dropped += !stands;
    }
    free(discs);
    for (int32_t s = 0; s < count; s++) free_cells(&cells[s]);
    return dropped;
}

static tr_fine_region square_around(int64_t x_m, int64_t z_m, int64_t side_m)
{
    return (tr_fine_region){x_m * METRE, z_m * METRE, (x_m + side_m) * METRE, (z_m + side_m) * METRE};
}

// ---------------------------------------------------------------------------------------------------------

static void margins_follow_chains(void **state)
{
    (void)state;
    static hand_scene scene;
    const scene_set sets[] = {{2048, 32768, 8 * METRE}, {512, 32768, 2 * METRE}, {256, 32768, METRE}, {64, 32768, 0}};
    make_scene(&scene, 1, sets, 4, 1);
    int64_t out[TR_PLACE_MAX_SETS];
    tr_place_margins(&scene.placer, &(tr_place_request_def){.sets = 4}, out);
    assert_int_equal(out[2], 0);
    assert_int_equal(out[1], 3 * METRE);
    assert_int_equal(out[0], 13 * METRE);  // 2 + 1 to the set between, 8 + 2 from there
    assert_int_equal(out[3], -1);
    assert_int_equal(out[15], -1);
    tr_place_margins(&scene.placer, &(tr_place_request_def){.sets = 8}, out);
    assert_int_equal(out[3], 0);
    assert_int_equal(out[2], METRE);
    assert_int_equal(out[1], 4 * METRE);
    assert_int_equal(out[0], 14 * METRE);
    tr_place_margins(&scene.placer, &(tr_place_request_def){.sets = 1}, out);
    for (int32_t s = 0; s < TR_PLACE_MAX_SETS; s++) assert_int_equal(out[s], s == 0 ? 0 : -1);
    tr_place_margins(&scene.placer, &(tr_place_request_def){.sets = 5, .alone = true}, out);
    for (int32_t s = 0; s < TR_PLACE_MAX_SETS; s++) assert_int_equal(out[s], s == 0 || s == 2 ? 0 : -1);
}

// Sets without discs do not matter to each other.
static void points_do_not_give_way(void **state)
{
    (void)state;
    static hand_scene scene;
    const scene_set sets[] = {{256, 32768, 0}, {256, 32768, 0}};
    make_scene(&scene, 2, sets, 2, 1);
    int64_t out[TR_PLACE_MAX_SETS];
    tr_place_margins(&scene.placer, &(tr_place_request_def){.sets = 2}, out);
    assert_int_equal(out[0], -1);
    const tr_fine_region region = square_around(-20, -20, 40);
    assert_int_equal(check_against_reference(&scene, &region), 0);
}

// Footprints and radii of all proportions: blocks of many cells, of one, and a block for each object.
static void random_sets_equal_the_reference(void **state)
{
    (void)state;
    static hand_scene scene;
    const int64_t places_m[][2] = {{0, 0}, {-1000, 77}, {1000000000000, -1000000000000}};
    const int rounds = (int)test_effort(60, 600);
    size_t dropped = 0;
    for (int round = 0; round < rounds; round++) {
        scene_set sets[MAX_SETS];
        const int32_t count = 2 + round % 3;
        int64_t radius = 4 * METRE;
        for (int32_t s = 0; s < count; s++) {
            const uint64_t hash = tr_hash_identity(7, 0, round, s, 0);
            const int64_t unit = INT64_C(16) << (hash & 7);  // footprints of 1/16 to 8 m
            radius = (int64_t)tr_index_from_hash(tr_hash_identity(7, 1, round, s, 0), (uint64_t)radius) + 1;
            radius = tr_min_i64(radius, 4 * unit * TR_PATTERN_UNITS);
            sets[s] = (scene_set){unit, 4096 + (int64_t)(hash >> 8) % 60000, radius};
        }
        // Ranks are by radius.
        for (int32_t s = count - 2; s >= 0; s--) sets[s].radius = tr_max_i64(sets[s].radius, sets[s + 1].radius);
        make_scene(&scene, (uint64_t)round, sets, count, 0.02);
        const int64_t *at_m = places_m[round % 3];
        const tr_fine_region region = square_around(at_m[0], at_m[1], 6);
        dropped += check_against_reference(&scene, &region);
    }
    assert_true(dropped > 10 * (size_t)rounds);
}

// Far between with thin discs, against many small cells; and discs of 16 km.
static void thin_and_huge_sets_equal_the_reference(void **state)
{
    (void)state;
    static hand_scene scene;
    const scene_set thin[] = {{256, 32768, METRE / 2}, {8192, 65535, METRE / 4}};
    make_scene(&scene, 11, thin, 2, 0.5);
    tr_fine_region region = square_around(-100, 1000000, 600 / (TEST_SLOWDOWN > 1 ? 4 : 1));
    check_against_reference(&scene, &region);
    const int64_t huge = INT64_C(16384) * METRE;
    const scene_set wide[] = {{1048576, 5000, huge}, {1048576, 65535, huge}, {65536, 65535, huge / 2}};
    make_scene(&scene, 12, wide, 3, 0.01);
    region = square_around(-400000000000, 3000000, 20000);
    assert_true(check_against_reference(&scene, &region) > 0);
}

// Two sets with one candidate in each cell, at (0, 0) and at (dx, 0).
static bool stands_at(int64_t dx, int64_t radius)
{
    static hand_scene scene;
    const scene_set sets[] = {{256, 65535, radius}, {256, 65535, radius}};
    make_scene(&scene, 3, sets, 2, 0);
    const tr_fine_region region = {0, 0, 1, 1};
    tr_place_cells cells[2] = {make_cells(&scene, 0, &region), make_cells(&scene, 1, &region)};
    for (int s = 0; s < 2; s++) {
        cells[s].cells[0].tile = 0;
        cells[s].layers[5] = 0;
        scene.places[s][5] = 1000 | 1000 << 16;
    }
    scene.places[1][5] += (uint32_t)(dx / 256);
    assert_true(tr_place_collide(&scene.placer, &cells[1], cells, 1, NULL));
    const bool stands = cells[1].layers[5] != TR_PLACE_NONE;
    assert_int_equal(cells[0].layers[5], 0);
    free_cells(&cells[0]);
    free_cells(&cells[1]);
    return stands;
}

static void discs_that_touch_do_not_meet(void **state)
{
    (void)state;
    assert_true(stands_at(1024, 512));
    assert_false(stands_at(1024, 513));
    assert_false(stands_at(0, 1));
    assert_true(stands_at(0, 0));
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static hand_scene scene;
    const scene_set sets[] = {{1024, 32768, 2 * METRE}, {256, 30000, METRE / 2}, {64, 33000, METRE / 8}};
    tr_context *const before = context;
    for (int threads = 1; threads <= 8; threads *= 2) {
        context = test_context(threads);
        make_scene(&scene, 21, sets, 3, 0.3);
        const tr_fine_region region = square_around(-30, 30, 24);
        assert_true(check_against_reference(&scene, &region) > 100);
        tr_context_destroy(context);
    }
    context = before;
}

static void failing_memory_is_reported(void **state)
{
    (void)state;
    static hand_scene scene;
    tr_context *const before = context;
    test_allocator allocator;
    context = test_context_counting(1, &allocator);
    const scene_set sets[] = {{1024, 32768, 2 * METRE}, {256, 30000, METRE / 2}};
    make_scene(&scene, 22, sets, 2, 0.5);
    const tr_fine_region region = square_around(0, 0, 10);
    tr_place_cells cells[2] = {make_cells(&scene, 0, &region), make_cells(&scene, 1, &region)};
    tr_error err = {0};
    bool ok = false;
    for (int64_t skipped = 0; !ok && skipped < 100; skipped++) {
        allocator.fail_at = allocator.allocations + skipped;
        ok = tr_place_collide(&scene.placer, &cells[1], cells, 1, &err);
        if (!ok) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
    }
    assert_true(ok && err.code == TR_ERROR_OUT_OF_MEMORY);
    free_cells(&cells[0]);
    free_cells(&cells[1]);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    context = before;
}

static int set_up(void **state)
{
    (void)state;
    context = test_context(2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    return 0;
}

TEST_GROUP(collide)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_follow_chains),           cmocka_unit_test(points_do_not_give_way),
        cmocka_unit_test(random_sets_equal_the_reference), cmocka_unit_test(thin_and_huge_sets_equal_the_reference),
        cmocka_unit_test(discs_that_touch_do_not_meet),    cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(failing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
