// Pictures: fonts, palettes, fields with margins, and the shaded relief.
#include "cmocka_test.h"

#include <stdlib.h>
#include <string.h>

#include "map/field.h"
#include "map/font.h"
#include "map/horizon.h"
#include "map/noise_field.h"
#include "map/palette.h"
#include "map/picture.h"
#include "map/pyramid.h"
#include "map/relief.h"
#include "test_context.h"

static tr_context *context;
static tr_error err;

static uint64_t bytes_before;

static int set_up(void **state)
{
    (void)state;
    context = test_context(2);
    bytes_before = tr_context_memory(context).used_bytes;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    const bool clean = tr_context_memory(context).used_bytes == bytes_before;
    tr_context_destroy(context);
    return clean ? 0 : -1;
}

// ---------------------------------------------------------------------------------------------------------
// Font

enum { CANVAS = 40, PAPER = 7 };

static tr_image make_canvas(void)
{
    tr_image image;
    assert_true(tr_image_create(context, &(tr_image_shape){CANVAS, CANVAS, 3, 8}, &image, &err));
    memset(image.pixels, PAPER, image.row_bytes * CANVAS);
    return image;
}

static int count_ink(const tr_image *image, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
    int count = 0;
    for (int32_t y = top; y < bottom; y++) {
        const uint8_t *row = (const uint8_t *)image->pixels + (size_t)y * image->row_bytes;
        for (int32_t x = left; x < right; x++) {
            count += row[3 * x] != PAPER;
        }
    }
    return count;
}

static const tr_font_style upright = {.size_px = 14.0f, .ink = {200, 100, 50}};

static void every_glyph_is_drawn_inside_its_box(void **state)
{
    (void)state;
    for (int c = ' '; c <= '~'; c++) {
        const char text[2] = {(char)c, 0};
        tr_image image = make_canvas();
        tr_font_draw(&image, 8.0f, 26.0f, &upright, text);
        const int all = count_ink(&image, 0, 0, CANVAS, CANVAS);
        // Strokes are 1.75 pixels wide, and brackets reach a little beyond the capitals.
        const int32_t right = 8 + (int32_t)tr_font_width(&upright, text) + 3;
        assert_int_equal(all, count_ink(&image, 6, 26 - 14 - 4, right, 26 + 7));
        assert_true(c == ' ' ? all == 0 : all >= 4);
        tr_image_destroy(context, &image);
    }
}

static void no_two_glyphs_are_alike(void **state)
{
    (void)state;
    uint64_t hashes[128] = {0};
    for (int c = ' '; c <= '~'; c++) {
        const char text[2] = {(char)c, 0};
        tr_image image = make_canvas();
        tr_font_draw(&image, 8.0f, 26.0f, &upright, text);
        hashes[c] = tr_hash_bytes(image.pixels, image.row_bytes * CANVAS, 0);
        for (int other = ' '; other < c; other++) {
            assert_true(hashes[other] != hashes[c]);
        }
        tr_image_destroy(context, &image);
    }
}

static void text_beyond_the_image_is_cut(void **state)
{
    (void)state;
    tr_image image = make_canvas();
    tr_font_draw(&image, -3.0f, 5.0f, &upright, "Mg");
    tr_font_draw(&image, CANVAS - 4.0f, CANVAS - 1.0f, &upright, "Mg");
    assert_true(count_ink(&image, 0, 0, CANVAS, CANVAS) > 0);
    tr_image_destroy(context, &image);
    image = make_canvas();
    tr_font_draw(&image, -1e9f, 0.0f, &upright, "Mg");
    tr_font_draw(&image, 0.0f, 1e9f, &upright, "Mg");
    assert_int_equal(count_ink(&image, 0, 0, CANVAS, CANVAS), 0);
    tr_image_destroy(context, &image);
}

