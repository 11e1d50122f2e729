// Chunks do not depend on how they are asked for: alone or together, in any order, with any number of threads, kernels
// and backend, with or without columns that are kept; and nothing is lost when memory runs out.
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/world.h"
#include "test_allocator.h"
#include "test_context.h"
#include "test_effort.h"

enum { WIDTH = 3, CHUNK_COUNT = WIDTH * WIDTH * 5 };

// A world or a preset, as a generator of a context of its own.
typedef struct test_maker {
    tr_context *context;
    tr_world *world;
    tr_voxels *own;
    const tr_voxels *voxels;
} test_maker;

static void open_maker(test_maker *maker, tr_voxel_preset preset, tr_context *context)
{
    tr_error err = {0};
    *maker = (test_maker){.context = context};
    if (preset == TR_VOXEL_WORLD) {
        tr_world_def def = tr_default_world_def();
        def.seed = 11;
        def.terrain.landform.land_share = 0.9;
        def.terrain.landform.mountain_share = 0.6;
        def.terrain.landform.mountain_size_m = 2000;
        def.voxels.structures = 4;
        maker->world = tr_world_create(context, &def, &err);
        assert_non_null(maker->world);
        maker->voxels = tr_world_voxels(maker->world, &err);
    } else {
        tr_voxel_def def = tr_default_voxel_def();
        def.preset = preset;
        maker->voxels = maker->own = tr_voxels_create(context, &def, 11, &err);
    }
    if (!maker->voxels) fail_msg("%s", err.message);
}

static void close_maker(test_maker *maker)
{
    tr_voxels_destroy(maker->own);
    tr_world_destroy(maker->world);
    tr_context_destroy(maker->context);
}

static const struct {
    tr_voxel_preset preset;
    int64_t x, z;
} places[] = {{TR_VOXEL_CLASSIC, -1, -2}, {TR_VOXEL_WORLD, 5, -7}, {TR_VOXEL_WORLD, INT64_C(31250000000), -(1 << 26)}};
enum { PLACE_COUNT = sizeof places / sizeof *places };

// Chunks around the ground, which is the same for every maker.
static void list_chunks(const test_maker *maker, int place, tr_voxel_at *out)
{
    tr_voxel_extent extent;
    assert_true(tr_voxels_extent(maker->voxels, places[place].x, places[place].z, &extent, NULL));
    for (int i = 0; i < CHUNK_COUNT; i++)
        out[i] = (tr_voxel_at){places[place].x + i % WIDTH, (extent.mixed_low >> 5) - 1 + i / (WIDTH * WIDTH),
                               places[place].z + i / WIDTH % WIDTH};
}

static void hash_batch(const test_maker *maker, const tr_voxel_at *chunks, size_t count, uint64_t *hashes)
{
    tr_voxel_chunk *out = calloc(count, sizeof *out);
    tr_error err = {0};
    if (!tr_voxels_generate(maker->voxels, chunks, count, NULL, out, &err)) fail_msg("%s", err.message);
    for (size_t i = 0; i < count; i++) {
        assert_memory_equal(&out[i].at, &chunks[i], sizeof chunks[i]);
        hashes[i] = tr_voxel_chunk_hash(&out[i]);
        tr_voxel_chunk_destroy(maker->context, &out[i]);
    }
    free(out);
}

static void expect_same(const test_maker *maker, const tr_voxel_at *chunks, const uint64_t *expected)
{
    uint64_t hashes[CHUNK_COUNT];
    hash_batch(maker, chunks, CHUNK_COUNT, hashes);
    assert_memory_equal(hashes, expected, sizeof hashes);
}

// ---------------------------------------------------------------------------------------------------------

