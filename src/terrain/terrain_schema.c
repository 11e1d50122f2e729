#include "terrain/terrain_schema.h"

#include <stdio.h>

#include "base/hash_value.h"
#include "noise/graph.h"

_Static_assert(sizeof(tr_beyond) == sizeof(int32_t), "enumerations are read and written as 32-bit integers");

static const char *const beyond_names[] = {"generated", "edge", "sea", NULL};
_Static_assert(sizeof beyond_names / sizeof *beyond_names == TR_BEYOND_COUNT + 1, "a name each");

// ---------------------------------------------------------------------------------------------------------
// Values of their own types

static void get_graph(const tr_key *key, const void *owner, char *out, size_t size)
{
    (void)key;
    const char *name = ((const tr_terrain_settings *)owner)->graph_name;
    snprintf(out, size, "%s", name ? name : "");
}

static uint64_t hash_graph(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    const tr_noise_graph *graph = ((const tr_terrain_settings *)owner)->graph;
    return tr_hash_word(graph ? tr_noise_graph_hash(graph) : 0, hash);
}

const tr_key_form tr_terrain_graph_form = {.name = "graph", .get = get_graph, .hash = hash_graph};

static bool set_file(const tr_key *key, void *owner, const char *text, tr_error *err)
{
    (void)key;
    (void)err;
    ((tr_elevation_settings *)owner)->path = *text ? text : NULL;
    return true;
}

static void get_file(const tr_key *key, const void *owner, char *out, size_t size)
{
    (void)key;
    const char *path = ((const tr_elevation_settings *)owner)->path;
    snprintf(out, size, "%s", path ? path : "");
}

// What is in the file is hashed when it has been read.
static uint64_t hash_file(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    return tr_hash_word(((const tr_elevation_settings *)owner)->path != NULL, hash);
}

const tr_key_form tr_elevation_file_form = {.name = "file", .set = set_file, .get = get_file, .hash = hash_file};

// ---------------------------------------------------------------------------------------------------------
// Terrain

#define NUMBER(name, units, struct, field, low, high, initial, help)                             \
    {                                                                                            \
        name, TR_KEY_DOUBLE, offsetof(struct, field), help, initial, TR_WITHIN(low, high, units) \
    }

#define LANDFORM(name, units, field, low, high, initial, help) \
    NUMBER(name, units, tr_landform_settings, field, low, high, initial, help)
static const tr_key landform_keys[] = {
    LANDFORM("continent_size", tr_lengths, continent_size_m, 100, TR_FAR_M, "24000", "from one continent to the next"),
    LANDFORM("continent_height", tr_lengths, continent_height_m, 0, 10000, "250",
             "of the interior above the sea; the deep sea lies as far below"),
    LANDFORM("land_share", tr_shares, land_share, 0, 1, "0.6", "about this share of the world is land"),
    LANDFORM("hill_size", tr_lengths, hill_size_m, 10, TR_FAR_M, "2400", "from hill to hill"),
    LANDFORM("hill_height", tr_lengths, hill_height_m, 0, 5000, "180", "of the highest hills above the plain"),
    LANDFORM("mountain_size", tr_lengths, mountain_size_m, 100, TR_FAR_M, "9000", "from range to range"),
    LANDFORM("mountain_height", tr_lengths, mountain_height_m, 0, 10000, "1600",
             "of the summits above the land around"),
    LANDFORM("mountain_share", tr_shares, mountain_share, 0, 1, "0.35", "about this share of the land is mountainous"),
    LANDFORM("ruggedness", tr_shares, ruggedness, 0, 1, "0.5", "how much of the detail stays on steep slopes"),
};

#define EROSION(name, units, field, low, high, initial, help) \
    NUMBER(name, units, tr_erosion_settings, field, low, high, initial, help)
static const tr_key erosion_keys[] = {
    EROSION("strength", tr_shares, strength, 0, 1, "0.5", "of gullies down the slopes; 0: none"),
    EROSION("size", tr_lengths, size_m, 1, 100000, "1200", "from one of the largest gullies to the next"),
    {"octaves", TR_KEY_INT, offsetof(tr_erosion_settings, octaves), "sizes of gullies; each is half of the one before",
     "6", TR_WITHIN(1, 8, NULL)},
};

#define RIVER(name, field, low, high, initial, help) \
    NUMBER(name, tr_lengths, tr_river_settings, field, low, high, initial, help)
static const tr_key river_keys[] = {
    RIVER("spacing", spacing_m, 100, TR_FAR_M, "9000", "from river to river"),
    RIVER("width", width_m, 0, 10000, "120", "of the level floor; 0: no rivers"),
    RIVER("valley_width", valley_width_m, 0, 100000, "900", "from the floor to where the valley ends, on each side"),
    RIVER("depth", depth_m, 0, 1000, "4", "of the floor below the sea level"),
};

static const tr_key beach_keys[] = {
    NUMBER("height", tr_lengths, tr_beach_settings, height_m, 0, 100, "3",
           "up to which the ground rises slowly out of the water; 0: no beaches"),
    NUMBER("width", NULL, tr_beach_settings, width, 1, 20, "3", "times wider than the plain slope"),
};

static const tr_key terrace_keys[] = {
    NUMBER("height", tr_lengths, tr_terrace_settings, height_m, 0, 1000, "0", "of a step; 0: no terraces"),
    NUMBER("flatness", tr_shares, tr_terrace_settings, flatness, 0, 1, "0.7", "0 a plain slope, 1 stairs"),
};

#define ELEVATION(name, units, field, low, high, initial, help) \
    NUMBER(name, units, tr_elevation_settings, field, low, high, initial, help)
