/// @file description.h
/// The description of a world as a plain struct, and the keys of its YAML form.
///
/// docs/world.md lists each key with its unit, range and default.
#ifndef TERRANE_DESCRIPTION_H
#define TERRANE_DESCRIPTION_H

#include "terrane/carve.h"
#include "terrane/model.h"
#include "terrane/place.h"
#include "terrane/schema.h"
#include "terrane/voxel.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where paths of a description come from: X(NAME, the key that a description gives it by, what it is).
#define TR_PATH_SOURCE_LIST(X)                                                                   \
    X(LINE, "line", "a path through places that are given")                                      \
    X(AREA, "area", "a polygon that is given")                                                   \
    X(FILE, "file", "lines and polygons of a vector file")                                       \
    X(ROUTE, "route", "a way that is looked for over the ground, through places that are given") \
    X(DRAIN, "drain", "rivers and lakes wherever enough land drains")

typedef enum tr_path_source {
#define X(id, name, what) TR_PATH_SOURCE_##id,
    TR_PATH_SOURCE_LIST(X)
#undef X
        TR_PATH_SOURCE_COUNT
} tr_path_source;

/// An item of a description's paths. Take it from tr_default_world_path_def().
typedef struct tr_world_path_def {
    uint32_t cookie;
    tr_path_source source;
    tr_path_def path;  ///< kind and values; of a line, an area and a route also the vertices
    /// Of a file: any vector file that GDAL reads, in the coordinate system of the elevation file where there is one,
    /// else x = east and z = -north. The values of `path` hold for features of its kind and for those that name none.
    const char *file;
    const char *layer, *kind_field;  ///< as in tr_path_file_def
    /// Of rivers that are looked for: `path` says what they are like where this much land drains; widths and depths
    /// grow with its square root.
    double drain_m2;
    double max_width_m;
    bool lakes;  ///< hollows that are large and deep enough become lakes; others are cut through
    double min_lake_m2, min_lake_depth_m;
    bool has_within;     ///< else routes and rivers are looked for within the bounds of the world
    tr_region within_m;  ///< at most TR_PLAN_MAX_M a side
} tr_world_path_def;

/// The longest side of an area in which routes and rivers can be looked for.
enum { TR_PLAN_MAX_M = 262144 };

/// What is good for the source and the kind: tr_default_path_def(), and narrow rivers where they begin.
TR_API tr_world_path_def tr_default_world_path_def(tr_path_source source, tr_path_kind kind);
TR_API const char *tr_path_source_name(tr_path_source source);

/// What a layer of a placement looks like.
typedef struct tr_world_place_layer {
    tr_place_layer_def layer;
    tr_model_kind model;
} tr_world_place_layer;

/// A set of a description's placement: its layers, and the ecotope that says how dense they stand where. Take it from
/// tr_default_world_place_set_def().
typedef struct tr_world_place_set_def {
    uint32_t cookie;
    tr_place_set_def set;  ///< `pattern`, `layers` and `layer_count` are not looked at
    tr_pattern_kind pattern;
    const tr_world_place_layer *layers;
    int32_t layer_count;
    const tr_ecotope_node_def *nodes;
    int32_t node_count;  ///< 1..TR_WORLD_MAX_PLACE_NODES
    double density;      ///< factor of the densities of all layers
    uint64_t seed;       ///< another one is another pattern and other noise; the seed of the world is part of both
    double view_m;       ///< how far away pictures and viewers show its objects
} tr_world_place_set_def;

enum { TR_WORLD_MAX_PLACE_NODES = 256 };

/// tr_default_place_set_def(), the pattern DART, density 1, seed 0, a view of 1 km; no layers nor nodes.
TR_API tr_world_place_set_def tr_default_world_place_set_def(void);

/// A description as a plain struct. Take it from tr_default_world_def(); docs/world.md lists each field of the YAML
/// form with its unit, range and default.
typedef struct tr_world_def {
    uint32_t cookie;
    const char *name;  ///< for titles; may be NULL
    uint64_t seed;
    bool has_bounds;     ///< else endless
    tr_region bounds_m;  ///< when bounded
    double sea_level_m;
    tr_terrain_settings terrain;
    tr_climate_settings climate;
    tr_biome_settings biomes[TR_BIOME_COUNT];
    const tr_world_path_def *paths;  ///< carved into the terrain in this order
    int32_t path_count;
    const tr_world_place_set_def *place_sets;  ///< what stands on the ground
    int32_t place_set_count;
    tr_voxel_def voxels;  ///< the world as blocks
} tr_world_def;

TR_API tr_world_def tr_default_world_def(void);

/// The keys of a description as a table (schema.h): what its reader, its checks, help and docs are made from. A panel
/// lists them with tr_schema_count() and tr_schema_at(); those of the items of lists ("paths[].width") have no value of
/// their own.
TR_API const tr_schema *tr_world_schema(void);
/// Sets one value of a definition by the path of its key, as a file would say it: ("climate.wind", "270"),
/// ("sea_level", "0.1 km"), ("extent", "[0, 0, 4096, 4096]"), ("biomes.forest.color", "#557f43"). On failure nothing is
/// changed; the message says what was found and what is allowed. Texts are not copied: those of names and files must
/// live until the world is created. What several keys must keep together is checked when it is created.
/// tr_schema_set_number() with tr_world_schema() does the same for numbers.
/// @return false with INVALID_ARGUMENT or NOT_FINITE
TR_API bool tr_world_def_set(tr_world_def *def, const char *path, const char *text, tr_error *err);
/// The value at a key, as the file would say it in the unit of the key; "" for nothing. Text that does not fit is cut.
/// @return false with INVALID_ARGUMENT when there is no such key
TR_API bool tr_world_def_get(const tr_world_def *def, const char *path, char *out, size_t size, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
