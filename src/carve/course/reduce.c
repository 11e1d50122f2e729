#include "carve/course/reduce.h"

#include <math.h>

// Halving goes on until a part fits; at this depth it is shorter than rounding.
enum { DEEPEST = 40 };
// Directions that differ by less (radians) are the same: a straight piece makes no bend that could be seen.
#define STRAIGHT 1e-6
// The middle control of a quadratic keeps this share of the chord away from both ends, so that the parameter runs
// evenly.
#define MIN_HANDLE (1.0 / 16)

// What is left at a cusp has no quadratic; at this share of the tolerance it becomes straight.
#define CUSP (1.0 / 64)

typedef struct point {
    double x, z;
} point;

static point minus(point a, point b)
{
    return (point){a.x - b.x, a.z - b.z};
}

static double dot(point a, point b)
{
    return a.x * b.x + a.z * b.z;
}

static double cross(point a, point b)
{
    return a.x * b.z - a.z * b.x;
}

static double length(point a)
{
    return sqrt(dot(a, a));
}

// ---------------------------------------------------------------------------------------------------------
// Inflections

// Roots of a t^2 + b t + c, rising; the stable form.
static int solve_quadratic(double a, double b, double c, double out[2])
{
    const double scale = fmax(fabs(a), fmax(fabs(b), fabs(c)));
    if (scale == 0) return 0;
    if (fabs(a) <= 1e-12 * scale) {
        if (fabs(b) <= 1e-12 * scale) return 0;
        out[0] = -c / b;
        return 1;
    }
    const double discriminant = b * b - 4 * a * c;
    if (discriminant < 0) return 0;
    const double root = sqrt(discriminant), q = -0.5 * (b < 0 ? b - root : b + root);
    const double first = q / a, second = q != 0 ? c / q : first;
    out[0] = fmin(first, second);
    out[1] = fmax(first, second);
    return 2;
}

int tr_cubic_inflections(const tr_cubic *cubic, double out[2])
{
    const double *x = cubic->x, *z = cubic->z;
    const point u = {x[1] - x[0], z[1] - z[0]}, v = {x[2] - x[1], z[2] - z[1]}, w = {x[3] - x[2], z[3] - z[2]};
    // C(t) = a t^3 + b t^2 + c t + d, by differences of the controls.
    const point a = {w.x - 2 * v.x + u.x, w.z - 2 * v.z + u.z}, b = {3 * (v.x - u.x), 3 * (v.z - u.z)};
    const point c = {3 * u.x, 3 * u.z};
    double roots[2];
    const int found = solve_quadratic(3 * cross(b, a), 3 * cross(c, a), cross(c, b), roots);
    int count = 0;
    for (int i = 0; i < found; i++) {
        const bool inside = roots[i] > 1e-6 && roots[i] < 1 - 1e-6;
        if (inside && (count == 0 || roots[i] > out[0] + 1e-6)) out[count++] = roots[i];
    }
    return count;
}

// ---------------------------------------------------------------------------------------------------------
// How far a piece lies from the cubic

typedef struct curve_part {
    const tr_cubic *cubic;
    double t0, t1;
    point p[4];         // its controls
    double x[4], z[4];  // and from the first of them
    double polygon_m;   // the length of its control polygon
    point start, end;   // unit tangents
    bool has_tangents;  // false for a part that is a point
} curve_part;

// The distance of a point from the quadratic 0, e, d, looked for near a parameter. Never less than the true distance.
static double distance_to(point e, point d, point from, double near)
{
    const point bend = {d.x - 2 * e.x, d.z - 2 * e.z};
    double t = near;
    for (int step = 0; step < 2; step++) {
        const point half = {e.x + t * bend.x, e.z + t * bend.z};  // half the tangent
        const point offset = {t * (e.x + half.x) - from.x, t * (e.z + half.z) - from.z};
        const double slope = 2 * dot(half, half) + dot(offset, bend);
        if (!(slope > 0)) break;
        t = fmin(fmax(t - dot(offset, half) / slope, 0), 1);
    }
    const point offset = {t * (2 * e.x + t * bend.x) - from.x, t * (2 * e.z + t * bend.z) - from.z};
    return length(offset);
}

