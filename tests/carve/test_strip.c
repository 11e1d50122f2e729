// Strips: vertices in the carved bed, triangles that face up and do not overlap, texture coordinates along the path,
// areas filled.
#include "counting_context.h"

#include "carving_scene.h"
#include "test_effort.h"

static tr_mesh make_strip(const tr_carving *carving, tr_path_id id, const tr_strip_def *def)
{
    tr_mesh mesh;
    tr_error err = {0};
    if (!tr_carving_strip(carving, id, def, &mesh, &err)) fail_msg("%s", err.message);
    assert_true(mesh.vertex_count > 0 && mesh.index_count > 0 && mesh.index_count % 3 == 0);
    return mesh;
}

typedef struct vertex {
    double x, y, z;
} vertex;

static vertex vertex_of(const tr_mesh *mesh, size_t i)
{
    const float *p = mesh->positions + 3 * i;
    return (vertex){mesh->origin[0] + (double)p[0], mesh->origin[1] + (double)p[1], mesh->origin[2] + (double)p[2]};
}

typedef struct sample {
    float height, strength, water;
} sample;

// What the carving has at the nearest place that samples can have.
static sample sample_at(const tr_carving *carving, double x_m, double z_m)
{
    const tr_sample_area area = {llround(x_m * TR_UNITS_PER_METRE), llround(z_m * TR_UNITS_PER_METRE), 1, 1,
                                 1.0 / TR_UNITS_PER_METRE};
    sample out = {0};
    const tr_carve_channels channels = {.height = {&out.height, 1, 1, 1, 1, 1},
                                        .strength = {&out.strength, 1, 1, 1, 1, 1},
                                        .water = {&out.water, 1, 1, 1, 1, 1}};
    assert_true(tr_carving_evaluate(carving, &area, NULL, &channels, NULL));
    return out;
}

// A path of given places, alone on the hills.
typedef struct lone_path {
    tr_carving *carving;
    tr_path_id id;
} lone_path;

static lone_path make_path(tr_path_kind kind, double smoothness, const double *places, int32_t count)
{
    tr_path_vertex vertices[64];
    for (int32_t i = 0; i < count; i++) vertices[i] = tr_path_vertex_at(places[2 * i], places[2 * i + 1]);
    tr_path_def def = tr_default_path_def(kind);
    def.vertices = vertices;
    def.vertex_count = count;
    def.smoothness = smoothness;
    lone_path path = {.carving = scene_carving(context, scene_hills, NULL)};
    path.id = scene_add(path.carving, &def);
    scene_commit(path.carving);
    return path;
}

static const double winding[] = {20, 80, 150, 130, 240, 60, 330, 150, 300, 260, 420, 330, 560, 300};
static const double hairpin[] = {0, 0, 120, 10, 160, 14, 160, 22, 120, 26, 0, 60};
static const double corners[] = {0, 0, 60, 0, 60, 50, 10, 80, 90, 85, 95, 30};

// ---------------------------------------------------------------------------------------------------------
// The bed

// Lowest and highest bed of the four nearest places that samples can have, and the least strength.
static void bed_around(const tr_carving *carving, double x_m, double z_m, float heights[2], float *strength)
{
    const tr_sample_area area = {(int64_t)floor(x_m * TR_UNITS_PER_METRE), (int64_t)floor(z_m * TR_UNITS_PER_METRE), 2,
                                 2, 1.0 / TR_UNITS_PER_METRE};
    float bed[4], strengths[4];
    const tr_carve_channels channels = {.height = {bed, 2, 2, 1, 2, 4}, .strength = {strengths, 2, 2, 1, 2, 4}};
    assert_true(tr_carving_evaluate(carving, &area, NULL, &channels, NULL));
    heights[0] = heights[1] = bed[0];
    *strength = strengths[0];
    for (int i = 1; i < 4; i++) {
        heights[0] = fminf(heights[0], bed[i]);
        heights[1] = fmaxf(heights[1], bed[i]);
        *strength = fminf(*strength, strengths[i]);
    }
}

