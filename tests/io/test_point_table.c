// Tables of points: what is written comes back through GDAL and plain eyes, the bytes repeat, and a failure leaves
// nothing.
#include "counting_directory.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "terrane/io.h"
#include "test_effort.h"

#ifdef TR_HAVE_GDAL
#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>
#endif

// Texts with all that formats must quote, one that is not there, and one beyond ASCII.
enum { COUNT = 5 };
static const double xs[COUNT] = {423456.5, 423457.25, 0.1, -3, 423460.0001};
static const double ys[COUNT] = {5123456, 5123457.125, 12345678.9, -1e-7, 5123460};
static const double zs[COUNT] = {512.5, -3.25, 0, 100, 8848};
static const char *const texts[COUNT] = {"oak", "say \"yes\", or\nno", NULL, "B\xC3\xA4rlauch", ""};
static const int64_t integers[COUNT] = {0, -1, 4611686018427387903, -4611686018427387904, 9007199254740993};
static const double numbers[COUNT] = {1.25, NAN, -0.1, 1e300, 3};
static tr_point_column columns[3];
static tr_point_table table;

static int set_up_table(void **state)
{
    columns[0] = (tr_point_column){.name = "kind, of it", .texts = texts};
    columns[1] = (tr_point_column){.name = "number", .integers = integers};
    columns[2] = (tr_point_column){.name = "scale", .numbers = numbers};
    table = (tr_point_table){
        .name = "trees", .count = COUNT, .x = xs, .y = ys, .z = zs, .columns = columns, .column_count = 3};
    return set_up_directory(state);
}

static const char *write_table(const char *name)
{
    const char *path = temp_dir_file(&dir, name);
    tr_error err = {0};
    if (!tr_points_write(context, path, &table, NULL, &err)) fail_msg("%s", err.message);
    assert_int_equal(temp_dir_entry_count(dir.path), 1);
    return path;
}

static void assert_contents(const char *path, const char *expected)
{
    static char text[64 * 1024];
    const long size = read_whole_file(path, (unsigned char *)text, sizeof text - 1);
    assert_in_range(size, 0, sizeof text - 1);
    text[size] = '\0';
    assert_string_equal(text, expected);
}

static void csv_is_quoted(void **state)
{
    (void)state;
    assert_contents(write_table("a.csv"), "x,y,z,\"kind, of it\",number,scale\n"
                                          "423456.5,5123456,512.5,oak,0,1.25\n"
                                          "423457.25,5123457.125,-3.25,\"say \"\"yes\"\", or\nno\",-1,\n"
                                          "0.1,12345678.9,0,,4611686018427387903,-0.1\n"
                                          "-3,-1e-07,100,B\xC3\xA4rlauch,-4611686018427387904,1e+300\n"
                                          "423460.0001,5123460,8848,,9007199254740993,3\n");
}

static void geojson_without_a_system_needs_no_library(void **state)
{
    (void)state;
    table.count = 2;
    assert_contents(
        write_table("a.geojson"),
        "{\"type\":\"FeatureCollection\",\"name\":\"trees\",\"features\":[\n"
        "{\"type\":\"Feature\",\"properties\":{\"kind, of it\":\"oak\",\"number\":0,\"scale\":1.25},"
        "\"geometry\":{\"type\":\"Point\",\"coordinates\":[423456.5,5123456,512.5]}}\n"
        ",{\"type\":\"Feature\",\"properties\":{\"kind, of it\":\"say \\\"yes\\\", or\\u000ano\",\"number\":-1,"
        "\"scale\":null},\"geometry\":{\"type\":\"Point\",\"coordinates\":[423457.25,5123457.125,-3.25]}}]}\n");
}

static void empty_tables_are_written(void **state)
{
    (void)state;
    table = (tr_point_table){0};
    assert_contents(write_table("a.csv"), "x,y,z\n");
    assert_int_equal(remove(temp_dir_file(&dir, "a.csv")), 0);
    assert_contents(write_table("a.geojson"), "{\"type\":\"FeatureCollection\",\"name\":\"points\",\"features\":[]}\n");
}

static void assert_refused(const char *name, tr_error_code code, const char *part)
{
    const char *path = temp_dir_file(&dir, name);
    tr_error err = {0};
    assert_false(tr_points_write(context, path, &table, NULL, &err));
    if (err.code != code) fail_msg("%s: %s", tr_error_name(err.code), err.message);
    if (!strstr(err.message, path)) fail_msg("no file in: %s", err.message);
    if (!strstr(err.message, part)) fail_msg("no '%s' in: %s", part, err.message);
    assert_int_equal(temp_dir_entry_count(dir.path), 0);
}

