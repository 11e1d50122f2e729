#include "view_survey.h"

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

bool view_survey_create(const tr_world *world, const double centre_m[2], double side_m, view_survey *out, tr_error *err)
{
    const double spacing_m = allowed_spacing(side_m / SURVEY_SIDE);
    const int32_t samples = (int32_t)ceil(side_m / spacing_m) + 2;
    *out = (view_survey){.sea_level_m = tr_world_get_def(world)->sea_level_m};
    out->area = (tr_area){.x = (int64_t)floor(centre_m[0] / spacing_m) - samples / 2,
                          .z = (int64_t)floor(centre_m[1] / spacing_m) - samples / 2,
                          .width = samples,
                          .height = samples,
                          .spacing_m = spacing_m};
    if (!tr_grid_create(tr_world_context(world), samples, samples, 1, &out->heights, err)) {
        return false;
    }
    if (!tr_world_query(world, TR_FIELD_HEIGHT, &out->area, &out->heights, NULL, err)) {
        view_survey_destroy(world, out);
        return false;
    }
    return true;
}

void view_survey_destroy(const tr_world *world, view_survey *survey)
{
    tr_grid_destroy(tr_world_context(world), &survey->heights);
}

double view_survey_height(const view_survey *survey, double x_m, double z_m)
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

double view_survey_surface(const view_survey *survey, double x_m, double z_m)
{
    return fmax(view_survey_height(survey, x_m, z_m), survey->sea_level_m);
}

double view_survey_highest(const view_survey *survey, const double centre_m[2], double reach_m, double out_m[2])
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

bool view_ground_height(const tr_world *world, double x_m, double z_m, double *out_m, tr_error *err)
{
    const tr_area area = {.x = (int64_t)floor(x_m), .z = (int64_t)floor(z_m), .width = 2, .height = 2, .spacing_m = 1};
    float heights[4];
    const tr_grid grid = {heights, 2, 2, 1, 2, 4};
    if (!tr_world_query(world, TR_FIELD_HEIGHT, &area, &grid, NULL, err)) {
        return false;
    }
    const double u = x_m - floor(x_m), v = z_m - floor(z_m);
    const double north = (double)heights[0] * (1 - u) + (double)heights[1] * u;
    const double south = (double)heights[2] * (1 - u) + (double)heights[3] * u;
    *out_m = north * (1 - v) + south * v;
    return true;
}
