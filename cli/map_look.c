#include "map_look.h"

#include "map_steps.h"

#include <math.h>

const map_layer_info map_layers[MAP_LAYER_COUNT] = {
#define X(id, name, field, title, unit, ramp) {name, TR_FIELD_##field, title, unit, PALETTE_##ramp},
    MAP_LAYER_LIST(X)
#undef X
};

// The ends of PALETTE_TEMPERATURE.
static const float coldest_degC = -30.0f, hottest_degC = 40.0f;

bool map_look_has_biomes(const map_look *look)
{
    return look->layer == MAP_BIOME || (look->layer == MAP_RELIEF && look->colors == MAP_BIOME_COLORS);
}

bool map_look_has_values(const map_look *look)
{
    return look->layer > MAP_BIOME;
}

bool map_look_has_water(const map_look *look)
{
    return look->layer != MAP_TEMPERATURE && look->layer != MAP_HUMIDITY && look->layer != MAP_NORMAL;
}

float map_look_factor(map_layer layer)
{
    return layer == MAP_HUMIDITY || layer == MAP_SLOPE ? 100.0f : layer == MAP_CURVATURE ? 1000.0f : 1.0f;
}

// ---------------------------------------------------------------------------------------------------------
// Spans

void map_look_span_heights(map_look *look, const field_stats *heights)
{
    // Ground that hardly rises is not blown up to a range of mountains.
    const float least_m = 40.0f;
    const float low = heights->low > 0.0f ? heights->low : 0.0f, high = heights->high > low ? heights->high : low;
    const float span = high - low > least_m ? high - low : least_m;
    const float step = (float)map_step_at_most((double)span * 0.25);
    look->land_low_m = (float)(int32_t)(low / step) * step;
    look->land_high_m = look->land_low_m + span > high ? look->land_low_m + span : high;
    look->depth_m = heights->low < -least_m ? -heights->low : least_m;
}

// The next multiple of `step` away from 0.
static float outward(float value, float step)
{
    const float whole = (float)(int32_t)(value / step) * step;
    return whole == value ? whole : value < 0.0f ? whole - step : whole + step;
}

static float floor_to(float value, float step)
{
    const float whole = (float)(int32_t)(value / step) * step;
    return whole > value ? whole - step : whole;
}

void map_look_span_values(map_look *look, const field_stats *values, float mean_size)
{
    look->low = values->low;
    look->high = values->high;
    switch (look->layer) {
    case MAP_TEMPERATURE:
        look->low = floor_to(values->low, 5.0f);
        look->high = floor_to(values->high, 5.0f) + 5.0f;
        break;
    case MAP_HUMIDITY: look->low = 0.0f, look->high = 100.0f; break;
    case MAP_ASPECT: look->low = 0.0f, look->high = 360.0f; break;
    case MAP_SLOPE:
        look->low = 0.0f;
        look->high = (float)map_step_at_least((double)(mean_size > 1.0f ? mean_size : 1.0f) * 2.5);
        break;
    case MAP_CURVATURE:
        look->high = (float)map_step_at_least((double)(mean_size > 1e-3f ? mean_size : 1e-3f) * 6.0);
        look->low = -look->high;
        break;
    case MAP_WATER_DISTANCE:
    case MAP_ROAD_DISTANCE:
    case MAP_CITY_DISTANCE:
        look->low = 0.0f;
        look->high = outward(values->high, (float)map_step_at_least((double)(values->high + 1.0f) * 0.1));
        break;
    default: break;
    }
    if (!(look->high > look->low)) {
        look->high = look->low + 1.0f;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Tints

static color ramp_color(palette_ramp ramp, float t)
{
    uint8_t rgb[3];
    palette_pick(ramp, t, rgb);
    return color_of_bytes(rgb);
}

color map_look_land(const map_look *look, float height_m)
{
    const float t = clamp_unit((height_m - look->land_low_m) / (look->land_high_m - look->land_low_m));
    if (look->layer == MAP_RELIEF && look->colors == MAP_GREY) {
        return color_mix((color)COLOR_RGB(208, 207, 203), (color)COLOR_RGB(246, 245, 242), t);
    }
    // Most land is low: it gets more of the tints than the few summits.
    return ramp_color(PALETTE_LAND, 0.7f * t + 0.3f * sqrtf(t));
}

color map_look_water(const map_look *look, float depth_m)
{
    // Light fades with depth, so the shallows get most of the tints.
    const float depth = depth_m > 0.0f ? depth_m / look->depth_m : 0.0f;
    const float t = depth / (depth + 0.3f) * 1.3f;
    if (look->layer == MAP_RELIEF && look->colors == MAP_GREY) {
        return color_mix((color)COLOR_RGB(206, 214, 218), (color)COLOR_RGB(150, 164, 174), clamp_unit(t));
    }
    // Under the values of other layers the water is only there to be recognised.
    return map_look_has_values(look) ? ramp_color(PALETTE_WATER, 0.22f + 0.25f * t) : ramp_color(PALETTE_WATER, t);
}

color map_look_value(const map_look *look, float value)
{
    if (look->layer == MAP_ASPECT && value < 0.0f) {
        return (color)COLOR_RGB(214, 214, 210);
    }
    const bool fixed = look->layer == MAP_TEMPERATURE;
    const float low = fixed ? coldest_degC : look->low, high = fixed ? hottest_degC : look->high;
    return ramp_color(map_layers[look->layer].ramp, (value - low) / (high - low));
}

color map_look_normal(float x, float up, float z)
{
    // As games store them: red to the east, green to the north, blue up, 0 in the middle. Bytes, not light.
    const float parts[3] = {x * 0.5f + 0.5f, 0.5f - z * 0.5f, up * 0.5f + 0.5f};
    return (color){parts[0] * parts[0], parts[1] * parts[1], parts[2] * parts[2]};
}
