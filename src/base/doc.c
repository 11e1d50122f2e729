#include "base/doc.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
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

static const char *skip_digits(const char *at)
{
    while (*at >= '0' && *at <= '9') at++;
    return at;
}

// The end of the digits with at most one point and an exponent that `text` begins with, or NULL when it begins with
// something else. strtod() would also take hexadecimal, "inf", "nan" and spaces.
static const char *skip_decimal(const char *text)
{
    if (*text == '+' || *text == '-') text++;
    const char *whole = text;
    text = skip_digits(text);
    bool has_digits = text > whole;
    if (*text == '.') {
        const char *fraction = ++text;
        text = skip_digits(text);
        has_digits = has_digits || text > fraction;
    }
    if (!has_digits) return NULL;
    if (*text == 'e' || *text == 'E') {
        const char *exponent = text[1] == '+' || text[1] == '-' ? text + 2 : text + 1;
        if (skip_digits(exponent) > exponent) text = skip_digits(exponent);
    }
    return text;
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
        const char *unit = measure->units[0].name;
        char limits[64];
        return tr_doc_fail(doc, node, err, "%s is %s; allowed is %s%s%s", label_of(node).text, found,
                           describe_limits(limits, sizeof limits, measure->low, measure->high), *unit ? " " : "", unit);
    }
    return true;
}

static const tr_doc_unit no_unit = {"", 0};

bool tr_doc_double(const tr_doc *doc, const tr_doc_node *node, double low, double high, double *out, tr_error *err)
{
    if (!check_plain(doc, node, "a number", err)) return false;
    const char *end = skip_decimal(node->text);
    if (!end || *end != '\0') {
        char found[TR_TEXT_QUOTE_SIZE];
        return tr_doc_fail(doc, node, err, "%s is %s; a finite decimal number is expected", label_of(node).text,
                           tr_text_quote(found, node->text));
    }
    char *parsed_end;
    const double value = tr_os_parse_double(node->text, &parsed_end);
    assert(*parsed_end == '\0');
    const tr_doc_measure plain = {&no_unit, 1, low, high};
    if (!check_number(doc, node, value, &plain, err)) return false;
    *out = value;
    return true;
}

static bool fail_quantity(const tr_doc *doc, const tr_doc_node *node, const tr_doc_measure *measure, tr_error *err)
{
    char found[TR_TEXT_QUOTE_SIZE], list[64];
    const char *names[8] = {0};
    int count = 0;
    for (int i = 0; i < measure->unit_count && count < 8; i++) {
        if (*measure->units[i].name) names[count++] = measure->units[i].name;
    }
    return tr_doc_fail(doc, node, err, "%s is %s; a finite decimal number is expected%s%s", label_of(node).text,
                       tr_text_quote(found, node->text), count > 0 ? ", alone or with a unit: " : ", without a unit",
                       join_names(list, sizeof list, names, count));
}

// The number in `text` (which ends at `end`) times ten to the power of `shift`, rounded once.
static bool parse_shifted(const char *text, const char *end, int shift, double *out)
{
    enum { MAX_DIGITS = 64, MAX_EXPONENT = 9999 };
    const char *mantissa_end = text;
    while (mantissa_end < end && *mantissa_end != 'e' && *mantissa_end != 'E') mantissa_end++;
    if (mantissa_end - text > MAX_DIGITS) return false;
    double exponent = 0;
    char *parsed_end;
    if (mantissa_end < end) exponent = tr_os_parse_double(mantissa_end + 1, &parsed_end);
    exponent = fmax(-MAX_EXPONENT, fmin(MAX_EXPONENT, exponent)) + shift;
    char shifted[MAX_DIGITS + 16];
    snprintf(shifted, sizeof shifted, "%.*se%d", (int)(mantissa_end - text), text, (int)exponent);
    *out = tr_os_parse_double(shifted, &parsed_end);
    return *parsed_end == '\0';
}

bool tr_doc_quantity(const tr_doc *doc, const tr_doc_node *node, const tr_doc_measure *measure, double *out,
                     tr_error *err)
{
    if (!check_plain(doc, node, "a number", err)) return false;
    const char *end = skip_decimal(node->text);
    if (!end) return fail_quantity(doc, node, measure, err);
    const char *name = end + strspn(end, " ");
    const tr_doc_unit *unit = *end == '\0' ? &measure->units[0] : NULL;
    for (int i = 0; i < measure->unit_count && !unit; i++) {
        if (strcmp(name, measure->units[i].name) == 0) unit = &measure->units[i];
    }
    double value;
    if (!unit || !parse_shifted(node->text, end, unit->exponent, &value)) {
        return fail_quantity(doc, node, measure, err);
    }
    if (!check_number(doc, node, value, measure, err)) return false;
    *out = value;
    return true;
}

// The 64-bit integer in `text`, if it is one.
static bool parse_int64(const char *text, int64_t *out)
{
    bool negative;
    uint64_t magnitude;
    if (!tr_text_parse_integer(text, &negative, &magnitude)) return false;
    if (magnitude > (uint64_t)INT64_MAX + negative) return false;
    // The magnitude of INT64_MIN is not an int64_t.
    *out = negative && magnitude > 0 ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
    return true;
}

bool tr_doc_int(const tr_doc *doc, const tr_doc_node *node, int64_t low, int64_t high, int64_t *out, tr_error *err)
{
    if (!check_plain(doc, node, "an integer", err)) return false;
    char found[TR_TEXT_QUOTE_SIZE];
    tr_text_quote(found, node->text);
    int64_t value;
    if (!parse_int64(node->text, &value)) {
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
