// What paths make of each other: crossings, bridges, fords, junctions, confluences, lakes; and what a carving refuses.
#include "carving_fixture.h"
#include "counting_context.h"

// Rolling ground, so that heights of paths differ where nothing settles them.
static test_ground rolling = {.base_m = 50, .slope_x = 0.03, .slope_z = -0.02, .wave_m = 4, .wave_length_m = 60};

static tr_path_id add_line(tr_carving *carving, tr_path_kind kind, double x0, double z0, double x1, double z1)
{
    const tr_path_vertex vertices[] = {tr_path_vertex_at(x0, z0), tr_path_vertex_at(x1, z1)};
    const tr_path_def def = test_path(kind, vertices, 2);
    return test_add(carving, &def);
}

static tr_path_id add_level_line(tr_carving *carving, tr_path_kind kind, const double from[2], const double to[2],
                                 double height_m)
{
    const tr_path_vertex vertices[] = {test_vertex(from[0], height_m, from[1]), test_vertex(to[0], height_m, to[1])};
    const tr_path_def def = test_path(kind, vertices, 2);
    return test_add(carving, &def);
}

static tr_path_id add_square(tr_carving *carving, tr_path_kind kind, double x0, double z0, double size_m,
                             double level_m)
{
    const tr_path_vertex vertices[] = {tr_path_vertex_at(x0, z0), tr_path_vertex_at(x0 + size_m, z0),
                                       tr_path_vertex_at(x0 + size_m, z0 + size_m), tr_path_vertex_at(x0, z0 + size_m)};
    tr_path_def def = test_path(kind, vertices, 4);
    def.area = true;
    def.smoothness = 0;
    def.level_m = level_m;
    return test_add(carving, &def);
}

static tr_crossing only_crossing(const tr_carving *carving)
{
    assert_int_equal(tr_carving_crossing_count(carving), 1);
    return tr_carving_crossing_at(carving, 0);
}

// ---------------------------------------------------------------------------------------------------------
// Ways

static void two_roads_meet_at_one_height(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    const tr_path_id first = add_line(carving, TR_PATH_ROAD, -200, 13, 200, -9);
    const tr_path_id second = add_line(carving, TR_PATH_ROAD, 31, -180, -17, 190);
    test_commit(carving);
    const tr_crossing crossing = only_crossing(carving);
    assert_false(crossing.bridge);
    const double a = test_path_height(carving, first, crossing.x_m, crossing.z_m);
    const double b = test_path_height(carving, second, crossing.x_m, crossing.z_m);
    assert_true(fabs(a - b) < 1e-3);
    assert_true(fabs(crossing.upper_m - a) < 1e-3 && fabs(crossing.lower_m - a) < 1e-3);
    tr_carving_destroy(carving);
}

// Roads side by side, as a motorway has them, each crossed at its own height.
static void close_crossings_keep_their_own_heights(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    add_level_line(carving, TR_PATH_RAIL, (double[]){-150, 0}, (double[]){150, 0}, 50);
    add_level_line(carving, TR_PATH_RAIL, (double[]){-150, 14}, (double[]){150, 14}, 50.5);
    const tr_path_id road = add_line(carving, TR_PATH_ROAD, 3, -150, 3, 150);
    test_commit(carving);
    assert_int_equal(tr_carving_crossing_count(carving), 2);
    assert_true(fabs(test_path_height(carving, road, 3, 0) - 50) < 1e-3);
    assert_true(fabs(test_path_height(carving, road, 3, 14) - 50.5) < 1e-3);
    tr_carving_destroy(carving);
}

