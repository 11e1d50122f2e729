#include "relief.h"

#include "light.h"

#include <math.h>

typedef struct color_stop {
    float at;
    color tint;
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

static const color valley_tint = COLOR_RGB(64, 84, 48);
static const color rock_tint = COLOR_RGB(122, 110, 98);
static const color high_rock_tint = COLOR_RGB(150, 146, 142);
static const color sand_tint = COLOR_RGB(214, 196, 152);
static const color snow_tint = COLOR_RGB(216, 222, 232);
static const color foam_tint = COLOR_RGB(196, 220, 214);

typedef struct relief_job {
    const field *source;
    const picture_def *def;
    light_def light;
    const pyramid *surface;
    const tr_image *image;
} relief_job;

// What a pixel knows about its place.
typedef struct site {
    light_site ground;
    float relief;  // -1 in a hollow .. 1 on a crest, against the mean of the surroundings
    float mean;    // the value around it, without the small bumps
} site;

static color pick(const color_stop *stops, int count, float at)
{
    for (int i = 1; i < count; i++) {
        if (at <= stops[i].at) {
            const float t = (at - stops[i - 1].at) / (stops[i].at - stops[i - 1].at);
            return color_mix(stops[i - 1].tint, stops[i].tint, clamp_unit(t));
        }
    }
    return stops[count - 1].tint;
}

// ---------------------------------------------------------------------------------------------------------
// The place

static site look_at(const relief_job *job, int32_t x, int32_t y)
{
    const field *f = job->source;
    const float scale = job->def->steepness;
    site it = {.ground = light_look(&job->light, f, job->surface, scale, x, y)};
    const float here = it.ground.height > 0.0f ? it.ground.height * scale : 0.0f;
    const float column = (float)(x + f->left), row = (float)(y + f->top);
    const float above = (here - pyramid_sample(job->surface, 3, column, row)) * 0.25f;
    it.relief = above / sqrtf(1.0f + above * above);
    it.mean = scale > 0.0f ? pyramid_sample(job->surface, 2, column, row) / scale : it.ground.height;
    return it;
}

// ---------------------------------------------------------------------------------------------------------
// Materials

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof(array)[0]))

static color land_color(const relief_job *job, const site *it, float altitude, float mean_altitude)
{
    // Crests are drier and hollows greener than their height says: without it, colours would follow contour lines.
    const float felt = clamp_unit(altitude + 0.07f * it->relief);
    color tint = pick(ground_stops, COUNT_OF(ground_stops), felt);
    tint =
        color_mix(tint, valley_tint, 0.75f * smooth_step(0.25f, -0.7f, it->relief) * smooth_step(0.6f, 0.2f, altitude));
    const color rock = color_mix(rock_tint, high_rock_tint, smooth_step(0.3f, 0.8f, altitude));
    tint = color_mix(tint, rock, 0.85f * smooth_step(0.55f, 1.25f, it->ground.steepness));
    tint = color_mix(tint, sand_tint,
                     smooth_step(0.016f, 0.004f, altitude) * smooth_step(0.5f, 0.15f, it->ground.steepness));
    // Snow lies in fields: it follows the shape of the mountain, not its every crease.
    const float cold = 0.65f * mean_altitude + 0.35f * altitude;
    const float snow = smooth_step(0.54f, 0.72f, cold) * smooth_step(3.0f, 1.2f, it->ground.steepness);
    tint = color_mix(tint, snow_tint, snow);
    return color_lit(tint, light_on(&job->light, &it->ground, it->ground.slope_x, it->ground.slope_y));
}

static color water_color(const relief_job *job, const site *it, float depth)
{
    // Light fades with depth, so the shallows get most of the colours; the ground shows through them.
    const float swallowed = depth / (depth + 0.22f) * 1.22f;
    const float clear = 0.30f * (1.0f - clamp_unit(swallowed)) + 0.10f;
    const color tint = pick(water_stops, COUNT_OF(water_stops), swallowed);
    return color_lit(tint, light_on(&job->light, &it->ground, it->ground.slope_x * clear, it->ground.slope_y * clear));
}

static color site_color(const relief_job *job, const site *it)
{
    const picture_def *def = job->def;
    const float land_span = def->high > 0.0f ? def->high : 1.0f, water_span = def->low < 0.0f ? -def->low : 1.0f;
    // How far the coast is, in pixels, as far as the slope tells; a pixel that it crosses is part of both.
    const float rise = it->ground.steepness + 1e-6f;
    const float coast = it->ground.height * def->steepness / rise;
    const float share = clamp_unit(coast + 0.5f);
    color water = {0.0f, 0.0f, 0.0f}, land = water;
    if (share < 1.0f) {
        water = water_color(job, it, it->ground.height < 0.0f ? -it->ground.height / water_span : 0.0f);
        water = color_mix(water, foam_tint, 0.35f * smooth_step(-1.8f, -0.2f, coast));
    }
    if (share > 0.0f) {
        land =
            land_color(job, it, it->ground.height > 0.0f ? it->ground.height / land_span : 0.0f, it->mean / land_span);
    }
    return color_mix(water, land, share);
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
            const site it = look_at(job, x, (int32_t)y);
            color_store(site_color(job, &it), pixel);
        }
    }
    return true;
}

bool relief_paint(tr_context *context, const field *it, const picture_def *def, const tr_progress *progress,
                  const tr_image *image, tr_error *err)
{
    pyramid surface;
    if (!pyramid_create(context, it, def->steepness, &surface, err)) {
        return false;
    }
    relief_job job = {it, def, light_default(), &surface, image};
    const bool done = tr_parallel_for(context, it->height, 4, paint_rows, &job, progress, err);
    pyramid_destroy(context, &surface);
    return done;
}
