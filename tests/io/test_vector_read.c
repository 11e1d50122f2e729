// Vector files of several formats: coordinates, attributes, layers, projections; and files that cannot be used.
#include "counting_directory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cpl_conv.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

#include "raster_fixture.h"
#include "terrane/io.h"

#define COLLECTION "{\"type\":\"FeatureCollection\",\"features\":["
#define FEATURE(properties, type, coordinates)                                             \
    "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":{\"type\":\"" type \
    "\",\"coordinates\":" coordinates "}}"

static const char *write_text(const char *name, const char *text)
{
    const char *path = temp_dir_file(&dir, name);
    assert_true(write_whole_file(path, text, strlen(text)));
    return path;
}

static tr_vectors read_file(const char *path, const tr_vectors_def *def)
{
    tr_vectors vectors;
    tr_error err = {0};
    if (!tr_vectors_read(context, path, def, &vectors, &err)) fail_msg("%s", err.message);
    return vectors;
}

static void assert_refused(const char *path, const tr_vectors_def *def, tr_error_code code, const char *part)
{
    tr_vectors vectors;
    tr_error err = {0};
    const uint64_t used = tr_context_memory(context).used_bytes;
    if (tr_vectors_read(context, path, def, &vectors, &err)) fail_msg("%s was read", path);
    if (err.code != code) fail_msg("%s: %s", tr_error_name(err.code), err.message);
    assert_non_null(strstr(err.message, path));
    if (!strstr(err.message, part)) fail_msg("\"%s\" is not in: %s", part, err.message);
    assert_null(vectors.features);
    assert_null(vectors.storage);
    assert_int_equal(tr_context_memory(context).used_bytes, used);
}

static const char *value_of(const tr_vector_feature *feature, const char *name)
{
    for (int32_t i = 0; i < feature->attribute_count; i++)
        if (strcmp(feature->attributes[i].name, name) == 0) return feature->attributes[i].value;
    return NULL;
}

static char *wkt_of(int epsg)
{
    OGRSpatialReferenceH system = OSRNewSpatialReference(NULL);
    assert_int_equal(OSRImportFromEPSG(system, epsg), OGRERR_NONE);
    char *wkt = NULL;
    OSRExportToWkt(system, &wkt);
    OSRDestroySpatialReference(system);
    return wkt;
}

static void lines_polygons_and_attributes_are_read(void **state)
{
    (void)state;
    const char *path = write_text(
        "a.geojson",
        COLLECTION FEATURE("\"name\":\"A 1\",\"width\":7.5", "LineString", "[[8,46],[8.01,46.02,512.5]]") "," FEATURE(
            "\"kind\":\"lake\",\"name\":null", "Polygon",
            "[[[8,46],[8.1,46],[8.1,46.1],[8,46.1],[8,46]],[[8.02,46.02],[8.03,46.02],[8.03,46.03],[8.02,"
            "46.02]]]") "," FEATURE("", "Point", "[8,46]") "," FEATURE("\"name\":\"parts\"", "MultiLineString",
                                                                       "[[[1,2],[3,4]],[[5,6],[7,8],[9,10]]"
                                                                       "]") ","
                                                                            "{\"type\":\"Feature\","
                                                                            "\"properties\":{},"
                                                                            "\"geometry\":null}]}");
    const tr_vectors_def def = tr_default_vectors_def();
    tr_vectors vectors = read_file(path, &def);
    assert_int_equal(vectors.count, 4);
    assert_int_equal(vectors.other_count, 2);
    assert_string_equal(vectors.system, "WGS 84");
    const tr_vector_feature *line = &vectors.features[0];
    assert_false(line->is_polygon);
    assert_int_equal(line->point_count, 2);
    assert_string_equal(value_of(line, "name"), "A 1");
    assert_string_equal(value_of(line, "width"), "7.5");
    assert_null(value_of(line, "kind"));
    assert_string_equal(line->layer, "a");
    assert_true(line->points[1].x == 8.01 && line->points[1].y == 46.02 && line->points[1].z == 512.5);
    const tr_vector_feature *lake = &vectors.features[1];
    assert_true(lake->is_polygon);
    assert_int_equal(lake->ring_count, 2);
    assert_int_equal(lake->ring_end[0], 4);
    assert_int_equal(lake->ring_end[1], 7);
    assert_int_equal(lake->point_count, 7);
    assert_true(isnan(lake->points[0].z));
    assert_null(value_of(lake, "name"));
    assert_int_equal(vectors.features[3].point_count, 3);
    assert_string_equal(value_of(&vectors.features[3], "name"), "parts");
    tr_vectors_destroy(context, &vectors);
}

static void coordinates_are_brought_to_the_system_asked_for(void **state)
{
    (void)state;
    const char *path = write_text("a.geojson", COLLECTION FEATURE("", "LineString", "[[9,46],[9.5,46.5,77]]") "]}");
    char *wkt = wkt_of(32632);
    tr_vectors_def def = tr_default_vectors_def();
    def.wkt = wkt;
    tr_vectors vectors = read_file(path, &def);
    const tr_vector_point *points = vectors.features[0].points;
    // The middle of the zone is at 9 degrees: x is exact there. y is the arc of the meridian times 0.9996.
    assert_true(fabs(points[0].x - 500000) < 1e-6);
    assert_true(fabs(points[0].y - 5094214.0) < 300.0);
    double lon, lat;
    raster_to_degrees("EPSG:32632", points[1].x, points[1].y, &lon, &lat);
    assert_true(fabs(lon - 9.5) < 1e-9 && fabs(lat - 46.5) < 1e-9);
    assert_true(points[1].z == 77);
    CPLFree(wkt);
    tr_vectors_destroy(context, &vectors);

    // And back: degrees come as longitude, latitude, whatever the authority says.
    const char *projected = write_text(
        "b.geojson",
        "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:32632\"}},"
        "\"features\":[" FEATURE("", "LineString", "[[500000,5100000],[500100,5100000]]") "]}");
    wkt = wkt_of(4326);
    def.wkt = wkt;
    vectors = read_file(projected, &def);
    assert_true(fabs(vectors.features[0].points[0].x - 9.0) < 1e-9);
    assert_true(vectors.features[0].points[0].y > 46.0 && vectors.features[0].points[0].y < 46.1);
    CPLFree(wkt);
    tr_vectors_destroy(context, &vectors);
}

static void add_line_layer(GDALDatasetH dataset, const char *name, int epsg, const double *xy, int count)
{
    OGRSpatialReferenceH system = OSRNewSpatialReference(NULL);
    OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
    assert_int_equal(OSRImportFromEPSG(system, epsg), OGRERR_NONE);
    OGRLayerH layer = GDALDatasetCreateLayer(dataset, name, system, wkbLineString, NULL);
    assert_non_null(layer);
    OGRFieldDefnH field = OGR_Fld_Create("lanes", OFTInteger);
    OGR_L_CreateField(layer, field, TRUE);
    OGR_Fld_Destroy(field);
    OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
    OGR_F_SetFieldInteger(feature, 0, count);
    OGRGeometryH line = OGR_G_CreateGeometry(wkbLineString);
    for (int i = 0; i < count; i++) OGR_G_AddPoint_2D(line, xy[2 * i], xy[2 * i + 1]);
    OGR_F_SetGeometryDirectly(feature, line);
    assert_int_equal(OGR_L_CreateFeature(layer, feature), OGRERR_NONE);
    OGR_F_Destroy(feature);
    OSRDestroySpatialReference(system);
}

static void layers_have_systems_of_their_own(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "many.gpkg");
    GDALAllRegister();
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("GPKG"), path, 0, 0, 0, GDT_Unknown, NULL);
    assert_non_null(dataset);
    const double degrees[] = {9, 46, 9.01, 46.01, 9.02, 46};
    const double metres[] = {500000, 5100000, 500100, 5100000};
    add_line_layer(dataset, "roads", 4326, degrees, 3);
    add_line_layer(dataset, "rails", 32632, metres, 2);
    GDALClose(dataset);

    char *wkt = wkt_of(32632);
    tr_vectors_def def = tr_default_vectors_def();
    def.wkt = wkt;
    tr_vectors vectors = read_file(path, &def);
    assert_int_equal(vectors.count, 2);
    assert_string_equal(vectors.features[0].layer, "roads");
    assert_string_equal(value_of(&vectors.features[0], "lanes"), "3");
    assert_true(fabs(vectors.features[0].points[0].x - 500000) < 1e-6);
    assert_true(vectors.features[1].points[1].x == 500100);
    tr_vectors_destroy(context, &vectors);
    def.layer = "rails";
    vectors = read_file(path, &def);
    assert_int_equal(vectors.count, 1);
    assert_string_equal(vectors.features[0].layer, "rails");
    tr_vectors_destroy(context, &vectors);
    def.layer = "raods";
    assert_refused(path, &def, TR_ERROR_FORMAT, "did you mean \"roads\"?; its layers are: roads, rails");
    CPLFree(wkt);
}

