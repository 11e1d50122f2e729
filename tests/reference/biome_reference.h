// The weights of the biomes of one place, plain and in double, straight from docs/climate.md.
#ifndef TR_BIOME_REFERENCE_H
#define TR_BIOME_REFERENCE_H

#include "terrane/terrain.h"

typedef struct biome_reference_place {
    double above_sea_m, slope, degC, moisture;
    double sea;  // share of the sea around
    double beach_height_m;
} biome_reference_place;

void biome_reference(const biome_reference_place *place, double weights[TR_BIOME_COUNT]);

// Whether two biomes share a side or a corner in the table of heat and moisture, both being in it.
bool biome_reference_are_neighbours(tr_biome a, tr_biome b);
bool biome_reference_is_of_climate(tr_biome biome);

#endif
