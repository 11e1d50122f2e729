// Small noise graphs that `verify` hashes, one for every noise, fractal and kind of node.
#ifndef TR_SCENES_NOISE_SCENES_H
#define TR_SCENES_NOISE_SCENES_H

#include "terrane/noise.h"

enum { SCENE_MAX_NODES = 20, SCENE_MAX_SETTINGS = 8 };

typedef struct noise_scene_node {
    tr_node_kind kind;
    tr_node inputs[TR_NODE_MAX_INPUTS];
    const char *settings[SCENE_MAX_SETTINGS];  // "parameter=value"
} noise_scene_node;

typedef struct noise_scene {
    const char *name;
    int dims;
    int node_count;
    noise_scene_node nodes[SCENE_MAX_NODES];
} noise_scene;

extern const noise_scene noise_scenes[];
extern const int noise_scene_count;

// Builds and compiles a scene. Release with tr_noise_destroy().
tr_noise *noise_scene_compile(tr_context *context, const noise_scene *scene, tr_error *err);

#endif
