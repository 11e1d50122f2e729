// Makes a save as small as it can be: one transaction for the rows, then one for the pages of the file. A process that
// is killed leaves the rows of before or of after, never a mixture.
#include <inttypes.h>
#include <sqlite3.h>

#include "world/save_facts.h"
#include "world/save_scan.h"

// Chunks that are generated at a time, so that all threads have some.
enum { GROUP = 64 };

typedef struct packing {
    tr_save *save;
    tr_save_file *file;
    tr_save_encoder *encoder;
    tr_block *blocks;  // of one chunk
    int count;         // of the group
    tr_voxel_at places[GROUP];
    tr_chunk_edits edits[GROUP];
    size_t sizes[GROUP];  // of the rows as they are
    bool has_damage;
} packing;

static void clear_group(packing *it)
{
    for (int i = 0; i < it->count; i++) tr_chunk_edits_destroy(it->save->context, &it->edits[i]);
    it->count = 0;
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

static bool pack_chunk(packing *it, int index, const tr_voxel_chunk *generated, tr_error *err)
{
    tr_chunk_edits *edits = &it->edits[index];
    tr_save_row row;
    tr_voxel_chunk_unpack(generated, it->blocks);
    const bool has_dropped = drop_equal(edits, it->blocks);
    if (edits->count == 0) return tr_save_file_remove(it->file, &it->places[index], err);
    return tr_save_encode(it->encoder, &it->places[index], edits, TR_SAVE_STRONG_LEVEL, &row, err) &&
           ((!has_dropped && row.size >= it->sizes[index]) || tr_save_file_put(it->file, &row, err));
}

static bool pack_group(packing *it, tr_error *err)
{
    const tr_voxel_source *source = &it->save->world.source;
    tr_voxel_chunk chunks[GROUP];
    if (it->count == 0) return true;
    bool ok = source->read(source->user, it->places, (size_t)it->count, chunks, err);
    const int generated = ok ? it->count : 0;
    for (int i = 0; i < generated; i++) {
        ok = ok && pack_chunk(it, i, &chunks[i], err);
        tr_voxel_chunk_destroy(source->context, &chunks[i]);
    }
    clear_group(it);
    return ok;
}

static bool take_row(void *user, const tr_save_row *row, tr_error *err)
{
    packing *it = user;
    tr_error reason = {0};
    if (!tr_save_row_decode(it->save->context, row, it->save->world.identity.world_hash, &it->edits[it->count],
                            &reason))
        return reason.code == TR_ERROR_FORMAT || tr_fail(err, reason.code, "%s", reason.message);
    it->places[it->count] = row->at;
    it->sizes[it->count++] = row->size;
    return it->count < GROUP || pack_group(it, err);
}

static void take_damage(void *user, const tr_voxel_at *last, const char *message)
{
    (void)last;
    (void)message;
    packing *it = user;
    it->has_damage = true;
}

static bool pack_rows(packing *it, const tr_progress *progress, tr_error *err)
{
    const tr_save_visitor visitor = {.row = take_row, .damage = take_damage, .user = it, .progress = progress};
    const bool ok = tr_save_file_begin(it->file, err) && tr_save_scan(it->save, &visitor, err) && pack_group(it, err) &&
                    (!it->has_damage || tr_fail(err, TR_ERROR_FORMAT,
                                                "%s: its database is damaged: it cannot be packed", it->save->path)) &&
                    tr_save_file_commit(it->file, err);
    if (!ok) tr_save_file_roll_back(it->file);
    clear_group(it);
    return ok;
}

static bool pack(packing *it, const tr_progress *progress, tr_error *err)
{
    tr_context *context = it->save->context;
    it->blocks = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *it->blocks, err);
    bool ok = it->blocks && pack_rows(it, progress, err) && tr_save_file_run(it->file, "VACUUM", err);
    // Others that read the save may keep the log a little longer.
    if (ok) sqlite3_wal_checkpoint_v2(it->file->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    tr_free(context, it->blocks);
    return ok;
}

bool tr_save_pack(tr_save *save, tr_save_facts *before, tr_save_facts *after, const tr_progress *progress,
                  tr_error *err)
{
    tr_save_facts facts;
    if (!save->writer) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: is open for reading only", save->path);
    packing *it = tr_alloc(save->context, sizeof *it, err);
    if (!it) return false;
    *it = (packing){.save = save};
    bool ok = tr_save_writer_flush(save->writer, err) && tr_save_count(save, before ? before : &facts, err);
    if (ok) {
        it->file = tr_save_writer_borrow(save->writer, &it->encoder);
        ok = pack(it, progress, err);
        tr_save_writer_give_back(save->writer);
    }
    ok = ok && tr_save_count(save, after ? after : &facts, err);
    tr_free(save->context, it);
    return ok;
}
