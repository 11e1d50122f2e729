// The bridges that a view shows, as meshes.
#ifndef CLI_VIEW_BRIDGES_H
#define CLI_VIEW_BRIDGES_H

#include "terrane/render.h"
#include "terrane/world.h"

typedef struct view_bridges {
    tr_mesh *meshes;
    int32_t count;
} view_bridges;

// On levels up to this spacing bridges are seen as meshes; on coarser ones their decks are painted on the ground, as on
// a map.
#define VIEW_BRIDGES_FINE_M 4.0

// Those near enough to be seen. Size, field of view and eye of `def` must be set.
bool view_bridges_create(const tr_world *world, const tr_view_def *def, view_bridges *out, tr_error *err);
void view_bridges_destroy(const tr_world *world, view_bridges *bridges);

#endif
