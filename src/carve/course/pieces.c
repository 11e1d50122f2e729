#include "carve/course/pieces.h"

#include <math.h>
#include <string.h>

#include "carve/course/course.h"
#include "base/array.h"

// ---------------------------------------------------------------------------------------------------------
// Lists

bool tr_piece_list_add(tr_context *context, tr_piece_list *list, const tr_piece *piece, tr_error *err)
{
    tr_piece *items = tr_array_reserve(context, list->items, list->count, &list->capacity, sizeof *items, err);
    if (!items) return false;
    list->items = items;
    list->items[list->count++] = *piece;
    return true;
}

void tr_piece_list_destroy(tr_context *context, tr_piece_list *list)
{
    tr_free(context, list->items);
    *list = (tr_piece_list){0};
}

// ---------------------------------------------------------------------------------------------------------
// Values along a piece

static double quadratic(const double p[3], double t)
{
    if (t == 1) return p[2];
    return p[0] + t * (2 * (1 - t) * (p[1] - p[0]) + t * (p[2] - p[0]));
}

void tr_piece_at(const tr_piece *piece, double t, double out_xyz[3])
{
    const double s = 1 - t;
    const float *y = piece->y_m;
    out_xyz[0] = quadratic(piece->x_m, t);
    out_xyz[1] = s * s * s * (double)y[0] + 3 * s * s * t * (double)y[1] + 3 * s * t * t * (double)y[2] +
                 t * t * t * (double)y[3];
    out_xyz[2] = quadratic(piece->z_m, t);
}

void tr_piece_tangent(const tr_piece *piece, double t, double out_xz[2])
{
    const double *x = piece->x_m, *z = piece->z_m;
    out_xz[0] = 2 * ((1 - t) * (x[1] - x[0]) + t * (x[2] - x[1]));
    out_xz[1] = 2 * ((1 - t) * (z[1] - z[0]) + t * (z[2] - z[1]));
}

static float linear(const float ends[2], double t)
{
    return (float)((1 - t) * (double)ends[0] + t * (double)ends[1]);
}

float tr_piece_half_at(const tr_piece *piece, double t)
{
    return linear(piece->half_m, t);
}

float tr_piece_inclination_at(const tr_piece *piece, double t)
{
    // Lagrange through 0, 1/2 and 1.
    const float *i = piece->inclination;
    return (float)((1 - t) * (1 - 2 * t) * (double)i[0] + 4 * t * (1 - t) * (double)i[1] +
                   t * (2 * t - 1) * (double)i[2]);
}

// ---------------------------------------------------------------------------------------------------------
// Arc length

double tr_piece_speed(const tr_piece *piece, double t)
{
    double tangent[2];
    tr_piece_tangent(piece, t, tangent);
    return sqrt(tangent[0] * tangent[0] + tangent[1] * tangent[1]);
}

// Gauss and Legendre with eight nodes on each half: exact to rounding for what the reduction makes.
static double integrate_speed(const tr_piece *piece, double from, double to)
{
    static const double node[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
    static const double weight[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += weight[i] *
               (tr_piece_speed(piece, middle - half * node[i]) + tr_piece_speed(piece, middle + half * node[i]));
    }
    return half * sum;
}

double tr_piece_length(const tr_piece *piece, double t)
{
    return integrate_speed(piece, 0, 0.5 * t) + integrate_speed(piece, 0.5 * t, t);
}

double tr_station_count(double length_m, double station_m)
{
    return fmax(ceil(length_m / station_m - 1e-9), 1);
}

double tr_piece_invert(const tr_piece *piece, double along_m)
{
    const double whole_m = piece->to_m - piece->from_m;
    if (along_m <= 0 || whole_m <= 0) return 0;
    if (along_m >= whole_m) return 1;
    double low = 0, high = 1, t = along_m / whole_m;
    // Newton within a bracket; a fixed bound on the steps keeps the result the same everywhere.
    for (int step = 0; step < 24; step++) {
        const double over_m = tr_piece_length(piece, t) - along_m;
        if (fabs(over_m) <= 1e-12 * whole_m) break;
        if (over_m > 0) {
            high = t;
        } else {
            low = t;
        }
        const double speed = tr_piece_speed(piece, t);
        const double next = speed > 0 ? t - over_m / speed : low;
        t = next > low && next < high ? next : 0.5 * (low + high);
    }
    return t;
}

// ---------------------------------------------------------------------------------------------------------
// Cutting

static double mix(double a, double b, double t)
{
    return a + t * (b - a);
}

static void cut_quadratic(const double p[3], double t, double first[3], double second[3])
{
    const double a = mix(p[0], p[1], t), b = mix(p[1], p[2], t), middle = mix(a, b, t);
    const double before[3] = {p[0], a, middle}, after[3] = {middle, b, p[2]};
    memcpy(first, before, sizeof before);
    memcpy(second, after, sizeof after);
}

static void cut_height(const float p[4], double t, float first[4], float second[4])
{
    const double a = mix((double)p[0], (double)p[1], t), b = mix((double)p[1], (double)p[2], t);
    const double c = mix((double)p[2], (double)p[3], t), ab = mix(a, b, t), bc = mix(b, c, t), middle = mix(ab, bc, t);
    const float before[4] = {p[0], (float)a, (float)ab, (float)middle};
    const float after[4] = {(float)middle, (float)bc, (float)c, p[3]};
    memcpy(first, before, sizeof before);
    memcpy(second, after, sizeof after);
}

static void cut_linear(const float ends[2], double t, float first[2], float second[2])
{
    const float middle = linear(ends, t), last = ends[1];
    first[0] = ends[0];
    first[1] = second[0] = middle;
    second[1] = last;
}

void tr_piece_cut(const tr_piece *piece, double t, double at_m, tr_piece *first, tr_piece *second)
{
    const tr_piece whole = *piece;
    *first = *second = whole;
    cut_quadratic(whole.x_m, t, first->x_m, second->x_m);
    cut_quadratic(whole.z_m, t, first->z_m, second->z_m);
    cut_height(whole.y_m, t, first->y_m, second->y_m);
    cut_linear(whole.half_m, t, first->half_m, second->half_m);
    cut_linear(whole.fade_m, t, first->fade_m, second->fade_m);
    cut_linear(whole.depth_m, t, first->depth_m, second->depth_m);
    cut_linear(whole.strength, t, first->strength, second->strength);
    first->inclination[1] = tr_piece_inclination_at(&whole, 0.5 * t);
    first->inclination[2] = second->inclination[0] = tr_piece_inclination_at(&whole, t);
    second->inclination[1] = tr_piece_inclination_at(&whole, 0.5 * (1 + t));
    first->to_m = second->from_m = at_m;
    first->curve_t[1] = second->curve_t[0] = mix(whole.curve_t[0], whole.curve_t[1], t);
}