static void alone_or_together_in_any_order(void **state)
{
    (void)state;
    for (int place = 0; place < PLACE_COUNT; place++) {
        test_maker together, alone;
        tr_voxel_at chunks[CHUNK_COUNT];
        uint64_t expected[CHUNK_COUNT], hash;
        open_maker(&together, places[place].preset, test_context(2));
        open_maker(&alone, places[place].preset, test_context(1));
        list_chunks(&together, place, chunks);
        hash_batch(&together, chunks, CHUNK_COUNT, expected);
        for (int i = 0; i < CHUNK_COUNT; i++) {
            const int k = (i * 29 + 7) % CHUNK_COUNT;
            hash_batch(&alone, &chunks[k], 1, &hash);
            assert_true(hash == expected[k]);
        }
        expect_same(&together, chunks, expected);
        close_maker(&alone);
        close_maker(&together);
    }
}

static void any_threads_and_kernels(void **state)
{
    (void)state;
    for (int place = 0; place < PLACE_COUNT; place++) {
        test_maker first;
        tr_voxel_at chunks[CHUNK_COUNT];
        uint64_t expected[CHUNK_COUNT];
        open_maker(&first, places[place].preset, test_context(1));
        list_chunks(&first, place, chunks);
        hash_batch(&first, chunks, CHUNK_COUNT, expected);
        close_maker(&first);
        for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
            if (!tr_isa_available((tr_isa)isa)) continue;
            tr_context_def def = test_context_def(isa == TR_ISA_SCALAR ? 8 : isa);
            def.isa = (tr_isa)isa;
            test_maker other;
            open_maker(&other, places[place].preset, tr_context_create(&def, NULL));
            expect_same(&other, chunks, expected);
            close_maker(&other);
        }
    }
}

static void the_gl_backend_makes_the_same_chunks(void **state)
{
    (void)state;
    tr_context_def def = test_context_def(1);
    def.backend = TR_BACKEND_GL;
    for (int place = 0; place < 2; place++) {
        tr_context *context = tr_context_create(&def, NULL);
        if (!context) skip();
        test_maker gl, cpu;
        tr_voxel_at chunks[CHUNK_COUNT];
        uint64_t expected[CHUNK_COUNT];
        open_maker(&cpu, places[place].preset, test_context(1));
        open_maker(&gl, places[place].preset, context);
        list_chunks(&cpu, place, chunks);
        hash_batch(&cpu, chunks, CHUNK_COUNT, expected);
        expect_same(&gl, chunks, expected);
        close_maker(&cpu);
        close_maker(&gl);
    }
}

