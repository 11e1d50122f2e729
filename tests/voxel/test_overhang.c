// Ground that leans over: as the plain reference has it, nothing floats, and it is there to be seen.
#include <stdlib.h>
#include <string.h>

#include "overhang_reference.h"
#include "cmocka_test.h"
#include "ground_scene.h"
#include "test_context.h"
#include "test_effort.h"
#include "voxel/generate/overhang.h"

enum { SIDE = TR_VOXEL_SIDE };

// ---------------------------------------------------------------------------------------------------------
// Boxes of blocks

static size_t place_in(const overhang_box *box, int32_t x, int32_t z, int32_t y)
{
    return ((size_t)y * (size_t)box->depth + (size_t)z) * (size_t)box->width + (size_t)x;
}

typedef struct test_patch {
    tr_column **columns;
    int width, depth;  // columns of chunks
    int32_t low, high;
} test_patch;

static test_patch make_patch(const ground_scene *scene, int64_t x, int64_t z, int width, int depth)
{
    test_patch patch = {ground_scene_columns(scene, x, z, width, depth, 4), width, depth, INT32_MAX, INT32_MIN};
    for (int i = 0; i < width * depth; i++) {
        patch.low = patch.columns[i]->lowest < patch.low ? patch.columns[i]->lowest : patch.low;
        patch.high = patch.columns[i]->highest > patch.high ? patch.columns[i]->highest : patch.high;
    }
    return patch;
}

static bool is_solid(const test_patch *patch, int32_t x, int32_t z, int32_t y)
{
    const tr_column *column = patch->columns[z / SIDE * patch->width + x / SIDE];
    return ground_scene_is_solid(column, z % SIDE * SIDE + x % SIDE, y);
}

// ---------------------------------------------------------------------------------------------------------

// A column of chunks and what is around it, block by block.
static void compare_with_reference(const ground_scene *scene, int64_t x, int64_t z)
{
    enum { AROUND = TR_FLOAT_SIDE, WIDE = SIDE + 2 * AROUND };
    const test_patch middle = make_patch(scene, x, z, 1, 1);
    const int32_t low = middle.low - 40, height = middle.high - middle.low + 80;
    overhang_box box = {WIDE, WIDE, height, test_calloc((size_t)WIDE * WIDE * (size_t)height, 1)};
    const test_patch nine = make_patch(scene, x - 1, z - 1, 3, 3);
    for (int32_t j = 0; j < WIDE; j++) {
        for (int32_t i = 0; i < WIDE; i++) {
            const int64_t bx = x * SIDE - AROUND + i, bz = z * SIDE - AROUND + j;
            const int32_t u = i + SIDE - AROUND, v = j + SIDE - AROUND;
            const tr_column *column = nine.columns[v / SIDE * 3 + u / SIDE];
            const int cell = v % SIDE * SIDE + u % SIDE;
            const float amplitude = overhang_reference_amplitude(&scene->rules, bx, bz);
            for (int32_t y = 0; y < height; y++)
                box.solid[place_in(&box, i, j, y)] =
                    amplitude > 0
                        ? overhang_reference_solid(&scene->rules, column->height[cell], amplitude, bx, low + y, bz)
                        : ground_scene_is_solid(column, cell, low + y);
        }
    }
    overhang_reference_remove(&box, TR_FLOAT_SIDE);
    int wrong = 0;
    for (int32_t y = 0; y < height; y++)
        for (int32_t j = 0; j < SIDE; j++)
            for (int32_t i = 0; i < SIDE; i++)
                wrong += box.solid[place_in(&box, i + AROUND, j + AROUND, y)] != is_solid(&middle, i, j, low + y);
    assert_int_equal(wrong, 0);
    test_free(box.solid);
    ground_scene_release(scene, nine.columns, 9);
    ground_scene_release(scene, middle.columns, 1);
}

