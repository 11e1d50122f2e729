// Tables of keys: every type from text and as text, every kind of error, lists, paths, checks, hashes, documents.
#include "base/schema.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"

typedef struct inner_def {
    double size_m;
    float share;
} inner_def;

typedef struct own_value {
    int32_t number;
} own_value;

typedef struct outer_def {
    uint32_t cookie;
    bool on;
    int32_t count;
    int64_t big;
    uint64_t seed;
    double height_m, whole;
    int32_t mode;
    const char *name;
    uint8_t color[3];
    double at_m[2], scale[2];
    bool has_bounds;
    tr_region bounds_m, window;
    tr_integer_list sizes;
    inner_def inner;
    own_value own;
    double of_second;
    double level_m;
} outer_def;

static bool own_set(const tr_key *key, void *owner, const char *text, tr_error *err)
{
    if (strncmp(text, "no. ", 4) != 0) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "'%s' is no number", key->name);
    ((outer_def *)owner)->own.number = text[4] - '0';
    return true;
}

static void own_get(const tr_key *key, const void *owner, char *out, size_t size)
{
    (void)key;
    snprintf(out, size, "no. %d", (int)((const outer_def *)owner)->own.number);
}

static bool own_check(const tr_key *key, const void *owner, tr_error *err)
{
    if (((const outer_def *)owner)->own.number < 9) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is too large", key->name);
}

static uint64_t own_hash(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    return tr_hash_identity(hash, (uint64_t)((const outer_def *)owner)->own.number, 0, 0, 0);
}

static const tr_key_form own_form = {"number with a word", own_set, own_get, own_check, own_hash};
static const tr_key_form fixed_form = {.name = "fixed"};
static const char *const modes[] = {"slow", "normal", "fast", NULL};
enum { SECOND = 1 << 1, DRAWN = TR_KEY_FIRST_FREE };

static const tr_key inner_keys[] = {
    {"size", TR_KEY_DOUBLE, offsetof(inner_def, size_m), "a size", "350", TR_WITHIN(0, 1000, tr_lengths)},
    {"share", TR_KEY_FLOAT, offsetof(inner_def, share), "a share", "0.1", TR_WITHIN(0, 1, tr_shares)},
};
static const tr_schema inner_schema = {"key of an inner one", TR_SCHEMA_KEYS(inner_keys)};

static const tr_key item_keys[] = {{"width", TR_KEY_DOUBLE, 0, "of an item", "5", TR_WITHIN(0, 10, tr_lengths)}};
static const tr_schema item_schema = {"key of an item", TR_SCHEMA_KEYS(item_keys)};

#define AT(field) offsetof(outer_def, field)
static const tr_key keys[] = {
    {"on", TR_KEY_BOOL, AT(on), "a switch", .initial = "true"},
    {"count", TR_KEY_INT, AT(count), "a count", "3", .low = 1, .high = 8},
    {"big", TR_KEY_INT64, AT(big), "any integer", .initial = "-9223372036854775808"},
    {"seed", TR_KEY_SEED, AT(seed), "a seed", .initial = "1"},
    {"height", TR_KEY_DOUBLE, AT(height_m), "a height", "12.5", TR_WITHIN(-100, 100, tr_lengths), .flags = DRAWN},
    {"whole", TR_KEY_WHOLE, AT(whole), "a whole number", "7", .low = -10, .high = 10},
    {"mode", TR_KEY_CHOICE, AT(mode), "a mode", "normal", .choices = modes},
    {"name", TR_KEY_TEXT, AT(name), "a name", .flags = TR_KEY_UNHASHED},
    {"color", TR_KEY_COLOR, AT(color), "a colour", .initial = "0xd8bd83"},
    {"at", TR_KEY_POINT, AT(at_m), "a place", "0, 0", TR_WITHIN(-1e6, 1e6, tr_lengths)},
    {"scale", TR_KEY_RANGE, AT(scale), "a range", "0.8, 1.25", TR_WITHIN(0.01, 100, NULL)},
    {"extent", TR_KEY_REGION, AT(bounds_m), "an extent", "endless", TR_WITHIN(-1e12, 1e12, tr_lengths),
     .given = AT(has_bounds), .absent = "endless"},
    {"window", TR_KEY_REGION, AT(window), "a window", .initial = "[0, 0, 1, 1]"},
    {"sizes", TR_KEY_INTEGERS, AT(sizes), "sizes", "1,2", .low = 0, .high = 99, .min_count = 2, .max_count = 3},
    {"inner", TR_KEY_TABLE, AT(inner), .table = &inner_schema},
    {"own", TR_KEY_OTHER, AT(own), "a type of its own", "no. 4", .form = &own_form},
    {"fixed", TR_KEY_OTHER, 0, "not set by text", .form = &fixed_form},
    {"items[]", TR_KEY_ITEMS, .table = &item_schema},
    {"second", TR_KEY_DOUBLE, AT(of_second), "of the second kind", "of the count", TR_WITHIN(0, 1, NULL),
     .kinds = SECOND, .flags = TR_KEY_DERIVED},
    {"level", TR_KEY_DOUBLE, AT(level_m), "may be missing", .units = tr_lengths, .low = -5, .high = 5,
     .flags = TR_KEY_OPTIONAL},
};
static const tr_schema schema = {"key of a test", TR_SCHEMA_KEYS(keys)};

