#include "description/description_paths.h"

#include <string.h>

#include "description/world_path.h"
#include "description/world_schema.h"

// ---------------------------------------------------------------------------------------------------------
// Places

static bool read_place_value(const tr_description *d, const char *name, const tr_doc_node *node, tr_path_vertex *out,
                             tr_error *err)
{
    const tr_schema_reader reader = {.doc = d->doc};
    return tr_schema_read_value(&reader, tr_schema_key(&tr_path_vertex_schema, name), node, out, err);
}

static bool read_place_mapping(const tr_description *d, const tr_doc_node *node, tr_path_vertex *out, tr_error *err)
{
    static const char *const axes[] = {"x", "z"};
    if (!tr_schema_check_keys(d->doc, &tr_path_vertex_schema, node, err)) return false;
    for (int i = 0; i < 2; i++) {
        if (!tr_doc_find(node, axes[i]))
            return tr_doc_fail(d->doc, node, err, "'%s' is missing: a place has x and z", axes[i]);
    }
    const tr_schema_reader reader = {.doc = d->doc};
    return tr_schema_read_values(&reader, &tr_path_vertex_schema, node, out, err);
}

static bool read_place(const tr_description *d, const tr_doc_node *node, tr_path_vertex *out, tr_error *err)
{
    *out = tr_path_vertex_at(0, 0);
    if (node->kind == TR_DOC_MAPPING) return read_place_mapping(d, node, out, err);
    if (node->kind != TR_DOC_SEQUENCE || node->child_count < 2 || node->child_count > 3)
        return tr_doc_fail(d->doc, node, err, "a place is [x, z], [x, z, height] or a mapping with x and z");
    const tr_doc_node *x = node->child, *z = x->next, *height = z->next;
    return read_place_value(d, "x", x, out, err) && read_place_value(d, "z", z, out, err) &&
           (!height || read_place_value(d, "height", height, out, err));
}

static bool check_list(const tr_description *d, const tr_doc_node *node, const char *name, int min, tr_error *err)
{
    if (node->kind != TR_DOC_SEQUENCE)
        return tr_doc_fail(d->doc, node, err, "'%s' must be a list of places, such as [[0, 0], [50, 20]]", name);
    if (node->child_count < min)
        return tr_doc_fail(d->doc, node, err, "'%s' has %d %s; at least %d are needed", name, node->child_count,
                           node->child_count == 1 ? "place" : "places", min);
    return true;
}

static bool read_places(const tr_description *d, const tr_doc_node *node, tr_path_vertex *out, tr_error *err)
{
    for (const tr_doc_node *item = node->child; item; item = item->next) {
        if (!read_place(d, item, out++, err)) return false;
    }
    return true;
}

static bool read_line(tr_description *d, const tr_doc_node *node, tr_described_path *own, tr_path_def *out,
                      tr_error *err)
{
    if (!check_list(d, node, node->key->text, 2, err)) return false;
    own->vertices = tr_alloc_array(d->context, (size_t)node->child_count, sizeof *own->vertices, err);
    out->vertices = own->vertices;
    out->vertex_count = node->child_count;
    return own->vertices && read_places(d, node, own->vertices, err);
}

// A ring of places, or a list of such rings.
static bool is_list_of_rings(const tr_doc_node *node)
{
    const tr_doc_node *first = node->kind == TR_DOC_SEQUENCE ? node->child : NULL;
    return first && first->kind == TR_DOC_SEQUENCE && first->child &&
           (first->child->kind == TR_DOC_SEQUENCE || first->child->kind == TR_DOC_MAPPING);
}