static void a_road_far_below_a_railway_goes_under_it(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 20};
    tr_carving *carving = test_carving(context, &flat);
    const tr_path_id road = add_level_line(carving, TR_PATH_ROAD, (double[]){0, -200}, (double[]){0, 200}, 12);
    const tr_path_id rail = add_level_line(carving, TR_PATH_RAIL, (double[]){-200, 0}, (double[]){200, 0}, 20);
    test_commit(carving);
    const tr_crossing crossing = only_crossing(carving);
    assert_true(crossing.bridge);
    assert_int_equal(crossing.upper, rail);
    assert_int_equal(crossing.lower, road);
    assert_true(fabs(crossing.upper_m - 20) < 1e-3 && fabs(crossing.lower_m - 12) < 1e-3);
    // Half the road and its shoulder, to both sides of the middle.
    assert_true(fabs(crossing.from_m - (200 - 13.5)) < 0.01 && fabs(crossing.to_m - (200 + 13.5)) < 0.01);
    assert_true(fabs((double)test_carved(carving, &flat, 0, 0, NULL) - 12) < 1e-3);
    assert_true(fabs((double)test_carved(carving, &flat, 60, 0, NULL) - 20) < 1e-3);
    tr_carving_destroy(carving);
}

static void ways_that_may_not_be_bridges_meet(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 20};
    tr_carving *carving = test_carving(context, &flat);
    const tr_path_vertex deep[] = {test_vertex(0, 12, -200), test_vertex(0, 12, 200)};
    const tr_path_vertex high[] = {tr_path_vertex_at(-200, 0), tr_path_vertex_at(200, 0)};
    tr_path_def rail = test_path(TR_PATH_RAIL, deep, 2), road = test_path(TR_PATH_ROAD, high, 2);
    rail.bridges = road.bridges = false;
    test_add(carving, &rail);
    const tr_path_id upper = test_add(carving, &road);
    test_commit(carving);
    assert_false(only_crossing(carving).bridge);
    assert_true(fabs(test_path_height(carving, upper, 0, 0) - 12) < 1e-3);
    tr_carving_destroy(carving);
}

// A road that ends on another one, short of its axis: the same height, and no bridge however high it comes from.
static void a_junction_is_no_bridge(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 20};
    tr_carving *carving = test_carving(context, &flat);
    const tr_path_id main_road = add_level_line(carving, TR_PATH_ROAD, (double[]){-200, 0}, (double[]){200, 0}, 20);
    const tr_path_vertex side[] = {test_vertex(40, 32, -200), tr_path_vertex_at(40, -3)};
    const tr_path_def def = test_path(TR_PATH_ROAD, side, 2);
    const tr_path_id side_road = test_add(carving, &def);
    test_commit(carving);
    const tr_crossing crossing = only_crossing(carving);
    assert_false(crossing.bridge);
    assert_true(fabs(crossing.x_m - 40) < 1e-3 && fabs(crossing.z_m) < 1e-3);
    assert_true(fabs(test_path_height(carving, side_road, 40, -3) - test_path_height(carving, main_road, 40, 0)) <
                1e-3);
    tr_carving_destroy(carving);
}

static void ways_in_pieces_go_on_at_one_height(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    const tr_path_id first = add_line(carving, TR_PATH_ROAD, -200, 13, 7, 5);
    const tr_path_id second = add_line(carving, TR_PATH_ROAD, 7, 5, 190, 60);
    const tr_path_id third = add_line(carving, TR_PATH_TRACK, 30, -150, 7, 5);
    test_commit(carving);
    assert_int_equal(tr_carving_crossing_count(carving), 3);
    const double height_m = test_path_height(carving, first, 7, 5);
    assert_true(fabs(test_path_height(carving, second, 7, 5) - height_m) < 1e-3);
    assert_true(fabs(test_path_height(carving, third, 7, 5) - height_m) < 1e-3);
    tr_carving_destroy(carving);
}

static void a_road_is_level_on_levelled_ground(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    add_square(carving, TR_PATH_LEVEL, -60, -60, 120, 52);
    const tr_path_id road = add_line(carving, TR_PATH_ROAD, -300, 5, 300, -5);
    test_commit(carving);
    assert_false(only_crossing(carving).bridge);
    for (double x_m = -55; x_m <= 55; x_m += 5) {
        assert_true(fabs(test_path_height(carving, road, x_m, 0) - 52) < 1e-3);
    }
    tr_carving_destroy(carving);
}

