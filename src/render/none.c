// The renderer of a build without GL: there is none, and the functions that need one are never called.
#include <assert.h>

#include "terrane/render.h"

tr_renderer *tr_renderer_create(tr_context *context, const tr_renderer_def *def, tr_error *err)
{
    (void)context, (void)def;
    tr_fail(err, TR_ERROR_GPU_UNAVAILABLE,
            "this build has no GL (libepoxy and EGL were not found when it was configured)");
    return NULL;
}

void tr_renderer_destroy(tr_renderer *renderer)
{
    assert(!renderer);
    (void)renderer;
}

static bool refuse(tr_error *err)
{
    return tr_fail(err, TR_ERROR_GPU_UNAVAILABLE, "this build has no GL");
}

tr_gpu_info tr_renderer_gpu_info(const tr_renderer *renderer)
{
    (void)renderer;
    return (tr_gpu_info){.state = TR_GPU_UNAVAILABLE};
}

tr_render_id tr_renderer_add(tr_renderer *renderer, const tr_render_part *part, tr_error *err)
{
    (void)renderer, (void)part;
    refuse(err);
    return (tr_render_id){0};
}

bool tr_renderer_replace(tr_renderer *renderer, tr_render_id resource, const tr_render_part *part, tr_error *err)
{
    (void)renderer, (void)resource, (void)part;
    return refuse(err);
}

void tr_renderer_drop(tr_renderer *renderer, tr_render_id resource)
{
    (void)renderer, (void)resource;
}

void tr_renderer_set_visible(tr_renderer *renderer, tr_render_id resource, bool visible)
{
    (void)renderer, (void)resource, (void)visible;
}

void tr_renderer_place_tiles(tr_renderer *renderer, tr_render_id tiles, const double offset_px[2], double scale)
{
    (void)renderer, (void)tiles, (void)offset_px, (void)scale;
}

bool tr_renderer_set_environment(tr_renderer *renderer, const tr_render_part *environment, tr_error *err)
{
    (void)renderer, (void)environment;
    return refuse(err);
}

tr_render_resource_info tr_renderer_resource_info(const tr_renderer *renderer, tr_render_id resource)
{
    (void)renderer, (void)resource;
    return (tr_render_resource_info){0};
}

bool tr_renderer_draw(tr_renderer *renderer, const tr_camera_def *camera, const tr_render_target_def *target,
                      double time_s, tr_error *err)
{
    (void)renderer, (void)camera, (void)target, (void)time_s;
    return refuse(err);
}

bool tr_renderer_read(tr_renderer *renderer, tr_image *out, tr_error *err)
{
    (void)renderer, (void)out;
    return refuse(err);
}

bool tr_renderer_pick(tr_renderer *renderer, double x_px, double y_px, tr_render_pick *out, tr_error *err)
{
    (void)renderer, (void)x_px, (void)y_px, (void)out;
    return refuse(err);
}

tr_renderer_stats tr_renderer_statistics(const tr_renderer *renderer)
{
    (void)renderer;
    return (tr_renderer_stats){0};
}
