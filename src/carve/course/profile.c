#include "carve/course/profile.h"

#include "carve/course/side_slope.h"

#include <math.h>

double tr_profile_freeboard(double depth_m)
{
    return depth_m / 8;
}

bool tr_profile_ground(const tr_profile_job *job, const double *x_m, const double *z_m, int32_t count, float *out_m,
                       tr_error *err)
{
    if (!job->ground->heights(job->ground->user, x_m, z_m, count, out_m, err)) return false;
    for (int32_t i = 0; i < count; i++) {
        if (isfinite(out_m[i])) continue;
        return tr_fail(err, TR_ERROR_NOT_FINITE, "%s: the ground at (%.3f, %.3f) is %g",
                       tr_path_title_of(job->def).text, x_m[i], z_m[i], (double)out_m[i]);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// From stations to pieces

// Whether a piece is certain to be no steeper than a grade: its rise has its controls as bounds, and the tangents of a
// quadratic that turns by less than 60 degrees are nowhere shorter than the shorter end's times the cosine of 30.
static bool is_gentler(const tr_piece *piece, const double y_m[4], double grade)
{
    const double rounding = 1 + 1e-9;
    double from[2], to[2];
    tr_piece_tangent(piece, 0, from);
    tr_piece_tangent(piece, 1, to);
    const double from2 = from[0] * from[0] + from[1] * from[1], to2 = to[0] * to[0] + to[1] * to[1];
    const double dot = from[0] * to[0] + from[1] * to[1];
    if (!(dot > 0 && 4 * dot * dot >= from2 * to2)) return false;
    const double speed2 = 0.75 * (from2 < to2 ? from2 : to2);
    for (int i = 0; i < 3; i++) {
        const double rise_m = 3 * (y_m[i + 1] - y_m[i]);
        if (!(rise_m * rise_m * rounding <= grade * grade * speed2)) return false;
    }
    return true;
}

double tr_profile_steeper(const tr_piece *piece, const double y_m[4], double grade)
{
    enum { STEPS = 16 };
    double steepest = grade;
    if (is_gentler(piece, y_m, grade)) return grade;
    for (int i = 0; i <= STEPS; i++) {
        const double t = (double)i / STEPS, speed = tr_piece_speed(piece, t);
        if (speed > 0) steepest = fmax(steepest, fabs(tr_bezier3_d(y_m, t)) / speed);
    }
    return steepest;
}

// Lowers the slopes at the ends of a piece until its height is monotone.
static void limit_slopes(const tr_piece *piece, double rise_m, double *slope0, double *slope1)
{
    if (*slope0 * rise_m <= 0) *slope0 = 0;
    if (*slope1 * rise_m <= 0) *slope1 = 0;
    const double handles_m = (fabs(*slope0) * tr_piece_speed(piece, 0) + fabs(*slope1) * tr_piece_speed(piece, 1)) / 3;
    if (handles_m <= fabs(rise_m)) return;
    const double factor = fabs(rise_m) / handles_m;
    *slope0 *= factor;
    *slope1 *= factor;
}

double tr_profile_fit(tr_stations *stations, tr_piece *pieces, int32_t count)
{
    const double *height_m = stations->height_m;
    double *slope = stations->slope, steepest = 0;
    for (int32_t i = 0; i < count; i++) {
        limit_slopes(&pieces[i], height_m[i + 1] - height_m[i], &slope[i], &slope[i + 1]);
    }
    for (int32_t i = 0; i < count; i++) {
        tr_piece *piece = &pieces[i];
        const double y_m[4] = {height_m[i], height_m[i] + slope[i] * tr_piece_speed(piece, 0) / 3,
                               height_m[i + 1] - slope[i + 1] * tr_piece_speed(piece, 1) / 3, height_m[i + 1]};
        steepest = tr_profile_steeper(piece, y_m, steepest);
        for (int k = 0; k < 4; k++) piece->y_m[k] = (float)y_m[k];
    }
    return steepest;
}

// ---------------------------------------------------------------------------------------------------------

// Whether a height keeps within bounds all along: its controls do.
static bool lies_between(const float y_m[4], float low_m, float high_m)
{
    for (int i = 0; i < 4; i++) {
        if (!(y_m[i] >= low_m && y_m[i] <= high_m)) return false;
    }
    return true;
}

static void find_extremes(tr_course *course)
{
    enum { STEPS = 8 };
    course->low_m = INFINITY;
    course->high_m = -INFINITY;
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        if (lies_between(piece->y_m, course->low_m, course->high_m)) continue;
        for (int k = 0; k <= STEPS; k++) {
            double at[3];
            tr_piece_at(piece, (double)k / STEPS, at);
            course->low_m = fminf(course->low_m, (float)at[1]);
            course->high_m = fmaxf(course->high_m, (float)at[1]);
        }
    }
}

bool tr_course_set_profile(tr_context *context, const tr_path_def *def, const tr_ground *ground, const tr_pin *pins,
                           int32_t pin_count, tr_course *course, tr_error *err)
{
    tr_anchors anchors;
    if (!tr_path_anchors(context, def, &anchors, err)) return false;
    const tr_profile_job job = {context, def, ground, pins, pin_count, &anchors, course};
    bool ok = def->area ? tr_profile_area(&job, err) : tr_profile_line(&job, err);
    ok = ok && tr_banking_set(context, def, &anchors, course, err);
    if (ok) {
        tr_values_set(def, &anchors, course);
        for (int32_t i = 0; i < course->piece_count; i++) {
            course->pieces[i].strength[0] = course->pieces[i].strength[1] = 1;
        }
        find_extremes(course);
        ok = tr_course_widen_fades(def, ground, course, err);
    }
    tr_anchors_destroy(context, &anchors);
    return ok;
}
