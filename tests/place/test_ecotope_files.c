// The standard library of ecotopes: every file is read, uses what it names, and keeps its objects off water and roads.
#include "cmocka_test.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terrane/world.h"
#include "test_context.h"

// A sample acts up to sqrt(2) spacings away (docs/place.md).
#define MIN_SPACINGS 1.42

#define ECOTOPE_FOLDER TR_TEST_SOURCE_DIR "/worlds/ecotopes"

enum { MAX_FILES = 32 };

typedef struct test_library {
    char names[MAX_FILES][64];
    int count;
} test_library;

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static test_library list_files(void)
{
    test_library library = {0};
    DIR *folder = opendir(ECOTOPE_FOLDER);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const size_t length = strlen(entry->d_name);
        if (length < 6 || length >= sizeof library.names[0] || strcmp(entry->d_name + length - 5, ".yaml") != 0)
            continue;
        assert_true(library.count < MAX_FILES);
        strcpy(library.names[library.count++], entry->d_name);
    }
    closedir(folder);
    qsort(library.names, (size_t)library.count, sizeof library.names[0], compare_names);
    return library;
}

static tr_world *load(tr_context *context, const char *placement)
{
    char text[512];
    tr_error error;
    const int size = snprintf(text, sizeof text, "name: t\nplacement:\n%s\n", placement);
    tr_world *world = tr_world_load_text(context, ECOTOPE_FOLDER "/test.yaml", text, (size_t)size, NULL, &error);
    if (!world) fail_msg("%s", error.message);
    return world;
}

static tr_world *load_file(tr_context *context, const char *name)
{
    char text[256];
    snprintf(text, sizeof text, "  - {file: %s}", name);
    return load(context, text);
}

// ---------------------------------------------------------------------------------------------------------
// Off water, roads and cities

// Whether a node alone is 0 where `field` is less than the least distance.
static bool keeps_off(const tr_ecotope_node_def *node, tr_field field, double min_m)
{
    for (int32_t i = 0; i < node->term_count; i++) {
        const tr_density_term_def *term = &node->terms[i];
        if (term->kind != TR_TERM_FIELD || term->field != field || term->point_count < 2) continue;
        for (int32_t k = 0; k < term->point_count && term->to[k] == 0.0; k++)
            if (term->from[k] >= min_m) return true;
    }
    return false;
}

// The same of a node with what it inherits.
static bool is_kept_off(const tr_ecotope_node_def *nodes, int32_t index, tr_field field, double min_m)
{
    const tr_ecotope_node_def *node = &nodes[index];
    const bool own = keeps_off(node, field, min_m);
    const bool inherited = node->parent >= 0 && is_kept_off(nodes, node->parent, field, min_m);
    switch (node->op) {
    case TR_ECOTOPE_MULTIPLY:
    case TR_ECOTOPE_MIN:
    case TR_ECOTOPE_MASK: return own || inherited;
    case TR_ECOTOPE_SUBTRACT: return inherited;
    default: return own && inherited;
    }
}

static void check_set(const char *file, const tr_world_place_set_def *set)
{
    const double min_m = MIN_SPACINGS * set->set.spacing_m;
    for (int32_t i = 0; i < set->node_count; i++) {
        if (set->nodes[i].layer < 0) continue;
        const char *name = set->nodes[i].name ? set->nodes[i].name : "";
        if (!is_kept_off(set->nodes, i, TR_FIELD_WATER_DISTANCE, min_m))
            fail_msg("%s: node %d '%s' is not 0 up to %g m from water", file, (int)i, name, min_m);
        if (!is_kept_off(set->nodes, i, TR_FIELD_ROAD_DISTANCE, min_m))
            fail_msg("%s: node %d '%s' is not 0 up to %g m from roads", file, (int)i, name, min_m);
        if (!is_kept_off(set->nodes, i, TR_FIELD_CITY_DISTANCE, min_m))
            fail_msg("%s: node %d '%s' is not 0 up to %g m from cities", file, (int)i, name, min_m);
    }
}

static void every_file_keeps_off_water_roads_and_cities(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const test_library files = list_files();
    assert_true(files.count >= 5);
    for (int i = 0; i < files.count; i++) {
        tr_world *world = load_file(context, files.names[i]);
        const tr_world_def *def = tr_world_def_of(world);
        assert_int_equal(def->place_set_count, 1);
        check_set(files.names[i], &def->place_sets[0]);
        tr_world_destroy(world);
    }
    tr_context_destroy(context);
}

