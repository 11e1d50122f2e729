// Tables of points: what must hold of them, and which writer an ending means.
#include "io/point_table.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

tr_point_kind tr_point_column_kind(const tr_point_column *column)
{
    return column->texts ? TR_POINT_TEXT : column->integers ? TR_POINT_INTEGER : TR_POINT_NUMBER;
}

// ---------------------------------------------------------------------------------------------------------
// Checks

// What files call the rest of a row; names of columns are compared without regard to case, as SQL does.
static const char *const taken_names[] = {"x", "y", "z", "fid", "geom"};

static bool check_name(const char *path, const tr_point_table *table, int column, tr_error *err)
{
    const char *name = table->columns[column].name;
    char quote[TR_TEXT_QUOTE_SIZE];
    if (!name || !*name) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: column %d has no name", path, column);
    for (size_t i = 0; i < sizeof taken_names / sizeof taken_names[0]; i++) {
        if (strcasecmp(name, taken_names[i]) == 0)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: a column is called %s, which every table has", path,
                           tr_text_quote(quote, name));
    }
    for (int i = 0; i < column; i++) {
        if (strcasecmp(name, table->columns[i].name) == 0)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: two columns are called %s", path,
                           tr_text_quote(quote, name));
    }
    return true;
}

static bool check_column(const char *path, const tr_point_table *table, int number, tr_error *err)
{
    const tr_point_column *column = &table->columns[number];
    char quote[TR_TEXT_QUOTE_SIZE];
    if (!check_name(path, table, number, err)) return false;
    if (tr_point_column_kind(column) != TR_POINT_NUMBER) return true;
    if (!column->numbers && table->count > 0)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: column %s has no values", path,
                       tr_text_quote(quote, column->name));
    for (size_t i = 0; i < table->count; i++) {
        if (isinf(column->numbers[i]))
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: column %s is infinite at point %zu", path,
                           tr_text_quote(quote, column->name), i);
    }
    return true;
}

static bool check(const char *path, const tr_point_table *table, tr_error *err)
{
    if (table->count > 0 && (!table->x || !table->y || !table->z))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %zu points have no coordinates", path, table->count);
    if (table->column_count < 0 || (table->column_count > 0 && !table->columns))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %d columns that are not there", path, table->column_count);
    for (int i = 0; i < table->column_count; i++) {
        if (!check_column(path, table, i, err)) return false;
    }
    for (size_t i = 0; i < table->count; i++) {
        if (!isfinite(table->x[i]) || !isfinite(table->y[i]) || !isfinite(table->z[i]))
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: point %zu lies at %g, %g, %g", path, i, table->x[i],
                           table->y[i], table->z[i]);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Writing

bool tr_points_go_on(const tr_point_job *job, size_t done, tr_error *err)
{
    if (!job->progress || !job->progress->report) return true;
    const double share = job->table->count > 0 ? (double)done / (double)job->table->count : 1;
    return job->progress->report(job->progress->user, share) ||
           tr_fail(err, TR_ERROR_CANCELLED, "%s: cancelled; nothing was written", job->path);
}

bool tr_points_flush(const tr_point_job *job, tr_text_builder *text, tr_error *err)
{
    if (text->failed) {
        if (err) *err = text->error;
        return false;
    }
    const size_t length = text->length;
    text->length = 0;
    return length == 0 || tr_atomic_file_write(job->file, text->text, length, err);
}

typedef bool (*writer)(const tr_point_job *job, tr_error *err);

static const struct {
    const char *ending;
    writer write;
} endings[] = {{".csv", tr_points_write_csv}, {".geojson", tr_points_write_geojson}, {".gpkg", tr_points_write_gpkg}};

static writer writer_of(const char *path, tr_error *err)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof endings[0]; i++) {
        if (strcasecmp(dot, endings[i].ending) == 0) return endings[i].write;
    }
    tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: points are written as .csv, .geojson or .gpkg", path);
    return NULL;
}

bool tr_points_write(tr_context *context, const char *path, const tr_point_table *table, const tr_progress *progress,
                     tr_error *err)
{
    assert(context && path && table);
    const writer write = writer_of(path, err);
    if (!write || !check(path, table, err)) return false;
    tr_point_table named = *table;
    if (!named.name || !*named.name) named.name = "points";
    tr_atomic_file file;
    if (!tr_atomic_file_open(&file, context, path, err)) return false;
    const tr_point_job job = {.context = context, .path = path, .table = &named, .progress = progress, .file = &file};
    if (write(&job, err)) return tr_atomic_file_commit(&file, err);
    tr_atomic_file_abort(&file);
    return false;
}
