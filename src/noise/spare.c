// A block of memory that is kept from one query to the next (spare.h).
#include "noise/spare.h"

// Before the memory: its size. Only blocks that are small, by themselves and against the budget, are kept, so that what
// was asked before never decides whether a query fits.
enum { HEADER_BYTES = 64, MAX_KEPT = 4 << 20, KEPT_SHARE_OF_BUDGET = 256 };

static bool worth_keeping(const tr_context *context, size_t size)
{
    return size <= MAX_KEPT && size <= tr_context_memory(context).budget_bytes / KEPT_SHARE_OF_BUDGET;
}

static size_t *header_of(void *memory)
{
    return (size_t *)(void *)((unsigned char *)memory - HEADER_BYTES);
}

void *tr_spare_take(tr_spare *spare, tr_context *context, size_t size, tr_error *err)
{
    size_t *kept = atomic_exchange(&spare->block, NULL);
    if (kept && *kept >= size) return (unsigned char *)kept + HEADER_BYTES;
    tr_free(context, kept);
    size_t *block = size <= SIZE_MAX - HEADER_BYTES ? tr_alloc(context, size + HEADER_BYTES, err) : NULL;
    if (!block) return NULL;
    *block = size;
    return (unsigned char *)block + HEADER_BYTES;
}

void tr_spare_give(tr_spare *spare, tr_context *context, void *memory)
{
    if (!memory) return;
    void *unused = header_of(memory);
    if (worth_keeping(context, *header_of(memory))) unused = atomic_exchange(&spare->block, unused);
    tr_free(context, unused);
}

void tr_spare_clear(tr_spare *spare, tr_context *context)
{
    tr_free(context, atomic_exchange(&spare->block, NULL));
}
