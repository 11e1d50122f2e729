// The surfaces of paths as a GLB file.
#ifndef CLI_CARVE_MESH_H
#define CLI_CARVE_MESH_H

#include "terrane/carve.h"

// Writes a strip for every path, in the colour of its kind. Positions are relative to the middle of a raster of this
// size in metres.
bool carve_mesh_write(tr_context *context, const tr_carving *carving, const double size_m[2], const char *path,
                      tr_error *err);

#endif
