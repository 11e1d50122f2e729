/// @file render.h
/// A retained renderer by OpenGL: resources that stay on the device, frames that only draw them.
///
/// The renderer knows grids, meshes, copies of models and blocks, no generator. Making something visible has two steps:
///
/// 1. *Prepare* (`tr_render_part_*`): everything that is work for the processor (the light on a level of ground,
/// packing
///    of vertices, light at objects) gives a tr_render_part. It needs no GL and no renderer, so it may run on any
///    thread; it is a pure function of its definition.
/// 2. *Add* (tr_renderer_add()): uploads a part and gives a handle. tr_renderer_replace() exchanges what a handle
/// shows,
///    tr_renderer_drop() ends it. The part stays the caller's and is not needed any more by the renderer.
///
/// tr_renderer_draw() draws a frame of everything that was added and is visible. It compiles nothing and allocates
/// nothing after the first frame of a size (tr_renderer_stats() proves it).
///
/// Positions are metres, x east, y up, z south, in double precision; on the device they are relative to an origin of
/// each resource, and the eye's offset from that is a number of the frame: a camera moves without anything being
/// uploaded again, and places 10^12 m away look like those at the origin.
///
/// OpenGL 3.3 core and OpenGL ES 3.0 (and so WebGL 2) are enough. Pictures are for looking at; they are not promised to
/// have the same bytes on another driver.
///
/// Threads: parts are made on any thread. A renderer is used by one thread at a time. One in the host's context must be
/// used where that context is current. One with a context of its own may move between threads: each call makes its
/// context current and puts back what EGL had current before (a thread on which a GLX context is current cannot do
/// this: lend that context instead).
#ifndef TERRANE_RENDER_H
#define TERRANE_RENDER_H

#include "terrane/blocks.h"
#include "terrane/gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TR_RENDER_MAX_LEVELS = 16,       ///< levels of ground at one time
    TR_RENDER_MAX_MODEL_LEVELS = 4,  ///< levels of detail of a model
    TR_RENDER_MAX_MODELS = 2048,     ///< models at one time; a driver may allow fewer (256 at least)
    TR_RENDER_MIN_SIDE_PX = 16,      ///< of a picture
    TR_RENDER_MAX_SIDE_PX = 8192
};

// ---------------------------------------------------------------------------------------------------------
// The renderer

typedef struct tr_renderer tr_renderer;

/// How much a frame may cost.
typedef enum tr_render_quality {
    TR_QUALITY_LOW,  ///< for machines without a GPU: one pass, no cast shadows, no mirror, far trees as small pictures
    TR_QUALITY_MEDIUM,   ///< light, haze and water per pixel, two squares of cast shadows
    TR_QUALITY_HIGH,     ///< with the land mirrored in the sea, three squares of cast shadows
    TR_QUALITY_PICTURE,  ///< everything, for a still picture
    TR_QUALITY_COUNT
} tr_render_quality;

/// Which GL a context of our own is.
typedef enum tr_render_api {
    TR_RENDER_API_AUTO,   ///< GL 3.3 core, else GLES 3.0
    TR_RENDER_API_GL33,   ///< OpenGL 3.3 core
    TR_RENDER_API_GLES3,  ///< OpenGL ES 3.0
    TR_RENDER_API_COUNT
} tr_render_api;

/// How a renderer is made. Take it from tr_default_renderer_def() and change fields.
typedef struct tr_renderer_def {
    uint32_t cookie;
    /// Live in the GL context that is current on the calling thread (OpenGL 3.3 or later, or OpenGL ES 3.0 or later);
    /// else open one without a window.
    bool host_context;
    tr_render_api api;  ///< of a context of our own; with `host_context` AUTO, which takes it as it is
    tr_render_quality quality;
    int32_t samples;        ///< per pixel, 1..8; quality LOW always has one
    uint64_t budget_bytes;  ///< of all textures, buffers and targets on the device; tr_renderer_add() keeps to it
    bool time_parts;        ///< wait for the device after each part of a frame, so that the times of parts are true
} tr_renderer_def;

/// A context of its own, AUTO, quality HIGH, 2 samples, 1 GiB, parts not timed.
TR_API tr_renderer_def tr_default_renderer_def(void);

/// Makes a renderer without resources. The programs that draw a kind are compiled when the first resource of it is
/// added, those for picking at the first pick. Without tr_renderer_set_environment() it has
/// tr_default_environment_def().
///
/// @return NULL with GPU_UNAVAILABLE (no driver; the current context is too old), GPU_FAILED, INVALID_ARGUMENT or
/// OUT_OF_MEMORY
TR_API tr_renderer *tr_renderer_create(tr_context *context, const tr_renderer_def *def, tr_error *err);

