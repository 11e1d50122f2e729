// Elevation files of every kind: heights at known points are right, and the place is.
#include "cmocka_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster_fixture.h"
#include "temp_dir.h"
#include "terrane/io.h"
#include "test_context.h"

static temp_dir dir;
static test_allocator allocator;
static tr_context *context;
static char last_log[512];

static void keep_log(void *user, tr_log_level level, const char *message)
{
    (void)user, (void)level;
    snprintf(last_log, sizeof last_log, "%s", message);
}

static int set_up(void **state)
{
    (void)state;
    dir = temp_dir_make();
    test_allocator_init(&allocator);
    tr_context_def def = test_context_def(4);
    def.allocator = test_allocator_hook(&allocator);
    def.log.write = keep_log;
    last_log[0] = '\0';
    context = tr_context_create(&def, NULL);
    return context ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    temp_dir_remove(&dir);
    return 0;
}

// Smooth, with waves of some kilometres, in degrees and in metres.
static double height_of_degrees(double lon, double lat)
{
    return 1500 + 700 * sin(8 * lon) * cos(11 * lat) + 150 * sin(40 * lon + 30 * lat);
}

static double height_of_metres(double x, double y)
{
    return 800 + 300 * sin(x / 700) * cos(y / 900) + 40 * sin((x + 2 * y) / 300);
}

static bool in_hole(double x, double y, double x0, double y0, double size)
{
    return x > x0 && x < x0 + size && y > y0 && y < y0 + size;
}

static double holed_degrees(double lon, double lat)
{
    return in_hole(lon, lat, 8.1, 46.05, 0.02) ? NAN : height_of_degrees(lon, lat);
}

static tr_elevation read_file(const char *path)
{
    tr_elevation elevation;
    tr_error err = {0};
    if (!tr_elevation_read(context, path, &elevation, &err)) fail_msg("%s", err.message);
    return elevation;
}

static float at(const tr_elevation *elevation, int32_t column, int32_t row)
{
    return elevation->heights.samples[row * elevation->heights.row_stride + column];
}

// The outer corner of a pixel plus a half: its centre.
static double centre_x(const tr_elevation *elevation, int32_t column)
{
    return elevation->place.west + (column + 0.5) * elevation->place.pixel_m;
}

static double centre_y(const tr_elevation *elevation, int32_t row)
{
    return elevation->place.north - (row + 0.5) * elevation->place.pixel_m;
}

static void assert_whole_units(double pixel_m)
{
    assert_true(pixel_m * 256 == floor(pixel_m * 256));
}

static bool all_finite(const tr_elevation *elevation)
{
    for (int32_t row = 0; row < elevation->heights.height; row++)
        for (int32_t column = 0; column < elevation->heights.width; column++)
            if (!isfinite(at(elevation, column, row))) return false;
    return true;
}

// The worst difference from the formula over pixels whose centre lies within the given degrees and out of the hole.
static double worst_in_degrees(const tr_elevation *elevation, const double bounds[4], const double hole[3], int stride)
{
    double worst = 0;
    int count = 0;
    for (int32_t row = 0; row < elevation->heights.height; row += stride) {
        for (int32_t column = 0; column < elevation->heights.width; column += stride) {
            double lon, lat;
            raster_to_degrees(elevation->place.wkt, centre_x(elevation, column), centre_y(elevation, row), &lon, &lat);
            if (lon < bounds[0] || lat < bounds[1] || lon > bounds[2] || lat > bounds[3]) continue;
            if (hole && in_hole(lon, lat, hole[0] - 0.002, hole[1] - 0.002, hole[2] + 0.004)) continue;
            worst = fmax(worst, fabs(at(elevation, column, row) - height_of_degrees(lon, lat)));
            count++;
        }
    }
    assert_true(count > 100);
    return worst;
}

