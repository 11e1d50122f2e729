// The mesher as it is mostly written, for the bench to compare with and for tests as the plain reference: every face of
// every block is looked at by itself.
#ifndef TR_SCENES_VOXEL_NAIVE_MESH_H
#define TR_SCENES_VOXEL_NAIVE_MESH_H

#include "terrane/voxel.h"

// The same surface as tr_voxel_mesh_make(), a quad per block face; quads of a pass are in the order of blocks. To be
// destroyed by tr_voxel_mesh_destroy().
bool naive_mesh(tr_context *context, const tr_voxel_around *around, const tr_voxel_mesh_def *def, tr_voxel_mesh *out,
                tr_error *err);

#endif
