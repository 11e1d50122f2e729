// Colours for numbers.
#ifndef TR_MAP_PALETTE_H
#define TR_MAP_PALETTE_H

#include <stdint.h>

// From black over purple, red and orange to pale yellow for t = 0..1 (clamped). Steps of t are equal steps for the
// eye: the stops were laid out at equal distances in the Oklab colour space, with lightness rising evenly.
void tr_palette_heat(float t, uint8_t rgb[3]);

// Hypsometric: t = -1..0 is water from deep to shallow, t = 0..1 land from the coast to the summits (clamped).
// Lightness rises with t within the water and within the land.
void tr_palette_terrain(float t, uint8_t rgb[3]);

// The ramps of maps, each for t = 0..1 (clamped). They are pale enough to be shaded and written on.
typedef enum tr_palette_ramp {
    PALETTE_LAND,         // low green over ochre and brown to grey and white
    PALETTE_WATER,        // shallow turquoise to deep blue
    PALETTE_GREY,         // dark to light
    PALETTE_TEMPERATURE,  // -30 to 40 degC: violet and blue, white at 0, yellow to dark red
    PALETTE_HUMIDITY,     // ochre to teal
    PALETTE_SLOPE,        // pale grey to dark red
    PALETTE_ASPECT,       // once around: 0 and 1 are the same
    PALETTE_CURVATURE,    // crests brown, level pale, hollows blue-green
    PALETTE_DISTANCE,     // near blue to far sand
    PALETTE_FLOW,         // pale land to dark blue
    PALETTE_RAMP_COUNT
} tr_palette_ramp;

void tr_palette_pick(tr_palette_ramp ramp, float t, uint8_t rgb[3]);

#endif
