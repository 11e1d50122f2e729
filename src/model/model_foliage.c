#include "model/model_foliage.h"

#include <assert.h>

#include "model/model_ball.h"

void tr_crown_add(tr_crown *crown, tr_vec3 centre, tr_vec3 radii)
{
    assert(crown->blob_count < TR_CROWN_MAX_BLOBS);
    crown->blobs[crown->blob_count++] = (tr_blob){centre, radii};
}

static void measure(tr_crown *crown)
{
    tr_vec3 low = tr_vec3_of(1e9, 1e9, 1e9), high = tr_vec3_of(-1e9, -1e9, -1e9);
    for (int i = 0; i < crown->blob_count; i++) {
        const tr_blob *blob = &crown->blobs[i];
        low.x = fmin(low.x, blob->centre.x - blob->radii.x);
        low.y = fmin(low.y, blob->centre.y - blob->radii.y * crown->below);
        low.z = fmin(low.z, blob->centre.z - blob->radii.z);
        high.x = fmax(high.x, blob->centre.x + blob->radii.x);
        high.y = fmax(high.y, blob->centre.y + blob->radii.y);
        high.z = fmax(high.z, blob->centre.z + blob->radii.z);
    }
    crown->centre = tr_vec3_mix(low, high, 0.5);
    crown->radii = tr_vec3_scale(tr_vec3_subtract(high, low), 0.5);
}

// ---------------------------------------------------------------------------------------------------------
// Blobs

// The place in the crown, of length 1 at its hull.
static tr_vec3 place_in(const tr_crown *crown, tr_vec3 at)
{
    const tr_vec3 away = tr_vec3_subtract(at, crown->centre);
    return tr_vec3_of(away.x / crown->radii.x, away.y / crown->radii.y, away.z / crown->radii.z);
}

// `extra` is added to the light.
static tr_tone leaf_tone(const tr_crown *crown, tr_vec3 at, tr_vec3 normal, double extra)
{
    const tr_vec3 place = place_in(crown, at);
    const double outside = tr_model_clamp(tr_vec3_length(place), 0.3, 1.05);
    const double light = 0.5 + 0.28 * normal.y + 0.26 * tr_model_clamp(place.y, -1, 1) + extra;
    return tr_tone_mix(crown->low, crown->high, tr_model_clamp(light, 0, 1) * (0.35 + 0.65 * outside));
}

static tr_vec3 soft_normal(const tr_crown *crown, tr_vec3 at, tr_vec3 out)
{
    return tr_vec3_unit(tr_vec3_along(out, tr_vec3_unit(place_in(crown, at)), 0.45));
}

static tr_vec3 blob_place(const tr_crown *crown, const tr_blob *blob, tr_vec3 out, double reach)
{
    const double tall = out.y < 0 ? crown->below : 1;
    const tr_vec3 radii = tr_vec3_of(blob->radii.x, blob->radii.y * tall, blob->radii.z);
    return tr_vec3_add(blob->centre, tr_vec3_scale(tr_vec3_multiply(out, radii), reach));
}

static tr_vec3 blob_normal(const tr_blob *blob, tr_vec3 out)
{
    return tr_vec3_unit(tr_vec3_of(out.x / blob->radii.x, out.y / blob->radii.y, out.z / blob->radii.z));
}

static void add_ball(tr_shape *shape, const tr_ball *ball, const int32_t *numbers)
{
    for (int i = 0; i < ball->triangle_count; i++) {
        const int *corners = ball->triangles[i];
        tr_shape_triangle(shape, numbers[corners[0]], numbers[corners[1]], numbers[corners[2]]);
    }
}

// The core that leaves lie on.
static void add_blob(tr_shape *shape, int what, const tr_crown *crown, const tr_blob *blob, const tr_ball *ball)
{
    int32_t numbers[TR_BALL_MAX_VERTICES];
    for (int i = 0; i < ball->vertex_count; i++) {
        const tr_vec3 out = ball->vertices[i];
        // Faces of a ball lie inside of it, so its corners stand out a little.
        const double reach = 1.05 + crown->rough * tr_shape_between(shape, what, i, -1, 0.5);
        const tr_vec3 at = blob_place(crown, blob, out, reach), normal = blob_normal(blob, out);
        const double light = crown->leaves > 0 ? -0.1 : 0;
        numbers[i] = tr_shape_vertex(shape, at, soft_normal(crown, at, normal), leaf_tone(crown, at, normal, light));
    }
    add_ball(shape, ball, numbers);
}

// How far from the middle of the crown the plane lies that touches its blobs from outside.
static double reach_of(const tr_crown *crown, tr_vec3 out)
{
    double max = 0;
    for (int i = 0; i < crown->blob_count; i++) {
        const tr_blob *blob = &crown->blobs[i];
        const double middle = tr_vec3_dot(tr_vec3_subtract(blob->centre, crown->centre), out);
        max = fmax(max, middle + tr_vec3_length(tr_vec3_multiply(blob->radii, out)));
    }
    return max;
}

