// The table of keys (description_keys.h), and what the API says about them.
#include "world/description_keys.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "voxel/voxel_def.h"
#include "world/path_keys.h"
#include "world/place_keys.h"

static const tr_doc_unit lengths[] = {{"m", 0}, {"km", 3}, {"cm", -2}};
static const tr_doc_unit angles[] = {{"deg", 0}};
static const tr_doc_unit temperatures[] = {{"degC", 0}};
static const tr_doc_unit lapses[] = {{"degC/km", 0}};
static const tr_doc_unit shares[] = {{"", 0}, {"%", -2}};
static const tr_doc_unit plain[] = {{"", 0}};

static const char *const beyond_names[] = {"generated", "edge", "sea"};
_Static_assert(sizeof beyond_names / sizeof *beyond_names == TR_BEYOND_COUNT, "a name each");
static const char *const preset_names[] = {
#define X(id, name, what) name,
    TR_VOXEL_PRESET_LIST(X)
#undef X
};
_Static_assert(sizeof(tr_beyond) == sizeof(int32_t) && sizeof(tr_voxel_preset) == sizeof(int32_t),
               "enumerations are read and written as 32-bit integers");

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))
// clang-format off
#define KEY(path, type, units, field, low, high, help) \
    {path, type, units, COUNT_OF(units), offsetof(tr_world_def, field), low, high, NULL, 0, help}
#define NUMBER(path, units, field, low, high, help) KEY(path, TR_KEY_NUMBER, units, field, low, high, help)
// A key without numbers has low above high.
#define OTHER(path, type, field, help) KEY(path, type, plain, field, 1, 0, help)
#define LATER(path, help) {path, TR_KEY_LATER, plain, 1, 0, 1, 0, NULL, 0, help}
// clang-format on

// The largest distances are those whose noise still has some thousand steps per lattice cell at 1/256 m.
#define FAR_M 1e6