static void a_geographic_raster_is_warped_to_utm(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "geographic.tif");
    const raster_spec spec = {.width = 240,
                              .height = 180,
                              .transform = {8, 1 / 1200.0, 0, 46.15, 0, -1 / 1200.0},
                              .system = "EPSG:4326",
                              .type = GDT_Float32,
                              .value = holed_degrees,
                              .no_data = -9999,
                              .declares_no_data = true};
    raster_make(path, &spec);
    tr_elevation elevation = read_file(path);
    assert_non_null(strstr(elevation.place.wkt, "UTM zone 32N"));
    assert_non_null(strstr(elevation.place.wkt, "32632"));
    assert_whole_units(elevation.place.pixel_m);
    assert_true(elevation.place.pixel_m > 60 && elevation.place.pixel_m < 100);
    assert_true(elevation.void_count > 400);
    assert_true(all_finite(&elevation));
    const double bounds[4] = {8.003, 46.003, 8.197, 46.147}, hole[3] = {8.1, 46.05, 0.02};
    // Cubic between pixels of some 80 m on waves of some 2 km.
    assert_true(worst_in_degrees(&elevation, bounds, hole, 3) < 0.1);
    tr_elevation_destroy(context, &elevation);
}

static void a_southern_raster_gets_a_southern_zone(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "south.tif");
    const raster_spec spec = {.width = 30,
                              .height = 30,
                              .transform = {-70.5, 0.001, 0, -33, 0, -0.001},
                              .system = "EPSG:4326",
                              .type = GDT_Int16,
                              .value = height_of_degrees};
    raster_make(path, &spec);
    tr_elevation elevation = read_file(path);
    assert_non_null(strstr(elevation.place.wkt, "UTM zone 19S"));
    tr_elevation_destroy(context, &elevation);
}

// The datum of the file is kept: no shift of datum comes into the heights' places.
static void another_datum_is_kept(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "nad27.tif");
    const raster_spec spec = {.width = 30,
                              .height = 30,
                              .transform = {-105.5, 0.001, 0, 40, 0, -0.001},
                              .system = "EPSG:4267",
                              .type = GDT_Float32,
                              .value = height_of_degrees};
    raster_make(path, &spec);
    tr_elevation elevation = read_file(path);
    assert_non_null(strstr(elevation.place.wkt, "North American Datum 1927"));
    assert_non_null(strstr(elevation.place.wkt, "UTM"));
    tr_elevation_destroy(context, &elevation);
}

static void an_hgt_tile_is_read(void **state)
{
    (void)state;
    enum { SIZE = 1201 };
    const char *path = temp_dir_file(&dir, "N46E008.hgt");
    unsigned char *bytes = malloc((size_t)SIZE * SIZE * 2);
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            const double lon = 8 + column / 1200.0, lat = 47 - row / 1200.0;
            const bool is_void = in_hole(lon, lat, 8.5, 46.5, 0.05);
            const int value = is_void ? -32768 : (int)lround(height_of_degrees(lon, lat));
            bytes[2 * (row * SIZE + column)] = (unsigned char)((unsigned)value >> 8 & 0xFF);
            bytes[2 * (row * SIZE + column) + 1] = (unsigned char)((unsigned)value & 0xFF);
        }
    }
    assert_true(write_whole_file(path, bytes, (size_t)SIZE * SIZE * 2));
    free(bytes);
    tr_elevation elevation = read_file(path);
    assert_non_null(strstr(elevation.place.wkt, "UTM zone 32N"));
    assert_true(elevation.void_count > 3000);
    const double bounds[4] = {8.001, 46.001, 8.999, 46.999}, hole[3] = {8.5, 46.5, 0.05};
    // Half a metre is the rounding of the file.
    assert_true(worst_in_degrees(&elevation, bounds, hole, 29) < 0.8);
    tr_elevation_destroy(context, &elevation);
}

static const raster_spec utm_spec = {.width = 120,
                                     .height = 90,
                                     .transform = {400000, 30, 0, 5100000, 0, -30},
                                     .system = "EPSG:32632",
                                     .type = GDT_Float32,
                                     .value = height_of_metres};

