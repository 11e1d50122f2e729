// Rasters in their own pixels: what is read is written back to the bit, in the same place.
#include "counting_directory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "raster_fixture.h"
#include "terrane/io.h"

static double bumps(double x, double y)
{
    return 500 + 100 * sin(x / 50) * cos(y / 70);
}

static double holed(double x, double y)
{
    return x > 400300 && x < 400600 && y < 5099700 ? NAN : bumps(x, y);
}

static const raster_spec good = {.width = 64,
                                 .height = 48,
                                 .transform = {400000, 30, 0, 5100000, 0, -20},
                                 .system = "EPSG:32632",
                                 .type = GDT_Float32,
                                 .value = holed,
                                 .no_data = -9999,
                                 .declares_no_data = true};

static tr_raster read_file(const char *path)
{
    tr_raster raster;
    tr_error err = {0};
    if (!tr_raster_read(context, path, &raster, &err)) fail_msg("%s", err.message);
    return raster;
}

static void assert_refused(const char *path, tr_error_code code, const char *part)
{
    tr_raster raster;
    tr_error err = {0};
    if (tr_raster_read(context, path, &raster, &err)) fail_msg("%s was read", path);
    if (err.code != code) fail_msg("%s: %s", tr_error_name(err.code), err.message);
    if (!strstr(err.message, part)) fail_msg("\"%s\" is not in: %s", part, err.message);
    assert_null(raster.values.samples);
}

static void write_back(const char *path, const tr_raster *raster)
{
    tr_error err = {0};
    if (!tr_raster_write(context, path, raster, &(tr_raster_band){&raster->values, NULL, "height"}, &err))
        fail_msg("%s", err.message);
}

static void assert_same_file(const char *a, const char *b)
{
    GDALDatasetH one = GDALOpen(a, GA_ReadOnly), two = GDALOpen(b, GA_ReadOnly);
    assert_non_null(one);
    assert_non_null(two);
    double t[6], u[6];
    assert_int_equal(GDALGetGeoTransform(one, t), CE_None);
    assert_int_equal(GDALGetGeoTransform(two, u), CE_None);
    assert_memory_equal(t, u, sizeof t);
    assert_string_equal(GDALGetProjectionRef(one), GDALGetProjectionRef(two));
    GDALRasterBandH from = GDALGetRasterBand(one, 1), to = GDALGetRasterBand(two, 1);
    int has_a, has_b;
    assert_true(GDALGetRasterNoDataValue(from, &has_a) == GDALGetRasterNoDataValue(to, &has_b));
    assert_int_equal(has_a, has_b);
    assert_string_equal(GDALGetRasterUnitType(from), GDALGetRasterUnitType(to));
    static float x[64 * 48], y[64 * 48];
    assert_int_equal(GDALRasterIO(from, GF_Read, 0, 0, 64, 48, x, 64, 48, GDT_Float32, 0, 0), CE_None);
    assert_int_equal(GDALRasterIO(to, GF_Read, 0, 0, 64, 48, y, 64, 48, GDT_Float32, 0, 0), CE_None);
    assert_memory_equal(x, y, sizeof x);
    GDALClose(one);
    GDALClose(two);
}

static void a_raster_is_written_back_as_it_was(void **state)
{
    (void)state;
    static const struct {
        GDALDataType type;
        const char *system, *unit;
        double no_data;
    } cases[] = {{GDT_Float32, "EPSG:32632", "", -9999},
                 {GDT_Int16, "EPSG:32632", "ft", -32768},
                 {GDT_Float32, "EPSG:25832", "m", -3.4028234663852886e38},
                 {GDT_Float32, NULL, "", -9999}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *in = temp_dir_file(&dir, "in.tif"), *out = temp_dir_file(&dir, "out.tif");
        raster_spec spec = good;
        spec.type = cases[i].type;
        spec.system = cases[i].system;
        spec.unit = cases[i].unit;
        spec.no_data = cases[i].no_data;
        if (!spec.system) spec.transform[5] = -30;
        raster_make(in, &spec);
        tr_raster raster = read_file(in);
        assert_true(raster.void_count > 0);
        assert_true(raster.unit_m == (cases[i].unit[0] == 'f' ? 0.3048 : 1));
        assert_true(raster.pixel_m[0] == 30 && raster.pixel_m[1] == -spec.transform[5]);
        write_back(out, &raster);
        assert_same_file(in, out);
        tr_raster_destroy(context, &raster);
    }
}

