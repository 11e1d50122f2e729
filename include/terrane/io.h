/// @file io.h
/// Files: PNG pictures, rasters with a georeference, GLB scenes. Every file is written beside its final name and renamed when it is complete, so that
/// a reader never sees half a file and a failure leaves the old one.
#ifndef TERRANE_IO_H
#define TERRANE_IO_H

#include "terrane/base.h"

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

/// Reads the first band of any raster that GDAL knows. A geographic raster, or one with other than square metric pixels,
/// is warped to metres (UTM) at the nearest multiple of 1/256 m to its resolution. Voids are filled smoothly from around.
///
/// @return false with FILE_OPEN, FILE_READ, FORMAT (no coordinate system to get metres from, nothing but voids), OVER_BUDGET
/// or UNSUPPORTED (a build without GDAL). Thread-safe.
TR_API bool tr_elevation_read(tr_context *context, const char *path, tr_elevation *out, tr_error *err);
TR_API void tr_elevation_destroy(tr_context *context, tr_elevation *elevation);

/// Writes a grid as a Cloud Optimised GeoTIFF of 32-bit floats, compressed, with overviews. The same grid gives the same bytes.
/// @param description  of the band, for example "height (m)"; may be NULL
TR_API bool tr_geotiff_write(tr_context *context, const char *path, const tr_grid *grid, const tr_georeference *place,
                             const char *description, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// GLB

/// A mesh of a GLB file with its levels of detail, finest first.
typedef struct tr_glb_mesh {
    const char *name;
    const tr_mesh *levels;    ///< each a mesh of the same thing with fewer triangles
    int level_count;          ///< at least 1; more than 1 writes MSFT_lod
    const tr_image *texture;  ///< RGB, 8 bits, embedded as PNG and laid on by the uvs; NULL: none
    float roughness;          ///< 0..1
} tr_glb_mesh;

/// Writes meshes as one binary glTF 2.0 file. Positions are relative to `origin` (metres); each mesh becomes a node
/// that is moved by the difference of its own origin.
TR_API bool tr_glb_write(tr_context *context, const char *path, const tr_glb_mesh *meshes, int mesh_count,
                         const double origin[3], tr_error *err);

/// Fewer triangles: simplifies to about `target_index_count` within `max_error_m`, keeping the outer border, and orders
/// indices and vertices for the vertex cache. Without meshoptimizer it fails with UNSUPPORTED.
TR_API bool tr_mesh_simplify(tr_context *context, const tr_mesh *mesh, size_t target_index_count, float max_error_m,
                             tr_mesh *out, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
