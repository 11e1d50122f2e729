// Edits as people write them: "x,y,z=block", or a table of lines "x,y,z,block". A block is a name, and for a liquid
// that flows its level behind a colon: "water:3".
#ifndef CLI_VOXEL_EDITS_H
#define CLI_VOXEL_EDITS_H

#include "terrane/voxel_save.h"

typedef struct voxel_edits {
    tr_context *context;
    tr_block_edit *items;
    size_t count, capacity;
} voxel_edits;

// Reads one argument: an edit when there is a '=' in it, else the name of a table. Empty lines of a table, those that
// begin with '#', and a first line "x,y,z,block" are passed over.
bool voxel_edits_read(voxel_edits *edits, const char *argument, tr_error *err);
void voxel_edits_destroy(voxel_edits *edits);

#endif
