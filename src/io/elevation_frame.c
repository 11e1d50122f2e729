// Which rasters are taken as they are and which are warped, and to what. docs/elevation.md has the table.
#include "io/elevation_frame.h"

#include <math.h>
#include <string.h>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal_alg.h>
#include <ogr_srs_api.h>

#include "terrane/base.h"

#define MAX_PIXEL_M 1048576.0
#define MAX_SPAN_DEG 30.0
#define UTM_SOUTH_DEG (-80.0)
#define UTM_NORTH_DEG 84.0

void tr_raster_frame_release(tr_raster_frame *frame)
{
    CPLFree(frame->wkt);
    *frame = (tr_raster_frame){0};
}

// ---------------------------------------------------------------------------------------------------------
// Reading

bool tr_raster_is_north_up(const double t[6])
{
    return t[2] == 0 && t[4] == 0 && t[1] > 0 && t[5] < 0;
}

static bool is_square(const double t[6])
{
    return fabs(t[1] + t[5]) <= 1e-6 * t[1];
}

// The rows from north to south, whatever order the file has.
static void turn_north_up(tr_raster_frame *frame)
{
    double *t = frame->transform;
    if (t[2] != 0 || t[4] != 0 || t[5] <= 0) return;
    t[3] += frame->height * t[5];
    t[5] = -t[5];
    frame->upside_down = true;
}

static bool read_transform(const tr_gdal_session *session, GDALDatasetH dataset, tr_raster_frame *out, tr_error *err)
{
    double *t = out->transform;
    if (GDALGetGeoTransform(dataset, t) != CE_None) {
        if (GDALGetGCPCount(dataset) > 0)
            return tr_fail(err, TR_ERROR_FORMAT,
                           "%s: it has ground control points but no grid: bring it to one with gdalwarp -t_srs",
                           session->path);
        return tr_fail(err, TR_ERROR_FORMAT,
                       "%s: it has no georeference, so the size of its pixels is unknown: add one with "
                       "gdal_translate -a_srs EPSG:code -a_ullr west north east south",
                       session->path);
    }
    const double area = t[1] * t[5] - t[2] * t[4];
    bool finite = isfinite(area) && area != 0;
    for (int i = 0; i < 6; i++) finite = finite && isfinite(t[i]);
    if (!finite)
        return tr_fail(err, TR_ERROR_FORMAT, "%s: its geotransform (%g %g %g %g %g %g) gives pixels without an area",
                       session->path, t[0], t[1], t[2], t[3], t[4], t[5]);
    turn_north_up(out);
    return true;
}

static bool looks_geographic(const tr_raster_frame *frame)
{
    const double *t = frame->transform;
    const double east = t[0] + frame->width * t[1], south = t[3] + frame->height * t[5];
    return t[1] < 0.5 && t[0] >= -180.5 && east <= 360.5 && t[3] <= 90.5 && south >= -90.5;
}

static bool check_unknown_system(const tr_gdal_session *session, const tr_raster_frame *frame, tr_error *err)
{
    const double *t = frame->transform;
    if (!tr_raster_is_north_up(t) || !is_square(t))
        return tr_fail(err, TR_ERROR_FORMAT,
                       "%s: it has no coordinate system, and its pixels of %g x %g are rotated or not square, so it "
                       "cannot be taken as metres: add the system with gdal_translate -a_srs EPSG:code",
                       session->path, t[1], t[5]);
    if (looks_geographic(frame))
        return tr_fail(err, TR_ERROR_FORMAT,
                       "%s: it has no coordinate system and looks like degrees (pixels of %g from %g, %g): add the "
                       "system with gdal_translate -a_srs EPSG:4326, or metres with -a_ullr west north east south",
                       session->path, t[1], t[0], t[3]);
    tr_log(session->context, TR_LOG_INFO, "%s: no coordinate system; its pixels of %g are taken as metres",
           session->path, t[1]);
    return true;
}

