#include "noise/graph.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "noise/nodes.h"

tr_noise_graph *tr_noise_graph_create(tr_context *context, tr_error *err)
{
    assert(context);
    tr_noise_graph *graph = tr_alloc(context, sizeof *graph, err);
    if (graph) *graph = (tr_noise_graph){.context = context, .output = TR_NODE_NONE};
    return graph;
}

void tr_noise_graph_destroy(tr_noise_graph *graph)
{
    if (!graph) return;
    tr_context *context = graph->context;
    tr_free(context, graph->nodes);
    tr_free(context, graph);
}

tr_noise_graph *tr_noise_graph_copy(const tr_noise_graph *graph, tr_context *context, tr_error *err)
{
    tr_noise_graph *copy = tr_noise_graph_create(context, err);
    if (!copy) return NULL;
    for (int i = 0; i < graph->node_count; i++) {
        if (tr_noise_graph_add_named(copy, &graph->nodes[i].def, graph->nodes[i].name, err) >= 0) continue;
        tr_noise_graph_destroy(copy);
        return NULL;
    }
    copy->output = graph->output;
    return copy;
}

static tr_node_label make_label(int32_t number, const char *name, tr_node_kind kind)
{
    tr_node_label label;
    if (name[0] != '\0')
        snprintf(label.text, sizeof label.text, "node '%s' (%s)", name, tr_node_kind_name(kind));
    else
        snprintf(label.text, sizeof label.text, "node %d (%s)", (int)number, tr_node_kind_name(kind));
    return label;
}

tr_node_label tr_node_label_of(const tr_noise_graph *graph, tr_node node)
{
    return make_label(node, graph->nodes[node].name, graph->nodes[node].def.kind);
}

static bool check_input(const tr_noise_graph *graph, const tr_node_def *def, int index, tr_error *err)
{
    const tr_kind *kind = tr_kind_of(def->kind);
    const tr_node input = def->inputs[index];
    if (input >= 0 && input < graph->node_count) return true;
    if (input == TR_NODE_NONE && index >= kind->required_inputs) return true;
    if (input == TR_NODE_NONE) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "input '%s' is missing", kind->inputs[index]);
    }
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "input '%s' is node %d, but the graph has %d nodes so far",
                   kind->inputs[index], (int)input, graph->node_count);
}

static bool check_inputs(const tr_noise_graph *graph, const tr_node_def *def, tr_error *err)
{
    const tr_kind *kind = tr_kind_of(def->kind);
    for (int i = 0; i < kind->input_count; i++) {
        if (!check_input(graph, def, i, err)) return false;
    }
    return true;
}

tr_node tr_noise_graph_add_named(tr_noise_graph *graph, const tr_node_def *def, const char *name, tr_error *err)
{
    assert(graph && tr_node_def_is_from_default(def) && strlen(name) < TR_NODE_NAME_SIZE);
    tr_error problem;
    if (!tr_node_def_check(def, &problem) || !check_inputs(graph, def, &problem)) {
        tr_fail(err, problem.code, "%s: %s", make_label(graph->node_count, name, def->kind).text, problem.message);
        return TR_NODE_NONE;
    }
    if (graph->node_count >= TR_MAX_NODES) {
        tr_fail(err, TR_ERROR_TOO_LARGE, "the graph has %d nodes already, which is the limit", graph->node_count);
        return TR_NODE_NONE;
    }
    tr_graph_node *nodes =
        tr_array_reserve(graph->context, graph->nodes, graph->node_count, &graph->node_capacity, sizeof *nodes, err);
    if (!nodes) return TR_NODE_NONE;
    graph->nodes = nodes;
    const tr_node node = graph->node_count++;
    nodes[node].def = *def;
    memcpy(nodes[node].name, name, strlen(name) + 1);
    graph->output = node;
    return node;
}

tr_node tr_noise_graph_add(tr_noise_graph *graph, const tr_node_def *def, tr_error *err)
{
    return tr_noise_graph_add_named(graph, def, "", err);
}

int32_t tr_noise_graph_node_count(const tr_noise_graph *graph)
{
    return graph->node_count;
}

tr_node tr_noise_graph_output(const tr_noise_graph *graph)
{
    return graph->output;
}
