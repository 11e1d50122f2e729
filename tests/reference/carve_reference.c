// Plain reference of carving (carve_reference.h): every piece by search, every rule as it is written.
#include "carve_reference.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { MAX_PIECES = 256 };

static double clamp01(double v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

static double smoother(double v)
{
    return v * v * v * (v * (6 * v - 15) + 10);
}

static double linear(const float v[2], double t)
{
    return (1 - t) * (double)v[0] + t * (double)v[1];
}

static double bezier_2(const double p[3], double t)
{
    return (1 - t) * (1 - t) * p[0] + 2 * t * (1 - t) * p[1] + t * t * p[2];
}

static double bezier_3(const float p[4], double t)
{
    const double s = 1 - t;
    return s * s * s * (double)p[0] + 3 * s * s * t * (double)p[1] + 3 * s * t * t * (double)p[2] +
           t * t * t * (double)p[3];
}

static double distance_at(const tr_piece *piece, double t, double x, double z)
{
    return hypot(bezier_2(piece->x_m, t) - x, bezier_2(piece->z_m, t) - z);
}

// The best of evenly spaced places, then the interval around it again.
static double nearest(const tr_piece *piece, double x, double z)
{
    enum { STEPS = 64, ROUNDS = 6 };
    double low = 0, high = 1, best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double min = INFINITY;
        const double step = (high - low) / STEPS;
        for (int k = 0; k <= STEPS; k++) {
            const double t = low + step * k, d = distance_at(piece, t, x, z);
            if (d < min) min = d, best = t;
        }
        low = fmax(0, best - step), high = fmin(1, best + step);
    }
    return best;
}

// The component to the left of the tangent.
static double lateral(const tr_piece *piece, double t, double x, double z)
{
    const double dx = 2 * (1 - t) * (piece->x_m[1] - piece->x_m[0]) + 2 * t * (piece->x_m[2] - piece->x_m[1]);
    const double dz = 2 * (1 - t) * (piece->z_m[1] - piece->z_m[0]) + 2 * t * (piece->z_m[2] - piece->z_m[1]);
    const double speed = hypot(dx, dz);
    return speed > 0 ? ((x - bezier_2(piece->x_m, t)) * dz - (z - bezier_2(piece->z_m, t)) * dx) / speed : 0;
}

// What lower priorities made, and what the priority of now makes.
typedef struct carving_so_far {
    double height, strength, water_strength, water, share, inclination, distance;
    int32_t owner;
} carving_so_far;

typedef struct layer {
    double weight, sum, strength, water_strength, edge, inclination, distance;
    int32_t owner;
} layer;

static void add(layer *to, double weight, double height)
{
    to->weight += weight;
    to->sum += weight * height;
}

static void claim(layer *to, bool water, int32_t path, double strength, double edge, double distance,
                  double inclination)
{
    if (strength > to->strength || (strength > 0 && strength == to->strength && edge < to->edge)) {
        to->edge = edge;
        to->distance = distance;
        to->inclination = inclination;
        to->owner = path;
    }
    to->strength = fmax(to->strength, strength);
    if (water) to->water_strength = fmax(to->water_strength, strength);
}

static double weight_of(double strength, bool water, double offset)
{
    const double weight = strength / (1 - strength + 1e-6);
    return water ? weight * exp2(fmax(-12, fmin(12, -8 * offset))) : weight;
}

static double keep_bed(const carving_so_far *below, double height)
{
    return height - fmax(height - below->height, 0) * below->water_strength;
}

typedef struct request {
    double weight, height, from_start, to_end;  // the last two in widths of the path
} request;

static double piece_length(const tr_piece *piece)
{
    enum { STEPS = 256 };
    double sum = 0;
    for (int k = 1; k <= STEPS; k++)
        sum += distance_at(piece, (double)k / STEPS, bezier_2(piece->x_m, (double)(k - 1) / STEPS),
                           bezier_2(piece->z_m, (double)(k - 1) / STEPS));
    return sum;
}

