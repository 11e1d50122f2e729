// Cubics through vertices: exact at anchors, C1 in local mode, C2 in spline mode.
#include "carve/course/curve.h"
#include "carve/course/anchors.h"
#include "carve_fixture.h"
#include "counting_context.h"

enum { COUNT = 40 };

typedef struct curves {
    tr_anchors anchors;
    tr_cubic cubics[COUNT];
    int32_t count;
} curves;

// Uneven steps between vertices, all with heights.
static void random_vertices(uint64_t seed, bool ring, tr_path_vertex *out)
{
    for (int i = 0; i < COUNT; i++) {
        const double turn = 6.283185307179586 * i / COUNT, radius = test_random(seed, i, 300, 500);
        const double x = ring ? radius * cos(turn) : 50 * i + test_random(seed, i, -24, 24);
        const double z = ring ? radius * sin(turn) : test_random(seed, i + 1000, -60, 60);
        out[i] = test_vertex(x, test_random(seed, i + 2000, 0, 20), z);
    }
}

static void make_curves(const tr_path_def *def, curves *out)
{
    tr_error err;
    assert_true(tr_path_anchors(context, def, &out->anchors, &err));
    out->count = tr_anchors_curve_count(&out->anchors);
    assert_true(tr_cubics_make(context, &out->anchors, def->mode, def->smoothness, out->cubics, &err));
}

static tr_path_def path_of(const tr_path_vertex *vertices, bool ring, tr_curve_mode mode, double smoothness)
{
    tr_path_def def = test_path(ring ? TR_PATH_LAKE : TR_PATH_ROAD, vertices, COUNT);
    def.mode = mode;
    def.smoothness = smoothness;
    return def;
}

static const double *coordinate(const tr_cubic *cubic, int which)
{
    return which == 0 ? cubic->x : which == 1 ? cubic->y : cubic->z;
}

// Curves before and after each joint: pairs of a ring, or the inner ones of a line.
static int32_t next_curve(const curves *c, int32_t i)
{
    return i + 1 < c->count ? i + 1 : (c->anchors.closed ? 0 : -1);
}

static void anchors_are_exact(void **state)
{
    (void)state;
    tr_path_vertex vertices[COUNT];
    for (int variant = 0; variant < 8; variant++) {
        const bool ring = variant & 1;
        random_vertices((uint64_t)variant, ring, vertices);
        const tr_path_def def = path_of(vertices, ring, variant & 2 ? TR_CURVE_SPLINE : TR_CURVE_LOCAL, 0.7);
        curves c;
        make_curves(&def, &c);
        assert_int_equal(c.count, ring ? COUNT : COUNT - 1);
        for (int32_t i = 0; i < c.count; i++) {
            const tr_path_vertex *a = &c.anchors.items[i], *b = &c.anchors.items[(i + 1) % COUNT];
            assert_true(c.cubics[i].x[0] == a->x_m && c.cubics[i].z[0] == a->z_m);
            assert_true(c.cubics[i].x[3] == b->x_m && c.cubics[i].z[3] == b->z_m);
            assert_true(c.cubics[i].y[0] == (double)a->height_m && c.cubics[i].y[3] == (double)b->height_m);
            assert_true(tr_bezier3(c.cubics[i].x, 0) == a->x_m && tr_bezier3(c.cubics[i].x, 1) == b->x_m);
        }
        tr_anchors_destroy(context, &c.anchors);
    }
}

static void local_curves_join_with_equal_derivatives(void **state)
{
    (void)state;
    tr_path_vertex vertices[COUNT];
    for (int variant = 0; variant < 4; variant++) {
        random_vertices((uint64_t)variant, variant & 1, vertices);
        const tr_path_def def = path_of(vertices, variant & 1, TR_CURVE_LOCAL, variant & 2 ? 1 : 0.4);
        curves c;
        make_curves(&def, &c);
        for (int32_t i = 0; i < c.count; i++) {
            const int32_t next = next_curve(&c, i);
            for (int k = 0; next >= 0 && k < 3; k++) {
                assert_near(tr_bezier3_d(coordinate(&c.cubics[i], k), 1),
                            tr_bezier3_d(coordinate(&c.cubics[next], k), 0), 1e-9);
            }
        }
        tr_anchors_destroy(context, &c.anchors);
    }
}

// The handle is Omega times half the shorter segment long, along the sum of both.
static void local_handles_are_as_the_source_says(void **state)
{
    (void)state;
    const tr_path_vertex vertices[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(30, 40), tr_path_vertex_at(130, 40)};
    tr_path_def def = test_path(TR_PATH_ROAD, vertices, 3);
    def.smoothness = 0.5;
    curves c;
    make_curves(&def, &c);
    const double sum = sqrt(130.0 * 130.0 + 40.0 * 40.0), handle = 0.5 * 0.5 * 50;
    assert_near(c.cubics[1].x[1], 30 + handle * 130 / sum, 1e-12);
    assert_near(c.cubics[1].z[1], 40 + handle * 40 / sum, 1e-12);
    assert_near(c.cubics[0].x[1], 0.5 * 0.5 * 30, 1e-12);
    assert_near(c.cubics[1].x[2], 130 - 0.5 * 0.5 * 100, 1e-12);
    tr_anchors_destroy(context, &c.anchors);
}

static double step_of(const curves *c, int32_t curve)
{
    return tr_spline_step(&c->anchors.items[curve], &c->anchors.items[(curve + 1) % c->anchors.count]);
}

