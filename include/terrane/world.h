/// @file world.h
/// A world: one description and one seed, asked region by region.
///
/// A world is a pure function: a value depends on the description and the position alone, not on the order of
/// requests, on how a region is split, on the number of threads, on the backend, or on what the cache holds. All
/// queries are thread-safe on a shared world.
#ifndef TERRANE_WORLD_H
#define TERRANE_WORLD_H

#include "terrane/carve.h"
#include "terrane/model.h"
#include "terrane/place.h"
#include "terrane/voxel.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------
// Descriptions

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

/// An item of a description's paths. Take it from tr_default_world_path().
typedef struct tr_world_path {
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
    double widest_m;
    bool lakes;  ///< hollows that are large and deep enough become lakes; others are cut through
    double least_lake_m2, least_lake_depth_m;
    bool has_within;     ///< else routes and rivers are looked for within the bounds of the world
    tr_region within_m;  ///< at most TR_PLAN_LARGEST_M a side
} tr_world_path;

/// The longest side of an area in which routes and rivers can be looked for.
enum { TR_PLAN_LARGEST_M = 262144 };

/// What is good for the source and the kind: tr_default_path_def(), and narrow rivers where they begin.
TR_API tr_world_path tr_default_world_path(tr_path_source source, tr_path_kind kind);
TR_API const char *tr_path_source_name(tr_path_source source);

/// What a layer of a placement looks like.
typedef struct tr_world_place_layer {
    tr_place_layer layer;
    tr_model_kind model;
} tr_world_place_layer;

/// A set of a description's placement: its layers, and the ecotope that says how dense they stand where. Take it from
/// tr_default_world_place_set().
typedef struct tr_world_place_set {
    uint32_t cookie;
    tr_place_set set;  ///< `pattern`, `layers` and `layer_count` are not looked at
    tr_pattern_kind pattern;
    const tr_world_place_layer *layers;
    int32_t layer_count;
    const tr_ecotope_node *nodes;
    int32_t node_count;  ///< 1..TR_WORLD_MAX_PLACE_NODES
    double density;      ///< factor of the densities of all layers
    uint64_t seed;       ///< another one is another pattern and other noise; the seed of the world is part of both
    double view_m;       ///< how far away pictures and viewers show its objects
} tr_world_place_set;

enum { TR_WORLD_MAX_PLACE_NODES = 256 };

/// tr_default_place_set(), the pattern DART, density 1, seed 0, a view of 1 km; no layers nor nodes.
TR_API tr_world_place_set tr_default_world_place_set(void);

/// A description as a plain struct. Take it from tr_default_world_def(); docs/world.md lists each field of the YAML
/// form with its unit, range and default.
typedef struct tr_world_def {
    uint32_t cookie;
    const char *name;  ///< for titles; may be NULL
    uint64_t seed;
    bool bounded;        ///< else endless
    tr_region bounds_m;  ///< when bounded
    double sea_level_m;
    tr_terrain_def terrain;
    const char *graph_name;  ///< what `terrain.graph` was read from: a file, or "inline"; only shown; may be NULL
    tr_climate_def climate;
    tr_biome_def biomes[TR_BIOME_COUNT];
    const tr_world_path *paths;  ///< carved into the terrain in this order
    int32_t path_count;
    const tr_world_place_set *place_sets;  ///< what stands on the ground
    int32_t place_set_count;
    tr_voxel_def voxels;  ///< the world as blocks
} tr_world_def;

TR_API tr_world_def tr_default_world_def(void);

/// One field of the YAML form: what readers, help and docs are made from.
typedef struct tr_world_key {
    const char *path;  ///< "terrain.erosion.size"
    const char *unit;  ///< "m", "degC", "" for a plain number or a text
    const char *help;
    const char *form;            ///< what a value looks like: "number", "integer", "text", "#rrggbb", "[x, z]", ...
    const char *const *choices;  ///< names in order, else NULL
    int choice_count;
    double low, high;   ///< of a number, an integer or each item of a list; low > high: it is none
    char standard[72];  ///< the default as the file would say it; "" for nothing
    bool of_item;       ///< of each item of a list ("paths[].width"): a description has no single value of it
} tr_world_key;

TR_API int tr_world_key_count(void);
TR_API tr_world_key tr_world_key_at(int index);
/// The value that a description has at a key, as the file would say it in the unit of the key; "" for nothing. A text
/// that does not fit is cut. Keys of items have none.
TR_API void tr_world_key_text(int index, const tr_world_def *def, char *out, size_t size);

