// The height of the ground, one sample at a time, straight from the formulas of docs/terrain.md: what all backends must
// equal bit for bit. Plain C floats, no tables, no blocks, no vectors. The noises themselves come from the library,
// which has a reference of its own; so do the elementary functions.
#ifndef TR_TERRAIN_REFERENCE_H
#define TR_TERRAIN_REFERENCE_H

#include "terrane/terrain.h"

typedef struct ref_terrain ref_terrain;

// Without elevation data. Aborts with a message when something fails.
ref_terrain *ref_terrain_create(tr_context *context, const tr_terrain_settings *def, uint64_t seed, double sea_level_m);
void ref_terrain_destroy(ref_terrain *terrain);

// At a position in units of 1/256 m.
float ref_terrain_height(const ref_terrain *terrain, int64_t x, int64_t z);

#endif