static outer_def default_def(void)
{
    outer_def def = {0};
    tr_schema_defaults(&schema, &def);
    return def;
}

static void defaults_come_from_the_table(void **state)
{
    (void)state;
    const outer_def def = default_def();
    assert_true(def.on && def.count == 3 && def.big == INT64_MIN && def.seed == 1);
    assert_true(def.height_m == 12.5 && def.whole == 7 && def.mode == 1 && !def.name);
    assert_true(def.color[0] == 0xd8 && def.color[1] == 0xbd && def.color[2] == 0x83);
    assert_true(def.scale[0] == 0.8 && def.scale[1] == 1.25 && !def.has_bounds && def.window.x1 == 1);
    assert_true(def.sizes.count == 2 && def.sizes.items[1] == 2);
    assert_true(def.inner.size_m == 350 && def.inner.share == 0.1f && def.own.number == 4);
    assert_true(def.of_second == 0 && isnan(def.level_m));
    assert_true(tr_schema_check(&schema, &def, ~0u, "", NULL));
}

// ---------------------------------------------------------------------------------------------------------
// Lists

static void keys_are_listed_in_order_with_their_paths(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "on",         "count",       "big", "seed",  "height",        "whole",  "mode",
        "name",       "color",       "at",  "scale", "extent",        "window", "sizes",
        "inner.size", "inner.share", "own", "fixed", "items[].width", "second", "level"};
    static const char *const defaults[] = {"true",
                                           "3",
                                           "-9223372036854775808",
                                           "1",
                                           "12.5",
                                           "7",
                                           "normal",
                                           "",
                                           "\"#d8bd83\"",
                                           "[0, 0]",
                                           "[0.8, 1.25]",
                                           "endless",
                                           "[0, 0, 1, 1]",
                                           "1, 2",
                                           "350",
                                           "0.1",
                                           "no. 4",
                                           "",
                                           "5",
                                           "of the count",
                                           ""};
    enum { COUNT = sizeof paths / sizeof *paths };
    assert_int_equal(tr_schema_count(&schema), COUNT);
    for (int i = 0; i < COUNT; i++) {
        const tr_schema_entry entry = tr_schema_at(&schema, i);
        char text[TR_KEY_TEXT_SIZE];
        tr_key_default(entry.key, text, sizeof text);
        assert_string_equal(entry.path, paths[i]);
        assert_string_equal(text, defaults[i]);
        assert_int_equal(entry.of_item, strchr(entry.path, '[') != NULL);
        assert_true(tr_key_form_name(entry.key)[0] != '\0');
        tr_schema_entry found;
        assert_int_equal(tr_schema_find(&schema, paths[i], &found), !entry.of_item);
        if (!entry.of_item) assert_true(found.key == entry.key && found.offset == entry.offset);
    }
    assert_string_equal(tr_key_unit(tr_schema_at(&schema, 4).key), "m");
    assert_string_equal(tr_key_unit(tr_schema_at(&schema, 5).key), "");
    assert_int_equal(tr_key_choice_count(tr_schema_at(&schema, 6).key), 3);
    tr_schema_entry entry;
    assert_false(tr_schema_find(&schema, "inner", &entry));
    assert_false(tr_schema_find(&schema, "inner.siz", &entry));
    assert_false(tr_schema_find(&schema, "size", &entry));
}

