// Kinds of nodes, their parameters, and what a graph refuses.
#include <float.h>
#include <math.h>
#include <string.h>

#include "graph_fixture.h"

// ---------------------------------------------------------------------------------------------------------
// The table of kinds

// The kind with its defaults, reading node 0 wherever it must read.
static tr_node_def default_reader(tr_node_kind kind)
{
    tr_node_def def = tr_default_node_def(kind);
    for (int i = 0; i < tr_kind_of(kind)->required_inputs; i++) def.inputs[i] = 0;
    return def;
}

static void defaults_of_every_kind_are_valid(void **state)
{
    (void)state;
    add_constant(0.5);
    for (int kind = 0; kind < TR_NODE_KIND_COUNT; kind++) {
        tr_node_def def = default_reader((tr_node_kind)kind);
        tr_node node = add_node(&def);
        assert_int_equal(node, kind + 1);
        assert_int_equal(tr_noise_graph_output(fixture_graph), node);
        for (int dims = kind == TR_NODE_SIMPLEX ? 2 : 1; dims <= 3; dims++) tr_noise_destroy(compile(node, dims));
    }
    assert_int_equal(tr_noise_graph_node_count(fixture_graph), TR_NODE_KIND_COUNT + 1);
}

static void table_agrees_with_the_public_list(void **state)
{
    (void)state;
#define X(name, inputs) assert_int_equal(tr_kind_of(TR_NODE_##name)->input_count, inputs);
    TR_NODE_LIST(X)
#undef X
    for (int kind = 0; kind < TR_NODE_KIND_COUNT; kind++) {
        assert_true(tr_node_schema((tr_node_kind)kind)->key_count <= TR_MAX_PARAMS);
        for (int i = 0; i < tr_kind_of((tr_node_kind)kind)->input_count; i++) {
            assert_non_null(tr_node_input_name((tr_node_kind)kind, i));
        }
    }
}

static void kind_names_go_both_ways(void **state)
{
    (void)state;
    for (int kind = 0; kind < TR_NODE_KIND_COUNT; kind++) {
        tr_node_kind found;
        assert_true(tr_node_kind_from_name(tr_node_kind_name((tr_node_kind)kind), &found));
        assert_int_equal(found, kind);
    }
    tr_node_kind unchanged = TR_NODE_WARP;
    assert_false(tr_node_kind_from_name("Gradient", &unchanged));
    assert_int_equal(unchanged, TR_NODE_WARP);
}

static void documented_defaults(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_CELLULAR);
    assert_true(def.frequency == 0.01 && def.octaves == 1 && def.lacunarity == 2.0 && def.gain == 0.5 &&
                def.jitter == 1.0);
    assert_int_equal(def.metric, TR_METRIC_EUCLIDEAN);
    assert_int_equal(def.result, TR_CELLULAR_F1);
    assert_int_equal(def.fractal, TR_FRACTAL_NONE);
    // A definition whose kind is changed afterwards still holds the other kind's defaults.
    assert_int_equal(def.interpolation, TR_INTERPOLATION_SMOOTHERSTEP);
    assert_int_equal(def.inputs[0], TR_NODE_NONE);
}

// ---------------------------------------------------------------------------------------------------------
// Parameters from text

typedef struct set_case {
    tr_node_kind kind;
    const char *name, *text;
    tr_error_code code;
    const char *words;  // part of the message
} set_case;

