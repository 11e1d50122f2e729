// A camera is judged by a small picture of distances: not too much sky, near and far ground, relief, some water, no hill
// in front of the lens, the eye low over
// the ground, and light from the side.
#include "view_choice.h"

#include <math.h>

enum { COLUMNS = 21, ROWS = 12, AZIMUTHS = 24 };

static const double degree = 3.14159265358979323846 / 180;

typedef struct sight {
    double near, sky, water;  // shares of the picture; near: ground right in front of the lens
    double depth_spread;      // standard deviation of the logarithm of the distance
    double height_spread;     // standard deviation of the heights seen, metres
} sight;

typedef struct spread {
    double sum, square, count;
} spread;

static void spread_add(spread *s, double value)
{
    s->sum += value;
    s->square += value * value;
    s->count++;
}

static double spread_deviation(const spread *s)
{
    if (s->count < 2) {
        return 0;
    }
    const double mean = s->sum / s->count;
    return sqrt(fmax(s->square / s->count - mean * mean, 0));
}

// Distance at which a ray meets ground or sea, or a negative number.
static double cast(const view_survey *survey, const double from[3], const double ray[3], double reach_m)
{
    double before = 0;
    for (double at = 0.004 * reach_m; at < reach_m; at *= 1.045) {
        const double height_m = from[1] + ray[1] * at;
        if (height_m < view_survey_surface(survey, from[0] + ray[0] * at, from[2] + ray[2] * at)) {
            return (before + at) / 2;
        }
        before = at;
    }
    return -1;
}

static void add_ray(const view_survey *survey, const double from[3], const double ray[3], double reach_m, sight *seen,
                    spread *depths, spread *heights)
{
    const double share = 1.0 / (COLUMNS * ROWS), distance_m = cast(survey, from, ray, reach_m);
    if (distance_m < 0) {
        seen->sky += share;
        return;
    }
    const double height_m = view_survey_height(survey, from[0] + ray[0] * distance_m, from[2] + ray[2] * distance_m);
    if (height_m < survey->sea_level_m) {
        seen->water += share;
    }
    if (distance_m < 0.02 * reach_m) {
        seen->near += share;
    }
    spread_add(depths, log(distance_m));
    spread_add(heights, fmax(height_m, survey->sea_level_m));
}

static sight look(const view_survey *survey, const tr_view_def *def, double reach_m)
{
    double forward[3];
    for (int i = 0; i < 3; i++) {
        forward[i] = def->target_m[i] - def->eye_m[i];
    }
    const double length = sqrt(forward[0] * forward[0] + forward[1] * forward[1] + forward[2] * forward[2]);
    const double pitch = asin(forward[1] / length), yaw = atan2(forward[0], -forward[2]);
    const double half_v = def->fov_deg / 2 * degree, half_h = atan(tan(half_v) * def->width / def->height);
    sight seen = {0};
    spread depths = {0}, heights = {0};
    for (int row = 0; row < ROWS; row++) {
        const double up = pitch + half_v * (1 - 2 * (row + 0.5) / ROWS);
        for (int column = 0; column < COLUMNS; column++) {
            const double turn = yaw + half_h * (2 * (column + 0.5) / COLUMNS - 1);
            const double ray[3] = {sin(turn) * cos(up), sin(up), -cos(turn) * cos(up)};
            add_ray(survey, def->eye_m, ray, reach_m, &seen, &depths, &heights);
        }
    }
    seen.depth_spread = spread_deviation(&depths);
    seen.height_spread = spread_deviation(&heights);
    return seen;
}

// 1 at the wish, falling to 0 at `width` from it.
static double near_to(double value, double wish, double width)
{
    return fmax(0, 1 - fabs(value - wish) / width);
}

static double judge(const view_survey *survey, const tr_view_def *def, double reach_m)
{
    const sight seen = look(survey, def, reach_m);
    const double yaw = atan2(def->target_m[0] - def->eye_m[0], -(def->target_m[2] - def->eye_m[2]));
    const double clearance_m = def->eye_m[1] - view_survey_surface(survey, def->eye_m[0], def->eye_m[2]);
    const double toward_sun = cos(yaw - def->sun_azimuth_deg * degree);
    return 1.8 * near_to(seen.sky, 0.3, 0.3) + 0.7 * fmin(seen.depth_spread, 1.3) +
           1.6 * fmin(seen.height_spread / (0.02 * reach_m), 1.5) + 0.8 * near_to(seen.water, 0.15, 0.25) -
           3 * seen.near + 0.5 * near_to(toward_sun, 0.1, 0.9) +
           1.4 * near_to(clearance_m, 0.02 * reach_m, 0.1 * reach_m);
}

void view_stand(const view_survey *survey, const double target_m[2], const view_orbit *place, tr_view_def *def)
{
    const double azimuth = place->azimuth_deg * degree, elevation = place->elevation_deg * degree;
    def->target_m[0] = target_m[0];
    def->target_m[1] = view_survey_surface(survey, target_m[0], target_m[1]);
    def->target_m[2] = target_m[1];
    def->eye_m[0] = target_m[0] + place->distance_m * sin(azimuth) * cos(elevation);
    def->eye_m[2] = target_m[1] - place->distance_m * cos(azimuth) * cos(elevation);
    const double ground_m = view_survey_surface(survey, def->eye_m[0], def->eye_m[2]);
    def->eye_m[1] = fmax(def->target_m[1] + place->distance_m * sin(elevation), ground_m + 0.008 * place->distance_m);
}

static void try_around(const view_survey *survey, const view_wish *wish, const double target_m[2], double reach_m,
                       tr_view_def *best, double *best_mark)
{
    static const double distances[3] = {0.25, 0.4, 0.6}, elevations[4] = {1, 6, 12, 20};
    for (int n = 0; n < 3 * 4 * AZIMUTHS; n++) {
        const view_orbit place = {
            isnan(wish->distance_m) ? distances[n % 3] * reach_m : wish->distance_m,
            isnan(wish->azimuth_deg) ? 360.0 / AZIMUTHS * (n / 12) : wish->azimuth_deg,
            isnan(wish->elevation_deg) ? elevations[n / 3 % 4] : wish->elevation_deg,
        };
        tr_view_def view = *best;
        view_stand(survey, target_m, &place, &view);
        const double mark = judge(survey, &view, reach_m);
        if (mark > *best_mark) {
            *best_mark = mark;
            *best = view;
        }
    }
}

void view_choose(const view_survey *survey, const view_wish *wish, const double centre_m[2], double reach_m,
                 tr_view_def *def)
{
    double best_mark = -INFINITY;
    try_around(survey, wish, centre_m, reach_m, def, &best_mark);
    if (wish->target_count == 0) {
        double summit_m[2] = {centre_m[0], centre_m[1]};
        view_survey_highest(survey, centre_m, reach_m / 2, summit_m);
        try_around(survey, wish, summit_m, reach_m, def, &best_mark);
    }
}
