// Definitions of nodes: parameters from text, and the checks that a graph makes before it takes a node.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/doc.h"
#include "base/os.h"
#include "base/text.h"
#include "noise/curve.h"
#include "noise/nodes.h"

float tr_kernel_float(double value)
{
    return fabs(value) < FLT_MIN ? 0.0f : (float)value;
}

// ---------------------------------------------------------------------------------------------------------
// Checks of one value

static bool check_number(const tr_param *param, const char *name, double value, tr_error *err)
{
    if (!isfinite(value)) {
        return tr_fail(err, TR_ERROR_NOT_FINITE, "'%s' is %g; a finite number is expected", name, value);
    }
    if (value < param->low || value > param->high) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %.10g; allowed is %.10g to %.10g", name, value,
                       param->low, param->high);
    }
    if (param->type == TR_PARAM_WHOLE && value != floor(value)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %.10g; an integer is expected", name, value);
    }
    return true;
}

static bool check_point_count(const tr_param *param, int64_t count, tr_error *err)
{
    if (count >= 2 && count <= TR_CURVE_MAX_POINTS) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' has %lld points; allowed is 2 to %d", param->name,
                   (long long)count, TR_CURVE_MAX_POINTS);
}

static bool check_points(const tr_param *param, const tr_node_def *def, tr_error *err)
{
    if (!check_point_count(param, def->point_count, err)) return false;
    for (int i = 0; i < def->point_count; i++) {
        if (!check_number(param, param->name, def->points[i][0], err)) return false;
        if (!check_number(param, param->name, def->points[i][1], err)) return false;
    }
    return true;
}

static bool check_field(const tr_param *param, const tr_node_def *def, tr_error *err)
{
    const void *field = (const char *)def + param->offset;
    switch (param->type) {
    case TR_PARAM_NUMBER:
    case TR_PARAM_WHOLE: return check_number(param, param->name, *(const double *)field, err);
    case TR_PARAM_INT:
    case TR_PARAM_CHOICE: return check_number(param, param->name, *(const int32_t *)field, err);
    case TR_PARAM_POINTS: return check_points(param, def, err);
    case TR_PARAM_SEED:
    case TR_PARAM_SWITCH: break;  // every value is allowed
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Checks of several values together

// Compared as floats, which is what kernels get: two ends that are one float have no interval between them.
static bool check_interval(const tr_node_def *def, tr_error *err)
{
    if (tr_kernel_float(def->low) < tr_kernel_float(def->high)) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'low' is %.10g and 'high' is %.10g; low must be below high",
                   def->low, def->high);
}

// Only gradient noise in 2D has its derivatives at hand. Dimensions that the query decides are checked when it is
// known.
static bool check_fractal(const tr_node_def *def, tr_error *err)
{
    if (def->fractal != TR_FRACTAL_DAMPED) return true;
    if (def->kind != TR_NODE_GRADIENT) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "'fractal' is damped, which %s noise does not have; gradient noise does",
                       tr_node_kind_name(def->kind));
    }
    if (def->dims == 0 || def->dims == 2) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'dims' is %d; a damped fractal has 2 dimensions", def->dims);
}

static bool check_source(const tr_node_def *def, tr_error *err)
{
    if (def->kind == TR_NODE_SIMPLEX && def->dims == 1) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "'dims' is 1; simplex noise has 2 or 3 dimensions (gradient has 1 too)");
    }
    return check_fractal(def, err);
}

static bool check_curve(const tr_node_def *def, tr_error *err)
{
    for (int i = 1; i < def->point_count; i++) {
        if (tr_kernel_float(def->points[i - 1][0]) < tr_kernel_float(def->points[i][0])) continue;
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "'points': in is %.10g at point %d and %.10g at point %d; it must ascend", def->points[i - 1][0],
                       i, def->points[i][0], i + 1);
    }
    tr_curve curve;
    return tr_curve_make(def, &curve, err);
}

bool tr_node_def_check(const tr_node_def *def, tr_error *err)
{
    if ((unsigned)def->kind >= TR_NODE_KIND_COUNT) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the kind is %d; allowed is 0 to %d", (int)def->kind,
                       TR_NODE_KIND_COUNT - 1);
    }
    const tr_kind *kind = tr_kind_of(def->kind);
    for (int i = 0; i < kind->param_count; i++) {
        if (!check_field(&kind->params[i], def, err)) return false;
    }
    switch (def->kind) {
    case TR_NODE_CLAMP:
    case TR_NODE_SMOOTHSTEP: return check_interval(def, err);
    case TR_NODE_CURVE: return check_curve(def, err);
    case TR_NODE_VALUE:
    case TR_NODE_GRADIENT:
    case TR_NODE_SIMPLEX:
    case TR_NODE_CELLULAR: return check_source(def, err);
    default: return true;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Text

static bool means_not_finite(const char *text)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    if (*text == '+' || *text == '-') text++;
    if (*text == '.') text++;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t i = 0;
        while (words[w][i] != '\0' && (text[i] | 0x20) == words[w][i]) i++;
        if (words[w][i] == '\0' && text[i] == '\0') return true;
    }
    return false;
}

