// The whole contents of a small file.
#ifndef TR_BASE_FILE_BYTES_H
#define TR_BASE_FILE_BYTES_H

#include "terrane/base.h"

typedef struct tr_file_bytes {
    char *bytes;  // followed by a zero byte that does not count
    size_t size;
} tr_file_bytes;

// Reads a file of at most `limit` bytes, also from a pipe. Fails with FILE_OPEN, FILE_READ, TOO_LARGE,
// OUT_OF_MEMORY or OVER_BUDGET. Release `bytes` with tr_free().
bool tr_file_bytes_read(tr_context *context, const char *path, size_t limit, tr_file_bytes *out, tr_error *err);

#endif
