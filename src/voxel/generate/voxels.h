// Generators from the inside.
#ifndef TR_VOXEL_GENERATE_VOXELS_H
#define TR_VOXEL_GENERATE_VOXELS_H

#include "voxel/generate/ground.h"

// A generator of the preset of the definition; `ground` is that of a world for WORLD, else NULL. It is copied.
tr_voxels *tr_voxels_make(tr_context *context, const tr_voxel_def *def, uint64_t seed, const tr_ground_source *ground,
                          tr_error *err);
// Fails with INVALID_ARGUMENT or NOT_FINITE naming the field as a description spells it ("voxels.caves"), what was
// found and what is allowed.
bool tr_voxel_def_check(const tr_voxel_def *def, tr_error *err);

#endif