// Rivers and lakes are carved into the ground of a city, which is level everywhere else.
static void water_lies_in_the_ground_of_a_city(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 20, .slope_z = -0.01};
    tr_carving *carving = test_carving(context, &flat);
    add_line(carving, TR_PATH_RIVER, 0, -400, 0, 400);
    add_square(carving, TR_PATH_LAKE, 80, 20, 40, 19);
    add_square(carving, TR_PATH_CITY, -200, -200, 400, 22);
    test_commit(carving);
    float level_m;
    for (double z_m = -150; z_m <= 150; z_m += 50) {
        assert_true(fabs((double)test_carved(carving, &flat, -120, z_m, NULL) - 22) < 1e-3);
        const float bed_m = test_carved(carving, &flat, 0, z_m, &level_m);
        assert_true(level_m > bed_m + 1 && level_m < 22);
    }
    const float bed_m = test_carved(carving, &flat, 100, 40, &level_m);
    assert_true(fabs((double)level_m - 19) < 1e-3 && bed_m < 18);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Water

// The river is carved under the bridge as if there were no road, and the road passes above it.
static void a_bridge_leaves_the_river_as_it_is(void **state)
{
    (void)state;
    const double skew_m[] = {0, 40, 120};
    for (int i = 0; i < 3; i++) {
        test_ground flat = {.base_m = 30, .slope_z = -0.01};
        tr_carving *carving = test_carving(context, &flat);
        const tr_path_id river = add_line(carving, TR_PATH_RIVER, 0, -300, 0, 300);
        test_commit(carving);
        const tr_sample_area under = {-7, -40, 15, 81, 1};
        float *alone = test_evaluate(carving, &under);
        const tr_path_id road = add_line(carving, TR_PATH_ROAD, -200, -skew_m[i], 200, skew_m[i]);
        test_commit(carving);
        const tr_crossing crossing = only_crossing(carving);
        assert_true(crossing.bridge);
        assert_int_equal(crossing.upper, road);
        assert_int_equal(crossing.lower, river);
        assert_true(crossing.upper_m >= crossing.lower_m + 2.5 - 1e-3);
        // Water and banks, and what the deck is wide, where the road crosses them at an angle.
        const double length_m = sqrt(200 * 200 + skew_m[i] * skew_m[i]), sine = 200 / length_m;
        const double cosine = skew_m[i] / length_m;
        const double span_m = 2 * (7 * sqrt(1.125) + 14 + (3.5 + 10) * cosine) / sine;
        assert_true(fabs(crossing.to_m - crossing.from_m - span_m) < 0.01);
        float *crossed = test_evaluate(carving, &under);
        const size_t channel = (size_t)under.width * (size_t)under.height;
        assert_memory_equal(alone, crossed, channel * sizeof *alone);
        assert_memory_equal(alone + 4 * channel, crossed + 4 * channel, channel * sizeof *alone);
        for (double x_m = -7; x_m <= 7; x_m++) {
            const double z_m = x_m * skew_m[i] / 200;
            assert_true(test_path_height(carving, road, x_m, z_m) >= crossing.lower_m + 2.5 - 1e-3);
        }
        free(alone);
        free(crossed);
        tr_carving_destroy(carving);
    }
}

static void a_ford_goes_through_the_water(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 30, .slope_z = -0.01};
    tr_carving *carving = test_carving(context, &flat);
    const tr_path_id river = add_line(carving, TR_PATH_RIVER, 0, -300, 0, 300);
    const tr_path_vertex vertices[] = {tr_path_vertex_at(-150, 0), tr_path_vertex_at(150, 0)};
    tr_path_def def = test_path(TR_PATH_TRACK, vertices, 2);
    def.bridges = false;
    const tr_path_id track = test_add(carving, &def);
    test_commit(carving);
    assert_false(only_crossing(carving).bridge);
    const double level_m = test_path_height(carving, river, 0, 0);
    assert_true(fabs(test_path_height(carving, track, 0, 0) - (level_m - 0.3)) < 1e-3);
    float water_m;
    const double bed_m = (double)test_carved(carving, &flat, 0, 0, &water_m);
    assert_true(bed_m < level_m - 0.2 && fabs((double)water_m - level_m) < 1e-3);
    tr_carving_destroy(carving);
}

