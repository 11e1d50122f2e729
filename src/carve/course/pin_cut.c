#include "carve/course/pin_cut.h"

#include <math.h>
#include <stdlib.h>

#include "carve/course/pieces.h"

// Pieces shorter than this would make the profile steep between two heights that hardly differ.
static const double min_piece_m = 0.5;

static double snap(const tr_course *course, double at_m)
{
    double t;
    const tr_piece *piece = &course->pieces[tr_course_locate(course, at_m, &t)];
    const double before_m = at_m - piece->from_m, after_m = piece->to_m - at_m;
    if (fmin(before_m, after_m) > min_piece_m) return at_m;
    return before_m <= after_m ? piece->from_m : piece->to_m;
}

static int rising(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// A piece cut at all places of `cuts` from *next on that lie on it, but for those too close to the one before.
static bool cut_piece(tr_context *context, const tr_piece *piece, const double *cuts, int32_t count, int32_t *next,
                      tr_piece_list *out, tr_error *err)
{
    tr_piece rest = *piece;
    for (; *next < count && cuts[*next] < rest.to_m; ++*next) {
        const double at_m = cuts[*next];
        if (at_m <= rest.from_m) continue;
        tr_piece first, second;
        tr_piece_cut(&rest, tr_piece_invert(&rest, at_m - rest.from_m), at_m, &first, &second);
        if (!tr_piece_list_add(context, out, &first, err)) return false;
        rest = second;
    }
    return tr_piece_list_add(context, out, &rest, err);
}

// Places that lie closer together than a piece may be become one. `cuts` are rising.
static void join_close(const double *cuts, int32_t count, tr_pin *pins, int32_t pin_count)
{
    for (int32_t i = 0; i < pin_count; i++) {
        double *ends[2] = {&pins[i].from_m, &pins[i].to_m};
        for (int k = 0; k < 2; k++) {
            int32_t low = 0, high = count;  // the first place at or after the end
            while (low < high) {
                const int32_t middle = low + (high - low) / 2;
                if (cuts[middle] < *ends[k])
                    low = middle + 1;
                else
                    high = middle;
            }
            while (low > 0 && cuts[low] - cuts[low - 1] < min_piece_m) low--;
            *ends[k] = cuts[low];
        }
    }
}

static int32_t list_cuts(const tr_pin *pins, int32_t pin_count, double *cuts)
{
    for (int32_t i = 0; i < pin_count; i++) {
        cuts[2 * i] = pins[i].from_m;
        cuts[2 * i + 1] = pins[i].to_m;
    }
    qsort(cuts, 2 * (size_t)pin_count, sizeof *cuts, rising);
    return 2 * pin_count;
}

bool tr_course_cut_at_pins(tr_context *context, tr_pin *pins, int32_t pin_count, tr_course *course, tr_error *err)
{
    if (pin_count == 0) return true;
    double *cuts = tr_alloc_array(context, 2 * (size_t)pin_count, sizeof *cuts, err);
    if (!cuts) return false;
    for (int32_t i = 0; i < pin_count; i++) {
        pins[i].from_m = snap(course, pins[i].from_m);
        pins[i].to_m = snap(course, pins[i].to_m);
    }
    join_close(cuts, list_cuts(pins, pin_count, cuts), pins, pin_count);
    const int32_t count = list_cuts(pins, pin_count, cuts);
    tr_piece_list out = {0};
    int32_t next = 0;
    bool ok = true;
    for (int32_t i = 0; ok && i < course->piece_count; i++) {
        ok = cut_piece(context, &course->pieces[i], cuts, count, &next, &out, err);
    }
    tr_free(context, cuts);
    if (!ok) {
        tr_piece_list_destroy(context, &out);
        return false;
    }
    tr_free(context, course->pieces);
    course->pieces = out.items;
    course->piece_count = out.count;
    return true;
}
