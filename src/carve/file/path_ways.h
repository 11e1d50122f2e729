// Which path a tag of OpenStreetMap means (https://wiki.openstreetmap.org/wiki/Map_features), and what it is like.
#ifndef TR_CARVE_FILE_PATH_WAYS_H
#define TR_CARVE_FILE_PATH_WAYS_H

#include "carve/file/path_tags.h"
#include "terrane/carve.h"

enum { TR_NO_PATH = -1 };

typedef struct tr_way {
    const char *key, *value;  // "*": any value
    int line, area;           // tr_path_kind of a line or polygon with it, or TR_NO_PATH
    float width_m;            // 0: that of the kind
    float max_grade;          // 0: that of the kind
    float depth_m;            // 0: that of the kind
} tr_way;

// The way that the tags of a feature name, or NULL.
const tr_way *tr_way_of_feature(const tr_vector_feature *feature);
// The way of one tag, or NULL; with a NULL key, that of the value with any key.
const tr_way *tr_way_of_tag(const char *key, const char *value);
// Whether ways are told by this key.
bool tr_way_has_key(const char *key);
// Values of all ways, for suggestions; ends at `capacity`.
int tr_way_values(const char **out, int capacity);

// Whether the feature comes from OpenStreetMap: then what has no way is no path.
bool tr_feature_is_osm(const tr_vector_feature *feature);

#endif
