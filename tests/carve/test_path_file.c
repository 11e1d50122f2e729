// Paths from files: kinds, values, tags of OpenStreetMap, and files that are refused.
#include "counting_directory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carve/file/path_tags.h"
#include "terrane/carve.h"

#define COLLECTION "{\"type\":\"FeatureCollection\",\"features\":["
#define FEATURE(properties, type, coordinates)                                             \
    "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":{\"type\":\"" type \
    "\",\"coordinates\":" coordinates "}}"
#define LINE(properties) FEATURE(properties, "LineString", "[[1000,2000],[1100,2000],[1200,2050]]")
#define POLYGON(properties) FEATURE(properties, "Polygon", "[[[0,0],[90,0],[90,60],[0,60],[0,0]]]")

static const char *write_text(const char *name, const char *text)
{
    const char *path = temp_dir_file(&dir, name);
    assert_true(write_whole_file(path, text, strlen(text)));
    return path;
}

static tr_path_list read_file(const char *path, const tr_path_file_def *def, int32_t *skipped)
{
    tr_path_list list;
    tr_error err = {0};
    if (!tr_path_list_read(context, path, def, &list, skipped, &err)) fail_msg("%s", err.message);
    return list;
}

// The only path of a feature with these properties.
static tr_path_def read_one(const char *feature, const tr_path_file_def *def)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s]}", COLLECTION, feature);
    tr_path_list list = read_file(write_text("one.geojson", text), def, NULL);
    assert_int_equal(list.count, 1);
    tr_path_def path = list.paths[0];
    tr_path_list_destroy(context, &list);
    return path;
}

static int32_t count_skipped(const char *feature, const tr_path_file_def *def)
{
    char text[2048];
    // A road beside it, because a file without a path is refused.
    snprintf(text, sizeof text, "%s%s," LINE("\"highway\":\"road\",\"kind\":\"road\"") "]}", COLLECTION, feature);
    int32_t skipped;
    tr_path_list list = read_file(write_text("two.geojson", text), def, &skipped);
    assert_int_equal(list.count + skipped, 2);
    tr_path_list_destroy(context, &list);
    return skipped;
}

static void assert_refused(const char *features, const tr_path_file_def *def, const char *part)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s]}", COLLECTION, features);
    const char *path = write_text("bad.geojson", text);
    tr_path_list list;
    tr_error err = {0};
    if (tr_path_list_read(context, path, def, &list, NULL, &err)) fail_msg("%s was read", features);
    assert_non_null(strstr(err.message, path));
    if (!strstr(err.message, part)) fail_msg("\"%s\" is not in: %s", part, err.message);
    assert_null(list.paths);
    assert_null(list.storage);
}

static void places_are_metres_from_the_origin(void **state)
{
    (void)state;
    tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    def.origin[0] = 900;
    def.origin[1] = 2100;
    def.scale[0] = 2;
    def.scale[1] = 3;
    const char *path = write_text(
        "a.geojson",
        COLLECTION FEATURE("\"name\":\"B 7\"", "LineString",
                           "[[1000,2000,50],[1100,2000,51.5],[1200,2050,52]]") "," POLYGON("\"kind\":\"lake\"") "]}");
    tr_path_list list = read_file(path, &def, NULL);
    assert_int_equal(list.count, 2);
    const tr_path_def *road = &list.paths[0], *lake = &list.paths[1];
    assert_int_equal(road->kind, TR_PATH_ROAD);
    assert_string_equal(road->name, "B 7");
    assert_int_equal(road->vertex_count, 3);
    assert_true(road->vertices[0].x_m == 200 && road->vertices[0].z_m == 300);
    assert_true(road->vertices[2].x_m == 600 && road->vertices[2].z_m == 150);
    assert_true(road->vertices[1].height_m == 51.5f);
    assert_true(isnan(road->vertices[1].width_m));
    assert_int_equal(lake->kind, TR_PATH_LAKE);
    assert_true(lake->area);
    assert_null(lake->name);
    assert_int_equal(lake->vertex_count, 4);
    assert_int_equal(lake->ring_count, 1);
    assert_int_equal(lake->ring_end[0], 4);
    assert_true(isnan(lake->vertices[0].height_m));
    tr_path_list_destroy(context, &list);

    // What does not touch the rectangle is left out.
    const tr_region within_m = {190, 0, 700, 400};
    def.within_m = &within_m;
    list = read_file(path, &def, NULL);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.outside_count, 1);
    tr_path_list_destroy(context, &list);
}

