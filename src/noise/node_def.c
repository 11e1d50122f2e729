// Definitions of nodes: parameters from text, and the checks that a graph makes before it takes a node.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hash_value.h"
#include "noise/curve.h"
#include "noise/nodes.h"

float tr_kernel_float(double value)
{
    return fabs(value) < FLT_MIN ? 0.0f : (float)value;
}

// ---------------------------------------------------------------------------------------------------------
// Points of a curve

static bool check_point_count(const tr_key *key, int64_t count, tr_error *err)
{
    if (count >= 2 && count <= TR_CURVE_MAX_POINTS) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' has %lld points; allowed is 2 to %d", key->name,
                   (long long)count, TR_CURVE_MAX_POINTS);
}

bool tr_point_number(const tr_key *points, const char *text, double *out, tr_error *err)
{
    tr_key number = *points;
    number.type = TR_KEY_DOUBLE;
    number.offset = 0;
    return tr_key_set(&number, out, NULL, text, err);
}

// The number that ends at one of `stops`; `*at` moves behind the stop.
static bool take_number(const tr_key *key, const char **at, const char *stops, double *out, tr_error *err)
{
    char word[40];
    const char *begin = *at + strspn(*at, " ");
    size_t length = strcspn(begin, stops);
    *at = begin + length + (begin[length] != '\0');
    while (length > 0 && begin[length - 1] == ' ') length--;
    if (length >= sizeof word) length = sizeof word - 1;
    memcpy(word, begin, length);
    word[length] = '\0';
    return tr_point_number(key, word, out, err);
}

// "in:out, in:out, ..."
static bool set_points(const tr_key *key, void *owner, const char *text, tr_error *err)
{
    tr_node_def *def = owner;
    double points[TR_CURVE_MAX_POINTS][2];
    int64_t count = 1;
    for (const char *c = text; *c != '\0'; c++) count += *c == ',';
    if (!check_point_count(key, count, err)) return false;
    for (int i = 0; i < count; i++) {
        if (!take_number(key, &text, ":", &points[i][0], err)) return false;
        if (!take_number(key, &text, ",", &points[i][1], err)) return false;
    }
    def->point_count = (int32_t)count;
    memcpy(def->points, points, sizeof(double[2]) * (size_t)count);
    return true;
}

static void get_points(const tr_key *key, const void *owner, char *out, size_t size)
{
    const tr_node_def *def = owner;
    tr_key number = *key;
    number.type = TR_KEY_DOUBLE;
    number.offset = 0;
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < def->point_count && length < size; i++) {
        char in[32], to[32];
        tr_key_get(&number, &def->points[i][0], in, sizeof in);
        tr_key_get(&number, &def->points[i][1], to, sizeof to);
        length += (size_t)snprintf(out + length, size - length, "%s%s:%s", i > 0 ? ", " : "", in, to);
    }
}

static bool check_points(const tr_key *key, const void *owner, tr_error *err)
{
    const tr_node_def *def = owner;
    if (!check_point_count(key, def->point_count, err)) return false;
    for (int i = 0; i < def->point_count; i++) {
        if (!tr_key_check_number(key, NULL, def->points[i][0], err)) return false;
        if (!tr_key_check_number(key, NULL, def->points[i][1], err)) return false;
    }
    return true;
}

static uint64_t hash_points(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    const tr_node_def *def = owner;
    for (int i = 0; i < def->point_count; i++)
        hash = tr_hash_double(def->points[i][1], tr_hash_double(def->points[i][0], hash));
    return tr_hash_word((uint64_t)def->point_count, hash);
}

const tr_key_form tr_points_form = {"points", set_points, get_points, check_points, hash_points};

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
    if (!tr_schema_check(&tr_kind_of(def->kind)->schema, def, ~0u, NULL, err)) return false;
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

bool tr_node_def_set(tr_node_def *def, const char *name, const char *text, tr_error *err)
{
    assert(tr_node_def_is_from_default(def));
    return tr_schema_set(&tr_kind_of(def->kind)->schema, def, name, text, err);
}
