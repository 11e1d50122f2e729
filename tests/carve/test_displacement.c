// Displacement tiles: the same samples as the carving's, in tiles that exist only where something is carved; updates
// that touch little and give what making everything anew gives; sampling at other spacings.
#include "counting_context.h"

#include <time.h>

#include "carving_scene.h"

static tr_displacement *create(const tr_carving *carving, const tr_displacement_def *def)
{
    tr_error err = {0};
    tr_displacement *displacement = tr_displacement_create(carving, def, NULL, &err);
    if (!displacement) fail_msg("%s", err.message);
    return displacement;
}

static tr_displacement_def all_channels(double spacing_m)
{
    tr_displacement_def def = tr_default_displacement_def();
    def.spacing_m = spacing_m;
    def.inclination = def.distance = true;
    return def;
}

static const size_t plane_bytes = TR_DISPLACEMENT_TILE * TR_DISPLACEMENT_TILE * sizeof(float);

static void assert_same(const tr_displacement *a, const tr_displacement *b)
{
    assert_int_equal(tr_displacement_tile_count(a), tr_displacement_tile_count(b));
    for (int32_t i = 0; i < tr_displacement_tile_count(a); i++) {
        const tr_displacement_tile p = tr_displacement_tile_at(a, i), q = tr_displacement_tile_at(b, i);
        assert_true(p.x == q.x && p.z == q.z);
        assert_memory_equal(p.height, q.height, plane_bytes);
        assert_memory_equal(p.strength, q.strength, plane_bytes);
        if (p.inclination) assert_memory_equal(p.inclination, q.inclination, plane_bytes);
        if (p.distance) assert_memory_equal(p.distance, q.distance, plane_bytes);
    }
}

static int64_t strong_samples(const float *strength, int64_t count)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < count; i++) sum += strength[i] != 0;
    return sum;
}

// ---------------------------------------------------------------------------------------------------------
// Tiles

static void tiles_hold_what_evaluation_gives(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    const double spacings[] = {1, 0.5, 3};
    for (int k = 0; k < 3; k++) {
        const tr_displacement_def def = all_channels(spacings[k]);
        tr_displacement *displacement = create(carving, &def);
        int64_t in_tiles = 0;
        for (int32_t i = 0; i < tr_displacement_tile_count(displacement); i++) {
            const tr_displacement_tile tile = tr_displacement_tile_at(displacement, i);
            const tr_sample_area area = {tile.x, tile.z, TR_DISPLACEMENT_TILE, TR_DISPLACEMENT_TILE, spacings[k]};
            tr_carve_channels channels = {scene_grid(context, &area),
                                          scene_grid(context, &area),
                                          scene_grid(context, &area),
                                          scene_grid(context, &area),
                                          {0}};
            assert_true(tr_carving_evaluate(carving, &area, NULL, &channels, NULL));
            assert_memory_equal(tile.height, channels.height.samples, plane_bytes);
            assert_memory_equal(tile.strength, channels.strength.samples, plane_bytes);
            assert_memory_equal(tile.inclination, channels.inclination.samples, plane_bytes);
            assert_memory_equal(tile.distance, channels.distance.samples, plane_bytes);
            const int64_t strong = strong_samples(tile.strength, TR_DISPLACEMENT_TILE * TR_DISPLACEMENT_TILE);
            assert_true(strong > 0);
            in_tiles += strong;
            tr_grid *grids[] = {&channels.height, &channels.strength, &channels.inclination, &channels.distance};
            for (int g = 0; g < 4; g++) tr_grid_destroy(context, grids[g]);
        }
        // Nothing is carved outside of the tiles.
        tr_region bounds;
        tr_sample_area whole;
        assert_true(tr_carving_bounds(carving, &bounds));
        assert_true(tr_sample_area_of_region(&bounds, spacings[k], &whole, NULL));
        tr_carve_channels channels = {.strength = scene_grid(context, &whole)};
        assert_true(tr_carving_evaluate(carving, &whole, NULL, &channels, NULL));
        assert_int_equal(strong_samples(channels.strength.samples, (int64_t)whole.width * whole.height), in_tiles);
        tr_grid_destroy(context, &channels.strength);
        tr_displacement_destroy(displacement);
    }
    tr_carving_destroy(carving);
}

static void threads_give_the_same_tiles(void **state)
{
    (void)state;
    tr_context *other = test_context(4);
    tr_carving *a = scene_carving(context, scene_hills, NULL), *b = scene_carving(other, scene_hills, NULL);
    scene_add_all(a);
    scene_add_all(b);
    const tr_displacement_def def = all_channels(1);
    tr_displacement *one = create(a, &def), *many = create(b, &def);
    assert_same(one, many);
    tr_displacement_destroy(one);
    tr_displacement_destroy(many);
    tr_carving_destroy(a);
    tr_carving_destroy(b);
    tr_context_destroy(other);
}

