// Worlds with paths: the same bytes however they are asked for, rivers that fall, roads that keep their grade, and
// fields that know of both.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/gpu.h"
#include "terrane/world.h"
#include "test_context.h"
#include "test_effort.h"

enum { SIDE_M = 2400 };

// Rivers and a road that are looked for, a road that crosses what it meets, a lake, a levelled area: what a world can
// have.
typedef struct test_scene {
    tr_path_vertex route[3], road[3], shore[4], yard[4];
    tr_world_path_def paths[5];
    tr_world_def def;
} test_scene;

static void fill_scene(test_scene *scene, uint64_t seed)
{
    static const double route[3][2] = {{-1000, 900}, {100, -200}, {1000, -900}},
                        road[3][2] = {{-900, -900}, {0, 300}, {950, 800}};
    static const double shore[4][2] = {{-300, 500}, {-60, 470}, {-40, 700}, {-320, 720}};
    static const double yard[4][2] = {{500, 100}, {700, 100}, {700, 260}, {500, 260}};
    for (int i = 0; i < 3; i++) {
        scene->route[i] = tr_path_vertex_at(route[i][0], route[i][1]);
        scene->road[i] = tr_path_vertex_at(road[i][0], road[i][1]);
    }
    for (int i = 0; i < 4; i++) {
        scene->shore[i] = tr_path_vertex_at(shore[i][0], shore[i][1]);
        scene->yard[i] = tr_path_vertex_at(yard[i][0], yard[i][1]);
    }
    scene->paths[0] = tr_default_world_path_def(TR_PATH_SOURCE_ROUTE, TR_PATH_ROAD);
    scene->paths[0].path.vertices = scene->route;
    scene->paths[0].path.vertex_count = 3;
    scene->paths[1] = tr_default_world_path_def(TR_PATH_SOURCE_DRAIN, TR_PATH_RIVER);
    scene->paths[1].drain_m2 = 3e5;
    scene->paths[2] = tr_default_world_path_def(TR_PATH_SOURCE_LINE, TR_PATH_TRACK);
    scene->paths[2].path.vertices = scene->road;
    scene->paths[2].path.vertex_count = 3;
    scene->paths[3] = tr_default_world_path_def(TR_PATH_SOURCE_AREA, TR_PATH_LAKE);
    scene->paths[3].path.vertices = scene->shore;
    scene->paths[3].path.vertex_count = 4;
    scene->paths[4] = tr_default_world_path_def(TR_PATH_SOURCE_AREA, TR_PATH_LEVEL);
    scene->paths[4].path.vertices = scene->yard;
    scene->paths[4].path.vertex_count = 4;
    scene->def = tr_default_world_def();
    scene->def.seed = seed;
    scene->def.has_bounds = true;
    scene->def.bounds_m = (tr_region){-SIDE_M / 2, -SIDE_M / 2, SIDE_M / 2, SIDE_M / 2};
    scene->def.terrain.landform.land_share = 1;
    scene->def.terrain.landform.hill_height_m = 120;
    scene->def.terrain.rivers.width_m = 0;
    scene->def.paths = scene->paths;
    scene->def.path_count = 5;
}

typedef struct test_rig {
    tr_context *context;
    tr_world *world;
} test_rig;

static bool open_rig(const tr_world_def *def, int threads, tr_backend backend, tr_isa isa, test_rig *out)
{
    tr_context_def how = test_context_def(threads);
    how.backend = backend;
    how.isa = isa;
    *out = (test_rig){.context = tr_context_create(&how, NULL)};
    if (!out->context) return false;
    tr_error err = {0};
    out->world = tr_world_create(out->context, def, &err);
    if (!out->world) fail_msg("%s", err.message);
    return true;
}

static test_rig open_plain(const tr_world_def *def)
{
    test_rig rig;
    assert_true(open_rig(def, 2, TR_BACKEND_CPU, TR_ISA_AUTO, &rig));
    return rig;
}

static void close_rig(test_rig *rig)
{
    tr_world_destroy(rig->world);
    tr_context_destroy(rig->context);
}

