// The least distance of two candidates in any arrangement of the tiles.
#ifndef TR_PLACE_PATTERN_NEAREST_H
#define TR_PLACE_PATTERN_NEAREST_H

#include "place/pattern_tiles.h"

// In units, squared, of period^2 colors^4 tiles with coloured corners.
int64_t tr_nearest_of_corner_tiles(const tr_tile *tiles, int32_t side, int32_t colors);
// The same of tiles that are all neighbours of all.
int64_t tr_nearest_of_any_tiles(const tr_tile *tiles, int32_t count, int32_t side);

#endif