static void memory_follows_the_carved_area(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    const double diagonal[] = {-20000, -15000, 0, 0, 25000, 12000};
    scene_add_line(carving, TR_PATH_TRACK, diagonal, 3);
    scene_commit(carving);
    const tr_displacement_def def = tr_default_displacement_def();
    tr_displacement *displacement = create(carving, &def);
    // 52 km of 11 m: each tile of 32 m that the track passes is there, and few others.
    const int32_t count = tr_displacement_tile_count(displacement);
    assert_true(count > 52000 / 46 && count < 4 * 52000 / 32);
    assert_true(tr_displacement_bytes(displacement) < (uint64_t)count * (2 * plane_bytes + 200) + 4096);
    tr_displacement_destroy(displacement);
    tr_carving_destroy(carving);
}

static void a_region_limits_the_samples(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    const tr_region within = {117, 70, 335, 201};
    tr_displacement_def def = tr_default_displacement_def();
    tr_displacement *whole = create(carving, &def);
    def.within_samples = &within;
    tr_displacement *part = create(carving, &def);
    assert_true(tr_displacement_tile_count(part) > 0);
    const tr_sample_area area = {0, 0, 600, 600, 1};
    tr_grid ground = scene_ground(context, &area), a = scene_grid(context, &area), b = scene_grid(context, &area);
    assert_true(tr_displacement_sample(whole, &area, &ground, &a, NULL));
    assert_true(tr_displacement_sample(part, &area, &ground, &b, NULL));
    for (int32_t z = 0; z < 600; z++) {
        for (int32_t x = 0; x < 600; x++) {
            const bool inside = x >= within.x0 && x < within.x1 && z >= within.z0 && z < within.z1;
            assert_true(b.samples[z * 600 + x] == (inside ? a.samples[z * 600 + x] : 0));
        }
    }
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &a);
    tr_grid_destroy(context, &b);
    tr_displacement_destroy(whole);
    tr_displacement_destroy(part);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Updates

static void assert_as_new(const tr_carving *carving, const tr_displacement *displacement,
                          const tr_displacement_def *def)
{
    tr_displacement *fresh = create(carving, def);
    assert_same(displacement, fresh);
    tr_displacement_destroy(fresh);
}

static int32_t update(tr_displacement *displacement)
{
    int32_t tiles = -1;
    tr_error err = {0};
    if (!tr_displacement_update(displacement, &tiles, &err)) fail_msg("%s", err.message);
    return tiles;
}

static void updates_give_what_making_anew_gives(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    const tr_path_id road = scene_add_all(carving);
    const tr_displacement_def def = all_channels(1);
    tr_displacement *displacement = create(carving, &def);
    const int32_t all = tr_displacement_tile_count(displacement);
    assert_int_equal(update(displacement), 0);
    for (int32_t i = 0; i < 7; i++) {
        tr_path_vertex vertex = tr_carving_path(carving, road)->vertices[i];
        vertex.x_m += 13.25;
        vertex.z_m -= 7.5;
        assert_true(tr_carving_set_vertex(carving, road, i, &vertex, NULL));
        scene_commit(carving);
        const int32_t made = update(displacement);
        assert_true(made > 0 && made < all);
        assert_as_new(carving, displacement, &def);
    }
    // Several commits at once, with steps back.
    const double track[] = {40, 400, 200, 420, 390, 350};
    const tr_path_id added = scene_add_line(carving, TR_PATH_TRACK, track, 3);
    scene_commit(carving);
    assert_true(tr_carving_undo(carving, NULL) && tr_carving_undo(carving, NULL));
    assert_true(tr_carving_redo(carving, NULL) && tr_carving_redo(carving, NULL));
    update(displacement);
    assert_as_new(carving, displacement, &def);
    assert_true(tr_carving_remove(carving, added, NULL));
    scene_commit(carving);
    update(displacement);
    assert_as_new(carving, displacement, &def);
    while (tr_carving_path_count(carving) > 0)
        assert_true(tr_carving_remove(carving, tr_carving_path_at(carving, 0), NULL)), scene_commit(carving);
    update(displacement);
    assert_int_equal(tr_displacement_tile_count(displacement), 0);
    tr_displacement_destroy(displacement);
    tr_carving_destroy(carving);
}

static double seconds_since(struct timespec start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec);
}

