// A GeoTIFF with everything that can be said about it.
#ifndef TR_IO_GEOTIFF_WRITE_H
#define TR_IO_GEOTIFF_WRITE_H

#include "terrane/io.h"

typedef struct tr_geotiff {
    double transform[6];
    const char *wkt;          // may be NULL
    const char *unit;         // of the values
    const char *description;  // of the bands; may be NULL
    bool has_no_data;
    double no_data;
    bool is_point;
} tr_geotiff;

// As tr_geotiff_write().
bool tr_geotiff_write_as(tr_context *context, const char *path, const tr_grid *grid, const tr_geotiff *what,
                         tr_error *err);

#endif