bool tr_param_number(const tr_param *param, const char *name, const char *text, double *out, tr_error *err)
{
    char found[TR_TEXT_QUOTE_SIZE];
    if (means_not_finite(text)) {
        return tr_fail(err, TR_ERROR_NOT_FINITE, "'%s' is %s; a finite number is expected", name,
                       tr_text_quote(found, text));
    }
    // strtod() would also take hexadecimal numbers and leading spaces.
    char *end = NULL;
    double value = 0.0;
    const bool plain = text[strspn(text, "+-.0123456789eE")] == '\0';
    if (plain) value = tr_os_parse_double(text, &end);
    if (!plain || end == text || *end != '\0') {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %s; a number is expected", name,
                       tr_text_quote(found, text));
    }
    if (!check_number(param, name, value, err)) return false;
    *out = value;
    return true;
}

static bool parse_integer(const tr_param *param, const char *text, int64_t *out, tr_error *err)
{
    char found[TR_TEXT_QUOTE_SIZE];
    tr_text_quote(found, text);
    if (means_not_finite(text)) {
        return tr_fail(err, TR_ERROR_NOT_FINITE, "'%s' is %s; a finite integer is expected", param->name, found);
    }
    bool negative;
    uint64_t magnitude;
    if (!tr_text_parse_integer(text, &negative, &magnitude) || magnitude > (uint64_t)INT64_MAX + negative) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %s; an integer of at most 64 bits is expected",
                       param->name, found);
    }
    int64_t value = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    if (param->type == TR_PARAM_INT && !check_number(param, param->name, (double)value, err)) return false;
    *out = value;
    return true;
}

static bool parse_choice(const tr_param *param, const char *text, int *out, tr_error *err)
{
    char list[200] = "", found[TR_TEXT_QUOTE_SIZE];
    size_t length = 0;
    for (int i = 0; i < param->choice_count; i++) {
        if (strcmp(param->choices[i], text) == 0) {
            *out = i;
            return true;
        }
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "", param->choices[i]);
        assert(length < sizeof list);
    }
    tr_text_quote(found, text);
    const char *nearest = tr_nearest_name(text, param->choices, param->choice_count);
    if (nearest) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %s; did you mean '%s'? Allowed: %s", param->name, found,
                       nearest, list);
    }
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %s; allowed: %s", param->name, found, list);
}

// The number that ends at one of `stops`; `*at` moves behind the stop.
static bool take_number(const tr_param *param, const char **at, const char *stops, double *out, tr_error *err)
{
    char word[40];
    const char *begin = *at + strspn(*at, " ");
    size_t length = strcspn(begin, stops);
    *at = begin + length + (begin[length] != '\0');
    while (length > 0 && begin[length - 1] == ' ') length--;
    if (length >= sizeof word) length = sizeof word - 1;
    memcpy(word, begin, length);
    word[length] = '\0';
    return tr_param_number(param, param->name, word, out, err);
}

// "in:out, in:out, ..."
static bool set_points(const tr_param *param, tr_node_def *def, const char *text, tr_error *err)
{
    double points[TR_CURVE_MAX_POINTS][2];
    int64_t count = 1;
    for (const char *c = text; *c != '\0'; c++) count += *c == ',';
    if (!check_point_count(param, count, err)) return false;
    for (int i = 0; i < count; i++) {
        if (!take_number(param, &text, ":", &points[i][0], err)) return false;
        if (!take_number(param, &text, ",", &points[i][1], err)) return false;
    }
    def->point_count = (int32_t)count;
    memcpy(def->points, points, sizeof(double[2]) * (size_t)count);
    return true;
}

static bool fail_unknown(const tr_kind *kind, const char *name, tr_error *err)
{
    const char *names[TR_MAX_PARAMS];
    for (int i = 0; i < kind->param_count; i++) names[i] = kind->params[i].name;
    char found[TR_TEXT_QUOTE_SIZE];
    tr_text_quote(found, name);
    const char *nearest = tr_nearest_name(name, names, kind->param_count);
    if (nearest) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is not a parameter of %s; did you mean '%s'?", found,
                       kind->name, nearest);
    }
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is not a parameter of %s", found, kind->name);
}

bool tr_node_def_set(tr_node_def *def, const char *name, const char *text, tr_error *err)
{
    assert(tr_node_def_is_from_default(def));
    const tr_kind *kind = tr_kind_of(def->kind);
    const tr_param *param = tr_param_find(kind, name);
    if (!param) return fail_unknown(kind, name, err);
    void *field = (char *)def + param->offset;
    int64_t integer;
    int choice;
    switch (param->type) {
    case TR_PARAM_NUMBER:
    case TR_PARAM_WHOLE: return tr_param_number(param, name, text, field, err);
    case TR_PARAM_INT:
        if (!parse_integer(param, text, &integer, err)) return false;
        *(int32_t *)field = (int32_t)integer;
        return true;
    case TR_PARAM_SEED: return parse_integer(param, text, field, err);
    case TR_PARAM_CHOICE:
        if (!parse_choice(param, text, &choice, err)) return false;
        *(int32_t *)field = choice;
        return true;
    case TR_PARAM_SWITCH:
        if (!parse_choice(param, text, &choice, err)) return false;
        *(bool *)field = choice == 1;
        return true;
    case TR_PARAM_POINTS: return set_points(param, def, text, err);
    }
    return true;
}
