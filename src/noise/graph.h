// What a noise graph holds.
#ifndef TR_NOISE_GRAPH_H
#define TR_NOISE_GRAPH_H

#include "base/doc.h"
#include "noise/program.h"

enum { TR_NODE_NAME_SIZE = 64 };

typedef struct tr_graph_node {
    tr_node_def def;
    char name[TR_NODE_NAME_SIZE];  // in its file, for messages; "" for a node made in C
} tr_graph_node;

// Inputs have lower numbers than the nodes that read them.
struct tr_noise_graph {
    tr_context *context;
    tr_graph_node *nodes;
    int node_count, node_capacity;
    tr_node output;
};

// tr_noise_graph_add() for a node with a name, shorter than TR_NODE_NAME_SIZE.
tr_node tr_noise_graph_add_named(tr_noise_graph *graph, const tr_node_def *def, const char *name, tr_error *err);

// Reads a graph from a mapping with `nodes` and `output` anywhere in a document (graph_load.c).
tr_noise_graph *tr_noise_graph_read(tr_context *context, const tr_doc *doc, const tr_doc_node *root, tr_error *err);

// A hash of what the values of the graph's output depend on: not of names, of the order in which nodes were added, nor
// of nodes that the output does not read (graph_hash.c).
uint64_t tr_noise_graph_hash(const tr_noise_graph *graph);
// A graph of the same nodes with the same output, to which more can be added.
tr_noise_graph *tr_noise_graph_copy(const tr_noise_graph *graph, tr_context *context, tr_error *err);

// How a message calls a node: "node 'hills' (gradient)", or "node 3 (gradient)" without a name.
typedef struct tr_node_label {
    char text[TR_NODE_NAME_SIZE + 32];
} tr_node_label;
tr_node_label tr_node_label_of(const tr_noise_graph *graph, tr_node node);

#endif
