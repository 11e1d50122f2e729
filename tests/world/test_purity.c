// A region is the same bytes however it is asked for: in one piece, in 16, in 1024 tiles in random order, with any
// number of threads, a cold or a warm cache, little or much memory, on any backend; and levels of detail share their
// samples.
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/gpu.h"
#include "terrane/world.h"
#include "test_context.h"
#include "test_effort.h"

// A side of 4096 in the full form; the default form is smaller and takes the same cuts.
static int32_t region_side(void)
{
    return test_is_long() ? 4096 : TEST_SLOWDOWN > 1 ? 512 : 1024;
}

typedef struct setting {
    int threads;
    tr_backend backend;
    uint64_t budget_bytes;
} setting;

static const uint64_t plenty = (uint64_t)2 << 30, little = (uint64_t)24 << 20;

typedef struct test_rig {
    tr_context *context;
    tr_world *world;
} test_rig;

static bool open_rig(const setting *how, test_rig *out)
{
    tr_context_def def = test_context_def(how->threads);
    def.backend = how->backend;
    def.memory_budget_bytes = how->budget_bytes;
    *out = (test_rig){.context = tr_context_create(&def, NULL)};
    if (!out->context) return false;
    tr_world_def world = tr_default_world_def();
    world.seed = 5;
    tr_error err = {0};
    out->world = tr_world_create(out->context, &world, &err);
    if (!out->world) fail_msg("%s", err.message);
    return true;
}

// Where there is no doubt that it opens.
static test_rig open_cpu_rig(int threads)
{
    test_rig rig;
    assert_true(open_rig(&(setting){threads, TR_BACKEND_CPU, plenty}, &rig));
    return rig;
}

static void close_rig(test_rig *rig)
{
    tr_world_destroy(rig->world);
    tr_context_destroy(rig->context);
}

// Not through the context: what a small budget is for is the work, not the caller's output.
static tr_grid make_grid(int32_t side, int32_t planes)
{
    tr_grid grid = {NULL, side, side, planes, side, (int64_t)side * side};
    grid.samples = malloc((size_t)planes * (size_t)side * (size_t)side * sizeof(float));
    assert_non_null(grid.samples);
    return grid;
}

static uint64_t hash_grid(const tr_grid *grid)
{
    return tr_hash_bytes(grid->samples, (size_t)grid->depth * (size_t)grid->plane_stride * sizeof(float), 0);
}

static tr_sample_area whole_area(int32_t side)
{
    return (tr_sample_area){-777, 1313, side, side, 4};
}

// Tile number `index` of `per_side`^2 into its place of the whole.
static void query_tile(const tr_world *world, tr_field field, const tr_grid *whole, int32_t per_side, int64_t index)
{
    const int32_t side = whole->width / per_side;
    const int64_t i = index % per_side * side, j = index / per_side * side;
    tr_sample_area area = whole_area(side);
    area.x += i;
    area.z += j;
    tr_grid out = *whole;
    out.samples += j * whole->row_stride + i;
    out.width = out.height = side;
    tr_error err = {0};
    if (!tr_world_query(world, field, &area, NULL, &out, &err)) fail_msg("%s", err.message);
}

// An order that visits every tile once: multiplication by an odd number modulo a power of two.
static void query_in_tiles(const tr_world *world, tr_field field, const tr_grid *whole, int32_t per_side)
{
    const int64_t count = (int64_t)per_side * per_side;
    memset(whole->samples, 0, (size_t)whole->depth * (size_t)whole->plane_stride * sizeof(float));
    for (int64_t k = 0; k < count; k++) query_tile(world, field, whole, per_side, (k * 1237 + 411) % count);
}

static void check_all_ways(const setting *how, tr_field field, uint64_t *expected)
{
    test_rig rig;
    if (!open_rig(how, &rig)) {
        print_message("no GL driver: not checked\n");
        return;
    }
    tr_grid whole = make_grid(region_side(), tr_field_planes(field));
    for (int32_t per_side = 1; per_side <= 32; per_side = per_side == 1 ? 4 : per_side * 8) {
        for (int warm = 0; warm < 2; warm++) {
            if (!warm) tr_world_cache_clear(rig.world);
            query_in_tiles(rig.world, field, &whole, per_side);
            const uint64_t hash = hash_grid(&whole);
            if (*expected == 0) *expected = hash;
            assert_int_equal(hash, *expected);
        }
    }
    assert_true(tr_context_memory(rig.context).peak_bytes <= how->budget_bytes);
    free(whole.samples);
    close_rig(&rig);
}

static void heights_are_the_same_bytes_however_asked_for(void **state)
{
    (void)state;
    const setting settings[] = {
        {1, TR_BACKEND_CPU, plenty},
        {8, TR_BACKEND_CPU, plenty},
        {2, TR_BACKEND_CPU, little},
        {1, TR_BACKEND_GL, plenty},
    };
    uint64_t expected = 0;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        check_all_ways(&settings[i], TR_FIELD_HEIGHT, &expected);
}

static void fields_are_the_same_bytes_however_asked_for(void **state)
{
    (void)state;
    const setting settings[] = {{1, TR_BACKEND_CPU, plenty}, {8, TR_BACKEND_CPU, (uint64_t)128 << 20}};
    for (int field = 0; field < TR_FIELD_COUNT; field++) {
        if (field == TR_FIELD_HEIGHT || field == TR_FIELD_FLOW) continue;
        // A wide halo around 1024 tiles is too much for a short test.
        if (field == TR_FIELD_WATER_DISTANCE && !test_is_long()) continue;
        uint64_t expected = 0;
        for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
            check_all_ways(&settings[i], (tr_field)field, &expected);
    }
}

