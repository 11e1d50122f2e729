// terrane version: what this build is, and what it can use on this machine.
#include "command.h"
#include "context.h"
#include "report.h"

#include "terrane/gpu.h"

#include <stdio.h>

typedef struct version_values {
    cli_common common;
} version_values;

// What a context with the given backend finds of GL; a failure becomes the reason.
static tr_gpu_info find_gl(const cli_common *common)
{
    tr_context_def def = cli_context_def(common);
    def.backend = TR_BACKEND_AUTO;
    tr_error err = {0};
    tr_context *context = tr_context_create(&def, &err);
    tr_gpu_info info = {.state = TR_GPU_UNAVAILABLE};
    if (context) {
        info = tr_context_gpu_info(context);
    } else {
        snprintf(info.reason, sizeof info.reason, "%.*s", (int)sizeof info.reason - 1, err.message);
    }
    tr_context_destroy(context);
    return info;
}

static void print_text(const tr_gpu_info *gl)
{
    printf("terrane %s\nCPU kernels:", tr_version());
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        if (tr_isa_available((tr_isa)isa)) {
            printf(" %s", tr_isa_name((tr_isa)isa));
        }
    }
    printf("\nGL: %s%s%s\n", gl->renderer, gl->renderer[0] && gl->reason[0] ? "; not used by itself: " : "",
           gl->reason);
}

static void print_json(const tr_gpu_info *gl)
{
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
    cli_json_open(&json, "gl", '{');
    cli_json_text(&json, "renderer", gl->renderer);
    cli_json_text(&json, "version", gl->version);
    cli_json_bool(&json, "software", gl->software);
    cli_json_text(&json, "reason", gl->reason);
    cli_json_close(&json);
    cli_json_close(&json);
    cli_json_end(&json);
}

static int run(const cli_call *call)
{
    const version_values *values = call->values;
    const tr_gpu_info gl = find_gl(&values->common);
    if (values->common.json) {
        print_json(&gl);
    } else {
        print_text(&gl);
    }
    return CLI_DONE;
}

const cli_command cmd_version = {
    .name = "version",
    .summary = "print the version and what this machine offers",
    .arguments = "",
    .description = "Prints the version of the library, the CPU kernels that this machine runs, and the GL driver or "
                   "why it is not used.\n",
    .example = "build/bin/terrane version --json",
    .common = CLI_COMMON_JSON,
    .values_size = sizeof(version_values),
    .run = run,
};
