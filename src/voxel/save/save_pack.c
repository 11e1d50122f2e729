// Makes a save as small as it can be: one transaction for the rows, then one for the pages of the file. A process that
// is killed leaves the rows of before or of after, never a mixture.
#include <inttypes.h>
#include <sqlite3.h>

#include "voxel/save/save_stats.h"
#include "voxel/save/save_scan.h"

// Chunks that are generated at a time, so that all threads have some.
enum { GROUP = 64 };

typedef struct packing_work {
    tr_voxel_save *save;
    tr_voxel_save_file *file;
    tr_voxel_save_encoder *encoder;
    tr_block *blocks;  // of one chunk
    int count;         // of the group
    tr_voxel_at places[GROUP];
    tr_chunk_edits edits[GROUP];
    size_t sizes[GROUP];  // of the rows as they are
    bool has_damage;
} packing_work;

static void clear_group(packing_work *packing)
{
    for (int i = 0; i < packing->count; i++) tr_chunk_edits_destroy(packing->save->context, &packing->edits[i]);
    packing->count = 0;
}

// Keeps the edits that differ from what is generated. Returns whether some did not.
static bool drop_equal(tr_chunk_edits *edits, const tr_block *generated)
{
    const size_t before = edits->count;
    size_t count = 0;
    for (size_t i = 0; i < before; i++) {
        if (edits->blocks[i] == generated[edits->places[i]]) continue;
        edits->places[count] = edits->places[i];
        edits->blocks[count++] = edits->blocks[i];
    }
    edits->count = count;
    return count < before;
}

static bool pack_chunk(packing_work *packing, int index, const tr_voxel_chunk *generated, tr_error *err)
{
    tr_chunk_edits *edits = &packing->edits[index];
    tr_voxel_save_row row;
    tr_voxel_chunk_unpack(generated, packing->blocks);
    const bool has_dropped = drop_equal(edits, packing->blocks);
    if (edits->count == 0) return tr_voxel_save_file_remove(packing->file, &packing->places[index], err);
    return tr_voxel_save_encode(packing->encoder, &packing->places[index], edits, TR_VOXEL_SAVE_STRONG_LEVEL, &row,
                                err) &&
           ((!has_dropped && row.size >= packing->sizes[index]) || tr_voxel_save_file_put(packing->file, &row, err));
}

static bool pack_group(packing_work *packing, tr_error *err)
{
    const tr_voxel_source *source = &packing->save->world.source;
    tr_voxel_chunk chunks[GROUP];
    if (packing->count == 0) return true;
    bool ok = source->read(source->user, packing->places, (size_t)packing->count, chunks, err);
    const int generated = ok ? packing->count : 0;
    for (int i = 0; i < generated; i++) {
        ok = ok && pack_chunk(packing, i, &chunks[i], err);
        tr_voxel_chunk_destroy(source->context, &chunks[i]);
    }
    clear_group(packing);
    return ok;
}

static bool take_row(void *user, const tr_voxel_save_row *row, tr_error *err)
{
    packing_work *packing = user;
    tr_error reason = {0};
    if (!tr_voxel_save_row_decode(packing->save->context, row, packing->save->world.identity.world_hash,
                                  &packing->edits[packing->count], &reason))
        return reason.code == TR_ERROR_FORMAT || tr_fail(err, reason.code, "%s", reason.message);
    packing->places[packing->count] = row->at;
    packing->sizes[packing->count++] = row->size;
    return packing->count < GROUP || pack_group(packing, err);
}

static void take_damage(void *user, const tr_voxel_at *last, const char *message)
{
    (void)last;
    (void)message;
    packing_work *packing = user;
    packing->has_damage = true;
}

static bool pack_rows(packing_work *packing, const tr_progress *progress, tr_error *err)
{
    const tr_voxel_save_visitor visitor = {
        .row = take_row, .damage = take_damage, .user = packing, .progress = progress};
    const bool ok =
        tr_voxel_save_file_begin(packing->file, err) && tr_voxel_save_scan(packing->save, &visitor, err) &&
        pack_group(packing, err) &&
        (!packing->has_damage ||
         tr_fail(err, TR_ERROR_FORMAT, "%s: its database is damaged: it cannot be packed", packing->save->path)) &&
        tr_voxel_save_file_commit(packing->file, err);
    if (!ok) tr_voxel_save_file_roll_back(packing->file);
    clear_group(packing);
    return ok;
}

static bool pack(packing_work *packing, const tr_progress *progress, tr_error *err)
{
    tr_context *context = packing->save->context;
    packing->blocks = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *packing->blocks, err);
    bool ok =
        packing->blocks && pack_rows(packing, progress, err) && tr_voxel_save_file_run(packing->file, "VACUUM", err);
    // Others that read the save may keep the log a little longer.
    if (ok) sqlite3_wal_checkpoint_v2(packing->file->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    tr_free(context, packing->blocks);
    return ok;
}

bool tr_voxel_save_pack(tr_voxel_save *save, const tr_progress *progress, tr_voxel_save_stats *before,
                        tr_voxel_save_stats *after, tr_error *err)
{
    tr_voxel_save_stats stats;
    if (!save->writer) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: is open for reading only", save->path);
    packing_work *packing = tr_alloc(save->context, sizeof *packing, err);
    if (!packing) return false;
    *packing = (packing_work){.save = save};
    bool ok = tr_voxel_save_writer_flush(save->writer, err) && tr_voxel_save_count(save, before ? before : &stats, err);
    if (ok) {
        packing->file = tr_voxel_save_writer_borrow(save->writer, &packing->encoder);
        ok = pack(packing, progress, err);
        tr_voxel_save_writer_give_back(save->writer);
    }
    ok = ok && tr_voxel_save_count(save, after ? after : &stats, err);
    tr_free(save->context, packing);
    return ok;
}
