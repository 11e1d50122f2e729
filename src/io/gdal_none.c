// Rasters and vectors in a build without GDAL: the same functions, which say so.
#include "io/point_table.h"

static bool fail(const char *path, tr_error *err)
{
    return tr_fail(err, TR_ERROR_UNSUPPORTED, "%s: this build has no GDAL (it was configured without libgdal)", path);
}

bool tr_elevation_read(tr_context *context, const char *path, tr_elevation *out, tr_error *err)
{
    (void)context;
    *out = (tr_elevation){0};
    return fail(path, err);
}

bool tr_geotiff_write(tr_context *context, const char *path, const tr_grid *grid, const tr_georeference *place,
                      const char *description, tr_error *err)
{
    (void)context, (void)grid, (void)place, (void)description;
    return fail(path, err);
}

bool tr_raster_read(tr_context *context, const char *path, tr_raster *out, tr_error *err)
{
    (void)context;
    *out = (tr_raster){0};
    return fail(path, err);
}

bool tr_raster_write(tr_context *context, const char *path, const tr_raster *place, const tr_raster_band *band,
                     tr_error *err)
{
    (void)context, (void)place, (void)band->values, (void)band->unit, (void)band->description;
    return fail(path, err);
}

bool tr_vectors_read(tr_context *context, const char *path, const tr_vectors_def *def, tr_vectors *out, tr_error *err)
{
    (void)context, (void)def;
    *out = (tr_vectors){0};
    return fail(path, err);
}

double *tr_points_to_degrees(const tr_point_job *job, tr_error *err)
{
    fail(job->path, err);
    return NULL;
}

bool tr_points_write_gpkg(const tr_point_job *job, tr_error *err)
{
    return fail(job->path, err);
}