static void bands_are_those_of_the_reference(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    ground_scene scene;
    ground_scene_open(context, 5, &scene);
    int leaning = 0;
    for (int64_t x = -40; x < 40 && leaning < test_effort(4, 64); x++) {
        const test_patch one = make_patch(&scene, x, 7 * x, 1, 1);
        const bool leans = one.columns[0]->bands != NULL;
        ground_scene_release(&scene, one.columns, 1);
        if (!leans) continue;
        leaning++;
        compare_with_reference(&scene, x, 7 * x);
    }
    assert_true(leaning >= 1);
    ground_scene_close(&scene);
    tr_context_destroy(context);
}

// Random masks have far more pieces, and larger ones, than any noise.
static void pieces_are_taken_away_as_the_reference_does(void **state)
{
    (void)state;
    enum { FIELD = SIDE + 2 * TR_FLOAT_SIDE, LOW = -70, HEIGHT = 200 };
    tr_context *context = test_context(1);
    static tr_column_band bands[FIELD * FIELD];
    static uint8_t solid[(size_t)FIELD * FIELD * HEIGHT];
    for (uint64_t salt = 0; salt < (uint64_t)test_effort(24, 300); salt++) {
        overhang_box box = {FIELD, FIELD, HEIGHT, solid};
        const int dense = 1 + (int)(salt % 3);
        for (int cell = 0; cell < FIELD * FIELD; cell++) {
            const uint64_t a = tr_hash_identity(salt, 1, cell, 0, 0), b = tr_hash_identity(salt, 2, cell, 0, 0);
            const uint64_t c = tr_hash_identity(salt, 3, cell, 0, 0);
            bands[cell].base = (int32_t)(a % (salt % 2 ? 3 : 60));
            bands[cell].solid = dense == 1 ? a & b & c : dense == 2 ? a & b : a & (b | c);
            for (int y = 0; y < HEIGHT; y++) {
                const int bit = y + LOW - bands[cell].base;
                solid[place_in(&box, cell % FIELD, cell / FIELD, y)] =
                    bit < 0 || (bit < 64 && (bands[cell].solid >> bit & 1));
            }
        }
        overhang_reference_remove(&box, TR_FLOAT_SIDE);
        tr_column_band own[TR_COLUMN_CELLS];
        for (int i = 0; i < TR_COLUMN_CELLS; i++)
            own[i] = bands[(i / SIDE + TR_FLOAT_SIDE) * FIELD + i % SIDE + TR_FLOAT_SIDE];
        const tr_band_field field = {bands, FIELD, FIELD};
        assert_true(tr_float_remove(context, &field, TR_FLOAT_SIDE, TR_FLOAT_SIDE, own, NULL));
        for (int i = 0; i < TR_COLUMN_CELLS; i++)
            for (int bit = 0; bit < 64; bit++) {
                const int y = own[i].base + bit - LOW;
                assert_int_equal(own[i].solid >> bit & 1,
                                 solid[place_in(&box, i % SIDE + TR_FLOAT_SIDE, i / SIDE + TR_FLOAT_SIDE, y)]);
            }
    }
    tr_context_destroy(context);
}

// Ground as runs of solid blocks, column by column, joined where they touch.
typedef struct run {
    int32_t low, high;
    int32_t parent;
    bool held;  // of a root: hangs together with the ground, or with what lies beyond the patch
} run;

enum { MAX_RUNS = 8 };

typedef struct run_map {
    run *runs;
    int32_t *first;  // of each column of blocks, and one past the last
} run_map;

static int32_t root_of(run *runs, int32_t index)
{
    while (runs[index].parent != index) index = runs[index].parent = runs[runs[index].parent].parent;
    return index;
}

static void join(run *runs, int32_t a, int32_t b)
{
    if (runs[a].low > runs[b].high || runs[b].low > runs[a].high) return;
    a = root_of(runs, a);
    b = root_of(runs, b);
    runs[a].held |= runs[b].held;
    runs[b].parent = a;
}

