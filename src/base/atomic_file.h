// A file that appears complete or not at all: it is written beside its final name and renamed at the end.
#ifndef TR_BASE_ATOMIC_FILE_H
#define TR_BASE_ATOMIC_FILE_H

#include <stdio.h>

#include "terrane/base.h"

typedef struct tr_atomic_file {
    tr_context *context;
    FILE *stream;
    const char *name;  // as the caller gave it, for messages
    char *path;        // where it will be
    char *temp_path;   // where it is now; NULL when it is written in place
} tr_atomic_file;

// Opens a file to write. `path` must stay valid until the commit or the abort. Something that is not a regular
// file (a pipe, /dev/stdout) cannot be replaced and is written in place; a symbolic link keeps pointing to
// its file. Fails with FILE_OPEN, OUT_OF_MEMORY or OVER_BUDGET; then there is nothing to abort.
bool tr_atomic_file_open(tr_atomic_file *file, tr_context *context, const char *path, tr_error *err);

// Fails with FILE_WRITE. After a failure, abort.
bool tr_atomic_file_write(tr_atomic_file *file, const void *bytes, size_t size, tr_error *err);

// Puts the contents on the disk and the file into its place. Fails with FILE_WRITE; then the file has been
// aborted already. Either way the handle is finished.
bool tr_atomic_file_commit(tr_atomic_file *file, tr_error *err);

// Removes what was written; an older file of that name is untouched.
void tr_atomic_file_abort(tr_atomic_file *file);

#endif
