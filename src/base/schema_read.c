// Values of keys from documents (schema.h): messages name the place in the file.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/schema.h"
#include "base/text.h"

enum { MAX_KEYS = 64, MAX_NAME_BYTES = 200 };

// ---------------------------------------------------------------------------------------------------------
// Texts

const char *tr_doc_text(const tr_doc *doc, const tr_doc_node *node, const char *expected, tr_error *err)
{
    const char *key = node->key->text;
    if (node->kind == TR_DOC_SCALAR && node->text[0] != '\0') return node->text;
    if (node->kind == TR_DOC_SCALAR)
        tr_doc_fail(doc, node, err, "'%s' is empty; %s is expected", key, expected);
    else
        tr_doc_fail(doc, node, err, "'%s' is a %s; %s is expected", key,
                    node->kind == TR_DOC_MAPPING ? "mapping" : "sequence", expected);
    return NULL;
}

// A text on one line.
static bool read_text(const tr_doc *doc, const tr_doc_node *node, const char **out, tr_error *err)
{
    const char *key = node->key->text;
    *out = tr_doc_text(doc, node, "a text", err);
    if (!*out) return false;
    if (strlen(*out) > MAX_NAME_BYTES)
        return tr_doc_fail(doc, node, err, "'%s' has %zu bytes; allowed are %d", key, strlen(*out), MAX_NAME_BYTES);
    for (const char *at = *out; *at; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            return tr_doc_fail(doc, node, err, "'%s' holds a control character; a text on one line is expected", key);
    }
    return true;
}

static bool read_seed(const tr_doc *doc, const tr_doc_node *node, uint64_t *out, tr_error *err)
{
    const char *text = tr_doc_text(doc, node, "a number or a text", err);
    if (text) *out = tr_seed_from_text(text);
    return text != NULL;
}

static bool read_color(const tr_doc *doc, const tr_key *key, const tr_doc_node *node, void *owner, tr_error *err)
{
    static const char expected[] = "a colour such as \"#d8bd83\" (in quotes, as # begins a comment)";
    const char *text = tr_doc_text(doc, node, expected, err);
    if (!text) return false;
    if (text[0] == '#' && strlen(text) == 7 && tr_key_set(key, owner, NULL, text, NULL)) return true;
    char found[TR_TEXT_QUOTE_SIZE];
    return tr_doc_fail(doc, node, err, "'%s' is %s; %s is expected", key->name, tr_text_quote(found, text), expected);
}

// ---------------------------------------------------------------------------------------------------------
// Lists of numbers

static bool read_pair(const tr_doc *doc, const tr_key *key, const tr_doc_node *node, double out[2], tr_error *err)
{
    const tr_doc_measure measure = tr_key_measure(key);
    const char *name = node->key->text;
    if (node->kind == TR_DOC_SCALAR && key->type == TR_KEY_RANGE) {
        if (!tr_doc_quantity(doc, node, &measure, &out[0], err)) return false;
        out[1] = out[0];
        return true;
    }
    if (node->kind != TR_DOC_SEQUENCE || node->child_count != 2) {
        if (key->type == TR_KEY_RANGE)
            return tr_doc_fail(doc, node, err, "'%s' must be a number, or a list of two, [low, high]", name);
        return tr_doc_fail(doc, node, err, "'%s' must be a list of two lengths, [x, z]", name);
    }
    return tr_doc_quantity(doc, node->child, &measure, &out[0], err) &&
           tr_doc_quantity(doc, node->child->next, &measure, &out[1], err);
}

static bool read_metres(const tr_doc *doc, const tr_key *key, const tr_doc_node *node, double low, int64_t *out,
                        tr_error *err)
{
    const tr_doc_measure measure = {key->units, low, key->high};
    double value;
    if (!tr_doc_quantity(doc, node, &measure, &value, err)) return false;
    if (value != floor(value)) {
        char found[TR_TEXT_QUOTE_SIZE];
        return tr_doc_fail(doc, node, err, "%s is not a whole number of metres, as an extent has to be",
                           tr_text_quote(found, node->text));
    }
    *out = (int64_t)value;
    return true;
}

static bool read_side(const tr_doc *doc, const tr_key *key, const tr_doc_node *node, const char *name, int64_t *low,
                      int64_t *high, tr_error *err)
{
    const tr_doc_node *side = tr_doc_find(node, name);
    if (!side) return tr_doc_fail(doc, node, err, "'%s' is missing: an extent has a width and a depth", name);
    int64_t length = 0;
    if (!read_metres(doc, key, side, 1, &length, err)) return false;
    *low = -(length / 2);
    *high = *low + length;
    return true;
}

static bool read_region_mapping(const tr_doc *doc, const tr_key *key, const tr_doc_node *node, int64_t out[4],
                                tr_error *err)
{
    static const char *const names[] = {"x0", "z0", "x1", "z1", "width", "depth"};
    if (!tr_doc_check_keys(doc, node, names, 6, err)) return false;
    const bool sides = tr_doc_find(node, "width") || tr_doc_find(node, "depth");
    for (int i = 0; i < 4; i++) {
        const tr_doc_node *corner = tr_doc_find(node, names[i]);
        if (sides && corner)
            return tr_doc_fail(doc, corner->key, err,
                               "'%s' does not go with a width or a depth: write x0, z0, x1, z1 or width, depth",
                               names[i]);
        if (sides) continue;
        if (!corner) return tr_doc_fail(doc, node, err, "'%s' is missing: an extent has x0, z0, x1 and z1", names[i]);
        if (!read_metres(doc, key, corner, key->low, &out[i], err)) return false;
    }
    return !sides || (read_side(doc, key, node, "width", &out[0], &out[2], err) &&
                      read_side(doc, key, node, "depth", &out[1], &out[3], err));
}