static void bad_tables_are_refused(void **state)
{
    (void)state;
    assert_refused("a.txt", TR_ERROR_INVALID_ARGUMENT, ".csv, .geojson or .gpkg");
    assert_refused("csv", TR_ERROR_INVALID_ARGUMENT, ".csv, .geojson or .gpkg");
    assert_refused("missing/a.csv", TR_ERROR_FILE_OPEN, "missing");
    const double nowhere[COUNT] = {0, 0, INFINITY, 0, 0}, unknown[COUNT] = {0, 0, 0, 0, NAN};
    table.y = unknown;
    assert_refused("a.csv", TR_ERROR_INVALID_ARGUMENT, "point 4 lies at");
    table.y = ys;
    columns[2].numbers = nowhere;
    assert_refused("a.csv", TR_ERROR_INVALID_ARGUMENT, "column 'scale' is infinite at point 2");
    columns[2].numbers = NULL;
    assert_refused("a.csv", TR_ERROR_INVALID_ARGUMENT, "column 'scale' has no values");
    columns[2].numbers = numbers;
    const char *const bad_names[] = {"X", "geom", "NUMBER", "", NULL};
    for (int i = 0; i < 5; i++) {
        columns[2].name = bad_names[i];
        assert_refused("a.csv", TR_ERROR_INVALID_ARGUMENT, "column");
    }
    columns[2].name = "scale";
    table.z = NULL;
    assert_refused("a.csv", TR_ERROR_INVALID_ARGUMENT, "no coordinates");
    table.z = zs;
    table.columns = NULL;
    assert_refused("a.csv", TR_ERROR_INVALID_ARGUMENT, "columns that are not there");
}

static const char *const names[] = {"a.csv", "a.geojson", "a.gpkg"};
#ifdef TR_HAVE_GDAL
enum { NAME_COUNT = 3 };
#else
enum { NAME_COUNT = 2 };
#endif

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    for (int i = 0; i < NAME_COUNT; i++) {
        const char *path = temp_dir_file(&dir, names[i]);
        bool written = false;
        for (int allowed = 0; !written; allowed++) {
            assert_in_range(allowed, 0, 100);
            const int64_t live = allocator.live_blocks;
            tr_error err = {0};
            allocator.fail_at = allocator.allocations + allowed;
            written = tr_points_write(context, path, &table, NULL, &err);
            allocator.fail_at = -1;
            assert_int_equal(allocator.live_blocks, live);
            if (!written) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
            assert_int_equal(temp_dir_entry_count(dir.path), i + (written ? 1 : 0));
        }
    }
}

// A table that is long enough to stop in the middle of.
typedef struct long_table {
    double *values;
    char (*ids)[20];
    const char **texts;
    int64_t *integers;
    tr_point_column columns[3];
    tr_point_table table;
} long_table;

static long_table make_long_table(size_t count)
{
    long_table rows = {.values = malloc(3 * count * sizeof(double)),
                       .ids = malloc(count * sizeof *rows.ids),
                       .texts = malloc(count * sizeof *rows.texts),
                       .integers = malloc(count * sizeof *rows.integers)};
    for (size_t i = 0; i < count; i++) {
        const uint64_t random = tr_hash_identity(1, 2, (int64_t)i, 0, 0);
        rows.values[i] = 400000 + (double)(random % 100000000) / 10000;
        rows.values[count + i] = 5200000 + (double)(random / 100000000 % 100000000) / 10000;
        rows.values[2 * count + i] = (double)(random % 9999) / 100;
        snprintf(rows.ids[i], sizeof rows.ids[i], "%016llx", (unsigned long long)random);
        rows.texts[i] = rows.ids[i];
        rows.integers[i] = (int64_t)(random % 7);
    }
    rows.columns[1] = (tr_point_column){.name = "variant", .integers = rows.integers};
    rows.columns[2] = (tr_point_column){.name = "yaw", .numbers = rows.values + 2 * count};
    rows.table = (tr_point_table){.name = "long",
                                  .count = count,
                                  .x = rows.values,
                                  .y = rows.values + count,
                                  .z = rows.values + 2 * count,
                                  .column_count = 3};
    rows.columns[0] = (tr_point_column){.name = "id", .texts = rows.texts};
    return rows;
}

