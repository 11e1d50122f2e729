#include "carve/course/stations.h"

#include <math.h>
#include <string.h>

enum { ARRAYS = 9 };

bool tr_stations_create(tr_context *context, int32_t count, tr_stations *out, tr_error *err)
{
    *out = (tr_stations){0};
    const size_t size = (size_t)count;
    double *memory = tr_alloc_array(context, ARRAYS * size, sizeof *memory, err);
    if (!memory) return false;
    *out = (tr_stations){
        .count = count,
        .at_m = memory,
        .height_m = memory + size,
        .low_m = memory + 2 * size,
        .high_m = memory + 3 * size,
        .min_m = memory + 4 * size,
        .max_m = memory + 5 * size,
        .cap_m = memory + 6 * size,
        .slope = memory + 7 * size,
        .scratch = memory + 8 * size,
        .memory = memory,
    };
    for (int32_t i = 0; i < count; i++) {
        out->at_m[i] = out->height_m[i] = out->slope[i] = 0;
        out->low_m[i] = out->min_m[i] = -INFINITY;
        out->high_m[i] = out->max_m[i] = out->cap_m[i] = INFINITY;
    }
    return true;
}

void tr_stations_destroy(tr_context *context, tr_stations *stations)
{
    tr_free(context, stations->memory);
    *stations = (tr_stations){0};
}

static double clamp(double value, double low, double high)
{
    return fmin(fmax(value, low), high);
}

// ---------------------------------------------------------------------------------------------------------
// Smoothing

// The integral of the heights (over that of the first station) from the first station to each.
static void integrate(const tr_stations *s, double *out)
{
    const double base_m = s->height_m[0];
    out[0] = 0;
    for (int32_t i = 1; i < s->count; i++) {
        const double mean = 0.5 * (s->height_m[i - 1] + s->height_m[i]) - base_m;
        out[i] = out[i - 1] + mean * (s->at_m[i] - s->at_m[i - 1]);
    }
}

// The integral up to a place inside, searched from *hint on.
static double integral_inside(const tr_stations *s, const double *integral, double at_m, int32_t *hint)
{
    int32_t i = *hint;
    while (i > 0 && s->at_m[i] > at_m) i--;
    while (i + 2 < s->count && s->at_m[i + 1] <= at_m) i++;
    *hint = i;
    const double run = s->at_m[i + 1] - s->at_m[i], along = at_m - s->at_m[i];
    if (!(run > 0)) return integral[i];
    const double rise = s->height_m[i + 1] - s->height_m[i];
    return integral[i] + along * ((s->height_m[i] - s->height_m[0]) + 0.5 * rise * (along / run));
}

// Beyond the ends the heights go on mirrored through the end point.
static double integral_at(const tr_stations *s, const double *integral, double at_m, int32_t *hint)
{
    const int32_t last = s->count - 1;
    const double first_m = s->at_m[0], last_m = s->at_m[last];
    if (at_m < first_m) return integral_inside(s, integral, 2 * first_m - at_m, hint);
    if (at_m > last_m) {
        const double over_m = at_m - last_m;
        return 2 * over_m * (s->height_m[last] - s->height_m[0]) + integral_inside(s, integral, last_m - over_m, hint);
    }
    return integral_inside(s, integral, at_m, hint);
}

static void running_mean(tr_stations *s, double radius_m)
{
    double *integral = s->scratch, *out = s->slope;
    integrate(s, integral);
    int32_t before = 0, after = 0;
    for (int32_t i = 0; i < s->count; i++) {
        const double sum = integral_at(s, integral, s->at_m[i] + radius_m, &after) -
                           integral_at(s, integral, s->at_m[i] - radius_m, &before);
        out[i] = s->height_m[0] + sum / (2 * radius_m);
    }
    // Exact at the ends; the sums above are not.
    memcpy(s->height_m + 1, out + 1, (size_t)(s->count - 2) * sizeof *out);
}

void tr_stations_smooth(tr_stations *stations, double radius_m)
{
    const double length_m = stations->at_m[stations->count - 1] - stations->at_m[0];
    const double radius = fmin(radius_m, 0.5 * length_m);
    if (stations->count < 3 || !(radius > 0)) return;
    running_mean(stations, radius);
    running_mean(stations, radius);
}

// ---------------------------------------------------------------------------------------------------------
// Bounds

static bool is_bound(const tr_stations *s, int32_t i)
{
    return s->low_m[i] > -INFINITY || s->high_m[i] < INFINITY;
}

// 1 at the bound station, 0 at `reach_m` from it, level at both.
static double share_at(double distance_m, double reach_m)
{
    if (distance_m >= reach_m) return 0;
    const double x = distance_m / reach_m;
    return 1 - x * x * (3 - 2 * x);
}

// Adds what the bound stations `a` and `b` (-1: none) ask for to those between them.
static void bend_between(tr_stations *s, int32_t a, int32_t b, double reach_m)
{
    const double gap_m = a >= 0 && b >= 0 ? s->at_m[b] - s->at_m[a] : INFINITY;
    const double reach = fmin(reach_m, gap_m);
    for (int32_t i = a + 1; i < (b >= 0 ? b : s->count); i++) {
        if (a >= 0) s->height_m[i] += s->scratch[a] * share_at(s->at_m[i] - s->at_m[a], reach);
        if (b >= 0) s->height_m[i] += s->scratch[b] * share_at(s->at_m[b] - s->at_m[i], reach);
    }
}

