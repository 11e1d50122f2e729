// Quads as triangles: places, normals, colours and diagonals.
#include <math.h>
#include <string.h>

#include "counting_context.h"
#include "terrane/voxel.h"

enum { MIDDLE = 13, DAYLIGHT = TR_LIGHT_MAX << TR_LIGHT_SKY_SHIFT };

static const tr_voxel_paint plain_paint = {.origin = {10, 20, 30}, .cell_m = 0.5, .daylight = 1};

// The mesh of blocks that are given by place; the rest is air.
static tr_voxel_mesh mesh_of(const int (*places)[4], size_t count)
{
    static tr_block blocks[TR_VOXEL_COUNT];
    memset(blocks, 0, sizeof blocks);
    for (size_t i = 0; i < count; i++)
        blocks[places[i][0] + 32 * places[i][2] + 1024 * places[i][1]] = (tr_block)places[i][3];
    tr_voxel_chunk chunk;
    assert_true(tr_voxel_chunk_pack(context, &(tr_voxel_at){0}, blocks, &chunk, NULL));
    const tr_voxel_around around = {.chunks = {[MIDDLE] = &chunk}};
    const tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    tr_voxel_mesh mesh;
    assert_true(tr_voxel_mesh_make(context, &around, &def, &mesh, NULL));
    tr_voxel_chunk_destroy(context, &chunk);
    return mesh;
}

static tr_mesh triangles_of(const tr_voxel_mesh *mesh, unsigned passes, const tr_voxel_paint *paint)
{
    tr_mesh triangles;
    assert_true(tr_voxel_mesh_triangles(context, mesh, passes, paint, &triangles, NULL));
    return triangles;
}

// The area of the triangles, whose turn must be that of their normals.
static double check_turns(const tr_mesh *mesh)
{
    double area = 0;
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        const float *p[3];
        for (int k = 0; k < 3; k++) {
            assert_true(mesh->indices[i + (size_t)k] < mesh->vertex_count);
            p[k] = mesh->positions + 3 * mesh->indices[i + (size_t)k];
        }
        const float *normal = mesh->normals + 3 * mesh->indices[i];
        const double u[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
        const double v[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
        const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        const double twice = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        assert_true(n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2] > 0.999 * twice);
        area += twice / 2;
    }
    return area;
}

static void a_cube_is_closed_and_turned_outwards(void **state)
{
    (void)state;
    tr_voxel_mesh mesh = mesh_of((const int[][4]){{3, 4, 5, TR_BLOCK_GRASS}}, 1);
    tr_mesh cube = triangles_of(&mesh, 1 << TR_PASS_OPAQUE, &plain_paint);
    assert_int_equal(cube.vertex_count, 24);
    assert_true(fabs(check_turns(&cube) - 6 * 0.25) < 1e-6);
    assert_true(cube.origin[0] == 10 && cube.origin[1] == 20 && cube.origin[2] == 30);
    const tr_block_info *info = tr_block_info_of(TR_BLOCK_GRASS);
    for (size_t i = 0; i < cube.vertex_count; i++) {
        // Each face lies on its own side of the middle.
        const float middle[3] = {1.75f, 2.25f, 2.75f}, *p = cube.positions + 3 * i, *n = cube.normals + 3 * i;
        const float out = n[0] * (p[0] - middle[0]) + n[1] * (p[1] - middle[1]) + n[2] * (p[2] - middle[2]);
        assert_true(out == 0.25f);
        assert_memory_equal(cube.colors + 4 * i, n[1] > 0 ? info->top_color : info->side_color, 3);
        assert_int_equal(cube.colors[4 * i + 3], 255);
    }
    tr_mesh_destroy(context, &cube);
    tr_voxel_mesh_destroy(context, &mesh);
}

static void water_is_lower_and_translucent(void **state)
{
    (void)state;
    // A source beside one that flows: the side between them begins where the lower one ends.
    tr_voxel_mesh mesh =
        mesh_of((const int[][4]){{0, 0, 0, TR_BLOCK_WATER}, {1, 0, 0, TR_BLOCK_WATER | 3 << TR_BLOCK_LEVEL_SHIFT}}, 2);
    tr_mesh water = triangles_of(&mesh, 1 << TR_PASS_TRANSLUCENT, &plain_paint);
    const double eighth = 0.5 * 0.5 / 8;
    // Two tops, two bottoms, three sides of 7 eighths and of 3, and 4 eighths between them.
    assert_true(fabs(check_turns(&water) - eighth * (4 * 8 + 3 * 7 + 3 * 3 + 4)) < 1e-6);
    for (size_t i = 0; i < water.vertex_count; i++) assert_in_range(water.colors[4 * i + 3], 1, 254);
    tr_mesh opaque = triangles_of(&mesh, 1 << TR_PASS_OPAQUE | 1 << TR_PASS_SPRITE, &plain_paint);
    assert_int_equal(opaque.vertex_count, 0);
    tr_mesh_destroy(context, &opaque);
    tr_mesh_destroy(context, &water);
    tr_voxel_mesh_destroy(context, &mesh);
}

