// Definitions of paths: names, defaults, and every kind of bad input.
#include "carve_fixture.h"

static const tr_path_vertex line[4] = {{0, 0, NAN, NAN, NAN, NAN, NAN},
                                       {100, 0, NAN, NAN, NAN, NAN, NAN},
                                       {100, 100, NAN, NAN, NAN, NAN, NAN},
                                       {0, 100, NAN, NAN, NAN, NAN, NAN}};

static void names_are_their_own_inverse(void **state)
{
    (void)state;
    for (int i = 0; i < TR_PATH_KIND_COUNT; i++) {
        tr_path_kind kind = TR_PATH_KIND_COUNT;
        assert_true(tr_path_kind_from_name(tr_path_kind_name((tr_path_kind)i), &kind));
        assert_int_equal(kind, i);
    }
    tr_path_kind kind;
    assert_false(tr_path_kind_from_name("roads", &kind));
    assert_true(tr_path_kind_is_water(TR_PATH_LAKE) && tr_path_kind_is_water(TR_PATH_STREAM));
    assert_false(tr_path_kind_is_water(TR_PATH_LEVEL));
    assert_true(tr_path_kind_is_level(TR_PATH_LEVEL) && tr_path_kind_is_level(TR_PATH_CITY));
    assert_false(tr_path_kind_is_level(TR_PATH_LAKE) || tr_path_kind_is_level(TR_PATH_ROAD));
    assert_true(tr_path_kind_is_area(TR_PATH_LAKE) && tr_path_kind_is_area(TR_PATH_CITY));
    assert_false(tr_path_kind_is_area(TR_PATH_RIVER) || tr_path_kind_is_area(TR_PATH_RAIL));
}

static void defaults_are_allowed(void **state)
{
    (void)state;
    for (int i = 0; i < TR_PATH_KIND_COUNT; i++) {
        tr_path_def def = test_path((tr_path_kind)i, line, 4);
        tr_error err = {0};
        if (!tr_path_def_check(&def, &err)) fail_msg("%s: %s", tr_path_kind_name((tr_path_kind)i), err.message);
    }
    const tr_path_def rail = tr_default_path_def(TR_PATH_RAIL);
    assert_near(rail.max_grade, 0.025, 0);
    assert_int_equal(rail.priority, 70);
    assert_true(tr_default_path_def(TR_PATH_RIVER).monotone);
    assert_true(tr_default_path_def(TR_PATH_LAKE).area);
}

static void a_vertex_gives_nothing_but_its_place(void **state)
{
    (void)state;
    const tr_path_vertex vertex = tr_path_vertex_at(3, 4);
    assert_true(vertex.x_m == 3 && vertex.z_m == 4);
    assert_true(isnan(vertex.height_m) && isnan(vertex.width_m) && isnan(vertex.smoothing_m));
    assert_true(isnan(vertex.depth_m) && isnan(vertex.inclination));
}

// Fails with a code, and a message that has `part` in it.
static void assert_refused(const tr_path_def *def, tr_error_code code, const char *part)
{
    tr_error err = {0};
    assert_false(tr_path_def_check(def, &err));
    if (err.code != code || !strstr(err.message, part)) {
        fail_msg("%s: '%s', but wanted is '%s'", tr_error_name(err.code), err.message, part);
    }
}

static void values_out_of_range_are_refused(void **state)
{
    (void)state;
    const size_t fields[] = {
        offsetof(tr_path_def, smoothness), offsetof(tr_path_def, width_m),   offsetof(tr_path_def, smoothing_m),
        offsetof(tr_path_def, depth_m),    offsetof(tr_path_def, banking),   offsetof(tr_path_def, max_inclination),
        offsetof(tr_path_def, max_grade),  offsetof(tr_path_def, station_m), offsetof(tr_path_def, clearance_m)};
    const double bad[] = {-1, 1e9, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
            tr_path_def def = test_path(TR_PATH_ROAD, line, 4);
            def.name = "B 27";
            memcpy((char *)&def + fields[i], &bad[k], sizeof(double));
            assert_refused(&def, isfinite(bad[k]) ? TR_ERROR_INVALID_ARGUMENT : TR_ERROR_NOT_FINITE, "'B 27'");
        }
    }
    tr_path_def def = test_path(TR_PATH_ROAD, line, 4);
    def.priority = 256;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "priority is 256; allowed is 0 to 255");
    def = test_path(TR_PATH_LAKE, line, 4);
    def.level_m = INFINITY;
    assert_refused(&def, TR_ERROR_NOT_FINITE, "level_m");
}

