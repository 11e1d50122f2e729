// The ground of a region as a mesh with its colours as a texture, and the bridges on it.
#ifndef CLI_PLACE_GROUND_H
#define CLI_PLACE_GROUND_H

#include "bridge_meshes.h"

typedef struct place_ground {
    tr_mesh mesh;
    tr_image texture;
    bridge_meshes bridges;
} place_ground;

// Release with place_ground_destroy(), also after a failure.
bool place_ground_create(const tr_world *world, const tr_region *region_m, place_ground *out, tr_error *err);
void place_ground_destroy(tr_context *context, place_ground *it);

#endif
