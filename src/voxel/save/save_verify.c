// Looks at every byte of a save that means something.
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "voxel/save/save_stats.h"
#include "voxel/save/save_edits.h"
#include "voxel/save/save_scan.h"

typedef struct verification_work {
    tr_voxel_save *save;
    const tr_voxel_save_damage_hook *report;  // may be NULL
    tr_voxel_save_stats stats;
} verification_work;

static void report_bad(verification_work *verification, const tr_voxel_at *chunk, const char *message)
{
    verification->stats.bad_count++;
    if (verification->report && verification->report->bad)
        verification->report->bad(verification->report->user, chunk, message);
}

static bool verify_row(void *user, const tr_voxel_save_row *row, tr_error *err)
{
    verification_work *verification = user;
    tr_voxel_save *save = verification->save;
    tr_chunk_edits edits;
    tr_error reason = {0};
    if (tr_voxel_save_row_decode(save->context, row, save->world.identity.world_hash, &edits, &reason)) {
        tr_voxel_save_stats_add(&verification->stats, &row->at, edits.count);
        tr_chunk_edits_destroy(save->context, &edits);
        return true;
    }
    if (reason.code != TR_ERROR_FORMAT) return tr_fail(err, reason.code, "%s", reason.message);
    char text[sizeof reason.message];
    snprintf(text, sizeof text, "chunk %" PRId64 ", %" PRId64 ", %" PRId64 ": %.200s", row->at.x, row->at.y, row->at.z,
             reason.message);
    report_bad(verification, &row->at, text);
    return true;
}

static void take_damage(void *user, const tr_voxel_at *last, const char *message)
{
    char text[256];
    if (last)
        snprintf(text, sizeof text, "behind chunk %" PRId64 ", %" PRId64 ", %" PRId64 ": %s", last->x, last->y, last->z,
                 message);
    else
        snprintf(text, sizeof text, "at the first chunk: %s", message);
    report_bad(user, NULL, text);
}

// ---------------------------------------------------------------------------------------------------------
// The database

typedef void take_message(void *user, const char *message);

// Pages, their order, lists of free ones.
static void check_pages(sqlite3 *db, int max_messages, take_message *take, void *user)
{
    char sql[48];
    sqlite3_stmt *messages = NULL;
    snprintf(sql, sizeof sql, "PRAGMA integrity_check(%d)", max_messages);
    int result = sqlite3_prepare_v2(db, sql, -1, &messages, NULL);
    while (result == SQLITE_OK || result == SQLITE_ROW) {
        result = sqlite3_step(messages);
        const char *text = result == SQLITE_ROW ? (const char *)sqlite3_column_text(messages, 0) : NULL;
        if (text && strcmp(text, "ok") != 0) take(user, text);
    }
    if (result != SQLITE_DONE) take(user, sqlite3_errmsg(db));
    sqlite3_finalize(messages);
}

// Rows are found by the order of their places: one that stands out of it hides others. Not every version of SQLite
// looks at that.
static void check_order(sqlite3 *db, take_message *take, void *user)
{
    sqlite3_stmt *rows = NULL;
    tr_voxel_at last = {0};
    bool has_last = false;
    int result = sqlite3_prepare_v2(db, "SELECT x, y, z FROM chunks", -1, &rows, NULL);
    while (result == SQLITE_OK || result == SQLITE_ROW) {
        result = sqlite3_step(rows);
        if (result != SQLITE_ROW) break;
        const tr_voxel_at at = {sqlite3_column_int64(rows, 0), sqlite3_column_int64(rows, 1),
                                sqlite3_column_int64(rows, 2)};
        if (has_last && tr_voxel_at_compare(&at, &last) <= 0) {
            take(user, "its rows are out of order");
            break;
        }
        last = at;
        has_last = true;
    }
    if (result != SQLITE_DONE && result != SQLITE_ROW) take(user, sqlite3_errmsg(db));
    sqlite3_finalize(rows);
}

static void check_database(sqlite3 *db, int max_messages, take_message *take, void *user)
{
    check_pages(db, max_messages, take, user);
    check_order(db, take, user);
}

static void take_bad(void *user, const char *message)
{
    report_bad(user, NULL, message);
}

static bool verify_database(verification_work *verification, tr_error *err)
{
    tr_voxel_save_file file;
    if (!tr_voxel_save_file_open(&file, verification->save->context, verification->save->path, TR_VOXEL_SAVE_READS,
                                 err))
        return false;
    check_database(file.db, 16, take_bad, verification);
    tr_voxel_save_file_close(&file);
    return true;
}

static void keep_first(void *user, const char *message)
{
    tr_error *first = user;
    if (first->code == TR_ERROR_NONE) tr_fail(first, TR_ERROR_FORMAT, "%.150s", message);
}

bool tr_voxel_save_file_is_sound(tr_voxel_save_file *file, tr_error *err)
{
    tr_error first = {0};
    check_database(file->db, 1, keep_first, &first);
    return first.code == TR_ERROR_NONE ||
           tr_fail(err, TR_ERROR_FORMAT,
                   "%s: its database is damaged (%s): nothing is written to it; repair it (tr_voxel_save_repair(), "
                   "terrane voxel repair) and go on with the copy",
                   file->path, first.message);
}

// ---------------------------------------------------------------------------------------------------------

bool tr_voxel_save_verify(tr_voxel_save *save, const tr_voxel_save_damage_hook *hook, const tr_progress *progress,
                          tr_voxel_save_stats *out, tr_error *err)
{
    verification_work verification = {.save = save, .report = hook};
    const tr_voxel_save_visitor visitor = {
        .row = verify_row, .damage = take_damage, .user = &verification, .progress = progress};
    if (save->writer && !tr_voxel_save_writer_flush(save->writer, err)) return false;
    verification.stats.world_hash = save->made_with.world_hash;
    verification.stats.file_bytes = tr_voxel_save_file_bytes(save->path);
    if (!tr_voxel_save_scan(save, &visitor, err) || !verify_database(&verification, err)) return false;
    if (out) *out = verification.stats;
    return true;
}
