// Small worlds whose heights `verify` hashes: one for each step that shapes the ground, and all of them together.
#ifndef TR_SCENES_TERRAIN_SCENES_H
#define TR_SCENES_TERRAIN_SCENES_H

#include "terrane/world.h"

typedef struct terrain_scene {
    const char *name;
    void (*describe)(tr_terrain_settings *def);  // changes what is not as by default
    // The widest spacing it is asked for. Beyond four cells of the lattice every sample has points of its own, and the
    // scene takes many times as long: one such scene is enough.
    double max_width_m;
    bool paths;  // with a river, a road over it and a lake, and rivers that are looked for
} terrain_scene;

extern const terrain_scene terrain_scenes[];
extern const int terrain_scene_count;

// The hash of the heights around the origin, far away, and seen from afar.
bool terrain_scene_hash(tr_context *context, const terrain_scene *scene, uint64_t seed, uint64_t *hash, tr_error *err);

#endif
