// Readers of option values: each takes the whole text or fails with what was found and what is allowed.
#include "options.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const cli_option *option, const char *text, const char *allowed, tr_error *err)
{
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s is '%s'; allowed is %s", option->name, text, allowed);
}

// The integer at the start of `text`; `*end` is behind it. False when there is none or it needs more than
// 64 bits.
static bool scan_int(const char *text, const char **end, int64_t *out)
{
    if (*text != '-' && *text != '+' && (*text < '0' || *text > '9')) {
        return false;
    }
    char *stop = NULL;
    errno = 0;
    const long long value = strtoll(text, &stop, 10);
    if (errno != 0 || stop == text) {
        return false;
    }
    *end = stop;
    *out = value;
    return true;
}

static bool read_int(const cli_option *option, const char *text, int64_t *out, tr_error *err)
{
    const char *end = text;
    if (!scan_int(text, &end, out) || *end != '\0' || *out < option->low || *out > option->high) {
        char allowed[96];
        snprintf(allowed, sizeof allowed, "a whole number from %" PRId64 " to %" PRId64, option->low, option->high);
        return refuse(option, text, allowed, err);
    }
    return true;
}

static bool read_double(const cli_option *option, const char *text, double *out, tr_error *err)
{
    char *end = NULL;
    const double value = strtod(text, &end);
    // The comparisons are false for NaN.
    const bool inside = value >= option->low_real && value <= option->high_real;
    if (end == text || *end != '\0' || *text == ' ' || !isfinite(value) || !inside) {
        char allowed[96];
        snprintf(allowed, sizeof allowed, "a number from %g to %g", option->low_real, option->high_real);
        return refuse(option, text, allowed, err);
    }
    *out = value;
    return true;
}

static bool read_choice(const cli_option *option, const char *text, int *out, tr_error *err)
{
    char allowed[320] = "";
    int count = 0;
    for (int i = 0; option->choices[i]; i++, count++) {
        if (strcmp(option->choices[i], text) == 0) {
            *out = i;
            return true;
        }
        const size_t used = strlen(allowed);
        const char *join = i == 0 ? "" : option->choices[i + 1] ? ", " : " or ";
        snprintf(allowed + used, sizeof allowed - used, "%s%s", join, option->choices[i]);
    }
    const char *nearest = tr_nearest_name(text, option->choices, count);
    if (nearest) {
        const size_t used = strlen(allowed);
        snprintf(allowed + used, sizeof allowed - used, "; did you mean '%s'?", nearest);
    }
    return refuse(option, text, allowed, err);
}

// Numbers separated by commas. Stops at the first that is no number, out of [low, high] or too many.
static bool scan_list(const char *text, int64_t low, int64_t high, cli_int_list *out)
{
    out->count = 0;
    for (const char *at = text;; at++) {
        int64_t item = 0;
        if (out->count == CLI_LIST_MAX || !scan_int(at, &at, &item) || item < low || item > high) {
            return false;
        }
        out->items[out->count++] = item;
        if (*at == '\0') {
            return true;
        }
        if (*at != ',') {
            return false;
        }
    }
}

static bool read_list(const cli_option *option, const char *text, cli_int_list *out, tr_error *err)
{
    if (!scan_list(text, option->low, option->high, out) || out->count < option->low_count ||
        out->count > option->high_count) {
        char count[32];
        snprintf(count, sizeof count, option->low_count == option->high_count ? "%d" : "%d to %d", option->low_count,
                 option->high_count);
        char allowed[160];
        snprintf(allowed, sizeof allowed, "%s whole numbers from %" PRId64 " to %" PRId64 ", separated by commas",
                 count, option->low, option->high);
        return refuse(option, text, allowed, err);
    }
    return true;
}

static bool read_region(const cli_option *option, const char *text, tr_region *out, tr_error *err)
{
    cli_int_list list = {0};
    if (!scan_list(text, INT64_MIN, INT64_MAX, &list) || list.count != 4 || list.items[0] >= list.items[2] ||
        list.items[1] >= list.items[3]) {
        return refuse(option, text, "x0,z0,x1,z1 in whole numbers with x0 < x1 and z0 < z1", err);
    }
    *out = (tr_region){list.items[0], list.items[1], list.items[2], list.items[3]};
    return true;
}

static bool add_text(const cli_option *option, const char *text, cli_text_list *out, tr_error *err)
{
    if (*text == '\0') {
        return refuse(option, text, "a text that is not empty", err);
    }
    if (out->count == CLI_LIST_MAX) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s is given more than %d times", option->name, CLI_LIST_MAX);
    }
    out->items[out->count++] = text;
    return true;
}

bool cli_option_value(const cli_option *option, const char *text, void *values, tr_error *err)
{
    void *field = (char *)values + option->offset;
    switch (option->kind) {
    case CLI_FLAG: *(bool *)field = true; return true;
    case CLI_INT: return read_int(option, text, field, err);
    case CLI_DOUBLE: return read_double(option, text, field, err);
    case CLI_TEXT:
        if (*text == '\0') {
            return refuse(option, text, "a text that is not empty", err);
        }
        *(const char **)field = text;
        return true;
    case CLI_TEXTS: return add_text(option, text, field, err);
    case CLI_CHOICE: return read_choice(option, text, field, err);
    case CLI_INT_LIST: return read_list(option, text, field, err);
    case CLI_REGION: return read_region(option, text, field, err);
    case CLI_SEED: *(uint64_t *)field = tr_seed_from_text(text); return true;
    }
    return tr_fail(err, TR_ERROR_INTERNAL, "--%s has a kind that does not exist", option->name);
}
