// What `verify` hashes of worlds of blocks.
#ifndef TR_SCENES_VERIFY_VOXEL_H
#define TR_SCENES_VERIFY_VOXEL_H

#include "terrane/world.h"

// Chunks of the preset CLASSIC and of a world, here and far away, and coarse ones.
bool verify_voxel_classic(tr_context *context, uint64_t *hash, tr_error *err);
bool verify_voxel_world(tr_context *context, uint64_t *hash, tr_error *err);
// Light and meshes of chunks of a world.
bool verify_voxel_meshes(tr_context *context, uint64_t *hash, tr_error *err);

#endif
