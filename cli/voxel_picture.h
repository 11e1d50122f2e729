// Pictures of blocks: from above, and cut open.
#ifndef CLI_VOXEL_PICTURE_H
#define CLI_VOXEL_PICTURE_H

#include "voxel_blocks.h"

// Where the box is cut.
typedef struct voxel_slice {
    int axis;    // 0: x, seen from the west; 1: y, seen from above; 2: z, seen from the south; -1: not at all
    int64_t at;  // the first layer that is seen, in blocks of the world
} voxel_slice;

// Reads "y=12"; allowed are x, y and z.
bool voxel_slice_read(const char *text, voxel_slice *out, tr_error *err);

// Draws the box, `scale_px` pixels a block, north up or the sky up. Release with tr_image_destroy().
bool voxel_picture_draw(const voxel_blocks *blocks, const voxel_slice *slice, int32_t scale_px, tr_image *out,
                        tr_error *err);
// The largest scale, 1..16, with which the longer side of the picture has at most this many pixels.
int32_t voxel_picture_scale(const voxel_blocks *blocks, const voxel_slice *slice, int32_t longest_px);

#endif
