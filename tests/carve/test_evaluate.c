// Carved samples: the path's height over its whole width, what happens where paths meet, areas; and the plain
// reference.
#include "piece_fixture.h"
#include "carve_reference.h"

#include "test_effort.h"

static tr_context *context;

static int set_up(void **state)
{
    (void)state;
    context = test_context(2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    return 0;
}

static void assert_near(const char *what, double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance)) fail_msg("%s is %.9g and not %.9g", what, found, expected);
}

// ---------------------------------------------------------------------------------------------------------
// One path

// In pieces of unequal length, rising, east by south: at every foot the height is that of the axis.
static void a_straight_path_is_level_across(void **state)
{
    (void)state;
    carve_scene scene = {.count = 0};
    test_pen road = {scene_path(&scene, TR_PATH_ROAD, 60), 3.5f, 10, 0, 0, 0, 1000};
    const double ux = 0.8, uz = 0.6, grade = 0.09, ends[] = {7, 40, 41, 75, 120};
    for (int k = 0; k < 5; k++) pen_line(&road, ends[k] * ux, ends[k] * uz, 1000 + grade * ends[k]);
    tr_piece_index *index = open_index(context, &scene);
    for (double along = 0.3; along < 119; along += 0.37)
        for (double across = -3.49; across <= 3.49; across += 0.349) {
            const double x = floor((along * ux + across * uz) * 256) / 256;
            const double z = floor((along * uz - across * ux) * 256) / 256;
            const double s = x * ux + z * uz, d = x * uz - z * ux;
            const carved_point at = point_at(index, x, z);
            assert_true(at.strength == 1.0f);
            assert_near("the height", (double)at.height, 1000 + grade * s, 3e-4);
            assert_near("the distance", (double)at.distance, d, 1e-4);
            assert_int_equal(at.owner, 0);
        }
    tr_piece_index_destroy(index);
}

static void banking_tilts_the_whole_width(void **state)
{
    (void)state;
    carve_scene scene = {.count = 0};
    test_pen road = {scene_path(&scene, TR_PATH_ROAD, 60), 5, 8, 0, 0, 0, 20};
    for (int k = 1; k <= 4; k++) {
        tr_piece *piece = pen_line(&road, 30 * k, 0, 20);
        for (int i = 0; i < 3; i++) piece->inclination[i] = 0.07f;
    }
    tr_piece_index *index = open_index(context, &scene);
    for (double x = 1; x < 120; x += 0.9375)
        for (double d = -5; d <= 5; d += 0.25) {
            // Left of east is north: negative z.
            const carved_point at = point_at(index, x, -d);
            assert_near("the tilted height", (double)at.height, 20 + 0.07 * d / sqrt(1 + 0.07 * 0.07), 1e-5);
            assert_near("the inclination", (double)at.inclination, 0.07, 1e-6);
        }
    // Around its end the tilt fades and has no step.
    double before = (double)point_at(index, 124, -6).height;
    for (double d = -6 + 1.0 / 64; d <= 6; d += 1.0 / 64) {
        const double now = (double)point_at(index, 124, d).height;
        assert_near("the next height around the end", now, before, 2e-3);
        before = now;
    }
    tr_piece_index_destroy(index);
}

static void a_bend_keeps_the_height_of_the_path(void **state)
{
    (void)state;
    carve_scene scene = {.count = 0};
    test_pen road = {scene_path(&scene, TR_PATH_ROAD, 60), 3.5f, 10, 0, -40, 0, 5};
    pen_line(&road, 0, 0, 8);
    pen_curve(&road, 20, 0, 20, 20, 11);
    pen_line(&road, 20, 60, 15);
    tr_piece_index *index = open_index(context, &scene);
    const tr_piece *bend = &road.path->course.pieces[1];
    for (int k = 0; k <= 200; k++) {
        const double t = k / 200.0, tx = (1 - t) * 20, tz = t * 20, length = hypot(tx, tz);
        for (double d = -3.4; d <= 3.4; d += 0.34) {
            const double x = (1 - t) * (1 - t) * bend->x_m[0] + 2 * t * (1 - t) * 20 + t * t * 20 + d * tz / length;
            const double z = t * t * 20 - d * tx / length;
            assert_near("the height in the bend", (double)point_at(index, x, z).height, 8 + 3 * t, 2e-3);
        }
    }
    tr_piece_index_destroy(index);
}

