#include "base/doc.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

void tr_doc_destroy(tr_doc *doc)
{
    if (!doc) return;
    tr_context *context = doc->context;
    tr_free(context, doc->file);
    tr_free(context, doc->nodes);
    tr_free(context, doc->text);
    tr_free(context, doc);
}

// ---------------------------------------------------------------------------------------------------------
// Messages

bool tr_doc_fail(const tr_doc *doc, const tr_doc_node *at, tr_error *err, const char *format, ...)
{
    char message[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    tr_text_format(message, sizeof message, format, arguments);
    va_end(arguments);
    return tr_fail(err, TR_ERROR_SCHEMA, "%s:%d:%d: %s", doc->file, at->line, at->column, message);
}

// How a message calls a node: its key in quotes, or "this value" for an item of a sequence.
typedef struct node_label {
    char text[TR_TEXT_QUOTE_SIZE];
} node_label;

static node_label label_of(const tr_doc_node *node)
{
    node_label label = {"this value"};
    if (node->key && node->key->text) tr_text_quote(label.text, node->key->text);
    return label;
}

static const char *kind_text(const tr_doc_node *node)
{
    switch (node->kind) {
    case TR_DOC_SCALAR: return node->quoted ? "text in quotes" : "a plain value";
    case TR_DOC_SEQUENCE: return "a sequence";
    case TR_DOC_MAPPING: return "a mapping";
    }
    return "unknown";
}

// "a, b, c" as far as it fits.
static const char *join_names(char *out, size_t size, const char *const *names, int count)
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        int written = snprintf(out + length, size - length, "%s%s", i > 0 ? ", " : "", names[i]);
        if (written < 0 || (size_t)written >= size - length) {
            snprintf(out + length, size - length, "%.3s", "...");
            break;
        }
        length += (size_t)written;
    }
    return out;
}

// "'found' is <problem>; did you mean 'near'? <list>": the suggestion stands first, since a long list is cut.
static bool fail_with_names(const tr_doc *doc, const tr_doc_node *at, const char *problem, const char *const *names,
                            int count, tr_error *err)
{
    const char *nearest = tr_nearest_name(at->text, names, count);
    char list[300], found[TR_TEXT_QUOTE_SIZE];
    join_names(list, sizeof list, names, count);
    tr_text_quote(found, at->text);
    if (nearest) {
        return tr_doc_fail(doc, at, err, "%s %s; did you mean '%s'? Allowed: %s", found, problem, nearest, list);
    }
    return tr_doc_fail(doc, at, err, "%s %s; allowed: %s", found, problem, list);
}

// ---------------------------------------------------------------------------------------------------------
// Mappings

const tr_doc_node *tr_doc_find(const tr_doc_node *mapping, const char *key)
{
    if (!mapping || mapping->kind != TR_DOC_MAPPING) return NULL;
    const tr_doc_node *node = mapping->child;
    while (node && strcmp(node->key->text, key) != 0) node = node->next;
    return node;
}

static bool is_one_of(const char *text, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) return true;
    }
    return false;
}

