// Minecraft worlds in a build without zlib.
#include "terrane/io.h"

bool tr_anvil_write(const tr_voxel_source *source, const char *directory, const tr_voxel_box *box,
                    const tr_anvil_def *def, tr_blocks_report *report, const tr_progress *progress, tr_error *err)
{
    (void)source;
    (void)box;
    (void)def;
    (void)report;
    (void)progress;
    return tr_fail(err, TR_ERROR_UNSUPPORTED,
                   "%s: this build writes no Minecraft worlds (it was configured without zlib)", directory);
}
