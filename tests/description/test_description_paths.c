// Paths of a description: values arrive in their fields, a struct is the same as a file, and the hash sees everything.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "description/description.h"
#include "description/world_schema.h"
#include "description/world_def.h"
#include "terrane/world.h"
#include "description/world_path.h"

#define DESCRIPTION "tests/world/data/world.yaml"

static tr_context *context;

static int make_context(void **state)
{
    (void)state;
    context = test_context(1);
    return 0;
}

static int end_context(void **state)
{
    (void)state;
    tr_context_destroy(context);
    return 0;
}

static tr_description read(const char *text)
{
    tr_description description;
    tr_error err = {0};
    if (!tr_description_read_text(context, DESCRIPTION, text, strlen(text), &description, &err))
        fail_msg("%s\n-> %s", text, err.message);
    return description;
}

static uint64_t hash_of(const char *text)
{
    tr_description description = read(text);
    const uint64_t hash = tr_world_def_hash(&description.def);
    tr_description_release(&description);
    return hash;
}

// ---------------------------------------------------------------------------------------------------------
// Values

static void a_line_arrives_in_its_fields(void **state)
{
    (void)state;
    tr_description d =
        read("paths:\n"
             "  - kind: road\n"
             "    name: Pass road\n"
             "    line: [[0, 1 km], [20, 30, 40], {x: 5, z: 6, height: 7, width: 8, smoothing: 9, depth: 1, "
             "inclination: -5 %}]\n"
             "    width: 6.5 m\n"
             "    smoothing: 12\n"
             "    mode: spline\n"
             "    smoothness: 80 %\n"
             "    depth: 0\n"
             "    grade: 7 %\n"
             "    monotone: true\n"
             "    bank: 2\n"
             "    max_bank: 5 %\n"
             "    station: 15\n"
             "    clearance: 5\n"
             "    priority: 66\n"
             "    bridges: false\n");
    assert_int_equal(d.def.path_count, 1);
    const tr_world_path_def *item = &d.def.paths[0];
    const tr_path_def *path = &item->path;
    assert_int_equal(item->source, TR_PATH_SOURCE_LINE);
    assert_int_equal(path->kind, TR_PATH_ROAD);
    assert_string_equal(path->name, "Pass road");
    assert_int_equal(path->vertex_count, 3);
    assert_true(path->vertices[0].x_m == 0 && path->vertices[0].z_m == 1000 && isnan(path->vertices[0].height_m));
    assert_true(path->vertices[1].height_m == 40 && isnan(path->vertices[1].width_m));
    const tr_path_vertex *last = &path->vertices[2];
    assert_true(last->x_m == 5 && last->z_m == 6 && last->height_m == 7 && last->width_m == 8);
    assert_true(last->smoothing_m == 9 && last->depth_m == 1 && last->inclination == -0.05f);
    assert_true(path->width_m == 6.5 && path->smoothing_m == 12 && path->mode == TR_CURVE_SPLINE);
    assert_true(path->smoothness == 0.8 && path->depth_m == 0 && path->max_grade == 0.07 && path->monotone);
    assert_true(path->banking == 2 && path->max_inclination == 0.05 && path->station_m == 15);
    assert_true(path->clearance_m == 5 && path->priority == 66 && !path->bridges && !path->area &&
                isnan(path->level_m));
    tr_description_release(&d);
}

static void areas_have_rings(void **state)
{
    (void)state;
    tr_description d =
        read("paths:\n"
             "  - {kind: level, area: [[0, 0], [9, 0], [9, 9], [0, 9]]}\n"
             "  - {kind: lake, area: [[[0, 0], [90, 0], [0, 90]], [[9, 9], [20, 9], [9, 20]]], level: -3}\n");
    const tr_path_def *even = &d.def.paths[0].path, *lake = &d.def.paths[1].path;
    assert_true(even->area && even->vertex_count == 4 && isnan(even->level_m));
    assert_true(lake->area && lake->vertex_count == 6 && lake->ring_count == 2 && lake->level_m == -3);
    assert_true(lake->ring_end[0] == 3 && lake->ring_end[1] == 6 && lake->vertices[4].x_m == 20);
    tr_description_release(&d);
}

