// JSON as it is printed: escapes, numbers, layout.
#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

static char *printed;
static size_t printed_size;
static FILE *stream;

static int set_up(void **state)
{
    (void)state;
    stream = open_memstream(&printed, &printed_size);
    return stream ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    fclose(stream);
    free(printed);
    return 0;
}

static void assert_printed(const char *expected)
{
    fflush(stream);
    assert_string_equal(printed, expected);
}

static void a_table_has_one_row_per_line(void **state)
{
    (void)state;
    cli_json json = cli_json_begin(stream);
    cli_json_open(&json, NULL, '{');
    cli_json_bool(&json, "equal", true);
    cli_json_open(&json, "rows", '[');
    for (int i = 0; i < 2; i++) {
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "system", "value");
        cli_json_int(&json, "count", i);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_open(&json, "none", '[');
    cli_json_close(&json);
    cli_json_close(&json);
    cli_json_end(&json);
    assert_printed("{\n  \"equal\": true,\n  \"rows\": [\n    {\"system\": \"value\", \"count\": 0},\n"
                   "    {\"system\": \"value\", \"count\": 1}\n  ],\n  \"none\": []\n}\n");
}

static void texts_are_escaped(void **state)
{
    (void)state;
    cli_json json = cli_json_begin(stream);
    cli_json_text(&json, NULL, "a\"b\\c\n\t\x01/\xC3\xA9\xF0\x9F\x8C\x8D");
    cli_json_end(&json);
    assert_printed("\"a\\\"b\\\\c\\u000a\\u0009\\u0001/\xC3\xA9\xF0\x9F\x8C\x8D\"\n");
}

static void broken_utf8_is_replaced(void **state)
{
    (void)state;
    cli_json json = cli_json_begin(stream);
    // A lone continuation, an overlong slash, a surrogate, a cut sequence.
    cli_json_text(&json, NULL, "\x80|\xC0\xAF|\xED\xA0\x80|\xE2\x82");
    cli_json_end(&json);
    assert_printed("\"\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd|\\ufffd\\ufffd\"\n");
}

static void numbers_read_back_exactly(void **state)
{
    (void)state;
    cli_json json = cli_json_begin(stream);
    cli_json_open(&json, NULL, '[');
    cli_json_double(&json, NULL, 0.1);
    cli_json_double(&json, NULL, 1.0 / 3.0);
    cli_json_double(&json, NULL, 1e300);
    cli_json_double(&json, NULL, -0.0);
    cli_json_double(&json, NULL, (double)NAN);
    cli_json_double(&json, NULL, (double)INFINITY);
    cli_json_int(&json, NULL, INT64_MIN);
    cli_json_null(&json, NULL);
    cli_json_close(&json);
    cli_json_end(&json);
    assert_printed("[\n  0.1,\n  0.3333333333333333,\n  1e+300,\n  -0,\n  null,\n  null,\n"
                   "  -9223372036854775808,\n  null\n]\n");
}

TEST_GROUP(json)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_table_has_one_row_per_line),
        TEST(texts_are_escaped),
        TEST(broken_utf8_is_replaced),
        TEST(numbers_read_back_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
