// What hides the sky: the horizon around a point of a surface, and how much light comes past it.
//
// After Dozier and Frew, "Rapid calculation of terrain parameters for radiation modeling from digital elevation data"
// (IEEE TGRS 28, 1990): horizons in a few directions instead of rays in all. Far heights are read from coarse levels,
// which keeps the cost the same per direction and the shadows soft.
#ifndef TR_MAP_HORIZON_H
#define TR_MAP_HORIZON_H

#include "map/pyramid.h"

// Directions go clockwise as seen in a picture (y down), from +x; every second one is a compass point.
enum { HORIZON_DIRECTIONS = 16, HORIZON_NORTH_WEST = 10, HORIZON_REACH = 56 };

// cos and sin of each direction.
extern const float tr_horizon_directions[HORIZON_DIRECTIONS][2];

// The tangent of the horizon's elevation in each direction, at least 0, seen from (x, y) in samples of level 0.
void tr_horizon_find(const tr_pyramid *surface, int32_t x, int32_t y, float tangents[HORIZON_DIRECTIONS]);

// The share of the sky's light that reaches a level piece of ground, 0..1: 1 on a plain or a summit.
float tr_horizon_sky(const float tangents[HORIZON_DIRECTIONS]);

// The share of a sun of the given elevation (as a tangent) and direction that is seen, 0..1, with a soft edge.
float tr_horizon_sun(const float tangents[HORIZON_DIRECTIONS], int direction, float elevation);

#endif
