// The paths of a world as one carving.
#ifndef TR_WORLD_PATHS_H
#define TR_WORLD_PATHS_H

#include "world/world.h"

// Reads files, looks for rivers and then for routes, and carves everything in the order of the definition into the
// ground of the world. Sets world->carving; it stays NULL when the definition has no paths.
// @param bad_path  index of the path that could not be made, or -1
bool tr_world_make_carving(tr_world *world, int32_t *bad_path, tr_error *err);

#endif
