// Bridges: decks in the profile, closed solids that face outward, ends that meet the carved way, supports that reach
// the ground.
#include "counting_context.h"

#include "carving_scene.h"

typedef struct vertex {
    double at[3];
} vertex;

static vertex vertex_of(const tr_mesh *mesh, size_t i)
{
    vertex v;
    for (size_t axis = 0; axis < 3; axis++) v.at[axis] = mesh->origin[axis] + (double)mesh->positions[3 * i + axis];
    return v;
}

static tr_mesh make_bridge(const tr_carving *carving, int32_t crossing, const tr_bridge_def *def)
{
    tr_mesh mesh;
    tr_error err = {0};
    if (!tr_carving_bridge(carving, crossing, def, &mesh, &err)) fail_msg("%s", err.message);
    return mesh;
}

static int32_t find_bridge(const tr_carving *carving)
{
    for (int32_t i = 0; i < tr_carving_crossing_count(carving); i++)
        if (tr_carving_crossing_at(carving, i).bridge) return i;
    fail_msg("there is no bridge");
    return -1;
}

static const double plain_m = 50;

// A way over a lower path, each by two places, on a plain.
static tr_carving *cross_on_plain(tr_path_kind way, tr_path_kind below, double width_m)
{
    double *level_m = (double *)(uintptr_t)&plain_m;
    tr_carving *carving = scene_carving(context, scene_plain, level_m);
    const double lower[] = {300, -300, 330, 300}, upper[] = {0, -20, 600, 20};
    tr_path_vertex vertices[2] = {tr_path_vertex_at(lower[0], lower[1]), tr_path_vertex_at(lower[2], lower[3])};
    tr_path_def def = tr_default_path_def(below);
    def.vertices = vertices;
    def.vertex_count = 2;
    def.width_m = width_m;
    scene_add(carving, &def);
    for (int i = 0; i < 2; i++) {
        vertices[i] = tr_path_vertex_at(upper[2 * i], upper[2 * i + 1]);
        vertices[i].height_m = (float)plain_m + 8;
    }
    def = tr_default_path_def(way);
    def.vertices = vertices;
    def.vertex_count = 2;
    scene_add(carving, &def);
    scene_commit(carving);
    return carving;
}

static tr_carving *winding_scene(void)
{
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    return carving;
}

static double carved_ground(const tr_carving *carving, double ground_m, double x_m, double z_m)
{
    const tr_sample_area area = {llround(x_m * TR_UNITS_PER_METRE), llround(z_m * TR_UNITS_PER_METRE), 1, 1,
                                 1.0 / TR_UNITS_PER_METRE};
    float height_m = (float)ground_m;
    const tr_grid grid = {&height_m, 1, 1, 1, 1, 1};
    assert_true(tr_carving_apply(carving, &area, NULL, &grid, NULL, NULL));
    return (double)height_m;
}

static double hills_at(double x_m, double z_m)
{
    float out_m;
    scene_hills(NULL, &x_m, &z_m, 1, &out_m, NULL);
    return (double)out_m;
}

// ---------------------------------------------------------------------------------------------------------
// The deck

// The first solid is the plate of the deck, and the face that looks up has the colour of the way.
static bool is_surface(const tr_mesh *mesh, size_t triangle, const uint8_t *color)
{
    for (size_t k = 0; k < 3; k++)
        if (memcmp(mesh->colors + 4 * (size_t)mesh->indices[3 * triangle + k], color, 3) != 0) return false;
    return true;
}

static const uint8_t *surface_color(const tr_path_def *path)
{
    static const uint8_t road[3] = {90, 91, 95}, rail[3] = {70, 66, 63}, track[3] = {126, 106, 78};
    return path->kind == TR_PATH_RAIL ? rail : path->kind == TR_PATH_TRACK ? track : road;
}

