// A level of spacing s serves up to the distance at which s is `sample_px` pixels wide; twice the spacing, twice the
// distance. For a camera each is the box around the part of that circle which it sees, else a square around all of it:
// so all have about the same size.
#include "view/view_levels.h"

#include <math.h>

#include "view/view_survey.h"

enum { MARGIN = 44 };  // samples beyond what is seen: where a level passes into the next

// ---------------------------------------------------------------------------------------------------------
// What the camera sees, from above

static const double pi = 3.14159265358979323846;

// Where the upper border of the picture meets low ground; infinite when it looks over the horizon.
static double upper_border_distance(const tr_view_shot *shot)
{
    const double x = shot->target_m[0] - shot->eye_m[0], y = shot->target_m[1] - shot->eye_m[1],
                 z = shot->target_m[2] - shot->eye_m[2];
    const double highest = atan2(y, sqrt(x * x + z * z)) + shot->fov_deg * pi / 360, lowest_ground_m = -300;
    const double height_m = fmax(shot->eye_m[1] - shot->sea_level_m, 2) - lowest_ground_m;
    // A camera that looks straight down has borders on all sides.
    const double wide = atan(tan(shot->fov_deg * pi / 360) * fmax(1, (double)shot->width / shot->height));
    const double down = fmin(-highest, pi / 2 - wide);
    return down > 0.03 ? height_m / tan(down) : INFINITY;
}

// How far from the eye ground can be seen: over the horizon, as far as summits stand above it; haze ends it too.
static double horizon_distance(const tr_view_shot *shot)
{
    const double earth_m = 7.4e6, summit_m = 2500, eye_m = fmax(shot->eye_m[1] - shot->sea_level_m, 2);
    const double horizon_m = sqrt(2 * earth_m * eye_m) + sqrt(2 * earth_m * summit_m);
    return fmin(fmin(horizon_m, 5 * shot->visibility_m), shot->farthest_m);
}

static tr_sample_area area_of(const tr_view_shot *shot, const tr_view_sector *seen, double spacing_m, double distance_m)
{
    double low[2], high[2];
    tr_view_sector_box(seen, distance_m, low, high);
    const int64_t x0 = (int64_t)floor((shot->eye_m[0] + low[0]) / spacing_m) - MARGIN;
    const int64_t z0 = (int64_t)floor((shot->eye_m[2] + low[1]) / spacing_m) - MARGIN;
    const int64_t x1 = (int64_t)ceil((shot->eye_m[0] + high[0]) / spacing_m) + MARGIN;
    const int64_t z1 = (int64_t)ceil((shot->eye_m[2] + high[1]) / spacing_m) + MARGIN;
    return (tr_sample_area){x0, z0, (int32_t)(x1 - x0 + 1), (int32_t)(z1 - z0 + 1), spacing_m};
}

// ---------------------------------------------------------------------------------------------------------
// Choosing

bool tr_view_nearest_ground(const tr_world *world, const tr_view_shot *shot, double *out_m, tr_error *err)
{
    double below_m = 0;
    if (!tr_view_ground_height(world, shot->eye_m[0], shot->eye_m[2], &below_m, err)) {
        return false;
    }
    const double clearance_m = shot->eye_m[1] - fmax(below_m, shot->sea ? shot->sea_level_m : below_m);
    const double centre_m[2] = {shot->eye_m[0], shot->eye_m[2]};
    tr_view_survey survey;
    if (!tr_view_survey_create(world, centre_m, 4 * fmax(clearance_m, 8), &survey, err)) {
        return false;
    }
    double nearest_m = clearance_m;
    for (int32_t j = 0; j < survey.heights.height; j++) {
        for (int32_t i = 0; i < survey.heights.width; i++) {
            const double x = (double)(survey.area.x + i) * survey.area.spacing_m - shot->eye_m[0];
            const double z = (double)(survey.area.z + j) * survey.area.spacing_m - shot->eye_m[2];
            const double y = (double)survey.heights.samples[j * survey.heights.row_stride + i] - shot->eye_m[1];
            nearest_m = fmin(nearest_m, sqrt(x * x + y * y + z * z));
        }
    }
    tr_view_survey_destroy(world, &survey);
    *out_m = nearest_m;
    return true;
}

