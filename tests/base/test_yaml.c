// YAML into documents: structure, places, and errors that name them.
#include "counting_context.h"

#include <string.h>

#include "base/yaml.h"
#include "temp_dir.h"

static tr_doc *load(const char *text)
{
    tr_error err;
    tr_doc *doc = tr_yaml_load_text(context, "test.yaml", text, strlen(text), &err);
    if (!doc) {
        fail_msg("%s", err.message);
    }
    return doc;
}

static void assert_place(const tr_doc_node *node, int line, int column)
{
    assert_non_null(node);
    assert_int_equal(node->line, line);
    assert_int_equal(node->column, column);
}

static void mappings_sequences_and_places(void **state)
{
    (void)state;
    tr_doc *doc = load("seed: 7\nnodes:\n  - {type: value, at: [1, 2]}\n  - 'a b'\n");
    assert_int_equal(doc->root->kind, TR_DOC_MAPPING);
    assert_int_equal(doc->root->child_count, 2);
    const tr_doc_node *seed = tr_doc_find(doc->root, "seed");
    assert_place(seed, 1, 7);
    assert_string_equal(seed->text, "7");
    assert_string_equal(seed->key->text, "seed");
    assert_place(seed->key, 1, 1);
    assert_false(seed->quoted);

    const tr_doc_node *nodes = tr_doc_find(doc->root, "nodes");
    assert_int_equal(nodes->kind, TR_DOC_SEQUENCE);
    assert_int_equal(nodes->child_count, 2);
    const tr_doc_node *at = tr_doc_find(nodes->child, "at");
    assert_place(at, 3, 23);
    assert_int_equal(at->child_count, 2);
    assert_string_equal(at->child->next->text, "2");
    assert_null(at->child->next->next);
    const tr_doc_node *quoted = nodes->child->next;
    assert_string_equal(quoted->text, "a b");
    assert_true(quoted->quoted);
    assert_null(quoted->key);
    assert_null(quoted->next);
    tr_doc_destroy(doc);
}

static void empty_collections_and_values(void **state)
{
    (void)state;
    tr_doc *doc = load("a: []\nb: {}\nc:\nd: ''\n");
    assert_int_equal(doc->root->child_count, 4);
    assert_null(tr_doc_find(doc->root, "a")->child);
    assert_int_equal(tr_doc_find(doc->root, "b")->child_count, 0);
    assert_string_equal(tr_doc_find(doc->root, "c")->text, "");
    assert_false(tr_doc_find(doc->root, "c")->quoted);
    assert_true(tr_doc_find(doc->root, "d")->quoted);
    tr_doc_destroy(doc);
}

static void an_alias_is_a_copy(void **state)
{
    (void)state;
    tr_doc *doc = load("a: &x {p: [1, 2], q: 3}\nb: *x\nc: *x\n&k key: 1\n");
    const tr_doc_node *a = tr_doc_find(doc->root, "a");
    const tr_doc_node *b = tr_doc_find(doc->root, "b");
    assert_ptr_not_equal(a, b);
    assert_place(b, 2, 4);
    assert_int_equal(b->child_count, 2);
    assert_string_equal(tr_doc_find(b, "p")->child->next->text, "2");
    assert_place(tr_doc_find(b, "q"), 1, 22);
    assert_string_equal(b->next->key->text, "c");
    assert_string_equal(tr_doc_find(doc->root, "key")->text, "1");
    tr_doc_destroy(doc);
}

static void syntax_errors_name_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"a: [1, 2\nb: 3\n", "test.yaml:2:2: "},
        {"a: 1\n b: 2\n", "test.yaml:2:3: "},
        {"a: 'open\n", "test.yaml:2:1: "},
        {"\ta: 1\n", "test.yaml:1:1: "},
        {"a: *missing\n", "test.yaml:1:4: the anchor 'missing' is not defined before this place"},
        {"a: &x [1, *x]\n", "test.yaml:1:11: the alias 'x' would contain itself"},
        {"a: !!int 3\n", "test.yaml:1:4: tags such as 'tag:yaml.org,2002:int' are not supported"},
        {"? [a, b]\n: 1\n", "test.yaml:1:3: a key must be text, not a list or a mapping"},
        {"a: 1\n---\nb: 2\n", "test.yaml:2:1: a second document; one is allowed"},
        {"", "test.yaml:1:1: nothing is described here"},
        {"# only a comment\n", "test.yaml:1:1: nothing is described here"},
        {"a: \"x\\0y\"\n", "test.yaml:1:4: a text must not hold the character 0"},
        {"a: b\nc: \xff\n", "test.yaml:2:4: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_error err;
        assert_null(tr_yaml_load_text(context, "test.yaml", cases[i].text, strlen(cases[i].text), &err));
        assert_int_equal(err.code, TR_ERROR_SYNTAX);
        if (strncmp(err.message, cases[i].message, strlen(cases[i].message)) != 0) {
            fail_msg("'%s'\n expected '%s...'\n found    '%s'", cases[i].text, cases[i].message, err.message);
        }
    }
}

static void files_are_read_and_named(void **state)
{
    (void)state;
    const temp_dir dir = temp_dir_make();
    const char *path = temp_dir_file(&dir, "a.yaml");
    assert_true(write_whole_file(path, "a: 1\n", 5));
    tr_error err;
    tr_doc *doc = tr_yaml_load_file(context, path, &err);
    assert_non_null(doc);
    assert_string_equal(doc->file, path);
    tr_doc_destroy(doc);

    const char *missing = temp_dir_file(&dir, "missing.yaml");
    assert_null(tr_yaml_load_file(context, missing, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_OPEN);
    assert_non_null(strstr(err.message, missing));
    assert_null(tr_yaml_load_file(context, dir.path, &err));
    assert_int_equal(err.code, TR_ERROR_FILE_READ);
    temp_dir_remove(&dir);
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    const char *text = "a: &x {p: [1, 2], q: 'text'}\nb: *x\n";
    tr_doc *doc = NULL;
    int failures = 0;
    for (int allowed = 0; !doc; allowed++) {
        const int64_t live = allocator.live_blocks;
        tr_error err;
        allocator.fail_at = allocator.allocations + allowed;
        doc = tr_yaml_load_text(context, "test.yaml", text, strlen(text), &err);
        allocator.fail_at = -1;
        if (!doc) {
            failures++;
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
            assert_int_equal(allocator.live_blocks, live);
        }
    }
    assert_true(failures >= 5);
    tr_doc_destroy(doc);
}

TEST_GROUP(yaml)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(mappings_sequences_and_places),
        TEST(empty_collections_and_values),
        TEST(an_alias_is_a_copy),
        TEST(syntax_errors_name_the_place),
        TEST(files_are_read_and_named),
        TEST(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
