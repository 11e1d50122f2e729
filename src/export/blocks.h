// The chunks of a box, in memory.
#ifndef TR_EXPORT_BLOCKS_H
#define TR_EXPORT_BLOCKS_H

#include "terrane/voxel.h"

typedef struct tr_voxel_blocks {
    tr_context *context;
    tr_voxel_box box;
    tr_voxel_chunk *chunks;
} tr_voxel_blocks;

// @param progress  may be NULL
bool tr_voxel_blocks_read(const tr_voxel_source *source, const tr_voxel_box *box, const tr_progress *progress,
                          tr_voxel_blocks *out, tr_error *err);
void tr_voxel_blocks_destroy(tr_voxel_blocks *blocks);

// The chunk at a place of the box, counted from its low corner; NULL outside of it.
const tr_voxel_chunk *tr_voxel_blocks_chunk(const tr_voxel_blocks *blocks, int64_t x, int64_t y, int64_t z);
// The block at a place in blocks from the low corner of the box; AIR outside of it.
tr_block tr_voxel_blocks_at(const tr_voxel_blocks *blocks, int64_t x, int64_t y, int64_t z);
// The size in blocks along x, y or z.
int64_t tr_voxel_blocks_size(const tr_voxel_blocks *blocks, int axis);

#endif
