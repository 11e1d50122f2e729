// Rasters for tests, made with GDAL itself from a formula.
#ifndef TEST_IO_RASTER_FIXTURE_H
#define TEST_IO_RASTER_FIXTURE_H

#include <stdbool.h>

#include <gdal.h>

// The height at a place in the coordinates of the raster; NaN is a void.
typedef double raster_height_fn(double x, double y);

typedef struct raster_spec {
    int width, height;
    double transform[6];  // all zero: none
    const char *system;   // what OSRSetFromUserInput() takes; NULL: none
    GDALDataType type;
    raster_height_fn *value;
    double no_data;         // written where the value is NaN
    bool declares_no_data;  // and said in the file
    double scale, offset;   // of the band; scale 0: not set
    const char *unit;       // of the band; NULL: not set
} raster_spec;

// Writes a GeoTIFF with values at pixel centres. Ends the test on failure.
void raster_make(const char *path, const raster_spec *spec);

// Longitude and latitude (WGS 84) of a point of a system (WKT or a code).
void raster_to_degrees(const char *system, double x, double y, double *lon_deg, double *lat_deg);

#endif
