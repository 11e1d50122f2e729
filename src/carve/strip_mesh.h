// Meshes of paths: what lines and areas share.
#ifndef TR_CARVE_STRIP_MESH_H
#define TR_CARVE_STRIP_MESH_H

#include "carve/strip_stations.h"

// A line: rows of vertices across the path.
bool tr_line_mesh_create(tr_context *context, const tr_carve_path *path, const tr_strip_def *def, tr_mesh *out,
                         tr_error *err);
// An area: its outline, filled.
bool tr_area_mesh_create(tr_context *context, const tr_carve_path *path, const tr_strip_def *def, tr_mesh *out,
                         tr_error *err);

// Normals as the mean of the triangles around each vertex, by their size; up where there is none.
bool tr_mesh_set_normals(tr_context *context, tr_mesh *mesh, tr_error *err);

#endif
