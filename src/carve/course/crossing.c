#include "carve/course/crossing.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "carve/course/course.h"
#include "carve/course/piece_cross.h"

// ---------------------------------------------------------------------------------------------------------
// All crossings, as they are found

typedef struct cross_walk {
    tr_context *context;
    const tr_course *a, *b;
    const tr_course_tree *tree_a, *tree_b;
    tr_course_crossings *found;
    int32_t capacity;
} cross_walk;

static bool append(cross_walk *walk, const tr_course_crossing *items, int32_t count, tr_error *err)
{
    tr_course_crossings *found = walk->found;
    for (int32_t i = 0; i < count; i++) {
        tr_course_crossing *grown =
            tr_array_reserve(walk->context, found->items, found->count, &walk->capacity, sizeof *grown, err);
        if (!grown) return false;
        found->items = grown;
        grown[found->count++] = items[i];
    }
    return true;
}

static bool cross_leaves(cross_walk *walk, int32_t node_a, int32_t node_b, tr_error *err)
{
    int32_t begin_a, end_a, begin_b, end_b;
    tr_course_tree_leaf(walk->tree_a, walk->a, node_a, &begin_a, &end_a);
    tr_course_tree_leaf(walk->tree_b, walk->b, node_b, &begin_b, &end_b);
    for (int32_t i = begin_a; i < end_a; i++) {
        const tr_plan_box box_a = tr_piece_box(&walk->a->pieces[i]);
        if (!tr_plan_box_near(&box_a, &walk->tree_b->boxes[node_b], TR_TOUCH_M)) continue;
        for (int32_t j = begin_b; j < end_b; j++) {
            const tr_plan_box box_b = tr_piece_box(&walk->b->pieces[j]);
            if (!tr_plan_box_near(&box_a, &box_b, TR_TOUCH_M)) continue;
            tr_course_crossing items[TR_PIECE_CROSSINGS];
            const int32_t count = tr_piece_cross(&walk->a->pieces[i], &walk->b->pieces[j], items);
            if (count > 0 && !append(walk, items, count, err)) return false;
        }
    }
    return true;
}

static double box_size(const tr_plan_box *box)
{
    return fmax(box->x1 - box->x0, box->z1 - box->z0);
}

static bool cross_nodes(cross_walk *walk, int32_t node_a, int32_t node_b, tr_error *err)
{
    const tr_plan_box *box_a = &walk->tree_a->boxes[node_a], *box_b = &walk->tree_b->boxes[node_b];
    if (!tr_plan_box_near(box_a, box_b, TR_TOUCH_M)) return true;
    const bool leaf_a = node_a >= walk->tree_a->leaf_count, leaf_b = node_b >= walk->tree_b->leaf_count;
    if (leaf_a && leaf_b) return cross_leaves(walk, node_a, node_b, err);
    if (leaf_b || (!leaf_a && box_size(box_a) >= box_size(box_b)))
        return cross_nodes(walk, 2 * node_a, node_b, err) && cross_nodes(walk, 2 * node_a + 1, node_b, err);
    return cross_nodes(walk, node_a, 2 * node_b, err) && cross_nodes(walk, node_a, 2 * node_b + 1, err);
}

// ---------------------------------------------------------------------------------------------------------
// In order, and each place once

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

static int by_a(const void *left, const void *right)
{
    const tr_course_crossing *a = left, *b = right;
    const int along_a = compare(a->a_m, b->a_m), along_b = compare(a->b_m, b->b_m);
    return along_a ? along_a : along_b ? along_b : compare(a->sine, b->sine);
}

static int by_b(const void *left, const void *right)
{
    const tr_course_crossing *a = left, *b = right;
    const int along_b = compare(a->b_m, b->b_m), along_a = compare(a->a_m, b->a_m);
    return along_b ? along_b : along_a ? along_a : compare(a->sine, b->sine);
}

// Drops those that are the same place as one just before in the order.
static void drop_equal(tr_course_crossings *crossings)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < crossings->count; i++) {
        const tr_course_crossing item = crossings->items[i];
        if (kept > 0 && tr_course_crossing_same(&crossings->items[kept - 1], &item)) {
            // The steeper one knows its place better.
            if (item.sine > crossings->items[kept - 1].sine) crossings->items[kept - 1] = item;
            continue;
        }
        crossings->items[kept++] = item;
    }
    crossings->count = kept;
}

