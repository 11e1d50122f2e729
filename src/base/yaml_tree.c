#include "base/yaml_tree.h"

#include <string.h>

enum { FIRST_NODES = 64, FIRST_TEXT = 1024 };

void tr_yaml_tree_release(tr_yaml_tree *tree)
{
    tr_free(tree->context, tree->nodes);
    tr_free(tree->context, tree->text);
    *tree = (tr_yaml_tree){.context = tree->context};
}

bool tr_yaml_tree_has_room(const tr_yaml_tree *tree, int count)
{
    return count <= TR_YAML_MAX_NODES - tree->count;
}

// A larger block with the first `used` bytes of the old one, which is released.
static void *grow(tr_context *context, void *old, size_t used, size_t capacity, tr_error *err)
{
    void *block = tr_alloc(context, capacity, err);
    if (block && old) {
        memcpy(block, old, used);
        tr_free(context, old);
    }
    return block;
}

bool tr_yaml_tree_add(tr_yaml_tree *tree, const tr_yaml_node *node, tr_error *err)
{
    if (tree->count == tree->capacity) {
        const int capacity = tree->capacity > 0 ? tree->capacity * 2 : FIRST_NODES;
        void *nodes = grow(tree->context, tree->nodes, (size_t)tree->count * sizeof *tree->nodes,
                           (size_t)capacity * sizeof *tree->nodes, err);
        if (!nodes) {
            return false;
        }
        tree->nodes = nodes;
        tree->capacity = capacity;
    }
    tree->nodes[tree->count++] = *node;
    return true;
}

bool tr_yaml_tree_add_text(tr_yaml_tree *tree, const char *text, size_t size, size_t *out, tr_error *err)
{
    if (size >= tree->text_capacity - tree->text_size) {
        const size_t capacity = tree->text_capacity * 2 + size + FIRST_TEXT;
        char *grown = grow(tree->context, tree->text, tree->text_size, capacity, err);
        if (!grown) {
            return false;
        }
        tree->text = grown;
        tree->text_capacity = capacity;
    }
    *out = tree->text_size;
    memcpy(tree->text + tree->text_size, text, size);
    tree->text[tree->text_size + size] = '\0';
    tree->text_size += size + 1;
    return true;
}

bool tr_yaml_tree_copy(tr_yaml_tree *tree, int begin, int depth, tr_error *err)
{
    const int end = tree->nodes[begin].end;
    const int shift = tree->count - begin;
    const int sink = depth - tree->nodes[begin].depth;
    for (int i = begin; i < end; i++) {
        tr_yaml_node node = tree->nodes[i];
        node.end += shift;
        node.depth += sink;
        if (!tr_yaml_tree_add(tree, &node, err)) {
            return false;
        }
    }
    return true;
}

int tr_yaml_tree_depth(const tr_yaml_tree *tree, int begin)
{
    int deepest = 0;
    for (int i = begin; i < tree->nodes[begin].end; i++) {
        deepest = tree->nodes[i].depth > deepest ? tree->nodes[i].depth : deepest;
    }
    return deepest - tree->nodes[begin].depth + 1;
}

static void link_children(const tr_yaml_tree *tree, tr_doc_node *nodes, int parent)
{
    const bool keyed = tree->nodes[parent].kind == TR_DOC_MAPPING;
    const tr_doc_node **link = &nodes[parent].child;
    int at = parent + 1;
    while (at < tree->nodes[parent].end) {
        const tr_doc_node *key = NULL;
        if (keyed) {
            key = &nodes[at];
            at = tree->nodes[at].end;
        }
        nodes[at].key = key;
        *link = &nodes[at];
        link = &nodes[at].next;
        at = tree->nodes[at].end;
    }
}

static tr_doc_node *make_nodes(const tr_yaml_tree *tree, tr_error *err)
{
    tr_doc_node *nodes = tr_alloc_array(tree->context, (size_t)tree->count, sizeof *nodes, err);
    if (!nodes) {
        return NULL;
    }
    for (int i = 0; i < tree->count; i++) {
        const tr_yaml_node *from = &tree->nodes[i];
        nodes[i] = (tr_doc_node){.kind = from->kind,
                                 .line = from->line,
                                 .column = from->column,
                                 .quoted = from->quoted,
                                 .child_count = from->child_count,
                                 .text = from->kind == TR_DOC_SCALAR ? tree->text + from->text : NULL};
    }
    for (int i = 0; i < tree->count; i++) {
        link_children(tree, nodes, i);
    }
    return nodes;
}

tr_doc *tr_yaml_tree_finish(tr_yaml_tree *tree, const char *name, tr_error *err)
{
    const size_t name_size = strlen(name) + 1;
    tr_doc *doc = tr_alloc(tree->context, sizeof *doc, err);
    char *file = doc ? tr_alloc(tree->context, name_size, err) : NULL;
    tr_doc_node *nodes = file ? make_nodes(tree, err) : NULL;
    if (!nodes) {
        tr_free(tree->context, file);
        tr_free(tree->context, doc);
        return NULL;
    }
    memcpy(file, name, name_size);
    *doc = (tr_doc){.context = tree->context, .file = file, .nodes = nodes, .text = tree->text, .root = nodes};
    tree->text = NULL;
    return doc;
}
