// Tables of keys (terrane/schema.h): lists, paths, defaults, checks, hashes.
#include "base/schema.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hash_value.h"
#include "base/text.h"

const tr_unit tr_lengths[] = {{"m", 0}, {"km", 3}, {"cm", -2}, {NULL, 0}};
const tr_unit tr_areas[] = {{"m2", 0}, {"ha", 4}, {"km2", 6}, {NULL, 0}};
const tr_unit tr_angles[] = {{"deg", 0}, {NULL, 0}};
const tr_unit tr_temperatures[] = {{"degC", 0}, {NULL, 0}};
const tr_unit tr_lapses[] = {{"degC/km", 0}, {NULL, 0}};
const tr_unit tr_shares[] = {{"", 0}, {"%", -2}, {NULL, 0}};
const tr_unit tr_bends[] = {{"1/m", 0}, {NULL, 0}};

static const char *const forms[] = {
    [TR_KEY_BOOL] = "true or false",  [TR_KEY_INT] = "integer",       [TR_KEY_INT64] = "integer",
    [TR_KEY_SEED] = "number or text", [TR_KEY_FLOAT] = "number",      [TR_KEY_DOUBLE] = "number",
    [TR_KEY_WHOLE] = "integer",       [TR_KEY_CHOICE] = "choice",     [TR_KEY_TEXT] = "text",
    [TR_KEY_COLOR] = "\"#rrggbb\"",   [TR_KEY_POINT] = "[x, z]",      [TR_KEY_RANGE] = "number or [low, high]",
    [TR_KEY_REGION] = "lengths",      [TR_KEY_INTEGERS] = "integers", [TR_KEY_TABLE] = "mapping",
    [TR_KEY_ITEMS] = "list",
};

// ---------------------------------------------------------------------------------------------------------
// What is known about a key

const char *tr_key_form_name(const tr_key *key)
{
    return key->form ? key->form->name : forms[key->type];
}

const char *tr_key_unit(const tr_key *key)
{
    return key->units ? key->units[0].name : "";
}

int tr_key_choice_count(const tr_key *key)
{
    int count = 0;
    while (key->choices && key->choices[count]) count++;
    return count;
}

bool tr_key_is_not_given(const tr_key *key, const void *owner)
{
    const void *field = (const char *)owner + key->offset;
    if (key->given) return !*((const bool *)owner + key->given);
    if (!(key->flags & TR_KEY_OPTIONAL)) return false;
    return key->type == TR_KEY_FLOAT ? isnan(*(const float *)field) : isnan(*(const double *)field);
}

void tr_key_take_away(const tr_key *key, void *owner)
{
    void *field = (char *)owner + key->offset;
    if (key->given)
        *((bool *)owner + key->given) = false;
    else if (key->type == TR_KEY_FLOAT)
        *(float *)field = TR_NOT_GIVEN;
    else
        *(double *)field = (double)TR_NOT_GIVEN;
}

tr_doc_measure tr_key_measure(const tr_key *key)
{
    return (tr_doc_measure){key->units, key->low, key->high};
}

// Shows the default by setting it in a struct that holds nothing but the value.
void tr_key_default(const tr_key *key, char *out, size_t size)
{
    const bool as_it_is = !key->initial || key->flags & TR_KEY_DERIVED || key->type == TR_KEY_OTHER;
    if (as_it_is) {
        snprintf(out, size, "%s", key->initial ? key->initial : "");
        return;
    }
    struct lone_value {
        tr_integer_list value;  // the largest type
        bool given;
    } owner = {0};
    tr_key alone = *key;
    alone.offset = 0;
    alone.given = key->given ? offsetof(struct lone_value, given) : 0;
    const bool good = tr_key_set(&alone, &owner, NULL, key->initial, NULL);
    assert(good);
    (void)good;
    tr_key_get(&alone, &owner, out, size);
}

// ---------------------------------------------------------------------------------------------------------
// Lists

// Finds a key by its number (path NULL) or by its path; counts `*index` down by the keys that come before.
static bool find_entry(const tr_schema *schema, const char *path, int *index, tr_schema_entry *out)
{
    char *const end = out->path + strlen(out->path);
    const size_t room = sizeof out->path - (size_t)(end - out->path);
    for (int i = 0; i < schema->key_count; i++) {
        const tr_key *key = &schema->keys[i];
        if (key->type == TR_KEY_TABLE || key->type == TR_KEY_ITEMS) {
            const tr_schema_entry outer = *out;
            const size_t length = strlen(key->name);
            const bool inside = !path || (strncmp(path, key->name, length) == 0 && path[length] == '.');
            snprintf(end, room, "%s.", key->name);
            out->of_item = outer.of_item || key->type == TR_KEY_ITEMS;
            out->offset += key->offset;
            const bool listed = inside && !(path && out->of_item);
            if (listed && find_entry(key->table, path ? path + length + 1 : NULL, index, out)) return true;
            *out = outer;
        } else if (path ? strcmp(path, key->name) == 0 : (*index)-- == 0) {
            assert(strlen(key->name) < room);
            snprintf(end, room, "%s", key->name);
            out->key = key;
            return true;
        }
    }
    return false;
}

