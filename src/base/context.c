#include "base/context.h"

#include <assert.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#include "base/jobs.h"
#include "base/os.h"
#include "base/isa.h"

enum { CONTEXT_DEF_COOKIE = 0x7EA11A7E };

#define DEFAULT_BUDGET_BYTES (UINT64_C(2) << 30)

static void *default_alloc(void *user, size_t size, size_t align)
{
    (void)user;
    return tr_os_alloc_aligned(size, align < sizeof(void *) ? sizeof(void *) : align);
}

static void default_free(void *user, void *block, size_t size, size_t align)
{
    (void)user;
    (void)size;
    (void)align;
    tr_os_free_aligned(block);
}

tr_context_def tr_default_context_def(void)
{
    int cores = tr_os_core_count();
    return (tr_context_def){
        .cookie = CONTEXT_DEF_COOKIE,
        .threads = cores < TR_MAX_THREADS ? cores : TR_MAX_THREADS,
        .backend = TR_BACKEND_AUTO,
        .isa = TR_ISA_AUTO,
        .memory_budget_bytes = DEFAULT_BUDGET_BYTES,
        .allocator = {.alloc = default_alloc, .free = default_free},
    };
}

// The names of what this machine runs, as in "scalar, baseline".
static void list_available_isas(char *out, size_t size)
{
    out[0] = '\0';
    size_t length = 0;
    for (int isa = TR_ISA_AUTO + 1; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available((tr_isa)isa)) continue;
        int written = snprintf(out + length, size - length, "%s%s", length ? ", " : "", tr_isa_name((tr_isa)isa));
        assert(written > 0 && (size_t)written < size - length);
        length += (size_t)written;
    }
}

static bool check_def(const tr_context_def *def, tr_error *err)
{
    if (def->threads < 1 || def->threads > TR_MAX_THREADS) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d threads were asked for; 1 to %d are possible", def->threads,
                       TR_MAX_THREADS);
    }
    if ((unsigned)def->backend >= TR_BACKEND_COUNT) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d is not a backend", (int)def->backend);
    }
    if ((unsigned)def->isa >= TR_ISA_COUNT) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d is not an instruction set", (int)def->isa);
    }
    if (!def->allocator.alloc || !def->allocator.free) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "an allocator needs both alloc and free");
    }
    if (!tr_isa_available(def->isa)) {
        char available[64];
        list_available_isas(available, sizeof available);
        return tr_fail(err, TR_ERROR_UNSUPPORTED, "instruction set %s: this build or machine has only %s",
                       tr_isa_name(def->isa), available);
    }
    return true;
}

tr_context *tr_context_create(const tr_context_def *def, tr_error *err)
{
    assert(def && def->cookie == CONTEXT_DEF_COOKIE);
    if (!check_def(def, err)) return NULL;
    tr_context *context = def->allocator.alloc(def->allocator.user, sizeof *context, alignof(tr_context));
    if (!context) {
        tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "the allocator returned no memory for a context (%zu bytes)",
                sizeof *context);
        return NULL;
    }
    memset(context, 0, sizeof *context);
    context->def = *def;
    context->isa = tr_isa_resolve(def->isa);
    atomic_init(&context->used_bytes, 0);
    atomic_init(&context->peak_bytes, 0);
    atomic_init(&context->allocation_count, 1);
    if (!tr_memory_reserve(context, sizeof *context, err) || !tr_pool_create(context, err) ||
        !tr_backend_open(context, err)) {
        tr_context_destroy(context);
        return NULL;
    }
    return context;
}

void tr_context_destroy(tr_context *context)
{
    if (!context) return;
    for (int kind = 0; kind < TR_SHARED_COUNT; kind++) {
        void *thing = atomic_load(&context->shared[kind].thing);
        if (thing) context->shared[kind].end(thing);
    }
    tr_backend_close(context);
    tr_pool_destroy(context);
    const tr_allocator allocator = context->def.allocator;
    allocator.free(allocator.user, context, sizeof *context, alignof(tr_context));
}

void *tr_context_shared(tr_context *context, tr_shared_kind kind, void *(*make)(tr_context *context, tr_error *err),
                        void (*end)(void *thing), tr_error *err)
{
    void *thing = atomic_load(&context->shared[kind].thing);
    if (thing) return thing;
    void *made = make(context, err);
    if (!made) return NULL;
    if (!atomic_compare_exchange_strong(&context->shared[kind].thing, &thing, made)) {
        end(made);
        return thing;
    }
    context->shared[kind].end = end;
    return made;
}

int tr_context_threads(const tr_context *context)
{
    return context->def.threads;
}

tr_isa tr_context_isa(const tr_context *context)
{
    return context->isa;
}

tr_backend tr_context_backend(const tr_context *context)
{
    return context->backend;
}
