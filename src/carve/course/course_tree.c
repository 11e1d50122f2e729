#include "carve/course/course_tree.h"

#include <math.h>

#include "base/integers.h"
#include "carve/course/course.h"

bool tr_course_tree_create(tr_context *context, const tr_course *course, tr_course_tree *out, tr_error *err)
{
    int32_t leaf_count = 1;
    while ((int64_t)leaf_count * TR_TREE_LEAF_PIECES < course->piece_count) leaf_count *= 2;
    tr_plan_box *boxes = tr_alloc_array(context, 2 * (size_t)leaf_count, sizeof *boxes, err);
    if (!boxes) return false;
    *out = (tr_course_tree){boxes, leaf_count};
    boxes[0] = tr_plan_box_empty();
    for (int32_t node = leaf_count; node < 2 * leaf_count; node++) {
        boxes[node] = tr_plan_box_empty();
        int32_t begin, end;
        tr_course_tree_leaf(out, course, node, &begin, &end);
        for (int32_t i = begin; i < end; i++) {
            boxes[node] = tr_plan_box_join(boxes[node], tr_piece_box(&course->pieces[i]));
        }
    }
    for (int32_t node = leaf_count - 1; node >= TR_TREE_ROOT; node--) {
        boxes[node] = tr_plan_box_join(boxes[2 * node], boxes[2 * node + 1]);
    }
    return true;
}

void tr_course_tree_destroy(tr_context *context, tr_course_tree *tree)
{
    tr_free(context, tree->boxes);
    *tree = (tr_course_tree){0};
}

void tr_course_tree_leaf(const tr_course_tree *tree, const tr_course *course, int32_t node, int32_t *begin,
                         int32_t *end)
{
    const int64_t first = (int64_t)(node - tree->leaf_count) * TR_TREE_LEAF_PIECES;
    *begin = (int32_t)tr_min_i64(first, course->piece_count);
    *end = (int32_t)tr_min_i64(first + TR_TREE_LEAF_PIECES, course->piece_count);
}

// ---------------------------------------------------------------------------------------------------------
// The nearest place

typedef struct nearest_walk {
    const tr_course *course;
    const tr_course_tree *tree;
    double x_m, z_m;
    double best_m;  // nothing farther counts
    int32_t piece;  // -1: none yet
    double t;
} nearest_walk;

static double box_distance(const tr_plan_box *box, double x_m, double z_m)
{
    const double dx = fmax(fmax(box->x0 - x_m, x_m - box->x1), 0), dz = fmax(fmax(box->z0 - z_m, z_m - box->z1), 0);
    return sqrt(dx * dx + dz * dz);
}

static void visit_leaf(nearest_walk *walk, int32_t node)
{
    int32_t begin, end;
    tr_course_tree_leaf(walk->tree, walk->course, node, &begin, &end);
    for (int32_t i = begin; i < end; i++) {
        double distance_m;
        const double t = tr_piece_nearest(&walk->course->pieces[i], walk->x_m, walk->z_m, &distance_m);
        if (distance_m < walk->best_m || (walk->piece < 0 && distance_m <= walk->best_m)) {
            walk->best_m = distance_m;
            walk->piece = i;
            walk->t = t;
        }
    }
}

// In the order of the course, so that of equal places the first is found.
static void visit(nearest_walk *walk, int32_t node)
{
    if (box_distance(&walk->tree->boxes[node], walk->x_m, walk->z_m) > walk->best_m) return;
    if (node >= walk->tree->leaf_count) {
        visit_leaf(walk, node);
        return;
    }
    visit(walk, 2 * node);
    visit(walk, 2 * node + 1);
}

bool tr_course_nearest(const tr_course *course, const tr_course_tree *tree, double x_m, double z_m, double limit_m,
                       tr_course_place *out)
{
    nearest_walk walk = {.course = course, .tree = tree, .x_m = x_m, .z_m = z_m, .best_m = limit_m, .piece = -1};
    visit(&walk, TR_TREE_ROOT);
    if (walk.piece < 0) return false;
    const tr_piece *piece = &course->pieces[walk.piece];
    double at[3];
    tr_piece_at(piece, walk.t, at);
    *out =
        (tr_course_place){.x_m = at[0], .z_m = at[2], .at_m = tr_piece_arc_m(piece, walk.t), .distance_m = walk.best_m};
    tr_piece_tangent(piece, walk.t, out->tangent);
    return true;
}