static void free_long_table(long_table *rows)
{
    free(rows->values);
    free(rows->ids);
    free(rows->texts);
    free(rows->integers);
}

static bool stop_at_half(void *user, double share)
{
    double *last = user;
    assert_true(share >= *last && share <= 1);
    *last = share;
    return share < 0.5;
}

static bool note(void *user, double share)
{
    double *last = user;
    *last = share;
    return true;
}

static void progress_is_reported_and_may_stop_it(void **state)
{
    (void)state;
    long_table rows = make_long_table(9000);
    rows.table.columns = rows.columns;
    for (int i = 0; i < NAME_COUNT; i++) {
        const char *path = temp_dir_file(&dir, names[i]);
        double last = 0;
        const tr_progress stopping = {.report = stop_at_half, .user = &last};
        tr_error err = {0};
        assert_false(tr_points_write(context, path, &rows.table, &stopping, &err));
        assert_int_equal(err.code, TR_ERROR_CANCELLED);
        assert_true(last >= 0.5 && last < 0.7);
        assert_int_equal(temp_dir_entry_count(dir.path), i);
        const tr_progress noting = {.report = note, .user = &last};
        assert_true(tr_points_write(context, path, &rows.table, &noting, &err));
        assert_true(last == 1);
        assert_int_equal(temp_dir_entry_count(dir.path), i + 1);
    }
    free_long_table(&rows);
}

// A limit on the size of files stops a write in the middle, as a full disk does.
static void a_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    long_table rows = make_long_table(9000);
    rows.table.columns = rows.columns;
    struct rlimit old_limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < NAME_COUNT; i++) {
        const char *path = temp_dir_file(&dir, names[i]);
        tr_error err = {0};
        assert_true(tr_points_write(context, path, &rows.table, NULL, &err));
        struct stat info;
        assert_int_equal(stat(path, &info), 0);
        assert_true(write_whole_file(path, "old", 3));
        for (int eighth = 0; eighth <= 8; eighth++) {
            const rlim_t bytes = (rlim_t)(eighth < 8 ? info.st_size * eighth / 8 : info.st_size - 1);
            const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = old_limit.rlim_max};
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
            const bool written = tr_points_write(context, path, &rows.table, NULL, &err);
            setrlimit(RLIMIT_FSIZE, &old_limit);
            if (written)
                fail_msg("%s: written with a limit of %ld of %ld bytes", path, (long)bytes, (long)info.st_size);
            if (err.code != TR_ERROR_FILE_WRITE) fail_msg("%s: %s", tr_error_name(err.code), err.message);
            unsigned char contents[8];
            assert_int_equal(read_whole_file(path, contents, sizeof contents), 3);
            assert_int_equal(temp_dir_entry_count(dir.path), i + 1);
        }
    }
    free_long_table(&rows);
}

static void the_same_table_gives_the_same_bytes(void **state)
{
    (void)state;
    static unsigned char bytes[2][1 << 20];
    long_table rows = make_long_table(3000);
    rows.table.columns = rows.columns;
    for (int i = 0; i < 2; i++) {
        long sizes[2];
        for (int run = 0; run < 2; run++) {
            assert_true(tr_points_write(context, temp_dir_file(&dir, names[i]), &rows.table, NULL, NULL));
            sizes[run] = read_whole_file(temp_dir_file(&dir, names[i]), bytes[run], sizeof bytes[run]);
        }
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(bytes[0], bytes[1], (size_t)sizes[0]);
    }
    free_long_table(&rows);
}

#ifdef TR_HAVE_GDAL
static char *wkt_of(const char *system)
{
    char *wkt = NULL;
    OGRSpatialReferenceH srs = OSRNewSpatialReference(NULL);
    assert_int_equal(OSRSetFromUserInput(srs, system), OGRERR_NONE);
    assert_int_equal(OSRExportToWkt(srs, &wkt), OGRERR_NONE);
    OSRDestroySpatialReference(srs);
    return wkt;
}

static GDALDatasetH open_vectors(const char *path)
{
    GDALDatasetH dataset = GDALOpenEx(path, GDAL_OF_VECTOR, NULL, NULL, NULL);
    if (!dataset) fail_msg("GDAL does not open %s", path);
    assert_int_equal(GDALDatasetGetLayerCount(dataset), 1);
    return dataset;
}

