// The forms of `terrane voxel` that work on a save: arguments are the world, the save and, for edits, what to change.
#ifndef CLI_CMD_VOXEL_SAVE_H
#define CLI_CMD_VOXEL_SAVE_H

#include "command.h"

int cli_voxel_pack(const cli_call *call);
int cli_voxel_verify(const cli_call *call);
int cli_voxel_repair(const cli_call *call);
int cli_voxel_edit(const cli_call *call);

#endif
