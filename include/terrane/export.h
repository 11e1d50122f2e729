/// @file export.h
/// A region of a world for other programs: what stands there as a scene (GLB) or as a table of points, its blocks as a
/// scene or a picture, its paths as meshes.
///
/// The same world and the same definition give the same bytes. Every file is written beside its final name and renamed
/// when it is complete. All functions are thread-safe on a shared world.
#ifndef TERRANE_EXPORT_H
#define TERRANE_EXPORT_H

#include "terrane/io.h"
#include "terrane/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------
// Ground and what stands on it

/// A scene of a region. Take it from tr_default_export_scene_def() and give it a region.
typedef struct tr_export_scene_def {
    uint32_t cookie;
    tr_region region_m;             ///< metres; must not be empty
    const tr_object_list *objects;  ///< of this world; NULL: everything that it places in the region
    int32_t level;                  ///< detail of the models, 0 (finest) .. TR_MODEL_LEVELS - 1
    bool ground;                    ///< the terrain with its colours as a texture, and its bridges
    bool plain_nodes;  ///< a node for each object, for readers without EXT_mesh_gpu_instancing; files are larger
} tr_export_scene_def;

/// Models of level 1, with the ground, instanced.
TR_API tr_export_scene_def tr_default_export_scene_def(void);

typedef struct tr_export_scene_report {
    double origin_m[3];  ///< of the scene: the middle of the region, on the ground
    int64_t object_count;
    int32_t model_count;   ///< meshes that the objects are copies of
    int32_t bridge_count;  ///< that cross something within the region
} tr_export_scene_report;

/// Writes a scene as GLB (binary glTF 2.0). Each model stands in the file once, with the places of its copies. The
/// ground has at most 513 samples along a side: a power of two of metres apart, from 1/4 m on.
///
/// @param progress  of placing objects; may be NULL
/// @param report    may be NULL
/// @return false with INVALID_ARGUMENT (an empty region, or nothing to write: no objects and no ground), OVER_BUDGET,
/// FILE_OPEN, FILE_WRITE, CANCELLED, ...
TR_API bool tr_export_scene(const tr_world *world, const tr_export_scene_def *def, const char *path,
                            const tr_progress *progress, tr_export_scene_report *report, tr_error *err);

