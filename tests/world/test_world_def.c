// Definitions of worlds in C: ranges, rules, copies, and a hash that sees everything but the name.
#include "world/world_def.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "world/description_keys.h"
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

static void set_number(tr_world_def *def, const tr_key *key, double value)
{
    double *field = tr_key_field(key, def);
    field[0] = value;
}

static void every_number_keeps_its_range(void **state)
{
    (void)state;
    int count = 0;
    for (int i = 0; i < tr_key_count(); i++) {
        const tr_key *key = tr_key_at(i);
        if (key->type != TR_KEY_NUMBER && key->type != TR_KEY_POINT) continue;
        const double outside[] = {nextafter(key->low, -INFINITY), nextafter(key->high, INFINITY), -1e300};
        const double not_finite[] = {NAN, INFINITY, -INFINITY};
        for (int k = 0; k < 3; k++) {
            tr_world_def def = tr_default_world_def();
            set_number(&def, key, outside[k]);
            assert_refused(&def, TR_ERROR_INVALID_ARGUMENT, key->path);
            set_number(&def, key, not_finite[k]);
            assert_refused(&def, TR_ERROR_NOT_FINITE, key->path);
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
    def.bounded = true;
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
    def.graph_name = graph;
    tr_error err;
    tr_world *world = tr_world_create(context, &def, &err);
    assert_non_null(world);
    memset(name, 'x', sizeof name - 1);
    memset(graph, 'x', sizeof graph - 1);
    assert_string_equal(tr_world_get_def(world)->name, "Valley");
    assert_string_equal(tr_world_get_def(world)->graph_name, "hills.yaml");
    assert_null(tr_world_get_def(world)->terrain.elevation.path);
    assert_null(tr_world_get_def(world)->terrain.graph);
    tr_world_destroy(world);
    assert_true(tr_context_memory(context).used_bytes == used);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// The hash

static void change(tr_world_def *def, const tr_key *key)
{
    unsigned char *field = tr_key_field(key, def);
    if (key->type == TR_KEY_EXTENT) {
        def->bounded = true;
        def->bounds_m = (tr_region){0, 0, 5, 5};
    } else if (key->type == TR_KEY_NUMBER || key->type == TR_KEY_POINT) {
        const double old = *(double *)field;
        *(double *)field = nextafter(old, old < key->high ? INFINITY : -INFINITY);
    } else if (key->type == TR_KEY_FILE) {
        def->terrain.elevation.path = "a.tif";
    } else {
        field[0] ^= 1;
    }
}

static void the_hash_sees_every_value(void **state)
{
    (void)state;
    const tr_world_def standard = tr_default_world_def();
    uint64_t hashes[128];
    int count = 0;
    hashes[count++] = tr_world_def_hash(&standard);
    for (int i = 0; i < tr_key_count(); i++) {
        const tr_key *key = tr_key_at(i);
        if (key->type == TR_KEY_TEXT || key->type == TR_KEY_LATER || key->type == TR_KEY_GRAPH ||
            key->type == TR_KEY_PATHS || key->type == TR_KEY_PLACEMENT)
            continue;
        tr_world_def def = standard;
        change(&def, key);
        hashes[count] = tr_world_def_hash(&def);
        for (int k = 0; k < count; k++) {
            if (hashes[k] == hashes[count]) fail_msg("%s does not change the hash", key->path);
        }
        count++;
    }
    assert_true(count > 50);
}

static void the_hash_does_not_see_names_and_signs_of_zero(void **state)
{
    (void)state;
    const tr_world_def standard = tr_default_world_def();
    tr_world_def def = standard;
    def.name = "another";
    def.graph_name = "another";
    def.sea_level_m = -0.0;
    def.bounds_m.x0 = 5;  // not bounded
    assert_true(tr_world_def_hash(&def) == tr_world_def_hash(&standard));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_allowed),
        cmocka_unit_test(every_number_keeps_its_range),
        cmocka_unit_test(other_fields_keep_their_ranges),
        cmocka_unit_test(a_wrong_definition_makes_no_world),
        cmocka_unit_test(a_world_keeps_texts_of_its_own),
        cmocka_unit_test(the_hash_sees_every_value),
        cmocka_unit_test(the_hash_does_not_see_names_and_signs_of_zero),
        cmocka_unit_test(the_hash_sees_the_graph_by_its_structure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