// The height of a mesh seen from above, where a triangle covers the place; NAN elsewhere.
static double height_of(const tr_mesh *mesh, double x_m, double z_m)
{
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        const vertex a = vertex_of(mesh, mesh->indices[i]), b = vertex_of(mesh, mesh->indices[i + 1]);
        const vertex c = vertex_of(mesh, mesh->indices[i + 2]);
        const double bx = b.at[0] - a.at[0], bz = b.at[2] - a.at[2], cx = c.at[0] - a.at[0], cz = c.at[2] - a.at[2];
        const double px = x_m - a.at[0], pz = z_m - a.at[2], area = bx * cz - bz * cx;
        const double u = (px * cz - pz * cx) / area, v = (bx * pz - bz * px) / area;
        if (u >= -1e-9 && v >= -1e-9 && u + v <= 1 + 1e-9)
            return a.at[1] + u * (b.at[1] - a.at[1]) + v * (c.at[1] - a.at[1]);
    }
    return (double)NAN;
}

// Against the strip of the path, whose heights come from the kernels of the carving.
static void the_surface_lies_in_the_profile(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        tr_carving *carving = k == 0   ? winding_scene()
                              : k == 1 ? cross_on_plain(TR_PATH_ROAD, TR_PATH_RIVER, 60)
                                       : cross_on_plain(TR_PATH_RAIL, TR_PATH_ROAD, 8);
        const int32_t index = find_bridge(carving);
        const tr_crossing crossing = tr_carving_crossing_at(carving, index);
        tr_bridge_def def = tr_default_bridge_def();
        def.error_m = 1e-3;
        tr_strip_def strip_def = tr_default_strip_def();
        strip_def.error_m = 1e-3;
        tr_mesh mesh = make_bridge(carving, index, &def), strip;
        assert_true(tr_carving_strip(carving, crossing.upper, &strip_def, &strip, NULL));
        const uint8_t *color = surface_color(tr_carving_path(carving, crossing.upper));
        double area = 0;
        int seen = 0;
        for (size_t i = 0; i < mesh.index_count / 3; i++) {
            if (!is_surface(&mesh, i, color)) continue;
            const vertex a = vertex_of(&mesh, mesh.indices[3 * i]), b = vertex_of(&mesh, mesh.indices[3 * i + 1]);
            const vertex c = vertex_of(&mesh, mesh.indices[3 * i + 2]);
            const double x = (a.at[0] + b.at[0] + c.at[0]) / 3, z = (a.at[2] + b.at[2] + c.at[2]) / 3;
            const double y = (a.at[1] + b.at[1] + c.at[1]) / 3, bed = height_of(&strip, x, z);
            if (!(fabs(y - bed) < 5e-3)) fail_msg("scene %d: %.4f over a bed of %.4f at %.2f, %.2f", k, y, bed, x, z);
            area += 0.5 * ((b.at[2] - a.at[2]) * (c.at[0] - a.at[0]) - (b.at[0] - a.at[0]) * (c.at[2] - a.at[2]));
            seen++;
        }
        const double width_m = tr_carving_path(carving, crossing.upper)->width_m;
        assert_true(seen >= 4);
        assert_true(fabs(area / width_m - (crossing.deck_to_m - crossing.deck_from_m)) < 0.05);
        assert_true(crossing.deck_from_m < crossing.from_m && crossing.deck_to_m > crossing.to_m);
        tr_mesh_destroy(context, &mesh);
        tr_mesh_destroy(context, &strip);
        tr_carving_destroy(carving);
    }
}

// The vertices of the surface nearest to the ends of the deck lie on the carved ground.
static void the_ends_meet_the_carved_way(void **state)
{
    (void)state;
    tr_carving *carving = winding_scene();
    const int32_t index = find_bridge(carving);
    const tr_crossing crossing = tr_carving_crossing_at(carving, index);
    const tr_bridge_def def = tr_default_bridge_def();
    tr_mesh mesh = make_bridge(carving, index, &def);
    // Of the first solid the face from corner 2 to corner 3 is the surface: it has two vertices at every station.
    const uint8_t *color = surface_color(tr_carving_path(carving, crossing.upper));
    size_t first = 0, end = 0;
    while (memcmp(mesh.colors + 4 * first, color, 3) != 0) first++;
    for (end = first; memcmp(mesh.colors + 4 * end, color, 3) == 0;) end++;
    const size_t ends[4] = {first, first + 1, end - 2, end - 1};
    for (int i = 0; i < 4; i++) {
        const vertex v = vertex_of(&mesh, ends[i]);
        const double ground_m = carved_ground(carving, hills_at(v.at[0], v.at[2]), v.at[0], v.at[2]);
        if (!(fabs(v.at[1] - ground_m) < 0.01))
            fail_msg("end %d: the deck is at %.4f, the ground at %.4f", i, v.at[1], ground_m);
    }
    tr_mesh_destroy(context, &mesh);
    tr_carving_destroy(carving);
}

