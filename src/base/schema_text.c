// Values of keys from text and as text (terrane/schema.h).
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/schema.h"
#include "base/text.h"

// ---------------------------------------------------------------------------------------------------------
// From text

// A text that is to become a value, and what messages call the key.
typedef struct text_value {
    const tr_key *key;
    const char *label, *text;
} text_value;

static bool refuse(const text_value *at, const char *expected, tr_error *err)
{
    char found[TR_TEXT_QUOTE_SIZE];
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %s; %s expected", at->label, tr_text_quote(found, at->text),
                   expected);
}

static bool check_finite(const text_value *at, const char *what, tr_error *err)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    char found[TR_TEXT_QUOTE_SIZE];
    const char *text = at->text;
    if (*text == '+' || *text == '-') text++;
    if (*text == '.') text++;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t i = 0;
        while (words[w][i] != '\0' && (text[i] | 0x20) == words[w][i]) i++;
        if (words[w][i] == '\0' && text[i] == '\0')
            return tr_fail(err, TR_ERROR_NOT_FINITE, "'%s' is %s; a finite %s is expected", at->label,
                           tr_text_quote(found, at->text), what);
    }
    return true;
}

static bool set_number(const text_value *at, double *out, tr_error *err)
{
    double value;
    if (!check_finite(at, "number", err)) return false;
    if (!tr_text_parse_number(at->text, at->key->units, &value)) {
        char found[TR_TEXT_QUOTE_SIZE], units[TR_TEXT_UNITS_SIZE];
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %s; a number is expected%s", at->label,
                       tr_text_quote(found, at->text), tr_text_list_units(units, at->key->units));
    }
    if (!tr_key_check_number(at->key, at->label, value, err)) return false;
    *out = value;
    return true;
}

static bool set_integer(const text_value *at, int64_t *out, tr_error *err)
{
    int64_t value;
    if (!check_finite(at, "integer", err)) return false;
    if (!tr_text_parse_int64(at->text, &value)) return refuse(at, "an integer of at most 64 bits is", err);
    tr_key range = *at->key;
    if (range.type == TR_KEY_INT && range.low >= range.high) range.low = INT32_MIN, range.high = INT32_MAX;
    if (!tr_key_check_number(&range, at->label, (double)value, err)) return false;
    *out = value;
    return true;
}

static bool set_choice(const text_value *at, const char *const *choices, int32_t *out, tr_error *err)
{
    char list[300] = "", found[TR_TEXT_QUOTE_SIZE];
    size_t length = 0;
    int32_t count = 0;
    for (; choices[count]; count++) {
        if (strcmp(choices[count], at->text) == 0) {
            *out = count;
            return true;
        }
        const char *join = count > 0 ? ", " : "";
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", join, choices[count]);
        assert(length < sizeof list);
    }
    const char *nearest = tr_nearest_name(at->text, choices, count);
    tr_text_quote(found, at->text);
    if (nearest)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %s; did you mean '%s'? Allowed: %s", at->label, found,
                       nearest, list);
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is %s; allowed: %s", at->label, found, list);
}

static bool set_color(const text_value *at, uint8_t out[3], tr_error *err)
{
    char number[16];
    bool negative;
    uint64_t color;
    const char *text = at->text + (at->text[0] == '"');
    const bool good = text[0] == '#' ? strspn(text + 1, "0123456789abcdefABCDEF") == 6 &&
                                           (text[7] == '\0' || strcmp(text + 7, "\"") == 0)
                                     : strncmp(text, "0x", 2) == 0 && strlen(text) == 8;
    snprintf(number, sizeof number, "0x%.6s", text + (text[0] == '#' ? 1 : good ? 2 : 0));
    if (!good || !tr_text_parse_integer(number, &negative, &color))
        return refuse(at, "a colour such as \"#d8bd83\" is", err);
    for (int i = 0; i < 3; i++) out[i] = (uint8_t)(color >> (16 - 8 * i));
    return true;
}

enum { WORD_SIZE = 48 };

