// Plans of rivers and lakes: water runs down and arrives, valleys hold it, and bad ground is refused.
#include <math.h>

#include "plan_fixture.h"

#include "carve/plan/drainage.h"
#include "carve/plan/lake_outline.h"

enum { SIZE = 160 };
static const double spacing_m = 8;

static tr_plan_paths plan(tr_context *context, const tr_plan_ground *ground, const tr_plan_rivers_def *def)
{
    tr_error error;
    tr_plan_paths paths;
    if (!tr_plan_rivers(context, ground, def, &paths, NULL, &error)) fail_msg("%s", error.message);
    return paths;
}

static int32_t count_kind(const tr_plan_paths *paths, tr_path_kind kind)
{
    int32_t count = 0;
    for (int32_t i = 0; i < paths->count; i++) count += paths->paths[i].kind == kind;
    return count;
}

// ---------------------------------------------------------------------------------------------------------
// Drainage

static void all_samples_drain_to_outlets_and_are_counted(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const ground_fn grounds[] = {hills, level_ground};
    for (int g = 0; g < 2; g++) {
        tr_plan_ground ground = ground_of(context, grounds[g], 70, 50, spacing_m);
        tr_drainage drainage;
        assert_true(tr_drainage_create(context, &ground, &drainage, NULL));
        const uint32_t count = 70 * 50;
        uint32_t *through = calloc(count, sizeof *through), at_outlets = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t sample = i, steps = 0;
            through[sample]++;
            while (!tr_drainage_is_outlet(&drainage, sample)) {
                sample = tr_drainage_receiver(&drainage, sample);
                through[sample]++;
                assert_true(++steps < count);
            }
        }
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(drainage.cells[i], through[i]);
            if (tr_drainage_is_outlet(&drainage, i)) at_outlets += drainage.cells[i];
        }
        assert_int_equal(at_outlets, count);
        free(through);
        tr_drainage_destroy(context, &drainage);
        tr_grid_destroy(context, &ground.height);
    }
    tr_context_destroy(context);
}

static double cone(double i, double j, int32_t width, int32_t height)
{
    const double x = i - (width - 1) / 2, z = j - (height - 1) / 2;
    return 500 - 3 * sqrt(x * x + z * z);
}

