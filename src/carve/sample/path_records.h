// The records of one path: its pieces packed for the kernels, in the order of its course; of an area the rectangles
// that fill its inside come first.
#ifndef TR_CARVE_SAMPLE_PATH_RECORDS_H
#define TR_CARVE_SAMPLE_PATH_RECORDS_H

#include "carve/sample/piece_pack.h"

// Records that follow each other lie side by side: an index finds runs of so many.
enum { TR_RUN_RECORDS = 16 };

// Places in units (1/256 of an area's unit) go this far, so that sums and differences of two are 64-bit integers.
#define TR_MAX_UNITS 1152921504606846976.0  // 2^60

// Immutable; shared like definitions (path_copy.h).
typedef struct tr_path_records {
    int32_t references;
    tr_path_kind kind;
    int32_t priority;
    bool area;
    tr_area_far far;                 // of an area
    struct tr_carve_piece *records;  // `path` is the id, `number` counts from 0
    tr_record_place *places;
    int32_t count, inside_count;
    int32_t *piece_end;  // for each piece of the course: one past its last record
    int32_t piece_count;
    tr_box *run_boxes;
    int32_t run_count;
} tr_path_records;

// @param before, course_before  the records and the course of the path as it was, or NULL: what is the same is taken
// over
tr_path_records *tr_path_records_create(tr_context *context, const tr_carve_path *path, const double scale_m[2],
                                        const tr_path_records *before, const tr_course *course_before, tr_error *err);
tr_path_records *tr_path_records_share(tr_path_records *records);
// Whether the values that all records of a path hold are the same.
bool tr_path_records_alike(const tr_path_records *a, const tr_path_records *b);
// Whether record `i` of `a` is record `j` of `b`, but for its number.
bool tr_path_records_same(const tr_path_records *a, int32_t i, const tr_path_records *b, int32_t j);
void tr_path_records_release(tr_context *context, tr_path_records *records);  // NULL allowed

#endif
