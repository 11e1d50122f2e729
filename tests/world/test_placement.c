// What stands on a world: off water and roads, on the ground, and the same whatever is asked for, on how many threads,
// with any cache.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/world.h"
#include "test_context.h"
#include "test_effort.h"
#include "world/field_tile.h"
#include "world/path_fields.h"

// Hills with a river, a lake, a road and a bridge; everything is given, so that it loads at once.
static const char text[] =
    "seed: 5\n"
    "extent: {width: 1 km, depth: 1 km}\n"
    "terrain:\n"
    "  landform: {land_share: 1, hill_size: 400 m, hill_height: 40 m, mountain_share: 0, continent_height: 60 m}\n"
    "  rivers: {width: 0}\n"
    "climate: {humidity: 70 %, humidity_variation: 0, variation: 0 degC}\n"
    "paths:\n"
    "  - {kind: river, line: [[-500, 40, 90], [-100, -20, 80], [500, 30, 70]], width: 12 m}\n"
    "  - {kind: lake, area: [[100, 120], [190, 110], [200, 190], [120, 200]]}\n"
    "  - {kind: road, line: [[-60, -500], [-20, 0], [-80, 500]], width: 6 m}\n"
    "placement:\n"
    "  - name: trees\n"
    "    footprint: 4 m\n"
    "    radius: 1 m\n"
    "    spacing: 2 m\n"
    "    nodes:\n"
    "      - terms:\n"
    "          - {field: slope, curve: [[0.5, 1], [1, 0]]}\n"
    "          - {field: water_distance, curve: [[3 m, 0], [6 m, 1]]}\n"
    "          - {field: road_distance, curve: [[3 m, 0], [7 m, 1]]}\n"
    "        children:\n"
    "          - {terms: [{noise: 60 m, octaves: 2, curve: [[-0.1, 20 %], [0.1, 90 %]]}], layer: {model: conifer}}\n"
    "          - {terms: [{biomes: [forest, woodland, swamp, taiga]}], density: 20 %, layer: {model: birch, sink: 20 "
    "cm}}\n"
    "  - name: bushes\n"
    "    footprint: 2 m\n"
    "    spacing: 1 m\n"
    "    pattern: grid\n"
    "    density: 50 %\n"
    "    nodes:\n"
    "      - terms:\n"
    "          - {field: road_distance, curve: [[1.5 m, 0], [2 m, 1]]}\n"
    "          - {field: water_distance, curve: [[1.5 m, 0], [60 m, 1]]}\n"
    "        layer: {model: bush}\n";

static tr_world *load(tr_context *context)
{
    tr_error err = {0};
    tr_world *world = tr_world_load_text(context, "test", text, strlen(text), NULL, &err);
    if (!world) fail_msg("%s", err.message);
    return world;
}

static tr_placement *place(const tr_world *world, tr_region region)
{
    tr_error err = {0};
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = region;
    tr_placement *placement = tr_place(tr_world_placer(world), &request, NULL, &err);
    if (!placement) fail_msg("%s", err.message);
    return placement;
}

// ---------------------------------------------------------------------------------------------------------
// Lists of objects

typedef struct object_list {
    tr_object *objects;
    size_t count;
} object_list;

static void append(object_list *list, const tr_placement *placement, int32_t set_count)
{
    const size_t more = (size_t)tr_placement_count(placement, -1, -1);
    list->objects = realloc(list->objects, (list->count + more + 1) * sizeof *list->objects);
    assert_non_null(list->objects);
    for (int32_t set = 0; set < set_count; set++) {
        const int64_t count = tr_placement_count(placement, set, -1);
        tr_placement_objects(placement, set, -1, 0, count, list->objects + list->count);
        list->count += (size_t)count;
    }
}

static int compare_ids(const void *a, const void *b)
{
    const uint64_t first = ((const tr_object *)a)->id, second = ((const tr_object *)b)->id;
    return (first > second) - (first < second);
}