static tr_grid make_grid(int32_t width, int32_t height, int32_t planes)
{
    tr_grid grid = {NULL, width, height, planes, width, (int64_t)width * height};
    grid.samples = malloc((size_t)planes * (size_t)grid.plane_stride * sizeof(float));
    assert_non_null(grid.samples);
    return grid;
}

static void query(const tr_world *world, tr_field field, const tr_sample_area *area, const tr_grid *out)
{
    tr_error err = {0};
    if (!tr_world_query(world, field, area, NULL, out, &err)) fail_msg("%s", err.message);
}

static float sample_at(const tr_world *world, tr_field field, int64_t x_m, int64_t z_m)
{
    float sample;
    const tr_grid out = {&sample, 1, 1, 1, 1, 1};
    query(world, field, &(tr_sample_area){x_m, z_m, 1, 1, 1}, &out);
    return sample;
}

// ---------------------------------------------------------------------------------------------------------
// The same bytes

static const tr_sample_area whole_area = {-128, -128, 256, 256, 8};

static uint64_t hash_of(const tr_world *world, tr_field field, int32_t per_side)
{
    tr_grid whole = make_grid(whole_area.width, whole_area.height, tr_field_planes(field));
    const int32_t side = whole_area.width / per_side;
    for (int32_t k = 0; k < per_side * per_side; k++) {
        const int32_t tile = (k * 13 + 5) % (per_side * per_side), i = tile % per_side * side,
                      j = tile / per_side * side;
        const tr_sample_area area = {whole_area.x + i, whole_area.z + j, side, side, whole_area.spacing_m};
        tr_grid out = whole;
        out.samples += j * whole.row_stride + i;
        out.width = out.height = side;
        query(world, field, &area, &out);
    }
    const uint64_t hash =
        tr_hash_bytes(whole.samples, (size_t)whole.depth * (size_t)whole.plane_stride * sizeof(float), 0);
    free(whole.samples);
    return hash;
}

static const tr_field carved_fields[] = {TR_FIELD_HEIGHT,        TR_FIELD_WATER,        TR_FIELD_BIOME,
                                         TR_FIELD_SLOPE,         TR_FIELD_NORMAL,       TR_FIELD_WATER_DISTANCE,
                                         TR_FIELD_ROAD_DISTANCE, TR_FIELD_CITY_DISTANCE};
enum { CARVED_COUNT = sizeof carved_fields / sizeof *carved_fields };

static void every_way_gives_the_same_bytes(void **state)
{
    (void)state;
    const struct {
        int threads;
        tr_backend backend;
        tr_isa isa;
    } ways[] = {{1, TR_BACKEND_CPU, TR_ISA_AUTO},
                {8, TR_BACKEND_CPU, TR_ISA_AUTO},
                {2, TR_BACKEND_CPU, TR_ISA_SCALAR},
                {2, TR_BACKEND_GL, TR_ISA_AUTO}};
    static test_scene scene;
    fill_scene(&scene, 5);
    uint64_t expected[CARVED_COUNT] = {0}, world_hash = 0;
    const size_t way_count = TEST_SLOWDOWN > 1 ? 2 : sizeof ways / sizeof *ways;
    for (size_t w = 0; w < way_count; w++) {
        test_rig opened;
        if (!open_rig(&scene.def, ways[w].threads, ways[w].backend, ways[w].isa, &opened)) {
            print_message("no GL driver: not checked\n");
            continue;
        }
        if (w == 0) world_hash = tr_world_hash(opened.world);
        assert_true(tr_world_hash(opened.world) == world_hash);
        // Tiles and the cache are the same for all backends, and a software driver is slow.
        const bool brief = ways[w].backend == TR_BACKEND_GL && !test_is_long();
        for (int f = 0; f < CARVED_COUNT; f++) {
            for (int32_t per_side = 1; per_side <= (brief ? 1 : 4); per_side *= 4) {
                for (int warm = 0; warm < (brief ? 1 : 2); warm++) {
                    if (!warm) tr_world_cache_clear(opened.world);
                    const uint64_t hash = hash_of(opened.world, carved_fields[f], per_side);
                    if (expected[f] == 0) expected[f] = hash;
                    if (hash != expected[f]) fail_msg("%s differs, way %d", tr_field_name(carved_fields[f]), (int)w);
                }
            }
        }
        close_rig(&opened);
    }
}

