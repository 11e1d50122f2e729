// Light that follows edits against a plain flood fill of the whole piece.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counting_context.h"
#include "light_scene.h"
#include "test_effort.h"
#include "blocks/chunk_edit.h"
#include "voxel/light/light.h"

typedef struct world {
    light_scene *scene;
    tr_voxel_light *lights;
} world;

static int64_t index_of(const light_scene *scene, const tr_voxel_at *at)
{
    const tr_voxel_box *box = &scene->box;
    const int64_t x = at->x - box->low.x, y = at->y - box->low.y, z = at->z - box->low.z;
    if (x < 0 || y < 0 || z < 0 || x >= box->size[0] || y >= box->size[1] || z >= box->size[2]) return -1;
    return x + box->size[0] * (z + box->size[2] * y);
}

static bool find(void *user, const tr_voxel_at *at, tr_light_cell *out)
{
    const world *w = user;
    const int64_t i = index_of(w->scene, at);
    if (i < 0) return false;
    const int64_t columns = (int64_t)w->scene->box.size[0] * w->scene->box.size[2];
    *out = (tr_light_cell){&w->scene->chunks[i], &w->lights[i], &w->scene->sky[i % columns]};
    return true;
}

static bool change(void *user, const tr_voxel_at *at, tr_light_cell *out, tr_error *err)
{
    world *w = user;
    tr_voxel_light *light = &w->lights[index_of(w->scene, at)];
    if (light->values) return true;
    light->values = tr_alloc_array(w->scene->context, TR_VOXEL_COUNT, sizeof *light->values, err);
    if (!light->values) return false;
    for (int i = 0; i < TR_VOXEL_COUNT; i++) light->values[i] = light->uniform;
    out->light = light;
    return true;
}

// Starts from the light of the reference; air and dark stone have none of their own.
static void open_world(world *w, const int32_t size[3], light_scene_kind kind, uint64_t seed)
{
    w->scene = light_scene_create(context, size, kind, seed);
    light_scene_reference(w->scene);
    w->lights = calloc(w->scene->chunk_count, sizeof *w->lights);
    for (size_t i = 0; i < w->scene->chunk_count; i++) {
        const tr_voxel_at at = tr_voxel_box_at(&w->scene->box, i);
        const int x0 = (int)(at.x - w->scene->box.low.x) * TR_VOXEL_SIDE;
        const int y0 = (int)(at.y - w->scene->box.low.y) * TR_VOXEL_SIDE;
        const int z0 = (int)(at.z - w->scene->box.low.z) * TR_VOXEL_SIDE;
        tr_light *values = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *values, NULL);
        bool uniform = true;
        for (int p = 0; p < TR_VOXEL_COUNT; p++) {
            values[p] = w->scene->light[light_scene_at(w->scene, x0 + p % 32, y0 + p / 1024, z0 + p / 32 % 32)];
            uniform = uniform && values[p] == values[0];
        }
        w->lights[i] = (tr_voxel_light){.values = uniform ? NULL : values, .uniform = uniform ? values[0] : 0};
        if (uniform) tr_free(context, values);
    }
}

static void close_world(world *w)
{
    for (size_t i = 0; i < w->scene->chunk_count; i++) tr_voxel_light_destroy(context, &w->lights[i]);
    free(w->lights);
    light_scene_destroy(w->scene);
}

static void check_world(const world *w, const char *when)
{
    light_scene *scene = w->scene;
    light_scene_reference(scene);
    for (int y = 0; y < scene->size[1]; y++)
        for (int z = 0; z < scene->size[2]; z++)
            for (int x = 0; x < scene->size[0]; x++) {
                const tr_voxel_light *light =
                    &w->lights[x / 32 + scene->box.size[0] * (z / 32 + scene->box.size[2] * (y / 32))];
                const tr_light found =
                    light->values ? light->values[x % 32 + 32 * (z % 32) + 1024 * (y % 32)] : light->uniform;
                const tr_light expected = scene->light[light_scene_at(scene, x, y, z)];
                if (found != expected) fail_msg("%s: at %d, %d, %d: %04x, not %04x", when, x, y, z, found, expected);
            }
}