// ---------------------------------------------------------------------------------------------------------
// Text

typedef struct text_case {
    const char *path, *text, *read_back;
} text_case;

static const text_case good[] = {
    {"on", "false", "false"},
    {"count", "8", "8"},
    {"count", "0x2", "2"},
    {"big", "9223372036854775807", "9223372036854775807"},
    {"seed", "18446744073709551615", "18446744073709551615"},
    {"height", "0.035 km", "35"},
    {"height", "-99 cm", "-0.99"},
    {"height", "1e-7", "1e-07"},
    {"height", "0.1", "0.1"},
    {"height", "33.333333333333336", "33.333333333333336"},
    {"whole", "-10", "-10"},
    {"mode", "fast", "fast"},
    {"name", "Valley", "Valley"},
    {"name", "", ""},
    {"color", "#010203", "\"#010203\""},
    {"color", "\"#0A0b0C\"", "\"#0a0b0c\""},
    {"at", "[1 km, -2]", "[1000, -2]"},
    {"at", "3,4", "[3, 4]"},
    {"scale", "2", "[2, 2]"},
    {"scale", "[1, 3]", "[1, 3]"},
    {"extent", "[-1 km, 0, 5, 6]", "[-1000, 0, 5, 6]"},
    {"extent", "endless", "endless"},
    {"window", "-9223372036854775808, 0, 9223372036854775807, 1", "[-9223372036854775808, 0, 9223372036854775807, 1]"},
    {"sizes", "5, 6, 7", "5, 6, 7"},
    {"inner.size", "0.35 km", "350"},
    {"inner.share", "12.5 %", "0.125"},
    {"inner.share", "0.3", "0.3"},
    {"own", "no. 7", "no. 7"},
    {"level", "2 m", "2"},
    {"level", "", ""},
};

static void values_are_set_by_path_and_read_back(void **state)
{
    (void)state;
    outer_def def = default_def();
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        tr_error err = {0};
        char text[TR_KEY_TEXT_SIZE], again[TR_KEY_TEXT_SIZE];
        if (!tr_schema_set(&schema, &def, good[i].path, good[i].text, &err))
            fail_msg("%s: %s", good[i].path, err.message);
        assert_true(tr_schema_get(&schema, &def, good[i].path, text, sizeof text, &err));
        assert_string_equal(text, good[i].read_back);
        outer_def other = default_def();
        if (!tr_schema_set(&schema, &other, good[i].path, text, &err)) fail_msg("%s: %s", good[i].path, err.message);
        assert_true(tr_schema_get(&schema, &other, good[i].path, again, sizeof again, &err));
        assert_string_equal(again, text);
    }
    assert_true(def.height_m == 33.333333333333336 && def.inner.size_m == 350 && isnan(def.level_m) && !def.has_bounds);
}

typedef struct bad_case {
    const char *path, *text;
    tr_error_code code;
    const char *message;
} bad_case;

