// Tables of points on their way into a file. point_table.c has checked them: there is a name, arrays are there, numbers
// are finite or, in columns, NaN for no value; a text that is NULL is no value either.
#ifndef TR_IO_POINT_TABLE_H
#define TR_IO_POINT_TABLE_H

#include <math.h>

#include "base/text_builder.h"
#include "base/atomic_file.h"
#include "terrane/io.h"

// Rows between two reports of progress, and between two writes.
enum { TR_POINT_BATCH = 1024 };

typedef enum tr_point_kind { TR_POINT_TEXT, TR_POINT_INTEGER, TR_POINT_NUMBER } tr_point_kind;
tr_point_kind tr_point_column_kind(const tr_point_column *column);

typedef struct tr_point_job {
    tr_context *context;
    const char *path;  // as the caller gave it, for messages
    const tr_point_table *table;
    const tr_progress *progress;  // may be NULL
    tr_atomic_file *file;
} tr_point_job;

// Whether a number is best written as an integer: 5123460 and not 5.12346e+06.
static inline bool tr_point_is_whole(double value)
{
    return fabs(value) < 1e15 && value == rint(value);
}

// Reports that `done` rows are written; fails with CANCELLED.
bool tr_points_go_on(const tr_point_job *job, size_t done, tr_error *err);
// Writes what the builder holds and empties it; a failure of the builder fails here.
bool tr_points_flush(const tr_point_job *job, tr_text_builder *text, tr_error *err);

// The writers. Each writes the opened file; opening and committing is done for them.
bool tr_points_write_csv(const tr_point_job *job, tr_error *err);      // point_csv.c
bool tr_points_write_geojson(const tr_point_job *job, tr_error *err);  // point_geojson.c
bool tr_points_write_gpkg(const tr_point_job *job, tr_error *err);     // point_gpkg.c

// Longitude and latitude on WGS 84 of all points, in turn (tr_free), by the system of the table, which has one
// (point_degrees.c).
double *tr_points_to_degrees(const tr_point_job *job, tr_error *err);

#endif
