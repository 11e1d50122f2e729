// Values of options: read by the schema of keys; what is refused gets a message in the words of a command line.
#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool refuse(const tr_key *option, const char *text, const char *allowed, tr_error *err)
{
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s is '%s'; allowed is %s", option->name, text, allowed);
}

// "whole number from 1 to 8", or several of them.
static void write_integers(const tr_key *option, const char *what, char *out, size_t size)
{
    const bool ranged = option->low < option->high;
    snprintf(out, size, "%s from %" PRId64 " to %" PRId64, what, ranged ? (int64_t)option->low : INT64_MIN,
             ranged ? (int64_t)option->high : INT64_MAX);
}

static void write_choices(const tr_key *option, const char *text, char *out, size_t size)
{
    size_t length = 0;
    int count = 0;
    for (; option->choices[count]; count++) {
        const char *join = count == 0 ? "" : option->choices[count + 1] ? ", " : " or ";
        length += (size_t)snprintf(out + length, size - length, "%s%s", join, option->choices[count]);
    }
    const char *nearest = tr_nearest_name(text, option->choices, count);
    if (nearest) {
        snprintf(out + length, size - length, "; did you mean '%s'?", nearest);
    }
}

static void write_list(const tr_key *option, char *out, size_t size)
{
    char what[64];
    if (option->min_count == option->max_count) {
        snprintf(what, sizeof what, "%d whole numbers", option->min_count);
    } else {
        snprintf(what, sizeof what, "%d to %d whole numbers", option->min_count, option->max_count);
    }
    write_integers(option, what, out, size);
    const size_t length = strlen(out);
    snprintf(out + length, size - length, ", separated by commas");
}

static const char *write_allowed(const tr_key *option, const char *text, char *out, size_t size)
{
    switch (option->type) {
    case TR_KEY_INT64: write_integers(option, "a whole number", out, size); break;
    case TR_KEY_DOUBLE: snprintf(out, size, "a number from %g to %g", option->low, option->high); break;
    case TR_KEY_CHOICE: write_choices(option, text, out, size); break;
    case TR_KEY_INTEGERS: write_list(option, out, size); break;
    case TR_KEY_REGION: snprintf(out, size, "x0,z0,x1,z1 in whole numbers with x0 < x1 and z0 < z1"); break;
    default: snprintf(out, size, "a text that is not empty"); break;
    }
    return out;
}

static bool add_text(const tr_key *option, void *values, const char *text, tr_error *err)
{
    cli_text_list *list = (cli_text_list *)(void *)((char *)values + option->offset);
    if (list->count == CLI_LIST_MAX) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s is given more than %d times", option->name, CLI_LIST_MAX);
    }
    list->items[list->count++] = text;
    return true;
}

const tr_key_form cli_texts_form = {.name = "texts", .set = add_text};

// What a command line does not take though a file does: spaces, brackets, hexadecimal numbers, nothing.
static bool is_plain(const tr_key *option, const char *text)
{
    switch (option->type) {
    case TR_KEY_INT64:
    case TR_KEY_INTEGERS:
    case TR_KEY_REGION: return text[strspn(text, "+-0123456789,")] == '\0';
    case TR_KEY_TEXT:
    case TR_KEY_OTHER: return *text != '\0';
    default: return true;
    }
}

static bool is_empty_region(const tr_key *option, const void *values)
{
    const tr_region *region = (const tr_region *)(const void *)((const char *)values + option->offset);
    return option->type == TR_KEY_REGION && (region->x0 >= region->x1 || region->z0 >= region->z1);
}

bool cli_option_value(const tr_key *option, const char *text, void *values, tr_error *err)
{
    if (option->type == TR_KEY_BOOL) {
        *((bool *)values + option->offset) = true;
        return true;
    }
    const bool plain = is_plain(option, text);
    if (plain && option->type == TR_KEY_OTHER) {
        return tr_key_set(option, values, NULL, text, err);
    }
    if (plain && tr_key_set(option, values, NULL, text, NULL) && !is_empty_region(option, values)) {
        return true;
    }
    char allowed[352];
    return refuse(option, text, write_allowed(option, text, allowed, sizeof allowed), err);
}
