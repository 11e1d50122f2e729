// terrane version: what this build is.
#include "command.h"
#include "report.h"

#include <stdio.h>

typedef struct version_values {
    cli_common common;
} version_values;

static int run(const cli_call *call)
{
    const version_values *values = call->values;
    if (!values->common.json) {
        printf("terrane %s\n", tr_version());
        return CLI_DONE;
    }
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "version", tr_version());
    cli_json_open(&json, "isas", '[');
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        if (tr_isa_available((tr_isa)isa)) {
            cli_json_text(&json, NULL, tr_isa_name((tr_isa)isa));
        }
    }
    cli_json_close(&json);
    cli_json_close(&json);
    cli_json_end(&json);
    return CLI_DONE;
}

const cli_command cmd_version = {
    .name = "version",
    .summary = "print the version",
    .arguments = "",
    .description = "Prints the version of the library; with --json also the CPU kernels this machine can run.\n",
    .example = "build/bin/terrane version --json",
    .common = CLI_COMMON_JSON,
    .values_size = sizeof(version_values),
    .run = run,
};
