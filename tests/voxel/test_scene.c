// Scenes against the world that they hold: streaming, levels, edits, light.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "scene_world.h"
#include "test_context.h"
#include "test_effort.h"

enum { MIB = 1 << 20 };

typedef struct fixture {
    tr_context *context;
    scene_world world;
    tr_voxel_scene *scene;
    uint64_t used_before;
} fixture;

static void open_scene(fixture *f, const tr_voxel_scene_def *def, bool save)
{
    f->context = test_context(2);
    f->used_before = tr_context_memory(f->context).used_bytes;
    scene_world_open(&f->world, f->context);
    f->world.save = save;
    const tr_voxel_scene_source source = scene_world_source(&f->world);
    tr_error err;
    f->scene = tr_voxel_scene_open(&source, def, &err);
    if (!f->scene) fail_msg("%s", err.message);
}

static void close_scene(fixture *f)
{
    tr_voxel_scene_destroy(f->scene);
    scene_world_close(&f->world);
    assert_int_equal(tr_context_memory(f->context).used_bytes, f->used_before);
    tr_context_destroy(f->context);
}

static tr_voxel_scene_def small_def(int32_t near_chunks, int32_t far_chunks)
{
    tr_voxel_scene_def def = tr_default_voxel_scene_def();
    def.near_chunks = near_chunks;
    def.far_chunks = far_chunks;
    return def;
}

static void settle(fixture *f, double x, double y, double z)
{
    tr_error err;
    if (!tr_voxel_scene_settle(f->scene, (double[3]){x, y, z}, NULL, &err)) fail_msg("%s", err.message);
    assert_int_equal(tr_voxel_scene_stats_of(f->scene).missing, 0);
}

static void edit(fixture *f, int64_t x, int64_t y, int64_t z, tr_block block)
{
    tr_error err;
    if (!tr_voxel_scene_edit(f->scene, &(tr_block_edit){{x, y, z}, block}, 1, &err)) fail_msg("%s", err.message);
}

static tr_block block_at(const fixture *f, int64_t x, int64_t y, int64_t z)
{
    bool known;
    const tr_block block = tr_voxel_scene_block(f->scene, &(tr_voxel_at){x, y, z}, &known);
    assert_true(known);
    return block;
}

// --- what a scene should hold, from its blocks alone

static const tr_voxel_scene_chunk *held(const fixture *f, const tr_voxel_at *at)
{
    const tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(f->scene, 0, at);
    assert_non_null(chunk);
    assert_non_null(chunk->blocks);
    return chunk;
}

static void check_blocks_as_generated(const fixture *f, const tr_voxel_at *at)
{
    tr_voxel_chunk expected;
    assert_true(scene_world_chunk(f->context, at, &expected, NULL));
    assert_int_equal(tr_voxel_chunk_hash(&held(f, at)->blocks->chunk), tr_voxel_chunk_hash(&expected));
    tr_voxel_chunk_destroy(f->context, &expected);
}

// A chunk with the edits that were made, whether it is in memory or not.
static void expected_chunk(const fixture *f, const tr_voxel_at *at, tr_voxel_chunk *out)
{
    tr_voxel_chunk generated;
    assert_true(scene_world_chunk(f->context, at, &generated, NULL));
    tr_placed_block *edits = NULL;
    size_t count = 0;
    const tr_voxel_scene_overlay *overlay = tr_voxel_scene_overlay_find(f->scene, at);
    if (f->world.save) assert_true(f->scene->source.read_edits(&f->scene->source, at, &edits, &count, NULL));
    if (overlay) count = (size_t)overlay->count;
    assert_true(tr_chunk_with_edits(f->context, &generated, overlay ? overlay->edits : edits, count, out, NULL));
    tr_voxel_chunk_destroy(f->context, &generated);
    tr_free(f->context, edits);
}