static const set_case set_cases[] = {
    {TR_NODE_GRADIENT, "frequency", "0.25", TR_ERROR_NONE, ""},
    {TR_NODE_GRADIENT, "frequency", "2.5e-1", TR_ERROR_NONE, ""},
    {TR_NODE_GRADIENT, "frequency", "0", TR_ERROR_INVALID_ARGUMENT, "'frequency' is 0; allowed is 9.31"},
    {TR_NODE_GRADIENT, "frequency", "-1", TR_ERROR_INVALID_ARGUMENT, "to 1048576"},
    {TR_NODE_GRADIENT, "frequency", "fast", TR_ERROR_INVALID_ARGUMENT, "'frequency' is 'fast'; a number"},
    {TR_NODE_GRADIENT, "frequency", "", TR_ERROR_INVALID_ARGUMENT, "a number is expected"},
    {TR_NODE_GRADIENT, "frequency", "1 ", TR_ERROR_INVALID_ARGUMENT, "a number is expected"},
    {TR_NODE_GRADIENT, "frequency", " 1", TR_ERROR_INVALID_ARGUMENT, "a number is expected"},
    {TR_NODE_GRADIENT, "frequency", "0x1", TR_ERROR_INVALID_ARGUMENT, "a number is expected"},
    {TR_NODE_GRADIENT, "frequency", "1e", TR_ERROR_INVALID_ARGUMENT, "a number is expected"},
    {TR_NODE_GRADIENT, "frequency", "nan", TR_ERROR_NOT_FINITE, "'nan'; a finite number"},
    {TR_NODE_GRADIENT, "frequency", "-.INF", TR_ERROR_NOT_FINITE, "a finite number"},
    {TR_NODE_GRADIENT, "frequency", "1e999", TR_ERROR_NOT_FINITE, "a finite number"},
    {TR_NODE_GRADIENT, "frequncy", "1", TR_ERROR_INVALID_ARGUMENT,
     "not a parameter of gradient; did you mean 'frequency'?"},
    {TR_NODE_GRADIENT, "metric", "manhattan", TR_ERROR_INVALID_ARGUMENT, "'metric' is not a parameter of gradient"},
    {TR_NODE_GRADIENT, "octaves", "2.5", TR_ERROR_INVALID_ARGUMENT, "an integer of at most 64 bits"},
    {TR_NODE_GRADIENT, "octaves", "25", TR_ERROR_INVALID_ARGUMENT, "'octaves' is 25; allowed is 1 to 24"},
    {TR_NODE_GRADIENT, "octaves", "inf", TR_ERROR_NOT_FINITE, "a finite integer"},
    {TR_NODE_GRADIENT, "octaves", "99999999999999999999", TR_ERROR_INVALID_ARGUMENT, "64 bits"},
    {TR_NODE_GRADIENT, "seed", "-9223372036854775808", TR_ERROR_NONE, ""},
    {TR_NODE_GRADIENT, "seed", "9223372036854775808", TR_ERROR_INVALID_ARGUMENT, "64 bits"},
    {TR_NODE_GRADIENT, "fractal", "fmb", TR_ERROR_INVALID_ARGUMENT, "Allowed: none, fbm, billow, ridged, damped"},
    {TR_NODE_CELLULAR, "result", "f2-f1", TR_ERROR_NONE, ""},
    {TR_NODE_CELLULAR, "metric", "manhatten", TR_ERROR_INVALID_ARGUMENT, "did you mean 'manhattan'?"},
    {TR_NODE_COORDINATE, "axis", "y", TR_ERROR_NONE, ""},
    {TR_NODE_COORDINATE, "axis", "w", TR_ERROR_INVALID_ARGUMENT, "'axis' is 'w'; allowed: x, y, z"},
    {TR_NODE_COORDINATE, "center", "0.5", TR_ERROR_INVALID_ARGUMENT, "an integer is expected"},
    {TR_NODE_COORDINATE, "center", "-4503599627370497", TR_ERROR_NONE, ""},
    {TR_NODE_WARP, "amplitude", "40", TR_ERROR_NONE, ""},
    {TR_NODE_WARP, "factor", "40", TR_ERROR_INVALID_ARGUMENT, "not a parameter of warp"},
    {TR_NODE_CURVE, "smooth", "yes", TR_ERROR_INVALID_ARGUMENT, "allowed: false, true"},
    {TR_NODE_CURVE, "smooth", "true", TR_ERROR_NONE, ""},
    {TR_NODE_CURVE, "points", "-1:0, 0:0.25 , 1:1", TR_ERROR_NONE, ""},
    {TR_NODE_CURVE, "points", "-1:0", TR_ERROR_INVALID_ARGUMENT, "'points' has 1 points; allowed is 2 to 16"},
    {TR_NODE_CURVE, "points", "-1:0, 1", TR_ERROR_INVALID_ARGUMENT, "a number is expected"},
    {TR_NODE_CURVE, "points", "-1:0, 1:x", TR_ERROR_INVALID_ARGUMENT, "'points' is 'x'"},
    {TR_NODE_CURVE, "points", "0:0,1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8,9:9,10:1,11:1,12:1,13:1,14:1,15:1,16:1",
     TR_ERROR_INVALID_ARGUMENT, "has 17 points"},
};

