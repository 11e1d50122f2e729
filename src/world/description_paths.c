#include "world/description_paths.h"

#include <string.h>

#include "world/description_values.h"
#include "world/path_keys.h"
#include "world/world_path.h"

enum { MAX_ITEM_KEYS = 40 };

// ---------------------------------------------------------------------------------------------------------
// Places

static const tr_doc_unit lengths[] = {{"m", 0}, {"km", 3}, {"cm", -2}};
static const tr_doc_unit shares[] = {{"", 0}, {"%", -2}};

// What a place may say besides where it is; none of it leaves the value to the path.
typedef struct place_value {
    const char *name;
    size_t offset;  // in tr_path_vertex
    tr_doc_measure measure;
} place_value;

static const place_value place_values[] = {
    {"height", offsetof(tr_path_vertex, height_m), {lengths, 3, -20000, 20000}},
    {"width", offsetof(tr_path_vertex, width_m), {lengths, 3, 0.1, 5000}},
    {"smoothing", offsetof(tr_path_vertex, smoothing_m), {lengths, 3, 0, 5000}},
    {"depth", offsetof(tr_path_vertex, depth_m), {lengths, 3, 0, 1000}},
    {"inclination", offsetof(tr_path_vertex, inclination), {shares, 2, -1, 1}},
};
enum { PLACE_VALUE_COUNT = sizeof place_values / sizeof *place_values };

static const tr_doc_measure place_measure = {lengths, 3, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M};

static bool read_place_value(const tr_description *d, const place_value *value, const tr_doc_node *node,
                             tr_path_vertex *out, tr_error *err)
{
    double number;
    if (!tr_doc_quantity(d->doc, node, &value->measure, &number, err)) return false;
    *(float *)(void *)((char *)out + value->offset) = (float)number;
    return true;
}

static bool read_place_mapping(const tr_description *d, const tr_doc_node *node, tr_path_vertex *out, tr_error *err)
{
    const char *names[2 + PLACE_VALUE_COUNT] = {"x", "z"};
    for (int i = 0; i < PLACE_VALUE_COUNT; i++) names[2 + i] = place_values[i].name;
    if (!tr_doc_check_keys(d->doc, node, names, 2 + PLACE_VALUE_COUNT, err)) return false;
    double *const axes[2] = {&out->x_m, &out->z_m};
    for (int i = 0; i < 2; i++) {
        const tr_doc_node *axis = tr_doc_find(node, names[i]);
        if (!axis) return tr_doc_fail(d->doc, node, err, "'%s' is missing: a place has x and z", names[i]);
        if (!tr_doc_quantity(d->doc, axis, &place_measure, axes[i], err)) return false;
    }
    for (int i = 0; i < PLACE_VALUE_COUNT; i++) {
        const tr_doc_node *value = tr_doc_find(node, place_values[i].name);
        if (value && !read_place_value(d, &place_values[i], value, out, err)) return false;
    }
    return true;
}

static bool read_place(const tr_description *d, const tr_doc_node *node, tr_path_vertex *out, tr_error *err)
{
    *out = tr_path_vertex_at(0, 0);
    if (node->kind == TR_DOC_MAPPING) return read_place_mapping(d, node, out, err);
    if (node->kind != TR_DOC_SEQUENCE || node->child_count < 2 || node->child_count > 3)
        return tr_doc_fail(d->doc, node, err, "a place is [x, z], [x, z, height] or a mapping with x and z");
    const tr_doc_node *x = node->child, *z = x->next, *height = z->next;
    return tr_doc_quantity(d->doc, x, &place_measure, &out->x_m, err) &&
           tr_doc_quantity(d->doc, z, &place_measure, &out->z_m, err) &&
           (!height || read_place_value(d, &place_values[0], height, out, err));
}