static void a_stream_joins_a_river_at_its_level(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    const tr_path_id stream = add_line(carving, TR_PATH_STREAM, 200, 150, 4, 20);
    const tr_path_id river = add_line(carving, TR_PATH_RIVER, 0, 300, 0, -300);
    test_commit(carving);
    const tr_crossing crossing = only_crossing(carving);
    assert_false(crossing.bridge);
    assert_true(fabs(test_path_height(carving, stream, 4, 20) - test_path_height(carving, river, 0, 20)) < 0.01);
    tr_carving_destroy(carving);
}

// Through a lake: its level on the way, its own bed in the middle of it.
static void a_river_takes_the_level_of_a_lake(void **state)
{
    (void)state;
    test_ground slope = {.base_m = 40, .slope_x = -0.03};
    tr_carving *carving = test_carving(context, &slope);
    add_square(carving, TR_PATH_LAKE, -100, -100, 200, 39);
    test_commit(carving);
    const tr_sample_area middle = {-30, -30, 61, 61, 1};
    float *alone = test_evaluate(carving, &middle);
    const tr_path_id river = add_line(carving, TR_PATH_RIVER, -400, 3, 400, -3);
    test_commit(carving);
    assert_false(only_crossing(carving).bridge);
    for (double x_m = -99; x_m <= 99; x_m += 6) {
        assert_true(fabs(test_path_height(carving, river, x_m, 0) - 39) < 1e-3);
    }
    assert_true(test_path_height(carving, river, -390, 0) > 45 && test_path_height(carving, river, 390, 0) < 30);
    float *crossed = test_evaluate(carving, &middle);
    assert_memory_equal(alone, crossed, 61 * 61 * sizeof *alone);
    free(alone);
    free(crossed);
    tr_carving_destroy(carving);
}

static void a_lake_is_crossed_once(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 41};
    tr_carving *carving = test_carving(context, &flat);
    const tr_path_id lake = add_square(carving, TR_PATH_LAKE, -100, -100, 200, 40);
    const tr_path_id road = add_line(carving, TR_PATH_ROAD, -300, 3, 300, 3);
    test_commit(carving);
    const tr_crossing crossing = only_crossing(carving);
    assert_true(crossing.bridge);
    assert_int_equal(crossing.upper, road);
    assert_int_equal(crossing.lower, lake);
    assert_true(fabs(crossing.x_m) < 0.01 && fabs(crossing.z_m - 3) < 0.01);
    assert_true(fabs(crossing.from_m - (200 - 12)) < 0.1 && fabs(crossing.to_m - (400 + 12)) < 0.1);
    for (double x_m = -100; x_m <= 100; x_m += 10) {
        assert_true(test_path_height(carving, road, x_m, 3) >= 41.5 - 1e-3);
        float water_m;
        const double bed_m = (double)test_carved(carving, &flat, x_m, 3, &water_m);
        if (fabs(x_m) < 90) assert_true(bed_m < 39.9 && fabs((double)water_m - 40) < 1e-3);
    }
    tr_carving_destroy(carving);
}

// Meanders below one bridge: spans that would leave a pillar of road between them are one.
static void spans_that_touch_are_one(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 30};
    tr_carving *carving = test_carving(context, &flat);
    for (int i = 0; i < 3; i++) add_line(carving, TR_PATH_STREAM, 18.0 * i, -200, 18.0 * i, 200);
    add_line(carving, TR_PATH_STREAM, 150, -200, 150, 200);
    add_line(carving, TR_PATH_ROAD, -200, 0, 300, 0);
    test_commit(carving);
    assert_int_equal(tr_carving_crossing_count(carving), 4);
    const tr_crossing first = tr_carving_crossing_at(carving, 0), last = tr_carving_crossing_at(carving, 2);
    const tr_crossing apart = tr_carving_crossing_at(carving, 3);
    assert_true(first.bridge && last.bridge && apart.bridge);
    assert_true(first.from_m == last.from_m && first.to_m == last.to_m);
    assert_true(first.from_m < 200 && first.to_m > 236 && apart.from_m > first.to_m);
    tr_carving_destroy(carving);
}

