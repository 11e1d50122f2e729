#include "world/path_plan.h"

#include <math.h>

#include "base/integers.h"

void tr_path_plan_destroy(tr_path_plan *plan)
{
    tr_grid_destroy(plan->context, &plan->ground.height);
}

// A power of two of at least 4 m at which the longer side has about a thousand samples.
static double spacing_for(const tr_region *region)
{
    enum { MAX_SAMPLES = 1024, MIN_M = 4 };
    const int64_t longer_m = tr_max_i64(region->x1 - region->x0, region->z1 - region->z0);
    double spacing_m = MIN_M;
    while ((double)longer_m > spacing_m * MAX_SAMPLES) spacing_m *= 2;
    return spacing_m;
}

static bool same_region(const tr_region *a, const tr_region *b)
{
    return a->x0 == b->x0 && a->z0 == b->z0 && a->x1 == b->x1 && a->z1 == b->z1;
}

static bool make_ground(tr_path_plan *plan, const tr_region *region, tr_error *err)
{
    enum { MARGIN_SHARE = 8 };
    if (plan->ground.height.samples && same_region(&plan->region_m, region)) return true;
    const int64_t margin_m = tr_max_i64(region->x1 - region->x0, region->z1 - region->z0) / MARGIN_SHARE;
    const tr_region wide = {region->x0 - margin_m, region->z0 - margin_m, region->x1 + margin_m, region->z1 + margin_m};
    tr_sample_area area;
    if (!tr_sample_area_of_region(&wide, spacing_for(&wide), &area, err)) return false;
    tr_grid_destroy(plan->context, &plan->ground.height);
    plan->ground = (tr_plan_ground){.x_m = (double)area.x * area.spacing_m,
                                    .z_m = (double)area.z * area.spacing_m,
                                    .spacing_m = area.spacing_m,
                                    .sea_level_m = plan->sea_level_m};
    plan->region_m = *region;
    return tr_grid_create(plan->context, area.width, area.height, 1, &plan->ground.height, err) &&
           tr_heights_evaluate(plan->heights, &area, &plan->ground.height, NULL, err);
}

// Without what lies around the region: a route does not leave it.
static tr_plan_ground inner_ground(const tr_path_plan *plan)
{
    tr_plan_ground inner = plan->ground;
    const tr_region *region = &plan->region_m;
    const int32_t x0 = (int32_t)floor(((double)region->x0 - inner.x_m) / inner.spacing_m);
    const int32_t z0 = (int32_t)floor(((double)region->z0 - inner.z_m) / inner.spacing_m);
    const int32_t x1 = (int32_t)ceil(((double)region->x1 - inner.x_m) / inner.spacing_m);
    const int32_t z1 = (int32_t)ceil(((double)region->z1 - inner.z_m) / inner.spacing_m);
    inner.x_m += x0 * inner.spacing_m;
    inner.z_m += z0 * inner.spacing_m;
    inner.height.samples += z0 * inner.height.row_stride + x0;
    inner.height.width = x1 - x0 + 1;
    inner.height.height = z1 - z0 + 1;
    return inner;
}

bool tr_path_plan_find(tr_path_plan *plan, const tr_world_path_def *path, const tr_region *region_m,
                       const tr_plan_paths *water, tr_plan_paths *out, tr_error *err)
{
    if (!make_ground(plan, region_m, err)) return false;
    if (path->source == TR_PATH_SOURCE_ROUTE) {
        const tr_plan_ground inner = inner_ground(plan);
        return tr_plan_road(plan->context, &inner, &path->path, water, out, NULL, err);
    }
    const tr_plan_rivers_def rivers = {.river = path->path,
                                       .drain_m2 = path->drain_m2,
                                       .max_width_m = path->max_width_m,
                                       .lakes = path->lakes,
                                       .min_lake_m2 = path->min_lake_m2,
                                       .min_lake_depth_m = path->min_lake_depth_m};
    return tr_plan_rivers(plan->context, &plan->ground, &rivers, out, NULL, err);
}
