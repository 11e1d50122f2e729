// The boxes of a course: a binary tree over its pieces in their order. Pieces that follow each other lie side by side,
// so runs of them have small boxes, and no sorting is needed.
#ifndef TR_CARVE_COURSE_COURSE_TREE_H
#define TR_CARVE_COURSE_COURSE_TREE_H

#include "carve/course/piece_measure.h"

enum { TR_TREE_ROOT = 1, TR_TREE_LEAF_PIECES = 4 };

// Node i has the children 2i and 2i + 1; node leaf_count + k holds the pieces from k TR_TREE_LEAF_PIECES on.
typedef struct tr_course_tree {
    tr_plan_box *boxes;
    int32_t leaf_count;  // a power of two; leaves behind the last piece have empty boxes
} tr_course_tree;

bool tr_course_tree_create(tr_context *context, const tr_course *course, tr_course_tree *out, tr_error *err);
void tr_course_tree_destroy(tr_context *context, tr_course_tree *tree);

// The pieces of a leaf: [*begin, *end).
void tr_course_tree_leaf(const tr_course_tree *tree, const tr_course *course, int32_t node, int32_t *begin,
                         int32_t *end);

typedef struct tr_course_place {
    double x_m, z_m, at_m;  // where, and the arc length there
    double distance_m;
    double tangent[2];  // in plan, not normalised
} tr_course_place;
// The nearest place of a course, the first along it of equal ones. False when none lies within `limit_m`.
bool tr_course_nearest(const tr_course *course, const tr_course_tree *tree, double x_m, double z_m, double limit_m,
                       tr_course_place *out);

#endif
