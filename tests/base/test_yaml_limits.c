// Descriptions made to exhaust the reader are refused early.
#include "counting_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/yaml.h"

static void assert_too_large(const char *text, size_t size, const char *part)
{
    tr_error err;
    assert_null(tr_yaml_load_text(context, "test.yaml", text, size, &err));
    assert_int_equal(err.code, TR_ERROR_TOO_LARGE);
    if (!strstr(err.message, part)) {
        fail_msg("expected '%s' in '%s'", part, err.message);
    }
}

static void repeat(char *text, const char *part, int count)
{
    for (int i = 0; i < count; i++) {
        strcat(text, part);
    }
}

static void deep_nesting(void **state)
{
    (void)state;
    tr_error err;
    char text[1024] = "";
    repeat(text, "[", 64);
    repeat(text, "]", 64);
    tr_doc *doc = tr_yaml_load_text(context, "test.yaml", text, strlen(text), &err);
    assert_non_null(doc);
    tr_doc_destroy(doc);

    text[0] = '\0';
    repeat(text, "[", 65);
    repeat(text, "]", 65);
    assert_too_large(text, strlen(text), "test.yaml:1:65: nested deeper than 64 levels");
}

// Half a megabyte of brackets that never close.
static void endless_nesting(void **state)
{
    (void)state;
    const size_t size = 512 * 1024;
    char *text = malloc(size);
    memset(text, '[', size);
    assert_too_large(text, size, "nested deeper than 64 levels");
    for (size_t i = 0; i + 4 <= size; i += 4) {
        memcpy(text + i, "{a: ", 4);
    }
    assert_too_large(text, size, "nested deeper than 64 levels");
    free(text);
}

// "Billion laughs": each line holds the line before ten times.
static void alias_bomb(void **state)
{
    (void)state;
    char text[2048] = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 9; i++) {
        char line[160];
        snprintf(line, sizeof line, "a%d: &a%d [", i, i);
        strcat(text, line);
        for (int j = 0; j < 10; j++) {
            snprintf(line, sizeof line, "%s*a%d", j == 0 ? "" : ", ", i - 1);
            strcat(text, line);
        }
        strcat(text, "]\n");
    }
    assert_too_large(text, strlen(text), "makes more than 1000000 values");
}

// Each alias adds a level to what it holds; together they would be deeper than any text that is allowed.
static void nesting_through_aliases(void **state)
{
    (void)state;
    char text[4096] = "a0: &a0 [x]\n";
    for (int i = 1; i < 80; i++) {
        char line[40];
        snprintf(line, sizeof line, "a%d: &a%d [*a%d]\n", i, i, i - 1);
        strcat(text, line);
    }
    assert_too_large(text, strlen(text), "nests deeper than 64 levels");
}

static void too_many_values(void **state)
{
    (void)state;
    const size_t count = 1000001;
    char *text = malloc(2 * count + 2);
    text[0] = '[';
    for (size_t i = 0; i < count; i++) {
        memcpy(text + 1 + 2 * i, "1,", 2);
    }
    text[2 * count + 1] = ']';
    assert_too_large(text, 2 * count + 2, "more than 1000000 values");
    free(text);
}

static void too_many_anchors(void **state)
{
    (void)state;
    char *text = malloc(1 << 16);
    size_t size = 0;
    for (int i = 0; i < 2000; i++) {
        size += (size_t)sprintf(text + size, "- &a%d x\n", i);
    }
    assert_too_large(text, size, "test.yaml:1025:3: more than 1024 anchors");
    free(text);
}

static void too_many_bytes(void **state)
{
    (void)state;
    const size_t size = 16 * 1024 * 1024 + 1;
    char *text = malloc(size);
    memset(text, ' ', size);
    assert_too_large(text, size, "larger than the 16777216 bytes");
    free(text);
}

TEST_GROUP(yaml_limits)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(deep_nesting),    TEST(endless_nesting),  TEST(alias_bomb),     TEST(nesting_through_aliases),
        TEST(too_many_values), TEST(too_many_anchors), TEST(too_many_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
