// An elevation model as a layer: right at its pixels, smooth between and across its border, the same for every split.
#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "raster_fixture.h"
#include "temp_dir.h"
#include "terrain/elevation_source.h"
#include "test_context.h"

enum { WIDTH = 90, HEIGHT = 70, UNITS = TR_UNITS_PER_METRE };
#define PIXEL_M 30.0

static temp_dir dir;
static test_allocator allocator;
static tr_context *context;

// With a plain in the south-west that is level to the bit.
static double ground(double x, double y)
{
    if (x < 400600 && y < 5098800) return 372.5;
    return 900 + 300 * sin(x / 500) * cos(y / 700) + 40 * sin((x + 2 * y) / 200);
}

static int set_up(void **state)
{
    (void)state;
    dir = temp_dir_make();
    context = test_context_counting(3, &allocator);
    const raster_spec spec = {.width = WIDTH,
                              .height = HEIGHT,
                              .transform = {400000, PIXEL_M, 0, 5100000, 0, -PIXEL_M},
                              .system = "EPSG:32632",
                              .type = GDT_Float32,
                              .value = ground};
    raster_make(temp_dir_file(&dir, "a.tif"), &spec);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    temp_dir_remove(&dir);
    return 0;
}

static tr_elevation_settings plain_def(void)
{
    return (tr_elevation_settings){
        .path = temp_dir_file(&dir, "a.tif"), .vertical_scale = 1, .beyond = TR_BEYOND_GENERATED, .blend_m = 300};
}

static tr_elevation_source *make_source(const tr_elevation_settings *def)
{
    tr_error err = {0};
    tr_elevation_source *source = tr_elevation_source_create(context, def, 7, 100, &err);
    if (!source) fail_msg("%s", err.message);
    return source;
}

typedef struct test_layer {
    tr_grid heights, weights;
    bool touched;
} test_layer;

static tr_noise_query make_query(int64_t x, int64_t z, int64_t step, int32_t width, int32_t height)
{
    tr_noise_query query = tr_default_noise_query();
    query.origin[0] = x;
    query.origin[1] = z;
    query.step[0] = query.step[1] = step;
    query.size[0] = width;
    query.size[1] = height;
    return query;
}

static test_layer evaluate(const tr_elevation_source *source, tr_noise_query query)
{
    test_layer out;
    assert_true(tr_grid_create(context, query.size[0], query.size[1], 1, &out.heights, NULL));
    assert_true(tr_grid_create(context, query.size[0], query.size[1], 1, &out.weights, NULL));
    for (int64_t i = 0; i < (int64_t)query.size[0] * query.size[1]; i++)
        out.heights.samples[i] = out.weights.samples[i] = -12345;
    tr_error err = {0};
    if (!tr_elevation_source_evaluate(source, &query, &out.heights, &out.weights, &out.touched, &err))
        fail_msg("%s", err.message);
    return out;
}

static void release(test_layer *layer)
{
    tr_grid_destroy(context, &layer->heights);
    tr_grid_destroy(context, &layer->weights);
}

static float height_at(const tr_elevation_source *source, int64_t x, int64_t z)
{
    test_layer one = evaluate(source, make_query(x, z, 1, 1, 1));
    const float height = one.heights.samples[0];
    release(&one);
    return height;
}

static float pixel_value(int column, int row)
{
    return (float)ground(400000 + (column + 0.5) * PIXEL_M, 5100000 - (row + 0.5) * PIXEL_M);
}

static void pixel_centres_have_the_heights_of_the_file(void **state)
{
    (void)state;
    const double details[3] = {0, 0.5, 1};
    for (int i = 0; i < 3; i++) {
        tr_elevation_settings def = plain_def();
        def.detail = details[i];
        def.at_x_m = 1000.5;
        def.at_z_m = -2000.25;
        tr_elevation_source *source = make_source(&def);
        const int64_t step = (int64_t)(PIXEL_M * UNITS);
        const int64_t x0 = (int64_t)(1000.5 * UNITS) + step / 2, z0 = (int64_t)(-2000.25 * UNITS) + step / 2;
        test_layer layer = evaluate(source, make_query(x0, z0, step, WIDTH, HEIGHT));
        // Exact without detail; with it the noise cancels but for the rounding of floats.
        const double tolerance = details[i] == 0 ? 0 : 0.001;
        for (int32_t row = 0; row < HEIGHT; row++)
            for (int32_t column = 0; column < WIDTH; column++)
                assert_true(fabs(layer.heights.samples[row * WIDTH + column] - pixel_value(column, row)) <= tolerance);
        release(&layer);
        tr_elevation_source_destroy(source);
    }
}

