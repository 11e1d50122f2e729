// How the values of a map become colours: its layers, what their ramps span, and the tints of land and water.
#ifndef CLI_MAP_LOOK_H
#define CLI_MAP_LOOK_H

#include "light.h"
#include "palette.h"

#include "terrane/world.h"

// X(NAME, name, field, title of the legend, unit shown, ramp).
#define MAP_LAYER_LIST(X)                                                              \
    X(RELIEF, "relief", HEIGHT, "Height", "m", LAND)                                   \
    X(HEIGHT, "height", HEIGHT, "Height", "m", LAND)                                   \
    X(BIOME, "biome", BIOME, "Biomes", "", LAND)                                       \
    X(TEMPERATURE, "temperature", TEMPERATURE, "Temperature",                          \
      "\xC2\xB0"                                                                       \
      "C",                                                                             \
      TEMPERATURE)                                                                     \
    X(HUMIDITY, "humidity", HUMIDITY, "Humidity", "%", HUMIDITY)                       \
    X(SLOPE, "slope", SLOPE, "Slope", "%", SLOPE)                                      \
    X(ASPECT, "aspect", ASPECT, "Aspect", "", ASPECT)                                  \
    X(CURVATURE, "curvature", CURVATURE, "Curvature", "1/km", CURVATURE)               \
    X(WATER_DISTANCE, "water_distance", WATER_DISTANCE, "To the water", "m", DISTANCE) \
    X(ROAD_DISTANCE, "road_distance", ROAD_DISTANCE, "To a road", "m", DISTANCE)       \
    X(CITY_DISTANCE, "city_distance", CITY_DISTANCE, "To a city", "m", DISTANCE)       \
    X(FLOW, "flow", FLOW, "Drained area", "", FLOW)                                    \
    X(NORMAL, "normal", NORMAL, "Normals", "", GREY)

typedef enum map_layer {
#define X(id, name, field, title, unit, ramp) MAP_##id,
    MAP_LAYER_LIST(X)
#undef X
        MAP_LAYER_COUNT
} map_layer;

typedef struct map_layer_info {
    const char *name;
    tr_field field;
    const char *title, *unit;
    palette_ramp ramp;
} map_layer_info;

extern const map_layer_info map_layers[MAP_LAYER_COUNT];

typedef enum map_colors { MAP_HYPSOMETRIC, MAP_BIOME_COLORS, MAP_GREY, MAP_COLORS_COUNT } map_colors;

typedef struct map_look {
    map_layer layer;
    map_colors colors;           // of the relief
    const tr_biome_def *biomes;  // their colours
    // Heights are metres above the sea.
    float land_low_m, land_high_m;  // what the tints of the land span
    float depth_m;                  // of the deepest tint of the water
    // Values of other layers, as they are shown.
    float low, high;
    light_def light;
    float shading;          // 0 none .. 1 full
    float height_scale;     // pixels per metre, exaggerated
    float pixels_per_unit;  // of decorations and lines: 1 in a map of about 1000 pixels
} map_look;

// Whether a layer is made of biome weights, and of values other than heights and biomes.
bool map_look_has_biomes(const map_look *look);
bool map_look_has_values(const map_look *look);
// Whether the sea is painted as water, not with the values of the layer.
bool map_look_has_water(const map_look *look);

// A value as it is stored (tr_field) to one as it is shown: percent, 1/km; areas as their binary logarithm are left to
// the caller.
float map_look_factor(map_layer layer);

// Sets what the ramps span: from heights above the sea, and from the layer's shown values when it has some.
void map_look_span_heights(map_look *look, const field_stats *heights);
void map_look_span_values(map_look *look, const field_stats *values, float mean_size);

// Tints, before light.
color map_look_land(const map_look *look, float height_m);
color map_look_water(const map_look *look, float depth_m);
color map_look_value(const map_look *look, float value);
color map_look_normal(float x, float up, float z);

#endif
