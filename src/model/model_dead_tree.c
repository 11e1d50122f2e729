// A dead tree: grey wood, a broken top, bare branches with twigs.
#include "model/model_kinds.h"
#include "model/model_trunk.h"

// What random numbers are for.
enum { SIZES = 1, TINTS, TRUNK, BRANCHES, TWIGS };

static void add_twigs(tr_shape *shape, int branch, tr_vec3 from, tr_vec3 to, double radius)
{
    const tr_vec3 way = tr_vec3_subtract(to, from);
    for (int i = 0; i < 2; i++) {
        const int index = 4 * branch + i;
        const tr_vec3 start = tr_vec3_along(from, way, tr_shape_between(shape, TWIGS, index, 0.4, 0.8));
        const tr_vec3 aside = tr_vec3_level(tr_model_turn * tr_shape_random(shape, TWIGS, 100 + index));
        tr_vec3 end = tr_vec3_along(tr_vec3_along(start, way, 0.25), aside, 0.3 * tr_vec3_length(way));
        end.y += 0.12 * tr_vec3_length(way);
        const tr_tone tone = tr_tone_of(142, 132, 118);
        tr_shape_branch(shape, &(tr_branch){.from = start,
                                            .to = end,
                                            .radius = 0.45 * radius,
                                            .end_radius = 0,
                                            .sag = 0,
                                            .rings = 3,
                                            .sides = 3,
                                            .tone = tone,
                                            .end_tone = tr_tone_scale(tone, 0.86)});
    }
}

static void add_branches(tr_shape *shape, double height_m, double radius_m, const tr_trunk *trunk)
{
    static const int counts[TR_MODEL_LEVELS] = {10, 8, 4};
    for (int i = 0; i < counts[shape->level]; i++) {
        const double t = (i + 0.6 * tr_shape_random(shape, BRANCHES, i)) / counts[0];
        const double spread = shape->level == 2 ? 2.25 : 1;
        const double share = 0.34 + 0.6 * tr_model_clamp(t * spread, 0, 1);
        const tr_vec3 from = tr_trunk_place(shape, TRUNK, trunk, share);
        const double angle = 2.4 * i + tr_shape_between(shape, BRANCHES, 20 + i, -0.5, 0.5);
        const double out_m = radius_m * (1.1 - 0.6 * t) * tr_shape_between(shape, BRANCHES, 30 + i, 0.75, 1.0);
        tr_vec3 to = tr_vec3_along(from, tr_vec3_level(angle), out_m);
        to.y += out_m * tr_shape_between(shape, BRANCHES, 40 + i, 0.35, 0.9);
        to.y = fmin(to.y, height_m * 0.99);
        const double radius = 0.6 * tr_trunk_radius(trunk, share);
        tr_shape_branch(shape, &(tr_branch){.from = from,
                                            .to = to,
                                            .radius = shape->level == 2 ? 1.2 * radius : radius,
                                            .end_radius = shape->level == 2 ? 0.3 * radius : 0.12 * radius,
                                            .sag = out_m * tr_shape_between(shape, BRANCHES, 50 + i, -0.02, 0.14),
                                            .rings = shape->level == 0   ? 4
                                                     : shape->level == 1 ? 3
                                                                         : 2,
                                            .sides = shape->level == 0 ? 5 : 3,
                                            .tone = trunk->high,
                                            .end_tone = tr_tone_of(150, 140, 126)});
        if (shape->level == 0) add_twigs(shape, i, from, to, radius);
    }
}

void tr_model_build_dead_tree(tr_shape *shape, double height_m, double width_m)
{
    const tr_tone wood = tr_shape_tint(shape, TINTS, tr_tone_of(138, 126, 112), 0.08);
    const tr_trunk trunk = {.height = 0.94 * height_m,
                            .radius = 0.032 * height_m,
                            .top_radius = 0.008 * height_m,
                            .flare = 1.8,
                            .bend = 0.035 * height_m,
                            .lean = tr_shape_between(shape, SIZES, 2, 0.02, 0.09) * height_m,
                            .low = tr_tone_scale(wood, 0.82),
                            .high = wood};
    tr_shape_trunk(shape, TRUNK, &trunk);
    // A splinter stands on where the top broke off.
    const tr_vec3 top = tr_trunk_place(shape, TRUNK, &trunk, 1);
    const double splinter_m = tr_shape_between(shape, SIZES, 3, -0.25, 0.25) * trunk.top_radius;
    tr_shape_branch(shape, &(tr_branch){.from = top,
                                        .to = tr_vec3_of(top.x + splinter_m, height_m, top.z - splinter_m),
                                        .radius = trunk.top_radius,
                                        .end_radius = 0,
                                        .rings = 2,
                                        .sides = shape->level == 0 ? 8 : 3,
                                        .tone = wood,
                                        .end_tone = tr_tone_of(176, 158, 130)});
    add_branches(shape, height_m, 0.5 * width_m, &trunk);
}
