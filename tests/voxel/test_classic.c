// The preset CLASSIC: every backend equals the plain reference bit for bit, columns do not depend on what is made
// beside them, all biomes occur in sensible shares, seeds and far places give as good a world as any.
#include <math.h>
#include <stdlib.h>

#include "../noise/noise_backends.h"
#include "test_effort.h"
#include "voxel/generate/stages.h"
#include "voxel_reference.h"

static const int64_t two_to_31 = (int64_t)1 << 31, ten_to_12 = 1000000000000;

static tr_voxel_rules make_rules(tr_context *on, uint64_t seed)
{
    tr_error err;
    tr_voxel_rules rules = {.context = on, .seed = seed};
    rules.def.preset = TR_VOXEL_CLASSIC;
    if (!tr_classic_make(&rules, &err)) fail_msg("%s", err.message);
    return rules;
}

// `count` columns; the caller frees them.
static tr_column *new_columns(size_t count)
{
    tr_column *columns = calloc(count, sizeof *columns);
    assert_non_null(columns);
    return columns;
}

static void make_columns(const tr_voxel_rules *rules, tr_column *columns, size_t count)
{
    tr_error err;
    tr_column **list = malloc(count * sizeof(tr_column *));
    assert_non_null(list);
    for (size_t i = 0; i < count; i++) list[i] = &columns[i];
    if (!tr_classic_columns(rules, list, count, &err)) fail_msg("%s", err.message);
    free(list);
}

// side x side columns `apart` chunks from each other.
static tr_column *make_square(const tr_voxel_rules *rules, int64_t x, int64_t z, int32_t side, int32_t apart)
{
    const size_t count = (size_t)side * (size_t)side;
    tr_column *columns = new_columns(count);
    for (int32_t i = 0; i < side * side; i++) {
        columns[i].x = x + i % side * (int64_t)apart;
        columns[i].z = z + i / side * (int64_t)apart;
    }
    make_columns(rules, columns, count);
    return columns;
}

// ---------------------------------------------------------------------------------------------------------
// Bits

static void assert_is_reference(const char *backend, const tr_column *column, int32_t cell,
                                const ref_classic_surface *expected)
{
    if (memcmp(&column->height[cell], &expected->height, sizeof expected->height) != 0)
        fail_msg("%s: the height of cell %d of column %lld, %lld is %a instead of %a", backend, cell,
                 (long long)column->x, (long long)column->z, (double)column->height[cell], (double)expected->height);
    assert_int_equal(column->biome[cell], expected->biome);
    assert_int_equal(column->top[cell], expected->top);
    assert_int_equal(column->water[cell], expected->water);
    assert_int_equal(column->surface[cell], expected->surface);
    assert_int_equal(column->under[cell], expected->under);
    assert_int_equal(column->under_depth[cell], 3);
    assert_in_range(column->top[cell] - column->lowest, 3, 4096);
    assert_true(column->highest >= column->top[cell] && column->highest >= column->water[cell]);
}

static void every_backend_equals_the_reference(void **state)
{
    (void)state;
    const int64_t places[][2] = {{0, 0},
                                 {-1, 12},
                                 {300, -77},
                                 {two_to_31 / 32, -two_to_31 / 32 - 1},
                                 {-ten_to_12 / 32, ten_to_12 / 32},
                                 {((int64_t)1 << 40) - 1, -((int64_t)1 << 40)}};
    const int64_t place_count = test_effort(6, 6);
    for (int64_t i = 0; i < place_count; i++) {
        const uint64_t seed = 0x9e3779b97f4a7c15u * (uint64_t)i;
        static ref_classic_surface expected[TR_COLUMN_CELLS];
        for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++)
            expected[cell] = ref_classic_surface_at(seed, 32 * places[i][0] + cell % 32, 32 * places[i][1] + cell / 32);
        for (int b = 0; b < BACKEND_COUNT; b++) {
            if (!backends[b].context) continue;
            tr_voxel_rules rules = make_rules(backends[b].context, seed);
            tr_column *column = make_square(&rules, places[i][0], places[i][1], 1, 1);
            for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++)
                assert_is_reference(backends[b].name, column, cell, &expected[cell]);
            free(column);
            tr_classic_destroy(&rules);
        }
    }
}