bool tr_doc_check_keys(const tr_doc *doc, const tr_doc_node *mapping, const char *const *allowed, int allowed_count,
                       tr_error *err)
{
    if (mapping->kind != TR_DOC_MAPPING) {
        char list[300];
        return tr_doc_fail(doc, mapping, err, "%s is %s; a mapping with the keys %s is expected",
                           label_of(mapping).text, kind_text(mapping),
                           join_names(list, sizeof list, allowed, allowed_count));
    }
    // The first key that is unknown or repeated ends this, so a hostile file costs no more than a good one.
    for (const tr_doc_node *node = mapping->child; node; node = node->next) {
        if (!is_one_of(node->key->text, allowed, allowed_count)) {
            return fail_with_names(doc, node->key, "is not a key here", allowed, allowed_count, err);
        }
        const tr_doc_node *first = tr_doc_find(mapping, node->key->text);
        if (first != node) {
            return tr_doc_fail(doc, node->key, err, "'%s' was already given in line %d", node->key->text,
                               first->key->line);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Scalars

// Quoted text is never a number or a switch: its writer said that it is text.
static bool check_plain(const tr_doc *doc, const tr_doc_node *node, const char *expected, tr_error *err)
{
    if (node->kind == TR_DOC_SCALAR && !node->quoted) return true;
    return tr_doc_fail(doc, node, err, "%s is %s; %s is expected%s", label_of(node).text, kind_text(node), expected,
                       node->kind == TR_DOC_SCALAR ? ", without quotes" : "");
}

static const char *describe_limits(char *out, size_t size, double low, double high)
{
    const bool has_low = low > -DBL_MAX, has_high = high < DBL_MAX;
    if (has_low && has_high)
        snprintf(out, size, "%.10g to %.10g", low, high);
    else if (has_low)
        snprintf(out, size, "at least %.10g", low);
    else
        snprintf(out, size, "at most %.10g", high);
    return out;
}

// What holds for a number once it is read.
static bool check_number(const tr_doc *doc, const tr_doc_node *node, double value, const tr_doc_measure *measure,
                         tr_error *err)
{
    char found[TR_TEXT_QUOTE_SIZE];
    tr_text_quote(found, node->text);
    if (!isfinite(value)) {
        return tr_doc_fail(doc, node, err, "%s is %s, which is too large for a number", label_of(node).text, found);
    }
    if (value < measure->low || value > measure->high) {
        const char *unit = measure->units ? measure->units[0].name : "";
        char limits[64];
        return tr_doc_fail(doc, node, err, "%s is %s; allowed is %s%s%s", label_of(node).text, found,
                           describe_limits(limits, sizeof limits, measure->low, measure->high), *unit ? " " : "", unit);
    }
    return true;
}

bool tr_doc_double(const tr_doc *doc, const tr_doc_node *node, double low, double high, double *out, tr_error *err)
{
    if (!check_plain(doc, node, "a number", err)) return false;
    double value;
    if (!tr_text_parse_number(node->text, NULL, &value)) {
        char found[TR_TEXT_QUOTE_SIZE];
        return tr_doc_fail(doc, node, err, "%s is %s; a finite decimal number is expected", label_of(node).text,
                           tr_text_quote(found, node->text));
    }
    const tr_doc_measure plain = {NULL, low, high};
    if (!check_number(doc, node, value, &plain, err)) return false;
    *out = value;
    return true;
}

static bool fail_quantity(const tr_doc *doc, const tr_doc_node *node, const tr_doc_measure *measure, tr_error *err)
{
    char found[TR_TEXT_QUOTE_SIZE], units[TR_TEXT_UNITS_SIZE];
    tr_text_list_units(units, measure->units);
    return tr_doc_fail(doc, node, err, "%s is %s; a finite decimal number is expected%s", label_of(node).text,
                       tr_text_quote(found, node->text), *units ? units : ", without a unit");
}

bool tr_doc_quantity(const tr_doc *doc, const tr_doc_node *node, const tr_doc_measure *measure, double *out,
                     tr_error *err)
{
    if (!check_plain(doc, node, "a number", err)) return false;
    double value;
    if (!tr_text_parse_number(node->text, measure->units, &value)) return fail_quantity(doc, node, measure, err);
    if (!check_number(doc, node, value, measure, err)) return false;
    *out = value;
    return true;
}

bool tr_doc_int(const tr_doc *doc, const tr_doc_node *node, int64_t low, int64_t high, int64_t *out, tr_error *err)
{
    if (!check_plain(doc, node, "an integer", err)) return false;
    char found[TR_TEXT_QUOTE_SIZE];
    tr_text_quote(found, node->text);
    int64_t value;
    if (!tr_text_parse_int64(node->text, &value)) {
        return tr_doc_fail(doc, node, err, "%s is %s; an integer of at most 64 bits is expected", label_of(node).text,
                           found);
    }
    if (value < low || value > high) {
        return tr_doc_fail(doc, node, err, "%s is %s; allowed is %lld to %lld", label_of(node).text, found,
                           (long long)low, (long long)high);
    }
    *out = value;
    return true;
}

bool tr_doc_bool(const tr_doc *doc, const tr_doc_node *node, bool *out, tr_error *err)
{
    if (!check_plain(doc, node, "true or false", err)) return false;
    const bool is_true = strcmp(node->text, "true") == 0;
    if (!is_true && strcmp(node->text, "false") != 0) {
        char found[TR_TEXT_QUOTE_SIZE];
        return tr_doc_fail(doc, node, err, "%s is %s; true or false is expected", label_of(node).text,
                           tr_text_quote(found, node->text));
    }
    *out = is_true;
    return true;
}

bool tr_doc_choice(const tr_doc *doc, const tr_doc_node *node, const char *const *names, int count, int *out,
                   tr_error *err)
{
    if (node->kind != TR_DOC_SCALAR) {
        char list[300];
        return tr_doc_fail(doc, node, err, "%s is %s; one of %s is expected", label_of(node).text, kind_text(node),
                           join_names(list, sizeof list, names, count));
    }
    for (int i = 0; i < count; i++) {
        if (strcmp(node->text, names[i]) == 0) {
            *out = i;
            return true;
        }
    }
    char problem[TR_TEXT_QUOTE_SIZE + 32];
    snprintf(problem, sizeof problem, "is not allowed for %s", label_of(node).text);
    return fail_with_names(doc, node, problem, names, count, err);
}