// Around a pillar the floor has one dark corner in each of four faces: none of them may lie on the diagonal.
static void dark_corners_look_alike(void **state)
{
    (void)state;
    tr_voxel_mesh mesh = {0};
    tr_voxel_quad quads[4];
    for (int dark = 0; dark < 4; dark++)
        quads[dark] = (tr_voxel_quad){.face = TR_FACE_UP,
                                      .width = 1,
                                      .height = 1,
                                      .block = TR_BLOCK_STONE,
                                      .occlusion = (uint8_t)(0xff & ~(3 << 2 * dark)),
                                      .light = {DAYLIGHT, DAYLIGHT, DAYLIGHT, DAYLIGHT}};
    mesh.quads = quads;
    mesh.count = 4;
    for (int pass = 0; pass < TR_PASS_COUNT; pass++) mesh.pass_end[pass] = 4;
    tr_mesh triangles = triangles_of(&mesh, 1 << TR_PASS_OPAQUE, &plain_paint);
    check_turns(&triangles);
    for (uint32_t dark = 0; dark < 4; dark++) {
        int times = 0;
        for (size_t i = 6 * dark; i < 6 * dark + 6; i++) times += triangles.indices[i] == 5 * dark;
        assert_int_equal(times, 1);
        assert_true(triangles.colors[4 * 5 * dark] < triangles.colors[4 * (4 * dark + (dark + 1) % 4)]);
    }
    tr_mesh_destroy(context, &triangles);
}

static void light_is_in_the_colours_where_asked_for(void **state)
{
    (void)state;
    tr_voxel_quad quad = {.face = TR_FACE_UP, .width = 1, .height = 1, .block = TR_BLOCK_SNOW, .occlusion = 0xff};
    tr_voxel_mesh mesh = {.quads = &quad, .count = 1, .pass_end = {1, 1, 1}};
    tr_voxel_paint paint = plain_paint;
    int last = -1;
    paint.baked = true;
    for (int sky = 0; sky <= TR_LIGHT_MAX; sky++) {
        for (int corner = 0; corner < 4; corner++) quad.light[corner] = (tr_light)(sky << TR_LIGHT_SKY_SHIFT);
        tr_mesh lit = triangles_of(&mesh, 1 << TR_PASS_OPAQUE, &paint);
        assert_true(lit.colors[0] > last);
        last = lit.colors[0];
        tr_mesh_destroy(context, &lit);
    }
    assert_int_equal(last, tr_block_info_of(TR_BLOCK_SNOW)->top_color[0]);
    // At night a red lamp is red.
    paint.daylight = 0;
    for (int corner = 0; corner < 4; corner++)
        quad.light[corner] = (tr_light)(DAYLIGHT | TR_LIGHT_MAX << TR_LIGHT_RED_SHIFT);
    tr_mesh night = triangles_of(&mesh, 1 << TR_PASS_OPAQUE, &paint);
    assert_true(night.colors[0] == last && night.colors[1] < 40 && night.colors[2] < 40);
    tr_mesh_destroy(context, &night);
}

static void plants_are_seen_from_both_sides(void **state)
{
    (void)state;
    for (int kind = 0; kind < TR_BLOCK_KIND_COUNT; kind++) {
        if (tr_block_info_of((tr_block)kind)->shape != TR_SHAPE_SPRITE) continue;
        tr_voxel_mesh mesh = mesh_of((const int[][4]){{7, 8, 9, kind}}, 1);
        tr_mesh plant = triangles_of(&mesh, 1 << TR_PASS_SPRITE, &plain_paint);
        assert_true(plant.vertex_count > 0 && plant.index_count == 2 * plant.vertex_count);
        for (size_t i = 0; i < plant.vertex_count; i++)
            for (int axis = 0; axis < 3; axis++) {
                const float low = 0.5f * (float)(7 + axis), at = plant.positions[3 * i + (size_t)axis];
                assert_true(at >= low && at <= low + 0.5f);
            }
        for (size_t i = 0; i < plant.index_count; i += 6) {
            assert_int_equal(plant.indices[i], plant.indices[i + 3]);
            assert_int_equal(plant.indices[i + 1], plant.indices[i + 5]);
            assert_int_equal(plant.indices[i + 2], plant.indices[i + 4]);
        }
        tr_mesh_destroy(context, &plant);
        tr_voxel_mesh_destroy(context, &mesh);
    }
}

TEST_GROUP(mesh_triangles)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_cube_is_closed_and_turned_outwards, set_up, tear_down),
        cmocka_unit_test_setup_teardown(water_is_lower_and_translucent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dark_corners_look_alike, set_up, tear_down),
        cmocka_unit_test_setup_teardown(light_is_in_the_colours_where_asked_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plants_are_seen_from_both_sides, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
