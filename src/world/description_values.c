// Values of a description (description_values.h).
#include "world/description_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "noise/graph.h"
#include "world/description_paths.h"
#include "world/description_placement.h"

enum { MAX_NAME_BYTES = 200 };

// ---------------------------------------------------------------------------------------------------------
// Texts

const char *tr_description_scalar(const tr_description *d, const tr_doc_node *node, const char *expected, tr_error *err)
{
    const char *key = node->key->text;
    if (node->kind == TR_DOC_SCALAR && node->text[0] != '\0') return node->text;
    if (node->kind == TR_DOC_SCALAR) {
        tr_doc_fail(d->doc, node, err, "'%s' is empty; %s is expected", key, expected);
    } else {
        tr_doc_fail(d->doc, node, err, "'%s' is a %s; %s is expected", key,
                    node->kind == TR_DOC_MAPPING ? "mapping" : "sequence", expected);
    }
    return NULL;
}

bool tr_description_read_name(const tr_description *d, const tr_doc_node *node, const char **out, tr_error *err)
{
    const char *key = node->key->text;
    *out = tr_description_scalar(d, node, "a text", err);
    if (!*out) return false;
    if (strlen(*out) > MAX_NAME_BYTES) {
        return tr_doc_fail(d->doc, node, err, "'%s' has %zu bytes; allowed are %d", key, strlen(*out), MAX_NAME_BYTES);
    }
    for (const char *at = *out; *at; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7f) {
            return tr_doc_fail(d->doc, node, err, "'%s' holds a control character; a text on one line is expected",
                               key);
        }
    }
    return true;
}

