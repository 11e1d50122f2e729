// terrane help: the list of commands, or all about one.
#include "command.h"

#include <stdio.h>

typedef struct help_values {
    cli_common common;
} help_values;

static void print_overview(void)
{
    printf("Terrane makes worlds: the same seed gives the same bytes on every machine.\n\n"
           "Usage: terrane <command> [arguments] [options]\n\nCommands:\n");
    for (int i = 0; cli_commands[i]; i++) {
        printf("  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    }
    printf("\n'terrane help <command>' shows the options of a command and an example.\n"
           "Exit codes: 0 done, 1 failed with a message, 2 wrong usage.\n");
}

static void print_command(const cli_command *command)
{
    const cli_option_set set = cli_option_set_make(command->common, command->options, command->option_count);
    printf("terrane %s: %s\n\n", command->name, command->summary);
    printf("Usage: terrane %s%s%s [options]\n\n", command->name, *command->arguments ? " " : "", command->arguments);
    printf("%s\n", command->description);
    if (set.count > set.common_count) {
        printf("Options:\n");
        cli_options_print(&set, set.common_count, set.count);
        printf("\n");
    }
    printf("Common options:\n");
    cli_options_print(&set, 0, set.common_count);
    printf("\nExample:\n  %s\n", command->example);
}

static int run(const cli_call *call)
{
    if (call->argument_count == 0) {
        print_overview();
        return CLI_DONE;
    }
    const cli_command *command = cli_find_command(call->arguments[0]);
    if (!command) {
        return cli_unknown_command(call->arguments[0]);
    }
    print_command(command);
    return CLI_DONE;
}

const cli_command cmd_help = {
    .name = "help",
    .summary = "list the commands, or explain one",
    .arguments = "[command]",
    .max_arguments = 1,
    .description = "Lists all commands. With the name of one: its options and an example that works.\n",
    .example = "build/bin/terrane help version",
    .values_size = sizeof(help_values),
    .run = run,
};
