// Plans of roads: the search is the best there is, and what it finds is what a road should be.
#include "plan_fixture.h"

#include "carve/plan/route_line.h"

static const double spacing_m = 8;

static tr_plan_paths plan_road(tr_context *context, const tr_plan_ground *ground, const tr_path_def *def,
                               const tr_plan_paths *water)
{
    tr_error error;
    tr_plan_paths roads;
    if (!tr_plan_road(context, ground, def, water, &roads, NULL, &error)) fail_msg("%s", error.message);
    assert_int_equal(roads.count, 1);
    return roads;
}

// From one place to another, in samples.
static tr_plan_paths plan_between(tr_context *context, const tr_plan_ground *ground, tr_path_kind kind,
                                  const double places[4], const tr_plan_paths *water)
{
    const tr_path_vertex ends[2] = {
        place_at(ground->x_m + places[0] * ground->spacing_m, ground->z_m + places[1] * ground->spacing_m),
        place_at(ground->x_m + places[2] * ground->spacing_m, ground->z_m + places[3] * ground->spacing_m)};
    const tr_path_def def = way_def(kind, ends, 2);
    return plan_road(context, ground, &def, water);
}

static double length_of(const tr_path_def *path)
{
    double length = 0;
    for (int32_t i = 1; i < path->vertex_count; i++) length += distance_of(&path->vertices[i - 1], &path->vertices[i]);
    return length;
}

// ---------------------------------------------------------------------------------------------------------
// The search

typedef struct price_list {
    int32_t width, height;
    uint32_t price[20 * 20 * TR_ROUTE_HALF];
} price_list;

enum { HEADINGS = TR_ROUTE_MOVES + 1 };

static tr_route_map random_map(price_list *list, uint64_t seed)
{
    list->width = 3 + (int32_t)tr_index_from_hash(tr_hash_identity(seed, 1, 0, 0, 0), 14);
    list->height = 3 + (int32_t)tr_index_from_hash(tr_hash_identity(seed, 2, 0, 0, 0), 14);
    tr_route_map map = {list->width, list->height, list->price, 5, 0, {0, 3, 8, 15, 30, 60}};
    for (int32_t i = 0; i < list->width * list->height * TR_ROUTE_HALF; i++) {
        const uint64_t hash = tr_hash_identity(seed, 3, i, 0, 0);
        // Some moves are closed; many cost the same.
        list->price[i] = hash % 11 == 0 ? TR_ROUTE_CLOSED : 1 + (uint32_t)(hash >> 20) % 20;
    }
    return map;
}

static uint32_t turn_between(const tr_route_map *map, int before, int move)
{
    if (before == TR_ROUTE_ANY_HEADING) return 0;
    const int around = (move - before) & (TR_ROUTE_MOVES - 1),
              steps = around > TR_ROUTE_HALF ? TR_ROUTE_MOVES - around : around;
    return steps <= map->turns ? map->turn[steps] : TR_ROUTE_CLOSED;
}

// Rounds over all states until nothing gets cheaper: no heap, no goal, no order.
static uint32_t plain_price(const tr_route_map *map, uint32_t from, int heading, uint32_t to)
{
    const uint32_t nodes = (uint32_t)map->width * (uint32_t)map->height;
    uint32_t *best = malloc(nodes * HEADINGS * sizeof *best), min = UINT32_MAX;
    memset(best, 0xff, nodes * HEADINGS * sizeof *best);
    best[from * HEADINGS + (uint32_t)heading] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t node = 0; node < nodes; node++)
            for (int before = 0; before < HEADINGS; before++) {
                const uint32_t spent = best[node * HEADINGS + (uint32_t)before];
                const tr_route_place place = tr_route_place_of(map, node);
                for (int move = 0; spent != UINT32_MAX && move < TR_ROUTE_MOVES; move++) {
                    uint32_t next;
                    if (!tr_route_step(map, &place, move, &next)) continue;
                    const uint32_t turn = turn_between(map, before, move), step = tr_route_price(map, node, move, next);
                    if (turn == TR_ROUTE_CLOSED || step == TR_ROUTE_CLOSED) continue;
                    uint32_t *there = &best[next * HEADINGS + (uint32_t)move];
                    if (spent + turn + step >= *there) continue;
                    *there = spent + turn + step;
                    changed = true;
                }
            }
    }
    for (uint32_t k = 0; k < HEADINGS; k++) min = best[to * HEADINGS + k] < min ? best[to * HEADINGS + k] : min;
    free(best);
    return min;
}

