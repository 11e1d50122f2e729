// The bridges that a view shows.
#ifndef CLI_VIEW_BRIDGES_H
#define CLI_VIEW_BRIDGES_H

#include "bridge_meshes.h"

#include "terrane/render.h"

// On levels up to this spacing bridges are seen as meshes; on coarser ones their decks are painted on the ground, as on
// a map.
#define VIEW_BRIDGES_FINE_M 4.0

// Those near enough to be seen. Size, field of view and eye of `def` must be set.
bool view_bridges_create(const tr_world *world, const tr_view_def *def, bridge_meshes *out, tr_error *err);

#endif
