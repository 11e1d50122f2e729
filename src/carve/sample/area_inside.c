// Rectangles inside of an area (area_inside.h): slabs of rows, each cut where the edge passes.
//
// The edge is halved into bits no larger than half of `far_m`. Where no bit passes over a slab it lies all inside or
// all outside, by the number of bits to the left that cross its middle row. A place beside a bit in its own slab is
// nearer than `far_m` to it.
#include "carve/sample/area_inside.h"

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
    double max_x;    // width and height of bits
    double pitch;    // rows of a slab
    edge_bit *bits;  // NULL: they are only counted
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
    if (depth == 0 || (width <= cut->max_x && height <= cut->pitch)) {
        add_bit(cut, x, z);
        return;
    }
    double x_first[3], x_second[3], z_first[3], z_second[3];
    halve(x, x_first, x_second);
    halve(z, z_first, z_second);
    cut_curve(cut, x_first, z_first, depth - 1);
    cut_curve(cut, x_second, z_second, depth - 1);
}

typedef struct local_frame {
    int64_t x, z;  // units of its corner
    double units_per_m[2];
} local_frame;

static local_frame frame_of(const tr_course *course, const double scale_m[2])
{
    local_frame frame = {0, 0, {TR_UNITS_PER_METRE / scale_m[0], TR_UNITS_PER_METRE / scale_m[1]}};
    double x = INFINITY, z = INFINITY;
    for (int32_t i = 0; i < course->piece_count; i++)
        for (int k = 0; k < 3; k++) {
            x = fmin(x, course->pieces[i].x_m[k]);
            z = fmin(z, course->pieces[i].z_m[k]);
        }
    frame.x = (int64_t)floor(x * frame.units_per_m[0]);
    frame.z = (int64_t)floor(z * frame.units_per_m[1]);
    return frame;
}

static void cut_course(cutting *cut, const tr_course *course, const local_frame *at)
{
    enum { MAX_HALVINGS = 40 };
    cut->count = 0;
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        double x[3], z[3];
        for (int k = 0; k < 3; k++) {
            x[k] = piece->x_m[k] * at->units_per_m[0] - (double)at->x;
            z[k] = piece->z_m[k] * at->units_per_m[1] - (double)at->z;
        }
        cut_curve(cut, x, z, MAX_HALVINGS);
    }
}

static int compare_bits(const void *first, const void *second)
{
    const edge_bit *a = first, *b = second;
    if (a->slab != b->slab) return a->slab < b->slab ? -1 : 1;
    return (a->x0 > b->x0) - (a->x0 < b->x0);
}

// Columns [x0, x1] of a slab, in rectangles that are not too long. Without `out` they are only counted.
static int64_t add_columns(const local_frame *at, const cutting *cut, int64_t slab, int64_t x0, int64_t x1, tr_box *out)
{
    const int64_t pitch = (int64_t)cut->pitch, max = 2 * TR_MAX_RECTANGLE_HALF;
    const int64_t count = x0 <= x1 ? (x1 - x0) / max + 1 : 0;
    for (int64_t i = 0; out && i < count; i++) {
        const int64_t x = x0 + i * max;
        out[i] = (tr_box){at->x + x, at->z + slab * pitch, at->x + tr_min_i64(x + max - 1, x1),
                          at->z + (slab + 1) * pitch - 1};
    }
    return count;
}

static int64_t add_rectangles(const local_frame *at, const cutting *cut, tr_box *out)
{
    int64_t count = 0;
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

// An upper bound of the bits that an edge is cut into: halves of a curve are no longer than half of its controls.
static double count_bits(const cutting *cut, const tr_course *course, const local_frame *at)
{
    double count = 0;
    for (int32_t i = 0; i < course->piece_count; i++) {
        const tr_piece *piece = &course->pieces[i];
        for (int k = 0; k < 2; k++) {
            count += fabs(piece->x_m[k + 1] - piece->x_m[k]) * at->units_per_m[0] / cut->max_x;
            count += fabs(piece->z_m[k + 1] - piece->z_m[k]) * at->units_per_m[1] / cut->pitch;
        }
        count += 4;
    }
    return 4 * count;
}

static bool fail_size(const tr_course *course, double far_m, const char *what, tr_error *err)
{
    return tr_fail(err, TR_ERROR_TOO_LARGE,
                   "an area with an edge of %.0f m and a shore of %g m needs more than %d %s: split it, or give it a "
                   "wider shore (smoothing, depth)",
                   course->length_m, far_m, TR_MAX_INSIDE_PARTS, what);
}

static bool list_rectangles(tr_context *context, const tr_course *course, double far_m, const local_frame *at,
                            cutting *cut, tr_area_inside *out, tr_error *err)
{
    cut_course(cut, course, at);
    qsort(cut->bits, (size_t)cut->count, sizeof *cut->bits, compare_bits);
    const int64_t count = add_rectangles(at, cut, NULL);
    if (count > TR_MAX_INSIDE_PARTS) return fail_size(course, far_m, "rectangles to fill it", err);
    out->count = (int32_t)count;
    out->rectangles = tr_alloc_array(context, (size_t)count, sizeof *out->rectangles, err);
    if (out->rectangles) add_rectangles(at, cut, out->rectangles);
    return out->rectangles != NULL;
}

bool tr_area_inside_create(tr_context *context, const tr_course *course, double far_m, const double scale_m[2],
                           tr_area_inside *out, tr_error *err)
{
    *out = (tr_area_inside){NULL, 0};
    if (course->piece_count == 0) return true;
    const local_frame at = frame_of(course, scale_m);
    const double half_z = floor(0.5 * far_m * at.units_per_m[1]);
    cutting cut = {fmax(0.5 * far_m * at.units_per_m[0], 1), fmin(fmax(half_z, 1), (double)(2 * TR_MAX_RECTANGLE_HALF)),
                   NULL, 0};
    if (count_bits(&cut, course, &at) > TR_MAX_INSIDE_PARTS) return fail_size(course, far_m, "parts of its edge", err);
    cut_course(&cut, course, &at);
    cut.bits = tr_alloc_array(context, (size_t)cut.count, sizeof *cut.bits, err);
    if (!cut.bits) return false;
    const bool ok = list_rectangles(context, course, far_m, &at, &cut, out, err);
    tr_free(context, cut.bits);
    return ok;
}

void tr_area_inside_destroy(tr_context *context, tr_area_inside *inside)
{
    tr_free(context, inside->rectangles);
    *inside = (tr_area_inside){NULL, 0};
}
