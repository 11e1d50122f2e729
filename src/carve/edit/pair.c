#include "carve/edit/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carve/course/course.h"

// What is found of a pair; room for the ends and the parts within an area is made with the crossings.
typedef struct pair_work {
    const tr_layout *lesser, *greater;
    tr_course_crossings crossings;
    tr_meeting *meetings;
    int32_t count;
} pair_work;

static bool is_water(const tr_layout *layout)
{
    return tr_path_kind_is_water(layout->copy->def.kind);
}

static bool is_area(const tr_layout *layout)
{
    return layout->copy->def.area;
}

// How far from the axis of `other` an end of `layout` still lies on it.
static double end_reach_m(const tr_layout *layout, const tr_layout *other)
{
    return is_area(other) ? layout->max_half_m : other->max_half_m;
}

static void add_point(pair_work *work, const tr_course_crossing *crossing, int64_t end)
{
    work->meetings[work->count++] = (tr_meeting){.x_m = crossing->x_m,
                                                 .z_m = crossing->z_m,
                                                 .at_m = {crossing->a_m, crossing->a_m},
                                                 .other_m = {crossing->b_m, crossing->b_m},
                                                 .sine = {crossing->sine, crossing->sine},
                                                 .end = end};
}

// ---------------------------------------------------------------------------------------------------------
// Ends that lie on the other path

typedef struct path_end {
    double x_m, z_m, at_m;
    double tangent[2];
} path_end;

static path_end end_of(const tr_course *course, bool last)
{
    const tr_piece *piece = last ? &course->pieces[course->piece_count - 1] : &course->pieces[0];
    path_end end = {piece->x_m[last ? 2 : 0], piece->z_m[last ? 2 : 0], last ? course->length_m : 0, {0, 0}};
    tr_piece_tangent(piece, last ? 1 : 0, end.tangent);
    return end;
}

static double sine_between(const double a[2], const double b[2])
{
    const double product = sqrt((a[0] * a[0] + a[1] * a[1]) * (b[0] * b[0] + b[1] * b[1]));
    return product > 0 ? fmin(fabs(a[0] * b[1] - a[1] * b[0]) / product, 1) : 0;
}

// The meeting that is known already at an end, or NULL.
static tr_meeting *meeting_at(pair_work *work, const path_end *end, double reach_m)
{
    for (int32_t i = 0; i < work->count; i++) {
        const double dx = work->meetings[i].x_m - end->x_m, dz = work->meetings[i].z_m - end->z_m;
        if (sqrt(dx * dx + dz * dz) <= 2 * reach_m + TR_TOUCH_M) return &work->meetings[i];
    }
    return NULL;
}