static bool check_list(const tr_description *d, const tr_doc_node *node, const char *name, int least, tr_error *err)
{
    if (node->kind != TR_DOC_SEQUENCE)
        return tr_doc_fail(d->doc, node, err, "'%s' must be a list of places, such as [[0, 0], [50, 20]]", name);
    if (node->child_count < least)
        return tr_doc_fail(d->doc, node, err, "'%s' has %d %s; at least %d are needed", name, node->child_count,
                           node->child_count == 1 ? "place" : "places", least);
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

static bool read_region(const tr_description *d, const tr_doc_node *node, tr_world_path *out, tr_error *err)
{
    if (node->kind == TR_DOC_SCALAR)
        return tr_doc_fail(d->doc, node, err,
                           "'within' is a plain value; {width, depth} or [x0, z0, x1, z1] is expected");
    out->has_within = tr_description_read_region(d, node, &out->within_m, err);
    return out->has_within;
}

static bool read_value(tr_description *d, const tr_path_key *it, const tr_doc_node *node, int32_t index, tr_error *err)
{
    tr_world_path *path = &d->path_items[index];
    tr_described_path *own = &d->paths[index];
    const tr_key *key = &it->key;
    void *field = (char *)path + key->offset;
    const tr_doc_measure measure = tr_key_measure(key);
    int64_t integer = 0;
    switch (key->type) {
    case TR_KEY_NUMBER:
        if (field == (void *)&path->path.level_m) path->path.has_level = true;
        return tr_doc_quantity(d->doc, node, &measure, field, err);
    case TR_KEY_INTEGER:
        if (!tr_doc_int(d->doc, node, (int64_t)key->low, (int64_t)key->high, &integer, err)) return false;
        *(int32_t *)field = (int32_t)integer;
        return true;
    case TR_KEY_CHOICE: return tr_doc_choice(d->doc, node, key->choices, key->choice_count, field, err);
    case TR_KEY_SWITCH: return tr_doc_bool(d->doc, node, field, err);
    case TR_KEY_TEXT: return tr_description_read_name(d, node, field, err);
    case TR_KEY_PLACES: return read_line(d, node, own, &path->path, err);
    case TR_KEY_RINGS: return read_rings(d, node, own, &path->path, err);
    case TR_KEY_REGION: return read_region(d, node, path, err);
    case TR_KEY_FILE: path->file = own->file = tr_description_find_file(d, node, err); return own->file != NULL;
    default: return tr_fail(err, TR_ERROR_INTERNAL, "the key %s has a type that does not exist", key->path);
    }
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
    const tr_key *key = &tr_path_key_find("kind")->key;
    *out = TR_PATH_RIVER;
    if (node) return tr_doc_choice(d->doc, node, key->choices, key->choice_count, out, err);
    if (source == TR_PATH_SOURCE_DRAIN) return true;
    return tr_doc_fail(d->doc, item, err, "'kind' is missing: a path is a road, a river, ...");
}

static bool check_item_keys(const tr_description *d, const tr_doc_node *item, tr_error *err)
{
    const char *names[MAX_ITEM_KEYS];
    const int count = tr_path_key_count();
    for (int i = 0; i < count && i < MAX_ITEM_KEYS; i++) names[i] = tr_path_key_name(tr_path_key_at(i));
    if (item->kind != TR_DOC_MAPPING)
        return tr_doc_fail(d->doc, item, err,
                           "a path is a mapping, such as {kind: road, line: [[0, 0], [500, 200]], width: 6 m}");
    return tr_doc_check_keys(d->doc, item, names, count, err);
}

static bool read_item(tr_description *d, const tr_doc_node *item, int32_t index, tr_error *err)
{
    tr_path_source source = TR_PATH_SOURCE_LINE;
    int kind = 0;
    if (!check_item_keys(d, item, err) || !find_source(d, item, &source, err) ||
        !read_kind(d, item, source, &kind, err))
        return false;
    d->path_items[index] = tr_default_world_path(source, (tr_path_kind)kind);
    for (const tr_doc_node *value = item->child; value; value = value->next) {
        const tr_path_key *key = tr_path_key_find(value->key->text);
        if (!(key->sources & 1u << source))
            return tr_doc_fail(d->doc, value->key, err, "'%s' does not go with '%s'", value->key->text,
                               tr_path_source_name(source));
        if (!read_value(d, key, value, index, err)) return false;
    }
    return true;
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
