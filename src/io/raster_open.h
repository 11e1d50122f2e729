// Raster files as GDAL opens them.
#ifndef TR_IO_RASTER_OPEN_H
#define TR_IO_RASTER_OPEN_H

#include "io/gdal_session.h"

// A dataset with at least one band, to read. NULL with FILE_OPEN or FORMAT.
GDALDatasetH tr_raster_open(const tr_gdal_session *session, tr_error *err);

#endif
