// The nodes of a description while it is read.
//
// They stand in the order of the file, parents before children, so that a subtree is a range of the array: an
// alias is the copy of a range, and the links of the finished document follow from one pass.
#ifndef TR_BASE_YAML_TREE_H
#define TR_BASE_YAML_TREE_H

#include "base/doc.h"

enum { TR_YAML_MAX_DEPTH = 64, TR_YAML_MAX_NODES = 1000000 };

typedef struct tr_yaml_node {
    tr_doc_kind kind;
    bool quoted;
    int line, column;
    int depth;        // 1 for the root
    int child_count;  // items, or pairs of key and value
    size_t text;      // scalar: where its text begins in the tree's text
    int end;          // the index behind its subtree
} tr_yaml_node;

typedef struct tr_yaml_tree {
    tr_context *context;
    tr_yaml_node *nodes;
    int count, capacity;
    char *text;
    size_t text_size, text_capacity;
} tr_yaml_tree;

void tr_yaml_tree_release(tr_yaml_tree *tree);

// Whether `count` more nodes are allowed.
bool tr_yaml_tree_has_room(const tr_yaml_tree *tree, int count);

// Appends a node; there must be room.
bool tr_yaml_tree_add(tr_yaml_tree *tree, const tr_yaml_node *node, tr_error *err);

// Appends `size` bytes and a zero to the text; `*out` is where they begin.
bool tr_yaml_tree_add_text(tr_yaml_tree *tree, const char *text, size_t size, size_t *out, tr_error *err);

// Appends a copy of the subtree at `begin`, with its root at `depth`; there must be room. The texts are shared.
bool tr_yaml_tree_copy(tr_yaml_tree *tree, int begin, int depth, tr_error *err);

// The depth of the subtree at `begin`: 1 for a scalar.
int tr_yaml_tree_depth(const tr_yaml_tree *tree, int begin);

// Makes the document. The tree's text moves into it.
tr_doc *tr_yaml_tree_finish(tr_yaml_tree *tree, const char *name, tr_error *err);

#endif
