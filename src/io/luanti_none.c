// Luanti maps in a build without SQLite or zstd.
#include "terrane/io.h"

bool tr_luanti_write(const tr_voxel_source *source, const char *path, const tr_voxel_box *box,
                     const tr_progress *progress, tr_blocks_report *report, tr_error *err)
{
    (void)source;
    (void)box;
    (void)report;
    (void)progress;
    return tr_fail(err, TR_ERROR_UNSUPPORTED,
                   "%s: this build writes no Luanti maps (it was configured without SQLite or zstd)", path);
}

bool tr_luanti_world_write(const tr_voxel_source *source, const tr_voxel_box *box, const tr_luanti_def *def,
                           const tr_progress *progress, tr_blocks_report *report, tr_error *err)
{
    return tr_luanti_write(source, def->directory, box, progress, report, err);
}
