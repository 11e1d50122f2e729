// A path in plan: its definition, its course without heights, and where it stands among others. A pure function of the
// definition, so paths that an edit does not touch keep theirs.
#ifndef TR_CARVE_EDIT_LAYOUT_H
#define TR_CARVE_EDIT_LAYOUT_H

#include "carve/course/course_tree.h"
#include "carve/edit/path_copy.h"

// Immutable; shared like definitions (path_copy.h).
typedef struct tr_layout {
    int32_t references;
    tr_path_copy *copy;
    tr_course plan;  // heights are 0
    tr_course_tree tree;
    double max_half_m;  // of an area 0
} tr_layout;

// @param before  the path as it was, or NULL: what is the same is taken over
tr_layout *tr_layout_create(tr_context *context, tr_path_copy *copy, double tolerance_m, const tr_layout *before,
                            tr_error *err);
tr_layout *tr_layout_share(tr_layout *layout);
void tr_layout_release(tr_context *context, tr_layout *layout);  // NULL allowed

// Heights are settled in this order: negative when `a` comes before `b`. Equal ones by their places among the paths.
int tr_layout_compare(const tr_layout *a, const tr_layout *b);

#endif
