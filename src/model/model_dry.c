// Trees of hot and dry places: palms, acacias, cactuses.
#include "model/model_foliage.h"
#include "model/model_kinds.h"
#include "model/model_leaf.h"
#include "model/model_trunk.h"

// What random numbers are for.
enum { SIZES = 1, TINTS, TRUNK, PLACES, NUTS, FRONDS = 20, CROWN = 100 };

// ---------------------------------------------------------------------------------------------------------
// Palm

// Bends once, away from the foot, and ends upright.
static tr_vec3 palm_place(const tr_shape *shape, double height_m, double t)
{
    const double lean_m = tr_shape_between(shape, TRUNK, 0, 0.1, 0.24) * height_m;
    const tr_vec3 aside = tr_vec3_level(tr_model_turn * tr_shape_random(shape, TRUNK, 1));
    return tr_vec3_along(tr_vec3_of(0, t * height_m, 0), aside, lean_m * t * (1.6 - 0.6 * t) * tr_model_clamp(t, 0, 1));
}

static void add_palm_trunk(tr_shape *shape, double height_m)
{
    static const int sides[TR_MODEL_LEVELS] = {8, 5, 3}, rings[TR_MODEL_LEVELS] = {11, 5, 3};
    const tr_tone tone = tr_tone_of(148, 128, 102);
    tr_tube tube = {.sides = sides[shape->level]};
    const double radius_m = 0.021 * height_m;
    for (int i = 0; i < rings[shape->level]; i++) {
        const double t = (double)i / (rings[shape->level] - 1);
        const double swell = 1 + 0.9 * (1 - t) * (1 - t) * (1 - t) * (1 - t);
        // Scars of old fronds: rings that are wider and narrower in turn.
        const double ridge = shape->level == 0 ? (i % 2 ? 1.1 : 0.94) : 1;
        tr_vec3 at = palm_place(shape, height_m, t);
        if (i == 0) at.y = -2.5 * radius_m;
        tr_tube_ring_add(&tube, at, radius_m * swell * ridge * (1 - 0.25 * t),
                         tr_tone_scale(tone, (shape->level == 0 && i % 2 == 0 ? 0.8 : 1) * (0.75 + 0.25 * t)));
    }
    tr_shape_tube(shape, &tube);
}

static void add_palm_fronds(tr_shape *shape, tr_vec3 top, double length_m)
{
    static const int counts[TR_MODEL_LEVELS] = {15, 9, 12}, pairs[TR_MODEL_LEVELS] = {13, 3, 0};
    const tr_tone light = tr_shape_tint(shape, TINTS, tr_tone_of(134, 148, 84), 0.06);
    const int count = counts[shape->level];
    for (int i = 0; i < count; i++) {
        // Young ones stand, old ones hang.
        const double age = (double)((i * 5) % count) / count;
        const tr_frond frond = {.foot = top,
                                .angle = tr_model_turn * (i + tr_shape_between(shape, PLACES, i, -0.25, 0.25)) / count,
                                .length = length_m * (0.95 - 0.12 * age) *
                                          tr_shape_between(shape, PLACES, 20 + i, 0.94, 1.06),
                                .rise = 1.0 - 0.85 * age,
                                .hang = 0.1 + 0.62 * age,
                                .width = length_m * 0.27,
                                .fold = 0.55,
                                .pairs = pairs[shape->level],
                                .feathered = shape->level == 0,
                                .low = tr_tone_scale(light, 0.62 - 0.16 * age),
                                .high = tr_tone_scale(light, 1.05 - 0.22 * age)};
        tr_shape_frond(shape, FRONDS + i, &frond);
    }
}

