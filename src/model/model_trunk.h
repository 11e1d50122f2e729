// Trunks: bent, tapered, with a flare of roots that goes into the ground.
#ifndef TR_MODEL_TRUNK_H
#define TR_MODEL_TRUNK_H

#include "model/model_tube.h"

typedef struct tr_trunk {
    double height;      // of its top above the ground
    double radius;      // above the flare
    double top_radius;  // 0: a point
    double flare;       // radius at the ground against that above it
    double bend;        // how far it swings aside, metres
    double lean;        // of its top, metres
    tr_tone low, high;
} tr_trunk;

// Where the middle of the trunk is at a share of its height.
tr_vec3 tr_trunk_place(const tr_shape *shape, int what, const tr_trunk *trunk, double share);
double tr_trunk_radius(const tr_trunk *trunk, double share);
// Takes random numbers of `what`.
void tr_shape_trunk(tr_shape *shape, int what, const tr_trunk *trunk);

#endif