bool tr_description_read_seed(const tr_description *d, const tr_doc_node *node, uint64_t *out, tr_error *err)
{
    const char *text = tr_description_scalar(d, node, "a number or a text", err);
    if (text) *out = tr_seed_from_text(text);
    return text != NULL;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static bool read_color(const tr_description *d, const tr_doc_node *node, uint8_t out[3], tr_error *err)
{
    static const char expected[] = "a colour such as \"#d8bd83\" (in quotes, as # begins a comment)";
    const char *text = tr_description_scalar(d, node, expected, err);
    if (!text) return false;
    int digits[6];
    bool good = text[0] == '#' && strlen(text) == 7;
    for (int i = 0; i < 6 && good; i++) {
        digits[i] = hex_digit(text[1 + i]);
        good = digits[i] >= 0;
    }
    if (!good) {
        char found[TR_TEXT_QUOTE_SIZE];
        return tr_doc_fail(d->doc, node, err, "'color' is %s; %s is expected", tr_text_quote(found, text), expected);
    }
    for (int i = 0; i < 3; i++) out[i] = (uint8_t)(digits[2 * i] * 16 + digits[2 * i + 1]);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Places

static bool read_point(const tr_description *d, const tr_key *key, const tr_doc_node *node, double out[2],
                       tr_error *err)
{
    if (node->kind != TR_DOC_SEQUENCE || node->child_count != 2) {
        return tr_doc_fail(d->doc, node, err, "'%s' must be a list of two lengths, [x, z]", node->key->text);
    }
    const tr_doc_measure measure = tr_key_measure(key);
    return tr_doc_quantity(d->doc, node->child, &measure, &out[0], err) &&
           tr_doc_quantity(d->doc, node->child->next, &measure, &out[1], err);
}

static bool read_metres(const tr_description *d, const tr_doc_node *node, double low, int64_t *out, tr_error *err)
{
    tr_doc_measure measure = tr_key_measure(tr_key_find("extent"));
    measure.low = low;
    double value;
    if (!tr_doc_quantity(d->doc, node, &measure, &value, err)) return false;
    if (value != floor(value)) {
        char found[TR_TEXT_QUOTE_SIZE];
        return tr_doc_fail(d->doc, node, err, "%s is not a whole number of metres, as an extent has to be",
                           tr_text_quote(found, node->text));
    }
    *out = (int64_t)value;
    return true;
}

static bool read_side(const tr_description *d, const tr_doc_node *node, const char *name, int64_t *low, int64_t *high,
                      tr_error *err)
{
    const tr_doc_node *side = tr_doc_find(node, name);
    if (!side) return tr_doc_fail(d->doc, node, err, "'%s' is missing: an extent has a width and a depth", name);
    int64_t length = 0;
    if (!read_metres(d, side, 1, &length, err)) return false;
    *low = -(length / 2);
    *high = *low + length;
    return true;
}

static bool read_corners(const tr_description *d, const tr_doc_node *node, const char *const *names, int64_t out[4],
                         tr_error *err)
{
    for (int i = 0; i < 4; i++) {
        const tr_doc_node *value = tr_doc_find(node, names[i]);
        if (!value) {
            return tr_doc_fail(d->doc, node, err, "'%s' is missing: an extent has x0, z0, x1 and z1", names[i]);
        }
        if (!read_metres(d, value, -TR_WORLD_LIMIT_M, &out[i], err)) return false;
    }
    return true;
}

static bool read_extent_mapping(const tr_description *d, const tr_doc_node *node, int64_t out[4], tr_error *err)
{
    static const char *const names[] = {"x0", "z0", "x1", "z1", "width", "depth"};
    if (!tr_doc_check_keys(d->doc, node, names, 6, err)) return false;
    const bool sides = tr_doc_find(node, "width") || tr_doc_find(node, "depth");
    if (!sides) return read_corners(d, node, names, out, err);
    for (int i = 0; i < 4; i++) {
        const tr_doc_node *other = tr_doc_find(node, names[i]);
        if (!other) continue;
        return tr_doc_fail(d->doc, other->key, err,
                           "'%s' does not go with a width or a depth: write x0, z0, x1, z1 or width, depth", names[i]);
    }
    return read_side(d, node, "width", &out[0], &out[2], err) && read_side(d, node, "depth", &out[1], &out[3], err);
}

bool tr_description_read_region(const tr_description *d, const tr_doc_node *node, tr_region *out, tr_error *err)
{
    int64_t corners[4] = {0};
    if (node->kind == TR_DOC_SEQUENCE) {
        if (node->child_count != 4) {
            return tr_doc_fail(d->doc, node, err, "'%s' is a list of %d; four lengths are expected, [x0, z0, x1, z1]",
                               node->key->text, node->child_count);
        }
        int i = 0;
        for (const tr_doc_node *item = node->child; item; item = item->next, i++) {
            if (!read_metres(d, item, -TR_WORLD_LIMIT_M, &corners[i], err)) return false;
        }
    } else if (!read_extent_mapping(d, node, corners, err)) {
        return false;
    }
    *out = (tr_region){corners[0], corners[1], corners[2], corners[3]};
    return true;
}

static bool read_extent(tr_description *d, const tr_doc_node *node, tr_error *err)
{
    if (node->kind == TR_DOC_SCALAR) {
        if (strcmp(node->text, "endless") == 0) {
            d->def.bounded = false;
            return true;
        }
        char found[TR_TEXT_QUOTE_SIZE];
        return tr_doc_fail(d->doc, node, err,
                           "'extent' is %s; endless, {width: 8 km, depth: 8 km} or [x0, z0, x1, z1] is expected",
                           tr_text_quote(found, node->text));
    }
    d->def.bounded = tr_description_read_region(d, node, &d->def.bounds_m, err);
    return d->def.bounded;
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
    const char *name = tr_description_scalar(d, node, "the name of a file", err);
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
    const char *name = tr_description_scalar(d, node, "the name of a file, or a mapping with nodes,", err);
    if (!name) return false;
    char *path = path_beside(d, name, err);
    if (!path) return false;
    tr_error problem;
    d->graph = tr_noise_graph_load(d->context, path, &problem);
    tr_free(d->context, path);
    d->def.graph_name = name;
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
        d->def.graph_name = "inline";
    } else if (!read_graph_file(d, node, err)) {
        return false;
    }
    d->def.terrain.graph = d->graph;
    return d->graph != NULL;
}

// ---------------------------------------------------------------------------------------------------------
// All

static bool read_integer(const tr_description *d, const tr_key *key, const tr_doc_node *node, int32_t *out,
                         tr_error *err)
{
    int64_t value;
    if (!tr_doc_int(d->doc, node, (int64_t)key->low, (int64_t)key->high, &value, err)) return false;
    *out = (int32_t)value;
    return true;
}

static bool check_later(const tr_description *d, const tr_doc_node *node, tr_error *err)
{
    if (node->kind != TR_DOC_SCALAR) return true;
    return tr_doc_fail(d->doc, node, err, "'%s' is a plain value; a mapping or a list is expected", node->key->text);
}

bool tr_description_read_value(tr_description *d, const tr_key *key, const tr_doc_node *node, tr_error *err)
{
    void *field = tr_key_field(key, &d->def);
    const tr_doc_measure measure = tr_key_measure(key);
    switch (key->type) {
    case TR_KEY_NUMBER: return tr_doc_quantity(d->doc, node, &measure, field, err);
    case TR_KEY_INTEGER: return read_integer(d, key, node, field, err);
    case TR_KEY_CHOICE: return tr_doc_choice(d->doc, node, key->choices, key->choice_count, field, err);
    case TR_KEY_TEXT: return tr_description_read_name(d, node, field, err);
    case TR_KEY_FILE: return read_elevation_file(d, node, err);
    case TR_KEY_SEED: return tr_description_read_seed(d, node, field, err);
    case TR_KEY_EXTENT: return read_extent(d, node, err);
    case TR_KEY_POINT: return read_point(d, key, node, field, err);
    case TR_KEY_COLOR: return read_color(d, node, field, err);
    case TR_KEY_GRAPH: return read_graph(d, node, err);
    case TR_KEY_PATHS: return tr_description_read_paths(d, node, err);
    case TR_KEY_PLACEMENT: return tr_description_read_placement(d, node, err);
    case TR_KEY_LATER: return check_later(d, node, err);
    default: break;
    }
    return tr_fail(err, TR_ERROR_INTERNAL, "the key %s has a type that does not exist", key->path);
}
