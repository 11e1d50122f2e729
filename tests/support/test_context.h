// Contexts for tests.
#ifndef TR_TEST_CONTEXT_H
#define TR_TEST_CONTEXT_H

#include "test_allocator.h"

// Defaults, on the CPU, with `threads` threads.
tr_context_def test_context_def(int threads);
// A context of that; a failure ends the program with the message.
tr_context *test_context(int threads);
// The same, with memory through `allocator` (which is initialised).
tr_context *test_context_counting(int threads, test_allocator *allocator);

#endif