static void add_ends(pair_work *work, const tr_layout *layout, const tr_layout *other)
{
    if (is_area(layout)) return;
    const double reach_m = end_reach_m(layout, other);
    for (int last = 0; last < 2; last++) {
        const path_end end = end_of(&layout->plan, last);
        tr_course_place place;
        if (!tr_course_nearest(&other->plan, &other->tree, end.x_m, end.z_m, reach_m, &place)) continue;
        if (is_area(other) && tr_course_contains(&other->plan, end.x_m, end.z_m)) continue;
        tr_meeting *known = meeting_at(work, &end, reach_m);
        if (known) {
            known->end = 1;
            continue;
        }
        const bool lesser = layout == work->lesser;
        const tr_course_crossing joint = {.x_m = place.x_m,
                                          .z_m = place.z_m,
                                          .a_m = lesser ? end.at_m : place.at_m,
                                          .b_m = lesser ? place.at_m : end.at_m,
                                          .sine = sine_between(end.tangent, place.tangent)};
        add_point(work, &joint, 1);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Parts of the lesser within an area

static bool part_is_within(const pair_work *work, double from_m, double to_m)
{
    double t, at[3];
    const tr_course *plan = &work->lesser->plan;
    const int32_t piece = tr_course_locate(plan, 0.5 * (from_m + to_m), &t);
    tr_piece_at(&plan->pieces[piece], t, at);
    return tr_course_contains(&work->greater->plan, at[0], at[2]);
}

// One end of a part: the crossing with the shore, or the end of the path.
static void set_part_end(const pair_work *work, tr_meeting *part, int side, int32_t crossing)
{
    const tr_course_crossings *all = &work->crossings;
    const bool shore = crossing >= 0 && crossing < all->count;
    part->at_m[side] = shore ? all->items[crossing].a_m : side == 0 ? 0 : work->lesser->plan.length_m;
    part->other_m[side] = shore ? all->items[crossing].b_m : TR_NOT_THERE;
    part->sine[side] = shore ? all->items[crossing].sine : 1;
}

static void add_parts(pair_work *work)
{
    const tr_course_crossings *all = &work->crossings;
    bool open = false;
    // Part k lies between the crossings k - 1 and k.
    for (int32_t k = 0; k <= all->count; k++) {
        const double from_m = k > 0 ? all->items[k - 1].a_m : 0;
        const double to_m = k < all->count ? all->items[k].a_m : work->lesser->plan.length_m;
        const bool within = to_m - from_m > TR_TOUCH_M ? part_is_within(work, from_m, to_m) : open && k < all->count;
        tr_meeting *part = &work->meetings[open ? work->count - 1 : work->count];
        if (within && !open) {
            *part = (tr_meeting){.within = 1};
            set_part_end(work, part, 0, k - 1);
            work->count++;
        }
        if (within) set_part_end(work, part, 1, k);
        open = within;
    }
    for (int32_t i = 0; i < work->count; i++) {
        double t, at[3];
        tr_meeting *part = &work->meetings[i];
        const tr_course *plan = &work->lesser->plan;
        const int32_t piece = tr_course_locate(plan, 0.5 * (part->at_m[0] + part->at_m[1]), &t);
        tr_piece_at(&plan->pieces[piece], t, at);
        part->x_m = at[0];
        part->z_m = at[2];
        part->end = part->other_m[0] == TR_NOT_THERE || part->other_m[1] == TR_NOT_THERE;
    }
}

// Two waters that overlap are one: a lake takes the level of the greater one, the banks of a wide river where they meet
// it.
static void add_waters(pair_work *work)
{
    const tr_course *lesser = &work->lesser->plan, *greater = &work->greater->plan;
    const tr_path_def *def = &work->lesser->copy->def;
    const tr_piece *first = &lesser->pieces[0], *other = &greater->pieces[0];
    const bool overlap = work->crossings.count > 0 || tr_course_contains(greater, first->x_m[0], first->z_m[0]) ||
                         tr_course_contains(lesser, other->x_m[0], other->z_m[0]);
    if (!overlap) return;
    if (def->kind != TR_PATH_LAKE && isnan(def->level_m)) {
        for (int32_t i = 0; i < work->crossings.count; i++) add_point(work, &work->crossings.items[i], 0);
        return;
    }
    work->meetings[work->count++] = (tr_meeting){.x_m = first->x_m[0],
                                                 .z_m = first->z_m[0],
                                                 .at_m = {0, lesser->length_m},
                                                 .other_m = {TR_NOT_THERE, TR_NOT_THERE},
                                                 .sine = {1, 1},
                                                 .within = 1};
}

// ---------------------------------------------------------------------------------------------------------

static int along_lesser(const void *left, const void *right)
{
    const tr_meeting *a = left, *b = right;
    for (int i = 0; i < 2; i++) {
        if (a->at_m[i] != b->at_m[i]) return a->at_m[i] < b->at_m[i] ? -1 : 1;
        if (a->other_m[i] != b->other_m[i]) return a->other_m[i] < b->other_m[i] ? -1 : 1;
    }
    return 0;
}

static void find_meetings(pair_work *work)
{
    // A way does not end on water, nor water on a way: it would only be lifted or let down for nothing.
    const bool alike = is_water(work->lesser) == is_water(work->greater);
    if (is_area(work->lesser)) {
        if (alike && is_water(work->lesser)) add_waters(work);
    } else if (is_area(work->greater)) {
        add_parts(work);
        if (alike && is_water(work->lesser)) add_ends(work, work->lesser, work->greater);
    } else {
        for (int32_t i = 0; i < work->crossings.count; i++) add_point(work, &work->crossings.items[i], 0);
        if (alike) {
            add_ends(work, work->lesser, work->greater);
            add_ends(work, work->greater, work->lesser);
        }
    }
    qsort(work->meetings, (size_t)work->count, sizeof *work->meetings, along_lesser);
}

static bool make_pair(tr_context *context, const pair_work *work, tr_pair **out, tr_error *err)
{
    if (work->count == 0) return true;
    const size_t bytes = (size_t)work->count * sizeof *work->meetings;
    tr_pair *pair = tr_alloc(context, sizeof *pair + bytes, err);
    if (!pair) return false;
    *pair = (tr_pair){.references = 1, .meeting_count = work->count, .meetings = (tr_meeting *)(pair + 1)};
    memcpy(pair->meetings, work->meetings, bytes);
    *out = pair;
    return true;
}

bool tr_pair_create(tr_context *context, const tr_layout *lesser, const tr_layout *greater, tr_pair **out,
                    tr_error *err)
{
    *out = NULL;
    // Levelled areas keep their own levels.
    if (is_area(lesser) && !(is_water(lesser) && is_water(greater))) return true;
    pair_work work = {.lesser = lesser, .greater = greater};
    if (!tr_course_cross_trees(context, &lesser->plan, &lesser->tree, &greater->plan, &greater->tree, &work.crossings,
                               err))
        return false;
    enum { ENDS = 4 };
    work.meetings = tr_alloc_array(context, (size_t)work.crossings.count + ENDS, sizeof *work.meetings, err);
    bool ok = work.meetings != NULL;
    if (ok) {
        find_meetings(&work);
        ok = make_pair(context, &work, out, err);
    }
    tr_free(context, work.meetings);
    tr_course_crossings_destroy(context, &work.crossings);
    return ok;
}

tr_pair *tr_pair_share(tr_pair *pair)
{
    pair->references++;
    return pair;
}

void tr_pair_release(tr_context *context, tr_pair *pair)
{
    if (pair && --pair->references == 0) tr_free(context, pair);
}