/// Ends a renderer and everything on the device. A host's context must be current. NULL is allowed.
TR_API void tr_renderer_destroy(tr_renderer *renderer);

/// The driver in use: `state` is TR_GPU_READY.
TR_API tr_gpu_info tr_renderer_gpu_info(const tr_renderer *renderer);

// ---------------------------------------------------------------------------------------------------------
// The environment: sun, sky, haze, sea

/// The world around: where the sun stands, how clear the air is, where the sea is.
typedef struct tr_environment_def {
    uint32_t cookie;
    double sun_azimuth_deg;    ///< where the sun stands, clockwise from north; -360..360
    double sun_elevation_deg;  ///< -10..90
    double visibility_m;       ///< distance at which haze takes half of the colour; 100..1e7
    double sea_level_m;
    bool sea;  ///< draw the sea; its surface is not seen from below
    /// Height above the sea for which the sky is computed (2 to 20 000 m are told apart). A sky is still good for an
    /// eye that is twice or half as high.
    double eye_height_m;
} tr_environment_def;

/// Sun in the south-west 30 degrees high, 45 km visibility, the sea at 0 m, an eye 500 m above it.
TR_API tr_environment_def tr_default_environment_def(void);

// ---------------------------------------------------------------------------------------------------------
// Parts: what was prepared

/// What a part or a resource is.
typedef enum tr_render_kind {
    TR_RENDER_NONE,
    TR_RENDER_ENVIRONMENT,
    TR_RENDER_GROUND,
    TR_RENDER_MESH,
    TR_RENDER_MODEL,
    TR_RENDER_INSTANCES,
    TR_RENDER_BLOCKS,
    TR_RENDER_IMAGE,
    TR_RENDER_TILES,
    TR_RENDER_LINES,
    TR_RENDER_KIND_COUNT
} tr_render_kind;

/// "none", "environment", "ground", ...
TR_API const char *tr_render_kind_name(tr_render_kind kind);

/// A resource on the device. 0 is never valid. Handles are not used again.
typedef struct tr_render_id {
    uint32_t id;
} tr_render_id;

/// Something prepared for a renderer. It belongs to a tr_context, is never changed but by trimming, and may be read by
/// several threads at the same time and added to several renderers. Functions that make one are thread-safe and return
/// NULL with INVALID_ARGUMENT, NOT_FINITE, TOO_LARGE, OVER_BUDGET or OUT_OF_MEMORY. They copy what they are given.
typedef struct tr_render_part tr_render_part;

TR_API tr_render_kind tr_render_part_kind(const tr_render_part *part);
/// Memory that the part holds now.
TR_API size_t tr_render_part_bytes(const tr_render_part *part);
/// Frees what only an upload needs, after which the part cannot be added any more. A trimmed level of ground still
/// gives light to finer levels and to objects, a trimmed model still serves to prepare its instances.
TR_API void tr_render_part_trim(tr_render_part *part);
/// NULL is allowed.
TR_API void tr_render_part_destroy(tr_render_part *part);

/// Tables of the sky, for tr_renderer_set_environment(). Costs about 50 ms.
TR_API tr_render_part *tr_render_part_environment(tr_context *context, const tr_environment_def *def, tr_error *err);

/// One level of ground: heights on an area and what colours it. A finer level replaces a coarser one where both exist.
typedef struct tr_render_ground_def {
    uint32_t cookie;
    tr_sample_area area;  ///< 8 to 8192 samples a side
    tr_grid height;       ///< of the area's size, metres
    tr_image color;       ///< RGB, 8 bits, of the area's size: the ground without light
    tr_grid water;  ///< level of rivers and lakes, TR_NO_WATER elsewhere; of the area's size, or without samples: none
    /// The next coarser level, which must not have been destroyed: shadows that come in over the border, wide hollows.
    /// Its spacing is 2 to 16 times (a whole number) that of this one. NULL: there is none.
    const tr_render_part *coarser;
    tr_environment_def environment;  ///< its sun and sea
} tr_render_ground_def;

/// No area, no coarser level, the default environment.
TR_API tr_render_ground_def tr_default_render_ground_def(void);
/// Computes the light on a level. Uses the threads of the context.
TR_API tr_render_part *tr_render_part_ground(tr_context *context, const tr_render_ground_def *def, tr_error *err);

