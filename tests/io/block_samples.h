// A world of blocks for tests of files: every kind and level occurs, on both sides of the origin.
#ifndef TEST_BLOCK_SAMPLES_H
#define TEST_BLOCK_SAMPLES_H

#include "terrane/io.h"

// The block at a place.
tr_block block_samples_at(int64_t x, int64_t y, int64_t z);
// The source of its chunks. `reads_left` (may be NULL) counts down; at 0 the source fails with NOT_FOUND.
tr_voxel_source block_samples_source(tr_context *context, int *reads_left);

#endif
