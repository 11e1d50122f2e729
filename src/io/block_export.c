#include "io/block_export.h"

bool tr_export_read(const tr_voxel_source *source, const tr_voxel_at *at, tr_block blocks[TR_VOXEL_COUNT], bool *any,
                    tr_error *err)
{
    tr_voxel_chunk chunk;
    if (!source->read(source->user, at, 1, &chunk, err)) return false;
    *any = chunk.filled > 0;
    if (*any) tr_voxel_chunk_unpack(&chunk, blocks);
    tr_voxel_chunk_destroy(source->context, &chunk);
    return true;
}

bool tr_export_report(const tr_progress *progress, size_t done, size_t total, tr_error *err)
{
    if (!progress || !progress->report) return true;
    return progress->report(progress->user, (double)done / (double)total) ||
           tr_fail(err, TR_ERROR_CANCELLED, "cancelled after %zu of %zu parts", done, total);
}