static const tr_key keys[] = {
    OTHER("name", TR_KEY_TEXT, name, "for titles"),
    OTHER("seed", TR_KEY_SEED, seed, "a number or any text: another seed is another world"),
    KEY("extent", TR_KEY_EXTENT, lengths, bounds_m, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M,
        "`endless`, `{width, depth}` around the origin, or `[x0, z0, x1, z1]`; x points east, z south"),
    NUMBER("sea_level", lengths, sea_level_m, -10000, 10000, "height of the water above the datum"),

    OTHER("terrain.graph", TR_KEY_GRAPH, terrain.graph,
          "a noise graph instead of `landform`: a file, or `{nodes, output}` in place; metres in, metres above the sea "
          "out"),
#define LANDFORM(name, units, field, low, high, help) \
    NUMBER("terrain.landform." name, units, terrain.landform.field, low, high, help)
    LANDFORM("continent_size", lengths, continent_size_m, 100, FAR_M, "from one continent to the next"),
    LANDFORM("continent_height", lengths, continent_height_m, 0, 10000,
             "of the interior above the sea; the deep sea lies as far below"),
    LANDFORM("land_share", shares, land_share, 0, 1, "about this share of the world is land"),
    LANDFORM("hill_size", lengths, hill_size_m, 10, FAR_M, "from hill to hill"),
    LANDFORM("hill_height", lengths, hill_height_m, 0, 5000, "of the highest hills above the plain"),
    LANDFORM("mountain_size", lengths, mountain_size_m, 100, FAR_M, "from range to range"),
    LANDFORM("mountain_height", lengths, mountain_height_m, 0, 10000, "of the summits above the land around"),
    LANDFORM("mountain_share", shares, mountain_share, 0, 1, "about this share of the land is mountainous"),
    LANDFORM("ruggedness", shares, ruggedness, 0, 1, "how much of the detail stays on steep slopes"),
#undef LANDFORM

    NUMBER("terrain.erosion.strength", shares, terrain.erosion.strength, 0, 1, "of gullies down the slopes; 0: none"),
    NUMBER("terrain.erosion.size", lengths, terrain.erosion.size_m, 1, 100000,
           "from one of the largest gullies to the next"),
    KEY("terrain.erosion.octaves", TR_KEY_INTEGER, plain, terrain.erosion.octaves, 1, 8,
        "sizes of gullies; each is half of the one before"),
    NUMBER("terrain.rivers.spacing", lengths, terrain.rivers.spacing_m, 100, FAR_M, "from river to river"),
    NUMBER("terrain.rivers.width", lengths, terrain.rivers.width_m, 0, 10000, "of the level floor; 0: no rivers"),
    NUMBER("terrain.rivers.valley_width", lengths, terrain.rivers.valley_width_m, 0, 100000,
           "from the floor to where the valley ends, on each side"),
    NUMBER("terrain.rivers.depth", lengths, terrain.rivers.depth_m, 0, 1000, "of the floor below the sea level"),
    NUMBER("terrain.beaches.height", lengths, terrain.beaches.height_m, 0, 100,
           "up to which the ground rises slowly out of the water; 0: no beaches"),
    NUMBER("terrain.beaches.width", plain, terrain.beaches.width, 1, 20, "times wider than the plain slope"),
    NUMBER("terrain.terraces.height", lengths, terrain.terraces.height_m, 0, 1000, "of a step; 0: no terraces"),
    NUMBER("terrain.terraces.flatness", shares, terrain.terraces.flatness, 0, 1, "0 a plain slope, 1 stairs"),

    OTHER("terrain.elevation.file", TR_KEY_FILE, terrain.elevation.path,
          "real heights: any raster that GDAL reads, looked for beside the description"),
    KEY("terrain.elevation.at", TR_KEY_POINT, lengths, terrain.elevation.at_x_m, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M,
        "where its north-west corner comes to lie"),
    NUMBER("terrain.elevation.vertical_scale", plain, terrain.elevation.vertical_scale, 0.01, 100,
           "its heights are multiplied by this"),
    NUMBER("terrain.elevation.offset", lengths, terrain.elevation.offset_m, -10000, 10000, "and then this is added"),
    NUMBER("terrain.elevation.detail", shares, terrain.elevation.detail, 0, 1,
           "strength of the noise below its resolution"),
    {"terrain.elevation.beyond", TR_KEY_CHOICE, plain, 1, offsetof(tr_world_def, terrain.elevation.beyond), 1, 0,
     beyond_names, COUNT_OF(beyond_names), "what lies beyond its border"},
    NUMBER("terrain.elevation.blend", lengths, terrain.elevation.blend_m, 0, FAR_M,
           "width, inside its border, over which it passes into what is beyond"),

    NUMBER("climate.latitude", angles, climate.latitude_deg, -90, 90, "at z = 0; north is positive"),
    NUMBER("climate.metres_per_degree", lengths, climate.metres_per_degree, 10, 1e7,
           "of latitude: 111200 on Earth, less for a world with all climates in reach"),
    NUMBER("climate.equator", temperatures, climate.equator_degC, -60, 60, "temperature at the equator, at sea level"),
    NUMBER("climate.pole", temperatures, climate.pole_degC, -100, 60, "temperature at the poles, at sea level"),
    NUMBER("climate.lapse", lapses, climate.lapse_degC_per_km, 0, 50, "fall of the temperature with height"),
    NUMBER("climate.variation", temperatures, climate.variation_degC, 0, 30, "of the temperature from place to place"),
    NUMBER("climate.variation_size", lengths, climate.variation_size_m, 100, FAR_M, "of such places"),
    NUMBER("climate.humidity", shares, climate.humidity, 0, 1, "mean of the world: 0 dry, 1 wet"),
    NUMBER("climate.humidity_variation", shares, climate.humidity_variation, 0, 1, "from place to place"),
    NUMBER("climate.wind", angles, climate.wind_deg, 0, 360, "where the wind comes from, clockwise from north"),
    NUMBER("climate.reach", lengths, climate.reach_m, 100, 200000, "how far upwind the sea and the mountains matter"),
    NUMBER("climate.sea_humidity", shares, climate.sea_humidity, 0, 1, "what the sea gives"),
    NUMBER("climate.rain_shadow", shares, climate.rain_shadow, 0, 1, "what a mountain takes away"),

#define X(id, name, rgb, text) OTHER("biomes." name ".color", TR_KEY_COLOR, biomes[TR_BIOME_##id].color, text),
    TR_BIOME_LIST(X)
#undef X

#define VOXEL_FACTOR(name, units, field, high, help) NUMBER("voxels." name, units, voxels.field, 0, high, help)
        {"voxels.preset", TR_KEY_CHOICE, plain, 1, offsetof(tr_world_def, voxels.preset), 1, 0, preset_names,
         COUNT_OF(preset_names), "`world`: the terrain of this world; `classic`: columns from composed noises"},
    NUMBER("voxels.block", lengths, voxels.block_m, TR_VOXEL_LEAST_BLOCK_M, TR_VOXEL_LARGEST_BLOCK_M,
           "side of a block, a multiple of 1/256 m; not looked at by `classic`"),
    KEY("voxels.bottom", TR_KEY_INTEGER, plain, voxels.bottom, -TR_VOXEL_MOST_Y, TR_VOXEL_MOST_Y,
        "y of the lowest blocks, a multiple of 32"),
    KEY("voxels.top", TR_KEY_INTEGER, plain, voxels.top, -TR_VOXEL_MOST_Y, TR_VOXEL_MOST_Y,
        "there are no blocks at this y and above it; a multiple of 32"),
    VOXEL_FACTOR("overhangs", shares, overhangs, 1, "of cliffs that lean over and arches, on steep ground"),
    VOXEL_FACTOR("caves", shares, caves, 1, "of tunnels and halls"),
    VOXEL_FACTOR("ores", plain, ores, TR_VOXEL_MOST_FACTOR, "times as many veins as usual"),
    VOXEL_FACTOR("decorations", plain, decorations, TR_VOXEL_MOST_FACTOR,
                 "times as many trees, bushes, flowers, grass and boulders as usual"),
    VOXEL_FACTOR("structures", plain, structures, TR_VOXEL_MOST_FACTOR, "times as many ruins as usual"),
#undef VOXEL_FACTOR

    OTHER("paths", TR_KEY_PATHS, paths, "roads, rivers and lakes that are carved into the terrain: a list of items"),
    OTHER(
        "placement", TR_KEY_PLACEMENT, place_sets,
        "vegetation, rocks and other objects: `standard` for all sets that come with the program, or a list of items"),
    LATER("city", "cities: not read yet"),
    LATER("sandbox", "2D worlds: not read yet"),
};

