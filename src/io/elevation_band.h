// The values of a raster band as heights in metres.
#ifndef TR_IO_ELEVATION_BAND_H
#define TR_IO_ELEVATION_BAND_H

#include "io/elevation_frame.h"

// Reads the first band into `out`, which has the size of the frame. Scale, offset and unit of the band are applied;
// voids are NaN: no-data and masked pixels, and heights beyond TR_MAX_HEIGHT_M. Fails with FORMAT or FILE_READ.
bool tr_elevation_band_read(const tr_gdal_session *session, GDALDatasetH dataset, const tr_raster_frame *frame,
                            const tr_grid *out, tr_error *err);

// The same in the unit of the band, in the order of its rows.
bool tr_raster_band_read(const tr_gdal_session *session, GDALDatasetH dataset, const tr_raster_frame *frame,
                         const tr_grid *out, double *unit_m, tr_error *err);

#define TR_MAX_HEIGHT_M 20000.0

#endif
