#include "model/model_leaf.h"

// ---------------------------------------------------------------------------------------------------------
// Blades

static tr_vec3 blade_place(const tr_blade *blade, double t)
{
    tr_vec3 at = tr_vec3_along(blade->foot, tr_vec3_level(blade->angle), blade->reach * t * t);
    at.y += blade->height * t * (1 + 0.25 * (1 - t));
    return at;
}

void tr_shape_blade(tr_shape *shape, const tr_blade *blade)
{
    const tr_vec3 lean = tr_vec3_level(blade->angle);
    const tr_vec3 across = tr_vec3_level(blade->angle + 0.25 * tr_model_turn + blade->twist);
    int32_t left = 0, right = 0;
    for (int i = 0; i <= blade->segments; i++) {
        const double t = (double)i / blade->segments, half = 0.5 * blade->width * (1 - t * t);
        const tr_vec3 at = blade_place(blade, t);
        // The upper side, turned to the sky: blades shade like the ground they stand on.
        const tr_vec3 normal = tr_vec3_along(tr_vec3_scale(lean, -0.7), tr_vec3_of(0, 1, 0), 0.5 + 0.5 * t);
        const tr_tone tone = tr_tone_mix(blade->low, blade->high, t);
        const bool is_tip = i == blade->segments;
        const int32_t next_left = tr_shape_vertex(shape, tr_vec3_along(at, across, is_tip ? 0 : half), normal, tone);
        const int32_t next_right =
            is_tip ? next_left : tr_shape_vertex(shape, tr_vec3_along(at, across, -half), normal, tone);
        if (i > 0) {
            tr_shape_triangle(shape, right, left, next_left);
            if (!is_tip) tr_shape_triangle(shape, next_right, right, next_left);
        }
        left = next_left;
        right = next_right;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Fronds

static tr_vec3 frond_place(const tr_frond *frond, double t)
{
    tr_vec3 at = tr_vec3_along(frond->foot, tr_vec3_level(frond->angle), frond->length * t);
    at.y += frond->length * (frond->rise * t - (frond->rise + frond->hang) * t * t);
    return at;
}

// Leaflets are longest a third of the way out.
static double leaflet_width(double t)
{
    const double rest = 1 - t;
    return tr_model_clamp(0.35 + 4 * t, 0, 1) * (rest > 0 ? 0.15 + 0.85 * sqrt(rest) : 0);
}

typedef struct frond_spot {
    tr_vec3 at, outer;  // on the stem, and the tip of the leaflet that begins there
    tr_vec3 normal;
    tr_tone tone;
} frond_spot;

// `forward` is how far leaflets point to the tip of the frond, in widths.
static frond_spot spot_at(const tr_shape *shape, int what, const tr_frond *frond, double t, double side, double forward)
{
    const tr_vec3 across = tr_vec3_level(frond->angle + 0.25 * tr_model_turn);
    const tr_vec3 at = frond_place(frond, t);
    const tr_vec3 ahead = tr_vec3_unit(tr_vec3_subtract(frond_place(frond, t + 0.05), at));
    tr_vec3 up = tr_vec3_cross(ahead, across);
    if (up.y < 0) up = tr_vec3_scale(up, -1);
    const int index = (int)(t * 64) * 2 + (side > 0);
    const double width = frond->width * leaflet_width(t) * tr_shape_between(shape, what, index, 0.85, 1.1);
    tr_vec3 outer = tr_vec3_along(tr_vec3_along(at, across, side * width), ahead, forward * width);
    outer = tr_vec3_along(outer, up, -frond->fold * width);
    const tr_tone tone = tr_tone_mix(frond->low, frond->high, tr_model_clamp(0.15 + 0.85 * t, 0, 1));
    return (frond_spot){at, outer, tr_vec3_along(up, across, 0.5 * side * frond->fold), tone};
}

// Counter-clockwise from above on either side.
static void add_side_triangle(tr_shape *shape, double side, int32_t a, int32_t b, int32_t c)
{
    if (side > 0)
        tr_shape_triangle(shape, a, c, b);
    else
        tr_shape_triangle(shape, a, b, c);
}

static void add_leaflet(tr_shape *shape, int what, const tr_frond *frond, int pair, double side)
{
    const double t0 = (double)pair / frond->pairs,
                 t1 = fmin((pair + (frond->feathered ? 1.15 : 1.0)) / frond->pairs, 1);
    const frond_spot inner = spot_at(shape, what, frond, t0, side, 0.45),
                     outer = spot_at(shape, what, frond, t1, side, 0.45);
    const int32_t a = tr_shape_vertex(shape, inner.at, inner.normal, tr_tone_scale(inner.tone, 0.85));
    const int32_t b = tr_shape_vertex(shape, outer.at, outer.normal, tr_tone_scale(outer.tone, 0.85));
    const int32_t c = tr_shape_vertex(shape, inner.outer, inner.normal, tr_tone_scale(inner.tone, 1.1));
    add_side_triangle(shape, side, a, b, c);
    if (frond->feathered || pair == frond->pairs - 1) return;  // it ends in a point
    const int32_t d = tr_shape_vertex(shape, outer.outer, outer.normal, tr_tone_scale(outer.tone, 1.1));
    add_side_triangle(shape, side, c, b, d);
}

// The whole frond as a bent lozenge.
static void add_lozenge(tr_shape *shape, int what, const tr_frond *frond)
{
    const double bend = 0.45;
    const frond_spot foot = spot_at(shape, what, frond, 0, 1, 0), tip = spot_at(shape, what, frond, 0.97, 1, 0);
    const frond_spot left = spot_at(shape, what, frond, bend, 1, 0), right = spot_at(shape, what, frond, bend, -1, 0);
    const int32_t a = tr_shape_vertex(shape, foot.at, foot.normal, foot.tone);
    const int32_t b = tr_shape_vertex(shape, tr_vec3_mix(left.at, left.outer, 0.95), left.normal, left.tone);
    const int32_t c = tr_shape_vertex(shape, tr_vec3_mix(right.at, right.outer, 0.95), right.normal, right.tone);
    const int32_t d = tr_shape_vertex(shape, tip.at, tip.normal, tip.tone);
    tr_shape_triangle(shape, a, b, c);
    tr_shape_triangle(shape, b, d, c);
}

void tr_shape_frond(tr_shape *shape, int what, const tr_frond *frond)
{
    if (frond->pairs == 0) add_lozenge(shape, what, frond);
    for (int pair = 0; pair < frond->pairs; pair++) {
        add_leaflet(shape, what, frond, pair, 1);
        add_leaflet(shape, what, frond, pair, -1);
    }
}
