#include "base/file_bytes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 * 1024 };

// Gives `out` room for `capacity` bytes and the zero behind them.
static bool grow(tr_context *context, tr_file_bytes *out, size_t capacity, tr_error *err)
{
    char *bytes = tr_alloc(context, capacity + 1, err);
    if (!bytes) {
        return false;
    }
    if (out->bytes) {
        memcpy(bytes, out->bytes, out->size);
        tr_free(context, out->bytes);
    }
    out->bytes = bytes;
    return true;
}

// The size is not asked for beforehand: a pipe has none, and a file may grow while it is read.
static bool read_stream(tr_context *context, FILE *stream, const char *path, size_t limit, tr_file_bytes *out,
                        tr_error *err)
{
    for (size_t capacity = FIRST_CAPACITY;; capacity *= 2) {
        if (!grow(context, out, capacity, err)) {
            return false;
        }
        errno = 0;
        out->size += fread(out->bytes + out->size, 1, capacity - out->size, stream);
        if (ferror(stream)) {
            return tr_fail(err, TR_ERROR_FILE_READ, "%s: cannot be read: %s", path, strerror(errno));
        }
        if (out->size > limit) {
            return tr_fail(err, TR_ERROR_TOO_LARGE, "%s: is larger than the %zu bytes that are allowed", path, limit);
        }
        if (out->size < capacity) {
            out->bytes[out->size] = '\0';
            return true;
        }
    }
}

bool tr_file_bytes_read(tr_context *context, const char *path, size_t limit, tr_file_bytes *out, tr_error *err)
{
    *out = (tr_file_bytes){0};
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: %s", path, strerror(errno));
    }
    const bool done = read_stream(context, stream, path, limit, out, err);
    fclose(stream);
    if (!done) {
        tr_free(context, out->bytes);
        *out = (tr_file_bytes){0};
    }
    return done;
}
