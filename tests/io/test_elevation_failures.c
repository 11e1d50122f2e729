// Elevation files that cannot be used: an error that names the file and what to do, no leak, nothing printed.
#include "counting_directory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster_fixture.h"
#include "terrane/io.h"

static double bumps(double x, double y)
{
    return 500 + 100 * sin(x / 50) * cos(y / 70);
}

static double nothing(double x, double y)
{
    (void)x, (void)y;
    return NAN;
}

static const raster_spec good = {.width = 64,
                                 .height = 48,
                                 .transform = {400000, 30, 0, 5100000, 0, -30},
                                 .system = "EPSG:32632",
                                 .type = GDT_Float32,
                                 .value = bumps,
                                 .no_data = -9999,
                                 .declares_no_data = true};

static void assert_refused(tr_context *with, const char *path, tr_error_code code, const char *part)
{
    tr_elevation elevation;
    tr_error err = {0};
    const uint64_t used = tr_context_memory(with).used_bytes;
    const bool ok = tr_elevation_read(with, path, &elevation, &err);
    if (ok) fail_msg("%s was read", path);
    if (err.code != code) fail_msg("%s: %s", tr_error_name(err.code), err.message);
    assert_non_null(strstr(err.message, path));
    if (!strstr(err.message, part)) fail_msg("\"%s\" is not in: %s", part, err.message);
    assert_null(elevation.heights.samples);
    assert_null(elevation.place.wkt);
    assert_int_equal(tr_context_memory(with).used_bytes, used);
}

static void files_that_are_no_rasters_are_named(void **state)
{
    (void)state;
    assert_refused(context, temp_dir_file(&dir, "missing.tif"), TR_ERROR_FILE_OPEN, "No such file");
    const char *text = temp_dir_file(&dir, "text.tif");
    assert_true(write_whole_file(text, "this is no raster", 17));
    assert_refused(context, text, TR_ERROR_FORMAT, "not a raster that GDAL can read (GDAL: ");
    const char *empty = temp_dir_file(&dir, "empty.tif");
    assert_true(write_whole_file(empty, "", 0));
    assert_refused(context, empty, TR_ERROR_FORMAT, "not a raster");
    const char *cut_tile = temp_dir_file(&dir, "N46E008.hgt");
    assert_true(write_whole_file(cut_tile, "0123456789", 10));
    assert_refused(context, cut_tile, TR_ERROR_FORMAT, "not a raster");
}

static void a_missing_georeference_is_explained(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "a.tif");
    raster_spec spec = good;
    memset(spec.transform, 0, sizeof spec.transform);
    spec.system = NULL;
    raster_make(path, &spec);
    assert_refused(context, path, TR_ERROR_FORMAT, "gdal_translate -a_srs EPSG:code -a_ullr");

    const double degrees[6] = {8, 0.001, 0, 46, 0, -0.001};
    memcpy(spec.transform, degrees, sizeof degrees);
    raster_make(path, &spec);
    assert_refused(context, path, TR_ERROR_FORMAT, "looks like degrees");

    const double oblong[6] = {400000, 30, 0, 5100000, 0, -20};
    memcpy(spec.transform, oblong, sizeof oblong);
    raster_make(path, &spec);
    assert_refused(context, path, TR_ERROR_FORMAT, "not square");
}

static void places_that_cannot_be_laid_flat_are_refused(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "a.tif");
    raster_spec spec = good;
    spec.system = "EPSG:4326";
    const double world[6] = {-180, 360.0 / 64, 0, 90, 0, -180.0 / 48};
    memcpy(spec.transform, world, sizeof world);
    raster_make(path, &spec);
    assert_refused(context, path, TR_ERROR_FORMAT, "360.0 degrees wide");
    const double pole[6] = {10, 0.01, 0, 89, 0, -0.01};
    memcpy(spec.transform, pole, sizeof pole);
    raster_make(path, &spec);
    assert_refused(context, path, TR_ERROR_FORMAT, "EPSG:32661");
    const double tiny[6] = {400000, 0.001, 0, 5100000, 0, -0.001};
    spec.system = "EPSG:32632";
    memcpy(spec.transform, tiny, sizeof tiny);
    raster_make(path, &spec);
    assert_refused(context, path, TR_ERROR_FORMAT, "1/256");
}

static void nothing_but_voids_is_refused(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "void.tif");
    raster_spec spec = good;
    spec.value = nothing;
    raster_make(path, &spec);
    assert_refused(context, path, TR_ERROR_FORMAT, "voids");
}