static void heights_of_zero_everywhere_are_none(void **state)
{
    (void)state;
    const tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    const char *flat = write_text("a.geojson", COLLECTION FEATURE("", "LineString", "[[1,2,0],[3,4,0]]") "]}");
    tr_path_list list = read_file(flat, &def, NULL);
    assert_true(isnan(list.paths[0].vertices[0].height_m));
    tr_path_list_destroy(context, &list);
    const char *coast = write_text("b.geojson", COLLECTION FEATURE("", "LineString", "[[1,2,0],[3,4,2]]") "]}");
    list = read_file(coast, &def, NULL);
    assert_true(list.paths[0].vertices[0].height_m == 0);
    tr_path_list_destroy(context, &list);
}

static void attributes_replace_values_of_the_kind(void **state)
{
    (void)state;
    const tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    const tr_path_def path =
        read_one(LINE("\"width\":\"7.5 m\",\"Smoothing\":12,\"smoothness\":0.25,\"bank\":2,\"grade\":\"6 %\","
                      "\"priority\":99,\"mode\":\"spline\",\"bridges\":\"no\",\"monotone\":true"),
                 &def);
    assert_true(path.width_m == 7.5);
    assert_true(path.smoothing_m == 12);
    assert_true(path.smoothness == 0.25);
    assert_true(path.banking == 2);
    assert_true(path.max_grade == 0.06);
    assert_int_equal(path.priority, 99);
    assert_int_equal(path.mode, TR_CURVE_SPLINE);
    assert_false(path.bridges);
    assert_true(path.monotone);
    const tr_path_def lake = read_one(POLYGON("\"kind\":\"lake\",\"level\":431.2,\"depth\":9"), &def);
    assert_true(lake.level_m == 431.2 && lake.depth_m == 9);
    assert_refused(LINE("\"width\":\"wide\""), &def, "its width is \"wide\", which is no number");
    assert_refused(LINE("\"width\":-4"), &def, "width_m is -4");
    assert_refused(LINE("\"mode\":\"round\""), &def, "allowed is local or spline");
    assert_refused(LINE("\"priority\":300"), &def, "allowed is 0 to 255");
    assert_refused(LINE("\"bridges\":\"perhaps\""), &def, "its bridges is \"perhaps\"; allowed is yes or no");
    assert_true(read_one(LINE("\"monotone\":\"Y\""), &def).monotone);
}

static void a_kind_may_be_written_in_any_case(void **state)
{
    (void)state;
    tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    assert_int_equal(read_one(LINE("\"kind\":\"River\""), &def).kind, TR_PATH_RIVER);
    // What is nearly a kind was meant to be one; anything else is about something else.
    assert_refused(LINE("\"kind\":\"riber\""), &def, "its kind is \"riber\", did you mean \"river\"?");
    assert_int_equal(read_one(LINE("\"kind\":\"asphalt\""), &def).kind, TR_PATH_ROAD);
    assert_int_equal(read_one(LINE("\"kind\":\"raod\",\"highway\":\"track\""), &def).kind, TR_PATH_TRACK);
    def.kind_field = "art";
    assert_int_equal(read_one(LINE("\"art\":\"RAIL\""), &def).kind, TR_PATH_RAIL);
}

static void long_texts_are_cut_between_characters(void **state)
{
    (void)state;
    // 126 bytes, then two characters of two bytes each: only a half of the first one would fit.
    char feature[512], name[TR_TAG_SIZE + 8];
    memset(name, 'a', TR_TAG_SIZE - 2);
    strcpy(name + TR_TAG_SIZE - 2, "\xc3\xa9\xc3\xa9");
    snprintf(feature, sizeof feature, LINE("\"name\":\"%s\""), name);
    char text[1024];
    snprintf(text, sizeof text, "%s%s]}", COLLECTION, feature);
    const tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    tr_path_list list = read_file(write_text("long.geojson", text), &def, NULL);
    assert_int_equal(strlen(list.paths[0].name), TR_TAG_SIZE - 2);
    tr_path_list_destroy(context, &list);
    snprintf(feature, sizeof feature, LINE("\"highway\":\"road\",\"other_tags\":\"\\\"name\\\"=>\\\"%s\\\"\""), name);
    snprintf(text, sizeof text, "%s%s]}", COLLECTION, feature);
    list = read_file(write_text("packed.geojson", text), &def, NULL);
    assert_int_equal(strlen(list.paths[0].name), TR_TAG_SIZE - 2);
    tr_path_list_destroy(context, &list);
}

