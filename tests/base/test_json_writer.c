// JSON as the library writes it: escapes, numbers, nesting.
#include "cmocka_test.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "test_context.h"

static test_allocator allocator;
static tr_context *context;
static tr_json json;

static int set_up(void **state)
{
    (void)state;
    context = test_context_counting(1, &allocator);
    json = tr_json_begin(context);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    return 0;
}

static void assert_finished(const char *expected)
{
    tr_error err;
    char *text = tr_json_finish(&json, &err);
    assert_non_null(text);
    assert_string_equal(text, expected);
    tr_free(context, text);
}

static void objects_and_arrays_nest(void **state)
{
    (void)state;
    tr_json_open(&json, NULL, '{');
    tr_json_bool(&json, "yes", true);
    tr_json_bool(&json, "no", false);
    tr_json_open(&json, "items", '[');
    tr_json_int(&json, NULL, INT64_MIN);
    tr_json_open(&json, NULL, '{');
    tr_json_close(&json);
    tr_json_open(&json, NULL, '[');
    tr_json_text(&json, NULL, "a");
    tr_json_close(&json);
    tr_json_close(&json);
    tr_json_text(&json, "last", "");
    tr_json_close(&json);
    assert_finished("{\"yes\":true,\"no\":false,\"items\":[-9223372036854775808,{},[\"a\"]],\"last\":\"\"}");
}

static void texts_and_keys_are_escaped(void **state)
{
    (void)state;
    tr_json_open(&json, NULL, '{');
    tr_json_text(&json, "a\"b", "c\\d\n\x01/\xC3\xA9\xF0\x9F\x8C\x8D");
    tr_json_close(&json);
    assert_finished("{\"a\\\"b\":\"c\\\\d\\u000a\\u0001/\xC3\xA9\xF0\x9F\x8C\x8D\"}");
}

static void broken_utf8_is_replaced(void **state)
{
    (void)state;
    // A lone continuation, an overlong slash, a surrogate, a cut sequence.
    tr_json_text(&json, NULL, "\x80|\xC0\xAF|\xED\xA0\x80|\xE2\x82");
    assert_finished("\"\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd|\\ufffd\\ufffd\"");
}

static void numbers_read_back_exactly_in_any_locale(void **state)
{
    (void)state;
    // Where such a locale is installed, its decimal comma must not matter.
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) setlocale(LC_NUMERIC, "fr_FR.UTF-8");
    tr_json_open(&json, NULL, '[');
    tr_json_double(&json, NULL, 0.5);
    tr_json_double(&json, NULL, -3);
    tr_json_double(&json, NULL, 0.1);
    tr_json_double(&json, NULL, (double)0.1f);
    tr_json_double(&json, NULL, 4611686018427387904.0);
    tr_json_double(&json, NULL, 1.7976931348623157e308);
    tr_json_double(&json, NULL, 5e-324);
    tr_json_close(&json);
    setlocale(LC_NUMERIC, "C");
    assert_finished("[0.5,-3,0.1,0.10000000149011612,4.611686018427388e+18,1.7976931348623157e+308,4.94066e-324]");
}

// As few digits as there are: one more would be noise, one less another number.
static void numbers_have_no_more_digits_than_they_need(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        json = tr_json_begin(context);
        const uint64_t random = tr_hash_identity(5, 7, (int64_t)i, 0, 0);
        const double value = i % 3 == 0   ? (double)(random % 100000000) / 1e4
                             : i % 3 == 1 ? (double)(random >> 11) / 1048576.0
                                          : (double)(random % 1000) * 1e7;
        char plain[48];
        for (int digits = 6; digits <= 17; digits++) {
            snprintf(plain, sizeof plain, "%.*g", digits, value);
            if (strtod(plain, NULL) == value) break;
        }
        tr_json_double(&json, NULL, value);
        assert_finished(plain);
        const float single = (float)value;
        for (int digits = 6; digits <= 9; digits++) {
            snprintf(plain, sizeof plain, "%.*g", digits, (double)single);
            if (strtof(plain, NULL) == single) break;
        }
        json = tr_json_begin(context);
        tr_json_float(&json, NULL, single);
        assert_finished(plain);
    }
}

static void a_failed_allocation_is_reported_at_the_end(void **state)
{
    (void)state;
    allocator.fail_at = allocator.allocations;
    tr_json_open(&json, NULL, '[');
    allocator.fail_at = -1;
    tr_json_close(&json);
    tr_error err;
    assert_null(tr_json_finish(&json, &err));
    assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
}

TEST_GROUP(json_writer)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(objects_and_arrays_nest),
        TEST(texts_and_keys_are_escaped),
        TEST(broken_utf8_is_replaced),
        TEST(numbers_read_back_exactly_in_any_locale),
        TEST(numbers_have_no_more_digits_than_they_need),
        TEST(a_failed_allocation_is_reported_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
