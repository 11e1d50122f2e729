// What the files of blocks share: reading the source, and telling how far it is.
#ifndef TR_IO_BLOCK_EXPORT_H
#define TR_IO_BLOCK_EXPORT_H

#include "terrane/io.h"

// Reads one chunk and unpacks it. `blocks` is not set for a chunk of air: false in `*any`.
bool tr_export_read(const tr_voxel_source *source, const tr_voxel_at *at, tr_block blocks[TR_VOXEL_COUNT], bool *any,
                    tr_error *err);
// Fails with CANCELLED when the caller wants no more.
bool tr_export_report(const tr_progress *progress, size_t done, size_t total, tr_error *err);
// Fails when there is nothing but air; `where` is the file, `why` what may help ("" for nothing).
bool tr_export_any(const tr_blocks_report *report, const char *where, const char *why, tr_error *err);

// Games know one colour of light from blocks: the brightest counts. 0..15.
unsigned tr_export_lamp(tr_light light);
// Writes a small file of a world: `name` begins with a slash and lies in `directory`.
bool tr_export_text(tr_context *context, const char *directory, const char *name, const char *text, tr_error *err);

// A piece of `pieces`, or of the source without light and biomes where that is NULL.
bool tr_export_piece_open(const tr_voxel_source *source, const tr_block_pieces *pieces, const tr_voxel_box *box,
                          tr_block_piece *out, tr_error *err);
void tr_export_piece_close(const tr_voxel_source *source, const tr_block_pieces *pieces, tr_block_piece *piece);
// A chunk of a piece, counted from its low corner.
size_t tr_export_piece_index(const tr_block_piece *piece, int32_t x, int32_t y, int32_t z);

// The part of a box that holds columns x0 .. x1 - 1, z0 .. z1 - 1 of chunks of the world, at all its heights.
tr_voxel_box tr_export_columns(const tr_voxel_box *box, const tr_region *columns);

#endif