static void a_field_names_kinds(void **state)
{
    (void)state;
    tr_path_file_def def = tr_default_path_file_def(TR_PATH_TRACK);
    def.kind_field = "art";
    assert_int_equal(read_one(LINE("\"art\":\"river\""), &def).kind, TR_PATH_RIVER);
    assert_int_equal(read_one(LINE("\"art\":\"canal\""), &def).kind, TR_PATH_RIVER);
    assert_int_equal(read_one(LINE("\"art\":\"motorway\""), &def).kind, TR_PATH_ROAD);
    // Without a value it is the standard, unless nothing in the file has one: then the name of the field is wrong.
    tr_path_list both =
        read_file(write_text("both.geojson",
                             COLLECTION LINE("\"art\":null,\"kind\":\"rail\"") "," LINE("\"art\":\"river\"") "]}"),
                  &def, NULL);
    assert_int_equal(both.paths[0].kind, TR_PATH_TRACK);
    assert_int_equal(both.paths[1].kind, TR_PATH_RIVER);
    tr_path_list_destroy(context, &both);
    assert_refused(LINE("\"Arzt\":\"river\""), &def, "no line or polygon has \"art\", did you mean \"Arzt\"?");
    assert_refused(LINE("\"art\":\"raod\""), &def, "its art is \"raod\", did you mean \"road\"?; allowed are lake,");
    def.kind_field = "highway";
    assert_int_equal(read_one(LINE("\"highway\":\"primary\""), &def).kind, TR_PATH_ROAD);
    assert_int_equal(count_skipped(LINE("\"highway\":\"proposed\""), &def), 1);
    assert_int_equal(count_skipped(LINE("\"railway\":\"rail\""), &def), 1);
}

