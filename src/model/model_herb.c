// Plants without wood: ferns, grass, flowers, reeds.
#include "model/model_kinds.h"
#include "model/model_leaf.h"
#include "model/model_tube.h"

// What random numbers are for.
enum { SIZES = 1, TINTS, PLACES, BLADES, BLOSSOMS, STALKS, FRONDS = 20 };

// ---------------------------------------------------------------------------------------------------------
// Tufts

typedef struct tuft_shape {
    int count, segments;
    double radius;         // where feet stand
    double height, reach;  // of the longest blades
    double width;          // of a blade
    double upright;        // share of height that the shortest has
    tr_tone low, high;
} tuft_shape;

static void add_tuft(tr_shape *shape, const tuft_shape *tuft)
{
    for (int i = 0; i < tuft->count; i++) {
        const double angle = 2.399963229728653 * i + tr_shape_between(shape, BLADES, i, -0.4, 0.4);
        const double t = sqrt((i + 0.5) / tuft->count);
        tr_vec3 foot = tr_vec3_scale(tr_vec3_level(angle), tuft->radius * t);
        foot.y = -0.06 * tuft->height;
        // The middle stands, the rim leans.
        const double height =
            tuft->height * (1 - (1 - tuft->upright) * t * tr_shape_between(shape, BLADES, 100 + i, 0.5, 1));
        const double dry = tr_shape_random(shape, BLADES, 200 + i);
        const tr_tone straw = tr_tone_of(178, 166, 104);
        tr_shape_blade(shape, &(tr_blade){.foot = foot,
                                          .angle = angle + tr_shape_between(shape, BLADES, 300 + i, -0.7, 0.7),
                                          .twist = tr_shape_between(shape, BLADES, 400 + i, -0.9, 0.9),
                                          .height = height * 1.06,
                                          .reach = tuft->reach * (0.25 + 0.75 * t) *
                                                   tr_shape_between(shape, BLADES, 500 + i, 0.7, 1.1),
                                          .width = tuft->width * tr_shape_between(shape, BLADES, 600 + i, 0.8, 1.2),
                                          .segments = tuft->segments,
                                          .low = tuft->low,
                                          .high = tr_tone_mix(tuft->high, straw, dry > 0.8 ? 0.35 : 0.1 * dry)});
    }
}

// ---------------------------------------------------------------------------------------------------------
// Grass

void tr_model_build_grass(tr_shape *shape, double height_m, double width_m)
{
    static const int counts[TR_MODEL_LEVELS] = {19, 9, 8}, segments[TR_MODEL_LEVELS] = {2, 2, 1};
    static const double widths[TR_MODEL_LEVELS] = {0.034, 0.078, 0.11};
    static const tr_tone high[3] = {{124, 150, 76}, {112, 144, 70}, {140, 154, 82}};
    const tr_tone light = tr_shape_tint(shape, TINTS, high[shape->variant % 3], 0.07);
    add_tuft(shape, &(tuft_shape){.count = counts[shape->level],
                                  .segments = segments[shape->level],
                                  .radius = 0.2 * width_m,
                                  .height = height_m,
                                  .reach = 0.34 * width_m,
                                  .width = widths[shape->level],
                                  .upright = 0.55,
                                  .low = tr_tone_scale(light, 0.74),
                                  .high = light});
}

// ---------------------------------------------------------------------------------------------------------
// Fern

void tr_model_build_fern(tr_shape *shape, double height_m, double width_m)
{
    static const int counts[TR_MODEL_LEVELS] = {11, 8, 7}, pairs[TR_MODEL_LEVELS] = {11, 2, 0};
    const tr_tone light = tr_shape_tint(shape, TINTS, tr_tone_of(96, 134, 64), 0.07);
    const int count = counts[shape->level];
    for (int i = 0; i < count; i++) {
        const double length_m = 0.53 * width_m * tr_shape_between(shape, PLACES, 20 + i, 0.82, 1.04);
        const double rise = 5.4 * height_m / width_m * tr_shape_between(shape, PLACES, 40 + i, 0.8, 1.08);
        tr_shape_frond(shape, FRONDS + i,
                       &(tr_frond){.foot = tr_vec3_of(0, -0.04 * height_m, 0),
                                   .angle = tr_model_turn * (i + tr_shape_between(shape, PLACES, i, -0.3, 0.3)) / count,
                                   .length = length_m,
                                   .rise = rise,
                                   .hang = -0.25,
                                   .width = (shape->level == 2 ? 0.29 : 0.21) * width_m,
                                   .fold = 0.25,
                                   .pairs = pairs[shape->level],
                                   .feathered = shape->level == 0,
                                   .low = tr_tone_scale(light, 0.5),
                                   .high = light});
    }
}

