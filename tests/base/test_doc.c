#include "base/doc.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"

// A tree by hand: nodes in an array, each value placed at line 10 + its number, column 5, its key at column 3.
typedef struct tree {
    tr_doc doc;
    tr_doc_node nodes[32];
    int count;
} tree;

static void tree_init(tree *t)
{
    memset(t, 0, sizeof *t);
    static char file[] = "valley.yaml";
    t->doc.file = file;
}

static tr_doc_node *add_node(tree *t, tr_doc_kind kind, const char *text)
{
    tr_doc_node *node = &t->nodes[t->count++];
    *node = (tr_doc_node){.kind = kind, .line = 9 + t->count, .column = 5, .text = text};
    return node;
}

static tr_doc_node *add_scalar(tree *t, const char *text)
{
    return add_node(t, TR_DOC_SCALAR, text);
}

// Appends `value` to a mapping, under `key`.
static void put(tree *t, tr_doc_node *mapping, const char *key, tr_doc_node *value)
{
    tr_doc_node *key_node = add_scalar(t, key);
    key_node->line = value->line;
    key_node->column = 3;
    value->key = key_node;
    mapping->child_count++;
    if (!mapping->child) {
        mapping->child = value;
        return;
    }
    tr_doc_node *last = &t->nodes[mapping->child - t->nodes];
    while (last->next) last = &t->nodes[last->next - t->nodes];
    last->next = value;
}

// A lone scalar under the key "size", at valley.yaml:10:5.
static const tr_doc_node *lone(tree *t, const char *text)
{
    tree_init(t);
    tr_doc_node *value = add_scalar(t, text);
    tr_doc_node *mapping = add_node(t, TR_DOC_MAPPING, NULL);
    put(t, mapping, "size", value);
    return value;
}

static void assert_schema_error(tr_error *error, const char *expected)
{
    assert_int_equal(error->code, TR_ERROR_SCHEMA);
    assert_string_equal(error->message, expected);
    error->code = TR_ERROR_NONE;
}

static void fail_names_the_place(void **state)
{
    (void)state;
    tree t;
    tr_error error = {0};
    const tr_doc_node *node = lone(&t, "7");
    assert_false(tr_doc_fail(&t.doc, node, &error, "%d is odd", 7));
    assert_schema_error(&error, "valley.yaml:10:5: 7 is odd");
    assert_false(tr_doc_fail(&t.doc, node, NULL, "nobody reads this"));
}

static void find_looks_in_mappings_only(void **state)
{
    (void)state;
    tree t;
    tree_init(&t);
    tr_doc_node *mapping = add_node(&t, TR_DOC_MAPPING, NULL);
    tr_doc_node *one = add_scalar(&t, "1"), *two = add_scalar(&t, "2");
    put(&t, mapping, "a", one);
    put(&t, mapping, "b", two);
    assert_ptr_equal(tr_doc_find(mapping, "a"), one);
    assert_ptr_equal(tr_doc_find(mapping, "b"), two);
    assert_null(tr_doc_find(mapping, "c"));
    assert_null(tr_doc_find(one, "a"));
    assert_null(tr_doc_find(NULL, "a"));
}

static const char *const keys[] = {"seed", "height", "rivers"};

static void keys_are_checked(void **state)
{
    (void)state;
    tree t;
    tr_error error = {0};
    tree_init(&t);
    tr_doc_node *mapping = add_node(&t, TR_DOC_MAPPING, NULL);
    assert_true(tr_doc_check_keys(&t.doc, mapping, keys, 3, &error));
    put(&t, mapping, "rivers", add_scalar(&t, "1"));
    put(&t, mapping, "seed", add_scalar(&t, "1"));
    assert_true(tr_doc_check_keys(&t.doc, mapping, keys, 3, &error));
    put(&t, mapping, "seed", add_scalar(&t, "2"));
    assert_false(tr_doc_check_keys(&t.doc, mapping, keys, 3, &error));
    assert_schema_error(&error, "valley.yaml:15:3: 'seed' was already given in line 13");
}

static void unknown_keys_get_a_suggestion(void **state)
{
    (void)state;
    tree t;
    tr_error error = {0};
    tree_init(&t);
    tr_doc_node *mapping = add_node(&t, TR_DOC_MAPPING, NULL);
    put(&t, mapping, "hieght", add_scalar(&t, "1"));
    assert_false(tr_doc_check_keys(&t.doc, mapping, keys, 3, &error));
    assert_schema_error(&error, "valley.yaml:11:3: 'hieght' is not a key here; did you mean 'height'? "
                                "Allowed: seed, height, rivers");
    tree_init(&t);
    mapping = add_node(&t, TR_DOC_MAPPING, NULL);
    put(&t, mapping, "zebra", add_scalar(&t, "1"));
    assert_false(tr_doc_check_keys(&t.doc, mapping, keys, 3, &error));
    assert_schema_error(&error, "valley.yaml:11:3: 'zebra' is not a key here; allowed: seed, height, rivers");
}

