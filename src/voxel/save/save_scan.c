#include "voxel/save/save_scan.h"

#include <sqlite3.h>
#include <stdio.h>

#include "base/integers.h"
#include "voxel/save/save_edits.h"
#include "voxel/save/save_schema.h"

typedef struct scan_work {
    tr_voxel_save *save;
    const tr_voxel_save_visitor *visitor;
    tr_voxel_save_file file;
    sqlite3_stmt *rows;  // from a place on
    sqlite3_stmt *back;  // before a place, the nearest first
    int64_t row_count;   // for the progress
    int64_t seen_count;
    bool has_last;
    tr_voxel_at last;  // that was seen
} scan_work;

static bool open_scan(scan_work *scan, tr_error *err)
{
    sqlite3_stmt *count = NULL;
    if (!tr_voxel_save_file_open(&scan->file, scan->save->context, scan->save->path, TR_VOXEL_SAVE_READS, err))
        return false;
    // One snapshot for all statements. Damage is met row by row; here it only means that no number is known.
    sqlite3_exec(scan->file.db, "BEGIN", NULL, NULL, NULL);
    if (sqlite3_prepare_v2(scan->file.db, "SELECT count(*) FROM chunks", -1, &count, NULL) == SQLITE_OK &&
        sqlite3_step(count) == SQLITE_ROW)
        scan->row_count = sqlite3_column_int64(count, 0);
    sqlite3_finalize(count);
#define ROWS "SELECT " TR_VOXEL_SAVE_COLUMNS " FROM chunks WHERE (x, y, z) "
    const bool ok = sqlite3_prepare_v2(scan->file.db, ROWS ">= (?1, ?2, ?3) ORDER BY x, y, z", -1, &scan->rows, NULL) ==
                        SQLITE_OK &&
                    sqlite3_prepare_v2(scan->file.db, ROWS "< (?1, ?2, ?3) ORDER BY x DESC, y DESC, z DESC", -1,
                                       &scan->back, NULL) == SQLITE_OK;
#undef ROWS
    return ok || tr_voxel_save_file_fail(&scan->file, TR_ERROR_FORMAT, "cannot be read", err);
}

static void close_scan(scan_work *scan)
{
    sqlite3_finalize(scan->rows);
    sqlite3_finalize(scan->back);
    tr_voxel_save_file_close(&scan->file);
}

// ---------------------------------------------------------------------------------------------------------

static bool report_progress(scan_work *scan, tr_error *err)
{
    const tr_progress *progress = scan->visitor->progress;
    const int64_t count = tr_max_i64(scan->row_count, scan->seen_count + 1);
    scan->seen_count++;
    if (!progress || !progress->report || progress->report(progress->user, (double)scan->seen_count / (double)count))
        return true;
    return tr_fail(err, TR_ERROR_CANCELLED, "%s: was not read to its end", scan->save->path);
}

static bool visit(scan_work *scan, tr_error *err)
{
    tr_voxel_save_row row;
    tr_error reason = {0};
    if (!report_progress(scan, err)) return false;
    if (!tr_voxel_save_file_row(scan->rows, &row, &reason)) {
        scan->visitor->damage(scan->visitor->user, scan->has_last ? &scan->last : NULL, reason.message);
        return true;
    }
    // A damaged database may have rows out of order.
    if (!scan->has_last || tr_voxel_at_compare(&row.at, &scan->last) > 0) scan->last = row.at;
    scan->has_last = true;
    return scan->visitor->row(scan->visitor->user, &row, err);
}

static int seek_in(sqlite3_stmt *rows, const tr_voxel_at *from)
{
    sqlite3_reset(rows);
    sqlite3_bind_int64(rows, 1, from->x);
    sqlite3_bind_int64(rows, 2, from->y);
    sqlite3_bind_int64(rows, 3, from->z);
    return sqlite3_step(rows);
}

// Goes to the first row at or behind a place: SQLITE_ROW, SQLITE_DONE or a failure.
static int seek(scan_work *scan, const tr_voxel_at *from)
{
    return seek_in(scan->rows, from);
}

static const tr_voxel_at lowest = {INT64_MIN, INT64_MIN, INT64_MIN};

