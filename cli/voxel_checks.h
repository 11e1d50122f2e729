// What `verify` hashes of worlds of blocks.
#ifndef CLI_VOXEL_CHECKS_H
#define CLI_VOXEL_CHECKS_H

#include "terrane/world.h"

// Chunks of the preset CLASSIC and of a world, here and far away, and coarse ones.
bool voxel_check_classic(tr_context *context, uint64_t *hash, tr_error *err);
bool voxel_check_world(tr_context *context, uint64_t *hash, tr_error *err);
// Light and meshes of chunks of a world.
bool voxel_check_meshes(tr_context *context, uint64_t *hash, tr_error *err);

#endif