// How many vertices were where the path carves at full strength.
static size_t assert_in_bed(const lone_path *path, const tr_mesh *mesh)
{
    size_t full = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const vertex v = vertex_of(mesh, i);
        float heights[2], strength;
        bed_around(path->carving, v.x, v.z, heights, &strength);
        assert_true(strength > 0.99f);  // also on the edge, where a sample may lie outside
        if (strength < 0.99999f) continue;
        full++;
        if (!(v.y > (double)heights[0] - 1e-3 && v.y < (double)heights[1] + 1e-3))
            fail_msg("vertex %zu at %.3f, %.3f: %.5f over a bed of %.5f", i, v.x, v.z, v.y, (double)heights[0]);
    }
    return full;
}

static void vertices_lie_in_the_bed(void **state)
{
    (void)state;
    const tr_path_kind kinds[] = {TR_PATH_ROAD, TR_PATH_RAIL, TR_PATH_TRACK};
    for (int k = 0; k < 9; k++) {
        const double *places = k < 3 ? winding : k < 6 ? hairpin : corners;
        const double smoothness = k < 6 ? 1 : 0;
        lone_path path = make_path(kinds[k % 3], smoothness, places, k < 3 ? 7 : 6);
        tr_strip_def def = tr_default_strip_def();
        def.across = 1 + k % 4;
        tr_mesh mesh = make_strip(path.carving, path.id, &def);
        const size_t full = assert_in_bed(&path, &mesh);
        assert_true(full > mesh.vertex_count * 9 / 10);
        tr_mesh_destroy(context, &mesh);
        tr_carving_destroy(path.carving);
    }
}

static void a_lift_raises_all(void **state)
{
    (void)state;
    lone_path path = make_path(TR_PATH_ROAD, 1, winding, 7);
    tr_strip_def def = tr_default_strip_def();
    tr_mesh low = make_strip(path.carving, path.id, &def);
    def.lift_m = 0.25;
    tr_mesh high = make_strip(path.carving, path.id, &def);
    assert_int_equal(low.vertex_count, high.vertex_count);
    for (size_t i = 0; i < low.vertex_count; i++)
        assert_true(fabs(vertex_of(&high, i).y - vertex_of(&low, i).y - 0.25) < 1e-5);
    tr_mesh_destroy(context, &low);
    tr_mesh_destroy(context, &high);
    tr_carving_destroy(path.carving);
}

static void water_is_level_across(void **state)
{
    (void)state;
    lone_path path = make_path(TR_PATH_RIVER, 1, winding, 7);
    tr_strip_def def = tr_default_strip_def();
    def.across = 4;
    tr_mesh mesh = make_strip(path.carving, path.id, &def);
    for (size_t i = 0; i < mesh.vertex_count; i++) {
        const vertex v = vertex_of(&mesh, i), first = vertex_of(&mesh, i - i % 5);
        assert_true(v.y == first.y);
        if (i % 5 == 0 || i % 5 == 4) continue;  // the very edge of the water
        const sample bed = sample_at(path.carving, v.x, v.z);
        assert_true(fabs(v.y - (double)bed.water) < 1e-3);
        assert_true((double)bed.height < v.y);
    }
    tr_mesh_destroy(context, &mesh);
    tr_carving_destroy(path.carving);
}

