// Bridges of a world as meshes.
#ifndef TR_WORLD_BRIDGE_MESHES_H
#define TR_WORLD_BRIDGE_MESHES_H

#include "terrane/world.h"

typedef struct tr_bridge_meshes {
    tr_mesh *meshes;
    int32_t count;
} tr_bridge_meshes;

typedef struct tr_bridge_choice {
    bool (*is_wanted)(const void *user, const tr_crossing *crossing);
    const void *user;
    double lift_m;  // above the ground where a deck begins, which else would flicker through it
} tr_bridge_choice;

// Release with tr_bridge_meshes_destroy(); after a failure there are none.
bool tr_bridge_meshes_create(const tr_world *world, const tr_bridge_choice *choice, tr_bridge_meshes *out,
                             tr_error *err);
void tr_bridge_meshes_destroy(tr_context *context, tr_bridge_meshes *bridges);

#endif
