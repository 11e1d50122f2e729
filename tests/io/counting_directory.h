// The fixture of tests that count memory and write files: counting_context.h and a directory.
#ifndef TEST_IO_COUNTING_DIRECTORY_H
#define TEST_IO_COUNTING_DIRECTORY_H

#include "counting_context.h"
#include "temp_dir.h"

static temp_dir dir;

static inline int set_up_directory(void **state)
{
    dir = temp_dir_make();
    return set_up(state);
}

static inline int tear_down_directory(void **state)
{
    const int result = tear_down(state);
    temp_dir_remove(&dir);
    return result;
}

#endif
