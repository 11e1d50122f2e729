// The tables of a save, how one is made, and how connections to it are opened.
#ifndef TR_VOXEL_SAVE_SAVE_SCHEMA_H
#define TR_VOXEL_SAVE_SAVE_SCHEMA_H

#include "voxel/save/save_file.h"

#define TR_VOXEL_SAVE_COLUMNS "x, y, z, generator, edits, checksum, data"

enum {
    TR_VOXEL_SAVE_APPLICATION = 0x54725376,  // "TrSv": application_id of the database
    TR_VOXEL_SAVE_FORMAT = 1,                // user_version
    TR_VOXEL_SAVE_CACHE_BYTES = 4 << 20      // pages that a connection keeps, taken from the budget of the context
};

// Connects `file`, whose path is set: to write with a log that is synced at every commit; to read whatever can be read,
// also in a folder that cannot be written and in a file that was cut short.
bool tr_voxel_save_connect(tr_voxel_save_file *file, tr_voxel_save_access access, tr_error *err);
// Fails with FORMAT unless it is a save of a format that this version knows.
bool tr_voxel_save_check_format(tr_voxel_save_file *file, tr_error *err);

#endif
