// The ground of a world for a generator of blocks (voxel/ground.h).
#ifndef TR_WORLD_VOXEL_GROUND_H
#define TR_WORLD_VOXEL_GROUND_H

#include "voxel/generate/ground.h"
#include "world/world.h"

// Heights, water and what lies on the ground are those of the queries of the world at the same places. Climate and
// biomes change slowly: they are those of a lattice of every fourth column, temperature and humidity linear between
// its points, and the biome that of a point close by, so that biomes border on each other without straight lines.
typedef struct tr_world_ground tr_world_ground;
tr_world_ground *tr_world_ground_create(const tr_world *world, tr_error *err);
void tr_world_ground_destroy(tr_world_ground *ground);  // NULL allowed
// As long as the ground lives.
tr_ground_source tr_world_ground_source(tr_world_ground *ground);

#endif
