// Options of the command line, from tables: `--name value`, `--name=value`, `-o value`.
//
// An option is a row of a table of keys (terrane/schema.h): what it is called, what kind of value it takes, what is
// allowed, and where in the command's struct of values it goes. Defaults are texts that go through the same reader as
// the user's, so that what help prints is what happens.
//   BOOL      takes no value
//   INT64     within its range
//   TEXT      not empty
//   REGION    x0,z0,x1,z1, not empty
//   INTEGERS  separated by commas
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "terrane/schema.h"

enum { CLI_LIST_MAX = 16 };

typedef struct cli_text_list {
    const char *items[CLI_LIST_MAX];
    int count;
} cli_text_list;

// Of an option that may be given several times, each of which adds a text that is not empty to a cli_text_list.
extern const tr_key_form cli_texts_form;

// Options that many commands take. A command names those that mean something to it.
enum {
    CLI_COMMON_SEED = 1,
    CLI_COMMON_COMPUTE = 2,  // --threads --backend --isa --memory
    CLI_COMMON_REGION = 4,
    CLI_COMMON_OUTPUT = 8,
    CLI_COMMON_JSON = 16,
    CLI_COMMON_QUIET = 32
};

// Every struct of values begins with this.
typedef struct cli_common {
    bool help;
    uint64_t seed;
    int64_t threads;
    int backend;  // tr_backend
    int isa;      // tr_isa
    int64_t memory_mib;
    tr_region region;    // meaningful when given
    const char *output;  // NULL when not given
    bool json;
    bool quiet;
} cli_common;

enum { CLI_OPTION_MAX = 48 };

// Which options the user wrote.
typedef struct cli_given {
    const char *names[CLI_OPTION_MAX];
    int count;
} cli_given;

bool cli_was_given(const cli_given *given, const char *name);

// The rows a command takes: --help, the common ones it asked for, then its own.
typedef struct cli_option_set {
    const tr_key *options[CLI_OPTION_MAX];
    int count;
    int common_count;  // how many of them, from the front, are common
} cli_option_set;

cli_option_set cli_option_set_make(unsigned common, const tr_key *options, int option_count);

// Reads `argv` into `values`: defaults first, then what is written. Arguments that are no options are moved to
// the front of `argv`, and `*argument_count` says how many they are. `--` ends the options.
// Fails with a message that names the option, what was found and what is allowed.
bool cli_options_read(const cli_option_set *set, int argc, const char **argv, void *values, cli_given *given,
                      int *argument_count, tr_error *err);

// Reads one value of an option (option_values.c).
bool cli_option_value(const tr_key *option, const char *text, void *values, tr_error *err);

// Prints a help line for each option in [begin, end).
void cli_options_print(const cli_option_set *set, int begin, int end);

#endif
