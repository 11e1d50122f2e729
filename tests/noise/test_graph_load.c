// Graphs from YAML: what is read, and errors at their line and column.
#include <stdio.h>
#include <string.h>

#include "graph_fixture.h"

static tr_noise_graph *load(const char *text, tr_error *err)
{
    return tr_noise_graph_load_text(fixture_context, "graph.yaml", text, strlen(text), err);
}

static tr_noise_graph *must_load(const char *text)
{
    tr_error err;
    tr_noise_graph *graph = load(text, &err);
    if (!graph) fail_msg("%s", err.message);
    return graph;
}

// ---------------------------------------------------------------------------------------------------------
// What is read

static void a_graph_is_read(void **state)
{
    (void)state;
    tr_noise_graph *graph = must_load("nodes:\n"
                                      "  hills: {type: gradient, frequency: 0.02, fractal: fbm, octaves: 5, seed: -3}\n"
                                      "  bend:  {type: simplex, frequency: 0.004, seed: 7}\n"
                                      "  out:   {type: warp, input: hills, x: bend, y: bend, amplitude: 40}\n"
                                      "output: out\n");
    assert_int_equal(tr_noise_graph_node_count(graph), 3);
    assert_int_equal(tr_noise_graph_output(graph), 2);
    const tr_node_def *hills = &graph->nodes[0].def, *out = &graph->nodes[2].def;
    assert_int_equal(hills->kind, TR_NODE_GRADIENT);
    assert_true(hills->frequency == 0.02 && hills->octaves == 5 && hills->seed == -3 &&
                hills->fractal == TR_FRACTAL_FBM);
    assert_int_equal(out->kind, TR_NODE_WARP);
    assert_true(out->inputs[0] == 0 && out->inputs[1] == 1 && out->inputs[2] == 1 && out->inputs[3] == TR_NODE_NONE);
    assert_true(out->factor == 40.0);
    assert_string_equal(graph->nodes[1].name, "bend");
    tr_noise_graph_destroy(graph);
}

static void nodes_may_stand_in_any_order(void **state)
{
    (void)state;
    tr_noise_graph *graph = must_load("output: top\n"
                                      "nodes:\n"
                                      "  top: {type: add, a: left, b: right}\n"
                                      "  left: {type: abs, input: base}\n"
                                      "  right: {type: power, input: left}\n"
                                      "  base: {type: value}\n");
    assert_int_equal(tr_noise_graph_node_count(graph), 4);
    assert_string_equal(graph->nodes[tr_noise_graph_output(graph)].name, "top");
    for (int i = 0; i < graph->node_count; i++) {
        for (int k = 0; k < TR_NODE_MAX_INPUTS; k++) assert_true(graph->nodes[i].def.inputs[k] < i);
    }
    tr_noise_graph_destroy(graph);
}

static void the_last_node_of_the_file_is_the_output(void **state)
{
    (void)state;
    tr_noise_graph *graph = must_load("nodes:\n  b: {type: abs, input: a}\n  a: {type: value}\n");
    assert_string_equal(graph->nodes[tr_noise_graph_output(graph)].name, "a");
    tr_noise_graph_destroy(graph);
}

static void numbers_become_constants(void **state)
{
    (void)state;
    tr_noise_graph *graph = must_load("nodes: {out: {type: blend, a: -0.25, b: 1e3, t: .5}}");
    assert_int_equal(tr_noise_graph_node_count(graph), 4);
    const double values[3] = {-0.25, 1000.0, 0.5};
    for (int i = 0; i < 3; i++) {
        const tr_node input = graph->nodes[3].def.inputs[i];
        assert_int_equal(graph->nodes[input].def.kind, TR_NODE_CONSTANT);
        assert_true(graph->nodes[input].def.value == values[i]);
    }
    tr_noise_graph_destroy(graph);
}

