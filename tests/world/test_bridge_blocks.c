// Bridges as blocks: a way goes on over the water, on something, and nothing hangs in the air.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "terrane/world.h"

// A wide river and a road across it.
static const char description[] = "seed: 7\n"
                                  "extent: {width: 4 km, depth: 4 km}\n"
                                  "terrain:\n"
                                  "  landform: {continent_size: 9 km, hill_size: 600 m, mountain_size: 2 km}\n"
                                  "  erosion: {octaves: 2}\n"
                                  "  rivers: {width: 0}\n"
                                  "voxels: {structures: 0}\n"
                                  "paths:\n"
                                  "  - {kind: river, line: [[-300, -40], [0, 30], [300, 0]], width: 45, depth: 3}\n"
                                  "  - {kind: road, line: [[-200, -300], [40, 300]], width: 7}\n";

typedef struct test_rig {
    tr_context *context;
    tr_world *world;
    const tr_voxels *voxels;
    tr_crossing crossing;
    tr_points points;  // of the upper path
    tr_voxel_box box;
    tr_voxel_chunk *chunks;
} test_rig;

static test_rig open_world(tr_context *context)
{
    test_rig rig = {.context = context};
    tr_error err = {0};
    rig.world = tr_world_load_text(context, "world.yaml", description, strlen(description), NULL, &err);
    if (!rig.world || !(rig.voxels = tr_world_voxels(rig.world, &err))) fail_msg("%s", err.message);
    const tr_carving *carving = tr_world_carving(rig.world);
    for (int32_t i = 0; i < tr_carving_crossing_count(carving) && !rig.crossing.bridge; i++)
        rig.crossing = tr_carving_crossing_at(carving, i);
    assert_true(rig.crossing.bridge);
    assert_true(tr_carving_path_points(carving, rig.crossing.upper, 0.5, &rig.points, NULL));
    return rig;
}

// With the chunks around the bridge.
static test_rig open_rig(void)
{
    const tr_context_def def = test_context_def(2);
    test_rig rig = open_world(tr_context_create(&def, NULL));
    const int64_t x = (int64_t)floor(rig.crossing.x_m) >> 5, z = (int64_t)floor(rig.crossing.z_m) >> 5;
    const int64_t y = (int64_t)floor(rig.crossing.upper_m) >> 5;
    rig.box = (tr_voxel_box){{x - 3, y - 1, z - 3}, {7, 3, 7}};
    const size_t count = tr_voxel_box_count(&rig.box);
    rig.chunks = test_calloc(count, sizeof *rig.chunks);
    tr_voxel_at *places = test_calloc(count, sizeof *places);
    for (size_t i = 0; i < count; i++) places[i] = tr_voxel_box_at(&rig.box, i);
    assert_true(tr_voxels_generate(rig.voxels, places, count, NULL, rig.chunks, NULL));
    test_free(places);
    return rig;
}

static void close_rig(test_rig *rig)
{
    for (size_t i = 0; rig->chunks && i < tr_voxel_box_count(&rig->box); i++)
        tr_voxel_chunk_destroy(rig->context, &rig->chunks[i]);
    test_free(rig->chunks);
    tr_points_destroy(rig->context, &rig->points);
    tr_world_destroy(rig->world);
    tr_context_destroy(rig->context);
}

static tr_block_kind block_at(const test_rig *rig, int64_t x, int64_t y, int64_t z)
{
    for (size_t i = 0; i < tr_voxel_box_count(&rig->box); i++) {
        const tr_voxel_at at = tr_voxel_box_at(&rig->box, i);
        if (at.x == x >> 5 && at.y == y >> 5 && at.z == z >> 5)
            return (tr_block_kind)(tr_voxel_chunk_block(&rig->chunks[i], (int)(x & 31), (int)(y & 31), (int)(z & 31)) &
                                   0xfff);
    }
    fail_msg("no chunk at %lld, %lld, %lld", (long long)x, (long long)y, (long long)z);
    return TR_BLOCK_AIR;
}

static tr_voxel_surface surface_at(const test_rig *rig, int64_t x, int64_t z)
{
    tr_voxel_surface out;
    assert_true(tr_voxels_surface(rig->voxels, &(tr_region){x, z, x + 1, z + 1}, &out, NULL));
    return out;
}

static bool carries(tr_block_kind kind)
{
    return kind == TR_BLOCK_ROAD || kind == TR_BLOCK_BRICKS;
}

