// Coarser levels: that they lie where the blocks lie that they stand for, and are pure.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "test_effort.h"
#include "voxel/generate/level.h"
#include "voxel/generate/voxels.h"

// ---------------------------------------------------------------------------------------------------------
// Ground without a world

static double wave(int64_t x, int64_t z, int64_t size)
{
    const int64_t i = (x >= 0 ? x : x - size + 1) / size, j = (z >= 0 ? z : z - size + 1) / size;
    double tx = (double)(x - i * size) / (double)size, tz = (double)(z - j * size) / (double)size, corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] = 2.0 * tr_unit_from_hash(tr_hash_identity(5, (uint64_t)size, i + k % 2, j + k / 2, 0)) - 1.0;
    tx = tx * tx * (3.0 - 2.0 * tx);
    tz = tz * tz * (3.0 - 2.0 * tz);
    const double near_z = corner[0] + tx * (corner[1] - corner[0]), far_z = corner[2] + tx * (corner[3] - corner[2]);
    return near_z + tz * (far_z - near_z);
}

static bool sample(void *user, int64_t x, int64_t z, int32_t width, int32_t height, int32_t step,
                   const tr_ground_samples *out, tr_error *err)
{
    (void)user;
    (void)err;
    for (int32_t j = 0; j < height; j++)
        for (int32_t i = 0; i < width; i++) {
            const int64_t bx = (x + i) * step, bz = (z + j) * step, at = i + (int64_t)width * j;
            out->height[at] = (float)(20.0 + 60.0 * wave(bx, bz, 900) + 12.0 * wave(bx, bz, 170));
            out->water[at] = 0.0f;
            out->cover[at] = TR_GROUND_BARE;
            if (!out->biome) continue;
            out->biome[at] = (uint8_t)(bx >= 0 ? TR_BIOME_FOREST : TR_BIOME_DESERT);
            out->temperature[at] = 12.0f;
            out->humidity[at] = 0.5f;
        }
    return true;
}

static tr_voxels *make_voxels(tr_context *context, tr_voxel_preset preset, double decorations)
{
    tr_voxel_def def = tr_default_voxel_def();
    def.preset = preset;
    def.decorations = decorations;
    def.structures = 0;
    def.overhangs = 0;
    const tr_ground_source ground = {.sample = sample, .hash = 1};
    tr_error err = {0};
    tr_voxels *voxels = preset == TR_VOXEL_WORLD ? tr_voxels_make(context, &def, 9, &ground, &err)
                                                 : tr_voxels_create(context, &def, 9, &err);
    if (!voxels) fail_msg("%s", err.message);
    return voxels;
}

static tr_context *context_of(int threads, tr_isa isa)
{
    tr_context_def def = tr_default_context_def();
    def.threads = threads;
    def.isa = isa;
    tr_context *context = tr_context_create(&def, NULL);
    assert_non_null(context);
    return context;
}

// ---------------------------------------------------------------------------------------------------------
// Heights

static bool is_ground(tr_block block)
{
    return block != TR_BLOCK_AIR && block != TR_BLOCK_WATER && block != TR_BLOCK_ICE;
}

// The face above the highest cell of ground, and above the highest of anything, of a column of chunks, in cells.
typedef struct faces {
    int32_t ground[TR_VOXEL_LAYER], all[TR_VOXEL_LAYER];
} faces;

static void find_faces(const tr_voxels *voxels, int32_t level, int64_t x, int64_t z, faces *out)
{
    tr_context *context = tr_voxels_context(voxels);
    const tr_voxel_def *def = tr_voxel_def_of(voxels);
    const int32_t size = TR_VOXEL_SIDE << level, low = (int32_t)floor((double)def->bottom / size),
                  high = (int32_t)ceil((double)def->top / size);
    tr_block *blocks = malloc(TR_VOXEL_COUNT * sizeof *blocks);
    for (int i = 0; i < TR_VOXEL_LAYER; i++) out->ground[i] = out->all[i] = INT32_MIN;
    for (int32_t y = low; y < high; y++) {
        const tr_voxel_at at = {x, y, z};
        tr_voxel_chunk chunk;
        assert_true(tr_voxels_generate_level(voxels, &(tr_voxel_batch){level, &at, 1}, NULL, &chunk, NULL));
        tr_voxel_chunk_unpack(&chunk, blocks);
        tr_voxel_chunk_destroy(context, &chunk);
        for (int i = 0; i < TR_VOXEL_COUNT; i++) {
            const int32_t face = y * TR_VOXEL_SIDE + i / TR_VOXEL_LAYER + 1;
            if (is_ground(blocks[i])) out->ground[i % TR_VOXEL_LAYER] = face;
            if (blocks[i] != TR_BLOCK_AIR) out->all[i % TR_VOXEL_LAYER] = face;
        }
    }
    free(blocks);
}

