// A level of ground, prepared: its light, the surface of its water, what each square of it holds.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "render/camera.h"
#include "render/part.h"

enum { GROUND_COOKIE = 0x67726f75 };

tr_render_ground_def tr_default_render_ground_def(void)
{
    return (tr_render_ground_def){.cookie = GROUND_COOKIE, .environment = tr_default_environment_def()};
}

// ---------------------------------------------------------------------------------------------------------
// Checks

static bool check_coarser(const tr_render_ground_def *def, tr_error *err)
{
    if (!def->coarser) return true;
    if (def->coarser->kind != TR_RENDER_GROUND)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the coarser level is a part of kind %s",
                       tr_render_kind_name(def->coarser->kind));
    const double ratio = def->coarser->ground.lit.area.spacing_m / def->area.spacing_m;
    if (ratio >= 2 && ratio <= 16 && ratio == floor(ratio)) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "the coarser level has %.9g times the spacing; allowed is 2 to 16, whole", ratio);
}

static bool check_ground(const tr_render_ground_def *def, tr_error *err)
{
    enum { MIN_SIDE = 8, MAX_SIDE = 8192 };
    const tr_sample_area *area = &def->area;
    if (!tr_check_environment(&def->environment, err) || !tr_sample_area_check(area, err)) return false;
    if (area->width < MIN_SIDE || area->height < MIN_SIDE || area->width > MAX_SIDE || area->height > MAX_SIDE)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the level has %d x %d samples; allowed is %d to %d each",
                       (int)area->width, (int)area->height, MIN_SIDE, MAX_SIDE);
    if (!def->height.samples || def->height.width != area->width || def->height.height != area->height)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the heights of the level are not of the size of its area");
    const tr_image *color = &def->color;
    if (!color->pixels || color->width != area->width || color->height != area->height || color->channels != 3 ||
        color->bits != 8)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the colours of the level are not RGB with 8 bits of the size of its area");
    const tr_grid *water = &def->water;
    if (water->samples && (water->width != area->width || water->height != area->height))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the water of the level is not of the size of its area");
    return check_coarser(def, err);
}

// ---------------------------------------------------------------------------------------------------------
// Water

static bool has_water(const tr_grid *water)
{
    for (int32_t z = 0; water->samples && z < water->height; z++) {
        const float *row = water->samples + z * water->row_stride;
        for (int32_t x = 0; x < water->width; x++)
            if (row[x] > TR_NO_WATER) return true;
    }
    return false;
}

// The mean level of the wet samples beside one; TR_NO_WATER where there are none.
static float level_beside(const tr_grid *water, int32_t x, int32_t z)
{
    const int32_t x0 = tr_max_i32(x - 1, 0), x1 = tr_min_i32(x + 1, water->width - 1);
    const int32_t z0 = tr_max_i32(z - 1, 0), z1 = tr_min_i32(z + 1, water->height - 1);
    float sum = 0;
    int count = 0;
    for (int32_t j = z0; j <= z1; j++) {
        for (int32_t i = x0; i <= x1; i++) {
            const float level = water->samples[j * water->row_stride + i];
            if (level <= TR_NO_WATER) continue;
            sum += level;
            count++;
        }
    }
    return count > 0 ? sum / (float)count : TR_NO_WATER;
}

// On a dry sample beside water the surface goes on level under a bank that rises, and dips under one that falls away.
static float surface_at(const tr_grid *height, const tr_grid *water, int32_t x, int32_t z)
{
    const float ground = height->samples[z * height->row_stride + x];
    const float here = water->samples[z * water->row_stride + x];
    if (here > TR_NO_WATER) return here;
    const float beside = level_beside(water, x, z);
    return beside > TR_NO_WATER ? fminf(beside, ground - TR_WATER_BELOW_M) : ground - TR_WATER_BELOW_M;
}