char *tr_raster_system_wkt(OGRSpatialReferenceH system)
{
    static const char *const options[] = {"FORMAT=WKT2_2019", "MULTILINE=NO", NULL};
    char *wkt = NULL;
    if (OSRExportToWktEx(system, &wkt, options) == OGRERR_NONE) return wkt;
    CPLFree(wkt);
    return NULL;
}

// Heights become metres; a system whose vertical axis has another unit would say something else.
static char *horizontal_wkt(OGRSpatialReferenceH system, double *vertical_unit_m)
{
    *vertical_unit_m = 1;
    if (!OSRIsCompound(system)) return tr_raster_system_wkt(system);
    *vertical_unit_m = OSRGetTargetLinearUnits(system, "VERT_CS", NULL);
    if (*vertical_unit_m == 1.0) return tr_raster_system_wkt(system);
    OGRSpatialReferenceH flat = OSRClone(system);
    char *wkt = flat && OSRDemoteTo2D(flat, NULL) == OGRERR_NONE ? tr_raster_system_wkt(flat) : NULL;
    OSRDestroySpatialReference(flat);
    return wkt;
}

bool tr_raster_frame_read(const tr_gdal_session *session, GDALDatasetH dataset, tr_raster_frame *out, tr_error *err)
{
    *out = (tr_raster_frame){.width = GDALGetRasterXSize(dataset), .height = GDALGetRasterYSize(dataset)};
    out->vertical_unit_m = 1;
    if (!read_transform(session, dataset, out, err)) return false;
    OGRSpatialReferenceH system = GDALGetSpatialRef(dataset);
    if (!system) return check_unknown_system(session, out, err);
    out->wkt = horizontal_wkt(system, &out->vertical_unit_m);
    return out->wkt || tr_gdal_fail(session, TR_ERROR_FORMAT, "its coordinate system is not usable", err);
}

// ---------------------------------------------------------------------------------------------------------
// The frame in metres

// The nearest pixel size that is a multiple of 1/256 m, or 0 when there is none.
static double snap_pixel(double pixel_m)
{
    if (!(pixel_m <= MAX_PIXEL_M)) return 0;
    const double units = floor(pixel_m * TR_UNITS_PER_METRE + 0.5);
    return units >= 1 ? units / TR_UNITS_PER_METRE : 0;
}

static bool fail_pixel(const tr_gdal_session *session, double pixel_m, tr_error *err)
{
    return tr_fail(err, TR_ERROR_FORMAT, "%s: its pixels have %g m; 1/256 to %.0f m are possible", session->path,
                   pixel_m, MAX_PIXEL_M);
}

static bool fill_frame(const tr_gdal_session *session, double west, double north, double east, double south,
                       double pixel_m, tr_raster_frame *out, tr_error *err)
{
    // A sliver of less than half a pixel is no pixel.
    const double width = floor((east - west) / pixel_m + 0.5), height = floor((north - south) / pixel_m + 0.5);
    if (!(width < INT32_MAX && height < INT32_MAX))
        return tr_fail(err, TR_ERROR_FORMAT, "%s: it would have %g x %g pixels of %g m", session->path, width, height,
                       pixel_m);
    out->width = width < 1 ? 1 : (int32_t)width;
    out->height = height < 1 ? 1 : (int32_t)height;
    const double transform[6] = {west, pixel_m, 0, north, 0, -pixel_m};
    memcpy(out->transform, transform, sizeof transform);
    out->vertical_unit_m = 1;
    return true;
}

// Square metric pixels: the same, or the same area in pixels of a multiple of 1/256 m.
static bool keep_system(const tr_gdal_session *session, const tr_raster_frame *source, tr_raster_frame *out,
                        bool *warped, tr_error *err)
{
    const double *t = source->transform;
    const double snapped = snap_pixel(t[1]);
    if (snapped == 0) return fail_pixel(session, t[1], err);
    const double size = source->width > source->height ? source->width : source->height;
    const double drift_units = fabs(t[1] - snapped) * TR_UNITS_PER_METRE * size;
    *warped = drift_units > 0.5;
    const double east = t[0] + source->width * t[1], south = t[3] + source->height * t[5];
    if (*warped) return fill_frame(session, t[0], t[3], east, south, snapped, out, err);
    // Far corners within half of 1/256 m: the number in the file was rounded.
    out->width = source->width;
    out->height = source->height;
    const double transform[6] = {t[0], snapped, 0, t[3], 0, -snapped};
    memcpy(out->transform, transform, sizeof transform);
    out->vertical_unit_m = 1;
    return true;
}