static bool read_region(const tr_doc *doc, const tr_key *key, const tr_doc_node *node, tr_region *out, tr_error *err)
{
    int64_t corners[4] = {0};
    const char *name = node->key->text;
    if (node->kind == TR_DOC_SCALAR && key->absent) {
        char found[TR_TEXT_QUOTE_SIZE];
        return tr_doc_fail(doc, node, err, "'%s' is %s; %s, {width: 8 km, depth: 8 km} or [x0, z0, x1, z1] is expected",
                           name, tr_text_quote(found, node->text), key->absent);
    }
    if (node->kind == TR_DOC_SCALAR && key->given)
        return tr_doc_fail(doc, node, err, "'%s' is a plain value; {width, depth} or [x0, z0, x1, z1] is expected",
                           name);
    if (node->kind == TR_DOC_SEQUENCE) {
        if (node->child_count != 4)
            return tr_doc_fail(doc, node, err, "'%s' is a list of %d; four lengths are expected, [x0, z0, x1, z1]",
                               name, node->child_count);
        int i = 0;
        for (const tr_doc_node *item = node->child; item; item = item->next, i++) {
            if (!read_metres(doc, key, item, key->low, &corners[i], err)) return false;
        }
    } else if (!read_region_mapping(doc, key, node, corners, err)) {
        return false;
    }
    *out = (tr_region){corners[0], corners[1], corners[2], corners[3]};
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Values

static bool read_number(const tr_doc *doc, const tr_key *key, const tr_doc_node *node, double *out, tr_error *err)
{
    const tr_doc_measure measure = tr_key_measure(key);
    return tr_doc_quantity(doc, node, &measure, out, err);
}

static bool read_present(const tr_schema_reader *reader, const tr_key *key, const tr_doc_node *node, void *owner,
                         tr_error *err)
{
    const tr_doc *doc = reader->doc;
    void *field = (char *)owner + key->offset;
    double number = 0;
    int64_t integer = 0;
    switch (key->type) {
    case TR_KEY_BOOL: return tr_doc_bool(doc, node, field, err);
    case TR_KEY_INT:
        if (!tr_doc_int(doc, node, (int64_t)key->low, (int64_t)key->high, &integer, err)) return false;
        *(int32_t *)field = (int32_t)integer;
        return true;
    case TR_KEY_SEED: return read_seed(doc, node, field, err);
    case TR_KEY_FLOAT:
        if (!read_number(doc, key, node, &number, err)) return false;
        *(float *)field = (float)number;
        return true;
    case TR_KEY_DOUBLE: return read_number(doc, key, node, field, err);
    case TR_KEY_CHOICE: return tr_doc_choice(doc, node, key->choices, tr_key_choice_count(key), field, err);
    case TR_KEY_TEXT: return read_text(doc, node, field, err);
    case TR_KEY_COLOR: return read_color(doc, key, node, owner, err);
    case TR_KEY_POINT:
    case TR_KEY_RANGE: return read_pair(doc, key, node, field, err);
    case TR_KEY_REGION: return read_region(doc, key, node, field, err);
    case TR_KEY_TABLE: return tr_schema_read(reader, key->table, node, field, err);
    case TR_KEY_OTHER: return reader->read_other(reader->user, key, node, owner, err);
    default: return tr_fail(err, TR_ERROR_INTERNAL, "the key %s has a type that files do not have", key->name);
    }
}

bool tr_schema_read_value(const tr_schema_reader *reader, const tr_key *key, const tr_doc_node *node, void *owner,
                          tr_error *err)
{
    const bool absent = key->absent && node->kind == TR_DOC_SCALAR && strcmp(node->text, key->absent) == 0;
    if (!absent && !read_present(reader, key, node, owner, err)) return false;
    if (key->given) *((bool *)owner + key->given) = !absent;
    return true;
}

bool tr_schema_check_keys(const tr_doc *doc, const tr_schema *schema, const tr_doc_node *mapping, tr_error *err)
{
    const char *names[MAX_KEYS];
    int count = 0;
    for (int i = 0; i < schema->key_count; i++) {
        assert(count < MAX_KEYS);
        if (schema->keys[i].type != TR_KEY_ITEMS) names[count++] = schema->keys[i].name;
    }
    if (mapping->kind == TR_DOC_SCALAR && mapping->text[0] == '\0' && mapping->key)
        return tr_doc_fail(doc, mapping, err, "'%s' is empty; write keys such as '%s' below it, or leave it out",
                           mapping->key->text, names[0]);
    return tr_doc_check_keys(doc, mapping, names, count, err);
}

bool tr_schema_read_values(const tr_schema_reader *reader, const tr_schema *schema, const tr_doc_node *mapping,
                           void *owner, tr_error *err)
{
    for (const tr_doc_node *value = mapping->child; value; value = value->next) {
        const tr_key *key = tr_schema_key(schema, value->key->text);
        if (key->kinds != 0 && !(key->kinds & reader->kinds))
            return tr_doc_fail(reader->doc, value->key, err, "'%s' does not go with '%s'", key->name,
                               reader->kind_name);
        if (!tr_schema_read_value(reader, key, value, owner, err)) return false;
    }
    return true;
}

bool tr_schema_read(const tr_schema_reader *reader, const tr_schema *schema, const tr_doc_node *mapping, void *owner,
                    tr_error *err)
{
    return tr_schema_check_keys(reader->doc, schema, mapping, err) &&
           tr_schema_read_values(reader, schema, mapping, owner, err);
}
