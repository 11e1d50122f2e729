// The chunks of a box, in memory.
#ifndef CLI_VOXEL_BLOCKS_H
#define CLI_VOXEL_BLOCKS_H

#include "terrane/voxel.h"

typedef struct voxel_blocks {
    tr_context *context;
    tr_voxel_box box;
    tr_voxel_chunk *chunks;
} voxel_blocks;

// @param progress  may be NULL
bool voxel_blocks_read(const tr_voxel_source *source, const tr_voxel_box *box, const tr_progress *progress,
                       voxel_blocks *out, tr_error *err);
void voxel_blocks_destroy(voxel_blocks *blocks);

// The chunk at a place of the box, counted from its low corner; NULL outside of it.
const tr_voxel_chunk *voxel_blocks_chunk(const voxel_blocks *blocks, int64_t x, int64_t y, int64_t z);
// The block at a place in blocks from the low corner of the box; AIR outside of it.
tr_block voxel_blocks_get(const voxel_blocks *blocks, int64_t x, int64_t y, int64_t z);
// The size in blocks along x, y or z.
int64_t voxel_blocks_size(const voxel_blocks *blocks, int axis);

#endif
