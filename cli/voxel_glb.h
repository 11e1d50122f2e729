// The blocks of a box as a GLB scene: a mesh for each chunk and pass, with light in its colours.
#ifndef CLI_VOXEL_GLB_H
#define CLI_VOXEL_GLB_H

#include "terrane/voxel.h"

typedef struct voxel_glb_def {
    const char *path;
    double block_m;
    float daylight;    // 0..1
    double origin[3];  // of the scene, in metres
} voxel_glb_def;

typedef struct voxel_glb_facts {
    uint64_t quads, triangles, chunks;
} voxel_glb_facts;

// Reads the box with one chunk around it, lights it and writes it. The sky above the box is what the generator has
// there.
bool voxel_glb_write(const tr_voxels *voxels, const tr_voxel_source *source, const tr_voxel_box *box,
                     const voxel_glb_def *def, const tr_progress *progress, voxel_glb_facts *facts, tr_error *err);

#endif