// Looks for a row behind the damage that follows a place: ever further along z, then y, then x.
static int seek_behind(scan_work *scan, const tr_voxel_at *place)
{
    for (int axis = 2; axis >= 0; axis--) {
        for (int step = 0; step <= TR_VOXEL_FAR_LOG2; step++) {
            const int64_t far = INT64_C(1) << step;
            tr_voxel_at from = *place;
            if (axis == 2) from.z += far;
            if (axis == 1) from = (tr_voxel_at){place->x, place->y + far, INT64_MIN};
            if (axis == 0) from = (tr_voxel_at){place->x + far, INT64_MIN, INT64_MIN};
            const int result = seek(scan, &from);
            if (result == SQLITE_ROW || (result == SQLITE_DONE && axis == 0)) return result;
        }
    }
    return SQLITE_DONE;
}

// Visits the rows between damage that follows `place` and a row further on, which the search behind it has leapt over:
// from `end` backwards, as far as they can be read.
static bool visit_leapt_over(scan_work *scan, const tr_voxel_at *place, const tr_voxel_at *end, tr_error *err)
{
    tr_voxel_save_row row;
    int result = seek_in(scan->back, end);
    bool ok = true;
    for (; ok && result == SQLITE_ROW; result = sqlite3_step(scan->back)) {
        // What is no row is met again on the way forward, or was.
        if (!tr_voxel_save_file_row(scan->back, &row, NULL)) continue;
        if (tr_voxel_at_compare(&row.at, place) <= 0) break;
        ok = report_progress(scan, err) && scan->visitor->row(scan->visitor->user, &row, err);
    }
    sqlite3_reset(scan->back);
    return ok;
}

// Goes on behind damage that follows `place`: false with `err` set when the visitor ends the scan.
static bool leap(scan_work *scan, const tr_voxel_at *place, int *result, tr_error *err)
{
    *result = seek_behind(scan, place);
    tr_voxel_save_row row;
    tr_voxel_at end = {INT64_MAX, INT64_MAX, INT64_MAX};
    if (*result == SQLITE_ROW && tr_voxel_save_file_row(scan->rows, &row, NULL)) end = row.at;
    return (*result != SQLITE_ROW && *result != SQLITE_DONE) || visit_leapt_over(scan, place, &end, err);
}

static bool is_damage(int result)
{
    const int code = result & 0xff;
    return code == SQLITE_CORRUPT || code == SQLITE_TOOBIG || code == SQLITE_IOERR;
}

// The place behind which the next search begins, after damage: the last row that was seen, or where saves begin.
static tr_voxel_at place_of_damage(const scan_work *scan)
{
    const int64_t far = INT64_C(1) << (TR_VOXEL_FAR_LOG2 - 5), tall = INT64_C(1) << (TR_VOXEL_TALL_LOG2 - 5);
    return scan->has_last ? scan->last : (tr_voxel_at){-far, -tall, -far};
}

static bool run(scan_work *scan, tr_error *err)
{
    int result = seek(scan, &lowest);
    tr_voxel_at before = lowest;
    for (;;) {
        while (result == SQLITE_ROW) {
            if (!visit(scan, err)) return false;
            result = sqlite3_step(scan->rows);
        }
        if (result == SQLITE_DONE) return true;
        if (!is_damage(result)) return tr_voxel_save_file_fail(&scan->file, TR_ERROR_FILE_READ, "cannot be read", err);
        scan->visitor->damage(scan->visitor->user, scan->has_last ? &scan->last : NULL, sqlite3_errmsg(scan->file.db));
        const tr_voxel_at place = place_of_damage(scan);
        if (tr_voxel_at_compare(&place, &before) <= 0) return true;  // nothing was won since the last damage
        before = place;
        if (!leap(scan, &place, &result, err)) return false;
    }
}

bool tr_voxel_save_scan(tr_voxel_save *save, const tr_voxel_save_visitor *visitor, tr_error *err)
{
    scan_work scan = {.save = save, .visitor = visitor};
    const bool ok = open_scan(&scan, err) && run(&scan, err);
    close_scan(&scan);
    return ok;
}
