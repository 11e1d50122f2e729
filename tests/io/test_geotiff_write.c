// Cloud Optimised GeoTIFF: real tools accept it, the place and the values survive, the bytes repeat, and a failure
// leaves nothing.
#include "counting_directory.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cpl_conv.h>
#include <cpl_error.h>
#include <ogr_srs_api.h>

#include "raster_fixture.h"
#include "terrane/io.h"

static tr_grid make_grid(int32_t width, int32_t height, int32_t depth)
{
    tr_grid grid;
    assert_true(tr_grid_create(context, width, height, depth, &grid, NULL));
    for (int64_t i = 0; i < (int64_t)width * height * depth; i++) {
        const double x = (double)(i % width), y = (double)(i / width);
        grid.samples[i] = (float)(500 + 100 * sin(x / 31) * cos(y / 47) + 0.01 * (double)(i % 7));
    }
    return grid;
}

static char utm_wkt[] = "EPSG:32632";

static void make_wkt(char **out)
{
    OGRSpatialReferenceH system = OSRNewSpatialReference(NULL);
    assert_int_equal(OSRSetFromUserInput(system, utm_wkt), OGRERR_NONE);
    static const char *const options[] = {"FORMAT=WKT2_2019", NULL};
    assert_int_equal(OSRExportToWktEx(system, out, options), OGRERR_NONE);
    OSRDestroySpatialReference(system);
}

static tr_georeference place_of(char *wkt)
{
    return (tr_georeference){.wkt = wkt, .west = 423456.5, .north = 5123456.25, .pixel_m = 12.5};
}

static void write_grid(const char *path, const tr_grid *grid, const tr_georeference *place)
{
    tr_error err = {0};
    if (!tr_geotiff_write(context, path, grid, place, "height (m)", &err)) fail_msg("%s", err.message);
}

// The output of a command, which must succeed.
static char *output_of(const char *command)
{
    static char text[64 * 1024];
    FILE *stream = popen(command, "r");
    assert_non_null(stream);
    const size_t size = fread(text, 1, sizeof text - 1, stream);
    text[size] = '\0';
    const int status = pclose(stream);
    if (status != 0) fail_msg("%s ended with %d: %s", command, status, text);
    return text;
}

static void have_tools(void)
{
    if (system("command -v gdalinfo >/dev/null && /usr/bin/python3 -c 'import osgeo_utils' 2>/dev/null") == 0) return;
    print_message("SKIPPED: gdal-bin and python3-gdal are not installed, so no real tool looks at the files\n");
    skip();
}

static void the_validator_accepts_it(void **state)
{
    (void)state;
    have_tools();
    char *wkt = NULL;
    make_wkt(&wkt);
    const tr_georeference place = place_of(wkt);
    const int32_t sizes[3][2] = {{1300, 1100}, {512, 512}, {3, 1}};
    for (int i = 0; i < 3; i++) {
        tr_grid grid = make_grid(sizes[i][0], sizes[i][1], 1);
        const char *path = temp_dir_file(&dir, "a.tif");
        write_grid(path, &grid, &place);
        char command[800];
        snprintf(
            command, sizeof command,
            "/usr/bin/python3 -m osgeo_utils.samples.validate_cloud_optimized_geotiff -q --full-check=yes '%s' 2>&1",
            path);
        assert_null(strstr(output_of(command), "NOT"));
        tr_grid_destroy(context, &grid);
    }
    CPLFree(wkt);
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("\"%s\" is not in %s", part, text);
}

static void gdalinfo_tells_what_was_written(void **state)
{
    (void)state;
    have_tools();
    char *wkt = NULL;
    make_wkt(&wkt);
    const tr_georeference place = place_of(wkt);
    tr_grid grid = make_grid(1300, 1100, 1);
    const char *path = temp_dir_file(&dir, "a.tif");
    write_grid(path, &grid, &place);
    char command[600];
    snprintf(command, sizeof command, "gdalinfo -json '%s' | tr -d ' \\n'", path);
    const char *text = output_of(command);
    assert_contains(text, "\"size\":[1300,1100]");
    assert_contains(text, "\"geoTransform\":[423456.5,12.5,0.0,5123456.25,0.0,-12.5]");
    assert_contains(text, "\"AREA_OR_POINT\":\"Area\"");
    assert_contains(text, "\"LAYOUT\":\"COG\"");
    assert_contains(text, "\"COMPRESSION\":\"DEFLATE\"");
    assert_contains(text, "\"type\":\"Float32\"");
    assert_contains(text, "\"description\":\"height(m)\"");
    assert_contains(text, "\"unit\":\"m\"");
    assert_contains(text, "\"overviews\":[{\"size\":[650,550]}");
    assert_contains(text, "ID[\\\"EPSG\\\",32632]");
    assert_null(strstr(text, "noDataValue"));
    tr_grid_destroy(context, &grid);
    CPLFree(wkt);
}