int tr_schema_count(const tr_schema *schema)
{
    int count = 0;
    for (int i = 0; i < schema->key_count; i++) {
        const tr_schema *table = schema->keys[i].table;
        count += table ? tr_schema_count(table) : 1;
    }
    return count;
}

tr_schema_entry tr_schema_at(const tr_schema *schema, int index)
{
    tr_schema_entry entry = {0};
    const bool found = index >= 0 && find_entry(schema, NULL, &index, &entry);
    assert(found);
    (void)found;
    return entry;
}

bool tr_schema_find(const tr_schema *schema, const char *path, tr_schema_entry *out)
{
    *out = (tr_schema_entry){0};
    return find_entry(schema, path, NULL, out);
}

const tr_key *tr_schema_key(const tr_schema *schema, const char *name)
{
    for (int i = 0; i < schema->key_count; i++) {
        const tr_key *key = &schema->keys[i];
        if (key->type != TR_KEY_ITEMS && strcmp(key->name, name) == 0) return key;
    }
    return NULL;
}

static bool fail_unknown(const tr_schema *schema, const char *path, tr_error *err)
{
    enum { MAX_PATHS = 256 };
    tr_schema_entry entries[MAX_PATHS];
    const char *names[MAX_PATHS];
    const int all = tr_schema_count(schema);
    int count = 0;
    for (int i = 0; i < all && count < MAX_PATHS; i++) {
        entries[count] = tr_schema_at(schema, i);
        if (!entries[count].of_item) names[count] = entries[count].path, count++;
    }
    char found[TR_TEXT_QUOTE_SIZE];
    tr_text_quote(found, path);
    const char *nearest = tr_nearest_name(path, names, count);
    if (nearest)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is not a %s; did you mean '%s'?", found, schema->what,
                       nearest);
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is not a %s", found, schema->what);
}

// ---------------------------------------------------------------------------------------------------------
// Values by path

bool tr_schema_set(const tr_schema *schema, void *def, const char *path, const char *text, tr_error *err)
{
    tr_schema_entry entry;
    if (!tr_schema_find(schema, path, &entry)) return fail_unknown(schema, path, err);
    return tr_key_set(entry.key, (char *)def + entry.offset, path, text, err);
}

bool tr_schema_get(const tr_schema *schema, const void *def, const char *path, char *out, size_t size, tr_error *err)
{
    tr_schema_entry entry;
    if (!tr_schema_find(schema, path, &entry)) return fail_unknown(schema, path, err);
    tr_key_get(entry.key, (const char *)def + entry.offset, out, size);
    return true;
}

static bool fail_number(const tr_schema_entry *entry, tr_error *err)
{
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is no number; it is of the form: %s", entry->path,
                   tr_key_form_name(entry->key));
}

bool tr_schema_set_number(const tr_schema *schema, void *def, const char *path, double value, tr_error *err)
{
    tr_schema_entry entry;
    if (!tr_schema_find(schema, path, &entry)) return fail_unknown(schema, path, err);
    tr_key range = *entry.key;
    void *field = (char *)def + entry.offset + range.offset;
    const bool integer = range.type != TR_KEY_FLOAT && range.type != TR_KEY_DOUBLE;
    double limit = 0;  // of what the field can hold exactly
    switch (range.type) {
    case TR_KEY_BOOL: range.high = 1; break;
    case TR_KEY_CHOICE: range.high = tr_key_choice_count(&range) - 1; break;
    case TR_KEY_INT: limit = INT32_MAX; break;
    case TR_KEY_INT64: limit = 0x1p53; break;
    case TR_KEY_FLOAT: limit = FLT_MAX; break;
    case TR_KEY_DOUBLE:
    case TR_KEY_WHOLE: limit = DBL_MAX; break;
    default: return fail_number(&entry, err);
    }
    if (limit > 0) {
        const bool ranged = range.low < range.high;
        range.low = ranged ? fmax(range.low, -limit) : -limit;
        range.high = ranged ? fmin(range.high, limit) : limit;
    }
    if (integer) range.type = TR_KEY_WHOLE;
    if (!tr_key_check_number(&range, path, value, err)) return false;
    switch (entry.key->type) {
    case TR_KEY_BOOL: *(bool *)field = value != 0; break;
    case TR_KEY_INT64: *(int64_t *)field = (int64_t)value; break;
    case TR_KEY_FLOAT: *(float *)field = (float)value; break;
    case TR_KEY_DOUBLE:
    case TR_KEY_WHOLE: *(double *)field = value; break;
    default: *(int32_t *)field = (int32_t)value; break;
    }
    if (range.given) *((bool *)def + entry.offset + range.given) = true;
    return true;
}