static void splines_join_with_equal_second_derivatives(void **state)
{
    (void)state;
    tr_path_vertex vertices[COUNT];
    for (int variant = 0; variant < 4; variant++) {
        random_vertices((uint64_t)variant + 10, variant & 1, vertices);
        const tr_path_def def = path_of(vertices, variant & 1, TR_CURVE_SPLINE, 1);
        curves c;
        make_curves(&def, &c);
        for (int32_t i = 0; i < c.count; i++) {
            const int32_t next = next_curve(&c, i);
            if (next < 0) continue;
            const double h0 = step_of(&c, i), h1 = step_of(&c, next);
            for (int k = 0; k < 3; k++) {
                const double *a = coordinate(&c.cubics[i], k), *b = coordinate(&c.cubics[next], k);
                assert_near(tr_bezier3_d(a, 1) / h0, tr_bezier3_d(b, 0) / h1, 1e-9);
                assert_near(tr_bezier3_dd(a, 1) / (h0 * h0), tr_bezier3_dd(b, 0) / (h1 * h1), 1e-9);
            }
        }
        if (!c.anchors.closed) {  // natural ends
            assert_near(tr_bezier3_dd(c.cubics[0].x, 0), 0, 1e-9);
            assert_near(tr_bezier3_dd(c.cubics[c.count - 1].z, 1), 0, 1e-9);
        }
        tr_anchors_destroy(context, &c.anchors);
    }
}

static bool same_cubic(const tr_cubic *a, const tr_cubic *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void a_vertex_bends_only_its_neighbours_in_local_mode(void **state)
{
    (void)state;
    tr_path_vertex vertices[COUNT];
    random_vertices(5, false, vertices);
    const tr_path_def def = path_of(vertices, false, TR_CURVE_LOCAL, 1);
    curves before, after;
    make_curves(&def, &before);
    vertices[20].x_m += 7;
    make_curves(&def, &after);
    for (int32_t i = 0; i < before.count; i++) {
        const bool touched = i >= 18 && i <= 21;
        assert_int_equal(same_cubic(&before.cubics[i], &after.cubics[i]), !touched);
    }
    tr_anchors_destroy(context, &before.anchors);
    tr_anchors_destroy(context, &after.anchors);
}

static void a_vertex_bends_a_spline_ever_less_far_away(void **state)
{
    (void)state;
    tr_path_vertex vertices[COUNT];
    random_vertices(6, false, vertices);
    const tr_path_def def = path_of(vertices, false, TR_CURVE_SPLINE, 1);
    curves before, after;
    make_curves(&def, &before);
    vertices[5].z_m += 10;
    make_curves(&def, &after);
    const double near = fabs(before.cubics[7].z[1] - after.cubics[7].z[1]);
    const double far = fabs(before.cubics[25].z[1] - after.cubics[25].z[1]);
    assert_true(near > 1e-3 && far < 1e-6 * near);
    tr_anchors_destroy(context, &before.anchors);
    tr_anchors_destroy(context, &after.anchors);
}

static void no_smoothness_is_straight(void **state)
{
    (void)state;
    tr_path_vertex vertices[COUNT];
    random_vertices(7, false, vertices);
    for (int mode = 0; mode < TR_CURVE_COUNT; mode++) {
        const tr_path_def def = path_of(vertices, false, (tr_curve_mode)mode, 0);
        curves c;
        make_curves(&def, &c);
        for (int32_t i = 0; i < c.count; i++) {
            assert_true(c.cubics[i].x[1] == c.cubics[i].x[0] && c.cubics[i].z[2] == c.cubics[i].z[3]);
        }
        tr_anchors_destroy(context, &c.anchors);
    }
}

static void doubled_back_has_no_handle(void **state)
{
    (void)state;
    const tr_path_vertex vertices[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(100, 10), tr_path_vertex_at(0, 0)};
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, 3);
    curves c;
    make_curves(&def, &c);
    assert_true(c.cubics[0].x[2] == 100 && c.cubics[1].x[1] == 100);
    tr_anchors_destroy(context, &c.anchors);
}

static void parts_share_their_ends(void **state)
{
    (void)state;
    const double p[4] = {1e6, 1e6 + 3, 1e6 - 8, 1e6 + 20};
    double a[4], b[4];
    tr_bezier3_part(p, 0, 0.3, a);
    tr_bezier3_part(p, 0.3, 1, b);
    assert_true(a[0] == p[0] && a[3] == b[0] && b[3] == p[3]);
    for (int i = 0; i <= 10; i++) {
        assert_near(tr_bezier3(a, 0.1 * i), tr_bezier3(p, 0.03 * i), 1e-9);
        assert_near(tr_bezier3(b, 0.1 * i), tr_bezier3(p, 0.3 + 0.07 * i), 1e-9);
    }
}

TEST_GROUP(curve)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(anchors_are_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(local_curves_join_with_equal_derivatives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(local_handles_are_as_the_source_says, set_up, tear_down),
        cmocka_unit_test_setup_teardown(splines_join_with_equal_second_derivatives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_vertex_bends_only_its_neighbours_in_local_mode, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_vertex_bends_a_spline_ever_less_far_away, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_smoothness_is_straight, set_up, tear_down),
        cmocka_unit_test_setup_teardown(doubled_back_has_no_handle, set_up, tear_down),
        cmocka_unit_test(parts_share_their_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
