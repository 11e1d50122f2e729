#include "world/save_scan.h"

#include <sqlite3.h>
#include <stdio.h>

#include "base/integers.h"
#include "world/save_edits.h"
#include "world/save_schema.h"

typedef struct scan {
    tr_save *save;
    const tr_save_visitor *visitor;
    tr_save_file file;
    sqlite3_stmt *rows;  // from a place on
    int64_t row_count;   // for the progress
    int64_t seen_count;
    bool has_last;
    tr_voxel_at last;  // that was seen
} scan;

static bool open_scan(scan *it, tr_error *err)
{
    sqlite3_stmt *count = NULL;
    if (!tr_save_file_open(&it->file, it->save->context, it->save->path, TR_SAVE_READS, err)) return false;
    // One snapshot for all statements. Damage is met row by row; here it only means that no number is known.
    sqlite3_exec(it->file.db, "BEGIN", NULL, NULL, NULL);
    if (sqlite3_prepare_v2(it->file.db, "SELECT count(*) FROM chunks", -1, &count, NULL) == SQLITE_OK &&
        sqlite3_step(count) == SQLITE_ROW)
        it->row_count = sqlite3_column_int64(count, 0);
    sqlite3_finalize(count);
    return sqlite3_prepare_v2(it->file.db,
                              "SELECT " TR_SAVE_COLUMNS " FROM chunks WHERE (x, y, z) >= (?1, ?2, ?3) ORDER BY x, y, z",
                              -1, &it->rows, NULL) == SQLITE_OK ||
           tr_save_file_fail(&it->file, TR_ERROR_FORMAT, "cannot be read", err);
}

static void close_scan(scan *it)
{
    sqlite3_finalize(it->rows);
    tr_save_file_close(&it->file);
}

// ---------------------------------------------------------------------------------------------------------

static bool report_progress(scan *it, tr_error *err)
{
    const tr_progress *progress = it->visitor->progress;
    const int64_t count = tr_max_i64(it->row_count, it->seen_count + 1);
    it->seen_count++;
    if (!progress || !progress->report || progress->report(progress->user, (double)it->seen_count / (double)count))
        return true;
    return tr_fail(err, TR_ERROR_CANCELLED, "%s: was not read to its end", it->save->path);
}

static bool visit(scan *it, tr_error *err)
{
    tr_save_row row;
    tr_error reason = {0};
    if (!report_progress(it, err)) return false;
    if (!tr_save_file_row(it->rows, &row, &reason)) {
        it->visitor->damage(it->visitor->user, it->has_last ? &it->last : NULL, reason.message);
        return true;
    }
    // A damaged database may have rows out of order.
    if (!it->has_last || tr_voxel_at_compare(&row.at, &it->last) > 0) it->last = row.at;
    it->has_last = true;
    return it->visitor->row(it->visitor->user, &row, err);
}

// Goes to the first row at or behind a place: SQLITE_ROW, SQLITE_DONE or a failure.
static int seek(scan *it, const tr_voxel_at *from)
{
    sqlite3_reset(it->rows);
    sqlite3_bind_int64(it->rows, 1, from->x);
    sqlite3_bind_int64(it->rows, 2, from->y);
    sqlite3_bind_int64(it->rows, 3, from->z);
    return sqlite3_step(it->rows);
}

static const tr_voxel_at lowest = {INT64_MIN, INT64_MIN, INT64_MIN};

// Looks for a row behind the damage that follows a place: ever further along z, then y, then x.
static int seek_behind(scan *it, const tr_voxel_at *place)
{
    for (int axis = 2; axis >= 0; axis--) {
        for (int step = 0; step <= TR_VOXEL_FAR_LOG2; step++) {
            const int64_t far = INT64_C(1) << step;
            tr_voxel_at from = *place;
            if (axis == 2) from.z += far;
            if (axis == 1) from = (tr_voxel_at){place->x, place->y + far, INT64_MIN};
            if (axis == 0) from = (tr_voxel_at){place->x + far, INT64_MIN, INT64_MIN};
            const int result = seek(it, &from);
            if (result == SQLITE_ROW || (result == SQLITE_DONE && axis == 0)) return result;
        }
    }
    return SQLITE_DONE;
}

static bool is_damage(int result)
{
    const int code = result & 0xff;
    return code == SQLITE_CORRUPT || code == SQLITE_TOOBIG || code == SQLITE_IOERR;
}

// The place behind which the next search begins, after damage: the last row that was seen, or where saves begin.
static tr_voxel_at place_of_damage(const scan *it)
{
    const int64_t far = INT64_C(1) << (TR_VOXEL_FAR_LOG2 - 5), tall = INT64_C(1) << (TR_VOXEL_TALL_LOG2 - 5);
    return it->has_last ? it->last : (tr_voxel_at){-far, -tall, -far};
}

static bool run(scan *it, tr_error *err)
{
    int result = seek(it, &lowest);
    tr_voxel_at before = lowest;
    for (;;) {
        while (result == SQLITE_ROW) {
            if (!visit(it, err)) return false;
            result = sqlite3_step(it->rows);
        }
        if (result == SQLITE_DONE) return true;
        if (!is_damage(result)) return tr_save_file_fail(&it->file, TR_ERROR_FILE_READ, "cannot be read", err);
        it->visitor->damage(it->visitor->user, it->has_last ? &it->last : NULL, sqlite3_errmsg(it->file.db));
        const tr_voxel_at place = place_of_damage(it);
        if (tr_voxel_at_compare(&place, &before) <= 0) return true;  // nothing was won since the last damage
        before = place;
        result = seek_behind(it, &place);
    }
}

bool tr_save_scan(tr_save *save, const tr_save_visitor *visitor, tr_error *err)
{
    scan it = {.save = save, .visitor = visitor};
    const bool ok = open_scan(&it, err) && run(&it, err);
    close_scan(&it);
    return ok;
}