static void assert_exact(const tr_elevation *elevation)
{
    for (int32_t row = 0; row < elevation->heights.height; row++)
        for (int32_t column = 0; column < elevation->heights.width; column++)
            assert_true(at(elevation, column, row) ==
                        (float)height_of_metres(centre_x(elevation, column), centre_y(elevation, row)));
}

static void a_projected_raster_is_taken_as_it_is(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "utm.tif");
    raster_make(path, &utm_spec);
    tr_elevation elevation = read_file(path);
    assert_int_equal(elevation.heights.width, 120);
    assert_int_equal(elevation.heights.height, 90);
    assert_true(elevation.place.west == 400000 && elevation.place.north == 5100000 && elevation.place.pixel_m == 30);
    assert_int_equal(elevation.void_count, 0);
    assert_exact(&elevation);
    tr_elevation_destroy(context, &elevation);
}

static void rows_from_the_south_are_turned(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "south-up.tif");
    raster_spec spec = utm_spec;
    spec.transform[3] = 5100000 - 90 * 30;
    spec.transform[5] = 30;
    raster_make(path, &spec);
    tr_elevation elevation = read_file(path);
    assert_true(elevation.place.north == 5100000);
    assert_exact(&elevation);
    tr_elevation_destroy(context, &elevation);
}

static void odd_pixels_are_brought_to_whole_units(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "odd.tif");
    raster_spec spec = utm_spec;
    spec.transform[1] = 30.3337;
    spec.transform[5] = -30.3337;
    raster_make(path, &spec);
    tr_elevation elevation = read_file(path);
    assert_whole_units(elevation.place.pixel_m);
    assert_true(fabs(elevation.place.pixel_m - 30.3337) < 1 / 512.0);
    double worst = 0;
    for (int32_t row = 2; row < elevation.heights.height - 2; row++)
        for (int32_t column = 2; column < elevation.heights.width - 2; column++)
            worst = fmax(worst, fabs(at(&elevation, column, row) -
                                     height_of_metres(centre_x(&elevation, column), centre_y(&elevation, row))));
    assert_true(worst < 0.1);
    tr_elevation_destroy(context, &elevation);
}

// A state plane in US survey feet, so that its numbers are no metres: the place comes out right in UTM.
static double height_of_feet(double x, double y)
{
    double lon, lat;
    raster_to_degrees("EPSG:2231", x, y, &lon, &lat);
    return height_of_degrees(lon, lat);
}

static void a_raster_in_feet_is_warped(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "feet.tif");
    const raster_spec spec = {.width = 60,
                              .height = 60,
                              .transform = {3000000, 100, 0, 1300000, 0, -100},
                              .system = "EPSG:2231",
                              .type = GDT_Float32,
                              .value = height_of_feet};
    raster_make(path, &spec);
    tr_elevation elevation = read_file(path);
    assert_non_null(strstr(elevation.place.wkt, "UTM"));
    assert_true(fabs(elevation.place.pixel_m - 30.48) < 0.3);
    double lon0, lat0, lon1, lat1;
    raster_to_degrees("EPSG:2231", 3000200, 1300000 - 5800, &lon0, &lat0);
    raster_to_degrees("EPSG:2231", 3005800, 1299800, &lon1, &lat1);
    const double bounds[4] = {lon0, lat0, lon1, lat1};
    assert_true(worst_in_degrees(&elevation, bounds, NULL, 2) < 0.1);
    tr_elevation_destroy(context, &elevation);
}

static void a_rotated_raster_is_warped(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "rotated.tif");
    raster_spec spec = utm_spec;
    const double rotated[6] = {400000, 24, 18, 5100000, 18, -24};
    memcpy(spec.transform, rotated, sizeof rotated);
    raster_make(path, &spec);
    tr_elevation elevation = read_file(path);
    assert_true(elevation.void_count > 1000);
    assert_true(all_finite(&elevation));
    double worst = 0;
    int count = 0;
    for (int32_t row = 0; row < elevation.heights.height; row++) {
        for (int32_t column = 0; column < elevation.heights.width; column++) {
            const double x = centre_x(&elevation, column), y = centre_y(&elevation, row);
            // The pixel of the source, from the inverse of the rotation by 3-4-5.
            const double dx = x - 400000, dy = y - 5100000;
            const double u = (24 * dx + 18 * dy) / 900, v = (18 * dx - 24 * dy) / 900;
            if (u < 2 || v < 2 || u > 118 || v > 88) continue;
            worst = fmax(worst, fabs(at(&elevation, column, row) - height_of_metres(x, y)));
            count++;
        }
    }
    assert_true(count > 5000);
    assert_true(worst < 0.05);
    tr_elevation_destroy(context, &elevation);
}

