#include "map/light.h"

#include "map/horizon.h"

#include <math.h>

static const tr_color sun_light = {1.02f, 0.95f, 0.82f};
static const tr_color sky_light = {0.40f, 0.47f, 0.58f};

tr_map_light_def tr_map_light_default(void)
{
    return (tr_map_light_def){.direction = HORIZON_NORTH_WEST, .elevation = 0.78f, .shadow = 0.65f, .horizons = true};
}

tr_map_light_site tr_map_light_look(const tr_map_light_def *def, const tr_map_field *field, const tr_pyramid *surface,
                                    float scale, int32_t x, int32_t y)
{
    float near[3][3];
    for (int32_t j = 0; j < 3; j++) {
        for (int32_t i = 0; i < 3; i++) {
            near[j][i] = tr_map_field_at(field, x + i - 1, y + j - 1);
        }
    }
    // Horn's weights: the same for a slope in any direction, where plain differences favour the axes.
    const float eighth = scale * 0.125f;
    const float east = near[0][2] + 2.0f * near[1][2] + near[2][2], west = near[0][0] + 2.0f * near[1][0] + near[2][0];
    const float south = near[2][0] + 2.0f * near[2][1] + near[2][2],
                north = near[0][0] + 2.0f * near[0][1] + near[0][2];
    tr_map_light_site site = {.height = near[1][1],
                              .slope_x = (east - west) * eighth,
                              .slope_y = (south - north) * eighth,
                              .sky = 1.0f,
                              .sun = 1.0f};
    site.steepness = sqrtf(site.slope_x * site.slope_x + site.slope_y * site.slope_y);
    if (def->horizons) {
        float tangents[HORIZON_DIRECTIONS];
        tr_horizon_find(surface, x + field->left, y + field->top, tangents);
        site.sky = tr_horizon_sky(tangents);
        site.sun = tr_horizon_sun(tangents, def->direction, def->elevation);
    }
    return site;
}

// The light of a sun at the elevation and direction on a slope; 1 on level ground.
static float facing(const tr_map_light_def *def, int turn, float slope_x, float slope_y)
{
    const float *toward = tr_horizon_directions[(def->direction + turn) & (HORIZON_DIRECTIONS - 1)];
    const float length = sqrtf(1.0f + slope_x * slope_x + slope_y * slope_y);
    const float cosine = (1.0f - (slope_x * toward[0] + slope_y * toward[1]) / def->elevation) / length;
    return cosine > 0.0f ? cosine : 0.0f;
}

// A main sun, softened by weaker ones beside it so that no slope is only light or only dark, and the blue of the sky
// from all around.
tr_color tr_map_light_on(const tr_map_light_def *def, const tr_map_light_site *site, float slope_x, float slope_y)
{
    const float direct = 0.60f * facing(def, 0, slope_x, slope_y) + 0.20f * facing(def, -3, slope_x, slope_y) +
                         0.20f * facing(def, 3, slope_x, slope_y);
    const float sun = direct * (1.0f - def->shadow + def->shadow * site->sun);
    const float level = 1.0f / sqrtf(1.0f + slope_x * slope_x + slope_y * slope_y);
    const float sky = site->sky * site->sky * (0.4f + 0.6f * level);
    return (tr_color){sun * sun_light.r + sky * sky_light.r, sun * sun_light.g + sky * sky_light.g,
                      sun * sun_light.b + sky * sky_light.b};
}

tr_color tr_map_light_on_level(void)
{
    return (tr_color){sun_light.r + sky_light.r, sun_light.g + sky_light.g, sun_light.b + sky_light.b};
}