static void a_mapping_is_expected_where_keys_are(void **state)
{
    (void)state;
    tree t;
    tr_error error = {0};
    tree_init(&t);
    tr_doc_node *mapping = add_node(&t, TR_DOC_MAPPING, NULL);
    tr_doc_node *list = add_node(&t, TR_DOC_SEQUENCE, NULL);
    put(&t, mapping, "terrain", list);
    assert_false(tr_doc_check_keys(&t.doc, list, keys, 3, &error));
    assert_schema_error(&error,
                        "valley.yaml:11:5: 'terrain' is a sequence; a mapping with the keys seed, height, rivers "
                        "is expected");
    assert_false(tr_doc_check_keys(&t.doc, add_scalar(&t, "5"), keys, 3, &error));
    assert_schema_error(&error, "valley.yaml:13:5: this value is a plain value; a mapping with the keys seed, height, "
                                "rivers is expected");
}

static void hostile_text_stays_short_and_printable(void **state)
{
    (void)state;
    char longer[2000];
    memset(longer, 'k', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    tree t;
    tr_error error = {0};
    int64_t value;
    assert_false(tr_doc_int(&t.doc, lone(&t, longer), 0, 1, &value, &error));
    assert_non_null(strstr(error.message, "kkk...'; an integer"));
    assert_false(tr_doc_int(&t.doc, lone(&t, "\x1B[31m\n7"), 0, 1, &value, &error));
    assert_schema_error(&error, "valley.yaml:10:5: 'size' is '?[31m?7'; an integer of at most 64 bits is expected");
    const char *many[200];
    for (int i = 0; i < 200; i++) many[i] = "some_name";
    int choice;
    assert_false(tr_doc_choice(&t.doc, lone(&t, "x"), many, 200, &choice, &error));
    assert_non_null(strstr(error.message, "some_name..."));
}

static void nearest_names_allow_a_slip_per_three_letters(void **state)
{
    (void)state;
    static const char *const names[] = {"x", "seed", "height", "vegetation", "voxels"};
    assert_string_equal(tr_nearest_name("sede", names, 5), "seed");   // a swap
    assert_string_equal(tr_nearest_name("see", names, 5), "seed");    // a deletion
    assert_string_equal(tr_nearest_name("seeds", names, 5), "seed");  // an insertion
    assert_string_equal(tr_nearest_name("reed", names, 5), "seed");   // a substitution
    assert_string_equal(tr_nearest_name("SEED", names, 5), "seed");   // letter case
    assert_string_equal(tr_nearest_name("hieghts", names, 5), "height");
    assert_string_equal(tr_nearest_name("vegitatoin", names, 5), "vegetation");
    assert_null(tr_nearest_name("vgttn", names, 5));
    assert_null(tr_nearest_name("y", names, 5));
    assert_null(tr_nearest_name("", names, 5));
    assert_null(tr_nearest_name("seed", names, 0));
    char longer[200];
    memset(longer, 's', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_null(tr_nearest_name(longer, names, 5));
    const char *const long_names[] = {longer};
    assert_null(tr_nearest_name("s", long_names, 1));
}

static void doubles_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"0", 0.0},
                 {"-0.5", -0.5},
                 {"+3", 3.0},
                 {".25", 0.25},
                 {"5.", 5.0},
                 {"1e3", 1000.0},
                 {"2.5E-1", 0.25},
                 {"0.1", 0.1},
                 {"007", 7.0},
                 {"1e-400", 0.0},
                 {"1.7976931348623157e308", DBL_MAX}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tree t;
        double value = -99.0;
        assert_true(tr_doc_double(&t.doc, lone(&t, cases[i].text), -DBL_MAX, DBL_MAX, &value, NULL));
        assert_true(value == cases[i].value);
    }
}

static void other_texts_are_not_doubles(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    " 1", "1 ", "1,5", "0x10", "inf", "-inf",  ".inf", "nan", ".nan",
                                        "NaN", "1e", "e5", "1e+", ".",    "-",   "1.2.3", "12m",  "--1", "1e5.5"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tree t;
        double value = -99.0;
        tr_error error = {0};
        assert_false(tr_doc_double(&t.doc, lone(&t, texts[i]), -DBL_MAX, DBL_MAX, &value, &error));
        char expected[200];
        snprintf(expected, sizeof expected, "valley.yaml:10:5: 'size' is '%s'; a finite decimal number is expected",
                 texts[i]);
        assert_schema_error(&error, expected);
        assert_true(value == -99.0);
    }
}

