// What a graph is, as one number: a node is its kind, what its kind reads, and the hashes of its inputs.
#include <string.h>

#include "base/hash_value.h"
#include "noise/graph.h"
#include "noise/nodes.h"

static uint64_t hash_node(const tr_node_def *def, const uint64_t *inputs)
{
    const tr_kind *kind = tr_kind_of(def->kind);
    uint64_t hash = tr_hash_bytes(kind->name, strlen(kind->name), 0);
    hash = tr_schema_hash(&kind->schema, def, ~0u, 0, hash);
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
