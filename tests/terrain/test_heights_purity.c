// The height of the ground depends on the description, the seed and the position only: not on how an area is cut, on
// threads, spacing or strides. Steps that are off leave no trace. And what cannot be done leaves an error and no leak.
#include <math.h>

#include "test_effort.h"
#include "terrain_backends.h"

static uint64_t next_random(uint64_t *state)
{
    return tr_hash_identity(0x7e57, (*state)++, 0, 0, 0);
}

// ---------------------------------------------------------------------------------------------------------
// Cutting, threads

static void evaluate_part(const tr_heights *heights, const tr_sample_area *whole, const int32_t part[4], float *out)
{
    const tr_sample_area area = {whole->x + part[0], whole->z + part[1], part[2], part[3], whole->spacing_m};
    const tr_grid grid = {out + (int64_t)part[1] * whole->width + part[0],
                          part[2],
                          part[3],
                          1,
                          whole->width,
                          (int64_t)whole->width * part[3]};
    tr_error err;
    if (!tr_heights_evaluate(heights, &area, &grid, NULL, &err)) fail_msg("%s", err.message);
}

// Cuts the part at random places until it is small.
static void evaluate_cut(const tr_heights *heights, const tr_sample_area *whole, const int32_t part[4], int depth,
                         uint64_t *random, float *out)
{
    const int axis = (int)(next_random(random) % 2);
    if (depth == 0 || part[2 + axis] < 2) {
        evaluate_part(heights, whole, part, out);
        return;
    }
    const int32_t cut = 1 + (int32_t)(next_random(random) % (uint64_t)(part[2 + axis] - 1));
    int32_t first[4], second[4];
    memcpy(first, part, sizeof first);
    memcpy(second, part, sizeof second);
    first[2 + axis] = cut;
    second[axis] += cut;
    second[2 + axis] -= cut;
    evaluate_cut(heights, whole, second, depth - 1, random, out);
    evaluate_cut(heights, whole, first, depth - 1, random, out);
}

static void check_cuts(const tr_sample_area *area)
{
    const tr_terrain_settings def = tr_default_world_def().terrain;
    tr_context *one = open_backend(BACKEND_SCALAR, 1), *many = test_context(8);
    tr_heights *first = open_heights(one, &def, 9, 0), *second = open_heights(many, &def, 9, 0);
    const size_t count = area_samples(area);
    float *whole = evaluate(first, area), *again = evaluate(second, area), *cut = test_malloc(count * sizeof *cut);
    check_equal("8 threads and vectors", again, whole, count);
    uint64_t random = 1;
    for (int depth = 1; depth <= 5; depth += 2) {
        for (size_t i = 0; i < count; i++) cut[i] = NAN;
        evaluate_cut(second, area, (const int32_t[4]){0, 0, area->width, area->height}, depth, &random, cut);
        check_equal("a cut area", cut, whole, count);
    }
    test_free(whole);
    test_free(again);
    test_free(cut);
    tr_heights_destroy(first);
    tr_heights_destroy(second);
    tr_context_destroy(one);
    tr_context_destroy(many);
}

static void an_area_may_be_cut_anywhere(void **state)
{
    (void)state;
    check_cuts(&(const tr_sample_area){-611, -77, 1301, 83, 3});
    check_cuts(&(const tr_sample_area){-300, 40, 301, 40, 400});
    check_cuts(&(const tr_sample_area){-31, 4, 261, 19, 1600});
    check_cuts(&(const tr_sample_area){-11, 4, 43, 19, 1555});
}

// Also from within the work of somebody else, as chunks of a cache are made.
typedef struct test_nested {
    const tr_heights *heights;
    const tr_sample_area *area;
    float *out;
} test_nested;

static bool evaluate_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const test_nested *nested = user;
    (void)worker, (void)err;
    const int32_t part[4] = {0, (int32_t)begin, nested->area->width, (int32_t)(end - begin)};
    evaluate_part(nested->heights, nested->area, part, nested->out);
    return true;
}

