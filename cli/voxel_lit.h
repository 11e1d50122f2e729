// A box of chunks with light, one chunk around it included: what meshes are made from.
#ifndef CLI_VOXEL_LIT_H
#define CLI_VOXEL_LIT_H

#include "voxel_blocks.h"

typedef struct voxel_lit {
    voxel_blocks blocks;     // two chunks wider than what was asked for on every side but up and down beyond the world
    tr_voxel_box box;        // that was asked for
    tr_voxel_light *lights;  // of the chunks of `blocks` but its outermost ones
} voxel_lit;

bool voxel_lit_make(const tr_voxels *voxels, const tr_voxel_source *source, const tr_voxel_box *box,
                    const tr_progress *progress, voxel_lit *out, tr_error *err);
void voxel_lit_destroy(voxel_lit *lit);
// The chunk at `index` of the box that was asked for, and what lies around it.
void voxel_lit_around(const voxel_lit *lit, size_t index, tr_voxel_around *out);

#endif
