// A row of a save: the changed blocks of one chunk, compressed, with what proves that they are whole.
//
// The payload is a zstd frame of: the number of edits; for each its place, as the distance from the one before it less
// one (the first: from -1), both as varints of seven bits, low bits first; the low bytes of all blocks; their high
// bytes. The checksum covers the world, the place of the chunk, the version of the generator, the number of edits and
// the frame: a row that was damaged, or put into another place or another save, is refused.
#ifndef TR_VOXEL_SAVE_SAVE_ROW_H
#define TR_VOXEL_SAVE_SAVE_ROW_H

#include "terrane/voxel_save.h"

enum {
    // A distance below 128 takes one byte, and all of them together go over a chunk once: longer ones are rarer than
    // they are long. The number takes at most three bytes.
    TR_VOXEL_SAVE_PAYLOAD_MAX = 3 + TR_VOXEL_COUNT * 3,
    TR_VOXEL_SAVE_QUICK_LEVEL = 3,    // of compression, while edits come in
    TR_VOXEL_SAVE_STRONG_LEVEL = 19,  // when a save is packed
};

typedef struct tr_voxel_save_row {
    tr_voxel_at at;      // in chunks
    uint64_t generator;  // tr_voxels_hash() at the last edit
    int64_t edit_count;
    uint64_t checksum;
    const void *data;
    size_t size;
} tr_voxel_save_row;

uint64_t tr_voxel_save_row_checksum(const tr_voxel_save_row *row, uint64_t world_hash);

// The edits of a row, of which every byte is checked. Fails with FORMAT, or for want of memory.
bool tr_voxel_save_row_decode(tr_context *context, const tr_voxel_save_row *row, uint64_t world_hash,
                              tr_chunk_edits *out, tr_error *err);
// The part behind the decompression.
bool tr_voxel_save_payload_parse(tr_context *context, const uint8_t *bytes, size_t size, tr_chunk_edits *out,
                                 tr_error *err);

// Makes rows. Not thread-safe.
typedef struct tr_voxel_save_encoder tr_voxel_save_encoder;
tr_voxel_save_encoder *tr_voxel_save_encoder_create(tr_context *context, uint64_t world_hash, tr_error *err);
void tr_voxel_save_encoder_destroy(tr_voxel_save_encoder *encoder);  // NULL allowed
// @param edits  at least one, in ascending order of places
// @param out    its data stays valid until the next call
bool tr_voxel_save_encode(tr_voxel_save_encoder *encoder, const tr_voxel_at *at, const tr_chunk_edits *edits, int level,
                          tr_voxel_save_row *out, tr_error *err);

#endif
