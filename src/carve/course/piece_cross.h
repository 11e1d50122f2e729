// Where two pieces cross or touch in plan.
#ifndef TR_CARVE_COURSE_PIECE_CROSS_H
#define TR_CARVE_COURSE_PIECE_CROSS_H

#include "carve/course/crossing.h"

// Below this sine two pieces run along each other: only the ends of what they share count.
#define TR_MIN_SINE 0.02

// Two quadratics cross four times at most; touching adds the two ends of a common part.
enum { TR_PIECE_CROSSINGS = 8 };

// Writes up to TR_PIECE_CROSSINGS and returns how many.
int32_t tr_piece_cross(const tr_piece *a, const tr_piece *b, tr_course_crossing out[TR_PIECE_CROSSINGS]);
// Whether two crossings are the same place, as far as the angle lets one tell.
bool tr_course_crossing_same(const tr_course_crossing *a, const tr_course_crossing *b);

#endif
