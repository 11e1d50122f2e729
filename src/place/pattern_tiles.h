// Tiles whose corners are coloured: any two cells whose common corners have the same colours fit together.
#ifndef TR_PLACE_PATTERN_TILES_H
#define TR_PLACE_PATTERN_TILES_H

#include "place/pattern.h"
#include "place/pattern_scatter.h"

// A tile while it is made.
typedef struct tr_tile {
    int32_t count;
    tr_spot spots[TR_PATTERN_SLOTS];  // by rank in the end
} tr_tile;

// Corners repeat their sets of colours every so many cells, a power of two: the fewer colours there are, the more sets.
int32_t tr_tiles_period(int32_t colors);

// The side of cells of dart throwing and relaxed patterns, in units.
int32_t tr_tiles_side(void);

// Makes period^2 colors^4 tiles, on the threads of the context. The tile of a cell is number
// ((z mod period) period + x mod period) colors^4 + the colours of its corners (x, z), (x + 1, z), (x, z + 1), (x + 1,
// z + 1) as digits.
bool tr_tiles_make(tr_context *context, const tr_pattern_def *def, tr_tile *tiles, tr_error *err);

// Moves the points that are not fixed away from their neighbours, within the domain.
void tr_scatter_relax(tr_scatter *scatter, const tr_spot_domain *domain);

// Puts the points of a tile in an order in which any first part of them is spread evenly.
void tr_tile_rank(tr_tile *tile, int32_t side, uint64_t seed);

#endif
