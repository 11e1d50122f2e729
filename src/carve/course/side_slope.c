#include "carve/course/side_slope.h"

#include <math.h>

#include "base/integers.h"
#include "carve/course/course.h"

// The steepest slope of the smootherstep, which fades are made of, over 1.
static const double steepest = 1.875;
// No fade grows beyond this: pieces must not reach farther than the index allows.
static const double max_m = 1000;
// Fades change by no more than this along the path.
static const double max_change = 0.5;

// Both ends of each piece, three places each: on the axis and beyond both shoulders.
enum { ENDS = 2, ACROSS = 3, PLACES = ENDS * ACROSS, BATCH = 64 };

static void places_of(const tr_piece *piece, double *x_m, double *z_m)
{
    for (int k = 0; k < ENDS; k++) {
        double at[3], along[2];
        tr_piece_at(piece, k, at);
        tr_piece_tangent(piece, k, along);
        const double length = sqrt(along[0] * along[0] + along[1] * along[1]);
        const double out_m = (double)(piece->half_m[k] + piece->fade_m[k]);
        const double reach = length > 0 ? out_m / length : 0;
        for (int j = 0; j < ACROSS; j++) {
            x_m[k * ACROSS + j] = at[0] + (j - 1) * reach * along[1];
            z_m[k * ACROSS + j] = at[2] - (j - 1) * reach * along[0];
        }
    }
}

static void widen(const tr_path_def *def, const float *ground_m, tr_piece *piece)
{
    for (int k = 0; k < ENDS; k++) {
        double away_m = 0;
        for (int j = 0; j < ACROSS; j++)
            away_m = fmax(away_m, fabs((double)(piece->y_m[k ? 3 : 0] - ground_m[k * ACROSS + j])));
        const double own_m = (double)piece->fade_m[k];
        const double max_width_m = fmin(TR_MAX_FADE * own_m, max_m);
        piece->fade_m[k] = (float)fmax(own_m, fmin(away_m * steepest / def->max_side_slope, max_width_m));
    }
}

static bool follows(const tr_piece *piece, const tr_piece *next)
{
    return piece->x_m[2] == next->x_m[0] && piece->z_m[2] == next->z_m[0];
}

// The fade at a place is not much less than anywhere near along the path, and the same on both sides of a joint.
static void ease(tr_course *course)
{
    const int32_t count = course->piece_count;
    for (int32_t i = 0; i < count; i++) {
        tr_piece *piece = &course->pieces[i];
        if (i > 0 && follows(piece - 1, piece)) piece->fade_m[0] = fmaxf(piece->fade_m[0], piece[-1].fade_m[1]);
        const float after = piece->fade_m[0] - (float)(max_change * (piece->to_m - piece->from_m));
        piece->fade_m[1] = fmaxf(piece->fade_m[1], after);
    }
    for (int32_t i = count - 1; i >= 0; i--) {
        tr_piece *piece = &course->pieces[i];
        if (i + 1 < count && follows(piece, piece + 1)) piece->fade_m[1] = fmaxf(piece->fade_m[1], piece[1].fade_m[0]);
        const float before = piece->fade_m[1] - (float)(max_change * (piece->to_m - piece->from_m));
        piece->fade_m[0] = fmaxf(piece->fade_m[0], before);
    }
}

// Rings have no first piece: what eased towards one end goes on from the other.
static void ease_rings(tr_course *course)
{
    for (int32_t first = 0, i = 0; i < course->piece_count; i++) {
        tr_piece *from = &course->pieces[first], *to = &course->pieces[i];
        if (i + 1 < course->piece_count && follows(to, to + 1)) continue;
        if (follows(to, from)) from->fade_m[0] = to->fade_m[1] = fmaxf(from->fade_m[0], to->fade_m[1]);
        first = i + 1;
    }
}

bool tr_course_widen_fades(const tr_path_def *def, const tr_ground *ground, tr_course *course, tr_error *err)
{
    if (def->max_side_slope <= 0) return true;
    for (int32_t first = 0; first < course->piece_count; first += BATCH) {
        const int32_t count = tr_min_i32(BATCH, course->piece_count - first);
        double x_m[BATCH * PLACES], z_m[BATCH * PLACES];
        float ground_m[BATCH * PLACES];
        for (int32_t i = 0; i < count; i++) places_of(&course->pieces[first + i], x_m + i * PLACES, z_m + i * PLACES);
        if (!ground->heights(ground->user, x_m, z_m, count * PLACES, ground_m, err)) return false;
        for (int32_t i = 0; i < count; i++) widen(def, ground_m + i * PLACES, &course->pieces[first + i]);
    }
    ease(course);
    ease_rings(course);
    ease(course);
    return true;
}
