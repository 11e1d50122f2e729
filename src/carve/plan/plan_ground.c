#include "carve/plan/plan_ground.h"

#include <math.h>

static bool check_heights(const tr_grid *height, tr_error *err)
{
    for (int32_t j = 0; j < height->height; j++)
        for (int32_t i = 0; i < height->width; i++)
            if (!isfinite(height->samples[j * height->row_stride + i]))
                return tr_fail(err, TR_ERROR_NOT_FINITE, "the height of sample (%d, %d) is not a finite number", (int)i,
                               (int)j);
    return true;
}

bool tr_plan_ground_check(const tr_plan_ground *ground, tr_error *err)
{
    if (!isfinite(ground->x_m) || !isfinite(ground->z_m) || !isfinite(ground->sea_level_m) ||
        !isfinite(ground->spacing_m))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "the place of the ground is not made of finite numbers");
    if (!(ground->spacing_m > 0))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the spacing of the ground is %g m; it must be more than 0",
                       ground->spacing_m);
    return check_heights(&ground->height, err);
}

tr_path_vertex tr_plan_ground_vertex(const tr_plan_ground *ground, double step_m, double x, double z)
{
    return tr_path_vertex_at(ground->x_m + x * step_m, ground->z_m + z * step_m);
}

bool tr_plan_report(const tr_progress *progress, double share, tr_error *err)
{
    if (!progress || !progress->report || progress->report(progress->user, share)) return true;
    return tr_fail(err, TR_ERROR_CANCELLED, "the plan was cancelled");
}
