// Defaults and names of the renderer, for builds with and without GL.
#include "terrane/render.h"

enum {
    RENDERER_COOKIE = 0x72656e64,
    CAMERA_COOKIE = 0x63616d65,
    TARGET_COOKIE = 0x74617267,
};

tr_renderer_def tr_default_renderer_def(void)
{
    return (tr_renderer_def){.cookie = RENDERER_COOKIE,
                             .api = TR_RENDER_API_AUTO,
                             .quality = TR_QUALITY_HIGH,
                             .samples = 2,
                             .budget_bytes = (uint64_t)1 << 30};
}

tr_camera_def tr_default_camera_def(void)
{
    return (tr_camera_def){.cookie = CAMERA_COOKIE, .eye_m = {0, 500, 0}, .target_m = {0, 0, -1000}, .fov_deg = 45};
}

tr_render_target_def tr_default_render_target_def(void)
{
    return (tr_render_target_def){.cookie = TARGET_COOKIE, .width = 1280, .height = 720};
}

const char *tr_render_step_name(tr_render_step step)
{
    static const char *const names[TR_STEP_COUNT] = {"upload", "shadows", "ground", "meshes",  "instances",
                                                     "blocks", "mirror",  "water",  "compose", "overlay"};
    return step >= 0 && step < TR_STEP_COUNT ? names[step] : "unknown";
}
