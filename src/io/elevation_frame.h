// Where the pixels of a raster lie, and where they will lie in metres.
#ifndef TR_IO_ELEVATION_FRAME_H
#define TR_IO_ELEVATION_FRAME_H

#include <ogr_srs_api.h>

#include "io/gdal_session.h"

// A grid of pixels in a coordinate system: pixel (i, j) begins at (t[0] + i t[1] + j t[2], t[3] + i t[4] + j t[5]).
typedef struct tr_raster_frame {
    int32_t width, height;
    double transform[6];
    char *wkt;               // from GDAL's allocator; NULL: metres of an unknown system
    double vertical_unit_m;  // of the system's vertical axis, 1 when it has none
    bool upside_down;        // the file has its rows from south to north; `transform` is that of the rows turned round
} tr_raster_frame;

void tr_raster_frame_release(tr_raster_frame *frame);

// What the dataset says. Fails with FORMAT when it has no geotransform or what it has cannot be brought to metres; the
// message says what is missing and how to add it.
bool tr_raster_frame_read(const tr_gdal_session *session, GDALDatasetH dataset, tr_raster_frame *out, tr_error *err);

// The text of a system, from GDAL's allocator, or NULL.
char *tr_raster_system_wkt(OGRSpatialReferenceH system);
// Columns along x and rows along y, from the north-west.
bool tr_raster_is_north_up(const double transform[6]);

// The frame in metres: north up, square pixels of a multiple of 1/256 m. `*warped` is false when it is the frame of the
// raster itself. `dataset` is the one `source` was read from.
bool tr_raster_frame_metric(const tr_gdal_session *session, GDALDatasetH dataset, const tr_raster_frame *source,
                            tr_raster_frame *out, bool *warped, tr_error *err);

#endif
