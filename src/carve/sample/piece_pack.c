// Pieces as records of the kernels (piece_pack.h). Everything in double, rounded once.
#include "carve/sample/piece_pack.h"

#include <math.h>
#include <string.h>

#define TR_LANES 1
#include "carve/sample/carve_kernel.h"

// Numbers so small that their products could be denormals do not change anything.
static float rounded(double value)
{
    return fabs(value) < 1e-12 ? 0.0f : (float)value;
}

// ---------------------------------------------------------------------------------------------------------
// Curves in plan

static void set_bent(tr_plan_curve *curve, const double chord[2], const double bend[2])
{
    const double bend2 = bend[0] * bend[0] + bend[1] * bend[1];
    const double vertex = -(bend[0] * chord[0] + bend[1] * chord[1]) / (2 * bend2);
    double at[2], tangent[2];  // place and direction of the vertex
    for (int axis = 0; axis < 2; axis++) {
        at[axis] = vertex * (chord[axis] + vertex * bend[axis]);
        tangent[axis] = chord[axis] + 2 * vertex * bend[axis];
    }
    const double tangent2 = tangent[0] * tangent[0] + tangent[1] * tangent[1];
    curve->shape = TR_CURVE_BENT;
    curve->vertex = rounded(vertex);
    curve->p_0 = rounded((tangent2 + 2 * (bend[0] * at[0] + bend[1] * at[1])) / (6 * bend2));
    curve->p_bend = (float)(1 / (3 * bend2));
    curve->b_0 = rounded(-(tangent[0] * at[0] + tangent[1] * at[1]) / (4 * bend2));
    curve->b_x = rounded(tangent[0] / (4 * bend2));
    curve->b_z = rounded(tangent[1] / (4 * bend2));
    curve->min_slope = (float)(1e-3 * (chord[0] * chord[0] + chord[1] * chord[1] + bend2));
}

void tr_plan_curve_of(const double x_m[3], const double z_m[3], tr_plan_curve *out)
{
    const double straight = 1e-6, gentle = 1.0 / 32, min_m = 1e-5;
    double chord[2] = {x_m[2] - x_m[0], z_m[2] - z_m[0]};
    double bend[2] = {x_m[0] - 2 * x_m[1] + x_m[2], z_m[0] - 2 * z_m[1] + z_m[2]};
    const double length = sqrt(chord[0] * chord[0] + chord[1] * chord[1]);
    const double bend_m = sqrt(bend[0] * bend[0] + bend[1] * bend[1]);
    if (length < min_m) chord[0] = chord[1] = 0;
    if (bend_m < min_m || bend_m <= straight * length) bend[0] = bend[1] = 0;
    const double chord2 = chord[0] * chord[0] + chord[1] * chord[1], bend2 = bend[0] * bend[0] + bend[1] * bend[1];
    *out = (tr_plan_curve){
        .shape = TR_CURVE_STRAIGHT,
        .middle_x = rounded((x_m[0] + 2 * x_m[1] + x_m[2]) / 4),
        .middle_z = rounded((z_m[0] + 2 * z_m[1] + z_m[2]) / 4),
        .chord_x = rounded(chord[0]),
        .chord_z = rounded(chord[1]),
        .bend_x = rounded(bend[0]),
        .bend_z = rounded(bend[1]),
        .chord2 = (float)chord2,
        .inverse_chord2 = chord2 > 0 ? (float)(1 / chord2) : 0,
        .bend2_twice = (float)(2 * bend2),
        .bend_chord_thrice = rounded(3 * (bend[0] * chord[0] + bend[1] * chord[1])),
        .min_slope = (float)(0.1 * chord2),
    };
    if (bend2 == 0) return;
    if (bend2 <= gentle * gentle * chord2)
        out->shape = TR_CURVE_GENTLE;
    else
        set_bent(out, chord, bend);
}

// ---------------------------------------------------------------------------------------------------------
// Parts and lengths

static double mixed(double a, double b, double t)
{
    return a + (b - a) * t;
}

// The blossom of a quadratic Bezier.
static double blossom_2(const double p[3], double s, double t)
{
    return mixed(mixed(p[0], p[1], s), mixed(p[1], p[2], s), t);
}