// Within what the grade allows, then exactly within the bounds.
static void clamp_heights(tr_stations *s)
{
    for (int32_t i = 0; i < s->count; i++) {
        s->height_m[i] = clamp(clamp(s->height_m[i], s->min_m[i], s->max_m[i]), s->low_m[i], s->high_m[i]);
    }
}

void tr_stations_bend(tr_stations *stations, double reach_m)
{
    tr_stations *s = stations;
    for (int32_t i = 0; i < s->count; i++) {
        s->scratch[i] = clamp(s->height_m[i], s->low_m[i], s->high_m[i]) - s->height_m[i];
    }
    int32_t before = -1;
    for (int32_t i = 0; i < s->count; i++) {
        if (!is_bound(s, i)) continue;
        bend_between(s, before, i, reach_m);
        before = i;
    }
    if (before >= 0) bend_between(s, before, -1, reach_m);
    clamp_heights(s);
}

void tr_stations_descend(tr_stations *stations)
{
    tr_stations *s = stations;
    // What a lower bound further down asks for, so that nothing above it falls below it.
    double *floor_m = s->scratch;
    double min_m = -INFINITY;
    for (int32_t i = s->count - 1; i >= 0; i--) floor_m[i] = min_m = fmax(min_m, s->low_m[i]);
    double max_m = INFINITY, height_m = INFINITY;
    for (int32_t i = 0; i < s->count; i++) {
        max_m = fmin(max_m, s->high_m[i]);
        height_m = fmin(height_m, fmin(s->height_m[i], s->cap_m[i]));
        height_m = fmin(fmax(height_m, floor_m[i]), max_m);
        s->height_m[i] = height_m;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Grades

// The largest function below `values` whose slope stays within `grade`: min over all j of values[j] + grade |s_i -
// s_j|.
static void lower_to_grade(const tr_stations *s, const double *grade, double *values)
{
    for (int32_t i = 1; i < s->count; i++) {
        values[i] = fmin(values[i], values[i - 1] + grade[i] * (s->at_m[i] - s->at_m[i - 1]));
    }
    for (int32_t i = s->count - 2; i >= 0; i--) {
        values[i] = fmin(values[i], values[i + 1] + grade[i + 1] * (s->at_m[i + 1] - s->at_m[i]));
    }
}

static void raise_to_grade(const tr_stations *s, const double *grade, double *values)
{
    for (int32_t i = 1; i < s->count; i++) {
        values[i] = fmax(values[i], values[i - 1] - grade[i] * (s->at_m[i] - s->at_m[i - 1]));
    }
    for (int32_t i = s->count - 2; i >= 0; i--) {
        values[i] = fmax(values[i], values[i + 1] - grade[i + 1] * (s->at_m[i + 1] - s->at_m[i]));
    }
}

// Raises the grade between bound stations that follow each other and need more. `grade[i]` holds from station i - 1 to
// i.
static bool grade_between_bounds(const tr_stations *s, double grade, double *out)
{
    bool enough = true;
    int32_t before = -1;
    for (int32_t i = 0; i < s->count; i++) {
        out[i] = grade;
        if (!is_bound(s, i)) continue;
        if (before >= 0) {
            const double rise_m = fmax(s->low_m[i] - s->high_m[before], s->low_m[before] - s->high_m[i]);
            const double needed = rise_m / (s->at_m[i] - s->at_m[before]);
            // Heights are floats: a path that has exactly the greatest grade is not too steep.
            enough = enough && needed <= grade * (1 + 1e-6);
            for (int32_t j = before + 1; needed > grade && j <= i; j++) out[j] = needed;
        }
        before = i;
    }
    return enough;
}

// What can be reached from all bounds with these grades. Intervals that contradict each other meet in the middle:
// returns false.
static bool narrow_bounds(tr_stations *s, const double *grades)
{
    const size_t bytes = (size_t)s->count * sizeof(double);
    memcpy(s->min_m, s->low_m, bytes);
    memcpy(s->max_m, s->high_m, bytes);
    raise_to_grade(s, grades, s->min_m);
    lower_to_grade(s, grades, s->max_m);
    bool meet = true;
    for (int32_t i = 0; i < s->count; i++) {
        const double over_m = s->min_m[i] - s->max_m[i];
        if (!(over_m > 0)) continue;
        meet = meet && over_m <= 1e-6;
        s->min_m[i] = s->max_m[i] = s->max_m[i] + 0.5 * over_m;
    }
    return meet;
}

bool tr_stations_limit_grade(tr_stations *stations, double grade, bool only_cut)
{
    tr_stations *s = stations;
    double *grades = s->slope, *upper = s->height_m, *lower = s->scratch;
    const bool enough = grade_between_bounds(s, grade, grades), meet = narrow_bounds(s, grades);
    clamp_heights(s);
    memcpy(lower, s->height_m, (size_t)s->count * sizeof *lower);
    lower_to_grade(s, grades, upper);
    if (!only_cut) {
        raise_to_grade(s, grades, lower);
        for (int32_t i = 0; i < s->count; i++) s->height_m[i] = 0.5 * (upper[i] + lower[i]);
    }
    return enough && meet;
}

void tr_stations_find_slopes(tr_stations *stations)
{
    tr_stations *s = stations;
    const int32_t last = s->count - 1;
    double run0 = 0, secant0 = 0;
    for (int32_t i = 0; i < last; i++) {
        const double run = s->at_m[i + 1] - s->at_m[i];
        const double secant = run > 0 ? (s->height_m[i + 1] - s->height_m[i]) / run : 0;
        s->slope[i] = i == 0 ? secant : (run * secant0 + run0 * secant) / (run0 + run);
        run0 = run;
        secant0 = secant;
    }
    s->slope[last] = secant0;
}