enum { MAX_CHANGES = 64 };

typedef struct edit {
    int x, y, z;
    tr_block block;
} edit;

static void put_block(world *w, const edit *e, tr_light_change *out)
{
    light_scene *scene = w->scene;
    const tr_voxel_at at = {e->x + 32 * scene->box.low.x, e->y + 32 * scene->box.low.y, e->z + 32 * scene->box.low.z};
    const tr_voxel_at chunk_at = {at.x >> 5, at.y >> 5, at.z >> 5};
    tr_voxel_chunk *chunk = &scene->chunks[index_of(scene, &chunk_at)], changed;
    tr_block *block = &scene->blocks[light_scene_at(scene, e->x, e->y, e->z)];
    *out = (tr_light_change){at, *block, e->block};
    *block = e->block;
    const tr_placed_block placed = {(uint16_t)(e->x % 32 + 32 * (e->z % 32) + 1024 * (e->y % 32)), e->block};
    assert_true(tr_chunk_with_edits(context, chunk, &placed, 1, &changed, NULL));
    tr_voxel_chunk_destroy(context, chunk);
    *chunk = changed;
}

static bool run_edits(world *w, const edit *edits, int count, tr_error *err)
{
    tr_light_change changes[MAX_CHANGES];
    for (int i = 0; i < count; i++) put_block(w, &edits[i], &changes[i]);
    const tr_light_field field = {.user = w, .find = find, .change = change};
    bool cut = false;
    return tr_light_update(context, &field, changes, (size_t)count, &cut, err);
}

static void apply(world *w, const edit *edits, int count)
{
    tr_error err;
    if (!run_edits(w, edits, count, &err)) fail_msg("%s", err.message);
}

static void random_edits_give_what_a_flood_fill_gives(void **state)
{
    (void)state;
    static const tr_block some[] = {TR_BLOCK_AIR,  TR_BLOCK_STONE,        TR_BLOCK_OAK_LEAVES, TR_BLOCK_WATER,
                                    TR_BLOCK_LAMP, TR_BLOCK_GLOW_CRYSTAL, TR_BLOCK_GLASS,      TR_BLOCK_LAVA,
                                    TR_BLOCK_AIR,  TR_BLOCK_AIR,          TR_BLOCK_STONE,      TR_BLOCK_GLOW_MUSHROOM};
    const int32_t size[3] = {3, 3, 3};
    const int64_t turns = test_effort(60, 1000);
    for (int kind = 0; kind < LIGHT_KINDS; kind++) {
        world w;
        open_world(&w, size, (light_scene_kind)kind, (uint64_t)kind);
        uint64_t number = 0;
        for (int64_t turn = 0; turn < turns; turn++) {
            // Groups of edits close to each other, so that they meet, and over the borders of chunks.
            const int count = 1 + (int)(tr_hash_identity(7, 1, turn, kind, 0) % 16);
            int middle[3];
            for (int axis = 0; axis < 3; axis++)
                middle[axis] = 6 + (int)(tr_hash_identity(7, 2, turn, kind, axis) % 84);
            edit edits[16];
            for (int i = 0; i < count; i++) {
                int place[3];
                for (int axis = 0; axis < 3; axis++)
                    place[axis] = middle[axis] + (int)(tr_hash_identity(7, 3, (int64_t)number, i, axis) % 11) - 5;
                const size_t which = tr_index_from_hash(tr_hash_identity(7, 4, (int64_t)number, i, 0), 12);
                edits[i] = (edit){place[0], place[1], place[2], some[which]};
                number++;
            }
            apply(&w, edits, count);
            if (turn % 20 == 19 || turn + 1 == turns) check_world(&w, "random edits");
        }
        close_world(&w);
    }
}