static double blossom_3(const float p[4], double r, double s, double t)
{
    const double q[3] = {mixed((double)p[0], (double)p[1], r), mixed((double)p[1], (double)p[2], r),
                         mixed((double)p[2], (double)p[3], r)};
    return blossom_2(q, s, t);
}

static double inclination_at(const tr_piece *piece, double t)
{
    const double a = (double)piece->inclination[0], b = (double)piece->inclination[1],
                 c = (double)piece->inclination[2];
    const double tau = t - 0.5;
    return (2 * (a - 2 * b + c) * tau + (c - a)) * tau + b;
}

static void part_of_linear(const float from[2], double t0, double t1, float out[2])
{
    const double a = (double)from[0], b = (double)from[1];
    out[0] = (float)mixed(a, b, t0);
    out[1] = (float)mixed(a, b, t1);
}

tr_piece tr_piece_part(const tr_piece *piece, double from, double to)
{
    tr_piece part = *piece;
    const double t[4] = {from, from, to, to};
    for (int k = 0; k < 3; k++) {
        part.x_m[k] = blossom_2(piece->x_m, t[k], t[k + 1]);
        part.z_m[k] = blossom_2(piece->z_m, t[k], t[k + 1]);
        part.inclination[k] = (float)inclination_at(piece, mixed(from, to, 0.5 * k));
    }
    for (int k = 0; k < 4; k++)
        part.y_m[k] = (float)blossom_3(piece->y_m, k > 0 ? to : from, k > 1 ? to : from, k > 2 ? to : from);
    part_of_linear(piece->half_m, from, to, part.half_m);
    part_of_linear(piece->fade_m, from, to, part.fade_m);
    part_of_linear(piece->depth_m, from, to, part.depth_m);
    part_of_linear(piece->strength, from, to, part.strength);
    part.from_m = mixed(piece->from_m, piece->to_m, from);
    part.to_m = mixed(piece->from_m, piece->to_m, to);
    return part;
}

