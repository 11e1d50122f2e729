// The option reader: every kind of value, and what it says about wrong ones.
#include "cmocka_test.h"

#include <stdio.h>
#include <string.h>

#include "options.h"

typedef struct values {
    cli_common common;
    int64_t width;
    double frequency;
    int kind;
    tr_integer_list at;
    const char *name;
    cli_text_list files;
    bool flag;
} values;

static const char *const kinds[] = {"value", "gradient", "simplex", NULL};

static const tr_key options[] = {
    {.name = "width",
     .letter = 'w',
     .type = TR_KEY_INT64,
     .offset = offsetof(values, width),
     .value = "px",
     .initial = "512",
     .low = 1,
     .high = 65536,
     .help = "width"},
    {.name = "frequency",
     .type = TR_KEY_DOUBLE,
     .offset = offsetof(values, frequency),
     .value = "f",
     .initial = "0.02",
     .low = 0.0,
     .high = 0.5,
     .help = "frequency"},
    {.name = "kind",
     .type = TR_KEY_CHOICE,
     .offset = offsetof(values, kind),
     .value = "kind",
     .initial = "gradient",
     .choices = kinds,
     .help = "kind"},
    {.name = "at",
     .type = TR_KEY_INTEGERS,
     .offset = offsetof(values, at),
     .value = "x,y,z",
     .initial = "0,0",
     .min_count = 2,
     .max_count = 3,
     .help = "origin"},
    {.name = "name", .type = TR_KEY_TEXT, .offset = offsetof(values, name), .value = "text", .help = "a text"},
    {.name = "files",
     .type = TR_KEY_OTHER,
     .form = &cli_texts_form,
     .offset = offsetof(values, files),
     .value = "file",
     .help = "texts"},
    {.name = "flag", .type = TR_KEY_BOOL, .offset = offsetof(values, flag), .help = "a flag"},
};

enum { WORDS_MAX = 8 };

static values read_values;
static cli_given given;
static const char *words[WORDS_MAX];
static int argument_count;
static tr_error err;

// Reads up to WORDS_MAX words, ended by NULL.
static bool read_words(const char *const *list)
{
    const unsigned all = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_REGION | CLI_COMMON_OUTPUT | CLI_COMMON_JSON;
    const cli_option_set set = cli_option_set_make(all, options, (int)(sizeof options / sizeof options[0]));
    int count = 0;
    for (; list[count]; count++) {
        words[count] = list[count];
    }
    memset(&read_values, 0, sizeof read_values);
    memset(&err, 0, sizeof err);
    return cli_options_read(&set, count, words, &read_values, &given, &argument_count, &err);
}

#define READ(...) read_words((const char *const[WORDS_MAX]){__VA_ARGS__, NULL})

static void assert_refused(const char *const *list, const char *message)
{
    assert_false(read_words(list));
    assert_int_equal(err.code, TR_ERROR_INVALID_ARGUMENT);
    assert_string_equal(err.message, message);
}

#define REFUSED(message, ...) assert_refused((const char *const[WORDS_MAX]){__VA_ARGS__, NULL}, message)

static void defaults_come_from_the_table(void **state)
{
    (void)state;
    assert_true(READ(NULL));
    assert_int_equal(read_values.width, 512);
    assert_true(read_values.frequency == 0.02);
    assert_int_equal(read_values.kind, 1);
    assert_int_equal(read_values.at.count, 2);
    assert_int_equal(read_values.common.seed, 1);
    assert_int_equal(read_values.common.memory_mib, 2048);
    assert_null(read_values.common.output);
    assert_false(cli_was_given(&given, "width"));
}

static void both_forms_and_letters(void **state)
{
    (void)state;
    assert_true(READ("--width", "7", "--frequency=0.25", "-o", "a.png", "file.yaml"));
    assert_int_equal(read_values.width, 7);
    assert_true(read_values.frequency == 0.25);
    assert_string_equal(read_values.common.output, "a.png");
    assert_int_equal(argument_count, 1);
    assert_string_equal(words[0], "file.yaml");
    assert_true(cli_was_given(&given, "width"));
    assert_true(cli_was_given(&given, "output"));
}

static void the_last_of_several_counts(void **state)
{
    (void)state;
    assert_true(READ("-w", "7", "-w", "8"));
    assert_int_equal(read_values.width, 8);
    assert_int_equal(given.count, 1);
}

static void texts_of_a_list_are_collected(void **state)
{
    (void)state;
    assert_true(READ("--files", "a", "--files=b", "--files", "a"));
    assert_int_equal(read_values.files.count, 3);
    assert_string_equal(read_values.files.items[1], "b");
    assert_string_equal(read_values.files.items[2], "a");
    assert_int_equal(given.count, 1);
    REFUSED("--files is ''; allowed is a text that is not empty", "--files=");
}

static void negative_and_extreme_numbers_are_values(void **state)
{
    (void)state;
    assert_true(READ("--at", "-9223372036854775808,9223372036854775807,-1"));
    assert_int_equal(read_values.at.count, 3);
    assert_true(read_values.at.items[0] == INT64_MIN);
    assert_true(read_values.at.items[1] == INT64_MAX);
    assert_true(READ("--region", "-5,-6,7,8"));
    assert_int_equal(read_values.common.region.z0, -6);
}

