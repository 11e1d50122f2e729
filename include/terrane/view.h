/// @file view.h
/// A world around a moving eye: what is drawn of it, made and dropped as the eye moves, within budgets.
///
/// A tr_view stands between a world and a renderer (render.h). Once per frame tr_view_update() is told where the camera
/// is. It takes what the threads of the context have finished, uploads some of it, asks for what is missing, coarse
/// ground first and then what is nearest, and drops what is far. It never waits: a frame shows what is there so far.
/// tr_view_settle() waits until everything is there, for pictures and tests.
///
///     tr_view *view = tr_view_create(world, renderer, &def, &err);
///     while (flying) {
///         tr_view_update(view, &camera, &err);
///         tr_renderer_draw(renderer, &camera, &target, time_s, &err);
///     }
///     tr_view_destroy(view);
///
/// What tr_view_settle() shows depends on the world, the definition and the camera alone, not on how the camera came
/// there, nor on the number of threads.
///
/// Threads: a view belongs to the thread that uses its renderer. What the world is asked for runs as jobs of the
/// context; a view has no threads of its own.
#ifndef TERRANE_VIEW_H
#define TERRANE_VIEW_H

#include "terrane/render.h"
#include "terrane/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_view tr_view;

/// As what a world is shown.
typedef enum tr_view_form {
    TR_VIEW_GROUND,  ///< ground, with rivers and lakes, plants and bridges on it
    TR_VIEW_BLOCKS,  ///< blocks (voxel.h)
    TR_VIEW_FORM_COUNT
} tr_view_form;

/// What a view shows and what it may cost. Take it from tr_default_view_def() and change fields.
typedef struct tr_view_def {
    uint32_t cookie;
    tr_view_form form;
    /// Keep only what one camera sees, as fine as its picture needs it: for a picture. Another camera starts over.
    /// Else everything around the eye is kept, for a camera that moves and turns.
    bool still;
    int32_t width, height;  ///< pixels of the frames: what is too small to be seen in them is not made
    /// Sun, haze, and whether there is a sea. The view sets the level of the sea and the height of the eye itself.
    tr_environment_def environment;
    // Of ground:
    bool plants;         ///< what the description places
    bool bridges;        ///< as meshes, where they are near
    double sample_px;    ///< how far apart samples of the ground may be on the screen; 0.5..64
    double finest_m;     ///< the least distance between samples of the ground; a power of two, 0.125..1024
    double farthest_m;   ///< no ground is shown beyond; 500..1e6
    double plant_range;  ///< how far plants are seen, of the distance that the description says; 0.05..4
    // Of blocks:
    int32_t near_chunks, far_chunks;  ///< as in tr_voxel_scene_def
    const char *save;                 ///< a file with edits, which is only read; NULL: none
    // Budgets:
    double upload_s;        ///< an update begins no further upload after this time; 0..1
    uint64_t budget_bytes;  ///< of all that the view holds, here and on the device; what is farthest is left out
    int32_t max_jobs;       ///< requests under way at one time, 1..16
} tr_view_def;

/// For a moving eye and a renderer of quality HIGH: ground with plants and bridges, 1280 x 720, samples 3 pixels apart
/// and 1/4 m at least, up to 250 km far; 6 and 32 chunks; uploads of 4 ms, 768 MiB, 2 jobs.
TR_API tr_view_def tr_default_view_def(void);
/// The same for a renderer of another quality: lower ones have coarser ground and plants that are seen less far.
TR_API tr_view_def tr_view_def_of_quality(tr_render_quality quality);
/// For one picture: still, samples 1.35 pixels apart, 10 and 64 chunks.
TR_API tr_view_def tr_picture_view_def(void);

/// Makes a view that shows nothing yet. Both the world and the renderer must outlive it; several views may share a
/// world, but not a renderer. Looks at the models of the description, which takes some tens of milliseconds.
///
/// @return NULL with INVALID_ARGUMENT (which names the field), NOT_FINITE, OUT_OF_MEMORY, OVER_BUDGET, UNSUPPORTED, or
/// what opening a save reports
TR_API tr_view *tr_view_create(const tr_world *world, tr_renderer *renderer, const tr_view_def *def, tr_error *err);

/// Ends a view: its jobs are cancelled and waited for, and what it has added to the renderer is dropped. NULL is
/// allowed.
TR_API void tr_view_destroy(tr_view *view);

