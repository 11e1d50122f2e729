/// @file io.h
/// Files: PNG pictures, rasters with a georeference, GLB scenes, worlds of blocks for other programs. Every file is
/// written beside its final name and renamed when it is complete, so that a reader never sees half a file and a failure
/// leaves the old one.
#ifndef TERRANE_IO_H
#define TERRANE_IO_H

#include "terrane/blocks.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes an image as PNG: 8 or 16 bits, grey, grey and alpha, RGB or RGBA.
///
/// @return false with FILE_OPEN, FILE_WRITE, INVALID_ARGUMENT or UNSUPPORTED (a build without libspng); no
/// file is left behind and an existing one is untouched. Thread-safe.
TR_API bool tr_png_write(tr_context *context, const char *path, const tr_image *image, tr_error *err);

/// Reads a PNG in its own channels and bits (palette becomes RGB or RGBA; less than 8 bits become 8).
///
/// @param out  filled on success; release with tr_image_destroy()
/// @return false with FILE_OPEN, FILE_READ, FORMAT, TOO_LARGE or OVER_BUDGET. Size limits are checked before
/// any pixel memory is taken. Thread-safe.
TR_API bool tr_png_read(tr_context *context, const char *path, tr_image *out, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Rasters with a place on Earth (GDAL)

/// Where a raster lies: its coordinate system, and its grid of pixels, north up. `wkt` may be NULL: unknown.
typedef struct tr_georeference {
    char *wkt;           ///< well-known text of the coordinate system
    double west, north;  ///< outer corner of the first pixel
    double pixel_m;      ///< side of a pixel
} tr_georeference;

/// Elevations as a raster in metres: one sample per pixel centre. Voids are filled.
typedef struct tr_elevation {
    tr_grid heights;
    tr_georeference place;
    int64_t void_count;  ///< pixels that had no value
} tr_elevation;

/// Reads the first band of any raster that GDAL knows. A geographic raster, or one with other than square metric
/// pixels, is warped to metres (UTM) at the nearest multiple of 1/256 m to its resolution. Voids are filled smoothly
/// from around.
///
/// @return false with FILE_OPEN, FILE_READ, FORMAT (no coordinate system to get metres from, nothing but voids),
/// OVER_BUDGET or UNSUPPORTED (a build without GDAL). Thread-safe.
TR_API bool tr_elevation_read(tr_context *context, const char *path, tr_elevation *out, tr_error *err);
TR_API void tr_elevation_destroy(tr_context *context, tr_elevation *elevation);

/// Writes a grid as a Cloud Optimised GeoTIFF of 32-bit floats, compressed, with overviews. The same grid gives the
/// same bytes.
/// @param description  of the band, for example "height (m)"; may be NULL
TR_API bool tr_geotiff_write(tr_context *context, const char *path, const tr_grid *grid, const tr_georeference *place,
                             const char *description, tr_error *err);

/// A raster as its file has it: the pixels are not moved, so that a changed one can be written in its place.
typedef struct tr_raster {
    tr_grid values;  ///< in the unit of the file; voids are filled smoothly from around
    uint8_t *voids;  ///< 1 for each pixel without a value, row by row; NULL: every pixel has one
    int64_t void_count;
    double unit_m;       ///< metres per unit of the values
    char unit[32];       ///< its name, as the file has it; "" when it says none
    bool has_no_data;    ///< the file says, or its voids need, a value for voids
    double no_data;      ///< may be NaN
    char *wkt;           ///< NULL: unknown system
    double west, north;  ///< outer corner of the first pixel, in units of the system
    double step[2];      ///< size of a pixel in units of the system, along x and z, both positive
    double pixel_m[2];   ///< the same in metres, in the middle of the raster
    bool is_point;       ///< the file says that a value is that of a point and not of a pixel's area
} tr_raster;

/// Reads the only band of any raster that GDAL knows, without warping it. Metres follow from the unit of the system; in
/// degrees, and in projections that are not true to scale (web maps), from the ellipsoid in the middle of the raster.
///
/// @return false with FILE_OPEN, FILE_READ, FORMAT (rotated or south up, several bands, nothing but voids, ...),
/// OVER_BUDGET or UNSUPPORTED (a build without GDAL). Thread-safe.
TR_API bool tr_raster_read(tr_context *context, const char *path, tr_raster *out, tr_error *err);
TR_API void tr_raster_destroy(tr_context *context, tr_raster *raster);

/// What is written into a raster.
typedef struct tr_raster_band {
    const tr_grid *values;    ///< of the size of the raster; what they are at voids is not looked at
    const char *unit;         ///< of the values, for example "m"; NULL: that of the raster
    const char *description;  ///< for example "height (m)"; may be NULL
} tr_raster_band;

/// Writes values in the place of a raster (tr_geotiff_write(): Cloud Optimised GeoTIFF, 32-bit floats): its system, its
/// grid, its voids.
TR_API bool tr_raster_write(tr_context *context, const char *path, const tr_raster *place, const tr_raster_band *band,
                            tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Vectors (GDAL)

typedef struct tr_vector_attribute {
    const char *name, *value;
} tr_vector_attribute;

typedef struct tr_vector_point {
    double x, y, z;  ///< east, north, up; z is NaN where there is none
} tr_vector_point;

/// A line or a polygon. Geometries of several parts become several features.
typedef struct tr_vector_feature {
    const char *layer;
    int64_t id;  ///< what the file calls the feature, in its layer
    bool is_polygon;
    const tr_vector_point *points;
    int32_t point_count;
    const int32_t
        *ring_end;  ///< of a polygon: one past the last point of each ring, outer ring first, none closed by a copy
    int32_t ring_count;                     ///< 0 for lines
    const tr_vector_attribute *attributes;  ///< those that have a value
    int32_t attribute_count;
} tr_vector_feature;

typedef struct tr_vectors {
    tr_vector_feature *features;
    int32_t count;
    int32_t other_count;     ///< features that have neither lines nor polygons
    int32_t outside_count;   ///< lines and polygons outside of `within`
    int32_t repaired_count;  ///< polygons that were not valid
    const char *system;      ///< name of the coordinate system the file has; NULL: it has none
    void *storage;           ///< what they point to
} tr_vectors;

/// A rectangle in the units of a coordinate system, its borders included.
typedef struct tr_extent {
    double west, south, east, north;
} tr_extent;

typedef struct tr_vectors_def {
    uint32_t cookie;
    const char *layer;        ///< NULL: all layers
    const char *wkt;          ///< the system to bring coordinates to, x east, y north; NULL: they stay as they are
    const tr_extent *within;  ///< in that system: what does not touch it is left out; NULL: everything
    int64_t max_points;       ///< a file with more is refused
} tr_vectors_def;

/// Everything as it is, at most 2^24 points.
TR_API tr_vectors_def tr_default_vectors_def(void);

/// Reads lines and polygons of any vector file that GDAL knows (GeoJSON, Shapefile, GeoPackage, OSM, ...). Curves
/// become lines; polygons that cross themselves are repaired where GDAL has GEOS.
///
/// @return false with FILE_OPEN, FILE_READ, FORMAT (no vectors, no such layer, a system is missing, coordinates that
/// are no numbers or have no place in the target system), TOO_LARGE, OVER_BUDGET or UNSUPPORTED (a build without GDAL).
/// Thread-safe.
TR_API bool tr_vectors_read(tr_context *context, const char *path, const tr_vectors_def *def, tr_vectors *out,
                            tr_error *err);
TR_API void tr_vectors_destroy(tr_context *context, tr_vectors *vectors);

/// A column of a table of points: of texts where `texts` is not NULL, else of integers where `integers` is not NULL,
/// else of numbers.
typedef struct tr_point_column {
    const char *name;
    const char *const *texts;
    const int64_t *integers;
    const double *numbers;
} tr_point_column;

/// Points with attributes.
typedef struct tr_point_table {
    const char *name;  ///< of the layer
    size_t count;
    const double *x, *y, *z;  ///< east, north, up in the system
    const tr_point_column *columns;
    int column_count;
    const char *wkt;  ///< the system; NULL: unknown
} tr_point_table;

/// Writes points by the ending of the path: .csv (x, y, z, then the columns; needs no library), .geojson (in degrees
/// where the system is known, as RFC 7946 wants; else as they are), .gpkg. The same table gives the same bytes in CSV
/// and GeoJSON.
/// @param progress  may be NULL
/// @return false with INVALID_ARGUMENT (another ending), FILE_OPEN, FILE_WRITE, UNSUPPORTED or CANCELLED; no file is
/// left behind and an existing one is untouched
TR_API bool tr_points_write(tr_context *context, const char *path, const tr_point_table *table,
                            const tr_progress *progress, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// GLB

/// A mesh of a GLB file with its levels of detail, finest first.
typedef struct tr_glb_mesh {
    const char *name;
    const tr_mesh *levels;    ///< each a mesh of the same thing with fewer triangles
    int level_count;          ///< at least 1; more than 1 writes MSFT_lod
    const tr_image *texture;  ///< RGB, 8 bits, embedded as PNG and laid on by the uvs; NULL: none
    float roughness;          ///< 0..1
    bool translucent;         ///< the alpha of its colours lets through what lies behind
} tr_glb_mesh;

/// Writes meshes as one binary glTF 2.0 file. Positions are relative to `origin` (metres); each mesh becomes a node
/// that is moved by the difference of its own origin.
TR_API bool tr_glb_write(tr_context *context, const char *path, const tr_glb_mesh *meshes, int mesh_count,
                         const double origin[3], tr_error *err);

/// Copies of a mesh: many objects for the size of one.
typedef struct tr_glb_instances {
    const char *name;
    int mesh;                   ///< index of the mesh in the scene
    const double *positions_m;  ///< x, y, z of each; written relative to the origin of the scene, as floats
    const float *rotations;     ///< quaternions x, y, z, w of length 1; NULL: none is turned
    const float *scales;        ///< one of each; NULL: 1
    size_t count;
} tr_glb_instances;

/// A scene: meshes that stand once where they are, and copies of others.
typedef struct tr_glb_scene {
    const tr_glb_mesh *meshes;
    int mesh_count;
    const tr_glb_instances *instances;  ///< a mesh that one of these names does not stand by itself
    int instance_count;
    double origin[3];
    bool plain_nodes;  ///< a node for each copy, for readers without EXT_mesh_gpu_instancing
} tr_glb_scene;

/// Writes a scene as one binary glTF 2.0 file, with EXT_mesh_gpu_instancing unless `plain_nodes`.
TR_API bool tr_glb_scene_write(tr_context *context, const char *path, const tr_glb_scene *scene, tr_error *err);

/// Fewer triangles: simplifies to about `target_index_count` within `max_error_m`, keeping the outer border, and orders
/// indices and vertices for the vertex cache. Without meshoptimizer it fails with UNSUPPORTED.
TR_API bool tr_mesh_simplify(tr_context *context, const tr_mesh *mesh, size_t target_index_count, float max_error_m,
                             tr_mesh *out, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Blocks, for other programs

/// What was written, and what could not be.
typedef struct tr_blocks_report {
    uint64_t blocks;  ///< other than air
    uint64_t files, bytes;
    uint64_t cut_above, cut_below;  ///< blocks above and below the heights that the format can hold: left out
} tr_blocks_report;

/// A box of blocks with what files of games keep beside them.
typedef struct tr_block_piece {
    tr_voxel_box box;
    tr_voxel_chunk *chunks;  ///< in the order of the box
    tr_voxel_light *lights;  ///< of the same chunks; NULL: not known
    uint8_t *biomes;         ///< of the columns of blocks, rows along x: numbers of the caller's; NULL: not known
} tr_block_piece;

/// Something that has blocks with their light: what a tr_voxel_source cannot give. Asked from one thread, for boxes of
/// at most TR_BLOCK_PIECE_COLUMNS chunks along x and z, one after the other.
typedef struct tr_block_pieces {
    void *user;
    bool (*open)(void *user, const tr_voxel_box *box, tr_block_piece *out, tr_error *err);
    void (*close)(void *user, tr_block_piece *piece);
} tr_block_pieces;
enum { TR_BLOCK_PIECE_COLUMNS = 8 };

/// Writes a box of chunks as a MagicaVoxel scene: models of up to 256 along each axis, placed by a scene graph; the
/// palette holds the colours of the blocks. y of the world points up, which is z of the file.
/// @return false with TOO_LARGE (more than 2000 along an axis), INVALID_ARGUMENT (nothing but air), FILE_WRITE, or what
/// the source failed with
TR_API bool tr_vox_write(const tr_voxel_source *source, const char *path, const tr_voxel_box *box,
                         const tr_progress *progress, tr_blocks_report *report, tr_error *err);

/// Take it from tr_default_anvil_def().
typedef struct tr_anvil_def {
    uint32_t cookie;
    const char *directory;  ///< is made; one that holds another world is refused
    const char *name;       ///< of the world
    uint64_t seed;
    int32_t lower;  ///< blocks by which everything is moved down
    /// The heights of the world: y of min_y .. min_y + height - 1, multiples of 16 within -2032 .. 2031. Others than
    /// -64 .. 319 put a data pack into the world that says so (datapacks/terrane).
    int32_t min_y, height;
    int64_t spawn[3];               ///< in blocks of the file: where the feet of a player are
    const tr_block_pieces *pieces;  ///< light and biomes; NULL: the game makes the light, and everything is plains
    const char *const *biomes;      ///< names of the game for the numbers of the pieces
} tr_anvil_def;
/// No directory, "Terrane", seed 0, not moved, y of -64 .. 319, spawn at 0, 100, 0, no pieces.
TR_API tr_anvil_def tr_default_anvil_def(void);
/// Writes a box of chunks as a Minecraft world (Java edition 1.18.2 to 1.21): level.dat, region files with heightmaps,
/// and a data pack where the heights need one. Whole chunks of the format are written: what of them lies outside of the
/// box is air.
/// @param source  not read where the definition has pieces
/// @return false with INVALID_ARGUMENT (nothing is left within the heights, or they are none of the format), TOO_LARGE,
/// FILE_OPEN, FILE_WRITE, CANCELLED, UNSUPPORTED (a build without zlib), ...; nothing is left behind
TR_API bool tr_anvil_write(const tr_voxel_source *source, const tr_voxel_box *box, const tr_anvil_def *def,
                           const tr_progress *progress, tr_blocks_report *report, tr_error *err);

/// Writes a box of chunks as the map.sqlite of a Luanti world, in nodes of its standard game; blocks of the map lie
/// where the world has them (z of the map points north: it is -1 - z of the world). Only map blocks that the box covers
/// are written.
/// @return false with TOO_LARGE (beyond +-30912), INVALID_ARGUMENT (nothing but air), FILE_WRITE, UNSUPPORTED (a build
/// without SQLite and zstd), ...
TR_API bool tr_luanti_write(const tr_voxel_source *source, const char *path, const tr_voxel_box *box,
                            const tr_progress *progress, tr_blocks_report *report, tr_error *err);

/// Take it from tr_default_luanti_def().
typedef struct tr_luanti_def {
    uint32_t cookie;
    const char *directory;  ///< is made; one that holds another world is refused
    const char *name;       ///< of the world
    uint64_t seed;
    int64_t spawn[3];               ///< node of the map in which the feet of a player are
    const tr_block_pieces *pieces;  ///< light; NULL: by day where nothing opaque is above within the box
} tr_luanti_def;
/// No directory, "Terrane", seed 0, spawn at 0, 100, 0, no pieces.
TR_API tr_luanti_def tr_default_luanti_def(void);
/// Writes a box of chunks as a whole Luanti world for its standard game (minetest_game): map.sqlite as above, world.mt,
/// map_meta.txt (nothing is generated around) and a mod of the world that puts players on its spawn.
/// @param source  not read where the definition has pieces
TR_API bool tr_luanti_world_write(const tr_voxel_source *source, const tr_voxel_box *box, const tr_luanti_def *def,
                                  const tr_progress *progress, tr_blocks_report *report, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
