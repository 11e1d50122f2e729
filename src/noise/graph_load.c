// Graphs from YAML: every node is read in the order of the file, then nodes are added to the graph inputs first.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/yaml.h"
#include "noise/graph.h"
#include "noise/nodes.h"

typedef enum entry_state { ENTRY_READ, ENTRY_OPEN, ENTRY_ADDED } entry_state;

// A node of the file.
typedef struct entry {
    const tr_doc_node *at;  // its mapping
    const char *name;
    tr_node_def def;
    entry_state state;
    int reader;    // while open: the entry that waits for this one, or -1
    tr_node node;  // once added
} entry;

typedef struct loader {
    tr_context *context;
    const tr_doc *doc;
    const tr_doc_node *root;  // the mapping with `nodes` and `output`
    tr_noise_graph *graph;
    entry *entries;
    int entry_count;
    tr_error *err;
} loader;

// Passes a problem on with its place. Problems of memory and size are not the description's and keep their codes.
static bool fail_problem(const loader *l, const tr_doc_node *at, const tr_error *problem)
{
    if (problem->code == TR_ERROR_INVALID_ARGUMENT || problem->code == TR_ERROR_NOT_FINITE) {
        return tr_doc_fail(l->doc, at, l->err, "%s", problem->message);
    }
    return tr_fail(l->err, problem->code, "%s:%d:%d: %s", l->doc->file, at->line, at->column, problem->message);
}

// ---------------------------------------------------------------------------------------------------------
// One node: its kind and parameters

static bool read_point(const loader *l, const tr_key *param, const tr_doc_node *pair, double out[2])
{
    if (pair->kind != TR_DOC_SEQUENCE || pair->child_count != 2) {
        return tr_doc_fail(l->doc, pair, l->err, "a point is two numbers, [in, out]");
    }
    const tr_doc_node *number = pair->child;
    for (int i = 0; i < 2; i++, number = number->next) {
        tr_error problem;
        if (number->kind != TR_DOC_SCALAR || number->quoted) {
            return tr_doc_fail(l->doc, number, l->err, "a point is two numbers, [in, out], without quotes");
        }
        if (!tr_point_number(param, number->text, &out[i], &problem)) return fail_problem(l, number, &problem);
    }
    return true;
}

static bool read_points(const loader *l, const tr_key *param, const tr_doc_node *value, tr_node_def *def)
{
    if (value->kind != TR_DOC_SEQUENCE) {
        return tr_doc_fail(l->doc, value, l->err, "'%s' must be a sequence of points, [[in, out], [in, out], ...]",
                           param->name);
    }
    if (value->child_count < 2 || value->child_count > TR_CURVE_MAX_POINTS) {
        return tr_doc_fail(l->doc, value, l->err, "'%s' has %d points; allowed is 2 to %d", param->name,
                           value->child_count, TR_CURVE_MAX_POINTS);
    }
    def->point_count = 0;
    for (const tr_doc_node *pair = value->child; pair; pair = pair->next) {
        if (!read_point(l, param, pair, def->points[def->point_count])) return false;
        def->point_count++;
    }
    return true;
}

static bool read_param(const loader *l, const tr_key *param, const tr_doc_node *value, tr_node_def *def)
{
    if (param->form == &tr_points_form) return read_points(l, param, value, def);
    if (value->kind != TR_DOC_SCALAR) {
        return tr_doc_fail(l->doc, value, l->err, "'%s' must be a single value", param->name);
    }
    // Quoted text is never a number: its writer said that it is text.
    if (value->quoted && param->type != TR_KEY_CHOICE) {
        return tr_doc_fail(l->doc, value, l->err, "'%s' is text in quotes; write it without quotes", param->name);
    }
    tr_error problem;
    if (!tr_node_def_set(def, param->name, value->text, &problem)) return fail_problem(l, value, &problem);
    return true;
}

static bool read_kind(const loader *l, const tr_doc_node *at, tr_node_kind *out)
{
    const tr_doc_node *type = tr_doc_find(at, "type");
    if (!type) return tr_doc_fail(l->doc, at, l->err, "'type' is missing: the kind of the node, such as gradient");
    const char *names[TR_NODE_KIND_COUNT];
    int kind;
    tr_kind_names(names);
    if (!tr_doc_choice(l->doc, type, names, TR_NODE_KIND_COUNT, &kind, l->err)) return false;
    *out = (tr_node_kind)kind;
    return true;
}

static bool check_keys(const loader *l, const tr_doc_node *at, const tr_kind *kind)
{
    const char *allowed[1 + TR_NODE_MAX_INPUTS + TR_MAX_PARAMS];
    int count = 0;
    allowed[count++] = "type";
    for (int i = 0; i < kind->input_count; i++) allowed[count++] = kind->inputs[i];
    for (int i = 0; i < kind->schema.key_count; i++) allowed[count++] = kind->schema.keys[i].name;
    if (!tr_doc_check_keys(l->doc, at, allowed, count, l->err)) return false;
    for (int i = 0; i < kind->required_inputs; i++) {
        if (tr_doc_find(at, kind->inputs[i])) continue;
        return tr_doc_fail(l->doc, at, l->err, "'%s' is missing: %s needs a node's name or a number there",
                           kind->inputs[i], kind->name);
    }
    return true;
}