// The y of the way at a place of the path, and how many blocks under it are empty or water.
static int64_t find_way(const test_rig *rig, int64_t x, int64_t z, double height, int64_t *hollow)
{
    int64_t way = (int64_t)floor(height) + 1;
    while (way > (int64_t)floor(height) - 3 && !carries(block_at(rig, x, way, z))) way--;
    if (block_at(rig, x, way, z) != TR_BLOCK_ROAD)
        fail_msg("no road at %lld, %lld, where the way is at %.1f", (long long)x, (long long)z, height);
    const int64_t top = surface_at(rig, x, z).top;
    *hollow = 0;
    for (int64_t y = top + 1; y < way; y++) {
        const tr_block_kind kind = block_at(rig, x, y, z);
        *hollow += kind == TR_BLOCK_AIR || kind == TR_BLOCK_WATER;
    }
    return way;
}

static void a_way_goes_on_over_water(void **state)
{
    (void)state;
    test_rig rig = open_rig();
    double along_m = 0;
    int64_t before = INT64_MIN, over = 0, carried = 0;
    for (size_t i = 1; i < rig.points.count; i++) {
        along_m += hypot(rig.points.x[i] - rig.points.x[i - 1], rig.points.z[i] - rig.points.z[i - 1]);
        if (along_m < rig.crossing.deck_from_m || along_m > rig.crossing.deck_to_m) continue;
        const int64_t x = llround(rig.points.x[i]), z = llround(rig.points.z[i]);
        int64_t hollow;
        const int64_t way = find_way(&rig, x, z, rig.points.y[i], &hollow);
        // One can walk there: no step of two blocks, and room for a head.
        assert_true(before == INT64_MIN || llabs(way - before) <= 1);
        assert_int_equal(block_at(&rig, x, way + 1, z), TR_BLOCK_AIR);
        assert_int_equal(block_at(&rig, x, way + 2, z), TR_BLOCK_AIR);
        const bool spans = along_m > rig.crossing.from_m && along_m < rig.crossing.to_m;
        over += spans && hollow > 0;
        carried += spans && hollow == 0 && surface_at(&rig, x, z).top + 2 < way;
        before = way;
    }
    // Most of the span is open below, and some of it stands on piers down to the bed.
    assert_true(over > 40);
    assert_true(carried > 2);
    close_rig(&rig);
}

static void a_chunk_of_a_bridge_is_the_same_alone(void **state)
{
    (void)state;
    test_rig rig = open_rig();
    int compared = 0;
    for (size_t i = 0; i < tr_voxel_box_count(&rig.box); i += 5) {
        const tr_voxel_at at = tr_voxel_box_at(&rig.box, i);
        tr_voxel_chunk alone;
        assert_true(tr_voxels_generate(rig.voxels, &at, 1, NULL, &alone, NULL));
        for (int k = 0; k < TR_VOXEL_COUNT; k++)
            assert_int_equal(tr_voxel_chunk_block(&alone, k & 31, k >> 10, k >> 5 & 31),
                             tr_voxel_chunk_block(&rig.chunks[i], k & 31, k >> 10, k >> 5 & 31));
        tr_voxel_chunk_destroy(rig.context, &alone);
        compared++;
    }
    assert_true(compared > 20);
    close_rig(&rig);
}

// The extent of a column that a bridge crosses reaches up to it.
static void extents_know_of_bridges(void **state)
{
    (void)state;
    test_rig rig = open_rig();
    tr_voxel_extent extent;
    const int64_t x = (int64_t)floor(rig.crossing.x_m) >> 5, z = (int64_t)floor(rig.crossing.z_m) >> 5;
    assert_true(tr_voxels_extent(rig.voxels, x, z, &extent, NULL));
    assert_true(extent.mixed_high > (int32_t)floor(rig.crossing.upper_m));
    close_rig(&rig);
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    test_allocator allocator;
    test_rig rig = open_world(test_context_counting(1, &allocator));
    const tr_voxel_at at = {(int64_t)floor(rig.crossing.x_m) >> 5, (int64_t)floor(rig.crossing.upper_m) >> 5,
                            (int64_t)floor(rig.crossing.z_m) >> 5};
    bool done = false;
    allocator.fail_after = true;
    for (int64_t fail_at = 0; !done; fail_at++) {
        assert_true(fail_at < 2000);
        tr_error err = {0};
        tr_voxel_chunk chunk;
        allocator.fail_at = allocator.allocations + fail_at;
        done = tr_voxels_generate(rig.voxels, &at, 1, NULL, &chunk, &err);
        allocator.fail_at = -1;
        if (done)
            tr_voxel_chunk_destroy(rig.context, &chunk);
        else
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
    }
    close_rig(&rig);
    assert_int_equal(allocator.live_blocks, 0);
}

TEST_GROUP(bridge_blocks)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_way_goes_on_over_water),
        cmocka_unit_test(a_chunk_of_a_bridge_is_the_same_alone),
        cmocka_unit_test(extents_know_of_bridges),
        cmocka_unit_test(every_failing_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
