// terrane bench render: frames of the demo valley by quality, on whatever GL driver there is. On a software driver
// (Mesa's llvmpipe) the figures say nothing of a GPU; what is asked for is what a machine without one needs.
#include "bench/bench.h"

#include "terrane/view.h"

enum { WIDTH_PX = 960, HEIGHT_PX = 540 };

// A world that a renderer of one quality shows, everything there.
typedef struct frame_rig {
    tr_context *context;
    tr_world *world;
    tr_renderer *renderer;
    tr_view *view;
    tr_camera_def camera;
    tr_render_target_def target;
} frame_rig;

static void close_rig(frame_rig *rig)
{
    tr_view_destroy(rig->view);
    tr_renderer_destroy(rig->renderer);
    if (rig->world) {
        tr_world_destroy(rig->world);
    }
    if (rig->context) {
        tr_context_destroy(rig->context);
    }
    *rig = (frame_rig){0};
}

static bool fill_rig(frame_rig *rig, tr_render_quality quality, tr_error *err)
{
    const tr_world_def defaults = tr_default_world_def();
    rig->world = tr_world_load(rig->context, "worlds/valley.yaml", NULL, NULL);
    if (!rig->world) {
        rig->world = tr_world_create(rig->context, &defaults, err);
    }
    if (!rig->world) {
        return false;
    }
    tr_renderer_def renderer = tr_default_renderer_def();
    renderer.quality = quality;
    renderer.samples = quality == TR_QUALITY_PICTURE ? 4 : 1;
    rig->renderer = tr_renderer_create(rig->context, &renderer, err);
    if (!rig->renderer) {
        return false;
    }
    tr_view_def view = quality == TR_QUALITY_PICTURE ? tr_picture_view_def() : tr_view_def_of_quality(quality);
    view.width = WIDTH_PX;
    view.height = HEIGHT_PX;
    rig->view = tr_view_create(rig->world, rig->renderer, &view, err);
    tr_camera_request_def request = tr_default_camera_request_def();
    request.width = WIDTH_PX;
    request.height = HEIGHT_PX;
    rig->target = tr_default_render_target_def();
    rig->target.width = WIDTH_PX;
    rig->target.height = HEIGHT_PX;
    return rig->view && tr_view_find_camera(rig->world, &request, &rig->camera, err) &&
           tr_view_settle(rig->view, &rig->camera, NULL, err);
}

static bool open_rig(const bench_settings *settings, tr_render_quality quality, frame_rig *out, tr_error *err)
{
    tr_context_def context = settings->context;
    context.backend = TR_BACKEND_CPU;
    *out = (frame_rig){.context = tr_context_create(&context, err)};
    if (out->context && fill_rig(out, quality, err)) {
        return true;
    }
    close_rig(out);
    return false;
}

// Reading back waits for the device.
static bool draw_frame(void *user, tr_error *err)
{
    frame_rig *rig = user;
    tr_image image;
    if (!tr_renderer_draw(rig->renderer, &rig->camera, &rig->target, 0, err) ||
        !tr_renderer_read(rig->renderer, &image, err)) {
        return false;
    }
    tr_image_destroy(rig->context, &image);
    return true;
}

static bool time_frames(bench_run *run, frame_rig *low, frame_rig *picture, tr_error *err)
{
    double seconds[2];
    if (!bench_time_pair(draw_frame, low, draw_frame, picture, 40, seconds, err)) {
        return false;
    }
    bench_row row = {.name = "frame low 960x540",
                     .isa = tr_context_isa(low->context),
                     .backend = TR_BACKEND_GL,
                     .threads = tr_context_threads(low->context),
                     .ours = seconds[0] * 1e3,
                     .unit = "ms",
                     .less = true,
                     .baseline = seconds[1] * 1e3,
                     .baseline_name = "quality picture",
                     .floor = 60};
    bench_add(run, &row);
    row.baseline = 100;
    row.baseline_name = "limit";
    row.floor = 1;
    bench_add(run, &row);
    return true;
}

bool bench_render(bench_run *run, tr_error *err)
{
    if (!bench_wants(run, "frame low 960x540")) {
        return true;
    }
    frame_rig low, picture;
    tr_error problem = {0};
    if (!open_rig(run->settings, TR_QUALITY_LOW, &low, &problem)) {
        // Without a GL driver there is nothing to measure.
        return problem.code == TR_ERROR_GPU_UNAVAILABLE || tr_fail(err, problem.code, "%s", problem.message);
    }
    bool ok = open_rig(run->settings, TR_QUALITY_PICTURE, &picture, err);
    if (ok) {
        ok = time_frames(run, &low, &picture, err);
        close_rig(&picture);
    }
    close_rig(&low);
    return ok;
}