static void doubles_keep_their_limits(void **state)
{
    (void)state;
    tree t;
    double value = -99.0;
    tr_error error = {0};
    assert_true(tr_doc_double(&t.doc, lone(&t, "10"), 0.0, 10.0, &value, &error));
    assert_false(tr_doc_double(&t.doc, lone(&t, "10.5"), 0.0, 10.0, &value, &error));
    assert_schema_error(&error, "valley.yaml:10:5: 'size' is '10.5'; allowed is 0 to 10");
    assert_false(tr_doc_double(&t.doc, lone(&t, "-1"), 0.5, INFINITY, &value, &error));
    assert_schema_error(&error, "valley.yaml:10:5: 'size' is '-1'; allowed is at least 0.5");
    assert_false(tr_doc_double(&t.doc, lone(&t, "1"), -DBL_MAX, 0.0, &value, &error));
    assert_schema_error(&error, "valley.yaml:10:5: 'size' is '1'; allowed is at most 0");
    assert_false(tr_doc_double(&t.doc, lone(&t, "1e999"), -INFINITY, INFINITY, &value, &error));
    assert_schema_error(&error, "valley.yaml:10:5: 'size' is '1e999', which is too large for a number");
    assert_true(value == 10.0);
}

static void quantities_are_read_in_any_unit(void **state)
{
    (void)state;
    static const tr_unit units[] = {{"m", 0}, {"km", 3}, {"cm", -2}, {NULL, 0}};
    const tr_doc_measure measure = {units, -1000, 1000};
    static const char *const texts[] = {"350", "350 m", "350m", "0.35 km", "3.5e-1   km", "35000 cm", "+350.", "35E1"};
    tree t;
    tr_error error = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value = 0;
        assert_true(tr_doc_quantity(&t.doc, lone(&t, texts[i]), &measure, &value, &error));
        assert_true(value == 350.0);
    }
}

static void other_texts_are_not_quantities(void **state)
{
    (void)state;
    static const tr_unit units[] = {{"m", 0}, {"km", 3}, {NULL, 0}};
    const tr_doc_measure lengths = {units, 0, 1000}, plain = {NULL, 0, 1000};
    static const char *const texts[] = {"",    " ",     "m",   "5 mm",    "5 m ", "5 m m",
                                        "nan", "inf m", "0x5", "5e km m", "--5",  "5 "};
    tree t;
    tr_error error = {0};
    double value = 7;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_false(tr_doc_quantity(&t.doc, lone(&t, texts[i]), &lengths, &value, &error));
        assert_non_null(strstr(error.message, "a finite decimal number is expected, alone or with a unit: m, km"));
    }
    assert_false(tr_doc_quantity(&t.doc, lone(&t, "5 m"), &plain, &value, &error));
    assert_schema_error(&error,
                        "valley.yaml:10:5: 'size' is '5 m'; a finite decimal number is expected, without a unit");
    assert_false(tr_doc_quantity(&t.doc, lone(&t, "2 km"), &lengths, &value, &error));
    assert_schema_error(&error, "valley.yaml:10:5: 'size' is '2 km'; allowed is 0 to 1000 m");
    assert_false(tr_doc_quantity(&t.doc, lone(&t, "1e99999999999999999999 km"), &lengths, &value, &error));
    assert_non_null(strstr(error.message, "too large for a number"));
    assert_true(value == 7);
}

static void ints_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {{"0", 0},
                 {"-0", 0},
                 {"+7", 7},
                 {"010", 10},
                 {"-12", -12},
                 {"0x1F", 31},
                 {"-0x1f", -31},
                 {"9223372036854775807", INT64_MAX},
                 {"-9223372036854775808", INT64_MIN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tree t;
        int64_t value = -99;
        assert_true(tr_doc_int(&t.doc, lone(&t, cases[i].text), INT64_MIN, INT64_MAX, &value, NULL));
        assert_true(value == cases[i].value);
    }
}

static void other_texts_are_not_ints(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "", " 1", "1 ", "1.0", "1e3", "0x", "x", "9223372036854775808", "-9223372036854775809", "99999999999999999999"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tree t;
        int64_t value = -99;
        tr_error error = {0};
        assert_false(tr_doc_int(&t.doc, lone(&t, texts[i]), INT64_MIN, INT64_MAX, &value, &error));
        char expected[200];
        snprintf(expected, sizeof expected,
                 "valley.yaml:10:5: 'size' is '%s'; an integer of at most 64 bits is expected", texts[i]);
        assert_schema_error(&error, expected);
        assert_true(value == -99);
    }
    tree t;
    int64_t value;
    tr_error error = {0};
    assert_false(tr_doc_int(&t.doc, lone(&t, "-3"), -2, 5, &value, &error));
    assert_schema_error(&error, "valley.yaml:10:5: 'size' is '-3'; allowed is -2 to 5");
}

