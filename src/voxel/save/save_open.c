// Saves of generators.
#include "voxel/save/save.h"

tr_voxel_save *tr_voxel_save_open(const tr_voxels *voxels, const char *path, tr_voxel_save_mode mode, tr_error *err)
{
    const tr_voxel_def *def = tr_voxel_def_of(voxels);
    const tr_voxel_save_world world = {.source = tr_voxels_source(voxels),
                                       .identity = {tr_voxels_world_hash(voxels), tr_voxels_hash(voxels)},
                                       .bottom = def->bottom,
                                       .top = def->top};
    return tr_voxel_save_open_world(&world, path, mode, err);
}
