// Crowns of leaves: round trees, birches, bushes.
#include "model/model_foliage.h"
#include "model/model_kinds.h"
#include "model/model_trunk.h"

// What random numbers are for.
enum { SIZES = 1, TINTS, TRUNK, BOUGHS, PLACES, MARKS, CROWN = 100 };

// A blob of a crown that hangs on a bough.
typedef struct bough_shape {
    double angle, out, up;  // out in shares of the crown's radius, up in shares of its height
    double size;            // in shares of the crown's radius
} bough_shape;

// ---------------------------------------------------------------------------------------------------------
// Broadleaf

enum { RING_BLOBS = 5 };

static bough_shape ring_bough(const tr_shape *shape, int i)
{
    return (bough_shape){.angle = tr_model_turn * (i + tr_shape_between(shape, BOUGHS, i, -0.22, 0.22)) / RING_BLOBS,
                         .out = tr_shape_between(shape, BOUGHS, 10 + i, 0.54, 0.7),
                         .up = tr_shape_between(shape, BOUGHS, 20 + i, 0.18, 0.42),
                         .size = tr_shape_between(shape, BOUGHS, 30 + i, 0.4, 0.52)};
}

static void add_bough(tr_shape *shape, const tr_trunk *trunk, tr_vec3 to, int i)
{
    if (shape->level == 2 || (shape->level == 1 && i >= 3)) return;
    const double share = tr_shape_between(shape, BOUGHS, 40 + i, 0.5, 0.75);
    const tr_vec3 from = tr_trunk_place(shape, TRUNK, trunk, share);
    const double radius = 0.55 * tr_trunk_radius(trunk, share);
    tr_shape_branch(shape, &(tr_branch){.from = from,
                                        .to = tr_vec3_mix(from, to, 0.9),
                                        .radius = radius,
                                        .end_radius = 0.35 * radius,
                                        .sag = 0.08 * trunk->height,
                                        .rings = shape->level == 0 ? 3 : 2,
                                        .sides = shape->level == 0 ? 4 : 3,
                                        .tone = trunk->high,
                                        .end_tone = tr_tone_scale(trunk->high, 0.8)});
}

static tr_crown broadleaf_crown(tr_shape *shape, double height_m, double radius_m, const tr_trunk *trunk)
{
    static const tr_tone high[6] = {{106, 130, 66}, {96, 124, 64},  {116, 136, 68},
                                    {88, 116, 66},  {110, 128, 62}, {98, 128, 74}};
    const double low_m = 0.3 * height_m, tall_m = height_m - low_m;
    const tr_tone light = tr_shape_tint(shape, TINTS, high[shape->variant % 6], 0.06);
    tr_crown crown = {.low = tr_tone_scale(light, 0.5), .high = light, .rough = 0.13, .below = 0.72, .leaf = 0.34};
    const tr_vec3 top = tr_trunk_place(shape, TRUNK, trunk, 1);
    const double high_m = 0.36 * tall_m;
    tr_crown_add(&crown, tr_vec3_of(top.x, low_m + 0.5 * tall_m, top.z),
                 tr_vec3_of(0.62 * radius_m, 0.4 * tall_m, 0.62 * radius_m));
    for (int i = 0; i < RING_BLOBS; i++) {
        const bough_shape bough = ring_bough(shape, i);
        const tr_vec3 aside = tr_vec3_scale(tr_vec3_level(bough.angle), bough.out * radius_m);
        const tr_vec3 at = tr_vec3_of(top.x + aside.x, low_m + (0.14 + bough.up) * tall_m, top.z + aside.z);
        const double size_m = bough.size * radius_m;
        tr_crown_add(&crown, at, tr_vec3_of(size_m, 0.5 * (size_m + high_m * bough.size * 1.9), size_m));
        add_bough(shape, trunk, at, i);
    }
    for (int i = 0; i < 2; i++) {
        const double angle = tr_model_turn * (0.5 * i + tr_shape_random(shape, BOUGHS, 50 + i) * 0.3);
        const double out_m = tr_shape_between(shape, BOUGHS, 60 + i, 0.16, 0.34) * radius_m;
        const tr_vec3 aside = tr_vec3_scale(tr_vec3_level(angle), out_m);
        const double size_m = tr_shape_between(shape, BOUGHS, 70 + i, 0.38, 0.5) * radius_m;
        const double at_m = height_m - 0.72 * size_m - 0.09 * height_m * i;
        tr_crown_add(&crown, tr_vec3_of(top.x + aside.x, at_m, top.z + aside.z),
                     tr_vec3_of(size_m, 0.72 * size_m, size_m));
    }
    return crown;
}