// What gdalinfo says of the system and the grid, of a file of GDAL's own and of one that went through us.
static void the_georeference_survives(void **state)
{
    (void)state;
    have_tools();
    const char *const systems[] = {"EPSG:32632", "EPSG:32719", "EPSG:2056", "EPSG:27700", "EPSG:3857", "EPSG:25833"};
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
        const char *first = temp_dir_file(&dir, "first.tif"), *second = temp_dir_file(&dir, "second.tif");
        const raster_spec spec = {.width = 40,
                                  .height = 30,
                                  .transform = {500000, 25, 0, 1200000, 0, -25},
                                  .system = systems[i],
                                  .type = GDT_Float32,
                                  .value = hypot};
        raster_make(first, &spec);
        tr_elevation elevation;
        tr_error err = {0};
        // hypot() is beyond 20000 m: the values do not matter here, so they are brought into range by the band.
        GDALDatasetH dataset = GDALOpen(first, GA_Update);
        GDALSetRasterScale(GDALGetRasterBand(dataset, 1), 0.001);
        GDALClose(dataset);
        if (!tr_elevation_read(context, first, &elevation, &err)) fail_msg("%s", err.message);
        write_grid(second, &elevation.heights, &elevation.place);
        tr_elevation_destroy(context, &elevation);
        char command[1600];
        snprintf(command, sizeof command,
                 "for f in '%s' '%s'; do gdalinfo -json \"$f\" | /usr/bin/python3 -c 'import json, sys; i = "
                 "json.load(sys.stdin); "
                 "print(i[\"size\"], i[\"geoTransform\"], i[\"coordinateSystem\"], i[\"cornerCoordinates\"])' > "
                 "\"$f.txt\"; done; "
                 "cmp '%s.txt' '%s.txt' && grep -q 1200000 '%s.txt' 2>&1",
                 first, second, first, second, second);
        output_of(command);
    }
}

static void values_survive(void **state)
{
    (void)state;
    char *wkt = NULL;
    make_wkt(&wkt);
    const tr_georeference place = place_of(wkt);
    tr_grid grid = make_grid(700, 600, 1);
    // A part of a larger grid, as tiles with an overlap are.
    tr_grid part = grid;
    part.samples += 13 * grid.row_stride + 7;
    part.width = 550;
    part.height = 520;
    const char *path = temp_dir_file(&dir, "a.tif");
    write_grid(path, &part, &place);
    tr_elevation back;
    assert_true(tr_elevation_read(context, path, &back, NULL));
    assert_int_equal(back.heights.width, 550);
    assert_int_equal(back.heights.height, 520);
    for (int32_t y = 0; y < 520; y++)
        assert_memory_equal(back.heights.samples + y * back.heights.row_stride, part.samples + y * part.row_stride,
                            550 * sizeof(float));
    assert_true(back.place.west == place.west && back.place.north == place.north && back.place.pixel_m == 12.5);
    tr_elevation_destroy(context, &back);
    tr_grid_destroy(context, &grid);
    CPLFree(wkt);
}

static void planes_become_bands_and_the_unit_comes_from_the_description(void **state)
{
    (void)state;
    const tr_georeference place = {.west = 0, .north = 0, .pixel_m = 1};
    tr_grid grid = make_grid(30, 20, 3);
    const char *path = temp_dir_file(&dir, "a.tif");
    assert_true(tr_geotiff_write(context, path, &grid, &place, "temperature (degC)", NULL));
    GDALDatasetH dataset = GDALOpen(path, GA_ReadOnly);
    assert_int_equal(GDALGetRasterCount(dataset), 3);
    assert_string_equal(GDALGetRasterUnitType(GDALGetRasterBand(dataset, 2)), "degC");
    float value;
    assert_int_equal(GDALRasterIO(GDALGetRasterBand(dataset, 3), GF_Read, 4, 5, 1, 1, &value, 1, 1, GDT_Float32, 0, 0),
                     CE_None);
    assert_true(value == grid.samples[2 * grid.plane_stride + 5 * grid.row_stride + 4]);
    GDALClose(dataset);
    tr_grid_destroy(context, &grid);
}

static unsigned char first_bytes[4 << 20], second_bytes[4 << 20];

