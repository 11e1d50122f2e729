// Volumes of shapes that are known in closed form, whose they are, and that they do not depend on threads.
#include "counting_context.h"

#include "carving_scene.h"

enum { MAX_PATHS = 8 };

typedef struct report {
    tr_earthwork paths[MAX_PATHS], total;
} report;

static report measure(const tr_carving *carving, const tr_sample_area *area, const tr_grid *ground)
{
    report out;
    tr_error err = {0};
    assert_true(tr_carving_path_count(carving) <= MAX_PATHS);
    if (!tr_carving_earthwork(carving, area, ground, NULL, &(tr_earthwork_report){out.paths, &out.total}, &err))
        fail_msg("%s", err.message);
    return out;
}

static void assert_close(double value, double expected)
{
    if (!(fabs(value - expected) <= 0.005 * fabs(expected))) fail_msg("%.6g instead of %.6g", value, expected);
}

// A straight road to the east through z = 7.3, from -100 to 1100 m; heights of its ends; banking as given.
static tr_path_id add_straight(tr_carving *carving, double from_m, double to_m, double inclination)
{
    tr_path_vertex vertices[2] = {tr_path_vertex_at(-100, 7.3), tr_path_vertex_at(1100, 7.3)};
    vertices[0].height_m = (float)from_m;
    vertices[1].height_m = (float)to_m;
    vertices[0].inclination = vertices[1].inclination = (float)inclination;
    tr_path_def def = tr_default_path_def(TR_PATH_ROAD);
    def.max_side_slope = 0;
    def.vertices = vertices;
    def.vertex_count = 2;
    def.width_m = 7;
    def.smoothing_m = 10;
    def.max_grade = 0;
    const tr_path_id id = scene_add(carving, &def);
    scene_commit(carving);
    return id;
}

// 1000 m of the middle of that road: half a metre along, so that no sample lies on its ends.
static const tr_sample_area middle_part = {0, -80, 2000, 160, 0.5};

// Both shoulders together are as much as lambda at full strength: the integral of the smootherstep is one half.
static void a_cutting_of_constant_depth_is_a_prism(void **state)
{
    (void)state;
    double level_m = 112;
    tr_carving *carving = scene_carving(context, scene_plain, &level_m);
    const tr_path_id id = add_straight(carving, 110, 110, 0);
    const report out = measure(carving, &middle_part, NULL);
    assert_int_equal(out.paths[0].path, id);
    assert_close(out.paths[0].cut_m3, 2 * (7 + 10) * 1000);
    assert_true(out.paths[0].fill_m3 == 0);
    // Ground is changed over the width and both shoulders; the last centimetres of them move less than a float tells.
    assert_true(out.paths[0].area_m2 > 25 * 1000 && out.paths[0].area_m2 <= 27.5 * 1000);
    assert_close(out.paths[0].info.length_m, 1200);
    level_m = 109.5;
    const report fill = measure(carving, &middle_part, NULL);
    assert_close(fill.paths[0].fill_m3, 0.5 * (7 + 10) * 1000);
    assert_true(fill.paths[0].cut_m3 == 0);
    tr_carving_destroy(carving);
}

static void a_ramp_is_balanced(void **state)
{
    (void)state;
    double level_m = 500;
    tr_carving *carving = scene_carving(context, scene_plain, &level_m);
    add_straight(carving, 470, 530, 0);
    const report out = measure(carving, &middle_part, NULL);
    // From 25 m below to 25 m above along the part: two wedges.
    const double wedge_m2 = 25 * 500 / 2.0;
    assert_close(out.paths[0].cut_m3, wedge_m2 * (7 + 10));
    assert_close(out.paths[0].fill_m3, wedge_m2 * (7 + 10));
    assert_close(out.paths[0].info.max_grade, 0.05);
    tr_carving_destroy(carving);
}

// The tilt is faded by the strength once in the height and once more in mixing: its moment is that of theta squared.
static void a_banked_road_cuts_one_side_and_fills_the_other(void **state)
{
    (void)state;
    double level_m = 80;
    const double inclination = 0.06, half = 3.5, lambda = 10;
    tr_carving *carving = scene_carving(context, scene_plain, &level_m);
    add_straight(carving, 80, 80, inclination);
    const report out = measure(carving, &middle_part, NULL);
    double moment = half * half / 2;
    const int steps = 100000;
    for (int i = 0; i < steps; i++) {
        const double x = (i + 0.5) / steps, psi = 1 - x;
        const double theta = psi * psi * psi * (psi * (psi * 6 - 15) + 10);
        moment += theta * theta * (half + x * lambda) * lambda / steps;
    }
    const double volume = 1000 * moment * inclination / sqrt(inclination * inclination + 1);
    assert_close(out.paths[0].cut_m3, volume);
    assert_close(out.paths[0].fill_m3, volume);
    tr_carving_destroy(carving);
}

