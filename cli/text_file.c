#include "text_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool write_and_close(FILE *stream, const char *text)
{
    const size_t size = strlen(text);
    const bool written = fwrite(text, 1, size, stream) == size && fflush(stream) == 0 && fsync(fileno(stream)) == 0;
    const int reason = errno;
    const bool closed = fclose(stream) == 0;
    if (!written) {
        errno = reason;
    }
    return written && closed;
}

bool cli_text_file_write(const char *path, const char *text, tr_error *err)
{
    char temp_path[PATH_MAX];
    const int length = snprintf(temp_path, sizeof temp_path, "%s.tmp-%ld", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof temp_path) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%.200s...: the path is too long", path);
    }
    FILE *stream = fopen(temp_path, "wbx");
    if (!stream) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be written: %s", path, strerror(errno));
    }
    if (write_and_close(stream, text) && rename(temp_path, path) == 0) {
        return true;
    }
    tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be written: %s", path, strerror(errno));
    remove(temp_path);
    return false;
}
