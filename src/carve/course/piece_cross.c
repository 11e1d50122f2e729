// Both curves are halved until they are straight within a small share of the touching distance and their boxes still
// meet; the chords give a start, Newton's method the place. All of it from the start of the first curve on: far from
// the origin of the world a double is coarser than what touches.
#include "carve/course/piece_cross.h"

#include <math.h>

#include "carve/course/course.h"

// A part of a piece between two parameters.
typedef struct arc {
    double x[3], z[3];
    double t0, t1;
} arc;

typedef struct contact {
    double t, u;  // parameters on both pieces
    double x, z;
    double sine;
} contact;

typedef struct contact_list {
    tr_piece a, b;     // from `origin` on
    double origin[2];  // x, z
    contact crossing[TR_PIECE_CROSSINGS - 2];
    int32_t crossing_count;
    contact first, last;  // of those that run along each other, by t
    bool along;
} contact_list;

static const double straight_m = 0.25 * TR_TOUCH_M;

// How far the curve lies from its chord at most.
static double bend(const arc *part)
{
    const double x = part->x[0] - 2 * part->x[1] + part->x[2], z = part->z[0] - 2 * part->z[1] + part->z[2];
    return 0.25 * sqrt(x * x + z * z);
}

static bool ranges_meet(const double *a, const double *b)
{
    const double a_low = fmin(a[0], fmin(a[1], a[2])), a_high = fmax(a[0], fmax(a[1], a[2]));
    const double b_low = fmin(b[0], fmin(b[1], b[2])), b_high = fmax(b[0], fmax(b[1], b[2]));
    return a_low <= b_high + TR_TOUCH_M && b_low <= a_high + TR_TOUCH_M;
}

static void halve(const arc *whole, arc out[2])
{
    const double middle_t = 0.5 * (whole->t0 + whole->t1);
    for (int i = 0; i < 2; i++) {
        const double *from = i == 0 ? whole->x : whole->z;
        double *first = i == 0 ? out[0].x : out[0].z, *second = i == 0 ? out[1].x : out[1].z;
        first[0] = from[0];
        first[1] = 0.5 * (from[0] + from[1]);
        second[1] = 0.5 * (from[1] + from[2]);
        second[2] = from[2];
        first[2] = second[0] = 0.5 * (first[1] + second[1]);
    }
    out[0].t0 = whole->t0;
    out[0].t1 = out[1].t0 = middle_t;
    out[1].t1 = whole->t1;
}

// ---------------------------------------------------------------------------------------------------------
// From a start to a contact

typedef struct piece_gap {
    double place[3], x, z;  // on a; from b to a
    double ta[2], tb[2];    // tangents
    double det, length_m;
} piece_gap;

static piece_gap measure(const contact_list *list, double t, double u)
{
    piece_gap gap;
    double other[3];
    tr_piece_at(&list->a, t, gap.place);
    tr_piece_at(&list->b, u, other);
    tr_piece_tangent(&list->a, t, gap.ta);
    tr_piece_tangent(&list->b, u, gap.tb);
    gap.x = gap.place[0] - other[0];
    gap.z = gap.place[2] - other[2];
    gap.det = gap.ta[0] * gap.tb[1] - gap.ta[1] * gap.tb[0];
    gap.length_m = sqrt(gap.x * gap.x + gap.z * gap.z);
    return gap;
}

static double sine_of(const piece_gap *gap)
{
    const double a = gap->ta[0] * gap->ta[0] + gap->ta[1] * gap->ta[1],
                 b = gap->tb[0] * gap->tb[0] + gap->tb[1] * gap->tb[1];
    const double product = sqrt(a * b);
    return product > 0 ? fmin(fabs(gap->det) / product, 1) : 0;
}

static double clamp_unit(double value)
{
    return fmin(fmax(value, 0), 1);
}

static bool same_place(const contact *a, const contact *b)
{
    const tr_course_crossing first = {.x_m = a->x, .z_m = a->z, .sine = a->sine};
    const tr_course_crossing second = {.x_m = b->x, .z_m = b->z, .sine = b->sine};
    return tr_course_crossing_same(&first, &second);
}

static void keep(contact_list *list, const contact *found)
{
    if (found->sine < TR_MIN_SINE) {
        if (!list->along || found->t < list->first.t) list->first = *found;
        if (!list->along || found->t > list->last.t) list->last = *found;
        list->along = true;
        return;
    }
    for (int32_t i = 0; i < list->crossing_count; i++) {
        if (same_place(&list->crossing[i], found)) return;
    }
    if (list->crossing_count < TR_PIECE_CROSSINGS - 2) list->crossing[list->crossing_count++] = *found;
}

static void refine(contact_list *list, double t, double u)
{
    enum { STEPS = 12 };
    piece_gap best = measure(list, t, u);
    double best_t = t, best_u = u;
    for (int i = 0; i < STEPS && best.length_m > 0; i++) {
        if (sine_of(&best) < 1e-9) break;
        // a(t) + ta dt = b(u) + tb du
        t = clamp_unit(best_t + (best.z * best.tb[0] - best.x * best.tb[1]) / best.det);
        u = clamp_unit(best_u + (best.z * best.ta[0] - best.x * best.ta[1]) / best.det);
        const piece_gap next = measure(list, t, u);
        if (!(next.length_m < best.length_m)) break;
        best = next;
        best_t = t;
        best_u = u;
    }
    if (best.length_m > TR_TOUCH_M) return;
    const contact found = {best_t, best_u, best.place[0], best.place[2], sine_of(&best)};
    keep(list, &found);
}

