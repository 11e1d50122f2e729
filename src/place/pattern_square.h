// Patterns of which any tile fits any other one: the jittered grid and the caller's own points.
#ifndef TR_PLACE_PATTERN_SQUARE_H
#define TR_PLACE_PATTERN_SQUARE_H

#include "place/pattern_tiles.h"

enum { TR_SQUARE_TILES = 64 };

// The side of the cells of the jittered grid, in units.
int32_t tr_square_grid_side(void);
// Makes TR_SQUARE_TILES tiles.
void tr_square_make_grid(const tr_pattern_def *def, tr_tile *tiles);

// Checks the caller's points; `*side` is that of their cell, in units.
bool tr_square_check_own(const tr_pattern_def *def, int32_t *side, tr_error *err);
// Makes TR_SQUARE_TILES tiles of checked points; they differ in the order of the points.
void tr_square_make_own(const tr_pattern_def *def, tr_tile *tiles);

#endif