static void the_same_grid_gives_the_same_bytes(void **state)
{
    (void)state;
    char *wkt = NULL;
    make_wkt(&wkt);
    const tr_georeference place = place_of(wkt);
    tr_grid grid = make_grid(1100, 700, 1);
    const char *first = temp_dir_file(&dir, "a.tif"), *second = temp_dir_file(&dir, "b.tif");
    write_grid(first, &grid, &place);
    static const char *const settings[][2] = {
        {"GDAL_NUM_THREADS", "ALL_CPUS"},   {"GDAL_TIFF_ENDIANNESS", "BIG"},
        {"GDAL_TIFF_OVR_BLOCKSIZE", "256"}, {"GEOTIFF_VERSION", "1.0"},
        {"GTIFF_WRITE_TOWGS84", "YES"},     {"GEOTIFF_KEYS_FLAVOR", "ESRI_PE"},
        {"COMPRESS_OVERVIEW", "LZW"},       {"PREDICTOR_OVERVIEW", "2"},
        {"COG_TMP_COMPRESSION", "LZW"},     {"BIGTIFF_OVERVIEW", "YES"},
        {"GDAL_OVR_CHUNKYSIZE", "64"},      {"OSR_WKT_FORMAT", "WKT1_ESRI"},
        {"ZLEVEL_OVERVIEW", "1"},           {"GDAL_TIFF_DEFLATE_SUBCODEC", "ZLIB"},
        {"GTIFF_DONT_WRITE_BLOCKS", "YES"}};
    const size_t count = sizeof settings / sizeof settings[0];
    for (size_t i = 0; i < count; i++) setenv(settings[i][0], settings[i][1], 1);
    write_grid(second, &grid, &place);
    for (size_t i = 0; i < count; i++) unsetenv(settings[i][0]);
    const long size = read_whole_file(first, first_bytes, sizeof first_bytes);
    assert_in_range(size, 1000, sizeof first_bytes - 1);
    assert_int_equal(read_whole_file(second, second_bytes, sizeof second_bytes), size);
    assert_memory_equal(first_bytes, second_bytes, (size_t)size);
    assert_int_equal(temp_dir_entry_count(dir.path), 2);
    tr_grid_destroy(context, &grid);
    CPLFree(wkt);
}

// A limit on the size of files stops a write in the middle, as a full disk does: tried at every eighth of the way, and
// just before the end.
static void a_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    char *wkt = NULL;
    make_wkt(&wkt);
    const tr_georeference place = place_of(wkt);
    tr_grid grid = make_grid(700, 600, 1);
    const char *path = temp_dir_file(&dir, "a.tif");
    write_grid(path, &grid, &place);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_true(write_whole_file(path, "old", 3));
    struct rlimit old_limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i <= 10; i++) {
        const rlim_t bytes = i < 8 ? (rlim_t)(info.st_size * i / 8)
                                   : (rlim_t)(info.st_size - (i == 8   ? 4096
                                                              : i == 9 ? 100
                                                                       : 1));
        const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = old_limit.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        tr_error err = {0};
        const bool written = tr_geotiff_write(context, path, &grid, &place, "height (m)", &err);
        setrlimit(RLIMIT_FSIZE, &old_limit);
        if (written) fail_msg("written with a limit of %ld of %ld bytes", (long)bytes, (long)info.st_size);
        if (err.code != TR_ERROR_FILE_WRITE) fail_msg("%s: %s", tr_error_name(err.code), err.message);
        assert_non_null(strstr(err.message, path));
        unsigned char contents[8];
        assert_int_equal(read_whole_file(path, contents, sizeof contents), 3);
        assert_int_equal(temp_dir_entry_count(dir.path), 1);
    }
    tr_grid_destroy(context, &grid);
    CPLFree(wkt);
}

static void assert_refused(const char *path, const tr_grid *grid, const tr_georeference *place, tr_error_code code)
{
    tr_error err = {0};
    assert_false(tr_geotiff_write(context, path, grid, place, NULL, &err));
    if (err.code != code) fail_msg("%s: %s", tr_error_name(err.code), err.message);
    assert_non_null(strstr(err.message, path));
}

static void impossible_requests_are_refused(void **state)
{
    (void)state;
    const tr_georeference place = {.pixel_m = 1};
    tr_grid grid = make_grid(4, 4, 1);
    assert_refused(temp_dir_file(&dir, "missing/a.tif"), &grid, &place, TR_ERROR_FILE_OPEN);
    assert_refused("/dev/full", &grid, &place, TR_ERROR_FILE_OPEN);
    const char *path = temp_dir_file(&dir, "a.tif");
    tr_grid bad = grid;
    bad.width = 0;
    assert_refused(path, &bad, &place, TR_ERROR_INVALID_ARGUMENT);
    const tr_georeference nowhere = {.pixel_m = 0}, far = {.pixel_m = 1, .west = INFINITY};
    assert_refused(path, &grid, &nowhere, TR_ERROR_INVALID_ARGUMENT);
    assert_refused(path, &grid, &far, TR_ERROR_INVALID_ARGUMENT);
    char nonsense[] = "PROJCRS[this is no system";
    const tr_georeference unreadable = {.pixel_m = 1, .wkt = nonsense};
    assert_refused(path, &grid, &unreadable, TR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
    tr_grid_destroy(context, &grid);
}

TEST_GROUP(geotiff_write)
{
    GDALAllRegister();
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_directory, tear_down_directory)
    const struct CMUnitTest tests[] = {
        TEST(the_validator_accepts_it),
        TEST(gdalinfo_tells_what_was_written),
        TEST(the_georeference_survives),
        TEST(values_survive),
        TEST(planes_become_bands_and_the_unit_comes_from_the_description),
        TEST(the_same_grid_gives_the_same_bytes),
        TEST(a_full_disk_leaves_the_old_file),
        TEST(impossible_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
