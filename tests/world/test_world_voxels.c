// A world as blocks: its surface is that of the other views, however and wherever it is asked for.
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "test_effort.h"
#include "voxel/generate/ground.h"
#include "world/voxel_ground.h"

// A river over the plains, a road across it, a lake, and ranges around.
static const char description[] = "seed: 7\n"
                                  "extent: {width: 4 km, depth: 4 km}\n"
                                  "terrain:\n"
                                  "  landform: {continent_size: 9 km, hill_size: 600 m, mountain_size: 2 km}\n"
                                  "  erosion: {octaves: 2}\n"
                                  "  rivers: {width: 0}\n"
                                  "paths:\n"
                                  "  - {kind: river, line: [[-300, -40], [0, 30], [300, 0]], width: 12, depth: 2}\n"
                                  "  - {kind: road, line: [[-200, -300], [40, 300]], width: 7}\n"
                                  "  - {kind: lake, area: [[100, 100], [180, 110], [150, 190]], depth: 5}\n"
                                  "  - {kind: city, area: [[-140, 60], [-60, 60], [-60, 150], [-140, 150]]}\n";

typedef struct test_rig {
    tr_context *context;
    tr_world *world;
} test_rig;

static test_rig open_rig(const char *text, int threads, tr_isa isa)
{
    tr_context_def def = test_context_def(threads);
    def.isa = isa;
    test_rig rig = {tr_context_create(&def, NULL), NULL};
    if (!rig.context) return rig;
    tr_error err = {0};
    rig.world = tr_world_load_text(rig.context, "world.yaml", text, strlen(text), NULL, &err);
    if (!rig.world) fail_msg("%s", err.message);
    return rig;
}

static void close_rig(test_rig *rig)
{
    tr_world_destroy(rig->world);
    tr_context_destroy(rig->context);
}

// ---------------------------------------------------------------------------------------------------------
// Samples

typedef struct test_samples {
    tr_ground_samples at;
    int32_t width, height;
} test_samples;

static test_samples make_samples(int32_t width, int32_t height)
{
    const size_t count = (size_t)width * (size_t)height;
    float *numbers = test_calloc(count, 4 * sizeof *numbers);
    uint8_t *bytes = test_calloc(count, 2);
    return (test_samples){
        {numbers, numbers + count, numbers + 2 * count, numbers + 3 * count, bytes, bytes + count}, width, height};
}

static void free_samples(test_samples *samples)
{
    test_free(samples->at.height);
    test_free(samples->at.biome);
}

static test_samples read_samples(const tr_world *world, int64_t x, int64_t z, int32_t width, int32_t height,
                                 int32_t step)
{
    tr_world_ground *ground = tr_world_ground_create(world, NULL);
    const tr_ground_source source = tr_world_ground_source(ground);
    test_samples out = make_samples(width, height);
    tr_error err = {0};
    if (!source.sample(source.user, x, z, width, height, step, &out.at, &err)) fail_msg("%s", err.message);
    tr_world_ground_destroy(ground);
    return out;
}

static tr_grid query(const tr_world *world, tr_field field, const tr_sample_area *area)
{
    tr_grid grid;
    assert_true(tr_grid_create(tr_world_context(world), area->width, area->height, 1, &grid, NULL));
    assert_true(tr_world_query(world, field, area, NULL, &grid, NULL));
    return grid;
}