static void degrees_have_metres_in_the_middle(void **state)
{
    (void)state;
    const char *in = temp_dir_file(&dir, "in.tif"), *out = temp_dir_file(&dir, "out.tif");
    raster_spec spec = good;
    spec.system = "EPSG:4326";
    spec.value = bumps;
    const double degrees[6] = {9, 0.001, 0, 45.024, 0, -0.001};
    memcpy(spec.transform, degrees, sizeof degrees);
    raster_make(in, &spec);
    tr_raster raster = read_file(in);
    // At 45 degrees of WGS 84 a degree has 78846.8 m along the parallel and 111131.8 m along the meridian (published
    // tables).
    assert_true(fabs(raster.pixel_m[0] - 78.8468) < 1e-4);
    assert_true(fabs(raster.pixel_m[1] - 111.1318) < 1e-4);
    write_back(out, &raster);
    assert_same_file(in, out);
    tr_raster_destroy(context, &raster);
}

static void a_web_map_is_measured_on_the_ground(void **state)
{
    (void)state;
    const char *in = temp_dir_file(&dir, "in.tif");
    raster_spec spec = good;
    spec.system = "EPSG:3857";
    spec.value = bumps;
    // Latitude 60: the map is twice as large as the ground, but for the ellipsoid.
    const double metres[6] = {1000000, 10, 0, 8399737.9 + 240, 0, -10};
    memcpy(spec.transform, metres, sizeof metres);
    raster_make(in, &spec);
    tr_raster raster = read_file(in);
    assert_true(fabs(raster.pixel_m[0] - 5) < 0.03 && fabs(raster.pixel_m[1] - 5) < 0.03);
    tr_raster_destroy(context, &raster);
}

static void a_height_is_never_taken_for_a_void(void **state)
{
    (void)state;
    const char *in = temp_dir_file(&dir, "in.tif"), *out = temp_dir_file(&dir, "out.tif");
    raster_spec spec = good;
    spec.no_data = 0;
    raster_make(in, &spec);
    tr_raster raster = read_file(in);
    raster.values.samples[5] = 0;
    write_back(out, &raster);
    tr_raster again = read_file(out);
    assert_int_equal(again.void_count, raster.void_count);
    assert_true(again.values.samples[5] > 0 && again.values.samples[5] < 1e-30f);
    tr_raster_destroy(context, &again);
    tr_raster_destroy(context, &raster);
}

static void rasters_that_cannot_keep_their_pixels_are_refused(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "a.tif");
    raster_spec spec = good;
    spec.transform[2] = 5;
    raster_make(path, &spec);
    assert_refused(path, TR_ERROR_FORMAT, "rotated");
    spec = good;
    spec.transform[5] = 20;
    raster_make(path, &spec);
    assert_refused(path, TR_ERROR_FORMAT, "south to north");
    spec = good;
    spec.declares_no_data = true;
    spec.no_data = 7;
    spec.value = bumps;
    spec.scale = 0;
    raster_make(path, &spec);
    GDALDatasetH dataset = GDALOpen(path, GA_Update);
    GDALFillRaster(GDALGetRasterBand(dataset, 1), 7, 0);
    GDALClose(dataset);
    assert_refused(path, TR_ERROR_FORMAT, "void");
    assert_refused(temp_dir_file(&dir, "missing.tif"), TR_ERROR_FILE_OPEN, "No such file");
}

TEST_GROUP(raster_read)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_raster_is_written_back_as_it_was, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(degrees_have_metres_in_the_middle, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(a_web_map_is_measured_on_the_ground, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(a_height_is_never_taken_for_a_void, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(rasters_that_cannot_keep_their_pixels_are_refused, set_up_directory,
                                        tear_down_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
