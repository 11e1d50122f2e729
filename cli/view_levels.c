// A level of spacing s serves up to the distance at which s is SAMPLE_PX pixels wide; twice the spacing, twice the
// distance. Each is the box around the part of that circle which the camera sees, so all have about the same size.
#include "view_levels.h"

#include <math.h>

#include "view_sector.h"
#include "view_survey.h"
#include "view_water.h"

enum { MARGIN = 44 };  // samples beyond what is seen: where a level passes into the next

static const double sample_px = 1.35;
static const double finest_m = 0.25;

// ---------------------------------------------------------------------------------------------------------
// What the camera sees, from above

static const double pi = 3.14159265358979323846;

// Where the upper border of the picture meets low ground; infinite when it looks over the horizon.
static double upper_border_distance(const tr_view_def *def)
{
    const double x = def->target_m[0] - def->eye_m[0], y = def->target_m[1] - def->eye_m[1],
                 z = def->target_m[2] - def->eye_m[2];
    const double highest = atan2(y, sqrt(x * x + z * z)) + def->fov_deg * pi / 360, lowest_ground_m = -300;
    const double height_m = fmax(def->eye_m[1] - def->sea_level_m, 2) - lowest_ground_m;
    // A camera that looks straight down has borders on all sides.
    const double wide = atan(tan(def->fov_deg * pi / 360) * fmax(1, (double)def->width / def->height));
    const double down = fmin(-highest, pi / 2 - wide);
    return down > 0.03 ? height_m / tan(down) : INFINITY;
}

// How far from the eye ground can be seen: over the horizon, as far as summits stand above it; haze ends it too.
static double seen_distance(const tr_view_def *def)
{
    const double earth_m = 7.4e6, summit_m = 2500, eye_m = fmax(def->eye_m[1] - def->sea_level_m, 2);
    const double horizon_m = sqrt(2 * earth_m * eye_m) + sqrt(2 * earth_m * summit_m);
    return fmax(fmin(fmin(horizon_m, 5 * def->visibility_m), 1.3 * upper_border_distance(def)), 500);
}

static tr_area area_of(const tr_view_def *def, const view_sector *seen, double spacing_m, double distance_m)
{
    double low[2], high[2];
    view_sector_box(seen, distance_m, low, high);
    const int64_t x0 = (int64_t)floor((def->eye_m[0] + low[0]) / spacing_m) - MARGIN;
    const int64_t z0 = (int64_t)floor((def->eye_m[2] + low[1]) / spacing_m) - MARGIN;
    const int64_t x1 = (int64_t)ceil((def->eye_m[0] + high[0]) / spacing_m) + MARGIN;
    const int64_t z1 = (int64_t)ceil((def->eye_m[2] + high[1]) / spacing_m) + MARGIN;
    return (tr_area){x0, z0, (int32_t)(x1 - x0 + 1), (int32_t)(z1 - z0 + 1), spacing_m};
}

// ---------------------------------------------------------------------------------------------------------
// Choosing

// A lower bound, roughly, of the distance from the eye to any ground.
static bool nearest_ground(const tr_world *world, const tr_view_def *def, double *out_m, tr_error *err)
{
    double below_m = 0;
    if (!view_ground_height(world, def->eye_m[0], def->eye_m[2], &below_m, err)) {
        return false;
    }
    const double clearance_m = def->eye_m[1] - fmax(below_m, def->water ? def->sea_level_m : below_m);
    const double centre_m[2] = {def->eye_m[0], def->eye_m[2]};
    view_survey survey;
    if (!view_survey_create(world, centre_m, 4 * fmax(clearance_m, 8), &survey, err)) {
        return false;
    }
    double nearest_m = clearance_m;
    for (int32_t j = 0; j < survey.heights.height; j++) {
        for (int32_t i = 0; i < survey.heights.width; i++) {
            const double x = (double)(survey.area.x + i) * survey.area.spacing_m - def->eye_m[0];
            const double z = (double)(survey.area.z + j) * survey.area.spacing_m - def->eye_m[2];
            const double y = (double)survey.heights.samples[j * survey.heights.row_stride + i] - def->eye_m[1];
            nearest_m = fmin(nearest_m, sqrt(x * x + y * y + z * z));
        }
    }
    view_survey_destroy(world, &survey);
    *out_m = nearest_m;
    return true;
}

