#include "carve/course/curve.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------------
// One coordinate of a cubic

double tr_bezier3(const double p[4], double t)
{
    if (t == 0) return p[0];
    if (t == 1) return p[3];
    // Differences from the first control: far from the origin they are small and exact where the coordinates are not.
    const double s = 1 - t;
    return p[0] + t * (3 * s * s * (p[1] - p[0]) + t * (3 * s * (p[2] - p[0]) + t * (p[3] - p[0])));
}

double tr_bezier3_d(const double p[4], double t)
{
    const double s = 1 - t;
    return 3 * (s * s * (p[1] - p[0]) + 2 * s * t * (p[2] - p[1]) + t * t * (p[3] - p[2]));
}

double tr_bezier3_dd(const double p[4], double t)
{
    return 6 * ((1 - t) * ((p[2] - p[1]) - (p[1] - p[0])) + t * ((p[3] - p[2]) - (p[2] - p[1])));
}

void tr_bezier3_part(const double p[4], double t0, double t1, double out[4])
{
    const double third = (t1 - t0) / 3;
    out[0] = tr_bezier3(p, t0);
    out[3] = tr_bezier3(p, t1);
    out[1] = out[0] + third * tr_bezier3_d(p, t0);
    out[2] = out[3] - third * tr_bezier3_d(p, t1);
}

// ---------------------------------------------------------------------------------------------------------
// Local tangents

typedef struct vector {
    double x, y, z;
} vector;

static double plan_length(vector v)
{
    return sqrt(v.x * v.x + v.z * v.z);
}

static vector between(const tr_anchors *anchors, int32_t a, int32_t b)
{
    const tr_path_vertex *p = &anchors->items[a], *q = &anchors->items[b];
    const double rise = anchors->has_heights ? (double)q->height_m - (double)p->height_m : 0;
    return (vector){q->x_m - p->x_m, rise, q->z_m - p->z_m};
}

static vector scaled(vector v, double factor)
{
    return (vector){factor * v.x, factor * v.y, factor * v.z};
}

// The handle at an anchor between the segments `in` and `out`. The rise follows the length of both segments and not
// that of their sum, which is short in a hairpin and would make the handle steep.
static vector local_handle(vector in, vector out, double smoothness)
{
    const double in_m = plan_length(in), out_m = plan_length(out);
    const vector sum = {in.x + out.x, in.y + out.y, in.z + out.z};
    const double sum_m = plan_length(sum), shorter_m = fmin(in_m, out_m);
    if (sum_m <= 1e-9 * shorter_m) return (vector){0, 0, 0};  // doubled back: there is no direction in plan
    const double handle_m = smoothness * 0.5 * shorter_m;
    const double factor = handle_m / sum_m;
    return (vector){factor * sum.x, handle_m * (sum.y / (in_m + out_m)), factor * sum.z};
}

static void set_local_handles(const tr_anchors *anchors, int32_t ring, double smoothness, vector *leaving,
                              vector *arriving)
{
    const int32_t begin = tr_anchors_ring_begin(anchors, ring), end = anchors->ring_end[ring];
    for (int32_t i = begin; i < end; i++) {
        const bool first = !anchors->closed && i == begin, last = !anchors->closed && i == end - 1;
        const int32_t before = i == begin ? end - 1 : i - 1, after = tr_anchors_next(anchors, ring, i);
        const vector in = between(anchors, before, i), out = between(anchors, i, after);
        leaving[i] = first  ? scaled(out, 0.5 * smoothness)
                     : last ? scaled(in, 0.5 * smoothness)
                            : local_handle(in, out, smoothness);
        arriving[i] = leaving[i];
    }
}

// ---------------------------------------------------------------------------------------------------------
// Spline tangents: the system h[i] D[i-1] + 2 (h[i-1] + h[i]) D[i] + h[i-1] D[i+1] = 3 (h[i] d[i-1] + h[i-1] d[i]) with
// the parameter steps h and the slopes d between anchors makes second derivatives equal at all of them.

typedef struct spline_row {
    double below, middle, above;
    vector right;
    double corner;  // of closed rings: the first column of the correction for the two corners of the matrix
} spline_row;

double tr_spline_step(const tr_path_vertex *a, const tr_path_vertex *b)
{
    const double dx = b->x_m - a->x_m, dz = b->z_m - a->z_m;
    return sqrt(sqrt(dx * dx + dz * dz));
}

static vector combined(vector a, double wa, vector b, double wb)
{
    return (vector){wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z};
}

static void make_rows(const tr_anchors *anchors, int32_t ring, spline_row *rows)
{
    const int32_t begin = tr_anchors_ring_begin(anchors, ring), end = anchors->ring_end[ring], count = end - begin;
    for (int32_t i = 0; i < count; i++) {
        const int32_t at = begin + i, before = i == 0 ? end - 1 : at - 1, after = tr_anchors_next(anchors, ring, at);
        const double h0 = tr_spline_step(&anchors->items[before], &anchors->items[at]);
        const double h1 = tr_spline_step(&anchors->items[at], &anchors->items[after]);
        const vector d0 = scaled(between(anchors, before, at), 1 / h0),
                     d1 = scaled(between(anchors, at, after), 1 / h1);
        if (!anchors->closed && i == 0) {
            rows[i] = (spline_row){.middle = 2, .above = 1, .right = scaled(d1, 3)};
        } else if (!anchors->closed && i == count - 1) {
            rows[i] = (spline_row){.below = 1, .middle = 2, .right = scaled(d0, 3)};
        } else {
            rows[i] = (spline_row){h1, 2 * (h0 + h1), h0, combined(d0, 3 * h1, d1, 3 * h0), 0};
        }
    }
}

