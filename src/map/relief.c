#include "map/relief.h"

#include "map/light.h"

#include <math.h>

typedef struct color_stop {
    float at;
    tr_color tint;
} color_stop;

// Ground by height above the sea, 0..1.
static const color_stop ground_stops[] = {
    {0.00f, COLOR_RGB(112, 124, 76)},  {0.07f, COLOR_RGB(100, 116, 66)}, {0.20f, COLOR_RGB(110, 118, 70)},
    {0.34f, COLOR_RGB(136, 132, 88)},  {0.48f, COLOR_RGB(144, 130, 98)}, {0.66f, COLOR_RGB(136, 126, 112)},
    {1.00f, COLOR_RGB(160, 154, 148)},
};

// Water by how much light the depth swallows, 0..1.
static const color_stop water_stops[] = {
    {0.00f, COLOR_RGB(118, 168, 162)}, {0.16f, COLOR_RGB(80, 140, 150)}, {0.40f, COLOR_RGB(48, 104, 134)},
    {0.70f, COLOR_RGB(30, 76, 114)},   {1.00f, COLOR_RGB(20, 52, 90)},
};

static const tr_color valley_tint = COLOR_RGB(64, 84, 48);
static const tr_color rock_tint = COLOR_RGB(122, 110, 98);
static const tr_color high_rock_tint = COLOR_RGB(150, 146, 142);
static const tr_color sand_tint = COLOR_RGB(214, 196, 152);
static const tr_color snow_tint = COLOR_RGB(216, 222, 232);
static const tr_color foam_tint = COLOR_RGB(196, 220, 214);

typedef struct relief_job {
    const tr_map_field *source;
    const tr_picture_def *def;
    tr_map_light_def light;
    const tr_pyramid *surface;
    const tr_image *image;
} relief_job;

// What a pixel knows about its place.
typedef struct relief_site {
    tr_map_light_site ground;
    float relief;  // -1 in a hollow .. 1 on a crest, against the mean of the surroundings
    float mean;    // the value around it, without the small bumps
} relief_site;

static tr_color pick(const color_stop *stops, int count, float at)
{
    for (int i = 1; i < count; i++) {
        if (at <= stops[i].at) {
            const float t = (at - stops[i - 1].at) / (stops[i].at - stops[i - 1].at);
            return tr_color_mix(stops[i - 1].tint, stops[i].tint, tr_clamp_unit(t));
        }
    }
    return stops[count - 1].tint;
}

// ---------------------------------------------------------------------------------------------------------
// The place

static relief_site look_at(const relief_job *job, int32_t x, int32_t y)
{
    const tr_map_field *f = job->source;
    const float scale = job->def->steepness;
    relief_site site = {.ground = tr_map_light_look(&job->light, f, job->surface, scale, x, y)};
    const float here = site.ground.height > 0.0f ? site.ground.height * scale : 0.0f;
    const float column = (float)(x + f->left), row = (float)(y + f->top);
    const float above = (here - tr_pyramid_sample(job->surface, 3, column, row)) * 0.25f;
    site.relief = above / sqrtf(1.0f + above * above);
    site.mean = scale > 0.0f ? tr_pyramid_sample(job->surface, 2, column, row) / scale : site.ground.height;
    return site;
}

// ---------------------------------------------------------------------------------------------------------
// Materials

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof(array)[0]))

static tr_color land_color(const relief_job *job, const relief_site *site, float altitude, float mean_altitude)
{
    // Crests are drier and hollows greener than their height says: without it, colours would follow contour lines.
    const float felt = tr_clamp_unit(altitude + 0.07f * site->relief);
    tr_color tint = pick(ground_stops, COUNT_OF(ground_stops), felt);
    tint = tr_color_mix(tint, valley_tint,
                        0.75f * tr_smooth_step(0.25f, -0.7f, site->relief) * tr_smooth_step(0.6f, 0.2f, altitude));
    const tr_color rock = tr_color_mix(rock_tint, high_rock_tint, tr_smooth_step(0.3f, 0.8f, altitude));
    tint = tr_color_mix(tint, rock, 0.85f * tr_smooth_step(0.55f, 1.25f, site->ground.steepness));
    tint = tr_color_mix(tint, sand_tint,
                        tr_smooth_step(0.016f, 0.004f, altitude) * tr_smooth_step(0.5f, 0.15f, site->ground.steepness));
    // Snow lies in fields: it follows the shape of the mountain, not its every crease.
    const float cold = 0.65f * mean_altitude + 0.35f * altitude;
    const float snow = tr_smooth_step(0.54f, 0.72f, cold) * tr_smooth_step(3.0f, 1.2f, site->ground.steepness);
    tint = tr_color_mix(tint, snow_tint, snow);
    return tr_color_lit(tint, tr_map_light_on(&job->light, &site->ground, site->ground.slope_x, site->ground.slope_y));
}

static tr_color water_color(const relief_job *job, const relief_site *site, float depth)
{
    // Light fades with depth, so the shallows get most of the colours; the ground shows through them.
    const float swallowed = depth / (depth + 0.22f) * 1.22f;
    const float clear = 0.30f * (1.0f - tr_clamp_unit(swallowed)) + 0.10f;
    const tr_color tint = pick(water_stops, COUNT_OF(water_stops), swallowed);
    return tr_color_lit(
        tint, tr_map_light_on(&job->light, &site->ground, site->ground.slope_x * clear, site->ground.slope_y * clear));
}

static tr_color site_color(const relief_job *job, const relief_site *site)
{
    const tr_picture_def *def = job->def;
    const float land_span = def->high > 0.0f ? def->high : 1.0f, water_span = def->low < 0.0f ? -def->low : 1.0f;
    // How far the coast is, in pixels, as far as the slope tells; a pixel that it crosses is part of both.
    const float rise = site->ground.steepness + 1e-6f;
    const float coast = site->ground.height * def->steepness / rise;
    const float share = tr_clamp_unit(coast + 0.5f);
    tr_color water = {0.0f, 0.0f, 0.0f}, land = water;
    if (share < 1.0f) {
        water = water_color(job, site, site->ground.height < 0.0f ? -site->ground.height / water_span : 0.0f);
        water = tr_color_mix(water, foam_tint, 0.35f * tr_smooth_step(-1.8f, -0.2f, coast));
    }
    if (share > 0.0f) {
        land = land_color(job, site, site->ground.height > 0.0f ? site->ground.height / land_span : 0.0f,
                          site->mean / land_span);
    }
    return tr_color_mix(water, land, share);
}

// ---------------------------------------------------------------------------------------------------------
// Rows

static bool paint_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    const relief_job *job = user;
    for (int64_t y = begin; y < end; y++) {
        uint8_t *pixel = (uint8_t *)job->image->pixels + (size_t)y * job->image->row_bytes;
        for (int32_t x = 0; x < job->source->width; x++, pixel += 3) {
            const relief_site site = look_at(job, x, (int32_t)y);
            tr_color_store(site_color(job, &site), pixel);
        }
    }
    return true;
}

bool tr_relief_paint(tr_context *context, const tr_map_field *field, const tr_picture_def *def,
                     const tr_progress *progress, const tr_image *image, tr_error *err)
{
    tr_pyramid surface;
    if (!tr_pyramid_create(context, field, def->steepness, &surface, err)) {
        return false;
    }
    relief_job job = {field, def, tr_map_light_default(), &surface, image};
    const bool done = tr_parallel_for(context, &(tr_range_work){field->height, 4, paint_rows, &job}, progress, err);
    tr_pyramid_destroy(context, &surface);
    return done;
}
