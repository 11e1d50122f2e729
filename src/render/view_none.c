// Views of a build without GL.
#include "render/view_def.h"

bool tr_render_view(tr_context *context, const tr_view_def *def, const tr_view_level *levels, int level_count,
                    const tr_progress *progress, tr_image *out, tr_error *err)
{
    (void)context, (void)progress, (void)out;
    if (!tr_view_check(def, levels, level_count, err)) return false;
    return tr_fail(err, TR_ERROR_GPU_UNAVAILABLE,
                   "this build has no GL (libepoxy and EGL were not found when it was configured)");
}
