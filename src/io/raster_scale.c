// Radii of curvature of the ellipsoid: along the meridian a (1 - e2) / (1 - e2 sin2)^(3/2), along the parallel a cos /
// (1 - e2 sin2)^(1/2).
#include "io/raster_scale.h"

#include <math.h>

#define DEGREE_RAD 0.017453292519943295
// A grid that is as true as this is measured as surveyors do, in its own metres.
#define TRUE_SCALE 0.005

// sin() of libm is not the same on every machine. The series, for |x| up to a quarter turn, to the last digits.
static double sine(double x)
{
    double term = x, sum = x;
    for (int n = 2; n <= 26; n += 2) {
        term = -term * x * x / (n * (n + 1.0));
        sum += term;
    }
    return sum;
}

// Metres per radian of longitude and of latitude.
static void metres_per_radian(OGRSpatialReferenceH system, double latitude_rad, double out_m[2])
{
    const double radius_m = OSRGetSemiMajor(system, NULL), inverse = OSRGetInvFlattening(system, NULL);
    const double flattening = inverse > 0 ? 1 / inverse : 0, e2 = flattening * (2 - flattening);
    const double s = sine(latitude_rad), c = sqrt(1 - s * s), w2 = 1 - e2 * s * s;
    out_m[0] = radius_m * c / sqrt(w2);
    out_m[1] = radius_m * (1 - e2) / (w2 * sqrt(w2));
}

static bool fail_place(const tr_gdal_session *session, double x, double y, tr_error *err)
{
    return tr_fail(err, TR_ERROR_FORMAT, "%s: its middle at %.10g, %.10g is no place on Earth", session->path, x, y);
}

static bool scale_of_degrees(const tr_gdal_session *session, OGRSpatialReferenceH system, const tr_raster_frame *frame,
                             double out_m[2], tr_error *err)
{
    const double *t = frame->transform, unit_rad = OSRGetAngularUnits(system, NULL);
    const double latitude_rad = (t[3] + 0.5 * frame->height * t[5]) * unit_rad;
    if (!(fabs(latitude_rad) < 89.9 * DEGREE_RAD))
        return fail_place(session, t[0] + 0.5 * frame->width * t[1], t[3] + 0.5 * frame->height * t[5], err);
    metres_per_radian(system, latitude_rad, out_m);
    out_m[0] *= unit_rad * t[1];
    out_m[1] *= unit_rad * -t[5];
    return true;
}

// The lengths of the middle pixel on the ellipsoid; false when the projection does not tell.
static bool measure_pixel(OGRSpatialReferenceH system, const tr_raster_frame *frame, double out_m[2])
{
    OGRSpatialReferenceH own = OSRClone(system), degrees = OSRCloneGeogCS(system);
    bool ok = own && degrees;
    if (ok) {
        OSRSetAxisMappingStrategy(own, OAMS_TRADITIONAL_GIS_ORDER);
        OSRSetAxisMappingStrategy(degrees, OAMS_TRADITIONAL_GIS_ORDER);
    }
    OGRCoordinateTransformationH to_degrees = ok ? OCTNewCoordinateTransformation(own, degrees) : NULL;
    const double *t = frame->transform;
    const double x0 = t[0] + 0.5 * frame->width * t[1], y0 = t[3] + 0.5 * frame->height * t[5];
    double x[3] = {x0, x0 + t[1], x0}, y[3] = {y0, y0, y0 + t[5]};
    ok = to_degrees && OCTTransform(to_degrees, 3, x, y, NULL);
    double unit_rad = ok ? OSRGetAngularUnits(degrees, NULL) : 0, radian_m[2];
    if (ok) metres_per_radian(degrees, y[0] * unit_rad, radian_m);
    for (int i = 1; i <= 2 && ok; i++) {
        const double east_m = (x[i] - x[0]) * unit_rad * radian_m[0], north_m = (y[i] - y[0]) * unit_rad * radian_m[1];
        out_m[i - 1] = sqrt(east_m * east_m + north_m * north_m);
        ok = isfinite(out_m[i - 1]) && out_m[i - 1] > 0;
    }
    OCTDestroyCoordinateTransformation(to_degrees);
    OSRDestroySpatialReference(degrees);
    OSRDestroySpatialReference(own);
    return ok;
}

bool tr_raster_scale(const tr_gdal_session *session, OGRSpatialReferenceH system, const tr_raster_frame *frame,
                     double out_m[2], tr_error *err)
{
    const double *t = frame->transform;
    if (system && OSRIsGeographic(system)) return scale_of_degrees(session, system, frame, out_m, err);
    const double unit_m = system ? OSRGetLinearUnits(system, NULL) : 1;
    out_m[0] = t[1] * unit_m;
    out_m[1] = -t[5] * unit_m;
    double true_m[2];
    if (!system || !OSRIsProjected(system) || !measure_pixel(system, frame, true_m)) return true;
    for (int i = 0; i < 2; i++)
        if (fabs(true_m[i] / out_m[i] - 1) > TRUE_SCALE) {
            tr_log(session->context, TR_LOG_INFO, "%s: its projection is not true to scale: pixels of %g are %g m",
                   session->path, i == 0 ? t[1] : -t[5], true_m[i]);
            out_m[i] = true_m[i];
        }
    return true;
}