static void water_runs_straight_down_a_cone(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const int32_t size = 121, middle = 60;
    tr_plan_ground ground = ground_of(context, cone, size, size, spacing_m);
    tr_drainage drainage;
    assert_true(tr_drainage_create(context, &ground, &drainage, NULL));
    for (int32_t j = 40; j <= 80; j += 4)
        for (int32_t i = 40; i <= 80; i += 4) {
            const double x = i - middle, z = j - middle, radius = sqrt(x * x + z * z);
            uint32_t sample = (uint32_t)(j * size + i);
            if (radius < 8) continue;
            while (!tr_drainage_is_outlet(&drainage, sample)) {
                const double u = (double)(sample % (uint32_t)size) - middle,
                             v = (double)(sample / (uint32_t)size) - middle;
                const double aside = fabs(u * z - v * x) / radius;
                if (aside > 4) fail_msg("from (%d, %d): %g samples aside at (%g, %g)", (int)i, (int)j, aside, u, v);
                sample = tr_drainage_receiver(&drainage, sample);
            }
        }
    tr_drainage_destroy(context, &drainage);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// On level ground water winds: the next step is often another one.
static void level_ground_has_no_straight_lines(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, level_ground, 128, 128, spacing_m);
    tr_drainage drainage;
    assert_true(tr_drainage_create(context, &ground, &drainage, NULL));
    int steps = 0, turns = 0;
    for (uint32_t i = 0; i < 128 * 128; i++) {
        if (tr_drainage_is_outlet(&drainage, i)) continue;
        const uint32_t next = tr_drainage_receiver(&drainage, i);
        if (tr_drainage_is_outlet(&drainage, next)) continue;
        steps++;
        turns += drainage.flood.from[i] != drainage.flood.from[next];
    }
    if (turns < 0.25 * steps) fail_msg("only %d of %d steps turn", turns, steps);
    tr_drainage_destroy(context, &drainage);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Rivers

static void rivers_never_rise_and_lie_in_the_ground(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, hills, SIZE, SIZE, spacing_m);
    const tr_plan_rivers_def def = rivers_def();
    tr_plan_paths paths = plan(context, &ground, &def);
    assert_true(count_kind(&paths, TR_PATH_STREAM) > 5 && count_kind(&paths, TR_PATH_RIVER) > 3);
    for (int32_t i = 0; i < paths.count; i++) {
        const tr_path_def *river = &paths.paths[i];
        if (river->area) continue;
        assert_true(river->monotone && river->vertex_count >= 2);
        const double mouth_m = (double)river->vertices[river->vertex_count - 1].height_m;
        for (int32_t k = 0; k < river->vertex_count; k++) {
            const tr_path_vertex *at = &river->vertices[k];
            assert_true(isfinite(at->height_m) && (double)at->height_m >= mouth_m);
            if (k > 0) assert_true(at->height_m <= at[-1].height_m);
            const double ground_m = height_of(&ground, at->x_m, at->z_m);
            const bool lake_behind = k < 3;
            if (!lake_behind && (double)at->height_m > fmax(ground_m, mouth_m) + 0.01)
                fail_msg("river %d, vertex %d: the water is at %g, the ground at %g", (int)i, (int)k,
                         (double)at->height_m, ground_m);
        }
    }
    tr_plan_paths_destroy(context, &paths);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// The river that another one ends in, or -1.
static int32_t joined_river(const tr_plan_paths *paths, int32_t river)
{
    const tr_path_vertex *end = &paths->paths[river].vertices[paths->paths[river].vertex_count - 1];
    for (int32_t i = 0; i < paths->count; i++) {
        if (i == river || paths->paths[i].area) continue;
        for (int32_t k = 1; k < paths->paths[i].vertex_count; k++) {
            const tr_path_vertex *at = &paths->paths[i].vertices[k];
            if (at->x_m == end->x_m && at->z_m == end->z_m && at->height_m == end->height_m) return i;
        }
    }
    return -1;
}

static bool ends_in_open_water_or_at_the_border(const tr_plan_paths *paths, const tr_plan_ground *ground, int32_t river)
{
    const tr_path_vertex *end = &paths->paths[river].vertices[paths->paths[river].vertex_count - 1];
    if (height_of(ground, end->x_m, end->z_m) < ground->sea_level_m) return true;
    for (int32_t i = 0; i < paths->count; i++)
        if (paths->paths[i].area && is_inside(&paths->paths[i], end->x_m, end->z_m)) {
            assert_true((double)end->height_m == (double)(float)paths->paths[i].level_m);
            return true;
        }
    const double x = (end->x_m - ground->x_m) / ground->spacing_m, z = (end->z_m - ground->z_m) / ground->spacing_m;
    return x <= 0 || z <= 0 || x >= ground->height.width - 1 || z >= ground->height.height - 1;
}

static void every_river_arrives(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const ground_fn grounds[] = {hills, level_ground};
    for (int g = 0; g < 2; g++) {
        tr_plan_ground ground = ground_of(context, grounds[g], SIZE, SIZE, spacing_m);
        const tr_plan_rivers_def def = rivers_def();
        tr_plan_paths paths = plan(context, &ground, &def);
        int32_t joins = 0, rivers = 0;
        for (int32_t i = 0; i < paths.count; i++) {
            if (paths.paths[i].area) continue;
            rivers++;
            int32_t at = i, steps = 0;
            while (!ends_in_open_water_or_at_the_border(&paths, &ground, at)) {
                at = joined_river(&paths, at);
                if (at < 0) fail_msg("ground %d: river %d ends nowhere", g, (int)i);
                assert_true(++steps < paths.count);
            }
            joins += steps > 0;
        }
        if (joins < 4 || joins >= rivers)
            fail_msg("ground %d: %d of %d rivers join others", g, (int)joins, (int)rivers);
        tr_plan_paths_destroy(context, &paths);
        tr_grid_destroy(context, &ground.height);
    }
    tr_context_destroy(context);
}

static void rivers_grow_with_the_root_of_what_they_drain(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, hills, SIZE, SIZE, spacing_m);
    tr_plan_rivers_def def = rivers_def();
    double max_width = 0;
    for (int pass = 0; pass < 2; pass++, def.max_width_m = 6) {
        tr_plan_paths paths = plan(context, &ground, &def);
        for (int32_t i = 0; i < paths.count; i++) {
            const tr_path_def *river = &paths.paths[i];
            for (int32_t k = 0; !river->area && k < river->vertex_count; k++) {
                const tr_path_vertex *at = &river->vertices[k];
                if (k > 0) assert_true(at->width_m >= at[-1].width_m && at->depth_m >= at[-1].depth_m);
                assert_true((double)at->width_m <= def.max_width_m * (1 + 1e-6));
                assert_true(fabs((double)at->width_m / (double)at->depth_m - 6) < 1e-4);
                if (pass == 0) max_width = fmax(max_width, (double)at->width_m);
            }
            if (!river->area) assert_true((river->kind == TR_PATH_STREAM) == (river->width_m < 5));
        }
        tr_plan_paths_destroy(context, &paths);
    }
    assert_true(max_width > 6);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// Towards the east and a bit south; the line of its floor is z = 30 + x / 3.
static double oblique_valley(double i, double j, int32_t width, int32_t height)
{
    (void)height;
    const double aside = (j - 30 - i / 3) * 0.9487;
    return 100 + 4 * fabs(aside) + 0.4 * (width - i);
}

static void a_river_lies_in_its_thalweg(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, oblique_valley, 140, 110, spacing_m);
    tr_plan_rivers_def def = rivers_def();
    def.drain_m2 = 60000;
    tr_plan_paths paths = plan(context, &ground, &def);
    assert_int_equal(paths.count, 1);
    const tr_path_def *river = &paths.paths[0];
    for (int32_t k = 0; k < river->vertex_count; k++) {
        const double x = (river->vertices[k].x_m - ground.x_m) / spacing_m;
        const double z = (river->vertices[k].z_m - ground.z_m) / spacing_m;
        const double aside = (z - 30 - x / 3) * 0.9487;
        if (fabs(aside) > 1) fail_msg("vertex %d is %g samples aside", (int)k, aside);
    }
    const tr_path_vertex *end = &river->vertices[river->vertex_count - 1];
    assert_true((end->x_m - ground.x_m) / spacing_m > 138);
    // The floor is smoother than the steps of the grid: no vertex turns by 45 degrees.
    for (int32_t k = 1; k + 1 < river->vertex_count; k++) {
        const tr_path_vertex *a = &river->vertices[k - 1], *b = a + 1, *c = a + 2;
        const double along = (b->x_m - a->x_m) * (c->x_m - b->x_m) + (b->z_m - a->z_m) * (c->z_m - b->z_m);
        assert_true(along > 0.9 * distance_of(a, b) * distance_of(b, c));
    }
    tr_plan_paths_destroy(context, &paths);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Lakes

// A bowl with an island and a notch to the east, on ground that falls to the east.
static double bowl(double i, double j, int32_t width, int32_t height)
{
    const double x = i - width * 0.4, z = j - (height - 1) / 2, radius = sqrt(x * x + z * z);
    if (x > 0 && fabs(z) < 2 && radius > 20) return 120 - 0.2 * (radius - 20) + fabs(z);
    if (radius < 30) return radius < 8 ? 135 - 5 * radius : 80 + 2 * radius;
    return 140 + 0.3 * (width - i) + 0.2 * fabs(z);
}

static void a_hollow_becomes_a_lake_with_an_island_and_an_outlet(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, bowl, 120, 91, spacing_m);
    tr_plan_rivers_def def = rivers_def();
    def.drain_m2 = 100000;
    tr_plan_paths paths = plan(context, &ground, &def);
    assert_int_equal(count_kind(&paths, TR_PATH_LAKE), 1);
    const tr_path_def *lake = &paths.paths[0];
    assert_true(lake->area && !isnan(lake->level_m) && lake->kind == TR_PATH_LAKE);
    assert_int_equal(lake->ring_count, 2);
    assert_true(lake->level_m < 120 && lake->level_m > 119);
    // Shores lie where the ground has the level: at radius 20 and, around the island, 3.
    for (int32_t k = 0; k < lake->vertex_count; k++) {
        const double x = (lake->vertices[k].x_m - ground.x_m) / spacing_m - 48;
        const double z = (lake->vertices[k].z_m - ground.z_m) / spacing_m - 45;
        const double expected = k < lake->ring_end[0] ? 20 : 3.1;
        if (fabs(sqrt(x * x + z * z) - expected) > 1) fail_msg("vertex %d is at (%g, %g)", (int)k, x, z);
    }
    bool leaves = false;
    for (int32_t i = 1; i < paths.count; i++) {
        const tr_path_vertex *first = &paths.paths[i].vertices[0];
        const bool here = is_inside(lake, first->x_m, first->z_m);
        if (here) assert_true((double)first->height_m == (double)(float)lake->level_m);
        leaves |= here;
    }
    assert_true(leaves);
    tr_plan_paths_destroy(context, &paths);

    def.lakes = false;
    paths = plan(context, &ground, &def);
    assert_int_equal(count_kind(&paths, TR_PATH_LAKE), 0);
    assert_true(paths.count > 0);
    tr_plan_paths_destroy(context, &paths);
    def.lakes = true;
    def.min_lake_depth_m = 60;
    paths = plan(context, &ground, &def);
    assert_int_equal(count_kind(&paths, TR_PATH_LAKE), 0);
    tr_plan_paths_destroy(context, &paths);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

static bool segments_cross(const tr_path_vertex *a, const tr_path_vertex *b, const tr_path_vertex *c,
                           const tr_path_vertex *d)
{
    return tr_plan_segments_meet((tr_plan_point){a->x_m, a->z_m}, (tr_plan_point){b->x_m, b->z_m},
                                 (tr_plan_point){c->x_m, c->z_m}, (tr_plan_point){d->x_m, d->z_m});
}

static void shores_do_not_cross_themselves(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, hills, SIZE, SIZE, spacing_m);
    tr_plan_rivers_def def = rivers_def();
    def.drain_m2 = 500;
    def.min_lake_m2 = 300;
    def.min_lake_depth_m = 0.1;
    tr_plan_paths paths = plan(context, &ground, &def);
    int32_t lakes = 0;
    for (int32_t i = 0; i < paths.count; i++) {
        const tr_path_def *lake = &paths.paths[i];
        if (!lake->area) continue;
        lakes++;
        assert_int_equal(lake->ring_end[lake->ring_count - 1], lake->vertex_count);
        assert_true(lake->ring_end[0] >= 3);
        for (int32_t k = 0; k + 1 < lake->ring_end[0]; k++)
            for (int32_t m = k + 2; m + 1 < lake->ring_end[0]; m++)
                assert_false(segments_cross(&lake->vertices[k], &lake->vertices[k + 1], &lake->vertices[m],
                                            &lake->vertices[m + 1]));
    }
    assert_true(lakes > 10);
    tr_plan_paths_destroy(context, &paths);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Any ground

static double plane(double i, double j, int32_t width, int32_t height)
{
    (void)width, (void)height;
    return 400 - 0.7 * i - 0.2 * j;
}

static void small_and_plain_grounds_are_fine(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const ground_fn grounds[] = {level_ground, open_sea, plane, cone, hills};
    static const int32_t sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 3}, {40, 25}};
    for (int g = 0; g < 5; g++)
        for (int s = 0; s < 6; s++) {
            tr_plan_ground ground = ground_of(context, grounds[g], sizes[s][0], sizes[s][1], spacing_m);
            tr_plan_rivers_def def = rivers_def();
            for (int pass = 0; pass < 2; pass++, def.drain_m2 = 1, def.min_lake_m2 = 0, def.min_lake_depth_m = 0) {
                tr_plan_paths paths = plan(context, &ground, &def);
                if (grounds[g] == open_sea) assert_int_equal(paths.count, 0);
                for (int32_t i = 0; i < paths.count; i++) assert_true(paths.paths[i].vertex_count >= 2);
                tr_plan_paths_destroy(context, &paths);
            }
            tr_grid_destroy(context, &ground.height);
        }
    tr_context_destroy(context);
}