static void add_hull(tr_shape *shape, const tr_crown *crown)
{
    tr_ball ball;
    int32_t numbers[TR_BALL_MAX_VERTICES];
    tr_ball_make(1, &ball);
    for (int i = 0; i < ball.vertex_count; i++) {
        // Corners of the ball point to corners of the crown.
        const tr_vec3 out = tr_vec3_unit(tr_vec3_multiply(ball.vertices[i], crown->radii));
        const tr_vec3 at = tr_vec3_along(crown->centre, out, reach_of(crown, out));
        const tr_vec3 normal = tr_vec3_unit(place_in(crown, at));
        numbers[i] = tr_shape_vertex(shape, at, normal, leaf_tone(crown, at, normal, 0));
    }
    add_ball(shape, &ball, numbers);
}

// ---------------------------------------------------------------------------------------------------------
// Leaves

// Spread evenly: each next one is a golden angle further around.
static tr_vec3 spread_direction(const tr_shape *shape, int what, int index, int count)
{
    const double golden = 2.399963229728653;
    const double y =
        tr_model_clamp(1 - (2 * index + 1.0) / count + tr_shape_between(shape, what, 3 * index, -0.1, 0.1), -1, 1);
    const double angle = golden * index + tr_shape_between(shape, what, 3 * index + 1, -0.4, 0.4);
    tr_vec3 out =
        tr_vec3_scale(tr_vec3_level(angle + tr_model_turn * tr_shape_random(shape, what, -1)), sqrt(1 - y * y));
    out.y = y;
    return out;
}

static bool is_hidden(const tr_crown *crown, const tr_blob *own, tr_vec3 at)
{
    for (int i = 0; i < crown->blob_count; i++) {
        const tr_blob *blob = &crown->blobs[i];
        const tr_vec3 away = tr_vec3_subtract(at, blob->centre);
        const tr_vec3 place = tr_vec3_of(away.x / blob->radii.x, away.y / blob->radii.y, away.z / blob->radii.z);
        if (blob != own && tr_vec3_dot(place, place) < 0.75) return true;
    }
    return false;
}

// A triangle that lies on the blob like a shingle, its tip hanging down and standing off.
static void add_leaf(tr_shape *shape, int what, int index, const tr_crown *crown, const tr_blob *blob, tr_vec3 out)
{
    const double size_m = crown->leaf * (blob->radii.x + blob->radii.y + blob->radii.z) / 3 *
                          tr_shape_between(shape, what, 3 * index + 2, 0.7, 1.3);
    const tr_vec3 normal = blob_normal(blob, out);
    const double turn = tr_shape_between(shape, what + 1, index, -0.9, 0.9);
    const tr_vec3 across =
        tr_vec3_unit(tr_vec3_along(tr_vec3_cross(tr_vec3_of(0, 1, 0), normal), tr_vec3_square_to(normal), 0.15));
    const tr_vec3 down = tr_vec3_cross(across, normal);
    const tr_vec3 along =
        tr_vec3_unit(tr_vec3_along(tr_vec3_scale(down, tr_model_cos(turn)), across, tr_model_sin(turn)));
    const tr_vec3 side = tr_vec3_cross(normal, along);
    const tr_vec3 at = tr_vec3_along(blob_place(crown, blob, out, crown->leaf_reach), along, -0.4 * size_m);
    const tr_vec3 tip = tr_vec3_along(tr_vec3_along(at, along, size_m), normal, 0.34 * size_m);
    const tr_vec3 soft = soft_normal(crown, at, normal);
    const double light = tr_shape_between(shape, what + 1, index + 1000, -0.12, 0.16);
    const int32_t a = tr_shape_vertex(shape, tr_vec3_along(at, side, -0.5 * size_m), soft,
                                      leaf_tone(crown, at, normal, light - 0.08));
    const int32_t b = tr_shape_vertex(shape, tip, soft, leaf_tone(crown, tip, normal, light + 0.08));
    const int32_t c =
        tr_shape_vertex(shape, tr_vec3_along(at, side, 0.5 * size_m), soft, leaf_tone(crown, at, normal, light - 0.08));
    tr_shape_triangle(shape, a, b, c);
}

static void add_leaves(tr_shape *shape, int what, const tr_crown *crown, const tr_blob *blob, int count)
{
    for (int i = 0; i < count; i++) {
        const tr_vec3 out = spread_direction(shape, what, i, count);
        if (!is_hidden(crown, blob, blob_place(crown, blob, out, 1.1))) add_leaf(shape, what, i, crown, blob, out);
    }
}