// Ground that falls below the sea: without a mouth the banks of the river would stand up out of it.
static void a_mouth_leaves_the_sea_as_it_is(void **state)
{
    (void)state;
    test_ground beach = {.base_m = -10};
    tr_carving *carving = test_carving(context, &beach);
    tr_path_vertex vertices[] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(200, 0)};
    tr_path_def def = tr_default_path_def(TR_PATH_RIVER);
    def.max_side_slope = 0;
    def.vertices = vertices;
    def.vertex_count = 2;
    for (int i = 0; i < 2; i++) vertices[i].height_m = 0;
    const tr_path_id id = test_add(carving, &def);
    test_commit(carving);
    assert_true(test_carved(carving, &beach, 200, 7.5, NULL) > 0);
    def.mouth_m = 60;
    tr_error error;
    assert_true(tr_carving_replace(carving, id, &def, &error));
    test_commit(carving);
    assert_true(test_carved(carving, &beach, 100, 7.5, NULL) > 0);
    assert_near(test_carved(carving, &beach, 170, 7.5, NULL), -5, 0.2);
    assert_near(test_carved(carving, &beach, 200, 7.5, NULL), -10, 1e-4);
    assert_near(test_carved(carving, &beach, 206, 0, NULL), -10, 1e-4);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// A carving by itself

static void an_empty_carving_changes_nothing(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    tr_region bounds;
    assert_false(tr_carving_bounds(carving, &bounds));
    assert_int_equal(tr_carving_path_count(carving), 0);
    assert_true(test_carved(carving, &rolling, 3, 4, NULL) == (float)test_ground_at(&rolling, 3, 4));
    test_commit(carving);
    assert_int_equal(tr_carving_undo_count(carving), 0);
    tr_carving_destroy(carving);
}

static void points_follow_a_path(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    const tr_path_id road = add_line(carving, TR_PATH_ROAD, -100, 0, 100, 0);
    const tr_path_id lake = add_square(carving, TR_PATH_LAKE, 300, 300, 50, 40);
    test_commit(carving);
    tr_points points;
    assert_true(tr_carving_path_points(carving, road, 15, &points, NULL));
    assert_int_equal(points.count, 15);
    assert_true(points.x[0] == -100 && points.x[points.count - 1] == 100);
    for (size_t i = 1; i < points.count; i++) assert_true(points.x[i] - points.x[i - 1] <= 15);
    tr_points_destroy(context, &points);
    assert_true(tr_carving_path_points(carving, lake, 1000, &points, NULL));
    assert_true(points.x[0] == points.x[points.count - 1] && points.y[0] == 40);
    tr_points_destroy(context, &points);
    tr_path_info info;
    assert_true(tr_carving_path_info(carving, road, &info, NULL));
    assert_true(fabs(info.length_m - 200) < 1e-6 && info.grade_met && info.max_grade <= 0.0901);
    tr_carving_destroy(carving);
}

// A path that goes on far beyond the area that is asked for, and beyond where anything is.
static void a_path_may_leave_the_area(void **state)
{
    (void)state;
    test_ground flat = {.base_m = 10};
    tr_carving *carving = test_carving(context, &flat);
    add_level_line(carving, TR_PATH_ROAD, (double[]){-20, 0}, (double[]){90000, 30}, 12);
    test_commit(carving);
    const tr_sample_area near_area = {-64, -16, 128, 32, 1}, far_area = {-6400, 4000, 32, 32, 1};
    float *near_samples = test_evaluate(carving, &near_area), *far_samples = test_evaluate(carving, &far_area);
    const size_t count = 128 * 32;
    int full = 0;
    for (size_t i = 0; i < count; i++) full += near_samples[count + i] == 1.0f && near_samples[i] == 12.0f;
    assert_true(full > 7 * 64 && full < 9 * 100);
    for (size_t i = 0; i < 32 * 32; i++) assert_true(far_samples[32 * 32 + i] == 0.0f);
    tr_region bounds;
    assert_true(tr_carving_bounds(carving, &bounds));
    assert_true(bounds.x0 >= -36 && bounds.x0 <= -33 && bounds.x1 > 90010 && bounds.x1 < 90020);
    free(near_samples);
    free(far_samples);
    tr_carving_destroy(carving);
}