static void parameters_from_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof set_cases / sizeof *set_cases; i++) {
        const set_case *test = &set_cases[i];
        tr_node_def def = tr_default_node_def(test->kind), before = def;
        tr_error err = {TR_ERROR_NONE, ""};
        bool done = tr_node_def_set(&def, test->name, test->text, &err);
        if (err.code != test->code || !strstr(err.message, test->words) || done != (test->code == TR_ERROR_NONE)) {
            fail_msg("%s: %s: got %s '%s'", test->name, test->text, tr_error_name(err.code), err.message);
        }
        if (!done) assert_memory_equal(&def, &before, sizeof def);
    }
}

static void parameters_reach_their_fields(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_CURVE);
    assert_true(tr_node_def_set(&def, "points", "-1:0.5, 0:0.25, 1:-3e2", NULL));
    assert_int_equal(def.point_count, 3);
    assert_true(def.points[0][0] == -1.0 && def.points[0][1] == 0.5 && def.points[2][1] == -300.0);
    assert_true(tr_node_def_set(&def, "smooth", "true", NULL) && def.smooth);
    def = tr_default_node_def(TR_NODE_WARP);
    assert_true(tr_node_def_set(&def, "amplitude", "40", NULL) && def.factor == 40.0);
    def = tr_default_node_def(TR_NODE_COORDINATE);
    assert_true(tr_node_def_set(&def, "axis", "z", NULL) && def.axis == 2);
    def = tr_default_node_def(TR_NODE_CELLULAR);
    assert_true(tr_node_def_set(&def, "seed", "0x10", NULL) && def.seed == 16);
    assert_true(tr_node_def_set(&def, "result", "f2-f1", NULL) && def.result == TR_CELLULAR_F2_MINUS_F1);
}

