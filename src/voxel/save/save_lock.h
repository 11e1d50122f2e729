// Lets one process at a time write a save. The lock is a file beside the save and not the save itself: closing any
// descriptor of a database would end the locks that SQLite holds on it in the same process.
#ifndef TR_VOXEL_SAVE_SAVE_LOCK_H
#define TR_VOXEL_SAVE_SAVE_LOCK_H

#include "terrane/base.h"

typedef struct tr_voxel_save_lock {
    tr_context *context;
    char *path;
    int file;
} tr_voxel_save_lock;

// Fails with FILE_OPEN: another process (or another tr_voxel_save of this one) has it, or the folder cannot be written.
bool tr_voxel_save_lock_take(tr_voxel_save_lock *lock, tr_context *context, const char *save_path, tr_error *err);
// Removes the file. One that a killed process left is taken over by the next.
void tr_voxel_save_lock_release(tr_voxel_save_lock *lock);

#endif