/// Levels of ground that shade what stands on them: of those that cover a place the finest counts; none: full light.
typedef struct tr_render_light {
    const tr_render_part *const *levels;  ///< kind GROUND, any order
    int32_t count;
} tr_render_light;

/// A mesh that stands somewhere: a bridge, a house. Both sides of a triangle are seen; without normals it is flat,
/// without colours grey. Colours are those of a screen (sRGB), without light; their alpha is not used.
typedef struct tr_render_mesh_def {
    uint32_t cookie;
    const tr_mesh *mesh;
    /// An image (kind IMAGE) laid on by the mesh's `uvs` and multiplied with its colours; 0: none. While it is gone,
    /// the mesh is not drawn (INCOMPLETE).
    tr_render_id image;
    float min_alpha;  ///< what the image covers less is left out; 0: nothing is
    tr_render_light light;
} tr_render_mesh_def;

/// No image, nothing left out, full light.
TR_API tr_render_mesh_def tr_default_render_mesh_def(void);
TR_API tr_render_part *tr_render_part_mesh(tr_context *context, const tr_render_mesh_def *def, tr_error *err);

/// A model of which copies are drawn, with levels of detail.
typedef struct tr_render_model_def {
    uint32_t cookie;
    const tr_mesh *levels;  ///< finest first; positions relative to the foot of the object
    int32_t level_count;    ///< 1..TR_RENDER_MAX_MODEL_LEVELS
} tr_render_model_def;

TR_API tr_render_model_def tr_default_render_model_def(void);
/// Adding a model draws pictures of it from several sides, for copies that are small on the screen.
TR_API tr_render_part *tr_render_part_model(tr_context *context, const tr_render_model_def *def, tr_error *err);

/// A copy of a model.
typedef struct tr_render_instance {
    double position_m[3];  ///< of its foot
    float rotation[4];     ///< quaternion x, y, z, w, of length 1
    float scale;           ///< above 0 to 1e6
    uint8_t tint[4];       ///< colours are multiplied by it (RGB, 255 leaves them); alpha is not used
} tr_render_instance;

/// Copies of one model that come and go together, as those of a square of the world. Each is drawn with a level of
/// detail by its size on the screen, from some tens of pixels down as a picture of the model. They cast shadows.
typedef struct tr_render_instances_def {
    uint32_t cookie;
    const tr_render_part *model;  ///< kind MODEL; read while preparing
    tr_render_id model_id;        ///< the same model on the renderer. While it is gone, they are not drawn
    const tr_render_instance *instances;
    size_t count;
    tr_render_light light;
} tr_render_instances_def;

TR_API tr_render_instances_def tr_default_render_instances_def(void);
TR_API tr_render_part *tr_render_part_instances(tr_context *context, const tr_render_instances_def *def, tr_error *err);

/// A chunk of blocks, or of cells of a coarser level: with textures, their own light and shadows; water is seen
/// through.
typedef struct tr_render_blocks_def {
    uint32_t cookie;
    const tr_voxel_mesh *mesh;
    double origin_m[3];  ///< of its first cell
    double cell_m;       ///< side of a cell, above 0 to 1e6
} tr_render_blocks_def;

TR_API tr_render_blocks_def tr_default_render_blocks_def(void);
TR_API tr_render_part *tr_render_part_blocks(tr_context *context, const tr_render_blocks_def *def, tr_error *err);

/// An image for meshes and tiles.
typedef struct tr_render_image_def {
    uint32_t cookie;
    const tr_image *image;  ///< RGBA, 8 bits, sRGB, 1 to 8192 pixels a side; alpha not premultiplied
    bool smooth;            ///< filtered, with smaller versions of itself; else single texels are seen
    bool repeat;            ///< beyond its border; else the border goes on
} tr_render_image_def;

/// Filtered, repeated.
TR_API tr_render_image_def tr_default_render_image_def(void);
TR_API tr_render_part *tr_render_part_image(tr_context *context, const tr_render_image_def *def, tr_error *err);

/// A rectangle of the 2D layer, in pixels of the layer: x to the right, y down.
typedef struct tr_render_tile {
    float x, y, width, height;
    float u0, v0, u1, v1;  ///< part of the image, 0..1; v down
    uint8_t tint[4];       ///< RGBA, multiplied with the image; without an image the colour
} tr_render_tile;