static void bad_numbers_are_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_error error;
    tr_plan_paths paths;
    tr_plan_ground ground = ground_of(context, hills, 20, 20, spacing_m);
    tr_plan_rivers_def def = rivers_def();
    ground.height.samples[47] = NAN;
    assert_false(tr_plan_rivers(context, &ground, &def, &paths, NULL, &error));
    assert_int_equal(error.code, TR_ERROR_NOT_FINITE);
    assert_non_null(strstr(error.message, "(7, 2)"));
    ground.height.samples[47] = 3;
    double *const numbers[] = {&def.drain_m2,    &def.max_width_m,      &def.river.width_m, &def.river.depth_m,
                               &def.min_lake_m2, &def.min_lake_depth_m, &ground.spacing_m};
    for (int i = 0; i < 7; i++) {
        const double good = *numbers[i];
        *numbers[i] = -1;
        assert_false(tr_plan_rivers(context, &ground, &def, &paths, NULL, &error));
        assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
        *numbers[i] = NAN;
        assert_false(tr_plan_rivers(context, &ground, &def, &paths, NULL, &error));
        assert_int_equal(error.code, TR_ERROR_NOT_FINITE);
        *numbers[i] = good;
    }
    assert_true(tr_plan_rivers(context, &ground, &def, &paths, NULL, &error));
    tr_plan_paths_destroy(context, &paths);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

