// cmocka with the headers it needs before it, in the order it needs them, and the groups of a room's test program.
#ifndef TR_CMOCKA_TEST_H
#define TR_CMOCKA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// The tests of one file. A group runs in a process of its own (tests/test_main.c).
typedef struct test_group {
    const char *name;
    int (*run)(void);
    struct test_group *next;
} test_group;

void test_group_add(test_group *group);

// TEST_GROUP(name) { ... } stands where a program of one file has its main(); `name` is that of the file, less `test_`.
#define TEST_GROUP(group_name)                                                  \
    static int run_test_group(void);                                            \
    __attribute__((constructor)) static void add_test_group(void)               \
    {                                                                           \
        static test_group group = {.name = #group_name, .run = run_test_group}; \
        test_group_add(&group);                                                 \
    }                                                                           \
    static int run_test_group(void)

#endif
