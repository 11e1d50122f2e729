// Saves in a build without SQLite or zstd: the same functions, which say so. There is no save that could be given to
// any but the first.
#include "terrane/voxel_save.h"

static bool fail(const char *path, tr_error *err)
{
    return tr_fail(err, TR_ERROR_UNSUPPORTED, "%s%sthis build has no saves (it was configured without SQLite or zstd)",
                   path, *path ? ": " : "");
}

tr_voxel_save *tr_voxel_save_open(const tr_voxels *voxels, const char *path, tr_voxel_save_mode mode, tr_error *err)
{
    (void)voxels;
    (void)mode;
    fail(path, err);
    return NULL;
}

bool tr_voxel_save_close(tr_voxel_save *save, tr_error *err)
{
    return !save || fail("", err);
}

bool tr_voxel_save_write(tr_voxel_save *save, const tr_block_edit *edits, size_t count, uint64_t *ticket, tr_error *err)
{
    (void)save;
    (void)edits;
    (void)count;
    (void)ticket;
    return fail("", err);
}

bool tr_voxel_save_wait(tr_voxel_save *save, uint64_t ticket, int64_t timeout_ns, tr_error *err)
{
    (void)save;
    (void)ticket;
    (void)timeout_ns;
    return fail("", err);
}

bool tr_voxel_save_read(tr_voxel_save *save, const tr_voxel_at *chunk, tr_chunk_edits *out, tr_error *err)
{
    (void)save;
    (void)chunk;
    *out = (tr_chunk_edits){0};
    return fail("", err);
}

static bool read_none(void *user, const tr_voxel_at *chunks, size_t count, tr_voxel_chunk *out, tr_error *err)
{
    (void)user;
    (void)chunks;
    (void)count;
    (void)out;
    return fail("", err);
}

tr_voxel_source tr_voxel_save_source(tr_voxel_save *save)
{
    (void)save;
    return (tr_voxel_source){.read = read_none};
}

bool tr_voxel_save_verify(tr_voxel_save *save, const tr_voxel_save_damage_hook *hook, const tr_progress *progress,
                          tr_voxel_save_stats *out, tr_error *err)
{
    (void)save;
    (void)hook;
    (void)out;
    (void)progress;
    return fail("", err);
}

bool tr_voxel_save_repair(tr_voxel_save *save, const char *to, const tr_voxel_save_damage_hook *hook,
                          const tr_progress *progress, tr_voxel_save_stats *out, tr_error *err)
{
    (void)save;
    (void)hook;
    (void)progress;
    (void)out;
    return fail(to, err);
}

bool tr_voxel_save_pack(tr_voxel_save *save, const tr_progress *progress, tr_voxel_save_stats *before,
                        tr_voxel_save_stats *after, tr_error *err)
{
    (void)save;
    (void)before;
    (void)after;
    (void)progress;
    return fail("", err);
}
