// The ground of a region as a mesh with its colours as a texture, and the bridges on it.
#ifndef TR_EXPORT_GROUND_H
#define TR_EXPORT_GROUND_H

#include "world/bridge_meshes.h"

typedef struct tr_export_ground {
    tr_mesh mesh;
    tr_image texture;
    tr_bridge_meshes bridges;
} tr_export_ground;

// Release with tr_export_ground_destroy(), also after a failure.
bool tr_export_ground_create(const tr_world *world, const tr_region *region_m, tr_export_ground *out, tr_error *err);
void tr_export_ground_destroy(tr_context *context, tr_export_ground *ground);

#endif
