// A raster in other pixels.
#ifndef TR_IO_ELEVATION_WARP_H
#define TR_IO_ELEVATION_WARP_H

#include "io/elevation_frame.h"

// Resamples `source` (in `from`) into `out` (in `to`), cubic. Voids are NaN in both; pixels that the source does not
// reach are voids. Fails with FORMAT, OVER_BUDGET or INTERNAL.
bool tr_elevation_warp(const tr_gdal_session *session, const tr_grid *source, const tr_raster_frame *from,
                       const tr_grid *out, const tr_raster_frame *to, tr_error *err);

#endif