static void what_is_looked_for_arrives_in_its_fields(void **state)
{
    (void)state;
    tr_description d = read("paths:\n"
                            "  - {drain: 3 km2, within: {width: 2 km, depth: 1 km}, lakes: false, least_lake: 5 ha, "
                            "least_lake_depth: 3, widest: 40, width: 2}\n"
                            "  - {kind: stream, drain: 5 ha}\n"
                            "  - {kind: track, route: [[1, 2], [3, 4]]}\n"
                            "  - {kind: rail, file: no_raster.txt, layer: lines, kind_field: type}\n"
                            "extent: [-50, -60, 70, 80]\n");
    const tr_world_path_def *rivers = &d.def.paths[0], *streams = &d.def.paths[1], *file = &d.def.paths[3];
    assert_true(rivers->source == TR_PATH_SOURCE_DRAIN && rivers->path.kind == TR_PATH_RIVER);
    assert_true(rivers->drain_m2 == 3e6 && rivers->has_within && rivers->within_m.x1 == 1000);
    assert_true(!rivers->lakes && rivers->min_lake_m2 == 5e4 && rivers->min_lake_depth_m == 3);
    assert_true(rivers->max_width_m == 40 && rivers->path.width_m == 2);
    assert_true(streams->path.kind == TR_PATH_STREAM && streams->drain_m2 == 5e4 && !streams->has_within);
    assert_true(d.def.paths[2].source == TR_PATH_SOURCE_ROUTE && d.def.paths[2].path.vertex_count == 2);
    assert_string_equal(file->file, "tests/world/data/no_raster.txt");
    assert_string_equal(file->layer, "lines");
    assert_string_equal(file->kind_field, "type");
    tr_description_release(&d);
}

// ---------------------------------------------------------------------------------------------------------
// The same paths

static const tr_path_source sources[] = {TR_PATH_SOURCE_LINE, TR_PATH_SOURCE_AREA, TR_PATH_SOURCE_FILE,
                                         TR_PATH_SOURCE_ROUTE, TR_PATH_SOURCE_DRAIN};

static tr_path_kind kind_for(tr_path_source source)
{
    return source == TR_PATH_SOURCE_AREA ? TR_PATH_LAKE : source == TR_PATH_SOURCE_DRAIN ? TR_PATH_RIVER : TR_PATH_ROAD;
}

static tr_world_path_def path_of(tr_path_source source, const tr_path_vertex *corners)
{
    tr_world_path_def path = tr_default_world_path_def(source, kind_for(source));
    if (source == TR_PATH_SOURCE_FILE) path.file = "roads.geojson";
    if (source != TR_PATH_SOURCE_FILE && source != TR_PATH_SOURCE_DRAIN) {
        path.path.vertices = corners;
        path.path.vertex_count = 3;
    }
    return path;
}

static tr_world_def bounded_def(const tr_world_path_def *path)
{
    tr_world_def def = tr_default_world_def();
    def.has_bounds = true;
    def.bounds_m = (tr_region){-500, -500, 500, 500};
    def.paths = path;
    def.path_count = 1;
    return def;
}

static void change(tr_world_path_def *path, const tr_key *key)
{
    void *field = (char *)path + key->offset;
    switch (key->type) {
    case TR_KEY_DOUBLE: {
        double *number = field;
        *number = isnan(*number) ? 0 : nextafter(*number, INFINITY);
        break;
    }
    case TR_KEY_INT:
    case TR_KEY_CHOICE: *(int32_t *)field ^= 1; break;
    case TR_KEY_BOOL: *(bool *)field = !*(bool *)field; break;
    case TR_KEY_REGION:
        path->has_within = true;
        path->within_m = (tr_region){0, 0, 5, 5};
        break;
    default: break;
    }
}