// Light of a column of chunks from the sky down, by a box over all heights.
static void check_light(const fixture *f, int64_t x, int64_t z, int64_t low_y, int64_t high_y)
{
    const tr_voxel_box box = {{x - 1, low_y - 1, z - 1}, {3, (int32_t)(16 - low_y), 3}};
    const size_t count = tr_voxel_box_count(&box);
    tr_voxel_chunk *chunks = calloc(count, sizeof *chunks);
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at at = tr_voxel_box_at(&box, i);
        expected_chunk(f, &at, &chunks[i]);
    }
    tr_voxel_sky sky[9];
    memset(sky, 255, sizeof sky);
    tr_voxel_light *lights = calloc(count, sizeof *lights);
    assert_true(tr_voxel_light_box(f->context, &(tr_voxel_light_input){&box, chunks, sky}, NULL, lights, NULL));
    for (int64_t y = low_y; y <= high_y; y++) {
        const tr_voxel_light *expected = &lights[y - low_y];
        for (int p = 0; p < TR_VOXEL_COUNT; p++) {
            bool known;
            const tr_voxel_at at = {x * 32 + p % 32, y * 32 + p / 1024, z * 32 + p / 32 % 32};
            const tr_light found = tr_voxel_scene_light(f->scene, &at, &known);
            assert_true(known);
            const tr_light wanted = expected->values ? expected->values[p] : expected->uniform;
            if (found != wanted)
                fail_msg("light at %ld, %ld, %ld: %04x, not %04x", (long)at.x, (long)at.y, (long)at.z, found, wanted);
        }
    }
    for (size_t i = 0; i < count; i++) {
        tr_voxel_chunk_destroy(f->context, &chunks[i]);
        tr_voxel_light_destroy(f->context, &lights[i]);
    }
    free(chunks);
    free(lights);
}

// Every mesh of level 0 is what its blocks and lights give now.
static void check_meshes(const fixture *f)
{
    const tr_voxel_scene_ring *ring = &f->scene->rings[0];
    tr_voxel_at at;
    for (at.y = ring->low.y; at.y < ring->high.y; at.y++)
        for (at.z = ring->low.z; at.z < ring->high.z; at.z++)
            for (at.x = ring->low.x; at.x < ring->high.x; at.x++) {
                const tr_voxel_scene_chunk *chunk = held(f, &at);
                assert_true(chunk->has_mesh);
                if (chunk->mesh.count == 0) continue;
                tr_voxel_around around;
                for (int i = 0; i < 27; i++) {
                    const tr_voxel_at next = tr_at_around(&at, i);
                    around.chunks[i] = &held(f, &next)->blocks->chunk;
                    around.lights[i] = &held(f, &next)->light->light;
                }
                const uint64_t hash = scene_world_mesh_hash(&around, chunk->borders);
                assert_memory_equal(chunk->mesh.quads->light, &hash, sizeof hash);
            }
}

static void holds_what_is_generated(void **state)
{
    (void)state;
    fixture f;
    const tr_voxel_scene_def def = small_def(2, 2);
    open_scene(&f, &def, false);
    settle(&f, 100.0, 20.0, -70.0);
    tr_voxel_at at;
    for (at.y = -2; at.y <= 2; at.y++)
        for (at.z = -5; at.z <= -1; at.z++)
            for (at.x = 1; at.x <= 5; at.x++) check_blocks_as_generated(&f, &at);
    check_light(&f, 3, -3, -2, 2);
    check_light(&f, 1, -5, -2, 2);
    check_light(&f, 5, -1, -2, 2);
    check_meshes(&f);
    bool known = true;
    assert_int_equal(tr_voxel_scene_block(f.scene, &(tr_voxel_at){10000, 0, 0}, &known), TR_BLOCK_AIR);
    assert_false(known);
    close_scene(&f);
}

// --- levels

static int parts_over(const tr_voxel_scene_part *parts, size_t count, const tr_voxel_at *chunk)
{
    int covers = 0;
    for (size_t i = 0; i < count; i++) {
        const int32_t level = parts[i].level;
        const tr_voxel_at at = {chunk->x >> level, chunk->y >> level, chunk->z >> level};
        covers += tr_at_equal(&at, &parts[i].at);
    }
    return covers;
}

