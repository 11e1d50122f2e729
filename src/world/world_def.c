// Defaults of a world (terrane/world.h). The YAML form has the same ones: description.c reads them from here.
#include <assert.h>

#include "world/world.h"

enum { WORLD_DEF_COOKIE = 0x776f726c };

static const uint32_t biome_colors[TR_BIOME_COUNT] = {
#define X(id, name, color, text) color,
    TR_BIOME_LIST(X)
#undef X
};

static tr_terrain_def default_terrain(void)
{
    return (tr_terrain_def){
        .landform = {.continent_size_m = 24000,
                     .continent_height_m = 250,
                     .land_share = 0.6,
                     .hill_size_m = 2400,
                     .hill_height_m = 180,
                     .mountain_size_m = 9000,
                     .mountain_height_m = 1600,
                     .mountain_share = 0.35,
                     .ruggedness = 0.5},
        .erosion = {.strength = 0.5, .size_m = 1200, .octaves = 6},
        .rivers = {.spacing_m = 9000, .width_m = 120, .valley_width_m = 900, .depth_m = 4},
        .beaches = {.height_m = 3, .width = 3},
        .terraces = {.height_m = 0, .flatness = 0.7},
        .elevation = {.vertical_scale = 1, .detail = 0.5, .beyond = TR_BEYOND_GENERATED, .blend_m = 500},
    };
}

static tr_climate_def default_climate(void)
{
    return (tr_climate_def){
        .latitude_deg = 45,
        .metres_per_degree = 111200,
        .equator_degC = 28,
        .pole_degC = -22,
        .lapse_degC_per_km = 6.5,
        .variation_degC = 3,
        .variation_size_m = 15000,
        .humidity = 0.5,
        .humidity_variation = 0.25,
        .wind_deg = 270,
        .reach_m = 20000,
        .sea_humidity = 0.35,
        .rain_shadow = 0.5,
    };
}

tr_world_def tr_default_world_def(void)
{
    tr_world_def def = {
        .cookie = WORLD_DEF_COOKIE, .seed = 1, .terrain = default_terrain(), .climate = default_climate()};
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        def.biomes[i].color[0] = (uint8_t)(biome_colors[i] >> 16);
        def.biomes[i].color[1] = (uint8_t)(biome_colors[i] >> 8);
        def.biomes[i].color[2] = (uint8_t)biome_colors[i];
    }
    return def;
}

void tr_world_def_assert(const tr_world_def *def)
{
    assert(def && def->cookie == WORLD_DEF_COOKIE);
    (void)def;
}