static int32_t add_runs(const test_patch *patch, int32_t x, int32_t z, run_map *map, int32_t count)
{
    const bool border = x == 0 || z == 0 || x == patch->width * SIDE - 1 || z == patch->depth * SIDE - 1;
    const int32_t begin = count;
    for (int32_t y = patch->low - 1; y <= patch->high; y++) {
        if (!is_solid(patch, x, z, y)) continue;
        const bool more = count > begin && map->runs[count - 1].high == y - 1;
        if (more)
            map->runs[count - 1].high = y;
        else
            map->runs[count] = (run){y, y, count, border || y < patch->low}, count++;
        assert_true(count - begin < MAX_RUNS);
    }
    return count;
}

static int count_floating(const test_patch *patch)
{
    const int32_t width = patch->width * SIDE, depth = patch->depth * SIDE;
    run_map map = {test_malloc((size_t)(width * depth) * MAX_RUNS * sizeof(run)),
                   test_malloc((size_t)(width * depth + 1) * sizeof(int32_t))};
    int32_t count = 0;
    for (int32_t cell = 0; cell < width * depth; cell++) {
        map.first[cell] = count;
        count = add_runs(patch, cell % width, cell / width, &map, count);
    }
    map.first[width * depth] = count;
    for (int32_t cell = 0; cell < width * depth; cell++)
        for (int32_t a = map.first[cell]; a < map.first[cell + 1]; a++) {
            for (int32_t b = map.first[cell - 1 + (cell % width == 0)]; cell % width && b < map.first[cell]; b++)
                join(map.runs, a, b);
            for (int32_t b = cell < width ? 0 : map.first[cell - width];
                 cell >= width && b < map.first[cell - width + 1]; b++)
                join(map.runs, a, b);
        }
    int floating = 0;
    for (int32_t i = 0; i < count; i++) floating += map.runs[i].parent == i && !map.runs[i].held;
    test_free(map.runs);
    test_free(map.first);
    return floating;
}

static void nothing_floats(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    const int across = TEST_SLOWDOWN > 1 ? 6 : 16;
    for (uint64_t seed = 1; seed <= (uint64_t)test_effort(4, 100); seed++) {
        ground_scene scene;
        ground_scene_open(context, seed, &scene);
        const test_patch patch = make_patch(&scene, (int64_t)seed * 1000, -50, across, across);
        const int floating = count_floating(&patch);
        if (floating > 0) fail_msg("%d pieces float with the seed %d", floating, (int)seed);
        ground_scene_release(&scene, patch.columns, across * across);
        ground_scene_close(&scene);
    }
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// What there is to see

typedef struct test_sights {
    int64_t cells, leaning, gaps, arches;
} test_sights;

// Air with ground above it, and ground on both sides of it along an axis close by: one can walk through below.
static bool is_arch(const test_patch *patch, int32_t x, int32_t z, int32_t y)
{
    enum { REACH = 8 };
    bool closed[4] = {false, false, false, false};
    for (int away = 1; away <= REACH; away++) {
        closed[0] |= is_solid(patch, x - away, z, y);
        closed[1] |= is_solid(patch, x + away, z, y);
        closed[2] |= is_solid(patch, x, z - away, y);
        closed[3] |= is_solid(patch, x, z + away, y);
    }
    return closed[0] + closed[1] + closed[2] + closed[3] == 2 && closed[0] == closed[1];
}

static test_sights look(const test_patch *patch)
{
    test_sights out = {0};
    for (int32_t z = 16; z < patch->depth * SIDE - 16; z++) {
        for (int32_t x = 16; x < patch->width * SIDE - 16; x++) {
            const tr_column *column = patch->columns[z / SIDE * patch->width + x / SIDE];
            const int cell = z % SIDE * SIDE + x % SIDE;
            out.cells++;
            if (!column->bands) continue;
            const tr_column_band *band = &column->bands[cell];
            const uint64_t gaps = ~band->solid & ((UINT64_C(1) << (63 - __builtin_clzll(band->solid))) - 1);
            out.leaning += gaps != 0 || column->top[cell] != (int32_t)(column->height[cell] + 0.5f) - 1;
            out.gaps += gaps != 0;
            if (gaps) out.arches += is_arch(patch, x, z, band->base + __builtin_ctzll(gaps));
        }
    }
    return out;
}

static test_sights look_at(tr_context *context, uint64_t seed, int64_t x, int64_t z, int across)
{
    ground_scene scene;
    ground_scene_open(context, seed, &scene);
    const test_patch patch = make_patch(&scene, x, z, across, across);
    const test_sights out = look(&patch);
    ground_scene_release(&scene, patch.columns, across * across);
    ground_scene_close(&scene);
    return out;
}

static void cliffs_lean_over_and_arches_stand(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    test_sights all = {0};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const test_sights one = look_at(context, seed, -12, 30, TEST_SLOWDOWN > 1 ? 6 : 16);
        all.cells += one.cells;
        all.gaps += one.gaps;
        all.arches += one.arches;
    }
    // One column of blocks in a few hundred is under something; some of that are arches.
    assert_true(all.gaps * 500 > all.cells);
    assert_true(all.gaps * 10 < all.cells);
    assert_true(all.arches > 0 || TEST_SLOWDOWN > 1);
    tr_context_destroy(context);
}