static void a_lift_raises_the_deck(void **state)
{
    (void)state;
    tr_carving *carving = winding_scene();
    tr_bridge_def def = tr_default_bridge_def();
    tr_mesh low = make_bridge(carving, find_bridge(carving), &def);
    def.lift_m = 0.125;
    tr_mesh high = make_bridge(carving, find_bridge(carving), &def);
    assert_int_equal(low.vertex_count, high.vertex_count);
    for (size_t i = 0; i < 8; i++)
        assert_true(fabs(vertex_of(&high, i).at[1] - vertex_of(&low, i).at[1] - 0.125) < 1e-5);
    tr_mesh_destroy(context, &low);
    tr_mesh_destroy(context, &high);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Solids

typedef struct edge {
    float ends[6];
} edge;

static int by_place(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(edge));
}

// Edges from one end to the other, sorted; with `turned` from the other to the one.
static edge *list_edges(const tr_mesh *mesh, bool turned)
{
    edge *edges = test_malloc(mesh->index_count * sizeof *edges);
    for (size_t i = 0; i < mesh->index_count; i++) {
        const uint32_t from = mesh->indices[i], to = mesh->indices[i % 3 == 2 ? i - 2 : i + 1];
        memcpy(edges[i].ends, mesh->positions + 3 * (size_t)(turned ? to : from), 3 * sizeof(float));
        memcpy(edges[i].ends + 3, mesh->positions + 3 * (size_t)(turned ? from : to), 3 * sizeof(float));
        for (int k = 0; k < 6; k++) edges[i].ends[k] += 0.0f;  // no negative zeroes
    }
    qsort(edges, mesh->index_count, sizeof *edges, by_place);
    return edges;
}

// Every edge is gone along as often as back: no solid has a hole.
static void assert_closed(const tr_mesh *mesh)
{
    edge *forth = list_edges(mesh, false), *back = list_edges(mesh, true);
    assert_memory_equal(forth, back, mesh->index_count * sizeof *forth);
    test_free(forth);
    test_free(back);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// How often the mesh is wound around a place: the solid angles of its triangles (van Oosterom and Strackee 1983).
static double winding_at(const tr_mesh *mesh, const double at[3])
{
    double sum = 0;
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        double corner[3][3], length[3], normal[3];
        for (int k = 0; k < 3; k++) {
            const vertex v = vertex_of(mesh, mesh->indices[i + (size_t)k]);
            for (int axis = 0; axis < 3; axis++) corner[k][axis] = v.at[axis] - at[axis];
            length[k] = sqrt(dot(corner[k], corner[k]));
        }
        cross(corner[1], corner[2], normal);
        const double over = length[0] * length[1] * length[2] + dot(corner[0], corner[1]) * length[2] +
                            dot(corner[1], corner[2]) * length[0] + dot(corner[2], corner[0]) * length[1];
        sum += 2 * atan2(dot(corner[0], normal), over);
    }
    return sum / (4 * M_PI);
}