static OGRSpatialReferenceH system_of_wkt(const char *wkt)
{
    OGRSpatialReferenceH system = OSRNewSpatialReference(wkt);
    if (system) OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
    return system;
}

static OGRSpatialReferenceH system_of_code(int epsg)
{
    OGRSpatialReferenceH system = OSRNewSpatialReference(NULL);
    if (system) OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
    if (system && OSRImportFromEPSG(system, epsg) == OGRERR_NONE) return system;
    OSRDestroySpatialReference(system);
    return NULL;
}

// Longitude and latitude of the middle of the raster.
static bool find_centre(const tr_gdal_session *session, OGRSpatialReferenceH system, const tr_raster_frame *source,
                        double *lon_deg, double *lat_deg, tr_error *err)
{
    const double *t = source->transform;
    const double column = 0.5 * source->width, row = 0.5 * source->height;
    *lon_deg = t[0] + column * t[1] + row * t[2];
    *lat_deg = t[3] + column * t[4] + row * t[5];
    OGRSpatialReferenceH degrees = system_of_code(4326);
    OGRCoordinateTransformationH to_degrees = degrees ? OCTNewCoordinateTransformation(system, degrees) : NULL;
    const bool ok =
        to_degrees && OCTTransform(to_degrees, 1, lon_deg, lat_deg, NULL) && isfinite(*lon_deg) && isfinite(*lat_deg);
    OCTDestroyCoordinateTransformation(to_degrees);
    OSRDestroySpatialReference(degrees);
    if (!ok) return tr_gdal_fail(session, TR_ERROR_FORMAT, "its place on Earth cannot be found", err);
    *lon_deg -= 360 * floor((*lon_deg + 180) / 360);
    if (*lat_deg < UTM_SOUTH_DEG || *lat_deg > UTM_NORTH_DEG)
        return tr_fail(err, TR_ERROR_FORMAT,
                       "%s: its centre lies at latitude %.2f; UTM reaches from %g to %g: warp it to polar metres with "
                       "gdalwarp -t_srs EPSG:%d -tr metres metres",
                       session->path, *lat_deg, UTM_SOUTH_DEG, UTM_NORTH_DEG, *lat_deg < 0 ? 32761 : 32661);
    return true;
}

// The zone on the datum of the raster itself, so that no shift of datum comes in.
static char *utm_on_datum(OGRSpatialReferenceH system, int zone, bool north)
{
    OGRSpatialReferenceH geographic = OSRCloneGeogCS(system);
    OGRSpatialReferenceH world = system_of_code(4326);
    OGRSpatialReferenceH utm = NULL;
    if (geographic && world) {
        OSRSetAxisMappingStrategy(geographic, OAMS_TRADITIONAL_GIS_ORDER);
        const bool plain_degrees = OSRGetPrimeMeridian(geographic, NULL) == 0 &&
                                   fabs(OSRGetAngularUnits(geographic, NULL) - 0.01745329251994330) < 1e-9;
        if (!plain_degrees || OSRIsSame(geographic, world)) {
            utm = system_of_code((north ? 32600 : 32700) + zone);
        } else if (OSRDemoteTo2D(geographic, NULL) == OGRERR_NONE &&
                   OSRSetUTM(geographic, zone, north) == OGRERR_NONE) {
            OSRAutoIdentifyEPSG(geographic);
            utm = OSRClone(geographic);
        }
    }
    char *wkt = utm ? tr_raster_system_wkt(utm) : NULL;
    OSRDestroySpatialReference(utm);
    OSRDestroySpatialReference(world);
    OSRDestroySpatialReference(geographic);
    return wkt;
}

