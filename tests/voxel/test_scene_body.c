// What a ray and a body meet in a scene.
#include <math.h>
#include <stdlib.h>

#include "cmocka_test.h"
#include "scene_world.h"
#include "test_context.h"
#include "test_effort.h"

static tr_context *context;
static scene_world world;
static tr_voxel_scene *scene;

static int set_up(void **state)
{
    (void)state;
    context = test_context(2);
    scene_world_open(&world, context);
    const tr_voxel_scene_source source = scene_world_source(&world);
    tr_voxel_scene_def def = tr_default_voxel_scene_def();
    def.near_chunks = def.far_chunks = 2;
    def.meshes = false;
    scene = tr_voxel_scene_open(&source, &def, NULL);
    tr_error err;
    if (!tr_voxel_scene_settle(scene, (double[3]){16.0, 16.0, 16.0}, NULL, &err)) fail_msg("%s", err.message);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_voxel_scene_destroy(scene);
    scene_world_close(&world);
    tr_context_destroy(context);
    return 0;
}

static double unit(uint64_t what, int64_t i)
{
    return tr_unit_from_hash(tr_hash_identity(1, what, i, 0, 0));
}

static tr_block block_at(int64_t x, int64_t y, int64_t z)
{
    return tr_voxel_scene_block(scene, &(tr_voxel_at){x, y, z}, NULL);
}

static tr_block_shape shape_at(int64_t x, int64_t y, int64_t z)
{
    return tr_block_info_of(block_at(x, y, z))->shape;
}

// Where a ray enters a cube, by the three slabs; negative when it does not.
static double enter_cube(const int64_t cell[3], const double from[3], const double along[3])
{
    double in = 0.0, out = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        if (along[axis] == 0.0) {
            if (from[axis] < (double)cell[axis] || from[axis] >= (double)cell[axis] + 1.0) return -1.0;
            continue;
        }
        const double a = ((double)cell[axis] - from[axis]) / along[axis];
        const double b = ((double)cell[axis] + 1.0 - from[axis]) / along[axis];
        in = fmax(in, fmin(a, b));
        out = fmin(out, fmax(a, b));
    }
    return in < out ? in : -1.0;
}

// The nearest of all cells around.
static double pick_slowly(const double from[3], const double along[3], double reach, bool liquids)
{
    const int64_t r = (int64_t)ceil(reach) + 1;
    double nearest = INFINITY;
    for (int64_t y = -r; y <= r; y++)
        for (int64_t z = -r; z <= r; z++)
            for (int64_t x = -r; x <= r; x++) {
                const int64_t cell[3] = {(int64_t)floor(from[0]) + x, (int64_t)floor(from[1]) + y,
                                         (int64_t)floor(from[2]) + z};
                const tr_block_shape shape = shape_at(cell[0], cell[1], cell[2]);
                if (shape == TR_SHAPE_EMPTY || (shape == TR_SHAPE_LIQUID && !liquids)) continue;
                const double in = enter_cube(cell, from, along);
                if (in >= 0.0 && in <= reach) nearest = fmin(nearest, in);
            }
    return nearest;
}

