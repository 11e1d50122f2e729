// From vertices to a course in plan. Every curve becomes pieces by itself, so a course takes over those of the curves
// that it shares with an earlier one.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "carve/course/course.h"
#include "carve/course/pieces.h"
#include "carve/course/anchors.h"
#include "carve/course/reduce.h"

// A curve of a course and what came of it.
typedef struct made_curve {
    tr_cubic cubic;
    double deviation_m, radius_m;
    int32_t piece_end;
} made_curve;

// In one block: the curves, then the arc lengths of all pieces. Arc lengths along the path are sums of these in their
// order.
struct tr_course_making {
    double tolerance_m, max_length_m;
    made_curve *curves;
    double *length_m;
    int32_t curve_count;
};

// ---------------------------------------------------------------------------------------------------------
// The pieces of one curve

// A piece of several stations as so many pieces of equal length. Arc lengths are those from its start.
static bool add_stations(tr_context *context, const tr_piece *piece, double station_m, tr_piece_list *out,
                         tr_error *err)
{
    const double length_m = piece->to_m, wanted = tr_station_count(length_m, station_m);
    if (out->count + wanted > INT32_MAX) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "a path has %.0f stations of %g m; allowed is %d", wanted, station_m,
                       INT32_MAX);
    }
    tr_piece rest = *piece;
    for (double k = 1; k < wanted; k++) {
        const double at_m = length_m * (k / wanted);
        tr_piece first, second;
        tr_piece_cut(&rest, tr_piece_invert(&rest, at_m - rest.from_m), at_m, &first, &second);
        if (!tr_piece_list_add(context, out, &first, err)) return false;
        rest = second;
    }
    return tr_piece_list_add(context, out, &rest, err);
}

// Lakes and levelled ground have one height: their outlines need no stations.
static double max_piece(const tr_path_def *def)
{
    return tr_path_kind_is_area(def->kind) ? INFINITY : def->station_m;
}

// What a course is built from and into.
typedef struct build_work {
    tr_context *context;
    double tolerance_m, max_length_m;
    made_curve *curves;
    int32_t curve_count;
    const tr_course *before;  // NULL: nothing can be taken over
    int32_t front, back;      // curves at both ends that are those of `before`
    tr_piece_list reduced;    // of one curve, used anew for each
    tr_piece_list pieces;     // of the curves between
} build_work;

static bool add_curve(build_work *work, int32_t number, tr_error *err)
{
    made_curve *curve = &work->curves[number];
    tr_reduction reduction = {
        .context = work->context, .out = &work->reduced, .tolerance_m = work->tolerance_m, .min_radius_m = INFINITY};
    work->reduced.count = 0;
    if (!tr_reduce_cubic(&reduction, &curve->cubic, (uint32_t)number, err)) return false;
    for (int i = 0; i < work->reduced.count; i++) {
        tr_piece *piece = &work->reduced.items[i];
        piece->to_m = tr_piece_length(piece, 1);
        if (!add_stations(work->context, piece, work->max_length_m, &work->pieces, err)) return false;
    }
    curve->deviation_m = reduction.max_deviation_m;
    curve->radius_m = reduction.min_radius_m;
    curve->piece_end = work->pieces.count;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// What is the same as before

static bool same_in_plan(const tr_cubic *a, const tr_cubic *b)
{
    return memcmp(a->x, b->x, sizeof a->x) == 0 && memcmp(a->z, b->z, sizeof a->z) == 0;
}

static void find_same(build_work *work)
{
    const struct tr_course_making *made = work->before->making;
    const int32_t shorter = tr_min_i32(work->curve_count, made->curve_count);
    while (work->front < shorter && same_in_plan(&work->curves[work->front].cubic, &made->curves[work->front].cubic))
        work->front++;
    while (work->back < shorter - work->front && same_in_plan(&work->curves[work->curve_count - 1 - work->back].cubic,
                                                              &made->curves[made->curve_count - 1 - work->back].cubic))
        work->back++;
}

static int32_t pieces_before(const struct tr_course_making *made, int32_t curve)
{
    return curve > 0 ? made->curves[curve - 1].piece_end : 0;
}

// Takes over `count` curves from `from` of the earlier course on, which are those from `to` on here; `piece` is where
// their pieces go.
static void take_over(const build_work *work, int32_t from, int32_t to, int32_t count, int32_t piece, tr_course *out)
{
    if (count == 0) return;
    const struct tr_course_making *made = work->before->making;
    struct tr_course_making *making = out->making;
    const int32_t begin = pieces_before(made, from), end = made->curves[from + count - 1].piece_end;
    memcpy(out->pieces + piece, work->before->pieces + begin, (size_t)(end - begin) * sizeof *out->pieces);
    memcpy(making->length_m + piece, made->length_m + begin, (size_t)(end - begin) * sizeof *making->length_m);
    for (int32_t i = 0; i < end - begin; i++) out->pieces[piece + i].curve += (uint32_t)(to - from);
    for (int32_t i = 0; i < count; i++) {
        const tr_cubic cubic = making->curves[to + i].cubic;  // its heights may be others
        making->curves[to + i] = made->curves[from + i];
        making->curves[to + i].cubic = cubic;
        making->curves[to + i].piece_end += piece - begin;
    }
}

// ---------------------------------------------------------------------------------------------------------
// The whole

static struct tr_course_making *create_making(const build_work *work, int32_t piece_count, tr_error *err)
{
    const size_t curve_bytes = (size_t)work->curve_count * sizeof(made_curve);
    struct tr_course_making *making;
    making = tr_alloc(work->context, sizeof *making + curve_bytes + (size_t)piece_count * sizeof(double), err);
    if (!making) return NULL;
    *making = (struct tr_course_making){.tolerance_m = work->tolerance_m,
                                        .max_length_m = work->max_length_m,
                                        .curves = (made_curve *)(making + 1),
                                        .curve_count = work->curve_count};
    making->length_m = (double *)(making->curves + work->curve_count);
    memcpy(making->curves, work->curves, curve_bytes);
    return making;
}

// The pieces between, behind `at` others.
static void put_new(const build_work *work, int32_t at, tr_course *out)
{
    struct tr_course_making *making = out->making;
    if (work->pieces.count == 0) return;
    memcpy(out->pieces + at, work->pieces.items, (size_t)work->pieces.count * sizeof *out->pieces);
    for (int i = 0; i < work->pieces.count; i++) {
        making->length_m[at + i] = work->pieces.items[i].to_m - work->pieces.items[i].from_m;
    }
    for (int32_t i = work->front; i < work->curve_count - work->back; i++) making->curves[i].piece_end += at;
}

// Vertices that are joined without a bend have a radius of 0.
static bool has_corner(const tr_piece *pieces, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        double before[2], after[2];
        const bool joined = pieces[i].x_m[0] == pieces[i - 1].x_m[2] && pieces[i].z_m[0] == pieces[i - 1].z_m[2];
        if (!joined) continue;
        tr_piece_tangent(&pieces[i - 1], 1, before);
        tr_piece_tangent(&pieces[i], 0, after);
        const double cosine = before[0] * after[0] + before[1] * after[1];
        const double sine = before[0] * after[1] - before[1] * after[0];
        if (fabs(sine) > 1e-3 * cosine) return true;
    }
    return false;
}