// The source's set C: one path across 2048 x 2048 samples, w = lambda = 15; here of about 198 pieces.
static tr_path_id add_set_c(tr_carving *carving)
{
    tr_path_vertex vertices[100];
    for (int32_t i = 0; i < 100; i++) {
        const double t = i / 99.0;
        vertices[i] = tr_path_vertex_at(20 + 2000 * t, 1024 + 800 * sin(9 * t) * cos(3 * t));
        vertices[i].height_m = (float)(500 + 20 * t);
    }
    tr_path_def def = tr_default_path_def(TR_PATH_ROAD);
    def.vertices = vertices;
    def.vertex_count = 100;
    def.width_m = def.smoothing_m = 15;
    def.max_grade = 0;
    def.station_m = 1000;
    def.banking = 0;  // it is evened out over as much as a station
    const tr_path_id id = scene_add(carving, &def);
    scene_commit(carving);
    return id;
}

static void an_edit_costs_little_of_the_whole(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    const tr_path_id id = add_set_c(carving);
    const tr_region within = {0, 0, 2048, 2048};
    tr_displacement_def def = tr_default_displacement_def();
    def.within_samples = &within;
    double create_s = INFINITY, update_s = INFINITY;
    struct timespec start;
    for (int i = 0; i < 3; i++) {
        clock_gettime(CLOCK_MONOTONIC, &start);
        tr_displacement *displacement = create(carving, &def);
        create_s = fmin(create_s, seconds_since(start));
        tr_displacement_destroy(displacement);
    }
    tr_displacement *displacement = create(carving, &def);
    const int32_t all = tr_displacement_tile_count(displacement);
    tr_path_vertex vertex = tr_carving_path(carving, id)->vertices[50];
    int32_t made = 0;
    for (int i = 0; i < 6; i++) {
        vertex.x_m += i % 2 ? 5 : -5;
        assert_true(tr_carving_set_vertex(carving, id, 50, &vertex, NULL));
        scene_commit(carving);
        clock_gettime(CLOCK_MONOTONIC, &start);
        made = update(displacement);
        update_s = fmin(update_s, seconds_since(start));
    }
    tr_path_info info;
    assert_true(tr_carving_path_info(carving, id, &info, NULL));
    print_message("%d pieces: %d tiles in %.2f ms, an edit %d tiles in %.3f ms: %.1f times less\n", info.piece_count,
                  all, 1e3 * create_s, made, 1e3 * update_s, create_s / update_s);
    assert_true(made > 0 && made * 10 < all);
    assert_as_new(carving, displacement, &def);
    tr_displacement_destroy(displacement);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Samples

static void adding_it_is_carving(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    const tr_displacement_def def = tr_default_displacement_def();
    tr_displacement *displacement = create(carving, &def);
    const tr_sample_area area = {-30, -17, 661, 640, 1};
    tr_grid ground = scene_ground(context, &area), carved = scene_ground(context, &area);
    tr_grid out = scene_grid(context, &area);
    assert_true(tr_carving_apply(carving, &area, NULL, &carved, NULL, NULL));
    assert_true(tr_displacement_sample(displacement, &area, &ground, &out, NULL));
    for (int64_t i = 0; i < (int64_t)area.width * area.height; i++) {
        const float sum = ground.samples[i] + out.samples[i];
        assert_memory_equal(&sum, &carved.samples[i], sizeof sum);
    }
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &carved);
    tr_grid_destroy(context, &out);
    tr_displacement_destroy(displacement);
    tr_carving_destroy(carving);
}

// Interpolation written out, from samples of the carving itself.
static double reference_between(const tr_grid *height, const tr_grid *strength, double x, double z, double ground)
{
    const int64_t column = (int64_t)floor(x), row = (int64_t)floor(z);
    double lift = 0, sum = 0;
    for (int64_t south = 0; south < 2; south++) {
        for (int64_t east = 0; east < 2; east++) {
            const int64_t i = (row + south) * height->row_stride + column + east;
            const double wx = east ? x - (double)column : 1 - (x - (double)column);
            const double wz = south ? z - (double)row : 1 - (z - (double)row);
            lift += wx * wz * (double)height->samples[i] * (double)strength->samples[i];
            sum += wx * wz * (double)strength->samples[i];
        }
    }
    return lift - sum * ground;
}

static void other_spacings_are_interpolated(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    const tr_displacement_def def = all_channels(2);
    tr_displacement *displacement = create(carving, &def);
    const tr_sample_area source = {-40, -40, 400, 400, 2};
    tr_carve_channels channels = {.height = scene_grid(context, &source), .strength = scene_grid(context, &source)};
    assert_true(tr_carving_evaluate(carving, &source, NULL, &channels, NULL));
    const double spacings[] = {0.75, 1, 5, 2};
    for (int k = 0; k < 4; k++) {
        const double spacing_m = spacings[k];
        const tr_sample_area area = {(int64_t)ceil(-20 / spacing_m), 3, (int32_t)(600 / spacing_m),
                                     (int32_t)(500 / spacing_m), spacing_m};
        tr_grid ground = scene_ground(context, &area), out = scene_grid(context, &area);
        assert_true(tr_displacement_sample(displacement, &area, &ground, &out, NULL));
        for (int32_t row = 0; row < area.height; row++) {
            for (int32_t column = 0; column < area.width; column++) {
                const double x = (double)(area.x + column) * spacing_m / 2 + 40;
                const double z = (double)(area.z + row) * spacing_m / 2 + 40;
                const int64_t i = row * out.row_stride + column;
                const double expected =
                    reference_between(&channels.height, &channels.strength, x, z, (double)ground.samples[i]);
                assert_true(fabs((double)out.samples[i] - expected) < 1e-4);
            }
        }
        tr_grid_destroy(context, &ground);
        tr_grid_destroy(context, &out);
    }
    tr_grid_destroy(context, &channels.height);
    tr_grid_destroy(context, &channels.strength);
    tr_displacement_destroy(displacement);
    tr_carving_destroy(carving);
}

