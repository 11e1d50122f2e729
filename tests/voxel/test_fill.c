// Chunks of ground and water equal the plain reference block by block on every backend, with overhangs, ice, deep stone
// and bedrock; what is said to be known without filling is so.
#include <stdlib.h>

#include "../noise/noise_backends.h"
#include "test_effort.h"
#include "voxel/generate/stages.h"
#include "voxel_reference.h"

enum { BOTTOM = -96, LOW_CHUNK = -3, HIGH_CHUNK = 4 };

static uint64_t random_state;

static uint32_t random_below(uint32_t limit)
{
    random_state++;
    return (uint32_t)(tr_hash_identity(random_state, 1, 0, 0, 0) >> 33) % limit;
}

static tr_column_band random_band(int32_t top)
{
    const uint64_t bits = tr_hash_identity(++random_state, 2, 0, 0, 0),
                   others = tr_hash_identity(random_state, 3, 0, 0, 0);
    switch (random_below(4)) {
    case 0: return (tr_column_band){top - 9, 0x3ff};                          // a single height
    case 1: return (tr_column_band){top - 9, 0x200 | (bits & others & 511)};  // holes
    case 2: return (tr_column_band){top - 63, (uint64_t)1 << 63 | bits};
    default: return (tr_column_band){top - 40, (uint64_t)0x1ffffc0000f};  // an arch
    }
}

// A column of random ground from just above the bottom to a hundred blocks, dry or wet. `rough` columns differ from
// cell to cell; the ground of others varies by a few blocks.
static void make_column(tr_column *column, tr_column_band *bands, bool rough)
{
    static const tr_block_kind kinds[] = {TR_BLOCK_GRASS, TR_BLOCK_SNOW, TR_BLOCK_SAND, TR_BLOCK_DIRT, TR_BLOCK_STONE};
    memset(column, 0, sizeof *column);
    const int32_t level = BOTTOM + 2 + (int32_t)random_below(180), sea = BOTTOM + 10 + (int32_t)random_below(160);
    column->lowest = INT32_MAX, column->highest = INT32_MIN;
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i++) {
        const int32_t top = rough ? BOTTOM + (int32_t)random_below(200) : level + (int32_t)random_below(5);
        column->top[i] = top;
        column->water[i] = top < sea && random_below(8) ? sea : TR_COLUMN_DRY;
        column->biome[i] = (uint8_t)random_below(TR_BIOME_COUNT);
        column->surface[i] = (uint8_t)kinds[random_below(5)];
        column->under[i] = (uint8_t)kinds[random_below(5)];
        column->under_depth[i] = (uint8_t)random_below(7);
        int32_t low = top;
        if (bands) {
            bands[i] = random_band(top);
            low = bands[i].base - 1;
        }
        low -= column->under_depth[i];
        if (low < column->lowest) column->lowest = low;
        if (top > column->highest) column->highest = top;
        if (column->water[i] > column->highest) column->highest = column->water[i];
    }
    column->bands = bands;
}

static void assert_is_reference(const char *backend, const tr_voxel_def *def, const tr_column *column,
                                const tr_voxel_fill_request *request)
{
    int32_t filled = 0;
    for (int32_t i = 0; i < TR_VOXEL_COUNT; i++) {
        const int32_t y = request->chunk_y * TR_VOXEL_SIDE + i / TR_VOXEL_LAYER;
        const tr_block_kind expected = ref_fill_block(def, column, i % TR_VOXEL_LAYER, y);
        if (request->blocks[i] != expected)
            fail_msg("%s: cell %d at %d is %s instead of %s", backend, i % TR_VOXEL_LAYER, y,
                     tr_block_name((tr_block_kind)request->blocks[i]), tr_block_name(expected));
        filled += expected != TR_BLOCK_AIR;
    }
    assert_int_equal(request->filled, filled);
    uint8_t kind;
    const tr_voxel_rules rules = {.def = *def};
    if (!tr_voxel_fill_uniform(&rules, column, request->chunk_y, &kind)) return;
    for (int32_t i = 0; i < TR_VOXEL_COUNT; i++) assert_int_equal(request->blocks[i], kind);
}