// Twice what is left to the centre of curvature, in radii, of at most 1.
static double hold(const tr_piece *piece, double t, double x, double z)
{
    const double ax = piece->x_m[0] - 2 * piece->x_m[1] + piece->x_m[2], x1 = piece->x_m[1] - piece->x_m[0] + t * ax;
    const double az = piece->z_m[0] - 2 * piece->z_m[1] + piece->z_m[2], z1 = piece->z_m[1] - piece->z_m[0] + t * az;
    const double inward = (x - bezier_2(piece->x_m, t)) * ax + (z - bezier_2(piece->z_m, t)) * az;
    return fmax(1e-4, fmin(1, 2 - 2 * 2 * inward / (4 * (x1 * x1 + z1 * z1))));
}

static double tilt(const tr_course *course, int32_t i, double t, double d, double side, double inclination)
{
    const bool free_end = (i == 0 && t == 0) || (i + 1 == course->piece_count && t == 1);
    return inclination * (free_end ? side : d) / sqrt(1 + inclination * inclination);
}

static request request_of(const tr_carve_path *path, int32_t number, int32_t i, double x, double z,
                          const carving_so_far *below, layer *to, double *level, double *level_away)
{
    const tr_piece *piece = &path->course.pieces[i];
    const bool water = tr_path_kind_is_water(path->def.kind);
    const double t = nearest(piece, x, z), away = distance_at(piece, t, x, z), side = lateral(piece, t, x, z);
    const double d = side < 0 ? -away : away, half = linear(piece->half_m, t), fade = linear(piece->fade_m, t);
    const double depth = linear(piece->depth_m, t), full = water ? half * sqrt(1.125) : half;
    const double offset = water ? fmin(depth * (away * away / (half * half) - 1), depth / 8) : 0;
    const double strength = smoother(clamp01((full + fade - away) / fade)) * linear(piece->strength, t);
    const double a = (double)piece->inclination[0], b = (double)piece->inclination[1];
    const double c = (double)piece->inclination[2], tau = t - 0.5;
    const double inclination = (2 * (a - 2 * b + c) * tau + (c - a)) * tau + b;
    const double y = bezier_3(piece->y_m, t);
    double height = y + offset + strength * tilt(&path->course, i, t, d, side, inclination);
    if (water) height = keep_bed(below, height);
    if (water && strength > 0 && away <= half && away < *level_away) *level_away = away, *level = y;
    claim(to, water, number, strength, away - half, d, inclination);
    const double length = piece_length(piece);
    const double weight = weight_of(strength, water, offset) * hold(piece, t, x, z);
    return (request){weight, height, fmin(1, t * length / (2 * (double)piece->half_m[0])),
                     fmin(1, (1 - t) * length / (2 * (double)piece->half_m[1]))};
}

static void carve_line(const tr_carve_path *path, int32_t number, double x, double z, carving_so_far *below, layer *to)
{
    const double joint = 1e-6;
    request requests[MAX_PIECES];
    double level = (double)TR_NO_WATER, level_away = INFINITY;
    assert(path->course.piece_count <= MAX_PIECES);
    for (int32_t i = 0; i < path->course.piece_count; i++)
        requests[i] = request_of(path, number, i, x, z, below, to, &level, &level_away);
    for (int32_t i = 1; i < path->course.piece_count; i++) {
        request *a = &requests[i - 1], *b = &requests[i];
        if (a->weight <= 0 || b->weight <= 0) continue;
        const double more = fmax(a->to_end, b->from_start) + joint;
        a->weight *= (a->to_end + joint) / more;
        b->weight *= (b->from_start + joint) / more;
    }
    for (int32_t i = 0; i < path->course.piece_count; i++) add(to, requests[i].weight, requests[i].height);
    below->water = fmax(below->water, level);
}

// Even-odd over rings that are cut into short lines.
static bool contains(const tr_course *course, double x, double z)
{
    enum { STEPS = 64 };
    bool inside = false;
    for (int32_t i = 0; i < course->piece_count; i++)
        for (int k = 0; k < STEPS; k++) {
            const tr_piece *piece = &course->pieces[i];
            const double t0 = (double)k / STEPS, t1 = (double)(k + 1) / STEPS;
            const double x0 = bezier_2(piece->x_m, t0), z0 = bezier_2(piece->z_m, t0);
            const double x1 = bezier_2(piece->x_m, t1), z1 = bezier_2(piece->z_m, t1);
            if ((z0 <= z) != (z1 <= z) && x0 + (z - z0) / (z1 - z0) * (x1 - x0) > x) inside = !inside;
        }
    return inside;
}

