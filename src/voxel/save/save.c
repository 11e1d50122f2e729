#include "voxel/save/save.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/thread.h"
#include "base/os.h"
#include "voxel/save/save_edits.h"

// ---------------------------------------------------------------------------------------------------------
// Opening

static bool check_world(tr_voxel_save *save, tr_voxel_save_mode mode, tr_error *err)
{
    tr_error reason = {0};
    if (!tr_voxel_save_file_identify(&save->reader, &save->made_with, &reason)) {
        if (mode != TR_VOXEL_SAVE_READ) return tr_fail(err, reason.code, "%s", reason.message);
        // Each row proves by its checksum that it is of this world.
        tr_log(save->context, TR_LOG_WARNING, "%s; the chunks of this world are read", reason.message);
        save->made_with = save->world.identity;
        return true;
    }
    if (save->made_with.world_hash == save->world.identity.world_hash) return true;
    return tr_fail(err, TR_ERROR_FORMAT,
                   "%s: is a save of another world (another seed or description): its hash is %016" PRIx64
                   ", that of this one %016" PRIx64,
                   save->path, save->made_with.world_hash, save->world.identity.world_hash);
}

static bool lock_or_create(tr_voxel_save *save, tr_voxel_save_mode mode, tr_error *err)
{
    const bool is_there = tr_os_file_size(save->path) >= 0;
    if (!is_there && mode != TR_VOXEL_SAVE_CREATE)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: there is no such file", save->path);
    if (mode == TR_VOXEL_SAVE_READ) return true;
    return tr_voxel_save_lock_take(&save->lock, save->context, save->path, err) &&
           (tr_os_file_size(save->path) >= 0 ||
            tr_voxel_save_file_create(save->context, save->path, &save->world.identity, err));
}

// Nothing is written before it is known what the file is.
static bool open_files(tr_voxel_save *save, tr_voxel_save_mode mode, tr_error *err)
{
    if (!lock_or_create(save, mode, err) ||
        !tr_voxel_save_file_open(&save->reader, save->context, save->path, TR_VOXEL_SAVE_READS, err) ||
        !check_world(save, mode, err))
        return false;
    if (mode == TR_VOXEL_SAVE_READ) return true;
    // In a damaged database rows can be written that nobody finds again.
    if (!tr_voxel_save_file_is_sound(&save->reader, err)) return false;
    save->writer = tr_voxel_save_writer_create(save->context, save->path, &save->world.identity, err);
    return save->writer;
}

tr_voxel_save *tr_voxel_save_open_world(const tr_voxel_save_world *world, const char *path, tr_voxel_save_mode mode,
                                        tr_error *err)
{
    tr_context *context = world->source.context;
    tr_voxel_save *save = tr_alloc(context, sizeof *save, err);
    if (!save) return NULL;
    *save = (tr_voxel_save){.context = context, .world = *world, .lock.file = -1};
    tr_mutex_init(&save->reader_lock);
    const size_t size = strlen(path) + 1;
    save->path = tr_alloc(context, size, err);
    if (save->path) {
        memcpy(save->path, path, size);
        if (open_files(save, mode, err)) return save;
    }
    tr_voxel_save_close(save, NULL);
    return NULL;
}

bool tr_voxel_save_close(tr_voxel_save *save, tr_error *err)
{
    if (!save) return true;
    // The writer last: it is the one that moves the log into the file and removes it.
    tr_voxel_save_file_close(&save->reader);
    const bool ok = !save->writer || tr_voxel_save_writer_destroy(save->writer, err);
    tr_voxel_save_lock_release(&save->lock);
    tr_mutex_destroy(&save->reader_lock);
    tr_free(save->context, save->path);
    tr_free(save->context, save);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Writing

static bool check_edit(const tr_voxel_save *save, const tr_block_edit *edit, tr_error *err)
{
    static const int64_t far = INT64_C(1) << TR_VOXEL_FAR_LOG2;
    const tr_voxel_at *at = &edit->at;
    if (at->x <= -far || at->x >= far || at->z <= -far || at->z >= far)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "block %" PRId64 ", %" PRId64 ", %" PRId64 " lies beyond 2^%d blocks", at->x, at->y, at->z,
                       TR_VOXEL_FAR_LOG2);
    if (at->y < save->world.bottom || at->y >= save->world.top)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "block %" PRId64 ", %" PRId64 ", %" PRId64 ": y must be from %" PRId32 " to %" PRId32, at->x,
                       at->y, at->z, save->world.bottom, save->world.top - 1);
    return tr_block_info_of(edit->block) ||
           tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "block %" PRId64 ", %" PRId64 ", %" PRId64 " cannot become 0x%04x, which is no block", at->x, at->y,
                   at->z, (unsigned)edit->block);
}

bool tr_voxel_save_write(tr_voxel_save *save, const tr_block_edit *edits, size_t count, uint64_t *ticket, tr_error *err)
{
    if (!save->writer) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: is open for reading only", save->path);
    for (size_t i = 0; i < count; i++)
        if (!check_edit(save, &edits[i], err)) return false;
    return tr_voxel_save_writer_add(save->writer, edits, count, ticket, err);
}

bool tr_voxel_save_wait(tr_voxel_save *save, uint64_t ticket, int64_t timeout_ns, tr_error *err)
{
    if (!save->writer) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: is open for reading only", save->path);
    return tr_voxel_save_writer_wait(save->writer, ticket, timeout_ns, err);
}

// ---------------------------------------------------------------------------------------------------------
// Reading

static bool read_row(tr_voxel_save *save, const tr_voxel_at *chunk, tr_chunk_edits *out, tr_error *err)
{
    bool found;
    tr_mutex_lock(&save->reader_lock);
    const bool ok = tr_voxel_save_file_read(&save->reader, chunk, save->world.identity.world_hash, out, &found, err);
    tr_mutex_unlock(&save->reader_lock);
    if (!found) out->generator = save->world.identity.generator_hash;
    return ok;
}

bool tr_voxel_save_read(tr_voxel_save *save, const tr_voxel_at *chunk, tr_chunk_edits *out, tr_error *err)
{
    if (!save->writer) return read_row(save, chunk, out, err);
    *out = (tr_chunk_edits){0};
    // What waits in memory and what is on disk must be of one moment: else a transaction could be seen in part.
    for (;;) {
        tr_chunk_edits waiting, saved;
        uint64_t transaction;
        if (!tr_voxel_save_writer_collect(save->writer, chunk, &waiting, &transaction, err)) return false;
        bool ok = read_row(save, chunk, &saved, err);
        const bool is_one_moment = tr_voxel_save_writer_transaction(save->writer) == transaction;
        if (ok && is_one_moment) ok = tr_chunk_edits_merge(save->context, &saved, &waiting, out, err);
        tr_chunk_edits_destroy(save->context, &saved);
        tr_chunk_edits_destroy(save->context, &waiting);
        if (!ok || is_one_moment) return ok;
    }
}
