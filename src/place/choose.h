// Which candidates stand, and in which layer.
#ifndef TR_PLACE_CHOOSE_H
#define TR_PLACE_CHOOSE_H

#include "place/cells.h"

// Sets cells and layers of the rows of a band, from its block, on the backend of the context.
// @param stays  nobody but tr_place_compact() needs the layers: they may stay on the device
bool tr_place_choose(const tr_placer *placer, tr_place_cells *cells, int32_t band, bool stays,
                     const tr_progress *progress, tr_error *err);

#endif