static bool choose_areas(const tr_world *world, const tr_view_def *def, view_levels *out, tr_error *err)
{
    double nearest_m = 0;
    if (!nearest_ground(world, def, &nearest_m, err)) {
        return false;
    }
    const view_sector seen = view_sector_of(def);
    const double pixel = 2 * tan(def->fov_deg * pi / 360) / def->height, sample = sample_px * pixel;
    const double far_m = seen_distance(def);
    double spacing_m = finest_m;
    while (2 * spacing_m < nearest_m * sample) {
        spacing_m *= 2;
    }
    double distance_m = -1;  // that the levels reach so far
    out->count = 0;
    while (out->count < TR_VIEW_MAX_LEVELS && distance_m < far_m) {
        distance_m = spacing_m / sample;
        out->items[out->count++].area = area_of(def, &seen, spacing_m, fmin(distance_m, far_m));
        spacing_m *= 2;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Filling

typedef struct level_progress {
    const tr_progress *outer;
    int level, count;
} level_progress;

static bool report_level(void *user, double share)
{
    const level_progress *progress = user;
    const tr_progress *outer = progress->outer;
    return !outer || !outer->report || outer->report(outer->user, (progress->level + share) / progress->count);
}

static bool fill_level(const view_ground *ground, const bridge_meshes *bridges, const tr_progress *progress,
                       tr_view_level *level, tr_error *err)
{
    const tr_world *world = ground->world;
    tr_context *context = tr_world_context(world);
    const tr_area *area = &level->area;
    view_deck_map decks;
    if (!tr_grid_create(context, area->width, area->height, 1, &level->height, err) ||
        !tr_image_create(context, area->width, area->height, 3, 8, &level->color, err) ||
        !tr_world_query(world, TR_FIELD_HEIGHT, area, &level->height, progress, err) ||
        !view_water_create(world, area, &level->water, err) ||
        !view_deck_map_create(context, bridges, area, &decks, err)) {
        return false;
    }
    const bool done = view_ground_paint(ground, &decks, level, err);
    view_deck_map_clear(&decks, &level->height);
    view_deck_map_destroy(context, &decks);
    return done;
}

bool view_levels_create(const view_ground *ground, const bridge_meshes *bridges, const tr_progress *progress,
                        view_levels *out, tr_error *err)
{
    const tr_world *world = ground->world;
    *out = (view_levels){0};
    if (!choose_areas(world, ground->def, out, err)) {
        return false;
    }
    for (int i = 0; i < out->count; i++) {
        level_progress step = {progress, i, out->count};
        const tr_progress hook = {report_level, &step};
        if (!fill_level(ground, bridges, &hook, &out->items[i], err)) {
            view_levels_destroy(world, out);
            return false;
        }
    }
    return true;
}

void view_levels_destroy(const tr_world *world, view_levels *levels)
{
    tr_context *context = tr_world_context(world);
    for (int i = 0; i < levels->count; i++) {
        tr_grid_destroy(context, &levels->items[i].height);
        tr_image_destroy(context, &levels->items[i].color);
        tr_grid_destroy(context, &levels->items[i].water);
    }
}

int64_t view_levels_samples(const view_levels *levels)
{
    int64_t sum = 0;
    for (int i = 0; i < levels->count; i++) {
        sum += (int64_t)levels->items[i].area.width * levels->items[i].area.height;
    }
    return sum;
}

static double at(const tr_grid *heights, int32_t i, int32_t j)
{
    return (double)heights->samples[j * heights->row_stride + i];
}

bool view_levels_height(const view_levels *levels, double x_m, double z_m, double *out_m)
{
    for (int k = 0; k < levels->count; k++) {
        const tr_view_level *level = &levels->items[k];
        const double x = x_m / level->area.spacing_m - (double)level->area.x;
        const double z = z_m / level->area.spacing_m - (double)level->area.z;
        // In the margin a level passes into the next one.
        const double margin = k + 1 < levels->count ? 0.5 * MARGIN : 0;
        if (x < margin || z < margin || x >= level->area.width - 1 - margin || z >= level->area.height - 1 - margin) {
            continue;
        }
        const int32_t i = (int32_t)x, j = (int32_t)z;
        const double u = x - i, v = z - j;
        const tr_grid *heights = &level->height;
        const double north = at(heights, i, j) * (1 - u) + at(heights, i + 1, j) * u;
        const double south = at(heights, i, j + 1) * (1 - u) + at(heights, i + 1, j + 1) * u;
        *out_m = north * (1 - v) + south * v;
        return true;
    }
    return false;
}
