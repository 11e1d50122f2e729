// The program: finds the command, reads its options, runs it.
#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static int run_command(const cli_command *command, int argc, const char **argv);

// `terrane <command> --help` is `terrane help <command>`.
static int show_help(const cli_command *command)
{
    const char *argv[1] = {command->name};
    return run_command(cli_find_command("help"), 1, argv);
}

static int run_with_values(const cli_command *command, int argc, const char **argv, cli_common *values)
{
    const cli_option_set set = cli_option_set_make(command->common, command->options, command->option_count);
    cli_given given;
    cli_call call = {.command = command, .values = values, .arguments = argv, .given = &given};
    tr_error err;
    if (!cli_options_read(&set, argc, argv, values, &given, &call.argument_count, &err)) {
        return cli_usage(&call, "%s", err.message);
    }
    if (values->help) {
        return show_help(command);
    }
    if (call.argument_count < command->min_arguments) {
        return cli_usage(&call, "an argument is missing: terrane %s %s", command->name, command->arguments);
    }
    if (call.argument_count > command->max_arguments) {
        return cli_usage(&call, "unexpected argument '%s'", argv[command->max_arguments]);
    }
    return command->run(&call);
}

static int run_command(const cli_command *command, int argc, const char **argv)
{
    cli_common *values = calloc(1, command->values_size);
    if (!values) {
        fprintf(stderr, "terrane: out of memory\n");
        return CLI_FAILED;
    }
    const int code = run_with_values(command, argc, argv, values);
    free(values);
    return code;
}

// A result that did not reach the pipe or the disk is a failure, even though the command thinks it is done.
static int finish_output(int code)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "terrane: cannot write to standard output: %s\n", strerror(errno));
        return code == CLI_DONE ? CLI_FAILED : code;
    }
    return code;
}

// Commands free what a part of their work took and ask for as much again for the next part. The C library would hand
// that memory back to the system in between; getting it anew cost a fifth of the time of generating blocks.
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_TOP_PAD, 4 << 20);
#endif
}

int main(int argc, char **argv)
{
    keep_freed_memory();
    const char **words = (const char **)argv;
    const char *name = argc > 1 ? words[1] : "help";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        name = "help";
    } else if (strcmp(name, "--version") == 0) {
        name = "version";
    }
    const cli_command *command = cli_find_command(name);
    if (!command) {
        return cli_unknown_command(name);
    }
    const int rest = argc > 2 ? argc - 2 : 0;
    return finish_output(run_command(command, rest, words + (argc - rest)));
}
