// What the files of blocks share: reading the source, and telling how far it is.
#ifndef TR_IO_BLOCK_EXPORT_H
#define TR_IO_BLOCK_EXPORT_H

#include "terrane/io.h"

// Reads one chunk and unpacks it. `blocks` is not set for a chunk of air: false in `*any`.
bool tr_export_read(const tr_voxel_source *source, const tr_voxel_at *at, tr_block blocks[TR_VOXEL_COUNT], bool *any,
                    tr_error *err);
// Fails with CANCELLED when the caller wants no more.
bool tr_export_report(const tr_progress *progress, size_t done, size_t total, tr_error *err);

#endif
