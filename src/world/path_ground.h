// The ground before carving at any places: what paths are laid on.
#ifndef TR_WORLD_PATH_GROUND_H
#define TR_WORLD_PATH_GROUND_H

#include "terrain/heights.h"
#include "terrane/carve.h"

// `heights` must outlive what uses the ground. Heights are those of a lattice of 2 m, between its samples bilinear: a
// pure function of the place.
tr_ground tr_path_ground(tr_heights *heights);

#endif
