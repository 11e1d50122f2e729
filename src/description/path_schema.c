// The table of keys of an item of `paths` (world_schema.h).
#include <math.h>

#include "base/hash_value.h"
#include "description/world_schema.h"
#include "terrain/terrain_schema.h"

static const char *const kind_names[] = {
#define X(id, name, what) name,
    TR_PATH_KIND_LIST(X)
#undef X
        NULL};
static const char *const mode_names[] = {"local", "spline", NULL};
_Static_assert(sizeof mode_names / sizeof *mode_names == TR_CURVE_COUNT + 1, "a name each");
_Static_assert(sizeof(tr_path_kind) == sizeof(int32_t) && sizeof(tr_curve_mode) == sizeof(int32_t),
               "enumerations are read and written as 32-bit integers");

// ---------------------------------------------------------------------------------------------------------
// Places

static uint64_t hash_vertices(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    const tr_path_def *def = &((const tr_world_path_def *)owner)->path;
    hash = tr_hash_word((uint64_t)def->vertex_count, hash);
    for (int32_t i = 0; i < def->vertex_count; i++) {
        const tr_path_vertex *at = &def->vertices[i];
        const float values[5] = {at->height_m, at->width_m, at->smoothing_m, at->depth_m, at->inclination};
        hash = tr_hash_double(at->z_m, tr_hash_double(at->x_m, hash));
        for (int k = 0; k < 5; k++) hash = tr_hash_optional((double)values[k], hash);
    }
    for (int32_t i = 0; i < def->ring_count; i++) hash = tr_hash_word((uint64_t)def->ring_end[i], hash);
    return hash;
}

const tr_key_form tr_places_form = {.name = "list of places", .hash = hash_vertices};
const tr_key_form tr_rings_form = {.name = "list of corners", .hash = hash_vertices};

// What a place does not say but where it is, is left to the path.
#define VERTEX(name, type, field, low, high, units, help)                                    \
    {                                                                                        \
        name, type, offsetof(tr_path_vertex, field), help, NULL, TR_WITHIN(low, high, units) \
    }
static const tr_key vertex_keys[] = {
    VERTEX("x", TR_KEY_DOUBLE, x_m, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, tr_lengths, "to the east"),
    VERTEX("z", TR_KEY_DOUBLE, z_m, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, tr_lengths, "to the south"),
    VERTEX("height", TR_KEY_FLOAT, height_m, -20000, 20000, tr_lengths, "of the path above the datum"),
    VERTEX("width", TR_KEY_FLOAT, width_m, 0.1, 5000, tr_lengths, "of the road or of the water"),
    VERTEX("smoothing", TR_KEY_FLOAT, smoothing_m, 0, 5000, tr_lengths,
           "from its edge to where the ground is untouched"),
    VERTEX("depth", TR_KEY_FLOAT, depth_m, 0, 1000, tr_lengths, "of water in its middle"),
    VERTEX("inclination", TR_KEY_FLOAT, inclination, -1, 1, tr_shares, "across the path"),
};

const tr_schema tr_path_vertex_schema = {"key of a place", TR_SCHEMA_KEYS(vertex_keys)};

// ---------------------------------------------------------------------------------------------------------
// Items

enum {
    LINE = 1 << TR_PATH_SOURCE_LINE,
    AREA = 1 << TR_PATH_SOURCE_AREA,
    FILES = 1 << TR_PATH_SOURCE_FILE,
    ROUTE = 1 << TR_PATH_SOURCE_ROUTE,
    DRAIN = 1 << TR_PATH_SOURCE_DRAIN,
    WAYS = LINE | FILES | ROUTE,
    ALL = LINE | AREA | FILES | ROUTE | DRAIN
};

#define AT(field) offsetof(tr_world_path_def, field)
// Whose default is that of the kind of the path.
#define NUMBER(name, units, field, low, high, sources, help)                                                           \
    {                                                                                                                  \
        name, TR_KEY_DOUBLE, AT(path.field), help, "of the kind", TR_WITHIN(low, high, units), .kinds = sources,       \
                                                                                               .flags = TR_KEY_DERIVED \
    }
#define SWITCH(name, field, sources, help)                                                                \
    {                                                                                                     \
        name, TR_KEY_BOOL, AT(path.field), help, "of the kind", .kinds = sources, .flags = TR_KEY_DERIVED \
    }
#define TEXT(name, field, sources, help)                                               \
    {                                                                                  \
        name, TR_KEY_TEXT, AT(field), help, .kinds = sources, .flags = TR_KEY_UNHASHED \
    }
#define PLACES(name, of_form, sources, help)                                                                           \
    {                                                                                                                  \
        name, TR_KEY_OTHER, AT(path.vertices), help, NULL, TR_WITHIN(-TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, tr_lengths), \
            .form = &(of_form), .kinds = sources                                                                       \
    }

