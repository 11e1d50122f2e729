// Sets of paths that `bench` measures and `verify` hashes.
#ifndef TR_SCENES_CARVE_SCENES_H
#define TR_SCENES_CARVE_SCENES_H

#include "terrane/carve.h"

// The data sets of the source, over 2048 x 2048 m with a width and a smoothing of 15 m: A 3 paths of 28 quadratics
// each, spread; B the same number in one corner; C one path of 198 quadratics across.
typedef enum carve_set { CARVE_SET_A, CARVE_SET_B, CARVE_SET_C } carve_set;
enum { CARVE_SIDE = 2048 };

// Adds a data set, moved by some metres. The carving must have been made with carve_scene_def().
// @param banked  the roads lean over in bends, and their curves are cut at stations: more than the source measured
bool carve_scene_add(tr_carving *carving, carve_set set, bool banked, double x_m, double z_m, tr_error *err);
// Rolling ground, and a tolerance that gives each cubic curve two quadratics.
tr_carving_def carve_scene_def(void);
// The heights of that ground.
float carve_scene_ground(double x_m, double z_m);

// A hash of every channel of a scene with all kinds of paths, areas and crossings, here and far away.
bool carve_scene_hash(tr_context *context, uint64_t *hash, tr_error *err);

#endif
