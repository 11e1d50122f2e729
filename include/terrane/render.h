/// @file render.h
/// Perspective pictures of terrain by OpenGL, without a window.
///
/// The renderer knows grids, meshes and pictures, no generator: the caller brings the heights and colours of nested
/// levels around the camera, fine ones near and coarse ones far, and meshes that stand on them. Pictures are for
/// looking at; they are not promised to have the same bytes on another driver.
#ifndef TERRANE_RENDER_H
#define TERRANE_RENDER_H

#include "terrane/carve.h"
#include "terrane/voxel.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TR_VIEW_MAX_LEVELS = 16, TR_VIEW_MAX_MODEL_LEVELS = 4, TR_VIEW_MAX_INSTANCES = 2048 };

/// One level: heights on an area and what colours the ground. A finer level replaces a coarser one where both exist.
typedef struct tr_view_level {
    tr_area area;
    tr_grid height;  ///< of the area's size, metres
    tr_image color;  ///< RGB, 8 bits, of the area's size: the ground without light
    tr_grid water;   ///< level of rivers and lakes, TR_NO_WATER elsewhere; of the area's size, or without samples: none
} tr_view_level;

/// A copy of a model that stands on the ground.
typedef struct tr_view_instance {
    double position_m[3];
    float rotation[4];  ///< quaternion x, y, z, w, of length 1
    float scale;        ///< above 0
    uint8_t tint[4];    ///< colours are multiplied by it (RGB, 255 leaves them); alpha is not used
} tr_view_instance;

/// Copies of a model, each drawn with a level of detail by its size on the screen; from some tens of pixels down as a
/// picture of the model, which is made of its second level.
typedef struct tr_view_instances {
    const tr_mesh *levels;  ///< finest first; positions relative to the foot of the object
    int32_t level_count;    ///< 1..TR_VIEW_MAX_MODEL_LEVELS
    const tr_view_instance *instances;
    size_t count;
} tr_view_instances;

/// A chunk of blocks, or of cells of a coarser level.
typedef struct tr_view_blocks {
    const tr_voxel_mesh *mesh;
    double origin_m[3];  ///< of its first cell
    double cell_m;       ///< side of a cell
} tr_view_blocks;

typedef struct tr_view_def {
    uint32_t cookie;
    int32_t width, height;     ///< pixels, 16..8192
    double eye_m[3];           ///< x, y (up), z
    double target_m[3];        ///< what the camera looks at; not the eye
    double fov_deg;            ///< vertical, 10..120
    double sun_azimuth_deg;    ///< where the sun stands, clockwise from north
    double sun_elevation_deg;  ///< -10..90
    double visibility_m;       ///< distance at which haze takes half of the colour
    double sea_level_m;
    bool water;       ///< draw the sea; its surface is not seen from below
    int32_t samples;  ///< per pixel, 1..8
    /// What stands on the ground: bridges, houses, trees. Both sides of a triangle are seen; without normals they are
    /// flat, without colours grey. Colours are those of a screen (sRGB), without light; alpha is not used.
    const tr_mesh *meshes;
    int32_t mesh_count;
    const tr_view_instances *instances;  ///< trees, rocks, ...: they cast shadows on the ground and on each other
    int32_t instances_count;             ///< 0..TR_VIEW_MAX_INSTANCES
    const tr_view_blocks *blocks;        ///< with textures, their own light and shadows; water is seen through
    int32_t blocks_count;
} tr_view_def;

/// 1280 x 720, a field of view of 45 degrees, sun in the south-west 30 degrees high, 45 km visibility, 4 samples, no
/// meshes, no instances, no blocks.
TR_API tr_view_def tr_default_view_def(void);

/// Draws a view. Needs a GL driver (a software one will do) whatever the backend of the context is; it opens a GL
/// context of its own on a thread of its own, so that one the caller has current is left alone. Thread-safe.
///
/// @param levels    finest first, 8 to 8192 samples a side; each next one contains the one before and has 2 to 16 times
///                  (a whole number) its spacing. Beyond the last one lies the sea, or haze. None are needed where
///                  there are blocks.
/// @param progress  may be NULL; called from another thread
/// @param out       RGB, 8 bits; release with tr_image_destroy()
/// @return false with GPU_UNAVAILABLE, GPU_FAILED, INVALID_ARGUMENT, NOT_FINITE, OVER_BUDGET, OUT_OF_MEMORY or
/// CANCELLED
TR_API bool tr_render_view(tr_context *context, const tr_view_def *def, const tr_view_level *levels, int level_count,
                           const tr_progress *progress, tr_image *out, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
