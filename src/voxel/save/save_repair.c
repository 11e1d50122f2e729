// A sound copy of a damaged save: every chunk that proves to be whole, in a new file. The damaged one is only read.
#include <stdio.h>

#include "base/os.h"
#include "base/text_builder.h"
#include "voxel/save/save_scan.h"

typedef struct repair_work {
    tr_voxel_save *save;
    tr_voxel_save_file copy;
} repair_work;

static bool copy_row(void *user, const tr_voxel_save_row *row, tr_error *err)
{
    repair_work *repair = user;
    tr_context *context = repair->save->context;
    tr_chunk_edits edits;
    tr_error reason = {0};
    if (!tr_voxel_save_row_decode(context, row, repair->save->world.identity.world_hash, &edits, &reason))
        return reason.code == TR_ERROR_FORMAT || tr_fail(err, reason.code, "%s", reason.message);
    tr_chunk_edits_destroy(context, &edits);
    return tr_voxel_save_file_put(&repair->copy, row, err);
}

// What is damaged was told by the verification before.
static void pass_damage(void *user, const tr_voxel_at *last, const char *message)
{
    (void)user;
    (void)last;
    (void)message;
}

// One transaction: a copy that is cut short is an empty save under a temporary name.
static bool fill_copy(tr_voxel_save *save, const char *path, const tr_progress *progress, tr_error *err)
{
    repair_work repair = {.save = save};
    const tr_voxel_save_visitor visitor = {
        .row = copy_row, .damage = pass_damage, .user = &repair, .progress = progress};
    const bool ok = tr_voxel_save_file_create(save->context, path, &save->made_with, err) &&
                    tr_voxel_save_file_open(&repair.copy, save->context, path, TR_VOXEL_SAVE_WRITES, err) &&
                    tr_voxel_save_file_begin(&repair.copy, err) && tr_voxel_save_scan(save, &visitor, err) &&
                    tr_voxel_save_file_commit(&repair.copy, err);
    if (!ok && repair.copy.db) tr_voxel_save_file_roll_back(&repair.copy);
    tr_voxel_save_file_close(&repair.copy);
    return ok;
}

bool tr_voxel_save_repair(tr_voxel_save *save, const char *to, const tr_voxel_save_damage_hook *hook,
                          const tr_progress *progress, tr_voxel_save_stats *out, tr_error *err)
{
    tr_voxel_save_stats stats;
    if (save->writer)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: is open for writing: repairing only reads it", save->path);
    if (tr_os_file_size(to) >= 0)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: is there already: a repaired save is a new file", to);
    if (!tr_voxel_save_verify(save, hook, NULL, &stats, err)) return false;
    if (stats.chunk_count == 0 && stats.bad_count > 0)
        return tr_fail(err, TR_ERROR_FORMAT, "%s: no chunk of it is whole: there is nothing to keep", save->path);
    char suffix[TR_OS_SUFFIX_SIZE];
    tr_os_unique_suffix(suffix);
    tr_text_builder name = tr_text_builder_open(save->context);
    tr_text_appendf(&name, "%s%s", to, suffix);
    char *temporary = tr_text_builder_finish(&name, err);
    if (!temporary) return false;
    const bool ok = fill_copy(save, temporary, progress, err) && tr_os_fsync_path(temporary, err) &&
                    tr_os_rename_over(temporary, to, err);
    if (!ok) remove(temporary);
    tr_free(save->context, temporary);
    stats.file_bytes = ok ? tr_voxel_save_file_bytes(to) : 0;
    if (ok && out) *out = stats;
    return ok;
}