static const tr_key elevation_keys[] = {
    {"file", TR_KEY_OTHER, offsetof(tr_elevation_settings, path),
     "real heights: any raster that GDAL reads, looked for beside the description", .form = &tr_elevation_file_form},
    {"at", TR_KEY_POINT, offsetof(tr_elevation_settings, at_x_m), "where its north-west corner comes to lie", "[0, 0]",
     TR_WITHIN(-TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, tr_lengths)},
    ELEVATION("vertical_scale", NULL, vertical_scale, 0.01, 100, "1", "its heights are multiplied by this"),
    ELEVATION("offset", tr_lengths, offset_m, -10000, 10000, "0", "and then this is added"),
    ELEVATION("detail", tr_shares, detail, 0, 1, "0.5", "strength of the noise below its resolution"),
    {"beyond", TR_KEY_CHOICE, offsetof(tr_elevation_settings, beyond), "what lies beyond its border", "generated",
     .choices = beyond_names},
    ELEVATION("blend", tr_lengths, blend_m, 0, TR_FAR_M, "500",
              "width, inside its border, over which it passes into what is beyond"),
};

static const tr_schema landform_schema = {"key of a landform", TR_SCHEMA_KEYS(landform_keys)};
static const tr_schema erosion_schema = {"key of erosion", TR_SCHEMA_KEYS(erosion_keys)};
static const tr_schema river_schema = {"key of rivers", TR_SCHEMA_KEYS(river_keys)};
static const tr_schema beach_schema = {"key of beaches", TR_SCHEMA_KEYS(beach_keys)};
static const tr_schema terrace_schema = {"key of terraces", TR_SCHEMA_KEYS(terrace_keys)};
static const tr_schema elevation_schema = {"key of elevation", TR_SCHEMA_KEYS(elevation_keys)};

#define TABLE(field, schema)                                                           \
    {                                                                                  \
#field, TR_KEY_TABLE, offsetof(tr_terrain_settings, field), .table = &(schema) \
    }
static const tr_key terrain_keys[] = {
    {"graph", TR_KEY_OTHER, offsetof(tr_terrain_settings, graph),
     "a noise graph instead of `landform`: a file, or `{nodes, output}` in place; metres in, metres above the sea out",
     .form = &tr_terrain_graph_form},
    TABLE(landform, landform_schema),
    TABLE(erosion, erosion_schema),
    TABLE(rivers, river_schema),
    TABLE(beaches, beach_schema),
    TABLE(terraces, terrace_schema),
    TABLE(elevation, elevation_schema),
};

const tr_schema tr_terrain_schema = {"key of terrain", TR_SCHEMA_KEYS(terrain_keys)};

// ---------------------------------------------------------------------------------------------------------
// Climate and biomes

#define CLIMATE(name, units, field, low, high, initial, help) \
    NUMBER(name, units, tr_climate_settings, field, low, high, initial, help)
static const tr_key climate_keys[] = {
    CLIMATE("latitude", tr_angles, latitude_deg, -90, 90, "45", "at z = 0; north is positive"),
    CLIMATE("metres_per_degree", tr_lengths, metres_per_degree, 10, 1e7, "111200",
            "of latitude: 111200 on Earth, less for a world with all climates in reach"),
    CLIMATE("equator", tr_temperatures, equator_degC, -60, 60, "28", "temperature at the equator, at sea level"),
    CLIMATE("pole", tr_temperatures, pole_degC, -100, 60, "-22", "temperature at the poles, at sea level"),
    CLIMATE("lapse", tr_lapses, lapse_degC_per_km, 0, 50, "6.5", "fall of the temperature with height"),
    CLIMATE("variation", tr_temperatures, variation_degC, 0, 30, "3", "of the temperature from place to place"),
    CLIMATE("variation_size", tr_lengths, variation_size_m, 100, TR_FAR_M, "15000", "of such places"),
    CLIMATE("humidity", tr_shares, humidity, 0, 1, "0.5", "mean of the world: 0 dry, 1 wet"),
    CLIMATE("humidity_variation", tr_shares, humidity_variation, 0, 1, "0.25", "from place to place"),
    CLIMATE("wind", tr_angles, wind_deg, 0, 360, "270", "where the wind comes from, clockwise from north"),
    CLIMATE("reach", tr_lengths, reach_m, 100, 200000, "20000", "how far upwind the sea and the mountains matter"),
    CLIMATE("sea_humidity", tr_shares, sea_humidity, 0, 1, "0.35", "what the sea gives"),
    CLIMATE("rain_shadow", tr_shares, rain_shadow, 0, 1, "0.5", "what a mountain takes away"),
};

const tr_schema tr_climate_schema = {"key of climate", TR_SCHEMA_KEYS(climate_keys)};

// A table each, because each has a help of its own.
#define X(id, name, rgb, text)                                                               \
    static const tr_key id##_keys[] = {                                                      \
        {"color", TR_KEY_COLOR, offsetof(tr_biome_settings, color), text, .initial = #rgb}}; \
    static const tr_schema id##_schema = {"key of a biome", TR_SCHEMA_KEYS(id##_keys)};
TR_BIOME_LIST(X)
#undef X

static const tr_key biome_keys[] = {
#define X(id, name, rgb, text) {name, TR_KEY_TABLE, TR_BIOME_##id * sizeof(tr_biome_settings), .table = &id##_schema},
    TR_BIOME_LIST(X)
#undef X
};

const tr_schema tr_biomes_schema = {"key of biomes", TR_SCHEMA_KEYS(biome_keys)};
