// From a path's vertices to its course: curves in plan, profile, widths, banking (docs/carve.md, "From vertices to
// pieces").
#ifndef TR_CARVE_COURSE_COURSE_H
#define TR_CARVE_COURSE_COURSE_H

#include "carve/course/piece.h"

// Curves in plan: pieces and arc lengths, with heights and inclinations still 0. Pieces are no longer than station_m,
// but for lakes and levelled ground. The rings of an area are turned so that the inside lies to the left. A polygon
// that crosses itself is refused with its place.
//
// @param before  a course as this function made it, or NULL: the pieces of curves that both have at their start and at
// their end
//                are taken over. The result is the same to the bit.
bool tr_course_build(tr_context *context, const tr_path_def *def, double tolerance_m, const tr_course *before,
                     tr_course *out, tr_error *err);
void tr_course_destroy(tr_context *context, tr_course *course);
bool tr_course_copy(tr_context *context, const tr_course *course, tr_course *out, tr_error *err);

// How many pieces at the start and at the end of two courses are the same in all that samples depend on.
void tr_course_common(const tr_course *a, const tr_course *b, int32_t *front, int32_t *back);

// The profile must pass between two heights over a part of the path: at a crossing, over water, on a levelled area.
typedef struct tr_pin {
    double from_m, to_m;  // arc length along the path
    float low_m, high_m;  // equal: this height; -INFINITY or INFINITY: free
} tr_pin;

// Heights, grades, inclinations, widths and depths of all pieces. Pins come before the ground; heights that vertices
// give come before pins on their own vertices, but not before a lower bound that keeps a bridge above water. Replaces a
// profile that was set before, with the same bits as on a fresh course; pieces stay as they are. To be called before
// spans are set.
bool tr_course_set_profile(tr_context *context, const tr_path_def *def, const tr_ground *ground, const tr_pin *pins,
                           int32_t pin_count, tr_course *course, tr_error *err);

// A part of the path that does not carve. The strength falls to 0 over `fade_m` before it and rises after it; pieces
// are split so that it does so along all of the path.
typedef struct tr_span {
    double from_m, to_m, fade_m;
} tr_span;
// The fade with which the strength goes out: never none, so that it does not jump.
double tr_span_fade_m(const tr_span *span);
bool tr_course_set_spans(tr_context *context, const tr_span *spans, int32_t span_count, tr_course *course,
                         tr_error *err);

// The piece at an arc length (clamped to the path) and the parameter there, by inverting the arc length.
int32_t tr_course_locate(const tr_course *course, double at_m, double *t);
// Place and height at a parameter of a piece; the tangent in plan, not normalised.
void tr_piece_at(const tr_piece *piece, double t, double out_xyz[3]);
void tr_piece_tangent(const tr_piece *piece, double t, double out_xz[2]);
// Linear or quadratic values at t.
float tr_piece_half_at(const tr_piece *piece, double t);
float tr_piece_inclination_at(const tr_piece *piece, double t);

#endif