static void what_lies_outside_is_left_out_and_counted(void **state)
{
    (void)state;
    const char *path = write_text(
        "a.geojson", COLLECTION FEATURE("\"name\":\"in\"", "LineString", "[[1,1],[2,2]]") "," FEATURE(
                         "\"name\":\"across\"", "LineString",
                         "[[-50,1.5],[50,1.5]]") "," FEATURE("\"name\":\"out\"", "LineString", "[[5,5],[6,6]]") "]}");
    const tr_extent within = {.west = 0, .south = 0, .east = 3, .north = 3};
    tr_vectors_def def = tr_default_vectors_def();
    def.within = &within;
    tr_vectors vectors = read_file(path, &def);
    assert_int_equal(vectors.count, 2);
    assert_int_equal(vectors.outside_count, 1);
    assert_string_equal(value_of(&vectors.features[1], "name"), "across");
    tr_vectors_destroy(context, &vectors);
}

static double area_of(const tr_vector_feature *feature)
{
    double sum = 0;
    for (int32_t ring = 0, begin = 0; ring < feature->ring_count; begin = feature->ring_end[ring++])
        for (int32_t i = begin, end = feature->ring_end[ring]; i < end; i++) {
            const tr_vector_point *a = &feature->points[i], *b = &feature->points[i + 1 < end ? i + 1 : begin];
            sum += 0.5 * (a->x * b->y - b->x * a->y);
        }
    return fabs(sum);
}