static void work_may_be_nested(void **state)
{
    (void)state;
    const tr_sample_area area = {100, 100, 300, 90, 8};
    const tr_terrain_settings def = tr_default_world_def().terrain;
    tr_context *context = test_context(4);
    tr_heights *heights = open_heights(context, &def, 2, 0);
    float *whole = evaluate(heights, &area), *parts = test_malloc(area_samples(&area) * sizeof *parts);
    test_nested work = {heights, &area, parts};
    tr_error err;
    if (!tr_parallel_for(context, &(tr_range_work){area.height, 7, evaluate_rows, &work}, NULL, &err))
        fail_msg("%s", err.message);
    check_equal("nested work", parts, whole, area_samples(&area));
    test_free(whole);
    test_free(parts);
    tr_heights_destroy(heights);
    tr_context_destroy(context);
}

static void levels_share_their_samples(void **state)
{
    (void)state;
    enum { SIDE = 33 };
    const tr_terrain_settings def = tr_default_world_def().terrain;
    tr_context *context = test_context(2);
    tr_heights *heights = open_heights(context, &def, 5, 0);
    // Far apart every sample costs many points of the lattice.
    const double max_width_m = TEST_SLOWDOWN > 1 ? 256 : 4096;
    for (double spacing_m = 1; spacing_m <= max_width_m; spacing_m *= 2) {
        const tr_sample_area fine = {-20, 7 * 2, 2 * SIDE, 2 * SIDE, spacing_m},
                             coarse = {-10, 7, SIDE, SIDE, 2 * spacing_m};
        float *of_fine = evaluate(heights, &fine), *of_coarse = evaluate(heights, &coarse);
        for (int32_t j = 0; j < SIDE; j++)
            for (int32_t i = 0; i < SIDE; i++)
                check_equal("a level", &of_fine[2 * j * fine.width + 2 * i], &of_coarse[j * SIDE + i], 1);
        test_free(of_fine);
        test_free(of_coarse);
    }
    tr_heights_destroy(heights);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Steps that are off, and extremes

static void zero_switches_a_step_off(void **state)
{
    (void)state;
    const tr_sample_area area = {-100, -100, 200, 200, 150};
    tr_context *context = test_context(2);
    tr_terrain_settings off = tr_default_world_def().terrain;
    off.erosion.strength = 0;
    off.rivers.width_m = 0;
    off.beaches.height_m = 0;
    off.landform.ruggedness = 0;
    tr_heights *plain = open_heights(context, &off, 3, 0);
    float *expected = evaluate(plain, &area);
    // With steps that are on but can do nothing: as wide as before, as flat as before, one octave of nothing.
    tr_terrain_settings idle = off;
    idle.beaches = (tr_beach_settings){5, 1};
    idle.terraces = (tr_terrace_settings){30, 0};
    idle.erosion = (tr_erosion_settings){0, off.erosion.size_m, 8};
    tr_heights *same = open_heights(context, &idle, 3, 0);
    float *found = evaluate(same, &area);
    check_equal("steps without effect", found, expected, area_samples(&area));
    // And on land the steps do change the ground.
    const tr_terrain_settings usual = tr_default_world_def().terrain;
    tr_heights *shaped = open_heights(context, &usual, 3, 0);
    float *other = evaluate(shaped, &area);
    size_t changed = 0;
    for (size_t i = 0; i < area_samples(&area); i++) changed += other[i] != expected[i];
    assert_true(changed > area_samples(&area) / 2);
    test_free(expected);
    test_free(found);
    test_free(other);
    tr_heights_destroy(plain);
    tr_heights_destroy(same);
    tr_heights_destroy(shaped);
    tr_context_destroy(context);
}

static void check_finite(tr_context *context, const tr_terrain_settings *def, double sea_level_m)
{
    static const tr_sample_area areas[] = {
        {-50, -50, 101, 40, 20}, {250000000000, -9, 61, 20, 4}, {-7, -7, 20, 20, 100000}};
    tr_heights *heights = open_heights(context, def, 1, sea_level_m);
    for (size_t a = 0; a < sizeof areas / sizeof *areas; a++) {
        float *samples = evaluate(heights, &areas[a]);
        for (size_t i = 0; i < area_samples(&areas[a]); i++)
            if (!isfinite(samples[i])) fail_msg("area %zu: sample %zu is %g", a, i, (double)samples[i]);
        test_free(samples);
    }
    tr_heights_destroy(heights);
}

static void extremes_stay_finite(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    const tr_terrain_settings usual = tr_default_world_def().terrain;
    tr_terrain_settings def = usual;
    def.landform = (tr_landform_settings){10, 10000, 1, 10, 10000, 10, 10000, 1, 1};
    def.erosion = (tr_erosion_settings){1, 1, 8};
    def.rivers = (tr_river_settings){10, 0.01, 0, 10000};
    def.beaches = (tr_beach_settings){1000, 20};
    def.terraces = (tr_terrace_settings){0.01, 1};
    check_finite(context, &def, 9000);
    def.landform = (tr_landform_settings){1e7, 0, 0, 1e7, 0, 1e7, 0, 0, 0};
    def.erosion = (tr_erosion_settings){1, 1e6, 8};
    def.rivers = (tr_river_settings){1e6, 1e5, 1e5, 0};
    def.beaches = (tr_beach_settings){0.001, 20};
    check_finite(context, &def, -9000);
    tr_context_destroy(context);
}

static void terraces_too_fine_to_count_are_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_terrain_settings def = tr_default_world_def().terrain;
    def.terraces = (tr_terrace_settings){1e-7, 1};
    tr_error err;
    assert_null(tr_heights_create(context, &def, 1, 0, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Memory, cancelling

static void memory_may_fail_anywhere(void **state)
{
    (void)state;
    const tr_terrain_settings def = tr_default_world_def().terrain;
    const tr_sample_area area = {-5, -5, 30, 20, 10};
    float samples[600];
    const tr_grid grid = grid_over(samples, &area);
    bool done = false;
    int64_t failures = 0;
    for (int64_t at = 0; !done; at++) {
        test_allocator allocator;
        tr_context *context = test_context_counting(1, &allocator);
        const int64_t before = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + at;
        tr_error err = {TR_ERROR_NONE, ""};
        tr_heights *heights = tr_heights_create(context, &def, 1, 0, &err);
        done = heights && tr_heights_evaluate(heights, &area, &grid, NULL, &err);
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        failures += !done;
        tr_heights_destroy(heights);
        assert_int_equal(allocator.live_blocks, before);
        tr_context_destroy(context);
    }
    assert_true(failures > 10);
}

// Memory follows the block and not the area: a long strip needs no more than a short one.
static void memory_does_not_grow_with_the_area(void **state)
{
    (void)state;
    const tr_terrain_settings def = tr_default_world_def().terrain;
    uint64_t peaks[2];
    for (int i = 0; i < 2; i++) {
        tr_context *context = test_context(2);
        tr_heights *heights = open_heights(context, &def, 1, 0);
        const tr_sample_area area = {0, 0, i == 0 ? 2048 : 16384, 64, 2};
        float *samples = evaluate(heights, &area);
        peaks[i] = tr_context_memory(context).peak_bytes;
        test_free(samples);
        tr_heights_destroy(heights);
        tr_context_destroy(context);
    }
    assert_true(peaks[1] < peaks[0] + peaks[0] / 4);
}

static bool stop_at_once(void *user, double share)
{
    *(double *)user = share;
    return false;
}

static void progress_may_cancel(void **state)
{
    (void)state;
    const tr_terrain_settings def = tr_default_world_def().terrain;
    tr_context *context = test_context(2);
    tr_heights *heights = open_heights(context, &def, 1, 0);
    const tr_sample_area area = {0, 0, 3000, 8, 2};
    float *samples = test_malloc(area_samples(&area) * sizeof *samples);
    const tr_grid grid = grid_over(samples, &area);
    double share = 0;
    const tr_progress progress = {stop_at_once, &share};
    tr_error err;
    assert_false(tr_heights_evaluate(heights, &area, &grid, &progress, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
    assert_true(share > 0 && share < 1);
    test_free(samples);
    tr_heights_destroy(heights);
    tr_context_destroy(context);
}

TEST_GROUP(heights_purity)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_area_may_be_cut_anywhere), cmocka_unit_test(work_may_be_nested),
        cmocka_unit_test(levels_share_their_samples),  cmocka_unit_test(zero_switches_a_step_off),
        cmocka_unit_test(extremes_stay_finite),        cmocka_unit_test(terraces_too_fine_to_count_are_refused),
        cmocka_unit_test(memory_may_fail_anywhere),    cmocka_unit_test(memory_does_not_grow_with_the_area),
        cmocka_unit_test(progress_may_cancel),
    };
    return cmocka_run_group_tests_name("heights purity", tests, NULL, NULL);
}
