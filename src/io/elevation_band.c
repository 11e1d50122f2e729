#include "io/elevation_band.h"

#include <math.h>
#include <string.h>
#include <strings.h>

// Units that elevation files have, with the names that GDAL's drivers report.
static const struct {
    const char *name;
    double metres;
} units[] = {
    {"m", 1},
    {"metre", 1},
    {"metres", 1},
    {"meter", 1},
    {"meters", 1},
    {"ft", 0.3048},
    {"foot", 0.3048},
    {"feet", 0.3048},
    {"international foot", 0.3048},
    {"us-ft", 1200.0 / 3937.0},
    {"ft us", 1200.0 / 3937.0},
    {"ftus", 1200.0 / 3937.0},
    {"us survey foot", 1200.0 / 3937.0},
    {"us survey feet", 1200.0 / 3937.0},
    {"foot_us", 1200.0 / 3937.0},
    {"yd", 0.9144},
    {"dm", 0.1},
    {"cm", 0.01},
    {"mm", 0.001},
    {"km", 1000},
};

// The band says it; else the vertical axis of the coordinate system.
static double unit_of(const tr_gdal_session *session, GDALRasterBandH band, const tr_raster_frame *frame)
{
    const char *name = GDALGetRasterUnitType(band);
    if (!name || !*name) return frame->vertical_unit_m;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcasecmp(name, units[i].name) == 0) return units[i].metres;
    tr_log(session->context, TR_LOG_WARNING, "%s: its heights are in \"%s\", which is not known: taken as metres",
           session->path, name);
    return 1;
}

static bool read_pixels(const tr_gdal_session *session, GDALRasterBandH band, const tr_grid *out, tr_error *err)
{
    const GSpacing row_bytes = out->row_stride * (GSpacing)sizeof(float);
    const CPLErr status = GDALRasterIOEx(band, GF_Read, 0, 0, out->width, out->height, out->samples, out->width,
                                         out->height, GDT_Float32, (GSpacing)sizeof(float), row_bytes, NULL);
    if (status == CE_None && !session->failed) return true;
    return tr_gdal_fail(session, TR_ERROR_FILE_READ, "its pixels cannot be read, it may be cut short or damaged", err);
}

// GDAL's mask knows no-data values, alpha bands and mask bands alike. It is about the values as stored.
static bool apply_mask(const tr_gdal_session *session, GDALRasterBandH band, const tr_grid *out, tr_error *err)
{
    if (GDALGetMaskFlags(band) & GMF_ALL_VALID) return true;
    uint8_t *mask = tr_alloc(session->context, (size_t)out->width, err);
    if (!mask) return false;
    bool ok = true;
    for (int32_t y = 0; y < out->height && ok; y++) {
        ok = GDALRasterIO(GDALGetMaskBand(band), GF_Read, 0, y, out->width, 1, mask, out->width, 1, GDT_Byte, 0, 0) ==
                 CE_None &&
             !session->failed;
        float *row = out->samples + y * out->row_stride;
        for (int32_t x = 0; x < out->width && ok; x++) row[x] = mask[x] ? row[x] : NAN;
    }
    tr_free(session->context, mask);
    return ok || tr_gdal_fail(session, TR_ERROR_FILE_READ, "its mask of voids cannot be read", err);
}

static void convert(const tr_grid *out, double factor, double offset, double limit)
{
    for (int32_t y = 0; y < out->height; y++) {
        float *row = out->samples + y * out->row_stride;
        for (int32_t x = 0; x < out->width; x++) {
            const double value = (double)row[x] * factor + offset;
            row[x] = fabs(value) <= limit ? (float)value : NAN;
        }
    }
}

static void turn_rows(const tr_grid *grid)
{
    for (int32_t y = 0; y < grid->height / 2; y++) {
        float *a = grid->samples + y * grid->row_stride;
        float *b = grid->samples + (grid->height - 1 - y) * grid->row_stride;
        for (int32_t x = 0; x < grid->width; x++) {
            const float swapped = a[x];
            a[x] = b[x];
            b[x] = swapped;
        }
    }
}

// The numbers as they are stored, NaN where there are none.
static GDALRasterBandH read_stored(const tr_gdal_session *session, GDALDatasetH dataset, const tr_grid *out,
                                   tr_error *err)
{
    GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
    const GDALDataType type = band ? GDALGetRasterDataType(band) : GDT_Unknown;
    if (!band || GDALDataTypeIsComplex(type)) {
        tr_fail(err, TR_ERROR_FORMAT, "%s: its first band holds %s values; heights are plain numbers", session->path,
                band ? GDALGetDataTypeName(type) : "no");
        return NULL;
    }
    return read_pixels(session, band, out, err) && apply_mask(session, band, out, err) ? band : NULL;
}

bool tr_elevation_band_read(const tr_gdal_session *session, GDALDatasetH dataset, const tr_raster_frame *frame,
                            const tr_grid *out, tr_error *err)
{
    GDALRasterBandH band = read_stored(session, dataset, out, err);
    if (!band) return false;
    const double unit_m = unit_of(session, band, frame);
    convert(out, GDALGetRasterScale(band, NULL) * unit_m, GDALGetRasterOffset(band, NULL) * unit_m, TR_MAX_HEIGHT_M);
    if (frame->upside_down) turn_rows(out);
    return true;
}

bool tr_raster_band_read(const tr_gdal_session *session, GDALDatasetH dataset, const tr_raster_frame *frame,
                         const tr_grid *out, double *unit_m, tr_error *err)
{
    GDALRasterBandH band = read_stored(session, dataset, out, err);
    if (!band) return false;
    *unit_m = unit_of(session, band, frame);
    convert(out, GDALGetRasterScale(band, NULL), GDALGetRasterOffset(band, NULL), TR_MAX_HEIGHT_M / *unit_m);
    return true;
}