static void levels_share_their_samples(void **state)
{
    (void)state;
    enum { SIDE = 200 };
    test_rig rig = open_cpu_rig(2);
    tr_grid fine = make_grid(2 * SIDE, 1), coarse = make_grid(SIDE, 1);
    for (double spacing_m = 0.25; spacing_m < 600; spacing_m *= 2) {
        const tr_sample_area low = {-100, 37, SIDE, SIDE, 2 * spacing_m};
        const tr_sample_area high = {2 * low.x, 2 * low.z, 2 * SIDE, 2 * SIDE, spacing_m};
        assert_true(tr_world_query(rig.world, TR_FIELD_HEIGHT, &low, NULL, &coarse, NULL));
        assert_true(tr_world_query(rig.world, TR_FIELD_HEIGHT, &high, NULL, &fine, NULL));
        for (int64_t j = 0; j < SIDE; j++)
            for (int64_t i = 0; i < SIDE; i++)
                assert_memory_equal(&coarse.samples[j * SIDE + i], &fine.samples[2 * (j * 2 * SIDE + i)],
                                    sizeof(float));
    }
    free(fine.samples);
    free(coarse.samples);
    close_rig(&rig);
}

static void far_places_are_as_sharp_as_near_ones(void **state)
{
    (void)state;
    enum { SIDE = 256 };
    test_rig rig = open_cpu_rig(2);
    tr_grid grid = make_grid(SIDE, 1);
    const int64_t places[] = {0, 1000000000000, -1000000000000000};
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        const tr_sample_area area = {places[p], -places[p], SIDE, SIDE, 1};
        assert_true(tr_world_query(rig.world, TR_FIELD_HEIGHT, &area, NULL, &grid, NULL));
        int64_t steps = 0;
        for (int64_t i = 1; i < SIDE * SIDE; i++) steps += grid.samples[i] != grid.samples[i - 1];
        assert_true(steps > SIDE * SIDE * 9 / 10);  // a lattice that degrades repeats its values
    }
    free(grid.samples);
    close_rig(&rig);
}

static void refuses_what_cannot_be(void **state)
{
    (void)state;
    test_rig rig = open_cpu_rig(1);
    tr_grid grid = make_grid(16, 1);
    const tr_sample_area good = {0, 0, 16, 16, 1};
    const struct {
        tr_sample_area area;
        tr_error_code code;
    } bad[] = {
        {{0, 0, 15, 16, 1}, TR_ERROR_INVALID_ARGUMENT},         {{0, 0, 0, 16, 1}, TR_ERROR_INVALID_ARGUMENT},
        {{0, 0, 16, -1, 1}, TR_ERROR_INVALID_ARGUMENT},         {{0, 0, 16, 16, 0}, TR_ERROR_INVALID_ARGUMENT},
        {{0, 0, 16, 16, -1}, TR_ERROR_INVALID_ARGUMENT},        {{0, 0, 16, 16, 0.3}, TR_ERROR_INVALID_ARGUMENT},
        {{0, 0, 16, 16, 1e9}, TR_ERROR_INVALID_ARGUMENT},       {{INT64_MAX, 0, 16, 16, 1}, TR_ERROR_TOO_LARGE},
        {{0, INT64_MIN, 16, 16, 1}, TR_ERROR_TOO_LARGE},        {{0, 0, 16, 16, 0.0 / 0.0}, TR_ERROR_NOT_FINITE},
        {{(int64_t)1 << 55, 0, 16, 16, 1}, TR_ERROR_TOO_LARGE},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tr_error err = {0};
        assert_false(tr_world_query(rig.world, TR_FIELD_HEIGHT, &bad[i].area, NULL, &grid, &err));
        assert_int_equal(err.code, bad[i].code);
        assert_true(strlen(err.message) > 10);
    }
    assert_true(tr_world_query(rig.world, TR_FIELD_HEIGHT, &good, NULL, &grid, NULL));
    free(grid.samples);
    close_rig(&rig);
}

static void a_job_gives_the_same(void **state)
{
    (void)state;
    test_rig rig = open_cpu_rig(2);
    tr_grid direct = make_grid(300, 1), by_job = make_grid(300, 1);
    const tr_sample_area area = whole_area(300);
    assert_true(tr_world_query(rig.world, TR_FIELD_SLOPE, &area, NULL, &direct, NULL));
    tr_job *job = tr_world_query_start(rig.world, TR_FIELD_SLOPE, &area, TR_PRIORITY_NORMAL, &by_job, NULL);
    assert_non_null(job);
    assert_true(tr_job_finish(job, NULL));
    assert_int_equal(hash_grid(&direct), hash_grid(&by_job));
    free(direct.samples);
    free(by_job.samples);
    close_rig(&rig);
}

TEST_GROUP(purity)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_are_the_same_bytes_however_asked_for),
        cmocka_unit_test(fields_are_the_same_bytes_however_asked_for),
        cmocka_unit_test(levels_share_their_samples),
        cmocka_unit_test(far_places_are_as_sharp_as_near_ones),
        cmocka_unit_test(refuses_what_cannot_be),
        cmocka_unit_test(a_job_gives_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
