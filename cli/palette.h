// Colours for numbers.
#ifndef CLI_PALETTE_H
#define CLI_PALETTE_H

#include <stdint.h>

// From black over purple, red and orange to pale yellow for t = 0..1 (clamped). Steps of t are equal steps for the
// eye: the stops were laid out at equal distances in the Oklab colour space, with lightness rising evenly.
void palette_heat(float t, uint8_t rgb[3]);

// Hypsometric: t = -1..0 is water from deep to shallow, t = 0..1 land from the coast to the summits (clamped).
// Lightness rises with t within the water and within the land.
void palette_terrain(float t, uint8_t rgb[3]);

#endif