static void samples_are_those_of_the_queries(void **state)
{
    (void)state;
    test_rig rig = open_rig(description, 2, TR_ISA_AUTO);
    for (int32_t step = 1; step <= 4; step *= 4) {
        const tr_sample_area area = {-150, -130, 310, 290, step};
        test_samples got = read_samples(rig.world, area.x, area.z, area.width, area.height, step);
        tr_grid height = query(rig.world, TR_FIELD_HEIGHT, &area), water = query(rig.world, TR_FIELD_WATER, &area);
        tr_grid degC = query(rig.world, TR_FIELD_TEMPERATURE, &area),
                humid = query(rig.world, TR_FIELD_HUMIDITY, &area);
        tr_grid biome = query(rig.world, TR_FIELD_BIOME, &area);
        int64_t wet = 0, paved = 0, built = 0, same = 0;
        const int64_t count = (int64_t)area.width * area.height;
        for (int64_t i = 0; i < count; i++) {
            assert_true(got.at.height[i] == height.samples[i]);
            const float depth = got.at.water[i] > got.at.height[i] ? got.at.water[i] - got.at.height[i] : 0;
            assert_true(depth == water.samples[i]);
            assert_true(fabsf(got.at.temperature[i] - degC.samples[i]) < 0.5f);
            assert_true(fabsf(got.at.humidity[i] - humid.samples[i]) < 0.02f);
            wet += depth > 0;
            paved += got.at.cover[i] == TR_GROUND_ROAD;
            built += got.at.cover[i] == TR_GROUND_CITY;
            same += got.at.biome[i] == (uint8_t)biome.samples[i];
        }
        assert_true(wet > 100 && paved > 100 && built > 400);
        assert_true(same * 10 > count * 7);
        tr_grid *const grids[] = {&height, &water, &degC, &humid, &biome};
        for (int i = 0; i < 5; i++) tr_grid_destroy(rig.context, grids[i]);
        free_samples(&got);
    }
    close_rig(&rig);
}

static void assert_same_part(const test_samples *whole, const test_samples *part, int32_t x, int32_t z)
{
    for (int32_t j = 0; j < part->height; j++) {
        const size_t from = (size_t)(z + j) * (size_t)whole->width + (size_t)x, at = (size_t)(j * part->width);
        const size_t count = (size_t)part->width;
        assert_memory_equal(whole->at.height + from, part->at.height + at, count * sizeof(float));
        assert_memory_equal(whole->at.water + from, part->at.water + at, count * sizeof(float));
        assert_memory_equal(whole->at.temperature + from, part->at.temperature + at, count * sizeof(float));
        assert_memory_equal(whole->at.humidity + from, part->at.humidity + at, count * sizeof(float));
        assert_memory_equal(whole->at.biome + from, part->at.biome + at, count);
        assert_memory_equal(whole->at.cover + from, part->at.cover + at, count);
    }
}

static void any_split_and_any_isa_give_the_same_samples(void **state)
{
    (void)state;
    test_rig rig = open_rig(description, 2, TR_ISA_AUTO);
    for (int32_t step = 1; step <= 2; step++) {
        test_samples whole = read_samples(rig.world, -107, -93, 210, 190, step);
        for (uint64_t salt = 0; salt < 12; salt++) {
            const int32_t x = (int32_t)(tr_hash_identity(salt, 1, 0, 0, 0) % 150);
            const int32_t z = (int32_t)(tr_hash_identity(salt, 2, 0, 0, 0) % 130);
            const int32_t width = 1 + (int32_t)(tr_hash_identity(salt, 3, 0, 0, 0) % 60);
            const int32_t height = 1 + (int32_t)(tr_hash_identity(salt, 4, 0, 0, 0) % 60);
            test_samples part = read_samples(rig.world, -107 + x, -93 + z, width, height, step);
            assert_same_part(&whole, &part, x, z);
            free_samples(&part);
        }
        for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
            test_rig other = open_rig(description, 1, (tr_isa)isa);
            if (!other.world) continue;
            test_samples same = read_samples(other.world, -107, -93, 210, 190, step);
            assert_same_part(&whole, &same, 0, 0);
            free_samples(&same);
            close_rig(&other);
        }
        free_samples(&whole);
    }
    close_rig(&rig);
}

