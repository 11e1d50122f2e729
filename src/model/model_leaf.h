// Single leaves: blades of grass and reeds, fronds of ferns and palms. They have no thickness and are seen from both
// sides.
#ifndef TR_MODEL_LEAF_H
#define TR_MODEL_LEAF_H

#include "model/model_shape.h"

// A blade that rises and bends over.
typedef struct tr_blade {
    tr_vec3 foot;
    double angle;          // the way it leans (tr_vec3_level())
    double twist;          // of its width against square to the lean
    double height, reach;  // of its tip above and aside of its foot
    double width;          // at the foot
    int segments;          // 1: a triangle; 2: a quad and a tip; ...
    tr_tone low, high;
} tr_blade;

void tr_shape_blade(tr_shape *shape, const tr_blade *blade);

// A stem that rises, bends over and hangs, with leaflets on both sides.
typedef struct tr_frond {
    tr_vec3 foot;
    double angle;
    double length, rise, hang;  // along the level; up at the start, down at the end, in lengths
    double width;               // of the leaflets of one side, in the middle
    double fold;                // how much leaflets hang, in widths
    int pairs;                  // of leaflets; 0: the whole frond is a bent lozenge
    bool feathered;             // leaflets with gaps between; else whole sides
    tr_tone low, high;          // at the foot and at the tip
} tr_frond;

// Takes random numbers of `what`.
void tr_shape_frond(tr_shape *shape, int what, const tr_frond *frond);

#endif
