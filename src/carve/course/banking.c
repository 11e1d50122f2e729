// Values across a path: inclination from its bends or its vertices, widths, fades and depths.
#include <math.h>

#include "carve/course/profile.h"

// ---------------------------------------------------------------------------------------------------------
// Places between two anchors

// The anchors that a curve of a ring or line joins.
typedef struct curve_ends {
    const tr_path_vertex *from, *to;
    double from_m, to_m;  // arc length at both
} curve_ends;

// Calls for all pieces of one curve after the other.
typedef void (*curve_fn)(void *user, const curve_ends *ends, tr_piece *pieces, int32_t count);

static void for_each_curve(const tr_anchors *anchors, tr_course *course, curve_fn fn, void *user)
{
    int32_t ring = 0;
    for (int32_t begin = 0; begin < course->piece_count;) {
        const int32_t curve = (int32_t)course->pieces[begin].curve;
        int32_t end = begin;
        while (end < course->piece_count && (int32_t)course->pieces[end].curve == curve) end++;
        while (curve >= anchors->ring_end[ring]) ring++;
        const curve_ends ends = {&anchors->items[curve], &anchors->items[tr_anchors_next(anchors, ring, curve)],
                                 course->pieces[begin].from_m, course->pieces[end - 1].to_m};
        fn(user, &ends, course->pieces + begin, end - begin);
        begin = end;
    }
}

static double share_at(const curve_ends *ends, double at_m)
{
    return ends->to_m > ends->from_m ? (at_m - ends->from_m) / (ends->to_m - ends->from_m) : 0;
}

// Values that are equal stay what they are.
static double mix(double a, double b, double share)
{
    return a == b ? a : (1 - share) * a + share * b;
}

// ---------------------------------------------------------------------------------------------------------
// Widths, fades and depths

static double or_of_path(float given, double of_path)
{
    return isnan(given) ? of_path : (double)given;
}

static void set_values(void *user, const curve_ends *ends, tr_piece *pieces, int32_t count)
{
    const tr_path_def *def = user;
    const tr_path_vertex *a = ends->from, *b = ends->to;
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) {
            const double share = share_at(ends, k == 0 ? pieces[i].from_m : pieces[i].to_m);
            const double width_m =
                mix(or_of_path(a->width_m, def->width_m), or_of_path(b->width_m, def->width_m), share);
            const double fade_m =
                mix(or_of_path(a->smoothing_m, def->smoothing_m), or_of_path(b->smoothing_m, def->smoothing_m), share);
            const double depth_m =
                mix(or_of_path(a->depth_m, def->depth_m), or_of_path(b->depth_m, def->depth_m), share);
            pieces[i].half_m[k] = def->area ? 0 : (float)(0.5 * width_m);
            pieces[i].fade_m[k] = fmaxf((float)fade_m, TR_MIN_FADE_M);
            pieces[i].depth_m[k] = tr_path_kind_is_water(def->kind) ? (float)depth_m : 0;
        }
    }
}

void tr_values_set(const tr_path_def *def, const tr_anchors *anchors, tr_course *course)
{
    tr_path_def copy = *def;
    for_each_curve(anchors, course, set_values, &copy);
}

// ---------------------------------------------------------------------------------------------------------
// Inclination

// Positive in a bend to the left: left of a direction (dx, dz) is (dz, -dx).
static double curvature(const tr_piece *piece, double t)
{
    const double *x = piece->x_m, *z = piece->z_m;
    const double bend_x = x[2] - 2 * x[1] + x[0], bend_z = z[2] - 2 * z[1] + z[0];
    double tangent[2];
    tr_piece_tangent(piece, t, tangent);
    const double speed = tr_piece_speed(piece, t);
    if (!(speed > 0)) return 0;
    return 2 * (tangent[1] * bend_x - tangent[0] * bend_z) / (speed * speed * speed);
}

static double banked(const tr_path_def *def, double curvature_per_m)
{
    const double inclination = -def->banking * curvature_per_m;
    return fmin(fmax(inclination, -def->max_inclination), def->max_inclination);
}

// At every joint and in the middle of every piece: item 2 i is the start of piece i.
static void bank_stations(const tr_path_def *def, const tr_course *course, tr_stations *s)
{
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        const double start = banked(def, curvature(piece, 0)), end = banked(def, curvature(piece, 1));
        s->at_m[2 * i] = piece->from_m;
        s->at_m[2 * i + 1] = piece->from_m + tr_piece_length(piece, 0.5);
        s->at_m[2 * i + 2] = piece->to_m;
        s->height_m[2 * i] = i == 0 ? start : 0.5 * (s->height_m[2 * i] + start);
        s->height_m[2 * i + 1] = banked(def, curvature(piece, 0.5));
        s->height_m[2 * i + 2] = end;
    }
}

static void set_inclination(void *user, const curve_ends *ends, tr_piece *pieces, int32_t count)
{
    (void)user;
    const tr_path_vertex *a = ends->from, *b = ends->to;
    const double given_a = isnan(a->inclination) ? 0 : 1, given_b = isnan(b->inclination) ? 0 : 1;
    if (given_a + given_b == 0) return;
    const double value_a = or_of_path(a->inclination, 0), value_b = or_of_path(b->inclination, 0);
    for (int32_t i = 0; i < count; i++) {
        const double middle_m = pieces[i].from_m + tr_piece_length(&pieces[i], 0.5);
        const double at_m[3] = {pieces[i].from_m, middle_m, pieces[i].to_m};
        for (int k = 0; k < 3; k++) {
            const double share = share_at(ends, at_m[k]), given = mix(given_a, given_b, share);
            const double from_curve = (1 - given) * (double)pieces[i].inclination[k];
            pieces[i].inclination[k] = (float)(mix(value_a, value_b, share) + from_curve);
        }
    }
}

// From the bends of the path. Curvature jumps where pieces meet; a road takes its time to lean over.
static bool set_banking(tr_context *context, const tr_path_def *def, tr_course *course, tr_error *err)
{
    tr_stations stations;
    if (!tr_stations_create(context, 2 * course->piece_count + 1, &stations, err)) return false;
    bank_stations(def, course, &stations);
    tr_stations_smooth(&stations, def->station_m);
    for (int32_t i = 0; i < course->piece_count; i++) {
        for (int k = 0; k < 3; k++) course->pieces[i].inclination[k] = (float)stations.height_m[2 * i + k];
    }
    tr_stations_destroy(context, &stations);
    return true;
}

bool tr_banking_set(tr_context *context, const tr_path_def *def, const tr_anchors *anchors, tr_course *course,
                    tr_error *err)
{
    for (int32_t i = 0; i < course->piece_count; i++) {
        for (int k = 0; k < 3; k++) course->pieces[i].inclination[k] = 0;
    }
    if (def->area) return true;
    if (def->banking > 0 && !set_banking(context, def, course, err)) return false;
    for_each_curve(anchors, course, set_inclination, NULL);
    return true;
}