/// Tiles drawn over the frame, unlit, in their order, blended by alpha.
typedef struct tr_render_tiles_def {
    uint32_t cookie;
    tr_render_id image;  ///< kind IMAGE; 0: plain colours
    const tr_render_tile *tiles;
    size_t count;
    int32_t order;  ///< layers of a lower order are drawn first; equal ones by age
} tr_render_tiles_def;

TR_API tr_render_tiles_def tr_default_render_tiles_def(void);
TR_API tr_render_part *tr_render_part_tiles(tr_context *context, const tr_render_tiles_def *def, tr_error *err);

/// A line through places in the world, as wide in pixels everywhere.
typedef struct tr_render_polyline {
    const double *points_m;  ///< 3 per point
    size_t count;            ///< 2 or more
    bool closed;             ///< the last point is joined to the first
    float width_px;          ///< above 0 to 64
    uint8_t color[4];        ///< RGBA, sRGB
} tr_render_polyline;

/// A handle: a disc or a square around a place in the world, as large in pixels everywhere.
typedef struct tr_render_handle {
    double position_m[3];
    float size_px;     ///< across, above 0 to 256
    bool square;       ///< else a disc
    uint8_t color[4];  ///< RGBA, sRGB
} tr_render_handle;

/// Lines and handles of an editor, drawn over the finished frame, unlit.
typedef struct tr_render_lines_def {
    uint32_t cookie;
    const tr_render_polyline *lines;
    size_t line_count;
    const tr_render_handle *handles;
    size_t handle_count;
    float hidden_share;  ///< how much is seen of what lies behind the world: 0 nothing, 1 all (on top)
} tr_render_lines_def;