static void bools_are_true_or_false(void **state)
{
    (void)state;
    tree t;
    bool value = false;
    tr_error error = {0};
    assert_true(tr_doc_bool(&t.doc, lone(&t, "true"), &value, &error));
    assert_true(value);
    assert_true(tr_doc_bool(&t.doc, lone(&t, "false"), &value, &error));
    assert_false(value);
    assert_false(tr_doc_bool(&t.doc, lone(&t, "yes"), &value, &error));
    assert_schema_error(&error, "valley.yaml:10:5: 'size' is 'yes'; true or false is expected");
}

static void choices_get_a_suggestion(void **state)
{
    (void)state;
    static const char *const kinds[] = {"perlin", "simplex", "worley"};
    tree t;
    int value = -1;
    tr_error error = {0};
    assert_true(tr_doc_choice(&t.doc, lone(&t, "worley"), kinds, 3, &value, &error));
    assert_int_equal(value, 2);
    assert_false(tr_doc_choice(&t.doc, lone(&t, "simplx"), kinds, 3, &value, &error));
    assert_schema_error(&error, "valley.yaml:10:5: 'simplx' is not allowed for 'size'; did you mean 'simplex'? "
                                "Allowed: perlin, simplex, worley");
    assert_false(tr_doc_choice(&t.doc, lone(&t, "granite"), kinds, 3, &value, &error));
    assert_schema_error(&error,
                        "valley.yaml:10:5: 'granite' is not allowed for 'size'; allowed: perlin, simplex, worley");
    assert_int_equal(value, 2);
}

static void readers_refuse_lists_and_quotes(void **state)
{
    (void)state;
    tree t;
    tr_error error = {0};
    double real;
    int64_t integer;
    bool flag;
    int choice;
    static const char *const kinds[] = {"perlin"};
    tree_init(&t);
    const tr_doc_node *list = add_node(&t, TR_DOC_SEQUENCE, NULL);
    const tr_doc_node *mapping = add_node(&t, TR_DOC_MAPPING, NULL);
    assert_false(tr_doc_double(&t.doc, list, 0, 1, &real, &error));
    assert_schema_error(&error, "valley.yaml:10:5: this value is a sequence; a number is expected");
    assert_false(tr_doc_int(&t.doc, mapping, 0, 1, &integer, &error));
    assert_schema_error(&error, "valley.yaml:11:5: this value is a mapping; an integer is expected");
    assert_false(tr_doc_bool(&t.doc, list, &flag, &error));
    assert_schema_error(&error, "valley.yaml:10:5: this value is a sequence; true or false is expected");
    assert_false(tr_doc_choice(&t.doc, mapping, kinds, 1, &choice, &error));
    assert_schema_error(&error, "valley.yaml:11:5: this value is a mapping; one of perlin is expected");

    tr_doc_node *quoted = add_scalar(&t, "1");
    quoted->quoted = true;
    assert_false(tr_doc_double(&t.doc, quoted, 0, 1, &real, &error));
    assert_schema_error(&error, "valley.yaml:12:5: this value is text in quotes; a number is expected, without quotes");
    quoted->text = "perlin";
    assert_true(tr_doc_choice(&t.doc, quoted, kinds, 1, &choice, &error));
}

static void destroy_releases_everything(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    int64_t before = allocator.live_blocks;
    tr_doc *doc = tr_alloc(context, sizeof *doc, NULL);
    memset(doc, 0, sizeof *doc);
    doc->context = context;
    doc->file = tr_alloc(context, 8, NULL);
    doc->nodes = tr_alloc_array(context, 2, sizeof *doc->nodes, NULL);
    doc->text = tr_alloc(context, 16, NULL);
    tr_doc_destroy(doc);
    tr_doc_destroy(NULL);
    assert_int_equal(allocator.live_blocks, before);
    tr_context_destroy(context);
}

TEST_GROUP(doc)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fail_names_the_place),
        cmocka_unit_test(find_looks_in_mappings_only),
        cmocka_unit_test(keys_are_checked),
        cmocka_unit_test(unknown_keys_get_a_suggestion),
        cmocka_unit_test(a_mapping_is_expected_where_keys_are),
        cmocka_unit_test(hostile_text_stays_short_and_printable),
        cmocka_unit_test(nearest_names_allow_a_slip_per_three_letters),
        cmocka_unit_test(doubles_are_read),
        cmocka_unit_test(other_texts_are_not_doubles),
        cmocka_unit_test(doubles_keep_their_limits),
        cmocka_unit_test(quantities_are_read_in_any_unit),
        cmocka_unit_test(other_texts_are_not_quantities),
        cmocka_unit_test(ints_are_read),
        cmocka_unit_test(other_texts_are_not_ints),
        cmocka_unit_test(bools_are_true_or_false),
        cmocka_unit_test(choices_get_a_suggestion),
        cmocka_unit_test(readers_refuse_lists_and_quotes),
        cmocka_unit_test(destroy_releases_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
