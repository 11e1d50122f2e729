// The fixture of tests that count memory: a context of one thread, and everything given back at the end.
#ifndef TR_TEST_COUNTING_CONTEXT_H
#define TR_TEST_COUNTING_CONTEXT_H

#include "cmocka_test.h"
#include "test_context.h"

static test_allocator allocator;
static tr_context *context;

static inline int set_up(void **state)
{
    (void)state;
    context = test_context_counting(1, &allocator);
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    return 0;
}

#endif
