// Parts of a path that do not carve.
#include <math.h>

#include "carve/course/course.h"
#include "carve/course/pieces.h"

double tr_span_fade_m(const tr_span *span)
{
    const double min_m = 0.1;
    return fmax(span->fade_m, min_m);
}

// 0 on a span, 1 away from it.
static double strength_of(const tr_span *span, double at_m)
{
    const double away_m = fmax(span->from_m - at_m, at_m - span->to_m);
    if (away_m <= 0) return 0;
    const double fade_m = tr_span_fade_m(span);
    return away_m < fade_m ? away_m / fade_m : 1;
}

static double strength_at(const tr_span *spans, int32_t count, double at_m)
{
    double strength = 1;
    for (int32_t i = 0; i < count; i++) strength = fmin(strength, strength_of(&spans[i], at_m));
    return strength;
}

// The sides of an embankment draw in towards a span: around its end they would reach over what passes below.
static double widest_at(const tr_span *spans, int32_t count, double at_m)
{
    const double fades = 2.5;
    double max_width_m = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        const double away_m = fmax(spans[i].from_m - at_m, at_m - spans[i].to_m);
        max_width_m = fmin(max_width_m, fades * tr_span_fade_m(&spans[i]) + fmax(away_m, 0));
    }
    return max_width_m;
}

// The first place in (after_m, before_m) where the strength bends, or before_m. Joints within a millimetre of it count
// as it.
static double next_bend(const tr_span *spans, int32_t count, double after_m, double before_m)
{
    const double slack_m = 1e-3;
    double next_m = before_m;
    for (int32_t i = 0; i < count; i++) {
        const tr_span *span = &spans[i];
        const double fade_m = tr_span_fade_m(span);
        const double bends[4] = {span->from_m - fade_m, span->from_m, span->to_m, span->to_m + fade_m};
        for (int k = 0; k < 4; k++) {
            if (bends[k] > after_m + slack_m && bends[k] < before_m - slack_m) next_m = fmin(next_m, bends[k]);
        }
    }
    return next_m;
}

static bool cut_piece(tr_context *context, const tr_span *spans, int32_t count, const tr_piece *piece,
                      tr_piece_list *out, tr_error *err)
{
    tr_piece rest = *piece;
    for (;;) {
        const double at_m = next_bend(spans, count, rest.from_m, rest.to_m);
        if (at_m >= rest.to_m) return tr_piece_list_add(context, out, &rest, err);
        tr_piece first, second;
        tr_piece_cut(&rest, tr_piece_invert(&rest, at_m - rest.from_m), at_m, &first, &second);
        if (!tr_piece_list_add(context, out, &first, err)) return false;
        rest = second;
    }
}

bool tr_course_set_spans(tr_context *context, const tr_span *spans, int32_t span_count, tr_course *course,
                         tr_error *err)
{
    tr_piece_list out = {0};
    for (int32_t i = 0; i < course->piece_count; i++) {
        if (!cut_piece(context, spans, span_count, &course->pieces[i], &out, err)) {
            tr_piece_list_destroy(context, &out);
            return false;
        }
    }
    for (int i = 0; i < out.count; i++) {
        tr_piece *piece = &out.items[i];
        const double ends_m[2] = {piece->from_m, piece->to_m};
        for (int k = 0; k < 2; k++) {
            piece->strength[k] = (float)strength_at(spans, span_count, ends_m[k]);
            piece->fade_m[k] = fminf(piece->fade_m[k], (float)widest_at(spans, span_count, ends_m[k]));
        }
    }
    tr_free(context, course->pieces);
    course->pieces = out.items;
    course->piece_count = out.count;
    return true;
}
