// Definitions of worlds in C: ranges, rules, copies, and a hash that sees everything but the name.
#include "description/world_def.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "description/world_schema.h"
#include "terrane/world.h"
#include "world/world.h"

static void assert_refused(const tr_world_def *def, tr_error_code code, const char *path)
{
    tr_error err = {0};
    if (tr_world_def_check(def, &err)) fail_msg("%s was accepted", path);
    assert_int_equal(err.code, code);
    if (strncmp(err.message, path, strlen(path)) != 0) fail_msg("'%s' does not name %s", err.message, path);
}

static void the_defaults_are_allowed(void **state)
{
    (void)state;
    tr_error err;
    const tr_world_def def = tr_default_world_def();
    assert_true(tr_world_def_check(&def, &err));
}

static void *field_of(tr_world_def *def, const tr_schema_entry *entry)
{
    return (char *)def + entry->offset + entry->key->offset;
}

static void every_number_keeps_its_range(void **state)
{
    (void)state;
    int count = 0;
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        const tr_key *key = entry.key;
        if (entry.of_item || (key->type != TR_KEY_DOUBLE && key->type != TR_KEY_POINT)) continue;
        const double outside[] = {nextafter(key->low, -INFINITY), nextafter(key->high, INFINITY), -1e300};
        const double not_finite[] = {NAN, INFINITY, -INFINITY};
        for (int k = 0; k < 3; k++) {
            tr_world_def def = tr_default_world_def();
            *(double *)field_of(&def, &entry) = outside[k];
            assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, entry.path);
            *(double *)field_of(&def, &entry) = not_finite[k];
            assert_refused(&def, TR_ERROR_NOT_FINITE, entry.path);
        }
        count++;
    }
    assert_true(count > 30);
}

static void other_fields_keep_their_ranges(void **state)
{
    (void)state;
    tr_world_def def = tr_default_world_def();
    def.terrain.erosion.octaves = 0;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "terrain.erosion.octaves");
    def = tr_default_world_def();
    def.terrain.elevation.beyond = TR_BEYOND_COUNT;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "terrain.elevation.beyond");
    def = tr_default_world_def();
    def.bounds_m = (tr_region){0, 0, 0, 0};
    tr_error err;
    assert_true(tr_world_def_check(&def, &err));  // not bounded: not looked at
    def.has_bounds = true;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "extent");
    def.bounds_m = (tr_region){0, 0, INT64_MAX, 5};
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "extent");
    def.bounds_m = (tr_region){INT64_MIN, 0, 5, 5};
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "extent");
    def.bounds_m = (tr_region){-1000000000000, -5, 1000000000000, 5};
    assert_true(tr_world_def_check(&def, &err));
    def.terrain.rivers.width_m = def.terrain.rivers.spacing_m + 1;
    assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, "terrain.rivers.width");
    def.terrain.rivers.width_m = 0;  // none: their other numbers do not matter
    def.terrain.rivers.valley_width_m = 50000;
    assert_true(tr_world_def_check(&def, &err));
}

static void a_wrong_definition_makes_no_world(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_world_def def = tr_default_world_def();
    def.climate.humidity = 2;
    tr_error err = {0};
    assert_null(tr_world_create(context, &def, &err));
    assert_string_equal(err.message, "climate.humidity is 2; allowed is 0 to 1");
    tr_context_destroy(context);
}

