// Minecraft worlds in a build without zlib.
#include "terrane/io.h"

bool tr_anvil_write(const tr_voxel_source *source, const tr_voxel_box *box, const tr_anvil_def *def,
                    const tr_progress *progress, tr_blocks_report *report, tr_error *err)
{
    (void)source;
    (void)box;
    (void)report;
    (void)progress;
    return tr_fail(err, TR_ERROR_UNSUPPORTED,
                   "%s: this build writes no Minecraft worlds (it was configured without zlib)", def->directory);
}