bool tr_course_cross_trees(tr_context *context, const tr_course *a, const tr_course_tree *tree_a, const tr_course *b,
                           const tr_course_tree *tree_b, tr_course_crossings *out, tr_error *err)
{
    *out = (tr_course_crossings){0};
    cross_walk walk = {context, a, b, tree_a, tree_b, out, 0};
    if (!cross_nodes(&walk, TR_TREE_ROOT, TR_TREE_ROOT, err)) {
        tr_course_crossings_destroy(context, out);
        return false;
    }
    if (out->count == 0) return true;
    // Joints of `a` are found twice beside each other along `b`, and the other way round.
    qsort(out->items, (size_t)out->count, sizeof *out->items, by_b);
    drop_equal(out);
    qsort(out->items, (size_t)out->count, sizeof *out->items, by_a);
    drop_equal(out);
    return true;
}

bool tr_course_cross(tr_context *context, const tr_course *a, const tr_course *b, tr_course_crossings *out,
                     tr_error *err)
{
    *out = (tr_course_crossings){0};
    tr_course_tree tree_a, tree_b;
    if (!tr_course_tree_create(context, a, &tree_a, err)) return false;
    bool ok = tr_course_tree_create(context, b, &tree_b, err);
    if (ok) {
        ok = tr_course_cross_trees(context, a, &tree_a, b, &tree_b, out, err);
        tr_course_tree_destroy(context, &tree_b);
    }
    tr_course_tree_destroy(context, &tree_a);
    return ok;
}

void tr_course_crossings_destroy(tr_context *context, tr_course_crossings *crossings)
{
    tr_free(context, crossings->items);
    *crossings = (tr_course_crossings){0};
}

// ---------------------------------------------------------------------------------------------------------
// Inside or outside: how often a ray towards east passes the rings

// Where a part of the piece that rises or falls all along reaches `z_m`: x there.
static double x_where(const tr_piece *piece, double t0, double t1, double z_m)
{
    enum { STEPS = 60 };
    double at[3];
    tr_piece_at(piece, t0, at);
    const bool above = at[2] > z_m;
    for (int i = 0; i < STEPS; i++) {
        const double middle = 0.5 * (t0 + t1);
        tr_piece_at(piece, middle, at);
        if ((at[2] > z_m) == above)
            t0 = middle;
        else
            t1 = middle;
    }
    return at[0];
}

// Whether the ray passes a part of the piece that rises or falls all along; the heights at its ends are given, so that
// two parts agree at their joint.
static bool passes(const tr_piece *piece, const double t[2], const double z[2], double x_m, double z_m)
{
    if ((z[0] > z_m) == (z[1] > z_m)) return false;
    return x_where(piece, t[0], t[1], z_m) > x_m;
}

static bool passes_piece(const tr_piece *piece, double x_m, double z_m)
{
    const double *x = piece->x_m, *z = piece->z_m;
    if (fmax(z[0], fmax(z[1], z[2])) < z_m || fmin(z[0], fmin(z[1], z[2])) > z_m) return false;
    if (fmax(x[0], fmax(x[1], x[2])) <= x_m) return false;
    const double bend = z[0] - 2 * z[1] + z[2], turn = bend != 0 ? (z[0] - z[1]) / bend : -1;
    if (!(turn > 0 && turn < 1)) return passes(piece, (double[]){0, 1}, (double[]){z[0], z[2]}, x_m, z_m);
    double at[3];
    tr_piece_at(piece, turn, at);
    return passes(piece, (double[]){0, turn}, (double[]){z[0], at[2]}, x_m, z_m) !=
           passes(piece, (double[]){turn, 1}, (double[]){at[2], z[2]}, x_m, z_m);
}

bool tr_course_contains(const tr_course *area, double x_m, double z_m)
{
    bool inside = false;
    for (int32_t i = 0; i < area->piece_count; i++) inside ^= passes_piece(&area->pieces[i], x_m, z_m);
    return inside;
}
