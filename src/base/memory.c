// Memory of a context: every block is counted against the budget before the allocator is asked.
//
// A header of one alignment unit precedes each block, so that tr_free() knows what to give back and a block
// freed into the wrong context is caught.
#include <assert.h>

#include "base/context.h"

enum { BLOCK_ALIGN = 64 };

typedef struct block_header {
    _Alignas(BLOCK_ALIGN) uint64_t total_bytes;  // with the header
    const tr_context *owner;
} block_header;

_Static_assert(sizeof(block_header) == BLOCK_ALIGN, "a block keeps the alignment of its header");

static double mib(uint64_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

static void raise_peak(tr_context *context, uint64_t used_bytes)
{
    uint64_t peak_bytes = atomic_load(&context->peak_bytes);
    while (peak_bytes < used_bytes && !atomic_compare_exchange_weak(&context->peak_bytes, &peak_bytes, used_bytes)) {
    }
}

bool tr_memory_reserve(tr_context *context, uint64_t bytes, tr_error *err)
{
    const uint64_t budget_bytes = context->def.memory_budget_bytes;
    uint64_t used_bytes = atomic_load(&context->used_bytes);
    do {
        if (bytes > budget_bytes - used_bytes) {
            return tr_fail(err, TR_ERROR_OVER_BUDGET,
                           "%.3f MiB are needed, but of the memory budget of %.3f MiB, %.3f MiB are in use", mib(bytes),
                           mib(budget_bytes), mib(used_bytes));
        }
    } while (!atomic_compare_exchange_weak(&context->used_bytes, &used_bytes, used_bytes + bytes));
    raise_peak(context, used_bytes + bytes);
    return true;
}

void tr_memory_unreserve(tr_context *context, uint64_t bytes)
{
    uint64_t before = atomic_fetch_sub(&context->used_bytes, bytes);
    assert(before >= bytes);
    (void)before;
}

void *tr_alloc(tr_context *context, size_t size, tr_error *err)
{
    assert(context);
    // Differences of pointers into a block must be representable.
    if (size > PTRDIFF_MAX - sizeof(block_header)) {
        tr_fail(err, TR_ERROR_TOO_LARGE, "a block of %zu bytes cannot be addressed", size);
        return NULL;
    }
    const size_t total_bytes = size + sizeof(block_header);
    if (!tr_memory_reserve(context, total_bytes, err)) return NULL;
    const tr_allocator *allocator = &context->def.allocator;
    block_header *header = allocator->alloc(allocator->user, total_bytes, BLOCK_ALIGN);
    if (!header) {
        tr_memory_unreserve(context, total_bytes);
        tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "the allocator returned no memory for %.3f MiB", mib(total_bytes));
        return NULL;
    }
    assert((uintptr_t)header % BLOCK_ALIGN == 0);
    atomic_fetch_add(&context->allocation_count, 1);
    header->total_bytes = total_bytes;
    header->owner = context;
    return header + 1;
}

void *tr_alloc_array(tr_context *context, size_t count, size_t size, tr_error *err)
{
    if (size != 0 && count > SIZE_MAX / size) {
        tr_fail(err, TR_ERROR_TOO_LARGE, "%zu elements of %zu bytes cannot be addressed", count, size);
        return NULL;
    }
    return tr_alloc(context, count * size, err);
}

void tr_free(tr_context *context, void *block)
{
    assert(context);
    if (!block) return;
    block_header *header = (block_header *)block - 1;
    assert(header->owner == context);
    const size_t total_bytes = (size_t)header->total_bytes;
    const tr_allocator *allocator = &context->def.allocator;
    allocator->free(allocator->user, header, total_bytes, BLOCK_ALIGN);
    tr_memory_unreserve(context, total_bytes);
}

tr_memory_stats tr_context_memory(const tr_context *context)
{
    return (tr_memory_stats){
        .used_bytes = atomic_load(&context->used_bytes),
        .peak_bytes = atomic_load(&context->peak_bytes),
        .budget_bytes = context->def.memory_budget_bytes,
        .allocation_count = atomic_load(&context->allocation_count),
    };
}