static const bad_case bad[] = {
    {"on", "yes", TR_ERROR_INVALID_ARGUMENT, "'on' is 'yes'; allowed: false, true"},
    {"count", "9", TR_ERROR_INVALID_ARGUMENT, "'count' is 9; allowed is 1 to 8"},
    {"count", "1.5", TR_ERROR_INVALID_ARGUMENT, "'count' is '1.5'; an integer of at most 64 bits is expected"},
    {"count", "nan", TR_ERROR_NOT_FINITE, "'count' is 'nan'; a finite integer is expected"},
    {"big", "9223372036854775808", TR_ERROR_INVALID_ARGUMENT,
     "'big' is '9223372036854775808'; an integer of at most 64 bits is expected"},
    {"height", "101", TR_ERROR_INVALID_ARGUMENT, "'height' is 101; allowed is -100 to 100 m"},
    {"height", "1 km", TR_ERROR_INVALID_ARGUMENT, "'height' is 1000; allowed is -100 to 100 m"},
    {"height", "1 ft", TR_ERROR_INVALID_ARGUMENT,
     "'height' is '1 ft'; a number is expected, alone or with a unit: m, km, cm"},
    {"height", "1e400", TR_ERROR_NOT_FINITE, "'height' is inf; a finite number is expected"},
    {"height", "-.inf", TR_ERROR_NOT_FINITE, "'height' is '-.inf'; a finite number is expected"},
    {"whole", "0.5", TR_ERROR_INVALID_ARGUMENT, "'whole' is 0.5; an integer is expected"},
    {"whole", "x", TR_ERROR_INVALID_ARGUMENT, "'whole' is 'x'; a number is expected"},
    {"mode", "fst", TR_ERROR_INVALID_ARGUMENT, "'mode' is 'fst'; did you mean 'fast'? Allowed: slow, normal, fast"},
    {"mode", "?", TR_ERROR_INVALID_ARGUMENT, "'mode' is '?'; allowed: slow, normal, fast"},
    {"color", "red", TR_ERROR_INVALID_ARGUMENT, "'color' is 'red'; a colour such as \"#d8bd83\" is expected"},
    {"color", "#12345g", TR_ERROR_INVALID_ARGUMENT, "'color' is '#12345g'; a colour such as \"#d8bd83\" is expected"},
    {"color", "#1234567", TR_ERROR_INVALID_ARGUMENT, "'color' is '#1234567'; a colour such as \"#d8bd83\" is expected"},
    {"color", "", TR_ERROR_INVALID_ARGUMENT, "'color' is ''; a colour such as \"#d8bd83\" is expected"},
    {"at", "1", TR_ERROR_INVALID_ARGUMENT, "'at' is '1'; [x, z] is expected"},
    {"at", "1, 2, 3", TR_ERROR_INVALID_ARGUMENT, "'at' is '1, 2, 3'; [x, z] is expected"},
    {"at", "1, east", TR_ERROR_INVALID_ARGUMENT,
     "'at' is 'east'; a number is expected, alone or with a unit: m, km, cm"},
    {"scale", "[1, 101]", TR_ERROR_INVALID_ARGUMENT, "'scale' is 101; allowed is 0.01 to 100"},
    {"scale", ",", TR_ERROR_INVALID_ARGUMENT, "'scale' is ''; a number is expected"},
    {"extent", "1, 2", TR_ERROR_INVALID_ARGUMENT, "'extent' is '1, 2'; [x0, z0, x1, z1] is expected"},
    {"extent", "0, 0, 0.5, 1", TR_ERROR_INVALID_ARGUMENT, "'extent' is '0.5'; a whole number is expected"},
    {"sizes", "1", TR_ERROR_INVALID_ARGUMENT, "'sizes' is '1'; a list of 2 to 3 integers is expected"},
    {"sizes", "1,100", TR_ERROR_INVALID_ARGUMENT, "'sizes' is 100; allowed is 0 to 99"},
    {"own", "4", TR_ERROR_INVALID_ARGUMENT, "'own' is no number"},
    {"fixed", "4", TR_ERROR_INVALID_ARGUMENT, "'fixed' cannot be set as text; it is of the form: fixed"},
    {"inner.share", "2", TR_ERROR_INVALID_ARGUMENT, "'inner.share' is 2; allowed is 0 to 1"},
    {"inner.shere", "1", TR_ERROR_INVALID_ARGUMENT,
     "'inner.shere' is not a key of a test; did you mean 'inner.share'?"},
    {"items[].width", "1", TR_ERROR_INVALID_ARGUMENT, "'items[].width' is not a key of a test"},
    {"", "1", TR_ERROR_INVALID_ARGUMENT, "'' is not a key of a test"},
};

