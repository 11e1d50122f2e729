#include "voxel/save/save_file.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>

#include "base/context.h"
#include "voxel/save/save_edits.h"
#include "voxel/save/save_schema.h"

bool tr_voxel_save_file_fail(const tr_voxel_save_file *file, tr_error_code otherwise, const char *what, tr_error *err)
{
    tr_error_code code = otherwise;
    switch (sqlite3_errcode(file->db) & 0xff) {
    case SQLITE_NOMEM: code = TR_ERROR_OUT_OF_MEMORY; break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_TOOBIG: code = TR_ERROR_FORMAT; break;
    default: break;
    }
    return tr_fail(err, code, "%s: %s: %s", file->path, what, sqlite3_errmsg(file->db));
}

bool tr_voxel_save_file_run(tr_voxel_save_file *file, const char *sql, tr_error *err)
{
    return sqlite3_exec(file->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           tr_voxel_save_file_fail(file, TR_ERROR_FILE_WRITE, "cannot be written", err);
}

// ---------------------------------------------------------------------------------------------------------
// Rows

// Whether a chunk of any world can be there.
static bool is_place(const tr_voxel_at *chunk)
{
    const int64_t far = INT64_C(1) << (TR_VOXEL_FAR_LOG2 - 5), tall = INT64_C(1) << (TR_VOXEL_TALL_LOG2 - 5);
    return chunk->x >= -far && chunk->x < far && chunk->y >= -tall && chunk->y < tall && chunk->z >= -far &&
           chunk->z < far;
}

bool tr_voxel_save_file_row(sqlite3_stmt *statement, tr_voxel_save_row *out, tr_error *err)
{
    for (int i = 0; i < 7; i++)
        if (sqlite3_column_type(statement, i) != (i < 6 ? SQLITE_INTEGER : SQLITE_BLOB))
            return tr_fail(err, TR_ERROR_FORMAT, "column %d of its row has not the type that it must have", i + 1);
    *out = (tr_voxel_save_row){.at = {sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1),
                                      sqlite3_column_int64(statement, 2)},
                               .generator = (uint64_t)sqlite3_column_int64(statement, 3),
                               .edit_count = sqlite3_column_int64(statement, 4),
                               .checksum = (uint64_t)sqlite3_column_int64(statement, 5),
                               .data = sqlite3_column_blob(statement, 6),
                               .size = (size_t)sqlite3_column_bytes(statement, 6)};
    if (out->data && is_place(&out->at)) return true;
    return tr_fail(err, TR_ERROR_FORMAT, "its row %s", out->data ? "lies beyond every world" : "has no data");
}

static void bind_place(sqlite3_stmt *statement, const tr_voxel_at *chunk)
{
    sqlite3_bind_int64(statement, 1, chunk->x);
    sqlite3_bind_int64(statement, 2, chunk->y);
    sqlite3_bind_int64(statement, 3, chunk->z);
}

// A damaged database may find another row than the one that was asked for.
static bool check_place(const tr_voxel_save_row *row, const tr_voxel_at *chunk, tr_error *err)
{
    return tr_voxel_at_compare(&row->at, chunk) == 0 ||
           tr_fail(err, TR_ERROR_FORMAT,
                   "the row found there says that it is of chunk %" PRId64 ", %" PRId64 ", %" PRId64, row->at.x,
                   row->at.y, row->at.z);
}

// The same, and leaves the statement where it is.
static bool take_row(tr_voxel_save_file *file, const tr_voxel_at *chunk, uint64_t world_hash, tr_chunk_edits *out,
                     bool *found, tr_error *err)
{
    bind_place(file->find, chunk);
    const int result = sqlite3_step(file->find);
    *found = result == SQLITE_ROW;
    if (result == SQLITE_DONE) return true;
    char what[96];
    snprintf(what, sizeof what, "chunk %" PRId64 ", %" PRId64 ", %" PRId64, chunk->x, chunk->y, chunk->z);
    if (result == SQLITE_ROW) {
        tr_voxel_save_row row;
        tr_error reason = {0};
        return (tr_voxel_save_file_row(file->find, &row, &reason) && check_place(&row, chunk, &reason) &&
                tr_voxel_save_row_decode(file->context, &row, world_hash, out, &reason)) ||
               tr_fail(err, reason.code, "%s: %s: %s", file->path, what, reason.message);
    }
    return tr_voxel_save_file_fail(file, TR_ERROR_FILE_READ, what, err);
}