static void levels_share_their_samples(void **state)
{
    (void)state;
    enum { SIDE = 128 };
    static test_scene scene;
    fill_scene(&scene, 5);
    test_rig opened = open_plain(&scene.def);
    static const tr_field fields[] = {TR_FIELD_HEIGHT, TR_FIELD_WATER, TR_FIELD_ROAD_DISTANCE, TR_FIELD_CITY_DISTANCE};
    tr_grid fine = make_grid(2 * SIDE, 2 * SIDE, 1), coarse = make_grid(SIDE, SIDE, 1);
    for (double spacing_m = 0.5; spacing_m < 20; spacing_m *= 4) {
        const tr_sample_area low = {-SIDE / 2, -SIDE / 2, SIDE, SIDE, 2 * spacing_m};
        const tr_sample_area high = {2 * low.x, 2 * low.z, 2 * SIDE, 2 * SIDE, spacing_m};
        for (int f = 0; f < 4; f++) {
            query(opened.world, fields[f], &low, &coarse);
            query(opened.world, fields[f], &high, &fine);
            for (int64_t j = 0; j < SIDE; j++)
                for (int64_t i = 0; i < SIDE; i++)
                    assert_memory_equal(&coarse.samples[j * SIDE + i], &fine.samples[2 * (j * 2 * SIDE + i)],
                                        sizeof(float));
        }
    }
    free(fine.samples);
    free(coarse.samples);
    close_rig(&opened);
}

static void ground_out_of_reach_keeps_its_bits(void **state)
{
    (void)state;
    static test_scene scene;
    fill_scene(&scene, 5);
    tr_world_def bare = scene.def;
    bare.path_count = 0;
    test_rig carved = open_plain(&scene.def), plain = open_plain(&bare);
    assert_null(tr_world_carving(plain.world));
    assert_non_null(tr_world_carving(carved.world));
    assert_true(tr_world_hash(plain.world) != tr_world_hash(carved.world));
    tr_grid a = make_grid(256, 256, 1), b = make_grid(256, 256, 1), strength = make_grid(256, 256, 1);
    query(carved.world, TR_FIELD_HEIGHT, &whole_area, &a);
    query(plain.world, TR_FIELD_HEIGHT, &whole_area, &b);
    const tr_carve_channels channels = {.strength = strength};
    assert_true(tr_carving_evaluate(tr_world_carving(carved.world), &whole_area, NULL, &channels, NULL));
    int touched = 0;
    for (int64_t i = 0; i < 256 * 256; i++) {
        touched += strength.samples[i] > 0;
        if (strength.samples[i] == 0) assert_memory_equal(&a.samples[i], &b.samples[i], sizeof(float));
    }
    assert_true(touched > 1000 && touched < 256 * 128);
    query(plain.world, TR_FIELD_ROAD_DISTANCE, &whole_area, &a);
    for (int64_t i = 0; i < 256 * 256; i++) assert_true(a.samples[i] == TR_ROAD_REACH_M);
    query(plain.world, TR_FIELD_CITY_DISTANCE, &whole_area, &a);
    for (int64_t i = 0; i < 256 * 256; i++) assert_true(a.samples[i] == TR_CITY_REACH_M);
    free(a.samples);
    free(b.samples);
    free(strength.samples);
    close_rig(&carved);
    close_rig(&plain);
}

// ---------------------------------------------------------------------------------------------------------
// What is found

static void check_path(const tr_world *world, tr_path_id id, int counts[TR_PATH_KIND_COUNT])
{
    const tr_carving *carving = tr_world_carving(world);
    const tr_path_def *def = tr_carving_path(carving, id);
    tr_path_info info;
    tr_points points;
    tr_error err = {0};
    assert_true(tr_carving_path_info(carving, id, &info, &err));
    counts[def->kind]++;
    if (def->max_grade > 0 && info.grade_met && info.max_grade > def->max_grade * (1 + 1e-6))
        fail_msg("a %s rises by %g; allowed is %g", tr_path_kind_name(def->kind), info.max_grade, def->max_grade);
    if (!tr_path_kind_is_water(def->kind)) assert_true(info.grade_met);
    if (!tr_path_kind_is_water(def->kind) || def->area) return;
    if (!tr_carving_path_points(carving, id, 5, &points, &err)) fail_msg("%s", err.message);
    for (size_t i = 1; i < points.count; i++) {
        const double rise = points.y[i] - points.y[i - 1];
        if (rise > 1e-4) fail_msg("a %s rises by %g m", tr_path_kind_name(def->kind), rise);
    }
    tr_points_destroy(tr_world_context(world), &points);
}

