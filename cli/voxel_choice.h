// Which chunks a command works on.
#ifndef CLI_VOXEL_CHOICE_H
#define CLI_VOXEL_CHOICE_H

#include "options.h"

#include "terrane/world.h"

// The box of "x0,y0,z0,x1,y1,z1", in chunks, the second corner not included.
bool voxel_choice_read(const cli_int_list *corners, tr_voxel_box *out, tr_error *err);

// Chunks in the middle of what is worth looking at: `columns` x `columns` of them, from some way below the lowest
// ground to above the highest block.
bool voxel_choice_make(const tr_world *world, const tr_voxels *voxels, int32_t columns, tr_voxel_box *out,
                       tr_error *err);

#endif
