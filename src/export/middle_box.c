// The chunks that a picture or a scene of a world's blocks shows when nobody says which.
#include "terrane/export.h"

#include "export/middle_box.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

// Ground that is left below the lowest surface, in blocks.
enum { GROUND_BELOW = 32 };

// Widens [low, high) to what the columns of chunks hold.
static bool find_heights(const tr_voxels *voxels, const tr_voxel_box *box, int32_t *low, int32_t *high, tr_error *err)
{
    *low = INT_MAX;
    *high = INT_MIN;
    for (int64_t i = 0; i < (int64_t)box->size[0] * box->size[2]; i++) {
        tr_voxel_extent extent;
        if (!tr_voxels_extent(voxels, box->low.x + i % box->size[0], box->low.z + i / box->size[0], &extent, err)) {
            return false;
        }
        *low = extent.mixed_low < *low ? extent.mixed_low : *low;
        *high = extent.mixed_high > *high ? extent.mixed_high : *high;
    }
    return true;
}

bool tr_box_around(const tr_voxels *voxels, int32_t columns, const double middle_m[2], tr_voxel_box *out, tr_error *err)
{
    const tr_voxel_def *def = tr_voxel_def_of(voxels);
    const double chunk_m = TR_VOXEL_SIDE * def->block_m;
    *out = (tr_voxel_box){.low = {(int64_t)floor(middle_m[0] / chunk_m) - columns / 2, 0,
                                  (int64_t)floor(middle_m[1] / chunk_m) - columns / 2},
                          .size = {columns, 1, columns}};
    int32_t low, high;
    if (!find_heights(voxels, out, &low, &high, err)) {
        return false;
    }
    low = low - GROUND_BELOW < def->bottom ? def->bottom : low - GROUND_BELOW;
    high = high > def->top ? def->top : high;
    out->low.y = low >> 5;
    out->size[1] = ((high + TR_VOXEL_SIDE - 1) >> 5) - (low >> 5);
    return true;
}

bool tr_export_middle_box(const tr_world *world, int32_t columns, tr_voxel_box *out, tr_error *err)
{
    assert(columns >= 1);
    const tr_voxels *voxels = tr_world_voxels(world, err);
    const tr_region home = tr_world_home(world);
    const double middle_m[2] = {0.5 * ((double)home.x0 + (double)home.x1), 0.5 * ((double)home.z0 + (double)home.z1)};
    return voxels && tr_box_around(voxels, columns, middle_m, out, err);
}