static void bridges_are_part_of_it(void **state)
{
    (void)state;
    double level_m = 50;
    tr_carving *carving = scene_carving(context, scene_plain, &level_m);
    const double river[] = {300, -200, 300, 200}, road[] = {0, 0, 600, 0};
    scene_add_line(carving, TR_PATH_RIVER, river, 2);
    const tr_path_id id = scene_add_line(carving, TR_PATH_ROAD, road, 2);
    scene_commit(carving);
    assert_int_equal(tr_carving_crossing_count(carving), 1);
    const tr_crossing crossing = tr_carving_crossing_at(carving, 0);
    assert_true(crossing.bridge);
    const tr_strip_def def = tr_default_strip_def();
    tr_mesh mesh = make_strip(carving, id, &def);
    size_t over = 0;
    double area = 0;
    for (size_t i = 0; i < mesh.vertex_count; i++) {
        const vertex v = vertex_of(&mesh, i);
        if (v.x < crossing.from_m || v.x > crossing.to_m) continue;
        over++;
        assert_true(v.y > crossing.lower_m + 1);
        if (fabs(v.x - 300) < 1) assert_true(fabs(v.y - crossing.upper_m) < 0.05);
    }
    for (size_t i = 0; i < mesh.index_count; i += 3) {
        const vertex a = vertex_of(&mesh, mesh.indices[i]), b = vertex_of(&mesh, mesh.indices[i + 1]);
        const vertex c = vertex_of(&mesh, mesh.indices[i + 2]);
        area += 0.5 * ((b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z));
    }
    assert_true(over >= 6);
    assert_true(fabs(area - 600 * 7) < 0.1);
    tr_mesh_destroy(context, &mesh);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Triangles

static double turn(vertex a, vertex b, double x, double z)
{
    return (b.z - a.z) * (x - a.x) - (b.x - a.x) * (z - a.z);
}

// Triangles that a place lies well inside of.
static int cover_of(const tr_mesh *mesh, double x, double z)
{
    int count = 0;
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        const vertex a = vertex_of(mesh, mesh->indices[i]), b = vertex_of(mesh, mesh->indices[i + 1]);
        const vertex c = vertex_of(mesh, mesh->indices[i + 2]);
        const double slack = 0.02;
        count += turn(a, b, x, z) > slack && turn(b, c, x, z) > slack && turn(c, a, x, z) > slack;
    }
    return count;
}

static void triangles_face_up_and_do_not_overlap(void **state)
{
    (void)state;
    const double *shapes[] = {winding, hairpin, corners, hairpin, winding};
    const int32_t counts[] = {7, 6, 6, 6, 7};
    const double smoothness[] = {1, 1, 0, 0, 0};
    for (int k = 0; k < 5; k++) {
        lone_path path = make_path(k == 1 ? TR_PATH_RIVER : TR_PATH_ROAD, smoothness[k], shapes[k], counts[k]);
        const tr_strip_def def = tr_default_strip_def();
        tr_mesh mesh = make_strip(path.carving, path.id, &def);
        for (size_t i = 0; i < mesh.index_count; i += 3) {
            const vertex a = vertex_of(&mesh, mesh.indices[i]), b = vertex_of(&mesh, mesh.indices[i + 1]);
            const vertex c = vertex_of(&mesh, mesh.indices[i + 2]);
            assert_true(turn(a, b, c.x, c.z) > 0);
        }
        for (size_t i = 0; i < mesh.vertex_count; i++) {
            const float *n = mesh.normals + 3 * i;
            assert_true(n[1] > 0.7f && fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-5f);
        }
        // The axis is covered, and every place at most once.
        const int64_t places = test_effort(4000, 100000);
        for (int64_t i = 0; i < places; i++) {
            const vertex v =
                vertex_of(&mesh, (size_t)tr_index_from_hash(tr_hash_identity(1, 2, i, 0, 0), mesh.vertex_count));
            const double x = v.x + 6 * tr_unit_from_hash(tr_hash_identity(1, 3, i, 0, 0)) - 3;
            const double z = v.z + 6 * tr_unit_from_hash(tr_hash_identity(1, 4, i, 0, 0)) - 3;
            const int covers = cover_of(&mesh, x, z);
            if (covers > 1) fail_msg("shape %d: %d triangles over %.3f, %.3f", k, covers, x, z);
        }
        tr_mesh_destroy(context, &mesh);
        tr_carving_destroy(path.carving);
    }
}

