#include "io/raster_open.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <cpl_string.h>

static bool fail_open(const tr_gdal_session *session, tr_error *err)
{
    FILE *stream = fopen(session->path, "rb");
    if (!stream) return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: %s", session->path, strerror(errno));
    fclose(stream);
    return tr_gdal_fail(session, TR_ERROR_FORMAT, "is not a raster that GDAL can read", err);
}

GDALDatasetH tr_raster_open(const tr_gdal_session *session, tr_error *err)
{
    const unsigned flags = GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR;
    GDALDatasetH dataset = GDALOpenEx(session->path, flags, NULL, NULL, NULL);
    if (!dataset) {
        fail_open(session, err);
        return NULL;
    }
    if (GDALGetRasterCount(dataset) < 1) {
        tr_fail(err, TR_ERROR_FORMAT, "%s: it holds no raster of its own (%d subdatasets may; gdalinfo lists them)",
                session->path, CSLCount(GDALGetMetadata(dataset, "SUBDATASETS")) / 2);
        GDALClose(dataset);
        return NULL;
    }
    return dataset;
}
