// Definitions of generators: their limits, once for checks and for the keys of descriptions.
#ifndef TR_VOXEL_VOXEL_DEF_H
#define TR_VOXEL_VOXEL_DEF_H

#include "terrane/voxel.h"

#define TR_VOXEL_LEAST_BLOCK_M 0.0625
#define TR_VOXEL_LARGEST_BLOCK_M 64.0
#define TR_VOXEL_MOST_Y (1 << TR_VOXEL_TALL_LOG2)
#define TR_VOXEL_MOST_FACTOR 4.0

// Asserts that the definition came from tr_default_voxel_def().
void tr_voxel_def_assert(const tr_voxel_def *def);
// As tr_voxel_def_check(); `path` gets the key of the field that is wrong.
bool tr_voxel_def_check_at(const tr_voxel_def *def, const char **path, tr_error *err);

#endif
