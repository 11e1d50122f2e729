#include "description/description_placement.h"

#include <stdio.h>
#include <string.h>

#include "base/yaml.h"
#include "description/description_nodes.h"
#include "description/default_sets.h"
#include "description/world_place_set.h"
#include "description/world_schema.h"

// ---------------------------------------------------------------------------------------------------------
// Sets

// A set while it is read.
typedef struct set_source {
    const tr_description *source;
    tr_described_set *own;
} set_source;

// What names the set has been followed before its other keys are read.
static bool read_other(void *user, const tr_key *key, const tr_doc_node *node, void *owner, tr_error *err)
{
    (void)owner;
    const set_source *set = user;
    return key->form != &tr_nodes_form || tr_description_read_nodes(set->source, node, set->own, err);
}

// Reads the values of a mapping over those that `out` has.
static bool read_set(const tr_description *source, const tr_doc_node *mapping, tr_world_place_set_def *out,
                     tr_described_set *own, tr_error *err)
{
    set_source set = {source, own};
    const tr_schema_reader reader = {source->doc, read_other, &set, ~0u, NULL};
    if (!tr_schema_read_values(&reader, &tr_place_set_schema, mapping, out, err)) return false;
    tr_place_problem problem;
    if (!tr_world_place_set_check_together(out, &problem)) {
        const tr_doc_node *at = tr_doc_find(mapping, problem.key);
        return tr_doc_fail(source->doc, at ? at : mapping, err, "%s", problem.message);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Files

// The document of a set, which names no other one.
static bool read_document(tr_context *context, const tr_doc *doc, tr_world_place_set_def *out, tr_described_set *own,
                          tr_error *err)
{
    const tr_description source = {.context = context, .doc = own->doc};
    // The rows that name another set come first.
    enum { NAMING_KEYS = 2 };
    tr_schema alone = tr_place_set_schema;
    alone.keys += NAMING_KEYS;
    alone.key_count -= NAMING_KEYS;
    const tr_doc_node *root = doc->root;
    if (root->kind != TR_DOC_MAPPING)
        return tr_doc_fail(doc, root, err, "a set is a mapping, such as footprint: 4 m, and nodes");
    if (!tr_schema_check_keys(doc, &alone, root, err)) return false;
    if (!tr_doc_find(root, "nodes"))
        return tr_doc_fail(doc, root, err, "'nodes' is missing: a set needs to know what stands where");
    return read_set(&source, root, out, own, err);
}

// The name of a file without folders and ending; one that is too long is cut.
static void take_name(const char *path, char out[TR_DESCRIBED_NAME])
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    const size_t length = dot ? (size_t)(dot - name) : strlen(name);
    snprintf(out, TR_DESCRIBED_NAME, "%.*s", (int)(length < TR_DESCRIBED_NAME ? length : TR_DESCRIBED_NAME - 1), name);
}

static bool read_file(const tr_description *d, const tr_doc_node *node, tr_world_place_set_def *out,
                      tr_described_set *own, tr_error *err)
{
    char *path = tr_description_find_file(d, node, err);
    if (!path) return false;
    tr_error problem;
    own->doc = tr_yaml_load_file(d->context, path, &problem);
    tr_free(d->context, path);
    if (own->doc) {
        take_name(own->doc->file, own->name);
        out->set.name = own->name;
        return read_document(d->context, own->doc, out, own, err);
    }
    // Other problems name their place in the file.
    const bool no_place = problem.code == TR_ERROR_FILE_OPEN || problem.code == TR_ERROR_FILE_READ;
    if (no_place) return tr_description_fail_at(d, node, &problem, err);
    return tr_fail(err, problem.code, "%s", problem.message);
}

static bool read_default(tr_context *context, int index, tr_world_place_set_def *out, tr_described_set *own,
                         tr_error *err)
{
    const tr_default_set *default_set = &tr_default_sets[index];
    char name[64];
    snprintf(name, sizeof name, "standard/%s.yaml", default_set->name);
    own->doc = tr_yaml_load_text(context, name, default_set->text, strlen(default_set->text), err);
    if (!own->doc) return false;
    out->set.name = default_set->name;
    return read_document(context, own->doc, out, own, err);
}

static bool find_default(const tr_description *d, const tr_doc_node *node, int *out, tr_error *err)
{
    const char *names[TR_PLACE_MAX_SETS];
    for (int i = 0; i < tr_default_set_count; i++) names[i] = tr_default_sets[i].name;
    return tr_doc_choice(d->doc, node, names, tr_default_set_count, out, err);
}

// ---------------------------------------------------------------------------------------------------------
// Items

// What an item names must not be there twice, nor beside nodes of its own.
static bool find_source(const tr_description *d, const tr_doc_node *item, const tr_doc_node **out, tr_error *err)
{
    static const char *const sources[] = {"standard", "file", "nodes"};
    *out = NULL;
    for (const tr_doc_node *value = item->child; value; value = value->next) {
        for (int i = 0; i < 3; i++) {
            if (strcmp(value->key->text, sources[i]) != 0) continue;
            if (*out)
                return tr_doc_fail(d->doc, value->key, err,
                                   "'%s' does not go with '%s' in line %d: a set comes from one of standard, file and "
                                   "nodes",
                                   sources[i], (*out)->key->text, (*out)->key->line);
            *out = value;
        }
    }
    if (*out) return true;
    return tr_doc_fail(d->doc, item, err, "this set comes from nowhere: give it one of standard, file and nodes");
}

static bool read_item(tr_description *d, const tr_doc_node *item, tr_world_place_set_def *out, tr_described_set *own,
                      tr_error *err)
{
    if (item->kind != TR_DOC_MAPPING)
        return tr_doc_fail(d->doc, item, err, "a set is a mapping, such as {standard: trees, density: 0.5}");
    const tr_doc_node *from;
    if (!tr_schema_check_keys(d->doc, &tr_place_set_schema, item, err) || !find_source(d, item, &from, err))
        return false;
    int default_index = 0;
    bool good = true;
    if (strcmp(from->key->text, "file") == 0)
        good = read_file(d, from, out, own, err);
    else if (strcmp(from->key->text, "standard") == 0)
        good = find_default(d, from, &default_index, err) && read_default(d->context, default_index, out, own, err);
    return good && read_set(d, item, out, own, err);
}

static bool reserve_sets(tr_description *d, int32_t count, tr_error *err)
{
    d->sets = tr_alloc_array(d->context, (size_t)count, sizeof *d->sets, err);
    if (!d->sets) return false;
    memset(d->sets, 0, (size_t)count * sizeof *d->sets);
    d->set_count = count;
    d->set_items = tr_alloc_array(d->context, (size_t)count, sizeof *d->set_items, err);
    if (!d->set_items) return false;
    for (int32_t i = 0; i < count; i++) d->set_items[i] = tr_default_world_place_set_def();
    d->def.place_sets = d->set_items;
    d->def.place_set_count = count;
    return true;
}

// What was read into growing arrays has its place now.
static void join_set(tr_world_place_set_def *set, const tr_described_set *own)
{
    set->nodes = own->nodes;
    set->node_count = own->node_count;
    set->layers = own->layers;
    set->layer_count = own->layer_count;
}

static bool read_all_default(tr_description *d, const tr_doc_node *node, tr_error *err)
{
    if (strcmp(node->text, "standard") != 0)
        return tr_doc_fail(d->doc, node, err, "'placement' is '%.40s'; standard or a list of sets is expected",
                           node->text);
    if (!reserve_sets(d, tr_default_set_count, err)) return false;
    for (int32_t i = 0; i < tr_default_set_count; i++) {
        d->sets[i].item = node;
        if (!read_default(d->context, i, &d->set_items[i], &d->sets[i], err)) return false;
        join_set(&d->set_items[i], &d->sets[i]);
    }
    return true;
}

bool tr_description_read_placement(tr_description *d, const tr_doc_node *node, tr_error *err)
{
    if (node->kind == TR_DOC_SCALAR) return read_all_default(d, node, err);
    if (node->kind != TR_DOC_SEQUENCE)
        return tr_doc_fail(d->doc, node, err, "'placement' must be standard or a list, such as [{standard: trees}]");
    if (node->child_count > TR_PLACE_MAX_SETS)
        return tr_doc_fail(d->doc, node, err, "'placement' has %d sets; allowed are %d", node->child_count,
                           TR_PLACE_MAX_SETS);
    if (node->child_count == 0) return true;
    if (!reserve_sets(d, node->child_count, err)) return false;
    int32_t index = 0;
    for (const tr_doc_node *item = node->child; item; item = item->next, index++) {
        d->sets[index].item = item;
        if (!read_item(d, item, &d->set_items[index], &d->sets[index], err)) return false;
        join_set(&d->set_items[index], &d->sets[index]);
    }
    return true;
}

const tr_doc_node *tr_description_find_set(const tr_description *d, int32_t index)
{
    return d->sets[index].item;
}

void tr_description_release_placement(tr_description *d)
{
    for (int32_t i = 0; i < d->set_count; i++) {
        tr_described_set *own = &d->sets[i];
        for (int32_t k = 0; k < own->term_count; k++) tr_grid_destroy(d->context, &own->terms[k].texture);
        tr_free(d->context, own->terms);
        tr_free(d->context, own->nodes);
        tr_free(d->context, own->layers);
        tr_doc_destroy(own->doc);
    }
    tr_free(d->context, d->sets);
    tr_free(d->context, d->set_items);
}