// Elimination without pivots: every row is dominated by its middle. Solves for `right` and `corner` at once.
static void solve_rows(spline_row *rows, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        const double factor = rows[i].below / rows[i - 1].middle;
        rows[i].middle -= factor * rows[i - 1].above;
        rows[i].right = combined(rows[i].right, 1, rows[i - 1].right, -factor);
        rows[i].corner -= factor * rows[i - 1].corner;
    }
    for (int32_t i = count - 1; i >= 0; i--) {
        if (i + 1 < count) {
            rows[i].right = combined(rows[i].right, 1, rows[i + 1].right, -rows[i].above);
            rows[i].corner -= rows[i].above * rows[i + 1].corner;
        }
        rows[i].right = scaled(rows[i].right, 1 / rows[i].middle);
        rows[i].corner /= rows[i].middle;
    }
}

// A ring has two more entries in the corners of its matrix: the system without them is solved twice and combined
// (Sherman and Morrison).
static void solve_ring(spline_row *rows, int32_t count)
{
    const int32_t last = count - 1;
    const double top = rows[0].below, bottom = rows[last].above, gamma = -rows[0].middle;
    rows[0].middle -= gamma;
    rows[last].middle -= top * bottom / gamma;
    rows[0].corner = gamma;
    rows[last].corner = bottom;
    rows[0].below = rows[last].above = 0;
    solve_rows(rows, count);
    const double share = top / gamma, divisor = 1 + rows[0].corner + share * rows[last].corner;
    const vector sum = combined(rows[0].right, 1, rows[last].right, share);
    for (int32_t i = 0; i < count; i++) {
        rows[i].right = combined(rows[i].right, 1, sum, -rows[i].corner / divisor);
    }
}

static void set_spline_handles(const tr_anchors *anchors, int32_t ring, double smoothness, spline_row *rows,
                               vector *leaving, vector *arriving)
{
    const int32_t begin = tr_anchors_ring_begin(anchors, ring), end = anchors->ring_end[ring];
    make_rows(anchors, ring, rows);
    if (anchors->closed) {
        solve_ring(rows, end - begin);
    } else {
        solve_rows(rows, end - begin);
    }
    for (int32_t i = begin; i < end; i++) {
        const int32_t after = tr_anchors_next(anchors, ring, i);
        const double third = smoothness * tr_spline_step(&anchors->items[i], &anchors->items[after]) / 3;
        leaving[i] = scaled(rows[i - begin].right, third);
        arriving[after] = scaled(rows[after - begin].right, third);
    }
}

// ---------------------------------------------------------------------------------------------------------

static tr_cubic cubic_between(const tr_path_vertex *a, const tr_path_vertex *b, vector leaving, vector arriving,
                              bool has_heights)
{
    const double ya = has_heights ? (double)a->height_m : 0, yb = has_heights ? (double)b->height_m : 0;
    return (tr_cubic){
        .x = {a->x_m, a->x_m + leaving.x, b->x_m - arriving.x, b->x_m},
        .y = {ya, ya + leaving.y, yb - arriving.y, yb},
        .z = {a->z_m, a->z_m + leaving.z, b->z_m - arriving.z, b->z_m},
    };
}

bool tr_cubics_make(tr_context *context, const tr_anchors *anchors, tr_curve_mode mode, double smoothness,
                    tr_cubic *out, tr_error *err)
{
    const size_t count = (size_t)anchors->count;
    vector *handles = tr_alloc_array(context, 2 * count, sizeof *handles, err);
    if (!handles) return false;
    spline_row *rows = NULL;
    if (mode == TR_CURVE_SPLINE) {
        rows = tr_alloc_array(context, count, sizeof *rows, err);
        if (!rows) {
            tr_free(context, handles);
            return false;
        }
    }
    vector *leaving = handles, *arriving = handles + count;
    for (int32_t ring = 0; ring < anchors->ring_count; ring++) {
        if (rows) {
            set_spline_handles(anchors, ring, smoothness, rows, leaving, arriving);
        } else {
            set_local_handles(anchors, ring, smoothness, leaving, arriving);
        }
        const int32_t end = anchors->ring_end[ring] - (anchors->closed ? 0 : 1);
        for (int32_t i = tr_anchors_ring_begin(anchors, ring); i < end; i++) {
            const int32_t next = tr_anchors_next(anchors, ring, i);
            out[i] = cubic_between(&anchors->items[i], &anchors->items[next], leaving[i], arriving[next],
                                   anchors->has_heights);
        }
    }
    tr_free(context, rows);
    tr_free(context, handles);
    return true;
}
