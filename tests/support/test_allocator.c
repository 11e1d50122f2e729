#include "test_allocator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct block_note {
    size_t size, align;
} block_note;

// The note stands before the block, in as many bytes as keep the alignment.
static size_t note_bytes(size_t align)
{
    return align > sizeof(block_note) ? align : (sizeof(block_note) + align - 1) / align * align;
}

static void *test_alloc(void *user, size_t size, size_t align)
{
    test_allocator *allocator = user;
    int64_t number = atomic_fetch_add(&allocator->allocations, 1);
    bool fails = allocator->fail_at >= 0 &&
                 (number == allocator->fail_at || (allocator->fail_after && number > allocator->fail_at));
    if (fails) return NULL;
    const size_t offset = note_bytes(align);
    void *base = NULL;
    if (posix_memalign(&base, align < sizeof(void *) ? sizeof(void *) : align, offset + size) != 0) return NULL;
    char *block = (char *)base + offset;
    const block_note note = {size, align};
    memcpy(block - sizeof note, &note, sizeof note);
    memset(block, 0xA5, size);  // nobody may count on cleared memory
    atomic_fetch_add(&allocator->live_blocks, 1);
    atomic_fetch_add(&allocator->live_bytes, (int64_t)size);
    return block;
}

static void test_free(void *user, void *block, size_t size, size_t align)
{
    test_allocator *allocator = user;
    block_note note;
    memcpy(&note, (char *)block - sizeof note, sizeof note);
    if (note.size != size || note.align != align) {
        fprintf(stderr, "free of %zu bytes aligned to %zu: the block has %zu and %zu\n", size, align, note.size,
                note.align);
        abort();
    }
    atomic_fetch_sub(&allocator->live_blocks, 1);
    atomic_fetch_sub(&allocator->live_bytes, (int64_t)size);
    free((char *)block - note_bytes(align));
}

void test_allocator_init(test_allocator *allocator)
{
    atomic_init(&allocator->live_blocks, 0);
    atomic_init(&allocator->live_bytes, 0);
    atomic_init(&allocator->allocations, 0);
    allocator->fail_at = -1;
    allocator->fail_after = false;
}

tr_allocator test_allocator_hook(test_allocator *allocator)
{
    return (tr_allocator){.alloc = test_alloc, .free = test_free, .user = allocator};
}
