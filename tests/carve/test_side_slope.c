// Cuttings and embankments keep to their steepest side slope.
#include "carving_fixture.h"
#include "counting_context.h"

// A road along x at a height above level ground.
static tr_carving *road_above(test_ground *flat, double height_m, double side_slope)
{
    tr_path_vertex vertices[] = {tr_path_vertex_at(-400, 0), tr_path_vertex_at(0, 0), tr_path_vertex_at(400, 0)};
    for (int i = 0; i < 3; i++) vertices[i].height_m = (float)height_m;
    tr_path_def def = test_path(TR_PATH_ROAD, vertices, 3);
    def.max_side_slope = side_slope;
    tr_carving *carving = test_carving(context, flat);
    test_add(carving, &def);
    test_commit(carving);
    return carving;
}

static double steepest_across(const tr_carving *carving, const test_ground *flat)
{
    double steepest = 0;
    for (double z_m = 0; z_m < 120; z_m += 0.25) {
        const double here_m = (double)test_carved(carving, flat, 0, z_m, NULL);
        const double next_m = (double)test_carved(carving, flat, 0, z_m + 0.25, NULL);
        steepest = fmax(steepest, fabs(next_m - here_m) / 0.25);
    }
    return steepest;
}

static void sides_keep_to_their_slope(void **state)
{
    (void)state;
    const double heights_m[] = {-20, -6, 6, 20};
    for (int i = 0; i < 4; i++) {
        test_ground flat = {.base_m = 0};
        tr_carving *kept = road_above(&flat, heights_m[i], 0.7), *free_one = road_above(&flat, heights_m[i], 0);
        assert_near(steepest_across(kept, &flat), 0.7, 0.01);
        assert_near(steepest_across(free_one, &flat), 1.875 * fabs(heights_m[i]) / 10, 0.01 * fabs(heights_m[i]));
        assert_near(test_carved(kept, &flat, 0, 3.5, NULL), heights_m[i], 1e-4);
        tr_carving_destroy(kept);
        tr_carving_destroy(free_one);
    }
}

static void smoothing_grows_eightfold_at_max(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 0};
    tr_carving *carving = road_above(&flat, 300, 0.7);
    assert_near(test_course(carving, tr_carving_path_at(carving, 0))->pieces[0].fade_m[0], 80, 1e-4);
    tr_carving_destroy(carving);
}

static void a_path_in_the_ground_keeps_its_smoothing(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 50};
    tr_carving *carving = road_above(&flat, 50, 0.7);
    const tr_course *course = test_course(carving, tr_carving_path_at(carving, 0));
    for (int32_t i = 0; i < course->piece_count; i++)
        assert_true(course->pieces[i].fade_m[0] == 10 && course->pieces[i].fade_m[1] == 10);
    tr_carving_destroy(carving);
}

// On waves: equal on both sides of every joint, and never changing faster than half the way.
static void smoothing_grows_gradually(void **state)
{
    (void)state;
    const tr_path_kind kinds[] = {TR_PATH_RAIL, TR_PATH_LEVEL};
    for (int k = 0; k < 2; k++) {
        test_ground waves = {.base_m = 100, .wave_m = 25, .wave_length_m = 60};
        tr_carving *carving = test_carving(context, &waves);
        const tr_path_vertex vertices[] = {tr_path_vertex_at(-300, -200), tr_path_vertex_at(0, 150),
                                           tr_path_vertex_at(300, -180), tr_path_vertex_at(40, -400)};
        tr_path_def def = test_path(kinds[k], vertices, 4);
        def.max_side_slope = 0.6;
        const tr_path_id id = test_add(carving, &def);
        test_commit(carving);
        const tr_course *course = test_course(carving, id);
        float max_width_m = 0;
        for (int32_t i = 0; i < course->piece_count; i++) {
            const tr_piece *piece = &course->pieces[i], *next = &course->pieces[(i + 1) % course->piece_count];
            const double change = fabs((double)(piece->fade_m[1] - piece->fade_m[0])) / (piece->to_m - piece->from_m);
            assert_true(change <= 0.5 + 1e-5);
            if (i + 1 < course->piece_count || def.area) assert_true(piece->fade_m[1] == next->fade_m[0]);
            max_width_m = fmaxf(max_width_m, piece->fade_m[0]);
        }
        assert_true(max_width_m > 2 * (float)def.smoothing_m);
        tr_carving_destroy(carving);
    }
}

TEST_GROUP(side_slope)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sides_keep_to_their_slope, set_up, tear_down),
        cmocka_unit_test_setup_teardown(smoothing_grows_eightfold_at_max, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_path_in_the_ground_keeps_its_smoothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(smoothing_grows_gradually, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
