// A piece of a path: a quadratic Bezier in plan with what is carved along it. All that is carved is made of these.
//
// Values along a piece are functions of its parameter t, 0..1. The height is a cubic Bezier, so that the profile of a
// cubic curve stays what it is when the plan is reduced to quadratics, and grades do not jump at joints.
#ifndef TR_CARVE_COURSE_PIECE_H
#define TR_CARVE_COURSE_PIECE_H

#include "terrane/carve.h"

typedef struct tr_piece {
    // What samples depend on; compared as bytes, so without gaps.
    double x_m[3], z_m[3];  // control points in plan
    float y_m[4];           // controls of the height: road surface, or level of the water
    float inclination[3];   // at t = 0, 1/2 and 1, a quadratic between; rising to the left
    float half_m[2];        // half the width, at t = 0 and 1, linear between; 0 for areas
    float fade_m[2];        // lambda, likewise; never below TR_MIN_FADE_M
    float depth_m[2];       // of water in its middle, likewise
    float strength[2];      // 1; 0 on a bridge, linear at its ends

    double from_m, to_m;  // arc length in plan from the start of the path, or of the first ring
    uint32_t curve;       // the cubic it is a part of: that which begins at this anchor (anchors.h)
    double curve_t[2];    // and which part
} tr_piece;

#define TR_MIN_FADE_M 0.01f

// A path as a chain of pieces in plan, its profile and its values.
typedef struct tr_course {
    tr_piece *pieces;
    int32_t piece_count;
    double length_m;  // the sum over all rings
    double max_deviation_m;
    double min_radius_m;  // INFINITY for a straight path
    double max_grade;     // of the profile
    float low_m, high_m;  // of the profile
    float level_m;        // of an area: inside, far from its shore
    bool grade_met;
    struct tr_course_making
        *making;  // of a course in plan: what the next one can take over (course_build.c); else NULL
} tr_course;

// A path of a carving, ready to be carved. `def` is its own copy.
typedef struct tr_carve_path {
    tr_path_id id;
    tr_path_def def;
    tr_course course;
} tr_carve_path;

#endif
