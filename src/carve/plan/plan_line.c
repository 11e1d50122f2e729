#include "carve/plan/plan_line.h"

#include <math.h>

#include "base/array.h"

bool tr_plan_line_push(tr_context *context, tr_plan_line *line, tr_plan_point point, tr_error *err)
{
    tr_plan_point *points = tr_array_reserve(context, line->points, line->count, &line->capacity, sizeof *points, err);
    if (!points) return false;
    line->points = points;
    line->points[line->count++] = point;
    return true;
}

void tr_plan_line_destroy(tr_context *context, tr_plan_line *line)
{
    tr_free(context, line->points);
    *line = (tr_plan_line){0};
}

double tr_plan_distance(tr_plan_point a, tr_plan_point b)
{
    const tr_plan_point d = tr_plan_minus(a, b);
    return sqrt(tr_plan_dot(d, d));
}

static bool apart(double a, double b, double c, double d)
{
    return fmax(a, b) < fmin(c, d) || fmax(c, d) < fmin(a, b);
}

// Whether both ends of a segment lie on one side of the line through a and b.
static bool on_one_side(tr_plan_point a, tr_plan_point b, tr_plan_point from, tr_plan_point to)
{
    const tr_plan_point along = tr_plan_minus(b, a);
    const double first = tr_plan_cross(along, tr_plan_minus(from, a)),
                 last = tr_plan_cross(along, tr_plan_minus(to, a));
    return (first > 0 && last > 0) || (first < 0 && last < 0);
}

bool tr_plan_segments_meet(tr_plan_point a, tr_plan_point b, tr_plan_point c, tr_plan_point d)
{
    if (apart(a.x, b.x, c.x, d.x) || apart(a.z, b.z, c.z, d.z)) return false;
    return !on_one_side(a, b, c, d) && !on_one_side(c, d, a, b);
}