void tr_model_build_palm(tr_shape *shape, double height_m, double width_m)
{
    const double trunk_m = 0.8 * height_m;
    add_palm_trunk(shape, trunk_m);
    const tr_vec3 top = palm_place(shape, trunk_m, 1);
    add_palm_fronds(shape, top, 0.5 * width_m);
    if (shape->level > 0) return;
    tr_crown nuts = {.low = tr_tone_of(70, 52, 34), .high = tr_tone_of(120, 92, 56), .below = 1};
    for (int i = 0; i < 3; i++) {
        tr_vec3 at = tr_vec3_along(top, tr_vec3_level(tr_model_turn * (i + 0.4 * tr_shape_random(shape, NUTS, i)) / 3),
                                   0.03 * height_m);
        at.y -= 0.022 * height_m;
        tr_crown_add(&nuts, at, tr_vec3_of(0.016 * height_m, 0.018 * height_m, 0.016 * height_m));
    }
    tr_shape_crown(shape, CROWN, &nuts);
}

// ---------------------------------------------------------------------------------------------------------
// Acacia

static void add_acacia_layers(tr_shape *shape, double height_m, double radius_m, const tr_trunk *trunk, tr_crown *crown)
{
    enum { COUNT = 6 };
    const tr_vec3 fork = tr_trunk_place(shape, TRUNK, trunk, 1);
    for (int i = 0; i < COUNT; i++) {
        const double angle = tr_model_turn * (i + tr_shape_between(shape, PLACES, i, -0.2, 0.2)) / (COUNT - 1);
        const double out_m = i == COUNT - 1 ? 0 : radius_m * tr_shape_between(shape, PLACES, 10 + i, 0.4, 0.6);
        const double size_m = radius_m * tr_shape_between(shape, PLACES, 20 + i, 0.4, 0.5);
        const double flat_m = size_m * 0.24;
        // Layers: outer ones lower, the middle one on top.
        const double up_m = i == COUNT - 1 ? height_m - flat_m : height_m * (0.74 + 0.07 * (i % 3)) - 0.1 * flat_m;
        tr_vec3 at = tr_vec3_along(tr_vec3_of(fork.x, 0, fork.z), tr_vec3_level(angle), out_m);
        at.y = up_m;
        tr_crown_add(crown, at, tr_vec3_of(size_m, flat_m, size_m));
        if (shape->level == 2 && i % 2 == 1) continue;
        tr_shape_branch(shape, &(tr_branch){.from = tr_vec3_of(fork.x, fork.y - 0.02 * height_m, fork.z),
                                            .to = tr_vec3_of(at.x, at.y - 0.15 * flat_m, at.z),
                                            .radius = 0.62 * trunk->top_radius,
                                            .end_radius = shape->level == 2 ? 0 : 0.22 * trunk->top_radius,
                                            .sag = 0.05 * height_m,
                                            .rings = shape->level == 0 ? 4 : 2,
                                            .sides = shape->level == 0 ? 5 : 3,
                                            .tone = trunk->high,
                                            .end_tone = tr_tone_scale(trunk->high, 0.75)});
    }
}

void tr_model_build_acacia(tr_shape *shape, double height_m, double width_m)
{
    const tr_tone light = tr_shape_tint(shape, TINTS, tr_tone_of(126, 130, 78), 0.07);
    const tr_trunk trunk = {.height = tr_shape_between(shape, SIZES, 2, 0.34, 0.46) * height_m,
                            .radius = 0.028 * height_m,
                            .top_radius = 0.022 * height_m,
                            .flare = 1.6,
                            .bend = 0.02 * height_m,
                            .lean = tr_shape_between(shape, SIZES, 3, 0.02, 0.1) * height_m,
                            .low = tr_tone_of(102, 84, 66),
                            .high = tr_tone_of(110, 90, 70)};
    tr_shape_trunk(shape, TRUNK, &trunk);
    tr_crown crown = {.low = tr_tone_scale(light, 0.5), .high = light, .rough = 0.12, .below = 0.5, .leaf = 0.32};
    add_acacia_layers(shape, height_m, 0.5 * width_m, &trunk, &crown);
    crown.leaves = 480;
    tr_shape_crown(shape, CROWN, &crown);
}

// ---------------------------------------------------------------------------------------------------------
// Cactus

typedef struct cactus_column {
    tr_vec3 from, elbow, to;  // the elbow is where an arm turns up
    double radius;
    bool has_elbow;
    bool coarse;  // the elbow is left out
} cactus_column;