// What is within half the width of the axis and not next to the edge is covered, around the outside of corners too.
static void the_width_is_covered(void **state)
{
    (void)state;
    const double *shapes[] = {winding, hairpin, corners};
    for (int k = 0; k < 3; k++) {
        lone_path path = make_path(TR_PATH_ROAD, k < 2, shapes[k], k == 0 ? 7 : 6);
        const tr_strip_def def = tr_default_strip_def();
        tr_mesh mesh = make_strip(path.carving, path.id, &def);
        tr_points points;
        assert_true(tr_carving_path_points(path.carving, path.id, 1, &points, NULL));
        int missed = 0, looked = 0;
        for (size_t i = 8; i + 8 < points.count; i++) {
            for (int q = 0; q < 6; q++) {
                const double angle = q * M_PI / 3 + (double)i, x = points.x[i] + 3.2 * cos(angle);
                const double z = points.z[i] + 3.2 * sin(angle);
                const double slack = 1e-3;
                int found = 0;
                for (size_t t = 0; t < mesh.index_count && !found; t += 3) {
                    const vertex a = vertex_of(&mesh, mesh.indices[t]), b = vertex_of(&mesh, mesh.indices[t + 1]);
                    const vertex c = vertex_of(&mesh, mesh.indices[t + 2]);
                    found = turn(a, b, x, z) > -slack && turn(b, c, x, z) > -slack && turn(c, a, x, z) > -slack;
                }
                looked++;
                missed += !found;
            }
        }
        if (missed * 200 > looked) fail_msg("shape %d: %d of %d places are not covered", k, missed, looked);
        tr_points_destroy(context, &points);
        tr_mesh_destroy(context, &mesh);
        tr_carving_destroy(path.carving);
    }
}

static void texture_coordinates_run_along(void **state)
{
    (void)state;
    lone_path path = make_path(TR_PATH_ROAD, 1, winding, 7);
    tr_strip_def def = tr_default_strip_def();
    def.across = 3;
    def.uv_m = 8;
    tr_mesh mesh = make_strip(path.carving, path.id, &def);
    tr_path_info info;
    assert_true(tr_carving_path_info(path.carving, path.id, &info, NULL));
    assert_true(mesh.uvs[1] == 0);
    assert_true(fabs((double)mesh.uvs[2 * mesh.vertex_count - 1] - info.length_m / 8) < 1e-3);
    for (size_t i = 0; i < mesh.vertex_count; i++) {
        assert_true(fabs((double)mesh.uvs[2 * i] - (double)(i % 4) / 3) < 1e-6);
        if (i % 4 > 0) assert_true(mesh.uvs[2 * i + 1] == mesh.uvs[2 * i - 1]);
        if (i >= 4) assert_true(mesh.uvs[2 * i + 1] > mesh.uvs[2 * i - 7]);
        if (i >= 4) assert_true((double)(mesh.uvs[2 * i + 1] - mesh.uvs[2 * i - 7]) * 8 <= def.step_m + 1e-3);
    }
    // The first row is across the first vertex, which is the origin.
    assert_true(mesh.origin[0] == winding[0] && mesh.origin[2] == winding[1]);
    const vertex left = vertex_of(&mesh, 0), right = vertex_of(&mesh, 3);
    assert_true(left.z < right.z);  // to the east: north is left
    assert_true(fabs(hypot(left.x - right.x, left.z - right.z) - 7) < 1e-5);
    tr_mesh_destroy(context, &mesh);
    tr_carving_destroy(path.carving);
}

// Places on the triangles, not only their corners, are as near to the bed as was asked.
static void the_error_is_kept(void **state)
{
    (void)state;
    lone_path path = make_path(TR_PATH_RAIL, 1, winding, 7);
    const double errors[] = {0.1, 0.01};
    size_t vertices[2];
    for (int k = 0; k < 2; k++) {
        tr_strip_def def = tr_default_strip_def();
        def.step_m = 1000;
        def.error_m = errors[k];
        tr_mesh mesh = make_strip(path.carving, path.id, &def);
        for (size_t i = 0; i < mesh.index_count; i += 3) {
            vertex middle = {0, 0, 0};
            for (size_t corner = 0; corner < 3; corner++) {
                const vertex v = vertex_of(&mesh, mesh.indices[i + corner]);
                middle = (vertex){middle.x + v.x / 3, middle.y + v.y / 3, middle.z + v.z / 3};
            }
            const sample bed = sample_at(path.carving, middle.x, middle.z);
            if (bed.strength > 0.99999f) assert_true(fabs(middle.y - (double)bed.height) < 1.5 * errors[k] + 1e-3);
        }
        vertices[k] = mesh.vertex_count;
        tr_mesh_destroy(context, &mesh);
    }
    assert_true(vertices[0] < vertices[1] && vertices[1] < 1500);
    tr_carving_destroy(path.carving);
}

// ---------------------------------------------------------------------------------------------------------
// Areas

