/// @file world.h
/// A world: one description and one seed, asked region by region.
///
/// A world is a pure function: a value depends on the description and the position alone, not on the order of
/// requests, on how a region is split, on the number of threads, on the backend, or on what the cache holds. All
/// queries are thread-safe on a shared world.
#ifndef TERRANE_WORLD_H
#define TERRANE_WORLD_H

#include "terrane/description.h"

#ifdef __cplusplus
extern "C" {
#endif

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
TR_API const tr_world_def *tr_world_def_of(const tr_world *world);
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
TR_API bool tr_world_densities(const tr_world *world, int32_t set, const tr_sample_area *area, const tr_grid *out,
                               tr_error *err);
/// The rectangle, in metres, that is worth looking at: the bounds, the elevation file, or some kilometres around 0.
TR_API tr_region tr_world_home(const tr_world *world);

/// Evaluates a field into `out`, whose sizes must be those of the area and whose depth is tr_field_planes().
/// @param progress  may be NULL
TR_API bool tr_world_query(const tr_world *world, tr_field field, const tr_sample_area *area,
                           const tr_progress *progress, const tr_grid *out, tr_error *err);
/// The same as a job; `out` must stay valid until it is finished.
TR_API tr_job *tr_world_query_start(const tr_world *world, tr_field field, const tr_sample_area *area,
                                    tr_priority priority, const tr_grid *out, tr_error *err);
/// The weight of every biome, 0..1, one plane each (depth TR_BIOME_COUNT); they add up to 1 at every sample, within
/// rounding.
TR_API bool tr_world_biome_weights(const tr_world *world, const tr_sample_area *area, const tr_progress *progress,
                                   const tr_grid *out, tr_error *err);

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
TR_API bool tr_world_path_cover(const tr_world *world, const tr_sample_area *area, bool decks,
                                const tr_progress *progress, const tr_grid *out, tr_error *err);

/// The colour of the ground without light: the colours of the biomes mixed by their weights, paths painted over them,
/// water darker where it is deep.
/// @param decks  as of tr_world_path_cover(): false where bridges are there as meshes
/// @param out    RGB, 8 bits, of the area's size
TR_API bool tr_world_colors(const tr_world *world, const tr_sample_area *area, bool decks, const tr_progress *progress,
                            const tr_image *out, tr_error *err);

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
// What stands in a region

/// The objects of a region in one list: by set, then by layer, each layer in the order of tr_placement_objects(). For
/// what is written, drawn or counted at once; who walks through a world takes a tr_place_stream.
typedef struct tr_object_list {
    const tr_world *world;
    tr_region region_m;
    uint32_t sets;  ///< those of the request that the world has, a sum of 1 << set
    tr_object *objects;
    int64_t count;
    int64_t starts[TR_PLACE_MAX_SETS][TR_PLACE_MAX_LAYERS + 1];  ///< where layers begin; the last: where the set ends
} tr_object_list;

/// Objects that lie one after another in a list.
typedef struct tr_object_range {
    const tr_object *objects;
    int64_t count;
} tr_object_range;

/// Places everything that is asked for. A world that places nothing gives an empty list. Thread-safe.
///
/// @param request   from tr_default_place_request_def(): the region in metres and the sets; `to_gl` is not allowed
/// @param progress  may be NULL
/// @param out       release with tr_object_list_destroy(), also after a failure
/// @return false with what tr_place() fails with
TR_API bool tr_world_place(const tr_world *world, const tr_place_request_def *request, const tr_progress *progress,
                           tr_object_list *out, tr_error *err);
TR_API void tr_object_list_destroy(tr_object_list *list);

/// How many layers of a set the list has: 0 for a set that was not asked for.
TR_API int32_t tr_object_list_layers(const tr_object_list *list, int32_t set);
/// The objects of a layer; of all layers of the set where `layer` is negative.
TR_API tr_object_range tr_object_list_range(const tr_object_list *list, int32_t set, int32_t layer);

/// What an object of the world looks like; its variant is that of tr_model_make().
TR_API tr_model_kind tr_world_object_model(const tr_world *world, const tr_object *object);

enum { TR_PLACE_NAME_SIZE = 64 };
/// What the description calls a set and a layer; "set 2", "layer 0" where it gives no name. Longer ones are cut.
/// @return `out`
TR_API const char *tr_world_set_name(const tr_world *world, int32_t set, char out[TR_PLACE_NAME_SIZE]);
TR_API const char *tr_world_layer_name(const tr_world *world, int32_t set, int32_t layer, char out[TR_PLACE_NAME_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
