// Cuttings and embankments that do not become walls: where a path lies deep or high, it fades into the ground over a
// longer way.
#ifndef TR_CARVE_COURSE_SIDE_SLOPE_H
#define TR_CARVE_COURSE_SIDE_SLOPE_H

#include "carve/course/piece.h"

// Widens the fades of a course whose heights are set, so that its sides are no steeper than max_side_slope; at most to
// TR_MAX_FADE times what they are, and gradually along the path.
bool tr_course_widen_fades(const tr_path_def *def, const tr_ground *ground, tr_course *course, tr_error *err);

enum { TR_MAX_FADE = 8 };

#endif