static void a_polygon_that_crosses_itself_is_repaired(void **state)
{
    (void)state;
    int version[3];
    if (!OGRGetGEOSVersion(&version[0], &version[1], &version[2])) skip();
    // A bow tie: two triangles of area 1.
    const char *path =
        write_text("a.geojson", COLLECTION FEATURE("", "Polygon", "[[[0,0],[2,2],[2,0],[0,2],[0,0]]]") "]}");
    const tr_vectors_def def = tr_default_vectors_def();
    tr_vectors vectors = read_file(path, &def);
    assert_int_equal(vectors.repaired_count, 1);
    assert_int_equal(vectors.count, 2);
    for (int i = 0; i < 2; i++) assert_true(fabs(area_of(&vectors.features[i]) - 1) < 1e-12);
    tr_vectors_destroy(context, &vectors);
}

// A polygon of so many points whose edges all cross each other, but for neighbours: n (n - 3) / 2 crossings.
static const char *write_star(int points)
{
    static char text[64 * 1024];
    int used = snprintf(text, sizeof text, "%s",
                        COLLECTION "{\"type\":\"Feature\",\"properties\":{},\"geometry\":"
                                   "{\"type\":\"Polygon\",\"coordinates\":[[");
    for (int i = 0; i <= points; i++) {
        const double angle = 6.283185307179586 * (i % points * (points / 2) % points) / points;
        used += snprintf(text + used, sizeof text - (size_t)used, "%s[%.9f,%.9f]", i > 0 ? "," : "", cos(angle),
                         sin(angle));
    }
    snprintf(text + used, sizeof text - (size_t)used, "]]}}]}");
    return write_text("star.geojson", text);
}