// Splits "[a, b]" or "a, b" into words; -1 when there are more than `max` or one is too long.
static int split(const char *text, char words[][WORD_SIZE], int max)
{
    const char *at = text + strspn(text, " ["), *end = at + strlen(at);
    while (end > at && (end[-1] == ' ' || end[-1] == ']')) end--;
    for (int count = 0;; count++) {
        const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end;
        at += strspn(at, " ");
        if (count == max || stop < at || stop - at >= WORD_SIZE) return -1;
        snprintf(words[count], WORD_SIZE, "%.*s", (int)(stop - at), at);
        if (!comma) return count + 1;
        at = comma + 1;
    }
}

static bool set_pair(const text_value *at, double out[2], tr_error *err)
{
    char words[2][WORD_SIZE];
    double values[2];
    const int count = split(at->text, words, 2);
    const bool one = count == 1 && at->key->type == TR_KEY_RANGE;
    if (count != 2 && !one)
        return refuse(at, at->key->type == TR_KEY_POINT ? "[x, z] is" : "a number or [low, high] is", err);
    for (int i = 0; i < 2; i++) {
        const text_value number = {at->key, at->label, words[one ? 0 : i]};
        if (!set_number(&number, &values[i], err)) return false;
    }
    out[0] = values[0];
    out[1] = values[1];
    return true;
}

// An integer, or a quantity that is one in the first unit.
static bool set_whole(const text_value *at, int64_t *out, tr_error *err)
{
    double value;
    if (!at->key->units || tr_text_parse_int64(at->text, out)) return set_integer(at, out, err);
    if (!set_number(at, &value, err)) return false;
    if (value != floor(value) || fabs(value) > 0x1p53) return refuse(at, "a whole number is", err);
    *out = (int64_t)value;
    return true;
}

static bool set_integers(const text_value *at, int min, int max, tr_integer_list *out, tr_error *err)
{
    char words[TR_INTEGER_LIST_MAX][WORD_SIZE];
    tr_integer_list list = {.count = split(at->text, words, TR_INTEGER_LIST_MAX)};
    if (list.count < min || list.count > max) {
        char expected[64];
        if (at->key->type == TR_KEY_REGION)
            snprintf(expected, sizeof expected, "[x0, z0, x1, z1] is");
        else
            snprintf(expected, sizeof expected, "a list of %d to %d integers is", min, max);
        return refuse(at, expected, err);
    }
    for (int i = 0; i < list.count; i++) {
        const text_value number = {at->key, at->label, words[i]};
        if (!set_whole(&number, &list.items[i], err)) return false;
    }
    *out = list;
    return true;
}

static bool set_region(const text_value *at, tr_region *out, tr_error *err)
{
    tr_integer_list list;
    if (!set_integers(at, 4, 4, &list, err)) return false;
    *out = (tr_region){list.items[0], list.items[1], list.items[2], list.items[3]};
    return true;
}

static bool set_value(const text_value *at, void *owner, tr_error *err)
{
    static const char *const switch_names[] = {"false", "true", NULL};
    const tr_key *key = at->key;
    void *field = (char *)owner + key->offset;
    double number;
    int64_t integer;
    int32_t choice;
    switch (key->type) {
    case TR_KEY_BOOL:
        if (!set_choice(at, switch_names, &choice, err)) return false;
        *(bool *)field = choice == 1;
        return true;
    case TR_KEY_INT:
        if (!set_integer(at, &integer, err)) return false;
        *(int32_t *)field = (int32_t)integer;
        return true;
    case TR_KEY_INT64: return set_integer(at, field, err);
    case TR_KEY_SEED: *(uint64_t *)field = tr_seed_from_text(at->text); return true;
    case TR_KEY_FLOAT:
        if (!set_number(at, &number, err)) return false;
        *(float *)field = (float)number;
        return true;
    case TR_KEY_DOUBLE:
    case TR_KEY_WHOLE: return set_number(at, field, err);
    case TR_KEY_CHOICE: return set_choice(at, key->choices, field, err);
    case TR_KEY_TEXT: *(const char **)field = *at->text ? at->text : NULL; return true;
    case TR_KEY_COLOR: return set_color(at, field, err);
    case TR_KEY_POINT:
    case TR_KEY_RANGE: return set_pair(at, field, err);
    case TR_KEY_REGION: return set_region(at, field, err);
    case TR_KEY_INTEGERS: return set_integers(at, key->min_count, key->max_count, field, err);
    case TR_KEY_OTHER:
        if (key->form->set) return key->form->set(key, owner, at->text, err);
        break;
    case TR_KEY_TABLE:
    case TR_KEY_ITEMS: break;
    }
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' cannot be set as text; it is of the form: %s", at->label,
                   tr_key_form_name(key));
}