static void assert_feature(OGRFeatureH feature, int row)
{
    assert_non_null(feature);
    if (texts[row]) {
        assert_string_equal(OGR_F_GetFieldAsString(feature, 0), texts[row]);
    } else {
        assert_false(OGR_F_IsFieldSetAndNotNull(feature, 0));
    }
    assert_int_equal(OGR_F_GetFieldAsInteger64(feature, 1), integers[row]);
    if (isnan(numbers[row])) {
        assert_false(OGR_F_IsFieldSetAndNotNull(feature, 2));
    } else {
        assert_true(OGR_F_GetFieldAsDouble(feature, 2) == numbers[row]);
    }
}

static void assert_point(OGRFeatureH feature, double x, double y, double z, double tolerance)
{
    OGRGeometryH point = OGR_F_GetGeometryRef(feature);
    assert_int_equal(wkbFlatten(OGR_G_GetGeometryType(point)), wkbPoint);
    if (!(fabs(OGR_G_GetX(point, 0) - x) <= tolerance && fabs(OGR_G_GetY(point, 0) - y) <= tolerance &&
          OGR_G_GetZ(point, 0) == z))
        fail_msg("%.12g, %.12g, %.12g instead of %.12g, %.12g, %.12g", OGR_G_GetX(point, 0), OGR_G_GetY(point, 0),
                 OGR_G_GetZ(point, 0), x, y, z);
}

static void gdal_reads_points_without_a_system(void **state)
{
    (void)state;
    for (int i = 1; i < 3; i++) {
        GDALDatasetH dataset = open_vectors(write_table(names[i]));
        OGRLayerH layer = GDALDatasetGetLayer(dataset, 0);
        assert_string_equal(OGR_L_GetName(layer), "trees");
        assert_int_equal(OGR_L_GetFeatureCount(layer, TRUE), COUNT);
        OGRSpatialReferenceH system = OGR_L_GetSpatialRef(layer);
        assert_true(i == 1 ? OSRIsGeographic(system) : !system || OSRIsLocal(system));
        for (int row = 0; row < COUNT; row++) {
            OGRFeatureH feature = OGR_L_GetNextFeature(layer);
            assert_feature(feature, row);
            assert_point(feature, xs[row], ys[row], zs[row], 0);
            OGR_F_Destroy(feature);
        }
        GDALClose(dataset);
        assert_int_equal(remove(temp_dir_file(&dir, names[i])), 0);
    }
}

static void gdal_reads_points_of_a_system(void **state)
{
    (void)state;
    const char *const systems[] = {"EPSG:32632", "EPSG:2056", "EPSG:3857"};
    const double x[2] = {2683000.25, 2684000}, y[2] = {1247000, 1247500.5};
    table.count = 2;
    table.x = x;
    table.y = y;
    for (int i = 0; i < 3; i++) {
        char *wkt = wkt_of(systems[i]);
        table.wkt = wkt;
        OGRSpatialReferenceH from = OSRNewSpatialReference(wkt), to = OSRNewSpatialReference(NULL);
        OSRImportFromEPSG(to, 4326);
        OSRSetAxisMappingStrategy(from, OAMS_TRADITIONAL_GIS_ORDER);
        OSRSetAxisMappingStrategy(to, OAMS_TRADITIONAL_GIS_ORDER);
        OGRCoordinateTransformationH to_degrees = OCTNewCoordinateTransformation(from, to);
        for (int k = 1; k < 3; k++) {
            GDALDatasetH dataset = open_vectors(write_table(names[k]));
            OGRLayerH layer = GDALDatasetGetLayer(dataset, 0);
            OGRSpatialReferenceH system = OGR_L_GetSpatialRef(layer);
            assert_true(k == 1 ? OSRIsGeographic(system) : OSRIsSame(system, from));
            for (int row = 0; row < 2; row++) {
                double east = x[row], north = y[row];
                if (k == 1) assert_true(OCTTransform(to_degrees, 1, &east, &north, NULL));
                OGRFeatureH feature = OGR_L_GetNextFeature(layer);
                assert_point(feature, east, north, zs[row], k == 1 ? 0.51e-9 : 0);
                OGR_F_Destroy(feature);
            }
            if (k == 2) assert_true(OGR_L_TestCapability(layer, OLCFastSpatialFilter));
            GDALClose(dataset);
            assert_int_equal(remove(temp_dir_file(&dir, names[k])), 0);
        }
        OCTDestroyCoordinateTransformation(to_degrees);
        OSRDestroySpatialReference(from);
        OSRDestroySpatialReference(to);
        CPLFree(wkt);
    }
}