// Extent and resolution by GDAL's rule: as many pixels on the diagonal as the source has.
static bool suggest(const tr_gdal_session *session, GDALDatasetH dataset, const tr_raster_frame *source,
                    tr_raster_frame *out, tr_error *err)
{
    char **options = CSLSetNameValue(NULL, "SRC_SRS", source->wkt);
    options = CSLSetNameValue(options, "DST_SRS", out->wkt);
    void *transformer = GDALCreateGenImgProjTransformer2(dataset, NULL, options);
    CSLDestroy(options);
    double transform[6], extent[4];
    int width, height;
    const bool ok = transformer && GDALSuggestedWarpOutput2(dataset, GDALGenImgProjTransform, transformer, transform,
                                                            &width, &height, extent, 0) == CE_None;
    if (transformer) GDALDestroyGenImgProjTransformer(transformer);
    if (!ok) return tr_gdal_fail(session, TR_ERROR_FORMAT, "it cannot be warped to metres", err);
    const double pixel_m = snap_pixel(transform[1]);
    if (pixel_m == 0) return fail_pixel(session, transform[1], err);
    // On multiples of the pixel, so that neighbouring files of the same resolution fall on one grid.
    const double west = floor(extent[0] / pixel_m) * pixel_m, south = floor(extent[1] / pixel_m) * pixel_m;
    const double east = ceil(extent[2] / pixel_m) * pixel_m, north = ceil(extent[3] / pixel_m) * pixel_m;
    return fill_frame(session, west, north, east, south, pixel_m, out, err);
}

static bool to_utm(const tr_gdal_session *session, GDALDatasetH dataset, OGRSpatialReferenceH system,
                   const tr_raster_frame *source, tr_raster_frame *out, tr_error *err)
{
    const double span_deg = source->width * fabs(source->transform[1]);
    if (OSRIsGeographic(system) && span_deg > MAX_SPAN_DEG)
        return tr_fail(err, TR_ERROR_FORMAT,
                       "%s: it is %.1f degrees wide; up to %g can be laid flat: cut a part out with "
                       "gdal_translate -projwin west north east south",
                       session->path, span_deg, MAX_SPAN_DEG);
    double lon_deg, lat_deg;
    if (!find_centre(session, system, source, &lon_deg, &lat_deg, err)) return false;
    int zone = (int)floor((lon_deg + 180) / 6) + 1;
    if (zone > 60) zone = 60;
    out->wkt = utm_on_datum(system, zone, lat_deg >= 0);
    if (!out->wkt) return tr_gdal_fail(session, TR_ERROR_FORMAT, "no UTM zone can be made for it", err);
    return suggest(session, dataset, source, out, err);
}

bool tr_raster_frame_metric(const tr_gdal_session *session, GDALDatasetH dataset, const tr_raster_frame *source,
                            tr_raster_frame *out, bool *warped, tr_error *err)
{
    *out = (tr_raster_frame){0};
    if (!source->wkt) return keep_system(session, source, out, warped, err);
    OGRSpatialReferenceH system = system_of_wkt(source->wkt);
    if (!system) return tr_gdal_fail(session, TR_ERROR_FORMAT, "its coordinate system is not usable", err);
    const bool has_lengths = OSRIsProjected(system) || OSRIsLocal(system);
    const bool is_metric = has_lengths && fabs(OSRGetLinearUnits(system, NULL) - 1) < 1e-12;
    bool ok;
    if (is_metric && tr_raster_is_north_up(source->transform) && is_square(source->transform)) {
        out->wkt = CPLStrdup(source->wkt);
        ok = keep_system(session, source, out, warped, err);
    } else if (OSRIsProjected(system) || OSRIsGeographic(system)) {
        *warped = true;
        ok = to_utm(session, dataset, system, source, out, err);
    } else {
        ok = tr_fail(err, TR_ERROR_FORMAT,
                     "%s: its coordinate system is neither geographic nor projected, and its pixels are not square "
                     "metres: give it another with gdal_translate -a_srs EPSG:code",
                     session->path);
    }
    OSRDestroySpatialReference(system);
    return ok;
}
