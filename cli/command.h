// A command of the program: its name, its help, its options and what it does.
//
// Each command is one file, cmd_<name>.c, with one `const cli_command cmd_<name>`, and is listed in
// commands.c. See cmd_version.c for the smallest one.
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "options.h"

// Exit codes of the program.
enum { CLI_DONE = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

typedef struct cli_call cli_call;

typedef struct cli_command {
    const char *name;
    const char *summary;    // one line for the list of commands, no full stop
    const char *arguments;  // what the usage line shows for arguments, such as "[graph.yaml]"; "" for none
    int min_arguments, max_arguments;
    const char *description;  // some lines for `terrane help <name>`, ending with a newline
    const char *example;      // complete command lines that run as they are after ./dev build
    unsigned common;          // a sum of CLI_COMMON_ flags: which common options it takes
    const tr_key *options;    // its own options
    int option_count;
    size_t values_size;                // its struct of values, which begins with a cli_common
    int (*run)(const cli_call *call);  // returns an exit code; messages go to stderr
} cli_command;

// One run of a command: what was given.
struct cli_call {
    const cli_command *command;
    const void *values;            // the command's struct of values, filled
    const char *const *arguments;  // what is not an option
    int argument_count;
    const cli_given *given;
};

// All commands, in the order of the list that help prints; ends with NULL.
extern const cli_command *const cli_commands[];

// The command of this name, or NULL.
const cli_command *cli_find_command(const char *name);

// Prints to stderr that `name` is no command, with the nearest if one is near. Returns CLI_USAGE.
int cli_unknown_command(const char *name);

// Prints "terrane <command>: message" to stderr and returns CLI_FAILED or CLI_USAGE.
int cli_fail(const cli_call *call, const tr_error *err);
int cli_usage(const cli_call *call, const char *format, ...) TR_PRINTF(2, 3);

#endif