bool tr_schema_number(const tr_schema *schema, const void *def, const char *path, double *out, tr_error *err)
{
    tr_schema_entry entry;
    if (!tr_schema_find(schema, path, &entry)) return fail_unknown(schema, path, err);
    const void *field = (const char *)def + entry.offset + entry.key->offset;
    switch (entry.key->type) {
    case TR_KEY_BOOL: *out = *(const bool *)field; return true;
    case TR_KEY_INT:
    case TR_KEY_CHOICE: *out = *(const int32_t *)field; return true;
    case TR_KEY_INT64: *out = (double)*(const int64_t *)field; return true;
    case TR_KEY_FLOAT: *out = (double)*(const float *)field; return true;
    case TR_KEY_DOUBLE:
    case TR_KEY_WHOLE: *out = *(const double *)field; return true;
    default: return fail_number(&entry, err);
    }
}

// ---------------------------------------------------------------------------------------------------------
// All values

static bool is_of_kind(const tr_key *key, unsigned kinds)
{
    return key->type != TR_KEY_ITEMS && (key->kinds == 0 || key->kinds & kinds);
}

void tr_schema_defaults(const tr_schema *schema, void *def)
{
    for (int i = 0; i < schema->key_count; i++) {
        const tr_key *key = &schema->keys[i];
        if (key->type == TR_KEY_TABLE) {
            tr_schema_defaults(key->table, (char *)def + key->offset);
        } else if (key->initial && !(key->flags & TR_KEY_DERIVED)) {
            const bool good = tr_key_set(key, def, NULL, key->initial, NULL);
            assert(good);
            (void)good;
        } else if (key->flags & TR_KEY_OPTIONAL) {
            tr_key_take_away(key, def);
        }
    }
}

// How a check calls the key that it is about.
typedef struct key_label {
    const char *quote, *prefix, *name;
} key_label;
#define LABEL "%s%s%s%s"
#define LABEL_OF(label) (label)->quote, (label)->prefix, (label)->name, (label)->quote

static bool check_number(const tr_key *key, const key_label *label, double value, tr_error *err)
{
    const char *unit = tr_key_unit(key);
    if (!isfinite(value)) {
        if (*label->quote)
            return tr_fail(err, TR_ERROR_NOT_FINITE, LABEL " is %g; a finite number is expected", LABEL_OF(label),
                           value);
        return tr_fail(err, TR_ERROR_NOT_FINITE, LABEL " is not finite; a number is expected", LABEL_OF(label));
    }
    if (key->low < key->high && (value < key->low || value > key->high))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, LABEL " is %.10g; allowed is %.10g to %.10g%s%s",
                       LABEL_OF(label), value, key->low, key->high, *unit ? " " : "", unit);
    if (key->type == TR_KEY_WHOLE && value != floor(value))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, LABEL " is %.10g; an integer is expected", LABEL_OF(label),
                       value);
    return true;
}

bool tr_key_check_number(const tr_key *key, const char *label, double value, tr_error *err)
{
    return check_number(key, &(key_label){"'", "", label ? label : key->name}, value, err);
}

static bool check_choice(const tr_key *key, const key_label *label, int32_t value, tr_error *err)
{
    const int last = tr_key_choice_count(key) - 1;
    if (value >= 0 && value <= last) return true;
    if (*label->quote)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, LABEL " is %" PRId32 "; allowed is 0 to %d", LABEL_OF(label),
                       value, last);
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, LABEL " is %" PRId32 "; allowed is 0 (%s) to %d (%s)",
                   LABEL_OF(label), value, key->choices[0], last, key->choices[last]);
}