// What of a cell's blocks there is at level 0: means of their upper faces.
typedef struct cell_blocks {
    double ground, all;  // `all` with water
    int32_t range;       // between the highest and the lowest ground
    int32_t wet;         // how many
} cell_blocks;

static cell_blocks blocks_of(const tr_voxel_surface *surfaces, int32_t step, int cell)
{
    const int64_t side = (int64_t)TR_VOXEL_SIDE * step;
    cell_blocks out = {0};
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (int j = 0; j < step * step; j++) {
        const int64_t x = cell % TR_VOXEL_SIDE * step + j % step, z = cell / TR_VOXEL_SIDE * step + j / step;
        const tr_voxel_surface *surface = &surfaces[z * side + x];
        const bool is_wet = surface->water > surface->top;
        out.ground += (double)(surface->top + 1) / (step * step);
        out.all += (double)((is_wet ? surface->water : surface->top) + 1) / (step * step);
        out.wet += is_wet;
        low = surface->top < low ? surface->top : low;
        high = surface->top > high ? surface->top : high;
    }
    out.range = high - low;
    return out;
}

// Compares the faces of cells with those of the blocks that they stand for: within a cell, and where the ground is
// steeper than that, within what it rises there. Water may be lifted or sunk by half a cell more.
static void compare_faces(const tr_voxels *voxels, int32_t level, int64_t x, int64_t z)
{
    const int32_t step = 1 << level, side = TR_VOXEL_SIDE * step;
    const tr_region region = {x * side, z * side, (x + 1) * side, (z + 1) * side};
    tr_voxel_surface *surfaces = malloc((size_t)side * (size_t)side * sizeof *surfaces);
    faces *found = malloc(sizeof *found);
    assert_true(tr_voxels_surface(voxels, &region, surfaces, NULL));
    find_faces(voxels, level, x, z, found);
    double bias = 0, wet_blocks = 0, wet_cells = 0, apart = 0;
    for (int i = 0; i < TR_VOXEL_LAYER; i++) {
        const cell_blocks blocks = blocks_of(surfaces, step, i);
        const bool is_wet = found->all[i] > found->ground[i];
        const double ground = fabs((double)found->ground[i] * step - blocks.ground);
        const double all = (double)found->all[i] * step - blocks.all;
        if (!is_wet && blocks.wet == 0) assert_true(ground <= step + 0.5 * blocks.range);
        assert_true(fabs(all) <= 1.5 * step + 0.5 * blocks.range);
        apart += (double)(fabs(all) > step) / TR_VOXEL_LAYER;
        bias += all / TR_VOXEL_LAYER;
        wet_cells += (double)is_wet / TR_VOXEL_LAYER;
        wet_blocks += (double)blocks.wet / TR_VOXEL_LAYER / (step * step);
    }
    if (apart > 0.06 || fabs(bias) > 0.5 * step || fabs(wet_blocks - wet_cells) > 0.12)
        fail_msg("level %d at %lld, %lld: %.4f of cells are more than one apart, bias %.2f blocks, wet %.3f of blocks "
                 "and %.3f of cells",
                 (int)level, (long long)x, (long long)z, apart, bias, wet_blocks, wet_cells);
    free(found);
    free(surfaces);
}

