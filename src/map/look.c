#include "map/look.h"

#include "map/steps.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const tr_map_layer_info tr_map_layers[TR_MAP_LAYER_COUNT] = {
#define X(id, name, field, title, unit) {name, TR_FIELD_##field, title, unit},
    TR_MAP_LAYER_LIST(X)
#undef X
};

// Heights and biomes have tints of their own, and normals are colours.
static const tr_palette_ramp value_ramps[TR_MAP_LAYER_COUNT] = {
    [TR_MAP_TEMPERATURE] = PALETTE_TEMPERATURE,
    [TR_MAP_HUMIDITY] = PALETTE_HUMIDITY,
    [TR_MAP_SLOPE] = PALETTE_SLOPE,
    [TR_MAP_ASPECT] = PALETTE_ASPECT,
    [TR_MAP_CURVATURE] = PALETTE_CURVATURE,
    [TR_MAP_WATER_DISTANCE] = PALETTE_DISTANCE,
    [TR_MAP_ROAD_DISTANCE] = PALETTE_DISTANCE,
    [TR_MAP_CITY_DISTANCE] = PALETTE_DISTANCE,
    [TR_MAP_FLOW] = PALETTE_FLOW,
};

const char *tr_map_layer_name(tr_map_layer layer)
{
    assert(layer >= 0 && layer < TR_MAP_LAYER_COUNT);
    return tr_map_layers[layer].name;
}

const char *tr_map_layer_title(tr_map_layer layer)
{
    assert(layer >= 0 && layer < TR_MAP_LAYER_COUNT);
    return tr_map_layers[layer].title;
}

const char *tr_map_layer_unit(tr_map_layer layer)
{
    assert(layer >= 0 && layer < TR_MAP_LAYER_COUNT);
    return tr_map_layers[layer].unit;
}

bool tr_map_layer_from_name(const char *name, tr_map_layer *out)
{
    for (int i = 0; i < TR_MAP_LAYER_COUNT; i++) {
        if (strcmp(tr_map_layers[i].name, name) == 0) {
            *out = (tr_map_layer)i;
            return true;
        }
    }
    return false;
}

// The ends of PALETTE_TEMPERATURE.
static const float coldest_degC = -30.0f, hottest_degC = 40.0f;

bool tr_map_look_has_biomes(const tr_map_look *look)
{
    return look->layer == TR_MAP_BIOME || (look->layer == TR_MAP_RELIEF && look->colors == TR_MAP_BIOME_COLORS);
}

bool tr_map_look_has_values(const tr_map_look *look)
{
    return look->layer > TR_MAP_BIOME;
}

bool tr_map_look_has_water(const tr_map_look *look)
{
    return look->layer != TR_MAP_TEMPERATURE && look->layer != TR_MAP_HUMIDITY && look->layer != TR_MAP_NORMAL;
}

float tr_map_look_factor(tr_map_layer layer)
{
    return layer == TR_MAP_HUMIDITY || layer == TR_MAP_SLOPE ? 100.0f : layer == TR_MAP_CURVATURE ? 1000.0f : 1.0f;
}

// ---------------------------------------------------------------------------------------------------------
// Spans

