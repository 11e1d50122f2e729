// An allocator that counts, checks what it gets back, and fails on demand.
#ifndef TR_TEST_ALLOCATOR_H
#define TR_TEST_ALLOCATOR_H

#include <stdatomic.h>

#include "terrane/base.h"

typedef struct test_allocator {
    _Atomic int64_t live_blocks;
    _Atomic int64_t live_bytes;
    _Atomic int64_t allocations;  // asked for, failed ones included
    _Atomic int64_t fail_at;      // this allocation fails, counted from 0; negative: none
    _Atomic bool fail_after;      // and so do all later ones
} test_allocator;

void test_allocator_init(test_allocator *allocator);
// The hook for tr_context_def. A free with another size or alignment than the allocation's aborts the test.
tr_allocator test_allocator_hook(test_allocator *allocator);

#endif