// Every length is tried: an error or, where only what GDAL does not need is missing, the right heights.
static void truncated_files_are_refused(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "whole.tif"), *cut = temp_dir_file(&dir, "cut.tif");
    raster_make(path, &good);
    static unsigned char bytes[64 * 1024];
    const long size = read_whole_file(path, bytes, sizeof bytes);
    assert_in_range(size, 64 * 48 * 4, sizeof bytes - 1);
    int refused = 0, tried = 0;
    for (long length = 0; length < size; length += 97) {
        assert_true(write_whole_file(cut, bytes, (size_t)length));
        tr_elevation elevation;
        tr_error err = {0};
        tried++;
        if (tr_elevation_read(context, cut, &elevation, &err)) {
            tr_elevation_destroy(context, &elevation);
            continue;
        }
        refused++;
        assert_non_null(strstr(err.message, cut));
        assert_true(err.code == TR_ERROR_FORMAT || err.code == TR_ERROR_FILE_READ);
    }
    assert_int_equal(refused, tried);
}

static void flipped_bytes_are_safe(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "whole.tif"), *bad = temp_dir_file(&dir, "flipped.tif");
    raster_make(path, &good);
    static unsigned char bytes[64 * 1024];
    const long size = read_whole_file(path, bytes, sizeof bytes);
    // The pixels may be anything; the header and the directories are at both ends.
    for (long i = 0; i < size; i += i < 600 || i > size - 800 ? 1 : 997) {
        bytes[i] ^= 0xFF;
        assert_true(write_whole_file(bad, bytes, (size_t)size));
        bytes[i] ^= 0xFF;
        tr_elevation elevation;
        tr_error err = {0};
        if (tr_elevation_read(context, bad, &elevation, &err))
            tr_elevation_destroy(context, &elevation);
        else
            assert_non_null(strstr(err.message, bad));
    }
}

static void truncated_text_grids_are_refused(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "cut.asc");
    const char *header = "ncols 8\nnrows 8\nxllcorner 600000\nyllcorner 200000\ncellsize 25\n1 2 3 4 5 6 7 8\n1 2 3";
    assert_true(write_whole_file(path, header, strlen(header)));
    assert_refused(context, path, TR_ERROR_FILE_READ, "cut short");
}

static void huge_sizes_are_refused_before_memory_is_taken(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "huge.vrt");
    const char *vrt = "<VRTDataset rasterXSize=\"200000\" rasterYSize=\"150000\"><SRS>EPSG:32632</SRS>"
                      "<GeoTransform>400000, 1, 0, 5100000, 0, -1</GeoTransform>"
                      "<VRTRasterBand dataType=\"Float32\" band=\"1\"/></VRTDataset>";
    assert_true(write_whole_file(path, vrt, strlen(vrt)));
    const int64_t allocations = allocator.allocations;
    assert_refused(context, path, TR_ERROR_OVER_BUDGET, "200000 x 150000");
    assert_int_equal(allocator.allocations, allocations);
}

static void a_small_budget_is_kept(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "degrees.tif");
    raster_spec spec = good;
    spec.system = "EPSG:4326";
    spec.width = spec.height = 300;
    const double degrees[6] = {8, 0.001, 0, 46, 0, -0.001};
    memcpy(spec.transform, degrees, sizeof degrees);
    raster_make(path, &spec);
    tr_context_def def = test_context_def(1);
    bool read = false;
    for (uint64_t budget = 64 * 1024; !read; budget = budget * 5 / 4) {
        assert_in_range(budget, 0, 64 * 1024 * 1024);
        def.memory_budget_bytes = budget;
        tr_context *small = tr_context_create(&def, NULL);
        assert_non_null(small);
        tr_elevation elevation;
        tr_error err = {0};
        read = tr_elevation_read(small, path, &elevation, &err);
        if (!read) assert_int_equal(err.code, TR_ERROR_OVER_BUDGET);
        assert_true(tr_context_memory(small).peak_bytes <= budget);
        if (read) tr_elevation_destroy(small, &elevation);
        tr_context_destroy(small);
    }
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "degrees.tif");
    raster_spec spec = good;
    spec.system = "EPSG:4326";
    const double degrees[6] = {8, 0.001, 0, 46, 0, -0.001};
    memcpy(spec.transform, degrees, sizeof degrees);
    raster_make(path, &spec);
    const int64_t live = allocator.live_blocks;
    bool read = false;
    for (int allowed = 0; !read; allowed++) {
        assert_in_range(allowed, 0, 100);
        allocator.fail_at = allocator.allocations + allowed;
        tr_elevation elevation;
        tr_error err = {0};
        read = tr_elevation_read(context, path, &elevation, &err);
        allocator.fail_at = -1;
        if (read)
            tr_elevation_destroy(context, &elevation);
        else
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, live);
    }
}

TEST_GROUP(elevation_failures)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_directory, tear_down_directory)
    const struct CMUnitTest tests[] = {
        TEST(files_that_are_no_rasters_are_named),
        TEST(a_missing_georeference_is_explained),
        TEST(places_that_cannot_be_laid_flat_are_refused),
        TEST(nothing_but_voids_is_refused),
        TEST(truncated_files_are_refused),
        TEST(flipped_bytes_are_safe),
        TEST(truncated_text_grids_are_refused),
        TEST(huge_sizes_are_refused_before_memory_is_taken),
        TEST(a_small_budget_is_kept),
        TEST(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
