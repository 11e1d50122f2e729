// Records that blocks of samples leave out because others are nearer: deep lakes with ragged shores and islands, whose
// reach is many times the length of their pieces, and lines far apart.
#include "carve/course/crossing.h"
#include "carving_fixture.h"
#include "test_context.h"
#include "test_effort.h"

enum { CORNERS = 48, ISLAND = 9 };

static tr_context *context;
static test_ground rolling = {.base_m = 80, .slope_x = 0.01, .wave_m = 6, .wave_length_m = 170};

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

static double random_in(uint64_t seed, int64_t number, double low, double high)
{
    return low + (high - low) * tr_unit_from_hash(tr_hash_identity(0xb10c, seed, number, 0, 0));
}

// A ring around (x, z) whose corners are near and far in turn.
static void ragged_ring(uint64_t seed, double x_m, double z_m, double radius_m, int count, tr_path_vertex *out)
{
    for (int i = 0; i < count; i++) {
        const double angle = 6.283185307179586 * i / count, away_m = radius_m * random_in(seed, i, 0.6, 1);
        out[i] = tr_path_vertex_at(x_m + away_m * cos(angle), z_m + away_m * sin(angle));
    }
}

static tr_carving *open_carving(uint64_t seed, tr_piece_search search)
{
    tr_carving_def def = tr_default_carving_def();
    def.ground = test_ground_hook(&rolling);
    tr_carving *carving = tr_carving_create(context, &def, NULL);
    assert_non_null(carving);
    tr_carving_set_search(carving, search);
    tr_path_vertex vertices[CORNERS + ISLAND];
    const int32_t ring_end[2] = {CORNERS, CORNERS + ISLAND};
    ragged_ring(seed, 0, 0, random_in(seed, 100, 150, 400), CORNERS, vertices);
    ragged_ring(seed + 1, 10, -20, random_in(seed, 101, 20, 60), ISLAND, vertices + CORNERS);
    tr_path_def lake = test_path(TR_PATH_LAKE, vertices, CORNERS + ISLAND);
    lake.ring_end = ring_end;
    lake.ring_count = 2;
    lake.depth_m = random_in(seed, 102, 2, 80);
    lake.smoothing_m = random_in(seed, 103, 1, 120);
    lake.smoothness = seed % 2 ? 0 : 0.5;
    test_add(carving, &lake);
    const tr_path_vertex line[3] = {tr_path_vertex_at(random_in(seed, 104, -500, 0), -480), tr_path_vertex_at(300, 20),
                                    tr_path_vertex_at(random_in(seed, 105, -500, 500), 480)};
    tr_path_def road = test_path(TR_PATH_ROAD, line, 3);
    road.bridges = false;  // a bridge has no edge on the ground
    test_add(carving, &road);
    test_commit(carving);
    return carving;
}

static void pieces_that_are_never_the_nearest_change_no_bit(void **state)
{
    (void)state;
    const int64_t rounds = test_effort(12, 200);
    static const double spacings_m[] = {0.5, 2, 7.5};
    for (int64_t round = 0; round < rounds; round++) {
        tr_carving *hash = open_carving((uint64_t)round, TR_SEARCH_HASH);
        tr_carving *all = open_carving((uint64_t)round, TR_SEARCH_ALL);
        const double spacing_m = spacings_m[round % 3];
        const int32_t side = (int32_t)fmin(900 / spacing_m, 340);
        const tr_sample_area area = {-side / 2 + 3, -side / 2 - 5, side, side, spacing_m};
        float *found = test_evaluate(hash, &area), *expected = test_evaluate(all, &area);
        assert_memory_equal(found, expected, TEST_CHANNELS * (size_t)side * (size_t)side * sizeof *found);
        free(found);
        free(expected);
        tr_carving_destroy(hash);
        tr_carving_destroy(all);
    }
}

// The distance from a place to the nearest piece of a path, by looking at each.
static double distance_to(const tr_carving *carving, tr_path_id id, double x_m, double z_m)
{
    const tr_course *course = test_course(carving, id);
    double best_m = INFINITY;
    for (int32_t i = 0; i < course->piece_count; i++) {
        double distance_m;
        tr_piece_nearest(&course->pieces[i], x_m, z_m, &distance_m);
        best_m = fmin(best_m, distance_m);
    }
    return best_m;
}

static void edges_are_those_of_the_nearest_pieces(void **state)
{
    (void)state;
    enum { SIDE = 60 };
    static const double limits_m[] = {3, 60, 700};
    const int64_t rounds = test_effort(6, 60);
    for (int64_t round = 0; round < rounds; round++) {
        tr_carving *carving = open_carving((uint64_t)round, TR_SEARCH_HASH);
        const tr_path_id lake = tr_carving_path_at(carving, 0), road = tr_carving_path_at(carving, 1);
        const double limit_m = limits_m[round % 3], half_m = 0.5 * tr_carving_path(carving, road)->width_m;
        const tr_sample_area area = {-SIDE / 2, -SIDE / 2, SIDE, SIDE, 17};
        float samples[SIDE * SIDE];
        const tr_grid grid = {samples, SIDE, SIDE, 1, SIDE, SIDE * SIDE};
        assert_true(tr_carving_edge_distance(
            carving, &(tr_edge_query){1u << TR_PATH_LAKE | 1u << TR_PATH_ROAD, limit_m}, &area, NULL, &grid, NULL));
        for (int k = 0; k < SIDE * SIDE; k++) {
            const int64_t column = k % SIDE, row = k / SIDE;
            const double x_m = (double)(area.x + column) * 17, z_m = (double)(area.z + row) * 17;
            const double shore_m = distance_to(carving, lake, x_m, z_m);
            const bool wet = tr_course_contains(test_course(carving, lake), x_m, z_m);
            const double nearest_m = fmin(wet ? -shore_m : shore_m, distance_to(carving, road, x_m, z_m) - half_m);
            const double expected_m = fmin(fmax(nearest_m, -limit_m), limit_m);
            if (fabs((double)samples[k] - expected_m) > 0.05)
                fail_msg("round %d, (%g, %g): %g instead of %g", (int)round, x_m, z_m, (double)samples[k], expected_m);
        }
        tr_carving_destroy(carving);
    }
}

TEST_GROUP(carve_block)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pieces_that_are_never_the_nearest_change_no_bit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edges_are_those_of_the_nearest_pieces, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
