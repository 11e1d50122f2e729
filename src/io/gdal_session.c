#include "io/gdal_session.h"

#include "base/thread.h"

#include <stdio.h>
#include <string.h>

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>

// What GDAL would else take from the environment or from a configuration file, and what changes values or bytes.
static const char *const fixed_options[] = {
    "COMPRESS_OVERVIEW=DEFLATE",
    "PREDICTOR_OVERVIEW=3",
    "ZLEVEL_OVERVIEW=6",
    "GDAL_NUM_THREADS=1",
    "GDAL_PAM_ENABLED=NO",
    "GDAL_TIFF_DEFLATE_SUBCODEC=AUTO",
    "GDAL_TIFF_ENDIANNESS=LITTLE",
    "GDAL_TIFF_INTERNAL_MASK=YES",
    "GDAL_TIFF_OVR_BLOCKSIZE=512",
    "GDAL_OVR_PROPAGATE_NODATA=NO",
    "GDAL_WARP_USE_AFFINE_OPTIMIZATION=YES",
    "GDAL_WARP_USE_TRANSLATION_OPTIM=YES",
    "GEOTIFF_VERSION=AUTO",
    "GEOTIFF_KEYS_FLAVOR=STANDARD",
    "GTIFF_DIRECT_IO=NO",
    "GTIFF_DONT_WRITE_BLOCKS=NO",
    "GTIFF_ESRI_CITATION=YES",
    "GTIFF_HONOUR_NEGATIVE_SCALEY=NO",
    "GTIFF_IGNORE_READ_ERRORS=NO",
    "GTIFF_POINT_GEO_IGNORE=NO",
    "GTIFF_USE_MMAP=NO",
    "GTIFF_VIRTUAL_MEM_IO=NO",
    "GTIFF_WRITE_TOWGS84=AUTO",
    "OSR_DEFAULT_AXIS_MAPPING_STRATEGY=AUTHORITY_COMPLIANT",
    "OSR_USE_APPROX_TMERC=NO",
    "OSR_WKT_FORMAT=DEFAULT",
    "TIFF_USE_OVR=NO",
    NULL,
};

static tr_once registered = TR_ONCE_INIT;

static void register_drivers(void)
{
    GDALAllRegister();
}

static void CPL_STDCALL collect(CPLErr level, CPLErrorNum number, const char *text)
{
    tr_gdal_session *session = CPLGetErrorHandlerUserData();
    (void)number;
    if (level < CE_Failure) {
        if (level == CE_Warning) tr_log(session->context, TR_LOG_WARNING, "%s: %s", session->path, text);
        return;
    }
    if (session->failed) return;
    session->failed = true;
    snprintf(session->text, sizeof session->text, "%s", text);
    session->text[strcspn(session->text, "\r\n")] = '\0';
}

void tr_gdal_session_begin(tr_gdal_session *session, tr_context *context, const char *path)
{
    *session = (tr_gdal_session){.context = context, .path = path};
    // The handler belongs to the thread, so what registration says must not go to stderr either.
    CPLPushErrorHandlerEx(collect, session);
    tr_once_run(&registered, register_drivers);
    session->failed = false;
    session->outer_options = CPLGetThreadLocalConfigOptions();
    for (const char *const *option = fixed_options; *option; option++) {
        char *key = NULL;
        const char *value = CPLParseNameValue(*option, &key);
        CPLSetThreadLocalConfigOption(key, value);
        CPLFree(key);
    }
}

void tr_gdal_session_end(tr_gdal_session *session)
{
    CPLSetThreadLocalConfigOptions((const char *const *)session->outer_options);
    CSLDestroy(session->outer_options);
    CPLPopErrorHandler();
    CPLErrorReset();
}

bool tr_gdal_fail(const tr_gdal_session *session, tr_error_code code, const char *what, tr_error *err)
{
    if (!session->failed) return tr_fail(err, code, "%s: %s", session->path, what);
    return tr_fail(err, code, "%s: %s (GDAL: %s)", session->path, what, session->text);
}

static bool add_plane(GDALDatasetH dataset, const tr_grid *grid, int32_t plane)
{
    char pointer[64], pixel[32], line[32];
    void *samples = grid->samples + plane * grid->plane_stride;
    const int length = CPLPrintPointer(pointer, samples, sizeof pointer - 1);
    pointer[length] = '\0';
    snprintf(pixel, sizeof pixel, "%zu", sizeof(float));
    snprintf(line, sizeof line, "%lld", (long long)grid->row_stride * (long long)sizeof(float));
    char **options = CSLSetNameValue(NULL, "DATAPOINTER", pointer);
    options = CSLSetNameValue(options, "PIXELOFFSET", pixel);
    options = CSLSetNameValue(options, "LINEOFFSET", line);
    const CPLErr status = GDALAddBand(dataset, GDT_Float32, options);
    CSLDestroy(options);
    return status == CE_None;
}

GDALDatasetH tr_gdal_wrap_grid(const tr_gdal_session *session, const tr_grid *grid, const double transform[6],
                               const char *wkt, tr_error *err)
{
    GDALDriverH driver = GDALGetDriverByName("MEM");
    GDALDatasetH dataset = driver ? GDALCreate(driver, "", grid->width, grid->height, 0, GDT_Float32, NULL) : NULL;
    bool ok = dataset;
    for (int32_t plane = 0; plane < grid->depth && ok; plane++) ok = add_plane(dataset, grid, plane);
    double copy[6];
    if (transform) memcpy(copy, transform, sizeof copy);
    ok = ok && (!transform || GDALSetGeoTransform(dataset, copy) == CE_None) &&
         (!wkt || GDALSetProjection(dataset, wkt) == CE_None);
    if (ok) return dataset;
    tr_gdal_fail(session, TR_ERROR_INTERNAL, "GDAL cannot take the raster from memory", err);
    if (dataset) GDALClose(dataset);
    return NULL;
}
