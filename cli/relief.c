#include "relief.h"

#include "horizon.h"
#include "pyramid.h"

#include <math.h>

// Colours are mixed as light, not as bytes: a byte is the square root of it, which is close to the curve of sRGB and
// rounds alike on every machine.
typedef struct color {
    float r, g, b;
} color;

#define BYTE_LIGHT(byte) ((float)((byte) * (byte)) / 65025.0f)
#define RGB(red, green, blue)                                \
    {                                                        \
        BYTE_LIGHT(red), BYTE_LIGHT(green), BYTE_LIGHT(blue) \
    }

typedef struct color_stop {
    float at;
    color tint;
} color_stop;

// Ground by height above the sea, 0..1.
static const color_stop ground_stops[] = {
    {0.00f, RGB(112, 124, 76)}, {0.07f, RGB(100, 116, 66)},  {0.20f, RGB(110, 118, 70)},  {0.34f, RGB(136, 132, 88)},
    {0.48f, RGB(144, 130, 98)}, {0.66f, RGB(136, 126, 112)}, {1.00f, RGB(160, 154, 148)},
};

// Water by how much light the depth swallows, 0..1.
static const color_stop water_stops[] = {
    {0.00f, RGB(118, 168, 162)}, {0.16f, RGB(80, 140, 150)}, {0.40f, RGB(48, 104, 134)},
    {0.70f, RGB(30, 76, 114)},   {1.00f, RGB(20, 52, 90)},
};

static const color valley_tint = RGB(64, 84, 48);
static const color rock_tint = RGB(122, 110, 98);
static const color high_rock_tint = RGB(150, 146, 142);
static const color sand_tint = RGB(214, 196, 152);
static const color snow_tint = RGB(216, 222, 232);
static const color foam_tint = RGB(196, 220, 214);

static const color sun_light = {1.02f, 0.95f, 0.82f};
static const color sky_light = {0.40f, 0.47f, 0.58f};
static const float sun_elevation = 0.78f;  // the tangent: 38 degrees

typedef struct relief_job {
    const field *source;
    const picture_def *def;
    const pyramid *surface;
    const tr_image *image;
} relief_job;

// What a pixel knows about its place.
typedef struct site {
    float height;            // the value of the field
    float slope_x, slope_y;  // rise per pixel, of the ground (under water too)
    float steepness;         // the tangent of the slope
    float relief;            // -1 in a hollow .. 1 on a crest, against the mean of the surroundings
    float mean;              // the value around it, without the small bumps
    float sky, sun;          // shares of light that nothing stands in front of
} site;

static float clamp_unit(float t)
{
    return t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
}