// Stations along a column: the way out, then up to the rounded end.
static tr_vec3 column_place(const cactus_column *column, double t)
{
    if (!column->has_elbow) return tr_vec3_mix(column->from, column->to, t);
    // A quadratic Bezier to half of the way, then straight.
    if (t >= 0.5) return tr_vec3_mix(tr_vec3_mix(column->elbow, column->to, 0.3), column->to, 2 * t - 1);
    const double u = 2 * t;
    const tr_vec3 end = tr_vec3_mix(column->elbow, column->to, 0.3);
    return tr_vec3_mix(tr_vec3_mix(column->from, column->elbow, u), tr_vec3_mix(column->elbow, end, u), u);
}

static void add_column(tr_shape *shape, const cactus_column *column, tr_tone light)
{
    static const int sides[TR_MODEL_LEVELS][2] = {{18, 10}, {8, 6}, {3, 3}},
                     bodies[TR_MODEL_LEVELS][2] = {{6, 6}, {2, 3}, {1, 2}};
    const int around = sides[shape->level][column->has_elbow];
    const int body = column->coarse ? 1 : bodies[shape->level][column->has_elbow];
    tr_tube tube = {.sides = around, .lobes = around / 2, .groove = shape->level < 2 ? 0.38 : 0};
    const double length_m = tr_vec3_length(tr_vec3_subtract(column->to, column->from));
    const double straight = 1 - tr_model_clamp(column->radius / length_m, 0, 0.45);
    for (int i = 0; i <= body; i++) {
        const double t = straight * i / body;
        tr_tube_ring_add(&tube, column_place(column, t), column->radius * (0.86 + 0.14 * tr_model_clamp(4 * t, 0, 1)),
                         tr_tone_scale(light, 0.74 + 0.26 * t));
    }
    // The rounded end.
    if (shape->level == 0) {
        tr_tube_ring_add(&tube, column_place(column, straight + 0.55 * (1 - straight)), 0.84 * column->radius, light);
        tr_tube_ring_add(&tube, column_place(column, straight + 0.88 * (1 - straight)), 0.48 * column->radius, light);
    } else if (shape->level == 1) {
        tr_tube_ring_add(&tube, column_place(column, straight + 0.75 * (1 - straight)), 0.68 * column->radius, light);
    }
    tr_tube_ring_add(&tube, column->to, 0, tr_tone_scale(light, 1.06));
    for (int i = 0; i < tube.ring_count; i++) tube.rings[i].lobe = shape->level < 2 ? 0.13 : 0;
    tr_shape_tube(shape, &tube);
}

void tr_model_build_cactus(tr_shape *shape, double height_m, double width_m)
{
    const tr_tone light = tr_shape_tint(shape, TINTS, tr_tone_of(118, 138, 102), 0.06);
    const double radius_m = tr_shape_between(shape, SIZES, 2, 0.062, 0.075) * height_m;
    const cactus_column body = {
        .from = tr_vec3_of(0, -0.06 * height_m, 0), .to = tr_vec3_of(0, height_m, 0), .radius = radius_m};
    add_column(shape, &body, light);
    const int arms = 2 + shape->variant % 2;
    const double start = tr_model_turn * tr_shape_random(shape, PLACES, 40);
    for (int i = 0; i < arms; i++) {
        const tr_vec3 out =
            tr_vec3_level(start + tr_model_turn * (i + tr_shape_between(shape, PLACES, i, -0.15, 0.15)) / arms);
        const double from_m = height_m * tr_shape_between(shape, PLACES, 10 + i, 0.28, 0.5);
        const double out_m = 0.5 * width_m - 0.75 * radius_m,
                     up_m = height_m * tr_shape_between(shape, PLACES, 20 + i, 0.22, 0.36);
        cactus_column arm = {.from = tr_vec3_of(0, from_m, 0),
                             .radius = 0.7 * radius_m,
                             .has_elbow = true,
                             .coarse = shape->level == 2 && arms > 2};
        arm.elbow = tr_vec3_along(tr_vec3_of(0, from_m + 0.02 * height_m, 0), out, out_m);
        arm.to = tr_vec3_add(arm.elbow, tr_vec3_of(0, up_m, 0));
        add_column(shape, &arm, light);
    }
}
