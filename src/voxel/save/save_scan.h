// Every row of a save, in the order of the rows, also past damage of the database.
#ifndef TR_VOXEL_SAVE_SAVE_SCAN_H
#define TR_VOXEL_SAVE_SAVE_SCAN_H

#include "voxel/save/save.h"

typedef struct tr_voxel_save_visitor {
    // A row, as it stands in the file. Returning false ends the scan with `err`.
    bool (*row)(void *user, const tr_voxel_save_row *row, tr_error *err);
    // Something that is damaged: a row that is none, or all rows behind `last`, which is NULL at the beginning.
    void (*damage)(void *user, const tr_voxel_at *last, const char *message);
    void *user;
    const tr_progress *progress;  // may be NULL
} tr_voxel_save_visitor;

// A connection of its own sees the save as it was at the beginning.
bool tr_voxel_save_scan(tr_voxel_save *save, const tr_voxel_save_visitor *visitor, tr_error *err);

#endif
