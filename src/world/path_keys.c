#include "world/path_keys.h"

#include <assert.h>
#include <string.h>

static const tr_doc_unit lengths[] = {{"m", 0}, {"km", 3}, {"cm", -2}};
static const tr_doc_unit areas[] = {{"m2", 0}, {"ha", 4}, {"km2", 6}};
static const tr_doc_unit shares[] = {{"", 0}, {"%", -2}};
static const tr_doc_unit plain[] = {{"", 0}};

static const char *const kind_names[] = {
#define X(id, name, what) name,
    TR_PATH_KIND_LIST(X)
#undef X
};
static const char *const mode_names[] = {"local", "spline"};
_Static_assert(sizeof mode_names / sizeof *mode_names == TR_CURVE_COUNT, "a name each");
_Static_assert(sizeof(tr_path_kind) == sizeof(int32_t) && sizeof(tr_curve_mode) == sizeof(int32_t),
               "enumerations are read and written as 32-bit integers");

enum {
    LINE = 1 << TR_PATH_SOURCE_LINE,
    AREA = 1 << TR_PATH_SOURCE_AREA,
    FILES = 1 << TR_PATH_SOURCE_FILE,
    ROUTE = 1 << TR_PATH_SOURCE_ROUTE,
    DRAIN = 1 << TR_PATH_SOURCE_DRAIN,
    WAYS = LINE | FILES | ROUTE,
    ALL = LINE | AREA | FILES | ROUTE | DRAIN
};

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))
#define PREFIX "paths[]."
// clang-format off
#define KEY(name, type, units, field, low, high, sources, help) \
    {{PREFIX name, type, units, COUNT_OF(units), offsetof(tr_world_path, field), low, high, NULL, 0, help}, sources}
#define NUMBER(name, units, field, low, high, sources, help) \
    KEY(name, TR_KEY_NUMBER, units, path.field, low, high, sources, help)
#define OTHER(name, type, field, sources, help) KEY(name, type, plain, field, 1, 0, sources, help)
#define CHOICE(name, names, field, help) \
    {{PREFIX name, TR_KEY_CHOICE, plain, 1, offsetof(tr_world_path, field), 1, 0, names, COUNT_OF(names), help}, ALL}
// clang-format on

