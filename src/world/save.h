// Saves from the inside.
#ifndef TR_WORLD_SAVE_H
#define TR_WORLD_SAVE_H

#include <pthread.h>

#include "terrane/save.h"
#include "world/save_lock.h"
#include "world/save_writer.h"

// What a save needs of a generator.
typedef struct tr_save_world {
    tr_voxel_source source;
    tr_save_identity identity;
    int32_t bottom, top;  // blocks can be changed at bottom <= y < top
} tr_save_world;

struct tr_save {
    tr_context *context;
    tr_save_world world;
    char *path;
    tr_save_lock lock;           // taken unless the save is only read
    tr_save_writer *writer;      // NULL: only read
    tr_save_identity made_with;  // what the file says
    pthread_mutex_t reader_lock;
    tr_save_file reader;
};

// tr_save_open() with any source of chunks.
tr_save *tr_save_open_world(const tr_save_world *world, const char *path, tr_save_mode mode, tr_error *err);

#endif
