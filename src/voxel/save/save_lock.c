#include "voxel/save/save_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os.h"

#if !defined(__unix__) && !defined(__APPLE__)
#error "save_lock.c needs to know how this platform opens a file to lock it"
#endif

// Whether the open file is still the one of that name: the holder before may just have removed it.
static bool is_current(const tr_voxel_save_lock *lock)
{
    struct stat mine, named;
    return fstat(lock->file, &mine) == 0 && stat(lock->path, &named) == 0 && mine.st_ino == named.st_ino &&
           mine.st_dev == named.st_dev;
}

static bool take(tr_voxel_save_lock *lock, const char *save_path, tr_error *err)
{
    for (;;) {
        lock->file = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock->file < 0)
            return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened to lock the save: %s", lock->path,
                           strerror(errno));
        const bool locked = tr_os_lock_file(lock->file);
        if (locked && is_current(lock)) return true;
        close(lock->file);
        if (!locked)
            return tr_fail(err, TR_ERROR_FILE_OPEN,
                           "%s: the save is open for writing elsewhere; one at a time may write", save_path);
    }
}

bool tr_voxel_save_lock_take(tr_voxel_save_lock *lock, tr_context *context, const char *save_path, tr_error *err)
{
    static const char suffix[] = "-lock";
    const size_t length = strlen(save_path);
    *lock = (tr_voxel_save_lock){.context = context, .file = -1};
    lock->path = tr_alloc(context, length + sizeof suffix, err);
    if (!lock->path) return false;
    memcpy(lock->path, save_path, length);
    memcpy(lock->path + length, suffix, sizeof suffix);
    if (take(lock, save_path, err)) return true;
    tr_free(context, lock->path);
    *lock = (tr_voxel_save_lock){.file = -1};
    return false;
}

void tr_voxel_save_lock_release(tr_voxel_save_lock *lock)
{
    if (!lock->path) return;
    unlink(lock->path);
    close(lock->file);
    tr_free(lock->context, lock->path);
    *lock = (tr_voxel_save_lock){.file = -1};
}
