#include "context.h"

#include <stdio.h>

static void write_warning(void *user, tr_log_level level, const char *message)
{
    (void)user;
    if (level >= TR_LOG_WARNING) {
        fprintf(stderr, "terrane: %s\n", message);
    }
}

tr_context_def cli_context_def(const cli_common *common)
{
    tr_context_def def = tr_default_context_def();
    if (common->threads > 0) {
        def.threads = (int)common->threads;
    }
    if (common->memory_mib > 0) {
        def.memory_budget_bytes = (uint64_t)common->memory_mib << 20;
    }
    def.backend = (tr_backend)common->backend;
    def.isa = (tr_isa)common->isa;
    def.log.write = write_warning;
    return def;
}

tr_context *cli_context_create(const cli_common *common, tr_error *err)
{
    const tr_context_def def = cli_context_def(common);
    return tr_context_create(&def, err);
}