static bool read_rings(tr_description *d, const tr_doc_node *node, tr_described_path *own, tr_path_def *out,
                       tr_error *err)
{
    const char *name = node->key->text;
    const bool many = is_list_of_rings(node);
    if (!many && !check_list(d, node, name, 3, err)) return false;
    int32_t total = many ? 0 : node->child_count;
    for (const tr_doc_node *ring = node->child; many && ring; ring = ring->next) {
        if (!check_list(d, ring, name, 3, err)) return false;
        total += ring->child_count;
    }
    out->ring_count = many ? node->child_count : 1;
    out->vertex_count = total;
    out->vertices = own->vertices = tr_alloc_array(d->context, (size_t)total, sizeof *own->vertices, err);
    if (!own->vertices) return false;
    out->ring_end = own->ring_end = tr_alloc_array(d->context, (size_t)out->ring_count, sizeof *own->ring_end, err);
    if (!own->ring_end) return false;
    int32_t at = 0, index = 0;
    for (const tr_doc_node *ring = many ? node->child : node; ring; ring = many ? ring->next : NULL) {
        if (!read_places(d, ring, own->vertices + at, err)) return false;
        at += ring->child_count;
        own->ring_end[index++] = at;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Items

static bool read_other(void *user, const tr_key *key, const tr_doc_node *node, void *owner, tr_error *err)
{
    tr_description *d = user;
    tr_world_path_def *path = owner;
    tr_described_path *own = &d->paths[path - d->path_items];
    if (key->form == &tr_places_form) return read_line(d, node, own, &path->path, err);
    if (key->form == &tr_rings_form) return read_rings(d, node, own, &path->path, err);
    path->file = own->file = tr_description_find_file(d, node, err);
    return own->file != NULL;
}

// The one source that an item has.
static bool find_source(const tr_description *d, const tr_doc_node *item, tr_path_source *out, tr_error *err)
{
    const tr_doc_node *found = NULL;
    for (const tr_doc_node *value = item->child; value; value = value->next) {
        for (int i = 0; i < TR_PATH_SOURCE_COUNT; i++) {
            if (strcmp(value->key->text, tr_path_source_name((tr_path_source)i)) != 0) continue;
            if (found)
                return tr_doc_fail(d->doc, value->key, err,
                                   "'%s' does not go with '%s' in line %d: a path has one source", value->key->text,
                                   found->key->text, found->key->line);
            found = value;
            *out = (tr_path_source)i;
        }
    }
    if (found) return true;
    return tr_doc_fail(d->doc, item, err,
                       "this path comes from nowhere: give it one of line, area, file, route and drain");
}

static bool read_kind(const tr_description *d, const tr_doc_node *item, tr_path_source source, int *out, tr_error *err)
{
    const tr_doc_node *node = tr_doc_find(item, "kind");
    const tr_key *key = tr_schema_key(&tr_world_path_schema, "kind");
    *out = TR_PATH_RIVER;
    if (node) return tr_doc_choice(d->doc, node, key->choices, tr_key_choice_count(key), out, err);
    if (source == TR_PATH_SOURCE_DRAIN) return true;
    return tr_doc_fail(d->doc, item, err, "'kind' is missing: a path is a road, a river, ...");
}

static bool read_item(tr_description *d, const tr_doc_node *item, int32_t index, tr_error *err)
{
    tr_path_source source = TR_PATH_SOURCE_LINE;
    int kind = 0;
    if (item->kind != TR_DOC_MAPPING)
        return tr_doc_fail(d->doc, item, err,
                           "a path is a mapping, such as {kind: road, line: [[0, 0], [500, 200]], width: 6 m}");
    if (!tr_schema_check_keys(d->doc, &tr_world_path_schema, item, err) || !find_source(d, item, &source, err) ||
        !read_kind(d, item, source, &kind, err))
        return false;
    d->path_items[index] = tr_default_world_path_def(source, (tr_path_kind)kind);
    const tr_schema_reader reader = {d->doc, read_other, d, 1u << source, tr_path_source_name(source)};
    return tr_schema_read_values(&reader, &tr_world_path_schema, item, &d->path_items[index], err);
}

bool tr_description_read_paths(tr_description *d, const tr_doc_node *node, tr_error *err)
{
    if (node->kind != TR_DOC_SEQUENCE)
        return tr_doc_fail(d->doc, node, err,
                           "'paths' must be a list, such as [{kind: road, line: [[0, 0], [500, 200]]}]");
    const size_t count = (size_t)node->child_count;
    if (count == 0) return true;
    d->paths = tr_alloc_array(d->context, count, sizeof *d->paths, err);
    if (!d->paths) return false;
    memset(d->paths, 0, count * sizeof *d->paths);
    d->def.path_count = node->child_count;
    d->path_items = tr_alloc_array(d->context, count, sizeof *d->path_items, err);
    if (!d->path_items) return false;
    d->def.paths = d->path_items;
    int32_t index = 0;
    for (const tr_doc_node *item = node->child; item; item = item->next) {
        if (!read_item(d, item, index++, err)) return false;
    }
    return true;
}

const tr_doc_node *tr_description_find_in_path(const tr_description *d, int32_t index, const char *key)
{
    const tr_doc_node *item = tr_doc_find(d->doc->root, "paths")->child;
    while (index-- > 0) item = item->next;
    const tr_doc_node *value = tr_doc_find(item, key);
    return value ? value : item;
}

bool tr_description_check_paths(const tr_description *d, tr_error *err)
{
    for (int32_t i = 0; i < d->def.path_count; i++) {
        tr_world_path_problem problem;
        if (!tr_world_path_check_together(&d->def, &d->def.paths[i], &problem))
            return tr_doc_fail(d->doc, tr_description_find_in_path(d, i, problem.key), err, "%s", problem.message);
        tr_error reason;
        if (!tr_world_path_check_shape(&d->def.paths[i], &reason))
            return tr_doc_fail(d->doc, tr_description_find_in_path(d, i, tr_path_source_name(d->def.paths[i].source)),
                               err, "%s", reason.message);
    }
    return true;
}

void tr_description_release_paths(tr_description *d)
{
    for (int32_t i = 0; d->paths && i < d->def.path_count; i++) {
        tr_free(d->context, d->paths[i].vertices);
        tr_free(d->context, d->paths[i].ring_end);
        tr_free(d->context, d->paths[i].file);
    }
    tr_free(d->context, d->paths);
    tr_free(d->context, d->path_items);
}