static void a_world_keeps_texts_of_its_own(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const uint64_t used = tr_context_memory(context).used_bytes;
    char name[] = "Valley", graph[] = "hills.yaml";
    tr_world_def def = tr_default_world_def();
    def.name = name;
    def.terrain.graph_name = graph;
    tr_error err;
    tr_world *world = tr_world_create(context, &def, &err);
    assert_non_null(world);
    memset(name, 'x', sizeof name - 1);
    memset(graph, 'x', sizeof graph - 1);
    assert_string_equal(tr_world_def_of(world)->name, "Valley");
    assert_string_equal(tr_world_def_of(world)->terrain.graph_name, "hills.yaml");
    assert_null(tr_world_def_of(world)->terrain.elevation.path);
    assert_null(tr_world_def_of(world)->terrain.graph);
    tr_world_destroy(world);
    assert_true(tr_context_memory(context).used_bytes == used);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// Values by path

static void the_defaults_are_those_of_the_table(void **state)
{
    (void)state;
    const tr_world_def def = tr_default_world_def();
    assert_true(def.seed == 1 && !def.has_bounds && def.sea_level_m == 0 && !def.name);
    assert_true(def.terrain.landform.continent_size_m == 24000 && def.terrain.erosion.octaves == 6);
    assert_true(def.terrain.elevation.beyond == TR_BEYOND_GENERATED && def.climate.wind_deg == 270);
    assert_true(def.biomes[TR_BIOME_OCEAN].color[0] == 0x2f && def.biomes[TR_BIOME_OCEAN].color[2] == 0x8f);
    assert_true(def.voxels.block_m == 1 && def.voxels.bottom == -256 && def.voxels.top == 1792);
    // Other definitions have values from tables and from their rooms: they agree.
    tr_world_path_def path = tr_default_world_path_def(TR_PATH_SOURCE_DRAIN, TR_PATH_RIVER), path_before = path;
    tr_schema_defaults(&tr_world_path_schema, &path);
    assert_memory_equal(&path, &path_before, sizeof path);
    tr_world_place_set_def set = tr_default_world_place_set_def(), set_before = set;
    tr_schema_defaults(&tr_place_set_schema, &set);
    assert_memory_equal(&set, &set_before, sizeof set);
    tr_place_set_def own = tr_default_place_set_def();
    assert_true(set.set.footprint_m == own.footprint_m && set.set.spacing_m == own.spacing_m);
    tr_ecotope_node_def node = tr_default_ecotope_node_def(), node_before = node;
    tr_schema_defaults(&tr_place_node_schema, &node);
    assert_memory_equal(&node, &node_before, sizeof node);
    tr_density_term_def term = tr_default_density_term_def(TR_TERM_NOISE), term_before = term;
    tr_schema_defaults(&tr_place_term_schema, &term);
    assert_memory_equal(&term, &term_before, sizeof term);
    tr_world_place_layer layer = {tr_default_place_layer_def(), TR_MODEL_BROADLEAF}, layer_before = layer;
    tr_schema_defaults(&tr_place_layer_schema, &layer);
    assert_memory_equal(&layer, &layer_before, sizeof layer);
}

static void every_value_is_set_and_read_by_its_path(void **state)
{
    (void)state;
    int count = 0;
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        char initial[TR_KEY_TEXT_SIZE], text[TR_KEY_TEXT_SIZE];
        tr_key_default(entry.key, initial, sizeof initial);
        tr_world_def def = tr_default_world_def();
        tr_error err = {0};
        if (entry.of_item) {
            assert_false(tr_world_def_set(&def, entry.path, initial, &err));
            continue;
        }
        const uint64_t before = tr_world_def_hash(&def);
        assert_true(tr_world_def_get(&def, entry.path, text, sizeof text, &err));
        assert_string_equal(text, initial);
        if (initial[0] == '\0') continue;
        if (!tr_world_def_set(&def, entry.path, text, &err)) fail_msg("%s", err.message);
        assert_true(tr_world_def_hash(&def) == before);
        count++;
    }
    assert_true(count > 60);
}