static void tags_of_openstreetmap_choose_kinds(void **state)
{
    (void)state;
    const tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    static const struct {
        const char *feature;
        tr_path_kind kind;
        double width_m;
    } rows[] = {
        {LINE("\"highway\":\"motorway\""), TR_PATH_ROAD, 11.5},
        {LINE("\"highway\":\"service\""), TR_PATH_ROAD, 4},
        {LINE("\"highway\":\"tertiary\",\"width\":\"6.2\""), TR_PATH_ROAD, 6.2},
        {LINE("\"highway\":\"tertiary\",\"width\":\"narrow\",\"est_width\":\"5 m\""), TR_PATH_ROAD, 5},
        {LINE("\"highway\":\"primary\",\"lanes\":\"4\""), TR_PATH_ROAD, 14},
        {LINE("\"highway\":\"primary\",\"other_tags\":\"\\\"lanes\\\"=>\\\"3\\\",\\\"surface\\\"=>\\\"asphalt\\\"\""),
         TR_PATH_ROAD, 10.75},
        {LINE("\"highway\":\"track\",\"smoothness\":\"bad\",\"level\":\"0\""), TR_PATH_TRACK, 3},
        {LINE("\"highway\":\"footway\""), TR_PATH_TRACK, 2},
        {LINE("\"other_tags\":\"\\\"name:de\\\"=>\\\"a \\\\\\\"b\\\\\\\" c\\\",\\\"railway\\\"=>\\\"rail\\\"\""),
         TR_PATH_RAIL, 5},
        {LINE("\"railway\":\"tram\""), TR_PATH_RAIL, 3.5},
        {LINE("\"waterway\":\"river\""), TR_PATH_RIVER, 14},
        {LINE("\"waterway\":\"canal\""), TR_PATH_RIVER, 12},
        {LINE("\"waterway\":\"stream\""), TR_PATH_STREAM, 2.5},
        {LINE("\"waterway\":\"ditch\",\"width\":\"3'6\\\"\""), TR_PATH_STREAM, 3.5 * 0.3048},
        {LINE("\"fclass\":\"residential\",\"tunnel\":\"F\""), TR_PATH_ROAD, 6},
        {POLYGON("\"natural\":\"water\""), TR_PATH_LAKE, 0},
        {POLYGON("\"natural\":\"water\",\"water\":\"river\""), TR_PATH_RIVER, 14},
        {POLYGON("\"natural\":\"water\",\"water\":\"oxbow\""), TR_PATH_LAKE, 0},
        {POLYGON("\"landuse\":\"reservoir\""), TR_PATH_LAKE, 0},
        {POLYGON("\"leisure\":\"pitch\""), TR_PATH_LEVEL, 0},
        {POLYGON("\"kind\":\"city\""), TR_PATH_CITY, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const tr_path_def path = read_one(rows[i].feature, &def);
        if (path.kind != rows[i].kind) fail_msg("%s became %s", rows[i].feature, tr_path_kind_name(path.kind));
        if (fabs(path.width_m - rows[i].width_m) > 1e-9) fail_msg("%s is %g m wide", rows[i].feature, path.width_m);
        assert_true(path.area == (strstr(rows[i].feature, "Polygon") != NULL));
    }
    assert_int_equal(read_one(LINE("\"highway\":\"primary\",\"layer\":\"1\""), &def).priority,
                     def.defaults.priority + 1);
    tr_path_file_def lowest = def;
    lowest.defaults.priority = 1;
    assert_int_equal(read_one(LINE("\"highway\":\"primary\",\"layer\":\"-3\""), &lowest).priority, 0);
    assert_false(read_one(LINE("\"highway\":\"track\",\"ford\":\"yes\""), &def).bridges);
    assert_true(read_one(LINE("\"highway\":\"primary\",\"bridge\":\"viaduct\""), &def).station_m > 1e4);
    assert_true(read_one(LINE("\"highway\":\"primary\",\"bridge\":\"no\""), &def).station_m < 100);
}

static void features_that_are_no_paths_are_counted(void **state)
{
    (void)state;
    const tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    static const char *const others[] = {
        POLYGON("\"building\":\"yes\""),
        LINE("\"barrier\":\"fence\",\"osm_id\":\"1\""),
        LINE("\"highway\":\"primary\",\"tunnel\":\"yes\""),
        LINE("\"waterway\":\"stream\",\"tunnel\":\"culvert\""),
        LINE("\"railway\":\"abandoned\""),
        POLYGON("\"highway\":\"primary\""),
        LINE("\"natural\":\"water\""),
        FEATURE("\"highway\":\"bus_stop\"", "Point", "[1,2]"),
        FEATURE("\"highway\":\"path\"", "LineString", "[[1,2],[1,2]]"),
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (count_skipped(others[i], &def) != 1) fail_msg("%s was not left out", others[i]);
    assert_int_equal(count_skipped(LINE("\"highway\":\"primary\",\"tunnel\":\"no\""), &def), 0);
    assert_refused(POLYGON("\"building\":\"yes\""), &def, "none of its 1 lines and polygons is a path");
    assert_refused(FEATURE("", "Point", "[1,2]"), &def, "none of its 1 features is a line or a polygon");
    assert_refused("", &def, "it holds no features");
    assert_refused(POLYGON(""), &def, "1 have the wrong shape");
}

static void a_closed_line_around_a_lake_is_its_shore(void **state)
{
    (void)state;
    const tr_path_file_def def = tr_default_path_file_def(TR_PATH_LAKE);
    const tr_path_def lake = read_one(FEATURE("", "LineString", "[[0,0],[90,0],[90,60],[0,0]]"), &def);
    assert_true(lake.area);
    assert_int_equal(lake.vertex_count, 3);
    assert_refused(LINE(""), &def, "wrong shape");
}

static void chosen_values_can_be_kept_for_every_kind(void **state)
{
    (void)state;
    tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    def.defaults.width_m = 21;
    def.defaults.smoothing_m = 33;
    assert_true(read_one(LINE("\"railway\":\"rail\""), &def).width_m == 5);
    assert_true(read_one(LINE(""), &def).width_m == 21);
    def.keep_values = true;
    assert_true(read_one(LINE("\"railway\":\"rail\""), &def).width_m == 21);
    assert_true(read_one(LINE("\"highway\":\"motorway\""), &def).width_m == 21);
    const tr_path_def river = read_one(LINE("\"waterway\":\"river\""), &def);
    assert_true(river.smoothing_m == 33 && river.depth_m == tr_default_path_def(TR_PATH_RIVER).depth_m);
}

static void numbers_have_units(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {{"7", 7},       {"7 m", 7},        {" 2.5", 2.5}, {"250cm", 2.5}, {"0.4 km", 400}, {"10 ft", 3.048},
                {"6'", 1.8288}, {"6'6\"", 1.9812}, {"3;4", 3},    {"-2", -2},     {"8%", 0.08},    {"1e2", 100}};
    static const char *const bad[] = {"",        "m",   "wide", "nan", "inf",   "0x10",
                                      "7 miles", "3-4", "~5",   "7,5", "1e999", "-"};
    double value;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (!tr_tag_number(good[i].text, &value)) fail_msg("\"%s\" was not read", good[i].text);
        if (fabs(value - good[i].value) > 1e-9) fail_msg("\"%s\" is %g", good[i].text, value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (tr_tag_number(bad[i], &value)) fail_msg("\"%s\" is %g", bad[i], value);
}

static void packed_tags_that_are_damaged_are_survived(void **state)
{
    (void)state;
    static const char whole[] = "\"a\"=>\"1\",\"b \\\" c\"=>\"2 \\\\\", \"d\"=>\"\",\"e\"=>\"5\"";
    char text[sizeof whole], value[TR_TAG_SIZE];
    const tr_vector_attribute attribute = {"other_tags", text};
    const tr_vector_feature feature = {.attributes = &attribute, .attribute_count = 1};
    memcpy(text, whole, sizeof whole);
    assert_true(tr_tag_is(&feature, "a", "1"));
    assert_true(tr_tag_is(&feature, "b \" c", "2 \\"));
    assert_false(tr_tag_find(&feature, "d", value));
    assert_true(tr_tag_is(&feature, "e", "5"));
    assert_false(tr_tag_find(&feature, "f", value));
    for (size_t length = 0; length < sizeof whole; length++) {
        memcpy(text, whole, length);
        text[length] = '\0';
        assert_int_equal(tr_tag_find(&feature, "e", value), length == sizeof whole - 1);
    }
}

static void a_file_of_many_vertices_is_read(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "many.csv");
    FILE *stream = fopen(path, "wb");
    fputs("id,WKT\n1,\"LINESTRING(0 0", stream);
    for (int i = 1; i < 100000; i++) fprintf(stream, ",%d %d", 3 * i, i % 7);
    fputs(")\"\n", stream);
    fclose(stream);
    const tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    tr_path_list list = read_file(path, &def, NULL);
    assert_int_equal(list.paths[0].vertex_count, 100000);
    assert_true(list.paths[0].vertices[99999].x_m == 299997);
    assert_null(list.system);
    tr_path_list_destroy(context, &list);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    const char *path =
        write_text("a.geojson", COLLECTION LINE("\"name\":\"A 1\"") "," POLYGON("\"kind\":\"lake\"") "]}");
    const tr_path_file_def def = tr_default_path_file_def(TR_PATH_ROAD);
    for (int64_t i = 0;; i++) {
        allocator.allocations = 0;
        allocator.fail_at = i;
        tr_path_list list;
        tr_error err = {0};
        const bool ok = tr_path_list_read(context, path, &def, &list, NULL, &err);
        allocator.fail_at = -1;
        if (ok) {
            assert_true(i > 3);
            tr_path_list_destroy(context, &list);
            return;
        }
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
    }
}

TEST_GROUP(path_file)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_directory, tear_down_directory)
    const struct CMUnitTest tests[] = {
        TEST(places_are_metres_from_the_origin),
        TEST(heights_of_zero_everywhere_are_none),
        TEST(attributes_replace_values_of_the_kind),
        TEST(a_kind_may_be_written_in_any_case),
        TEST(long_texts_are_cut_between_characters),
        TEST(a_field_names_kinds),
        TEST(tags_of_openstreetmap_choose_kinds),
        TEST(features_that_are_no_paths_are_counted),
        TEST(a_closed_line_around_a_lake_is_its_shore),
        TEST(chosen_values_can_be_kept_for_every_kind),
        TEST(numbers_have_units),
        TEST(packed_tags_that_are_damaged_are_survived),
        TEST(a_file_of_many_vertices_is_read),
        TEST(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
