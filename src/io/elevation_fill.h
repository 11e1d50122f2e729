// Voids of a raster, filled smoothly from around.
#ifndef TR_IO_ELEVATION_FILL_H
#define TR_IO_ELEVATION_FILL_H

#include "terrane/base.h"

// Replaces every NaN of a packed plane. The result is near the harmonic surface (the shape of a membrane) that the
// values around a void span: it goes on from them without a step and never leaves their range. The same raster gives
// the same bits.
//
// `*void_count` is how many there were. Fails with FORMAT when there is no value at all, or for want of memory (which
// is taken only when there are voids).
bool tr_elevation_fill(tr_context *context, const tr_grid *raster, int64_t *void_count, tr_error *err);

#endif
