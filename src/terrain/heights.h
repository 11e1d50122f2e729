// The height of the ground as a pure function: large shape, elevation data, erosion, rivers, beaches, terraces.
//
// Immutable after creation and free of caches: any number of threads may evaluate. docs/terrain.md has the data flow.
#ifndef TR_TERRAIN_HEIGHTS_H
#define TR_TERRAIN_HEIGHTS_H

#include "terrane/io.h"
#include "terrane/terrain.h"

typedef struct tr_heights tr_heights;

// `def` and what it points to need not outlive the call.
tr_heights *tr_heights_create(tr_context *context, const tr_terrain_settings *def, uint64_t seed, double sea_level_m,
                              tr_error *err);
void tr_heights_destroy(tr_heights *heights);  // NULL allowed

// The ground, in metres. `out` has the size of the area. `progress` may be NULL.
bool tr_heights_evaluate(const tr_heights *heights, const tr_sample_area *area, const tr_grid *out,
                         const tr_progress *progress, tr_error *err);

// The large shape alone, before erosion and rivers: what the climate looks at, at a coarse spacing and far around.
bool tr_heights_large_shape(const tr_heights *heights, const tr_sample_area *area, const tr_grid *out, tr_error *err);

// Where the elevation data lies, or NULL without any.
const tr_georeference *tr_heights_place(const tr_heights *heights);
// The rectangle it covers, in metres of the world; false without any.
bool tr_heights_covered(const tr_heights *heights, tr_region *out_m);
// Of all that was read from the elevation file; `seed` itself without one.
uint64_t tr_heights_hash_elevation(const tr_heights *heights, uint64_t seed);

#endif
