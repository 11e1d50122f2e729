// Heights around a place, and what is seen from there. One walk outwards per azimuth finds all distances of a column of
// a panorama: what rises above everything nearer is seen.
#include "view/view_survey.h"

#include <math.h>

enum { SURVEY_SIDE = 224 };

// The nearest spacing that an area may have, a power of two.
static double allowed_spacing(double wanted_m)
{
    double spacing_m = 1.0 / TR_UNITS_PER_METRE;
    while (spacing_m < wanted_m && spacing_m < 65536) {
        spacing_m *= 2;
    }
    return spacing_m;
}

bool tr_view_survey_create(const tr_world *world, const double centre_m[2], double side_m, tr_view_survey *out,
                           tr_error *err)
{
    const double spacing_m = allowed_spacing(side_m / SURVEY_SIDE);
    const int32_t samples = (int32_t)ceil(side_m / spacing_m) + 2;
    *out = (tr_view_survey){.sea_level_m = tr_world_def_of(world)->sea_level_m};
    out->area = (tr_sample_area){.x = (int64_t)floor(centre_m[0] / spacing_m) - samples / 2,
                                 .z = (int64_t)floor(centre_m[1] / spacing_m) - samples / 2,
                                 .width = samples,
                                 .height = samples,
                                 .spacing_m = spacing_m};
    if (!tr_grid_create(tr_world_context(world), samples, samples, 1, &out->heights, err)) {
        return false;
    }
    if (!tr_world_query(world, TR_FIELD_HEIGHT, &out->area, NULL, &out->heights, err)) {
        tr_view_survey_destroy(world, out);
        return false;
    }
    return true;
}

void tr_view_survey_destroy(const tr_world *world, tr_view_survey *survey)
{
    tr_grid_destroy(tr_world_context(world), &survey->heights);
}

double tr_view_survey_height(const tr_view_survey *survey, double x_m, double z_m)
{
    const tr_grid *grid = &survey->heights;
    const double spacing_m = survey->area.spacing_m;
    const double x = fmin(fmax(x_m / spacing_m - (double)survey->area.x, 0), grid->width - 1.001);
    const double z = fmin(fmax(z_m / spacing_m - (double)survey->area.z, 0), grid->height - 1.001);
    const int64_t i = (int64_t)x, j = (int64_t)z;
    const double u = x - (double)i, v = z - (double)j;
    const float *row = grid->samples + j * grid->row_stride + i, *next = row + grid->row_stride;
    const double north = (double)row[0] + (double)(row[1] - row[0]) * u;
    const double south = (double)next[0] + (double)(next[1] - next[0]) * u;
    return north + (south - north) * v;
}

double tr_view_survey_surface(const tr_view_survey *survey, double x_m, double z_m)
{
    return fmax(tr_view_survey_height(survey, x_m, z_m), survey->sea_level_m);
}

double tr_view_survey_highest(const tr_view_survey *survey, const double centre_m[2], double reach_m, double out_m[2])
{
    double highest_m = -INFINITY;
    for (int32_t j = 0; j < survey->heights.height; j++) {
        for (int32_t i = 0; i < survey->heights.width; i++) {
            const double x_m = (double)(survey->area.x + i) * survey->area.spacing_m;
            const double z_m = (double)(survey->area.z + j) * survey->area.spacing_m;
            const double height_m = (double)survey->heights.samples[j * survey->heights.row_stride + i];
            const bool inside = fabs(x_m - centre_m[0]) <= reach_m && fabs(z_m - centre_m[1]) <= reach_m;
            if (inside && height_m > highest_m) {
                highest_m = height_m;
                out_m[0] = x_m;
                out_m[1] = z_m;
            }
        }
    }
    return highest_m;
}

bool tr_view_ground_height(const tr_world *world, double x_m, double z_m, double *out_m, tr_error *err)
{
    const tr_sample_area area = {
        .x = (int64_t)floor(x_m), .z = (int64_t)floor(z_m), .width = 2, .height = 2, .spacing_m = 1};
    float heights[4];
    const tr_grid grid = {heights, 2, 2, 1, 2, 4};
    if (!tr_world_query(world, TR_FIELD_HEIGHT, &area, NULL, &grid, err)) {
        return false;
    }
    const double u = x_m - floor(x_m), v = z_m - floor(z_m);
    const double north = (double)heights[0] * (1 - u) + (double)heights[1] * u;
    const double south = (double)heights[2] * (1 - u) + (double)heights[3] * u;
    *out_m = north * (1 - v) + south * v;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Panoramas

static const double pi = 3.14159265358979323846;
static const double lowest = -1.05, highest = 0.84;  // elevations of the first and the last row, radians

static int row_of(double elevation)
{
    const double row = (elevation - lowest) / (highest - lowest) * PANORAMA_ROWS;
    return row < 0 ? 0 : row > PANORAMA_ROWS ? PANORAMA_ROWS : (int)row;
}

static void fill_column(const tr_view_survey *survey, const double eye_m[3], double azimuth, double reach_m,
                        float *distances_m, float *heights_m)
{
    const double first_m = 0.003 * reach_m, growth = 1.06, across = sin(azimuth), along = -cos(azimuth);
    int row = 0;
    for (double way_m = first_m; way_m < reach_m && row < PANORAMA_ROWS; way_m *= growth) {
        const double ground_m = tr_view_survey_height(survey, eye_m[0] + across * way_m, eye_m[2] + along * way_m);
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

void tr_view_panorama_fill(const tr_view_survey *survey, const double eye_m[3], double reach_m, tr_view_panorama *out)
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

tr_view_sight tr_view_panorama_sight(const tr_view_panorama *panorama, const tr_view_shot *shot, double yaw,
                                     double pitch, double foreground_m, double sea_level_m)
{
    const double half_v = shot->fov_deg * pi / 360, half_h = atan(tan(half_v) * shot->width / shot->height);
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
    return (tr_view_sight){
        .sky = sums.sky / all,
        .foreground = sums.foreground / all,
        .wall = sums.wall / all,
        .water = sums.water / all,
        .min_sky = fmin(spread_mean(&sums.third_sky[0]),
                        fmin(spread_mean(&sums.third_sky[1]), spread_mean(&sums.third_sky[2]))),
        .depth_spread = spread_deviation(&sums.depths),
        .height_spread_m = spread_deviation(&sums.heights),
        .skyline_spread = spread_deviation(&sums.skyline),
        .valley = sides - spread_mean(&sums.third_skyline[1]),
    };
}
