// Elevation files by GDAL: read, warped to metres where they are not in metres, voids filled.
#include "terrane/io.h"

#include <string.h>

#include "io/elevation_band.h"
#include "io/elevation_fill.h"
#include "io/elevation_warp.h"
#include "io/raster_open.h"

// Both rasters of a warp at a time. Checked before either is taken, and before a file that claims a huge size is read.
static bool check_budget(const tr_gdal_session *session, const tr_raster_frame *from, const tr_raster_frame *to,
                         bool warped, tr_error *err)
{
    const double mib = 1024.0 * 1024.0;
    double bytes = (double)from->width * from->height * sizeof(float);
    if (warped) bytes += (double)to->width * to->height * sizeof(float);
    const tr_memory_stats memory = tr_context_memory(session->context);
    const double free_bytes = (double)(memory.budget_bytes - memory.used_bytes);
    if (bytes <= free_bytes) return true;
    return tr_fail(err, TR_ERROR_OVER_BUDGET,
                   "%s: %d x %d pixels%s need %.1f MiB, but of the memory budget of %.1f MiB, %.1f MiB are free: raise "
                   "it, or cut a part out with gdal_translate -projwin or a coarser one with -tr",
                   session->path, from->width, from->height, warped ? " and their warped form" : "", bytes / mib,
                   (double)memory.budget_bytes / mib, free_bytes / mib);
}

static bool set_place(tr_context *context, const tr_raster_frame *frame, tr_georeference *out, tr_error *err)
{
    *out = (tr_georeference){.west = frame->transform[0], .north = frame->transform[3], .pixel_m = frame->transform[1]};
    if (!frame->wkt) return true;
    const size_t size = strlen(frame->wkt) + 1;
    out->wkt = tr_alloc(context, size, err);
    if (!out->wkt) return false;
    memcpy(out->wkt, frame->wkt, size);
    return true;
}

static bool read_heights(const tr_gdal_session *session, GDALDatasetH dataset, const tr_raster_frame *from,
                         const tr_raster_frame *to, bool warped, tr_grid *out, tr_error *err)
{
    tr_context *context = session->context;
    if (!tr_grid_create(context, from->width, from->height, 1, out, err)) return false;
    if (!tr_elevation_band_read(session, dataset, from, out, err)) return false;
    if (!warped) return true;
    tr_grid target;
    if (!tr_grid_create(context, to->width, to->height, 1, &target, err)) return false;
    const bool ok = tr_elevation_warp(session, out, from, &target, to, err);
    tr_grid_destroy(context, out);
    *out = target;
    return ok;
}

static bool fill_voids(const tr_gdal_session *session, tr_elevation *out, tr_error *err)
{
    tr_error cause;
    if (tr_elevation_fill(session->context, &out->heights, &out->void_count, &cause)) return true;
    return tr_fail(err, cause.code, "%s: %s", session->path, cause.message);
}

static bool read_dataset(const tr_gdal_session *session, GDALDatasetH dataset, tr_elevation *out, tr_error *err)
{
    tr_raster_frame from = {0}, to = {0};
    bool warped = false;
    const bool ok = tr_raster_frame_read(session, dataset, &from, err) &&
                    tr_raster_frame_metric(session, dataset, &from, &to, &warped, err) &&
                    check_budget(session, &from, &to, warped, err) &&
                    read_heights(session, dataset, &from, &to, warped, &out->heights, err) &&
                    fill_voids(session, out, err) && set_place(session->context, &to, &out->place, err);
    tr_raster_frame_release(&from);
    tr_raster_frame_release(&to);
    return ok;
}

bool tr_elevation_read(tr_context *context, const char *path, tr_elevation *out, tr_error *err)
{
    *out = (tr_elevation){0};
    tr_gdal_session session;
    tr_gdal_session_begin(&session, context, path);
    GDALDatasetH dataset = tr_raster_open(&session, err);
    const bool ok = dataset && read_dataset(&session, dataset, out, err);
    if (dataset) GDALClose(dataset);
    tr_gdal_session_end(&session);
    if (!ok) tr_elevation_destroy(context, out);
    return ok;
}
