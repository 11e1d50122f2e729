// Trees with needles: spruces and firs in tiers, pines with umbrellas.
#include "model/model_foliage.h"
#include "model/model_kinds.h"
#include "model/model_trunk.h"

// What random numbers are for.
enum { SIZES = 1, TINTS, TRUNK, PADS, TIERS = 20, CROWN = 100 };

// ---------------------------------------------------------------------------------------------------------
// Conifer

static void add_tiers(tr_shape *shape, double height_m, double radius_m, const tr_trunk *trunk)
{
    static const int spokes[TR_MODEL_LEVELS] = {9, 5, 3};
    static const tr_tone high[3] = {{98, 116, 84}, {90, 114, 92}, {106, 118, 80}};
    const int count = shape->level == 2 ? 4 : shape->level == 1 ? 6 : 8 + shape->variant % 2;
    const double low_m = tr_shape_between(shape, SIZES, 3, 0.08, 0.16) * height_m;
    const tr_tone light = tr_shape_tint(shape, TINTS, high[shape->variant % 3], 0.07);
    for (int i = 0; i < count; i++) {
        const double t = (double)i / count, next = (i + 1.0) / count;
        // Tiers become shorter upward, and each hangs over the one below.
        const double foot_m = low_m + (height_m - low_m) * (1 - (1 - t) * (0.9 + 0.1 * (1 - t)));
        const double top_m = low_m + (height_m - low_m) * tr_model_clamp(next + 1.35 / count, 0, 1);
        const double wide = (1 - t) * (1 - 0.12 * t) + 0.05;
        tr_vec3 top = tr_trunk_place(shape, TRUNK, trunk, top_m / trunk->height);
        top.y = i == count - 1 ? height_m : top_m;
        tr_shape_tier(shape, TIERS + i,
                      &(tr_tier){.top = top,
                                 .radius = radius_m * wide * tr_shape_between(shape, SIZES, 10 + i, 0.92, 1.08),
                                 .height = top.y - foot_m,
                                 .droop = 0.35,
                                 .spokes = spokes[shape->level] - (shape->level == 0 && t > 0.6 ? 3 : 0),
                                 .notch = shape->level == 0   ? 0.32
                                          : shape->level == 1 ? 0.25
                                                              : 0.08,
                                 .has_underside = shape->level < 2 || i == 0,
                                 .bent = shape->level == 0,
                                 .low = tr_tone_scale(light, 0.46),
                                 .high = tr_tone_scale(light, 0.86 + 0.2 * t)});
    }
}

void tr_model_build_conifer(tr_shape *shape, double height_m, double width_m)
{
    const tr_tone tone = tr_shape_tint(shape, TINTS + 1, tr_tone_of(92, 72, 56), 0.08);
    const tr_trunk trunk = {.height = 0.97 * height_m,
                            .radius = 0.017 * height_m,
                            .top_radius = 0.002 * height_m,
                            .flare = 1.5,
                            .bend = 0.006 * height_m,
                            .lean = 0.012 * height_m,
                            .low = tone,
                            .high = tr_tone_scale(tone, 0.8)};
    tr_shape_trunk(shape, TRUNK, &trunk);
    add_tiers(shape, height_m, 0.5 * width_m, &trunk);
}

// ---------------------------------------------------------------------------------------------------------
// Pine

static void add_pads(tr_shape *shape, double height_m, double radius_m, const tr_trunk *trunk, tr_crown *crown)
{
    enum { COUNT = 6 };
    for (int i = 0; i < COUNT; i++) {
        const double angle = 2.4 * i + tr_shape_between(shape, PADS, i, -0.4, 0.4);
        const double t = (double)i / COUNT;
        const double out_m = radius_m * (0.62 - 0.34 * t) * tr_shape_between(shape, PADS, 10 + i, 0.9, 1.1);
        const double size_m = radius_m * tr_shape_between(shape, PADS, 20 + i, 0.46, 0.6);
        const double up_m = height_m * (0.68 + 0.22 * t + tr_shape_between(shape, PADS, 30 + i, -0.02, 0.02));
        const tr_vec3 trunk_at = tr_trunk_place(shape, TRUNK, trunk, up_m / trunk->height);
        tr_vec3 at = tr_vec3_along(trunk_at, tr_vec3_level(angle), out_m);
        at.y = up_m;
        tr_crown_add(crown, at, tr_vec3_of(size_m, 0.5 * size_m, size_m));
        if (shape->level == 2 || (shape->level == 1 && i > 2)) continue;
        tr_shape_branch(shape,
                        &(tr_branch){.from = tr_trunk_place(shape, TRUNK, trunk, (up_m - 0.5 * out_m) / trunk->height),
                                     .to = tr_vec3_of(at.x, at.y - 0.1 * size_m, at.z),
                                     .radius = 0.42 * trunk->radius,
                                     .end_radius = 0.15 * trunk->radius,
                                     .sag = 0.05 * out_m,
                                     .rings = shape->level == 0 ? 3 : 2,
                                     .sides = shape->level == 0 ? 4 : 3,
                                     .tone = trunk->high,
                                     .end_tone = tr_tone_scale(trunk->high, 0.8)});
    }
    const tr_vec3 top = tr_trunk_place(shape, TRUNK, trunk, 1);
    tr_crown_add(crown, tr_vec3_of(top.x, height_m - 0.3 * radius_m, top.z),
                 tr_vec3_of(0.52 * radius_m, 0.3 * radius_m, 0.52 * radius_m));
}

// Stubs of branches that the tree lost.
static void add_stubs(tr_shape *shape, const tr_trunk *trunk)
{
    for (int i = 0; i < 4 && shape->level == 0; i++) {
        const double share = tr_shape_between(shape, PADS, 50 + i, 0.3, 0.66);
        const tr_vec3 from = tr_trunk_place(shape, TRUNK, trunk, share);
        tr_vec3 to = tr_vec3_along(from, tr_vec3_level(tr_model_turn * tr_shape_random(shape, PADS, 60 + i)),
                                   trunk->radius * tr_shape_between(shape, PADS, 70 + i, 2.5, 5));
        to.y += 0.6 * trunk->radius;
        tr_shape_branch(shape, &(tr_branch){.from = from,
                                            .to = to,
                                            .radius = 0.26 * trunk->radius,
                                            .end_radius = 0,
                                            .rings = 2,
                                            .sides = 3,
                                            .tone = trunk->low,
                                            .end_tone = tr_tone_scale(trunk->low, 0.8)});
    }
}

void tr_model_build_pine(tr_shape *shape, double height_m, double width_m)
{
    const tr_tone light = tr_shape_tint(shape, TINTS, tr_tone_of(80, 108, 66), 0.07);
    const tr_trunk trunk = {.height = 0.92 * height_m,
                            .radius = 0.021 * height_m,
                            .top_radius = 0.007 * height_m,
                            .flare = 1.45,
                            .bend = 0.022 * height_m,
                            .lean = tr_shape_between(shape, SIZES, 2, 0.02, 0.08) * height_m,
                            .low = tr_tone_of(104, 84, 68),
                            .high = tr_tone_of(164, 108, 70)};
    tr_shape_trunk(shape, TRUNK, &trunk);
    tr_crown crown = {.low = tr_tone_scale(light, 0.48), .high = light, .rough = 0.16, .below = 0.55, .leaf = 0.4};
    add_pads(shape, height_m, 0.5 * width_m, &trunk, &crown);
    add_stubs(shape, &trunk);
    crown.leaves = 610;
    tr_shape_crown(shape, CROWN, &crown);
}
