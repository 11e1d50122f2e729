// What two paths have to do with each other in plan: where they cross, join, or one lies within the other. A pure
// function of both layouts.
#ifndef TR_CARVE_EDIT_PAIR_H
#define TR_CARVE_EDIT_PAIR_H

#include "carve/course/crossing.h"
#include "carve/edit/layout.h"

// Along the lesser path from at_m[0] to at_m[1]: one place, or what lies within an area.
typedef struct tr_meeting {
    double x_m, z_m;
    double at_m[2];     // along the lesser
    double other_m[2];  // along the greater; TR_NOT_THERE where the lesser begins or ends within the area
    double sine[2];     // of the angles
    int64_t within;     // whether it is a part within an area
    int64_t end;        // whether one of both ends here
} tr_meeting;

#define TR_NOT_THERE (-1.0)

// Immutable; shared like definitions (path_copy.h).
typedef struct tr_pair {
    int32_t references;
    tr_path_id lesser, greater;  // the height of the greater is settled first
    tr_meeting *meetings;        // along the lesser
    int32_t meeting_count;
} tr_pair;

// NULL without an error when they have nothing to do with each other.
bool tr_pair_create(tr_context *context, const tr_layout *lesser, const tr_layout *greater, tr_pair **out,
                    tr_error *err);
tr_pair *tr_pair_share(tr_pair *pair);
void tr_pair_release(tr_context *context, tr_pair *pair);  // NULL allowed

#endif