static void a_polygon_that_crosses_itself_too_often_is_refused(void **state)
{
    (void)state;
    int version[3];
    if (!OGRGetGEOSVersion(&version[0], &version[1], &version[2])) skip();
    const tr_vectors_def def = tr_default_vectors_def();
    tr_vectors vectors = read_file(write_star(45), &def);  // 945 crossings
    assert_int_equal(vectors.repaired_count, 1);
    tr_vectors_destroy(context, &vectors);
    tr_error err;
    assert_false(tr_vectors_read(context, write_star(47), &def, &vectors, &err));  // 1034
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_non_null(strstr(err.message, "feature 0 of layer \"star\" crosses itself in more than 1000 places"));
    assert_non_null(strstr(err.message, "allowed are 1000 crossings"));
}

static void curves_become_lines(void **state)
{
    (void)state;
    const char *path = write_text("a.csv", "id,WKT\n1,\"CIRCULARSTRING(0 0,1 1,2 0)\"\n");
    const tr_vectors_def def = tr_default_vectors_def();
    tr_vectors vectors = read_file(path, &def);
    assert_int_equal(vectors.count, 1);
    assert_null(vectors.system);
    const tr_vector_feature *arc = &vectors.features[0];
    assert_true(arc->point_count > 20);
    for (int32_t i = 0; i < arc->point_count; i++) {
        const double dx = arc->points[i].x - 1, dy = arc->points[i].y;
        assert_true(fabs(dx * dx + dy * dy - 1) < 1e-9);
    }
    tr_vectors_destroy(context, &vectors);
}

static void files_that_cannot_be_used_are_explained(void **state)
{
    (void)state;
    tr_vectors_def def = tr_default_vectors_def();
    assert_refused(temp_dir_file(&dir, "missing.geojson"), &def, TR_ERROR_FILE_OPEN, "No such file");
    assert_refused(write_text("empty.geojson", ""), &def, TR_ERROR_FORMAT, "the file is empty");
    assert_refused(write_text("text.geojson", "no vectors"), &def, TR_ERROR_FORMAT, "not a vector file");
    const char whole[] = COLLECTION FEATURE("", "LineString", "[[8,46],[8.1,46.1]]") "]}";
    char cut[sizeof whole];
    memcpy(cut, whole, sizeof whole);
    cut[sizeof whole - 7] = '\0';
    tr_vectors vectors;
    assert_false(tr_vectors_read(context, write_text("cut.geojson", cut), &def, &vectors, NULL));

    const char *not_finite = temp_dir_file(&dir, "nan.gpkg");
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("GPKG"), not_finite, 0, 0, 0, GDT_Unknown, NULL);
    const double xy[] = {9, 46, 9.01, NAN, 9.02, 46};
    add_line_layer(dataset, "roads", 4326, xy, 3);
    GDALClose(dataset);
    assert_refused(not_finite, &def, TR_ERROR_FORMAT, "feature 1 of layer \"roads\" has a vertex that is not a number");

    char *wkt = wkt_of(32632);
    def.wkt = wkt;
    assert_refused(write_text("plain.csv", "id,WKT\n1,\"LINESTRING(0 0,1 1)\"\n"), &def, TR_ERROR_FORMAT,
                   "has no coordinate system");
    const char *metres =
        write_text("metres.geojson", COLLECTION FEATURE("", "LineString", "[[500000,5100000],[500100,5100000]]") "]}");
    assert_refused(metres, &def, TR_ERROR_FORMAT, "but the file says degrees");
    const char *pole = write_text("pole.geojson", COLLECTION FEATURE("", "LineString", "[[9,46],[99,12]]") "]}");
    tr_error err = {0};
    if (!tr_vectors_read(context, pole, &def, &vectors, &err)) assert_non_null(strstr(err.message, "99, 12"));
    tr_vectors_destroy(context, &vectors);
    def.wkt = "no system";
    assert_refused(pole, &def, TR_ERROR_INVALID_ARGUMENT, "the system asked for is not usable");
    CPLFree(wkt);

    // Taken as they are, they have no system that could be meant.
    def = tr_default_vectors_def();
    vectors = read_file(metres, &def);
    assert_null(vectors.system);
    tr_vectors_destroy(context, &vectors);
}

