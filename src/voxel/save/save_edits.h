// Changed blocks of a chunk as lists in the order of their places.
#ifndef TR_VOXEL_SAVE_SAVE_EDITS_H
#define TR_VOXEL_SAVE_SAVE_EDITS_H

#include "terrane/voxel_save.h"

// Room for `count` edits in one allocation; `count` is set. None takes no memory.
bool tr_chunk_edits_create(tr_context *context, size_t count, tr_chunk_edits *out, tr_error *err);

// Both together; where they name the same place, `newer` wins. `generator` comes from `newer` unless it is empty.
bool tr_chunk_edits_merge(tr_context *context, const tr_chunk_edits *older, const tr_chunk_edits *newer,
                          tr_chunk_edits *out, tr_error *err);

// The chunk that a block lies in, and its place there.
tr_voxel_at tr_chunk_of_block(const tr_voxel_at *block);
uint16_t tr_place_of_block(const tr_voxel_at *block);

// x first, then y, then z: the order of the rows of a save. Negative, 0 or positive.
int tr_voxel_at_compare(const tr_voxel_at *a, const tr_voxel_at *b);

#endif
