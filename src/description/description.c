// Descriptions from YAML: the table of keys of a world, and the values that the table leaves to their readers.
#include "description/description.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "description/description_paths.h"
#include "description/description_placement.h"
#include "description/world_def.h"
#include "description/world_schema.h"
#include "base/yaml.h"
#include "noise/graph.h"
#include "terrain/terrain_schema.h"

bool tr_description_fail_at(const tr_description *d, const tr_doc_node *at, const tr_error *problem, tr_error *err)
{
    return tr_fail(err, problem->code, "%s:%d:%d: %s", d->doc->file, at->line, at->column, problem->message);
}

const tr_doc_node *tr_description_find(const tr_description *d, const char *path)
{
    const tr_doc_node *node = d->doc->root;
    for (const char *at = path; *at;) {
        char name[TR_KEY_PATH_SIZE];
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
// Files

static char *path_beside(const tr_description *d, const char *name, tr_error *err)
{
    const char *slash = strrchr(d->doc->file, '/');
    const size_t folder = name[0] == '/' || !slash ? 0 : (size_t)(slash - d->doc->file) + 1;
    const size_t size = strlen(name) + 1;
    char *path = tr_alloc(d->context, folder + size, err);
    if (!path) return NULL;
    memcpy(path, d->doc->file, folder);
    memcpy(path + folder, name, size);
    return path;
}

char *tr_description_find_file(const tr_description *d, const tr_doc_node *node, tr_error *err)
{
    const char *name = tr_doc_text(d->doc, node, "the name of a file", err);
    char *path = name ? path_beside(d, name, err) : NULL;
    if (!path) return NULL;
    // Names that begin so are no files of the system: GDAL looks into archives and the network itself.
    struct stat info;
    if (strncmp(name, "/vsi", 4) == 0 || stat(path, &info) == 0) return path;
    tr_error problem;
    tr_fail(&problem, TR_ERROR_FILE_OPEN,
            "'file' is '%s', but there is no such file: looked for %s. Files are looked for beside the description",
            name, path);
    tr_free(d->context, path);
    tr_description_fail_at(d, node, &problem, err);
    return NULL;
}

static bool read_elevation_file(tr_description *d, const tr_doc_node *node, tr_error *err)
{
    d->elevation_path = tr_description_find_file(d, node, err);
    d->def.terrain.elevation.path = d->elevation_path;
    return d->elevation_path != NULL;
}

static bool read_graph_file(tr_description *d, const tr_doc_node *node, tr_error *err)
{
    const char *name = tr_doc_text(d->doc, node, "the name of a file, or a mapping with nodes,", err);
    if (!name) return false;
    char *path = path_beside(d, name, err);
    if (!path) return false;
    tr_error problem;
    d->graph = tr_noise_graph_load(d->context, path, &problem);
    tr_free(d->context, path);
    d->def.terrain.graph_name = name;
    if (d->graph) return true;
    // Other problems name their place in the graph's own file.
    const bool no_place = problem.code == TR_ERROR_FILE_OPEN || problem.code == TR_ERROR_FILE_READ;
    if (no_place) return tr_description_fail_at(d, node, &problem, err);
    return tr_fail(err, problem.code, "%s", problem.message);
}

static bool read_graph(tr_description *d, const tr_doc_node *node, tr_error *err)
{
    if (node->kind == TR_DOC_MAPPING) {
        d->graph = tr_noise_graph_read(d->context, d->doc, node, err);
        d->def.terrain.graph_name = "inline";
    } else if (!read_graph_file(d, node, err)) {
        return false;
    }
    d->def.terrain.graph = d->graph;
    return d->graph != NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Values of their own types

static bool check_later(const tr_description *d, const tr_doc_node *node, tr_error *err)
{
    if (node->kind != TR_DOC_SCALAR) return true;
    return tr_doc_fail(d->doc, node, err, "'%s' is a plain value; a mapping or a list is expected", node->key->text);
}

static bool read_other(void *user, const tr_key *key, const tr_doc_node *node, void *owner, tr_error *err)
{
    (void)owner;
    tr_description *d = user;
    if (key->form == &tr_terrain_graph_form) return read_graph(d, node, err);
    if (key->form == &tr_elevation_file_form) return read_elevation_file(d, node, err);
    if (key->form == &tr_paths_form) return tr_description_read_paths(d, node, err);
    if (key->form == &tr_placement_form) return tr_description_read_placement(d, node, err);
    return check_later(d, node, err);
}

static bool read_world(tr_description *d, tr_error *err)
{
    const tr_doc_node *root = d->doc->root;
    if (root->kind != TR_DOC_MAPPING)
        return tr_doc_fail(d->doc, root, err, "this is a %s; a world is a mapping, such as name: My world",
                           root->kind == TR_DOC_SCALAR ? "plain value" : "sequence");
    const tr_schema_reader reader = {d->doc, read_other, d, ~0u, NULL};
    return tr_schema_read(&reader, tr_world_schema(), root, &d->def, err);
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
    return doc && read_world(out, err) && check_together(out, err);
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