void tr_map_look_span_heights(tr_map_look *look, const tr_map_field_stats *heights)
{
    // Ground that hardly rises is not blown up to a range of mountains.
    const float min_m = 40.0f;
    const float low = heights->low > 0.0f ? heights->low : 0.0f, high = heights->high > low ? heights->high : low;
    const float span = high - low > min_m ? high - low : min_m;
    const float step = (float)tr_map_step_at_most((double)span * 0.25);
    look->land_low_m = (float)(int32_t)(low / step) * step;
    look->land_high_m = look->land_low_m + span > high ? look->land_low_m + span : high;
    look->depth_m = heights->low < -min_m ? -heights->low : min_m;
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

void tr_map_look_span_values(tr_map_look *look, const tr_map_field_stats *values, float mean_size)
{
    look->low = values->low;
    look->high = values->high;
    switch (look->layer) {
    case TR_MAP_TEMPERATURE:
        look->low = floor_to(values->low, 5.0f);
        look->high = floor_to(values->high, 5.0f) + 5.0f;
        break;
    case TR_MAP_HUMIDITY: look->low = 0.0f, look->high = 100.0f; break;
    case TR_MAP_ASPECT: look->low = 0.0f, look->high = 360.0f; break;
    case TR_MAP_SLOPE:
        look->low = 0.0f;
        look->high = (float)tr_map_step_at_least((double)(mean_size > 1.0f ? mean_size : 1.0f) * 2.5);
        break;
    case TR_MAP_CURVATURE:
        look->high = (float)tr_map_step_at_least((double)(mean_size > 1e-3f ? mean_size : 1e-3f) * 6.0);
        look->low = -look->high;
        break;
    case TR_MAP_WATER_DISTANCE:
    case TR_MAP_ROAD_DISTANCE:
    case TR_MAP_CITY_DISTANCE:
        look->low = 0.0f;
        look->high = outward(values->high, (float)tr_map_step_at_least((double)(values->high + 1.0f) * 0.1));
        break;
    default: break;
    }
    if (!(look->high > look->low)) {
        look->high = look->low + 1.0f;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Tints

static tr_color ramp_color(tr_palette_ramp ramp, float t)
{
    uint8_t rgb[3];
    tr_palette_pick(ramp, t, rgb);
    return tr_color_of_bytes(rgb);
}

tr_color tr_map_look_land(const tr_map_look *look, float height_m)
{
    const float t = tr_clamp_unit((height_m - look->land_low_m) / (look->land_high_m - look->land_low_m));
    if (look->layer == TR_MAP_RELIEF && look->colors == TR_MAP_GREY) {
        return tr_color_mix((tr_color)COLOR_RGB(208, 207, 203), (tr_color)COLOR_RGB(246, 245, 242), t);
    }
    // Most land is low: it gets more of the tints than the few summits.
    return ramp_color(PALETTE_LAND, 0.7f * t + 0.3f * sqrtf(t));
}

tr_color tr_map_look_water(const tr_map_look *look, float depth_m)
{
    // Light fades with depth, so the shallows get most of the tints.
    const float depth = depth_m > 0.0f ? depth_m / look->depth_m : 0.0f;
    const float t = depth / (depth + 0.3f) * 1.3f;
    if (look->layer == TR_MAP_RELIEF && look->colors == TR_MAP_GREY) {
        return tr_color_mix((tr_color)COLOR_RGB(206, 214, 218), (tr_color)COLOR_RGB(150, 164, 174), tr_clamp_unit(t));
    }
    // Under the values of other layers the water is only there to be recognised.
    return tr_map_look_has_values(look) ? ramp_color(PALETTE_WATER, 0.22f + 0.25f * t) : ramp_color(PALETTE_WATER, t);
}

tr_color tr_map_look_value(const tr_map_look *look, float value)
{
    if (look->layer == TR_MAP_ASPECT && value < 0.0f) {
        return (tr_color)COLOR_RGB(214, 214, 210);
    }
    const bool fixed = look->layer == TR_MAP_TEMPERATURE;
    const float low = fixed ? coldest_degC : look->low, high = fixed ? hottest_degC : look->high;
    return ramp_color(value_ramps[look->layer], (value - low) / (high - low));
}

tr_color tr_map_look_normal(float x, float up, float z)
{
    // As games store them: red to the east, green to the north, blue up, 0 in the middle. Bytes, not light.
    const float parts[3] = {x * 0.5f + 0.5f, 0.5f - z * 0.5f, up * 0.5f + 0.5f};
    return (tr_color){parts[0] * parts[0], parts[1] * parts[1], parts[2] * parts[2]};
}
