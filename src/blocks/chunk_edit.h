// Chunks with some blocks changed.
#ifndef TR_BLOCKS_CHUNK_EDIT_H
#define TR_BLOCKS_CHUNK_EDIT_H

#include "terrane/blocks.h"

typedef struct tr_placed_block {
    uint16_t place;
    tr_block block;
} tr_placed_block;

// A copy of a chunk with changed blocks, later ones over earlier ones. Quick where the palette has them already; the
// palette of the copy may then hold blocks that no longer occur.
bool tr_chunk_with_edits(tr_context *context, const tr_voxel_chunk *chunk, const tr_placed_block *edits, size_t count,
                         tr_voxel_chunk *out, tr_error *err);

#endif
