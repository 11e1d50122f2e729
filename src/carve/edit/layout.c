#include "carve/edit/layout.h"

#include <math.h>

#include "carve/course/course.h"

static double max_half_m(const tr_path_def *def)
{
    if (def->area) return 0;
    double max_width_m = def->width_m;
    for (int32_t i = 0; i < def->vertex_count; i++) {
        const float width_m = def->vertices[i].width_m;
        if (!isnan(width_m)) max_width_m = fmax(max_width_m, width_m);
    }
    return 0.5 * max_width_m;
}

tr_layout *tr_layout_create(tr_context *context, tr_path_copy *copy, double tolerance_m, const tr_layout *before,
                            tr_error *err)
{
    tr_layout *layout = tr_alloc(context, sizeof *layout, err);
    if (!layout) return NULL;
    *layout = (tr_layout){.references = 1, .max_half_m = max_half_m(&copy->def)};
    if (!tr_course_build(context, &copy->def, tolerance_m, before ? &before->plan : NULL, &layout->plan, err)) {
        tr_free(context, layout);
        return NULL;
    }
    if (!tr_course_tree_create(context, &layout->plan, &layout->tree, err)) {
        tr_course_destroy(context, &layout->plan);
        tr_free(context, layout);
        return NULL;
    }
    layout->copy = tr_path_copy_share(copy);
    return layout;
}

tr_layout *tr_layout_share(tr_layout *layout)
{
    layout->references++;
    return layout;
}

void tr_layout_release(tr_context *context, tr_layout *layout)
{
    if (!layout || --layout->references > 0) return;
    tr_course_tree_destroy(context, &layout->tree);
    tr_course_destroy(context, &layout->plan);
    tr_path_copy_release(context, layout->copy);
    tr_free(context, layout);
}

// Areas have one level, so all others take theirs from them; water cannot rise, so ways give way to it; of the ways the
// one with the gentlest grades has the least choice.
static int rank(const tr_path_def *def)
{
    static const int of_kind[TR_PATH_KIND_COUNT] = {
        [TR_PATH_LAKE] = 2, [TR_PATH_LEVEL] = 4, [TR_PATH_RIVER] = 2, [TR_PATH_STREAM] = 3,
        [TR_PATH_RAIL] = 4, [TR_PATH_ROAD] = 5,  [TR_PATH_TRACK] = 6,
    };
    if (def->area) return tr_path_kind_is_water(def->kind) ? 0 : 1;
    return of_kind[def->kind];
}

int tr_layout_compare(const tr_layout *a, const tr_layout *b)
{
    const tr_path_def *left = &a->copy->def, *right = &b->copy->def;
    const int rank_left = rank(left), rank_right = rank(right);
    if (rank_left != rank_right) return rank_left < rank_right ? -1 : 1;
    // The wider river is the one that others flow into.
    if (!tr_path_kind_is_water(left->kind) || left->width_m == right->width_m) return 0;
    return left->width_m > right->width_m ? -1 : 1;
}