// ---------------------------------------------------------------------------------------------------------
// Worlds

typedef struct tr_world tr_world;

/// Reads a description and makes the world. Files it names are looked for beside it. Errors name file, line and
/// column, what was found, what is allowed, and a near match for a misspelt key.
///
/// @param seed  replaces the seed of the file when not NULL
TR_API tr_world *tr_world_load(tr_context *context, const char *path, const uint64_t *seed, tr_error *err);
/// The same from memory; `name` is used in messages, and files are looked for beside it.
TR_API tr_world *tr_world_load_text(tr_context *context, const char *name, const char *text, size_t size,
                                    const uint64_t *seed, tr_error *err);
/// A world from a struct; everything is copied.
TR_API tr_world *tr_world_create(tr_context *context, const tr_world_def *def, tr_error *err);
TR_API void tr_world_destroy(tr_world *world);

/// What the world was made from, as long as the world lives. `terrain.graph` is NULL.
TR_API const tr_world_def *tr_world_get_def(const tr_world *world);
TR_API tr_context *tr_world_context(const tr_world *world);
/// A hash of everything the values depend on: equal worlds have equal hashes, whether they come from a file or a
/// struct. It covers every number and choice of the description, the seed, the graph by its structure, the colours, the
/// heights and the place that were read from the elevation file, the paths, also those that were read or found, and the
/// sets of placement; not the name of the world nor those of files and layers.
TR_API uint64_t tr_world_hash(const tr_world *world);
/// How the metres of the world lie in a coordinate system of maps: east = origin[0] + x, north = origin[1] - z. `wkt`
/// is that of the elevation file and lives as long as the world; NULL for a world that lies nowhere on Earth.
TR_API void tr_world_georeference(const tr_world *world, const char **wkt, double origin[2]);
/// What is carved into the ground, for reports, meshes and queries of its own; NULL when the world has no paths. It
/// lives as long as the world and must not be edited.
TR_API const tr_carving *tr_world_carving(const tr_world *world);
/// What stands on the ground, for requests and streams (place.h); NULL when the description places nothing. It lives as
/// long as the world. Its sets are those of the description, in their order.
TR_API const tr_placer *tr_world_placer(const tr_world *world);
/// The world as blocks (voxel.h), made when it is first asked for; it lives as long as the world. Its surface is that
/// of the HEIGHT and WATER fields at the corner of each block's column with the lowest coordinates: that of block x
/// lies at x block_m, so that blocks, their coarser levels and the other views of the world share samples. Thread-safe.
/// @return NULL with OUT_OF_MEMORY, OVER_BUDGET, ...
TR_API const tr_voxels *tr_world_voxels(const tr_world *world, tr_error *err);
/// How dense the layers of a set of the description stand on an area of any spacing, 0..1, a plane each: for maps and
/// for what is too far away for objects. Thread-safe.
TR_API bool tr_world_densities(const tr_world *world, int32_t set, const tr_area *area, const tr_grid *out,
                               tr_error *err);
/// The rectangle, in metres, that is worth looking at: the bounds, the elevation file, or some kilometres around 0.
TR_API tr_region tr_world_home(const tr_world *world);

/// Evaluates a field into `out`, whose sizes must be those of the area and whose depth is tr_field_planes().
/// @param progress  may be NULL
TR_API bool tr_world_query(const tr_world *world, tr_field field, const tr_area *area, const tr_grid *out,
                           const tr_progress *progress, tr_error *err);
/// The same as a job; `out` must stay valid until it is finished.
TR_API tr_job *tr_world_query_start(const tr_world *world, tr_field field, const tr_area *area, const tr_grid *out,
                                    tr_priority priority, tr_error *err);
/// The weight of every biome, 0..1, one plane each (depth TR_BIOME_COUNT); they add up to 1 at every sample, within
/// rounding.
TR_API bool tr_world_biome_weights(const tr_world *world, const tr_area *area, const tr_grid *out,
                                   const tr_progress *progress, tr_error *err);

/// What paths show of themselves, for pictures: X(NAME, name, colour as 0xRRGGBB). Water has the colour of the biome
/// `river`.
#define TR_PATH_COVER_LIST(X)         \
    X(CITY, "city", 0xb9b2a2)         \
    X(WATER, "water", 0x4f86a8)       \
    X(SHOULDER, "shoulder", 0xcdc4ae) \
    X(TRACK, "track", 0xa3875c)       \
    X(ROAD, "road", 0x74757a)         \
    X(RAIL, "railway", 0x55504e)

