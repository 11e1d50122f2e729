// Numbers that the C side and the shaders share.
#ifndef TR_RENDER_VIEW_CONSTANTS_H
#define TR_RENDER_VIEW_CONSTANTS_H

// A patch of the ground has this many cells a side.
#define TR_PATCH_CELLS 16
#define TR_PATCH_VERTICES 17
// Sky and sea of quality LOW are lattices of this many.
#define TR_LATTICE_CELLS 32
#define TR_LATTICE_VERTICES 33

// Tables of the sky. Columns: azimuth from the sun, 0 to 180 degrees. Rows: sine of the elevation, from LOWEST to 1,
// LOWEST + (1 - LOWEST) v^2 for v in 0..1.
#define TR_SKY_WIDTH 48
#define TR_SKY_HEIGHT 80
#define TR_SKY_LOWEST (-0.06)
// Places of the table of the horizon, and the sine of its elevation.
#define TR_SKY_HORIZON 64
#define TR_SKY_HORIZON_UP 0.015
// Scale heights of air and haze.
#define TR_SKY_RAYLEIGH_M 8000.0
#define TR_SKY_MIE_M 1400.0

// How air and haze spread light over directions, by the cosine of the angle to the sun; over all of them it adds up
// to 1. Haze after Henyey and Greenstein (1941), with g = 0.74.
#define TR_SKY_AIR_PHASE(c) (0.0596831 * (1.0 + (c) * (c)))
#define TR_SKY_HAZE_PHASE(c) (0.0359998 / pow(1.5476 - 1.48 * (c), 1.5))

// What deep water sends back of the light.
#define TR_WATER_BODY vec3(0.0035, 0.017, 0.024)

// The brightest that the lit ground of quality LOW can be; its texture has square roots of shares of it.
#define TR_BAKED_BRIGHTEST 8.0

// Texels along a side of the detail texture, and the metres after which each use of it has come back to its start.
#define TR_DETAIL_SIDE 256
#define TR_DETAIL_PERIOD_M 4096.0

// Shadows of meshes and instances: how much wider each next square is, and how far one reaches along the rays to both
// sides, in half sides. What stands beyond is taken to its border.
#define TR_SHADE_MAX_SQUARES 4
#define TR_SHADE_GROWTH 4.0
#define TR_SHADE_DEPTH 4.0

// Pictures of models: by azimuths around the model in columns and elevations in rows; how much wider than the ball
// around the model one is; the smallest level of the pictures, in which they do not run into each other.
#define TR_IMPOSTOR_AZIMUTHS 4
#define TR_IMPOSTOR_ELEVATIONS 3
#define TR_IMPOSTOR_MARGIN 1.06
#define TR_IMPOSTOR_LEVELS 4
// Sines of the elevations, and where one passes into the next.
#define TR_IMPOSTOR_SINES float[3](0.05, 0.5, 0.9)
#define TR_IMPOSTOR_SECOND 0.28
#define TR_IMPOSTOR_THIRD 0.72

#endif