static double deviation_at(const curve_part *part, point middle, double share)
{
    const double *x = part->x, *z = part->z, s = 1 - share;
    const double w1 = 3 * s * s * share, w2 = 3 * s * share * share, w3 = share * share * share;
    const point at = {w1 * x[1] + w2 * x[2] + w3 * x[3], w1 * z[1] + w2 * z[2] + w3 * z[3]};
    return distance_to(minus(middle, part->p[0]), (point){x[3], z[3]}, at, share);
}

// The deviation is 0 at both ends and smooth between: eight steps find its hump, a finer look its top. Stops at the
// first that is larger than `limit`.
static double measure_deviation(const curve_part *part, point middle, double limit)
{
    enum { STEPS = 8, FINE = 4 };
    double max = 0;
    int at = 1;
    for (int i = 1; i < STEPS; i++) {
        const double deviation = deviation_at(part, middle, (double)i / STEPS);
        if (deviation <= max) continue;
        if (deviation > limit) return deviation;
        max = deviation;
        at = i;
    }
    for (int i = 1 - FINE; i < FINE; i++) {
        if (i != 0) max = fmax(max, deviation_at(part, middle, (at + (double)i / FINE) / STEPS));
    }
    return max;
}

static void look_at_radius(tr_reduction *reduction, const curve_part *part)
{
    for (int i = 0; i <= 4; i++) {
        const double t = part->t0 + 0.25 * i * (part->t1 - part->t0);
        const point d = {tr_bezier3_d(part->cubic->x, t), tr_bezier3_d(part->cubic->z, t)};
        const point dd = {tr_bezier3_dd(part->cubic->x, t), tr_bezier3_dd(part->cubic->z, t)};
        const double speed = length(d), bend = fabs(cross(d, dd));
        if (bend > 0) reduction->min_radius_m = fmin(reduction->min_radius_m, speed * speed * speed / bend);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Parts

static bool unit(point *a, double min)
{
    const double size = length(*a);
    if (!(size > min)) return false;
    *a = (point){a->x / size, a->z / size};
    return true;
}

// The direction of the first of three vectors that has one: where a handle has no length, the next control counts.
static bool first_direction(point a, point b, point c, double min, point *out)
{
    const point all[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        *out = all[i];
        if (unit(out, min)) return true;
    }
    return false;
}

static curve_part part_of(const tr_cubic *cubic, double t0, double t1)
{
    curve_part part = {.cubic = cubic, .t0 = t0, .t1 = t1};
    double x[4], z[4];
    tr_bezier3_part(cubic->x, t0, t1, x);
    tr_bezier3_part(cubic->z, t0, t1, z);
    for (int i = 0; i < 4; i++) {
        part.p[i] = (point){x[i], z[i]};
        part.x[i] = x[i] - x[0];
        part.z[i] = z[i] - z[0];
    }
    for (int i = 0; i < 3; i++) part.polygon_m += length(minus(part.p[i + 1], part.p[i]));
    const double min = 1e-9 * part.polygon_m;
    const point *p = part.p;
    part.has_tangents = first_direction(minus(p[1], p[0]), minus(p[2], p[0]), minus(p[3], p[0]), min, &part.start) &&
                        first_direction(minus(p[3], p[2]), minus(p[3], p[1]), minus(p[3], p[0]), min, &part.end);
    return part;
}

static bool is_straight(const curve_part *part)
{
    point along = minus(part->p[3], part->p[0]);
    const double chord_m = length(along);
    if (!unit(&along, 0) || fabs(cross(along, part->start)) > STRAIGHT || fabs(cross(along, part->end)) > STRAIGHT) {
        return false;
    }
    const double first = dot(along, minus(part->p[1], part->p[0])), second = dot(along, minus(part->p[2], part->p[0]));
    const double slack = 1e-9 * chord_m;
    return first >= -slack && first <= chord_m + slack && second >= -slack && second <= chord_m + slack;
}

// The intersection of the end tangents, when it makes a good quadratic.
static bool find_middle(const curve_part *part, point *out)
{
    const point chord = minus(part->p[3], part->p[0]);
    const double turn = cross(part->start, part->end), chord_m = length(chord);
    // Less than sixty degrees each keeps lengths and nearest points simple.
    if (fabs(turn) < 1e-9 || dot(part->start, part->end) < 0.5) return false;
    const double before = cross(chord, part->end) / turn, after = cross(part->start, chord) / turn;
    if (before < MIN_HANDLE * chord_m || after < MIN_HANDLE * chord_m) return false;
    *out = (point){part->p[0].x + before * part->start.x, part->p[0].z + before * part->start.z};
    return true;
}

static bool add_piece(tr_reduction *reduction, const curve_part *part, point middle, double deviation, uint32_t curve,
                      tr_error *err)
{
    reduction->max_deviation_m = fmax(reduction->max_deviation_m, deviation);
    const tr_piece piece = {
        .x_m = {part->p[0].x, middle.x, part->p[3].x},
        .z_m = {part->p[0].z, middle.z, part->p[3].z},
        .curve = curve,
        .curve_t = {part->t0, part->t1},
    };
    return tr_piece_list_add(reduction->context, reduction->out, &piece, err);
}

static bool add_straight(tr_reduction *reduction, const curve_part *part, uint32_t curve, tr_error *err)
{
    const point a = part->p[0], d = part->p[3];
    if (a.x == d.x && a.z == d.z) {  // nothing is left to be carved, but the cubic went somewhere and came back
        reduction->max_deviation_m = fmax(reduction->max_deviation_m, 0.5 * part->polygon_m);
        return true;
    }
    const point middle = {a.x + 0.5 * (d.x - a.x), a.z + 0.5 * (d.z - a.z)};
    return add_piece(reduction, part, middle, measure_deviation(part, middle, INFINITY), curve, err);
}

static bool reduce_part(tr_reduction *reduction, const tr_cubic *cubic, double t0, double t1, uint32_t curve, int depth,
                        tr_error *err)
{
    const curve_part part = part_of(cubic, t0, t1);
    if (part.has_tangents && is_straight(&part)) return add_straight(reduction, &part, curve, err);
    point middle;
    if (part.has_tangents && find_middle(&part, &middle)) {
        const double deviation = measure_deviation(&part, middle, reduction->tolerance_m);
        if (1.01 * deviation <= reduction->tolerance_m) {
            look_at_radius(reduction, &part);
            return add_piece(reduction, &part, middle, deviation, curve, err);
        }
    }
    if (part.polygon_m <= CUSP * reduction->tolerance_m || depth == DEEPEST) {
        look_at_radius(reduction, &part);
        return add_straight(reduction, &part, curve, err);
    }
    const double half = 0.5 * (t0 + t1);
    return reduce_part(reduction, cubic, t0, half, curve, depth + 1, err) &&
           reduce_part(reduction, cubic, half, t1, curve, depth + 1, err);
}

bool tr_reduce_cubic(tr_reduction *reduction, const tr_cubic *cubic, uint32_t curve, tr_error *err)
{
    const curve_part whole = part_of(cubic, 0, 1);
    if (whole.has_tangents && is_straight(&whole)) return add_straight(reduction, &whole, curve, err);
    double cut[4] = {0, 0.5, 1, 1};
    int count = 1;
    double inflections[2];
    const int found = tr_cubic_inflections(cubic, inflections);
    for (int i = 0; i < found; i++) cut[count++] = inflections[i];
    if (found == 0) count++;
    cut[count] = 1;
    for (int i = 0; i < count; i++) {
        if (!reduce_part(reduction, cubic, cut[i], cut[i + 1], curve, 0, err)) return false;
    }
    return true;
}
