// Rasters in their own pixels.
#include "terrane/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cpl_conv.h>

#include "io/elevation_band.h"
#include "io/elevation_fill.h"
#include "io/raster_open.h"
#include "io/raster_scale.h"

static bool check_bands(const tr_gdal_session *session, GDALDatasetH dataset, tr_error *err)
{
    const int count = GDALGetRasterCount(dataset);
    const bool has_alpha =
        count == 2 && GDALGetRasterColorInterpretation(GDALGetRasterBand(dataset, 2)) == GCI_AlphaBand;
    if (count == 1 || has_alpha) return true;
    return tr_fail(err, TR_ERROR_FORMAT,
                   "%s: it has %d bands, and heights are one: take the right one out with gdal_translate -b",
                   session->path, count);
}

static bool check_north_up(const tr_gdal_session *session, const tr_raster_frame *frame, tr_error *err)
{
    const double *t = frame->transform;
    if (frame->upside_down)
        return tr_fail(err, TR_ERROR_FORMAT,
                       "%s: its rows run from south to north: turn them with gdalwarp, which writes north up",
                       session->path);
    if (tr_raster_is_north_up(t)) return true;
    return tr_fail(err, TR_ERROR_FORMAT,
                   "%s: it is rotated or mirrored (geotransform %g %g %g, %g %g %g); only north up rasters can keep "
                   "their pixels: bring it to north up with gdalwarp",
                   session->path, t[0], t[1], t[2], t[3], t[4], t[5]);
}

// Values, a byte for each that is void, and what filling takes.
static bool check_budget(const tr_gdal_session *session, const tr_raster_frame *frame, tr_error *err)
{
    const double mib = 1024.0 * 1024.0, bytes = (double)frame->width * frame->height * sizeof(float);
    const tr_memory_stats memory = tr_context_memory(session->context);
    const double free_bytes = (double)(memory.budget_bytes - memory.used_bytes);
    if (bytes <= free_bytes) return true;
    return tr_fail(
        err, TR_ERROR_OVER_BUDGET,
        "%s: %d x %d pixels need %.1f MiB, but of the memory budget of %.1f MiB, %.1f MiB are free: raise it, "
        "or cut a part out with gdal_translate -projwin",
        session->path, frame->width, frame->height, bytes / mib, (double)memory.budget_bytes / mib, free_bytes / mib);
}

static bool mark_voids(tr_context *context, tr_raster *out, tr_error *err)
{
    const int64_t count = (int64_t)out->values.width * out->values.height;
    out->voids = tr_alloc(context, (size_t)count, err);
    if (!out->voids) return false;
    for (int64_t i = 0; i < count; i++) {
        out->voids[i] = (uint8_t)(isnan(out->values.samples[i]) ? 1 : 0);
        out->void_count += out->voids[i];
    }
    if (out->void_count > 0) return true;
    tr_free(context, out->voids);
    out->voids = NULL;
    return true;
}

// Voids keep their value where 32-bit floats have it and no height can be it.
static void read_no_data(GDALRasterBandH band, tr_raster *out)
{
    int declared = 0;
    const double value = GDALGetRasterNoDataValue(band, &declared);
    const bool is_scaled = GDALGetRasterScale(band, NULL) != 1 || GDALGetRasterOffset(band, NULL) != 0;
    const double nearest = (double)(float)value;
    // Some files give the lowest float in fewer digits than it has.
    const bool fits = isnan(value) || (isfinite(nearest) && fabs(nearest - value) <= 1e-6 * fabs(value));
    out->has_no_data = declared || out->void_count > 0;
    out->no_data = declared && fits && !is_scaled ? nearest : NAN;
}

static bool read_values(const tr_gdal_session *session, GDALDatasetH dataset, const tr_raster_frame *frame,
                        tr_raster *out, tr_error *err)
{
    tr_context *context = session->context;
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    if (!tr_grid_create(context, frame->width, frame->height, 1, &out->values, err) ||
        !tr_raster_band_read(session, dataset, frame, &out->values, &out->unit_m, err) ||
        !mark_voids(context, out, err))
        return false;
    read_no_data(band, out);
    snprintf(out->unit, sizeof out->unit, "%s", GDALGetRasterUnitType(band));
    const char *meaning = GDALGetMetadataItem(dataset, "AREA_OR_POINT", NULL);
    out->is_point = meaning && EQUAL(meaning, "Point");
    tr_error cause;
    int64_t void_count;
    if (tr_elevation_fill(context, &out->values, &void_count, &cause)) return true;
    return tr_fail(err, cause.code, "%s: %s", session->path, cause.message);
}

static bool set_place(const tr_gdal_session *session, OGRSpatialReferenceH system, const tr_raster_frame *frame,
                      tr_raster *out, tr_error *err)
{
    const double *t = frame->transform;
    out->west = t[0];
    out->north = t[3];
    out->step[0] = t[1];
    out->step[1] = -t[5];
    if (!tr_raster_scale(session, system, frame, out->pixel_m, err)) return false;
    if (!system) return true;
    // The system as it is, also when its vertical axis is not in metres: the values are written back in their unit.
    char *wkt = tr_raster_system_wkt(system);
    if (!wkt) return tr_gdal_fail(session, TR_ERROR_FORMAT, "its coordinate system is not usable", err);
    const size_t size = strlen(wkt) + 1;
    out->wkt = tr_alloc(session->context, size, err);
    if (out->wkt) memcpy(out->wkt, wkt, size);
    CPLFree(wkt);
    return out->wkt;
}

static bool read_dataset(const tr_gdal_session *session, GDALDatasetH dataset, tr_raster *out, tr_error *err)
{
    tr_raster_frame frame = {0};
    const bool ok = check_bands(session, dataset, err) && tr_raster_frame_read(session, dataset, &frame, err) &&
                    check_north_up(session, &frame, err) && check_budget(session, &frame, err) &&
                    set_place(session, GDALGetSpatialRef(dataset), &frame, out, err) &&
                    read_values(session, dataset, &frame, out, err);
    tr_raster_frame_release(&frame);
    return ok;
}

bool tr_raster_read(tr_context *context, const char *path, tr_raster *out, tr_error *err)
{
    *out = (tr_raster){0};
    tr_gdal_session session;
    tr_gdal_session_begin(&session, context, path);
    GDALDatasetH dataset = tr_raster_open(&session, err);
    const bool ok = dataset && read_dataset(&session, dataset, out, err);
    if (dataset) GDALClose(dataset);
    tr_gdal_session_end(&session);
    if (!ok) tr_raster_destroy(context, out);
    return ok;
}
