// Lengths and distances of one piece in plan, in double precision.
#ifndef TR_CARVE_COURSE_PIECE_MEASURE_H
#define TR_CARVE_COURSE_PIECE_MEASURE_H

#include "carve/course/piece.h"

// A rectangle in plan, ends included.
typedef struct tr_plan_box {
    double x0, z0, x1, z1;
} tr_plan_box;

// Contains nothing; what it is joined with stays as it is.
tr_plan_box tr_plan_box_empty(void);
tr_plan_box tr_plan_box_join(tr_plan_box a, tr_plan_box b);
// Whether two boxes come within `gap_m` of each other.
bool tr_plan_box_near(const tr_plan_box *a, const tr_plan_box *b, double gap_m);
// Of the control points.
tr_plan_box tr_piece_box(const tr_piece *piece);

// The arc length along the path at a parameter of a piece.
double tr_piece_arc_m(const tr_piece *piece, double t);
// The parameter of the nearest place of a piece and its distance.
double tr_piece_nearest(const tr_piece *piece, double x_m, double z_m, double *distance_m);

#endif