static object_list objects_of(const tr_world *world, tr_region region, int32_t pieces)
{
    object_list list = {0};
    const int64_t width = (region.x1 - region.x0) / pieces, depth = (region.z1 - region.z0) / pieces;
    for (int32_t j = 0; j < pieces; j++) {
        for (int32_t i = 0; i < pieces; i++) {
            const tr_region part = {region.x0 + i * width, region.z0 + j * depth,
                                    i + 1 < pieces ? region.x0 + (i + 1) * width : region.x1,
                                    j + 1 < pieces ? region.z0 + (j + 1) * depth : region.z1};
            tr_placement *placement = place(world, part);
            append(&list, placement, tr_placer_set_count(tr_world_placer(world)));
            tr_placement_destroy(placement);
        }
    }
    qsort(list.objects, list.count, sizeof *list.objects, compare_ids);
    return list;
}

static void assert_same(const object_list *a, const object_list *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const tr_object *left = &a->objects[i], *right = &b->objects[i];
        assert_true(left->id == right->id && left->x_m == right->x_m && left->z_m == right->z_m);
        assert_true(left->y_m == right->y_m && left->scale == right->scale && left->set == right->set);
        assert_true(left->layer == right->layer && left->variant == right->variant);
        assert_memory_equal(left->rotation, right->rotation, sizeof left->rotation);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Purity

static const tr_region some_region = {-140, -90, 60, 110};

static void pieces_threads_and_caches_do_not_show(void **state)
{
    (void)state;
    tr_context *one = test_context(1), *three = test_context(3);
    tr_world *world = load(one), *threaded = load(three);
    assert_true(tr_world_hash(world) == tr_world_hash(threaded));
    const object_list whole = objects_of(world, some_region, 1);
    assert_true(whole.count > 2000);
    for (int32_t pieces = 2; pieces <= 7; pieces += TEST_SLOWDOWN > 1 ? 5 : 1) {
        object_list parts = objects_of(pieces % 2 ? world : threaded, some_region, pieces);
        assert_same(&whole, &parts);
        free(parts.objects);
    }
    tr_world_cache_clear(threaded);
    tr_world_cache_limit(threaded, 0);
    object_list uncached = objects_of(threaded, some_region, 3);
    assert_same(&whole, &uncached);
    free(uncached.objects);
    free(whole.objects);
    tr_world_destroy(world);
    tr_world_destroy(threaded);
    tr_context_destroy(one);
    tr_context_destroy(three);
}

static void nothing_stands_beyond_the_bounds(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    tr_world *world = load(context);
    object_list list = objects_of(world, (tr_region){460, 460, 540, 540}, 1);
    assert_true(list.count > 0);
    for (size_t i = 0; i < list.count; i++) assert_true(list.objects[i].x_m < 500 && list.objects[i].z_m < 500);
    free(list.objects);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

static void nothing_described_is_nothing_placed(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_error err = {0};
    const tr_world_def def = tr_default_world_def();
    tr_world *world = tr_world_create(context, &def, &err);
    assert_non_null(world);
    assert_null(tr_world_placer(world));
    tr_world_destroy(world);
    tr_context_destroy(context);
}

// A struct that was given back makes the same world, and seeds make others.
static void definitions_go_round(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_world *world = load(context);
    tr_error err = {0};
    tr_world_def def = *tr_world_def_of(world);
    assert_int_equal(def.place_set_count, 2);
    assert_string_equal(tr_placer_set(tr_world_placer(world), 1)->name, "bushes");
    tr_world *same = tr_world_create(context, &def, &err);
    if (!same) fail_msg("%s", err.message);
    assert_true(tr_world_hash(same) == tr_world_hash(world));
    const tr_region region = {-140, -90, -90, -40};
    object_list first = objects_of(world, region, 1), second = objects_of(same, region, 1);
    assert_same(&first, &second);
    tr_world_place_set_def sets[2] = {def.place_sets[0], def.place_sets[1]};
    sets[0].seed = 9;
    def.place_sets = sets;
    tr_world *other = tr_world_create(context, &def, &err);
    assert_true(tr_world_hash(other) != tr_world_hash(world));
    object_list third = objects_of(other, region, 1);
    size_t shared = 0;
    for (size_t i = 0; i < first.count; i++) {
        for (size_t k = 0; k < third.count; k++)
            shared += first.objects[i].set == 0 && third.objects[k].set == 0 &&
                      first.objects[i].x_m == third.objects[k].x_m && first.objects[i].z_m == third.objects[k].z_m;
    }
    assert_int_equal(shared, 0);
    free(first.objects);
    free(second.objects);
    free(third.objects);
    tr_world_destroy(world);
    tr_world_destroy(same);
    tr_world_destroy(other);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Water, roads and the ground

static tr_grid query(const tr_world *world, tr_field field, const tr_sample_area *area)
{
    tr_error err = {0};
    tr_grid out;
    if (!tr_grid_create(tr_world_context(world), area->width, area->height, 1, &out, &err) ||
        !tr_world_query(world, field, area, NULL, &out, &err))
        fail_msg("%s", err.message);
    return out;
}

static float sample(const tr_grid *grid, int64_t i, int64_t j)
{
    assert_true(i >= 0 && j >= 0 && i < grid->width && j < grid->height);
    return grid->samples[j * grid->row_stride + i];
}

// The four samples around every object, half a metre apart, are dry and off the road.
static void check_dry(const tr_world *world, tr_region region, int64_t *counts)
{
    static const double step = 0.5;
    const tr_region around = {region.x0 - 1, region.z0 - 1, region.x1 + 1, region.z1 + 1};
    tr_sample_area area;
    tr_error err = {0};
    assert_true(tr_sample_area_of_region(&around, step, &area, &err));
    tr_grid water = query(world, TR_FIELD_WATER, &area), road = query(world, TR_FIELD_ROAD_DISTANCE, &area);
    object_list list = objects_of(world, region, 1);
    for (size_t k = 0; k < list.count; k++) {
        const tr_object *object = &list.objects[k];
        const int64_t i = (int64_t)floor(object->x_m / step) - area.x, j = (int64_t)floor(object->z_m / step) - area.z;
        for (int corner = 0; corner < 4; corner++) {
            const int64_t x = i + corner % 2, z = j + corner / 2;
            if (sample(&water, x, z) > 0 || sample(&road, x, z) <= 0)
                fail_msg("an object of set %d stands at (%.2f, %.2f): water %.3f m, road %.3f m away", object->set,
                         object->x_m, object->z_m, (double)sample(&water, x, z), (double)sample(&road, x, z));
        }
    }
    counts[0] += (int64_t)list.count;
    for (int64_t i = 0; i < water.plane_stride; i++) {
        counts[1] += water.samples[i] > 0;
        counts[2] += road.samples[i] <= 0;
    }
    free(list.objects);
    tr_grid_destroy(tr_world_context(world), &water);
    tr_grid_destroy(tr_world_context(world), &road);
}

static void nothing_stands_in_water_nor_on_roads(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    tr_world *world = load(context);
    int64_t counts[3] = {0};
    check_dry(world, some_region, counts);
    check_dry(world, (tr_region){100, 100, 210, 210}, counts);
    assert_true(counts[0] > 2000 && counts[1] > 10000 && counts[2] > 2000);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

// Tiles of the valley that have a road and water.
static void the_valley_is_dry_under_its_trees(void **state)
{
    (void)state;
    enum { TILE_M = 128, STEP_M = 8, ALONG = TILE_M / STEP_M, MAX_TILES = 6 };
    if (TEST_SLOWDOWN > 1 && !test_is_long()) skip();
    tr_context *context = test_context(2);
    tr_error err = {0};
    tr_world *world = tr_world_load(context, "worlds/valley.yaml", NULL, &err);
    if (!world) fail_msg("%s", err.message);
    if (!tr_world_placer(world)) fail_msg("nothing is placed in the valley");
    const tr_sample_area area = {-4000 / STEP_M, -4000 / STEP_M, 8000 / STEP_M, 8000 / STEP_M, STEP_M};
    tr_grid water = query(world, TR_FIELD_WATER, &area), road = query(world, TR_FIELD_ROAD_DISTANCE, &area);
    int64_t counts[3] = {0};
    int tiles = 0;
    for (int32_t j = 0; j + ALONG <= area.height && tiles < MAX_TILES; j += ALONG) {
        for (int32_t i = 0; i + ALONG <= area.width && tiles < MAX_TILES; i += ALONG) {
            int wet = 0, paved = 0;
            for (int32_t k = 0; k < ALONG * ALONG; k++) {
                const int32_t x = i + k % ALONG, z = j + k / ALONG;
                wet += sample(&water, x, z) > 0;
                paved += sample(&road, x, z) <= 2;
            }
            if (wet < 4 || paved < 4) continue;
            const int64_t x0 = (area.x + i) * STEP_M, z0 = (area.z + j) * STEP_M;
            check_dry(world, (tr_region){x0, z0, x0 + TILE_M, z0 + TILE_M}, counts);
            tiles++;
        }
    }
    print_message("%d tiles, %lld objects, %lld samples under water, %lld on roads\n", tiles, (long long)counts[0],
                  (long long)counts[1], (long long)counts[2]);
    assert_true(tiles == MAX_TILES && counts[0] > 5000 && counts[1] > 5000 && counts[2] > 2000);
    tr_grid_destroy(context, &water);
    tr_grid_destroy(context, &road);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

static double between(const tr_grid *grid, const tr_sample_area *area, double x_m, double z_m)
{
    const double x = x_m / area->spacing_m - (double)area->x, z = z_m / area->spacing_m - (double)area->z;
    const int64_t i = (int64_t)floor(x), j = (int64_t)floor(z);
    const double u = x - (double)i, v = z - (double)j;
    const double upper = (double)sample(grid, i, j) * (1 - u) + (double)sample(grid, i + 1, j) * u;
    const double lower = (double)sample(grid, i, j + 1) * (1 - u) + (double)sample(grid, i + 1, j + 1) * u;
    return upper * (1 - v) + lower * v;
}

// On the ground at the spacing of the set, and nearly on the fine one.
static void objects_stand_on_the_ground(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    tr_world *world = load(context);
    const tr_region around = {some_region.x0 - 4, some_region.z0 - 4, some_region.x1 + 4, some_region.z1 + 4};
    tr_placement *placement = place(world, some_region);
    tr_error err = {0};
    for (int32_t set = 0; set < 2; set++) {
        const double spacing_m = tr_world_def_of(world)->place_sets[set].set.spacing_m;
        tr_sample_area coarse, fine;
        assert_true(tr_sample_area_of_region(&around, spacing_m, &coarse, &err) &&
                    tr_sample_area_of_region(&around, 0.25, &fine, &err));
        tr_grid ground = query(world, TR_FIELD_HEIGHT, &coarse), exact = query(world, TR_FIELD_HEIGHT, &fine);
        const tr_place_frame frame = tr_placement_frame(placement, set);
        const tr_place_record *records = tr_placement_records(placement, set, -1);
        const int64_t count = tr_placement_count(placement, set, -1);
        double max_m = 0, sum_m = 0;
        for (int64_t k = 0; k < count; k++) {
            const double x_m = (double)(frame.origin_x + records[k].x) * frame.unit_m;
            const double z_m = (double)(frame.origin_z + records[k].z) * frame.unit_m;
            assert_true(fabs((double)records[k].y_m - between(&ground, &coarse, x_m, z_m)) < 1e-3);
            const double off_m = fabs((double)records[k].y_m - between(&exact, &fine, x_m, z_m));
            max_m = fmax(max_m, off_m);
            sum_m += off_m;
        }
        print_message("set %d, spacing %.10g m: %lld objects, off the fine ground by %.4f m, %.4f m at most\n", set,
                      spacing_m, (long long)count, sum_m / (double)count, max_m);
        assert_true(count > 500 && max_m < 0.25 * spacing_m && sum_m / (double)count < 0.02 * spacing_m);
        tr_grid_destroy(context, &ground);
        tr_grid_destroy(context, &exact);
    }
    tr_placement_destroy(placement);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

// Where the ground breaks off between two samples, what stands there would hang in the air: the library keeps off.
static void nothing_hangs_over_the_cliffs_of_the_valley(void **state)
{
    (void)state;
    if (TEST_SLOWDOWN > 1 && !test_is_long()) skip();
    tr_context *context = test_context(2);
    tr_error err = {0};
    tr_world *world = tr_world_load(context, "worlds/valley.yaml", NULL, &err);
    if (!world) fail_msg("%s", err.message);
    const tr_region region = {-200, -200, 200, 200}, around = {-201, -201, 201, 201};
    tr_sample_area fine;
    assert_true(tr_sample_area_of_region(&around, 0.25, &fine, &err));
    tr_grid ground = query(world, TR_FIELD_HEIGHT, &fine);
    float steepest = 0;
    for (int64_t i = 4; i < ground.plane_stride; i++)
        steepest = fmaxf(steepest, i % ground.row_stride < 4 ? 0 : fabsf(ground.samples[i] - ground.samples[i - 4]));
    object_list list = objects_of(world, region, 1);
    size_t hanging = 0;
    double max_m = -1;
    for (size_t k = 0; k < list.count; k++) {
        const tr_object *object = &list.objects[k];
        const double above_m = (double)object->y_m - between(&ground, &fine, object->x_m, object->z_m);
        hanging += above_m > 0.3;
        max_m = fmax(max_m, above_m);
    }
    print_message("%zu objects on ground as steep as %.1f; %zu of them more than 0.3 m above it, %.2f m at most\n",
                  list.count, (double)steepest, hanging, max_m);
    assert_true(list.count > 10000 && steepest > 4 && max_m < 0.5 && hanging < 4);
    free(list.objects);
    tr_grid_destroy(context, &ground);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Fields of blocks

static void assert_cut(const tr_grid *all, const tr_grid *cut, float max)
{
    for (int32_t j = 0; j < all->height; j++) {
        for (int32_t i = 0; i < all->width; i++) assert_true(fminf(sample(all, i, j), max) == sample(cut, i, j));
    }
}

// Distances that are only looked for as far as they matter are those of queries, cut.
static void near_distances_are_those_of_queries(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    tr_world *world = load(context);
    tr_error err = {0};
    static const tr_sample_area areas[] = {{-70, -45, 60, 50, 2}, {-10, 60, 130, 33, 1}, {40, 50, 37, 41, 4}};
    for (int k = 0; k < 3; k++) {
        const tr_sample_area *area = &areas[k];
        tr_grid water = query(world, TR_FIELD_WATER_DISTANCE, area), road = query(world, TR_FIELD_ROAD_DISTANCE, area);
        tr_grid cut;
        assert_true(tr_grid_create(context, area->width, area->height, 1, &cut, &err));
        static const int32_t reaches[] = {3, 5, 16, 100};
        for (int r = 0; r < 4; r++) {
            const float reach_m = (float)(reaches[r] * area->spacing_m);
            tr_field_tile tile = tr_field_tile_of(world, area, r < 2 ? 16 : 1);
            if (!tr_field_tile_water_distance(&tile, reaches[r], &cut, &err)) fail_msg("%s", err.message);
            assert_cut(&water, &cut, reach_m);
            tr_field_tile_destroy(&tile);
            if (!tr_path_fields_distance(world, TR_FIELD_ROAD_DISTANCE, area, (double)reach_m, &cut, NULL, &err))
                fail_msg("%s", err.message);
            assert_cut(&road, &cut, reach_m);
        }
        tr_grid_destroy(context, &water);
        tr_grid_destroy(context, &road);
        tr_grid_destroy(context, &cut);
    }
    tr_world_destroy(world);
    tr_context_destroy(context);
}

// A belt of orchards around a village, by the distance to it: dense from 20 to 60 m away, and nowhere else.
static void density_follows_the_distance_to_a_city(void **state)
{
    (void)state;
    static const char village[] =
        "extent: {width: 1 km, depth: 1 km}\n"
        "terrain: {landform: {land_share: 1}, rivers: {width: 0}}\n"
        "paths: [{kind: city, area: [[-80, -80], [80, -80], [80, 80], [-80, 80]]}]\n"
        "placement:\n"
        "  - footprint: 4 m\n"
        "    spacing: 1 m\n"
        "    nodes:\n"
        "      - terms:\n"
        "          - {field: city_distance, curve: [[19 m, 0], [21 m, 1], [59 m, 1], [61 m, 0]]}\n"
        "        layer: {model: broadleaf}\n";
    tr_context *context = test_context(2);
    tr_error err = {0};
    tr_world *world = tr_world_load_text(context, "village", village, sizeof village - 1, NULL, &err);
    if (!world) fail_msg("%s", err.message);
    object_list list = objects_of(world, (tr_region){-240, -240, 240, 240}, 1);
    for (size_t i = 0; i < list.count; i++) {
        const double beyond_x = fmax(fabs(list.objects[i].x_m) - 80, 0),
                     beyond_z = fmax(fabs(list.objects[i].z_m) - 80, 0);
        const double away_m = sqrt(beyond_x * beyond_x + beyond_z * beyond_z);
        if (away_m < 18 || away_m > 62) fail_msg("one stands %g m away", away_m);
    }
    // Of a belt with round corners, at 0.69 per square footprint.
    const double belt_m2 = 4 * 160 * 40 + 3.14159265 * (60 * 60 - 20 * 20);
    const double share = (double)list.count / (0.69 * belt_m2 / 16);
    if (fabs(share - 1) > 0.04) fail_msg("%zu objects, %g of what is expected", list.count, share);
    free(list.objects);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

// A point that is added far out on a curve, at the same factor, changes how far is looked, and nothing else.
static void curves_may_end_anywhere(void **state)
{
    (void)state;
    static const char *const ends[][2] = {{"[6 m, 1]]", "[6 m, 1], [400 m, 1]]"},
                                          {"[7 m, 1]]", "[7 m, 1], [450 m, 1]]"},
                                          {"[60 m, 1]]", "[60 m, 1], [200 m, 1]]"}};
    char longer[sizeof text + 64];
    const char *from = text;
    size_t length = 0;
    for (int i = 0; i < 3; i++) {
        const char *at = strstr(from, ends[i][0]);
        assert_non_null(at);
        length +=
            (size_t)snprintf(longer + length, sizeof longer - length, "%.*s%s", (int)(at - from), from, ends[i][1]);
        from = at + strlen(ends[i][0]);
    }
    snprintf(longer + length, sizeof longer - length, "%s", from);
    tr_context *context = test_context(2);
    tr_error err = {0};
    tr_world *world = load(context);
    tr_world *other = tr_world_load_text(context, "test", longer, strlen(longer), NULL, &err);
    if (!other) fail_msg("%s", err.message);
    static const tr_region regions[] = {{-100, -60, 0, 40}, {60, 80, 170, 170}};
    for (int i = 0; i < 2; i++) {
        object_list first = objects_of(world, regions[i], 1), second = objects_of(other, regions[i], 1);
        assert_true(first.count > 60);
        assert_same(&first, &second);
        free(first.objects);
        free(second.objects);
    }
    tr_world_destroy(world);
    tr_world_destroy(other);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Memory

static void short_memory_is_an_error(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    const int64_t live = allocator.live_blocks;
    tr_error err = {0};
    int64_t failures = 0;
    // All of the first ones, then fewer and fewer.
    for (int64_t allowed = 0;; allowed += 1 + allowed / (32 / TEST_SLOWDOWN)) {
        allocator.fail_at = allocator.allocations + allowed;
        tr_world *world = tr_world_load_text(context, "test", text, strlen(text), NULL, &err);
        tr_place_request_def request = tr_default_place_request_def();
        request.region_m = (tr_region){-60, -20, -30, 10};
        tr_placement *placement = world ? tr_place(tr_world_placer(world), &request, NULL, &err) : NULL;
        const bool reached = allocator.allocations > allocator.fail_at;
        allocator.fail_at = -1;
        if (!placement) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        tr_placement_destroy(placement);
        tr_world_destroy(world);
        if (!reached) break;
        failures += placement == NULL;
    }
    assert_true(failures > 10);
    tr_context_destroy(context);
    assert_true(live >= allocator.live_blocks);
    assert_int_equal(allocator.live_blocks, 0);
}

TEST_GROUP(placement)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_threads_and_caches_do_not_show),
        cmocka_unit_test(nothing_stands_beyond_the_bounds),
        cmocka_unit_test(nothing_described_is_nothing_placed),
        cmocka_unit_test(definitions_go_round),
        cmocka_unit_test(nothing_stands_in_water_nor_on_roads),
        cmocka_unit_test(the_valley_is_dry_under_its_trees),
        cmocka_unit_test(objects_stand_on_the_ground),
        cmocka_unit_test(nothing_hangs_over_the_cliffs_of_the_valley),
        cmocka_unit_test(density_follows_the_distance_to_a_city),
        cmocka_unit_test(near_distances_are_those_of_queries),
        cmocka_unit_test(curves_may_end_anywhere),
        cmocka_unit_test(short_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