void tr_shape_crown(tr_shape *shape, int what, tr_crown *crown)
{
    measure(crown);
    if (shape->level == 2) {
        add_hull(shape, crown);
        return;
    }
    const bool is_near = shape->level == 0;
    crown->leaf_reach = is_near ? 0.92 : 0.8;
    if (!is_near) {
        crown->leaves /= 11;
        crown->leaf *= 1.4;
    }
    tr_ball ball;
    tr_ball_make(1, &ball);
    for (int i = 0; i < crown->blob_count; i++) {
        const tr_blob *blob = &crown->blobs[i];
        add_blob(shape, what + 4 * i, crown, blob, &ball);
        add_leaves(shape, what + 4 * i + 2, crown, blob, crown->leaves / crown->blob_count);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Tiers

typedef struct tier_spot {
    tr_vec3 at;
    double out;  // 0 at the trunk, 1 at the longest tips
} tier_spot;

// Where the skirt is in direction `i` of twice the spokes: even ones are tips, odd ones the gaps between.
static tier_spot tier_place(const tr_shape *shape, int what, const tr_tier *tier, int i, double share)
{
    const bool is_tip = i % 2 == 0;
    const double angle =
        tr_model_turn * (0.5 * i + tr_shape_between(shape, what, i, -0.5, 0.5) * tier->notch) / tier->spokes +
        tr_model_turn * tr_shape_random(shape, what, -1);
    const double reach =
        (is_tip ? 1 : 1 - tier->notch) * (0.97 + tier->notch * tr_shape_between(shape, what, i + 100, -0.3, 0.3));
    const double out = share * reach;
    // Branches leave the trunk flat and hang at their ends.
    const double fall = (1 - tier->droop) * out + tier->droop * out * out + (is_tip ? 0.3 * tier->notch * share : 0);
    tr_vec3 at = tr_vec3_along(tier->top, tr_vec3_level(angle), tier->radius * out);
    at.y -= tier->height * fall;
    return (tier_spot){at, out};
}

static tr_tone tier_tone(const tr_shape *shape, int what, const tr_tier *tier, double out, int i)
{
    const double light = 0.12 + 0.88 * out * out + tr_shape_between(shape, what, i + 200, -0.1, 0.1);
    return tr_tone_mix(tier->low, tier->high, tr_model_clamp(light, 0, 1));
}

// A ring of vertices at a share of the way out.
static void add_tier_ring(tr_shape *shape, int what, const tr_tier *tier, double share, int32_t *numbers)
{
    for (int i = 0; i < 2 * tier->spokes; i++) {
        const tier_spot spot = tier_place(shape, what, tier, i, share);
        const tr_vec3 away = tr_vec3_subtract(spot.at, tier->top);
        const tr_vec3 normal = tr_vec3_of(away.x / tier->radius, 0.55, away.z / tier->radius);
        numbers[i] = tr_shape_vertex(shape, spot.at, normal, tier_tone(shape, what, tier, spot.out, i));
    }
}

enum { MAX_SPOKES = 16 };

static void add_tier_underside(tr_shape *shape, int what, const tr_tier *tier)
{
    int32_t numbers[2 * MAX_SPOKES];
    const tr_vec3 inner = tr_vec3_of(tier->top.x, tier->top.y - 0.35 * tier->height, tier->top.z);
    for (int i = 0; i < 2 * tier->spokes; i++) {
        const tier_spot spot = tier_place(shape, what, tier, i, 1);
        const tr_vec3 away = tr_vec3_subtract(spot.at, tier->top);
        numbers[i] = tr_shape_vertex(shape, spot.at, tr_vec3_of(-0.3 * away.x, -0.6 * tier->radius, -0.3 * away.z),
                                     tr_tone_scale(tr_tone_mix(tier->low, tier->high, 0.25), 0.9));
    }
    const int32_t middle = tr_shape_vertex(shape, inner, tr_vec3_of(0, -1, 0), tr_tone_scale(tier->low, 0.6));
    for (int i = 0; i < 2 * tier->spokes; i++)
        tr_shape_triangle(shape, middle, numbers[i], numbers[(i + 1) % (2 * tier->spokes)]);
}

void tr_shape_tier(tr_shape *shape, int what, const tr_tier *tier)
{
    assert(tier->spokes >= 2 && tier->spokes <= MAX_SPOKES);
    int32_t rings[2][2 * MAX_SPOKES];
    const int around = 2 * tier->spokes, ring_count = tier->bent ? 2 : 1;
    const int32_t top = tr_shape_vertex(shape, tier->top, tr_vec3_of(0, 1, 0), tier_tone(shape, what, tier, 0.2, 0));
    add_tier_ring(shape, what, tier, tier->bent ? 0.55 : 1, rings[0]);
    if (tier->bent) add_tier_ring(shape, what, tier, 1, rings[1]);
    for (int i = 0; i < around; i++) {
        const int next = (i + 1) % around;
        tr_shape_triangle(shape, top, rings[0][next], rings[0][i]);
        if (ring_count == 2) {
            tr_shape_triangle(shape, rings[0][i], rings[0][next], rings[1][i]);
            tr_shape_triangle(shape, rings[1][i], rings[0][next], rings[1][next]);
        }
    }
    if (tier->has_underside) add_tier_underside(shape, what, tier);
}