static void rays_meet_the_nearest_block(void **state)
{
    (void)state;
    const int64_t rays = test_effort(1500, 20000);
    int64_t hits = 0;
    for (int64_t i = 0; i < rays; i++) {
        const double from[3] = {60.0 * unit(1, i) - 20.0, 50.0 * unit(2, i) - 10.0, 60.0 * unit(3, i) - 20.0};
        double along[3] = {unit(4, i) - 0.5, unit(5, i) - 0.5, unit(6, i) - 0.5};
        if (i % 10 == 0) along[i / 10 % 3] = 0.0;
        const double length = sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
        for (int axis = 0; axis < 3; axis++) along[axis] /= length;
        const bool liquids = i % 2;
        tr_voxel_scene_hit hit;
        const bool met = tr_voxel_scene_pick(scene, from, along, 7.0, liquids, &hit);
        const double expected = pick_slowly(from, along, 7.0, liquids);
        assert_int_equal(met, isfinite(expected));
        if (!met) continue;
        hits++;
        assert_true(fabs(hit.distance - expected) < 1e-9);
        assert_int_equal(hit.what, block_at(hit.block.x, hit.block.y, hit.block.z));
        const int64_t cell[3] = {hit.block.x, hit.block.y, hit.block.z};
        assert_true(fabs(enter_cube(cell, from, along) - expected) < 1e-9);
        // The face looks against the ray, and the ray enters through it.
        const int axis = (int)hit.face / 2;
        assert_true(hit.face % 2 ? along[axis] < 0.0 : along[axis] > 0.0);
        if (hit.distance == 0.0) continue;
        const double plane = (double)cell[axis] + hit.face % 2;
        assert_true(fabs(from[axis] + along[axis] * hit.distance - plane) < 1e-9);
    }
    assert_true(hits > rays / 4);
}

static bool is_solid(tr_block_shape shape)
{
    return shape == TR_SHAPE_CUBE || shape == TR_SHAPE_LEAVES || shape == TR_SHAPE_CLEAR;
}

static bool is_inside_something(const tr_voxel_scene_body *body)
{
    const double half = body->width / 2;
    for (int64_t y = (int64_t)floor(body->position[1]); (double)y < body->position[1] + body->height; y++)
        for (int64_t z = (int64_t)floor(body->position[2] - half); (double)z < body->position[2] + half; z++)
            for (int64_t x = (int64_t)floor(body->position[0] - half); (double)x < body->position[0] + half; x++) {
                bool known;
                const tr_block block = tr_voxel_scene_block(scene, &(tr_voxel_at){x, y, z}, &known);
                if (!known || is_solid(tr_block_info_of(block)->shape)) return true;
            }
    return false;
}

static tr_voxel_scene_body new_body(void)
{
    return (tr_voxel_scene_body){.position = {16.0, 70.0, 16.0}, .width = 0.6, .height = 1.8};
}

static void a_body_never_enters_what_is_solid(void **state)
{
    (void)state;
    tr_voxel_scene_body body = new_body();
    assert_false(is_inside_something(&body));
    int64_t on_ground = 0, in_liquid = 0, lowest = 100;
    const int64_t steps = test_effort(100000, 1000000);
    for (int64_t i = 0; i < steps; i++) {
        const int64_t mood = i / 50;
        const double speed = mood % 23 == 0 ? 400.0 : 8.0;
        const double heading[3] = {speed * (unit(1, mood) - 0.5), speed * (unit(2, mood) - 0.5),
                                   speed * (unit(3, mood) - 0.5)};
        body.flying = mood % 7 == 0;
        tr_voxel_scene_walk(scene, &body, heading, unit(4, i) * (i % 100 == 0 ? 0.3 : 0.02));
        if (is_inside_something(&body))
            fail_msg("step %ld: the body is inside something at %.17g, %.17g, %.17g", (long)i, body.position[0],
                     body.position[1], body.position[2]);
        on_ground += body.on_ground;
        in_liquid += body.in_liquid;
        lowest = (int64_t)body.position[1] < lowest ? (int64_t)body.position[1] : lowest;
    }
    // It has not been stuck.
    assert_true(on_ground > steps / 20);
    assert_true(in_liquid > 0 || TEST_SLOWDOWN > 1);
    assert_true(lowest < 35);
}

static void put(int64_t x, int64_t y, int64_t z, tr_block block)
{
    assert_true(tr_voxel_scene_edit(scene, &(tr_block_edit){{x, y, z}, block}, 1, NULL));
}

