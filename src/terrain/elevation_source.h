// An elevation model as a layer of the world: bicubic between its pixels, noise below its resolution, and a weight that
// falls to 0 towards its border where it passes into generated terrain.
#ifndef TR_TERRAIN_ELEVATION_SOURCE_H
#define TR_TERRAIN_ELEVATION_SOURCE_H

#include "terrane/io.h"
#include "terrane/terrain.h"

typedef struct tr_elevation_source tr_elevation_source;

// Reads the file. `def` need not outlive the call.
tr_elevation_source *tr_elevation_source_create(tr_context *context, const tr_elevation_settings *def, uint64_t seed,
                                                double sea_level_m, tr_error *err);
void tr_elevation_source_destroy(tr_elevation_source *source);  // NULL allowed

// Samples at origin + i step, in units of 1/256 m, like tr_noise_query: `heights` in metres with detail, and `weights`
// 0..1, how much of the ground they are. Beyond the border weights are 0 for TR_BEYOND_GENERATED; for EDGE and SEA they
// are 1. Both have the size of query->size; query->seed is not read. Where no sample is covered, `*touched` is set to
// false and the grids are left alone.
bool tr_elevation_source_evaluate(const tr_elevation_source *source, const tr_noise_query *query,
                                  const tr_grid *heights, const tr_grid *weights, bool *touched, tr_error *err);

const tr_georeference *tr_elevation_source_place(const tr_elevation_source *source);
tr_region tr_elevation_source_region(const tr_elevation_source *source);  // in metres of the world
// Of the heights and the place that were read, whatever file they came from.
uint64_t tr_elevation_source_hash(const tr_elevation_source *source, uint64_t seed);

#endif
