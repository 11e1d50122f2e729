#include "carve/file/path_ways.h"

#include <string.h>
#include <strings.h>

#define ROAD TR_PATH_ROAD
#define TRACK TR_PATH_TRACK
#define RAIL TR_PATH_RAIL
#define RIVER TR_PATH_RIVER
#define STREAM TR_PATH_STREAM
#define LAKE TR_PATH_LAKE
#define LEVEL TR_PATH_LEVEL
#define NONE TR_NO_PATH

// Widths are those of the carriageway with its shoulders; a motorway is one line per direction. Of several tags of a
// feature, the first here counts.
static const tr_way ways[] = {
    {"highway", "motorway", ROAD, NONE, 11.5f, 0.06f, 0},
    {"highway", "trunk", ROAD, NONE, 9.5f, 0.07f, 0},
    {"highway", "primary", ROAD, NONE, 8.0f, 0.08f, 0},
    {"highway", "secondary", ROAD, NONE, 7.5f, 0.09f, 0},
    {"highway", "tertiary", ROAD, NONE, 6.5f, 0.10f, 0},
    {"highway", "motorway_link", ROAD, NONE, 6.0f, 0.07f, 0},
    {"highway", "trunk_link", ROAD, NONE, 6.0f, 0.08f, 0},
    {"highway", "primary_link", ROAD, NONE, 5.5f, 0.09f, 0},
    {"highway", "secondary_link", ROAD, NONE, 5.5f, 0.09f, 0},
    {"highway", "tertiary_link", ROAD, NONE, 5.5f, 0.10f, 0},
    {"highway", "unclassified", ROAD, NONE, 5.5f, 0.12f, 0},
    {"highway", "residential", ROAD, NONE, 6.0f, 0.12f, 0},
    {"highway", "living_street", ROAD, NONE, 5.0f, 0.12f, 0},
    {"highway", "busway", ROAD, NONE, 7.0f, 0.08f, 0},
    {"highway", "bus_guideway", ROAD, NONE, 7.0f, 0.08f, 0},
    {"highway", "raceway", ROAD, NONE, 10.0f, 0.12f, 0},
    {"highway", "service", ROAD, LEVEL, 4.0f, 0.15f, 0},
    {"highway", "road", ROAD, NONE, 6.0f, 0.12f, 0},
    {"highway", "pedestrian", ROAD, LEVEL, 5.0f, 0.12f, 0},
    {"highway", "track", TRACK, NONE, 3.0f, 0.18f, 0},
    {"highway", "path", TRACK, NONE, 1.5f, 0.35f, 0},
    {"highway", "footway", TRACK, LEVEL, 2.0f, 0.30f, 0},
    {"highway", "cycleway", TRACK, NONE, 2.5f, 0.15f, 0},
    {"highway", "bridleway", TRACK, NONE, 2.5f, 0.25f, 0},
    {"highway", "steps", TRACK, NONE, 2.0f, 0.70f, 0},
    {"highway", "rest_area", NONE, LEVEL, 0, 0, 0},
    {"highway", "services", NONE, LEVEL, 0, 0, 0},
    // Geofabrik's extracts grade their tracks in the class itself.
    {"highway", "track_grade1", TRACK, NONE, 3.0f, 0.18f, 0},
    {"highway", "track_grade2", TRACK, NONE, 3.0f, 0.18f, 0},
    {"highway", "track_grade3", TRACK, NONE, 3.0f, 0.18f, 0},
    {"highway", "track_grade4", TRACK, NONE, 2.5f, 0.20f, 0},
    {"highway", "track_grade5", TRACK, NONE, 2.5f, 0.20f, 0},
    {"railway", "rail", RAIL, NONE, 5.0f, 0, 0},
    {"railway", "light_rail", RAIL, NONE, 4.5f, 0.045f, 0},
    {"railway", "narrow_gauge", RAIL, NONE, 3.8f, 0.045f, 0},
    {"railway", "subway", RAIL, NONE, 4.5f, 0.045f, 0},
    {"railway", "tram", RAIL, NONE, 3.5f, 0.08f, 0},
    {"railway", "preserved", RAIL, NONE, 5.0f, 0.03f, 0},
    {"railway", "disused", RAIL, NONE, 5.0f, 0.03f, 0},
    {"railway", "funicular", RAIL, NONE, 4.0f, 0.90f, 0},
    {"railway", "miniature", RAIL, NONE, 1.5f, 0.05f, 0},
    {"waterway", "river", RIVER, RIVER, 0, 0, 0},
    {"waterway", "riverbank", NONE, RIVER, 0, 0, 0},
    {"waterway", "canal", RIVER, RIVER, 12.0f, 0, 2.5f},
    {"waterway", "tidal_channel", RIVER, RIVER, 8.0f, 0, 1.5f},
    {"waterway", "stream", STREAM, RIVER, 0, 0, 0},
    {"waterway", "brook", STREAM, RIVER, 2.0f, 0, 0.4f},
    {"waterway", "ditch", STREAM, NONE, 1.2f, 0, 0.4f},
    {"waterway", "drain", STREAM, NONE, 1.5f, 0, 0.5f},
    {"waterway", "dock", NONE, LAKE, 0, 0, 0},
    {"water", "river", NONE, RIVER, 0, 0, 0},
    {"water", "canal", NONE, RIVER, 0, 0, 2.5f},
    {"water", "stream", NONE, RIVER, 0, 0, 0.5f},
    {"water", "ditch", NONE, RIVER, 0, 0, 0.4f},
    {"water", "rapids", NONE, RIVER, 0, 0, 1.0f},
    {"water", "pond", NONE, LAKE, 0, 0, 2.0f},
    {"water", "basin", NONE, LAKE, 0, 0, 2.5f},
    {"water", "fountain", NONE, NONE, 0, 0, 0},
    {"water", "*", NONE, LAKE, 0, 0, 0},
    {"natural", "water", NONE, LAKE, 0, 0, 0},
    {"landuse", "reservoir", NONE, LAKE, 0, 0, 0},
    {"landuse", "basin", NONE, LAKE, 0, 0, 2.5f},
    {"aeroway", "runway", ROAD, LEVEL, 45.0f, 0.015f, 0},
    {"aeroway", "taxiway", ROAD, LEVEL, 20.0f, 0.015f, 0},
    {"aeroway", "apron", NONE, LEVEL, 0, 0, 0},
    {"aeroway", "helipad", NONE, LEVEL, 0, 0, 0},
    {"leisure", "pitch", NONE, LEVEL, 0, 0, 0},
    {"leisure", "stadium", NONE, LEVEL, 0, 0, 0},
    {"amenity", "parking", NONE, LEVEL, 0, 0, 0},
};

