// A directory for the files of one test, removed with everything in it.
#ifndef TEST_IO_TEMP_DIR_H
#define TEST_IO_TEMP_DIR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct temp_dir {
    char path[256];
} temp_dir;

temp_dir temp_dir_make(void);
void temp_dir_remove(const temp_dir *dir);

// The path of a file in it, in a buffer that lives until the fourth next call.
const char *temp_dir_file(const temp_dir *dir, const char *name);

// How many entries the directory has.
int temp_dir_entry_count(const char *path);

// The whole of a small file: how many bytes were read, or -1.
long read_whole_file(const char *path, unsigned char *buffer, size_t capacity);
bool write_whole_file(const char *path, const void *bytes, size_t size);

#endif