static void parts_of_an_area_are_those_of_the_whole(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    scene_add_all(carving);
    const tr_displacement_def def = all_channels(2);
    tr_displacement *displacement = create(carving, &def);
    const tr_sample_area area = {0, 0, 400, 400, 1.5};
    tr_grid ground = scene_ground(context, &area), out = scene_grid(context, &area);
    assert_true(tr_displacement_sample(displacement, &area, &ground, &out, NULL));
    const tr_sample_area part = {101, 57, 93, 211, 1.5};
    tr_grid part_ground = scene_ground(context, &part), part_out = scene_grid(context, &part);
    assert_true(tr_displacement_sample(displacement, &part, &part_ground, &part_out, NULL));
    for (int32_t row = 0; row < part.height; row++)
        assert_memory_equal(part_out.samples + row * part.width, out.samples + (row + 57) * 400 + 101,
                            93 * sizeof(float));
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &out);
    tr_grid_destroy(context, &part_ground);
    tr_grid_destroy(context, &part_out);
    tr_displacement_destroy(displacement);
    tr_carving_destroy(carving);
}

// ---------------------------------------------------------------------------------------------------------
// Failures

static void wrong_definitions_are_refused(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    tr_displacement_def def = tr_default_displacement_def();
    tr_error err = {0};
    def.spacing_m = 0.3;
    assert_null(tr_displacement_create(carving, &def, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    def.spacing_m = NAN;
    assert_null(tr_displacement_create(carving, &def, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    def.spacing_m = 1;
    const tr_region empty = {5, 5, 5, 9};
    def.within_samples = &empty;
    assert_null(tr_displacement_create(carving, &def, NULL, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    def.within_samples = NULL;
    tr_displacement *displacement = create(carving, &def);
    assert_int_equal(tr_displacement_tile_count(displacement), 0);
    const tr_sample_area area = {0, 0, 8, 8, 1}, wrong = {0, 0, 8, 7, 1};
    tr_grid ground = scene_grid(context, &wrong), out = scene_grid(context, &area);
    assert_false(tr_displacement_sample(displacement, &area, &ground, &out, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_grid_destroy(context, &ground);
    tr_grid_destroy(context, &out);
    tr_displacement_destroy(displacement);
    tr_carving_destroy(carving);
}

static void a_failing_allocator_changes_nothing(void **state)
{
    (void)state;
    tr_carving *carving = scene_carving(context, scene_hills, NULL);
    const tr_path_id road = scene_add_all(carving);
    const tr_displacement_def def = all_channels(4);
    const int64_t live = allocator.live_blocks;
    for (int64_t i = 0;; i++) {
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + i;
        tr_displacement *displacement = tr_displacement_create(carving, &def, NULL, &err);
        allocator.fail_at = -1;
        if (displacement) {
            tr_displacement_destroy(displacement);
            break;
        }
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, live);
    }
    tr_displacement *displacement = create(carving, &def), *before = create(carving, &def);
    tr_path_vertex vertex = tr_carving_path(carving, road)->vertices[3];
    vertex.x_m += 40;
    assert_true(tr_carving_set_vertex(carving, road, 3, &vertex, NULL));
    scene_commit(carving);
    for (int64_t i = 0;; i++) {
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + i;
        const bool ok = tr_displacement_update(displacement, NULL, &err);
        allocator.fail_at = -1;
        if (ok) break;
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_same(displacement, before);
    }
    assert_as_new(carving, displacement, &def);
    tr_displacement_destroy(displacement);
    tr_displacement_destroy(before);
    tr_carving_destroy(carving);
}

TEST_GROUP(displacement)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tiles_hold_what_evaluation_gives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(threads_give_the_same_tiles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_follows_the_carved_area, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_region_limits_the_samples, set_up, tear_down),
        cmocka_unit_test_setup_teardown(updates_give_what_making_anew_gives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_edit_costs_little_of_the_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(adding_it_is_carving, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_spacings_are_interpolated, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_of_an_area_are_those_of_the_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_definitions_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_changes_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