/// A quarter is seen of what is hidden.
TR_API tr_render_lines_def tr_default_render_lines_def(void);
TR_API tr_render_part *tr_render_part_lines(tr_context *context, const tr_render_lines_def *def, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Resources

typedef enum tr_render_state {
    TR_RENDER_GONE,  ///< never existed, or was dropped
    TR_RENDER_READY,
    TR_RENDER_INCOMPLETE,  ///< refers to an image or a model that is gone: it is not drawn
} tr_render_state;

/// Uploads a part. Levels of ground of one renderer have different spacings, each a whole number of 2 to 16 times the
/// next finer one; each is drawn as far as it lies within the coarser one.
///
/// @return a handle, or {0} with INVALID_ARGUMENT (trimmed; an environment; levels that do not fit), OVER_BUDGET,
/// TOO_LARGE, OUT_OF_MEMORY or GPU_FAILED. Nothing has changed then
TR_API tr_render_id tr_renderer_add(tr_renderer *renderer, const tr_render_part *part, tr_error *err);
/// Shows another part of the same kind under the handle of a resource. On failure the old one stays.
TR_API bool tr_renderer_replace(tr_renderer *renderer, tr_render_id resource, const tr_render_part *part,
                                tr_error *err);
/// Frees a resource. One that is gone already is allowed.
TR_API void tr_renderer_drop(tr_renderer *renderer, tr_render_id resource);
/// Whether a resource is drawn; it is when it was added. One that is gone is left alone.
TR_API void tr_renderer_set_visible(tr_renderer *renderer, tr_render_id resource, bool visible);
/// Where pixel 0,0 of a layer of tiles lies in the frame (pixels from its upper left corner), and how many pixels of
/// the frame a pixel of the layer is. At first {0, 0} and 1.
TR_API void tr_renderer_place_tiles(tr_renderer *renderer, tr_render_id tiles, const double offset_px[2], double scale);
/// Takes a part of kind ENVIRONMENT. Levels that were prepared with another sun keep their shadows until replaced.
TR_API bool tr_renderer_set_environment(tr_renderer *renderer, const tr_render_part *environment, tr_error *err);

typedef struct tr_render_resource_info {
    tr_render_kind kind;
    tr_render_state state;
    bool visible;
    uint64_t device_bytes;
    uint64_t uploads;  ///< 1 after adding, one more for each replacement
} tr_render_resource_info;

/// All zero for a handle that is gone.
TR_API tr_render_resource_info tr_renderer_resource_info(const tr_renderer *renderer, tr_render_id resource);

// ---------------------------------------------------------------------------------------------------------
// Frames

typedef struct tr_camera_def {
    uint32_t cookie;
    double eye_m[3];     ///< x, y (up), z
    double target_m[3];  ///< what the camera looks at; not the eye
    double fov_deg;      ///< vertical, 10..120
} tr_camera_def;

/// 500 m over the origin, looking north and down, a field of view of 45 degrees.
TR_API tr_camera_def tr_default_camera_def(void);

typedef struct tr_render_target_def {
    uint32_t cookie;
    int32_t width, height;  ///< pixels, TR_RENDER_MIN_SIDE_PX..TR_RENDER_MAX_SIDE_PX
    /// Draw into the framebuffer that the host has bound, at a viewport; else into an image of the renderer's own.
    bool host_framebuffer;
    int32_t x, y;                 ///< lower left corner of that viewport
    const tr_progress *progress;  ///< may be NULL; asked between the pieces of a large picture; may cancel
} tr_render_target_def;

/// An image of 1280 x 720.
TR_API tr_render_target_def tr_default_render_target_def(void);

/// Draws a frame. In a host's context it leaves the framebuffer and the viewport as they were; program, vertex array,
/// buffers and textures unbound; blending, depth test, face culling and scissor test off; everything else it touches at
/// the value that GL starts with. It expects no more of the host than that GL_UNPACK and GL_PACK settings other than
/// alignment are those GL starts with.
///
/// @param time_s  moves the waves; any origin
/// @return false with INVALID_ARGUMENT, NOT_FINITE, GPU_FAILED, OUT_OF_MEMORY, OVER_BUDGET or CANCELLED
TR_API bool tr_renderer_draw(tr_renderer *renderer, const tr_camera_def *camera, const tr_render_target_def *target,
                             double time_s, tr_error *err);

/// The last frame that was drawn into the renderer's own image. Waits for the device.
/// @param out  RGB, 8 bits; release with tr_image_destroy()
/// @return false with INVALID_ARGUMENT (none was drawn), OUT_OF_MEMORY, OVER_BUDGET or GPU_FAILED
TR_API bool tr_renderer_read(tr_renderer *renderer, tr_image *out, tr_error *err);

/// What is seen at a place of a frame.
typedef struct tr_render_pick {
    tr_render_id resource;  ///< 0: sky, or the open sea
    tr_render_kind kind;
    int64_t index;         ///< instance of a set, polyline of lines, or `line_count` + handle; -1: it has none
    bool sea;              ///< the sea is seen there: `position_m` lies on it, and `resource` is what is below it
    double position_m[3];  ///< not with sky
    double distance_m;     ///< from the eye; infinite: sky
} tr_render_pick;

/// Finds what lies under a pixel of the last frame: handles and lines before everything, then the nearest surface.
/// Rivers and lakes are looked through. Resources that were added since count too.
///
/// @param x_px, y_px  from the upper left corner of the frame, pixel centres at .5
/// @return false with INVALID_ARGUMENT (outside, or no frame was drawn) or GPU_FAILED
TR_API bool tr_renderer_pick(tr_renderer *renderer, double x_px, double y_px, tr_render_pick *out, tr_error *err);

/// Parts of a frame.
typedef enum tr_render_step {
    TR_STEP_UPLOAD,  ///< what was added or replaced since the frame before, and numbers of the frame
    TR_STEP_SHADOWS,
    TR_STEP_GROUND,
    TR_STEP_MESHES,
    TR_STEP_INSTANCES,
    TR_STEP_BLOCKS,
    TR_STEP_MIRROR,
    TR_STEP_WATER,
    TR_STEP_COMPOSE,  ///< sky, haze, sea, tone
    TR_STEP_OVERLAY,  ///< tiles, lines, handles
    TR_STEP_COUNT
} tr_render_step;

TR_API const char *tr_render_step_name(tr_render_step step);

typedef struct tr_renderer_stats {
    uint64_t frames;
    uint64_t programs_compiled;  ///< since the renderer was created
    uint64_t device_objects;     ///< textures, buffers, vertex arrays and framebuffers made since it was created
    uint64_t resources;          ///< alive
    uint64_t device_bytes;       ///< held now: resources, tables, targets
    uint64_t uploads;            ///< of resources, replacements too
    uint64_t uploaded_bytes;
    // Of the last frame:
    uint64_t draw_calls;
    uint64_t instances_as_meshes[TR_RENDER_MAX_MODEL_LEVELS];  ///< by level of detail
    uint64_t instances_as_pictures;
    double step_s[TR_STEP_COUNT];  ///< time on the calling thread; with `time_parts` until the device was done
    double frame_s;
} tr_renderer_stats;

TR_API tr_renderer_stats tr_renderer_statistics(const tr_renderer *renderer);

#ifdef __cplusplus
}
#endif
#endif
