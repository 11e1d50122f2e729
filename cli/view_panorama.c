// One walk outwards per azimuth finds all distances of a column: what rises above everything nearer is seen.
#include "view_panorama.h"

#include <math.h>

static const double pi = 3.14159265358979323846;
static const double lowest = -1.05, highest = 0.84;  // elevations of the first and the last row, radians

// ---------------------------------------------------------------------------------------------------------
// Looking around

static int row_of(double elevation)
{
    const double row = (elevation - lowest) / (highest - lowest) * PANORAMA_ROWS;
    return row < 0 ? 0 : row > PANORAMA_ROWS ? PANORAMA_ROWS : (int)row;
}

static void fill_column(const view_survey *survey, const double eye_m[3], double azimuth, double reach_m,
                        float *distances_m, float *heights_m)
{
    const double first_m = 0.003 * reach_m, growth = 1.06, across = sin(azimuth), along = -cos(azimuth);
    int row = 0;
    for (double way_m = first_m; way_m < reach_m && row < PANORAMA_ROWS; way_m *= growth) {
        const double ground_m = view_survey_height(survey, eye_m[0] + across * way_m, eye_m[2] + along * way_m);
        const double rise_m = fmax(ground_m, survey->sea_level_m) - eye_m[1];
        for (const int top = row_of(atan2(rise_m, way_m)); row < top; row++) {
            distances_m[row] = (float)hypot(way_m, rise_m);
            heights_m[row] = (float)ground_m;
        }
    }
    for (; row < PANORAMA_ROWS; row++) {
        distances_m[row] = heights_m[row] = 0;
    }
}

void view_panorama_fill(const view_survey *survey, const double eye_m[3], double reach_m, view_panorama *out)
{
    for (int column = 0; column < PANORAMA_COLUMNS; column++) {
        fill_column(survey, eye_m, 2 * pi * column / PANORAMA_COLUMNS, reach_m, out->distance_m[column],
                    out->height_m[column]);
    }
}

// ---------------------------------------------------------------------------------------------------------
// A view

typedef struct spread {
    double sum, square, count;
} spread;

static void spread_add(spread *s, double value)
{
    s->sum += value;
    s->square += value * value;
    s->count++;
}

static double spread_mean(const spread *s)
{
    return s->count > 0 ? s->sum / s->count : 0;
}

static double spread_deviation(const spread *s)
{
    const double mean = spread_mean(s);
    return s->count > 1 ? sqrt(fmax(s->square / s->count - mean * mean, 0)) : 0;
}

typedef struct sight_sums {
    double seen, sky, foreground, wall, water;
    spread depths, heights, skyline, third_sky[3], third_skyline[3];
} sight_sums;

static void add_column(const float *distances_m, const float *heights_m, int low, int high, double foreground_m,
                       double sea_level_m, int third, sight_sums *sums)
{
    int top = low;
    for (int row = low; row < high; row++) {
        const double distance_m = (double)distances_m[row], height_m = (double)heights_m[row];
        sums->seen++;
        spread_add(&sums->third_sky[third], distance_m > 0 ? 0 : 1);
        if (!(distance_m > 0)) {
            sums->sky++;
            continue;
        }
        top = row + 1;
        sums->water += height_m < sea_level_m;
        sums->foreground += distance_m < foreground_m;
        sums->wall += distance_m < 3 * foreground_m && row >= row_of(0);
        spread_add(&sums->depths, log(distance_m));
        spread_add(&sums->heights, fmax(height_m, sea_level_m));
    }
    const double elevation = lowest + (highest - lowest) * top / PANORAMA_ROWS;
    spread_add(&sums->skyline, elevation);
    spread_add(&sums->third_skyline[third], elevation);
}

view_sight view_panorama_sight(const view_panorama *panorama, const tr_view_def *def, double yaw, double pitch,
                               double foreground_m, double sea_level_m)
{
    const double half_v = def->fov_deg * pi / 360, half_h = atan(tan(half_v) * def->width / def->height);
    const double step = 2 * pi / PANORAMA_COLUMNS;
    const int half = (int)fmin(fmax(half_h / step, 1), PANORAMA_COLUMNS / 2 - 1), count = 2 * half + 1;
    const int middle = (int)lrint(yaw / step), low = row_of(pitch - half_v), high = row_of(pitch + half_v);
    sight_sums sums = {0};
    for (int i = 0; i < count; i++) {
        const int column = ((middle - half + i) % PANORAMA_COLUMNS + PANORAMA_COLUMNS) % PANORAMA_COLUMNS;
        add_column(panorama->distance_m[column], panorama->height_m[column], low, high, foreground_m, sea_level_m,
                   3 * i / count, &sums);
    }
    const double all = fmax(sums.seen, 1);
    const double sides = (spread_mean(&sums.third_skyline[0]) + spread_mean(&sums.third_skyline[2])) / 2;
    return (view_sight){
        .sky = sums.sky / all,
        .foreground = sums.foreground / all,
        .wall = sums.wall / all,
        .water = sums.water / all,
        .least_sky = fmin(spread_mean(&sums.third_sky[0]),
                          fmin(spread_mean(&sums.third_sky[1]), spread_mean(&sums.third_sky[2]))),
        .depth_spread = spread_deviation(&sums.depths),
        .height_spread_m = spread_deviation(&sums.heights),
        .skyline_spread = spread_deviation(&sums.skyline),
        .valley = sides - spread_mean(&sums.third_skyline[1]),
    };
}