double tr_piece_chords_m(const tr_piece *piece)
{
    enum { CHORDS = 16 };
    double sum = 0, x = piece->x_m[0], z = piece->z_m[0];
    for (int k = 1; k <= CHORDS; k++) {
        const double t = (double)k / CHORDS;
        const double next_x = blossom_2(piece->x_m, t, t), next_z = blossom_2(piece->z_m, t, t);
        sum += sqrt((next_x - x) * (next_x - x) + (next_z - z) * (next_z - z));
        x = next_x, z = next_z;
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------------
// Reach

static float larger(const float pair[2])
{
    return pair[0] > pair[1] ? pair[0] : pair[1];
}

// However narrow its shore is, the rectangles that fill the inside must not be too many.
tr_area_far tr_area_far_of(const tr_carve_path *path, const double scale_m[2])
{
    const double min_units = 8, unit_m = fmax(scale_m[0], scale_m[1]) / TR_UNITS_PER_METRE;
    const tr_course *course = &path->course;
    double depth = 0, fade = (double)TR_MIN_FADE_M;
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        depth += 0.5 * ((double)piece->depth_m[0] + (double)piece->depth_m[1]);
        fade = fmax(fade, (double)larger(piece->fade_m));
    }
    depth = tr_path_kind_is_water(path->def.kind) && course->piece_count > 0 ? depth / course->piece_count : 0;
    const double distance = fmax(3 * depth + fade, fmax(course->length_m / 1024, min_units * unit_m));
    return (tr_area_far){course->level_m, (float)((double)course->level_m - depth), (float)(1.0001 * distance)};
}

double tr_piece_reach_m(const tr_carve_path *path, const tr_piece *piece, const tr_area_far *far)
{
    if (path->def.area) return (double)far->distance_m;
    const double factor = tr_path_kind_is_water(path->def.kind) ? (double)TR_WATER_FULL : 1;
    const double at_0 = factor * (double)piece->half_m[0] + (double)piece->fade_m[0];
    const double at_1 = factor * (double)piece->half_m[1] + (double)piece->fade_m[1];
    return 1.00001 * fmax(at_0, at_1) + 1e-4;
}

// ---------------------------------------------------------------------------------------------------------
// Records

static void set_linear(const float from[2], uf *middle, uf *change)
{
    *middle = rounded(0.5 * ((double)from[0] + (double)from[1]));
    *change = rounded((double)from[1] - (double)from[0]);
}

static void set_values(const tr_piece *piece, tr_carve_piece *out)
{
    const double y[4] = {(double)piece->y_m[0], (double)piece->y_m[1], (double)piece->y_m[2], (double)piece->y_m[3]};
    const double c1 = 3 * (y[1] - y[0]), c2 = 3 * (y[0] - 2 * y[1] + y[2]), c3 = y[3] - y[0] + 3 * (y[1] - y[2]);
    out->y_0 = rounded(y[0] + c1 / 2 + c2 / 4 + c3 / 8);
    out->y_1 = rounded(c1 + c2 + 0.75 * c3);
    out->y_2 = rounded(c2 + 1.5 * c3);
    out->y_3 = rounded(c3);
    const double a = (double)piece->inclination[0], b = (double)piece->inclination[1],
                 c = (double)piece->inclination[2];
    out->inclination_0 = rounded(b);
    out->inclination_1 = rounded(c - a);
    out->inclination_2 = rounded(2 * (a - 2 * b + c));
    set_linear(piece->half_m, &out->half_0, &out->half_1);
    set_linear(piece->fade_m, &out->fade_0, &out->fade_1);
    set_linear(piece->depth_m, &out->depth_0, &out->depth_1);
    set_linear(piece->strength, &out->strength_0, &out->strength_1);
    out->inverse_fade = (float)(1 / (double)out->fade_0);
    const double min_half_m = 0.05, length = tr_piece_chords_m(piece);
    out->start_rate = rounded(length / (2 * fmax((double)piece->half_m[0], min_half_m)));
    out->end_rate = rounded(length / (2 * fmax((double)piece->half_m[1], min_half_m)));
}

static int flags_of(const tr_pack *pack, const tr_carve_piece *record)
{
    int flags = pack->path->def.area ? TR_RECORD_RING : 0;
    if (tr_path_kind_is_water(pack->path->def.kind)) flags |= TR_RECORD_WATER;
    if (record->half_1 != 0 || record->fade_1 != 0) flags |= TR_RECORD_VARIES;
    if (record->inclination_0 != 0 || record->inclination_1 != 0 || record->inclination_2 != 0)
        flags |= TR_RECORD_BANKED;
    return flags;
}

static void set_path(const tr_pack *pack, tr_carve_piece *out)
{
    out->path = (int32_t)pack->path->id;
    out->priority = pack->path->def.priority;
    out->far_level = pack->far.level_m;
    out->far_bed = pack->far.bed_m;
    out->far_distance = pack->far.distance_m;
}

static double min_of(const double p[3])
{
    return fmin(p[0], fmin(p[1], p[2]));
}

static double max_of(const double p[3])
{
    return fmax(p[0], fmax(p[1], p[2]));
}

static int64_t units_below(double m, double scale_m)
{
    return (int64_t)floor(m * TR_UNITS_PER_METRE / scale_m) - 1;
}

static tr_box box_of(const tr_piece *piece, double reach_m, const double scale_m[2])
{
    return (tr_box){
        units_below(min_of(piece->x_m) - reach_m, scale_m[0]),
        units_below(min_of(piece->z_m) - reach_m, scale_m[1]),
        units_below(max_of(piece->x_m) + reach_m, scale_m[0]) + 2,
        units_below(max_of(piece->z_m) + reach_m, scale_m[1]) + 2,
    };
}

static int64_t nearest_unit(double m, double scale_m)
{
    return (int64_t)floor(m * TR_UNITS_PER_METRE / scale_m + 0.5);
}

void tr_pack_piece(const tr_pack *pack, const tr_piece *piece, unsigned flags, tr_carve_piece *out,
                   tr_record_place *place)
{
    const double reach = tr_piece_reach_m(pack->path, piece, &pack->far);
    const double unit[2] = {pack->scale_m[0] / TR_UNITS_PER_METRE, pack->scale_m[1] / TR_UNITS_PER_METRE};
    memset(out, 0, sizeof *out);
    place->x = nearest_unit((piece->x_m[0] + 2 * piece->x_m[1] + piece->x_m[2]) / 4, pack->scale_m[0]);
    place->z = nearest_unit((piece->z_m[0] + 2 * piece->z_m[1] + piece->z_m[2]) / 4, pack->scale_m[1]);
    place->box = box_of(piece, reach, pack->scale_m);
    double x_m[3], z_m[3];
    for (int k = 0; k < 3; k++) {
        x_m[k] = piece->x_m[k] - (double)place->x * unit[0];
        z_m[k] = piece->z_m[k] - (double)place->z * unit[1];
    }
    tr_plan_curve_of(x_m, z_m, &out->plan);
    set_values(piece, out);
    set_path(pack, out);
    out->flags = flags_of(pack, out) | (int)flags;
    // Of a line a little more than the reach: there it has no strength after rounding either. Of a ring a little less,
    // so that samples outside of the box are never near.
    out->reach2 = (float)(reach * reach * (pack->path->def.area ? 0.9999 : 1.0001));
    const double bend_m = sqrt(0.5 * (double)out->plan.bend2_twice);
    place->capsule_m = (float)(1.001 * (reach + 0.25 * bend_m) + 0.01 * (unit[0] + unit[1]));
    place->min_tau = -INFINITY;
    place->max_tau = INFINITY;
}

void tr_pack_inside(const tr_pack *pack, const tr_box *rectangle, tr_carve_piece *out, tr_record_place *place)
{
    const double unit[2] = {pack->scale_m[0] / TR_UNITS_PER_METRE, pack->scale_m[1] / TR_UNITS_PER_METRE};
    memset(out, 0, sizeof *out);
    place->x = rectangle->x0 + (rectangle->x1 - rectangle->x0) / 2;
    place->z = rectangle->z0 + (rectangle->z1 - rectangle->z0) / 2;
    place->box = *rectangle;
    place->capsule_m = place->max_tau = INFINITY;
    place->min_tau = -INFINITY;
    set_path(pack, out);
    out->flags = TR_RECORD_INSIDE | (tr_path_kind_is_water(pack->path->def.kind) ? TR_RECORD_WATER : 0);
    // A quarter of a unit more: the last sample is inside and the next one outside whichever way their places are
    // rounded.
    const double width = (double)(rectangle->x1 - rectangle->x0), height = (double)(rectangle->z1 - rectangle->z0);
    out->plan.middle_x = (float)(((double)(rectangle->x0 - place->x) + 0.5 * width) * unit[0]);
    out->plan.middle_z = (float)(((double)(rectangle->z0 - place->z) + 0.5 * height) * unit[1]);
    out->plan.chord_x = (float)((0.5 * width + 0.25) * unit[0]);
    out->plan.chord_z = (float)((0.5 * height + 0.25) * unit[1]);
}

tr_box tr_piece_reach(const tr_carve_path *path, const tr_piece *piece, const double scale_m[2])
{
    const tr_area_far far = path->def.area ? tr_area_far_of(path, scale_m) : (tr_area_far){0, 0, 0};
    if (!path->def.area && piece->strength[0] <= 0 && piece->strength[1] <= 0) return (tr_box){0, 0, -1, -1};
    return box_of(piece, tr_piece_reach_m(path, piece, &far), scale_m);
}

// The ring goes around the inside, so its boxes do as well.
tr_box tr_path_reach(const tr_carve_path *path, const double scale_m[2])
{
    const tr_area_far far = path->def.area ? tr_area_far_of(path, scale_m) : (tr_area_far){0, 0, 0};
    tr_box all = {0, 0, -1, -1};
    for (int32_t i = 0; i < path->course.piece_count; i++) {
        const tr_piece *piece = &path->course.pieces[i];
        if (!path->def.area && piece->strength[0] <= 0 && piece->strength[1] <= 0) continue;
        const tr_box box = box_of(piece, tr_piece_reach_m(path, piece, &far), scale_m);
        all = all.x0 > all.x1 ? box : tr_box_join(&all, &box);
    }
    return all;
}