static void wrong_values_change_nothing_and_say_what_is_allowed(void **state)
{
    (void)state;
    const outer_def before = default_def();
    outer_def def = before;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tr_error err = {0};
        if (tr_schema_set(&schema, &def, bad[i].path, bad[i].text, &err)) fail_msg("%s was accepted", bad[i].message);
        assert_int_equal(err.code, bad[i].code);
        assert_string_equal(err.message, bad[i].message);
        assert_memory_equal(&def, &before, sizeof def);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Numbers

static void numbers_are_set_and_read_by_path(void **state)
{
    (void)state;
    static const char *const paths[] = {"on", "count", "big", "height", "whole", "mode", "inner.size", "inner.share"};
    static const double values[] = {0, 8, -5, 0.1, 10, 2, 0.25, 0.5};
    outer_def def = default_def();
    for (int i = 0; i < 8; i++) {
        tr_error err = {0};
        double value = NAN;
        if (!tr_schema_set_number(&schema, &def, paths[i], values[i], &err)) fail_msg("%s", err.message);
        assert_true(tr_schema_number(&schema, &def, paths[i], &value, &err) && value == values[i]);
    }
    assert_true(!def.on && def.count == 8 && def.mode == 2 && def.inner.share == 0.5f);
    assert_true(tr_schema_set_number(&schema, &def, "level", 1, NULL) && def.level_m == 1);
    static const struct {
        const char *path;
        double value;
        const char *message;
    } wrong[] = {
        {"on", 2, "'on' is 2; allowed is 0 to 1"},
        {"mode", 3, "'mode' is 3; allowed is 0 to 2"},
        {"count", 1.5, "'count' is 1.5; an integer is expected"},
        {"big", 1e300, "'big' is 1e+300; allowed is -9.007199255e+15 to 9.007199255e+15"},
        {"height", NAN, "'height' is nan; a finite number is expected"},
        {"name", 1, "'name' is no number; it is of the form: text"},
        {"heigth", 1, "'heigth' is not a key of a test; did you mean 'height'?"},
    };
    const outer_def before = def;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tr_error err = {0};
        assert_false(tr_schema_set_number(&schema, &def, wrong[i].path, wrong[i].value, &err));
        assert_string_equal(err.message, wrong[i].message);
        assert_memory_equal(&def, &before, sizeof def);
    }
    double value;
    char text[8];
    assert_false(tr_schema_number(&schema, &def, "seed", &value, NULL));
    assert_false(tr_schema_get(&schema, &def, "sed", text, sizeof text, NULL));
}

// ---------------------------------------------------------------------------------------------------------
// Checks and hashes

static void assert_refused(const outer_def *def, unsigned kinds, const char *prefix, const char *message)
{
    tr_error err = {0};
    assert_false(tr_schema_check(&schema, def, kinds, prefix, &err));
    assert_string_equal(err.message, message);
}

