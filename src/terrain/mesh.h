// A height grid as triangles.
#ifndef TR_TERRAIN_MESH_H
#define TR_TERRAIN_MESH_H

#include "terrane/terrain.h"

typedef struct tr_terrain_mesh_def {
    tr_sample_area area;    // of the vertices
    const tr_grid *height;  // with one sample more on each side, for the normals
    double skirt_m;         // a border that hangs down by this much, hiding cracks between levels; 0: none
} tr_terrain_mesh_def;

// Positions, normals (those of TR_FIELD_NORMAL) and uvs (0..1 over the area, v down as pictures are); the mesh's origin
// is the area's first sample at height 0. Quads are cut along the diagonal with the smaller height difference. Release
// with tr_mesh_destroy().
bool tr_terrain_mesh_create(tr_context *context, const tr_terrain_mesh_def *def, tr_mesh *out, tr_error *err);

#endif
