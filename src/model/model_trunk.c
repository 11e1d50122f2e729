#include "model/model_trunk.h"

tr_vec3 tr_trunk_place(const tr_shape *shape, int what, const tr_trunk *trunk, double share)
{
    const double t = tr_model_clamp(share, 0, 1);
    const tr_vec3 lean = tr_vec3_level(tr_model_turn * tr_shape_random(shape, what, 0));
    const tr_vec3 bend = tr_vec3_level(tr_model_turn * tr_shape_random(shape, what, 1));
    tr_vec3 at = tr_vec3_of(0, share * trunk->height, 0);
    at = tr_vec3_along(at, lean, trunk->lean * t * t);
    return tr_vec3_along(at, bend, trunk->bend * tr_model_sin(0.8 * tr_model_turn * t) * (1 - 0.4 * t));
}

double tr_trunk_radius(const tr_trunk *trunk, double share)
{
    const double t = tr_model_clamp(share, 0, 1);
    return trunk->radius + t * (trunk->top_radius - trunk->radius);
}

void tr_shape_trunk(tr_shape *shape, int what, const tr_trunk *trunk)
{
    static const int sides[TR_MODEL_LEVELS] = {8, 5, 3}, segments[TR_MODEL_LEVELS] = {5, 2, 1};
    tr_tube tube = {.sides = sides[shape->level], .lobes = 4};
    // The foot reaches below the ground, so that the tree does not float on a slope.
    const double buried = 2.2 * trunk->radius, flare_top = 2.4 * trunk->radius / trunk->height;
    tr_vec3 foot = tr_vec3_of(0, -buried, 0);
    const tr_tone earth = tr_tone_scale(trunk->low, 0.78);
    if (shape->level < 2) {
        tr_tube_ring_add(&tube, foot, trunk->radius * trunk->flare * 1.25, earth);
        tr_tube_ring_add(&tube, tr_vec3_of(0, 0.1 * trunk->radius, 0), trunk->radius * trunk->flare, earth);
        tube.rings[0].lobe = tube.rings[1].lobe = shape->level == 0 ? 0.2 : 0;
        if (shape->level == 0) {
            tr_tube_ring_add(&tube, tr_vec3_of(0, 0.9 * trunk->radius, 0),
                             trunk->radius * (0.6 + 0.4 * trunk->flare) * 0.97, tr_tone_scale(trunk->low, 0.9));
            tube.rings[2].lobe = 0.1;
        }
        tr_tube_ring_add(&tube, tr_trunk_place(shape, what, trunk, flare_top), tr_trunk_radius(trunk, flare_top) * 1.06,
                         trunk->low);
    } else {
        tr_tube_ring_add(&tube, foot, trunk->radius * 1.3, trunk->low);
    }
    for (int i = 1; i <= segments[shape->level]; i++) {
        const double share = flare_top + (1 - flare_top) * i / segments[shape->level];
        tr_tube_ring_add(&tube, tr_trunk_place(shape, what, trunk, share), tr_trunk_radius(trunk, share),
                         tr_tone_mix(trunk->low, trunk->high, share));
    }
    tr_shape_tube(shape, &tube);
}
