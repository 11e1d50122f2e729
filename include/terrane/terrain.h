/// @file terrain.h
/// What a terrain is made of: where samples lie, how heights, climate and biomes are described, and which fields
/// can be asked for. A world (world.h) puts these together and answers queries.
///
/// Axes: x points east, z south, y up; all in metres. North is up in every picture.
#ifndef TERRANE_TERRAIN_H
#define TERRANE_TERRAIN_H

#include "terrane/noise.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------
// Fields

/// Everything a world can be asked for: X(NAME, name, unit, planes). `planes` is the depth of the grid that receives
/// it.
///   HEIGHT          of the ground above the world's datum
///   WATER           depth of the sea, of rivers and of lakes above the ground, 0 on land
///   TEMPERATURE     yearly mean at the ground
///   HUMIDITY        0 dry .. 1 wet
///   BIOME           the biome with the largest weight, as its number
///   SLOPE           rise over run of the steepest direction, by central differences at the spacing asked for
///   ASPECT          the direction that the ground falls to, degrees clockwise from north; -1 where it is level
///   CURVATURE       the Laplacian of the height: positive in hollows, negative on crests
///   NORMAL          unit vector, x, y (up), z in three planes
///   WATER_DISTANCE  to the nearest sample under the sea, or to the nearest edge of a river or a lake that was carved
///   (exact within 2
///                   samples of it, else to a sample beside it), at most TR_WATER_REACH samples away; that limit beyond
///   ROAD_DISTANCE   to the nearest edge of a track, road or railway, 0 on it; at most TR_ROAD_REACH_M
///   CITY_DISTANCE   to the nearest edge of a city or of other ground that is levelled to build on, 0 on it; at most
///                   TR_CITY_REACH_M
///   FLOW            area that drains through a sample, of the area asked for alone: the one field that
///                   depends on where the query ends
#define TR_FIELD_LIST(X)                        \
    X(HEIGHT, "height", "m", 1)                 \
    X(WATER, "water", "m", 1)                   \
    X(TEMPERATURE, "temperature", "degC", 1)    \
    X(HUMIDITY, "humidity", "", 1)              \
    X(BIOME, "biome", "", 1)                    \
    X(SLOPE, "slope", "m/m", 1)                 \
    X(ASPECT, "aspect", "deg", 1)               \
    X(CURVATURE, "curvature", "1/m", 1)         \
    X(NORMAL, "normal", "", 3)                  \
    X(WATER_DISTANCE, "water_distance", "m", 1) \
    X(ROAD_DISTANCE, "road_distance", "m", 1)   \
    X(CITY_DISTANCE, "city_distance", "m", 1)   \
    X(FLOW, "flow", "m2", 1)

typedef enum tr_field {
#define X(id, name, unit, planes) TR_FIELD_##id,
    TR_FIELD_LIST(X)
#undef X
        TR_FIELD_COUNT
} tr_field;

enum { TR_WATER_REACH = 256, TR_ROAD_REACH_M = 500, TR_CITY_REACH_M = 2000 };

/// The lower-case name ("water_distance"), the reverse, the unit and the number of planes.
TR_API const char *tr_field_name(tr_field field);
TR_API bool tr_field_from_name(const char *name, tr_field *out);
TR_API const char *tr_field_unit(tr_field field);
TR_API int32_t tr_field_planes(tr_field field);

// ---------------------------------------------------------------------------------------------------------
// Biomes

/// X(NAME, name, colour as 0xRRGGBB, what it is).
#define TR_BIOME_LIST(X)                                                         \
    X(OCEAN, "ocean", 0x2f5f8f, "below the sea")                                 \
    X(RIVER, "river", 0x4f86a8, "rivers, lakes, and the floor of a wide valley") \
    X(BEACH, "beach", 0xdccb98, "sand at the sea")                               \
    X(DESERT, "desert", 0xd8bd83, "hot and dry")                                 \
    X(SAVANNA, "savanna", 0xb9ab62, "hot, with a dry season")                    \
    X(JUNGLE, "jungle", 0x3c7a35, "hot and wet")                                 \
    X(RAINFOREST, "rainforest", 0x2f6b47, "warm and very wet")                   \
    X(GRASSLAND, "grassland", 0x98ad5d, "temperate and dry")                     \
    X(PLAINS, "plains", 0xa9b573, "temperate, level and open")                   \
    X(WOODLAND, "woodland", 0x7b9c52, "temperate, open trees")                   \
    X(FOREST, "forest", 0x557f43, "temperate and moist")                         \
    X(SWAMP, "swamp", 0x5d6f4a, "low, level and wet")                            \
    X(TAIGA, "taiga", 0x55755b, "cold, conifers")                                \
    X(TUNDRA, "tundra", 0xa3a48a, "too cold for trees")                          \
    X(MOUNTAIN, "mountain", 0x8b847a, "steep or high: rock and scree")           \
    X(ICE, "ice", 0xeef3f7, "frozen all year: snow and glaciers")