static void an_ascii_grid_without_a_system_is_metres(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "grid.asc");
    FILE *stream = fopen(path, "w");
    fprintf(stream, "ncols 40\nnrows 30\nxllcorner 600000\nyllcorner 200000\ncellsize 25\nNODATA_value -9999\n");
    for (int row = 0; row < 30; row++) {
        for (int column = 0; column < 40; column++) {
            const double x = 600000 + (column + 0.5) * 25, y = 200000 + (30 - row - 0.5) * 25;
            if (row == 10 && column == 20)
                fprintf(stream, "-9999 ");
            else
                fprintf(stream, "%.4f ", height_of_metres(x, y));
        }
        fprintf(stream, "\n");
    }
    fclose(stream);
    tr_elevation elevation = read_file(path);
    assert_null(elevation.place.wkt);
    assert_non_null(strstr(last_log, "taken as metres"));
    assert_true(elevation.place.west == 600000 && elevation.place.north == 200750 && elevation.place.pixel_m == 25);
    assert_int_equal(elevation.void_count, 1);
    for (int32_t row = 0; row < 30; row++)
        for (int32_t column = 0; column < 40; column++) {
            const double expected = height_of_metres(centre_x(&elevation, column), centre_y(&elevation, row));
            const double tolerance = row == 10 && column == 20 ? 5 : 0.001;
            assert_true(fabs(at(&elevation, column, row) - expected) < tolerance);
        }
    tr_elevation_destroy(context, &elevation);
}

static double in_band_values(double x, double y)
{
    return (height_of_metres(x, y) - 100) / 0.5;
}

static void scale_and_offset_of_the_band_count(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "scaled.tif");
    raster_spec spec = utm_spec;
    spec.value = in_band_values;
    spec.type = GDT_Int16;
    spec.scale = 0.5;
    spec.offset = 100;
    raster_make(path, &spec);
    tr_elevation elevation = read_file(path);
    for (int32_t row = 0; row < 90; row++)
        for (int32_t column = 0; column < 120; column++)
            assert_true(fabs(at(&elevation, column, row) -
                             height_of_metres(centre_x(&elevation, column), centre_y(&elevation, row))) <= 0.2501);
    tr_elevation_destroy(context, &elevation);
}

static void heights_in_feet_become_metres(void **state)
{
    (void)state;
    const char *const names[2] = {"ft", "US survey foot"};
    const double metres[2] = {0.3048, 1200.0 / 3937.0};
    for (int i = 0; i < 2; i++) {
        const char *path = temp_dir_file(&dir, "vertical-feet.tif");
        raster_spec spec = utm_spec;
        spec.unit = names[i];
        raster_make(path, &spec);
        tr_elevation elevation = read_file(path);
        const double expected = height_of_metres(centre_x(&elevation, 7), centre_y(&elevation, 9)) * metres[i];
        assert_true(fabs(at(&elevation, 7, 9) - expected) < 1e-3);
        tr_elevation_destroy(context, &elevation);
    }
}

static double with_absurd_values(double x, double y)
{
    if (in_hole(x, y, 401000, 5098000, 200)) return 3.4e38;
    if (in_hole(x, y, 402000, 5098000, 100)) return -32768;
    return height_of_metres(x, y);
}

