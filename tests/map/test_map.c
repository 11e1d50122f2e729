// Maps: round steps, plans, layout, contours, and what the pixels of a world look like.
#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "map/contours.h"
#include "map/layout.h"
#include "map/legend.h"
#include "map/look.h"
#include "map/paint.h"
#include "map/steps.h"
#include "map/relief.h"
#include "test_context.h"
#include "map/world_field.h"

static tr_error err;

// ---------------------------------------------------------------------------------------------------------
// Steps and texts

static void steps_are_one_two_and_five(void **state)
{
    (void)state;
    const double rows[][3] = {// number, at least, at most
                              {1.0, 1.0, 1.0},          {1.01, 2.0, 1.0}, {2.0, 2.0, 2.0},    {3.0, 5.0, 2.0},
                              {5.0, 5.0, 5.0},          {7.0, 10.0, 5.0}, {10.0, 10.0, 10.0}, {99.0, 100.0, 50.0},
                              {1234.0, 2000.0, 1000.0}, {0.3, 0.5, 0.2},  {0.01, 0.01, 0.01}, {0.007, 0.01, 0.005},
                              {4.1e8, 5e8, 2e8}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(fabs(tr_map_step_at_least(rows[i][0]) - rows[i][1]) < 1e-12 * rows[i][1]);
        assert_true(fabs(tr_map_step_at_most(rows[i][0]) - rows[i][2]) < 1e-12 * rows[i][2]);
    }
}

static void numbers_are_written_as_their_step_needs(void **state)
{
    (void)state;
    char text[48];
    tr_map_number_text(1500.0, 100.0, text, sizeof text);
    assert_string_equal(text, "1500");
    tr_map_number_text(-0.5, 0.5, text, sizeof text);
    assert_string_equal(text, "-0.5");
    tr_map_number_text(-0.0, 10.0, text, sizeof text);
    assert_string_equal(text, "0");
    tr_map_number_text(0.35, 0.05, text, sizeof text);
    assert_string_equal(text, "0.35");
    tr_map_length_text(500.0, 100.0, 900.0, text, sizeof text);
    assert_string_equal(text, "500 m");
    tr_map_length_text(500.0, 500.0, 12000.0, text, sizeof text);
    assert_string_equal(text, "0.5 km");
    tr_map_length_text(-4000.0, 2000.0, 8000.0, text, sizeof text);
    assert_string_equal(text, "-4 km");
    tr_map_area_text(100.0, text, sizeof text);
    assert_string_equal(text, "100 m\xC2\xB2");
    tr_map_area_text(1e5, text, sizeof text);
    assert_string_equal(text, "10 ha");
    tr_map_area_text(1e8, text, sizeof text);
    assert_string_equal(text, "100 km\xC2\xB2");
}

// ---------------------------------------------------------------------------------------------------------
// Plans

// A spacing of 0 is none.
static tr_map_def plan_def(tr_region region, int32_t width, int32_t height, double spacing_m)
{
    tr_map_def def = tr_default_map_def();
    def.has_region = true;
    def.region_m = region;
    def.width_px = width;
    def.height_px = height;
    if (spacing_m > 0.0) {
        def.spacing_m = spacing_m;
    }
    return def;
}

static tr_sample_area plan(tr_region region, int32_t width, int32_t height, double spacing_m)
{
    const tr_map_def def = plan_def(region, width, height, spacing_m);
    tr_sample_area area;
    assert_true(tr_map_area(NULL, &def, &area, &err));
    return area;
}

static void assert_area(tr_sample_area area, int64_t x, int64_t z, int32_t width, int32_t height, double spacing_m)
{
    assert_true(area.x == x && area.z == z && area.width == width && area.height == height);
    assert_true(area.spacing_m == spacing_m);
}

static void a_plan_covers_the_region(void **state)
{
    (void)state;
    const tr_region square = {-8000, -8000, 8000, 8000}, wide = {0, 0, 4000, 1000};
    assert_area(plan(square, 0, 0, 0.0), -500, -500, 1000, 1000, 16.0);
    assert_area(plan(wide, 0, 0, 0.0), 0, 0, 1000, 250, 4.0);
    assert_area(plan(wide, 400, 0, 0.0), 0, 0, 400, 100, 10.0);
    // The region is in the middle of a size of another shape.
    assert_area(plan(wide, 400, 300, 0.0), 0, -100, 400, 300, 10.0);
    assert_area(plan(square, 0, 0, 64.0), -125, -125, 250, 250, 64.0);
    assert_area(plan(square, 100, 50, 2.0), -50, -25, 100, 50, 2.0);
    // A spacing that does not divide it is rounded up to a multiple of 1/256.
    const tr_sample_area odd = plan(wide, 333, 0, 0.0);
    assert_true(odd.spacing_m * 256.0 == floor(odd.spacing_m * 256.0));
    assert_true(odd.spacing_m * odd.width >= 4000.0 && odd.spacing_m * (odd.width - 1) < 4000.0);
}

