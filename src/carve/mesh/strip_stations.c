#include "carve/mesh/strip_stations.h"

#include <math.h>
#include <string.h>

#include "carve/course/course.h"
#include "carve/course/pieces.h"

// Halving a piece more often than this has no effect that could be seen.
enum { MAX_HALVINGS = 12 };
// Directions that differ by less than about one degree are one.
static const double corner_sine = 0.02;
// A fan at a corner turns by at most about 15 degrees from row to row.
static const double fan_cosine = 0.965;

typedef struct station_build {
    tr_context *context;
    const tr_strip_step *step;
    tr_strip_stations *out;
} station_build;

static bool add_station(station_build *build, const tr_strip_station *station, tr_error *err)
{
    tr_strip_stations *out = build->out;
    if (out->count == out->capacity) {
        if (out->capacity > INT32_MAX / 4)
            return tr_fail(err, TR_ERROR_TOO_LARGE, "a strip of more than %d rows: take a longer step", INT32_MAX / 4);
        const int32_t capacity = 2 * out->capacity + 64;
        tr_strip_station *items = tr_alloc_array(build->context, (size_t)capacity, sizeof *items, err);
        if (!items) return false;
        if (out->count > 0) memcpy(items, out->items, (size_t)out->count * sizeof *items);
        tr_free(build->context, out->items);
        out->items = items;
        out->capacity = capacity;
    }
    out->items[out->count++] = *station;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// One station

static void set_left(tr_strip_station *station, const double direction[2])
{
    const double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    station->left[0] = length > 0 ? direction[1] / length : 0;
    station->left[1] = length > 0 ? -direction[0] / length : 1;
}

// The radius of the curve limits the row on the inside of the bend.
static void set_reach(tr_strip_station *station, const tr_piece *piece, const double tangent[2])
{
    const double bend_x = 2 * (piece->x_m[0] - 2 * piece->x_m[1] + piece->x_m[2]);
    const double bend_z = 2 * (piece->z_m[0] - 2 * piece->z_m[1] + piece->z_m[2]);
    const double speed2 = tangent[0] * tangent[0] + tangent[1] * tangent[1];
    const double turn = tangent[1] * bend_x - tangent[0] * bend_z;  // positive to the left
    const double radius = turn != 0 ? speed2 * sqrt(speed2) / fabs(turn) : INFINITY;
    station->reach_m[0] = turn > 0 ? fmin(station->half_m, radius) : station->half_m;
    station->reach_m[1] = turn < 0 ? fmin(station->half_m, radius) : station->half_m;
}

tr_strip_station tr_strip_station_at(const tr_piece *piece, double t)
{
    tr_strip_station station = {.half_m = (double)tr_piece_half_at(piece, t)};
    double tangent[2];
    tr_piece_at(piece, t, station.at);
    tr_piece_tangent(piece, t, tangent);
    const double inclination = (double)tr_piece_inclination_at(piece, t);
    station.tilt = inclination / sqrt(inclination * inclination + 1);
    station.arc_m = t < 1 ? fmin(piece->from_m + tr_piece_length(piece, t), piece->to_m) : piece->to_m;
    set_left(&station, tangent);
    set_reach(&station, piece, tangent);
    return station;
}

// A place on a row, at a distance to the left.
static void place_at(const tr_strip_station *station, double left_m, double out[3])
{
    out[0] = station->at[0] + left_m * station->left[0];
    out[1] = station->at[1] + left_m * station->tilt;
    out[2] = station->at[2] + left_m * station->left[1];
}

// ---------------------------------------------------------------------------------------------------------
// Along a piece

// How far a station between two others lies off the straight lines between them.
static double error_between(const tr_strip_station *a, const tr_strip_station *b, const tr_strip_station *between)
{
    double worst2 = 0;
    for (int side = -1; side <= 1; side++) {
        double ends[2][3], middle[3];
        place_at(a, side < 0 ? -a->reach_m[1] : side * a->reach_m[0], ends[0]);
        place_at(b, side < 0 ? -b->reach_m[1] : side * b->reach_m[0], ends[1]);
        place_at(between, side < 0 ? -between->reach_m[1] : side * between->reach_m[0], middle);
        double along = 0, length2 = 0, off2 = 0;
        for (int axis = 0; axis < 3; axis++) {
            const double line = ends[1][axis] - ends[0][axis];
            along += line * (middle[axis] - ends[0][axis]);
            length2 += line * line;
        }
        const double share = length2 > 0 ? fmin(fmax(along / length2, 0), 1) : 0;
        for (int axis = 0; axis < 3; axis++) {
            const double off = middle[axis] - ends[0][axis] - share * (ends[1][axis] - ends[0][axis]);
            off2 += off * off;
        }
        worst2 = fmax(worst2, off2);
    }
    return sqrt(worst2);
}

// A quad whose corners are not in one plane is two triangles: half way across, they miss it by a quarter of its twist.
static double twist_error(const tr_strip_station *a, const tr_strip_station *b, int32_t across)
{
    return fabs(a->tilt - b->tilt) * (a->half_m + b->half_m) / (4 * across);
}

// Stations after a and up to b.
static bool add_between(station_build *build, const tr_piece *piece, double from, double to, int depth, tr_error *err)
{
    const tr_strip_station a = tr_strip_station_at(piece, from), b = tr_strip_station_at(piece, to);
    const double middle = 0.5 * (from + to);
    const tr_strip_station half_way = tr_strip_station_at(piece, middle);
    bool split = b.arc_m - a.arc_m > build->step->step_m ||
                 twist_error(&a, &b, build->step->across) > build->step->error_m ||
                 error_between(&a, &b, &half_way) > build->step->error_m;
    for (int quarter = 1; quarter < 4 && !split; quarter += 2) {
        const tr_strip_station between = tr_strip_station_at(piece, from + 0.25 * quarter * (to - from));
        split = error_between(&a, &b, &between) > build->step->error_m;
    }
    if (!split || depth == MAX_HALVINGS) return add_station(build, &b, err);
    return add_between(build, piece, from, middle, depth + 1, err) &&
           add_between(build, piece, middle, to, depth + 1, err);
}

// ---------------------------------------------------------------------------------------------------------
// Corners

// The turn from the end of a piece to the start of the next, between unit vectors.
typedef struct strip_corner {
    double sine, cosine;  // the sine is positive in a turn to the left
    double notch_m;       // from the corner to where rows are as wide as the path again, on the inside
} strip_corner;

static strip_corner corner_between(const tr_strip_station *a, const tr_strip_station *b)
{
    strip_corner corner = {
        .sine = a->left[1] * b->left[0] - a->left[0] * b->left[1],
        .cosine = a->left[0] * b->left[0] + a->left[1] * b->left[1],
    };
    corner.notch_m = b->half_m * fabs(corner.sine) / fmax(1 + corner.cosine, 1e-6);
    return corner;
}

static bool is_corner(const strip_corner *corner)
{
    return corner->cosine < 0 || fabs(corner->sine) > corner_sine;
}

// Rows at one place, after a and up to b, turning over the outside. The inside has no room there.
static bool add_fan(station_build *build, const tr_strip_station *a, const tr_strip_station *b, double sine,
                    tr_error *err)
{
    const double cosine = a->left[0] * b->left[0] + a->left[1] * b->left[1];
    if (cosine >= fan_cosine) return add_station(build, b, err);
    tr_strip_station middle = *b;
    // Half way between both; where they are opposite, straight on.
    const double sum[2] = {a->left[0] + b->left[0], a->left[1] + b->left[1]};
    const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
    const double turn = sine > 0 ? 1 : -1;
    middle.left[0] = length > 1e-6 ? sum[0] / length : turn * a->left[1];
    middle.left[1] = length > 1e-6 ? sum[1] / length : -turn * a->left[0];
    return add_fan(build, a, &middle, sine, err) && add_fan(build, &middle, b, sine, err);
}

// The end of one piece and the start of the next.
static bool add_joint(station_build *build, const tr_piece *before, const tr_piece *after, tr_error *err)
{
    tr_strip_station *last = &build->out->items[build->out->count - 1];
    if (!after || after->x_m[0] != before->x_m[2] || after->z_m[0] != before->z_m[2]) {
        last->ends = true;
        return true;
    }
    tr_strip_station next = tr_strip_station_at(after, 0);
    const strip_corner turn = corner_between(last, &next);
    if (!is_corner(&turn) || next.half_m == 0) return true;
    const int inside = turn.sine > 0 ? 0 : 1;
    last->reach_m[inside] = next.reach_m[inside] = 0;
    last->reach_m[1 - inside] = next.reach_m[1 - inside] = next.half_m;
    const tr_strip_station first = *last;
    return add_fan(build, &first, &next, turn.sine, err);
}

// Parameters where rows must be: the ends, and where the notch of a corner ends.
static int notch_parameters(const tr_piece *pieces, int32_t i, int32_t count, double out[4])
{
    const tr_piece *piece = &pieces[i];
    const double length_m = piece->to_m - piece->from_m;
    const tr_strip_station start = tr_strip_station_at(piece, 0), end = tr_strip_station_at(piece, 1);
    double notch_m[2] = {0, 0};
    if (i > 0) {
        const tr_strip_station before = tr_strip_station_at(&pieces[i - 1], 1);
        const strip_corner turn = corner_between(&before, &start);
        if (is_corner(&turn)) notch_m[0] = turn.notch_m;
    }
    if (i + 1 < count) {
        const tr_strip_station after = tr_strip_station_at(&pieces[i + 1], 0);
        const strip_corner turn = corner_between(&end, &after);
        if (is_corner(&turn)) notch_m[1] = turn.notch_m;
    }
    int n = 0;
    out[n++] = 0;
    if (notch_m[0] > 0 && notch_m[0] + notch_m[1] < length_m) out[n++] = tr_piece_invert(piece, notch_m[0]);
    if (notch_m[1] > 0 && notch_m[0] + notch_m[1] < length_m) out[n++] = tr_piece_invert(piece, length_m - notch_m[1]);
    out[n++] = 1;
    return n;
}

// ---------------------------------------------------------------------------------------------------------
// The whole

static bool add_piece(station_build *build, const tr_course *course, int32_t i, tr_error *err)
{
    const tr_piece *piece = &course->pieces[i];
    if (build->out->count == 0 || build->out->items[build->out->count - 1].ends) {
        const tr_strip_station first = tr_strip_station_at(piece, 0);
        if (!add_station(build, &first, err)) return false;
    }
    double t[4];
    const int count = notch_parameters(course->pieces, i, course->piece_count, t);
    for (int k = 0; k + 1 < count; k++)
        if (!add_between(build, piece, t[k], t[k + 1], 0, err)) return false;
    return add_joint(build, piece, i + 1 < course->piece_count ? piece + 1 : NULL, err);
}

bool tr_strip_stations_create(tr_context *context, const tr_course *course, const tr_strip_step *step,
                              tr_strip_stations *out, tr_error *err)
{
    *out = (tr_strip_stations){0};
    station_build build = {context, step, out};
    for (int32_t i = 0; i < course->piece_count; i++) {
        if (!add_piece(&build, course, i, err)) {
            tr_strip_stations_destroy(context, out);
            return false;
        }
    }
    return true;
}

void tr_strip_stations_destroy(tr_context *context, tr_strip_stations *stations)
{
    tr_free(context, stations->items);
    *stations = (tr_strip_stations){0};
}

// The circle that touches the axis at a station and goes through a place, given from there: beyond its middle that
// place is nearer than the station.
static void limit_by_place(tr_strip_station *station, double x, double z)
{
    const double distance2 = x * x + z * z, side = x * station->left[0] + z * station->left[1];
    // Nothing within a hair's breadth: the direction of the difference is noise there.
    if (distance2 < 1e-6 || side == 0) return;
    double *reach_m = &station->reach_m[side > 0 ? 0 : 1];
    *reach_m = fmin(*reach_m, distance2 / (2 * fabs(side)));
}

// The same for all places from p to q: the smallest circle is at an end or where its radius |p + u d|^2 / (2 n (p + u
// d)), d = q - p, is stationary.
static void limit_by_segment(tr_strip_station *station, const tr_strip_station *p, const tr_strip_station *q)
{
    const double px = p->at[0] - station->at[0], pz = p->at[2] - station->at[2];
    const double dx = q->at[0] - p->at[0], dz = q->at[2] - p->at[2];
    const double d2 = dx * dx + dz * dz;
    const double p_side = px * station->left[0] + pz * station->left[1],
                 d_side = dx * station->left[0] + dz * station->left[1];
    const double a = d2 * d_side, b = d2 * p_side;
    const double c = 2 * (px * dx + pz * dz) * p_side - (px * px + pz * pz) * d_side;
    const double discriminant = b * b - a * c;
    if (discriminant < 0 || d2 == 0) return;
    const double root = sqrt(discriminant), larger = b > 0 ? -b - root : -b + root;
    const double shares[2] = {a != 0 ? larger / a : -1, larger != 0 ? c / larger : -1};
    for (int k = 0; k < 2; k++)
        if (shares[k] > 0 && shares[k] < 1) limit_by_place(station, px + shares[k] * dx, pz + shares[k] * dz);
}

// Farther along than this many half widths, a path that comes near again passes over or under itself.
static const double window_halves = 12;

// Between stations that are close along the path the axis bends, and a straight line would make the bend sharper than
// it is.
static void limit_by_neighbour(tr_strip_station *station, const tr_strip_station *near, const tr_strip_station *far)
{
    limit_by_place(station, near->at[0] - station->at[0], near->at[2] - station->at[2]);
    if (far && fabs(near->arc_m - station->arc_m) > station->half_m) limit_by_segment(station, near, far);
}

void tr_strip_stations_limit(tr_strip_stations *stations)
{
    const tr_strip_station *items = stations->items;
    for (int32_t i = 0; i < stations->count; i++) {
        tr_strip_station *station = &stations->items[i];
        const double window_m = window_halves * station->half_m;
        for (int32_t k = i; k-- > 0 && station->arc_m - items[k].arc_m <= window_m;)
            limit_by_neighbour(station, &items[k], k > 0 ? &items[k - 1] : NULL);
        for (int32_t k = i + 1; k < stations->count && items[k].arc_m - station->arc_m <= window_m; k++)
            limit_by_neighbour(station, &items[k], k + 1 < stations->count ? &items[k + 1] : NULL);
    }
}
