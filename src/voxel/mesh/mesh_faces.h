// The faces of a chunk that are seen, one direction at a time.
#ifndef TR_VOXEL_MESH_MESH_FACES_H
#define TR_VOXEL_MESH_MESH_FACES_H

#include "voxel/mesh/mesh_cells.h"
#include "voxel/mesh/mesh_corners.h"

// The lights of the corners of the faces of a row.
typedef struct tr_row_lights {
    tr_light corners[4][TR_VOXEL_SIDE];
} tr_row_lights;

// The faces of a row of 32 cells that look the same way; bit x is cell x. All but `visible` are set only where a face
// is visible.
typedef struct tr_face_row {
    uint32_t full, dark;   // all corners have full daylight, or no light
    uint32_t lit;          // the others: tr_faces.lights has their lights
    uint32_t lone;         // not to be merged
    uint32_t shaded;       // some corner is not open
    uint32_t shade[4][2];  // by corner, the two bits of 3 - occlusion; only where any is `shaded`
} tr_face_row;

typedef struct tr_faces {
    uint32_t occupied[TR_VOXEL_SIDE];  // by y: bits of the z of rows with visible faces
    uint32_t visible[TR_VOXEL_LAYER];  // z + 32 y, as all of these; only of occupied rows
    tr_face_row rows[TR_VOXEL_LAYER];
    tr_row_lights lights[TR_VOXEL_LAYER + 1];      // those of a row may be read one beyond
    uint8_t rises[TR_VOXEL_LAYER][TR_VOXEL_SIDE];  // of faces that are `lone`: tr_voxel_quad.rise
} tr_faces;

struct tr_mesh_table;

typedef struct tr_faces_query {
    const tr_mesh_cells *cells;
    const struct tr_mesh_table *table;
    const tr_voxel_mesh_def *def;
    tr_voxel_pass pass;  // OPAQUE or TRANSLUCENT
    tr_voxel_face face;
} tr_faces_query;

// Returns whether there is any.
bool tr_faces_find(const tr_faces_query *query, tr_faces *out);

#endif