static float smooth(float low, float high, float value)
{
    const float t = clamp_unit((value - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

static color mix(color a, color b, float t)
{
    return (color){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

static color pick(const color_stop *stops, int count, float at)
{
    for (int i = 1; i < count; i++) {
        if (at <= stops[i].at) {
            const float t = (at - stops[i - 1].at) / (stops[i].at - stops[i - 1].at);
            return mix(stops[i - 1].tint, stops[i].tint, clamp_unit(t));
        }
    }
    return stops[count - 1].tint;
}

// ---------------------------------------------------------------------------------------------------------
// The place

static site look_at(const relief_job *job, int32_t x, int32_t y)
{
    const field *f = job->source;
    float near[3][3];
    for (int32_t j = 0; j < 3; j++) {
        for (int32_t i = 0; i < 3; i++) {
            near[j][i] = field_at(f, x + i - 1, y + j - 1);
        }
    }
    // Horn's weights: the same for a slope in any direction, where plain differences favour the axes.
    const float eighth = job->def->steepness * 0.125f;
    const float east = near[0][2] + 2.0f * near[1][2] + near[2][2], west = near[0][0] + 2.0f * near[1][0] + near[2][0];
    const float south = near[2][0] + 2.0f * near[2][1] + near[2][2],
                north = near[0][0] + 2.0f * near[0][1] + near[0][2];
    site it = {.height = near[1][1], .slope_x = (east - west) * eighth, .slope_y = (south - north) * eighth};
    it.steepness = sqrtf(it.slope_x * it.slope_x + it.slope_y * it.slope_y);

    float tangents[HORIZON_DIRECTIONS];
    horizon_find(job->surface, x + f->left, y + f->top, tangents);
    it.sky = horizon_sky(tangents);
    it.sun = horizon_sun(tangents, HORIZON_NORTH_WEST, sun_elevation);
    const float here = it.height > 0.0f ? it.height * job->def->steepness : 0.0f;
    const float column = (float)(x + f->left), row = (float)(y + f->top);
    const float above = (here - pyramid_sample(job->surface, 3, column, row)) * 0.25f;
    it.relief = above / sqrtf(1.0f + above * above);
    it.mean =
        job->def->steepness > 0.0f ? pyramid_sample(job->surface, 2, column, row) / job->def->steepness : it.height;
    return it;
}

// ---------------------------------------------------------------------------------------------------------
// Light

// The light of a sun at the elevation and direction on a slope; 1 on level ground.
static float facing(float slope_x, float slope_y, int direction)
{
    const float toward_x = horizon_directions[direction][0], toward_y = horizon_directions[direction][1];
    const float length = sqrtf(1.0f + slope_x * slope_x + slope_y * slope_y);
    const float cosine = (1.0f - (slope_x * toward_x + slope_y * toward_y) / sun_elevation) / length;
    return cosine > 0.0f ? cosine : 0.0f;
}

// A sun in the north-west, softened by weaker ones beside it so that no slope is only light or only dark, and the
// blue of the sky from all around.
static color light_on(const site *it, float slope_x, float slope_y)
{
    const float direct = 0.60f * facing(slope_x, slope_y, HORIZON_NORTH_WEST) +
                         0.20f * facing(slope_x, slope_y, HORIZON_NORTH_WEST - 3) +
                         0.20f * facing(slope_x, slope_y, HORIZON_NORTH_WEST + 3);
    const float sun = direct * (0.35f + 0.65f * it->sun);
    const float level = 1.0f / sqrtf(1.0f + slope_x * slope_x + slope_y * slope_y);
    const float sky = it->sky * it->sky * (0.4f + 0.6f * level);
    return (color){sun * sun_light.r + sky * sky_light.r, sun * sun_light.g + sky * sky_light.g,
                   sun * sun_light.b + sky * sky_light.b};
}

static color lit(color tint, color light)
{
    return (color){tint.r * light.r, tint.g * light.g, tint.b * light.b};
}

// ---------------------------------------------------------------------------------------------------------
// Materials

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof(array)[0]))

static color land_color(const site *it, float altitude, float mean_altitude)
{
    // Crests are drier and hollows greener than their height says: without it, colours would follow contour lines.
    const float felt = clamp_unit(altitude + 0.07f * it->relief);
    color tint = pick(ground_stops, COUNT_OF(ground_stops), felt);
    tint = mix(tint, valley_tint, 0.75f * smooth(0.25f, -0.7f, it->relief) * smooth(0.6f, 0.2f, altitude));
    const color rock = mix(rock_tint, high_rock_tint, smooth(0.3f, 0.8f, altitude));
    tint = mix(tint, rock, 0.85f * smooth(0.55f, 1.25f, it->steepness));
    tint = mix(tint, sand_tint, smooth(0.016f, 0.004f, altitude) * smooth(0.5f, 0.15f, it->steepness));
    // Snow lies in fields: it follows the shape of the mountain, not its every crease.
    const float cold = 0.65f * mean_altitude + 0.35f * altitude;
    const float snow = smooth(0.54f, 0.72f, cold) * smooth(3.0f, 1.2f, it->steepness);
    tint = mix(tint, snow_tint, snow);
    return lit(tint, light_on(it, it->slope_x, it->slope_y));
}

static color water_color(const site *it, float depth)
{
    // Light fades with depth, so the shallows get most of the colours; the ground shows through them.
    const float swallowed = depth / (depth + 0.22f) * 1.22f;
    const float clear = 0.30f * (1.0f - clamp_unit(swallowed)) + 0.10f;
    const color tint = pick(water_stops, COUNT_OF(water_stops), swallowed);
    return lit(tint, light_on(it, it->slope_x * clear, it->slope_y * clear));
}

static color site_color(const relief_job *job, const site *it)
{
    const picture_def *def = job->def;
    const float land_span = def->high > 0.0f ? def->high : 1.0f, water_span = def->low < 0.0f ? -def->low : 1.0f;
    // How far the coast is, in pixels, as far as the slope tells; a pixel that it crosses is part of both.
    const float rise = it->steepness + 1e-6f;
    const float coast = it->height * def->steepness / rise;
    const float share = clamp_unit(coast + 0.5f);
    color water = {0.0f, 0.0f, 0.0f}, land = water;
    if (share < 1.0f) {
        water = water_color(it, it->height < 0.0f ? -it->height / water_span : 0.0f);
        water = mix(water, foam_tint, 0.35f * smooth(-1.8f, -0.2f, coast));
    }
    if (share > 0.0f) {
        land = land_color(it, it->height > 0.0f ? it->height / land_span : 0.0f, it->mean / land_span);
    }
    return mix(water, land, share);
}

// ---------------------------------------------------------------------------------------------------------
// Rows

static uint8_t byte_of(float light)
{
    // A shoulder instead of a cut: bright snow keeps its shape.
    const float knee = 0.75f;
    if (light > knee) {
        const float over = (light - knee) / (1.0f - knee);
        light = knee + (1.0f - knee) * over / (1.0f + over);
    }
    return (uint8_t)(sqrtf(light > 0.0f ? light : 0.0f) * 255.0f + 0.5f);
}

static bool paint_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    const relief_job *job = user;
    for (int64_t y = begin; y < end; y++) {
        uint8_t *pixel = (uint8_t *)job->image->pixels + (size_t)y * job->image->row_bytes;
        for (int32_t x = 0; x < job->source->width; x++, pixel += 3) {
            const site it = look_at(job, x, (int32_t)y);
            const color shade = site_color(job, &it);
            pixel[0] = byte_of(shade.r);
            pixel[1] = byte_of(shade.g);
            pixel[2] = byte_of(shade.b);
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
    relief_job job = {it, def, &surface, image};
    const bool done = tr_parallel_for(context, it->height, 4, paint_rows, &job, progress, err);
    pyramid_destroy(context, &surface);
    return done;
}