static void columns_do_not_depend_on_their_company(void **state)
{
    (void)state;
    enum { SIDE = 7 };
    for (int b = 0; b < BACKEND_COUNT; b++) {
        if (!backends[b].context) continue;
        tr_voxel_rules rules = make_rules(backends[b].context, 5);
        tr_column *together = make_square(&rules, -3, ten_to_12 / 32, SIDE, 1);
        for (int32_t i = 0; i < SIDE * SIDE; i++) {
            tr_column *alone = new_columns(1);
            alone->x = together[i].x, alone->z = together[i].z;
            make_columns(&rules, alone, 1);
            assert_memory_equal(alone, &together[i], sizeof *alone);
            free(alone);
        }
        // In a mixed order, with some twice.
        tr_column *mixed = new_columns(SIDE * SIDE);
        for (int32_t i = 0; i < SIDE * SIDE; i++) {
            const int32_t from = i * 31 % (SIDE * SIDE - 4);
            mixed[i].x = together[from].x, mixed[i].z = together[from].z;
        }
        make_columns(&rules, mixed, SIDE * SIDE);
        for (int32_t i = 0; i < SIDE * SIDE; i++)
            assert_memory_equal(&mixed[i], &together[i * 31 % (SIDE * SIDE - 4)], sizeof *mixed);
        free(mixed);
        free(together);
        tr_classic_destroy(&rules);
    }
}

// ---------------------------------------------------------------------------------------------------------
// What the worlds are like

static tr_context *fastest(void)
{
    return backends[backends[BACKEND_AVX2].context ? BACKEND_AVX2 : BACKEND_BASELINE].context;
}

typedef struct test_statistics {
    double share[TR_BIOME_COUNT], wet, mean_height;
    double step_inside;  // mean difference of height from one block column to the next
} test_statistics;

static test_statistics measure(const tr_column *columns, int32_t count)
{
    test_statistics statistics = {0};
    double steps = 0;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++) {
            statistics.share[columns[i].biome[cell]]++;
            statistics.wet += columns[i].top[cell] < 0;
            statistics.mean_height += (double)columns[i].height[cell];
            if (cell % 32 == 31) continue;
            statistics.step_inside += fabs((double)(columns[i].height[cell + 1] - columns[i].height[cell]));
            steps++;
        }
    }
    const double cells = (double)count * TR_COLUMN_CELLS;
    for (int b = 0; b < TR_BIOME_COUNT; b++) statistics.share[b] /= cells;
    statistics.wet /= cells;
    statistics.mean_height /= cells;
    statistics.step_inside /= steps;
    return statistics;
}

static bool is_of_preset(int biome)
{
    return biome != TR_BIOME_PLAINS && biome != TR_BIOME_SWAMP;
}

static void every_biome_occurs_in_a_sensible_share(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        tr_voxel_rules rules = make_rules(fastest(), seed);
        enum { SIDE = 40 };
        tr_column *columns = make_square(&rules, -500, 700, SIDE, 23);
        const test_statistics found = measure(columns, SIDE * SIDE);
        for (int b = 0; b < TR_BIOME_COUNT; b++) {
            if (!is_of_preset(b)) {
                assert_true(found.share[b] == 0);
                continue;
            }
            if (found.share[b] < 0.008 || found.share[b] > (b == TR_BIOME_OCEAN ? 0.5 : 0.16))
                fail_msg("seed %d: %.4f of the columns are %s", (int)seed, found.share[b], tr_biome_name((tr_biome)b));
        }
        if (found.wet < 0.3 || found.wet > 0.55) fail_msg("%.3f of the columns are under water", found.wet);
        free(columns);
        tr_classic_destroy(&rules);
    }
}