static void every_parameter_is_described(void **state)
{
    (void)state;
    for (int k = 0; k < TR_NODE_KIND_COUNT; k++) {
        const tr_schema *schema = tr_node_schema((tr_node_kind)k);
        for (int i = 0; i < schema->key_count; i++) {
            const tr_key *param = &schema->keys[i];
            assert_true(param->name[0] != '\0' && param->help[0] != '\0' && param->low <= param->high);
            tr_node_def def = tr_default_node_def((tr_node_kind)k);
            for (int choice = 0; choice < tr_key_choice_count(param); choice++) {
                assert_true(tr_node_def_set(&def, param->name, param->choices[choice], NULL));
            }
            char text[TR_KEY_TEXT_SIZE], initial[TR_KEY_TEXT_SIZE];
            def = tr_default_node_def((tr_node_kind)k);
            tr_key_default(param, initial, sizeof initial);
            assert_true(tr_schema_get(schema, &def, param->name, text, sizeof text, NULL));
            assert_string_equal(text, initial);
            assert_true(tr_node_def_set(&def, param->name, text, NULL));
            const tr_node_def same = tr_default_node_def((tr_node_kind)k);
            assert_memory_equal(&def, &same, sizeof def);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// What a graph refuses. The graph has one node, a constant.

typedef struct add_case {
    tr_node_kind kind;
    size_t offset;  // of the field that is spoilt
    char type;      // 'd' double, 'i' int32_t
    double value;
    tr_error_code code;
    const char *words;
} add_case;

// clang-format off
#define D(kind, field, value, words) \
    {TR_NODE_##kind, offsetof(tr_node_def, field), 'd', value, TR_ERROR_INVALID_ARGUMENT, words}
#define N(kind, field, value) \
    {TR_NODE_##kind, offsetof(tr_node_def, field), 'd', value, TR_ERROR_NOT_FINITE, "'" #field "' is"}
#define I(kind, field, value, words) \
    {TR_NODE_##kind, offsetof(tr_node_def, field), 'i', value, TR_ERROR_INVALID_ARGUMENT, words}
// clang-format on

static const add_case add_cases[] = {
    N(GRADIENT, frequency, NAN),
    N(GRADIENT, frequency, INFINITY),
    N(SIMPLEX, lacunarity, -INFINITY),
    N(VALUE, gain, NAN),
    N(CELLULAR, jitter, NAN),
    N(CELLULAR, sharpness, NAN),
    N(CONSTANT, value, NAN),
    N(COORDINATE, center, NAN),
    N(COORDINATE, factor, INFINITY),
    N(LINEAR, offset, NAN),
    N(POWER, exponent, NAN),
    N(CLAMP, low, NAN),
    N(SMOOTHSTEP, high, INFINITY),
    N(SELECT, threshold, NAN),
    N(SELECT, falloff, NAN),
    N(TERRACE, flatness, NAN),
    N(SCALE, factor, NAN),
    {TR_NODE_WARP, offsetof(tr_node_def, factor), 'd', NAN, TR_ERROR_NOT_FINITE, "'amplitude' is"},
    {TR_NODE_CURVE, offsetof(tr_node_def, points[1][1]), 'd', NAN, TR_ERROR_NOT_FINITE, "'points' is"},
    D(GRADIENT, frequency, 0.0, "'frequency' is 0; allowed is"),
    D(GRADIENT, frequency, -0.01, "'frequency' is -0.01"),
    D(GRADIENT, frequency, 0x1p-31, "allowed is 9.31"),
    D(GRADIENT, frequency, 2e6, "'frequency' is 2000000; allowed"),
    D(GRADIENT, lacunarity, 0.5, "allowed is 1 to 16"),
    D(GRADIENT, lacunarity, 17.0, "allowed is 1 to 16"),
    D(GRADIENT, gain, 1.5, "'gain' is 1.5; allowed is 0 to 1"),
    D(GRADIENT, gain, -0.1, "allowed is 0 to 1"),
    D(GRADIENT, sharpness, 16.5, "allowed is 0 to 16"),
    D(CELLULAR, jitter, 1.01, "'jitter' is 1.01"),
    D(CONSTANT, value, 1e19, "'value' is 1e+19"),
    D(COORDINATE, center, 0.5, "'center' is 0.5; an integer"),
    D(COORDINATE, center, 1e17, "'center' is 1e+17; allowed"),
    D(POWER, exponent, 0.0, "allowed is 0.01 to 64"),
    D(POWER, exponent, 65.0, "allowed is 0.01 to 64"),
    D(CLAMP, low, 1.0, "low must be below high"),
    D(CLAMP, high, -1.0, "low must be below high"),
    D(SMOOTHSTEP, low, 1.0 - 1e-12, "low must be below high"),
    D(SELECT, falloff, -0.1, "'falloff' is -0.1"),
    D(TERRACE, flatness, 1.1, "'flatness' is 1.1"),
    D(SCALE, factor, 0.0, "'factor' is 0"),
    D(SCALE, factor, -1.0, "'factor' is -1"),
    D(WARP, factor, 1e10, "'amplitude' is 1e+10"),
    D(CURVE, points[1][0], -1.0, "in is -1 at point 1 and -1 at point 2; it must ascend"),
    D(CURVE, points[1][0], -2.0, "it must ascend"),
    D(CURVE, points[0][1], 1e30, "'points' is 1e+30"),
    I(GRADIENT, kind, -1, "the kind is -1; allowed is 0 to 22"),
    I(GRADIENT, kind, TR_NODE_KIND_COUNT, "the kind is 23"),
    I(GRADIENT, dims, -1, "'dims' is -1; allowed is 0 to 3"),
    I(GRADIENT, dims, 4, "'dims' is 4"),
    I(SIMPLEX, dims, 1, "simplex noise has 2 or 3 dimensions"),
    I(GRADIENT, octaves, 0, "'octaves' is 0; allowed is 1 to 24"),
    I(GRADIENT, octaves, 25, "'octaves' is 25"),
    I(GRADIENT, fractal, 5, "'fractal' is 5; allowed is 0 to 4"),
    I(VALUE, fractal, TR_FRACTAL_DAMPED, "'fractal' is damped, which value noise does not have; gradient noise does"),
    I(SIMPLEX, fractal, TR_FRACTAL_DAMPED, "'fractal' is damped, which simplex noise does not have"),
    I(CELLULAR, fractal, TR_FRACTAL_DAMPED, "'fractal' is damped, which cellular noise does not have"),
    I(VALUE, interpolation, 9, "'interpolation' is 9"),
    I(CELLULAR, metric, -1, "'metric' is -1"),
    I(CELLULAR, result, 4, "'result' is 4"),
    I(COORDINATE, axis, 3, "'axis' is 3"),
    I(TERRACE, steps, 0, "'steps' is 0; allowed is 1 to 4096"),
    I(TERRACE, steps, 4097, "'steps' is 4097"),
    I(CURVE, point_count, 1, "'points' has 1 points"),
    I(CURVE, point_count, 17, "'points' has 17 points"),
    I(CURVE, point_count, -5, "'points' has -5 points"),
    I(ABS, inputs[0], TR_NODE_NONE, "node 1 (abs): input 'input' is missing"),
    I(ADD, inputs[1], TR_NODE_NONE, "input 'b' is missing"),
    I(POWER_OF, inputs[1], TR_NODE_NONE, "(power_of): input 'b' is missing"),
    I(BLEND, inputs[2], TR_NODE_NONE, "input 't' is missing"),
    I(SELECT, inputs[0], 1, "input 'a' is node 1, but the graph has 1 nodes"),
    I(WARP, inputs[0], TR_NODE_NONE, "input 'input' is missing"),
    I(WARP, inputs[2], 7, "input 'y' is node 7"),
    I(MIN, inputs[0], -2, "input 'a' is node -2"),
    I(MAX, inputs[1], INT32_MAX, "input 'b' is node 2147483647"),
};

static void spoil(tr_node_def *def, const add_case *test)
{
    void *field = (char *)def + test->offset;
    if (test->type == 'd')
        *(double *)field = test->value;
    else
        *(int32_t *)field = (int32_t)test->value;
}

static void bad_nodes_are_refused(void **state)
{
    (void)state;
    add_constant(0.0);
    for (size_t i = 0; i < sizeof add_cases / sizeof *add_cases; i++) {
        tr_node_def def = default_reader(add_cases[i].kind);
        spoil(&def, &add_cases[i]);
        tr_error err = {TR_ERROR_NONE, ""};
        tr_node node = tr_noise_graph_add(fixture_graph, &def, &err);
        if (node >= 0 || err.code != add_cases[i].code || !strstr(err.message, add_cases[i].words)) {
            fail_msg("case %zu: node %d, %s '%s', expected '%s'", i, (int)node, tr_error_name(err.code), err.message,
                     add_cases[i].words);
        }
        assert_int_equal(tr_noise_graph_node_count(fixture_graph), 1);
        assert_int_equal(tr_noise_graph_add(fixture_graph, &def, NULL), TR_NODE_NONE);
    }
}

static void damped_octaves_have_two_dimensions(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.fractal = TR_FRACTAL_DAMPED;
    for (def.dims = 0; def.dims <= 3; def.dims++) {
        tr_error err = {TR_ERROR_NONE, ""};
        const tr_node node = tr_noise_graph_add(fixture_graph, &def, &err);
        assert_int_equal(node >= 0, def.dims == 0 || def.dims == 2);
        if (node < 0) assert_non_null(strstr(err.message, "a damped fractal has 2 dimensions"));
    }
}

static void fields_of_other_kinds_are_not_read(void **state)
{
    (void)state;
    tr_node_def def = tr_default_node_def(TR_NODE_CONSTANT);
    def.frequency = NAN;
    def.inputs[0] = 99;
    def.low = 5.0;
    add_node(&def);
}

static void too_steep_a_curve_is_refused(void **state)
{
    (void)state;
    add_constant(0.0);
    tr_node_def def = default_reader(TR_NODE_CURVE);
    def.smooth = true;
    def.points[0][0] = 0.0;
    def.points[1][0] = 1e-35;
    tr_error err;
    assert_true(tr_noise_graph_add(fixture_graph, &def, &err) < 0);
    assert_non_null(strstr(err.message, "points 1 and 2 are too close"));
}

static void the_number_of_nodes_is_limited(void **state)
{
    (void)state;
    for (int i = 0; i < TR_MAX_NODES; i++) add_constant(i);
    tr_node_def def = tr_default_node_def(TR_NODE_CONSTANT);
    tr_error err;
    assert_true(tr_noise_graph_add(fixture_graph, &def, &err) < 0);
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_int_equal(tr_noise_graph_node_count(fixture_graph), TR_MAX_NODES);
}

static void an_empty_graph_has_no_output(void **state)
{
    (void)state;
    tr_error err;
    assert_int_equal(tr_noise_graph_output(fixture_graph), TR_NODE_NONE);
    assert_null(tr_noise_compile(fixture_graph, 0, 2, &err));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    tr_noise_graph_destroy(NULL);
    tr_noise_destroy(NULL);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)

TEST_GROUP(graph)
{
    const struct CMUnitTest tests[] = {
        TEST(defaults_of_every_kind_are_valid),
        TEST(table_agrees_with_the_public_list),
        TEST(kind_names_go_both_ways),
        TEST(documented_defaults),
        TEST(parameters_from_text),
        TEST(parameters_reach_their_fields),
        TEST(every_parameter_is_described),
        TEST(bad_nodes_are_refused),
        TEST(damped_octaves_have_two_dimensions),
        TEST(fields_of_other_kinds_are_not_read),
        TEST(too_steep_a_curve_is_refused),
        TEST(the_number_of_nodes_is_limited),
        TEST(an_empty_graph_has_no_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
