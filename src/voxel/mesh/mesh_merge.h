// Faces as quads: equal ones that lie side by side become one.
#ifndef TR_VOXEL_MESH_MESH_MERGE_H
#define TR_VOXEL_MESH_MESH_MERGE_H

#include "voxel/mesh/mesh_faces.h"

// Quads while they are made.
typedef struct tr_quad_list {
    tr_context *context;
    tr_voxel_quad *quads;
    int32_t count, capacity;
} tr_quad_list;

// The next quad, not yet set; NULL with `err` set.
tr_voxel_quad *tr_quad_list_add(tr_quad_list *list, tr_error *err);

// Room for what merging looks at.
typedef struct tr_face_links {
    uint32_t left[TR_VOXEL_LAYER];    // faces that are in no quad yet
    uint32_t along[TR_VOXEL_LAYER];   // equal to the next along the axis of runs
    uint32_t across[TR_VOXEL_LAYER];  // equal to the next along the other axis
} tr_face_links;

// Adds the quads of faces. What is merged depends on the faces alone.
bool tr_faces_merge(const tr_faces_query *query, const tr_mesh_codes *codes, const tr_faces *faces,
                    tr_face_links *links, tr_quad_list *out, tr_error *err);

#endif
