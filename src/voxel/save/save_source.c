// The chunks of a generator with the edits of a save in them.
#include <string.h>

#include "voxel/save/save.h"

// A few chunks at a time: most have no edits, and looking that up takes microseconds.
enum { GRAIN = 8 };

static bool apply(tr_context *context, const tr_chunk_edits *edits, tr_block *blocks, tr_voxel_chunk *chunk,
                  tr_error *err)
{
    tr_voxel_chunk changed;
    tr_voxel_chunk_unpack(chunk, blocks);
    for (size_t i = 0; i < edits->count; i++) blocks[edits->places[i]] = edits->blocks[i];
    if (!tr_voxel_chunk_pack(context, &chunk->at, blocks, &changed, err)) return false;
    tr_voxel_chunk_destroy(context, chunk);
    *chunk = changed;
    return true;
}

static bool replay_chunk(tr_voxel_save *save, tr_block *blocks, tr_voxel_chunk *chunk, tr_error *err)
{
    tr_chunk_edits edits;
    tr_error reason = {0};
    if (!tr_voxel_save_read(save, &chunk->at, &edits, &reason)) {
        if (reason.code != TR_ERROR_FORMAT) return tr_fail(err, reason.code, "%s", reason.message);
        tr_log(save->context, TR_LOG_WARNING, "%s; the chunk is given as it was generated", reason.message);
        return true;
    }
    const bool ok = edits.count == 0 || apply(save->context, &edits, blocks, chunk, err);
    tr_chunk_edits_destroy(save->context, &edits);
    return ok;
}

typedef struct replay_work {
    tr_voxel_save *save;
    tr_voxel_chunk *chunks;
} replay_work;

static bool replay_range(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    const replay_work *replay = user;
    tr_block *blocks = tr_alloc_array(replay->save->context, TR_VOXEL_COUNT, sizeof *blocks, err);
    bool ok = blocks;
    for (int64_t i = begin; i < end && ok; i++) ok = replay_chunk(replay->save, blocks, &replay->chunks[i], err);
    tr_free(replay->save->context, blocks);
    return ok;
}

static bool read_chunks(void *user, const tr_voxel_at *chunks, size_t count, tr_voxel_chunk *out, tr_error *err)
{
    replay_work replay = {user, out};
    const tr_voxel_source *generator = &replay.save->world.source;
    if (!generator->read(generator->user, chunks, count, out, err)) return false;
    if (tr_parallel_for(replay.save->context, &(tr_range_work){(int64_t)count, GRAIN, replay_range, &replay}, NULL,
                        err))
        return true;
    for (size_t i = 0; i < count; i++) tr_voxel_chunk_destroy(replay.save->context, &out[i]);
    return false;
}

tr_voxel_source tr_voxel_save_source(tr_voxel_save *save)
{
    return (tr_voxel_source){.user = save, .read = read_chunks, .context = save->context};
}