static void rivers_fall_and_roads_keep_their_grade(void **state)
{
    (void)state;
    enum { SEEDS = TEST_SLOWDOWN > 1 ? 1 : 4 };
    int counts[TR_PATH_KIND_COUNT] = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        static test_scene scene;
        fill_scene(&scene, seed);
        test_rig opened = open_plain(&scene.def);
        const tr_carving *carving = tr_world_carving(opened.world);
        for (int32_t i = 0; i < tr_carving_path_count(carving); i++)
            check_path(opened.world, tr_carving_path_at(carving, i), counts);
        close_rig(&opened);
    }
    assert_true(counts[TR_PATH_RIVER] + counts[TR_PATH_STREAM] > SEEDS && counts[TR_PATH_ROAD] == SEEDS);
    assert_true(counts[TR_PATH_LAKE] >= SEEDS && counts[TR_PATH_LEVEL] == SEEDS && counts[TR_PATH_TRACK] == SEEDS);
}

// Bridges stay clear of what they cross.
static void check_crossing(const tr_carving *carving, const tr_crossing *crossing)
{
    const double clearance_m = tr_carving_path(carving, crossing->lower)->clearance_m;
    if (crossing->bridge && crossing->upper_m < crossing->lower_m + clearance_m - 0.01)
        fail_msg("the bridge at %g, %g is %g m above; allowed is %g m", crossing->x_m, crossing->z_m,
                 crossing->upper_m - crossing->lower_m, clearance_m);
}

// A map of the world shows all of a route.
static void check_route_is_inside(const tr_world *world, tr_path_id id)
{
    const tr_path_def *def = tr_carving_path(tr_world_carving(world), id);
    const tr_region *bounds = &tr_world_def_of(world)->bounds_m;
    const double slack_m = 16;
    for (int32_t i = 0; i < def->vertex_count && !tr_path_kind_is_water(def->kind); i++) {
        const tr_path_vertex *at = &def->vertices[i];
        if (at->x_m < (double)bounds->x0 - slack_m || at->x_m > (double)bounds->x1 + slack_m ||
            at->z_m < (double)bounds->z0 - slack_m || at->z_m > (double)bounds->z1 + slack_m)
            fail_msg("a %s leaves the world at %g, %g", tr_path_kind_name(def->kind), at->x_m, at->z_m);
    }
}

