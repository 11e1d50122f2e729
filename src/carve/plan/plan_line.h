// A line in plan that grows: what plans are drawn with before they become paths.
#ifndef TR_CARVE_PLAN_PLAN_LINE_H
#define TR_CARVE_PLAN_PLAN_LINE_H

#include "terrane/base.h"

typedef struct tr_plan_point {
    double x, z;
} tr_plan_point;

typedef struct tr_plan_line {
    tr_plan_point *points;
    int32_t count, capacity;
} tr_plan_line;

bool tr_plan_line_push(tr_context *context, tr_plan_line *line, tr_plan_point point, tr_error *err);
void tr_plan_line_destroy(tr_context *context, tr_plan_line *line);

static inline double tr_plan_dot(tr_plan_point a, tr_plan_point b)
{
    return a.x * b.x + a.z * b.z;
}

// Positive when b is clockwise from a, seen from above with north up.
static inline double tr_plan_cross(tr_plan_point a, tr_plan_point b)
{
    return a.x * b.z - a.z * b.x;
}

static inline tr_plan_point tr_plan_between(tr_plan_point a, tr_plan_point b, double t)
{
    return (tr_plan_point){a.x + (b.x - a.x) * t, a.z + (b.z - a.z) * t};
}

static inline tr_plan_point tr_plan_minus(tr_plan_point a, tr_plan_point b)
{
    return (tr_plan_point){a.x - b.x, a.z - b.z};
}

double tr_plan_distance(tr_plan_point a, tr_plan_point b);

// Whether the segments a-b and c-d have a point in common.
bool tr_plan_segments_meet(tr_plan_point a, tr_plan_point b, tr_plan_point c, tr_plan_point d);

#endif