static void all_parameter_types_are_read(void **state)
{
    (void)state;
    tr_noise_graph *graph =
        must_load("nodes:\n"
                  "  cells: {type: cellular, metric: 'manhattan', result: f2-f1, jitter: 0.5, dims: 2}\n"
                  "  along: {type: coordinate, axis: y, center: -12, factor: 0.5}\n"
                  "  bent: {type: curve, input: cells, smooth: true, points: [[0, 1], [0.5, 0.25], [1.5, -2]]}\n"
                  "  \"qu oted\": {type: min, a: \"bent\", b: along}\n"
                  "output: qu oted\n");
    const tr_node_def *cells = &graph->nodes[0].def, *along = &graph->nodes[1].def, *bent = &graph->nodes[2].def;
    assert_true(cells->metric == TR_METRIC_MANHATTAN && cells->result == TR_CELLULAR_F2_MINUS_F1 && cells->dims == 2);
    assert_true(along->axis == 1 && along->center == -12.0 && along->factor == 0.5);
    assert_true(bent->smooth && bent->point_count == 3 && bent->points[2][0] == 1.5 && bent->points[2][1] == -2.0);
    tr_noise_graph_destroy(graph);
}

static void a_deep_graph_needs_no_deep_stack(void **state)
{
    (void)state;
    static char text[64 * TR_MAX_NODES];
    size_t length = (size_t)sprintf(text, "nodes:\n");
    for (int i = TR_MAX_NODES - 1; i > 0; i--) {
        length += (size_t)sprintf(text + length, "  n%d: {type: abs, input: n%d}\n", i, i - 1);
    }
    sprintf(text + length, "  n0: {type: value}\noutput: n%d\n", TR_MAX_NODES - 1);
    tr_noise_graph *graph = must_load(text);
    tr_error err;
    tr_noise *noise = tr_noise_compile(graph, tr_noise_graph_output(graph), 2, &err);
    assert_non_null(noise);
    assert_int_equal(noise->instruction_count, TR_MAX_NODES);
    assert_int_equal(noise->register_count, 2);
    tr_noise_destroy(noise);
    tr_noise_graph_destroy(graph);
}

static void the_shared_graphs_load_and_compile(void **state)
{
    (void)state;
    static const char *const files[] = {"hills", "ridges", "islands", "voxel"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/worlds/graphs/%s.yaml", TR_TEST_SOURCE_DIR, files[i]);
        tr_error err;
        tr_noise_graph *graph = tr_noise_graph_load(fixture_context, path, &err);
        if (!graph) fail_msg("%s", err.message);
        tr_noise *noise = tr_noise_compile(graph, tr_noise_graph_output(graph), 2, &err);
        if (!noise) fail_msg("%s: %s", path, err.message);
        tr_noise_destroy(noise);
        tr_noise_graph_destroy(graph);
    }
}

// ---------------------------------------------------------------------------------------------------------
// What is refused

typedef struct load_case {
    const char *text;
    const char *place;  // line:column
    const char *words;
} load_case;

