// Maps and pictures by the public API: what a definition switches on and off, what the reports say, what is refused.
#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test_context.h"

#include "terrane/map.h"

static tr_context *context;
static tr_world *world;
static tr_error err;

static const char text[] =
    "name: Test\nseed: 5\nextent: {width: 4 km, depth: 2 km}\n"
    "terrain: {landform: {hill_height: 40 m, mountain_share: 0 %, land_share: 100 %}}\n"
    "placement:\n"
    "  - {name: trees, footprint: 6 m, nodes: [{density: 30 %, layer: {name: oak, model: broadleaf}}]}\n"
    "paths:\n"
    "  - {kind: city, name: Middleton, area: [[-300, -200], [300, -200], [300, 200], [-300, 200]]}\n";

static tr_map_def small_def(void)
{
    tr_map_def def = tr_default_map_def();
    def.width_px = 200;
    return def;
}

static tr_image draw(const tr_map_def *def, tr_map_report *report)
{
    tr_image image;
    if (!tr_map_draw(world, def, NULL, report, &image, &err)) {
        fail_msg("%s", err.message);
    }
    return image;
}

// Of images of one size.
static int64_t count_differences(const tr_image *a, const tr_image *b)
{
    assert_true(a->width == b->width && a->height == b->height);
    int64_t count = 0;
    for (int32_t y = 0; y < a->height; y++) {
        for (int32_t x = 0; x < 3 * a->width; x++) {
            count += ((const uint8_t *)a->pixels)[(size_t)y * a->row_bytes + (size_t)x] !=
                     ((const uint8_t *)b->pixels)[(size_t)y * b->row_bytes + (size_t)x];
        }
    }
    return count;
}

// ---------------------------------------------------------------------------------------------------------
// Maps

static void layers_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < TR_MAP_LAYER_COUNT; i++) {
        tr_map_layer layer = TR_MAP_LAYER_COUNT;
        assert_true(tr_map_layer_from_name(tr_map_layer_name((tr_map_layer)i), &layer) && layer == (tr_map_layer)i);
        assert_true(tr_map_layer_title(layer)[0] && tr_map_layer_unit(layer));
    }
    tr_map_layer layer;
    assert_false(tr_map_layer_from_name("releif", &layer));
}

static void the_home_of_the_world_is_drawn(void **state)
{
    (void)state;
    const tr_map_def def = small_def();
    tr_map_report report;
    tr_image image = draw(&def, &report);
    tr_sample_area area;
    assert_true(tr_map_area(world, &def, &area, &err));
    assert_memory_equal(&report.area, &area, sizeof area);
    assert_true(area.width == 200 && area.height == 100 && area.spacing_m == 20.0);
    assert_true(image.width > 200 + report.map_left && image.height > 100 + report.map_top);
    assert_true(report.low < report.high && report.contours_m > 0.0 && report.graticule_m > 0.0);
    assert_string_equal(report.unit, "m");
    tr_image_destroy(context, &image);
}

static void a_map_alone_has_its_pixels_and_no_more(void **state)
{
    (void)state;
    tr_map_def def = small_def();
    def.plate = false;
    tr_map_report report;
    tr_image image = draw(&def, &report);
    assert_true(image.width == 200 && image.height == 100 && report.map_left == 0 && report.map_top == 0);
    assert_true(report.graticule_m == 0.0);
    tr_image_destroy(context, &image);
}

static void options_change_what_they_name(void **state)
{
    (void)state;
    tr_map_def def = small_def();
    tr_map_report report;
    tr_image whole = draw(&def, &report);
    const struct {
        size_t offset;
        bool below;  // only what lies below the map changes; else only the map
    } rows[] = {{offsetof(tr_map_def, scale_bar), true}, {offsetof(tr_map_def, names), false}};
    for (int i = 0; i < 2; i++) {
        tr_map_def without = def;
        *(bool *)((char *)&without + rows[i].offset) = false;
        tr_image image = draw(&without, NULL);
        assert_true(count_differences(&whole, &image) > 20);
        // The rows of the map.
        const size_t top = (size_t)report.map_top * whole.row_bytes, size = 100 * whole.row_bytes;
        const bool map_is_equal = memcmp((uint8_t *)whole.pixels + top, (uint8_t *)image.pixels + top, size) == 0;
        assert_int_equal(map_is_equal, rows[i].below);
        tr_image_destroy(context, &image);
    }
    def.legend = false;
    tr_image narrow = draw(&def, NULL);
    assert_true(narrow.width < whole.width && narrow.height == whole.height);
    tr_image_destroy(context, &narrow);
    tr_image_destroy(context, &whole);
    def.contours_m = 0.0;
    tr_image bare = draw(&def, &report);
    assert_true(report.contours_m == 0.0);
    tr_image_destroy(context, &bare);
}