static void a_world_changes_with_what_is_set(void **state)
{
    (void)state;
    tr_world_def def = tr_default_world_def();
    tr_error err = {0};
    assert_true(tr_world_def_set(&def, "climate.wind", "90 deg", &err) && def.climate.wind_deg == 90);
    assert_true(tr_world_def_set(&def, "sea_level", "0.1 km", &err) && def.sea_level_m == 100);
    assert_true(tr_world_def_set(&def, "extent", "[0, 0, 4096, 2 km]", &err) && def.has_bounds);
    assert_true(def.bounds_m.x1 == 4096 && def.bounds_m.z1 == 2000);
    assert_true(tr_world_def_set(&def, "extent", "endless", &err) && !def.has_bounds);
    assert_true(tr_world_def_set(&def, "terrain.elevation.beyond", "sea", &err));
    assert_int_equal(def.terrain.elevation.beyond, TR_BEYOND_SEA);
    assert_true(tr_world_def_set(&def, "seed", "a text", &err) && def.seed == tr_seed_from_text("a text"));
    assert_true(tr_schema_set_number(tr_world_schema(), &def, "terrain.erosion.octaves", 4, &err));
    assert_int_equal(def.terrain.erosion.octaves, 4);
    assert_false(tr_world_def_set(&def, "climate.wind", "400", &err));
    assert_string_equal(err.message, "'climate.wind' is 400; allowed is 0 to 360 deg");
    assert_false(tr_world_def_set(&def, "climate.wnid", "40", &err));
    assert_string_equal(err.message, "'climate.wnid' is not a key of a world; did you mean 'climate.wind'?");
    assert_false(tr_world_def_set(&def, "paths", "none", &err));
    assert_string_equal(err.message, "'paths' cannot be set as text; it is of the form: list");
    char text[8];
    assert_false(tr_world_def_get(&def, "climate", text, sizeof text, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_true(def.climate.wind_deg == 90 && tr_world_def_check(&def, &err));
}

// ---------------------------------------------------------------------------------------------------------
// The hash

static void change(tr_world_def *def, const tr_schema_entry *entry)
{
    unsigned char *field = field_of(def, entry);
    const tr_key *key = entry->key;
    if (key->type == TR_KEY_REGION) {
        def->has_bounds = true;
        def->bounds_m = (tr_region){0, 0, 5, 5};
    } else if (key->type == TR_KEY_DOUBLE || key->type == TR_KEY_POINT) {
        const double old = *(double *)field;
        *(double *)field = nextafter(old, old < key->high ? INFINITY : -INFINITY);
    } else if (key->type == TR_KEY_OTHER) {
        assert_string_equal(entry->path, "terrain.elevation.file");
        def->terrain.elevation.path = "a.tif";
    } else {
        field[0] ^= 1;
    }
}

static void the_hash_sees_every_value(void **state)
{
    (void)state;
    static const char *const others[] = {"name", "terrain.graph", "paths", "placement", "city", "sandbox"};
    const tr_world_def defaults = tr_default_world_def();
    uint64_t hashes[128];
    int count = 0;
    hashes[count++] = tr_world_def_hash(&defaults);
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        bool other = entry.of_item;
        for (int k = 0; k < 6; k++) other = other || strcmp(entry.path, others[k]) == 0;
        if (other) continue;
        tr_world_def def = defaults;
        change(&def, &entry);
        hashes[count] = tr_world_def_hash(&def);
        for (int k = 0; k < count; k++) {
            if (hashes[k] == hashes[count]) fail_msg("%s does not change the hash", entry.path);
        }
        const bool ground = strncmp(entry.path, "biomes.", 7) != 0 && strncmp(entry.path, "voxels.", 7) != 0;
        if ((tr_world_def_ground_hash(&def) != tr_world_def_ground_hash(&defaults)) != ground)
            fail_msg("%s and the hash of the ground", entry.path);
        count++;
    }
    assert_true(count > 50);
}

static void the_hash_does_not_see_names_and_signs_of_zero(void **state)
{
    (void)state;
    const tr_world_def defaults = tr_default_world_def();
    tr_world_def def = defaults;
    def.name = "another";
    def.terrain.graph_name = "another";
    def.sea_level_m = -0.0;
    def.bounds_m.x0 = 5;  // not bounded
    assert_true(tr_world_def_hash(&def) == tr_world_def_hash(&defaults));
}

static tr_noise_graph *hills(tr_context *context, double frequency, bool other_order)
{
    tr_error err;
    tr_noise_graph *graph = tr_noise_graph_create(context, &err);
    tr_node_def source = tr_default_node_def(TR_NODE_GRADIENT), offset = tr_default_node_def(TR_NODE_CONSTANT);
    source.frequency = frequency;
    offset.value = 5;
    tr_node_def sum = tr_default_node_def(TR_NODE_ADD);
    if (other_order) {
        sum.inputs[1] = tr_noise_graph_add(graph, &offset, &err);
        tr_noise_graph_add(graph, &offset, &err);  // nobody reads it
        sum.inputs[0] = tr_noise_graph_add(graph, &source, &err);
    } else {
        sum.inputs[0] = tr_noise_graph_add(graph, &source, &err);
        sum.inputs[1] = tr_noise_graph_add(graph, &offset, &err);
    }
    assert_true(tr_noise_graph_add(graph, &sum, &err) >= 0);
    return graph;
}

static void the_hash_sees_the_graph_by_its_structure(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_noise_graph *graphs[3] = {hills(context, 0.01, false), hills(context, 0.01, true), hills(context, 0.02, false)};
    uint64_t hashes[3];
    tr_world_def def = tr_default_world_def();
    const uint64_t none = tr_world_def_hash(&def);
    for (int i = 0; i < 3; i++) {
        def.terrain.graph = graphs[i];
        hashes[i] = tr_world_def_hash(&def);
        tr_noise_graph_destroy(graphs[i]);
    }
    assert_true(hashes[0] == hashes[1]);
    assert_true(hashes[0] != hashes[2] && hashes[0] != none);
    tr_context_destroy(context);
}

TEST_GROUP(world_def)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_allowed),
        cmocka_unit_test(every_number_keeps_its_range),
        cmocka_unit_test(the_defaults_are_those_of_the_table),
        cmocka_unit_test(every_value_is_set_and_read_by_its_path),
        cmocka_unit_test(a_world_changes_with_what_is_set),
        cmocka_unit_test(other_fields_keep_their_ranges),
        cmocka_unit_test(a_wrong_definition_makes_no_world),
        cmocka_unit_test(a_world_keeps_texts_of_its_own),
        cmocka_unit_test(the_hash_sees_every_value),
        cmocka_unit_test(the_hash_does_not_see_names_and_signs_of_zero),
        cmocka_unit_test(the_hash_sees_the_graph_by_its_structure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
