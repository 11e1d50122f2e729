#include "carve/course/course.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/integers.h"
#include "carve/course/pieces.h"

void tr_course_destroy(tr_context *context, tr_course *course)
{
    tr_free(context, course->pieces);
    tr_free(context, course->making);
    *course = (tr_course){0};
}

bool tr_course_copy(tr_context *context, const tr_course *course, tr_course *out, tr_error *err)
{
    tr_piece *pieces = tr_alloc_array(context, (size_t)course->piece_count, sizeof *pieces, err);
    if (!pieces) return false;
    if (course->piece_count > 0) memcpy(pieces, course->pieces, (size_t)course->piece_count * sizeof *pieces);
    *out = *course;
    out->pieces = pieces;
    out->making = NULL;
    return true;
}

// Values that samples depend on: all but the arc lengths and where they come from.
static bool same_piece(const tr_piece *a, const tr_piece *b)
{
    return memcmp(a, b, offsetof(tr_piece, strength) + sizeof a->strength) == 0;
}

void tr_course_common(const tr_course *a, const tr_course *b, int32_t *front, int32_t *back)
{
    const int32_t shorter = tr_min_i32(a->piece_count, b->piece_count);
    *front = *back = 0;
    while (*front < shorter && same_piece(&a->pieces[*front], &b->pieces[*front])) ++*front;
    while (*back < shorter - *front &&
           same_piece(&a->pieces[a->piece_count - 1 - *back], &b->pieces[b->piece_count - 1 - *back]))
        ++*back;
}

int32_t tr_course_locate(const tr_course *course, double at_m, double *t)
{
    assert(course->piece_count > 0);
    int32_t low = 0, high = course->piece_count - 1;
    while (low < high) {
        const int32_t middle = low + (high - low + 1) / 2;
        if (course->pieces[middle].from_m <= at_m) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    *t = tr_piece_invert(&course->pieces[low], at_m - course->pieces[low].from_m);
    return low;
}
