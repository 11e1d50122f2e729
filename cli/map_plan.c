#include "map_plan.h"

// Far enough inside 2^62 units that sums of positions and sizes stay there.
static const int64_t farthest_m = (int64_t)1 << 53;

static bool check_region(const tr_region *region, tr_error *err)
{
    const int64_t ends[4] = {region->x0, region->z0, region->x1, region->z1};
    if (region->x0 >= region->x1 || region->z0 >= region->z1) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the region is empty");
    }
    for (int i = 0; i < 4; i++) {
        if (ends[i] < -farthest_m || ends[i] > farthest_m) {
            return tr_fail(err, TR_ERROR_TOO_LARGE, "the region reaches %lld m; the world ends at %lld m",
                           (long long)ends[i], (long long)farthest_m);
        }
    }
    return true;
}

static int64_t divide_up(int64_t a, int64_t b)
{
    return a / b + (a % b > 0);
}

static int64_t divide_down(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

// The units from sample to sample.
static bool find_step(const map_plan *plan, int64_t *units, tr_error *err)
{
    const double most_m = 8388608.0;
    const int64_t wide = (plan->region_m.x1 - plan->region_m.x0) * TR_UNITS_PER_METRE;
    const int64_t high = (plan->region_m.z1 - plan->region_m.z0) * TR_UNITS_PER_METRE;
    if (plan->spacing_m > 0.0) {
        *units = (int64_t)(plan->spacing_m * TR_UNITS_PER_METRE);
        const bool whole = (double)*units == plan->spacing_m * TR_UNITS_PER_METRE;
        if (!whole || *units < 1 || plan->spacing_m > most_m) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "a spacing of %.9g m is not allowed: it must be a multiple of 1/256 m (0.00390625), at most "
                           "%.0f m",
                           plan->spacing_m, most_m);
        }
        return true;
    }
    const bool free = plan->width_px == 0 && plan->height_px == 0;
    const int32_t width = free ? MAP_STANDARD_PX : plan->width_px, height = free ? MAP_STANDARD_PX : plan->height_px;
    const int64_t by_width = width > 0 ? divide_up(wide, width) : 1;
    const int64_t by_height = height > 0 ? divide_up(high, height) : 1;
    *units = by_width > by_height ? by_width : by_height;
    if ((double)*units > most_m * TR_UNITS_PER_METRE) {
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "the region is too large for a map of this size: %.9g m per pixel, "
                       "at most %.0f m are allowed",
                       (double)*units / TR_UNITS_PER_METRE, most_m);
    }
    return true;
}

// The samples of an axis: as many as asked for around the middle, or those from the region's beginning to its end.
static int64_t find_axis(int64_t low_m, int64_t high_m, int64_t units, int32_t wanted, int64_t *first)
{
    if (wanted > 0) {
        const int64_t middle = (low_m + high_m) * (TR_UNITS_PER_METRE / 2);
        *first = divide_down(middle - wanted * units / 2, units);
        return wanted;
    }
    *first = divide_down(low_m * TR_UNITS_PER_METRE, units);
    return divide_up(high_m * TR_UNITS_PER_METRE, units) - *first;
}

bool map_plan_area(const map_plan *plan, tr_area *out, tr_error *err)
{
    int64_t units = 0;
    if (!check_region(&plan->region_m, err) || !find_step(plan, &units, err)) {
        return false;
    }
    const tr_region *region = &plan->region_m;
    const int64_t width = find_axis(region->x0, region->x1, units, plan->width_px, &out->x);
    const int64_t height = find_axis(region->z0, region->z1, units, plan->height_px, &out->z);
    const bool narrow = width < MAP_LEAST_PX || height < MAP_LEAST_PX;
    if (narrow || width > MAP_MOST_PX || height > MAP_MOST_PX || width * height > MAP_MOST_PIXELS) {
        return tr_fail(err, narrow ? TR_ERROR_INVALID_ARGUMENT : TR_ERROR_TOO_LARGE,
                       "the map would have %lld x %lld pixels; allowed is %d to %d each and %d together: take a %s "
                       "spacing",
                       (long long)width, (long long)height, MAP_LEAST_PX, MAP_MOST_PX, MAP_MOST_PIXELS,
                       narrow ? "smaller" : "larger");
    }
    out->width = (int32_t)width;
    out->height = (int32_t)height;
    out->spacing_m = (double)units / TR_UNITS_PER_METRE;
    return tr_area_check(out, err);
}
