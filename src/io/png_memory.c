#include "io/png_memory.h"

#include <stdint.h>
#include <string.h>

// libspng's hooks have no user pointer, so the context that allocates is a variable of the thread. A block
// remembers its own, because it must go back to where it came from.
static _Thread_local tr_context *current;
static _Thread_local tr_error failure;

typedef struct block_header {
    tr_context *context;
    size_t size;
} block_header;

// Keeps what follows aligned as malloc would.
enum { HEADER_SIZE = 32 };
_Static_assert(sizeof(block_header) <= HEADER_SIZE, "the header fits before the block");

static block_header *header_of(void *block)
{
    return (block_header *)(void *)((char *)block - HEADER_SIZE);
}

static void *take(size_t size)
{
    if (size > SIZE_MAX - HEADER_SIZE) {
        return NULL;
    }
    block_header *header = tr_alloc(current, size + HEADER_SIZE, &failure);
    if (!header) {
        return NULL;
    }
    *header = (block_header){current, size};
    return (char *)header + HEADER_SIZE;
}

static void give_back(void *block)
{
    if (block) {
        block_header *header = header_of(block);
        tr_free(header->context, header);
    }
}

static void *take_zeroed(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    void *block = take(count * size);
    if (block) {
        memset(block, 0, count * size);
    }
    return block;
}

static void *take_again(void *block, size_t size)
{
    void *larger = take(size);
    if (larger && block) {
        const size_t old_size = header_of(block)->size;
        memcpy(larger, block, old_size < size ? old_size : size);
        give_back(block);
    }
    return larger;
}

spng_ctx *tr_png_memory_open(tr_context *context, int flags, tr_error *err)
{
    current = context;
    failure.code = TR_ERROR_NONE;
    struct spng_alloc hooks = {
        .malloc_fn = take, .realloc_fn = take_again, .calloc_fn = take_zeroed, .free_fn = give_back};
    spng_ctx *png = spng_ctx_new2(&hooks, flags);
    if (!png) {
        tr_fail(err, failure.code, "%s", failure.message);
    }
    return png;
}

const tr_error *tr_png_memory_failure(void)
{
    return failure.code == TR_ERROR_NONE ? NULL : &failure;
}

void tr_png_memory_close(spng_ctx *png)
{
    spng_ctx_free(png);
}
