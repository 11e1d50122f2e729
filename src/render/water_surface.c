#include "render/water_surface.h"

#include <math.h>

#include "base/integers.h"

// How far the surface lies below dry ground: enough for the floats of the driver.
static const float below_m = 0.05f;

bool tr_water_surface_is_seen(const tr_view_level *level)
{
    const tr_grid *water = &level->water;
    for (int32_t z = 0; water->samples && z < water->height; z++) {
        const float *row = water->samples + z * water->row_stride;
        for (int32_t x = 0; x < water->width; x++) {
            if (row[x] > TR_NO_WATER) return true;
        }
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
static float surface_at(const tr_view_level *level, int32_t x, int32_t z)
{
    const float ground = level->height.samples[z * level->height.row_stride + x];
    if (!level->water.samples) return ground - below_m;
    const float here = level->water.samples[z * level->water.row_stride + x];
    if (here > TR_NO_WATER) return here;
    const float beside = level_beside(&level->water, x, z);
    return beside > TR_NO_WATER ? fminf(beside, ground - below_m) : ground - below_m;
}

bool tr_water_surface_create(tr_context *context, const tr_view_level *level, tr_grid *out, tr_error *err)
{
    const tr_area *area = &level->area;
    if (!tr_grid_create(context, area->width, area->height, 1, out, err)) return false;
    for (int32_t z = 0; z < area->height; z++) {
        float *row = out->samples + z * out->row_stride;
        for (int32_t x = 0; x < area->width; x++) row[x] = surface_at(level, x, z);
    }
    return true;
}