static void scale_and_offset_are_applied(void **state)
{
    (void)state;
    tr_elevation_settings def = plain_def();
    def.vertical_scale = 1.5;
    def.offset_m = -20;
    tr_elevation_source *source = make_source(&def);
    const int64_t half = (int64_t)(PIXEL_M * UNITS / 2);
    assert_true(height_at(source, 81 * half, 41 * half) == (float)(1.5 * (double)pixel_value(40, 20) - 20));
    const tr_region region = tr_elevation_source_region(source);
    assert_true(region.x0 == 0 && region.z0 == 0 && region.x1 == WIDTH * 30 && region.z1 == HEIGHT * 30);
    assert_true(tr_elevation_source_place(source)->west == 400000);
    tr_elevation_source_destroy(source);
}

// Against the formula of Catmull and Rom in double precision, at odd places.
static double reference(double x_px, double z_px)
{
    const int ix = (int)floor(x_px - 0.5), iz = (int)floor(z_px - 0.5);
    const double t[2] = {x_px - 0.5 - ix, z_px - 0.5 - iz};
    double w[2][4];
    for (int a = 0; a < 2; a++) {
        const double u = t[a];
        w[a][0] = 0.5 * (-u + 2 * u * u - u * u * u);
        w[a][1] = 0.5 * (2 - 5 * u * u + 3 * u * u * u);
        w[a][2] = 0.5 * (u + 4 * u * u - 3 * u * u * u);
        w[a][3] = 0.5 * (-u * u + u * u * u);
    }
    double sum = 0;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++) {
            const int column = ix - 1 + i, row = iz - 1 + j;
            sum += w[0][i] * w[1][j] *
                   pixel_value(column < 0        ? 0
                               : column >= WIDTH ? WIDTH - 1
                                                 : column,
                               row < 0         ? 0
                               : row >= HEIGHT ? HEIGHT - 1
                                               : row);
        }
    return sum;
}

static void between_pixels_it_is_catmull_rom(void **state)
{
    (void)state;
    tr_elevation_settings def = plain_def();
    def.beyond = TR_BEYOND_EDGE;
    tr_elevation_source *source = make_source(&def);
    for (int64_t i = 0; i < 3000; i++) {
        // Up to some pixels beyond the border on all sides.
        const int64_t x = (int64_t)(tr_hash_identity(1, 1, i, 0, 0) % (100 * 30 * UNITS)) - 5 * 30 * UNITS;
        const int64_t z = (int64_t)(tr_hash_identity(1, 2, i, 0, 0) % (80 * 30 * UNITS)) - 5 * 30 * UNITS;
        const double expected = reference((double)x / (PIXEL_M * UNITS), (double)z / (PIXEL_M * UNITS));
        assert_true(fabs(height_at(source, x, z) - expected) < 0.002);
    }
    tr_elevation_source_destroy(source);
}

static void level_ground_stays_level(void **state)
{
    (void)state;
    tr_elevation_settings def = plain_def();
    def.detail = 1;
    tr_elevation_source *source = make_source(&def);
    // Four pixels away from the rim of the plain: the reach of the taps and of the roughness.
    test_layer layer = evaluate(source, make_query(130 * UNITS, 1350 * UNITS, 517, 100, 100));
    for (int32_t i = 0; i < 100 * 100; i++) assert_true(layer.heights.samples[i] == 372.5f);
    release(&layer);
    tr_elevation_source_destroy(source);
}

static void detail_is_noise_below_the_pixel_size(void **state)
{
    (void)state;
    tr_elevation_settings def = plain_def();
    tr_elevation_source *smooth = make_source(&def);
    def.detail = 1;
    tr_elevation_source *rough = make_source(&def);
    def.detail = 0.5;
    tr_elevation_source *half = make_source(&def);
    const tr_noise_query query = make_query(1000 * UNITS, 700 * UNITS, UNITS, 600, 600);
    test_layer a = evaluate(smooth, query), b = evaluate(rough, query), c = evaluate(half, query);
    double sum = 0, squares = 0, worst = 0, ratio = 0;
    for (int32_t i = 0; i < 600 * 600; i++) {
        const double difference = b.heights.samples[i] - a.heights.samples[i];
        sum += difference;
        squares += difference * difference;
        ratio += difference * (c.heights.samples[i] - a.heights.samples[i]);
        worst = fmax(worst, fabs(difference));
    }
    const double count = 600.0 * 600, rms = sqrt(squares / count);
    assert_true(rms > 0.2 && rms < 3);                 // of hills that rise by 300 m within 1.5 km
    assert_true(worst <= 0.5 * PIXEL_M);               // two amplitudes of a quarter of a pixel
    assert_true(fabs(sum / count) < 0.2 * rms);        // neither higher nor lower on the whole
    assert_true(fabs(ratio / squares - 0.5) < 0.001);  // half the detail is half the noise
    release(&a);
    release(&b);
    release(&c);
    tr_elevation_source_destroy(smooth);
    tr_elevation_source_destroy(rough);
    tr_elevation_source_destroy(half);
}