static const load_case load_cases[] = {
    // The file
    {"[a, b]", "1:1", "a mapping with the keys nodes, output"},
    {"nodes", "1:1", "a mapping"},
    {"output: a", "1:1", "'nodes' is missing"},
    {"nodes: {a: {type: value}}\nouput: a", "2:1", "did you mean 'output'?"},
    {"nodes: {a: {type: value}}\nnodes: {a: {type: value}}", "2:1", "already given in line 1"},
    {"nodes: {}", "1:8", "with at least one"},
    {"nodes: [a]", "1:8", "a mapping of names to nodes"},
    {"nodes: 5", "1:8", "a mapping of names to nodes"},
    {"nodes: {a: {type: value}}\noutput: b", "2:9", "'output' is 'b', but no node has this name"},
    {"nodes: {hills: {type: value}}\noutput: hils", "2:9", "did you mean 'hills'?"},
    {"nodes: {a: {type: value}}\noutput: [a]", "2:9", "the name of a node"},
    // Names
    {"nodes: {1st: {type: value}}", "1:9", "must begin with a letter"},
    {"nodes: {-: {type: value}}", "1:9", ""},
    {"nodes: {'': {type: value}}", "1:9", "must begin with a letter"},
    {"nodes:\n  a: {type: value}\n  a: {type: value}", "3:3", "'a' was already given in line 2"},
    {"nodes:\n  aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg: {type: value}", "2:3",
     "too long for a node's name"},
    // Kinds and keys
    {"nodes: {a: value}", "1:12", "a node is a mapping"},
    {"nodes: {a: {frequency: 1}}", "1:12", "'type' is missing"},
    {"nodes: {a: {type: gradiant}}", "1:19", "did you mean 'gradient'?"},
    {"nodes: {a: {type: Value}}", "1:19", "did you mean 'value'?"},
    {"nodes: {a: {type: [value]}}", "1:19", "'type' is a sequence"},
    {"nodes: {a: {type: gradient, frequncy: 1}}", "1:29", "did you mean 'frequency'?"},
    {"nodes: {a: {type: gradient, metric: squared}}", "1:29", "'metric' is not a key here"},
    {"nodes: {a: {type: warp, input: 1, x: 1, factor: 2}}", "1:41", "'factor' is not a key here"},
    {"nodes: {a: {type: gradient, seed: 1, seed: 2}}", "1:38", "'seed' was already given"},
    // Values
    {"nodes: {a: {type: gradient, frequency: quick}}", "1:40", "'frequency' is 'quick'; a number is expected"},
    {"nodes: {a: {type: gradient, frequency: 0}}", "1:40", "allowed is 9.31"},
    {"nodes: {a: {type: gradient, frequency: .nan}}", "1:40", "a finite number is expected"},
    {"nodes: {a: {type: gradient, frequency: 1e400}}", "1:40", "a finite number is expected"},
    {"nodes: {a: {type: gradient, frequency: '1'}}", "1:40", "without quotes"},
    {"nodes: {a: {type: gradient, frequency: [1]}}", "1:40", "'frequency' must be a single value"},
    {"nodes: {a: {type: gradient, frequency: }}", "1:40", "a number is expected"},
    {"nodes: {a: {type: gradient, octaves: 0}}", "1:38", "'octaves' is 0; allowed is 1 to 24"},
    {"nodes: {a: {type: gradient, octaves: 1.5}}", "1:38", "an integer"},
    {"nodes: {a: {type: gradient, fractal: ridge}}", "1:38", "Allowed: none, fbm, billow, ridged"},
    {"nodes: {a: {type: simplex, dims: 1}}", "1:12", "simplex noise has 2 or 3 dimensions"},
    {"nodes: {a: {type: clamp, input: 1, low: 2, high: 1}}", "1:12", "low must be below high"},
    {"nodes: {a: {type: coordinate, axis: 0}}", "1:37", "'axis' is '0'; allowed: x, y, z"},
    {"nodes: {a: {type: curve, input: 1, smooth: 1}}", "1:44", "'smooth' is '1'; allowed: false, true"},
    {"nodes: {a: {type: curve, input: 1, points: 5}}", "1:44", "a sequence of points"},
    {"nodes: {a: {type: curve, input: 1, points: [[0, 1]]}}", "1:44", "'points' has 1 points; allowed is 2 to 16"},
    {"nodes: {a: {type: curve, input: 1, points: [[0, 1], 2]}}", "1:53", "a point is two numbers"},
    {"nodes: {a: {type: curve, input: 1, points: [[0, 1], [1, 2, 3]]}}", "1:53", "a point is two numbers"},
    {"nodes: {a: {type: curve, input: 1, points: [[0, 1], [1, two]]}}", "1:57", "'points' is 'two'"},
    {"nodes: {a: {type: curve, input: 1, points: [[0, 1], ['1', 2]]}}", "1:54", "without quotes"},
    {"nodes: {a: {type: curve, input: 1, points: [[1, 1], [0, 2]]}}", "1:12", "it must ascend"},
    // Inputs
    {"nodes: {a: {type: abs}}", "1:12", "'input' is missing: abs needs"},
    {"nodes: {a: {type: add, a: 1}}", "1:12", "'b' is missing"},
    {"nodes: {a: {type: warp, input: 1}}", "1:12", "at least one of 'x', 'y' and 'z'"},
    {"nodes: {a: {type: warp, x: 1}}", "1:12", "'input' is missing"},
    {"nodes: {hills: {type: value}, b: {type: abs, input: hils}}", "1:53",
     "'input' is 'hils', but no node has this name; did you mean 'hills'?"},
    {"nodes: {b: {type: abs, input: '1'}}", "1:31", "no node has this name"},
    {"nodes: {b: {type: abs, input: [1]}}", "1:31", "'input' must be a node's name or a number"},
    {"nodes: {b: {type: abs, input: 1x}}", "1:31", "'input' is '1x'; a number is expected"},
    {"nodes: {b: {type: abs, input: -.inf}}", "1:31", "a finite number"},
    {"nodes: {b: {type: abs, input: 1e30}}", "1:31", "'input' is 1e+30; allowed"},
    {"nodes: {b: {type: abs, input: }}", "1:31", "a number is expected"},
    // Circles
    {"nodes: {a: {type: abs, input: a}}", "1:31", "a circle: a -> a"},
    {"nodes:\n  a: {type: abs, input: b}\n  b: {type: abs, input: a}", "3:25", "a circle: a -> b -> a"},
    {"nodes:\n  top: {type: add, a: 1, b: x}\n  x: {type: min, a: y, b: 2}\n  y: {type: abs, input: z}\n  z: {type: "
     "max, a: 3, b: x}",
     "5:27", "a circle: x -> y -> z -> x"},
};