static void a_plan_refuses_what_is_absurd(void **state)
{
    (void)state;
    const struct {
        tr_region region;
        double spacing_m;
        const char *part;
    } rows[] = {
        {{0, 0, 0, 10}, 0.0, "empty"},
        {{0, 0, 10, -10}, 0.0, "empty"},
        {{0, 0, INT64_MAX, 10}, 0.0, "the world ends"},
        {{INT64_MIN, 0, 0, 10}, 0.0, "the world ends"},
        {{0, 0, 1000000, 1000000}, 1.0, "1000000 x 1000000 pixels"},
        {{0, 0, 32000, 32000}, 1.0, "together"},
        {{0, 0, 1000, 1000}, 500.0, "2 x 2 pixels"},
        {{0, 0, 1000, 1000}, 0.3, "multiple of 1/256"},
        {{0, 0, (int64_t)1 << 52, 1000}, 0.0, "too large for a map"},
        {{0, 0, 100000, 1}, 0.0, "1000 x 1 pixels"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const tr_map_def def = plan_def(rows[i].region, 0, 0, rows[i].spacing_m);
        tr_sample_area area;
        assert_false(tr_map_area(NULL, &def, &area, &err));
        assert_non_null(strstr(err.message, rows[i].part));
    }
}

// ---------------------------------------------------------------------------------------------------------
// Layout

static void parts_do_not_overlap(void **state)
{
    (void)state;
    const int32_t sizes[][2] = {{16, 16}, {300, 200}, {1000, 1000}, {4000, 500}, {500, 4000}, {16384, 16384}};
    for (int i = 0; i < 6; i++) {
        const tr_map_layout layout =
            tr_map_layout_make(&(tr_map_layout_def){sizes[i][0], sizes[i][1], false, true, true});
        assert_true(layout.title_y < layout.subtitle_y &&
                    layout.subtitle_y < (float)(layout.map_top - layout.frame_px));
        assert_true((float)(layout.map_top + layout.map_height + layout.frame_px) < layout.footer_y);
        assert_true((float)layout.legend_left >= layout.right);
        assert_true(layout.legend_left + layout.legend_width < layout.width &&
                    layout.footer_y + 20.0f * layout.unit_px < (float)layout.height);
    }
    const tr_map_layout plain = tr_map_layout_make(&(tr_map_layout_def){300, 200, true, true, true});
    assert_true(plain.width == 300 && plain.height == 200 && plain.map_left == 0 && plain.legend_width == 0);
}

static void a_scale_bar_is_as_long_as_it_says(void **state)
{
    (void)state;
    const double spacings[] = {1.0 / 256.0, 0.5, 1.0, 8.0, 26.66796875, 500.0, 8388608.0};
    for (int i = 0; i < 7; i++) {
        const tr_map_scale_bar bar = tr_map_scale_bar_make(spacings[i], 240.0);
        assert_true(bar.length_px == bar.length_m / spacings[i]);
        assert_true(bar.length_px <= 240.0 && bar.length_px > 240.0 / 2.51);
        // Segments are round: a half or a quarter of 1 and 2, a fifth of 5.
        assert_true(
            bar.segments ==
            (fabs(tr_map_step_at_most(bar.length_m * 0.999) * 2.5 - bar.length_m) < bar.length_m * 1e-9 ? 5 : 4));
    }
    assert_true(tr_map_scale_bar_make(8.0, 240.0).length_m == 1000.0);
}

static void lines_of_the_graticule_have_room(void **state)
{
    (void)state;
    const tr_map_layout layout = tr_map_layout_make(&(tr_map_layout_def){1000, 1000, false, true, true});
    const tr_sample_area near = {.x = -500, .z = -500, .width = 1000, .height = 1000, .spacing_m = 8.0};
    const tr_sample_area far = {.x = (int64_t)1 << 46, .z = 0, .width = 1000, .height = 1000, .spacing_m = 8.0};
    assert_true(tr_map_graticule_step(&layout, &near) == 1000.0);
    assert_true(tr_map_graticule_step(&layout, &far) > 1000.0);
    assert_true(tr_map_pixel_of(0.0, near.x, near.spacing_m) == 500.5);
}

// ---------------------------------------------------------------------------------------------------------
// Pixels of a world

typedef struct test_plate {
    tr_context *context;
    tr_world *world;
    tr_sample_area area;
    tr_map_field heights;
    tr_map_look look;
    tr_map_contours contours;
} test_plate;

static test_plate plate_begin(tr_sample_area area, int threads)
{
    test_plate plate = {.context = test_context(threads), .area = area};
    tr_world_def def = tr_default_world_def();
    def.seed = 3;
    plate.world = tr_world_create(plate.context, &def, &err);
    assert_non_null(plate.world);
    const tr_map_world_field place = {.world = plate.world, .field = TR_FIELD_HEIGHT, .spacing_m = area.spacing_m};
    const tr_map_field_source source = tr_map_world_source(&place);
    const tr_map_field_def region = {area.x, area.z, area.width, area.height, RELIEF_MARGIN};
    assert_true(tr_map_field_create(plate.context, &source, &region, NULL, &plate.heights, &err));
    plate.look = (tr_map_look){.layer = TR_MAP_RELIEF,
                               .biomes = tr_world_def_of(plate.world)->biomes,
                               .light = tr_map_light_default(),
                               .shading = 1.0f,
                               .height_scale = (float)(1.0 / area.spacing_m),
                               .pixels_per_unit = 1.0f};
    const tr_map_field_stats stats = tr_map_field_measure(&plate.heights);
    assert_true(stats.low < -50.0f && stats.high > 50.0f);
    tr_map_look_span_heights(&plate.look, &stats);
    plate.contours = (tr_map_contours){.interval_m = 0.0, .unit_px = 1.0f};
    return plate;
}

static void plate_end(test_plate *plate)
{
    tr_map_field_destroy(plate->context, &plate->heights);
    tr_world_destroy(plate->world);
    tr_context_destroy(plate->context);
}

static tr_image paint(test_plate *plate)
{
    tr_image image;
    tr_map_counts counts;
    assert_true(
        tr_image_create(plate->context, &(tr_image_shape){plate->area.width, plate->area.height, 3, 8}, &image, &err));
    const tr_map_scene scene = {.world = plate->world,
                                .area = plate->area,
                                .look = &plate->look,
                                .contours = &plate->contours,
                                .heights = &plate->heights};
    assert_true(tr_map_paint(&scene, &image, &counts, NULL, &err));
    return image;
}

static const uint8_t *pixel_at(const tr_image *image, int32_t x, int32_t y)
{
    return (const uint8_t *)image->pixels + (size_t)y * image->row_bytes + (size_t)x * 3;
}

static const tr_sample_area small_area = {.x = -120, .z = -90, .width = 240, .height = 180, .spacing_m = 50.0};

// Away from the coast, where a pixel shows both.
static void water_is_blue_and_land_is_not(void **state)
{
    (void)state;
    test_plate plate = plate_begin(small_area, 2);
    tr_image image = paint(&plate);
    int wet = 0, dry = 0;
    for (int32_t y = 0; y < plate.area.height; y++) {
        for (int32_t x = 0; x < plate.area.width; x++) {
            float low = INFINITY, high = -INFINITY;
            for (int32_t i = 0; i < 25; i++) {
                const float height = tr_map_field_at(&plate.heights, x + i % 5 - 2, y + i / 5 - 2);
                low = height < low ? height : low;
                high = height > high ? height : high;
            }
            const uint8_t *pixel = pixel_at(&image, x, y);
            if (high < 0.0f) {
                assert_true(pixel[2] > pixel[0]);
                wet++;
            } else if (low > 0.0f) {
                assert_true(pixel[2] <= pixel[0] + 12);
                dry++;
            }
        }
    }
    assert_true(wet > 2000 && dry > 2000);
    tr_image_destroy(plate.context, &image);
    plate_end(&plate);
}

// What contours change lies where the smoothed heights cross a level; and most crossings are drawn.
static void contours_lie_where_heights_cross_their_levels(void **state)
{
    (void)state;
    test_plate plate = plate_begin(small_area, 2);
    tr_image without = paint(&plate);
    plate.contours.interval_m = 250.0;
    plate.contours.sea_level_m = 30.0f;
    tr_image with = paint(&plate);
    int drawn = 0, crossings = 0, missed = 0;
    for (int32_t y = 0; y < plate.area.height; y++) {
        for (int32_t x = 0; x < plate.area.width; x++) {
            float low = INFINITY, high = -INFINITY;
            for (int32_t i = 0; i < 9; i++) {
                const float height = tr_map_contours_smooth(&plate.heights, x + i % 3 - 1, y + i / 3 - 1) + 30.0f;
                low = height < low ? height : low;
                high = height > high ? height : high;
            }
            const bool crossed = floorf(low / 250.0f) != floorf(high / 250.0f);
            const bool changed = memcmp(pixel_at(&with, x, y), pixel_at(&without, x, y), 3) != 0;
            assert_true(crossed || !changed);
            drawn += changed;
            // Of two neighbours on both sides of a level, one is drawn.
            const float here = tr_map_contours_smooth(&plate.heights, x, y) + 30.0f;
            const float east = tr_map_contours_smooth(&plate.heights, x + 1, y) + 30.0f;
            if (x + 1 < plate.area.width && floorf(here / 250.0f) != floorf(east / 250.0f)) {
                crossings++;
                missed += !changed && memcmp(pixel_at(&with, x + 1, y), pixel_at(&without, x + 1, y), 3) == 0;
            }
        }
    }
    assert_true(drawn > 500 && crossings > 300);
    assert_true(missed * 10 < crossings);
    tr_image_destroy(plate.context, &with);
    tr_image_destroy(plate.context, &without);
    plate_end(&plate);
}

static void labels_stand_on_lines_of_their_height(void **state)
{
    (void)state;
    test_plate plate =
        plate_begin((tr_sample_area){.x = -300, .z = -300, .width = 600, .height = 600, .spacing_m = 16.0}, 2);
    plate.contours.interval_m = 20.0;
    tr_map_contours_place_labels(&plate.contours, &plate.heights);
    assert_true(plate.contours.label_count >= 2);
    for (int i = 0; i < plate.contours.label_count; i++) {
        const tr_map_contour_label *label = &plate.contours.labels[i];
        const double level = strtod(label->text, NULL);
        assert_true(fmod(level, 100.0) == 0.0 && level != 0.0 && label->below_sea == (level < 0.0));
        const int32_t x = (int32_t)label->x, y = (int32_t)label->y;
        float low = INFINITY, high = -INFINITY;
        for (int32_t k = 0; k < 9; k++) {
            const float height = tr_map_contours_smooth(&plate.heights, x + k % 3 - 1, y + k / 3 - 1);
            low = height < low ? height : low;
            high = height > high ? height : high;
        }
        assert_true((double)low <= level && level <= (double)high);
        assert_true(fabsf(label->dx * label->dx + label->dy * label->dy - 1.0f) < 1e-4f && label->dx >= 0.0f);
    }
    plate_end(&plate);
}

// A map that is wide and high enough for several bands.
static void threads_and_bands_leave_no_trace(void **state)
{
    (void)state;
    const tr_sample_area tall = {.x = -20, .z = -500, .width = 40, .height = 1100, .spacing_m = 30.0};
    test_plate one = plate_begin(tall, 1), three = plate_begin(tall, 3);
    one.contours.interval_m = three.contours.interval_m = 100.0;
    tr_image a = paint(&one), b = paint(&three);
    assert_memory_equal(a.pixels, b.pixels, a.row_bytes * (size_t)a.height);
    // The lower part alone has its bands elsewhere.
    const int32_t cut = 336;
    tr_sample_area lower = tall;
    lower.z += cut;
    lower.height -= cut;
    test_plate part = plate_begin(lower, 2);
    part.look = one.look;
    part.contours.interval_m = 100.0;
    tr_image c = paint(&part);
    assert_memory_equal(pixel_at(&a, 0, cut), c.pixels, c.row_bytes * (size_t)c.height);
    tr_image_destroy(part.context, &c);
    tr_image_destroy(three.context, &b);
    tr_image_destroy(one.context, &a);
    plate_end(&part);
    plate_end(&three);
    plate_end(&one);
}

static void an_interval_suits_range_and_scale(void **state)
{
    (void)state;
    assert_true(tr_map_contours_interval(1400.0, 1.0, 1.0f) == 50.0);
    assert_true(tr_map_contours_interval(1400.0, 12.0, 1.0f) == 100.0);
    assert_true(tr_map_contours_interval(50.0, 0.05, 1.0f) == 2.0);
    // Lines would be closer than they are thick: none.
    assert_true(tr_map_contours_interval(1400.0, 100.0, 1.0f) == 0.0);
    assert_true(tr_map_contours_interval(0.0, 0.0, 1.0f) == 0.0);
}

TEST_GROUP(map)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_one_two_and_five),
        cmocka_unit_test(numbers_are_written_as_their_step_needs),
        cmocka_unit_test(a_plan_covers_the_region),
        cmocka_unit_test(a_plan_refuses_what_is_absurd),
        cmocka_unit_test(parts_do_not_overlap),
        cmocka_unit_test(a_scale_bar_is_as_long_as_it_says),
        cmocka_unit_test(lines_of_the_graticule_have_room),
        cmocka_unit_test(water_is_blue_and_land_is_not),
        cmocka_unit_test(contours_lie_where_heights_cross_their_levels),
        cmocka_unit_test(labels_stand_on_lines_of_their_height),
        cmocka_unit_test(threads_and_bands_leave_no_trace),
        cmocka_unit_test(an_interval_suits_range_and_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
