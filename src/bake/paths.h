// The paths of a world in the index of a bake.
#ifndef TR_BAKE_PATHS_H
#define TR_BAKE_PATHS_H

#include "base/json_writer.h"
#include "world/world.h"

// Adds `paths` and `bridges`; nothing for a world without paths.
bool tr_bake_paths_add(tr_json *json, const tr_world *world, tr_error *err);

#endif