// A lake without depth on a plain above it: a disc and a shoulder around it.
static void a_round_area_is_a_disc_with_a_shoulder(void **state)
{
    (void)state;
    double level_m = 30;
    tr_carving *carving = scene_carving(context, scene_plain, &level_m);
    tr_path_vertex vertices[128];
    const double radius = 100, lambda = 15;
    for (int i = 0; i < 128; i++)
        vertices[i] = tr_path_vertex_at(radius * cos(i * M_PI / 64) + 3, radius * sin(i * M_PI / 64) - 2);
    tr_path_def def = tr_default_path_def(TR_PATH_LEVEL);
    def.area = true;
    def.vertices = vertices;
    def.vertex_count = 128;
    def.smoothing_m = lambda;
    def.level_m = 28;
    scene_add(carving, &def);
    scene_commit(carving);
    double ring = 0;
    for (int i = 0; i < 10000; i++) {
        const double x = (i + 0.5) / 10000, psi = 1 - x;
        ring += psi * psi * psi * (psi * (psi * 6 - 15) + 10) * 2 * M_PI * (radius + x * lambda) * lambda / 10000;
    }
    const tr_sample_area area = {-250, -250, 500, 500, 0.5};
    const report out = measure(carving, &area, NULL);
    assert_close(out.paths[0].cut_m3, 2 * (M_PI * radius * radius + ring));
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Sums

static void the_ground_may_come_as_a_grid(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    const tr_sample_area area = {-20, -20, 640, 640, 1};
    tr_grid ground = scene_ground(context, &area);
    const report asked = measure(carving, &area, NULL), given = measure(carving, &area, &ground);
    assert_memory_equal(asked.paths, given.paths, (size_t)tr_carving_path_count(carving) * sizeof(tr_earthwork));
    double cut = 0, fill = 0, length = 0;
    for (int32_t i = 0; i < tr_carving_path_count(carving); i++) {
        assert_int_equal(asked.paths[i].path, tr_carving_path_at(carving, i));
        cut += asked.paths[i].cut_m3;
        fill += asked.paths[i].fill_m3;
        length += asked.paths[i].info.length_m;
    }
    assert_true(cut > 0 && fill > 0);
    assert_true(asked.total.cut_m3 == cut && asked.total.fill_m3 == fill && asked.total.info.length_m == length);
    // All that is carved belongs to some path: the sums are those of the difference to carved ground.
    tr_grid carved = scene_ground(context, &area);
    assert_true(tr_carving_apply(carving, &area, NULL, &carved, NULL, NULL));
    double moved = 0;
    for (int64_t i = 0; i < (int64_t)area.width * area.height; i++)
        moved += (double)carved.samples[i] - (double)ground.samples[i];
    assert_true(fabs(moved - (fill - cut)) < 1e-4 * (fill + cut));
    tr_grid_destroy(context, &carved);
    tr_grid_destroy(context, &ground);
    tr_carving_destroy(carving);
}

static void threads_give_the_same_sums(void **state)
{
    (void)state;
    const tr_sample_area area = {-40, -40, 1300, 1300, 0.5};
    report reports[3];
    for (int i = 0; i < 3; i++) {
        tr_context *own = test_context(1 + 3 * i);
        tr_carving *carving = scene_carving(own, scene_hills, NULL);
        scene_add_all(carving);
        memset(&reports[i], 0, sizeof reports[i]);
        reports[i] = measure(carving, &area, NULL);
        for (int k = 0; k < tr_carving_path_count(carving); k++) {
            assert_true(reports[i].paths[k].cut_m3 == reports[0].paths[k].cut_m3);
            assert_true(reports[i].paths[k].fill_m3 == reports[0].paths[k].fill_m3);
            assert_true(reports[i].paths[k].area_m2 == reports[0].paths[k].area_m2);
        }
        tr_carving_destroy(carving);
        tr_context_destroy(own);
    }
}

static void pixels_have_a_size(void **state)
{
    (void)state;
    double level_m = 112;
    tr_carving_def def = tr_default_carving_def();
    def.ground = (tr_ground){scene_plain, &level_m};
    def.scale_m[0] = 0.5;
    def.scale_m[1] = 0.25;
    tr_carving *carving = tr_carving_create(context, &def, NULL);
    add_straight(carving, 110, 110, 0);
    const tr_sample_area area = {0, -160, 2000, 320, 1};
    const report out = measure(carving, &area, NULL);
    assert_close(out.paths[0].cut_m3, 2 * (7 + 10) * 1000);
    tr_carving_destroy(carving);
}

static void bridges_are_those_of_the_crossings(void **state)
{
    (void)state;
    double level_m = 50;
    tr_carving *carving = scene_carving(context, scene_plain, &level_m);
    const double river[] = {300, -200, 300, 200};
    scene_add_line(carving, TR_PATH_RIVER, river, 2);
    const double road[] = {0, 0, 600, 0};
    scene_add_line(carving, TR_PATH_ROAD, road, 2);
    scene_commit(carving);
    const tr_sample_area area = {-50, -250, 700, 500, 1};
    const report out = measure(carving, &area, NULL);
    int bridges = 0;
    double length = 0;
    for (int32_t i = 0; i < tr_carving_crossing_count(carving); i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        bridges += crossing.bridge;
        if (crossing.bridge) length += crossing.to_m - crossing.from_m;
    }
    assert_int_equal(bridges, 1);
    assert_int_equal(out.paths[0].bridge_count, 0);
    assert_int_equal(out.paths[1].bridge_count, 1);
    assert_true(out.paths[1].bridge_length_m == length && out.total.bridge_length_m == length);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Failures

static bool refuse(void *user, double share)
{
    (void)user;
    return share < 0.3;
}

static void wrong_input_is_refused(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    report out;
    tr_error err = {0};
    const tr_sample_area area = {0, 0, 600, 600, 1}, wrong = {0, 0, 600, 599, 1}, none = {0, 0, 0, 600, 1};
    tr_grid ground = scene_ground(context, &wrong);
    assert_false(tr_carving_earthwork(carving, &area, &ground, NULL, &(tr_earthwork_report){out.paths, NULL}, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_carving_earthwork(carving, &none, NULL, NULL, &(tr_earthwork_report){out.paths, NULL}, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    ground.samples[130 * 600 + 150] = NAN;  // on the road
    assert_false(tr_carving_earthwork(carving, &wrong, &ground, NULL, &(tr_earthwork_report){out.paths, NULL}, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    const tr_progress progress = {refuse, NULL};
    assert_false(tr_carving_earthwork(carving, &area, NULL, &progress, &(tr_earthwork_report){out.paths, NULL}, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
    tr_grid_destroy(context, &ground);
    tr_carving_destroy(carving);
}

static void nothing_is_no_work(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    const tr_sample_area area = {0, 0, 60, 60, 1};
    tr_earthwork total;
    assert_true(tr_carving_earthwork(carving, &area, NULL, NULL, &(tr_earthwork_report){NULL, &total}, NULL));
    assert_true(total.cut_m3 == 0 && total.fill_m3 == 0 && total.info.length_m == 0);
    tr_carving_destroy(carving);
}

static void a_failing_allocator_is_reported(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    const tr_sample_area area = {0, 0, 150, 150, 4};
    const int64_t live = allocator.live_blocks;
    report out;
    for (int64_t i = 0;; i++) {
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + i;
        const bool ok =
            tr_carving_earthwork(carving, &area, NULL, NULL, &(tr_earthwork_report){out.paths, &out.total}, &err);
        allocator.fail_at = -1;
        assert_int_equal(allocator.live_blocks, live);
        if (ok) break;
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
    }
    tr_carving_destroy(carving);
}

TEST_GROUP(earthwork)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_cutting_of_constant_depth_is_a_prism, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_ramp_is_balanced, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_banked_road_cuts_one_side_and_fills_the_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_round_area_is_a_disc_with_a_shoulder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_ground_may_come_as_a_grid, set_up, tear_down),
        cmocka_unit_test_setup_teardown(threads_give_the_same_sums, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pixels_have_a_size, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bridges_are_those_of_the_crossings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_input_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_no_work, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_is_reported, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