static void the_title_is_the_name_of_the_world(void **state)
{
    (void)state;
    tr_map_def def = small_def();
    tr_image named = draw(&def, NULL);
    def.title = "Test";
    tr_image same = draw(&def, NULL);
    def.title = "Other";
    tr_image other = draw(&def, NULL);
    assert_int_equal(count_differences(&named, &same), 0);
    assert_true(count_differences(&named, &other) > 0);
    tr_image_destroy(context, &named);
    tr_image_destroy(context, &same);
    tr_image_destroy(context, &other);
}

static void what_makes_no_map_is_refused(void **state)
{
    (void)state;
    tr_map_def def = small_def();
    tr_image image;
    def.sun_elevation_deg = 90.0;
    assert_false(tr_map_draw(world, &def, NULL, NULL, &image, &err));
    assert_non_null(strstr(err.message, "90 degrees high"));
    def = small_def();
    def.contours_m = -5.0;
    assert_false(tr_map_draw(world, &def, NULL, NULL, &image, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    def = small_def();
    def.spacing_m = 0.0;
    assert_false(tr_map_draw(world, &def, NULL, NULL, &image, &err));
    assert_non_null(strstr(err.message, "multiple of 1/256"));
}

typedef struct shares {
    double last;
    int count;
    bool falls;
} shares;

static bool note_share(void *user, double share)
{
    shares *seen = user;
    seen->falls = seen->falls || share < seen->last;
    seen->last = share;
    seen->count++;
    return true;
}

static bool stop(void *user, double share)
{
    (void)user;
    (void)share;
    return false;
}

static void progress_never_falls_and_may_cancel(void **state)
{
    (void)state;
    tr_map_def def = small_def();
    def.layer = TR_MAP_SLOPE;
    shares seen = {.last = 0.0};
    const tr_progress progress = {note_share, &seen}, stopping = {stop, NULL};
    tr_image image;
    assert_true(tr_map_draw(world, &def, &progress, NULL, &image, &err));
    assert_true(seen.count > 2 && !seen.falls && seen.last > 0.6 && seen.last <= 1.0);
    tr_image_destroy(context, &image);
    assert_false(tr_map_draw(world, &def, &stopping, NULL, &image, &err));
    assert_int_equal(err.code, TR_ERROR_CANCELLED);
}

static void objects_stand_where_their_map_shows_them(void **state)
{
    (void)state;
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = (tr_region){600, -400, 1000, 0};
    tr_object_list list;
    assert_true(tr_world_place(world, &request, NULL, &list, &err));
    assert_true(list.count > 0);
    tr_object_list none = list;
    none.sets = 0;
    tr_image with, without;
    assert_true(tr_map_draw_objects(&list, NULL, NULL, &with, &err));
    assert_true(tr_map_draw_objects(&none, NULL, NULL, &without, &err));
    tr_map_def def = tr_default_map_def();
    def.has_region = true;
    def.region_m = request.region_m;
    tr_map_report report;
    tr_image plate = draw(&def, &report);
    // The pixel at the foot of every object is inked.
    for (int64_t i = 0; i < list.count; i++) {
        const int32_t x = report.map_left + (int32_t)((list.objects[i].x_m - 600.0) / report.area.spacing_m + 0.5);
        const int32_t y = report.map_top + (int32_t)((list.objects[i].z_m + 400.0) / report.area.spacing_m + 0.5);
        const size_t at = (size_t)y * with.row_bytes + 3 * (size_t)x;
        if (x < report.map_left + report.area.width && y < report.map_top + report.area.height) {
            assert_memory_not_equal((uint8_t *)with.pixels + at, (uint8_t *)without.pixels + at, 3);
        }
    }
    tr_image_destroy(context, &plate);
    tr_image_destroy(context, &with);
    tr_image_destroy(context, &without);
    tr_object_list_destroy(&list);
}

// ---------------------------------------------------------------------------------------------------------
// Pictures

static void values_span_the_palette_unless_it_is_given(void **state)
{
    (void)state;
    tr_grid grid;
    assert_true(tr_grid_create(context, 3, 1, 1, &grid, &err));
    grid.samples[0] = -2.0f;
    grid.samples[1] = 0.0f;
    grid.samples[2] = 2.0f;
    tr_picture_def def = tr_default_picture_def();
    tr_image image;
    assert_true(tr_picture_draw(context, &grid, &def, NULL, &image, &err));
    const uint8_t *pixels = image.pixels;
    assert_true(image.channels == 1 && pixels[0] == 0 && pixels[1] == 128 && pixels[2] == 255);
    tr_image_destroy(context, &image);
    def.low = 0.0f;
    def.high = 4.0f;
    assert_true(tr_picture_draw(context, &grid, &def, NULL, &image, &err));
    pixels = image.pixels;
    assert_true(pixels[0] == 0 && pixels[1] == 0 && pixels[2] == 128);
    tr_image_destroy(context, &image);
    def.style = TR_PICTURE_HEAT;
    def.bits = 16;
    assert_false(tr_picture_draw(context, &grid, &def, NULL, &image, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_grid_destroy(context, &grid);
}

static void a_picture_of_a_noise_has_its_values(void **state)
{
    (void)state;
    tr_noise_graph *graph = tr_noise_graph_create(context, &err);
    tr_node_def node = tr_default_node_def(TR_NODE_SIMPLEX);
    node.frequency = 0.05;
    tr_noise *noise = tr_noise_compile(graph, tr_noise_graph_add(graph, &node, &err), 2, &err);
    assert_non_null(noise);
    tr_noise_query query = tr_default_noise_query();
    query.size[0] = 40;
    query.size[1] = 30;
    query.origin[0] = -7;
    tr_grid grid;
    assert_true(tr_grid_create(context, 40, 30, 1, &grid, &err));
    assert_true(tr_noise_grid(noise, &query, NULL, &grid, &err));
    tr_picture_noise_def def = tr_default_picture_noise_def();
    def.seed = query.seed;
    def.x = -7;
    def.width_px = 40;
    def.height_px = 30;
    tr_picture_report report;
    tr_image of_noise, of_grid;
    assert_true(tr_picture_draw_noise(noise, &def, NULL, &report, &of_noise, &err));
    assert_true(tr_picture_draw(context, &grid, &def.picture, NULL, &of_grid, &err));
    for (int32_t y = 0; y < 30; y++) {
        assert_memory_equal((uint8_t *)of_noise.pixels + (size_t)y * of_noise.row_bytes,
                            (uint8_t *)of_grid.pixels + (size_t)y * of_grid.row_bytes, 40);
    }
    assert_true(report.low < (float)report.mean && (float)report.mean < report.high);
    tr_image_destroy(context, &of_noise);
    tr_image_destroy(context, &of_grid);
    def.x = INT64_MAX - 38;
    assert_false(tr_picture_draw_noise(noise, &def, NULL, NULL, &of_noise, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    def.step = 0;
    assert_false(tr_picture_draw_noise(noise, &def, NULL, NULL, &of_noise, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_grid_destroy(context, &grid);
    tr_noise_destroy(noise);
    tr_noise_graph_destroy(graph);
}

static void a_sheet_shows_pictures_that_are_alike(void **state)
{
    (void)state;
    tr_image pictures[3];
    tr_sheet_tile tiles[3];
    for (int i = 0; i < 3; i++) {
        assert_true(tr_image_create(context, &(tr_image_shape){50, 40 + (i == 2), 3, 8}, &pictures[i], &err));
        memset(pictures[i].pixels, 10 + i, pictures[i].row_bytes * (size_t)pictures[i].height);
        tiles[i] = (tr_sheet_tile){&pictures[i], "title", "detail"};
    }
    tr_sheet_def def = tr_default_sheet_def();
    def.tiles = tiles;
    def.tile_count = 2;
    def.columns = 1;
    tr_image sheet;
    assert_true(tr_sheet_draw(context, &def, &sheet, &err));
    // Both pictures whole, one below the other.
    int64_t counts[2] = {0};
    for (int32_t y = 0; y < sheet.height; y++) {
        for (int32_t x = 0; x < sheet.width; x++) {
            const uint8_t *pixel = (uint8_t *)sheet.pixels + (size_t)y * sheet.row_bytes + 3 * (size_t)x;
            counts[0] += pixel[0] == 10 && pixel[2] == 10 && y < sheet.height / 2;
            counts[1] += pixel[0] == 11 && pixel[2] == 11 && y > sheet.height / 2;
        }
    }
    assert_true(counts[0] == 2000 && counts[1] == 2000);
    tr_image_destroy(context, &sheet);
    def.tile_count = 3;
    assert_false(tr_sheet_draw(context, &def, &sheet, &err));
    assert_non_null(strstr(err.message, "picture 2 of the sheet"));
    def.tile_count = 0;
    assert_false(tr_sheet_draw(context, &def, &sheet, &err));
    for (int i = 0; i < 3; i++) {
        tr_image_destroy(context, &pictures[i]);
    }
}

TEST_GROUP(map_api)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_have_names),
        cmocka_unit_test(the_home_of_the_world_is_drawn),
        cmocka_unit_test(a_map_alone_has_its_pixels_and_no_more),
        cmocka_unit_test(options_change_what_they_name),
        cmocka_unit_test(the_title_is_the_name_of_the_world),
        cmocka_unit_test(what_makes_no_map_is_refused),
        cmocka_unit_test(progress_never_falls_and_may_cancel),
        cmocka_unit_test(objects_stand_where_their_map_shows_them),
        cmocka_unit_test(values_span_the_palette_unless_it_is_given),
        cmocka_unit_test(a_picture_of_a_noise_has_its_values),
        cmocka_unit_test(a_sheet_shows_pictures_that_are_alike),
    };
    context = test_context(2);
    world = tr_world_load_text(context, "map.yaml", text, strlen(text), NULL, &err);
    if (!world) {
        print_error("%s\n", err.message);
        return 1;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tr_world_destroy(world);
    tr_context_destroy(context);
    return failed;
}
