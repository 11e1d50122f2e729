// Which samples of a world a map shows: from what is said about region, size and spacing.
#include "terrane/map.h"

#include <assert.h>

enum { MAP_DEF_COOKIE = 0x6d617064 };

tr_map_def tr_default_map_def(void)
{
    return (tr_map_def){.cookie = MAP_DEF_COOKIE,
                        .spacing_m = (double)TR_NOT_GIVEN,
                        .layer = TR_MAP_RELIEF,
                        .colors = TR_MAP_HYPSOMETRIC,
                        .contours_m = (double)TR_NOT_GIVEN,
                        .graticule_m = (double)TR_NOT_GIVEN,
                        .names = true,
                        .shadows = true,
                        .exaggeration = (double)TR_NOT_GIVEN,
                        .sun_azimuth_deg = 315.0,
                        .sun_elevation_deg = 40.0,
                        .plate = true,
                        .legend = true,
                        .scale_bar = true};
}

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
static bool find_step(const tr_map_def *def, const tr_region *region, int64_t *units, tr_error *err)
{
    const double max_m = 8388608.0;
    const int64_t wide = (region->x1 - region->x0) * TR_UNITS_PER_METRE;
    const int64_t high = (region->z1 - region->z0) * TR_UNITS_PER_METRE;
    if (!isnan(def->spacing_m)) {
        *units = (int64_t)(def->spacing_m * TR_UNITS_PER_METRE);
        const bool whole = (double)*units == def->spacing_m * TR_UNITS_PER_METRE;
        if (!whole || *units < 1 || def->spacing_m > max_m) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "a spacing of %.9g m is not allowed: it must be a multiple of 1/256 m (0.00390625), at most "
                           "%.0f m",
                           def->spacing_m, max_m);
        }
        return true;
    }
    const bool free = def->width_px == 0 && def->height_px == 0;
    const int32_t width = free ? TR_MAP_DEFAULT_PX : def->width_px, height = free ? TR_MAP_DEFAULT_PX : def->height_px;
    const int64_t by_width = width > 0 ? divide_up(wide, width) : 1;
    const int64_t by_height = height > 0 ? divide_up(high, height) : 1;
    *units = by_width > by_height ? by_width : by_height;
    if ((double)*units > max_m * TR_UNITS_PER_METRE) {
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "the region is too large for a map of this size: %.9g m per pixel, "
                       "at most %.0f m are allowed",
                       (double)*units / TR_UNITS_PER_METRE, max_m);
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

bool tr_map_area(const tr_world *world, const tr_map_def *def, tr_sample_area *out, tr_error *err)
{
    assert(def->cookie == MAP_DEF_COOKIE);
    const tr_region shown = def->has_region ? def->region_m : tr_world_home(world), *region = &shown;
    int64_t units = 0;
    if (!check_region(region, err) || !find_step(def, region, &units, err)) {
        return false;
    }
    const int64_t width = find_axis(region->x0, region->x1, units, def->width_px, &out->x);
    const int64_t height = find_axis(region->z0, region->z1, units, def->height_px, &out->z);
    const bool narrow = width < TR_MAP_MIN_PX || height < TR_MAP_MIN_PX;
    if (narrow || width > TR_MAP_MAX_PX || height > TR_MAP_MAX_PX || width * height > TR_MAP_MAX_PIXELS) {
        return tr_fail(err, narrow ? TR_ERROR_INVALID_ARGUMENT : TR_ERROR_TOO_LARGE,
                       "the map would have %lld x %lld pixels; allowed is %d to %d each and %d together: take a %s "
                       "spacing",
                       (long long)width, (long long)height, TR_MAP_MIN_PX, TR_MAP_MAX_PX, TR_MAP_MAX_PIXELS,
                       narrow ? "smaller" : "larger");
    }
    out->width = (int32_t)width;
    out->height = (int32_t)height;
    out->spacing_m = (double)units / TR_UNITS_PER_METRE;
    return tr_sample_area_check(out, err);
}
