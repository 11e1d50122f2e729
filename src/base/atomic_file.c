#include "base/atomic_file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/os.h"

#if !defined(__unix__) && !defined(__APPLE__)
#error "atomic_file.c needs to know how this platform resolves links and tells devices from files"
#endif

static char *copy_text(tr_context *context, const char *a, const char *b, tr_error *err)
{
    const size_t a_size = strlen(a);
    const size_t b_size = strlen(b) + 1;
    char *text = tr_alloc(context, a_size + b_size, err);
    if (text) {
        memcpy(text, a, a_size);
        memcpy(text + a_size, b, b_size);
    }
    return text;
}

static void release(tr_atomic_file *file)
{
    tr_free(file->context, file->temp_path);
    tr_free(file->context, file->path);
    *file = (tr_atomic_file){0};
}

// The name of the file behind `path`: links are followed, so that a rename replaces the file and not the link.
static char *resolve(tr_context *context, const char *path, tr_error *err)
{
    struct stat info;
    char resolved[PATH_MAX];
    const bool is_link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    return copy_text(context, is_link && realpath(path, resolved) ? resolved : path, "", err);
}

static bool fail_open(const tr_atomic_file *file, tr_error *err)
{
    return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened for writing: %s", file->name, strerror(errno));
}

static bool open_stream(tr_atomic_file *file, tr_error *err)
{
    struct stat info;
    const bool exists = stat(file->path, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        file->stream = fopen(file->path, "wb");
        return file->stream || fail_open(file, err);
    }
    char suffix[TR_OS_SUFFIX_SIZE];
    tr_os_unique_suffix(suffix);
    file->temp_path = copy_text(file->context, file->path, suffix, err);
    if (!file->temp_path) {
        return false;
    }
    file->stream = fopen(file->temp_path, "wbx");
    if (!file->stream) {
        return fail_open(file, err);
    }
    // A file that is replaced keeps its permissions. Where that is not ours to decide, the new file has the
    // usual ones, which is no reason to fail.
    if (exists && fchmod(fileno(file->stream), info.st_mode & 07777) != 0) {
        tr_log(file->context, TR_LOG_DEBUG, "%s: its permissions cannot be kept: %s", file->name, strerror(errno));
    }
    return true;
}

bool tr_atomic_file_open(tr_atomic_file *file, tr_context *context, const char *path, tr_error *err)
{
    *file = (tr_atomic_file){.context = context, .name = path};
    file->path = resolve(context, path, err);
    if (!file->path || !open_stream(file, err)) {
        release(file);
        return false;
    }
    return true;
}

static bool fail_write(const tr_atomic_file *file, tr_error *err)
{
    return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be written: %s", file->name, strerror(errno));
}

bool tr_atomic_file_write(tr_atomic_file *file, const void *bytes, size_t size, tr_error *err)
{
    if (fwrite(bytes, 1, size, file->stream) != size) {
        return fail_write(file, err);
    }
    return true;
}

// The directory of `path`, for the fsync that makes the rename last. NULL when there is no memory for it.
static char *directory_of(tr_context *context, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) {
        return copy_text(context, ".", "", NULL);
    }
    char *directory = copy_text(context, path, "", NULL);
    if (directory) {
        directory[slash == path ? 1 : slash - path] = '\0';
    }
    return directory;
}

static bool put_into_place(tr_atomic_file *file, tr_error *err)
{
    if (!tr_os_fsync_path(file->temp_path, err) || !tr_os_rename_over(file->temp_path, file->path, err)) {
        return false;
    }
    // From here the file is complete and in place. Some file systems cannot sync a directory: not a failure.
    char *directory = directory_of(file->context, file->path);
    if (directory) {
        tr_os_fsync_path(directory, NULL);
        tr_free(file->context, directory);
    }
    return true;
}

bool tr_atomic_file_commit(tr_atomic_file *file, tr_error *err)
{
    // fclose reports what the buffer could not write, a full disk above all.
    const bool closed = fclose(file->stream) == 0;
    file->stream = NULL;
    if (!closed) {
        fail_write(file, err);
        tr_atomic_file_abort(file);
        return false;
    }
    if (file->temp_path && !put_into_place(file, err)) {
        tr_atomic_file_abort(file);
        return false;
    }
    release(file);
    return true;
}

void tr_atomic_file_abort(tr_atomic_file *file)
{
    if (file->stream) {
        fclose(file->stream);
    }
    if (file->temp_path) {
        remove(file->temp_path);
    }
    release(file);
}
