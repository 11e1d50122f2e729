// What a context holds. Other rooms read its fields through the public functions, and `gpu` for their requests.
#ifndef TR_BASE_CONTEXT_H
#define TR_BASE_CONTEXT_H

#include <stdatomic.h>

#include "terrane/base.h"

struct tr_gpu;
struct tr_pool;

// What rooms make once for all users of a context; it ends with the context.
typedef enum tr_shared_kind { TR_SHARED_PATTERN, TR_SHARED_COUNT } tr_shared_kind;

struct tr_context {
    tr_context_def def;  // as given
    tr_isa isa;          // never AUTO
    tr_backend backend;  // never AUTO
    struct tr_gpu *gpu;  // NULL unless `backend` is GL
    tr_gpu_info gpu_info;
    struct tr_pool *pool;
    _Atomic uint64_t used_bytes;
    _Atomic uint64_t peak_bytes;
    _Atomic uint64_t allocation_count;
    struct {
        _Atomic(void *) thing;  // set once
        void (*end)(void *thing);
    } shared[TR_SHARED_COUNT];
};

// The shared thing of a kind, which the first caller makes. Callers that come at the same time may make several, of
// which one stays.
// @return NULL when `make` fails
void *tr_context_shared(tr_context *context, tr_shared_kind kind, void *(*make)(tr_context *context, tr_error *err),
                        void (*end)(void *thing), tr_error *err);

// Takes `bytes` from the budget, for memory that does not come through tr_alloc(). Fails with OVER_BUDGET.
bool tr_memory_reserve(tr_context *context, uint64_t bytes, tr_error *err);
void tr_memory_unreserve(tr_context *context, uint64_t bytes);

// Chooses between CPU and GL (backend.c) and fills `backend`, `gpu` and `gpu_info`. Fails only for an explicit GL.
bool tr_backend_open(tr_context *context, tr_error *err);
void tr_backend_close(tr_context *context);

#endif