static void a_plan_has_the_same_bits_everywhere(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int pass = 0; pass < 2; pass++) {
        tr_context *context = test_context(1 + pass);
        tr_plan_ground ground = ground_of(context, hills, SIZE, SIZE, spacing_m);
        // The second one lies in a larger grid.
        tr_plan_ground wide = ground_of(context, level_ground, SIZE + 5, SIZE, spacing_m);
        for (int32_t j = 0; j < SIZE; j++)
            memcpy(wide.height.samples + j * wide.height.row_stride,
                   ground.height.samples + j * ground.height.row_stride, SIZE * sizeof(float));
        wide.height.width = SIZE;
        const tr_plan_rivers_def def = rivers_def();
        tr_plan_paths paths = plan(context, pass ? &wide : &ground, &def);
        hashes[pass] = hash_paths(&paths);
        tr_plan_paths_destroy(context, &paths);
        tr_grid_destroy(context, &wide.height);
        tr_grid_destroy(context, &ground.height);
        tr_context_destroy(context);
    }
    assert_int_equal(hashes[0], hashes[1]);
    assert_int_equal(hashes[0], UINT64_C(0x8927be51b72dbd81));
}

static void short_memory_and_cancelling_leave_nothing_behind(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    tr_error error;
    tr_plan_paths paths;
    tr_plan_ground ground = ground_of(context, hills, 90, 90, spacing_m);
    const tr_plan_rivers_def def = rivers_def();
    const int64_t before = allocator.live_blocks;
    int failures = 0;
    for (bool done = false; !done; failures += !done) {
        allocator.fail_at = allocator.allocations + failures;
        done = tr_plan_rivers(context, &ground, &def, &paths, NULL, &error);
        if (done) break;
        assert_int_equal(allocator.live_blocks, before);
        assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
    }
    allocator.fail_at = -1;
    assert_true(failures > 15 && paths.count > 3);
    tr_plan_paths_destroy(context, &paths);
    assert_int_equal(allocator.live_blocks, before);
    for (int reports = 0; reports < 4; reports++) {
        int left = reports;
        const tr_progress progress = {count_down, &left};
        assert_false(tr_plan_rivers(context, &ground, &def, &paths, &progress, &error));
        assert_int_equal(error.code, TR_ERROR_CANCELLED);
        assert_int_equal(allocator.live_blocks, before);
    }
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

TEST_GROUP(plan_rivers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_samples_drain_to_outlets_and_are_counted),
        cmocka_unit_test(water_runs_straight_down_a_cone),
        cmocka_unit_test(level_ground_has_no_straight_lines),
        cmocka_unit_test(rivers_never_rise_and_lie_in_the_ground),
        cmocka_unit_test(every_river_arrives),
        cmocka_unit_test(rivers_grow_with_the_root_of_what_they_drain),
        cmocka_unit_test(a_river_lies_in_its_thalweg),
        cmocka_unit_test(a_hollow_becomes_a_lake_with_an_island_and_an_outlet),
        cmocka_unit_test(shores_do_not_cross_themselves),
        cmocka_unit_test(small_and_plain_grounds_are_fine),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(a_plan_has_the_same_bits_everywhere),
        cmocka_unit_test(short_memory_and_cancelling_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