bool tr_voxel_save_file_read(tr_voxel_save_file *file, const tr_voxel_at *chunk, uint64_t world_hash,
                             tr_chunk_edits *out, bool *found, tr_error *err)
{
    *out = (tr_chunk_edits){0};
    const bool ok = take_row(file, chunk, world_hash, out, found, err);
    sqlite3_reset(file->find);
    return ok;
}

// Runs a statement that gives no rows.
static bool step(tr_voxel_save_file *file, sqlite3_stmt *statement, tr_error *err)
{
    const bool ok = sqlite3_step(statement) == SQLITE_DONE ||
                    tr_voxel_save_file_fail(file, TR_ERROR_FILE_WRITE, "cannot be written", err);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return ok;
}

bool tr_voxel_save_file_put(tr_voxel_save_file *file, const tr_voxel_save_row *row, tr_error *err)
{
    bind_place(file->put, &row->at);
    sqlite3_bind_int64(file->put, 4, (int64_t)row->generator);
    sqlite3_bind_int64(file->put, 5, row->edit_count);
    sqlite3_bind_int64(file->put, 6, (int64_t)row->checksum);
    sqlite3_bind_blob64(file->put, 7, row->data, row->size, SQLITE_STATIC);
    return step(file, file->put, err);
}

bool tr_voxel_save_file_remove(tr_voxel_save_file *file, const tr_voxel_at *chunk, tr_error *err)
{
    bind_place(file->remove, chunk);
    return step(file, file->remove, err);
}

bool tr_voxel_save_file_set_aside(tr_voxel_save_file *file, const tr_voxel_at *chunk, tr_error *err)
{
    bind_place(file->set_aside, chunk);
    return step(file, file->set_aside, err);
}

// ---------------------------------------------------------------------------------------------------------
// Transactions

bool tr_voxel_save_file_begin(tr_voxel_save_file *file, tr_error *err)
{
    return tr_voxel_save_file_run(file, "BEGIN IMMEDIATE", err);
}

bool tr_voxel_save_file_commit(tr_voxel_save_file *file, tr_error *err)
{
    return tr_voxel_save_file_run(file, "COMMIT", err);
}

void tr_voxel_save_file_roll_back(tr_voxel_save_file *file)
{
    // Some failures have rolled back already.
    if (!sqlite3_get_autocommit(file->db)) sqlite3_exec(file->db, "ROLLBACK", NULL, NULL, NULL);
}

// ---------------------------------------------------------------------------------------------------------

static bool prepare(tr_voxel_save_file *file, sqlite3_stmt **out, const char *sql, tr_error *err)
{
    return sqlite3_prepare_v3(file->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK ||
           tr_voxel_save_file_fail(file, TR_ERROR_FORMAT, "holds not the tables of a save", err);
}

static bool prepare_all(tr_voxel_save_file *file, tr_voxel_save_access access, tr_error *err)
{
#define AT_PLACE "WHERE x = ?1 AND y = ?2 AND z = ?3"
    return prepare(file, &file->find, "SELECT " TR_VOXEL_SAVE_COLUMNS " FROM chunks " AT_PLACE, err) &&
           (access == TR_VOXEL_SAVE_READS ||
            (prepare(file, &file->put,
                     "REPLACE INTO chunks (" TR_VOXEL_SAVE_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", err) &&
             prepare(file, &file->remove, "DELETE FROM chunks " AT_PLACE, err) &&
             prepare(file, &file->set_aside,
                     "INSERT INTO damaged (" TR_VOXEL_SAVE_COLUMNS ") SELECT " TR_VOXEL_SAVE_COLUMNS
                     " FROM chunks " AT_PLACE,
                     err)));
#undef AT_PLACE
}

bool tr_voxel_save_file_open(tr_voxel_save_file *file, tr_context *context, const char *path,
                             tr_voxel_save_access access, tr_error *err)
{
    *file = (tr_voxel_save_file){.context = context, .path = path};
    file->has_reserved = tr_memory_reserve(context, TR_VOXEL_SAVE_CACHE_BYTES, err);
    if (file->has_reserved && tr_voxel_save_connect(file, access, err) && tr_voxel_save_check_format(file, err) &&
        prepare_all(file, access, err))
        return true;
    tr_voxel_save_file_close(file);
    return false;
}

void tr_voxel_save_file_close(tr_voxel_save_file *file)
{
    if (!file->context) return;
    sqlite3_finalize(file->find);
    sqlite3_finalize(file->put);
    sqlite3_finalize(file->remove);
    sqlite3_finalize(file->set_aside);
    sqlite3_close(file->db);
    tr_free(file->context, file->image);
    if (file->has_reserved) tr_memory_unreserve(file->context, TR_VOXEL_SAVE_CACHE_BYTES);
    *file = (tr_voxel_save_file){0};
}
