// Looks at every byte of a save that means something.
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "world/save_facts.h"
#include "world/save_scan.h"

typedef struct verification {
    tr_save *save;
    const tr_save_report *report;  // may be NULL
    tr_save_facts facts;
} verification;

static void report_bad(verification *it, const tr_voxel_at *chunk, const char *message)
{
    it->facts.bad_count++;
    if (it->report && it->report->bad) it->report->bad(it->report->user, chunk, message);
}

static bool verify_row(void *user, const tr_save_row *row, tr_error *err)
{
    verification *it = user;
    tr_save *save = it->save;
    tr_chunk_edits edits;
    tr_error reason = {0};
    if (tr_save_row_decode(save->context, row, save->world.identity.world_hash, &edits, &reason)) {
        tr_save_facts_add(&it->facts, &row->at, edits.count);
        tr_chunk_edits_destroy(save->context, &edits);
        return true;
    }
    if (reason.code != TR_ERROR_FORMAT) return tr_fail(err, reason.code, "%s", reason.message);
    char text[sizeof reason.message];
    snprintf(text, sizeof text, "chunk %" PRId64 ", %" PRId64 ", %" PRId64 ": %.200s", row->at.x, row->at.y, row->at.z,
             reason.message);
    report_bad(it, &row->at, text);
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

// The structure of the database: pages, their order, lists of free ones.
static bool verify_database(verification *it, tr_error *err)
{
    tr_save_file file;
    if (!tr_save_file_open(&file, it->save->context, it->save->path, TR_SAVE_READS, err)) return false;
    sqlite3_stmt *messages = NULL;
    int result = sqlite3_prepare_v2(file.db, "PRAGMA integrity_check(16)", -1, &messages, NULL);
    while (result == SQLITE_OK || result == SQLITE_ROW) {
        result = sqlite3_step(messages);
        const char *text = result == SQLITE_ROW ? (const char *)sqlite3_column_text(messages, 0) : NULL;
        if (text && strcmp(text, "ok") != 0) report_bad(it, NULL, text);
    }
    if (result != SQLITE_DONE) report_bad(it, NULL, sqlite3_errmsg(file.db));
    sqlite3_finalize(messages);
    tr_save_file_close(&file);
    return true;
}

bool tr_save_verify(tr_save *save, const tr_save_report *report, tr_save_facts *out, const tr_progress *progress,
                    tr_error *err)
{
    verification it = {.save = save, .report = report};
    const tr_save_visitor visitor = {.row = verify_row, .damage = take_damage, .user = &it, .progress = progress};
    if (save->writer && !tr_save_writer_flush(save->writer, err)) return false;
    it.facts.world_hash = save->made_with.world_hash;
    it.facts.file_bytes = tr_save_file_bytes(save->path);
    if (!tr_save_scan(save, &visitor, err) || !verify_database(&it, err)) return false;
    if (out) *out = it.facts;
    return true;
}
