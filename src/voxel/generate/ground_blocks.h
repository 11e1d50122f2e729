// Which blocks the surface of a world is made of.
#ifndef TR_VOXEL_GENERATE_GROUND_BLOCKS_H
#define TR_VOXEL_GENERATE_GROUND_BLOCKS_H

#include "terrane/voxel.h"

// What the blocks of a column follow from.
typedef struct tr_ground_cell {
    uint8_t biome, cover;  // tr_biome, tr_ground_cover
    bool bank;             // dry, beside water
    int32_t depth;         // blocks of water above the ground
    float slope;           // rise over run
    float degC, humidity;
    float patch;    // a slow noise, about -0.7 .. 0.7
    uint64_t hash;  // of the place
} tr_ground_cell;

// The highest block of the ground, those below it, and how many of those there are above the stone.
typedef struct tr_ground_soil {
    uint8_t surface, under, depth;
} tr_ground_soil;

tr_ground_soil tr_ground_soil_of(const tr_ground_cell *cell);

// The same of a row of columns, where top and water are those of a column.
typedef struct tr_ground_line {
    const uint8_t *biome, *cover, *bank;
    const int32_t *top, *water;
    const float *slope, *degC, *humidity, *patch;
    const uint64_t *hash;
} tr_ground_line;

void tr_ground_soil_line(const tr_ground_line *line, int32_t count, uint8_t *restrict surface, uint8_t *restrict under,
                         uint8_t *restrict depth);

#endif
