// Boxes of chunks (terrane/blocks.h).
#include "blocks/box.h"

#include <inttypes.h>

bool tr_voxel_at_check(const tr_voxel_at *at, tr_error *err)
{
    const int64_t far_chunk = INT64_C(1) << (TR_VOXEL_FAR_LOG2 - 5), tall_chunk = INT64_C(1)
                                                                                  << (TR_VOXEL_TALL_LOG2 - 5);
    if (at->x < -far_chunk || at->x >= far_chunk || at->z < -far_chunk || at->z >= far_chunk || at->y < -tall_chunk ||
        at->y >= tall_chunk)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "chunk %" PRId64 ", %" PRId64 ", %" PRId64
                       " lies outside of the world: x and z are allowed from "
                       "%" PRId64 " to %" PRId64 ", y from %" PRId64 " to %" PRId64,
                       at->x, at->y, at->z, -far_chunk, far_chunk - 1, -tall_chunk, tall_chunk - 1);
    return true;
}

bool tr_voxel_box_check(const tr_voxel_box *box, tr_error *err)
{
    for (int axis = 0; axis < 3; axis++) {
        if (box->size[axis] >= 1 && box->size[axis] <= TR_VOXEL_BOX_MAX) continue;
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the box has %d chunks along %c; allowed is 1 to %d",
                       (int)box->size[axis], "xyz"[axis], TR_VOXEL_BOX_MAX);
    }
    if (!tr_voxel_at_check(&box->low, err)) return false;
    const tr_voxel_at high = {box->low.x + box->size[0] - 1, box->low.y + box->size[1] - 1,
                              box->low.z + box->size[2] - 1};
    return tr_voxel_at_check(&high, err);
}

size_t tr_voxel_box_count(const tr_voxel_box *box)
{
    return (size_t)box->size[0] * (size_t)box->size[1] * (size_t)box->size[2];
}

tr_voxel_at tr_voxel_box_at(const tr_voxel_box *box, size_t index)
{
    const size_t width = (size_t)box->size[0], depth = (size_t)box->size[2];
    return (tr_voxel_at){box->low.x + (int64_t)(index % width), box->low.y + (int64_t)(index / width / depth),
                         box->low.z + (int64_t)(index / width % depth)};
}
