// What a save holds.
#ifndef TR_VOXEL_SAVE_SAVE_STATS_H
#define TR_VOXEL_SAVE_SAVE_STATS_H

#include "voxel/save/save.h"

// From the rows as they are, none of which is decompressed.
bool tr_voxel_save_count(tr_voxel_save *save, tr_voxel_save_stats *out, tr_error *err);
// Adds a chunk.
void tr_voxel_save_stats_add(tr_voxel_save_stats *stats, const tr_voxel_at *chunk, uint64_t edit_count);

#endif
