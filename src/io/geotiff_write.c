// Cloud Optimised GeoTIFF (OGC 21-026) by GDAL's COG driver, from the memory of the grid.
#include "io/geotiff_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cpl_string.h>
#include <ogr_srs_api.h>

#include "base/atomic_file.h"
#include "io/gdal_session.h"

// DEFLATE because every reader of GeoTIFF has it. One thread: the same bytes each time. The file exists already
// (atomic_file.h).
static const char *const creation_options[] = {"COMPRESS=DEFLATE",
                                               "LEVEL=6",
                                               "PREDICTOR=FLOATING_POINT",
                                               "OVERVIEW_COMPRESS=DEFLATE",
                                               "OVERVIEW_PREDICTOR=FLOATING_POINT",
                                               "BLOCKSIZE=512",
                                               "OVERVIEWS=IGNORE_EXISTING",
                                               "OVERVIEW_RESAMPLING=AVERAGE",
                                               "NUM_THREADS=1",
                                               "BIGTIFF=IF_SAFER",
                                               "QUIET_DELETE_ON_CREATE_COPY=NO",
                                               NULL};

static bool check(const char *path, const tr_grid *grid, const tr_georeference *place, tr_error *err)
{
    if (!grid->samples || grid->width < 1 || grid->height < 1 || grid->depth < 1 || grid->row_stride < grid->width)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: a grid of %d x %d x %d samples cannot be written", path,
                       grid->width, grid->height, grid->depth);
    if (!(place->pixel_m > 0) || !isfinite(place->pixel_m) || !isfinite(place->west) || !isfinite(place->north))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: a corner at %g, %g and pixels of %g m are no place", path,
                       place->west, place->north, place->pixel_m);
    return true;
}

static bool check_system(const tr_gdal_session *session, const char *wkt, tr_error *err)
{
    OGRSpatialReferenceH system = wkt ? OSRNewSpatialReference(wkt) : NULL;
    const bool ok = !wkt || system;
    OSRDestroySpatialReference(system);
    return ok || tr_gdal_fail(session, TR_ERROR_INVALID_ARGUMENT, "its coordinate system is not usable", err);
}

// "height (m)" has the unit m. Without one in brackets, heights are meant.
static void unit_of(const char *description, char out[16])
{
    snprintf(out, 16, "m");
    const char *begin = description ? strrchr(description, '(') : NULL;
    const size_t size = begin ? strcspn(begin + 1, ")") : 0;
    if (begin && begin[1 + size] == ')' && begin[2 + size] == '\0' && size < 16) {
        memcpy(out, begin + 1, size);
        out[size] = '\0';
    }
}

static void describe(GDALDatasetH dataset, const tr_geotiff *file)
{
    for (int i = 1; i <= GDALGetRasterCount(dataset); i++) {
        GDALRasterBandH band = GDALGetRasterBand(dataset, i);
        if (file->description) GDALSetDescription(band, file->description);
        GDALSetRasterUnitType(band, file->unit);
        if (file->has_no_data) GDALSetRasterNoDataValue(band, file->no_data);
    }
    // A pixel is the square around its sample, and the geotransform gives the outer corner of the first.
    GDALSetMetadataItem(dataset, "AREA_OR_POINT", file->is_point ? "Point" : "Area", NULL);
}

static bool copy_to_file(tr_gdal_session *session, GDALDatasetH dataset, const char *temp_path, tr_error *err)
{
    GDALDriverH driver = GDALGetDriverByName("COG");
    if (!driver)
        return tr_gdal_fail(session, TR_ERROR_UNSUPPORTED, "GDAL has no COG driver; it came with version 3.1", err);
    GDALDatasetH copy = GDALCreateCopy(driver, temp_path, dataset, FALSE, (CSLConstList)creation_options, NULL, NULL);
    // The last blocks are written here, and a disk may be full only now.
    if (copy) GDALClose(copy);
    if (copy && !session->failed) return true;
    return tr_gdal_fail(session, TR_ERROR_FILE_WRITE, "cannot be written", err);
}

static bool write_dataset(tr_gdal_session *session, const tr_grid *grid, const tr_geotiff *what, const char *temp_path,
                          tr_error *err)
{
    if (!check_system(session, what->wkt, err)) return false;
    GDALDatasetH dataset = tr_gdal_wrap_grid(session, grid, what->transform, what->wkt, err);
    if (!dataset) return false;
    describe(dataset, what);
    const bool ok = copy_to_file(session, dataset, temp_path, err);
    GDALClose(dataset);
    return ok;
}

bool tr_geotiff_write_as(tr_context *context, const char *path, const tr_grid *grid, const tr_geotiff *what,
                         tr_error *err)
{
    tr_atomic_file file;
    if (!tr_atomic_file_open(&file, context, path, err)) return false;
    bool ok = file.temp_path;
    if (!ok) {
        tr_fail(err, TR_ERROR_FILE_OPEN, "%s: is not a regular file, and a GeoTIFF is not written in order", path);
    } else {
        tr_gdal_session session;
        tr_gdal_session_begin(&session, context, path);
        ok = write_dataset(&session, grid, what, file.temp_path, err);
        tr_gdal_session_end(&session);
    }
    if (ok) return tr_atomic_file_commit(&file, err);
    tr_atomic_file_abort(&file);
    return false;
}

bool tr_geotiff_write(tr_context *context, const char *path, const tr_grid *grid, const tr_georeference *place,
                      const char *description, tr_error *err)
{
    if (!check(path, grid, place, err)) return false;
    char unit[16];
    unit_of(description, unit);
    const tr_geotiff what = {.transform = {place->west, place->pixel_m, 0, place->north, 0, -place->pixel_m},
                             .wkt = place->wkt,
                             .unit = unit,
                             .description = description};
    return tr_geotiff_write_as(context, path, grid, &what, err);
}
