#include "place/spares.h"

#include "base/thread.h"

#include <assert.h>
#include <string.h>

enum { MAX_BLOCKS = 32, BLOCK_ALIGN = 64 };

// Precedes each block, and keeps its alignment.
typedef struct spare_header {
    _Alignas(BLOCK_ALIGN) size_t bytes;  // behind it
} spare_header;

struct tr_spares {
    tr_context *context;
    tr_mutex lock;
    uint64_t limit_bytes, held_bytes;
    int count;
    spare_header *blocks[MAX_BLOCKS];  // the one that was given back first is the first
};

tr_spares *tr_spares_create(tr_context *context, tr_error *err)
{
    tr_spares *spares = tr_alloc(context, sizeof *spares, err);
    if (!spares) return NULL;
    memset(spares, 0, sizeof *spares);
    spares->context = context;
    const uint64_t part = tr_context_memory(context).budget_bytes / 8;
    spares->limit_bytes = part < TR_SPARES_MAX_BYTES ? part : TR_SPARES_MAX_BYTES;
    tr_mutex_init(&spares->lock);
    return spares;
}

// With the lock held.
static spare_header *remove_at(tr_spares *spares, int i)
{
    spare_header *block = spares->blocks[i];
    spares->count--;
    memmove(spares->blocks + i, spares->blocks + i + 1, (size_t)(spares->count - i) * sizeof *spares->blocks);
    spares->held_bytes -= block->bytes;
    return block;
}

static void drop_all(tr_spares *spares)
{
    tr_mutex_lock(&spares->lock);
    while (spares->count > 0) tr_free(spares->context, remove_at(spares, spares->count - 1));
    tr_mutex_unlock(&spares->lock);
}

void tr_spares_destroy(tr_spares *spares)
{
    if (!spares) return;
    drop_all(spares);
    tr_mutex_destroy(&spares->lock);
    tr_free(spares->context, spares);
}

// The smallest block that is large enough and not much too large, or NULL.
static spare_header *find_spare(tr_spares *spares, size_t bytes)
{
    tr_mutex_lock(&spares->lock);
    int best = -1;
    for (int i = 0; i < spares->count; i++) {
        const size_t found = spares->blocks[i]->bytes;
        if (found < bytes || found / 2 > bytes) continue;
        if (best < 0 || found < spares->blocks[best]->bytes) best = i;
    }
    spare_header *block = best < 0 ? NULL : remove_at(spares, best);
    tr_mutex_unlock(&spares->lock);
    return block;
}

// A little more than asked for, so that the next request, which is about as large, can use it.
static size_t rounded(size_t bytes)
{
    size_t step = 1024;
    while (step < bytes / 8) step *= 2;
    return (bytes / step + 1) * step;
}

void *tr_spares_take(tr_spares *spares, size_t count, size_t size, tr_error *err)
{
    if (size != 0 && count > PTRDIFF_MAX / 2 / size) {
        tr_fail(err, TR_ERROR_TOO_LARGE, "%zu elements of %zu bytes cannot be addressed", count, size);
        return NULL;
    }
    const size_t bytes = rounded(count * size);
    spare_header *block = find_spare(spares, bytes);
    if (!block) {
        block = tr_alloc(spares->context, bytes + sizeof *block, NULL);
        if (!block) {
            drop_all(spares);
            block = tr_alloc(spares->context, bytes + sizeof *block, err);
        }
        if (!block) return NULL;
        block->bytes = bytes;
    }
    return block + 1;
}

void tr_spares_give(tr_spares *spares, void *memory)
{
    if (!memory) return;
    spare_header *block = (spare_header *)memory - 1, *gone[MAX_BLOCKS];
    int gone_count = 0;
    tr_mutex_lock(&spares->lock);
    if (block->bytes > spares->limit_bytes) {
        gone[gone_count++] = block;
    } else {
        while (spares->count == MAX_BLOCKS || spares->held_bytes + block->bytes > spares->limit_bytes)
            gone[gone_count++] = remove_at(spares, 0);
        spares->blocks[spares->count++] = block;
        spares->held_bytes += block->bytes;
    }
    tr_mutex_unlock(&spares->lock);
    while (gone_count > 0) tr_free(spares->context, gone[--gone_count]);
}