static void measure(tr_course *course)
{
    const struct tr_course_making *making = course->making;
    double at_m = 0;
    for (int32_t i = 0; i < course->piece_count; i++) {
        course->pieces[i].from_m = at_m;
        at_m += making->length_m[i];
        course->pieces[i].to_m = at_m;
    }
    course->length_m = at_m;
    course->min_radius_m = INFINITY;
    for (int32_t i = 0; i < making->curve_count; i++) {
        course->max_deviation_m = fmax(course->max_deviation_m, making->curves[i].deviation_m);
        course->min_radius_m = fmin(course->min_radius_m, making->curves[i].radius_m);
    }
    if (has_corner(course->pieces, course->piece_count)) course->min_radius_m = 0;
}

static bool assemble(const build_work *work, tr_course *out, tr_error *err)
{
    const struct tr_course_making *made = work->before ? work->before->making : NULL;
    const int32_t front = made ? pieces_before(made, work->front) : 0, at_back = front + work->pieces.count;
    const int32_t first_back = made ? made->curve_count - work->back : 0;
    const int64_t count = (int64_t)at_back + (made ? work->before->piece_count - pieces_before(made, first_back) : 0);
    if (count > INT32_MAX) return tr_fail(err, TR_ERROR_TOO_LARGE, "a path has more than %d pieces", INT32_MAX);
    *out = (tr_course){.piece_count = (int32_t)count, .grade_met = true};
    out->pieces = tr_alloc_array(work->context, (size_t)count, sizeof *out->pieces, err);
    out->making = out->pieces ? create_making(work, out->piece_count, err) : NULL;
    if (!out->making) {
        tr_course_destroy(work->context, out);
        return false;
    }
    take_over(work, 0, 0, work->front, 0, out);
    put_new(work, front, out);
    take_over(work, first_back, work->curve_count - work->back, work->back, at_back, out);
    measure(out);
    return true;
}

static bool make_curves(build_work *work, const tr_path_def *def, const tr_anchors *anchors, tr_error *err)
{
    const size_t count = (size_t)work->curve_count;
    tr_cubic *cubics = tr_alloc_array(work->context, count, sizeof *cubics, err);
    work->curves = cubics ? tr_alloc_array(work->context, count, sizeof *work->curves, err) : NULL;
    const bool ok = work->curves && tr_cubics_make(work->context, anchors, def->mode, def->smoothness, cubics, err);
    for (size_t i = 0; ok && i < count; i++) work->curves[i] = (made_curve){.cubic = cubics[i]};
    tr_free(work->context, cubics);
    return ok;
}

static bool build(build_work *work, const tr_path_def *def, const tr_anchors *anchors, tr_course *out, tr_error *err)
{
    bool ok = make_curves(work, def, anchors, err);
    if (ok && work->before) find_same(work);
    for (int32_t i = work->front; ok && i < work->curve_count - work->back; i++) ok = add_curve(work, i, err);
    ok = ok && assemble(work, out, err);
    tr_piece_list_destroy(work->context, &work->reduced);
    tr_piece_list_destroy(work->context, &work->pieces);
    tr_free(work->context, work->curves);
    return ok;
}

bool tr_course_build(tr_context *context, const tr_path_def *def, double tolerance_m, const tr_course *before,
                     tr_course *out, tr_error *err)
{
    assert(tolerance_m > 0 && (!before || before->making));
    tr_anchors anchors;
    if (!tr_path_anchors(context, def, &anchors, err)) return false;
    const double max_length_m = max_piece(def);
    const bool alike =
        before && before->making->tolerance_m == tolerance_m && before->making->max_length_m == max_length_m;
    build_work work = {.context = context,
                       .tolerance_m = tolerance_m,
                       .max_length_m = max_length_m,
                       .curve_count = tr_anchors_curve_count(&anchors),
                       .before = alike ? before : NULL};
    bool ok = !def->area || tr_anchors_check_outline(context, def, &anchors, err);
    ok = ok && build(&work, def, &anchors, out, err);
    tr_anchors_destroy(context, &anchors);
    return ok;
}
