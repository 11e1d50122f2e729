#include "world_input.h"

#include "context.h"

#include <stdio.h>
#include <string.h>

bool world_input_open(const cli_call *call, world_input *out, tr_error *err)
{
    const cli_common *common = call->values;
    *out = (world_input){.context = cli_context_create(common, err)};
    if (!out->context) {
        return false;
    }
    const uint64_t *seed = cli_was_given(call->given, "seed") ? &common->seed : NULL;
    out->world = tr_world_load(out->context, call->arguments[0], seed, err);
    if (!out->world) {
        world_input_close(out);
        return false;
    }
    return true;
}

void world_input_close(world_input *input)
{
    tr_world_destroy(input->world);
    tr_context_destroy(input->context);
    *input = (world_input){0};
}

tr_region world_input_region(const cli_call *call, const tr_world *world)
{
    const cli_common *common = call->values;
    return cli_was_given(call->given, "region") ? common->region : tr_world_home(world);
}

void world_input_title(const cli_call *call, const tr_world *world, char *out, size_t size)
{
    const char *name = tr_world_def_of(world)->name;
    if (name && name[0]) {
        snprintf(out, size, "%s", name);
        return;
    }
    const char *path = call->arguments[0], *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot && dot != out) {
        *dot = '\0';
    }
}