static int leaves_over(const fixture *f, const tr_voxel_at *chunk, int32_t *out)
{
    int covers = 0;
    for (int32_t level = 0; level < f->scene->level_count; level++) {
        const tr_voxel_at at = {chunk->x >> level, chunk->y >> level, chunk->z >> level};
        if (!tr_voxel_scene_is_leaf(f->scene, level, &at)) continue;
        covers++;
        *out = level;
    }
    return covers;
}

// Faces between levels are drawn whatever lies beyond, faces within a level are not.
static void check_borders(const fixture *f, int32_t level, const tr_voxel_at *at)
{
    static const int steps[6][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
    const tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(f->scene, level, at);
    for (int face = 0; face < 6; face++) {
        const tr_voxel_at next = {at->x + steps[face][0], at->y + steps[face][1], at->z + steps[face][2]};
        const bool in_world =
            (next.y + 1) * (32 << level) > SCENE_WORLD_BOTTOM && next.y * (32 << level) < SCENE_WORLD_TOP;
        const bool other = in_world && !tr_voxel_scene_is_leaf(f->scene, level, &next);
        assert_int_equal(chunk->borders >> face & 1, other);
    }
}

static void levels_cover_every_place_once(void **state)
{
    (void)state;
    static const double eyes[][3] = {{0.0, 10.0, 0.0}, {1000.5, 40.0, -333.0}, {-7777.0, 250.0, 31.9}};
    fixture f;
    const tr_voxel_scene_def def = small_def(2, TEST_SLOWDOWN > 1 ? 9 : 13);
    open_scene(&f, &def, false);
    for (int i = 0; i < (TEST_SLOWDOWN > 1 ? 1 : 3); i++) {
        settle(&f, eyes[i][0], eyes[i][1], eyes[i][2]);
        assert_int_equal(f.scene->level_count, 4);
        const size_t count = tr_voxel_scene_parts(f.scene, NULL, 0, NULL, 0);
        tr_voxel_scene_part *parts = calloc(count, sizeof *parts);
        assert_int_equal(tr_voxel_scene_parts(f.scene, NULL, 0, parts, count), count);
        const tr_voxel_at eye = f.scene->eye_chunk;
        tr_voxel_at at;
        for (at.y = SCENE_WORLD_BOTTOM / 32; at.y < SCENE_WORLD_TOP / 32; at.y++)
            for (at.z = eye.z - def.far_chunks; at.z <= eye.z + def.far_chunks; at.z++)
                for (at.x = eye.x - def.far_chunks; at.x <= eye.x + def.far_chunks; at.x++) {
                    int32_t level = -1;
                    assert_int_equal(leaves_over(&f, &at, &level), 1);
                    const tr_voxel_at leaf = {at.x >> level, at.y >> level, at.z >> level};
                    const tr_voxel_scene_chunk *chunk = tr_voxel_scene_find(f.scene, level, &leaf);
                    assert_int_equal(parts_over(parts, count, &at), chunk->blocks->chunk.filled > 0);
                    check_borders(&f, level, &leaf);
                }
        free(parts);
    }
    close_scene(&f);
}

static void a_frustum_leaves_out_what_is_behind(void **state)
{
    (void)state;
    fixture f;
    const tr_voxel_scene_def def = small_def(2, 4);
    open_scene(&f, &def, false);
    settle(&f, 16.0, 16.0, 16.0);
    const size_t all = tr_voxel_scene_parts(f.scene, NULL, 0, NULL, 0);
    const double east[1][4] = {{1.0, 0.0, 0.0, 0.0}}, nothing[1][4] = {{1.0, 0.0, 0.0, -1e6}};
    const size_t half = tr_voxel_scene_parts(f.scene, east, 1, NULL, 0);
    assert_true(half > all / 4 && half < all);
    assert_int_equal(tr_voxel_scene_parts(f.scene, nothing, 1, NULL, 0), 0);
    tr_voxel_scene_part *parts = calloc(half, sizeof *parts);
    tr_voxel_scene_parts(f.scene, east, 1, parts, half);
    for (size_t i = 0; i < half; i++) assert_true((parts[i].at.x + 1) * (32 << parts[i].level) >= 16);
    free(parts);
    close_scene(&f);
}

// While chunks come, no place is drawn twice.
static void nothing_is_drawn_twice_on_the_way(void **state)
{
    (void)state;
    fixture f;
    const tr_voxel_scene_def def = small_def(1, 6);
    open_scene(&f, &def, false);
    const int64_t turns = test_effort(60, 2000);
    for (int64_t turn = 0; turn < turns; turn++) {
        const double x = 23.0 * (double)turn, z = 300.0 * sin((double)turn / 9.0);
        assert_true(tr_voxel_scene_update(f.scene, (double[3]){x, 20.0, z}, NULL));
        if (turn % 7 == 0) settle(&f, x, 20.0, z);
        const size_t count = tr_voxel_scene_parts(f.scene, NULL, 0, NULL, 0);
        tr_voxel_scene_part *parts = calloc(count + 1, sizeof *parts);
        tr_voxel_scene_parts(f.scene, NULL, 0, parts, count);
        const tr_voxel_at eye = f.scene->eye_chunk;
        tr_voxel_at at;
        for (at.y = -3; at.y < 4; at.y++)
            for (at.z = eye.z - 5; at.z <= eye.z + 5; at.z++)
                for (at.x = eye.x - 5; at.x <= eye.x + 5; at.x++) assert_true(parts_over(parts, count, &at) <= 1);
        free(parts);
    }
    close_scene(&f);
}

// --- memory

static void a_long_walk_stays_within_its_budget(void **state)
{
    (void)state;
    fixture f;
    tr_voxel_scene_def def = small_def(TEST_SLOWDOWN > 1 ? 1 : 2, TEST_SLOWDOWN > 1 ? 4 : 12);
    def.budget_bytes = (TEST_SLOWDOWN > 1 ? 24 : 64) * MIB;
    open_scene(&f, &def, false);
    const uint64_t wanted = (uint64_t)test_effort(4000, 100000) + 1000;
    edit(&f, 3, 60, 3, TR_BLOCK_LAMP);
    double x = 0.0, z = 0.0;
    for (int64_t turn = 0; tr_voxel_scene_stats_of(f.scene).made < wanted; turn++) {
        x += 9.0;
        z += 6.0 * sin((double)turn / 20.0);
        tr_error err;
        if (!tr_voxel_scene_update(f.scene, (double[3]){x, 25.0, z}, &err)) fail_msg("%s", err.message);
        const tr_voxel_scene_stats stats = tr_voxel_scene_stats_of(f.scene);
        assert_true(stats.bytes <= def.budget_bytes);
        // What batches need while they run, and what is lost between blocks, is not held by the scene.
        assert_true(tr_context_memory(f.context).used_bytes <= def.budget_bytes + 24 * MIB);
        if (turn % 16 != 15) continue;
        if (!tr_voxel_scene_settle(f.scene, (double[3]){x, 25.0, z}, NULL, &err)) fail_msg("%s", err.message);
        assert_true(tr_voxel_scene_stats_of(f.scene).bytes <= def.budget_bytes);
        const tr_voxel_at eye = f.scene->eye_chunk;
        tr_voxel_at at;
        for (at.y = eye.y - 1; at.y <= eye.y + 1; at.y++)
            for (at.z = eye.z - 2; at.z <= eye.z + 2; at.z += 2)
                for (at.x = eye.x - 2; at.x <= eye.x + 2; at.x += 2) check_blocks_as_generated(&f, &at);
    }
    assert_true(tr_voxel_scene_stats_of(f.scene).dropped > 0);
    // The edit was dropped with its chunk, and comes back.
    settle(&f, 3.0, 60.0, 3.0);
    assert_int_equal(block_at(&f, 3, 60, 3), TR_BLOCK_LAMP);
    close_scene(&f);
}

static void a_budget_that_is_too_small_is_told_and_kept(void **state)
{
    (void)state;
    fixture f;
    tr_voxel_scene_def def = small_def(4, 16);
    def.budget_bytes = 12 * MIB;
    open_scene(&f, &def, false);
    tr_error err;
    assert_false(tr_voxel_scene_settle(f.scene, (double[3]){0.0, 0.0, 0.0}, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
    assert_true(tr_voxel_scene_stats_of(f.scene).bytes <= def.budget_bytes);
    assert_true(tr_voxel_scene_stats_of(f.scene).chunks > 0);
    // The nearest are there.
    check_blocks_as_generated(&f, &(tr_voxel_at){0, 0, 0});
    close_scene(&f);
}

// --- edits

static void edits_can_be_taken_back_and_done_again(void **state)
{
    (void)state;
    fixture f;
    const tr_voxel_scene_def def = small_def(1, 1);
    open_scene(&f, &def, false);
    settle(&f, 0.0, 0.0, 0.0);
    tr_error err;
    assert_false(tr_voxel_scene_undo(f.scene, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FOUND);
    const tr_block before = block_at(&f, 5, 30, 5);
    edit(&f, 5, 30, 5, TR_BLOCK_BRICKS);
    edit(&f, 5, 30, 5, TR_BLOCK_GLASS);
    const tr_block_edit twice[3] = {
        {{5, 30, 5}, TR_BLOCK_SAND}, {{-1, 30, 5}, TR_BLOCK_SAND}, {{5, 30, 5}, TR_BLOCK_LAMP}};
    assert_true(tr_voxel_scene_edit(f.scene, twice, 3, NULL));
    assert_int_equal(block_at(&f, 5, 30, 5), TR_BLOCK_LAMP);
    assert_true(tr_voxel_scene_undo(f.scene, NULL));
    assert_int_equal(block_at(&f, 5, 30, 5), TR_BLOCK_GLASS);
    assert_int_equal(block_at(&f, -1, 30, 5), scene_world_block(-1, 30, 5));
    assert_true(tr_voxel_scene_undo(f.scene, NULL));
    assert_int_equal(block_at(&f, 5, 30, 5), TR_BLOCK_BRICKS);
    assert_true(tr_voxel_scene_undo(f.scene, NULL));
    assert_int_equal(block_at(&f, 5, 30, 5), before);
    for (int i = 0; i < 3; i++) assert_true(tr_voxel_scene_redo(f.scene, NULL));
    assert_int_equal(block_at(&f, 5, 30, 5), TR_BLOCK_LAMP);
    assert_int_equal(block_at(&f, -1, 30, 5), TR_BLOCK_SAND);
    assert_false(tr_voxel_scene_redo(f.scene, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FOUND);
    assert_true(tr_voxel_scene_undo(f.scene, NULL));
    edit(&f, 0, 31, 0, TR_BLOCK_LAMP);
    assert_false(tr_voxel_scene_redo(f.scene, NULL));
    close_scene(&f);
}

static void the_limits_of_the_world_are_named(void **state)
{
    (void)state;
    fixture f;
    const tr_voxel_scene_def def = small_def(1, 1);
    open_scene(&f, &def, false);
    settle(&f, 0.0, -90.0, 0.0);
    static const int64_t heights[] = {SCENE_WORLD_BOTTOM - 1, SCENE_WORLD_TOP};
    for (int i = 0; i < 2; i++) {
        // The first edit is fine, but all or none is done.
        const tr_block_edit edits[2] = {{{1, -90, 1}, TR_BLOCK_LAMP}, {{0, heights[i], 0}, TR_BLOCK_STONE}};
        tr_error err;
        assert_false(tr_voxel_scene_edit(f.scene, edits, 2, &err));
        assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(err.message, "-96"));
        assert_non_null(strstr(err.message, "255"));
        assert_int_equal(block_at(&f, 1, -90, 1), scene_world_block(1, -90, 1));
    }
    tr_error err;
    assert_false(tr_voxel_scene_edit(f.scene, &(tr_block_edit){{0, 0, 0}, 4000}, 1, &err));
    assert_non_null(strstr(err.message, "4000"));
    assert_false(tr_voxel_scene_edit(f.scene, &(tr_block_edit){{INT64_C(1) << 45, 0, 0}, 1}, 1, &err));
    edit(&f, 0, SCENE_WORLD_BOTTOM, 0, TR_BLOCK_AIR);
    edit(&f, 0, SCENE_WORLD_TOP - 1, 0, TR_BLOCK_STONE);
    assert_int_equal(block_at(&f, 0, SCENE_WORLD_BOTTOM, 0), TR_BLOCK_AIR);
    close_scene(&f);
}

// Light and meshes after many edits are those of a scene that was never edited step by step.
static void check_light_after_edits(bool save)
{
    static const tr_block some[] = {TR_BLOCK_AIR,  TR_BLOCK_STONE, TR_BLOCK_LAMP, TR_BLOCK_AIR,
                                    TR_BLOCK_LAVA, TR_BLOCK_GLASS, TR_BLOCK_AIR,  TR_BLOCK_OAK_LEAVES};
    fixture f;
    const tr_voxel_scene_def def = small_def(1, 1);
    open_scene(&f, &def, save);
    settle(&f, 16.0, 16.0, 16.0);
    const int64_t turns = test_effort(40, 3000);
    for (int64_t turn = 0; turn < turns; turn++) {
        tr_block_edit edits[8];
        for (int i = 0; i < 8; i++) {
            // Also in chunks that have no light, or are not there at all.
            const int64_t spread = turn % 4 == 0 ? 200 : 40;
            int64_t place[3];
            for (int axis = 0; axis < 3; axis++)
                place[axis] =
                    16 - spread / 2 + (int64_t)(tr_hash_identity(3, (uint64_t)turn, i, axis, 0) % (uint64_t)spread);
            if (place[1] < SCENE_WORLD_BOTTOM) place[1] = SCENE_WORLD_BOTTOM;
            edits[i] =
                (tr_block_edit){{place[0], place[1], place[2]}, some[tr_hash_identity(3, (uint64_t)turn, i, 5, 5) % 8]};
        }
        tr_error err;
        if (!tr_voxel_scene_edit(f.scene, edits, 8, &err)) fail_msg("%s", err.message);
        if (turn % 3 == 0) tr_voxel_scene_update(f.scene, (double[3]){16.0, 16.0, 16.0}, NULL);
        if (turn % 5 == 0) tr_voxel_scene_undo(f.scene, NULL);
        // Holes under the sky and roofs over them, far above.
        const tr_voxel_at column = {turn % 40, 0, turn / 2 % 40};
        for (int64_t y = 60; y > -20 && turn % 10 == 3; y--) edit(&f, column.x, y, column.z, TR_BLOCK_AIR);
        if (turn % 10 == 7) edit(&f, column.x, 210, column.z, TR_BLOCK_STONE);
        if (turn % 20 != 19) continue;
        settle(&f, 16.0, 16.0, 16.0);
        check_meshes(&f);
    }
    settle(&f, 16.0, 16.0, 16.0);
    check_meshes(&f);
    for (int64_t x = -1; x <= 1; x += 2)
        for (int64_t z = 0; z <= 1; z++) check_light(&f, x, z, -1, 1);
    close_scene(&f);
}

static void light_follows_edits(void **state)
{
    (void)state;
    check_light_after_edits(false);
}

static void light_follows_edits_of_a_save(void **state)
{
    (void)state;
    check_light_after_edits(true);
}

static void edits_of_a_save_come_back(void **state)
{
    (void)state;
    fixture f;
    const tr_voxel_scene_def def = small_def(1, 1);
    open_scene(&f, &def, true);
    settle(&f, 0.0, 20.0, 0.0);
    edit(&f, 7, 30, 7, TR_BLOCK_BRICKS);
    edit(&f, 500, 30, 7, TR_BLOCK_BRICKS);
    tr_voxel_scene_destroy(f.scene);
    const tr_voxel_scene_source source = scene_world_source(&f.world);
    f.scene = tr_voxel_scene_open(&source, &def, NULL);
    settle(&f, 0.0, 20.0, 0.0);
    assert_int_equal(block_at(&f, 7, 30, 7), TR_BLOCK_BRICKS);
    settle(&f, 500.0, 20.0, 0.0);
    assert_int_equal(block_at(&f, 500, 30, 7), TR_BLOCK_BRICKS);
    close_scene(&f);
}

// --- failures

static void a_batch_that_fails_is_asked_for_again(void **state)
{
    (void)state;
    fixture f;
    const tr_voxel_scene_def def = small_def(1, 3);
    open_scene(&f, &def, false);
    f.world.fail_generate = 2;
    int failures = 0;
    tr_error err;
    while (!tr_voxel_scene_settle(f.scene, (double[3]){0.0, 0.0, 0.0}, NULL, &err)) {
        assert_non_null(strstr(err.message, "wants this batch to fail"));
        failures++;
        assert_true(failures <= 2);
    }
    assert_true(failures > 0);
    check_blocks_as_generated(&f, &(tr_voxel_at){0, 0, 0});
    close_scene(&f);
}

static void failing_memory_loses_nothing(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    scene_world world;
    scene_world_open(&world, context);
    const tr_voxel_scene_source source = scene_world_source(&world);
    const tr_voxel_scene_def def = small_def(1, 1);
    for (int64_t i = 0; i < test_effort(40, 400); i++) {
        tr_voxel_scene *scene = tr_voxel_scene_open(&source, &def, NULL);
        assert_non_null(scene);
        allocator.allocations = 0;
        allocator.fail_at = 10 + 3 * i;
        const double eye[3] = {0.0, 230.0, 0.0};
        for (int turn = 0; turn < 3; turn++) tr_voxel_scene_update(scene, eye, NULL);
        tr_voxel_scene_edit(scene, &(tr_block_edit){{1, 230, 1}, TR_BLOCK_LAMP}, 1, NULL);
        allocator.fail_at = -1;
        tr_error err;
        bool settled = false;
        for (int turn = 0; turn < 4 && !settled; turn++) settled = tr_voxel_scene_settle(scene, eye, NULL, &err);
        if (!settled) fail_msg("%s", err.message);
        tr_voxel_scene_destroy(scene);
    }
    scene_world_close(&world);
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    fixture f;
    tr_voxel_scene_def def = small_def(2, 4);
    open_scene(&f, &def, false);
    const tr_voxel_scene_source source = scene_world_source(&f.world);
    tr_error err;
    def.near_chunks = 33;
    assert_null(tr_voxel_scene_open(&source, &def, &err));
    assert_non_null(strstr(err.message, "33"));
    def = small_def(5, 4);
    assert_null(tr_voxel_scene_open(&source, &def, &err));
    def = small_def(2, 4);
    def.jobs = 0;
    assert_null(tr_voxel_scene_open(&source, &def, &err));
    assert_false(tr_voxel_scene_set_range(f.scene, 2, 2000, &err));
    assert_false(tr_voxel_scene_update(f.scene, (double[3]){NAN, 0.0, 0.0}, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    assert_false(tr_voxel_scene_update(f.scene, (double[3]){0.0, 0.0, 1e15}, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    close_scene(&f);
}

TEST_GROUP(scene)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_is_generated),
        cmocka_unit_test(levels_cover_every_place_once),
        cmocka_unit_test(a_frustum_leaves_out_what_is_behind),
        cmocka_unit_test(nothing_is_drawn_twice_on_the_way),
        cmocka_unit_test(a_long_walk_stays_within_its_budget),
        cmocka_unit_test(a_budget_that_is_too_small_is_told_and_kept),
        cmocka_unit_test(edits_can_be_taken_back_and_done_again),
        cmocka_unit_test(the_limits_of_the_world_are_named),
        cmocka_unit_test(light_follows_edits),
        cmocka_unit_test(light_follows_edits_of_a_save),
        cmocka_unit_test(edits_of_a_save_come_back),
        cmocka_unit_test(a_batch_that_fails_is_asked_for_again),
        cmocka_unit_test(failing_memory_loses_nothing),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