static void the_width_of_a_text(void **state)
{
    (void)state;
    // An E is 12 of the 20 units that a capital is high, a gap 5.
    const tr_font_style style = {.size_px = 20.0f};
    assert_true(tr_font_width(&style, "") == 0.0f);
    assert_true(tr_font_width(&style, "E") == 12.0f);
    assert_true(tr_font_width(&style, "EE") == 29.0f);
    // What has no glyph is one '?', however many bytes it takes; broken UTF-8 ends with the text.
    assert_true(tr_font_width(&style, "\xE2\x82\xAC") == tr_font_width(&style, "?"));
    assert_true(tr_font_width(&style, "\xC3") == tr_font_width(&style, "?"));
    assert_true(tr_font_width(&style, "\xC2\xB0") == 6.0f);
}

// Turned by a right angle, a text lies in the turned box.
static void text_is_written_in_any_direction(void **state)
{
    (void)state;
    tr_font_style upward = upright;
    upward.dx = 0.0f, upward.dy = -1.0f;
    tr_image image = make_canvas();
    tr_font_draw(&image, 24.0f, 32.0f, &upward, "HE");
    const int all = count_ink(&image, 0, 0, CANVAS, CANVAS);
    const int32_t length = (int32_t)tr_font_width(&upright, "HE");
    assert_true(all > 40);
    assert_int_equal(all, count_ink(&image, 24 - 14 - 2, 32 - length - 3, 26, 34));
    tr_image_destroy(context, &image);
}

// ---------------------------------------------------------------------------------------------------------
// Palettes

// Luminance of a byte colour, with the square as the curve of the screen.
static double luminance(const uint8_t rgb[3])
{
    return 0.2126 * rgb[0] * rgb[0] + 0.7152 * rgb[1] * rgb[1] + 0.0722 * rgb[2] * rgb[2];
}

static void assert_rising(void (*palette)(float, uint8_t *), float from, float to)
{
    double before = -1.0;
    uint8_t rgb[3];
    for (int i = 0; i <= 200; i++) {
        palette(from + (to - from) * (float)i / 200.0f, rgb);
        // Rounding to bytes may take a step back by less than one of them.
        assert_true(luminance(rgb) > before - 150.0);
        before = luminance(rgb) > before ? luminance(rgb) : before;
    }
    assert_true(before > 30000.0);
}

static void palettes_rise_in_lightness(void **state)
{
    (void)state;
    assert_rising(tr_palette_heat, 0.0f, 1.0f);
    assert_rising(tr_palette_terrain, -1.0f, -0.001f);
    assert_rising(tr_palette_terrain, 0.0f, 1.0f);
}

static void palettes_are_clamped(void **state)
{
    (void)state;
    uint8_t inside[3], outside[3];
    tr_palette_heat(1.0f, inside);
    tr_palette_heat(1e30f, outside);
    assert_memory_equal(inside, outside, 3);
    tr_palette_terrain(-1.0f, inside);
    tr_palette_terrain(-1e30f, outside);
    assert_memory_equal(inside, outside, 3);
}

static void water_is_blue_and_low_land_is_green(void **state)
{
    (void)state;
    uint8_t rgb[3];
    tr_palette_terrain(-0.5f, rgb);
    assert_true(rgb[2] > rgb[0] && rgb[2] > rgb[1]);
    tr_palette_terrain(0.0f, rgb);
    assert_true(rgb[1] > rgb[0] && rgb[1] > rgb[2]);
}

// ---------------------------------------------------------------------------------------------------------
// Fields

// z = offset + x * slope_x + y * slope_y, with a margin on all sides.
static tr_map_field make_plane(int32_t size, int32_t margin, float offset, float slope_x, float slope_y)
{
    tr_map_field field = {
        .width = size, .height = size, .left = margin, .top = margin, .right = margin, .bottom = margin};
    const int32_t side = size + 2 * margin;
    assert_true(tr_grid_create(context, side, side, 1, &field.grid, &err));
    field.row_stride = field.grid.row_stride;
    for (int32_t y = 0; y < side; y++) {
        for (int32_t x = 0; x < side; x++) {
            field.grid.samples[y * field.row_stride + x] =
                offset + (float)(x - margin) * slope_x + (float)(y - margin) * slope_y;
        }
    }
    return field;
}

static tr_noise *make_noise(int dims)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, &err);
    tr_node_def def = tr_default_node_def(TR_NODE_VALUE);
    def.frequency = 0.1;
    const tr_node node = tr_noise_graph_add(graph, &def, &err);
    tr_noise *noise = tr_noise_compile(graph, node, dims, &err);
    tr_noise_graph_destroy(graph);
    assert_non_null(noise);
    return noise;
}