static void far_ground_leans_as_near_ground_does(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    const int64_t places[] = {0, (INT64_C(1) << 31) / SIDE, INT64_C(1000000000000) / SIDE};
    const int across = TEST_SLOWDOWN > 1 ? 6 : 20;
    double share[3];
    for (int i = 0; i < 3; i++) {
        const test_sights sights = look_at(context, 9, places[i], -places[i], across);
        share[i] = (double)sights.gaps / (double)sights.cells;
    }
    for (int i = 1; i < 3 && TEST_SLOWDOWN == 1; i++) {
        if (!(share[i] > share[0] / 3 && share[i] < share[0] * 3)) fail_msg("%g, and %g far away", share[0], share[i]);
    }
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------

static void without_overhangs_there_are_no_bands(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    ground_scene scene;
    ground_scene_open(context, 5, &scene);
    scene.rules.def.overhangs = 0;
    const test_patch patch = make_patch(&scene, 0, 0, 8, 8);
    for (int i = 0; i < 64; i++) assert_null(patch.columns[i]->bands);
    ground_scene_release(&scene, patch.columns, 64);
    ground_scene_close(&scene);
    tr_context_destroy(context);
}

// Beside water and ways the ground is as it is elsewhere: no gap that water could run into.
static void water_and_ways_lie_on_plain_ground(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    ground_scene scene;
    ground_scene_open(context, 5, &scene);
    const test_patch patch = make_patch(&scene, -16, 3, 16, 16);
    int64_t wet = 0, paved = 0;
    for (int i = 0; i < 256; i++) {
        const tr_column *column = patch.columns[i];
        for (int cell = 0; cell < TR_COLUMN_CELLS; cell++) {
            const bool is_wet = column->water[cell] != TR_COLUMN_DRY, is_paved = column->cover[cell] != TR_GROUND_BARE;
            wet += is_wet;
            paved += is_paved;
            if ((is_wet || is_paved) && column->bands) {
                const uint64_t solid = column->bands[cell].solid;
                assert_true((solid & (solid + 1)) == 0);
            }
        }
    }
    assert_true(wet > 1000 && paved > 1000);
    ground_scene_release(&scene, patch.columns, 256);
    ground_scene_close(&scene);
    tr_context_destroy(context);
}

TEST_GROUP(overhang)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bands_are_those_of_the_reference),
        cmocka_unit_test(pieces_are_taken_away_as_the_reference_does),
        cmocka_unit_test(nothing_floats),
        cmocka_unit_test(cliffs_lean_over_and_arches_stand),
        cmocka_unit_test(far_ground_leans_as_near_ground_does),
        cmocka_unit_test(without_overhangs_there_are_no_bands),
        cmocka_unit_test(water_and_ways_lie_on_plain_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