static bool read_node(const loader *l, entry *e)
{
    if (e->at->kind != TR_DOC_MAPPING) {
        return tr_doc_fail(l->doc, e->at, l->err, "a node is a mapping, such as {type: gradient, frequency: 0.01}");
    }
    tr_node_kind number = TR_NODE_CONSTANT;
    if (!read_kind(l, e->at, &number)) return false;
    const tr_kind *kind = tr_kind_of(number);
    if (!check_keys(l, e->at, kind)) return false;
    if (number == TR_NODE_WARP && !tr_doc_find(e->at, "x") && !tr_doc_find(e->at, "y") && !tr_doc_find(e->at, "z")) {
        return tr_doc_fail(l->doc, e->at, l->err, "a warp needs at least one of 'x', 'y' and 'z'");
    }
    e->def = tr_default_node_def(number);
    for (int i = 0; i < kind->schema.key_count; i++) {
        const tr_key *param = &kind->schema.keys[i];
        const tr_doc_node *value = tr_doc_find(e->at, param->name);
        if (value && !read_param(l, param, value, &e->def)) return false;
    }
    tr_error problem;
    if (!tr_node_def_check(&e->def, &problem)) return fail_problem(l, e->at, &problem);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The file

// Names begin like words, so that an input is a name or a number and never both.
static bool is_name(const char *text)
{
    unsigned char c = (unsigned char)text[0];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static int find_entry(const loader *l, const char *name)
{
    for (int i = 0; i < l->entry_count; i++) {
        if (strcmp(l->entries[i].name, name) == 0) return i;
    }
    return -1;
}

static bool check_name(const loader *l, const tr_doc_node *key)
{
    char found[TR_TEXT_QUOTE_SIZE];
    tr_text_quote(found, key->text);
    if (!is_name(key->text)) {
        return tr_doc_fail(l->doc, key, l->err, "%s cannot be a node's name: it must begin with a letter or '_'",
                           found);
    }
    if (strlen(key->text) >= TR_NODE_NAME_SIZE) {
        return tr_doc_fail(l->doc, key, l->err, "%s is too long for a node's name; allowed are %d bytes", found,
                           TR_NODE_NAME_SIZE - 1);
    }
    const int twin = find_entry(l, key->text);
    if (twin >= 0) {
        return tr_doc_fail(l->doc, key, l->err, "%s was already given in line %d", found,
                           l->entries[twin].at->key->line);
    }
    return true;
}

static bool read_nodes(loader *l, const tr_doc_node *nodes)
{
    if (nodes->kind != TR_DOC_MAPPING || nodes->child_count == 0) {
        return tr_doc_fail(l->doc, nodes, l->err, "'nodes' must be a mapping of names to nodes, with at least one");
    }
    if (nodes->child_count > TR_MAX_NODES) {
        return tr_fail(l->err, TR_ERROR_TOO_LARGE, "%s:%d:%d: there are %d nodes; allowed are %d", l->doc->file,
                       nodes->line, nodes->column, nodes->child_count, TR_MAX_NODES);
    }
    l->entries = tr_alloc_array(l->context, (size_t)nodes->child_count, sizeof *l->entries, l->err);
    if (!l->entries) return false;
    for (const tr_doc_node *at = nodes->child; at; at = at->next) {
        if (!check_name(l, at->key)) return false;
        entry *e = &l->entries[l->entry_count];
        *e = (entry){.at = at, .name = at->key->text, .state = ENTRY_READ, .reader = -1};
        if (!read_node(l, e)) return false;
        l->entry_count++;
    }
    return true;
}

// The entry that a scalar names.
static bool find_named(const loader *l, const tr_doc_node *at, int *out)
{
    const int found = find_entry(l, at->text);
    if (found >= 0) {
        *out = found;
        return true;
    }
    const char *names[TR_MAX_NODES];
    for (int i = 0; i < l->entry_count; i++) names[i] = l->entries[i].name;
    char quoted[TR_TEXT_QUOTE_SIZE];
    tr_text_quote(quoted, at->text);
    const char *nearest = tr_nearest_name(at->text, names, l->entry_count);
    if (nearest) {
        return tr_doc_fail(l->doc, at, l->err, "'%s' is %s, but no node has this name; did you mean '%s'?",
                           at->key->text, quoted, nearest);
    }
    return tr_doc_fail(l->doc, at, l->err, "'%s' is %s, but no node has this name", at->key->text, quoted);
}

// ---------------------------------------------------------------------------------------------------------
// Inputs first

static bool add_constant(loader *l, const tr_doc_node *at, tr_node *out)
{
    tr_error problem;
    tr_node_def def = tr_default_node_def(TR_NODE_CONSTANT);
    const tr_key *value = tr_schema_key(&tr_kind_of(TR_NODE_CONSTANT)->schema, "value");
    if (!tr_key_set(value, &def, at->key->text, at->text, &problem)) return fail_problem(l, at, &problem);
    *out = tr_noise_graph_add(l->graph, &def, &problem);
    return *out >= 0 || fail_problem(l, at, &problem);
}

static bool fail_cycle(const loader *l, const tr_doc_node *at, int first, int last)
{
    // From the node that closes the cycle back to itself, against the links of the waiting entries.
    int chain[TR_MAX_NODES], count = 0;
    for (int i = last; i != first; i = l->entries[i].reader) chain[count++] = i;
    char text[300];
    size_t length = (size_t)snprintf(text, sizeof text, "%s", l->entries[first].name);
    while (count > 0 && length < sizeof text) {
        length += (size_t)snprintf(text + length, sizeof text - length, " -> %s", l->entries[chain[--count]].name);
    }
    return tr_doc_fail(l->doc, at, l->err, "the nodes read each other in a circle: %s -> %s", text,
                       l->entries[first].name);
}

// Resolves the inputs of entry `index` until one is not in the graph yet; `*wanted` is that one, or -1.
static bool resolve_inputs(loader *l, int index, int *wanted)
{
    entry *e = &l->entries[index];
    const tr_kind *kind = tr_kind_of(e->def.kind);
    *wanted = -1;
    for (int i = 0; i < kind->input_count; i++) {
        const tr_doc_node *at = tr_doc_find(e->at, kind->inputs[i]);
        if (!at || e->def.inputs[i] != TR_NODE_NONE) continue;
        if (at->kind != TR_DOC_SCALAR) {
            return tr_doc_fail(l->doc, at, l->err, "'%s' must be a node's name or a number", kind->inputs[i]);
        }
        if (!at->quoted && !is_name(at->text)) {
            if (!add_constant(l, at, &e->def.inputs[i])) return false;
            continue;
        }
        int input = -1;
        if (!find_named(l, at, &input)) return false;
        if (l->entries[input].state == ENTRY_OPEN) return fail_cycle(l, at, input, index);
        if (l->entries[input].state == ENTRY_READ) {
            *wanted = input;
            return true;
        }
        e->def.inputs[i] = l->entries[input].node;
    }
    return true;
}

// Adds entry `index` and everything it reads. The open entries are a chain from it down, so that a deep graph
// needs no deep stack.
static bool add_with_inputs(loader *l, int index)
{
    while (index >= 0) {
        entry *e = &l->entries[index];
        e->state = ENTRY_OPEN;
        int wanted = -1;
        if (!resolve_inputs(l, index, &wanted)) return false;
        if (wanted >= 0) {
            l->entries[wanted].reader = index;
            index = wanted;
            continue;
        }
        tr_error problem;
        e->node = tr_noise_graph_add_named(l->graph, &e->def, e->name, &problem);
        if (e->node < 0) return fail_problem(l, e->at, &problem);
        e->state = ENTRY_ADDED;
        index = e->reader;
    }
    return true;
}

static bool read_output(const loader *l, int *out)
{
    const tr_doc_node *output = tr_doc_find(l->root, "output");
    *out = l->entry_count - 1;
    if (!output) return true;
    if (output->kind != TR_DOC_SCALAR)
        return tr_doc_fail(l->doc, output, l->err, "'output' must be the name of a node");
    return find_named(l, output, out);
}

static bool read_graph(loader *l)
{
    static const char *const keys[] = {"nodes", "output"};
    if (!tr_doc_check_keys(l->doc, l->root, keys, 2, l->err)) return false;
    const tr_doc_node *nodes = tr_doc_find(l->root, "nodes");
    if (!nodes) return tr_doc_fail(l->doc, l->root, l->err, "'nodes' is missing: a mapping of names to nodes");
    int output = -1;
    if (!read_nodes(l, nodes) || !read_output(l, &output)) return false;
    for (int i = 0; i < l->entry_count; i++) {
        if (l->entries[i].state == ENTRY_READ && !add_with_inputs(l, i)) return false;
    }
    l->graph->output = l->entries[output].node;
    return true;
}

tr_noise_graph *tr_noise_graph_read(tr_context *context, const tr_doc *doc, const tr_doc_node *root, tr_error *err)
{
    loader l = {.context = context, .doc = doc, .root = root, .err = err};
    l.graph = tr_noise_graph_create(context, err);
    if (l.graph && !read_graph(&l)) {
        tr_noise_graph_destroy(l.graph);
        l.graph = NULL;
    }
    tr_free(context, l.entries);
    return l.graph;
}

static tr_noise_graph *graph_from_doc(tr_context *context, tr_doc *doc, tr_error *err)
{
    if (!doc) return NULL;
    tr_noise_graph *graph = tr_noise_graph_read(context, doc, doc->root, err);
    tr_doc_destroy(doc);
    return graph;
}

tr_noise_graph *tr_noise_graph_load(tr_context *context, const char *path, tr_error *err)
{
    assert(context && path);
    return graph_from_doc(context, tr_yaml_load_file(context, path, err), err);
}

tr_noise_graph *tr_noise_graph_load_text(tr_context *context, const char *name, const char *text, size_t size,
                                         tr_error *err)
{
    assert(context && name && text);
    return graph_from_doc(context, tr_yaml_load_text(context, name, text, size, err), err);
}