enum { WAY_COUNT = sizeof ways / sizeof ways[0] };

const tr_way *tr_way_of_tag(const char *key, const char *value)
{
    for (int i = 0; i < WAY_COUNT; i++) {
        const bool any = strcmp(ways[i].value, "*") == 0;
        if (key ? strcasecmp(ways[i].key, key) != 0 : any) continue;
        if (any || strcasecmp(ways[i].value, value) == 0) return &ways[i];
    }
    return NULL;
}

bool tr_way_has_key(const char *key)
{
    for (int i = 0; i < WAY_COUNT; i++)
        if (strcasecmp(ways[i].key, key) == 0) return true;
    return false;
}

int tr_way_values(const char **out, int capacity)
{
    int count = 0;
    for (int i = 0; i < WAY_COUNT && count < capacity; i++)
        if (strcmp(ways[i].value, "*") != 0) out[count++] = ways[i].value;
    return count;
}

const tr_way *tr_way_of_feature(const tr_vector_feature *feature)
{
    char value[TR_TAG_SIZE];
    // Keys lie together in the table.
    for (int i = 0; i < WAY_COUNT; i++) {
        if (i > 0 && strcmp(ways[i].key, ways[i - 1].key) == 0) continue;
        const tr_way *way = tr_tag_find(feature, ways[i].key, value) ? tr_way_of_tag(ways[i].key, value) : NULL;
        if (way) return way;
    }
    return tr_tag_find(feature, "fclass", value) ? tr_way_of_tag(NULL, value) : NULL;
}

bool tr_feature_is_osm(const tr_vector_feature *feature)
{
    static const char *const marks[] = {"osm_id", "osm_way_id", "@id", "other_tags", "fclass", "building", "landuse"};
    char value[TR_TAG_SIZE];
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (tr_tag_find(feature, marks[i], value)) return true;
    for (int i = 0; i < WAY_COUNT; i++)
        if ((i == 0 || strcmp(ways[i].key, ways[i - 1].key) != 0) && tr_tag_find(feature, ways[i].key, value))
            return true;
    return false;
}
