// Biomes under a band of a map.
#ifndef TR_MAP_BIOMES_H
#define TR_MAP_BIOMES_H

#include "map/color.h"

#include "terrane/world.h"

// The weight of every biome at every sample, one plane each. Release with tr_grid_destroy().
bool tr_map_biomes_create(const tr_world *world, const tr_sample_area *area, tr_grid *out, tr_error *err);

// The colour at a sample, mixed by the weights.
tr_color tr_map_biomes_color(const tr_grid *weights, const tr_biome_settings *defs, int32_t x, int32_t y);

// Adds for each biome the samples where it weighs most.
void tr_map_biomes_count(const tr_grid *weights, int64_t counts[TR_BIOME_COUNT]);

#endif
