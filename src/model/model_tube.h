// Tapered tubes along a bent line: trunks, branches, stalks, columns with ribs.
#ifndef TR_MODEL_TUBE_H
#define TR_MODEL_TUBE_H

#include "model/model_shape.h"

enum { TR_TUBE_MAX_RINGS = 24, TR_TUBE_MAX_SIDES = 24 };

typedef struct tr_tube_ring {
    tr_vec3 at;
    double radius;  // 0 at the last ring: a point
    double lobe;    // share of the radius by which lobes stand out and grooves go in
    tr_tone tone;
} tr_tube_ring;

typedef struct tr_tube {
    tr_tube_ring rings[TR_TUBE_MAX_RINGS];
    int ring_count, sides;
    int lobes;      // around
    double groove;  // how much darker grooves are
    bool capped;    // a flat end at the last ring
} tr_tube;

void tr_tube_ring_add(tr_tube *tube, tr_vec3 at, double radius, tr_tone tone);
void tr_shape_tube(tr_shape *shape, const tr_tube *tube);

// A branch: from one place to another, bent by `sag` (down, or up where negative) in its middle, thinner to its end.
typedef struct tr_branch {
    tr_vec3 from, to;
    double radius, end_radius, sag;
    int rings, sides;
    tr_tone tone, end_tone;
} tr_branch;

void tr_shape_branch(tr_shape *shape, const tr_branch *branch);

#endif