static void every_value_of_a_struct_is_checked(void **state)
{
    (void)state;
    outer_def def = default_def();
    def.count = 9;
    assert_refused(&def, ~0u, "", "count is 9; allowed is 1 to 8");
    assert_refused(&def, ~0u, "items[3].", "items[3].count is 9; allowed is 1 to 8");
    assert_refused(&def, ~0u, NULL, "'count' is 9; allowed is 1 to 8");
    def = default_def();
    def.height_m = NAN;
    assert_refused(&def, ~0u, "", "height is not finite; a number is expected");
    assert_refused(&def, ~0u, NULL, "'height' is nan; a finite number is expected");
    def = default_def();
    def.mode = 3;
    assert_refused(&def, ~0u, "", "mode is 3; allowed is 0 (slow) to 2 (fast)");
    assert_refused(&def, ~0u, NULL, "'mode' is 3; allowed is 0 to 2");
    def = default_def();
    def.whole = 0.5;
    assert_refused(&def, ~0u, "", "whole is 0.5; an integer is expected");
    def = default_def();
    def.at_m[1] = 1e7;
    assert_refused(&def, ~0u, "", "at is 10000000; allowed is -1000000 to 1000000 m");
    def = default_def();
    def.bounds_m.z1 = INT64_MAX;
    assert_true(tr_schema_check(&schema, &def, ~0u, "", NULL));  // not bounded: not looked at
    def.has_bounds = true;
    assert_refused(&def, ~0u, "", "extent is 9.223372037e+18; allowed is -1e+12 to 1e+12 m");
    def = default_def();
    def.sizes.items[1] = 100;
    assert_refused(&def, ~0u, "", "sizes is 100; allowed is 0 to 99");
    def = default_def();
    def.inner.share = 2;
    assert_refused(&def, ~0u, "", "inner.share is 2; allowed is 0 to 1");
    def = default_def();
    def.own.number = 9;
    assert_refused(&def, ~0u, "", "own is too large");
    def = default_def();
    def.of_second = 2;
    assert_refused(&def, SECOND, "", "second is 2; allowed is 0 to 1");
    assert_true(tr_schema_check(&schema, &def, 1u << 0, "", NULL));
}

static void the_hash_sees_every_hashed_key_and_no_other(void **state)
{
    (void)state;
    static const text_case changes[] = {
        {"on", "false", NULL},       {"count", "4", NULL},           {"big", "5", NULL},
        {"seed", "2", NULL},         {"height", "12.6", NULL},       {"whole", "8", NULL},
        {"mode", "slow", NULL},      {"color", "#d8bd84", NULL},     {"at", "0, 1", NULL},
        {"scale", "0.8, 1.3", NULL}, {"extent", "0, 0, 0, 0", NULL}, {"window", "0, 0, 1, 2", NULL},
        {"sizes", "1, 2, 0", NULL},  {"inner.size", "351", NULL},    {"inner.share", "0.2", NULL},
        {"own", "no. 5", NULL},      {"second", "0.5", NULL},        {"level", "1", NULL},
    };
    enum { COUNT = sizeof changes / sizeof *changes };
    uint64_t hashes[1 + COUNT];
    const outer_def standard = default_def();
    hashes[0] = tr_schema_hash(&schema, &standard, ~0u, 0, 5);
    for (int i = 0; i < COUNT; i++) {
        outer_def def = standard;
        assert_true(tr_schema_set(&schema, &def, changes[i].path, changes[i].text, NULL));
        hashes[1 + i] = tr_schema_hash(&schema, &def, ~0u, 0, 5);
        for (int k = 0; k <= i; k++) {
            if (hashes[k] == hashes[1 + i]) fail_msg("%s does not change the hash", changes[i].path);
        }
    }
    outer_def def = standard;
    def.name = "another";
    def.bounds_m.x0 = 5;  // not bounded
    assert_true(tr_schema_hash(&schema, &def, ~0u, 0, 5) == hashes[0]);
    def.height_m = 13;
    assert_true(tr_schema_hash(&schema, &def, ~0u, 0, 5) != hashes[0]);
    assert_true(tr_schema_hash(&schema, &def, ~0u, DRAWN, 5) == tr_schema_hash(&schema, &standard, ~0u, DRAWN, 5));
    def = standard;
    def.of_second = 1;
    assert_true(tr_schema_hash(&schema, &def, 1u << 0, 0, 5) == tr_schema_hash(&schema, &standard, 1u << 0, 0, 5));
    assert_true(tr_schema_hash(&schema, &standard, ~0u, 0, 6) != hashes[0]);
}

// ---------------------------------------------------------------------------------------------------------
// Documents

// Mappings by hand: each key and value in a line of its own.
typedef struct tree {
    tr_doc doc;
    tr_doc_node nodes[16];
    int count;
} tree;