// Blocks of another size are other samples of the same ground.
static void blocks_of_any_size_lie_on_the_same_ground(void **state)
{
    (void)state;
    static const char coarse[] = "seed: 7\nvoxels: {block: 2 m}\n", fine[] = "seed: 7\nvoxels: {block: 50 cm}\n";
    test_rig a = open_rig(coarse, 1, TR_ISA_AUTO), b = open_rig(fine, 1, TR_ISA_AUTO);
    test_samples large = read_samples(a.world, 1000, -700, 40, 40, 1),
                 small = read_samples(b.world, 4000, -2800, 160, 160, 1);
    for (int32_t j = 0; j < 40; j++)
        for (int32_t i = 0; i < 40; i++)
            assert_true(large.at.height[j * 40 + i] * 4 == small.at.height[4 * (j * 160 + i)]);
    free_samples(&large);
    free_samples(&small);
    close_rig(&a);
    close_rig(&b);
}

// ---------------------------------------------------------------------------------------------------------
// Far away

typedef struct ground_statistics {
    double roughness;  // mean step from column to column
    int biome_count;
} ground_statistics;

static ground_statistics measure(const tr_world *world, int64_t x, int64_t z)
{
    enum { SIDE = 192 };
    bool seen[TR_BIOME_COUNT] = {0};
    ground_statistics out = {0};
    for (int k = 0; k < 6; k++) {
        test_samples samples = read_samples(world, x + k * 7000, z - k * 9000, SIDE, SIDE, 1);
        for (int i = 0; i + 1 < SIDE * SIDE; i++) {
            const double rise = (double)fabsf(samples.at.height[i + 1] - samples.at.height[i]);
            if ((i + 1) % SIDE) out.roughness += rise / (6.0 * SIDE * SIDE);
            // No step: the ground is as smooth as anywhere.
            if ((i + 1) % SIDE) assert_true(rise < 12);
            seen[samples.at.biome[i]] = true;
        }
        free_samples(&samples);
    }
    for (int b = 0; b < TR_BIOME_COUNT; b++) out.biome_count += seen[b];
    return out;
}

static void far_ground_is_like_near_ground(void **state)
{
    (void)state;
    test_rig rig = open_rig("seed: 3\n", 2, TR_ISA_AUTO);
    const ground_statistics near = measure(rig.world, 0, 0);
    const int64_t places[] = {INT64_C(1) << 31, INT64_C(1000000000000)};
    for (int i = 0; i < 2; i++) {
        const ground_statistics far = measure(rig.world, places[i], -places[i]);
        if (!(far.roughness > near.roughness / 8 && far.roughness < near.roughness * 8 && far.biome_count >= 2))
            fail_msg("steps of %g and %d biomes, near %g", far.roughness, far.biome_count, near.roughness);
    }
    close_rig(&rig);
}

// ---------------------------------------------------------------------------------------------------------
// Generators

static void surfaces_agree_with_the_heights(void **state)
{
    (void)state;
    enum { SIDE = 256 };
    test_rig rig = open_rig(description, 2, TR_ISA_AUTO);
    tr_error err = {0};
    const tr_voxels *voxels = tr_world_voxels(rig.world, &err);
    if (!voxels) fail_msg("%s", err.message);
    assert_ptr_equal(voxels, tr_world_voxels(rig.world, NULL));
    tr_voxel_surface *surfaces = test_calloc((size_t)SIDE * SIDE, sizeof *surfaces);
    const tr_region region = {-100, -100, SIDE - 100, SIDE - 100};
    assert_true(tr_voxels_surface(voxels, &region, surfaces, &err));
    const tr_sample_area area = {-100, -100, SIDE, SIDE, 1};
    tr_grid height = query(rig.world, TR_FIELD_HEIGHT, &area), water = query(rig.world, TR_FIELD_WATER, &area);
    int64_t close = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        assert_true(surfaces[i].height == height.samples[i]);
        assert_true((surfaces[i].water > surfaces[i].top) == (water.samples[i] > 0));
        const float away = (float)(surfaces[i].top + 1) - height.samples[i];
        assert_true(fabsf(away) <= 15);
        close += fabsf(away) <= 1;
    }
    assert_true(close * 100 > (int64_t)SIDE * SIDE * 80);
    tr_grid_destroy(rig.context, &height);
    tr_grid_destroy(rig.context, &water);
    test_free(surfaces);
    close_rig(&rig);
}

