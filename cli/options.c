#include "options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const backend_names[] = {
    [TR_BACKEND_AUTO] = "auto", [TR_BACKEND_CPU] = "cpu", [TR_BACKEND_GL] = "gl", [TR_BACKEND_COUNT] = NULL};
static const char *const isa_names[] = {[TR_ISA_AUTO] = "auto",
                                        [TR_ISA_SCALAR] = "scalar",
                                        [TR_ISA_BASELINE] = "baseline",
                                        [TR_ISA_AVX2] = "avx2",
                                        [TR_ISA_COUNT] = NULL};

typedef struct common_option {
    unsigned group;  // 0: every command takes it
    tr_key option;
} common_option;

#define AT(field) .offset = offsetof(cli_common, field)

static const common_option common_options[] = {
    {0, {.name = "help", .letter = 'h', .type = TR_KEY_BOOL, AT(help), .help = "show this help"}},
    {CLI_COMMON_SEED,
     {.name = "seed", .type = TR_KEY_SEED, AT(seed), .value = "seed", .initial = "1", .help = "a number or any text"}},
    {CLI_COMMON_COMPUTE,
     {.name = "threads",
      .type = TR_KEY_INT64,
      AT(threads),
      .value = "n",
      .low = 1,
      .high = TR_MAX_THREADS,
      .help = "threads that work (default: one per core)"}},
    {CLI_COMMON_COMPUTE,
     {.name = "backend",
      .type = TR_KEY_CHOICE,
      AT(backend),
      .value = "where",
      .choices = backend_names,
      .initial = "auto",
      .help = "where to compute: auto, cpu or gl"}},
    {CLI_COMMON_COMPUTE,
     {.name = "isa",
      .type = TR_KEY_CHOICE,
      AT(isa),
      .value = "name",
      .choices = isa_names,
      .initial = "auto",
      .help = "CPU kernels: auto, scalar, baseline or avx2"}},
    {CLI_COMMON_COMPUTE,
     {.name = "memory",
      .type = TR_KEY_INT64,
      AT(memory_mib),
      .value = "mib",
      .low = 1,
      .high = 1 << 24,
      .initial = "2048",
      .help = "memory that may be used, in MiB"}},
    {CLI_COMMON_REGION,
     {.name = "region",
      .type = TR_KEY_REGION,
      AT(region),
      .value = "x0,z0,x1,z1",
      .help = "the part of the world; x1 and z1 are not included"}},
    {CLI_COMMON_OUTPUT,
     {.name = "output", .letter = 'o', .type = TR_KEY_TEXT, AT(output), .value = "file", .help = "where to write"}},
    {CLI_COMMON_JSON, {.name = "json", .type = TR_KEY_BOOL, AT(json), .help = "print JSON"}},
    {CLI_COMMON_QUIET,
     {.name = "quiet", .letter = 'q', .type = TR_KEY_BOOL, AT(quiet), .help = "no progress, no notes"}},
};

bool cli_was_given(const cli_given *given, const char *name)
{
    for (int i = 0; i < given->count; i++) {
        if (strcmp(given->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

cli_option_set cli_option_set_make(unsigned common, const tr_key *options, int option_count)
{
    cli_option_set set = {0};
    for (size_t i = 0; i < sizeof common_options / sizeof common_options[0]; i++) {
        if (common_options[i].group == 0 || (common & common_options[i].group) != 0) {
            set.options[set.count++] = &common_options[i].option;
        }
    }
    set.common_count = set.count;
    assert(set.count + option_count <= CLI_OPTION_MAX);
    for (int i = 0; i < option_count; i++) {
        set.options[set.count++] = &options[i];
    }
    return set;
}

// The option that `word` (with its dashes) names; `*value` is set to what follows '=', or NULL.
static const tr_key *find_option(const cli_option_set *set, const char *word, const char **value)
{
    *value = NULL;
    if (word[1] != '-') {
        for (int i = 0; i < set->count; i++) {
            if (set->options[i]->letter == word[1] && word[2] == '\0') {
                return set->options[i];
            }
        }
        return NULL;
    }
    const char *name = word + 2;
    const size_t length = strcspn(name, "=");
    for (int i = 0; i < set->count; i++) {
        const tr_key *option = set->options[i];
        if (strncmp(option->name, name, length) == 0 && option->name[length] == '\0') {
            *value = name[length] == '=' ? name + length + 1 : NULL;
            return option;
        }
    }
    return NULL;
}

static bool fail_unknown(const cli_option_set *set, const char *word, tr_error *err)
{
    const char *names[CLI_OPTION_MAX];
    for (int i = 0; i < set->count; i++) {
        names[i] = set->options[i]->name;
    }
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *nearest = tr_nearest_name(name + strspn(name, "-"), names, set->count);
    if (nearest) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "unknown option '%s'; did you mean --%s?", name, nearest);
    }
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "unknown option '%s'", name);
}

// A word that starts with two dashes is never taken as a value, so that `--width --height 5` is seen as the
// mistake it is. "-5" and "-" are values.
static bool is_value(const char *word)
{
    return word && strncmp(word, "--", 2) != 0;
}

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && (word[1] < '0' || word[1] > '9');
}

// Reads the option at argv[*at] and moves *at to its last word.
static bool read_option(const cli_option_set *set, int argc, const char **argv, int *at, void *values, cli_given *given,
                        tr_error *err)
{
    const char *word = argv[*at];
    const char *value = NULL;
    const tr_key *option = find_option(set, word, &value);
    if (!option) {
        return fail_unknown(set, word, err);
    }
    if (option->type == TR_KEY_BOOL) {
        if (value) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s takes no value, but '%s' was given", option->name,
                           value);
        }
    } else if (!value) {
        value = *at + 1 < argc ? argv[*at + 1] : NULL;
        if (!is_value(value)) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s needs a value: --%s <%s>", option->name, option->name,
                           option->value);
        }
        (*at)++;
    }
    if (!cli_was_given(given, option->name)) {
        given->names[given->count++] = option->name;
    }
    return cli_option_value(option, value, values, err);
}

bool cli_options_read(const cli_option_set *set, int argc, const char **argv, void *values, cli_given *given,
                      int *argument_count, tr_error *err)
{
    *argument_count = 0;
    given->count = 0;
    for (int i = 0; i < set->count; i++) {
        const tr_key *option = set->options[i];
        if (option->initial && !cli_option_value(option, option->initial, values, err)) {
            return false;
        }
    }
    bool options_ended = false;
    for (int i = 0; i < argc; i++) {
        if (options_ended || !is_option(argv[i])) {
            argv[(*argument_count)++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            options_ended = true;
        } else if (!read_option(set, argc, argv, &i, values, given, err)) {
            return false;
        }
    }
    return true;
}

void cli_options_print(const cli_option_set *set, int begin, int end)
{
    for (int i = begin; i < end; i++) {
        const tr_key *option = set->options[i];
        char left[64];
        char letter[8] = "    ";
        if (option->letter) {
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        }
        if (option->value) {
            snprintf(left, sizeof left, "%s--%s <%s>", letter, option->name, option->value);
        } else {
            snprintf(left, sizeof left, "%s--%s", letter, option->name);
        }
        printf("  %-30s  %s", left, option->help);
        if (option->initial) {
            printf(" (default: %s)", option->initial);
        }
        putchar('\n');
    }
}
