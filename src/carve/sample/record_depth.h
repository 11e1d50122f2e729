// How many records of a path reach one place: each costs every sample there.
#ifndef TR_CARVE_SAMPLE_RECORD_DEPTH_H
#define TR_CARVE_SAMPLE_RECORD_DEPTH_H

#include "carve/sample/path_records.h"

// A path whose pieces lie closer is refused: it is many times denser than it is wide.
enum { TR_MAX_RECORD_DEPTH = 16384 };

typedef struct tr_record_depth {
    int32_t depth;   // records at the deepest place that was looked at
    int32_t record;  // one of them
} tr_record_depth;

// Looks at places as far apart as the boxes of the records are wide: at one or more for each, with all others of its
// size. Rectangles inside of an area do not count: they do not overlap. The time follows the number of records.
// @param limit  where it is plain that there are no more, the depth is what they are at most
bool tr_record_depth_find(tr_context *context, const tr_path_records *records, int32_t limit, tr_record_depth *out,
                          tr_error *err);

#endif
