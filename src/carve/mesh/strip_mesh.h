// Meshes of paths: what lines and areas share.
#ifndef TR_CARVE_MESH_STRIP_MESH_H
#define TR_CARVE_MESH_STRIP_MESH_H

#include "carve/mesh/strip_stations.h"

// A line: rows of vertices across the path.
bool tr_line_mesh_create(tr_context *context, const tr_carve_path *path, const tr_strip_def *def, tr_mesh *out,
                         tr_error *err);
// An area: its outline, filled.
bool tr_area_mesh_create(tr_context *context, const tr_carve_path *path, const tr_strip_def *def, tr_mesh *out,
                         tr_error *err);

#endif
