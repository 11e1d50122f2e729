// The world as blocks: its ground given to a generator.
#ifndef TR_WORLD_VOXELS_H
#define TR_WORLD_VOXELS_H

#include "world/world.h"

// Makes the place for the generator; the generator itself is made when it is first asked for.
bool tr_world_make_blocks(tr_world *world, tr_error *err);
void tr_world_destroy_blocks(tr_world *world);  // nothing that was made is allowed

#endif
