// Rectangles inside of an area (area_inside.h): slabs of rows, each cut where the edge passes.
//
// The edge is halved into bits no larger than half of `far_m`. Where no bit passes over a slab it lies all inside or
// all outside, by the number of bits to the left that cross its middle row. A place beside a bit in its own slab is
// nearer than `far_m` to it.
#include "carve/area_inside.h"

#include <math.h>
#include <stdlib.h>

#include "base/integers.h"

// A bit of the edge in one slab, in units.
typedef struct edge_bit {
    int64_t slab;
    double x0, x1;
    bool crosses;  // the middle row of the slab
} edge_bit;

typedef struct cutting {
    double largest_x;  // width and height of bits
    double pitch;      // rows of a slab
    edge_bit *bits;    // NULL: they are only counted
    int64_t count;
} cutting;

static void add_bit(cutting *cut, const double x[3], const double z[3])
{
    const double low = fmin(z[0], fmin(z[1], z[2])), high = fmax(z[0], fmax(z[1], z[2]));
    for (int64_t slab = (int64_t)floor(low / cut->pitch); slab <= (int64_t)floor(high / cut->pitch); slab++) {
        if (cut->bits) {
            const double middle = ((double)slab + 0.5) * cut->pitch - 0.5;
            cut->bits[cut->count] = (edge_bit){slab, fmin(x[0], fmin(x[1], x[2])), fmax(x[0], fmax(x[1], x[2])),
                                               (z[0] <= middle) != (z[2] <= middle)};
        }
        cut->count++;
    }
}

static void halve(const double p[3], double first[3], double second[3])
{
    const double a = 0.5 * (p[0] + p[1]), b = 0.5 * (p[1] + p[2]);
    first[0] = p[0], first[1] = a, first[2] = second[0] = 0.5 * (a + b), second[1] = b, second[2] = p[2];
}

static void cut_curve(cutting *cut, const double x[3], const double z[3], int depth)
{
    const double width = fmax(x[0], fmax(x[1], x[2])) - fmin(x[0], fmin(x[1], x[2]));
    const double height = fmax(z[0], fmax(z[1], z[2])) - fmin(z[0], fmin(z[1], z[2]));
    if (depth == 0 || (width <= cut->largest_x && height <= cut->pitch)) {
        add_bit(cut, x, z);
        return;
    }
    double x_first[3], x_second[3], z_first[3], z_second[3];
    halve(x, x_first, x_second);
    halve(z, z_first, z_second);
    cut_curve(cut, x_first, z_first, depth - 1);
    cut_curve(cut, x_second, z_second, depth - 1);
}

typedef struct frame {
    int64_t x, z;  // units of its corner
    double units_per_m[2];
} frame;

static frame frame_of(const tr_course *course, const double scale_m[2])
{
    frame it = {0, 0, {TR_UNITS_PER_METRE / scale_m[0], TR_UNITS_PER_METRE / scale_m[1]}};
    double x = INFINITY, z = INFINITY;
    for (int32_t i = 0; i < course->piece_count; i++)
        for (int k = 0; k < 3; k++) {
            x = fmin(x, course->pieces[i].x_m[k]);
            z = fmin(z, course->pieces[i].z_m[k]);
        }
    it.x = (int64_t)floor(x * it.units_per_m[0]);
    it.z = (int64_t)floor(z * it.units_per_m[1]);
    return it;
}

static void cut_course(cutting *cut, const tr_course *course, const frame *at)
{
    enum { MOST_HALVINGS = 40 };
    cut->count = 0;
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        double x[3], z[3];
        for (int k = 0; k < 3; k++) {
            x[k] = piece->x_m[k] * at->units_per_m[0] - (double)at->x;
            z[k] = piece->z_m[k] * at->units_per_m[1] - (double)at->z;
        }
        cut_curve(cut, x, z, MOST_HALVINGS);
    }
}

static int compare_bits(const void *first, const void *second)
{
    const edge_bit *a = first, *b = second;
    if (a->slab != b->slab) return a->slab < b->slab ? -1 : 1;
    return (a->x0 > b->x0) - (a->x0 < b->x0);
}

// Columns [x0, x1] of a slab, in rectangles that are not too long. Without `out` they are only counted.
static int32_t add_columns(const frame *at, const cutting *cut, int64_t slab, int64_t x0, int64_t x1, tr_box *out)
{
    const int64_t pitch = (int64_t)cut->pitch, most = 2 * TR_MAX_RECTANGLE_HALF;
    int32_t count = 0;
    for (int64_t x = x0; x <= x1; x += most, count++)
        if (out)
            out[count] = (tr_box){at->x + x, at->z + slab * pitch, at->x + tr_min_i64(x + most - 1, x1),
                                  at->z + (slab + 1) * pitch - 1};
    return count;
}

static int32_t add_rectangles(const frame *at, const cutting *cut, tr_box *out)
{
    int32_t count = 0;
    for (int64_t i = 0; i < cut->count;) {
        const int64_t slab = cut->bits[i].slab;
        double covered = cut->bits[i].x1;
        bool inside = false;
        for (; i < cut->count && cut->bits[i].slab == slab; i++) {
            const edge_bit *bit = &cut->bits[i];
            if (inside && bit->x0 > covered)
                count += add_columns(at, cut, slab, (int64_t)floor(covered) + 1, (int64_t)ceil(bit->x0) - 1,
                                     out ? out + count : NULL);
            covered = fmax(covered, bit->x1);
            inside ^= bit->crosses;
        }
    }
    return count;
}

bool tr_area_inside_create(tr_context *context, const tr_course *course, double far_m, const double scale_m[2],
                           tr_area_inside *out, tr_error *err)
{
    *out = (tr_area_inside){NULL, 0};
    if (course->piece_count == 0) return true;
    const frame at = frame_of(course, scale_m);
    const double half_z = floor(0.5 * far_m * at.units_per_m[1]);
    cutting cut = {fmax(0.5 * far_m * at.units_per_m[0], 1), fmin(fmax(half_z, 1), (double)(2 * TR_MAX_RECTANGLE_HALF)),
                   NULL, 0};
    cut_course(&cut, course, &at);
    edge_bit *bits = tr_alloc_array(context, (size_t)cut.count, sizeof *bits, err);
    if (!bits) return false;
    cut.bits = bits;
    cut_course(&cut, course, &at);
    qsort(bits, (size_t)cut.count, sizeof *bits, compare_bits);
    out->count = add_rectangles(&at, &cut, NULL);
    out->rectangles = tr_alloc_array(context, (size_t)out->count, sizeof *out->rectangles, err);
    if (out->rectangles) add_rectangles(&at, &cut, out->rectangles);
    tr_free(context, bits);
    return out->rectangles != NULL;
}

void tr_area_inside_destroy(tr_context *context, tr_area_inside *inside)
{
    tr_free(context, inside->rectangles);
    *inside = (tr_area_inside){NULL, 0};
}