/// Follows the camera for one frame, without waiting. Call it before each tr_renderer_draw().
///
/// @return false when a request or an upload failed (the first failure of this update is reported) or the camera is
/// wrong: INVALID_ARGUMENT, NOT_FINITE. The view goes on: what failed is asked for again later
TR_API bool tr_view_update(tr_view *view, const tr_camera_def *camera, tr_error *err);

/// Waits until everything that the camera needs is on the renderer, and nothing else.
///
/// @param progress  may be NULL; may cancel, after which the view can be used as before
/// @return false with CANCELLED, or with the first failure; OVER_BUDGET when not everything fits
TR_API bool tr_view_settle(tr_view *view, const tr_camera_def *camera, const tr_progress *progress, tr_error *err);

/// Waits until nothing is missing that tr_view_update() would ask for: for the frames of a film. Cheaper than settling
/// at each of them, since what still serves is kept: details of the light may depend on the way that the camera came.
/// Fails as tr_view_settle() does.
TR_API bool tr_view_catch_up(tr_view *view, const tr_camera_def *camera, const tr_progress *progress, tr_error *err);

/// What a view holds and has done.
typedef struct tr_view_stats {
    // Now:
    uint64_t missing;       ///< parts that the camera needs and that are not on the renderer yet
    uint64_t running;       ///< requests under way, of them
    uint64_t ready;         ///< made, and not uploaded yet
    uint64_t shown;         ///< parts on the renderer
    uint64_t host_bytes;    ///< of parts in memory
    uint64_t device_bytes;  ///< of parts on the renderer
    uint64_t levels, samples, plants, bridges, chunks, quads;  ///< on the renderer
    // Since the view was created:
    uint64_t requests, uploads, drops;
    uint64_t failures;
    uint64_t repeats;  ///< parts that were uploaded while the same part was on the renderer: none
    // Time on the calling thread:
    double update_s;      ///< of the last update
    double wait_s;        ///< of it, waiting for other threads of the context
    double upload_s;      ///< of it, handing parts to the renderer
    double max_update_s;  ///< the largest of all updates so far; settling does not count
    double max_wait_s;
} tr_view_stats;

TR_API tr_view_stats tr_view_statistics(const tr_view *view);

// ---------------------------------------------------------------------------------------------------------
// Cameras

/// Where a camera shall stand. NaN means "not given". Take it from tr_default_camera_request_def().
///
/// Either `eye_m` and `look_at_m` are given, or the camera stands around a target: what is not given of distance,
/// azimuth and elevation is chosen so that much is to be seen, and with nothing given at all so is the place.
typedef struct tr_camera_request_def {
    uint32_t cookie;
    double eye_m[3];         ///< y may be left out where `above_m` is given
    double look_at_m[3];     ///< without y: on the ground
    double above_m;          ///< height of the eye above ground and sea
    double target_m[2];      ///< x and z; not given: the middle of the world's home
    double distance_m;       ///< from the target to the eye
    double azimuth_deg;      ///< where the eye stands, clockwise from north of the target
    double elevation_deg;    ///< how high it stands over the target
    bool no_search;          ///< take plain defaults for what is not given
    bool blocks;             ///< lift the eye out of the world's blocks too
    int32_t width, height;   ///< of the picture, pixels
    double fov_deg;          ///< vertical, 10..120
    double sun_azimuth_deg;  ///< light from the side is looked for
} tr_camera_request_def;

/// Nothing given, a search, 1280 x 720, a field of view of 45 degrees, the sun of tr_default_environment_def().
TR_API tr_camera_request_def tr_default_camera_request_def(void);

/// Finds a camera. Its eye is never less than 2 m above ground and sea. Asks the world for some coarse heights.
///
/// @return false with INVALID_ARGUMENT (what is given does not go together), or what the world reports
TR_API bool tr_view_find_camera(const tr_world *world, const tr_camera_request_def *request, tr_camera_def *out,
                                tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Models

/// A contact sheet of all built-in models with their variants and levels of detail. Needs a GL driver.
/// @param progress  may be NULL
/// @param out       RGB, 8 bits; release with tr_image_destroy()
TR_API bool tr_model_sheet_create(tr_context *context, const tr_progress *progress, tr_image *out, tr_error *err);

/// One variant of a model from four sides, and its levels of detail beside each other.
TR_API bool tr_model_portrait_create(tr_context *context, tr_model_kind kind, int32_t variant, tr_image *out,
                                     tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
