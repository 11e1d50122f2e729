#include "command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

extern const cli_command cmd_bake;
extern const cli_command cmd_bench;
extern const cli_command cmd_carve;
extern const cli_command cmd_help;
extern const cli_command cmd_info;
extern const cli_command cmd_map;
extern const cli_command cmd_model;
extern const cli_command cmd_new;
extern const cli_command cmd_noise;
extern const cli_command cmd_place;
extern const cli_command cmd_render;
extern const cli_command cmd_verify;
extern const cli_command cmd_version;
extern const cli_command cmd_voxel;

// In the order of work.
const cli_command *const cli_commands[] = {
    &cmd_help,  &cmd_new,   &cmd_info,  &cmd_map,    &cmd_render, &cmd_bake,    &cmd_carve, &cmd_place,
    &cmd_voxel, &cmd_model, &cmd_noise, &cmd_verify, &cmd_bench,  &cmd_version, NULL,
};

const cli_command *cli_find_command(const char *name)
{
    for (int i = 0; cli_commands[i]; i++) {
        if (strcmp(cli_commands[i]->name, name) == 0) {
            return cli_commands[i];
        }
    }
    return NULL;
}

int cli_unknown_command(const char *name)
{
    const char *names[sizeof cli_commands / sizeof cli_commands[0]];
    int count = 0;
    for (; cli_commands[count]; count++) {
        names[count] = cli_commands[count]->name;
    }
    const char *nearest = tr_nearest_name(name, names, count);
    if (nearest) {
        fprintf(stderr, "terrane: unknown command '%s'; did you mean '%s'?\n", name, nearest);
    } else {
        fprintf(stderr, "terrane: unknown command '%s'; 'terrane help' lists them\n", name);
    }
    return CLI_USAGE;
}

int cli_fail(const cli_call *call, const tr_error *err)
{
    fprintf(stderr, "terrane %s: %s\n", call->command->name, err->message);
    return CLI_FAILED;
}

int cli_usage(const cli_call *call, const char *format, ...)
{
    fprintf(stderr, "terrane %s: ", call->command->name);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nSee 'terrane help %s'.\n", call->command->name);
    return CLI_USAGE;
}