// Just behind a triangle is inside.
static void assert_outward(const tr_mesh *mesh)
{
    for (size_t i = 0; i < mesh->index_count; i += 9) {
        double middle[3] = {0, 0, 0}, edges[2][3], normal[3];
        const vertex a = vertex_of(mesh, mesh->indices[i]);
        for (size_t k = 0; k < 3; k++) {
            const vertex v = vertex_of(mesh, mesh->indices[i + k]);
            for (int axis = 0; axis < 3; axis++) {
                middle[axis] += v.at[axis] / 3;
                if (k > 0) edges[k - 1][axis] = v.at[axis] - a.at[axis];
            }
        }
        cross(edges[0], edges[1], normal);
        const double length = sqrt(dot(normal, normal));
        if (length < 1e-6) continue;
        const float *stored = mesh->normals + 3 * (size_t)mesh->indices[i];
        double agree = 0;
        for (int axis = 0; axis < 3; axis++) {
            agree += normal[axis] / length * (double)stored[axis];
            middle[axis] -= 2e-3 * normal[axis] / length;
        }
        assert_true(agree > 0.8);
        const double wound = winding_at(mesh, middle);
        if (!(wound > 0.9)) fail_msg("triangle %zu faces inward: wound %.3f times", i / 3, wound);
    }
}

static void solids_are_closed_and_face_outward(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        tr_carving *carving = k == 0   ? winding_scene()
                              : k == 1 ? cross_on_plain(TR_PATH_TRACK, TR_PATH_STREAM, 3)
                              : k == 2 ? cross_on_plain(TR_PATH_RAIL, TR_PATH_ROAD, 8)
                                       : cross_on_plain(TR_PATH_ROAD, TR_PATH_RIVER, 60);
        const tr_bridge_def def = tr_default_bridge_def();
        tr_mesh mesh = make_bridge(carving, find_bridge(carving), &def);
        assert_true(mesh.index_count > 600 && mesh.index_count < 30000);
        assert_closed(&mesh);
        assert_outward(&mesh);
        tr_mesh_destroy(context, &mesh);
        tr_carving_destroy(carving);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Supports

// What goes down into the ground: vertices more than a metre below it. Everything lower than the deck must end there.
static int count_feet(const tr_carving *carving, const tr_mesh *mesh, double under_m)
{
    int feet = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const vertex v = vertex_of(mesh, i);
        if (v.at[1] > under_m) continue;
        const double ground_m = carved_ground(carving, plain_m, v.at[0], v.at[2]);
        if (!(v.at[1] < ground_m - 1)) fail_msg("a support ends at %.3f over a ground of %.3f", v.at[1], ground_m);
        feet++;
    }
    return feet;
}

static void supports_reach_the_ground(void **state)
{
    (void)state;
    const double widths_m[3] = {6, 60, 150};
    int before = 0;
    for (int k = 0; k < 3; k++) {
        tr_carving *carving = cross_on_plain(TR_PATH_ROAD, TR_PATH_RIVER, widths_m[k]);
        const int32_t index = find_bridge(carving);
        const tr_bridge_def def = tr_default_bridge_def();
        tr_mesh mesh = make_bridge(carving, index, &def);
        // Two abutments with 12 vertices below, and piers with 18 each.
        const int feet = count_feet(carving, &mesh, plain_m - 0.8);
        assert_true(feet >= 24 && feet > before);
        before = feet;
        tr_mesh_destroy(context, &mesh);
        tr_carving_destroy(carving);
    }
}

