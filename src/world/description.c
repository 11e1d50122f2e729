// Descriptions from YAML: the groups of the table of keys, mapping by mapping (description.h).
#include "world/description.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "io/yaml.h"
#include "world/description_paths.h"
#include "world/description_placement.h"
#include "world/description_values.h"
#include "world/world_def.h"

enum { MAX_PATH = 64, MAX_GROUP_KEYS = 24 };

bool tr_description_fail_at(const tr_description *d, const tr_doc_node *at, const tr_error *problem, tr_error *err)
{
    return tr_fail(err, problem->code, "%s:%d:%d: %s", d->doc->file, at->line, at->column, problem->message);
}

const tr_doc_node *tr_description_find(const tr_description *d, const char *path)
{
    const tr_doc_node *node = d->doc->root;
    for (const char *at = path; *at;) {
        char name[MAX_PATH];
        const size_t length = strcspn(at, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        const tr_doc_node *inner = tr_doc_find(node, name);
        if (!inner) return node;
        node = inner;
        at += at[length] == '.' ? length + 1 : length;
    }
    return node;
}

// ---------------------------------------------------------------------------------------------------------
// Groups

// The names that may stand directly below a prefix such as "terrain." ("" for the top).
typedef struct group_names {
    char texts[MAX_GROUP_KEYS][MAX_PATH];
    const char *names[MAX_GROUP_KEYS];
    int count;
} group_names;

static void list_group(const char *prefix, group_names *out)
{
    out->count = 0;
    for (int i = 0; i < tr_key_count(); i++) {
        const char *path = tr_key_at(i)->path;
        if (strncmp(path, prefix, strlen(prefix)) != 0) continue;
        const char *rest = path + strlen(prefix);
        char name[MAX_PATH];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(rest, "."), rest);
        // Keys of a group stand together in the table.
        if (out->count > 0 && strcmp(out->texts[out->count - 1], name) == 0) continue;
        assert(out->count < MAX_GROUP_KEYS);
        memcpy(out->texts[out->count], name, sizeof name);
        out->names[out->count] = out->texts[out->count];
        out->count++;
    }
}

static bool check_group(const tr_description *d, const char *prefix, const tr_doc_node *node, tr_error *err)
{
    group_names names;
    list_group(prefix, &names);
    if (node->kind == TR_DOC_SCALAR && node->text[0] == '\0' && node->key) {
        return tr_doc_fail(d->doc, node, err, "'%s' is empty; write keys such as '%s' below it, or leave it out",
                           node->key->text, names.names[0]);
    }
    if (node->kind != TR_DOC_MAPPING && !node->key) {
        return tr_doc_fail(d->doc, node, err, "this is a %s; a world is a mapping, such as name: My world",
                           node->kind == TR_DOC_SCALAR ? "plain value" : "sequence");
    }
    return tr_doc_check_keys(d->doc, node, names.names, names.count, err);
}

// Groups lie three deep at most, so this recursion ends soon.
static bool read_group(tr_description *d, const char *prefix, const tr_doc_node *node, tr_error *err)
{
    if (!check_group(d, prefix, node, err)) return false;
    for (const tr_doc_node *value = node->child; value; value = value->next) {
        char path[MAX_PATH], group[MAX_PATH];
        snprintf(path, sizeof path, "%s%s", prefix, value->key->text);
        snprintf(group, sizeof group, "%s%s.", prefix, value->key->text);
        const tr_key *key = tr_key_find(path);
        if (!(key ? tr_description_read_value(d, key, value, err) : read_group(d, group, value, err))) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// What keys must keep together

static bool check_together(const tr_description *d, tr_error *err)
{
    const tr_doc_node *terrain = tr_doc_find(d->doc->root, "terrain");
    const tr_doc_node *landform = tr_doc_find(terrain, "landform"), *graph = tr_doc_find(terrain, "graph");
    if (landform && graph) {
        const tr_doc_node *second = landform->key->line > graph->key->line ? landform : graph;
        return tr_doc_fail(
            d->doc, second->key, err, "'graph' and 'landform' exclude each other; '%s' stands in line %d",
            second == landform ? "graph" : "landform", (second == landform ? graph : landform)->key->line);
    }
    const tr_doc_node *elevation = tr_doc_find(terrain, "elevation");
    if (elevation && !d->def.terrain.elevation.path) {
        return tr_doc_fail(d->doc, elevation, err,
                           "'file' is missing: elevation needs a raster, such as file: alps.tif");
    }
    tr_world_def_problem problem;
    if (!tr_world_def_check_together(&d->def, &problem))
        return tr_doc_fail(d->doc, tr_description_find(d, problem.path), err, "%s", problem.message);
    return tr_description_check_paths(d, err);
}

// ---------------------------------------------------------------------------------------------------------
// Documents

// Takes `doc`, which is NULL when it could not be read.
static bool read_doc(tr_context *context, tr_doc *doc, tr_description *out, tr_error *err)
{
    *out = (tr_description){.context = context, .doc = doc, .def = tr_default_world_def()};
    return doc && read_group(out, "", doc->root, err) && check_together(out, err);
}

bool tr_description_read_file(tr_context *context, const char *path, tr_description *out, tr_error *err)
{
    return read_doc(context, tr_yaml_load_file(context, path, err), out, err);
}

bool tr_description_read_text(tr_context *context, const char *name, const char *text, size_t size, tr_description *out,
                              tr_error *err)
{
    return read_doc(context, tr_yaml_load_text(context, name, text, size, err), out, err);
}

void tr_description_release(tr_description *d)
{
    tr_noise_graph_destroy(d->graph);
    tr_free(d->context, d->elevation_path);
    tr_description_release_paths(d);
    tr_description_release_placement(d);
    tr_doc_destroy(d->doc);
}
