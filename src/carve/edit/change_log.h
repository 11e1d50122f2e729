// The log of changes that displacements catch up with.
#ifndef TR_CARVE_EDIT_CHANGE_LOG_H
#define TR_CARVE_EDIT_CHANGE_LOG_H

#include "carve/edit/carving.h"

// The log as it will be, made before anything is swapped.
typedef struct tr_change_log {
    tr_carve_change *changes;
    int32_t count;
    int32_t joined;  // this many of the carving's oldest have become the first, with one box that is the log's own
} tr_change_log;

// The log of a carving with one more change. When it holds many changes or boxes, the oldest become one.
bool tr_change_log_extend(tr_context *context, const tr_carving *carving, const tr_carve_change *change,
                          tr_change_log *out, tr_error *err);
// Makes it the carving's, with the boxes of the new change; cannot fail.
void tr_change_log_adopt(tr_carving *carving, tr_change_log *log);
void tr_change_log_discard(tr_context *context, tr_change_log *log);
// Gives back the log of a carving.
void tr_change_log_destroy(tr_carving *carving);

#endif
