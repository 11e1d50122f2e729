// A small texture that repeats: unevenness of the ground below the finest level, and ripples of the water.
#ifndef TR_RENDER_DETAIL_H
#define TR_RENDER_DETAIL_H

#include "terrane/base.h"

#include "render/view_constants.h"

// Per texel: a value, another one, and the slope of the first along x and y (128 is level), for TR_DETAIL_SIDE^2
// texels.
void tr_detail_fill(uint8_t *texels, float *scratch);
// Floats that `scratch` must hold.
enum { TR_DETAIL_SCRATCH = 2 * TR_DETAIL_SIDE * TR_DETAIL_SIDE };

#endif
