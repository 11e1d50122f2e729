// Places of chunks, checked.
#ifndef TR_BLOCKS_BOX_H
#define TR_BLOCKS_BOX_H

#include "terrane/blocks.h"

enum { TR_VOXEL_BOX_MAX = 1 << 16 };

// Fails with INVALID_ARGUMENT where a chunk has no place in a world.
bool tr_voxel_at_check(const tr_voxel_at *at, tr_error *err);

#endif