static void another_seed_is_another_detail(void **state)
{
    (void)state;
    tr_elevation_settings def = plain_def();
    def.detail = 1;
    tr_elevation_source *a = make_source(&def), *b = tr_elevation_source_create(context, &def, 8, 100, NULL);
    assert_true(height_at(a, 300000, 200000) != height_at(b, 300000, 200000));
    tr_elevation_source_destroy(a);
    tr_elevation_source_destroy(b);
}

// What the layer makes of the ground when something else is below it, at 1 m along a line across the border.
static void blended_line(const tr_elevation_source *source, bool along_x, double other_m, int32_t count, double *out)
{
    tr_noise_query query = along_x ? make_query(-1000 * UNITS, 800 * UNITS, UNITS, count, 1)
                                   : make_query(1100 * UNITS, -1000 * UNITS, UNITS, 1, count);
    test_layer layer = evaluate(source, query);
    for (int32_t i = 0; i < count; i++) {
        const double weight = layer.weights.samples[i];
        assert_true(weight >= 0 && weight <= 1);
        out[i] = weight * layer.heights.samples[i] + (1 - weight) * other_m;
    }
    release(&layer);
}

static void the_border_has_no_seam(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    static double line[COUNT];
    for (int beyond = 0; beyond < TR_BEYOND_COUNT; beyond++) {
        tr_elevation_settings def = plain_def();
        def.beyond = (tr_beyond)beyond;
        tr_elevation_source *source = make_source(&def);
        for (int along_x = 0; along_x < 2; along_x++) {
            blended_line(source, along_x, 250, COUNT, line);
            double worst = 0;
            for (int i = 1; i + 1 < COUNT; i++) worst = fmax(worst, fabs(line[i - 1] - 2 * line[i] + line[i + 1]));
            // A step of 1 m would show as 1, a kink of 10 % as 0.1. The edge bends a slope of up to 0.7 within two
            // pixels, the blend takes 1000 m down over 300 m: 6 h / b^2.
            assert_true(worst < 0.08);
        }
        tr_elevation_source_destroy(source);
    }
}

static void beyond_is_what_was_asked_for(void **state)
{
    (void)state;
    tr_elevation_settings def = plain_def();
    def.detail = 0.5;
    for (int beyond = 0; beyond < TR_BEYOND_COUNT; beyond++) {
        def.beyond = (tr_beyond)beyond;
        tr_elevation_source *source = make_source(&def);
        test_layer layer = evaluate(source, make_query(-5000 * UNITS, 615 * UNITS, 5000 * UNITS + 15 * UNITS, 3, 1));
        test_layer far = evaluate(source, make_query(((int64_t)1 << 62) - 4, -((int64_t)1 << 62), 1, 3, 2));
        assert_true(layer.touched);
        if (beyond == TR_BEYOND_GENERATED) {
            assert_true(layer.weights.samples[0] == 0 && layer.weights.samples[1] < 0.01f);
            assert_false(far.touched);
            assert_true(far.heights.samples[0] == -12345 && far.weights.samples[5] == -12345);
        } else {
            const float expected = beyond == TR_BEYOND_SEA ? 50 : pixel_value(0, 20);
            assert_true(layer.heights.samples[0] == expected && layer.weights.samples[0] == 1);
            assert_true(far.touched && isfinite(far.heights.samples[0]) && far.weights.samples[0] == 1);
            if (beyond == TR_BEYOND_EDGE) assert_true(far.heights.samples[0] == pixel_value(WIDTH - 1, 0));
        }
        release(&layer);
        release(&far);
        tr_elevation_source_destroy(source);
    }
}

// The weight rises from the border, is 1 farther in than the blend, and is smooth where it ends.
static void the_weight_rises_over_the_blend(void **state)
{
    (void)state;
    tr_elevation_settings def = plain_def();
    tr_elevation_source *source = make_source(&def);
    test_layer layer = evaluate(source, make_query(0, 1000 * UNITS, UNITS, 2700, 1));
    for (int32_t i = 0; i < 300; i++) {
        const double t = i / 300.0;
        assert_true(fabs(layer.weights.samples[i] - t * t * t * (t * (t * 6 - 15) + 10)) < 1e-6);
    }
    for (int32_t i = 300; i <= 2400; i++) assert_true(layer.weights.samples[i] == 1);
    assert_true(layer.weights.samples[2550] == 0.5f);
    release(&layer);
    tr_elevation_source_destroy(source);
}