// ---------------------------------------------------------------------------------------------------------
// No steps

// The largest change of the carved ground between samples that are 1/16 m apart.
static double max_step(const carve_scene *scene, const tr_sample_area *area)
{
    tr_piece_index *index = open_index(context, scene);
    test_carved carved = carved_space(area);
    for (size_t i = 0; i < carved.count; i++) carved.height[i] = 0;
    const tr_grid ground = carved_grid(&carved, carved.height);
    tr_error err;
    if (!tr_piece_index_apply(index, area, &ground, NULL, NULL, &err)) fail_msg("%s", err.message);
    double max = 0;
    for (int32_t j = 0; j + 1 < area->height; j++)
        for (int32_t i = 0; i + 1 < area->width; i++) {
            const double at = (double)carved.height[sample_of(&carved, i, j)];
            max = fmax(max, fabs((double)carved.height[sample_of(&carved, i + 1, j)] - at));
            max = fmax(max, fabs((double)carved.height[sample_of(&carved, i, j + 1)] - at));
        }
    carved_free(&carved);
    tr_piece_index_destroy(index);
    return max;
}

// A hairpin whose inside is all in reach, and a corner of straight lines: the path rises to 3 m over the ground.
// Between both legs of the hairpin the ground rises by 0.065 m from sample to sample.
static void hairpins_and_corners_have_no_cliffs(void **state)
{
    (void)state;
    const tr_sample_area area = {-16 * 45, -16 * 30, 16 * 80, 16 * 60, 1.0 / 16};
    carve_scene hairpin = {.count = 0};
    test_pen road = {scene_path(&hairpin, TR_PATH_ROAD, 60), 3, 12, 0, -40, -7, 0};
    pen_line(&road, 0, -7, 1.2);
    pen_curve(&road, 7, -7, 7, 0, 1.5);
    pen_curve(&road, 7, 7, 0, 7, 1.8);
    pen_line(&road, -40, 7, 3);
    assert_near("the largest step in a hairpin", max_step(&hairpin, &area), 0, 0.1);
    carve_scene corner = {.count = 0};
    test_pen street = {scene_path(&corner, TR_PATH_ROAD, 60), 3, 12, 0, -40, -10, 0};
    pen_line(&street, 0, -10, 2);
    pen_line(&street, 10, 20, 3);
    assert_near("the largest step at a corner", max_step(&corner, &area), 0, 0.08);
}

// ---------------------------------------------------------------------------------------------------------
// Several paths

static void a_higher_priority_lies_over_a_lower_one(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        carve_scene scene = {.count = 0};
        test_pen first = {scene_path(&scene, TR_PATH_ROAD, swapped ? 40 : 60), 3, 10, 0, -50, 0, 10};
        pen_line(&first, 50, 0, 10);
        test_pen second = {scene_path(&scene, TR_PATH_ROAD, swapped ? 60 : 40), 3, 10, 0, 0, -50, 14};
        pen_line(&second, 0, 50, 14);
        tr_piece_index *index = open_index(context, &scene);
        const carved_point middle = point_at(index, 0, 0), on_first = point_at(index, 30, 1),
                           on_second = point_at(index, 1, 30);
        assert_true(middle.height == (swapped ? 14.0f : 10.0f) && middle.owner == swapped);
        assert_true(on_first.height == 10.0f && on_first.strength == 1.0f && on_first.owner == 0);
        assert_true(on_second.height == 14.0f && on_second.strength == 1.0f && on_second.owner == 1);
        tr_piece_index_destroy(index);
    }
}

static void equal_priorities_meet_in_the_middle(void **state)
{
    (void)state;
    carve_scene scene = {.count = 0};
    test_pen first = {scene_path(&scene, TR_PATH_ROAD, 60), 3, 10, 0, -50, 0, 10};
    pen_line(&first, 50, 0, 10);
    test_pen second = {scene_path(&scene, TR_PATH_TRACK, 60), 3, 10, 0, 0, -50, 14};
    pen_line(&second, 0, 50, 14);
    tr_piece_index *index = open_index(context, &scene);
    assert_near("the middle of two", (double)point_at(index, 0, 0).height, 12, 1e-5);
    assert_near("the full one of two", (double)point_at(index, 8, 0).height, 10, 1e-4);
    tr_piece_index_destroy(index);
}

