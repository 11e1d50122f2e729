// Bridges of a world as meshes.
#ifndef CLI_BRIDGE_MESHES_H
#define CLI_BRIDGE_MESHES_H

#include "terrane/world.h"

typedef struct bridge_meshes {
    tr_mesh *meshes;
    int32_t count;
} bridge_meshes;

typedef struct bridge_choice {
    bool (*is_wanted)(const void *user, const tr_crossing *crossing);
    const void *user;
    double lift_m;  // above the ground where a deck begins, which else would flicker through it
} bridge_choice;

// Release with bridge_meshes_destroy(); after a failure there are none.
bool bridge_meshes_create(const tr_world *world, const bridge_choice *choice, bridge_meshes *out, tr_error *err);
void bridge_meshes_destroy(tr_context *context, bridge_meshes *bridges);

#endif