// A level land with a brook, a lake, a road and a village, on which everything may stand.
static const char scene[] = "name: t\nseed: 4\nextent: [-200, -200, 200, 200]\n"
                            "terrain: {graph: {nodes: {a: {type: gradient, frequency: 0.01, seed: 1},\n"
                            "  h: {type: linear, input: a, factor: 3, offset: 20}}, output: h}}\n"
                            "climate: {latitude: 45 deg, humidity: 60 %}\n"
                            "paths:\n"
                            "  - {kind: river, line: [[-190, -150], [0, -90], [190, -140]]}\n"
                            "  - {kind: lake, area: [[-60, 40], [20, 20], [70, 60], [10, 110]]}\n"
                            "  - {kind: road, line: [[-190, 0], [0, -10], [190, 30]]}\n"
                            "  - {kind: city, area: [[60, -60], [120, -70], [110, -20], [70, -15]]}\n"
                            "placement: standard\n";

// A field where an object stands, to the nearest 1/256 m.
static float field_under(const tr_world *world, tr_field field, const tr_object *object)
{
    const tr_sample_area area = {(int64_t)floor(object->x_m * 256 + 0.5), (int64_t)floor(object->z_m * 256 + 0.5), 1, 1,
                                 1.0 / 256};
    float value = 0;
    tr_error error;
    const tr_grid out = {&value, 1, 1, 1, 1, 1};
    if (!tr_world_query(world, field, &area, NULL, &out, &error)) fail_msg("%s", error.message);
    return value;
}

static void check_objects(const tr_world *world, const tr_placement *placement, int32_t set)
{
    enum { AT_ONCE = 64 };
    tr_object objects[AT_ONCE];
    const int64_t count = tr_placement_count(placement, set, -1);
    assert_true(count > 0);
    for (int64_t first = 0; first < count; first += AT_ONCE) {
        const int64_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
        tr_placement_objects(placement, set, -1, first, some, objects);
        for (int64_t i = 0; i < some; i++) {
            assert_true(field_under(world, TR_FIELD_WATER, &objects[i]) == 0);
            assert_true(field_under(world, TR_FIELD_ROAD_DISTANCE, &objects[i]) > 0);
            assert_true(field_under(world, TR_FIELD_CITY_DISTANCE, &objects[i]) > 0);
        }
    }
}

static void nothing_stands_in_water_on_roads_nor_in_cities(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    tr_error error;
    tr_world *world = tr_world_load_text(context, "t.yaml", scene, sizeof scene - 1, NULL, &error);
    if (!world) fail_msg("%s", error.message);
    const tr_placer *placer = tr_world_placer(world);
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = (tr_region){-90, -130, 90, 130};
    for (int32_t set = 0; set < tr_placer_set_count(placer); set++) {
        // Grass is everywhere.
        if (strcmp(tr_placer_set(placer, set)->name, "grass") == 0) request.region_m.x0 = 60;
        request.sets = 1u << set;
        tr_placement *placement = tr_place(placer, &request, NULL, &error);
        if (!placement) fail_msg("%s", error.message);
        check_objects(world, placement, set);
        tr_placement_destroy(placement);
    }
    tr_world_destroy(world);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Whole and in use

// A name that no node uses is a slip of the author.
static void every_layer_is_used(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const test_library files = list_files();
    for (int i = 0; i < files.count; i++) {
        tr_world *world = load_file(context, files.names[i]);
        const tr_world_place_set_def *set = &tr_world_def_of(world)->place_sets[0];
        char expected[64];
        snprintf(expected, sizeof expected, "%.*s", (int)strlen(files.names[i]) - 5, files.names[i]);
        assert_string_equal(set->set.name, expected);
        assert_true(set->layer_count > 0 && set->view_m > 0);
        for (int32_t layer = 0; layer < set->layer_count; layer++) {
            bool used = false;
            for (int32_t n = 0; n < set->node_count; n++) used = used || set->nodes[n].layer == layer;
            if (!used) fail_msg("%s: no node has layer %d", files.names[i], (int)layer);
        }
        tr_world_destroy(world);
    }
    tr_context_destroy(context);
}

// A file that is not built in would be missing from every world.
static void every_file_is_part_of_the_library(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const test_library files = list_files();
    tr_error error;
    static const char text[] = "placement: standard\n";
    tr_world *world = tr_world_load_text(context, "t.yaml", text, sizeof text - 1, NULL, &error);
    if (!world) fail_msg("%s", error.message);
    assert_int_equal(tr_world_def_of(world)->place_set_count, files.count);
    tr_world_destroy(world);
    tr_context_destroy(context);
}

TEST_GROUP(ecotope_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_keeps_off_water_roads_and_cities),
        cmocka_unit_test(nothing_stands_in_water_on_roads_nor_in_cities),
        cmocka_unit_test(every_layer_is_used),
        cmocka_unit_test(every_file_is_part_of_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
