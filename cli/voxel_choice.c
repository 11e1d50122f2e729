#include "voxel_choice.h"

#include <limits.h>
#include <math.h>

bool voxel_choice_read(const cli_int_list *corners, tr_voxel_box *out, tr_error *err)
{
    const int64_t *at = corners->items;
    *out = (tr_voxel_box){.low = {at[0], at[1], at[2]}};
    for (int axis = 0; axis < 3; axis++) {
        const int64_t size = at[axis + 3] - at[axis];
        if (size < 1 || size > INT_MAX) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "--chunks has %c from %lld to %lld; the second number must be larger", "xyz"[axis],
                           (long long)at[axis], (long long)at[axis + 3]);
        }
        out->size[axis] = (int32_t)size;
    }
    return tr_voxel_box_check(out, err);
}

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

bool voxel_choice_make(const tr_world *world, const tr_voxels *voxels, int32_t columns, tr_voxel_box *out,
                       tr_error *err)
{
    enum { GROUND_BELOW = 32 };
    const tr_voxel_def *def = tr_voxels_get_def(voxels);
    const tr_region home = tr_world_home(world);
    const double chunk_m = TR_VOXEL_SIDE * def->block_m;
    const double x_m = 0.5 * ((double)home.x0 + (double)home.x1), z_m = 0.5 * ((double)home.z0 + (double)home.z1);
    *out = (tr_voxel_box){
        .low = {(int64_t)floor(x_m / chunk_m) - columns / 2, 0, (int64_t)floor(z_m / chunk_m) - columns / 2},
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
