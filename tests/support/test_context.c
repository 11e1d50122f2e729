#include "test_context.h"

#include <stdio.h>
#include <stdlib.h>

tr_context_def test_context_def(int threads)
{
    tr_context_def def = tr_default_context_def();
    def.threads = threads;
    def.backend = TR_BACKEND_CPU;
    return def;
}

static tr_context *create_or_exit(const tr_context_def *def)
{
    tr_error error;
    tr_context *context = tr_context_create(def, &error);
    if (context) return context;
    fprintf(stderr, "no context for the test: %s\n", error.message);
    exit(1);
}

tr_context *test_context(int threads)
{
    tr_context_def def = test_context_def(threads);
    return create_or_exit(&def);
}

tr_context *test_context_counting(int threads, test_allocator *allocator)
{
    tr_context_def def = test_context_def(threads);
    test_allocator_init(allocator);
    def.allocator = test_allocator_hook(allocator);
    return create_or_exit(&def);
}
