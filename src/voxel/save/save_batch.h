// Edits that are not on disk yet, in the order in which they came, and found by chunk. Not thread-safe.
#ifndef TR_VOXEL_SAVE_SAVE_BATCH_H
#define TR_VOXEL_SAVE_SAVE_BATCH_H

#include "terrane/voxel_save.h"

typedef struct tr_batch_edit {
    int32_t previous;  // of the same chunk; -1: none
    uint16_t place;
    tr_block block;
} tr_batch_edit;

typedef struct tr_batch_chunk {
    tr_voxel_at at;
    int32_t last;  // edit
} tr_batch_chunk;

typedef struct tr_voxel_save_batch {
    tr_context *context;
    tr_batch_edit *edits;
    int32_t edit_count, edit_capacity;
    tr_batch_chunk *chunks;
    int32_t chunk_count, chunk_capacity;
    int32_t *slots;      // a hash table of chunks; -1: free
    int32_t slot_count;  // a power of two, at least twice the number of chunks; or 0
} tr_voxel_save_batch;

// Adds all edits or none. Fails with TOO_LARGE or for want of memory.
bool tr_voxel_save_batch_add(tr_voxel_save_batch *batch, const tr_block_edit *edits, size_t count, tr_error *err);
// The edits of one chunk, each place once with what came last; `generator` is not set.
bool tr_voxel_save_batch_collect(const tr_voxel_save_batch *batch, const tr_voxel_at *chunk, tr_chunk_edits *out,
                                 tr_error *err);
// Empties it and keeps no memory.
void tr_voxel_save_batch_clear(tr_voxel_save_batch *batch);

#endif