static bool make_surface(tr_render_part *part, const tr_grid *water, tr_error *err)
{
    if (!has_water(water)) return true;
    tr_ground_part *ground = &part->ground;
    const tr_grid *height = &ground->lit.height;
    if (!tr_grid_create(part->context, height->width, height->height, 1, &ground->surface, err)) return false;
    part->bytes += (size_t)height->width * (size_t)height->height * sizeof(float);
    for (int32_t z = 0; z < height->height; z++) {
        float *row = ground->surface.samples + z * ground->surface.row_stride;
        for (int32_t x = 0; x < height->width; x++) row[x] = surface_at(height, water, x, z);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Ranges

static tr_height_range range_of(const tr_grid *height, const tr_grid *water, int32_t column, int32_t row)
{
    tr_height_range range = {.low_m = INFINITY, .high_m = -INFINITY};
    const int32_t x1 = tr_min_i32((column + 1) * TR_RANGE_CELLS, height->width - 1);
    const int32_t z1 = tr_min_i32((row + 1) * TR_RANGE_CELLS, height->height - 1);
    for (int32_t z = row * TR_RANGE_CELLS; z <= z1; z++) {
        for (int32_t x = column * TR_RANGE_CELLS; x <= x1; x++) {
            const float ground = height->samples[z * height->row_stride + x];
            range.low_m = fminf(range.low_m, ground);
            range.high_m = fmaxf(range.high_m, ground);
            if (!water->samples) continue;
            // A deep lake stands above all of the ground below it.
            const float level = water->samples[z * water->row_stride + x];
            range.wet = range.wet || level > TR_NO_WATER;
            range.high_m = fmaxf(range.high_m, level);
        }
    }
    return range;
}

static bool measure(tr_render_part *part, const tr_grid *water, tr_error *err)
{
    tr_ground_part *ground = &part->ground;
    const tr_grid *height = &ground->lit.height;
    ground->range_columns = (height->width - 2) / TR_RANGE_CELLS + 1;
    ground->range_rows = (height->height - 2) / TR_RANGE_CELLS + 1;
    const size_t count = (size_t)ground->range_columns * (size_t)ground->range_rows;
    ground->ranges = tr_render_part_alloc(part, count, sizeof *ground->ranges, err);
    if (!ground->ranges) return false;
    for (int32_t row = 0; row < ground->range_rows; row++)
        for (int32_t column = 0; column < ground->range_columns; column++)
            ground->ranges[row * ground->range_columns + column] = range_of(height, water, column, row);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The part

static bool copy_heights(tr_render_part *part, const tr_grid *from, tr_error *err)
{
    tr_grid *to = &part->ground.lit.height;
    if (!tr_grid_create(part->context, from->width, from->height, 1, to, err)) return false;
    for (int32_t z = 0; z < from->height; z++)
        memcpy(to->samples + z * to->row_stride, from->samples + z * from->row_stride,
               (size_t)from->width * sizeof *to->samples);
    return true;
}

static bool copy_colors(tr_render_part *part, const tr_image *from, tr_error *err)
{
    uint8_t *to = tr_render_part_alloc(part, (size_t)from->width * (size_t)from->height, 4, err);
    part->ground.colors = to;
    for (int32_t z = 0; to && z < from->height; z++) {
        const uint8_t *row = (const uint8_t *)from->pixels + (size_t)z * from->row_bytes;
        for (int32_t x = 0; x < from->width; x++, to += 4) {
            memcpy(to, row + 3 * x, 3);
            to[3] = 255;
        }
    }
    return part->ground.colors != NULL;
}

static bool fill_ground(tr_render_part *part, const tr_render_ground_def *def, tr_error *err)
{
    tr_lit_level *lit = &part->ground.lit;
    const tr_environment_def *environment = &def->environment;
    lit->area = def->area;
    lit->sea_m = environment->sea ? (float)environment->sea_level_m : -1e30f;
    tr_camera_sky_direction(environment->sun_azimuth_deg, environment->sun_elevation_deg, lit->sun);
    if (!copy_heights(part, &def->height, err) ||
        !tr_lit_level_compute(part->context, lit, def->coarser ? &def->coarser->ground.lit : NULL, err)) {
        return false;
    }
    // Heights, texels, and the three fields that light other things.
    part->bytes += (size_t)def->area.width * (size_t)def->area.height * (4 * sizeof(float) + 4 * sizeof(uint16_t));
    return copy_colors(part, &def->color, err) && make_surface(part, &def->water, err) &&
           measure(part, &def->water, err);
}

tr_render_part *tr_render_part_ground(tr_context *context, const tr_render_ground_def *def, tr_error *err)
{
    assert(def && def->cookie == GROUND_COOKIE);
    if (!check_ground(def, err)) return NULL;
    tr_render_part *part = tr_render_part_new(context, TR_RENDER_GROUND, err);
    if (!part) return NULL;
    if (fill_ground(part, def, err)) return part;
    tr_render_part_destroy(part);
    return NULL;
}
