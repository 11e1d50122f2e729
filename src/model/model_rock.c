// Stones: a ball that planes were cut off from, with flat facets. Light, damp and moss are in the colours.
#include "model/model_ball.h"
#include "model/model_kinds.h"

// What random numbers are for.
enum { SIZES = 1, TINTS, BUMPS, CUTS, FACETS };

typedef struct stone_shape {
    tr_vec3 centre, radii;
    int detail, cuts;
    double rough;
    tr_tone tone, moss;
    double mossy;  // 0..1
    int what;      // of its random numbers
} stone_shape;

// Moves what stands out of a plane back onto it.
static void cut_off(tr_ball *ball, tr_vec3 normal, double distance)
{
    for (int i = 0; i < ball->vertex_count; i++) {
        const double over = tr_vec3_dot(ball->vertices[i], normal) - distance;
        if (over > 0) ball->vertices[i] = tr_vec3_along(ball->vertices[i], normal, -over);
    }
}

static void form(const tr_shape *shape, const stone_shape *stone, tr_ball *ball)
{
    for (int i = 0; i < ball->vertex_count; i++) {
        const double bump = 1 + stone->rough * tr_shape_between(shape, stone->what + BUMPS, i, -1, 1);
        ball->vertices[i] = tr_vec3_scale(ball->vertices[i], bump);
    }
    for (int i = 0; i < stone->cuts; i++) {
        // Around in steps of the golden angle, from the side to nearly above.
        const double angle = 2.399963229728653 * i + tr_shape_between(shape, stone->what + CUTS, i, -0.5, 0.5);
        const double y = tr_shape_between(shape, stone->what + CUTS, 20 + i, -0.25, 0.9);
        tr_vec3 normal = tr_vec3_scale(tr_vec3_level(angle), sqrt(1 - y * y));
        normal.y = y;
        cut_off(ball, normal, tr_shape_between(shape, stone->what + CUTS, 40 + i, 0.6, 0.84));
    }
    for (int i = 0; i < ball->vertex_count; i++) {
        // What lies in the ground is flat.
        ball->vertices[i].y *= ball->vertices[i].y < 0 ? 0.35 : 1;
        ball->vertices[i] = tr_vec3_add(stone->centre, tr_vec3_multiply(ball->vertices[i], stone->radii));
    }
}

// Triangles of one cut have one shade.
static double facet_grain(const tr_shape *shape, const stone_shape *stone, tr_vec3 normal)
{
    const int steps = 5, around = 2 * steps + 1;
    const int x = (int)floor((normal.x + 1) * steps + 0.5), y = (int)floor((normal.y + 1) * steps + 0.5);
    const int z = (int)floor((normal.z + 1) * steps + 0.5);
    return tr_shape_between(shape, stone->what + FACETS, (x * around + y) * around + z, 0.93, 1.06);
}

static void add_stone(tr_shape *shape, const stone_shape *stone)
{
    tr_ball ball;
    tr_ball_make(stone->detail, &ball);
    form(shape, stone, &ball);
    const double top_m = stone->centre.y + stone->radii.y;
    for (int i = 0; i < ball.triangle_count; i++) {
        tr_vec3 corners[3];
        tr_tone tones[3];
        for (int k = 0; k < 3; k++) corners[k] = ball.vertices[ball.triangles[i][k]];
        const tr_vec3 face =
            tr_vec3_cross(tr_vec3_subtract(corners[1], corners[0]), tr_vec3_subtract(corners[2], corners[0]));
        // What is in the ground is not seen; what cuts made vanish has no face.
        const bool is_buried = fmax(corners[0].y, fmax(corners[1].y, corners[2].y)) < 0;
        if (is_buried || tr_vec3_length(face) < 1e-5 * stone->radii.x * stone->radii.x) continue;
        const double up = tr_vec3_unit(face).y, grain = facet_grain(shape, stone, tr_vec3_unit(face));
        for (int k = 0; k < 3; k++) {
            const double height = tr_model_clamp(corners[k].y / top_m, 0, 1);
            const double light = (0.62 + 0.26 * tr_model_clamp(3 * height, 0, 1) + 0.12 * up) * grain;
            const int corner = ball.triangles[i][k];
            const double cover = stone->mossy * tr_model_clamp(2.6 * (up - 0.45), 0, 1) *
                                 tr_shape_between(shape, stone->what + FACETS, 1000 + corner, 0.4, 1);
            tones[k] = tr_tone_scale(tr_tone_mix(stone->tone, stone->moss, cover), light);
        }
        tr_shape_facet(shape, corners, tones);
    }
}

static stone_shape stone_of(const tr_shape *shape, double height_m, double width_m)
{
    static const tr_tone tones[4] = {{150, 146, 138}, {160, 150, 134}, {134, 134, 132}, {156, 140, 122}};
    return (stone_shape){.centre = tr_vec3_of(0, 0.18 * height_m, 0),
                         .radii =
                             tr_vec3_of(0.56 * width_m * tr_shape_between(shape, SIZES, 2, 0.9, 1.04), 0.98 * height_m,
                                        0.56 * width_m * tr_shape_between(shape, SIZES, 3, 0.7, 0.95)),
                         .rough = shape->level == 2 ? 0.16 : 0.07,
                         .tone = tr_shape_tint(shape, TINTS, tones[shape->variant % 4], 0.06),
                         .moss = shape->variant % 3 == 2 ? tr_tone_of(176, 170, 120) : tr_tone_of(104, 118, 62),
                         .mossy = tr_shape_between(shape, SIZES, 4, 0.15, 0.85)};
}

void tr_model_build_rock(tr_shape *shape, double height_m, double width_m)
{
    static const int details[TR_MODEL_LEVELS] = {2, 1, 0};
    stone_shape stone = stone_of(shape, height_m, width_m);
    stone.detail = details[shape->level];
    stone.cuts = shape->level == 2 ? 0 : 11;
    add_stone(shape, &stone);
}

void tr_model_build_boulder(tr_shape *shape, double height_m, double width_m)
{
    static const int details[TR_MODEL_LEVELS] = {3, 2, 1};
    stone_shape stone = stone_of(shape, height_m, width_m);
    stone.detail = details[shape->level];
    stone.cuts = shape->level == 2 ? 0 : 14;
    stone.rough = shape->level == 2 ? 0.08 : 0.035;
    add_stone(shape, &stone);
    // A smaller one broke off and leans against it.
    if (shape->variant % 2 == 0 || shape->level == 2) return;
    const double angle = tr_model_turn * tr_shape_random(shape, SIZES, 10);
    const double share = tr_shape_between(shape, SIZES, 11, 0.3, 0.42);
    stone_shape small = stone;
    small.what = 10;
    small.detail = stone.detail - 1;
    small.centre = tr_vec3_scale(tr_vec3_level(angle), 0.42 * width_m);
    small.centre.y = 0.3 * share * height_m;
    small.radii = tr_vec3_scale(stone.radii, share);
    add_stone(shape, &small);
}