// A plain of stone at y 79 with a step, a wall, a pool.
static void build_plain(void)
{
    for (int64_t z = 0; z < 24; z++)
        for (int64_t x = 0; x < 24; x++) {
            put(x, 79, z, TR_BLOCK_STONE);
            for (int64_t y = 80; y < 90; y++)
                if (block_at(x, y, z) != TR_BLOCK_AIR) put(x, y, z, TR_BLOCK_AIR);
        }
    for (int64_t z = 0; z < 24; z++) {
        put(14, 80, z, TR_BLOCK_STONE);
        put(20, 80, z, TR_BLOCK_STONE);
        put(20, 81, z, TR_BLOCK_STONE);
    }
}

static void walk_for(tr_voxel_scene_body *body, double x, double y, double z, double seconds)
{
    for (double t = 0.0; t < seconds; t += 0.02) tr_voxel_scene_walk(scene, body, (double[3]){x, y, z}, 0.02);
}

static void a_body_stands_walks_jumps_and_falls(void **state)
{
    (void)state;
    build_plain();
    tr_voxel_scene_body body = {.position = {5.5, 85.0, 10.5}, .width = 0.6, .height = 1.8};
    walk_for(&body, 0.0, 0.0, 0.0, 3.0);
    assert_true(body.on_ground);
    assert_true(body.position[1] >= 80.0 && body.position[1] < 80.001);
    // A step of one block stops who walks, and lets through who jumps; two stop both.
    walk_for(&body, 4.0, 0.0, 0.0, 4.0);
    assert_true(body.position[0] < 13.7001 && body.position[0] > 13.69);
    walk_for(&body, 4.0, 1.0, 0.0, 4.0);
    walk_for(&body, 0.0, 0.0, 0.0, 2.0);
    assert_true(body.position[0] > 15.0 && body.position[0] < 19.7001);
    // Over the edge.
    walk_for(&body, 0.0, 0.0, -6.0, 4.0);
    walk_for(&body, 0.0, 0.0, 0.0, 4.0);
    assert_true(body.position[1] < 79.0);
}

static void a_body_swims_and_dives(void **state)
{
    (void)state;
    for (int64_t y = 100; y < 108; y++)
        for (int64_t z = 0; z < 8; z++)
            for (int64_t x = 0; x < 8; x++) {
                const bool wall = x == 0 || z == 0 || x == 7 || z == 7 || y == 100;
                put(x, y, z, wall ? TR_BLOCK_STONE : y < 106 ? TR_BLOCK_WATER : TR_BLOCK_AIR);
            }
    tr_voxel_scene_body body = {.position = {4.0, 107.0, 4.0}, .width = 0.6, .height = 1.8};
    walk_for(&body, 0.0, 0.0, 0.0, 5.0);
    assert_true(body.in_liquid && body.eyes_in_liquid);
    assert_true(body.position[1] < 101.01);
    walk_for(&body, 0.0, 3.0, 0.0, 5.0);
    assert_true(body.position[1] > 104.0 && body.position[1] < 107.0);
    assert_false(body.eyes_in_liquid);
}

static void nothing_falls_where_chunks_are_missing(void **state)
{
    (void)state;
    tr_voxel_scene_body body = {.position = {5000.0, 85.0, 10.5}, .width = 0.6, .height = 1.8};
    walk_for(&body, 3.0, 0.0, 1.0, 2.0);
    assert_true(body.position[1] == 85.0);
    // At the edge of what is there, it waits.
    body = new_body();
    body.flying = true;
    walk_for(&body, 3000.0, 0.0, 0.0, 2.0);
    assert_false(is_inside_something(&body));
    assert_true(body.position[0] < 6.0 * 32.0);
}

TEST_GROUP(scene_body)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_meet_the_nearest_block),
        cmocka_unit_test(a_body_never_enters_what_is_solid),
        cmocka_unit_test(a_body_stands_walks_jumps_and_falls),
        cmocka_unit_test(a_body_swims_and_dives),
        cmocka_unit_test(nothing_falls_where_chunks_are_missing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