// Paths are found up to some kilometres from a sample: coarser levels could not be painted.
static const double coarsest_m = 4096;

// The part of a radian that samples may be apart.
static double sample_angle(const tr_view_shot *shot)
{
    return shot->sample_px / tr_view_px_per_radian(shot);
}

static double finest_spacing_m(const tr_view_shot *shot, double nearest_m)
{
    double spacing_m = shot->finest_m;
    while (2 * spacing_m < nearest_m * sample_angle(shot)) {
        spacing_m *= 2;
    }
    return spacing_m;
}

void tr_view_areas_of_camera(const tr_view_shot *shot, double nearest_m, tr_view_areas *out)
{
    const tr_view_sector seen = tr_view_sector_of(shot);
    const double far_m = fmax(fmin(horizon_distance(shot), 1.3 * upper_border_distance(shot)), 500);
    double spacing_m = finest_spacing_m(shot, nearest_m), distance_m = -1;  // that the levels reach so far
    out->count = 0;
    while (out->count < TR_RENDER_MAX_LEVELS && distance_m < far_m && spacing_m <= coarsest_m) {
        distance_m = spacing_m / sample_angle(shot);
        out->items[out->count++] = area_of(shot, &seen, spacing_m, fmin(distance_m, far_m));
        spacing_m *= 2;
    }
}

enum { STEPS = 8 };  // of the lattice of a square in its side

static int32_t square_side(const tr_view_shot *shot)
{
    // The eye is at most three quarters of a step from the middle, and the border of the square is still seen through
    // the margin.
    const double radius = 1 / sample_angle(shot) + MARGIN, share = 0.5 - 0.75 / STEPS;
    const int32_t max = 4096, side = (int32_t)fmin(ceil(radius / share / (2 * STEPS)) * (2 * STEPS), max);
    return side;
}

void tr_view_areas_around(const tr_view_shot *shot, double nearest_m, tr_view_areas *out)
{
    const int32_t side = square_side(shot), step = side / STEPS;
    const double far_m = fmax(horizon_distance(shot), 500);
    double spacing_m = finest_spacing_m(shot, nearest_m), distance_m = -1;
    out->count = 0;
    while (out->count < TR_RENDER_MAX_LEVELS && distance_m < far_m && spacing_m <= coarsest_m) {
        const int64_t x = llrint(shot->eye_m[0] / spacing_m / step) * step;
        const int64_t z = llrint(shot->eye_m[2] / spacing_m / step) * step;
        distance_m = spacing_m / sample_angle(shot);
        out->items[out->count++] = (tr_sample_area){x - side / 2, z - side / 2, side, side, spacing_m};
        spacing_m *= 2;
    }
}

bool tr_view_area_serves(const tr_sample_area *area, const double eye_m[3])
{
    const double reach = 0.75 * area->width / STEPS;
    const double x = eye_m[0] / area->spacing_m - (double)area->x - area->width / 2.0;
    const double z = eye_m[2] / area->spacing_m - (double)area->z - area->height / 2.0;
    return fabs(x) <= reach && fabs(z) <= reach;
}

double tr_view_area_slack_m(const tr_sample_area *area)
{
    return 1.42 * 0.75 * area->width / STEPS * area->spacing_m;
}

// ---------------------------------------------------------------------------------------------------------
// Filling

enum { WATERS = 1 << TR_PATH_LAKE | 1 << TR_PATH_STREAM | 1 << TR_PATH_RIVER };

// Whether a sample around this one, or itself, lies well inside of the water. Along a narrow river some come near to
// its middle and others do not: they are looked for so far around that all of it is wide or none.
static bool is_wide(const tr_grid *edges, int32_t x, int32_t z, float inside_m)
{
    enum { AROUND = 3 };
    for (int32_t j = z > AROUND ? z - AROUND : 0; j <= z + AROUND && j < edges->height; j++) {
        for (int32_t i = x > AROUND ? x - AROUND : 0; i <= x + AROUND && i < edges->width; i++) {
            if (edges->samples[j * edges->row_stride + i] <= -inside_m) {
                return true;
            }
        }
    }
    return false;
}