static void two_dashes_end_the_options(void **state)
{
    (void)state;
    assert_true(READ("--", "--width", "-"));
    assert_int_equal(argument_count, 2);
    assert_int_equal(read_values.width, 512);
}

static void whole_numbers_have_ranges(void **state)
{
    (void)state;
    REFUSED("--width is '0'; allowed is a whole number from 1 to 65536", "--width", "0");
    REFUSED("--width is '-3'; allowed is a whole number from 1 to 65536", "--width", "-3");
    REFUSED("--width is '65537'; allowed is a whole number from 1 to 65536", "--width=65537");
    REFUSED("--width is '99999999999999999999'; allowed is a whole number from 1 to 65536", "--width",
            "99999999999999999999");
    REFUSED("--width is '5x'; allowed is a whole number from 1 to 65536", "--width", "5x");
    REFUSED("--width is '1.5'; allowed is a whole number from 1 to 65536", "--width", "1.5");
    REFUSED("--width is ' 5'; allowed is a whole number from 1 to 65536", "--width", " 5");
    REFUSED("--width is ''; allowed is a whole number from 1 to 65536", "--width=");
}

static void real_numbers_are_finite(void **state)
{
    (void)state;
    REFUSED("--frequency is 'nan'; allowed is a number from 0 to 0.5", "--frequency", "nan");
    REFUSED("--frequency is 'inf'; allowed is a number from 0 to 0.5", "--frequency", "inf");
    REFUSED("--frequency is '1e999'; allowed is a number from 0 to 0.5", "--frequency", "1e999");
    REFUSED("--frequency is '-1'; allowed is a number from 0 to 0.5", "--frequency", "-1");
    REFUSED("--frequency is '0.1.2'; allowed is a number from 0 to 0.5", "--frequency", "0.1.2");
}

static void choices_are_listed(void **state)
{
    (void)state;
    REFUSED("--kind is 'x'; allowed is value, gradient or simplex", "--kind", "x");
    REFUSED("--isa is 'sse9'; allowed is auto, scalar, baseline or avx2", "--isa", "sse9");
    REFUSED("--backend is 'GL'; allowed is auto, cpu or gl; did you mean 'gl'?", "--backend", "GL");
}

static void lists_and_regions_have_a_form(void **state)
{
    (void)state;
    const char *list = "--at is '%s'; allowed is 2 to 3 whole numbers from -9223372036854775808 to "
                       "9223372036854775807, separated by commas";
    static const char *const wrong[] = {"1", "1,2,3,4", "1,,2", "1,2,", ",1,2", "1;2", "9223372036854775808,0"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char message[256];
        snprintf(message, sizeof message, list, wrong[i]);
        REFUSED(message, "--at", wrong[i]);
    }
    const char *region = "allowed is x0,z0,x1,z1 in whole numbers with x0 < x1 and z0 < z1";
    static const char *const wrong_regions[] = {"0,0,0,5", "0,0,5,0", "5,0,0,5", "0,0,5", "a", "0,0,5,5,5"};
    for (size_t i = 0; i < sizeof wrong_regions / sizeof wrong_regions[0]; i++) {
        char message[256];
        snprintf(message, sizeof message, "--region is '%s'; %s", wrong_regions[i], region);
        REFUSED(message, "--region", wrong_regions[i]);
    }
}

static void missing_values_are_seen(void **state)
{
    (void)state;
    REFUSED("--width needs a value: --width <px>", "--width");
    REFUSED("--width needs a value: --width <px>", "--width", "--flag");
    REFUSED("--output needs a value: --output <file>", "-o");
    REFUSED("--name is ''; allowed is a text that is not empty", "--name", "");
    REFUSED("--flag takes no value, but '1' was given", "--flag=1");
}

static void unknown_options_get_a_suggestion(void **state)
{
    (void)state;
    REFUSED("unknown option '--widht'; did you mean --width?", "--widht", "5");
    REFUSED("unknown option '--thread'; did you mean --threads?", "--thread=5");
    REFUSED("unknown option '--zzzzzzzz'", "--zzzzzzzz");
    REFUSED("unknown option '-widht'; did you mean --width?", "-widht");
}

static void seeds_are_numbers_or_text(void **state)
{
    (void)state;
    assert_true(READ("--seed", "42"));
    assert_int_equal(read_values.common.seed, 42);
    assert_true(READ("--seed", "valley"));
    assert_true(read_values.common.seed == tr_seed_from_text("valley"));
}

TEST_GROUP(options)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_come_from_the_table),     cmocka_unit_test(both_forms_and_letters),
        cmocka_unit_test(the_last_of_several_counts),       cmocka_unit_test(negative_and_extreme_numbers_are_values),
        cmocka_unit_test(two_dashes_end_the_options),       cmocka_unit_test(whole_numbers_have_ranges),
        cmocka_unit_test(real_numbers_are_finite),          cmocka_unit_test(choices_are_listed),
        cmocka_unit_test(lists_and_regions_have_a_form),    cmocka_unit_test(missing_values_are_seen),
        cmocka_unit_test(unknown_options_get_a_suggestion), cmocka_unit_test(seeds_are_numbers_or_text),
        cmocka_unit_test(texts_of_a_list_are_collected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
