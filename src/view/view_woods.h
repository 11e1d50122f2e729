// Woods seen from afar: where the trees of a set end, the ground has their colour.
#ifndef TR_VIEW_VIEW_WOODS_H
#define TR_VIEW_VIEW_WOODS_H

#include "view/view_shot.h"

// Colours are squares of the bytes of a screen, 0..1: near to proportional to light.
typedef struct tr_view_woods_layer {
    float cover;  // share of the ground that crowns cover at density 1
    float color[3];
} tr_view_woods_layer;

typedef struct tr_view_woods {
    const tr_world *world;
    tr_view_woods_layer layers[TR_PLACE_MAX_SETS][TR_PLACE_MAX_LAYERS];
    bool is_tall[TR_PLACE_MAX_SETS];  // sets that are seen from afar
} tr_view_woods;

// How far the ground has taken the colour of what stands on it, and how many are left out, at a distance from the eye:
// 0 near, 1 where the view of a set ends.
double tr_view_woods_share(double distance_m, double view_m);

// Looks at the models of all sets.
bool tr_view_woods_create(const tr_world *world, tr_view_woods *out, tr_error *err);

// Whether some ground of an area lies where crowns are painted.
bool tr_view_woods_reach(const tr_view_woods *woods, const tr_view_shot *shot, const tr_sample_area *area);

// How much of the ground crowns cover where they are painted, and their light times that: four planes.
bool tr_view_woods_cover(const tr_view_woods *woods, const tr_view_shot *shot, const tr_sample_area *area,
                         const tr_grid *out, tr_error *err);

#endif