void tr_model_build_broadleaf(tr_shape *shape, double height_m, double width_m)
{
    static const tr_tone bark[3] = {{98, 82, 64}, {112, 104, 92}, {84, 70, 54}};
    const tr_tone tone = tr_shape_tint(shape, TINTS + 50, bark[shape->variant % 3], 0.06);
    const tr_trunk trunk = {.height = 0.62 * height_m,
                            .radius = tr_shape_between(shape, SIZES, 2, 0.026, 0.034) * height_m,
                            .top_radius = 0.011 * height_m,
                            .flare = 1.7,
                            .bend = 0.02 * height_m,
                            .lean = 0.03 * height_m,
                            .low = tone,
                            .high = tr_tone_scale(tone, 0.8)};
    tr_shape_trunk(shape, TRUNK, &trunk);
    tr_crown crown = broadleaf_crown(shape, height_m, 0.5 * width_m, &trunk);
    crown.leaves = 760;
    tr_shape_crown(shape, CROWN, &crown);
}

// ---------------------------------------------------------------------------------------------------------
// Birch

// Dark marks across the white bark, just off it.
static void add_birch_marks(tr_shape *shape, const tr_trunk *trunk, int count)
{
    const tr_tone dark = tr_tone_of(52, 48, 44);
    for (int i = 0; i < count; i++) {
        const double share = 0.04 + 0.56 * (i + tr_shape_random(shape, MARKS, i)) / count;
        const double angle = tr_model_turn * tr_shape_random(shape, MARKS, 100 + i);
        const double half_turn = tr_shape_between(shape, MARKS, 200 + i, 0.35, 0.8);
        const double half_m = tr_shape_between(shape, MARKS, 300 + i, 0.005, 0.012) * trunk->height;
        tr_vec3 corners[3];
        for (int k = 0; k < 3; k++) {
            const tr_vec3 middle = tr_trunk_place(shape, TRUNK, trunk, share);
            const tr_vec3 out = tr_vec3_level(angle + half_turn * (k == 0 ? -1 : k == 1 ? 0 : 1));
            corners[k] = tr_vec3_along(middle, out, tr_trunk_radius(trunk, share) * 1.14);
        }
        const tr_vec3 normal = tr_vec3_level(angle), up = tr_vec3_of(0, half_m, 0);
        const int32_t left = tr_shape_vertex(shape, corners[0], normal, dark),
                      right = tr_shape_vertex(shape, corners[2], normal, dark);
        const int32_t high = tr_shape_vertex(shape, tr_vec3_add(corners[1], up), normal, dark);
        const int32_t low = tr_shape_vertex(shape, tr_vec3_subtract(corners[1], up), normal, dark);
        tr_shape_triangle(shape, left, high, right);
        tr_shape_triangle(shape, left, right, low);
    }
}