static void the_demo_keeps_its_promises(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    tr_error err = {0};
    tr_world *world = tr_world_load(context, TR_TEST_SOURCE_DIR "/worlds/valley.yaml", NULL, &err);
    if (!world) fail_msg("%s", err.message);
    const tr_carving *carving = tr_world_carving(world);
    int counts[TR_PATH_KIND_COUNT] = {0}, over_water = 0, over_ways = 0;
    for (int32_t i = 0; i < tr_carving_path_count(carving); i++) {
        check_path(world, tr_carving_path_at(carving, i), counts);
        check_route_is_inside(world, tr_carving_path_at(carving, i));
    }
    assert_true(counts[TR_PATH_RIVER] > 0 && counts[TR_PATH_LAKE] > 0 && counts[TR_PATH_ROAD] > 0);
    for (int32_t i = 0; i < tr_carving_crossing_count(carving); i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        check_crossing(carving, &crossing);
        if (crossing.bridge && tr_path_kind_is_water(tr_carving_path(carving, crossing.lower)->kind)) over_water++;
        if (crossing.bridge && !tr_path_kind_is_water(tr_carving_path(carving, crossing.lower)->kind)) over_ways++;
    }
    assert_true(over_water > 0 && over_ways > 0);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// A river and a road that cross at the origin

typedef struct test_cross {
    tr_path_vertex river[2], road[2];
    tr_world_path_def paths[2];
    tr_world_def def;
} test_cross;

static void fill_cross(test_cross *cross)
{
    cross->river[0] = tr_path_vertex_at(0, -600);
    cross->river[1] = tr_path_vertex_at(0, 600);
    cross->river[0].height_m = 210;
    cross->river[1].height_m = 200;
    cross->road[0] = tr_path_vertex_at(-600, 0);
    cross->road[1] = tr_path_vertex_at(600, 0);
    cross->road[0].height_m = cross->road[1].height_m = 220;
    cross->paths[0] = tr_default_world_path_def(TR_PATH_SOURCE_LINE, TR_PATH_RIVER);
    cross->paths[0].path.vertices = cross->river;
    cross->paths[1] = tr_default_world_path_def(TR_PATH_SOURCE_LINE, TR_PATH_ROAD);
    cross->paths[1].path.vertices = cross->road;
    for (int i = 0; i < 2; i++) cross->paths[i].path.vertex_count = 2;
    cross->def = tr_default_world_def();
    cross->def.terrain.landform.land_share = 1;
    cross->def.terrain.rivers.width_m = 0;
    cross->def.paths = cross->paths;
    cross->def.path_count = 2;
}

static void a_crossing_is_listed_as_a_bridge(void **state)
{
    (void)state;
    static test_cross cross;
    fill_cross(&cross);
    test_rig opened = open_plain(&cross.def);
    const tr_carving *carving = tr_world_carving(opened.world);
    assert_int_equal(tr_carving_crossing_count(carving), 1);
    const tr_crossing crossing = tr_carving_crossing_at(carving, 0);
    assert_true(crossing.bridge && crossing.upper == tr_carving_path_at(carving, 1));
    assert_true(fabs(crossing.x_m) < 0.1 && fabs(crossing.z_m) < 0.1 && crossing.to_m > crossing.from_m);
    close_rig(&opened);
}

static void fields_know_of_both(void **state)
{
    (void)state;
    static test_cross cross;
    fill_cross(&cross);
    test_rig opened = open_plain(&cross.def);
    const float half_river_m = (float)cross.paths[0].path.width_m / 2,
                half_road_m = (float)cross.paths[1].path.width_m / 2;
    // In the middle of the river, far from the road.
    assert_float_equal(sample_at(opened.world, TR_FIELD_WATER, 0, 300), 2, 0.05);
    assert_float_equal(sample_at(opened.world, TR_FIELD_HEIGHT, 0, 300), 202.5 - 2, 0.1);
    assert_true(sample_at(opened.world, TR_FIELD_BIOME, 0, 300) == TR_BIOME_RIVER);
    assert_true(sample_at(opened.world, TR_FIELD_WATER_DISTANCE, 0, 300) == 0);
    assert_float_equal(sample_at(opened.world, TR_FIELD_WATER_DISTANCE, 50, 300), 50 - half_river_m, 1);
    assert_float_equal(sample_at(opened.world, TR_FIELD_WATER_DISTANCE, 8, 300), 8 - half_river_m, 0.05);
    assert_float_equal(sample_at(opened.world, TR_FIELD_ROAD_DISTANCE, 0, 300), 300 - half_road_m, 0.05);
    assert_true(sample_at(opened.world, TR_FIELD_WATER, 20, 300) == 0);
    assert_true(sample_at(opened.world, TR_FIELD_BIOME, 20, 300) != TR_BIOME_RIVER);
    // On the road.
    assert_float_equal(sample_at(opened.world, TR_FIELD_HEIGHT, 300, 0), 220, 0.05);
    assert_true(sample_at(opened.world, TR_FIELD_ROAD_DISTANCE, 300, 3) == 0);
    assert_float_equal(sample_at(opened.world, TR_FIELD_ROAD_DISTANCE, 300, 20), 20 - half_road_m, 0.05);
    assert_true(sample_at(opened.world, TR_FIELD_ROAD_DISTANCE, 300, 580) == TR_ROAD_REACH_M);
    // Weights follow.
    tr_grid weights = make_grid(1, 1, TR_BIOME_COUNT);
    assert_true(tr_world_biome_weights(opened.world, &(tr_sample_area){0, 300, 1, 1, 1}, NULL, &weights, NULL));
    for (int b = 0; b < TR_BIOME_COUNT; b++) assert_true(weights.samples[b] == (b == TR_BIOME_RIVER));
    free(weights.samples);
    close_rig(&opened);
}

// Near or far, both are seen: the cover of the nearest sample is nearly whole, and nothing is covered away from them.
static void covers_do_not_vanish_with_the_distance(void **state)
{
    (void)state;
    static test_cross cross;
    fill_cross(&cross);
    test_rig opened = open_plain(&cross.def);
    for (double spacing_m = 0.5; spacing_m <= 64; spacing_m *= 2) {
        const int64_t at = (int64_t)(256 / spacing_m);
        tr_grid cover = make_grid(1, 1, TR_COVER_COUNT);
        assert_true(
            tr_world_path_cover(opened.world, &(tr_sample_area){0, at, 1, 1, spacing_m}, true, NULL, &cover, NULL));
        if (cover.samples[TR_COVER_WATER] < 0.8f)
            fail_msg("%g m: water %g", spacing_m, (double)cover.samples[TR_COVER_WATER]);
        assert_true(cover.samples[TR_COVER_ROAD] == 0);
        assert_true(
            tr_world_path_cover(opened.world, &(tr_sample_area){at, 0, 1, 1, spacing_m}, true, NULL, &cover, NULL));
        if (cover.samples[TR_COVER_ROAD] < 0.8f)
            fail_msg("%g m: road %g", spacing_m, (double)cover.samples[TR_COVER_ROAD]);
        assert_true(
            tr_world_path_cover(opened.world, &(tr_sample_area){at, at, 1, 1, spacing_m}, true, NULL, &cover, NULL));
        for (int c = 0; c < TR_COVER_COUNT; c++) assert_true(cover.samples[c] == 0);
        free(cover.samples);
    }
    close_rig(&opened);
}

static void colors_show_the_road(void **state)
{
    (void)state;
    static test_cross cross;
    fill_cross(&cross);
    test_rig opened = open_plain(&cross.def);
    uint8_t rgb[3];
    const tr_image image = {.pixels = rgb, .width = 1, .height = 1, .channels = 3, .bits = 8, .row_bytes = 3};
    assert_true(tr_world_colors(opened.world, &(tr_sample_area){300, 0, 1, 1, 1}, true, NULL, &image, NULL));
    assert_true(rgb[0] == 0x74 && rgb[1] == 0x75 && rgb[2] == 0x7a);
    assert_true(tr_world_colors(opened.world, &(tr_sample_area){0, 300, 1, 1, 1}, true, NULL, &image, NULL));
    assert_true(rgb[2] > rgb[0] + 40);
    // Where the road is a bridge over the river, either its deck or what lies below it.
    assert_true(tr_world_colors(opened.world, &(tr_sample_area){0, 0, 1, 1, 1}, true, NULL, &image, NULL));
    assert_true(rgb[0] == 0x74 && rgb[1] == 0x75 && rgb[2] == 0x7a);
    assert_true(tr_world_colors(opened.world, &(tr_sample_area){0, 0, 1, 1, 1}, false, NULL, &image, NULL));
    assert_true(rgb[2] > rgb[0] + 40);
    close_rig(&opened);
}

// ---------------------------------------------------------------------------------------------------------
// Cities

static void fill_square(tr_path_vertex corners[4], double x_m, double z_m, double side_m)
{
    corners[0] = tr_path_vertex_at(x_m, z_m);
    corners[1] = tr_path_vertex_at(x_m + side_m, z_m);
    corners[2] = tr_path_vertex_at(x_m + side_m, z_m + side_m);
    corners[3] = tr_path_vertex_at(x_m, z_m + side_m);
}

// A city, a yard, and a road that leads through the city.
static void a_city_is_level_and_known_by_its_distance(void **state)
{
    (void)state;
    static test_cross cross;
    fill_cross(&cross);
    static tr_path_vertex corners[2][4];
    static tr_world_path_def paths[3];
    fill_square(corners[0], 100, -200, 400);
    fill_square(corners[1], -500, 100, 100);
    for (int i = 0; i < 2; i++) {
        paths[i] = tr_default_world_path_def(TR_PATH_SOURCE_AREA, i == 0 ? TR_PATH_CITY : TR_PATH_LEVEL);
        paths[i].path.vertices = corners[i];
        paths[i].path.vertex_count = 4;
    }
    paths[0].path.level_m = 230;
    paths[2] = cross.paths[1];
    cross.def.paths = paths;
    cross.def.path_count = 3;
    test_rig opened = open_plain(&cross.def);
    const tr_world *world = opened.world;
    assert_true(sample_at(world, TR_FIELD_HEIGHT, 300, 150) == 230);
    assert_true(sample_at(world, TR_FIELD_CITY_DISTANCE, 300, 150) == 0);
    assert_true(sample_at(world, TR_FIELD_CITY_DISTANCE, 100, 0) == 0);
    assert_float_equal(sample_at(world, TR_FIELD_CITY_DISTANCE, 60, 0), 40, 0.01);
    assert_float_equal(sample_at(world, TR_FIELD_CITY_DISTANCE, 530, -240), 50, 0.01);  // off a corner
    assert_float_equal(sample_at(world, TR_FIELD_CITY_DISTANCE, 1700, 0), 1200, 0.05);
    assert_true(sample_at(world, TR_FIELD_CITY_DISTANCE, 2501, 0) == TR_CITY_REACH_M);
    assert_true(sample_at(world, TR_FIELD_CITY_DISTANCE, -450, 150) == 0);  // the yard
    assert_float_equal(sample_at(world, TR_FIELD_CITY_DISTANCE, -450, 90), 10, 0.01);
    // The road is painted over the city; the yard is not painted.
    tr_grid cover = make_grid(1, 1, TR_COVER_COUNT);
    assert_true(tr_world_path_cover(world, &(tr_sample_area){300, 150, 1, 1, 1}, true, NULL, &cover, NULL));
    assert_true(cover.samples[TR_COVER_CITY] == 1 && cover.samples[TR_COVER_ROAD] == 0);
    assert_true(tr_world_path_cover(world, &(tr_sample_area){300, 0, 1, 1, 1}, true, NULL, &cover, NULL));
    assert_true(cover.samples[TR_COVER_CITY] == 1 && cover.samples[TR_COVER_ROAD] == 1);
    assert_true(tr_world_path_cover(world, &(tr_sample_area){-450, 150, 1, 1, 1}, true, NULL, &cover, NULL));
    for (int c = 0; c < TR_COVER_COUNT; c++) assert_true(cover.samples[c] == 0);
    free(cover.samples);
    close_rig(&opened);
}

// On the floor of the sea it is filled up, unless it is given a level.
static void a_city_does_not_lie_under_water(void **state)
{
    (void)state;
    static test_cross cross;
    fill_cross(&cross);
    static tr_path_vertex corners[4];
    static tr_world_path_def path;
    fill_square(corners, -200, -200, 400);
    path = tr_default_world_path_def(TR_PATH_SOURCE_AREA, TR_PATH_CITY);
    path.path.vertices = corners;
    path.path.vertex_count = 4;
    cross.def.paths = &path;
    cross.def.path_count = 1;
    cross.def.terrain.landform.land_share = 0;
    cross.def.sea_level_m = 200;
    test_rig opened = open_plain(&cross.def);
    assert_true(sample_at(opened.world, TR_FIELD_HEIGHT, 50, 50) == 201);
    assert_true(sample_at(opened.world, TR_FIELD_WATER, 50, 50) == 0);
    assert_true(sample_at(opened.world, TR_FIELD_WATER, 900, 900) > 0);
    close_rig(&opened);
    path.path.level_m = 190;
    opened = open_plain(&cross.def);
    assert_true(sample_at(opened.world, TR_FIELD_WATER, 50, 50) == 10);
    close_rig(&opened);
}

// ---------------------------------------------------------------------------------------------------------
// Files

// x is east and z is minus north.
static void a_file_brings_its_paths(void **state)
{
    (void)state;
    static test_cross cross;
    fill_cross(&cross);
    cross.paths[0] = tr_default_world_path_def(TR_PATH_SOURCE_FILE, TR_PATH_TRACK);
    cross.paths[0].file = "tests/world/data/roads.geojson";
    cross.paths[0].kind_field = "class";
    cross.def.path_count = 1;
    tr_context *context = test_context(1);
    tr_error err = {0};
    tr_world *world = tr_world_create(context, &cross.def, &err);
    if (!world && err.code == TR_ERROR_UNSUPPORTED) {
        print_message("no GDAL: not checked\n");
        tr_context_destroy(context);
        skip();
    }
    if (!world) fail_msg("%s", err.message);
    const tr_carving *carving = tr_world_carving(world);
    assert_int_equal(tr_carving_path_count(carving), 3);
    const tr_path_def *road = tr_carving_path(carving, tr_carving_path_at(carving, 0));
    assert_string_equal(road->name, "High road");
    assert_true(road->kind == TR_PATH_ROAD && road->width_m == 9 && road->vertex_count == 3);
    assert_true(road->vertices[1].x_m == 0 && road->vertices[1].z_m == -250);
    assert_true(sample_at(world, TR_FIELD_ROAD_DISTANCE, 0, -250) == 0);
    assert_true(sample_at(world, TR_FIELD_WATER, 200, 200) > 1);  // the middle of the lake
    assert_int_equal(tr_carving_crossing_count(carving), 1);
    const uint64_t hash = tr_world_hash(world);
    tr_world_destroy(world);
    cross.paths[0].kind_field = NULL;
    world = tr_world_create(context, &cross.def, &err);
    if (world) assert_true(tr_world_hash(world) != hash);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Ways out

static void a_bad_path_is_named(void **state)
{
    (void)state;
    static test_cross cross;
    fill_cross(&cross);
    cross.paths[1].source = TR_PATH_SOURCE_FILE;
    cross.paths[1].path.vertex_count = 0;
    cross.paths[1].file = "tests/world/data/nowhere.geojson";
    tr_context *context = test_context(1);
    const uint64_t used = tr_context_memory(context).used_bytes;
    tr_error err = {0};
    assert_null(tr_world_create(context, &cross.def, &err));
    assert_true(strncmp(err.message, "paths[1]: ", 10) == 0);
    assert_true(tr_context_memory(context).used_bytes == used);
    tr_context_destroy(context);
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    static test_cross cross;
    fill_cross(&cross);
    tr_world_path_def paths[3] = {cross.paths[0], cross.paths[1],
                                  tr_default_world_path_def(TR_PATH_SOURCE_DRAIN, TR_PATH_RIVER)};
    paths[2].has_within = true;
    paths[2].within_m = (tr_region){-200, -200, 200, 200};
    paths[2].drain_m2 = 2e4;
    cross.def.paths = paths;
    cross.def.path_count = 3;
    bool done = false;
    for (int64_t fail_at = 0; !done; fail_at += 1 + fail_at / (TEST_SLOWDOWN > 1 ? 4 : 16)) {
        test_allocator allocator;
        tr_context *context = test_context_counting(1, &allocator);
        const int64_t before = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + fail_at;
        tr_error err = {0};
        tr_world *world = tr_world_create(context, &cross.def, &err);
        done = world != NULL;
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        tr_world_destroy(world);
        assert_int_equal(allocator.live_blocks, before);
        allocator.fail_at = -1;
        tr_context_destroy(context);
        assert_true(fail_at < 1000000);
    }
}

TEST_GROUP(paths)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_gives_the_same_bytes),
        cmocka_unit_test(levels_share_their_samples),
        cmocka_unit_test(ground_out_of_reach_keeps_its_bits),
        cmocka_unit_test(rivers_fall_and_roads_keep_their_grade),
        cmocka_unit_test(the_demo_keeps_its_promises),
        cmocka_unit_test(a_crossing_is_listed_as_a_bridge),
        cmocka_unit_test(fields_know_of_both),
        cmocka_unit_test(covers_do_not_vanish_with_the_distance),
        cmocka_unit_test(colors_show_the_road),
        cmocka_unit_test(a_city_is_level_and_known_by_its_distance),
        cmocka_unit_test(a_city_does_not_lie_under_water),
        cmocka_unit_test(a_file_brings_its_paths),
        cmocka_unit_test(a_bad_path_is_named),
        cmocka_unit_test(every_failing_allocation_is_reported),
    };
    return cmocka_run_group_tests_name("paths", tests, NULL, NULL);
}
