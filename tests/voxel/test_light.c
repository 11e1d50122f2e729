// The light of boxes against a plain flood fill, on every ISA.
#include "counting_context.h"
#include "light_scene.h"
#include "base/isa.h"
#include "test_effort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t inner_chunks(const tr_voxel_box *box)
{
    return (int64_t)(box->size[0] - 2) * (box->size[1] - 2) * (box->size[2] - 2);
}

static tr_light light_in(const tr_voxel_light *light, int x, int y, int z)
{
    return light->values ? light->values[x + TR_VOXEL_SIDE * z + TR_VOXEL_LAYER * y] : light->uniform;
}

// Values that are all the same have no memory.
static void check_uniform(const tr_voxel_light *light)
{
    if (!light->values) return;
    for (int i = 1; i < TR_VOXEL_COUNT; i++)
        if (light->values[i] != light->values[0]) return;
    fail_msg("a chunk of one value has memory for all");
}

static void check_chunk(const light_scene *scene, const tr_voxel_light *light, int64_t inner)
{
    const tr_voxel_box *box = &scene->box;
    const int64_t width = box->size[0] - 2, depth = box->size[2] - 2;
    const int x0 = (int)(inner % width + 1) * TR_VOXEL_SIDE, z0 = (int)(inner / width % depth + 1) * TR_VOXEL_SIDE;
    const int y0 = (int)(inner / width / depth + 1) * TR_VOXEL_SIDE;
    for (int y = 0; y < TR_VOXEL_SIDE; y++)
        for (int z = 0; z < TR_VOXEL_SIDE; z++)
            for (int x = 0; x < TR_VOXEL_SIDE; x++) {
                const tr_light expected = scene->light[light_scene_at(scene, x0 + x, y0 + y, z0 + z)];
                const tr_light found = light_in(light, x, y, z);
                if (found != expected)
                    fail_msg("at %d, %d, %d of the piece: %04x, not %04x", x0 + x, y0 + y, z0 + z, found, expected);
            }
    check_uniform(light);
}

static void check_scene(tr_context *with, const int32_t size[3], light_scene_kind kind, uint64_t seed)
{
    light_scene *scene = light_scene_create(with, size, kind, seed);
    light_scene_reference(scene);
    const int64_t count = inner_chunks(&scene->box);
    tr_voxel_light *lights = calloc((size_t)count, sizeof *lights);
    tr_error err;
    if (!tr_voxel_light_box(with, &(tr_voxel_light_input){&scene->box, scene->chunks, scene->sky}, NULL, lights, &err))
        fail_msg("%s", err.message);
    for (int64_t i = 0; i < count; i++) {
        check_chunk(scene, &lights[i], i);
        tr_voxel_light_destroy(with, &lights[i]);
    }
    free(lights);
    light_scene_destroy(scene);
}

static void equals_a_flood_fill_on_every_isa(void **state)
{
    (void)state;
    static const int32_t sizes[][3] = {{3, 3, 3}, {4, 3, 3}, {3, 4, 5}};
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available((tr_isa)isa)) continue;
        tr_context_def def = test_context_def(2);
        def.isa = (tr_isa)isa;
        tr_context *with = tr_context_create(&def, NULL);
        for (int i = 0; i < (TEST_SLOWDOWN > 1 ? 1 : 3); i++)
            for (int kind = 0; kind < LIGHT_KINDS; kind++)
                check_scene(with, sizes[i], (light_scene_kind)kind, (uint64_t)(31 * i + kind));
        tr_context_destroy(with);
    }
}

