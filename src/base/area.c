// Where samples lie (terrane/base.h, area.h).
#include "base/area.h"

#include <math.h>

#include "base/integers.h"

static bool check_spacing(double spacing_m, tr_error *err)
{
    const double max_m = 8388608.0, units = spacing_m * TR_UNITS_PER_METRE;
    if (!isfinite(spacing_m)) return tr_fail(err, TR_ERROR_NOT_FINITE, "the spacing is not a finite number");
    if (units < 1 || spacing_m > max_m || units != floor(units))
        return tr_fail(
            err, TR_ERROR_INVALID_ARGUMENT,
            "a spacing of %.9g m is not allowed: it must be a multiple of 1/256 m (0.00390625), at most %.0f m",
            spacing_m, max_m);
    return true;
}

enum { MAX_SIZE = 1 << 24 };

static bool check_axis(char axis, int64_t first, int32_t size, double spacing_m, tr_error *err)
{
    if (size < 1 || size > MAX_SIZE)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d samples along %c are not allowed: 1 to %d", (int)size, axis,
                       (int)MAX_SIZE);
    const int64_t units = (int64_t)(spacing_m * TR_UNITS_PER_METRE), limit = ((int64_t)1 << 62) / units;
    if (first < -limit || first > limit - size)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "sample %lld along %c lies beyond the end of the world",
                       (long long)first, axis);
    return true;
}

bool tr_sample_area_check(const tr_sample_area *area, tr_error *err)
{
    return check_spacing(area->spacing_m, err) && check_axis('x', area->x, area->width, area->spacing_m, err) &&
           check_axis('z', area->z, area->height, area->spacing_m, err);
}

// The samples from the last at or before `low_m` to the first at or after `high_m`.
static bool cover(char axis, int64_t low_m, int64_t high_m, int64_t units, int64_t *first, int32_t *size, tr_error *err)
{
    const int64_t max_m = ((int64_t)1 << 62) / TR_UNITS_PER_METRE;
    if (low_m >= high_m)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the region is empty along %c: %lld to %lld m", axis,
                       (long long)low_m, (long long)high_m);
    if (low_m < -max_m || high_m >= max_m)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the region lies beyond the end of the world along %c", axis);
    const int64_t begin = tr_floor_div(low_m * TR_UNITS_PER_METRE, units);
    const int64_t end = -tr_floor_div(-(high_m * TR_UNITS_PER_METRE), units);
    const int64_t count = end - begin + 1;
    if (count > MAX_SIZE)
        return tr_fail(
            err, TR_ERROR_TOO_LARGE,
            "the region has %lld samples along %c, and %d are allowed: take a larger spacing or a smaller region",
            (long long)count, axis, (int)MAX_SIZE);
    *first = begin;
    *size = (int32_t)count;
    return true;
}

bool tr_sample_area_of_region(const tr_region *region_m, double spacing_m, tr_sample_area *out, tr_error *err)
{
    if (!check_spacing(spacing_m, err)) return false;
    const int64_t units = (int64_t)(spacing_m * TR_UNITS_PER_METRE);
    out->spacing_m = spacing_m;
    return cover('x', region_m->x0, region_m->x1, units, &out->x, &out->width, err) &&
           cover('z', region_m->z0, region_m->z1, units, &out->z, &out->height, err) && tr_sample_area_check(out, err);
}