static tr_crown birch_crown(tr_shape *shape, double height_m, double radius_m, const tr_trunk *trunk)
{
    const tr_tone light = tr_shape_tint(shape, TINTS, tr_tone_of(134, 152, 82), 0.08);
    tr_crown crown = {.low = tr_tone_scale(light, 0.54), .high = light, .rough = 0.16, .below = 0.9, .leaf = 0.5};
    enum { COUNT = 8 };
    const double low_m = 0.28 * height_m;
    for (int i = 0; i < COUNT; i++) {
        // Up the trunk in a spiral, widest a third of the way up.
        const double t = (i + 0.5) / COUNT;
        const double full = 1 - 0.5 * t;
        const double angle = 2.4 * i + tr_shape_between(shape, PLACES, i, -0.5, 0.5);
        const double out_m = radius_m * 0.52 * full * tr_shape_between(shape, PLACES, 20 + i, 0.75, 1.1);
        const double size_m = radius_m * full * tr_shape_between(shape, PLACES, 30 + i, 0.54, 0.7);
        const double up_m = low_m + (0.1 + 0.8 * t) * (height_m - low_m);
        tr_vec3 at = tr_trunk_place(shape, TRUNK, trunk, up_m / trunk->height);
        at = tr_vec3_along(at, tr_vec3_level(angle), i == COUNT - 1 ? 0 : out_m);
        at.y = i == COUNT - 1 ? height_m - 1.45 * size_m : up_m;
        tr_crown_add(&crown, at, tr_vec3_of(size_m, 1.5 * size_m, size_m));
        if (shape->level == 0 && i < COUNT - 1) {
            tr_vec3 from = tr_trunk_place(shape, TRUNK, trunk, (at.y - 0.9 * out_m - size_m * 0.4) / trunk->height);
            tr_shape_branch(shape, &(tr_branch){.from = from,
                                                .to = at,
                                                .radius = 0.4 * trunk->radius,
                                                .end_radius = 0.1 * trunk->radius,
                                                .sag = 0,
                                                .rings = 2,
                                                .sides = 3,
                                                .tone = tr_tone_of(150, 140, 128),
                                                .end_tone = tr_tone_of(96, 84, 72)});
        }
    }
    return crown;
}

void tr_model_build_birch(tr_shape *shape, double height_m, double width_m)
{
    const tr_trunk trunk = {.height = 0.9 * height_m,
                            .radius = 0.0155 * height_m,
                            .top_radius = 0.003 * height_m,
                            .flare = 1.5,
                            .bend = 0.018 * height_m,
                            .lean = tr_shape_between(shape, SIZES, 2, 0.01, 0.06) * height_m,
                            .low = tr_tone_of(214, 209, 198),
                            .high = tr_tone_of(186, 178, 164)};
    tr_shape_trunk(shape, TRUNK, &trunk);
    if (shape->level < 2) add_birch_marks(shape, &trunk, shape->level == 0 ? 18 : 5);
    tr_crown crown = birch_crown(shape, height_m, 0.5 * width_m, &trunk);
    crown.leaves = 700;
    tr_shape_crown(shape, CROWN, &crown);
}

// ---------------------------------------------------------------------------------------------------------
// Bush

void tr_model_build_bush(tr_shape *shape, double height_m, double width_m)
{
    static const tr_tone high[6] = {{94, 124, 64}, {86, 118, 62}, {108, 130, 72},
                                    {78, 108, 60}, {98, 122, 62}, {90, 116, 74}};
    const tr_tone light = tr_shape_tint(shape, TINTS, high[shape->variant % 6], 0.07);
    tr_crown crown = {.low = tr_tone_scale(light, 0.5), .high = light, .rough = 0.15, .below = 0.85, .leaf = 0.4};
    const int count = 3 + shape->variant % 3;
    const double radius_m = 0.5 * width_m;
    for (int i = 0; i < count; i++) {
        const double angle = tr_model_turn * (i + tr_shape_between(shape, PLACES, i, -0.25, 0.25)) / count;
        const double out_m = radius_m * tr_shape_between(shape, PLACES, 10 + i, 0.36, 0.52);
        const double size_m = radius_m * tr_shape_between(shape, PLACES, 20 + i, 0.46, 0.62);
        const double tall_m = height_m * tr_shape_between(shape, PLACES, 30 + i, 0.34, 0.46);
        tr_vec3 at = tr_vec3_scale(tr_vec3_level(angle), out_m);
        at.y = 0.7 * tall_m;
        tr_crown_add(&crown, at, tr_vec3_of(size_m, tall_m, size_m));
    }
    tr_crown_add(&crown, tr_vec3_of(0, 0.6 * height_m, 0),
                 tr_vec3_of(0.55 * radius_m, 0.4 * height_m, 0.55 * radius_m));
    crown.leaves = 420;
    tr_shape_crown(shape, CROWN, &crown);
}
