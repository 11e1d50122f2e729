// The context of a fuzz target: one thread, no GL, little memory; made once.
#ifndef TEST_FUZZ_CONTEXT_H
#define TEST_FUZZ_CONTEXT_H

#include <stdlib.h>

#include "terrane/base.h"

static tr_context *fuzz_context(void)
{
    static tr_context *context;
    if (!context) {
        tr_context_def def = tr_default_context_def();
        def.threads = 1;
        def.backend = TR_BACKEND_CPU;
        def.memory_budget_bytes = 256u << 20;
        context = tr_context_create(&def, NULL);
    }
    return context;
}

// Memory that an input leaves behind is a leak, even where the context would free it.
static void fuzz_check_leak(uint64_t used_before)
{
    if (tr_context_memory(fuzz_context()).used_bytes != used_before) {
        abort();
    }
}

#endif