// Any split, order and spacing gives the bits of the whole, also far from the origin.
static void a_part_has_the_bits_of_the_whole(void **state)
{
    (void)state;
    const double places_m[3] = {0, -123456.75, 4503599627370496.0};
    for (int place = 0; place < 3; place++) {
        tr_elevation_settings def = plain_def();
        def.detail = 1;
        def.at_x_m = def.at_z_m = places_m[place];
        tr_elevation_source *source = make_source(&def);
        const int64_t at = (int64_t)(places_m[place] * UNITS);
        const int64_t x0 = at - 200 * UNITS, z0 = at - 150 * UNITS, step = 777;
        const int32_t size = 300;
        test_layer whole = evaluate(source, make_query(x0, z0, step, size, size));
        for (int64_t i = 0; i < 60; i++) {
            const int32_t x = (int32_t)(tr_hash_identity(9, 1, i, 0, 0) % 280);
            const int32_t z = (int32_t)(tr_hash_identity(9, 2, i, 0, 0) % 280);
            const int32_t stride = 1 + (int32_t)(tr_hash_identity(9, 3, i, 0, 0) % 4);
            const int32_t width = 1 + (size - 1 - x) / stride, height = 1 + (size - 1 - z) / stride;
            test_layer part = evaluate(source, make_query(x0 + x * step, z0 + z * step, stride * step, width, height));
            if (part.touched)
                for (int32_t j = 0; j < height; j++)
                    for (int32_t k = 0; k < width; k++) {
                        const int32_t from = (z + j * stride) * size + x + k * stride;
                        assert_memory_equal(&part.heights.samples[j * width + k], &whole.heights.samples[from], 4);
                        assert_memory_equal(&part.weights.samples[j * width + k], &whole.weights.samples[from], 4);
                    }
            release(&part);
        }
        release(&whole);
        tr_elevation_source_destroy(source);
    }
}

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    tr_elevation_settings bad[7];
    for (int i = 0; i < 7; i++) bad[i] = plain_def();
    bad[0].path = temp_dir_file(&dir, "missing.tif");
    bad[1].detail = 1.5;
    bad[2].blend_m = -1;
    bad[3].vertical_scale = INFINITY;
    bad[4].at_x_m = 1e300;
    bad[5].beyond = (tr_beyond)9;
    bad[6].offset_m = NAN;
    const tr_error_code codes[7] = {TR_ERROR_FILE_OPEN,  TR_ERROR_INVALID_ARGUMENT, TR_ERROR_INVALID_ARGUMENT,
                                    TR_ERROR_NOT_FINITE, TR_ERROR_INVALID_ARGUMENT, TR_ERROR_INVALID_ARGUMENT,
                                    TR_ERROR_NOT_FINITE};
    for (int i = 0; i < 7; i++) {
        tr_error err = {0};
        assert_null(tr_elevation_source_create(context, &bad[i], 1, 0, &err));
        assert_int_equal(err.code, codes[i]);
    }
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    tr_elevation_settings def = plain_def();
    def.detail = 1;
    const tr_noise_query query = make_query(0, 0, 5000, 20, 20);
    tr_grid heights, weights;
    assert_true(tr_grid_create(context, 20, 20, 1, &heights, NULL));
    assert_true(tr_grid_create(context, 20, 20, 1, &weights, NULL));
    const int64_t live = allocator.live_blocks;
    bool done = false;
    for (int allowed = 0; !done; allowed++) {
        assert_in_range(allowed, 0, 1000);
        allocator.fail_at = allocator.allocations + allowed;
        tr_error err = {0};
        bool touched;
        tr_elevation_source *source = tr_elevation_source_create(context, &def, 1, 0, &err);
        done = source && tr_elevation_source_evaluate(source, &query, &heights, &weights, &touched, &err);
        allocator.fail_at = -1;
        tr_elevation_source_destroy(source);
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, live);
    }
    tr_grid_destroy(context, &heights);
    tr_grid_destroy(context, &weights);
}

TEST_GROUP(elevation_source)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(pixel_centres_have_the_heights_of_the_file),
        TEST(scale_and_offset_are_applied),
        TEST(between_pixels_it_is_catmull_rom),
        TEST(level_ground_stays_level),
        TEST(detail_is_noise_below_the_pixel_size),
        TEST(another_seed_is_another_detail),
        TEST(the_border_has_no_seam),
        TEST(beyond_is_what_was_asked_for),
        TEST(the_weight_rises_over_the_blend),
        TEST(a_part_has_the_bits_of_the_whole),
        TEST(bad_definitions_are_refused),
        TEST(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
