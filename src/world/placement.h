// What stands on the ground of a world: its sets as a placer.
#ifndef TR_WORLD_PLACEMENT_H
#define TR_WORLD_PLACEMENT_H

#include "world/world.h"

// Makes the placer of the definition, none when it places nothing. The world must be ready for queries. `bad_set` gets
// the index of the set that could not be made; -1 for other problems.
bool tr_world_make_placement(tr_world *world, int32_t *bad_set, tr_error *err);
void tr_world_destroy_placement(tr_world *world);

#endif