static void errors_name_their_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof load_cases / sizeof *load_cases; i++) {
        const load_case *test = &load_cases[i];
        tr_error err = {TR_ERROR_NONE, ""};
        char prefix[64];
        snprintf(prefix, sizeof prefix, "graph.yaml:%s: ", test->place);
        assert_null(load(test->text, &err));
        if (strncmp(err.message, prefix, strlen(prefix)) != 0 || !strstr(err.message, test->words)) {
            fail_msg("case %zu: '%s', expected '%s' and '%s'", i, err.message, prefix, test->words);
        }
        assert_true(err.code == TR_ERROR_SCHEMA || err.code == TR_ERROR_SYNTAX);
        assert_null(load(test->text, NULL));
    }
}

static void a_broken_file_is_a_syntax_error(void **state)
{
    (void)state;
    tr_error err;
    assert_null(load("nodes: {a: {type: value}\noutput: a", &err));
    assert_int_equal(err.code, TR_ERROR_SYNTAX);
    assert_non_null(strstr(err.message, "graph.yaml:2:"));
    assert_null(load("", &err));
    assert_int_equal(err.code, TR_ERROR_SYNTAX);
    assert_null(tr_noise_graph_load(fixture_context, "no/such/graph.yaml", &err));
    assert_int_equal(err.code, TR_ERROR_FILE_OPEN);
    assert_non_null(strstr(err.message, "no/such/graph.yaml"));
}

