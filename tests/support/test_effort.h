// How much a test that could go on for hours does: little by default, everything with TERRANE_LONG_TESTS=1.
#ifndef TR_TEST_EFFORT_H
#define TR_TEST_EFFORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Programs under a sanitizer are many times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { TEST_SLOWDOWN = 8 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { TEST_SLOWDOWN = 8 };
#else
enum { TEST_SLOWDOWN = 1 };
#endif
#else
enum { TEST_SLOWDOWN = 1 };
#endif

// Whether the environment asks for the full form.
static inline bool test_is_long(void)
{
    const char *request = getenv("TERRANE_LONG_TESTS");
    return request && strcmp(request, "1") == 0;
}

// The number of samples: `long_form` in the full form; else `short_form`, or a share of it under a sanitizer.
static inline int64_t test_effort(int64_t short_form, int64_t long_form)
{
    if (test_is_long()) return long_form;
    return short_form > TEST_SLOWDOWN ? short_form / TEST_SLOWDOWN : 1;
}

#endif