double reference_edge(const tr_carve_path *path, double x_m, double z_m)
{
    double min = INFINITY;
    for (int32_t i = 0; i < path->course.piece_count; i++) {
        const tr_piece *piece = &path->course.pieces[i];
        const double t = nearest(piece, x_m, z_m), away = distance_at(piece, t, x_m, z_m);
        min = fmin(min, path->def.area ? away : away - linear(piece->half_m, t));
    }
    return path->def.area && contains(&path->course, x_m, z_m) ? -min : min;
}

static void carve_area(const tr_carve_path *path, int32_t number, double x, double z, carving_so_far *below, layer *to)
{
    const tr_course *course = &path->course;
    const bool water = tr_path_kind_is_water(path->def.kind), inside = contains(course, x, z);
    double depth = 0, fade_max = 0, away = INFINITY, t = 0;
    int32_t best = 0;
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        depth += water ? linear(piece->depth_m, 0.5) / course->piece_count : 0;
        fade_max = fmax(fade_max, fmax((double)piece->fade_m[0], (double)piece->fade_m[1]));
        const double own_t = nearest(piece, x, z), own = distance_at(piece, own_t, x, z);
        if (own < away) away = own, best = i, t = own_t;
    }
    const double far = 1.0001 * fmax(3 * depth + fade_max, fmax(course->length_m / 1024, 8.0 / TR_UNITS_PER_METRE));
    if (away > far && !inside) return;
    const tr_piece *piece = &course->pieces[best];
    const double fade = linear(piece->fade_m, t), y = bezier_3(piece->y_m, t), shore = 3 * depth + fade;
    const double in_rest = pow(1 - clamp01(away / shore), 2), out_rest = pow(1 - clamp01(8 * away / shore), 2);
    const double far_level = (double)course->level_m, far_bed = far_level - depth;
    const double level = inside ? far_level + (y - far_level) * in_rest : y;
    double height = inside ? far_bed + (y - far_bed) * in_rest : y + depth / 8 * (1 - out_rest);
    const double strength = inside ? 1 : smoother(clamp01((fade - away) / fade));
    const double weight = weight_of(strength, water, height - level);
    if (water) height = keep_bed(below, height);
    if (water && inside) below->water = fmax(below->water, level);
    const double d = inside ? fmin(away, far) : -away;
    claim(to, water, number, strength, -d, d, 0);
    add(to, weight, height);
}

static void compose(const layer *top, carving_so_far *below)
{
    if (top->strength <= 0) return;
    const double rest = 1 - top->strength, strength = below->strength * rest + top->strength;
    const double height = top->sum / top->weight;
    below->height = (below->height * below->strength * rest + height * top->strength) / strength;
    below->strength = strength;
    below->water_strength = below->water_strength * rest + top->water_strength;
    below->share *= rest;
    if (top->strength < below->share) return;
    below->share = top->strength;
    below->owner = top->owner;
    below->inclination = top->inclination;
    below->distance = top->distance;
}

reference_sample reference_carve(const tr_carve_path *const *paths, int32_t count, double x_m, double z_m)
{
    carving_so_far so_far = {.water = (double)TR_NO_WATER, .owner = -1};
    for (int32_t priority = 0; priority < 256; priority++) {
        layer top = {.owner = -1};
        for (int32_t i = 0; i < count; i++) {
            if (paths[i]->def.priority != priority) continue;
            if (paths[i]->def.area)
                carve_area(paths[i], i, x_m, z_m, &so_far, &top);
            else
                carve_line(paths[i], i, x_m, z_m, &so_far, &top);
        }
        compose(&top, &so_far);
    }
    return (reference_sample){so_far.height,   so_far.strength, so_far.inclination,
                              so_far.distance, so_far.water,    so_far.owner};
}