static void too_many_nodes_are_refused(void **state)
{
    (void)state;
    static char text[32 * (TR_MAX_NODES + 2)];
    size_t length = (size_t)sprintf(text, "nodes:\n");
    for (int i = 0; i <= TR_MAX_NODES; i++) length += (size_t)sprintf(text + length, "  n%d: {type: value}\n", i);
    tr_error err;
    assert_null(load(text, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_non_null(strstr(err.message, "graph.yaml:2:3: there are 1025 nodes"));

    // Constants written as numbers are nodes too.
    length = (size_t)sprintf(text, "nodes:\n");
    for (int i = 0; i < TR_MAX_NODES; i++)
        length += (size_t)sprintf(text + length, "  n%d: {type: abs, input: 1}\n", i);
    assert_null(load(text, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    assert_non_null(strstr(err.message, "graph.yaml:514:"));
}

static void a_long_circle_is_cut_short(void **state)
{
    (void)state;
    static char text[64 * 200];
    size_t length = (size_t)sprintf(text, "nodes:\n");
    for (int i = 0; i < 200; i++) {
        length += (size_t)sprintf(text + length, "  node_%d: {type: abs, input: node_%d}\n", i, (i + 1) % 200);
    }
    tr_error err;
    assert_null(load(text, &err));
    assert_int_equal(err.code, TR_ERROR_SCHEMA);
    assert_non_null(strstr(err.message, "node_0 -> node_1 -> node_2"));
}

// ---------------------------------------------------------------------------------------------------------
// Memory

static const char everything[] =
    "nodes:\n"
    "  hills: {type: gradient, fractal: fbm, octaves: 5}\n"
    "  cells: {type: cellular, seed: 4}\n"
    "  along: {type: coordinate, axis: x, factor: 0.001}\n"
    "  warped: {type: warp, input: hills, x: cells, y: 0.5, amplitude: 30}\n"
    "  small: {type: scale, input: warped, factor: 2}\n"
    "  bent: {type: curve, input: small, points: [[-1, 0], [0, 0.2], [1, 1]], smooth: true}\n"
    "  stairs: {type: terrace, input: bent}\n"
    "  a1: {type: add, a: stairs, b: along}\n"
    "  a2: {type: add, a: a1, b: 2}\n"
    "  a3: {type: add, a: a2, b: 3}\n"
    "  a4: {type: add, a: a3, b: 4}\n"
    "  out: {type: select, a: a4, b: hills, t: cells, threshold: 0.3, falloff: 0.1}\n";

static bool load_and_compile(tr_error *err)
{
    tr_noise_graph *graph = load(everything, err);
    if (!graph) return false;
    tr_noise *noise = tr_noise_compile(graph, tr_noise_graph_output(graph), 2, err);
    tr_noise_graph_destroy(graph);
    tr_noise_destroy(noise);
    return noise != NULL;
}

static void every_failing_allocation_is_an_error_without_a_leak(void **state)
{
    (void)state;
    const int64_t live = fixture_allocator.live_blocks;
    int64_t begin = fixture_allocator.allocations;
    assert_true(load_and_compile(NULL));
    const int64_t needed = fixture_allocator.allocations - begin;
    assert_true(needed > 10);
    for (int keep_failing = 0; keep_failing < 2; keep_failing++) {
        for (int64_t i = 0; i < needed; i++) {
            tr_error err = {TR_ERROR_NONE, ""};
            fixture_allocator.fail_at = fixture_allocator.allocations + i;
            fixture_allocator.fail_after = keep_failing != 0;
            assert_false(load_and_compile(&err));
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
            assert_int_equal(fixture_allocator.live_blocks, live);
        }
    }
    fixture_allocator.fail_at = -1;
    assert_true(load_and_compile(NULL));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)

TEST_GROUP(graph_load)
{
    const struct CMUnitTest tests[] = {
        TEST(a_graph_is_read),
        TEST(nodes_may_stand_in_any_order),
        TEST(the_last_node_of_the_file_is_the_output),
        TEST(numbers_become_constants),
        TEST(all_parameter_types_are_read),
        TEST(a_deep_graph_needs_no_deep_stack),
        TEST(the_shared_graphs_load_and_compile),
        TEST(errors_name_their_place),
        TEST(a_broken_file_is_a_syntax_error),
        TEST(too_many_nodes_are_refused),
        TEST(a_long_circle_is_cut_short),
        TEST(every_failing_allocation_is_an_error_without_a_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
