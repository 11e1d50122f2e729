#include "io/elevation_warp.h"

#include <math.h>

#include <cpl_string.h>
#include <gdalwarper.h>

#include "base/context.h"

// The position in the source is interpolated along a row of the target where that is off by less than this many pixels.
#define MAX_POSITION_ERROR_PX 0.01
// GDAL works in pieces of this size. It is fixed because it could show in the last bits.
#define PIECE_BYTES (64.0 * 1024 * 1024)

static CPLErr reproject(GDALDatasetH source, GDALDatasetH target, const char *from_wkt, const char *to_wkt)
{
    GDALSetRasterNoDataValue(GDALGetRasterBand(source, 1), NAN);
    GDALSetRasterNoDataValue(GDALGetRasterBand(target, 1), NAN);
    GDALWarpOptions *options = GDALCreateWarpOptions();
    options->papszWarpOptions = CSLSetNameValue(options->papszWarpOptions, "INIT_DEST", "NO_DATA");
    options->papszWarpOptions = CSLSetNameValue(options->papszWarpOptions, "NUM_THREADS", "1");
    // Pixels of about the same size: GDAL's guess of their ratio, which a rotation deceives, would only blur.
    options->papszWarpOptions = CSLSetNameValue(options->papszWarpOptions, "XSCALE", "1");
    options->papszWarpOptions = CSLSetNameValue(options->papszWarpOptions, "YSCALE", "1");
    const CPLErr status = GDALReprojectImage(source, from_wkt, target, to_wkt, GRA_Cubic, PIECE_BYTES,
                                             MAX_POSITION_ERROR_PX, NULL, NULL, options);
    GDALDestroyWarpOptions(options);
    return status;
}

bool tr_elevation_warp(const tr_gdal_session *session, const tr_grid *source, const tr_raster_frame *from,
                       const tr_grid *out, const tr_raster_frame *to, tr_error *err)
{
    // What GDAL takes for a piece comes from its own allocator; a small raster is one small piece.
    const double pixels = (double)source->width * source->height + (double)out->width * out->height;
    const double all_bytes = 4 * sizeof(float) * pixels;
    const uint64_t work_bytes = (uint64_t)(all_bytes < PIECE_BYTES ? all_bytes : PIECE_BYTES);
    if (!tr_memory_reserve(session->context, work_bytes, err)) return false;
    GDALDatasetH source_data = tr_gdal_wrap_grid(session, source, from->transform, from->wkt, err);
    GDALDatasetH out_data = source_data ? tr_gdal_wrap_grid(session, out, to->transform, to->wkt, err) : NULL;
    bool ok = out_data;
    if (ok && (reproject(source_data, out_data, from->wkt, to->wkt) != CE_None || session->failed))
        ok = tr_gdal_fail(session, TR_ERROR_FORMAT, "it cannot be warped to metres", err);
    if (out_data) GDALClose(out_data);
    if (source_data) GDALClose(source_data);
    tr_memory_unreserve(session->context, work_bytes);
    return ok;
}