static void a_ground_that_fails_drops_the_edits(void **state)
{
    (void)state;
    test_ground ground = {.base_m = 10};
    tr_carving *carving = test_carving(context, &ground);
    const tr_path_id road = add_line(carving, TR_PATH_ROAD, 0, 0, 100, 0);
    test_commit(carving);
    const uint64_t hash = tr_carving_hash(carving);
    tr_error error;
    const tr_path_vertex moved = tr_path_vertex_at(50, 50);
    assert_true(tr_carving_set_vertex(carving, road, 1, &moved, NULL));
    ground.fails = true;
    assert_false(tr_carving_commit(carving, NULL, &error));
    assert_int_equal(error.code, TR_ERROR_INTERNAL);
    ground.fails = false;
    assert_true(tr_carving_hash(carving) == hash);
    assert_true(tr_carving_path(carving, road)->vertices[1].x_m == 100);
    assert_int_equal(tr_carving_undo_count(carving), 1);
    tr_carving_destroy(carving);
}

static bool cancel(void *user, double share)
{
    (void)share;
    ++*(int *)user;
    return false;
}

static void a_cancelled_commit_changes_nothing(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    add_line(carving, TR_PATH_ROAD, 0, 0, 100, 0);
    int calls = 0;
    const tr_progress progress = {cancel, &calls};
    tr_error error;
    assert_false(tr_carving_commit(carving, &progress, &error));
    assert_int_equal(error.code, TR_ERROR_CANCELLED);
    assert_true(calls > 0);
    assert_int_equal(tr_carving_path_count(carving), 0);
    tr_carving_destroy(carving);
}

static void bad_edits_are_refused(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    const tr_path_id road = add_line(carving, TR_PATH_ROAD, 0, 0, 100, 0);
    tr_error error;
    tr_path_vertex vertex = tr_path_vertex_at(1, 2);
    assert_false(tr_carving_set_vertex(carving, road, 2, &vertex, &error));
    assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_carving_insert_vertex(carving, road, 3, &vertex, &error));
    assert_false(tr_carving_remove_vertex(carving, road, 0, &error));  // one vertex is no path
    assert_false(tr_carving_set_vertex(carving, road + 1, 0, &vertex, &error));
    assert_int_equal(error.code, TR_ERROR_NOT_FOUND);
    assert_false(tr_carving_remove(carving, 0, &error));
    assert_int_equal(error.code, TR_ERROR_NOT_FOUND);
    vertex.x_m = NAN;
    assert_false(tr_carving_set_vertex(carving, road, 0, &vertex, &error));
    test_commit(carving);
    assert_int_equal(tr_carving_path(carving, road)->vertex_count, 2);
    assert_true(tr_carving_path(carving, road + 1) == NULL);
    tr_points points;
    assert_false(tr_carving_path_points(carving, road, 0, &points, &error));
    assert_false(tr_carving_path_points(carving, road, NAN, &points, &error));
    assert_false(tr_carving_path_points(carving, road, 1e-12, &points, &error));
    assert_int_equal(error.code, TR_ERROR_TOO_LARGE);
    tr_carving_destroy(carving);
}