static void a_river_has_a_bed_and_a_level(void **state)
{
    (void)state;
    carve_scene scene = {.count = 0};
    test_pen river = {scene_path(&scene, TR_PATH_RIVER, 20), 8, 14, 2, -100, 0, 50};
    pen_line(&river, 0, 0, 50);
    pen_line(&river, 100, 0, 50);
    tr_piece_index *index = open_index(context, &scene);
    assert_near("the bed", (double)point_at(index, 3, 0).height, 48, 1e-4);
    assert_near("the shore", (double)point_at(index, 3, 8).height, 50, 1e-4);
    assert_near("the bank", (double)point_at(index, 3, -8.75).height, 50.25, 1e-3);
    assert_true(point_at(index, 3, 8).water == 50.0f && point_at(index, 3, 8.25).water == TR_NO_WATER);
    assert_true(point_at(index, 3, 23).strength == 0.0f && point_at(index, 3, 23).owner == -1);
    tr_piece_index_destroy(index);
}

// A stream into a river: its bed goes through the river's bank, and the river's bed is not raised.
static void of_two_waters_the_lower_bed_wins(void **state)
{
    (void)state;
    carve_scene scene = {.count = 0};
    test_pen river = {scene_path(&scene, TR_PATH_RIVER, 20), 8, 14, 2, -100, 0, 50};
    pen_line(&river, 100, 0, 50);
    test_pen stream = {scene_path(&scene, TR_PATH_STREAM, 20), 2, 5, 0.75f, 0, -60, 50.2};
    pen_line(&stream, 0, 0, 50);
    tr_piece_index *index = open_index(context, &scene);
    assert_true((double)point_at(index, 0, -9).height < 49.6);
    assert_near("the bed of the river", (double)point_at(index, 0, 0).height, 48, 0.03);
    tr_piece_index_destroy(index);
}

static void a_river_does_not_fill_a_lake(void **state)
{
    (void)state;
    carve_scene scene = {.count = 0};
    test_pen lake = {scene_path(&scene, TR_PATH_LAKE, 10), 0, 12, 6, 0, 0, 50};
    lake.path->def.area = true;
    lake.path->course.level_m = 50;
    pen_rectangle(&lake, 0, -80, 160, 80, false);
    test_pen river = {scene_path(&scene, TR_PATH_RIVER, 20), 8, 14, 2, -100, 0, 50.5};
    pen_line(&river, 70, 0, 50);
    tr_piece_index *index = open_index(context, &scene);
    assert_near("the bed of the lake", (double)point_at(index, 60, 0).height, 44, 1e-3);
    assert_near("the bed of the lake beside", (double)point_at(index, 60, 12).height, 44, 1e-3);
    assert_true((double)point_at(index, 0, 0).height < 48.4);
    assert_true((double)point_at(index, -20, 0).height < 48.4);
    tr_piece_index_destroy(index);
}

// ---------------------------------------------------------------------------------------------------------
// Areas