static const tr_path_key keys[] = {
    CHOICE("kind", kind_names, path.kind, "what it is; `river` where `drain` does not say it"),
    OTHER("name", TR_KEY_TEXT, path.name, ALL, "for reports"),
    KEY("line", TR_KEY_PLACES, lengths, path.vertices, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, LINE,
        "places it goes through: `[x, z]`, `[x, z, height]` or `{x, z, height, width, smoothing, depth, inclination}`"),
    KEY("area", TR_KEY_RINGS, lengths, path.vertices, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, AREA,
        "corners of a polygon, or a list of such lists: the outer ring, then its holes"),
    OTHER("file", TR_KEY_FILE, file, FILES, "any vector file that GDAL reads, looked for beside the description"),
    KEY("route", TR_KEY_PLACES, lengths, path.vertices, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, ROUTE,
        "places that a way over the ground is looked for through"),
    KEY("drain", TR_KEY_NUMBER, areas, drain_m2, 1e3, 1e12, DRAIN, "rivers wherever this much land drains"),
    OTHER("layer", TR_KEY_TEXT, layer, FILES, "of the file; all when it is not given"),
    OTHER("kind_field", TR_KEY_TEXT, kind_field, FILES,
          "attribute of the file that names the kind; else tags of OpenStreetMap do, else `kind`"),
    NUMBER("width", lengths, width_m, 0.1, 5000, WAYS | DRAIN, "of the road or of the water"),
    NUMBER("smoothing", lengths, smoothing_m, 0, 5000, ALL, "from its edge to where the ground is untouched"),
    CHOICE("mode", mode_names, path.mode, "how places are joined: `local` (C1) or `spline` (C2)"),
    NUMBER("smoothness", shares, smoothness, 0, 1, ALL, "0 straight from place to place, 1 round"),
    NUMBER("depth", lengths, depth_m, 0, 1000, ALL, "of water in its middle"),
    NUMBER("grade", shares, max_grade, 0, 10, WAYS, "rise over run that it keeps to; 0: as it is given"),
    OTHER("monotone", TR_KEY_SWITCH, path.monotone, LINE | FILES, "never rises from its first place to its last"),
    NUMBER("bank", lengths, banking, 0, 1000, WAYS, "inclination in bends, times their radius"),
    NUMBER("max_bank", shares, max_inclination, 0, 1, WAYS, "what that reaches at most"),
    NUMBER("level", lengths, level_m, -20000, 20000, AREA | FILES,
           "of an area; else lakes take the lowest ground of their shore, levelled areas the mean"),
    NUMBER("station", lengths, station_m, 0.5, 10000, ALL, "how often along it the ground is looked at"),
    NUMBER("side_slope", shares, max_side_slope, 0, 1000, ALL,
           "rise over run of cuttings and embankments, which smoothing grows for up to eightfold; 0: it does not"),
    NUMBER("mouth", lengths, mouth_m, 0, 100000, LINE | FILES,
           "at its end it stops carving over this length: a river that opens into the sea"),
    NUMBER("clearance", lengths, clearance_m, 0, 1000, ALL, "what passes over it as a bridge stays this far above"),
    KEY("priority", TR_KEY_INTEGER, plain, path.priority, 0, 255, ALL, "a higher one is carved over a lower one"),
    OTHER("bridges", TR_KEY_SWITCH, path.bridges, WAYS, "may cross what is lower as a bridge; else it meets it"),
    KEY("widest", TR_KEY_NUMBER, lengths, widest_m, 0.1, 5000, DRAIN, "width that the rivers reach at most"),
    OTHER("lakes", TR_KEY_SWITCH, lakes, DRAIN, "hollows become lakes; else all are cut through"),
    KEY("least_lake", TR_KEY_NUMBER, areas, least_lake_m2, 1, 1e12, DRAIN, "area of the smallest lake"),
    KEY("least_lake_depth", TR_KEY_NUMBER, lengths, least_lake_depth_m, 0, 1000, DRAIN, "depth of the shallowest lake"),
    KEY("within", TR_KEY_REGION, lengths, within_m, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, ROUTE | DRAIN,
        "where it is looked for, as an `extent`; without it within that of the world"),
};

int tr_path_key_count(void)
{
    return COUNT_OF(keys);
}

const tr_path_key *tr_path_key_at(int index)
{
    assert(index >= 0 && index < COUNT_OF(keys));
    return &keys[index];
}

const tr_path_key *tr_path_key_find(const char *name)
{
    for (int i = 0; i < COUNT_OF(keys); i++) {
        if (strcmp(tr_path_key_name(&keys[i]), name) == 0) return &keys[i];
    }
    return NULL;
}

const char *tr_path_key_name(const tr_path_key *key)
{
    return key->key.path + strlen(PREFIX);
}

unsigned tr_path_source_kinds(tr_path_source source)
{
    enum { LAKE = 1 << TR_PATH_LAKE, STREAM = 1 << TR_PATH_STREAM, RIVER = 1 << TR_PATH_RIVER };
    enum {
        LEVELS = 1 << TR_PATH_LEVEL | 1 << TR_PATH_CITY,
        ROADS = 1 << TR_PATH_TRACK | 1 << TR_PATH_ROAD | 1 << TR_PATH_RAIL
    };
    switch (source) {
    case TR_PATH_SOURCE_LINE: return STREAM | RIVER | ROADS;
    case TR_PATH_SOURCE_AREA: return LAKE | RIVER | LEVELS;
    case TR_PATH_SOURCE_FILE: return (1u << TR_PATH_KIND_COUNT) - 1;
    case TR_PATH_SOURCE_ROUTE: return ROADS;
    case TR_PATH_SOURCE_DRAIN: return STREAM | RIVER;
    case TR_PATH_SOURCE_COUNT: break;
    }
    return 0;
}
