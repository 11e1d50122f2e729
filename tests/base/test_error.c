#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/base.h"

static void version_is_that_of_the_header(void **state)
{
    (void)state;
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", TR_VERSION_MAJOR, TR_VERSION_MINOR, TR_VERSION_PATCH);
    assert_string_equal(tr_version(), expected);
}

static void every_code_has_a_name_and_a_text(void **state)
{
    (void)state;
    assert_string_equal(tr_error_name(TR_ERROR_NONE), "NONE");
    assert_string_equal(tr_error_name(TR_ERROR_FILE_OPEN), "FILE_OPEN");
    assert_string_equal(tr_error_text(TR_ERROR_TIMEOUT), "the time ran out");
    for (int a = 0; a < TR_ERROR_COUNT; a++) {
        assert_string_not_equal(tr_error_name((tr_error_code)a), "UNKNOWN");
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(tr_error_name((tr_error_code)a), tr_error_name((tr_error_code)b));
            assert_string_not_equal(tr_error_text((tr_error_code)a), tr_error_text((tr_error_code)b));
        }
    }
    assert_string_equal(tr_error_name(TR_ERROR_COUNT), "UNKNOWN");
    assert_string_equal(tr_error_name((tr_error_code)1000), "UNKNOWN");
    assert_true(strlen(tr_error_text((tr_error_code)1000)) > 0);
}

static void fail_formats_and_returns_false(void **state)
{
    (void)state;
    tr_error error;
    assert_false(tr_fail(&error, TR_ERROR_FORMAT, "%s:%d: odd", "a.png", 7));
    assert_int_equal(error.code, TR_ERROR_FORMAT);
    assert_string_equal(error.message, "a.png:7: odd");
    assert_false(tr_fail(NULL, TR_ERROR_FORMAT, "%s", "nobody reads this"));
}

static void fail_can_add_to_its_own_message(void **state)
{
    (void)state;
    tr_error error;
    tr_fail(&error, TR_ERROR_FORMAT, "odd");
    tr_fail(&error, TR_ERROR_FORMAT, "a.png: %s", error.message);
    assert_string_equal(error.message, "a.png: odd");
}

static void messages_never_end_with_a_newline(void **state)
{
    (void)state;
    tr_error error;
    tr_fail(&error, TR_ERROR_GPU_FAILED, "line\n\n");
    assert_string_equal(error.message, "line");
    tr_fail(&error, TR_ERROR_GPU_FAILED, "\n");
    assert_string_equal(error.message, "");
}

static void a_long_message_is_cut_between_characters(void **state)
{
    (void)state;
    tr_error error;
    // Two-byte characters, once from an even and once from an odd place, so that one cut falls inside of one.
    for (int shift = 0; shift < 2; shift++) {
        char text[1500] = "";
        for (int i = 0; i < 700; i++) strcat(text, "\xC3\xA9");
        tr_fail(&error, TR_ERROR_SYNTAX, "%s%s", shift ? "x" : "", text);
        size_t length = strlen(error.message);
        assert_in_range(length, sizeof error.message - 2, sizeof error.message - 1);
        assert_string_equal(error.message + length - 3, "...");
        assert_int_equal((length - 3 - (size_t)shift) % 2, 0);
    }
    char fits[sizeof error.message];
    memset(fits, 'a', sizeof fits - 1);
    fits[sizeof fits - 1] = '\0';
    tr_fail(&error, TR_ERROR_SYNTAX, "%s", fits);
    assert_string_equal(error.message, fits);
}

static void names_of_backends_and_isas_go_both_ways(void **state)
{
    (void)state;
    for (int i = 0; i < TR_BACKEND_COUNT; i++) {
        tr_backend backend = TR_BACKEND_COUNT;
        assert_true(tr_backend_from_name(tr_backend_name((tr_backend)i), &backend));
        assert_int_equal(backend, i);
    }
    for (int i = 0; i < TR_ISA_COUNT; i++) {
        tr_isa isa = TR_ISA_COUNT;
        assert_true(tr_isa_from_name(tr_isa_name((tr_isa)i), &isa));
        assert_int_equal(isa, i);
    }
    assert_string_equal(tr_backend_name(TR_BACKEND_GL), "gl");
    assert_string_equal(tr_isa_name(TR_ISA_AVX2), "avx2");
    tr_backend backend = TR_BACKEND_GL;
    tr_isa isa = TR_ISA_AVX2;
    assert_false(tr_backend_from_name("GL", &backend));
    assert_false(tr_backend_from_name("", &backend));
    assert_false(tr_isa_from_name("avx", &isa));
    assert_int_equal(backend, TR_BACKEND_GL);
    assert_int_equal(isa, TR_ISA_AVX2);
}

TEST_GROUP(error)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(every_code_has_a_name_and_a_text),
        cmocka_unit_test(fail_formats_and_returns_false),
        cmocka_unit_test(fail_can_add_to_its_own_message),
        cmocka_unit_test(messages_never_end_with_a_newline),
        cmocka_unit_test(a_long_message_is_cut_between_characters),
        cmocka_unit_test(names_of_backends_and_isas_go_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
