// How large the pixels of a raster are on the ground.
#ifndef TR_IO_RASTER_SCALE_H
#define TR_IO_RASTER_SCALE_H

#include "io/elevation_frame.h"

// Metres per pixel along both axes in the middle of a raster that is north up. A system without a name is in metres. A
// projection whose scale there is off by more than half a percent (web maps) is measured on the ellipsoid, as degrees
// are. Fails with FORMAT.
bool tr_raster_scale(const tr_gdal_session *session, OGRSpatialReferenceH system, const tr_raster_frame *frame,
                     double out_m[2], tr_error *err);

#endif
