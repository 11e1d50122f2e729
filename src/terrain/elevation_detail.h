// What an elevation model cannot know: the roughness of the ground below its resolution.
#ifndef TR_TERRAIN_ELEVATION_DETAIL_H
#define TR_TERRAIN_ELEVATION_DETAIL_H

#include "terrane/noise.h"

// The amplitude of the detail at each pixel centre, from the relief around it: `out` has the size of `heights`. 0 on
// level ground and at the border of the raster.
void tr_elevation_roughness(const tr_grid *heights, double pixel_m, double detail, const tr_grid *out);

// The noise itself, -1..1, for positions in units of 1/256 m: features of about two pixels and smaller.
tr_noise *tr_elevation_noise(tr_context *context, int64_t pixel, tr_error *err);

#endif