static void check_column(const tr_voxel_def *def, const tr_column *column)
{
    enum { CHUNKS = HIGH_CHUNK - LOW_CHUNK };
    static uint8_t blocks[CHUNKS][TR_VOXEL_COUNT], single[TR_VOXEL_COUNT];
    for (int b = 0; b < BACKEND_COUNT; b++) {
        if (!backends[b].context) continue;
        const tr_voxel_rules rules = {.context = backends[b].context, .def = *def};
        tr_voxel_fill_request requests[CHUNKS];
        for (int i = 0; i < CHUNKS; i++) requests[i] = (tr_voxel_fill_request){column, LOW_CHUNK + i, -1, blocks[i]};
        tr_error err;
        if (!tr_voxel_fill_many(&rules, requests, CHUNKS, &err)) fail_msg("%s", err.message);
        for (int i = 0; i < CHUNKS; i++) {
            assert_is_reference(backends[b].name, def, column, &requests[i]);
            assert_int_equal(tr_voxel_fill(&rules, column, LOW_CHUNK + i, single), requests[i].filled);
            assert_memory_equal(single, blocks[i], TR_VOXEL_COUNT);
        }
    }
}

static void check_columns(tr_voxel_preset preset, bool banded)
{
    static tr_column column;
    static tr_column_band bands[TR_COLUMN_CELLS];
    tr_voxel_def def = {.preset = preset, .bottom = BOTTOM, .top = 1024};
    const int64_t count = test_effort(8, 400);
    for (int64_t i = 0; i < count; i++) {
        make_column(&column, banded ? bands : NULL, i % 2 == 0);
        check_column(&def, &column);
    }
}

static void chunks_of_classic_equal_the_reference(void **state)
{
    (void)state;
    check_columns(TR_VOXEL_CLASSIC, false);
}

static void chunks_of_worlds_equal_the_reference(void **state)
{
    (void)state;
    check_columns(TR_VOXEL_WORLD, false);
}

static void overhangs_equal_the_reference(void **state)
{
    (void)state;
    check_columns(TR_VOXEL_WORLD, true);
}

// More than a dispatch of the GL backend holds.
static void many_chunks_are_filled_as_one_is(void **state)
{
    (void)state;
    enum { COUNT = 600 };
    static tr_column column;
    make_column(&column, NULL, true);
    uint8_t *blocks = malloc((size_t)COUNT * TR_VOXEL_COUNT);
    tr_voxel_fill_request *requests = malloc(COUNT * sizeof *requests);
    static uint8_t single[TR_VOXEL_COUNT];
    assert_true(blocks && requests);
    for (int b = 0; b < BACKEND_COUNT; b++) {
        if (!backends[b].context) continue;
        const tr_voxel_rules rules = {.context = backends[b].context,
                                      .def = {.preset = TR_VOXEL_WORLD, .bottom = BOTTOM, .top = 1024}};
        for (int i = 0; i < COUNT; i++)
            requests[i] = (tr_voxel_fill_request){&column, LOW_CHUNK + i % 5, -1, blocks + (size_t)i * TR_VOXEL_COUNT};
        tr_error err;
        if (!tr_voxel_fill_many(&rules, requests, COUNT, &err)) fail_msg("%s", err.message);
        for (int i = 0; i < COUNT; i++) {
            assert_int_equal(tr_voxel_fill(&rules, &column, requests[i].chunk_y, single), requests[i].filled);
            assert_memory_equal(single, requests[i].blocks, TR_VOXEL_COUNT);
        }
    }
    free(requests);
    free(blocks);
}

TEST_GROUP(fill)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_of_classic_equal_the_reference),
        cmocka_unit_test(chunks_of_worlds_equal_the_reference),
        cmocka_unit_test(overhangs_equal_the_reference),
        cmocka_unit_test(many_chunks_are_filled_as_one_is),
    };
    return cmocka_run_group_tests(tests, open_backends, close_backends);
}
