// How the memory of a chunk is laid out.
#ifndef TR_BLOCKS_CHUNK_H
#define TR_BLOCKS_CHUNK_H

#include "terrane/blocks.h"

// Bits of an index into a palette: 0, 1, 2, 4, 8 or 16.
int tr_chunk_bits(int32_t palette_count);

// Memory for a chunk of `palette_count` blocks, at least 2; palette and indices are to be written, `filled` to be set.
bool tr_chunk_allocate(tr_context *context, const tr_voxel_at *at, int32_t palette_count, tr_voxel_chunk *out,
                       tr_block **palette, uint8_t **indices, tr_error *err);

#endif
