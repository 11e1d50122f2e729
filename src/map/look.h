// How the values of a map become colours: its layers, what their ramps span, and the tints of land and water.
#ifndef TR_MAP_LOOK_H
#define TR_MAP_LOOK_H

#include "map/light.h"
#include "map/palette.h"

#include "terrane/map.h"

typedef struct tr_map_layer_info {
    const char *name;
    tr_field field;
    const char *title, *unit;
} tr_map_layer_info;

extern const tr_map_layer_info tr_map_layers[TR_MAP_LAYER_COUNT];

typedef struct tr_map_look {
    tr_map_layer layer;
    tr_map_colors colors;             // of the relief
    const tr_biome_settings *biomes;  // their colours
    // Heights are metres above the sea.
    float land_low_m, land_high_m;  // what the tints of the land span
    float depth_m;                  // of the deepest tint of the water
    // Values of other layers, as they are shown.
    float low, high;
    tr_map_light_def light;
    float shading;          // 0 none .. 1 full
    float height_scale;     // pixels per metre, exaggerated
    float pixels_per_unit;  // of decorations and lines: 1 in a map of about 1000 pixels
} tr_map_look;

// Whether a layer is made of biome weights, and of values other than heights and biomes.
bool tr_map_look_has_biomes(const tr_map_look *look);
bool tr_map_look_has_values(const tr_map_look *look);
// Whether the sea is painted as water, not with the values of the layer.
bool tr_map_look_has_water(const tr_map_look *look);

// A value as it is stored (tr_field) to one as it is shown: percent, 1/km; areas as their binary logarithm are left to
// the caller.
float tr_map_look_factor(tr_map_layer layer);

// Sets what the ramps span: from heights above the sea, and from the layer's shown values when it has some.
void tr_map_look_span_heights(tr_map_look *look, const tr_map_field_stats *heights);
void tr_map_look_span_values(tr_map_look *look, const tr_map_field_stats *values, float mean_size);

// Tints, before light.
tr_color tr_map_look_land(const tr_map_look *look, float height_m);
tr_color tr_map_look_water(const tr_map_look *look, float depth_m);
tr_color tr_map_look_value(const tr_map_look *look, float value);
tr_color tr_map_look_normal(float x, float up, float z);

#endif