static const char *const forms[TR_KEY_TYPE_COUNT] = {
    [TR_KEY_NUMBER] = "number",
    [TR_KEY_INTEGER] = "integer",
    [TR_KEY_CHOICE] = "choice",
    [TR_KEY_TEXT] = "text",
    [TR_KEY_FILE] = "file",
    [TR_KEY_SEED] = "number or text",
    [TR_KEY_EXTENT] = "endless or lengths",
    [TR_KEY_POINT] = "[x, z]",
    [TR_KEY_COLOR] = "\"#rrggbb\"",
    [TR_KEY_GRAPH] = "graph",
    [TR_KEY_PATHS] = "list",
    [TR_KEY_LATER] = "mapping or list",
    [TR_KEY_SWITCH] = "true or false",
    [TR_KEY_PLACES] = "list of places",
    [TR_KEY_RINGS] = "list of corners",
    [TR_KEY_REGION] = "lengths",
    [TR_KEY_PLACEMENT] = "standard or list",
    [TR_KEY_STANDARD] = "name",
    [TR_KEY_NODES] = "list",
    [TR_KEY_TERMS] = "list",
    [TR_KEY_LAYER] = "mapping or name",
    [TR_KEY_FIELD] = "choice",
    [TR_KEY_BIOMES] = "biome or list of biomes",
    [TR_KEY_CURVE] = "[[x, y], ...]",
    [TR_KEY_TEXTURE] = "file",
    [TR_KEY_RANGE] = "number or [low, high]",
};

int tr_key_count(void)
{
    return COUNT_OF(keys);
}

const tr_key *tr_key_at(int index)
{
    assert(index >= 0 && index < COUNT_OF(keys));
    return &keys[index];
}

const tr_key *tr_key_find(const char *path)
{
    for (int i = 0; i < COUNT_OF(keys); i++) {
        if (strcmp(keys[i].path, path) == 0) return &keys[i];
    }
    return NULL;
}

void *tr_key_field(const tr_key *key, tr_world_def *def)
{
    return (char *)def + key->offset;
}

const void *tr_key_const_field(const tr_key *key, const tr_world_def *def)
{
    return (const char *)def + key->offset;
}

tr_doc_measure tr_key_measure(const tr_key *key)
{
    return (tr_doc_measure){key->units, key->unit_count, key->low, key->high};
}

// ---------------------------------------------------------------------------------------------------------
// Values as text

typedef struct number_text {
    char text[32];
} number_text;

// The shortest of the usual forms that reads back as the same number.
static number_text text_of(double value)
{
    number_text out;
    char *end;
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(out.text, sizeof out.text, "%.*g", digits, value);
        if (tr_os_parse_double(out.text, &end) == value) break;
    }
    return out;
}

static void write_extent(const tr_world_def *def, char *out, size_t size)
{
    const tr_region *bounds = &def->bounds_m;
    if (def->bounded)
        snprintf(out, size, "[%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "]", bounds->x0, bounds->z0, bounds->x1,
                 bounds->z1);
    else
        snprintf(out, size, "endless");
}

static void write_count(int32_t count, char *out, size_t size)
{
    if (count > 0)
        snprintf(out, size, "%" PRId32 " %s", count, count == 1 ? "item" : "items");
    else
        snprintf(out, size, "%s", "");
}

