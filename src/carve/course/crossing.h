// Where courses cross in plan.
#ifndef TR_CARVE_COURSE_CROSSING_H
#define TR_CARVE_COURSE_CROSSING_H

#include "carve/course/course_tree.h"

typedef struct tr_course_crossing {
    double x_m, z_m;
    double a_m, b_m;  // arc length along each course
    double sine;      // of the angle between both, 0..1
} tr_course_crossing;

typedef struct tr_course_crossings {
    tr_course_crossing *items;  // by a_m, then b_m
    int32_t count;
} tr_course_crossings;

// Courses that come this close to each other touch.
#define TR_TOUCH_M 1e-4

// All places where two courses cross or touch; equal places count once. Boxes first, so that far ones cost nothing.
// Where two courses run on top of each other, the ends of what each two pieces have in common count.
bool tr_course_cross(tr_context *context, const tr_course *a, const tr_course *b, tr_course_crossings *out,
                     tr_error *err);
// The same, for courses whose boxes are known.
bool tr_course_cross_trees(tr_context *context, const tr_course *a, const tr_course_tree *tree_a, const tr_course *b,
                           const tr_course_tree *tree_b, tr_course_crossings *out, tr_error *err);
void tr_course_crossings_destroy(tr_context *context, tr_course_crossings *crossings);
// Whether a place lies inside an area, even-odd over all its rings.
bool tr_course_contains(const tr_course *area, double x_m, double z_m);

#endif