static void a_shaft_is_dug_and_roofed(void **state)
{
    (void)state;
    const int32_t size[3] = {3, 4, 3};
    world w;
    open_world(&w, size, LIGHT_OPEN, 5);
    for (int y = 127; y >= 3; y--) apply(&w, &(edit){33, y, 40, TR_BLOCK_AIR}, 1);
    check_world(&w, "a shaft");
    for (int x = 34; x < 60; x++) apply(&w, &(edit){x, 8, 40, TR_BLOCK_AIR}, 1);
    check_world(&w, "a tunnel");
    edit roof[25];
    for (int i = 0; i < 25; i++) roof[i] = (edit){31 + i % 5, 110, 38 + i / 5, TR_BLOCK_STONE};
    apply(&w, roof, 25);
    check_world(&w, "a roof");
    apply(&w, &(edit){34, 8, 40, TR_BLOCK_LAMP}, 1);
    apply(&w, &(edit){40, 9, 40, TR_BLOCK_GLOW_CRYSTAL}, 1);
    apply(&w, &(edit){45, 8, 40, TR_BLOCK_LAVA}, 1);
    check_world(&w, "lamps of three colours");
    apply(&w, &(edit){40, 9, 40, TR_BLOCK_STONE}, 1);
    apply(&w, &(edit){34, 8, 40, TR_BLOCK_AIR}, 1);
    check_world(&w, "one lamp is left");
    apply(&w, &(edit){33, 110, 40, TR_BLOCK_GLASS}, 1);
    check_world(&w, "a window in the roof");
    apply(&w, &(edit){33, 60, 40, TR_BLOCK_WATER}, 1);
    check_world(&w, "water in the shaft");
    // The highest layer: what is above is only known by its columns.
    for (int i = 0; i < 32; i++) apply(&w, &(edit){20 + i, 127, 50, i % 3 ? TR_BLOCK_STONE : TR_BLOCK_OAK_LEAVES}, 1);
    check_world(&w, "a beam under the sky");
    for (int i = 0; i < 32; i++) apply(&w, &(edit){20 + i, 127, 50, TR_BLOCK_AIR}, 1);
    check_world(&w, "no beam");
    close_world(&w);
}

static void failing_memory_is_told(void **state)
{
    (void)state;
    const int32_t size[3] = {3, 3, 3};
    bool done = false;
    for (int64_t i = 0; !done && i < 60; i++) {
        world w;
        open_world(&w, size, LIGHT_SPARSE, 5);
        tr_light_change changed;
        put_block(&w, &(edit){40, 40, 40, TR_BLOCK_LAMP}, &changed);
        const tr_light_field field = {.user = &w, .find = find, .change = change};
        allocator.allocations = 0;
        allocator.fail_at = i;
        bool cut;
        tr_error err;
        done = tr_light_update(context, &field, &changed, 1, &cut, &err);
        allocator.fail_at = -1;
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        close_world(&w);
    }
    assert_true(done);
}

// Not a test of time: prints what an edit takes (TERRANE_LONG_TESTS=1).
static void prints_what_an_edit_takes(void **state)
{
    (void)state;
    if (!test_is_long()) skip();
    const int32_t size[3] = {3, 3, 3};
    world w;
    open_world(&w, size, LIGHT_CAVES, 5);
    double worst_ms = 0.0, sum_ms = 0.0;
    for (int i = 0; i < 2000; i++) {
        const edit e = {20 + (int)(tr_hash_identity(1, 1, i, 0, 0) % 60),
                        20 + (int)(tr_hash_identity(1, 2, i, 0, 0) % 60),
                        20 + (int)(tr_hash_identity(1, 3, i, 0, 0) % 60),
                        i % 3 == 0   ? TR_BLOCK_LAMP
                        : i % 3 == 1 ? TR_BLOCK_AIR
                                     : TR_BLOCK_STONE};
        tr_light_change changed;
        put_block(&w, &e, &changed);
        const tr_light_field field = {.user = &w, .find = find, .change = change};
        bool cut;
        const clock_t start = clock();
        assert_true(tr_light_update(context, &field, &changed, 1, &cut, NULL));
        const double ms = (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC;
        sum_ms += ms;
        if (ms > worst_ms) worst_ms = ms;
    }
    printf("an edit takes %.3f ms, %.3f ms at most\n", sum_ms / 2000, worst_ms);
    close_world(&w);
}

TEST_GROUP(light_update)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(random_edits_give_what_a_flood_fill_gives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_shaft_is_dug_and_roofed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(failing_memory_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(prints_what_an_edit_takes, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
