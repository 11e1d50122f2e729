// Points from any system to longitude and latitude, by GDAL.
#include <string.h>

#include <ogr_srs_api.h>

#include "io/gdal_session.h"
#include "io/point_table.h"

static OGRSpatialReferenceH with_east_first(OGRSpatialReferenceH system)
{
    if (system) OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
    return system;
}

static OGRCoordinateTransformationH make_transformation(const char *wkt)
{
    OGRSpatialReferenceH from = with_east_first(OSRNewSpatialReference(wkt));
    OGRSpatialReferenceH to = with_east_first(OSRNewSpatialReference(NULL));
    OGRCoordinateTransformationH made = NULL;
    if (from && to && OSRImportFromEPSG(to, 4326) == OGRERR_NONE) made = OCTNewCoordinateTransformation(from, to);
    OSRDestroySpatialReference(to);
    OSRDestroySpatialReference(from);
    return made;
}

// In batches, because the library takes x and y in arrays of their own.
static bool transform(const tr_point_job *job, OGRCoordinateTransformationH to_degrees, double *out, tr_error *err)
{
    const tr_point_table *table = job->table;
    double x[TR_POINT_BATCH], y[TR_POINT_BATCH];
    for (size_t begin = 0; begin < table->count; begin += TR_POINT_BATCH) {
        const size_t left = table->count - begin, count = left < TR_POINT_BATCH ? left : TR_POINT_BATCH;
        memcpy(x, table->x + begin, count * sizeof *x);
        memcpy(y, table->y + begin, count * sizeof *y);
        OCTTransform(to_degrees, (int)count, x, y, NULL);
        for (size_t i = 0; i < count; i++) {
            if (!isfinite(x[i]) || !isfinite(y[i]))
                return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                               "%s: point %zu at %g, %g has no place on Earth in its system", job->path, begin + i,
                               table->x[begin + i], table->y[begin + i]);
            out[2 * (begin + i)] = x[i];
            out[2 * (begin + i) + 1] = y[i];
        }
    }
    return true;
}

double *tr_points_to_degrees(const tr_point_job *job, tr_error *err)
{
    // An empty table needs an answer, too.
    double *out = tr_alloc_array(job->context, job->table->count + 1, 2 * sizeof *out, err);
    if (!out) return NULL;
    tr_gdal_session session;
    tr_gdal_session_begin(&session, job->context, job->path);
    OGRCoordinateTransformationH to_degrees = make_transformation(job->table->wkt);
    const bool ok = to_degrees ? transform(job, to_degrees, out, err)
                               : tr_gdal_fail(&session, TR_ERROR_INVALID_ARGUMENT,
                                              "there is no way from its coordinate system to degrees", err);
    OCTDestroyCoordinateTransformation(to_degrees);
    tr_gdal_session_end(&session);
    if (ok) return out;
    tr_free(job->context, out);
    return NULL;
}