bool tr_key_set(const tr_key *key, void *owner, const char *label, const char *text, tr_error *err)
{
    assert(key && owner && text);
    const text_value at = {key, label ? label : key->name, text};
    const bool optional = key->given || key->flags & TR_KEY_OPTIONAL;
    if (optional && strcmp(text, key->absent ? key->absent : "") == 0) {
        tr_key_take_away(key, owner);
        return true;
    }
    if (!set_value(&at, owner, err)) return false;
    if (key->given) *((bool *)owner + key->given) = true;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// As text

typedef struct number_text {
    char text[32];
} number_text;

// The shortest of the usual forms that reads back as the same number.
static number_text text_of(double value, bool is_float)
{
    number_text out;
    char *end;
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(out.text, sizeof out.text, "%.*g", digits, value);
        const double read = tr_os_parse_double(out.text, &end);
        if (is_float ? (float)read == (float)value : read == value) break;
    }
    return out;
}

static void write_integers(const tr_integer_list *list, const char *open, const char *close, char *out, size_t size)
{
    int length = snprintf(out, size, "%s", open);
    for (int i = 0; i < list->count && (size_t)length < size; i++)
        length += snprintf(out + length, size - (size_t)length, "%s%" PRId64, i > 0 ? ", " : "", list->items[i]);
    if ((size_t)length < size) snprintf(out + length, size - (size_t)length, "%s", close);
}

void tr_key_get(const tr_key *key, const void *owner, char *out, size_t size)
{
    const void *field = (const char *)owner + key->offset;
    const double *numbers = field;
    const uint8_t *bytes = field;
    const tr_region *region = field;
    if (tr_key_is_not_given(key, owner)) {
        snprintf(out, size, "%s", key->absent ? key->absent : "");
        return;
    }
    switch (key->type) {
    case TR_KEY_BOOL: snprintf(out, size, "%s", *(const bool *)field ? "true" : "false"); return;
    case TR_KEY_INT: snprintf(out, size, "%" PRId32, *(const int32_t *)field); return;
    case TR_KEY_INT64: snprintf(out, size, "%" PRId64, *(const int64_t *)field); return;
    case TR_KEY_SEED: snprintf(out, size, "%" PRIu64, *(const uint64_t *)field); return;
    case TR_KEY_FLOAT: snprintf(out, size, "%s", text_of((double)*(const float *)field, true).text); return;
    case TR_KEY_DOUBLE:
    case TR_KEY_WHOLE: snprintf(out, size, "%s", text_of(*numbers, false).text); return;
    case TR_KEY_CHOICE: snprintf(out, size, "%s", key->choices[*(const int32_t *)field]); return;
    case TR_KEY_TEXT: {
        const char *text = *(const char *const *)field;
        snprintf(out, size, "%s", text ? text : "");
        return;
    }
    case TR_KEY_COLOR: snprintf(out, size, "\"#%02x%02x%02x\"", bytes[0], bytes[1], bytes[2]); return;
    case TR_KEY_POINT:
    case TR_KEY_RANGE:
        snprintf(out, size, "[%s, %s]", text_of(numbers[0], false).text, text_of(numbers[1], false).text);
        return;
    case TR_KEY_REGION:
        write_integers(&(tr_integer_list){{region->x0, region->z0, region->x1, region->z1}, 4}, "[", "]", out, size);
        return;
    case TR_KEY_INTEGERS: write_integers(field, "", "", out, size); return;
    case TR_KEY_OTHER:
        if (key->form->get) {
            key->form->get(key, owner, out, size);
            return;
        }
        break;
    case TR_KEY_TABLE:
    case TR_KEY_ITEMS: break;
    }
    snprintf(out, size, "%s", "");
}