static const char *write_long_line(int count)
{
    const char *path = temp_dir_file(&dir, "long.csv");
    FILE *stream = fopen(path, "wb");
    fputs("id,WKT\n1,\"LINESTRING(0 0", stream);
    for (int i = 1; i < count; i++) fprintf(stream, ",%d %d", i, i % 7);
    fputs(")\"\n", stream);
    fclose(stream);
    return path;
}

static void limits_hold(void **state)
{
    (void)state;
    const char *path = write_long_line(100000);
    tr_vectors_def def = tr_default_vectors_def();
    tr_vectors vectors = read_file(path, &def);
    assert_int_equal(vectors.features[0].point_count, 100000);
    assert_true(vectors.features[0].points[99999].x == 99999);
    tr_vectors_destroy(context, &vectors);
    def.max_points = 99999;
    assert_refused(path, &def, TR_ERROR_TOO_LARGE, "more than 99999 vertices");

    tr_context_def small = test_context_def(1);
    small.memory_budget_bytes = 1 << 20;
    tr_context *outer = context;
    context = tr_context_create(&small, NULL);
    def.max_points = 1 << 24;
    assert_refused(path, &def, TR_ERROR_OVER_BUDGET, "too many");
    tr_context_destroy(context);
    context = outer;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    const char *path =
        write_text("a.geojson", COLLECTION FEATURE("\"name\":\"A 1\"", "LineString", "[[8,46],[8.01,46.02]]") "]}");
    const tr_vectors_def def = tr_default_vectors_def();
    for (int64_t i = 0;; i++) {
        allocator.allocations = 0;
        allocator.fail_at = i;
        tr_vectors vectors;
        tr_error err = {0};
        const bool ok = tr_vectors_read(context, path, &def, &vectors, &err);
        allocator.fail_at = -1;
        if (ok) {
            assert_true(i > 0);
            tr_vectors_destroy(context, &vectors);
            return;
        }
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
    }
}

TEST_GROUP(vector_read)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_polygons_and_attributes_are_read, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(coordinates_are_brought_to_the_system_asked_for, set_up_directory,
                                        tear_down_directory),
        cmocka_unit_test_setup_teardown(layers_have_systems_of_their_own, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(what_lies_outside_is_left_out_and_counted, set_up_directory,
                                        tear_down_directory),
        cmocka_unit_test_setup_teardown(a_polygon_that_crosses_itself_is_repaired, set_up_directory,
                                        tear_down_directory),
        cmocka_unit_test_setup_teardown(a_polygon_that_crosses_itself_too_often_is_refused, set_up_directory,
                                        tear_down_directory),
        cmocka_unit_test_setup_teardown(curves_become_lines, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(files_that_cannot_be_used_are_explained, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(limits_hold, set_up_directory, tear_down_directory),
        cmocka_unit_test_setup_teardown(every_failing_allocation_is_survived, set_up_directory, tear_down_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
