// Biomes from climate and ground, with soft borders.
#ifndef TR_TERRAIN_BIOME_MAP_H
#define TR_TERRAIN_BIOME_MAP_H

#include "terrane/terrain.h"

// What the biomes of an area are found from.
typedef struct tr_biome_inputs {
    tr_sample_area area;
    double sea_level_m;
    double beach_height_m;
    const tr_grid *height;  // with one sample more on each side: (width + 2) x (height + 2)
    const tr_grid *temperature, *humidity;
    const tr_grid *sea;  // tr_climate_sea(), which tells rivers from the sea; NULL: all water is sea
} tr_biome_inputs;

// One plane per biome.
bool tr_biome_map_weights(tr_context *context, const tr_biome_inputs *in, const tr_grid *out, tr_error *err);
// The number of the biome with the largest weight; the first of equal ones.
bool tr_biome_map_dominant(tr_context *context, const tr_biome_inputs *in, const tr_grid *out, tr_error *err);

#endif
