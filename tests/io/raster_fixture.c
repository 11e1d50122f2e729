#include "cmocka_test.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <cpl_conv.h>
#include <ogr_srs_api.h>

#include "raster_fixture.h"

static void set_system(GDALDatasetH dataset, const char *name)
{
    OGRSpatialReferenceH system = OSRNewSpatialReference(NULL);
    assert_int_equal(OSRSetFromUserInput(system, name), OGRERR_NONE);
    OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
    assert_int_equal(GDALSetSpatialRef(dataset, system), CE_None);
    OSRDestroySpatialReference(system);
}

static void fill_band(GDALRasterBandH band, const raster_spec *spec)
{
    const double *t = spec->transform;
    double *row = malloc((size_t)spec->width * sizeof *row);
    for (int j = 0; j < spec->height; j++) {
        for (int i = 0; i < spec->width; i++) {
            const double x = t[0] + (i + 0.5) * t[1] + (j + 0.5) * t[2];
            const double y = t[3] + (i + 0.5) * t[4] + (j + 0.5) * t[5];
            const double value = spec->value(x, y);
            row[i] = isnan(value) ? spec->no_data : value;
        }
        assert_int_equal(GDALRasterIO(band, GF_Write, 0, j, spec->width, 1, row, spec->width, 1, GDT_Float64, 0, 0),
                         CE_None);
    }
    free(row);
}

void raster_make(const char *path, const raster_spec *spec)
{
    GDALAllRegister();
    GDALDatasetH dataset =
        GDALCreate(GDALGetDriverByName("GTiff"), path, spec->width, spec->height, 1, spec->type, NULL);
    assert_non_null(dataset);
    double transform[6];
    for (int i = 0; i < 6; i++) transform[i] = spec->transform[i];
    if (transform[1] != 0) assert_int_equal(GDALSetGeoTransform(dataset, transform), CE_None);
    if (spec->system) set_system(dataset, spec->system);
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    if (spec->declares_no_data) GDALSetRasterNoDataValue(band, spec->no_data);
    if (spec->scale != 0) {
        GDALSetRasterScale(band, spec->scale);
        GDALSetRasterOffset(band, spec->offset);
    }
    if (spec->unit) GDALSetRasterUnitType(band, spec->unit);
    fill_band(band, spec);
    GDALClose(dataset);
}

void raster_to_degrees(const char *system, double x, double y, double *lon_deg, double *lat_deg)
{
    OGRSpatialReferenceH from = OSRNewSpatialReference(NULL), to = OSRNewSpatialReference(NULL);
    assert_int_equal(OSRSetFromUserInput(from, system), OGRERR_NONE);
    assert_int_equal(OSRImportFromEPSG(to, 4326), OGRERR_NONE);
    OSRSetAxisMappingStrategy(from, OAMS_TRADITIONAL_GIS_ORDER);
    OSRSetAxisMappingStrategy(to, OAMS_TRADITIONAL_GIS_ORDER);
    OGRCoordinateTransformationH transformation = OCTNewCoordinateTransformation(from, to);
    assert_non_null(transformation);
    *lon_deg = x;
    *lat_deg = y;
    assert_true(OCTTransform(transformation, 1, lon_deg, lat_deg, NULL));
    OCTDestroyCoordinateTransformation(transformation);
    OSRDestroySpatialReference(from);
    OSRDestroySpatialReference(to);
}
