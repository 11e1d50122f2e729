// Numbers that the C side and the shaders share.
#ifndef TR_RENDER_VIEW_CONSTANTS_H
#define TR_RENDER_VIEW_CONSTANTS_H

// A patch of the ground has this many cells a side.
#define TR_PATCH_CELLS 32
#define TR_PATCH_VERTICES 33

// Tables of the sky. Columns: azimuth from the sun, 0 to 180 degrees. Rows: sine of the elevation, from LOWEST to 1,
// LOWEST + (1 - LOWEST) v^2 for v in 0..1.
#define TR_SKY_WIDTH 48
#define TR_SKY_HEIGHT 80
#define TR_SKY_LOWEST (-0.06)
// Scale heights of air and haze.
#define TR_SKY_RAYLEIGH_M 8000.0
#define TR_SKY_MIE_M 1400.0

// Texels along a side of the detail texture, and the metres after which each use of it has come back to its start.
#define TR_DETAIL_SIDE 256
#define TR_DETAIL_PERIOD_M 4096.0

#endif