static void grids_of_another_size_are_refused(void **state)
{
    (void)state;
    tr_carving *carving = test_carving(context, &rolling);
    float samples[16] = {0};
    const tr_grid grid = {samples, 4, 4, 1, 4, 16};
    const tr_sample_area wide = {0, 0, 5, 4, 1}, fits = {0, 0, 4, 4, 1}, broken = {0, 0, 4, 4, 0.3};
    tr_error error;
    assert_false(tr_carving_apply(carving, &wide, NULL, &grid, NULL, &error));
    assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
    assert_false(tr_carving_apply(carving, &fits, NULL, &grid, &(tr_grid){samples, 2, 2, 1, 2, 4}, &error));
    assert_false(tr_carving_apply(carving, &broken, NULL, &grid, NULL, &error));
    assert_false(tr_carving_evaluate(carving, &wide, NULL, &(tr_carve_channels){.water = grid}, &error));
    assert_false(
        tr_carving_edge_distance(carving, &(tr_edge_query){1u << TR_PATH_KIND_COUNT, 10}, &fits, NULL, &grid, &error));
    assert_false(tr_carving_edge_distance(carving, &(tr_edge_query){1, NAN}, &fits, NULL, &grid, &error));
    assert_true(tr_carving_edge_distance(carving, &(tr_edge_query){1, 10}, &fits, NULL, &grid, &error));
    assert_true(samples[0] == 10.0f);
    tr_carving_destroy(carving);
}

// A ring keeps its vertices to itself when one is put in at its end or taken out.
static void vertices_stay_in_their_rings(void **state)
{
    (void)state;
    const tr_path_vertex vertices[] = {tr_path_vertex_at(0, 0),  tr_path_vertex_at(100, 0), tr_path_vertex_at(100, 90),
                                       tr_path_vertex_at(0, 90), tr_path_vertex_at(20, 20), tr_path_vertex_at(40, 20),
                                       tr_path_vertex_at(40, 40)};
    const int32_t ring_end[] = {4, 7};
    tr_path_def def = test_path(TR_PATH_LAKE, vertices, 7);
    def.area = true;
    def.ring_end = ring_end;
    def.ring_count = 2;
    def.name = "with an island";
    tr_carving *carving = test_carving(context, &rolling);
    const tr_path_id lake = test_add(carving, &def);
    const tr_path_vertex more = tr_path_vertex_at(-10, 45), last = tr_path_vertex_at(25, 45);
    assert_true(tr_carving_insert_vertex(carving, lake, 4, &more, NULL));
    assert_true(tr_carving_insert_vertex(carving, lake, 8, &last, NULL));
    const tr_path_def *now = tr_carving_path(carving, lake);
    assert_string_equal(now->name, "with an island");
    assert_int_equal(now->ring_end[0], 5);
    assert_int_equal(now->ring_end[1], 9);
    assert_true(tr_carving_remove_vertex(carving, lake, 3, NULL));
    now = tr_carving_path(carving, lake);
    assert_int_equal(now->ring_end[0], 4);
    assert_int_equal(now->ring_end[1], 8);
    assert_true(now->vertices[3].x_m == -10 && now->vertices[7].z_m == 45);
    test_commit(carving);
    tr_carving_destroy(carving);
}

TEST_GROUP(carving)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_roads_meet_at_one_height, set_up, tear_down),
        cmocka_unit_test_setup_teardown(close_crossings_keep_their_own_heights, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_road_far_below_a_railway_goes_under_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ways_that_may_not_be_bridges_meet, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_junction_is_no_bridge, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ways_in_pieces_go_on_at_one_height, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_road_is_level_on_levelled_ground, set_up, tear_down),
        cmocka_unit_test_setup_teardown(water_lies_in_the_ground_of_a_city, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bridge_leaves_the_river_as_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_ford_goes_through_the_water, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_stream_joins_a_river_at_its_level, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_river_takes_the_level_of_a_lake, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_lake_is_crossed_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(spans_that_touch_are_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mouth_leaves_the_sea_as_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_empty_carving_changes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(points_follow_a_path, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_path_may_leave_the_area, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_ground_that_fails_drops_the_edits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_cancelled_commit_changes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_edits_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(grids_of_another_size_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(vertices_stay_in_their_rings, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