static void the_hash_sees_every_value(void **state)
{
    (void)state;
    tr_path_vertex corners[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(90, 0), tr_path_vertex_at(90, 90)};
    uint64_t hashes[256];
    int count = 0;
    for (int s = 0; s < TR_PATH_SOURCE_COUNT; s++) {
        for (int i = -1; i < tr_world_path_schema.key_count; i++) {
            tr_world_path_def path = path_of(sources[s], corners);
            if (i >= 0) {
                const tr_key *key = &tr_world_path_schema.keys[i];
                const bool other = key->type == TR_KEY_TEXT || key->type == TR_KEY_OTHER;
                if (other || (key->kinds && !(key->kinds & 1u << sources[s]))) continue;
                change(&path, key);
            }
            const tr_world_def def = bounded_def(&path);
            hashes[count] = tr_world_def_hash(&def);
            for (int k = 0; k < count; k++) {
                if (hashes[k] == hashes[count])
                    fail_msg("%s does not change the hash", i >= 0 ? tr_world_path_schema.keys[i].name : "the source");
            }
            count++;
        }
    }
    assert_true(count > 60);
    float *const values[] = {&corners[1].height_m, &corners[1].width_m, &corners[1].smoothing_m, &corners[1].depth_m,
                             &corners[1].inclination};
    const tr_world_path_def path = path_of(TR_PATH_SOURCE_LINE, corners);
    const tr_world_def def = bounded_def(&path);
    uint64_t last = tr_world_def_hash(&def);
    for (int i = 0; i < 5; i++) {
        *values[i] = 0;
        assert_true(tr_world_def_hash(&def) != last);
        last = tr_world_def_hash(&def);
    }
    corners[2].z_m = 91;
    assert_true(tr_world_def_hash(&def) != last);
}

static void every_number_keeps_its_range(void **state)
{
    (void)state;
    const tr_path_vertex corners[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(90, 0), tr_path_vertex_at(90, 90)};
    int count = 0;
    for (int s = 0; s < TR_PATH_SOURCE_COUNT; s++) {
        for (int i = 0; i < tr_world_path_schema.key_count; i++) {
            const tr_key *key = &tr_world_path_schema.keys[i];
            if ((key->kinds && !(key->kinds & 1u << sources[s])) || key->type != TR_KEY_DOUBLE) continue;
            const double no_number = key->flags & TR_KEY_OPTIONAL ? INFINITY : NAN;
            const double outside[3] = {nextafter(key->low, -INFINITY), nextafter(key->high, INFINITY), no_number};
            for (int k = 0; k < 3; k++) {
                tr_world_path_def path = path_of(sources[s], corners);
                *(double *)(void *)((char *)&path + key->offset) = outside[k];
                const tr_world_def def = bounded_def(&path);
                tr_error err = {0};
                char name[64];
                snprintf(name, sizeof name, "paths[0].%s is ", key->name);
                if (tr_world_paths_check(&def, &err)) fail_msg("%s %g was accepted", name, outside[k]);
                assert_int_equal(err.code, k < 2 ? TR_ERROR_INVALID_ARGUMENT : TR_ERROR_NOT_FINITE);
                if (strncmp(err.message, name, strlen(name)) != 0) fail_msg("'%s' is not about %s", err.message, name);
                count++;
            }
        }
    }
    assert_true(count > 100);
}

static void a_struct_is_the_same_as_a_file(void **state)
{
    (void)state;
    const tr_path_vertex places[2] = {tr_path_vertex_at(-100, 20), tr_path_vertex_at(300, 150)};
    tr_world_path_def path = tr_default_world_path_def(TR_PATH_SOURCE_LINE, TR_PATH_ROAD);
    path.path.vertices = places;
    path.path.vertex_count = 2;
    path.path.width_m = 9;
    const tr_world_def def = bounded_def(&path);
    assert_true(tr_world_def_hash(&def) ==
                hash_of("extent: {width: 1 km, depth: 1 km}\n"
                        "paths: [{name: x, kind: road, width: 9 m, line: [[-100, 20], [300, 150]]}]"));
    assert_true(tr_world_def_hash(&def) !=
                hash_of("extent: {width: 1 km, depth: 1 km}\n"
                        "paths: [{kind: rail, width: 9 m, line: [[-100, 20], [300, 150]]}]"));
}