// What the nodes of a route cost when they are walked.
static uint32_t walked_price(const tr_route_map *map, const tr_route *route, int heading)
{
    uint32_t sum = 0;
    for (int32_t i = 1; i < route->count; i++) {
        const tr_route_place place = tr_route_place_of(map, route->nodes[i - 1]);
        int move = 0;
        uint32_t next = 0;
        while (!tr_route_step(map, &place, move, &next) || next != route->nodes[i]) move++;
        sum += turn_between(map, heading, move) + tr_route_price(map, place.node, move, next);
        heading = move;
    }
    return sum;
}

static void no_way_is_cheaper_than_the_one_that_is_found(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    static price_list list;
    int found = 0;
    for (uint64_t seed = 0; seed < 150; seed++) {
        tr_route_map map = random_map(&list, seed);
        const uint32_t nodes = (uint32_t)map.width * (uint32_t)map.height;
        const uint32_t from = (uint32_t)tr_index_from_hash(tr_hash_identity(seed, 4, 0, 0, 0), nodes);
        const uint32_t to = (uint32_t)tr_index_from_hash(tr_hash_identity(seed, 5, 0, 0, 0), nodes);
        const int heading = seed % 3 == 0 ? TR_ROUTE_ANY_HEADING
                                          : (int)tr_index_from_hash(tr_hash_identity(seed, 6, 0, 0, 0), HEADINGS);
        tr_route route;
        tr_error error;
        const bool ok = tr_route_find(context, &map, from, heading, to, &route, &error);
        const uint32_t expected = plain_price(&map, from, heading, to);
        assert_true(ok == (expected != UINT32_MAX));
        if (!ok) {
            assert_int_equal(error.code, TR_ERROR_INVALID_ARGUMENT);
            continue;
        }
        found++;
        assert_int_equal(route.price, expected);
        assert_int_equal(walked_price(&map, &route, heading), expected);
        assert_int_equal(route.nodes[0], from);
        assert_int_equal(route.nodes[route.count - 1], to);
        tr_route_destroy(context, &route);
        map.haste = 3;
        assert_true(tr_route_find(context, &map, from, heading, to, &route, &error));
        assert_int_equal(walked_price(&map, &route, heading), route.price);
        assert_true(route.price * 16 <= expected * 19);
        tr_route_destroy(context, &route);
    }
    assert_true(found > 100);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Roads

static void a_road_is_straight_on_level_ground(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, level_ground, 200, 160, spacing_m);
    static const double ways[][4] = {{3, 5, 190, 151},     {10.3, 80.7, 188.2, 81.9},
                                     {100, 4, 103.5, 155}, {190, 20, 5, 120},
                                     {5, 5, 12, 9},        {3, 5, 3.2, 5.1}};
    for (int k = 0; k < 6; k++)
        for (tr_path_kind kind = TR_PATH_TRACK; kind <= TR_PATH_RAIL; kind++) {
            tr_plan_paths roads = plan_between(context, &ground, kind, ways[k], NULL);
            const tr_path_def *road = &roads.paths[0];
            const double x_m = ground.x_m + ways[k][2] * spacing_m, z_m = ground.z_m + ways[k][3] * spacing_m;
            assert_true(road->vertices[0].x_m == ground.x_m + ways[k][0] * spacing_m);
            assert_true(road->vertices[0].z_m == ground.z_m + ways[k][1] * spacing_m);
            assert_true(road->vertices[road->vertex_count - 1].x_m == x_m);
            assert_true(road->vertices[road->vertex_count - 1].z_m == z_m);
            const double direct = distance_of(&road->vertices[0], &road->vertices[road->vertex_count - 1]);
            if (length_of(road) > direct * (1 + 1e-9))
                fail_msg("way %d: %g m instead of %g", k, length_of(road), direct);
            for (int32_t i = 1; i < road->vertex_count; i++) {
                assert_true(isnan(road->vertices[i].height_m));
                assert_true(distance_of(&road->vertices[i - 1], &road->vertices[i]) <= 6.01 * spacing_m);
            }
            tr_plan_paths_destroy(context, &roads);
        }
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

static double lone_hill(double i, double j, int32_t width, int32_t height)
{
    const double x = i - width * 0.5, z = j - height * 0.5;
    return fmax(20, 200 - 6 * sqrt(x * x + z * z));
}

static void a_road_goes_around_a_hill(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, lone_hill, 200, 160, spacing_m);
    static const double way[4] = {20, 80, 180, 80};
    tr_plan_paths roads = plan_between(context, &ground, TR_PATH_ROAD, way, NULL);
    const tr_path_def *road = &roads.paths[0];
    for (int32_t i = 0; i < road->vertex_count; i++)
        assert_true(height_of(&ground, road->vertices[i].x_m, road->vertices[i].z_m) < 60);
    assert_true(length_of(road) < 1.25 * 160 * spacing_m);
    tr_plan_paths_destroy(context, &roads);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

static double bay(double i, double j, int32_t width, int32_t height)
{
    (void)width;
    return fabs(i - 100) < 25 && j < height * 0.7 ? -5 : 10;
}

static void a_road_goes_around_lakes_and_the_sea(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, bay, 200, 160, spacing_m);
    static const double way[4] = {20, 40, 180, 40};
    tr_plan_paths roads = plan_between(context, &ground, TR_PATH_ROAD, way, NULL);
    for (int32_t i = 0; i < roads.paths[0].vertex_count; i++)
        assert_true(height_of(&ground, roads.paths[0].vertices[i].x_m, roads.paths[0].vertices[i].z_m) > 0);
    tr_plan_paths_destroy(context, &roads);
    tr_grid_destroy(context, &ground.height);

    ground = ground_of(context, level_ground, 200, 160, spacing_m);
    // A square with an island in the middle of it, which is no way either.
    const double corners[8][2] = {{70, 30}, {130, 30}, {130, 130}, {70, 130}, {90, 70}, {90, 90}, {110, 90}, {110, 70}};
    tr_path_vertex shore[8];
    for (int i = 0; i < 8; i++)
        shore[i] = place_at(ground.x_m + corners[i][0] * spacing_m, ground.z_m + corners[i][1] * spacing_m);
    const int32_t ring_end[2] = {4, 8};
    tr_path_def lake = {.kind = TR_PATH_LAKE,
                        .area = true,
                        .vertices = shore,
                        .vertex_count = 8,
                        .ring_end = ring_end,
                        .ring_count = 2};
    const tr_plan_paths water = {&lake, 1, 1};
    roads = plan_between(context, &ground, TR_PATH_ROAD, way, &water);
    for (int32_t i = 0; i < roads.paths[0].vertex_count; i++)
        assert_false(is_inside(&lake, roads.paths[0].vertices[i].x_m, roads.paths[0].vertices[i].z_m));
    assert_true(length_of(&roads.paths[0]) < 1.2 * 160 * spacing_m);
    tr_plan_paths_destroy(context, &roads);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// Which side of the line from a to b a place is on.
static double side_of(const tr_path_vertex *a, const tr_path_vertex *b, const tr_path_vertex *at)
{
    return (b->x_m - a->x_m) * (at->z_m - a->z_m) - (b->z_m - a->z_m) * (at->x_m - a->x_m);
}

static void a_road_crosses_a_river_once_and_at_a_right_angle(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, level_ground, 200, 160, spacing_m);
    // The direct way would cross it at less than 20 degrees.
    tr_path_vertex course[2] = {place_at(ground.x_m, ground.z_m + 50 * spacing_m),
                                place_at(ground.x_m + 199 * spacing_m, ground.z_m + 110 * spacing_m)};
    tr_path_def river = {.kind = TR_PATH_RIVER, .vertices = course, .vertex_count = 2, .width_m = 14};
    const tr_plan_paths water = {&river, 1, 1};
    static const double way[4] = {10, 80, 190, 80};
    tr_plan_paths roads = plan_between(context, &ground, TR_PATH_ROAD, way, &water);
    const tr_path_def *road = &roads.paths[0];
    int crossings = 0;
    for (int32_t i = 1; i < road->vertex_count; i++) {
        const tr_path_vertex *a = &road->vertices[i - 1], *b = &road->vertices[i];
        if ((side_of(&course[0], &course[1], a) > 0) == (side_of(&course[0], &course[1], b) > 0)) continue;
        crossings++;
        const double along =
            (b->x_m - a->x_m) * (course[1].x_m - course[0].x_m) + (b->z_m - a->z_m) * (course[1].z_m - course[0].z_m);
        const double cosine = along / (distance_of(a, b) * distance_of(&course[0], &course[1]));
        // 60 degrees or more.
        if (fabs(cosine) > 0.5) fail_msg("the cosine of the crossing is %g", cosine);
    }
    assert_int_equal(crossings, 1);
    tr_plan_paths_destroy(context, &roads);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// 25 % towards the south, with level ground above and below.
static double steep_slope(double i, double j, int32_t width, int32_t height)
{
    (void)i, (void)width, (void)height;
    return 300 - 2 * fmin(fmax(j - 30, 0), 90);
}

static void switchbacks_keep_the_grade(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, steep_slope, 150, 150, spacing_m);
    static const double way[4] = {75, 10, 75, 140};
    tr_plan_paths roads = plan_between(context, &ground, TR_PATH_ROAD, way, NULL);
    const tr_path_def *road = &roads.paths[0];
    double steep_m = 0, length_m = 0;
    for (int32_t i = 1; i < road->vertex_count; i++) {
        const tr_path_vertex *a = &road->vertices[i - 1], *b = &road->vertices[i];
        const double fall = height_of(&ground, a->x_m, a->z_m) - height_of(&ground, b->x_m, b->z_m);
        length_m += distance_of(a, b);
        if (fabs(fall) > 0.1 * distance_of(a, b)) steep_m += distance_of(a, b);
    }
    // 180 m down at 9 % are 2 km.
    assert_true(length_m > 180 / 0.09);
    if (steep_m > 0.15 * length_m) fail_msg("%g m of %g are too steep", steep_m, length_m);
    tr_plan_paths_destroy(context, &roads);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

static double gentle_hills(double i, double j, int32_t width, int32_t height)
{
    return 100 + 0.35 * hills(i, j, width, height);
}

// The radius of the circle through three vertices.
static double radius_at(const tr_path_vertex *at)
{
    const double a = distance_of(at - 1, at), b = distance_of(at, at + 1), c = distance_of(at - 1, at + 1);
    const double twice_area = fabs(side_of(at - 1, at, at + 1));
    return twice_area > 0 ? a * b * c / (2 * twice_area) : HUGE_VAL;
}

static void bends_are_as_wide_as_the_kind_wants(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, gentle_hills, 260, 260, spacing_m);
    static const double way[4] = {10, 20, 245, 240};
    static const double radius_m[] = {8, 25, 150};
    for (int k = 0; k < 3; k++) {
        tr_plan_paths roads = plan_between(context, &ground, (tr_path_kind)(TR_PATH_TRACK + k), way, NULL);
        const tr_path_def *road = &roads.paths[0];
        assert_true(road->vertex_count > 20);
        for (int32_t i = 1; i + 1 < road->vertex_count; i++)
            if (radius_at(&road->vertices[i]) < 0.9 * radius_m[k])
                fail_msg("kind %d, vertex %d: a radius of %g m", k, (int)i, radius_at(&road->vertices[i]));
        tr_plan_paths_destroy(context, &roads);
    }
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// A zigzag of corners that are too near to each other for the radius: free ones give way, given ones are told of.
static void corners_without_room_give_way_or_are_counted(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const tr_route_ground ground = {.request = {.max_grade = 0.09, .radius_m = 25, .step_m = 24}, .spacing_m = 24};
    for (int given = 0; given < 2; given++) {
        tr_route_line line = {0};
        tr_route_bends bends;
        tr_error error;
        for (int i = 0; i < 8; i++) {
            const bool is_end = i == 0 || i == 7;
            const tr_route_corner corner = {{10 + 0.8 * i, is_end ? 20 : 20 + i % 2}, given || is_end ? i : -1};
            assert_true(tr_route_line_push(context, &line, corner, &error));
        }
        assert_true(tr_route_line_round(context, &ground, 2, &line, &bends, &error));
        assert_true(given ? bends.too_sharp > 0 && bends.min_radius_m < 20 : bends.too_sharp == 0);
        tr_route_line_destroy(context, &line);
    }
    tr_context_destroy(context);
}

static void given_places_are_kept_with_their_values(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, hills, 150, 150, spacing_m);
    tr_path_vertex places[5] = {place_at(150, -200), place_at(600.125, 300.5), place_at(600.125, 300.5),
                                place_at(610, 310), place_at(1100, 700)};
    places[3].width_m = 11;
    tr_path_def def = way_def(TR_PATH_ROAD, places, 5);
    def.name = "High Street";
    tr_plan_paths roads = plan_road(context, &ground, &def, NULL);
    const tr_path_def *road = &roads.paths[0];
    assert_string_equal(road->name, "High Street");
    assert_true(road->name != def.name);
    int32_t next = 0;
    for (int32_t i = 0; i < road->vertex_count && next < 5; i++) {
        if (road->vertices[i].x_m != places[next].x_m || road->vertices[i].z_m != places[next].z_m) continue;
        if (next == 3) assert_true(road->vertices[i].width_m == 11);
        next += next == 1 ? 2 : 1;
    }
    assert_int_equal(next, 5);
    tr_plan_paths_destroy(context, &roads);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------

static void a_plan_has_the_same_bits_everywhere(void **state)
{
    (void)state;
    static const double way[4] = {4, 9, 150, 140};
    for (int threads = 1; threads <= 3; threads += 2) {
        tr_context *context = test_context(threads);
        tr_plan_ground ground = ground_of(context, hills, 160, 160, spacing_m);
        const tr_plan_rivers_def rivers = rivers_def();
        tr_plan_paths water;
        assert_true(tr_plan_rivers(context, &ground, &rivers, &water, NULL, NULL));
        tr_plan_paths roads = plan_between(context, &ground, TR_PATH_ROAD, way, &water);
        assert_int_equal(hash_paths(&roads), UINT64_C(0x7a81366269779737));
        tr_plan_paths_destroy(context, &roads);
        tr_plan_paths_destroy(context, &water);
        tr_grid_destroy(context, &ground.height);
        tr_context_destroy(context);
    }
}

static void expect_refusal(tr_context *context, const tr_plan_ground *ground, const tr_path_def *def,
                           tr_error_code code)
{
    tr_error error;
    tr_plan_paths roads;
    assert_false(tr_plan_road(context, ground, def, NULL, &roads, NULL, &error));
    assert_int_equal(error.code, code);
    assert_int_equal(roads.count, 0);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_plan_ground ground = ground_of(context, hills, 30, 30, spacing_m);
    tr_path_vertex places[2] = {place_at(150, -200), place_at(250, -150)};
    tr_path_def def = way_def(TR_PATH_ROAD, places, 2);
    places[1].x_m = 332.5;
    expect_refusal(context, &ground, &def, TR_ERROR_INVALID_ARGUMENT);
    places[1].x_m = NAN;
    expect_refusal(context, &ground, &def, TR_ERROR_NOT_FINITE);
    places[1] = places[0];
    expect_refusal(context, &ground, &def, TR_ERROR_INVALID_ARGUMENT);
    places[1].x_m = 250;
    def.vertex_count = 1;
    expect_refusal(context, &ground, &def, TR_ERROR_INVALID_ARGUMENT);
    def.vertex_count = 2;
    def.kind = TR_PATH_RIVER;
    expect_refusal(context, &ground, &def, TR_ERROR_INVALID_ARGUMENT);
    def.kind = TR_PATH_ROAD;
    def.max_grade = NAN;
    expect_refusal(context, &ground, &def, TR_ERROR_NOT_FINITE);
    def.max_grade = 0;
    ground.height.samples[77] = INFINITY;
    expect_refusal(context, &ground, &def, TR_ERROR_NOT_FINITE);
    ground.height.samples[77] = 3;
    tr_plan_paths roads = plan_road(context, &ground, &def, NULL);
    tr_plan_paths_destroy(context, &roads);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

static void grounds_of_few_samples_are_fine(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    static const int32_t sizes[][2] = {{2, 1}, {1, 5}, {2, 2}, {3, 2}, {40, 1}};
    for (int k = 0; k < 5; k++) {
        tr_plan_ground ground = ground_of(context, open_sea, sizes[k][0], sizes[k][1], spacing_m);
        const double way[4] = {0, 0, sizes[k][0] - 1, sizes[k][1] - 1};
        for (tr_path_kind kind = TR_PATH_TRACK; kind <= TR_PATH_RAIL; kind++) {
            tr_plan_paths roads = plan_between(context, &ground, kind, way, NULL);
            assert_true(roads.paths[0].vertex_count >= 2);
            tr_plan_paths_destroy(context, &roads);
        }
        tr_grid_destroy(context, &ground.height);
    }
    tr_context_destroy(context);
}

static void short_memory_and_cancelling_leave_nothing_behind(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    tr_error error;
    tr_plan_ground ground = ground_of(context, hills, 90, 90, spacing_m);
    const tr_plan_rivers_def rivers = rivers_def();
    tr_plan_paths water, roads;
    assert_true(tr_plan_rivers(context, &ground, &rivers, &water, NULL, &error));
    const tr_path_vertex places[2] = {place_at(120, -280), place_at(750, 350)};
    const tr_path_def def = way_def(TR_PATH_ROAD, places, 2);
    const int64_t before = allocator.live_blocks;
    int failures = 0;
    for (bool done = false; !done; failures += !done) {
        allocator.fail_at = allocator.allocations + failures;
        done = tr_plan_road(context, &ground, &def, &water, &roads, NULL, &error);
        if (done) break;
        assert_int_equal(allocator.live_blocks, before);
        assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
    }
    allocator.fail_at = -1;
    assert_true(failures > 8);
    tr_plan_paths_destroy(context, &roads);
    for (int reports = 0; reports < 3; reports++) {
        int left = reports;
        const tr_progress progress = {count_down, &left};
        assert_false(tr_plan_road(context, &ground, &def, &water, &roads, &progress, &error));
        assert_int_equal(error.code, TR_ERROR_CANCELLED);
        assert_int_equal(allocator.live_blocks, before);
    }
    tr_plan_paths_destroy(context, &water);
    tr_grid_destroy(context, &ground.height);
    tr_context_destroy(context);
}

TEST_GROUP(plan_roads)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_way_is_cheaper_than_the_one_that_is_found),
        cmocka_unit_test(a_road_is_straight_on_level_ground),
        cmocka_unit_test(a_road_goes_around_a_hill),
        cmocka_unit_test(a_road_goes_around_lakes_and_the_sea),
        cmocka_unit_test(a_road_crosses_a_river_once_and_at_a_right_angle),
        cmocka_unit_test(switchbacks_keep_the_grade),
        cmocka_unit_test(bends_are_as_wide_as_the_kind_wants),
        cmocka_unit_test(corners_without_room_give_way_or_are_counted),
        cmocka_unit_test(given_places_are_kept_with_their_values),
        cmocka_unit_test(a_plan_has_the_same_bits_everywhere),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(grounds_of_few_samples_are_fine),
        cmocka_unit_test(short_memory_and_cancelling_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