static bool check_key(const tr_key *key, const void *owner, const key_label *label, tr_error *err)
{
    const void *field = (const char *)owner + key->offset;
    const double *numbers = field;
    if (tr_key_is_not_given(key, owner)) return true;
    switch (key->type) {
    case TR_KEY_INT: return check_number(key, label, *(const int32_t *)field, err);
    case TR_KEY_INT64: return check_number(key, label, (double)*(const int64_t *)field, err);
    case TR_KEY_FLOAT: return check_number(key, label, (double)*(const float *)field, err);
    case TR_KEY_DOUBLE:
    case TR_KEY_WHOLE: return check_number(key, label, *numbers, err);
    case TR_KEY_POINT:
    case TR_KEY_RANGE: return check_number(key, label, numbers[0], err) && check_number(key, label, numbers[1], err);
    case TR_KEY_CHOICE: return check_choice(key, label, *(const int32_t *)field, err);
    case TR_KEY_REGION: {
        const tr_region *region = field;
        const int64_t corners[4] = {region->x0, region->z0, region->x1, region->z1};
        for (int i = 0; i < 4; i++) {
            if (!check_number(key, label, (double)corners[i], err)) return false;
        }
        return true;
    }
    case TR_KEY_INTEGERS: {
        const tr_integer_list *list = field;
        for (int i = 0; i < list->count; i++) {
            if (!check_number(key, label, (double)list->items[i], err)) return false;
        }
        return true;
    }
    case TR_KEY_OTHER: return !key->form->check || key->form->check(key, owner, err);
    default: return true;
    }
}

bool tr_schema_check(const tr_schema *schema, const void *def, unsigned kinds, const char *prefix, tr_error *err)
{
    for (int i = 0; i < schema->key_count; i++) {
        const tr_key *key = &schema->keys[i];
        if (!is_of_kind(key, kinds)) continue;
        if (key->type == TR_KEY_TABLE) {
            char inner[TR_KEY_PATH_SIZE];
            snprintf(inner, sizeof inner, "%s%s.", prefix ? prefix : "", key->name);
            if (!tr_schema_check(key->table, (const char *)def + key->offset, kinds, inner, err)) return false;
            continue;
        }
        const key_label label = {prefix ? "" : "'", prefix ? prefix : "", key->name};
        if (!check_key(key, def, &label, err)) return false;
    }
    return true;
}

static uint64_t hash_integers(const int64_t *items, int count, uint64_t hash)
{
    for (int i = 0; i < count; i++) hash = tr_hash_word((uint64_t)items[i], hash);
    return hash;
}

static uint64_t hash_region(const tr_key *key, const void *owner, uint64_t hash)
{
    const tr_region *region = (const void *)((const char *)owner + key->offset);
    if (key->given) {
        const bool given = !tr_key_is_not_given(key, owner);
        hash = tr_hash_word(given, hash);
        if (!given) return hash;
    }
    return hash_integers((const int64_t[]){region->x0, region->z0, region->x1, region->z1}, 4, hash);
}

static uint64_t hash_number(const tr_key *key, double value, uint64_t hash)
{
    return key->flags & TR_KEY_OPTIONAL ? tr_hash_optional(value, hash) : tr_hash_double(value, hash);
}

static uint64_t hash_key(const tr_key *key, const void *owner, uint64_t hash)
{
    const void *field = (const char *)owner + key->offset;
    const double *numbers = field;
    switch (key->type) {
    case TR_KEY_BOOL: return tr_hash_word(*(const bool *)field, hash);
    case TR_KEY_INT:
    case TR_KEY_CHOICE: return tr_hash_word((uint64_t) * (const int32_t *)field, hash);
    case TR_KEY_INT64:
    case TR_KEY_SEED: return tr_hash_word(*(const uint64_t *)field, hash);
    case TR_KEY_FLOAT: return hash_number(key, (double)*(const float *)field, hash);
    case TR_KEY_DOUBLE:
    case TR_KEY_WHOLE: return hash_number(key, *numbers, hash);
    case TR_KEY_POINT:
    case TR_KEY_RANGE: return tr_hash_double(numbers[1], tr_hash_double(numbers[0], hash));
    case TR_KEY_TEXT: {
        const char *text = *(const char *const *)field;
        return text ? tr_hash_bytes(text, strlen(text), hash) : tr_hash_word(0, hash);
    }
    case TR_KEY_COLOR: return tr_hash_bytes(field, 3, hash);
    case TR_KEY_REGION: return hash_region(key, owner, hash);
    case TR_KEY_INTEGERS: {
        const tr_integer_list *list = field;
        return hash_integers(list->items, list->count, tr_hash_word((uint64_t)list->count, hash));
    }
    case TR_KEY_OTHER: return key->form->hash ? key->form->hash(key, owner, hash) : hash;
    case TR_KEY_TABLE:
    case TR_KEY_ITEMS: break;
    }
    return hash;
}

uint64_t tr_schema_hash(const tr_schema *schema, const void *def, unsigned kinds, unsigned skip, uint64_t hash)
{
    for (int i = 0; i < schema->key_count; i++) {
        const tr_key *key = &schema->keys[i];
        if (!is_of_kind(key, kinds) || key->flags & (TR_KEY_UNHASHED | skip)) continue;
        if (key->type == TR_KEY_TABLE)
            hash = tr_schema_hash(key->table, (const char *)def + key->offset, kinds, skip, hash);
        else
            hash = hash_key(key, def, hash);
    }
    return hash;
}