// ---------------------------------------------------------------------------------------------------------
// Two straight parts

typedef struct chord {
    double x, z, dx, dz;
} chord;

static chord chord_of(const arc *part)
{
    return (chord){part->x[0], part->z[0], part->x[2] - part->x[0], part->z[2] - part->z[0]};
}

// Where the foot of a place lies along a chord, 0..1, and how far away it is.
static double foot(const chord *line, double x, double z, double *distance)
{
    const double square = line->dx * line->dx + line->dz * line->dz;
    const double along = (x - line->x) * line->dx + (z - line->z) * line->dz;
    const double share = square > 0 ? clamp_unit(along / square) : 0;
    const double gap_x = line->x + share * line->dx - x, gap_z = line->z + share * line->dz - z;
    *distance = sqrt(gap_x * gap_x + gap_z * gap_z);
    return share;
}

static double parameter(const arc *part, double share)
{
    return part->t0 + (part->t1 - part->t0) * share;
}

static void meet_chords(contact_list *list, const arc *a, const arc *b)
{
    const chord p = chord_of(a), q = chord_of(b);
    const double det = p.dx * q.dz - p.dz * q.dx, rx = q.x - p.x, rz = q.z - p.z;
    if (det != 0) {
        const double s = (rx * q.dz - rz * q.dx) / det, r = (rx * p.dz - rz * p.dx) / det;
        if (s >= 0 && s <= 1 && r >= 0 && r <= 1) {
            refine(list, parameter(a, s), parameter(b, r));
            return;
        }
    }
    const double near_m = TR_TOUCH_M + 2 * straight_m;
    for (int end = 0; end < 2; end++) {
        double distance;
        const double on_b = foot(&q, p.x + end * p.dx, p.z + end * p.dz, &distance);
        if (distance <= near_m) refine(list, parameter(a, end), parameter(b, on_b));
        const double on_a = foot(&p, q.x + end * q.dx, q.z + end * q.dz, &distance);
        if (distance <= near_m) refine(list, parameter(a, on_a), parameter(b, end));
    }
}

static void meet_arcs(contact_list *list, const arc *a, const arc *b)
{
    if (!ranges_meet(a->x, b->x) || !ranges_meet(a->z, b->z)) return;
    const double bend_a = bend(a), bend_b = bend(b);
    if (bend_a <= straight_m && bend_b <= straight_m) {
        meet_chords(list, a, b);
        return;
    }
    arc half[2];
    halve(bend_a >= bend_b ? a : b, half);
    for (int i = 0; i < 2; i++) {
        if (bend_a >= bend_b)
            meet_arcs(list, &half[i], b);
        else
            meet_arcs(list, a, &half[i]);
    }
}

// ---------------------------------------------------------------------------------------------------------

static arc whole_of(const tr_piece *piece)
{
    arc whole = {.t0 = 0, .t1 = 1};
    for (int i = 0; i < 3; i++) {
        whole.x[i] = piece->x_m[i];
        whole.z[i] = piece->z_m[i];
    }
    return whole;
}

static tr_course_crossing crossing_of(const contact_list *list, const contact *found)
{
    return (tr_course_crossing){.x_m = list->origin[0] + found->x,
                                .z_m = list->origin[1] + found->z,
                                .a_m = tr_piece_arc_m(&list->a, found->t),
                                .b_m = tr_piece_arc_m(&list->b, found->u),
                                .sine = found->sine};
}

static tr_piece seen_from(const double origin[2], const tr_piece *piece)
{
    tr_piece moved = *piece;
    for (int i = 0; i < 3; i++) {
        moved.x_m[i] -= origin[0];
        moved.z_m[i] -= origin[1];
    }
    return moved;
}

int32_t tr_piece_cross(const tr_piece *a, const tr_piece *b, tr_course_crossing out[TR_PIECE_CROSSINGS])
{
    contact_list list = {.origin = {a->x_m[0], a->z_m[0]}};
    list.a = seen_from(list.origin, a);
    list.b = seen_from(list.origin, b);
    const arc whole_a = whole_of(&list.a), whole_b = whole_of(&list.b);
    meet_arcs(&list, &whole_a, &whole_b);
    int32_t count = 0;
    for (int32_t i = 0; i < list.crossing_count; i++) out[count++] = crossing_of(&list, &list.crossing[i]);
    if (list.along) {
        out[count++] = crossing_of(&list, &list.first);
        if (!same_place(&list.first, &list.last)) out[count++] = crossing_of(&list, &list.last);
    }
    return count;
}

bool tr_course_crossing_same(const tr_course_crossing *a, const tr_course_crossing *b)
{
    const double sine = fmax(fmax(a->sine, b->sine), TR_MIN_SINE), limit_m = 10 * TR_TOUCH_M / sine;
    return fabs(a->x_m - b->x_m) <= limit_m && fabs(a->z_m - b->z_m) <= limit_m;
}