// Twice the same chunk in one request, chunks above and below the world, and none at all.
static void odd_requests(void **state)
{
    (void)state;
    test_maker maker;
    open_maker(&maker, TR_VOXEL_CLASSIC, test_context(2));
    const tr_voxel_def *def = tr_voxel_def_of(maker.voxels);
    const tr_voxel_at chunks[] = {
        {0, 0, 0}, {0, 0, 0}, {0, def->top / 32, 0}, {0, def->bottom / 32 - 1, 0}, {0, 5000, 0}};
    tr_voxel_chunk out[5];
    assert_true(tr_voxels_generate(maker.voxels, chunks, 5, NULL, out, NULL));
    assert_true(tr_voxel_chunk_hash(&out[0]) == tr_voxel_chunk_hash(&out[1]));
    for (int i = 2; i < 5; i++) assert_int_equal(out[i].filled, 0);
    for (int i = 0; i < 5; i++) tr_voxel_chunk_destroy(maker.context, &out[i]);
    assert_true(tr_voxels_generate(maker.voxels, chunks, 0, NULL, out, NULL));
    const tr_voxel_at outside = {INT64_C(1) << 40, 0, 0};
    tr_error err;
    assert_false(tr_voxels_generate(maker.voxels, &outside, 1, NULL, out, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    close_maker(&maker);
}

static bool stop(void *user, double share)
{
    (void)share;
    return --*(int *)user > 0;
}

static void a_cancelled_batch_leaves_nothing(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(2, &allocator);
    test_maker maker;
    open_maker(&maker, TR_VOXEL_CLASSIC, context);
    enum { COUNT = 200 };
    tr_voxel_at chunks[COUNT];
    tr_voxel_chunk out[COUNT];
    for (int i = 0; i < COUNT; i++) chunks[i] = (tr_voxel_at){i * 3, 0, 0};
    int calls = 3;
    const tr_progress progress = {stop, &calls};
    tr_error err;
    assert_false(tr_voxels_generate(maker.voxels, chunks, COUNT, &progress, out, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
    tr_job *job = tr_voxels_generate_start(maker.voxels, chunks, COUNT, TR_PRIORITY_NORMAL, out, &err);
    assert_non_null(job);
    tr_job_cancel(job);
    if (tr_job_finish(job, &err))
        for (int i = 0; i < COUNT; i++) tr_voxel_chunk_destroy(context, &out[i]);
    else
        assert_int_equal(err.code, TR_ERROR_CANCELLED);
    close_maker(&maker);
    assert_int_equal(allocator.live_blocks, 0);
}

// Every allocation fails once; after that the same request succeeds.
static void failing_memory_is_reported_and_harmless(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    test_maker maker;
    open_maker(&maker, TR_VOXEL_CLASSIC, context);
    const tr_voxel_at chunks[] = {{7, 0, 7}, {8, 0, 7}};
    uint64_t expected[2] = {0};
    for (int64_t fail = 0;; fail++) {
        tr_voxel_chunk out[2];
        tr_error err = {0};
        // Other places each time, so that no column is known yet.
        const tr_voxel_at fresh[] = {{1000 + 40 * fail, 0, 7}, {1001 + 40 * fail, 0, 7}};
        allocator.fail_at = allocator.allocations + fail;
        const bool done = tr_voxels_generate(maker.voxels, fresh, 2, NULL, out, &err);
        const bool failed = allocator.allocations > allocator.fail_at;
        allocator.fail_at = -1;
        if (done)
            for (int i = 0; i < 2; i++) tr_voxel_chunk_destroy(context, &out[i]);
        else
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        if (!failed) break;
        assert_true(fail < 10000);
    }
    hash_batch(&maker, chunks, 2, expected);
    close_maker(&maker);
    assert_int_equal(allocator.live_blocks, 0);
}

static void surfaces_are_those_of_the_chunks(void **state)
{
    (void)state;
    for (int place = 0; place < 2; place++) {
        test_maker maker;
        open_maker(&maker, places[place].preset, test_context(2));
        const int64_t x = places[place].x * 32, z = places[place].z * 32;
        const tr_region region = {x - 5, z - 3, x + 40, z + 33};
        const int64_t width = region.x1 - region.x0, depth = region.z1 - region.z0;
        tr_voxel_surface *surfaces = calloc((size_t)(width * depth), sizeof *surfaces), one;
        assert_true(tr_voxels_surface(maker.voxels, &region, surfaces, NULL));
        for (int64_t i = 0; i < width * depth; i += 13) {
            const int64_t at_x = region.x0 + i % width, at_z = region.z0 + i / width;
            const tr_region cell = {at_x, at_z, at_x + 1, at_z + 1};
            assert_true(tr_voxels_surface(maker.voxels, &cell, &one, NULL));
            assert_int_equal(one.top, surfaces[i].top);
            assert_int_equal(one.block, surfaces[i].block);
            const tr_voxel_at at = {at_x >> 5, one.top >> 5, at_z >> 5};
            tr_voxel_chunk chunk;
            assert_true(tr_voxels_generate(maker.voxels, &at, 1, NULL, &chunk, NULL));
            const tr_block block =
                tr_voxel_chunk_block(&chunk, (int)(at_x & 31), (int)(one.top & 31), (int)(at_z & 31));
            // Where caves and structures reach the surface it may be another block.
            if (places[place].preset == TR_VOXEL_CLASSIC) assert_int_equal(block, one.block);
            tr_voxel_chunk_destroy(maker.context, &chunk);
        }
        free(surfaces);
        close_maker(&maker);
    }
}

TEST_GROUP(generate)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_or_together_in_any_order),
        cmocka_unit_test(any_threads_and_kernels),
        cmocka_unit_test(the_gl_backend_makes_the_same_chunks),
        cmocka_unit_test(odd_requests),
        cmocka_unit_test(a_cancelled_batch_leaves_nothing),
        cmocka_unit_test(failing_memory_is_reported_and_harmless),
        cmocka_unit_test(surfaces_are_those_of_the_chunks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