/// Writes objects as a table of points by the ending of the path: .csv, .geojson or .gpkg (tr_points_write()). Columns:
/// id, set, layer, model, variant, scale, yaw (degrees clockwise), tilt (degrees), world_x, world_z. x and y are east
/// and north of the world's coordinate system (tr_world_georeference()), else x and -z of the world.
///
/// @param progress  may be NULL
/// @return false with what tr_points_write() fails with
TR_API bool tr_export_objects(const tr_object_list *objects, const char *path, const tr_progress *progress,
                              tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Blocks

/// A box of chunks in the middle of the world's home: `columns` x `columns` of them, from some way below the lowest
/// ground to above the highest block.
/// @param columns  at least 1
TR_API bool tr_export_middle_box(const tr_world *world, int32_t columns, tr_voxel_box *out, tr_error *err);

/// The same size of box at the place near the middle of the world's home that has most to see: mostly land, some water,
/// ways, relief and several biomes. The middle itself where nothing is better.
/// @param columns  at least 1
TR_API bool tr_export_default_box(const tr_world *world, int32_t columns, tr_voxel_box *out, tr_error *err);

/// A scene of blocks. Take it from tr_default_export_blocks_def() and give it a box.
typedef struct tr_export_blocks_def {
    uint32_t cookie;
    tr_voxel_box box;               ///< chunks; what lies around them is read too, for faces and light at the border
    const tr_voxel_source *source;  ///< for example a save with its edits; NULL: the blocks of the world as generated
    double daylight;                ///< 0 night .. 1 noon
} tr_export_blocks_def;

/// Noon, the blocks of the world.
TR_API tr_export_blocks_def tr_default_export_blocks_def(void);

typedef struct tr_export_blocks_report {
    double origin_m[3];  ///< of the scene: the middle of the box in plan, its lowest chunk
    uint64_t chunks;     ///< that have any face
    uint64_t quads, triangles;
} tr_export_blocks_report;

/// Writes blocks as GLB: a mesh for each chunk, water apart, with light in the colours of the vertices.
///
/// @param progress  of reading the chunks; may be NULL
/// @param report    may be NULL
/// @return false with INVALID_ARGUMENT (nothing but air), TOO_LARGE, OVER_BUDGET, FILE_WRITE, CANCELLED, ...
TR_API bool tr_export_blocks(const tr_world *world, const tr_export_blocks_def *def, const char *path,
                             const tr_progress *progress, tr_export_blocks_report *report, tr_error *err);

/// A picture of blocks, from above or cut open. Take it from tr_default_export_picture_def() and give it a box.
typedef struct tr_export_picture_def {
    uint32_t cookie;
    tr_voxel_box box;               ///< chunks
    const tr_voxel_source *source;  ///< as of tr_export_blocks_def
    int32_t slice_axis;  ///< 0: x, seen from the west; 1: y, seen from above; 2: z, seen from the south; -1: not cut
    int64_t slice_at;    ///< the first layer that is seen, in blocks of the world
    int32_t scale_px;    ///< side of a block, 1..16; 0: the largest at which the longer side has at most `max_px`
    int32_t max_px;
} tr_export_picture_def;

/// From above, at most 1536 pixels wide or high.
TR_API tr_export_picture_def tr_default_export_picture_def(void);

/// Draws blocks, north up or the sky up.
///
/// @param progress  of reading the chunks; may be NULL
/// @param out       8-bit RGB; release with tr_image_destroy()
/// @return false with INVALID_ARGUMENT (the slice lies outside of the box), TOO_LARGE (a side of more than 16384
/// pixels), OVER_BUDGET, CANCELLED, ...
TR_API bool tr_export_picture(const tr_world *world, const tr_export_picture_def *def, const tr_progress *progress,
                              tr_image *out, tr_error *err);

/// A world of a game of blocks. Take it from tr_default_export_game_def() and give it a directory and a box.
typedef struct tr_export_game_def {
    uint32_t cookie;
    const char *directory;          ///< is made; one that holds another world is refused
    const char *name;               ///< of the world
    tr_voxel_box box;               ///< chunks
    const tr_voxel_source *source;  ///< as of tr_export_blocks_def
    bool has_lower;                 ///< Minecraft: else the heights are chosen
    int32_t lower;                  ///< Minecraft: blocks by which everything is moved down, into y of -64 .. 319
} tr_export_game_def;

/// "Terrane", the blocks of the world, heights are chosen.
TR_API tr_export_game_def tr_default_export_game_def(void);

typedef struct tr_export_game_report {
    tr_blocks_report blocks;
    int64_t spawn[3];      ///< the block, in coordinates of the game, in which a new player's feet are
    bool spawn_dry;        ///< false: there is no dry ground in the box; players begin on the water
    int32_t lower;         ///< Minecraft: blocks by which everything was moved down
    int32_t min_y, max_y;  ///< Minecraft: the heights of its world
    bool has_pack;         ///< Minecraft: whether a data pack says so (others than -64 .. 319)
} tr_export_game_report;

/// Writes a world of Minecraft (Java edition 1.18.2 to 1.21): blocks, biomes, light, heightmaps, and a spawn on dry
/// ground outside of trees. Heights, unless `has_lower`: moved up or down into y of -64 .. 319 where the relief fits,
/// what lies deep below the ground being cut; else a data pack makes the world higher, within -2032 .. 2031. The sea
/// comes to lie where the game has it (62) where that fits.
///
/// @param progress  may be NULL
/// @param report    may be NULL
/// @return false with what tr_anvil_write() fails with; INVALID_ARGUMENT where nothing is left
TR_API bool tr_export_minecraft(const tr_world *world, const tr_export_game_def *def, const tr_progress *progress,
                                tr_export_game_report *report, tr_error *err);
/// Writes a world of Luanti for its standard game: the map with light, and a spawn as above.
TR_API bool tr_export_luanti(const tr_world *world, const tr_export_game_def *def, const tr_progress *progress,
                             tr_export_game_report *report, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Paths

/// Writes the surface of every path, in the colour of its kind, and the bridges of its crossings as GLB.
///
/// @param origin_m  of the scene, in metres of the carving
/// @return false with OVER_BUDGET, FILE_OPEN, FILE_WRITE, ...
TR_API bool tr_export_paths(tr_context *context, const tr_carving *carving, const double origin_m[3], const char *path,
                            tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
