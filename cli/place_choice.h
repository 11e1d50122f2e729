// What is to be placed: which sets, and where.
#ifndef CLI_PLACE_CHOICE_H
#define CLI_PLACE_CHOICE_H

#include "terrane/world.h"

// The sets of a list of names with commas between them, as a sum of 1 << set; all sets for NULL. Fails with a message
// that knows what there is, and what may have been meant.
bool place_choose_sets(const tr_world *world, const char *names, uint32_t *out, tr_error *err);

// The square around the middle of the home where some ten thousand objects of the sets stand, or all of it where there
// are fewer.
bool place_choose_region(const tr_world *world, uint32_t sets, tr_region *out, tr_error *err);

// Leaves the part of a region that lies within the world. Fails when there is none.
bool place_cut_region(const tr_world *world, tr_region *region, tr_error *err);

#endif
