#include "carve/sample/record_cut.h"

#include <math.h>

#define TR_LANES 1
#include "carve/sample/carve_kernel.h"

typedef struct vector {
    double x, z;
} vector;

static double dot(vector a, vector b)
{
    return a.x * b.x + a.z * b.z;
}

static double cross(vector a, vector b)
{
    return a.x * b.z - a.z * b.x;
}

static double length(vector a)
{
    return sqrt(dot(a, a));
}

// The chord and the bend of a record: its tangents are chord - bend where it begins and chord + bend where it ends.
static vector chord_of(const tr_carve_piece *record)
{
    return (vector){(double)record->plan.chord_x, (double)record->plan.chord_z};
}

static vector bend_of(const tr_carve_piece *record)
{
    return (vector){(double)record->plan.bend_x, (double)record->plan.bend_z};
}

static vector plus(vector a, vector b, double factor)
{
    return (vector){a.x + factor * b.x, a.z + factor * b.z};
}

// An end of a record in metres from the place of another; `side` is -1 for its start and 1 for its end.
static vector end_of(tr_record_ref record, double side, const tr_record_place *from, const double scale_m[2])
{
    const vector origin = {(double)(record.place->x - from->x) * scale_m[0] / TR_UNITS_PER_METRE,
                           (double)(record.place->z - from->z) * scale_m[1] / TR_UNITS_PER_METRE};
    const vector middle = {(double)record.record->plan.middle_x, (double)record.record->plan.middle_z};
    const vector end = plus(plus(middle, chord_of(record.record), 0.5 * side), bend_of(record.record), 0.25);
    return plus(origin, end, 1);
}

// How far behind a joint a record still counts.
static double margin_m(const tr_carve_piece *record)
{
    return sqrt((double)record->reach2) / 16;
}

static bool is_even(const tr_carve_piece *record)
{
    const int uneven = TR_RECORD_VARIES | TR_RECORD_RING | TR_RECORD_INSIDE;
    return (record->flags & uneven) == 0 && record->strength_0 == 1 && record->strength_1 == 0;
}

// Whether behind their joint, by the margin, each is nearer than its end: they must not bend there, nor leave a gap.
static bool goes_on(tr_record_ref before, tr_record_ref after, const double scale_m[2])
{
    const tr_carve_piece *a = before.record, *b = after.record;
    if (!is_even(a) || !is_even(b) || a->half_0 != b->half_0 || a->fade_0 != b->fade_0) return false;
    const vector arriving = plus(chord_of(a), bend_of(a), 1), leaving = plus(chord_of(b), bend_of(b), -1);
    if (!(fabs(cross(arriving, leaving)) * 64 <= dot(arriving, leaving)) || !(dot(arriving, leaving) > 0)) return false;
    const vector gap = plus(end_of(before, 1, before.place, scale_m), end_of(after, -1, before.place, scale_m), -1);
    return length(gap) * 8 <= margin_m(a);
}

// How far along the chord from the joint on, in lengths of the chord, every sample in reach is behind it by the margin
// with its foot on it: for a curve whose centres of curvature are out of reach. Else INFINITY.
static double clear_of_joint(const tr_carve_piece *record, vector tangent)
{
    const vector chord = chord_of(record), bend = bend_of(record);
    const double reach_m = sqrt((double)record->reach2), chord_m = length(chord), min_step_m = chord_m - length(bend);
    const double turn = fabs(cross(chord, bend));
    if (!(min_step_m > 0) || min_step_m * min_step_m * min_step_m < 1.25 * reach_m * 2 * turn) return INFINITY;
    const double size = chord_m * length(tangent), cosine = dot(chord, tangent) / size;
    const double sine = fabs(cross(chord, tangent)) / size;
    if (cosine < 0.5) return INFINITY;
    return (1.25 * margin_m(record) + reach_m * sine) / (cosine * chord_m);
}

// Where the ends of a record lie in the projection on its chord, from its middle.
static double shift_of_ends(const tr_carve_piece *record)
{
    const vector chord = chord_of(record);
    return dot(bend_of(record), chord) / (4 * dot(chord, chord));
}

static void cut_start(tr_record_ref ref)
{
    tr_carve_piece *record = ref.record;
    const vector tangent = plus(chord_of(record), bend_of(record), -1);
    record->flags |= TR_RECORD_CUT_START;
    record->start_cut = (float)(margin_m(record) * length(tangent));
    ref.place->min_tau = (float)(-0.5 + shift_of_ends(record) - clear_of_joint(record, tangent));
}

static void cut_end(tr_record_ref ref)
{
    tr_carve_piece *record = ref.record;
    const vector tangent = plus(chord_of(record), bend_of(record), 1);
    record->flags |= TR_RECORD_CUT_END;
    record->end_cut = (float)(margin_m(record) * length(tangent));
    ref.place->max_tau = (float)(0.5 + shift_of_ends(record) + clear_of_joint(record, tangent));
}

void tr_record_free_start(tr_record_ref record)
{
    record.record->flags &= ~TR_RECORD_CUT_START;
    record.record->start_cut = 0;
    record.place->min_tau = -INFINITY;
}

void tr_record_free_end(tr_record_ref record)
{
    record.record->flags &= ~TR_RECORD_CUT_END;
    record.record->end_cut = 0;
    record.place->max_tau = INFINITY;
}

void tr_record_cut_joint(tr_record_ref before, tr_record_ref after, const double scale_m[2])
{
    if (goes_on(before, after, scale_m)) {
        cut_end(before);
        cut_start(after);
    } else {
        tr_record_free_end(before);
        tr_record_free_start(after);
    }
}