// A railway of many bays over a road that does not cross in its middle.
static void piers_keep_off_ways_below(void **state)
{
    (void)state;
    tr_carving *carving = cross_on_plain(TR_PATH_RAIL, TR_PATH_ROAD, 12);
    const int32_t index = find_bridge(carving);
    tr_bridge_def def = tr_default_bridge_def();
    for (def.pier_m = 4; def.pier_m < 12; def.pier_m += 0.5) {
        tr_mesh mesh = make_bridge(carving, index, &def);
        int feet = 0;
        for (size_t i = 0; i < mesh.vertex_count; i++) {
            const vertex v = vertex_of(&mesh, i);
            if (v.at[1] > plain_m + 4) continue;
            const double along = (v.at[2] + 300) / 600, axis_x = 300 + 30 * along;
            const double away_m = fabs(v.at[0] - axis_x) * 600 / hypot(600, 30);
            if (away_m < 6) fail_msg("a pier stands %.2f m from the middle of the road below", away_m);
            feet++;
        }
        assert_true(feet > 24);  // more than those of the abutments
        tr_mesh_destroy(context, &mesh);
    }
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Which crossing gives it

static void crossings_of_one_span_have_one_bridge(void **state)
{
    (void)state;
    double level_m = 50;
    tr_carving *carving = scene_carving(context, scene_plain, &level_m);
    const double first[] = {300, -200, 300, 200}, second[] = {330, -200, 330, 200}, far[] = {800, -200, 800, 200};
    const double road[] = {0, 0, 1000, 0}, joins[] = {100, 0, 100, 300};
    scene_add_line(carving, TR_PATH_RIVER, first, 2);
    scene_add_line(carving, TR_PATH_RIVER, second, 2);
    scene_add_line(carving, TR_PATH_RIVER, far, 2);
    scene_add_line(carving, TR_PATH_ROAD, road, 2);
    scene_add_line(carving, TR_PATH_TRACK, joins, 2);
    scene_commit(carving);
    const tr_bridge_def def = tr_default_bridge_def();
    assert_int_equal(tr_carving_crossing_count(carving), 4);
    int bridges = 0, made = 0;
    double spans[2] = {0, 0};
    for (int32_t i = 0; i < 4; i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        tr_mesh mesh = make_bridge(carving, i, &def);
        bridges += crossing.bridge;
        if (mesh.index_count > 0) {
            assert_true(made < 2 && crossing.bridge);
            spans[made++] = crossing.from_m;
        } else {
            assert_true(mesh.vertex_count == 0 && !mesh.positions && !mesh.indices);
        }
        tr_mesh_destroy(context, &mesh);
    }
    assert_true(bridges == 3 && made == 2 && spans[0] != spans[1]);
    tr_carving_destroy(carving);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    tr_carving *carving = winding_scene();
    const tr_bridge_def good = tr_default_bridge_def();
    tr_bridge_def bad[5] = {good, good, good, good, good};
    bad[0].step_m = 0;
    bad[1].error_m = -1;
    bad[2].pier_m = (double)NAN;
    bad[3].step_m = (double)INFINITY;
    bad[4].lift_m = (double)NAN;
    tr_mesh mesh;
    tr_error err = {0};
    for (int i = 0; i < 5; i++) {
        assert_false(tr_carving_bridge(carving, 0, &bad[i], &mesh, &err));
        assert_int_equal(err.code, i == 4 ? TR_ERROR_NOT_FINITE : TR_ERROR_INVALID_ARGUMENT);
    }
    assert_false(tr_carving_bridge(carving, -1, &good, &mesh, &err));
    assert_false(tr_carving_bridge(carving, tr_carving_crossing_count(carving), &good, &mesh, &err));
    assert_non_null(strstr(err.message, "there is no crossing"));
    tr_carving_destroy(carving);
}

static void a_failing_allocator_leaves_nothing(void **state)
{
    (void)state;
    tr_carving *carving = cross_on_plain(TR_PATH_ROAD, TR_PATH_RIVER, 60);
    const int32_t index = find_bridge(carving);
    const tr_bridge_def def = tr_default_bridge_def();
    const int64_t live = allocator.live_blocks;
    for (int64_t i = 0;; i++) {
        tr_mesh mesh;
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + i;
        const bool ok = tr_carving_bridge(carving, index, &def, &mesh, &err);
        allocator.fail_at = -1;
        tr_mesh_destroy(context, &mesh);
        assert_int_equal(allocator.live_blocks, live);
        if (ok) break;
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_true(i < 10000);
    }
    tr_carving_destroy(carving);
}

TEST_GROUP(bridge)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_surface_lies_in_the_profile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_ends_meet_the_carved_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_lift_raises_the_deck, set_up, tear_down),
        cmocka_unit_test_setup_teardown(solids_are_closed_and_face_outward, set_up, tear_down),
        cmocka_unit_test_setup_teardown(supports_reach_the_ground, set_up, tear_down),
        cmocka_unit_test_setup_teardown(piers_keep_off_ways_below, set_up, tear_down),
        cmocka_unit_test_setup_teardown(crossings_of_one_span_have_one_bridge, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_arguments_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_leaves_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
