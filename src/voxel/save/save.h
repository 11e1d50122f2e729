// Saves from the inside.
#ifndef TR_VOXEL_SAVE_SAVE_H
#define TR_VOXEL_SAVE_SAVE_H

#include "base/thread.h"
#include "terrane/voxel_save.h"
#include "voxel/save/save_lock.h"
#include "voxel/save/save_writer.h"

// What a save needs of a generator.
typedef struct tr_voxel_save_world {
    tr_voxel_source source;
    tr_voxel_save_identity identity;
    int32_t bottom, top;  // blocks can be changed at bottom <= y < top
} tr_voxel_save_world;

struct tr_voxel_save {
    tr_context *context;
    tr_voxel_save_world world;
    char *path;
    tr_voxel_save_lock lock;           // taken unless the save is only read
    tr_voxel_save_writer *writer;      // NULL: only read
    tr_voxel_save_identity made_with;  // what the file says
    tr_mutex reader_lock;
    tr_voxel_save_file reader;
};

// tr_voxel_save_open() with any source of chunks.
tr_voxel_save *tr_voxel_save_open_world(const tr_voxel_save_world *world, const char *path, tr_voxel_save_mode mode,
                                        tr_error *err);

#endif