static tr_doc_node *add(tree *t, tr_doc_node *mapping, const char *key, tr_doc_kind kind, const char *text)
{
    tr_doc_node *name = &t->nodes[t->count++], *value = &t->nodes[t->count++];
    *name = (tr_doc_node){.kind = TR_DOC_SCALAR, .line = t->count / 2, .column = 1, .text = key};
    *value = (tr_doc_node){.kind = kind, .line = t->count / 2, .column = 9, .text = text, .key = key ? name : NULL};
    if (!mapping) return value;
    const tr_doc_node **link = &mapping->child;
    while (*link) link = (const tr_doc_node **)&t->nodes[*link - t->nodes].next;
    *link = value;
    mapping->child_count++;
    return value;
}

static bool read_fixed(void *user, const tr_key *key, const tr_doc_node *node, void *owner, tr_error *err)
{
    (void)err;
    assert_true(key->form == &fixed_form || key->form == &own_form);
    assert_non_null(node->text);
    ((outer_def *)owner)->own.number = 8;
    ++*(int *)user;
    return true;
}

static void documents_are_read_through_the_table(void **state)
{
    (void)state;
    static char file[] = "a.yaml";
    tree t = {.doc.file = file};
    outer_def def = default_def();
    int calls = 0;
    const tr_schema_reader reader = {&t.doc, read_fixed, &calls, 1u << 0, "first"};
    tr_doc_node *root = add(&t, NULL, NULL, TR_DOC_MAPPING, NULL);
    add(&t, root, "height", TR_DOC_SCALAR, "0.02 km");
    add(&t, root, "extent", TR_DOC_SCALAR, "endless");
    add(&t, root, "own", TR_DOC_SCALAR, "anything");
    tr_doc_node *inner = add(&t, root, "inner", TR_DOC_MAPPING, NULL);
    add(&t, inner, "share", TR_DOC_SCALAR, "25 %");
    tr_error err = {0};
    if (!tr_schema_read(&reader, &schema, root, &def, &err)) fail_msg("%s", err.message);
    assert_true(def.height_m == 20 && def.inner.share == 0.25f && def.inner.size_m == 350 && def.own.number == 8);
    assert_int_equal(calls, 1);

    add(&t, root, "second", TR_DOC_SCALAR, "0.5");
    assert_false(tr_schema_read(&reader, &schema, root, &def, &err));
    assert_string_equal(err.message, "a.yaml:7:1: 'second' does not go with 'first'");
    t.nodes[t.count - 2].text = "secnd";
    assert_false(tr_schema_read(&reader, &schema, root, &def, &err));
    assert_non_null(strstr(err.message, "a.yaml:7:1: 'secnd' is not a key here; did you mean 'second'? Allowed: on, "));
    assert_null(strstr(err.message, "items"));
    t.nodes[t.count - 2].text = "count";
    assert_false(tr_schema_read(&reader, &schema, root, &def, &err));
    assert_string_equal(err.message, "a.yaml:7:9: 'count' is '0.5'; an integer of at most 64 bits is expected");
    inner->kind = TR_DOC_SCALAR;
    inner->text = "";
    assert_false(tr_schema_read(&reader, &schema, root, &def, &err));
    assert_string_equal(err.message,
                        "a.yaml:5:9: 'inner' is empty; write keys such as 'size' below it, or leave it out");
}

TEST_GROUP(schema)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_come_from_the_table),
        cmocka_unit_test(keys_are_listed_in_order_with_their_paths),
        cmocka_unit_test(values_are_set_by_path_and_read_back),
        cmocka_unit_test(wrong_values_change_nothing_and_say_what_is_allowed),
        cmocka_unit_test(numbers_are_set_and_read_by_path),
        cmocka_unit_test(every_value_of_a_struct_is_checked),
        cmocka_unit_test(the_hash_sees_every_hashed_key_and_no_other),
        cmocka_unit_test(documents_are_read_through_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
