/// @file render.h
/// Perspective pictures of terrain by OpenGL, headless or inside the host's context.
///
/// The renderer knows grids and pictures, no generator: the caller brings the heights and colours of nested levels around the
/// camera, fine ones near and coarse ones far. Pictures are for looking at; they are not promised to have the same
/// bytes on another driver.
#ifndef TERRANE_RENDER_H
#define TERRANE_RENDER_H

#include "terrane/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One level: heights on an area and what colours the ground. A finer level replaces a coarser one where both exist.
typedef struct tr_view_level {
    tr_area area;
    tr_grid height;  ///< of the area's size, metres
    tr_image color;  ///< RGB, 8 bits, of the area's size: the ground without light
} tr_view_level;

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
    bool water;       ///< draw the sea
    int32_t samples;  ///< 1..8: supersampling per axis is not needed above 4
} tr_view_def;

/// 1280 x 720, a field of view of 45 degrees, sun in the south-west 30 degrees high, 60 km visibility, 4 samples.
TR_API tr_view_def tr_default_view_def(void);

/// Draws a view. Needs a GL driver (a software one will do) whatever the backend of the context is.
///
/// @param levels  finest first; each next one contains the one before and has a multiple of its spacing
/// @param out     RGB, 8 bits; release with tr_image_destroy()
/// @return false with GPU_UNAVAILABLE, GPU_FAILED, INVALID_ARGUMENT or OVER_BUDGET
TR_API bool tr_render_view(tr_context *context, const tr_view_def *def, const tr_view_level *levels, int level_count,
                           const tr_progress *progress, tr_image *out, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