static void bad_vertices_are_refused(void **state)
{
    (void)state;
    tr_path_vertex vertices[3] = {line[0], line[1], line[2]};
    const tr_path_def def = test_path(TR_PATH_ROAD, vertices, 3);
    vertices[1].x_m = NAN;
    assert_refused(&def, TR_ERROR_NOT_FINITE, "vertex 1");
    vertices[1].x_m = 0x1p41;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "vertex 1");
    vertices[1] = line[1];
    vertices[2].z_m = -INFINITY;
    assert_refused(&def, TR_ERROR_NOT_FINITE, "vertex 2");
    vertices[2] = line[2];
    vertices[2].height_m = INFINITY;
    assert_refused(&def, TR_ERROR_NOT_FINITE, "vertex 2 has height_m");
    vertices[2] = line[2];
    vertices[2].width_m = 0;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "vertex 2 has width_m 0");
    vertices[2] = line[2];
    vertices[2].inclination = 2;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "vertex 2 has inclination 2");
}

static void too_few_places_are_refused(void **state)
{
    (void)state;
    tr_path_def def = test_path(TR_PATH_ROAD, line, 1);
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "1 vertices");
    def.vertices = NULL;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "0 vertices");
    const tr_path_vertex same[3] = {line[1], line[1], line[1]};
    def = test_path(TR_PATH_ROAD, same, 3);
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "all 3 vertices lie at (100.000, 0.000)");
    const tr_path_vertex closed[4] = {line[0], line[1], line[1], line[0]};
    def = test_path(TR_PATH_LAKE, closed, 4);
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "2 different places");
    def = test_path(TR_PATH_LAKE, line, 2);
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "at least 3");
}

static void wrong_rings_are_refused(void **state)
{
    (void)state;
    const int32_t short_ring[2] = {2, 4}, backwards[2] = {4, 3}, beyond[1] = {5}, early[1] = {3};
    tr_path_def def = test_path(TR_PATH_LAKE, line, 4);
    def.ring_count = 2;
    def.ring_end = short_ring;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "ring 0 goes from vertex 0 to 2");
    def.ring_end = backwards;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "ring 1");
    def.ring_count = 1;
    def.ring_end = beyond;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "to 5 of 4");
    def.ring_end = early;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "the rings end at vertex 3 of 4");
    def.ring_count = -1;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "ring_count is -1");
    def = test_path(TR_PATH_ROAD, line, 4);
    def.ring_count = 1;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "only areas have rings");
}

static void kinds_that_are_no_areas_are_refused(void **state)
{
    (void)state;
    tr_path_def def = test_path(TR_PATH_ROAD, line, 4);
    def.area = true;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "a road is a line");
    def = test_path(TR_PATH_LAKE, line, 4);
    def.area = false;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "a lake is an area");
    def = test_path(TR_PATH_ROAD, line, 4);
    def.kind = (tr_path_kind)99;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "kind 99");
    def = test_path(TR_PATH_ROAD, line, 4);
    def.mode = TR_CURVE_COUNT;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "mode is 2");
}

TEST_GROUP(path_def)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_their_own_inverse),
        cmocka_unit_test(defaults_are_allowed),
        cmocka_unit_test(a_vertex_gives_nothing_but_its_place),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(bad_vertices_are_refused),
        cmocka_unit_test(too_few_places_are_refused),
        cmocka_unit_test(wrong_rings_are_refused),
        cmocka_unit_test(kinds_that_are_no_areas_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
