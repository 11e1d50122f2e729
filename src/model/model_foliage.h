// Foliage: crowns of overlapping blobs with clumps of leaves on them, and tiers of conifers.
//
// The light that reaches a leaf is baked into its colour: dark below, inside and where blobs meet, light on top.
// Normals point away from blob and crown, so that crowns shade softly.
#ifndef TR_MODEL_FOLIAGE_H
#define TR_MODEL_FOLIAGE_H

#include "model/model_shape.h"

enum { TR_CROWN_MAX_BLOBS = 12 };

typedef struct tr_blob {
    tr_vec3 centre, radii;
} tr_blob;

typedef struct tr_crown {
    tr_blob blobs[TR_CROWN_MAX_BLOBS];
    int blob_count;
    tr_tone low, high;      // in the shade and in the light
    double rough;           // share of the radius by which the surface goes in and out
    double below;           // height of the lower half of a blob against its upper half
    double leaf;            // size of a clump of leaves, in radii of the blob
    int leaves;             // clumps of leaves of all blobs together, near by
    double leaf_reach;      // where they sit, in radii of the blob; set by tr_shape_crown()
    tr_vec3 centre, radii;  // of the whole; set by tr_shape_crown()
} tr_crown;

void tr_crown_add(tr_crown *crown, tr_vec3 centre, tr_vec3 radii);
// Leaves and detail for the level of the shape: `leaves` are those near by; further away there are fewer and larger
// ones, then a hull alone. `what` is the number of its random numbers; it takes up to 3 * TR_CROWN_MAX_BLOBS of them.
void tr_shape_crown(tr_shape *shape, int what, tr_crown *crown);

// A ragged, drooping skirt of branches around a trunk, dark from below.
typedef struct tr_tier {
    tr_vec3 top;            // on the trunk
    double radius, height;  // from the top to the lowest tips
    double droop;           // 0: a straight cone; 1: the tips hang
    int spokes;
    double notch;  // how much shorter it is between spokes
    bool bent;     // bends half way
    bool has_underside;
    tr_tone low, high;
} tr_tier;

// Takes random numbers of `what`.
void tr_shape_tier(tr_shape *shape, int what, const tr_tier *tier);

#endif