static void areas_are_filled(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    tr_path_vertex vertices[60];
    for (int i = 0; i < 40; i++)
        vertices[i] = tr_path_vertex_at(5000 + 100 * cos(i * M_PI / 20), 7000 + 100 * sin(i * M_PI / 20));
    for (int i = 0; i < 20; i++)
        vertices[40 + i] = tr_path_vertex_at(5020 + 30 * cos(i * M_PI / 10), 6990 + 30 * sin(i * M_PI / 10));
    const int32_t ring_end[] = {40, 60};
    tr_path_def path = tr_default_path_def(TR_PATH_LAKE);
    path.area = true;
    path.vertices = vertices;
    path.vertex_count = 60;
    path.ring_end = ring_end;
    path.ring_count = 2;
    path.level_m = 511.5;
    const tr_path_id id = scene_add(carving, &path);
    scene_commit(carving);
    const tr_strip_def def = tr_default_strip_def();
    tr_mesh mesh = make_strip(carving, id, &def);
    double area = 0;
    for (size_t i = 0; i < mesh.index_count; i += 3) {
        const vertex a = vertex_of(&mesh, mesh.indices[i]), b = vertex_of(&mesh, mesh.indices[i + 1]);
        const vertex c = vertex_of(&mesh, mesh.indices[i + 2]);
        const double twice = turn(a, b, c.x, c.z);
        assert_true(twice > 0);
        area += twice / 2;
        const double x = (a.x + b.x + c.x) / 3 - 5000, z = (a.z + b.z + c.z) / 3 - 7000;
        assert_true(hypot(x, z) < 100.5 && hypot(x - 20, z + 10) > 29);
    }
    assert_true(fabs(area - M_PI * (100 * 100 - 30 * 30)) < 0.005 * area);
    for (size_t i = 0; i < mesh.vertex_count; i++) {
        assert_true(vertex_of(&mesh, i).y == 511.5);
        assert_true(mesh.normals[3 * i + 1] == 1);
    }
    tr_mesh_destroy(context, &mesh);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Failures

static void wrong_definitions_are_refused(void **state)
{
    (void)state;
    lone_path path = make_path(TR_PATH_ROAD, 1, winding, 7);
    const tr_strip_def good = tr_default_strip_def();
    tr_strip_def bad[7] = {good, good, good, good, good, good, good};
    bad[0].step_m = 0;
    bad[1].step_m = NAN;
    bad[2].error_m = -1;
    bad[3].across = 0;
    bad[4].across = 65;
    bad[5].uv_m = INFINITY;
    bad[6].lift_m = NAN;
    tr_mesh mesh;
    tr_error err = {0};
    for (int i = 0; i < 7; i++) {
        assert_false(tr_carving_strip(path.carving, path.id, &bad[i], &mesh, &err));
        assert_true(err.code == (i == 6 ? TR_ERROR_NOT_FINITE : TR_ERROR_INVALID_ARGUMENT));
    }
    assert_false(tr_carving_strip(path.carving, path.id + 77, &good, &mesh, &err));
    assert_non_null(strstr(err.message, "no path"));
    tr_carving_destroy(path.carving);
}

static void a_failing_allocator_leaves_nothing(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    const tr_strip_def def = tr_default_strip_def();
    const int64_t live = allocator.live_blocks;
    for (int32_t path = 0; path < 3; path++) {
        // The heights of vertices take memory each: after the first hundred, only some are tried.
        for (int64_t i = 0;; i += i < 100 ? 1 : 41) {
            tr_mesh mesh;
            tr_error err = {0};
            allocator.fail_at = allocator.allocations + i;
            const bool ok = tr_carving_strip(carving, tr_carving_path_at(carving, path), &def, &mesh, &err);
            allocator.fail_at = -1;
            tr_mesh_destroy(context, &mesh);
            assert_int_equal(allocator.live_blocks, live);
            if (ok) break;
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        }
    }
    tr_carving_destroy(carving);
}

TEST_GROUP(strip)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(vertices_lie_in_the_bed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_lift_raises_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(water_is_level_across, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bridges_are_part_of_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(triangles_face_up_and_do_not_overlap, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_width_is_covered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(texture_coordinates_run_along, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_error_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(areas_are_filled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_definitions_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_leaves_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