static void systems_that_lead_nowhere_are_refused(void **state)
{
    (void)state;
    table.wkt = "PROJCRS[this is no system";
    assert_refused("a.geojson", TR_ERROR_INVALID_ARGUMENT, "coordinate system");
    assert_refused("a.gpkg", TR_ERROR_INVALID_ARGUMENT, "coordinate system");
    table.wkt = "LOCAL_CS[\"somewhere\",UNIT[\"metre\",1]]";
    assert_refused("a.geojson", TR_ERROR_INVALID_ARGUMENT, "degrees");
    char *wkt = wkt_of("EPSG:32632");
    table.wkt = wkt;
    const double far[COUNT] = {1e30, 0, 0, 0, 0};
    table.x = far;
    assert_refused("a.geojson", TR_ERROR_INVALID_ARGUMENT, "no place on Earth");
    CPLFree(wkt);
}

static void ogrinfo_has_nothing_to_say_against_it(void **state)
{
    (void)state;
    if (system("command -v ogrinfo >/dev/null") != 0) {
        print_message("SKIPPED: gdal-bin is not installed, so no real tool looks at the files\n");
        skip();
    }
    for (int i = 0; i < 3; i++) {
        char command[1200], log[300];
        snprintf(log, sizeof log, "%s.txt", dir.path);
        snprintf(command, sizeof command,
                 "ogrinfo -al -q '%s' >'%s' 2>&1 && grep -q rlauch '%s' && ! grep -i 'warning\\|error' '%s'",
                 write_table(names[i]), log, log, log);
        assert_int_equal(system(command), 0);
        remove(log);
        assert_int_equal(remove(temp_dir_file(&dir, names[i])), 0);
    }
}
#endif

static void many_points_are_written(void **state)
{
    (void)state;
    const size_t count = 50000 / TEST_SLOWDOWN;
    long_table rows = make_long_table(count);
    rows.table.columns = rows.columns;
    for (int i = 0; i < NAME_COUNT; i++) {
        const uint64_t before = tr_context_memory(context).peak_bytes;
        tr_error err = {0};
        if (!tr_points_write(context, temp_dir_file(&dir, names[i]), &rows.table, NULL, &err))
            fail_msg("%s", err.message);
        // Text goes out as it comes.
        assert_in_range(tr_context_memory(context).peak_bytes - before, 0, 1 << 20);
    }
#ifdef TR_HAVE_GDAL
    GDALDatasetH dataset = GDALOpenEx(temp_dir_file(&dir, "a.gpkg"), GDAL_OF_VECTOR, NULL, NULL, NULL);
    OGRLayerH layer = GDALDatasetGetLayer(dataset, 0);
    assert_int_equal(OGR_L_GetFeatureCount(layer, TRUE), count);
    size_t inside = 0;
    for (size_t i = 0; i < count; i++)
        inside += rows.table.x[i] >= 401000 && rows.table.x[i] <= 402000 && rows.table.y[i] >= 5203000 &&
                  rows.table.y[i] <= 5204000;
    OGR_L_SetSpatialFilterRect(layer, 401000, 5203000, 402000, 5204000);
    size_t found = 0;
    for (OGRFeatureH feature; (feature = OGR_L_GetNextFeature(layer)); found++) OGR_F_Destroy(feature);
    assert_int_equal(found, inside);
    GDALClose(dataset);
#endif
    free_long_table(&rows);
}

TEST_GROUP(point_table)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_table, tear_down_directory)
    const struct CMUnitTest tests[] = {
        TEST(csv_is_quoted),
        TEST(geojson_without_a_system_needs_no_library),
        TEST(empty_tables_are_written),
        TEST(bad_tables_are_refused),
        TEST(every_failed_allocation_is_reported),
        TEST(progress_is_reported_and_may_stop_it),
        TEST(a_full_disk_leaves_the_old_file),
        TEST(the_same_table_gives_the_same_bytes),
        TEST(many_points_are_written),
#ifdef TR_HAVE_GDAL
        TEST(gdal_reads_points_without_a_system),
        TEST(gdal_reads_points_of_a_system),
        TEST(systems_that_lead_nowhere_are_refused),
        TEST(ogrinfo_has_nothing_to_say_against_it),
#endif
    };
#ifdef TR_HAVE_GDAL
    GDALAllRegister();
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