// A shaft of light through a roof, seen through a wall of another chunk: what can be written down by hand.
static void falls_and_spreads_by_the_rules(void **state)
{
    (void)state;
    const int32_t size[3] = {3, 3, 3};
    light_scene *scene = light_scene_create(context, size, LIGHT_SOLID, 1);
    for (int i = 0; i < 96 * 96 * 96; i++) scene->blocks[i] = TR_BLOCK_STONE;
    for (int z = 0; z < 96; z++)
        for (int x = 0; x < 96; x++) scene->open[x + 96 * z] = true;
    for (int i = 0; i < 9; i++)
        for (int z = 0; z < TR_VOXEL_SIDE; z++) scene->sky[i].rows[z] = UINT32_MAX;
    // A shaft with glass, then leaves at y 50, and a tunnel to the east at 60.
    for (int y = 40; y < 96; y++) scene->blocks[light_scene_at(scene, 40, y, 40)] = TR_BLOCK_AIR;
    scene->blocks[light_scene_at(scene, 40, 80, 40)] = TR_BLOCK_GLASS;
    scene->blocks[light_scene_at(scene, 40, 50, 40)] = TR_BLOCK_OAK_LEAVES;
    for (int x = 41; x < 60; x++) scene->blocks[light_scene_at(scene, x, 60, 40)] = TR_BLOCK_AIR;
    scene->blocks[light_scene_at(scene, 50, 35, 50)] = TR_BLOCK_LAMP;
    scene->blocks[light_scene_at(scene, 51, 35, 50)] = TR_BLOCK_AIR;
    light_scene_pack(scene);
    tr_voxel_light light;
    assert_true(tr_voxel_light_box(context, &(tr_voxel_light_input){&scene->box, scene->chunks, scene->sky}, NULL,
                                   &light, NULL));
    assert_int_equal(light_in(&light, 8, 60 - 32, 8), 15 << TR_LIGHT_SKY_SHIFT);
    assert_int_equal(light_in(&light, 8, 51 - 32, 8), 15 << TR_LIGHT_SKY_SHIFT);
    assert_int_equal(light_in(&light, 8, 50 - 32, 8), 14 << TR_LIGHT_SKY_SHIFT);
    assert_int_equal(light_in(&light, 8, 49 - 32, 8), 13 << TR_LIGHT_SKY_SHIFT);
    assert_int_equal(light_in(&light, 10, 60 - 32, 8), 13 << TR_LIGHT_SKY_SHIFT);
    assert_int_equal(light_in(&light, 22, 60 - 32, 8), 1 << TR_LIGHT_SKY_SHIFT);
    assert_int_equal(light_in(&light, 23, 60 - 32, 8), 0);
    assert_int_equal(light_in(&light, 18, 3, 18), 0xfda);
    assert_int_equal(light_in(&light, 19, 3, 18), 0xec9);
    tr_voxel_light_destroy(context, &light);
    light_scene_destroy(scene);
}

static void boxes_that_have_no_inside_are_refused(void **state)
{
    (void)state;
    const tr_voxel_box box = {{0, 0, 0}, {3, 2, 3}};
    tr_error err;
    assert_false(tr_voxel_light_box(context, &(tr_voxel_light_input){&box, NULL, NULL}, NULL, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(err.message, "3 x 2 x 3"));
}

static void failing_memory_leaves_nothing(void **state)
{
    (void)state;
    const int32_t size[3] = {4, 3, 3};
    light_scene *scene = light_scene_create(context, size, LIGHT_CAVES, 3);
    const int64_t before = allocator.live_blocks;
    tr_voxel_light lights[2];
    bool done = false;
    for (int64_t i = 0; !done; i++) {
        allocator.allocations = 0;
        allocator.fail_at = i;
        tr_error err;
        done = tr_voxel_light_box(context, &(tr_voxel_light_input){&scene->box, scene->chunks, scene->sky}, NULL,
                                  lights, &err);
        if (done) break;
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, before);
    }
    allocator.fail_at = -1;
    for (int i = 0; i < 2; i++) tr_voxel_light_destroy(context, &lights[i]);
    light_scene_destroy(scene);
}

// Not a test of time: prints what a chunk takes, for whoever works on it (TERRANE_LONG_TESTS=1).
static void prints_what_a_chunk_takes(void **state)
{
    (void)state;
    if (!test_is_long()) skip();
    static const char *const names[LIGHT_KINDS] = {"open", "caves", "sponge", "sparse", "solid"};
    const int32_t size[3] = {6, 4, 6};
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        tr_context_def def = test_context_def(1);
        def.isa = (tr_isa)isa;
        tr_context *with = tr_context_create(&def, NULL);
        for (int kind = 0; kind < LIGHT_KINDS; kind++) {
            light_scene *scene = light_scene_create(with, size, (light_scene_kind)kind, 9);
            tr_voxel_light lights[32];
            clock_t best = 0;
            for (int turn = 0; turn < 8; turn++) {
                const clock_t start = clock();
                assert_true(tr_voxel_light_box(with, &(tr_voxel_light_input){&scene->box, scene->chunks, scene->sky},
                                               NULL, lights, NULL));
                const clock_t took = clock() - start;
                if (turn == 0 || took < best) best = took;
                for (int i = 0; i < 32; i++) tr_voxel_light_destroy(with, &lights[i]);
            }
            printf("%s %s: %.4f ms per chunk\n", tr_isa_name((tr_isa)isa), names[kind],
                   (double)best * 1e3 / CLOCKS_PER_SEC / 32);
            light_scene_destroy(scene);
        }
        tr_context_destroy(with);
    }
}

TEST_GROUP(light)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equals_a_flood_fill_on_every_isa, set_up, tear_down),
        cmocka_unit_test_setup_teardown(falls_and_spreads_by_the_rules, set_up, tear_down),
        cmocka_unit_test_setup_teardown(boxes_that_have_no_inside_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(failing_memory_leaves_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(prints_what_a_chunk_takes, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
