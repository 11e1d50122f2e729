// The heights of a course (docs/carve.md, "Heights" and "Profile").
#ifndef TR_CARVE_COURSE_PROFILE_H
#define TR_CARVE_COURSE_PROFILE_H

#include "carve/course/course.h"
#include "carve/course/curve.h"
#include "carve/course/pieces.h"
#include "carve/course/anchors.h"
#include "carve/course/stations.h"

typedef struct tr_profile_job {
    tr_context *context;
    const tr_path_def *def;
    const tr_ground *ground;
    const tr_pin *pins;
    int32_t pin_count;
    const tr_anchors *anchors;
    tr_course *course;
} tr_profile_job;

// Heights of the pieces, `max_grade` and `grade_met` of a line.
bool tr_profile_line(const tr_profile_job *job, tr_error *err);
// The same and `level_m` of an area.
bool tr_profile_area(const tr_profile_job *job, tr_error *err);

// Heights of the ground at places; refuses what is not finite.
bool tr_profile_ground(const tr_profile_job *job, const double *x_m, const double *z_m, int32_t count, float *out_m,
                       tr_error *err);
// How far water stays below the ground beside it.
double tr_profile_freeboard(double depth_m);

// Cubic heights of `count` pieces from heights and slopes at their ends: slopes are lowered until no piece rises above
// or falls below its ends. Returns the steepest grade.
double tr_profile_fit(tr_stations *stations, tr_piece *pieces, int32_t count);
// The steepest grade of a piece by looking at many places, or `grade` when it is not steeper.
double tr_profile_steeper(const tr_piece *piece, const double y_m[4], double grade);

// Inclination of all pieces, from curvature and vertices (banking.c).
bool tr_banking_set(tr_context *context, const tr_path_def *def, const tr_anchors *anchors, tr_course *course,
                    tr_error *err);
// Half widths, fades and depths, linear in arc length from anchor to anchor (banking.c).
void tr_values_set(const tr_path_def *def, const tr_anchors *anchors, tr_course *course);

#endif