// ---------------------------------------------------------------------------------------------------------
// Flowers

typedef struct blossom_shape {
    tr_vec3 at, up;  // its middle, and where it looks
    double radius;
    int petals;
    tr_tone tone, heart;
} blossom_shape;

static int32_t add_petal_corner(tr_shape *shape, const blossom_shape *blossom, double turns)
{
    const tr_vec3 across = tr_vec3_square_to(blossom->up), other = tr_vec3_cross(blossom->up, across);
    const double angle = tr_model_turn * turns;
    const tr_vec3 out = tr_vec3_along(tr_vec3_scale(across, tr_model_cos(angle)), other, tr_model_sin(angle));
    const tr_vec3 at =
        tr_vec3_along(tr_vec3_along(blossom->at, out, blossom->radius), blossom->up, 0.25 * blossom->radius);
    return tr_shape_vertex(shape, at, tr_vec3_along(blossom->up, out, 0.3), blossom->tone);
}

// A cup of petals with gaps between them, without gaps when they are few; a single one is a triangle.
static void add_blossom(tr_shape *shape, const blossom_shape *blossom)
{
    if (blossom->petals == 1) {
        const int32_t first = add_petal_corner(shape, blossom, 0), second = add_petal_corner(shape, blossom, 1.0 / 3);
        tr_shape_triangle(shape, first, second, add_petal_corner(shape, blossom, 2.0 / 3));
        return;
    }
    const double half = blossom->petals > 3 ? 0.42 : 0.5;
    const int32_t heart = tr_shape_vertex(shape, tr_vec3_along(blossom->at, blossom->up, -0.12 * blossom->radius),
                                          blossom->up, blossom->heart);
    for (int i = 0; i < blossom->petals; i++) {
        const int32_t first = add_petal_corner(shape, blossom, (i - half) / blossom->petals);
        tr_shape_triangle(shape, heart, first, add_petal_corner(shape, blossom, (i + half) / blossom->petals));
    }
}

void tr_model_build_flowers(tr_shape *shape, double height_m, double width_m)
{
    static const tr_tone tones[8] = {{222, 218, 208}, {232, 196, 60},  {196, 62, 52},  {142, 96, 184},
                                     {88, 112, 204},  {226, 140, 170}, {232, 148, 58}, {190, 178, 226}};
    static const int counts[TR_MODEL_LEVELS] = {8, 5, 4}, blades[TR_MODEL_LEVELS] = {9, 4, 4};
    static const double blade_widths[TR_MODEL_LEVELS] = {0.026, 0.052, 0.085},
                        sizes[TR_MODEL_LEVELS] = {0.05, 0.055, 0.058};
    const tr_tone green = tr_shape_tint(shape, TINTS, tr_tone_of(98, 132, 66), 0.05);
    add_tuft(shape, &(tuft_shape){.count = blades[shape->level],
                                  .segments = shape->level == 2 ? 1 : 2,
                                  .radius = 0.26 * width_m,
                                  .height = 0.72 * height_m,
                                  .reach = 0.26 * width_m,
                                  .width = blade_widths[shape->level],
                                  .upright = 0.5,
                                  .low = tr_tone_scale(green, 0.5),
                                  .high = green});
    for (int i = 0; i < counts[shape->level]; i++) {
        const double angle = 2.399963229728653 * i + tr_shape_between(shape, BLOSSOMS, i, -0.4, 0.4);
        const double t = sqrt((i + 0.3) / counts[shape->level]);
        const tr_vec3 out = tr_vec3_level(angle);
        tr_vec3 foot = tr_vec3_scale(out, 0.16 * width_m * t);
        foot.y = -0.04 * height_m;
        const double stem_m = height_m * (1.0 - 0.3 * t * tr_shape_random(shape, BLOSSOMS, 20 + i));
        const double reach_m = 0.24 * width_m * t;
        if (shape->level < 2)
            tr_shape_blade(shape, &(tr_blade){.foot = foot,
                                              .angle = angle,
                                              .twist = 0.6,
                                              .height = stem_m * 0.98,
                                              .reach = reach_m,
                                              .width = 0.4 * blade_widths[shape->level],
                                              .segments = shape->level == 0 ? 2 : 1,
                                              .low = tr_tone_scale(green, 0.5),
                                              .high = green});
        tr_vec3 at = tr_vec3_along(foot, out, reach_m);
        at.y = foot.y + stem_m * 0.98;
        const tr_tone tone =
            tr_tone_scale(tones[shape->variant % 8], tr_shape_between(shape, BLOSSOMS, 40 + i, 0.92, 1.05));
        add_blossom(shape, &(blossom_shape){.at = at,
                                            .up = tr_vec3_unit(tr_vec3_along(tr_vec3_of(0, 1, 0), out, 0.35 + 0.3 * t)),
                                            .radius = sizes[shape->level] * height_m / 0.5,
                                            .petals = shape->level == 0   ? 6
                                                      : shape->level == 1 ? 3
                                                                          : 1,
                                            .tone = tone,
                                            .heart = shape->variant % 8 == 1
                                                         ? tr_tone_of(150, 96, 30)
                                                         : tr_tone_mix(tone, tr_tone_of(226, 186, 60), 0.7)});
    }
}