typedef enum tr_biome {
#define X(id, name, color, what) TR_BIOME_##id,
    TR_BIOME_LIST(X)
#undef X
        TR_BIOME_COUNT
} tr_biome;

TR_API const char *tr_biome_name(tr_biome biome);
TR_API const char *tr_biome_text(tr_biome biome);

/// How a biome looks.
typedef struct tr_biome_settings {
    uint8_t color[3];
} tr_biome_settings;

// ---------------------------------------------------------------------------------------------------------
// Heights

/// The built-in landscape, from the largest shape to the smallest. Every height is above the sea level of the world.
typedef struct tr_landform_settings {
    double continent_size_m;    ///< from one continent to the next
    double continent_height_m;  ///< of the interior above the sea; the deep sea lies as far below
    double land_share;          ///< 0..1: about this share of the world is land
    double hill_size_m;         ///< from hill to hill
    double hill_height_m;       ///< of the highest hills above the plain
    double mountain_size_m;     ///< from range to range
    double mountain_height_m;   ///< of the summits above the land around
    double mountain_share;      ///< 0..1: about this share of the land is mountainous
    double ruggedness;          ///< 0..1: how much of the detail stays on steep slopes
} tr_landform_settings;

/// Gullies that run down the slopes and branch, as rain cuts them.
typedef struct tr_erosion_settings {
    double strength;  ///< 0 none .. 1 strong
    double size_m;    ///< from one of the largest gullies to the next
    int32_t octaves;  ///< 1..8; each halves the size
} tr_erosion_settings;

/// Wide rivers, as low valleys. Width 0: none.
typedef struct tr_river_settings {
    double spacing_m;       ///< from river to river
    double width_m;         ///< of the level floor
    double valley_width_m;  ///< from the floor to where the valley ends
    double depth_m;         ///< of the floor below the sea level, where the land is low enough
} tr_river_settings;

/// Beaches: the ground rises slowly out of the water up to this height. Height 0: none.
typedef struct tr_beach_settings {
    double height_m;
    double width;  ///< how many times wider than the plain slope, 1..20
} tr_beach_settings;

/// Steps. Height 0: none.
typedef struct tr_terrace_settings {
    double height_m;
    double flatness;  ///< 0 a plain slope .. 1 stairs
} tr_terrace_settings;

/// What lies beyond an elevation file.
typedef enum tr_beyond { TR_BEYOND_GENERATED, TR_BEYOND_EDGE, TR_BEYOND_SEA, TR_BEYOND_COUNT } tr_beyond;

/// A real elevation model.
typedef struct tr_elevation_settings {
    const char *path;       ///< any raster that GDAL reads; NULL: none
    double at_x_m, at_z_m;  ///< where its north-west corner comes to lie
    double vertical_scale;  ///< heights are multiplied by it
    double offset_m;        ///< and this is added
    double detail;          ///< 0..1: strength of the noise added below its resolution
    tr_beyond beyond;       ///< what is beyond its border
    double blend_m;         ///< width, inside its border, over which it passes into what is beyond
} tr_elevation_settings;

typedef struct tr_terrain_settings {
    /// Heights in metres above the sea level instead of `landform`, at one unit of the graph per metre; NULL: the
    /// landform. Must live until the world is created.
    const tr_noise_graph *graph;
    const char *graph_name;  ///< what `graph` was read from: a file, or "inline"; only shown; may be NULL
    tr_landform_settings landform;
    tr_erosion_settings erosion;
    tr_river_settings rivers;
    tr_beach_settings beaches;
    tr_terrace_settings terraces;
    tr_elevation_settings elevation;
} tr_terrain_settings;

// ---------------------------------------------------------------------------------------------------------
// Climate

typedef struct tr_climate_settings {
    double latitude_deg;        ///< at z = 0; north is positive
    double metres_per_degree;   ///< of latitude; 111200 on Earth, less for a world with all climates in reach
    double equator_degC;        ///< at sea level
    double pole_degC;           ///< at sea level
    double lapse_degC_per_km;   ///< fall of the temperature with height
    double variation_degC;      ///< of the temperature from place to place
    double variation_size_m;    ///< of such places
    double humidity;            ///< 0..1: mean of the world
    double humidity_variation;  ///< 0..1
    double wind_deg;            ///< where the wind comes from, clockwise from north
    double reach_m;             ///< how far upwind the sea and the mountains matter
    double sea_humidity;        ///< 0..1: what the sea gives
    double rain_shadow;         ///< 0..1: what a mountain takes away
} tr_climate_settings;

#ifdef __cplusplus
}
#endif
#endif