static void an_area_has_a_hole_and_a_far_inside(void **state)
{
    (void)state;
    carve_scene scene = {.count = 0};
    test_pen lake = {scene_path(&scene, TR_PATH_LAKE, 10), 0, 12, 6, 0, 0, 50};
    lake.path->def.area = true;
    lake.path->course.level_m = 50;
    pen_rectangle(&lake, -400, -300, 400, 300, false);
    pen_rectangle(&lake, 100, 100, 200, 200, true);
    tr_piece_index *index = open_index(context, &scene);
    const carved_point deep = point_at(index, -123, 45), shore = point_at(index, -400, 3),
                       island = point_at(index, 150, 150), outside = point_at(index, -420, 3),
                       slope = point_at(index, -390, 3);
    assert_true(deep.height == 44.0f && deep.water == 50.0f && deep.strength == 1.0f && deep.distance > 29);
    assert_true(shore.height == 50.0f && shore.strength == 1.0f);
    assert_true(island.strength == 0.0f && island.water == TR_NO_WATER);
    assert_true(outside.strength == 0.0f && outside.owner == -1);
    assert_true(slope.height < 50.0f && slope.height > 44.0f && slope.water == 50.0f);
    assert_near("the distance from the shore", (double)slope.distance, 10, 1e-5);
    assert_near("the distance outside", (double)point_at(index, -405, 3).distance, -5, 1e-5);
    assert_near("the slope of the island", (double)point_at(index, 98, 150).distance, 2, 1e-5);
    assert_true(point_at(index, -405, -305).strength > 0.0f && point_at(index, -405, -305).distance < 0.0f);
    tr_piece_index_destroy(index);
}

static void edges_are_known_around_paths(void **state)
{
    (void)state;
    carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_piece_index *index = open_index(context, &scene);
    const tr_sample_area area = {-130, -80, 200, 140, 2};
    test_carved carved = carved_space(&area);
    const tr_grid out = carved_grid(&carved, carved.height);
    tr_error err;
    const unsigned kinds = 1u << TR_PATH_LAKE | 1u << TR_PATH_ROAD;
    if (!tr_piece_index_edge_distance(index, kinds, 30, &area, &out, NULL, &err)) fail_msg("%s", err.message);
    for (int32_t j = 0; j < area.height; j++)
        for (int32_t i = 0; i < area.width; i++) {
            const double x = 2.0 * (double)(area.x + i), z = 2.0 * (double)(area.z + j);
            double expected = 30;
            for (int32_t p = 0; p < scene.count; p++) {
                const tr_carve_path *one = scene.list[p];
                if (!(kinds >> one->def.kind & 1u)) continue;
                const double away = reference_edge(one, x, z);
                expected = fmin(expected, away);
            }
            assert_near("an edge", (double)carved.height[sample_of(&carved, i, j)], fmax(-30, expected), 1e-3);
        }
    carved_free(&carved);
    tr_piece_index_destroy(index);
}

// ---------------------------------------------------------------------------------------------------------
// Ground, and the reference

static void ground_out_of_reach_keeps_its_bits(void **state)
{
    (void)state;
    carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_piece_index *index = open_index(context, &scene);
    const tr_sample_area area = {-333, -333, 667, 667, 1};
    test_carved carved = evaluate_with(index, TR_SEARCH_HASH, &area), after = carved_space(&area);
    for (size_t i = 0; i < carved.count; i++) after.height[i] = (float)(i % 1013) * 0.1f - 20.0f;
    const tr_grid ground = carved_grid(&after, after.height), water = carved_grid(&after, after.water);
    tr_error err;
    if (!tr_piece_index_apply(index, &area, &ground, &water, NULL, &err)) fail_msg("%s", err.message);
    size_t untouched = 0, full = 0;
    for (size_t i = 0; i < carved.count; i++) {
        const float before = (float)(i % 1013) * 0.1f - 20.0f;
        const double mixed = (double)before + ((double)carved.height[i] - (double)before) * (double)carved.strength[i];
        if (carved.strength[i] == 0.0f) {
            assert_memory_equal(&after.height[i], &before, sizeof before);
            assert_true(carved.height[i] == 0.0f && carved.owner[i] == -1);
            untouched++;
        } else if (carved.strength[i] == 1.0f) {
            assert_memory_equal(&after.height[i], &carved.height[i], sizeof before);
            full++;
        }
        assert_near("the ground", (double)after.height[i], mixed, 1e-4);
        assert_memory_equal(&after.water[i], &carved.water[i], sizeof before);
    }
    assert_true(untouched > carved.count / 4 && full > carved.count / 50);
    carved_free(&carved);
    carved_free(&after);
    tr_piece_index_destroy(index);
}