static void a_copy_holds_everything(void **state)
{
    (void)state;
    tr_path_vertex corners[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(90, 0), tr_path_vertex_at(90, 90)};
    int32_t ends[1] = {3};
    char name[] = "Lake", file[] = "a.gpkg", layer[] = "water", field[] = "kind";
    tr_world_path_def paths[2] = {path_of(TR_PATH_SOURCE_AREA, corners), path_of(TR_PATH_SOURCE_FILE, NULL)};
    paths[0].path.name = name;
    paths[0].path.ring_end = ends;
    paths[0].path.ring_count = 1;
    paths[1].file = file;
    paths[1].layer = layer;
    paths[1].kind_field = field;
    tr_world_path_def *copy;
    tr_error err;
    assert_true(tr_world_paths_copy(context, paths, 2, &copy, &err));
    corners[2].x_m = 5;
    ends[0] = 9;
    name[0] = file[0] = layer[0] = field[0] = 'x';
    assert_true(copy[0].path.vertices[2].x_m == 90 && copy[0].path.ring_end[0] == 3);
    assert_string_equal(copy[0].path.name, "Lake");
    assert_string_equal(copy[1].file, "a.gpkg");
    assert_string_equal(copy[1].layer, "water");
    assert_string_equal(copy[1].kind_field, "kind");
    tr_free(context, copy);
    assert_true(tr_world_paths_copy(context, NULL, 0, &copy, &err) && !copy);
}

static void sources_are_checked(void **state)
{
    (void)state;
    tr_error err = {0};
    const tr_path_vertex corners[3] = {tr_path_vertex_at(0, 0), tr_path_vertex_at(90, 0), tr_path_vertex_at(90, 90)};
    tr_world_path_def path = path_of(TR_PATH_SOURCE_ROUTE, corners);
    tr_world_def def = bounded_def(&path);
    assert_true(tr_world_paths_check(&def, &err));
    def.has_bounds = false;
    assert_false(tr_world_paths_check(&def, &err));
    assert_non_null(
        strstr(err.message, "paths[0]: 'route' is looked for within the extent of the world, and this one is "));
    path.has_within = true;
    path.within_m = (tr_region){0, 0, 90, 90};
    assert_true(tr_world_paths_check(&def, &err));
    path.within_m.x1 = 89;
    assert_false(tr_world_paths_check(&def, &err));
    assert_string_equal(err.message, "paths[0]: place 1 of the route is [90, 0], outside of 'within'");
    path = path_of(TR_PATH_SOURCE_FILE, corners);
    path.file = NULL;
    assert_false(tr_world_paths_check(&def, &err));
    assert_string_equal(err.message, "paths[0].file is missing: the name of a file is expected");
    path = path_of(TR_PATH_SOURCE_LINE, corners);
    path.source = TR_PATH_SOURCE_COUNT;
    assert_false(tr_world_paths_check(&def, &err));
    path = path_of(TR_PATH_SOURCE_LINE, corners);
    path.path.vertex_count = 1;
    assert_false(tr_world_paths_check(&def, &err));
    assert_true(strncmp(err.message, "paths[0]: ", 10) == 0);
}

TEST_GROUP(description_paths)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_arrives_in_its_fields),
        cmocka_unit_test(areas_have_rings),
        cmocka_unit_test(what_is_looked_for_arrives_in_its_fields),
        cmocka_unit_test(the_hash_sees_every_value),
        cmocka_unit_test(every_number_keeps_its_range),
        cmocka_unit_test(a_struct_is_the_same_as_a_file),
        cmocka_unit_test(a_copy_holds_everything),
        cmocka_unit_test(sources_are_checked),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