static void surfaces_agree_with_the_blocks(tr_voxel_preset preset)
{
    tr_context *context = context_of(2, TR_ISA_AUTO);
    tr_voxels *voxels = make_voxels(context, preset, 0);
    const int32_t max = TEST_SLOWDOWN > 1 ? 3 : 6;
    for (int32_t level = 1; level <= max; level++)
        for (int64_t k = 0; k < (level < 4 ? 6 : 2); k++) compare_faces(voxels, level, 3 * k - 4, k - 2);
    tr_voxels_destroy(voxels);
    tr_context_destroy(context);
}

static void surfaces_of_a_world_agree_with_its_blocks(void **state)
{
    (void)state;
    surfaces_agree_with_the_blocks(TR_VOXEL_WORLD);
}

static void surfaces_of_classic_agree_with_its_blocks(void **state)
{
    (void)state;
    surfaces_agree_with_the_blocks(TR_VOXEL_CLASSIC);
}

// ---------------------------------------------------------------------------------------------------------
// Purity

enum { SET = 60 };

static void list_set(int32_t level, tr_voxel_at out[SET])
{
    for (int i = 0; i < SET; i++) out[i] = (tr_voxel_at){i % 4 - 2, i / 4 % 3 - 1, i / 12 - (level > 4 ? 1 : 0)};
}

static uint64_t hash_of_set(const tr_voxels *voxels, int32_t level, bool one_by_one)
{
    tr_context *context = tr_voxels_context(voxels);
    tr_voxel_at at[SET];
    tr_voxel_chunk chunks[SET];
    uint64_t hash = 0;
    list_set(level, at);
    if (one_by_one)
        for (int i = SET; i-- > 0;)
            assert_true(tr_voxels_generate_level(voxels, &(tr_voxel_batch){level, &at[i], 1}, NULL, &chunks[i], NULL));
    else
        assert_true(tr_voxels_generate_level(voxels, &(tr_voxel_batch){level, at, SET}, NULL, chunks, NULL));
    for (int i = 0; i < SET; i++) {
        hash = tr_hash_identity(hash, tr_voxel_chunk_hash(&chunks[i]), 0, 0, 0);
        tr_voxel_chunk_destroy(context, &chunks[i]);
    }
    return hash;
}

static void levels_do_not_depend_on_how_they_are_asked_for(void **state)
{
    (void)state;
    for (int preset = 0; preset < TR_VOXEL_PRESET_COUNT; preset++)
        for (int32_t level = 1; level <= TR_LEVEL_MAX; level += TEST_SLOWDOWN > 1 ? 3 : 1) {
            uint64_t expected = 0;
            for (int k = 0; k < 4; k++) {
                const tr_isa isas[4] = {TR_ISA_AUTO, TR_ISA_SCALAR, TR_ISA_BASELINE, TR_ISA_AUTO};
                tr_context *context = context_of(k == 3 ? 3 : 1, isas[k]);
                tr_voxels *voxels = make_voxels(context, (tr_voxel_preset)preset, 1);
                const uint64_t hash = hash_of_set(voxels, level, k == 1);
                if (k == 0) expected = hash;
                assert_int_equal(hash, expected);
                tr_voxels_destroy(voxels);
                tr_context_destroy(context);
            }
        }
}

