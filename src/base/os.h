// What the base room asks of the operating system. One source file per family of systems implements it.
#ifndef TR_BASE_OS_H
#define TR_BASE_OS_H

#include "terrane/base.h"

// The cores this process may run on (its affinity mask), at least 1.
int tr_os_core_count(void);

// Nanoseconds of a clock that never jumps. Only differences mean anything.
int64_t tr_os_now_ns(void);

// How often the calling thread has given up its core to wait for something, since it began; -1 where the system does
// not count it. That a busy system takes the core away does not count.
int64_t tr_os_wait_count(void);

// Tells the core that the calling thread only waits in a short loop.
void tr_os_relax(void);

// `align` is a power of two, at least sizeof(void *). NULL when there is no memory.
void *tr_os_alloc_aligned(size_t size, size_t align);
void tr_os_free_aligned(void *block);

// Reads a number as strtod() does in the C locale, whatever the host's locale is.
double tr_os_parse_double(const char *text, char **end);

// Renames `from` to `to` in one step, replacing what was there. Fails with FILE_WRITE.
bool tr_os_rename_over(const char *from, const char *to, tr_error *err);
// Returns when the contents of a file (or the names in a directory) are on the disk. Fails with FILE_OPEN or
// FILE_WRITE.
bool tr_os_fsync_path(const char *path, tr_error *err);

// Makes a directory and those above it that do not exist. Fails with FILE_OPEN.
bool tr_os_make_directories(const char *path, tr_error *err);
// The size of a regular file in bytes, or -1.
int64_t tr_os_file_size(const char *path);
// Lets one process at a time have an open file: false when another one has it. Ends when the file is closed.
bool tr_os_lock_file(int file);

// A suffix for a temporary file that no other process or thread has: ".tmp-" and 16 hexadecimal digits.
enum { TR_OS_SUFFIX_SIZE = 22 };
void tr_os_unique_suffix(char out[TR_OS_SUFFIX_SIZE]);
// Removes the files of a directory whose names end in such a suffix: what killed processes left. Only for a directory
// in which nobody else writes.
void tr_os_remove_leftovers(const char *directory);

#endif