typedef enum tr_path_cover {
#define X(id, name, color) TR_COVER_##id,
    TR_PATH_COVER_LIST(X)
#undef X
        TR_COVER_COUNT
} tr_path_cover;

/// How much of the surroundings of a sample, 0..1, the ground of cities, rivers and lakes, shoulders of roads, tracks,
/// roads and railways cover: a plane each, in the order in which they are to be painted over each other. Edges are
/// soft. On coarse areas narrow paths are about one sample wide, so that they do not vanish.
/// @param decks  those of bridges too, as a map shows them; else only what lies on the ground
/// @param out    depth TR_COVER_COUNT
TR_API bool tr_world_path_cover(const tr_world *world, const tr_area *area, bool decks, const tr_grid *out,
                                const tr_progress *progress, tr_error *err);

/// The colour of the ground without light: the colours of the biomes mixed by their weights, paths painted over them,
/// water darker where it is deep.
/// @param decks  as of tr_world_path_cover(): false where bridges are there as meshes
/// @param out    RGB, 8 bits, of the area's size
TR_API bool tr_world_colors(const tr_world *world, const tr_area *area, bool decks, const tr_image *out,
                            const tr_progress *progress, tr_error *err);

/// How many samples beyond an area a field looks at: what a query of it needs from its neighbours. -1: the whole area
/// at once (FLOW).
TR_API int32_t tr_world_reach(const tr_world *world, tr_field field, double spacing_m);

/// The cache of heights: chunks of TR_CHUNK_SIDE^2 samples, least recently used first out. It takes at most
/// a quarter of the budget of the context, and gives way when memory is short.
enum { TR_CHUNK_SIDE = 256 };
typedef struct tr_world_cache_stats {
    uint64_t hits, misses, evictions;
    uint64_t chunk_count, bytes, limit_bytes;
} tr_world_cache_stats;
TR_API tr_world_cache_stats tr_world_cache(const tr_world *world);
/// Drops everything that is not in use.
TR_API void tr_world_cache_clear(tr_world *world);
/// Changes the limit, in bytes; 0 keeps nothing.
TR_API void tr_world_cache_limit(tr_world *world, uint64_t bytes);

// ---------------------------------------------------------------------------------------------------------
// Baking

/// X(name, what `--formats` calls it).
#define TR_BAKE_FORMAT_LIST(X) \
    X(PNG, "png")              \
    X(R16, "r16")              \
    X(TIFF, "tiff")            \
    X(NORMAL, "normal")        \
    X(BIOME, "biome")          \
    X(GLB, "glb")

typedef enum tr_bake_format {
#define X(name, text) TR_BAKE_##name,
    TR_BAKE_FORMAT_LIST(X)
#undef X
        TR_BAKE_FORMAT_COUNT
} tr_bake_format;

typedef struct tr_bake_def {
    uint32_t cookie;
    const char *directory;  ///< made if it does not exist
    tr_region region_m;     ///< what to bake
    double spacing_m;
    int32_t tile;      ///< samples along a side of a tile, 32..8192
    int32_t levels;    ///< 1..16: each next one has twice the spacing and a quarter of the tiles
    unsigned formats;  ///< a sum of 1 << TR_BAKE_...
    bool overlap;      ///< tiles share the row and column of samples at their borders (tile + 1 samples)
    bool start_over;   ///< replace another bake that lies in the directory
} tr_bake_def;

/// Tiles of 512 samples, one level, all formats that this build can write, no overlap.
TR_API tr_bake_def tr_default_bake_def(void);

typedef struct tr_bake_report {
    int64_t tile_count, tiles_kept;  ///< all, and those that an earlier bake had finished
    uint64_t bytes;                  ///< of all files
    double seconds;
    double megapixels;    ///< samples that were baked now, in millions
    float low_m, high_m;  ///< range of the heights
} tr_bake_report;

/// Writes tiles, their index `manifest.json` and what the formats need. A bake that was killed goes on where it stopped
/// and gives the same bytes as one that was not. Refuses a directory that holds another bake unless `start_over`.
TR_API bool tr_world_bake(tr_world *world, const tr_bake_def *def, const tr_progress *progress, tr_bake_report *report,
                          tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