static void a_margin_continues_the_picture(void **state)
{
    (void)state;
    tr_noise *noise = make_noise(2);
    const tr_map_noise_field place = {.noise = noise, .step = 3, .dims = 2};
    const tr_map_field_source source = tr_map_noise_source(&place);
    const tr_map_field_def small = {.x = 100, .y = 200, .width = 20, .height = 10, .margin = 5};
    const tr_map_field_def large = {.x = 85, .y = 185, .width = 30, .height = 20};
    tr_map_field a, b;
    assert_true(tr_map_field_create(context, &source, &small, NULL, &a, &err));
    assert_true(tr_map_field_create(context, &source, &large, NULL, &b, &err));
    for (int32_t y = -5; y < 15; y++) {
        for (int32_t x = -5; x < 25; x++) {
            assert_true(tr_map_field_at(&a, x, y) == tr_map_field_at(&b, x + 5, y + 5));
        }
    }
    assert_true(tr_map_field_at(&a, -100, 100) == tr_map_field_at(&a, -5, 14));
    tr_map_field_destroy(context, &a);
    tr_map_field_destroy(context, &b);
    tr_noise_destroy(noise);
}

static void the_margin_is_cut_at_the_end_of_the_world(void **state)
{
    (void)state;
    tr_noise *noise = make_noise(2);
    const tr_map_noise_field place = {.noise = noise, .step = 1, .dims = 2};
    const tr_map_field_source source = tr_map_noise_source(&place);
    tr_map_field field;
    tr_map_field_def def = {.x = INT64_MIN + 2, .y = INT64_MAX - 11, .width = 8, .height = 10, .margin = 64};
    assert_true(tr_map_field_create(context, &source, &def, NULL, &field, &err));
    assert_int_equal(field.left, 2);
    assert_int_equal(field.right, 64);
    assert_int_equal(field.top, 64);
    assert_int_equal(field.bottom, 2);
    tr_map_field_destroy(context, &field);
    def.height = 13;
    assert_false(tr_map_field_create(context, &source, &def, NULL, &field, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    tr_noise_destroy(noise);
}

static void a_noise_of_one_dimension_repeats_its_row(void **state)
{
    (void)state;
    tr_noise *noise = make_noise(1);
    const tr_map_noise_field place = {.noise = noise, .step = 1, .dims = 1};
    const tr_map_field_source source = tr_map_noise_source(&place);
    const tr_map_field_def def = {.width = 16, .height = 9, .margin = 4};
    tr_map_field field;
    assert_true(tr_map_field_create(context, &source, &def, NULL, &field, &err));
    assert_true(tr_map_field_at(&field, 3, -4) == tr_map_field_at(&field, 3, 12));
    assert_true(tr_map_field_at(&field, 3, 0) != tr_map_field_at(&field, 4, 0));
    tr_map_field_destroy(context, &field);
    tr_noise_destroy(noise);
}

static void a_band_is_a_part_of_its_field(void **state)
{
    (void)state;
    tr_map_field field = make_plane(20, 8, 1.0f, 0.5f, 0.25f);
    const int32_t begins[] = {0, 5, 14};
    for (int i = 0; i < 3; i++) {
        const tr_map_field band = tr_map_field_band(&field, begins[i], 6, 9);
        assert_true(band.top == (begins[i] == 0 ? 8 : 9) && band.bottom == (begins[i] == 14 ? 8 : 9));
        for (int32_t y = -band.top; y < 6 + band.bottom; y++) {
            assert_true(tr_map_field_at(&band, 3, y) == tr_map_field_at(&field, 3, begins[i] + y));
        }
    }
    tr_map_field_destroy(context, &field);
}

static void stats_leave_the_margin_out(void **state)
{
    (void)state;
    tr_map_field field = make_plane(11, 3, 1.0f, 0.5f, 0.0f);
    const tr_map_field_stats stats = tr_map_field_measure(&field);
    assert_true(stats.low == 1.0f && stats.high == 6.0f && stats.mean == 3.5);
    tr_map_field_destroy(context, &field);
}

// ---------------------------------------------------------------------------------------------------------
// Shading

static void a_pyramid_of_a_plain_is_plain(void **state)
{
    (void)state;
    tr_map_field field = make_plane(21, 0, 0.25f, 0.0f, 0.0f);
    tr_pyramid heights;
    assert_true(tr_pyramid_create(context, &field, 8.0f, &heights, &err));
    for (int level = 0; level < PYRAMID_LEVELS; level++) {
        assert_true(tr_pyramid_sample(&heights, level, 10.3f, -50.0f) == 2.0f);
        assert_true(tr_pyramid_sample(&heights, level, 1e6f, 4.0f) == 2.0f);
    }
    float tangents[HORIZON_DIRECTIONS];
    tr_horizon_find(&heights, 10, 10, tangents);
    assert_true(tr_horizon_sky(tangents) == 1.0f);
    assert_true(tr_horizon_sun(tangents, HORIZON_NORTH_WEST, 0.8f) == 1.0f);
    tr_pyramid_destroy(context, &heights);
    tr_map_field_destroy(context, &field);
}

static tr_image paint(const tr_map_field *field, const tr_picture_def *def)
{
    tr_image image;
    assert_true(tr_picture_create(context, field, def, NULL, &image, &err));
    return image;
}

// The largest difference of a channel between any two pixels.
static int spread(const tr_image *image)
{
    int max_width = 0;
    for (int c = 0; c < 3; c++) {
        int low = 255, high = 0;
        for (int32_t y = 0; y < image->height; y++) {
            const uint8_t *row = (const uint8_t *)image->pixels + (size_t)y * image->row_bytes;
            for (int32_t x = 0; x < image->width; x++) {
                low = row[3 * x + c] < low ? row[3 * x + c] : low;
                high = row[3 * x + c] > high ? row[3 * x + c] : high;
            }
        }
        max_width = high - low > max_width ? high - low : max_width;
    }
    return max_width;
}

static void the_relief_of_a_plain_is_even(void **state)
{
    (void)state;
    const float heights[] = {-0.4f, 0.0f, 0.3f, 0.9f};
    const tr_picture_def def = {.style = TR_PICTURE_RELIEF, .bits = 8, .low = -1.0f, .high = 1.0f, .steepness = 100.0f};
    for (int i = 0; i < 4; i++) {
        tr_map_field field = make_plane(40, RELIEF_MARGIN, heights[i], 0.0f, 0.0f);
        tr_image image = paint(&field, &def);
        assert_int_equal(spread(&image), 0);
        tr_image_destroy(context, &image);
        tr_map_field_destroy(context, &field);
    }
}

// A slope is so slight in value and so steep in height that its colour hardly changes along it: borders must look
// like the middle.
static void the_relief_of_a_slope_is_even(void **state)
{
    (void)state;
    const float slopes[][2] = {{1e-5f, 0.0f}, {0.0f, -1e-5f}, {-1e-5f, 1e-5f}};
    const tr_picture_def def = {.style = TR_PICTURE_RELIEF, .bits = 8, .low = -1.0f, .high = 1.0f, .steepness = 4e4f};
    for (int i = 0; i < 3; i++) {
        tr_map_field field = make_plane(48, RELIEF_MARGIN, 0.3f, slopes[i][0], slopes[i][1]);
        tr_image image = paint(&field, &def);
        assert_true(spread(&image) <= 3);
        tr_image_destroy(context, &image);
        tr_map_field_destroy(context, &field);
    }
}

static int brightness_of_slope(float slope_x, float slope_y)
{
    const tr_picture_def def = {.style = TR_PICTURE_RELIEF, .bits = 8, .low = -1.0f, .high = 1.0f, .steepness = 4e4f};
    tr_map_field field = make_plane(9, RELIEF_MARGIN, 0.3f, slope_x, slope_y);
    tr_image image = paint(&field, &def);
    const uint8_t *pixel = (const uint8_t *)image.pixels + 4 * image.row_bytes + 12;
    const int sum = pixel[0] + pixel[1] + pixel[2];
    tr_image_destroy(context, &image);
    tr_map_field_destroy(context, &field);
    return sum;
}

static void light_comes_from_the_north_west(void **state)
{
    (void)state;
    const float s = 1e-5f;
    const int plain = brightness_of_slope(0.0f, 0.0f);
    assert_true(brightness_of_slope(s, s) > plain);        // rises to the south-east: faces the sun
    assert_true(brightness_of_slope(-s, -s) < plain);      // in the shade
    assert_true(brightness_of_slope(-s, -s) > plain / 4);  // but not black
}

static void enormous_values_do_no_harm(void **state)
{
    (void)state;
    for (int style = 0; style < TR_PICTURE_STYLE_COUNT; style++) {
        tr_map_field field = make_plane(20, 4, -3e38f, 3e37f, 0.0f);
        const tr_picture_def def = {
            .style = (tr_picture_style)style, .bits = 8, .low = -3e38f, .high = 3e38f, .steepness = 1e6f};
        tr_image image = paint(&field, &def);
        tr_image_destroy(context, &image);
        tr_map_field_destroy(context, &field);
    }
}

static void grey_reaches_both_ends(void **state)
{
    (void)state;
    tr_map_field field = make_plane(11, 0, -1.0f, 0.2f, 0.0f);
    tr_picture_def def = {.style = TR_PICTURE_GREY, .bits = 8, .low = -1.0f, .high = 1.0f};
    tr_image image = paint(&field, &def);
    const uint8_t *bytes = image.pixels;
    assert_true(image.channels == 1 && bytes[0] == 0 && bytes[10] == 255);
    tr_image_destroy(context, &image);
    def.bits = 16;
    image = paint(&field, &def);
    const uint16_t *words = image.pixels;
    assert_true(image.bits == 16 && words[0] == 0 && words[10] == 65535);
    tr_image_destroy(context, &image);
    def.bits = 8;
    def.low = def.high = 0.0f;
    image = paint(&field, &def);
    assert_int_equal(((const uint8_t *)image.pixels)[0], 128);
    tr_image_destroy(context, &image);
    tr_map_field_destroy(context, &field);
}

static void a_relief_without_memory_is_an_error(void **state)
{
    (void)state;
    tr_map_field field = make_plane(20, 4, 0.3f, 0.01f, 0.0f);
    const tr_picture_def def = {.style = TR_PICTURE_RELIEF, .bits = 8, .low = -1.0f, .high = 1.0f, .steepness = 10.0f};
    test_allocator allocator;
    tr_context *failing = test_context_counting(1, &allocator);
    const int64_t before = allocator.allocations, live = allocator.live_blocks;
    tr_image image;
    for (int64_t i = 0;; i++) {
        allocator.fail_at = allocator.allocations + i;
        if (tr_picture_create(failing, &field, &def, NULL, &image, &err)) {
            assert_true(i > 0);
            break;
        }
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, live);
    }
    assert_true(allocator.allocations > before);
    tr_image_destroy(failing, &image);
    assert_int_equal(allocator.live_blocks, live);
    tr_context_destroy(failing);
    tr_map_field_destroy(context, &field);
}

TEST_GROUP(picture)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(every_glyph_is_drawn_inside_its_box),
        TEST(no_two_glyphs_are_alike),
        TEST(text_beyond_the_image_is_cut),
        TEST(the_width_of_a_text),
        TEST(text_is_written_in_any_direction),
        TEST(palettes_rise_in_lightness),
        TEST(palettes_are_clamped),
        TEST(water_is_blue_and_low_land_is_green),
        TEST(a_margin_continues_the_picture),
        TEST(the_margin_is_cut_at_the_end_of_the_world),
        TEST(a_noise_of_one_dimension_repeats_its_row),
        TEST(a_band_is_a_part_of_its_field),
        TEST(stats_leave_the_margin_out),
        TEST(a_pyramid_of_a_plain_is_plain),
        TEST(the_relief_of_a_plain_is_even),
        TEST(the_relief_of_a_slope_is_even),
        TEST(light_comes_from_the_north_west),
        TEST(enormous_values_do_no_harm),
        TEST(grey_reaches_both_ends),
        TEST(a_relief_without_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
