// Graphs for tests: a context whose memory is counted, and nodes in one line each.
#ifndef TR_GRAPH_FIXTURE_H
#define TR_GRAPH_FIXTURE_H

#include "cmocka_test.h"
#include "noise/graph.h"
#include "noise/nodes.h"
#include "test_context.h"

static test_allocator fixture_allocator;
static tr_context *fixture_context;
static tr_noise_graph *fixture_graph;

static inline int fixture_set_up(void **state)
{
    (void)state;
    tr_error err;
    fixture_context = test_context_counting(1, &fixture_allocator);
    fixture_graph = tr_noise_graph_create(fixture_context, &err);
    return fixture_graph ? 0 : -1;
}

// What is still held when the context ends would be a leak.
static inline int fixture_tear_down(void **state)
{
    (void)state;
    tr_noise_graph_destroy(fixture_graph);
    tr_context_destroy(fixture_context);
    return fixture_allocator.live_blocks == 0 ? 0 : -1;
}

static inline tr_node add_node(const tr_node_def *def)
{
    tr_error err;
    tr_node node = tr_noise_graph_add(fixture_graph, def, &err);
    if (node < 0) fail_msg("%s", err.message);
    return node;
}

static inline tr_node add_constant(double value)
{
    tr_node_def def = tr_default_node_def(TR_NODE_CONSTANT);
    def.value = value;
    return add_node(&def);
}

static inline tr_node add_gradient(int64_t seed)
{
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.seed = seed;
    return add_node(&def);
}

// A node with defaults that reads up to three others.
static inline tr_node add_reader(tr_node_kind kind, tr_node a, tr_node b, tr_node t)
{
    tr_node_def def = tr_default_node_def(kind);
    def.inputs[0] = a;
    def.inputs[1] = b;
    def.inputs[2] = t;
    return add_node(&def);
}

static inline tr_node add_warp(tr_node input, tr_node x, tr_node y, tr_node z, double amplitude)
{
    tr_node_def def = tr_default_node_def(TR_NODE_WARP);
    def.inputs[0] = input;
    def.inputs[1] = x;
    def.inputs[2] = y;
    def.inputs[3] = z;
    def.factor = amplitude;
    return add_node(&def);
}

static inline tr_node add_scale(tr_node input, double factor)
{
    tr_node_def def = tr_default_node_def(TR_NODE_SCALE);
    def.inputs[0] = input;
    def.factor = factor;
    return add_node(&def);
}

static inline tr_noise *compile(tr_node output, int dims)
{
    tr_error err;
    tr_noise *noise = tr_noise_compile(fixture_graph, output, dims, &err);
    if (!noise) fail_msg("%s", err.message);
    return noise;
}

#endif