static void absurd_values_are_voids(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "absurd.tif");
    raster_spec spec = utm_spec;
    spec.value = with_absurd_values;
    raster_make(path, &spec);
    tr_elevation elevation = read_file(path);
    assert_in_range(elevation.void_count, 40, 70);
    for (int32_t row = 0; row < 90; row++)
        for (int32_t column = 0; column < 120; column++) assert_in_range(at(&elevation, column, row), 400, 1200);
    tr_elevation_destroy(context, &elevation);
}

// Twice the same file: the same bits, whatever the environment says.
static void the_environment_does_not_matter(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "geographic.tif");
    const raster_spec spec = {.width = 300,
                              .height = 200,
                              .transform = {8, 1 / 3600.0, 0, 46.15, 0, -1 / 3600.0},
                              .system = "EPSG:4326",
                              .type = GDT_Float32,
                              .value = height_of_degrees};
    raster_make(path, &spec);
    tr_elevation first = read_file(path);
    setenv("GDAL_NUM_THREADS", "4", 1);
    setenv("OSR_USE_APPROX_TMERC", "YES", 1);
    setenv("GTIFF_POINT_GEO_IGNORE", "YES", 1);
    tr_elevation second = read_file(path);
    unsetenv("GDAL_NUM_THREADS");
    unsetenv("OSR_USE_APPROX_TMERC");
    unsetenv("GTIFF_POINT_GEO_IGNORE");
    assert_int_equal(first.heights.width, second.heights.width);
    assert_int_equal(first.heights.height, second.heights.height);
    const size_t count = (size_t)first.heights.width * (size_t)first.heights.height;
    assert_memory_equal(first.heights.samples, second.heights.samples, count * sizeof(float));
    tr_elevation_destroy(context, &first);
    tr_elevation_destroy(context, &second);
}

typedef struct test_reader {
    const char *path;
    const tr_elevation *expected;
} test_reader;

static bool read_again(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const test_reader *reader = user;
    (void)worker;
    for (int64_t i = begin; i < end; i++) {
        tr_elevation elevation;
        if (!tr_elevation_read(context, reader->path, &elevation, err)) return false;
        const size_t bytes = (size_t)elevation.heights.width * (size_t)elevation.heights.height * sizeof(float);
        const bool same = elevation.heights.width == reader->expected->heights.width &&
                          elevation.heights.height == reader->expected->heights.height &&
                          memcmp(elevation.heights.samples, reader->expected->heights.samples, bytes) == 0;
        tr_elevation_destroy(context, &elevation);
        if (!same) return tr_fail(err, TR_ERROR_INTERNAL, "reading %d gave other bits", (int)i);
    }
    return true;
}

static void threads_read_at_once(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "geographic.tif");
    const raster_spec spec = {.width = 60,
                              .height = 50,
                              .transform = {8, 1 / 1200.0, 0, 46.15, 0, -1 / 1200.0},
                              .system = "EPSG:4326",
                              .type = GDT_Float32,
                              .value = height_of_degrees};
    raster_make(path, &spec);
    tr_elevation expected = read_file(path);
    test_reader reader = {path, &expected};
    tr_error err = {0};
    if (!tr_parallel_for(context, &(tr_range_work){24, 1, read_again, &reader}, NULL, &err))
        fail_msg("%s", err.message);
    tr_elevation_destroy(context, &expected);
}

TEST_GROUP(elevation_read)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_geographic_raster_is_warped_to_utm),
        TEST(a_southern_raster_gets_a_southern_zone),
        TEST(another_datum_is_kept),
        TEST(an_hgt_tile_is_read),
        TEST(a_projected_raster_is_taken_as_it_is),
        TEST(rows_from_the_south_are_turned),
        TEST(odd_pixels_are_brought_to_whole_units),
        TEST(a_raster_in_feet_is_warped),
        TEST(a_rotated_raster_is_warped),
        TEST(an_ascii_grid_without_a_system_is_metres),
        TEST(scale_and_offset_of_the_band_count),
        TEST(heights_in_feet_become_metres),
        TEST(absurd_values_are_voids),
        TEST(the_environment_does_not_matter),
        TEST(threads_read_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
