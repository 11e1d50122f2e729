#include "voxel/save/save_stats.h"

#include "base/integers.h"
#include "voxel/save/save_scan.h"

static void widen(int64_t *low, int32_t *size, int64_t at)
{
    const int64_t high = *low + *size;
    const int64_t new_low = tr_min_i64(*low, at);
    *size = (int32_t)tr_min_i64(tr_max_i64(high, at + 1) - new_low, INT32_MAX);
    *low = new_low;
}

void tr_voxel_save_stats_add(tr_voxel_save_stats *stats, const tr_voxel_at *chunk, uint64_t edit_count)
{
    tr_voxel_box *box = &stats->bounds;
    if (stats->chunk_count == 0) *box = (tr_voxel_box){*chunk, {1, 1, 1}};
    widen(&box->low.x, &box->size[0], chunk->x);
    widen(&box->low.y, &box->size[1], chunk->y);
    widen(&box->low.z, &box->size[2], chunk->z);
    stats->chunk_count++;
    stats->edit_count += edit_count;
}

static bool count_row(void *user, const tr_voxel_save_row *row, tr_error *err)
{
    (void)err;
    tr_voxel_save_stats_add(user, &row->at, row->edit_count > 0 ? (uint64_t)row->edit_count : 0);
    return true;
}

static void count_damage(void *user, const tr_voxel_at *last, const char *message)
{
    (void)last;
    (void)message;
    tr_voxel_save_stats *stats = user;
    stats->bad_count++;
}

bool tr_voxel_save_count(tr_voxel_save *save, tr_voxel_save_stats *out, tr_error *err)
{
    *out = (tr_voxel_save_stats){.world_hash = save->made_with.world_hash,
                                 .file_bytes = tr_voxel_save_file_bytes(save->path)};
    const tr_voxel_save_visitor visitor = {.row = count_row, .damage = count_damage, .user = out};
    return tr_voxel_save_scan(save, &visitor, err);
}
