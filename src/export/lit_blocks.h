// A box of chunks with light, one chunk around it included: what meshes are made from.
#ifndef TR_EXPORT_LIT_BLOCKS_H
#define TR_EXPORT_LIT_BLOCKS_H

#include "export/blocks.h"

typedef struct tr_voxel_lit {
    tr_voxel_blocks blocks;  // two chunks wider than what was asked for on every side but up and down beyond the world
    tr_voxel_box box;        // that was asked for
    tr_voxel_light *lights;  // of the chunks of `blocks` but its outermost ones
} tr_voxel_lit;

bool tr_voxel_lit_make(const tr_voxels *voxels, const tr_voxel_source *source, const tr_voxel_box *box,
                       const tr_progress *progress, tr_voxel_lit *out, tr_error *err);
void tr_voxel_lit_destroy(tr_voxel_lit *lit);
// The chunk at `index` of the box that was asked for, and what lies around it.
void tr_voxel_lit_around(const tr_voxel_lit *lit, size_t index, tr_voxel_around *out);

#endif