// ---------------------------------------------------------------------------------------------------------
// Reeds

static void add_cattail(tr_shape *shape, tr_vec3 foot, double height_m, double lean_m, double angle, int index)
{
    const tr_tone stalk = tr_tone_of(132, 136, 78),
                  brown = tr_shape_tint(shape, TINTS + 10, tr_tone_of(104, 66, 40), 0.05);
    tr_vec3 top = tr_vec3_along(foot, tr_vec3_level(angle), lean_m);
    top.y = height_m;
    tr_shape_branch(shape, &(tr_branch){.from = foot,
                                        .to = top,
                                        .radius = 0.011,
                                        .end_radius = 0.004,
                                        .rings = 2,
                                        .sides = 3,
                                        .tone = tr_tone_scale(stalk, 0.6),
                                        .end_tone = stalk});
    const double long_m = tr_shape_between(shape, STALKS, 60 + index, 0.1, 0.14) * height_m, thick_m = 0.024;
    tr_tube tube = {.sides = shape->level == 0 ? 5 : 3};
    const tr_vec3 way = tr_vec3_unit(tr_vec3_subtract(top, foot));
    const tr_vec3 end = tr_vec3_along(top, way, -0.09 * height_m), start = tr_vec3_along(end, way, -long_m);
    tr_tube_ring_add(&tube, tr_vec3_along(start, way, -0.4 * thick_m), 0.3 * thick_m, tr_tone_scale(brown, 0.7));
    tr_tube_ring_add(&tube, start, thick_m, tr_tone_scale(brown, 0.85));
    tr_tube_ring_add(&tube, end, thick_m, brown);
    tr_tube_ring_add(&tube, tr_vec3_along(end, way, 0.6 * thick_m), 0, tr_tone_scale(brown, 1.1));
    tr_shape_tube(shape, &tube);
}

void tr_model_build_reeds(tr_shape *shape, double height_m, double width_m)
{
    static const int counts[TR_MODEL_LEVELS] = {22, 10, 8}, stalks[TR_MODEL_LEVELS] = {4, 1, 0};
    static const double widths[TR_MODEL_LEVELS] = {0.036, 0.085, 0.165};
    const tr_tone light = tr_shape_tint(shape, TINTS, tr_tone_of(124, 144, 80), 0.06);
    add_tuft(shape, &(tuft_shape){.count = counts[shape->level],
                                  .segments = shape->level == 2   ? 1
                                              : shape->level == 1 ? 2
                                                                  : 3,
                                  .radius = 0.38 * width_m,
                                  .height = 0.94 * height_m,
                                  .reach = 0.34 * width_m,
                                  .width = widths[shape->level],
                                  .upright = 0.62,
                                  .low = tr_tone_scale(light, 0.5),
                                  .high = light});
    for (int i = 0; i < stalks[shape->level]; i++) {
        const double angle = tr_model_turn * tr_shape_random(shape, STALKS, i);
        tr_vec3 foot = tr_vec3_scale(tr_vec3_level(angle + 1), 0.2 * width_m * tr_shape_random(shape, STALKS, 20 + i));
        foot.y = -0.03 * height_m;
        add_cattail(shape, foot, height_m * tr_shape_between(shape, STALKS, 40 + i, 0.82, 1.0), 0.14 * width_m, angle,
                    i);
    }
}
