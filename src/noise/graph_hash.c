// What a graph is, as one number: a node is its kind, what its kind reads, and the hashes of its inputs.
#include <string.h>

#include "base/hash_value.h"
#include "noise/graph.h"
#include "noise/nodes.h"

static uint64_t hash_param(const tr_param *param, const tr_node_def *def, uint64_t hash)
{
    const char *field = (const char *)def + param->offset;
    int64_t whole = 0;
    int32_t small = 0;
    double number = 0;
    switch (param->type) {
    case TR_PARAM_NUMBER:
    case TR_PARAM_WHOLE: memcpy(&number, field, sizeof number); return tr_hash_double(number, hash);
    case TR_PARAM_INT:
    case TR_PARAM_CHOICE:
        memcpy(&small, field, sizeof small);
        whole = small;
        break;
    case TR_PARAM_SEED: memcpy(&whole, field, sizeof whole); break;
    case TR_PARAM_SWITCH: whole = *(const bool *)field; break;
    case TR_PARAM_POINTS:
        for (int i = 0; i < def->point_count; i++) {
            hash = tr_hash_double(def->points[i][1], tr_hash_double(def->points[i][0], hash));
        }
        whole = def->point_count;
        break;
    }
    return tr_hash_word((uint64_t)whole, hash);
}

static uint64_t hash_node(const tr_node_def *def, const uint64_t *inputs)
{
    const tr_kind *kind = tr_kind_of(def->kind);
    uint64_t hash = tr_hash_bytes(kind->name, strlen(kind->name), 0);
    for (int i = 0; i < kind->param_count; i++) hash = hash_param(&kind->params[i], def, hash);
    for (int i = 0; i < kind->input_count; i++) {
        const uint64_t input = def->inputs[i] == TR_NODE_NONE ? 0 : inputs[def->inputs[i]];
        hash = tr_hash_word(input, hash);
    }
    return hash;
}

uint64_t tr_noise_graph_hash(const tr_noise_graph *graph)
{
    // Inputs have lower numbers than their readers.
    uint64_t hashes[TR_MAX_NODES];
    for (int i = 0; i < graph->node_count; i++) hashes[i] = hash_node(&graph->nodes[i].def, hashes);
    return graph->output == TR_NODE_NONE ? 0 : hashes[graph->output];
}