// Where values jump (between two sides) those of any place within 4 mm will do.
static bool matches(const carve_scene *scene, const test_carved *carved, size_t i, double x, double z)
{
    for (int k = 0; k < 9; k++) {
        const reference_sample at =
            reference_carve(scene->list, scene->count, x + 0.004 * (k % 3 - 1), z + 0.004 * (k / 3 - 1));
        const bool near_height = fabs(at.height - (double)carved->height[i]) < 5e-3 || at.strength < 1e-4;
        const bool near_strength = fabs(at.strength - (double)carved->strength[i]) < 1e-3;
        const bool near_channels =
            at.strength < 1e-3 ||
            (fabs(at.distance - (double)carved->distance[i]) < 5e-3 &&
             fabs(at.inclination - (double)carved->inclination[i]) < 1e-3 && at.owner == carved->owner[i]);
        const bool near_water = fabs(at.water - (double)carved->water[i]) < 2e-3;
        if (near_height && near_strength && near_channels && near_water) return true;
    }
    return false;
}

static void samples_are_those_of_the_reference(void **state)
{
    (void)state;
    carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_piece_index *index = open_index(context, &scene);
    const int64_t step = 1 + 24 / test_effort(8, 24);
    const tr_sample_area area = {-190, -190, (int32_t)(450 / step), (int32_t)(380 / step), 1 * (double)step};
    tr_sample_area shifted = area;
    shifted.x /= step, shifted.z /= step;
    test_carved carved = evaluate_with(index, TR_SEARCH_HASH, &shifted);
    for (int32_t j = 0; j < area.height; j++)
        for (int32_t i = 0; i < area.width; i++) {
            const size_t at = sample_of(&carved, i, j);
            const double x = (double)((shifted.x + i) * step), z = (double)((shifted.z + j) * step);
            if (matches(&scene, &carved, at, x, z)) continue;
            const reference_sample expected = reference_carve(scene.list, scene.count, x, z);
            fail_msg("(%g, %g): height %.6f strength %.6f distance %.5f inclination %.4f water %g owner %d, not %.6f "
                     "%.6f %.5f "
                     "%.4f %g %d",
                     x, z, (double)carved.height[at], (double)carved.strength[at], (double)carved.distance[at],
                     (double)carved.inclination[at], (double)carved.water[at], carved.owner[at], expected.height,
                     expected.strength, expected.distance, expected.inclination, expected.water, expected.owner);
        }
    carved_free(&carved);
    tr_piece_index_destroy(index);
}

// The iterative search is another way to nearly the same.
static void the_iterative_search_is_close(void **state)
{
    (void)state;
    carve_scene scene;
    make_mixed_scene(&scene, 0, 0);
    tr_piece_index *index = open_index(context, &scene);
    const tr_sample_area area = {-100, -100, 200, 200, 2};
    test_carved exact = evaluate_with(index, TR_SEARCH_HASH, &area),
                other = evaluate_with(index, TR_SEARCH_ITERATIVE, &area);
    size_t far_off = 0;
    for (size_t i = 0; i < exact.count; i++)
        far_off += fabs((double)exact.strength[i] - (double)other.strength[i]) > 0.02;
    assert_true(far_off < exact.count / 1000);
    carved_free(&exact);
    carved_free(&other);
    tr_piece_index_destroy(index);
}

TEST_GROUP(evaluate)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_straight_path_is_level_across),
        cmocka_unit_test(banking_tilts_the_whole_width),
        cmocka_unit_test(a_bend_keeps_the_height_of_the_path),
        cmocka_unit_test(hairpins_and_corners_have_no_cliffs),
        cmocka_unit_test(a_higher_priority_lies_over_a_lower_one),
        cmocka_unit_test(equal_priorities_meet_in_the_middle),
        cmocka_unit_test(a_river_has_a_bed_and_a_level),
        cmocka_unit_test(of_two_waters_the_lower_bed_wins),
        cmocka_unit_test(a_river_does_not_fill_a_lake),
        cmocka_unit_test(an_area_has_a_hole_and_a_far_inside),
        cmocka_unit_test(edges_are_known_around_paths),
        cmocka_unit_test(ground_out_of_reach_keeps_its_bits),
        cmocka_unit_test(samples_are_those_of_the_reference),
        cmocka_unit_test(the_iterative_search_is_close),
    };
    return cmocka_run_group_tests_name("evaluate", tests, set_up, tear_down);
}
