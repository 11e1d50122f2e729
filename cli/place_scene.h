// Objects as a GLB scene: each model once, and its copies.
#ifndef CLI_PLACE_SCENE_H
#define CLI_PLACE_SCENE_H

#include "place_objects.h"

typedef struct place_scene_def {
    const char *path;
    int32_t level;     // of the models
    bool plain_nodes;  // a node for each object
    bool ground;       // the terrain, too
} place_scene_def;

// The origin of the scene is the middle of the region; `origin_m` receives it. Fails with INVALID_ARGUMENT when there
// is nothing to write.
bool place_scene_write(const place_objects *objects, const place_scene_def *def, double origin_m[3], tr_error *err);

#endif