static bool drop_narrow(const tr_world *world, const tr_sample_area *area, const tr_grid *water, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    tr_grid edges;
    if (!tr_grid_create(context, area->width, area->height, 1, &edges, err)) {
        return false;
    }
    const bool done = tr_carving_edge_distance(tr_world_carving(world), &(tr_edge_query){WATERS, area->spacing_m}, area,
                                               NULL, &edges, err);
    for (int32_t z = 0; done && z < area->height; z++) {
        float *row = water->samples + z * water->row_stride;
        for (int32_t x = 0; x < area->width; x++) {
            if (row[x] > TR_NO_WATER && !is_wide(&edges, x, z, 0.75f * (float)area->spacing_m)) {
                row[x] = TR_NO_WATER;
            }
        }
    }
    tr_grid_destroy(context, &edges);
    return done;
}

// Creates the levels of the water; leaves the grid without samples where the world has no paths. A patch that is too
// coarse for a river has none of it: a few wet samples would look like a row of ponds. The ground is painted there.
static bool create_water(const tr_world *world, const tr_sample_area *area, tr_grid *out, tr_error *err)
{
    *out = (tr_grid){0};
    if (!tr_world_carving(world)) {
        return true;
    }
    tr_context *context = tr_world_context(world);
    tr_carve_channels channels = {0};
    if (!tr_grid_create(context, area->width, area->height, 1, &channels.water, err)) {
        return false;
    }
    if (tr_carving_evaluate(tr_world_carving(world), area, NULL, &channels, err) &&
        (area->spacing_m <= TR_VIEW_WATER_FINE_M || drop_narrow(world, area, &channels.water, err))) {
        *out = channels.water;
        return true;
    }
    tr_grid_destroy(context, &channels.water);
    return false;
}

bool tr_view_patch_create(const tr_view_ground *ground, const tr_sample_area *area, const tr_progress *progress,
                          tr_view_patch *out, tr_error *err)
{
    const tr_world *world = ground->world;
    tr_context *context = tr_world_context(world);
    tr_view_deck_map decks = {0};
    *out = (tr_view_patch){.area = *area};
    const bool done = tr_grid_create(context, area->width, area->height, 1, &out->height, err) &&
                      tr_image_create(context, &(tr_image_shape){area->width, area->height, 3, 8}, &out->color, err) &&
                      tr_world_query(world, TR_FIELD_HEIGHT, area, progress, &out->height, err) &&
                      create_water(world, area, &out->water, err) &&
                      (!ground->bridges || tr_view_deck_map_create(world, area, &decks, err)) &&
                      tr_view_ground_paint(ground, &decks, out, err);
    if (done) {
        tr_view_deck_map_clear(&decks, &out->height);
    } else {
        tr_view_patch_destroy(context, out);
    }
    tr_view_deck_map_destroy(context, &decks);
    return done;
}

void tr_view_patch_destroy(tr_context *context, tr_view_patch *patch)
{
    tr_grid_destroy(context, &patch->height);
    tr_image_destroy(context, &patch->color);
    tr_grid_destroy(context, &patch->water);
}

// ---------------------------------------------------------------------------------------------------------
// Reading

static double at(const tr_grid *heights, int32_t i, int32_t j)
{
    return (double)heights->samples[j * heights->row_stride + i];
}

bool tr_view_drawn_height(const tr_view_heights *levels, int count, double x_m, double z_m, double *out_m)
{
    for (int k = 0; k < count; k++) {
        const tr_view_heights *level = &levels[k];
        const double x = x_m / level->area.spacing_m - (double)level->area.x;
        const double z = z_m / level->area.spacing_m - (double)level->area.z;
        // In the margin a level passes into the next one.
        const double margin = k + 1 < count ? 0.5 * MARGIN : 0;
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
