// Normals of meshes.
#ifndef TR_GEOMETRY_MESH_NORMALS_H
#define TR_GEOMETRY_MESH_NORMALS_H

#include "terrane/base.h"

// Normals as the mean of the triangles around each vertex, by their size; up where there is none.
bool tr_mesh_set_normals(tr_context *context, tr_mesh *mesh, tr_error *err);

#endif