static void *ask_for_voxels(void *user)
{
    return (void *)(uintptr_t)tr_world_voxels(user, NULL);
}

static void many_threads_get_one_generator(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    test_rig rig = open_rig("seed: 3\n", 2, TR_ISA_AUTO);
    pthread_t threads[THREADS];
    void *got[THREADS];
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, ask_for_voxels, rig.world), 0);
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(threads[i], &got[i]), 0);
    for (int i = 0; i < THREADS; i++) assert_true(got[i] && got[i] == got[0]);
    close_rig(&rig);
}

static void the_preset_classic_needs_no_ground(void **state)
{
    (void)state;
    test_rig rig = open_rig("seed: 3\nvoxels: {preset: classic, caves: 0}\n", 1, TR_ISA_AUTO);
    tr_error err = {0};
    const tr_voxels *voxels = tr_world_voxels(rig.world, &err);
    if (!voxels) fail_msg("%s", err.message);
    assert_int_equal(tr_voxel_def_of(voxels)->preset, TR_VOXEL_CLASSIC);
    close_rig(&rig);
}

static uint64_t hash_of(const char *text)
{
    test_rig rig = open_rig(text, 1, TR_ISA_AUTO);
    tr_error err = {0};
    const tr_voxels *voxels = tr_world_voxels(rig.world, &err);
    if (!voxels) fail_msg("%s", err.message);
    const uint64_t hash = tr_voxels_hash(voxels);
    close_rig(&rig);
    return hash;
}

static void the_hash_knows_what_blocks_depend_on(void **state)
{
    (void)state;
    const uint64_t plain = hash_of("seed: 3\n");
    assert_true(plain == hash_of("seed: 3\nname: other\nbiomes: {ice: {color: \"#000000\"}}\nplacement: standard\n"));
    assert_true(plain != hash_of("seed: 4\n"));
    assert_true(plain != hash_of("seed: 3\nclimate: {humidity: 51 %}\n"));
    assert_true(plain != hash_of("seed: 3\nvoxels: {overhangs: 0}\n"));
    assert_true(plain != hash_of("seed: 3\nvoxels: {block: 2}\n"));
}

// ---------------------------------------------------------------------------------------------------------

static void every_failing_allocation_of_samples_is_reported(void **state)
{
    (void)state;
    static const char text[] = "seed: 3\nterrain: {erosion: {strength: 0}, rivers: {width: 0}}\n";
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    tr_world *world = tr_world_load_text(context, "world.yaml", text, strlen(text), NULL, NULL);
    assert_non_null(world);
    test_samples out = make_samples(40, 40);
    bool done = false;
    for (int64_t fail_at = 0; !done; fail_at++) {
        tr_error err = {0};
        tr_world_ground *ground = tr_world_ground_create(world, NULL);
        const tr_ground_source source = tr_world_ground_source(ground);
        allocator.fail_at = allocator.allocations + fail_at;
        const int64_t before = allocator.allocations;
        done = source.sample(source.user, 5, 5, 40, 40, 1, &out.at, &err) && allocator.allocations - before <= fail_at;
        if (!done && err.code != TR_ERROR_NONE) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        allocator.fail_at = -1;
        tr_world_ground_destroy(ground);
        assert_true(fail_at < 2000);
    }
    free_samples(&out);
    tr_world_destroy(world);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

TEST_GROUP(world_voxels)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_those_of_the_queries),
        cmocka_unit_test(any_split_and_any_isa_give_the_same_samples),
        cmocka_unit_test(blocks_of_any_size_lie_on_the_same_ground),
        cmocka_unit_test(far_ground_is_like_near_ground),
        cmocka_unit_test(surfaces_agree_with_the_heights),
        cmocka_unit_test(many_threads_get_one_generator),
        cmocka_unit_test(the_preset_classic_needs_no_ground),
        cmocka_unit_test(the_hash_knows_what_blocks_depend_on),
        cmocka_unit_test(every_failing_allocation_of_samples_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