static int compare_hashes(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

// Neighbouring seeds, and such as differ in their upper half alone.
static void seeds_give_different_worlds(void **state)
{
    (void)state;
    enum { SEEDS = 300 };
    uint64_t hashes[SEEDS];
    for (int i = 0; i < SEEDS; i++) {
        tr_voxel_rules rules = make_rules(fastest(), i % 2 ? (uint64_t)i << 40 : (uint64_t)i);
        tr_column *column = make_square(&rules, 3, 4, 1, 1);
        hashes[i] = tr_hash_bytes(column->top, sizeof column->top, 0);
        free(column);
        tr_classic_destroy(&rules);
    }
    qsort(hashes, SEEDS, sizeof *hashes, compare_hashes);
    for (int i = 1; i < SEEDS; i++) assert_true(hashes[i] != hashes[i - 1]);
}

static void borders_of_chunks_are_like_their_insides(void **state)
{
    (void)state;
    enum { SIDE = 48 };
    tr_voxel_rules rules = make_rules(fastest(), 11);
    tr_column *columns = make_square(&rules, 0, 0, SIDE, 1);
    const test_statistics found = measure(columns, SIDE * SIDE);
    double along_x = 0, along_z = 0, count = 0;
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        if (i % SIDE == SIDE - 1 || i / SIDE == SIDE - 1) continue;
        for (int32_t k = 0; k < 32; k++, count++) {
            along_x += fabs((double)(columns[i + 1].height[32 * k] - columns[i].height[32 * k + 31]));
            along_z += fabs((double)(columns[i + SIDE].height[k] - columns[i].height[32 * 31 + k]));
        }
    }
    for (int axis = 0; axis < 2; axis++) {
        const double ratio = (axis ? along_z : along_x) / count / found.step_inside;
        if (ratio < 0.9 || ratio > 1.1) fail_msg("steps at borders are %.3f of those inside", ratio);
    }
    free(columns);
    tr_classic_destroy(&rules);
}

static void far_places_are_like_near_ones(void **state)
{
    (void)state;
    enum { SIDE = 40 };
    const int64_t places[] = {0, two_to_31 / 32, ten_to_12 / 32, -ten_to_12 / 32};
    test_statistics found[4];
    tr_voxel_rules rules = make_rules(fastest(), 21);
    for (int i = 0; i < 4; i++) {
        tr_column *columns = make_square(&rules, places[i], -places[i], SIDE, 23);
        found[i] = measure(columns, SIDE * SIDE);
        free(columns);
        if (fabs(found[i].step_inside / found[0].step_inside - 1) > 0.1)
            fail_msg("the mean step is %.4f at %lld, %.4f at 0", found[i].step_inside, (long long)places[i],
                     found[0].step_inside);
        if (fabs(found[i].wet - found[0].wet) > 0.06) fail_msg("%.3f and %.3f are wet", found[i].wet, found[0].wet);
        if (fabs(found[i].mean_height - found[0].mean_height) > 3)
            fail_msg("the mean height is %.2f and %.2f", found[i].mean_height, found[0].mean_height);
        for (int b = 0; b < TR_BIOME_COUNT; b++)
            if (fabs(found[i].share[b] - found[0].share[b]) > 0.05)
                fail_msg("%.3f and %.3f are %s", found[i].share[b], found[0].share[b], tr_biome_name((tr_biome)b));
    }
    tr_classic_destroy(&rules);
}

static void want_of_memory_is_told(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *poor = test_context_counting(1, &allocator);
    bool done = false;
    for (int64_t at = 0; !done; at++) {
        allocator.fail_at = atomic_load(&allocator.allocations) + at;
        tr_error err = {0};
        tr_voxel_rules rules = {.context = poor, .seed = 1};
        rules.def.preset = TR_VOXEL_CLASSIC;
        tr_column *column = new_columns(1);
        done = tr_classic_make(&rules, &err) && tr_classic_columns(&rules, &column, 1, &err);
        assert_true(done || err.code == TR_ERROR_OUT_OF_MEMORY);
        tr_classic_destroy(&rules);
        free(column);
        assert_true(at < 1000);
    }
    tr_context_destroy(poor);
    assert_int_equal(allocator.live_blocks, 0);
}

TEST_GROUP(classic)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_backend_equals_the_reference),
        cmocka_unit_test(columns_do_not_depend_on_their_company),
        cmocka_unit_test(every_biome_occurs_in_a_sensible_share),
        cmocka_unit_test(seeds_give_different_worlds),
        cmocka_unit_test(borders_of_chunks_are_like_their_insides),
        cmocka_unit_test(far_places_are_like_near_ones),
        cmocka_unit_test(want_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, open_backends, close_backends);
}