static void write_value(const tr_key *key, const tr_world_def *def, char *out, size_t size)
{
    const void *field = tr_key_const_field(key, def);
    const double *numbers = field;
    const uint8_t *bytes = field;
    switch (key->type) {
    case TR_KEY_NUMBER: snprintf(out, size, "%s", text_of(*numbers).text); return;
    case TR_KEY_INTEGER: snprintf(out, size, "%" PRId32, *(const int32_t *)field); return;
    case TR_KEY_CHOICE: snprintf(out, size, "%s", key->choices[*(const int32_t *)field]); return;
    case TR_KEY_TEXT:
    case TR_KEY_FILE: {
        const char *text = *(const char *const *)field;
        snprintf(out, size, "%s", text ? text : "");
        return;
    }
    case TR_KEY_SEED: snprintf(out, size, "%" PRIu64, *(const uint64_t *)field); return;
    case TR_KEY_EXTENT: write_extent(def, out, size); return;
    case TR_KEY_POINT: snprintf(out, size, "[%s, %s]", text_of(numbers[0]).text, text_of(numbers[1]).text); return;
    case TR_KEY_COLOR: snprintf(out, size, "\"#%02x%02x%02x\"", bytes[0], bytes[1], bytes[2]); return;
    case TR_KEY_GRAPH: snprintf(out, size, "%s", def->graph_name ? def->graph_name : ""); return;
    case TR_KEY_PATHS: write_count(def->path_count, out, size); return;
    case TR_KEY_PLACEMENT: write_count(def->place_set_count, out, size); return;
    default: snprintf(out, size, "%s", ""); return;
    }
}

// ---------------------------------------------------------------------------------------------------------
// The API

// Keys of items follow that of their list.
typedef struct key_place {
    const tr_key *key;
    const tr_path_key *of_path;    // NULL: not of an item of paths
    const tr_place_key *of_place;  // NULL: not of an item of placement
} key_place;

static key_place place_of(int index)
{
    assert(index >= 0);
    const struct {
        const char *path;
        int count;
    } lists[] = {{"paths", tr_path_key_count()}, {"placement", tr_place_key_count()}};
    for (int k = 0; k < COUNT_OF(lists); k++) {
        const int list = (int)(tr_key_find(lists[k].path) - keys);
        const int item = index - list - 1;
        if (item < 0) break;
        if (item < lists[k].count && k == 0) return (key_place){&tr_path_key_at(item)->key, tr_path_key_at(item), NULL};
        if (item < lists[k].count) return (key_place){&tr_place_key_at(item)->key, NULL, tr_place_key_at(item)};
        index -= lists[k].count;
    }
    return (key_place){tr_key_at(index), NULL, NULL};
}

// What rivers are like that are looked for does not hang on their kind; the rest does.
static void write_item_standard(const tr_path_key *it, char *out, size_t size)
{
    const tr_world_path drain = tr_default_world_path(TR_PATH_SOURCE_DRAIN, TR_PATH_RIVER);
    const char *field = (const char *)&drain + it->key.offset;
    const bool shaped = it->key.offset >= offsetof(tr_world_path, path) &&
                        it->key.offset < offsetof(tr_world_path, path) + sizeof drain.path;
    const bool valued = it->key.type == TR_KEY_NUMBER || it->key.type == TR_KEY_INTEGER ||
                        it->key.type == TR_KEY_SWITCH || strcmp(it->key.path, "paths[].mode") == 0;
    const bool given = it->key.offset == offsetof(tr_world_path, drain_m2);
    if (!valued || given)
        snprintf(out, size, "%s", "");
    else if (shaped)
        snprintf(out, size, "%s", it->key.offset == offsetof(tr_world_path, path.level_m) ? "" : "of the kind");
    else if (it->key.type == TR_KEY_SWITCH)
        snprintf(out, size, "%s", *(const bool *)field ? "true" : "false");
    else
        snprintf(out, size, "%s", text_of(*(const double *)(const void *)field).text);
}

int tr_world_key_count(void)
{
    return tr_key_count() + tr_path_key_count() + tr_place_key_count();
}

tr_world_key tr_world_key_at(int index)
{
    const key_place place = place_of(index);
    const tr_key *key = place.key;
    const tr_world_def standard = tr_default_world_def();
    tr_world_key out = {.path = key->path,
                        .unit = key->units[0].name,
                        .help = key->help,
                        .form = forms[key->type],
                        .choices = key->choices,
                        .choice_count = key->choice_count,
                        .low = key->low,
                        .high = key->high,
                        .of_item = place.of_path || place.of_place};
    if (place.of_path)
        write_item_standard(place.of_path, out.standard, sizeof out.standard);
    else if (place.of_place)
        tr_place_key_standard(place.of_place, out.standard, sizeof out.standard);
    else
        write_value(key, &standard, out.standard, sizeof out.standard);
    return out;
}

void tr_world_key_text(int index, const tr_world_def *def, char *out, size_t size)
{
    assert(def && out && size > 0);
    const key_place place = place_of(index);
    if (place.of_path || place.of_place)
        out[0] = '\0';
    else
        write_value(place.key, def, out, size);
}