static const tr_key keys[] = {
    {"kind", TR_KEY_CHOICE, AT(path.kind), "what it is; `river` where `drain` does not say it", .choices = kind_names},
    TEXT("name", path.name, ALL, "for reports"),
    PLACES("line", tr_places_form, LINE,
           "places it goes through: `[x, z]`, `[x, z, height]` or `{x, z, height, width, smoothing, depth, "
           "inclination}`"),
    PLACES("area", tr_rings_form, AREA,
           "corners of a polygon, or a list of such lists: the outer ring, then its holes"),
    {"file", TR_KEY_OTHER, AT(file), "any vector file that GDAL reads, looked for beside the description",
     .form = &tr_file_form, .kinds = FILES},
    PLACES("route", tr_places_form, ROUTE, "places that a way over the ground is looked for through"),
    {"drain", TR_KEY_DOUBLE, AT(drain_m2), "rivers wherever this much land drains", NULL,
     TR_WITHIN(1e3, 1e12, tr_areas), .kinds = DRAIN},
    TEXT("layer", layer, FILES, "of the file; all when it is not given"),
    TEXT("kind_field", kind_field, FILES,
         "attribute of the file that names the kind; else tags of OpenStreetMap do, else `kind`"),
    NUMBER("width", tr_lengths, width_m, 0.1, 5000, WAYS | DRAIN, "of the road or of the water"),
    NUMBER("smoothing", tr_lengths, smoothing_m, 0, 5000, ALL, "from its edge to where the ground is untouched"),
    {"mode", TR_KEY_CHOICE, AT(path.mode), "how places are joined: `local` (C1) or `spline` (C2)", "of the kind",
     .choices = mode_names, .flags = TR_KEY_DERIVED},
    NUMBER("smoothness", tr_shares, smoothness, 0, 1, ALL, "0 straight from place to place, 1 round"),
    NUMBER("depth", tr_lengths, depth_m, 0, 1000, ALL, "of water in its middle"),
    NUMBER("grade", tr_shares, max_grade, 0, 10, WAYS, "rise over run that it keeps to; 0: as it is given"),
    SWITCH("monotone", monotone, LINE | FILES, "never rises from its first place to its last"),
    NUMBER("bank", tr_lengths, banking, 0, 1000, WAYS, "inclination in bends, times their radius"),
    NUMBER("max_bank", tr_shares, max_inclination, 0, 1, WAYS, "what that reaches at most"),
    {"level", TR_KEY_DOUBLE, AT(path.level_m),
     "of an area; else lakes take the lowest ground of their shore, levelled areas the mean", NULL,
     TR_WITHIN(-20000, 20000, tr_lengths), .kinds = AREA | FILES, .flags = TR_KEY_OPTIONAL},
    NUMBER("station", tr_lengths, station_m, 0.5, 10000, ALL, "how often along it the ground is looked at"),
    NUMBER("side_slope", tr_shares, max_side_slope, 0, 1000, ALL,
           "rise over run of cuttings and embankments, which smoothing grows for up to eightfold; 0: it does not"),
    NUMBER("mouth", tr_lengths, mouth_m, 0, 100000, LINE | FILES,
           "at its end it stops carving over this length: a river that opens into the sea"),
    NUMBER("clearance", tr_lengths, clearance_m, 0, 1000, ALL, "what passes over it as a bridge stays this far above"),
    {"priority", TR_KEY_INT, AT(path.priority), "a higher one is carved over a lower one", "of the kind",
     TR_WITHIN(0, 255, NULL), .flags = TR_KEY_DERIVED},
    SWITCH("bridges", bridges, WAYS, "may cross what is lower as a bridge; else it meets it"),
    {"widest", TR_KEY_DOUBLE, AT(max_width_m), "width that the rivers reach at most", "60",
     TR_WITHIN(0.1, 5000, tr_lengths), .kinds = DRAIN},
    {"lakes", TR_KEY_BOOL, AT(lakes), "hollows become lakes; else all are cut through", "true", .kinds = DRAIN},
    {"least_lake", TR_KEY_DOUBLE, AT(min_lake_m2), "area of the smallest lake", "20000", TR_WITHIN(1, 1e12, tr_areas),
     .kinds = DRAIN},
    {"least_lake_depth", TR_KEY_DOUBLE, AT(min_lake_depth_m), "depth of the shallowest lake", "2",
     TR_WITHIN(0, 1000, tr_lengths), .kinds = DRAIN},
    {"within", TR_KEY_REGION, AT(within_m),
     "where it is looked for, as an `extent`; without it within that of the world", NULL,
     TR_WITHIN(-TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, tr_lengths), .given = AT(has_within), .kinds = ROUTE | DRAIN},
};

const tr_schema tr_world_path_schema = {"key of a path", TR_SCHEMA_KEYS(keys)};

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