static void level_0_is_the_blocks(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_voxels *voxels = make_voxels(context, TR_VOXEL_WORLD, 1);
    const tr_voxel_at at = {3, 0, -2};
    tr_voxel_chunk a, b;
    assert_true(tr_voxels_generate_level(voxels, &(tr_voxel_batch){0, &at, 1}, NULL, &a, NULL) &&
                tr_voxels_generate(voxels, &at, 1, NULL, &b, NULL));
    assert_int_equal(tr_voxel_chunk_hash(&a), tr_voxel_chunk_hash(&b));
    tr_voxel_chunk_destroy(context, &a);
    tr_voxel_chunk_destroy(context, &b);
    tr_voxels_destroy(voxels);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Woods, limits, memory

static void woods_grow_in_forests_only(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_voxels *voxels = make_voxels(context, TR_VOXEL_WORLD, 1);
    tr_block *blocks = malloc(TR_VOXEL_COUNT * sizeof *blocks);
    for (int32_t level = 1; level <= 5; level++) {
        int64_t leaves[2] = {0, 0};
        for (int i = 0; i < 2 * 12; i++) {
            const tr_voxel_at at = {i % 2 - 1, i / 2 % 3 - 1, 11 * (i / 6)};
            tr_voxel_chunk chunk;
            assert_true(tr_voxels_generate_level(voxels, &(tr_voxel_batch){level, &at, 1}, NULL, &chunk, NULL));
            tr_voxel_chunk_unpack(&chunk, blocks);
            for (int k = 0; k < TR_VOXEL_COUNT; k++)
                leaves[i % 2] +=
                    tr_block_info_of(blocks[k])->shape == TR_SHAPE_LEAVES && blocks[k] != TR_BLOCK_PALM_LEAVES;
            tr_voxel_chunk_destroy(context, &chunk);
        }
        printf("level %d: %lld cells of leaves in desert, %lld in forest\n", (int)level, (long long)leaves[0],
               (long long)leaves[1]);
        assert_true(leaves[1] > 300 && leaves[0] * 50 < leaves[1]);
    }
    free(blocks);
    tr_voxels_destroy(voxels);
    tr_context_destroy(context);
}

static void places_beyond_the_world_are_refused(void **state)
{
    (void)state;
    tr_context *context = context_of(1, TR_ISA_AUTO);
    tr_voxels *voxels = make_voxels(context, TR_VOXEL_CLASSIC, 1);
    tr_voxel_chunk chunk;
    tr_error err = {0};
    const tr_voxel_at inside = {INT64_C(1) << 31, 0, 0}, outside = {INT64_C(1) << 38, 0, 0},
                      lost = {INT64_MAX, 0, INT64_MIN};
    assert_true(tr_voxels_generate_level(voxels, &(tr_voxel_batch){8, &inside, 1}, NULL, &chunk, &err));
    tr_voxel_chunk_destroy(context, &chunk);
    assert_false(tr_voxels_generate_level(voxels, &(tr_voxel_batch){8, &outside, 1}, NULL, &chunk, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_voxels_generate_level(voxels, &(tr_voxel_batch){3, &lost, 1}, NULL, &chunk, &err));
    assert_false(tr_voxels_generate_level(voxels, &(tr_voxel_batch){9, &inside, 1}, NULL, &chunk, &err));
    assert_non_null(strstr(err.message, "level is 9"));
    tr_voxels_destroy(voxels);
    tr_context_destroy(context);
}

static void a_failing_allocation_leaves_nothing_behind(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    tr_voxels *voxels = make_voxels(context, TR_VOXEL_WORLD, 1);
    const tr_voxel_at at[3] = {{0, 0, 0}, {1, 0, 0}, {0, -1, 0}};
    tr_voxel_chunk chunks[3];
    // What noises keep for later is there then.
    assert_true(tr_voxels_generate_level(voxels, &(tr_voxel_batch){2, at, 3}, NULL, chunks, NULL));
    for (int i = 0; i < 3; i++) tr_voxel_chunk_destroy(context, &chunks[i]);
    const int64_t live = allocator.live_blocks;
    bool done = false;
    for (int64_t k = 0; k < 1000 && !done; k++) {
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + k;
        done = tr_voxels_generate_level(voxels, &(tr_voxel_batch){2, at, 3}, NULL, chunks, &err);
        allocator.fail_at = -1;
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        for (int i = 0; i < 3 && done; i++) tr_voxel_chunk_destroy(context, &chunks[i]);
        assert_int_equal(allocator.live_blocks, live);
    }
    assert_true(done);
    tr_voxels_destroy(voxels);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

TEST_GROUP(levels)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_of_a_world_agree_with_its_blocks),
        cmocka_unit_test(surfaces_of_classic_agree_with_its_blocks),
        cmocka_unit_test(levels_do_not_depend_on_how_they_are_asked_for),
        cmocka_unit_test(level_0_is_the_blocks),
        cmocka_unit_test(woods_grow_in_forests_only),
        cmocka_unit_test(a_failing_allocation_leaves_nothing_behind),
        cmocka_unit_test(places_beyond_the_world_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
